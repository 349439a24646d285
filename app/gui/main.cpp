// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/photographer.h"
#include "app/options/exitcode.h"
#include "app/options/reports.h"
#include "app/options/runoptions.h"
#include "app/options/version.h"
#include "core/report/frontierreport.h"
#include "core/report/idlereport.h"
#include "core/report/json.h"
#include "ui/format/language.h"
#include "ui/mainwindow.h"
#include "ui/pages/frontierpage.h"
#include "ui/pages/idlepage.h"
#include "ui/pages/lessonspage.h"
#include "ui/pages/looppage.h"
#include "ui/theme/appstyle.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace reusescope;

constexpr int kNarrowest = 800;
constexpr int kLowest = 500;
constexpr int kLargest = 16'384;

struct WindowOptions
{
    bool run = false;
    bool exit = false;
    std::optional<std::string> grab;
    std::string theme = "saved";
    std::string language = "saved";
    std::string size;
    std::string page = "overview";
    std::optional<std::string> lesson;
    std::optional<std::string> loopScript; ///< a file
};

const std::string kFooter =
    std::string(
        "In place of SCENARIO the name of a loop script, FILE.loop, opens the Loop page on it.\n\n")
    + kRunExitCodes;

void complain(std::string_view sentence)
{
    fmt::print(stderr, "reusescope: {}\n", sentence);
}

ExitCode complain(const Error &error)
{
    complain(error.detail);
    return exitCodeFor(error);
}

std::optional<QSize> sizeFromText(const std::string &text)
{
    int width = 0;
    int height = 0;
    char behind = 0;
    if (std::sscanf(text.c_str(), "%5dx%5d%c", &width, &height, &behind) != 2)
        return std::nullopt;
    if (width < kNarrowest || height < kLowest || width > kLargest || height > kLargest)
        return std::nullopt;
    return QSize(width, height);
}

std::optional<MainWindow::Page> pageFromName(const std::string &name)
{
    if (name == "overview")
        return MainWindow::Page::Overview;
    if (name == "timeline")
        return MainWindow::Page::Timeline;
    if (name == "phases")
        return MainWindow::Page::Phases;
    if (name == "requests")
        return MainWindow::Page::Requests;
    if (name == "loop")
        return MainWindow::Page::Loop;
    if (name == "lessons")
        return MainWindow::Page::Lessons;
    if (name == "frontier")
        return MainWindow::Page::Frontier;
    if (name == "idle")
        return MainWindow::Page::Idle;
    return std::nullopt;
}

std::optional<ThemeChoice> themeFromName(const std::string &name)
{
    if (name == "light")
        return ThemeChoice::Light;
    if (name == "dark")
        return ThemeChoice::Dark;
    if (name == "auto")
        return ThemeChoice::Auto;
    return std::nullopt;
}

/// Qt would end the program with a message about its plugins.
bool hasDisplay()
{
    return std::getenv("QT_QPA_PLATFORM") || std::getenv("DISPLAY")
        || std::getenv("WAYLAND_DISPLAY");
}

/// What the last run amounts to, said on standard error, and its reports.
ExitCode concludeRun(const MainWindow &window, const RunRequest &request)
{
    const auto result = window.bridge().result();
    std::vector<std::string> sentences = textsOf(window.unexpectedOfLastRun());
    const auto held = heldConditions(request.failIf, *result);
    sentences.insert(sentences.end(), held.begin(), held.end());
    const Judgement judgement = judge(*result, result->interrupted, sentences);
    for (const std::string &sentence : judgement.sentences)
        complain(sentence);
    ExitCode code = judgement.code;
    for (const Error &error :
         writeReports(request, *result, window.bridge().recording(), sentences))
        code = complain(error);
    return code;
}

/// The same of the Frontier page's measurement.
ExitCode concludeFrontier(const FrontierResult &result, const RunRequest &request)
{
    if (result.error)
        return complain(*result.error);
    ExitCode code = result.interrupted ? ExitCode::Interrupted : ExitCode::Ok;
    if (result.unsettled > 0) {
        complain(fmt::format("{} requests never came to an end", result.unsettled));
        code = ExitCode::Unexpected;
    }
    if (request.csvFolder) {
        if (const auto done = writeFrontierCsv(*request.csvFolder, result); !done)
            code = complain(done.error());
    }
    if (request.jsonFile) {
        if (const auto done = writeJson(*request.jsonFile, toJson(result)); !done)
            code = complain(done.error());
    }
    return code;
}

