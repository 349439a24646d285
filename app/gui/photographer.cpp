// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/photographer.h"

#include "ui/pages/lessonspage.h"
#include "ui/pages/looppage.h"

#include <QPixmap>
#include <QTimer>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace reusescope {

namespace {

// Long enough for layouts, charts and throttled views to have painted.
constexpr std::chrono::milliseconds kSettle{300};

struct Picture
{
    MainWindow::Page page;
    const char *name;
    bool wholeRun; // all lanes at a glance, or the selected request close up
};
constexpr std::array kPictures{Picture{MainWindow::Page::Overview, "overview.png", true},
                               Picture{MainWindow::Page::Timeline, "timeline.png", true},
                               Picture{MainWindow::Page::Phases, "phases.png", false},
                               Picture{MainWindow::Page::Requests, "requests.png", false},
                               Picture{MainWindow::Page::Loop, "loop.png", false},
                               Picture{MainWindow::Page::Lessons, "lessons.png", false},
                               Picture{MainWindow::Page::Frontier, "frontier.png", false},
                               Picture{MainWindow::Page::Idle, "idle.png", false}};

} // namespace

Photographer::Photographer(MainWindow &window, const QString &folder, MainWindow::Page finalPage,
                           QObject *parent)
    : QObject(parent), m_window(window), m_folder(folder), m_finalPage(finalPage)
{ }

void Photographer::start()
{
    m_step = 0;
    if (!m_folder.mkpath(QStringLiteral("."))) {
        emit finished(
            Error{ErrorKind::File, 0, m_folder.path().toStdString() + ": cannot be created"});
        return;
    }
    aim();
    show(0);
    QTimer::singleShot(kSettle, this, &Photographer::next);
}

void Photographer::aim()
{
    const auto &requests = m_window.bridge().recording().requests();
    m_closeUp = m_window.selection().range();
    if (requests.empty() || m_window.selection().request())
        return;
    // A failed request, else the slowest one: what made it so is what the run is about.
    const auto worth = [](const RequestRecord &request) {
        const bool counts = !request.warmup && request.points.done.has();
        return std::pair(counts && !isOk(request.outcome) && request.outcome != Outcome::Cancelled,
                         counts ? request.points.done.value() : Nanoseconds{0});
    };
    const auto chosen =
        std::max_element(requests.begin(), requests.end(),
                         [&](const RequestRecord &left, const RequestRecord &right) {
                             return worth(left) < worth(right);
                         });
    const Nanoseconds begin = chosen->points.queued - m_window.bridge().recording().origin();
    const Nanoseconds length =
        chosen->points.done.has() ? chosen->points.done.value() : Nanoseconds{Milliseconds{1}};
    m_closeUp = {begin - 2 * length, begin + 3 * length};
    m_window.selection().setFollowing(false);
    m_window.selection().selectRequest(RequestKey{chosen->variant, chosen->index});
}

void Photographer::show(std::size_t picture)
{
    const Recording &recording = m_window.bridge().recording();
    const TimeRange whole{Nanoseconds{0}, recording.end() - recording.origin()};
    m_window.selection().setRange(kPictures[picture].wholeRun ? whole : m_closeUp);
    m_window.showPage(kPictures[picture].page);
    if (kPictures[picture].page == MainWindow::Page::Loop)
        goIntoExample();
    if (kPictures[picture].page == MainWindow::Page::Lessons)
        goIntoLesson();
}

void Photographer::goIntoExample()
{
    constexpr int kSteps = 4; // poll has found the socket, and three phases have something to do
    ScriptPlayer &player = m_window.loopPage().player();
    player.restart();
    for (int i = 0; i < kSteps; ++i)
        player.step(ScriptPlayer::Step::Callback);
}

void Photographer::goIntoLesson()
{
    constexpr int kSteps = 4; // poll has found the socket
    LessonsPage &page = m_window.lessonsPage();
    page.skip();
    for (int i = 0; i < kSteps; ++i)
        page.player().step(ScriptPlayer::Step::Callback);
}

bool Photographer::save(QWidget &what, const QString &name)
{
    const QString path = m_folder.filePath(name);
    if (what.grab().save(path, "PNG"))
        return true;
    emit finished(Error{ErrorKind::File, 0, path.toStdString() + ": cannot be written"});
    return false;
}

void Photographer::next()
{
    const auto step = static_cast<std::size_t>(m_step++);
    if (step < kPictures.size()) {
        const Picture &picture = kPictures[step];
        if (!save(*m_window.pageWidget(picture.page), QString::fromLatin1(picture.name)))
            return;
        if (step + 1 < kPictures.size())
            show(step + 1);
        else
            m_window.showPage(m_finalPage);
        QTimer::singleShot(kSettle, this, &Photographer::next);
        return;
    }
    if (save(m_window, QStringLiteral("window.png")))
        emit finished(std::nullopt);
}

} // namespace reusescope
