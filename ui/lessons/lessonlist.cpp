// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lessonlist.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <utility>

namespace reusescope {

namespace {

constexpr int kIconSize = 16;
constexpr qreal kMarkSize = 9;
constexpr qreal kStarSize = 13; // looks as large as the others

QIcon progressIcon(LessonProgress progress, bool isUsable, const QPalette &palette)
{
    const Theme theme(palette);
    const bool isFirst = progress == LessonProgress::RightAtFirstTry;
    const bool isOpen = isUsable && progress == LessonProgress::Untouched;
    const Mark mark = !isUsable ? Mark::Triangle : isFirst ? Mark::Star : Mark::Disc;
    const auto draw = [&](const QColor &color) {
        QPixmap pixmap(2 * kIconSize, 2 * kIconSize);
        pixmap.setDevicePixelRatio(2);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(kIconSize / 2.0, kIconSize / 2.0);
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(isOpen ? QBrush() : QBrush(color));
        painter.drawPath(Theme::markPath(mark, mark == Mark::Star ? kStarSize : kMarkSize));
        return pixmap;
    };
    QIcon icon(draw(!isUsable ? theme.warning() : isOpen ? theme.mutedText() : theme.success()));
    icon.addPixmap(draw(palette.color(QPalette::HighlightedText)), QIcon::Selected);
    return icon;
}

QString progressText(LessonProgress progress)
{
    switch (progress) {
    case LessonProgress::Untouched: return LessonList::tr("not done yet");
    case LessonProgress::Done: return LessonList::tr("done");
    case LessonProgress::RightAtFirstTry: return LessonList::tr("right at the first try");
    }
    return {};
}

QString stateText(const LessonEntry &lesson, LessonProgress progress)
{
    const QString state = lesson.isUsable()
        ? progressText(progress)
        : LessonList::tr("cannot be used: %1 mistakes", nullptr,
                         static_cast<int>(lesson.mistakes.size()))
              .arg(lesson.mistakes.size());
    return lesson.isOwn ? LessonList::tr("your own; %1").arg(state) : state;
}

} // namespace

LessonList::LessonList(QWidget *parent) : QListWidget(parent)
{
    setAccessibleName(tr("Lessons"));
    setWordWrap(true);
    setIconSize(QSize(kIconSize, kIconSize));
    setSpacing(2);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void LessonList::show(const std::vector<LessonEntry> &lessons, std::vector<LessonProgress> progress,
                      std::size_t current)
{
    const QSignalBlocker blocker(this);
    m_progress = std::move(progress);
    m_usable.clear();
    clear();
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const LessonEntry &lesson = lessons[i];
        const QString state = stateText(lesson, m_progress[i]);
        m_usable.push_back(lesson.isUsable());
        auto *item = new QListWidgetItem(tr("%1. %2").arg(i + 1).arg(lesson.title()), this);
        item->setToolTip(
            tr("%1 (%2)\n%3")
                .arg(lesson.title(), state, QString::fromStdString(lesson.file.file.string())));
        item->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(lesson.title(), state));
    }
    showMarks();
    setCurrentRow(lessons.empty() ? -1 : static_cast<int>(current));
}

void LessonList::showMarks()
{
    for (std::size_t i = 0; i < m_progress.size(); ++i)
        item(static_cast<int>(i))->setIcon(progressIcon(m_progress[i], m_usable[i], palette()));
}

void LessonList::changeEvent(QEvent *event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showMarks();
}

} // namespace reusescope
