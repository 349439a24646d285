// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, for the program as a process:
// - `--run --grab DIR --exit` writes a picture of each page and of the window, none of them empty,
//   in the size and the theme that were asked for, and ends with the run's exit code.
// - What cannot be used is refused with one sentence on standard error and exit code 2; a target
// that
//   cannot be reached gives 3, a folder that cannot be made 4.
// - Without a display it says so in one sentence.
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kDeadlineMs = 120'000;

struct Ended
{
    int code = -1;
    QString errors;
};

Ended runProgram(const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(REUSESCOPE_BINARY_DIR "/bin/reusescope"), arguments);
    if (!process.waitForFinished(kDeadlineMs))
        return {};
    QStringList lines;
    const QStringList all =
        QString::fromUtf8(process.readAllStandardError()).split(QLatin1Char('\n'));
    for (const QString &line : all) {
        if (line.startsWith(QLatin1String("reusescope: ")))
            lines << line;
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            lines.join(QLatin1Char('\n'))};
}

QProcessEnvironment offscreen(const QTemporaryDir &home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    return environment;
}

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private slots:
    void pictures_data();
    void pictures();
    void refusals_data();
    void refusals();
    void withoutDisplay();
};

void TestProgram::pictures_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light, small") << QStringLiteral("light") << QSize(1280, 800);
    QTest::newRow("dark, large") << QStringLiteral("dark") << QSize(1920, 1080);
}

void TestProgram::pictures()
{
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    const QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("pictures"));
    const Ended ended = runProgram({QStringLiteral("poison-on-idle"), QStringLiteral("--run"),
                                    QStringLiteral("--grab"), folder, QStringLiteral("--exit"),
                                    QStringLiteral("--theme"), theme, QStringLiteral("--size"),
                                    QStringLiteral("%1x%2").arg(size.width()).arg(size.height())},
                                   offscreen(home));
    QCOMPARE(ended.errors, QString());
    QCOMPARE(ended.code, 0);
    for (const char *name : {"overview", "timeline", "phases", "requests", "loop", "lessons",
                             "frontier", "idle", "window"}) {
        const QImage image(folder + QStringLiteral("/%1.png").arg(QLatin1String(name)));
        QVERIFY2(!image.isNull(), name);
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3)
                colours.insert(image.pixel(x, y));
        }
        QVERIFY2(colours.size() > 30, name);
        if (QLatin1String(name) != QLatin1String("window"))
            continue;
        QCOMPARE(image.size(), size);
        const bool dark = qGray(image.pixel(3, image.height() / 2)) < 128;
        QCOMPARE(dark, theme == QLatin1String("dark"));
    }
    // A window under a script's control leaves no settings behind.
    QVERIFY(!QFileInfo::exists(home.filePath(QStringLiteral("reusescope/reusescope.ini"))));
}

void TestProgram::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const char *arguments, int code) {
        QTest::newRow(name) << QString::fromLatin1(arguments).split(QLatin1Char(' ')) << code;
    };
    row("unknown option", "--no-such-option", 2);
    row("unknown scenario", "no-such-scenario", 2);
    row("unknown scheduler", "--scheduler no-such-scheduler", 2);
    row("unknown page", "--page no-such-page", 2);
    row("unknown theme", "--theme purple", 2);
    row("a size that is none", "--size large", 2);
    row("a size with something behind", "--size 1280x800px", 2);
    row("exit without run", "--exit", 2);
    row("nothing listens", "--url http://127.0.0.1:1/ --count 3 --warmup 0 --run --exit", 3);
    row("a folder that cannot be made",
        "six-to-a-10ms-server --run --exit --grab /dev/null/pictures", 4);
}

void TestProgram::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const QTemporaryDir home;
    const Ended ended = runProgram(arguments, offscreen(home));
    QCOMPARE(ended.code, code);
    QVERIFY(!ended.errors.isEmpty());
    QVERIFY2(!ended.errors.contains(QLatin1Char('\n')), qPrintable(ended.errors));
}

void TestProgram::withoutDisplay()
{
    const QTemporaryDir home;
    QProcessEnvironment environment = offscreen(home);
    for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QLatin1String(name));
    const Ended ended = runProgram({}, environment);
    QCOMPARE(ended.code, 2);
    QVERIFY(ended.errors.contains(QStringLiteral("display")));
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