/// The same of the Idle limits page's.
ExitCode concludeIdle(const IdlePage &page, const RunRequest &request)
{
    const IdleFindings &findings = page.findings();
    if (findings.error)
        return complain(*findings.error);
    ExitCode code = findings.interrupted ? ExitCode::Interrupted : ExitCode::Ok;
    if (request.csvFolder) {
        if (const auto done = writeIdleCsv(*request.csvFolder, findings); !done)
            code = complain(done.error());
    }
    if (request.jsonFile) {
        if (const auto done = writeJson(*request.jsonFile, toJson(findings, page.use())); !done)
            code = complain(done.error());
    }
    return code;
}

std::optional<Error> readWindowOptions(const WindowOptions &options)
{
    if (options.exit && !options.run)
        return Error{ErrorKind::Input, 0, "--exit needs --run: there is no run to wait for"};
    if (!options.size.empty() && !sizeFromText(options.size))
        return Error{ErrorKind::Input, 0,
                     fmt::format("--size takes WIDTHxHEIGHT from {}x{} to {}x{}, as in 1280x800, "
                                 "not \"{}\"",
                                 kNarrowest, kLowest, kLargest, kLargest, options.size)};
    if (!pageFromName(options.page))
        return Error{ErrorKind::Input, 0,
                     fmt::format("--page takes overview, timeline, phases, requests, loop, "
                                 "lessons, frontier or idle, not \"{}\"",
                                 options.page)};
    if (options.theme != "saved" && !themeFromName(options.theme))
        return Error{ErrorKind::Input, 0,
                     fmt::format("--theme takes light, dark or auto, not \"{}\"", options.theme)};
    if (options.language != "saved" && !languageFromName(QString::fromStdString(options.language)))
        return Error{ErrorKind::Input, 0,
                     fmt::format("--lang takes de, en or auto, not \"{}\"", options.language)};
    return std::nullopt;
}

std::string lessonNames(const LessonsPage &page)
{
    std::string names;
    for (const LessonEntry &lesson : page.lessons())
        names += (names.empty() ? "" : ", ") + lesson.file.name;
    return names;
}

/// What --version and About tell.
std::string fullVersion()
{
    std::vector<LibraryVersion> libraries = libraryVersions();
    libraries.push_back({"Qt", qVersion()});
    return versionText(libraries);
}

/// What is compiled into the program and under which terms, and the licence of the whole.
QString licences()
{
    QString text;
    for (const char *name : {":/licences/copyright", ":/licences/GPL-3"}) {
        QFile file(QString::fromLatin1(name));
        if (file.open(QIODevice::ReadOnly))
            text += QString::fromUtf8(file.readAll()) + QLatin1Char('\n');
    }
    return text;
}

int show(QApplication &application, const RunRequest &request, const WindowOptions &options)
{
    QSettings store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("reusescope"),
                    QStringLiteral("reusescope"));
    Settings settings(store);
    useLanguage(
        application,
        languageFromName(QString::fromStdString(options.language)).value_or(settings.language()));
    std::vector<Error> unreadable;
    MainWindow window(builtInScenarios(&unreadable), settings);
    for (const Error &error : unreadable)
        complain(error.detail);

    window.setAbout(QString::fromStdString(fullVersion()), licences());

    // A window that a script drives looks the same each time and leaves no traces.
    const bool scripted = options.run || options.grab;
    window.setRemembers(!scripted);
    if (!scripted)
        window.restoreGeometryFromSettings();
    if (const auto theme = themeFromName(options.theme))
        window.setTheme(*theme);
    if (const auto size = sizeFromText(options.size))
        window.resize(*size);
    window.setExperiment(request.experiment, request.scenario);
    const MainWindow::Page page =
        options.lesson ? MainWindow::Page::Lessons : *pageFromName(options.page);
    window.showPage(page);
    if (options.lesson
        && !window.lessonsPage().openLesson(QString::fromStdString(*options.lesson))) {
        complain(fmt::format("there is no lesson \"{}\"; the lessons are {}", *options.lesson,
                             lessonNames(window.lessonsPage())));
        return static_cast<int>(ExitCode::Usage);
    }
    if (options.loopScript)
        window.loopPage().openFile(QString::fromStdString(*options.loopScript));
    window.show();

    ExitCode code = ExitCode::Ok;
    const auto finish = [&] {
        if (options.exit)
            application.exit(static_cast<int>(code));
    };
    std::optional<Photographer> photographer;
    if (options.grab) {
        photographer.emplace(window, QString::fromStdString(*options.grab), page);
        QObject::connect(&*photographer, &Photographer::finished, &window,
                         [&](const std::optional<Error> &error) {
                             if (error)
                                 code = complain(*error);
                             finish();
                         });
    }
    bool first = true;
    // `result` is of the first run alone: the person may go on with the window.
    const auto conclude = [&](const auto &result) {
        if (!std::exchange(first, false))
            return;
        code = result();
        if (photographer)
            photographer->start();
        else
            finish();
    };
    QObject::connect(&window, &MainWindow::runFinished, &window,
                     [&] { conclude([&] { return concludeRun(window, request); }); });
    const auto refuse = [&](const QString &sentence) {
        if (!options.exit)
            return;
        complain(sentence.toStdString());
        application.exit(static_cast<int>(ExitCode::Usage));
    };
    QObject::connect(&window, &MainWindow::runRefused, &window, refuse);
    // With the Frontier page in front, what runs is that page's measurement.
    FrontierPage &frontier = window.frontierPage();
    QObject::connect(&frontier, &FrontierPage::finished, &window, [&] {
        if (page == MainWindow::Page::Frontier)
            conclude([&] { return concludeFrontier(frontier.result(), request); });
    });
    // Likewise the Idle limits page.
    IdlePage &idle = window.idlePage();
    QObject::connect(&idle, &IdlePage::finished, &window, [&] {
        if (page == MainWindow::Page::Idle)
            conclude([&] { return concludeIdle(idle, request); });
    });
    QObject::connect(&idle, &IdlePage::refused, &window, refuse);
    if (options.run && page == MainWindow::Page::Frontier)
        QTimer::singleShot(0, &frontier, &FrontierPage::run);
    else if (options.run && page == MainWindow::Page::Idle)
        QTimer::singleShot(0, &idle, &IdlePage::run);
    else if (options.run)
        QTimer::singleShot(0, &window, &MainWindow::run);
    return application.exec();
}

} // namespace

int main(int argc, char **argv)
{
    std::signal(SIGPIPE, SIG_IGN);

    CLI::App app("Reusescope: an oscilloscope for HTTP connection reuse.", "reusescope");
    app.set_version_flag("--version", fullVersion(),
                         "The version, the commit, the compiler and the libraries");
    app.footer(kFooter);
    app.get_formatter()->column_width(34);
    RunOptions runOptions;
    addRunOptions(app, runOptions);
    WindowOptions options;
    const char *const group = "Window";
    app.add_flag("--run", options.run, "Start at once")->group(group);
    app.add_option("--grab", options.grab, "Write a picture of each page when the run has ended")
        ->type_name("DIR")
        ->group(group);
    app.add_flag("--exit", options.exit, "Then quit, with the run's exit code")->group(group);
    app.add_option("--theme", options.theme, "The colours; default: as chosen in the window")
        ->type_name("light|dark|auto")
        ->group(group);
    app.add_option("--lang", options.language,
                   "Language of the window, auto: the system's; reports are English in any")
        ->type_name("de|en|auto")
        ->group(group);
    app.add_option("--size", options.size, "The size of the window, as in 1280x800")
        ->type_name("WIDTHxHEIGHT")
        ->group(group);
    app.add_option("--page", options.page, "The page to show first")
        ->type_name("overview|timeline|phases|requests|loop|lessons|frontier|idle")
        ->group(group);
    app.add_option("--lesson", options.lesson,
                   "Open the Lessons page on a lesson, as in poison-on-an-idle-socket")
        ->type_name("NAME")
        ->group(group);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success &answer) { // --help, --version
        return app.exit(answer);
    } catch (const CLI::ParseError &error) {
        complain(error.what());
        return static_cast<int>(ExitCode::Usage);
    }
    if (runOptions.scenario && runOptions.scenario->ends_with(".loop")) {
        options.loopScript = std::move(runOptions.scenario);
        runOptions.scenario.reset();
        options.page = "loop";
    }
    if (const auto problem = readWindowOptions(options))
        return static_cast<int>(complain(*problem));
    const auto request = resolve(runOptions);
    if (!request)
        return static_cast<int>(complain(request.error()));
    if (const auto writable = checkReports(*request); !writable)
        return static_cast<int>(complain(writable.error()));
    if (!hasDisplay()) {
        complain("there is no display; run it in a desktop session, set QT_QPA_PLATFORM=offscreen, "
                 "or use reusescope-cli");
        return static_cast<int>(ExitCode::Usage);
    }

    QApplication application(argc, argv);
    QApplication::setStyle(new AppStyle);
    QApplication::setApplicationName(QStringLiteral("reusescope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Reusescope"));
    QApplication::setApplicationVersion(QString::fromStdString(programVersion()));
    QIcon icon;
    for (const int size : {16, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/reusescope-%1.png").arg(size), QSize(size, size));
    QApplication::setWindowIcon(icon);
    QApplication::setDesktopFileName(QStringLiteral("reusescope"));
    return show(application, *request, options);
}
