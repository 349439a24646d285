// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeaxisview.h"

#include "ui/views/requestnode.h"
#include "ui/views/tracecolors.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace reusescope {
namespace {

constexpr int kFrameMs = 33; // 30 pictures a second
constexpr double kWheelZoom = 0.8; // per notch
constexpr double kKeyZoom = 0.5;
constexpr double kKeyPan = 0.1; // of the span
constexpr double kPagePan = 0.9;
constexpr int kWheelNotch = 120; // QWheelEvent::angleDelta()
constexpr int kTickLength = 5;
constexpr int kTickGap = 24; // between labels
constexpr int kScrollSteps = 1'000'000; // a QScrollBar counts in int

} // namespace

TimeAxisView::TimeAxisView(const Recording &recording, Selection &selection, QWidget *parent)
    : QAbstractScrollArea(parent), m_recording(recording), m_selection(selection)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_paintTimer.setSingleShot(true);
    m_paintTimer.setTimerType(Qt::PreciseTimer);
    updateColors();

    connect(&m_paintTimer, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    connect(&m_selection, &Selection::requestChanged, this, &TimeAxisView::onRequestChanged);
    connect(&m_selection, &Selection::rangeChanged, this, [this] {
        updateScrollBars();
        schedulePaint();
    });
    connect(&m_selection, &Selection::followingChanged, this, [this](bool isOn) {
        if (isOn && length() > Nanoseconds{0})
            m_selection.setRange(following(m_selection.range(), length()));
    });
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this,
            &TimeAxisView::onHorizontalScroll);
}

QSize TimeAxisView::sizeHint() const
{
    return {100 * fontMetrics().averageCharWidth(), 24 * lineHeight()};
}

QSize TimeAxisView::minimumSizeHint() const
{
    return {40 * fontMetrics().averageCharWidth(), 10 * lineHeight()};
}

QRect TimeAxisView::plotRect() const
{
    const int top = axisHeight() + bandHeight();
    const int left = gutterWidth();
    return {left, top, std::max(1, viewport()->width() - left),
            std::max(1, viewport()->height() - legendHeight() - top)};
}

TimeScale TimeAxisView::timeScale() const
{
    const QRect plot = plotRect();
    return {m_selection.range(), plot.left(), plot.width()};
}

void TimeAxisView::recordingGrew()
{
    takeNew();
    if (m_selection.isFollowing() && length() > Nanoseconds{0})
        m_selection.setRange(following(m_selection.range(), length()));
    updateScrollBars();
    schedulePaint();
}

void TimeAxisView::recordingReset()
{
    forget();
    m_lastFound = 0;
    m_selection.selectRequest(std::nullopt);
    m_selection.setRange({Nanoseconds{0}, Milliseconds{100}});
    m_selection.setFollowing(true);
    updateScrollBars();
    schedulePaint();
}

int TimeAxisView::verticalOffset() const
{
    return verticalScrollBar()->value();
}

std::optional<std::size_t> TimeAxisView::positionOf(RequestKey key) const
{
    const auto &requests = m_recording.requests();
    const auto isIt = [&](std::size_t position) {
        return requests[position].index == key.index && requests[position].variant == key.variant;
    };
    // Records are in order of settling, so what is asked for next is mostly near to the last one.
    std::size_t down = std::min(m_lastFound, requests.size());
    std::size_t up = down;
    while (down > 0 || up < requests.size()) {
        if (up < requests.size() && isIt(up))
            return m_lastFound = up;
        if (up < requests.size())
            ++up;
        if (down > 0 && isIt(--down))
            return m_lastFound = down;
    }
    return std::nullopt;
}

const RequestRecord *TimeAxisView::selectedRequest() const
{
    const std::optional<RequestKey> key = m_selection.request();
    const std::optional<std::size_t> position = key ? positionOf(*key) : std::nullopt;
    return position ? &m_recording.requests()[*position] : nullptr;
}

void TimeAxisView::selectByIndex(int difference)
{
    if (const std::optional<RequestKey> present = m_selection.request()) {
        const std::int64_t index = std::int64_t{present->index} + difference;
        const RequestKey next{present->variant, static_cast<std::uint32_t>(index)};
        if (index >= 1 && positionOf(next))
            m_selection.selectRequest(next);
        return;
    }
    for (const RequestRecord &record : m_recording.requests()) {
        const TimeRange life = lifetime(record.points);
        if (m_selection.range().contains({sinceOrigin(life.begin), sinceOrigin(life.end)})) {
            m_selection.selectRequest(RequestKey{record.variant, record.index});
            return;
        }
    }
}

void TimeAxisView::schedulePaint()
{
    if (m_paintTimer.isActive())
        return;
    const qint64 elapsed = m_sincePaint.isValid() ? m_sincePaint.elapsed() : kFrameMs;
    if (elapsed >= kFrameMs)
        viewport()->update();
    else
        m_paintTimer.start(static_cast<int>(kFrameMs - elapsed));
}

void TimeAxisView::updateScrollBars()
{
    const int visible = plotRect().height();
    verticalScrollBar()->setRange(0, std::max(0, contentHeight() - visible));
    verticalScrollBar()->setPageStep(visible);
    verticalScrollBar()->setSingleStep(2 * lineHeight());

    const TimeRange range = m_selection.range();
    const Nanoseconds end = std::max(following(range, length()).end, range.end);
    m_scrollUnit = std::max(Nanoseconds{1}, end / kScrollSteps);
    const auto steps = [this](Nanoseconds time) {
        return static_cast<int>(time.count() / m_scrollUnit.count());
    };
    const QSignalBlocker blocker(horizontalScrollBar());
    horizontalScrollBar()->setRange(0, steps(end - range.span()));
    horizontalScrollBar()->setPageStep(std::max(1, steps(range.span())));
    horizontalScrollBar()->setSingleStep(std::max(1, steps(range.span()) / 10));
    horizontalScrollBar()->setValue(steps(range.begin));
}

void TimeAxisView::paintEvent(QPaintEvent *)
{
    m_sincePaint.start();
    QPainter painter(viewport());
    const QRect all = viewport()->rect();
    painter.fillRect(all, m_colors.base);
    if (hasContent()) {
        const TimeScale scale = timeScale();
        const QRect plot = plotRect();
        painter.setClipRect(0, plot.top(), all.width(), plot.height());
        paintLanes(painter, scale);
        painter.setClipping(false);
        paintBand(painter, scale);
        paintAxis(painter, scale);
        paintHoverTime(painter, scale);
        if (legendHeight() > 0)
            paintLegend(painter, {0, all.height() - legendHeight(), all.width(), legendHeight()});
    } else {
        painter.setPen(m_colors.text);
        const int margin = 2 * lineHeight();
        painter.drawText(all.adjusted(margin, margin, -margin, -margin),
                         Qt::AlignCenter | Qt::TextWordWrap, emptyText());
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_colors.highlight, 2));
        painter.drawRect(all.adjusted(1, 1, -1, -1));
    }
}

void TimeAxisView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void TimeAxisView::wheelEvent(QWheelEvent *event)
{
    const QPointF position = event->position();
    const QPoint angle = event->angleDelta();
    const QRect plot = plotRect();
    const bool isInPlot = position.x() >= plot.left();
    if (angle.x() != 0 || event->modifiers().testFlag(Qt::ShiftModifier)) {
        const int notches = angle.x() != 0 ? angle.x() : angle.y();
        panBy(-kKeyPan * notches / kWheelNotch);
    } else if (isInPlot) {
        zoomBy(std::pow(kWheelZoom, static_cast<double>(angle.y()) / kWheelNotch),
               timeScale().time(position.x()));
    } else {
        QScrollBar *bar = verticalScrollBar();
        bar->setValue(bar->value() - angle.y() * bar->singleStep() / kWheelNotch);
    }
    event->accept();
}

void TimeAxisView::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers =
        event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
    if (handleKey(event->key(), modifiers))
        return;
    const bool isPlain = modifiers == Qt::NoModifier;
    const bool isControl = modifiers == Qt::ControlModifier;
    const auto anchor = [this] {
        const TimeRange range = m_selection.range();
        if (const RequestRecord *record = selectedRequest()) {
            const TimeRange life = lifetime(record->points);
            const Nanoseconds middle = sinceOrigin(life.begin + life.span() / 2);
            if (middle >= range.begin && middle <= range.end)
                return middle;
        }
        return range.begin + range.span() / 2;
    };
    QScrollBar *const lanes = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(kKeyZoom, anchor()); return;
    case Qt::Key_Minus: zoomBy(1 / kKeyZoom, anchor()); return;
    case Qt::Key_0: showWhole(); return;
    case Qt::Key_PageUp: lanes->triggerAction(QScrollBar::SliderPageStepSub); return;
    case Qt::Key_PageDown: lanes->triggerAction(QScrollBar::SliderPageStepAdd); return;
    case Qt::Key_Home:
        if (isPlain) {
            setRange({Nanoseconds{0}, m_selection.range().span()});
            return;
        }
        break;
    case Qt::Key_End:
        if (isPlain) {
            followEnd();
            return;
        }
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isPlain || isControl) {
            const double share = isPlain ? kKeyPan : kPagePan;
            panBy(event->key() == Qt::Key_Left ? -share : share);
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selection.request()) {
            zoomToSelection();
            return;
        }
        break;
    case Qt::Key_Escape:
        if (m_selection.request()) {
            m_selection.selectRequest(std::nullopt);
            return;
        }
        break;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void TimeAxisView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = event->position().toPoint();
    m_rangeWhenPressed = m_selection.range();
    m_verticalWhenPressed = verticalScrollBar()->value();
    m_isDragging = false;
}

void TimeAxisView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    m_hoverX = position.x();
    schedulePaint();
    if (!m_pressedAt) {
        updateCursor(position);
        return;
    }
    const QPoint distance = position - *m_pressedAt;
    if (!m_isDragging && distance.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const TimeScale before(m_rangeWhenPressed, 0, plotRect().width());
    setRange(moved(m_rangeWhenPressed, m_rangeWhenPressed.begin - before.time(distance.x())));
    verticalScrollBar()->setValue(m_verticalWhenPressed - distance.y());
}

void TimeAxisView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressedAt)
        return;
    const QPoint position = event->position().toPoint();
    if (!m_isDragging && hasContent())
        m_selection.selectRequest(requestAt(position));
    m_pressedAt.reset();
    m_isDragging = false;
    updateCursor(position);
}

void TimeAxisView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_selection.request())
        zoomToSelection();
}

void TimeAxisView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    schedulePaint();
}

void TimeAxisView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    schedulePaint();
}

void TimeAxisView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
    if (event->type() == QEvent::FontChange)
        updateScrollBars();
    schedulePaint();
}

bool TimeAxisView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString facts = hasContent() ? factsAt(help->pos()) : QString();
        if (facts.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), facts, viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_hoverX.reset();
        schedulePaint();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimeAxisView::scrollContentsBy(int, int)
{
    // Lanes are painted at the offset of the bar; there are no pixels worth moving.
    schedulePaint();
}

int TimeAxisView::axisHeight() const
{
    return lineHeight() + kTickLength + 6;
}

void TimeAxisView::updateColors()
{
    const QPalette &from = palette();
    m_colors.dark = isDark(from);
    m_colors.base = from.color(QPalette::Base);
    m_colors.text = from.color(QPalette::Text);
    m_colors.dimText = blended(m_colors.base, m_colors.text, 0.7);
    m_colors.grid = blended(m_colors.base, m_colors.text, 0.1);
    m_colors.line = blended(m_colors.base, m_colors.text, 0.4);
    m_colors.laneGround = blended(m_colors.base, m_colors.text, 0.035);
    m_colors.headingGround = blended(m_colors.base, m_colors.text, 0.09);
    m_colors.highlight = from.color(QPalette::Highlight);
    m_colors.failure = failureColor(m_colors.dark);
}

void TimeAxisView::setRange(TimeRange range)
{
    const Nanoseconds end = length();
    if (end <= Nanoseconds{0})
        return;
    if (range.end < end)
        m_selection.setFollowing(false);
    m_selection.setRange(limited(range, end));
}

void TimeAxisView::zoomBy(double factor, Nanoseconds anchor)
{
    const TimeRange range = zoomed(m_selection.range(), factor, anchor);
    // Zooming further in than there is to see would only move the range.
    if (range.span() >= Selection::kShortest || factor > 1)
        setRange(range);
}

void TimeAxisView::panBy(double shareOfSpan)
{
    const auto span = static_cast<double>(m_selection.range().span().count());
    setRange(moved(m_selection.range(), Nanoseconds{std::llround(shareOfSpan * span)}));
}

void TimeAxisView::showWhole()
{
    setRange(following({Nanoseconds{0}, length()}, length()));
    m_selection.setFollowing(true);
}

void TimeAxisView::followEnd()
{
    const Nanoseconds span = m_selection.range().span();
    setRange(following({length() - span, length()}, length()));
    m_selection.setFollowing(true);
}

void TimeAxisView::zoomToSelection()
{
    if (const RequestRecord *record = selectedRequest()) {
        const TimeRange life = lifetime(record->points);
        setRange(around({sinceOrigin(life.begin), sinceOrigin(life.end)}));
    }
}

void TimeAxisView::onRequestChanged()
{
    schedulePaint();
    const RequestRecord *record = selectedRequest();
    if (!record)
        return;
    const TimeRange life = lifetime(record->points);
    const TimeRange there{sinceOrigin(life.begin), sinceOrigin(life.end)};
    if (!m_selection.range().contains(there)) {
        m_selection.setFollowing(false);
        m_selection.setRange(showing(m_selection.range(), there));
    }
    showRequest(*record);
    viewport()->setAccessibleDescription(describe(*record));
}

void TimeAxisView::onHorizontalScroll(int value)
{
    if (value == horizontalScrollBar()->maximum())
        followEnd();
    else
        setRange(moved(m_selection.range(), value * m_scrollUnit - m_selection.range().begin));
}

void TimeAxisView::updateCursor(QPoint position)
{
    const bool isOnRequest = hasContent() && requestAt(position).has_value();
    viewport()->setCursor(isOnRequest ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

Nanoseconds TimeAxisView::gridStep(const TimeScale &scale) const
{
    const auto labelWidth = [&](Nanoseconds step) {
        const Nanoseconds end = scale.range().end;
        return fontMetrics().horizontalAdvance(tickLabel(end, step, end)) + kTickGap;
    };
    const Nanoseconds step = tickStep(scale.duration(4.0 * kTickGap));
    // Fewer ticks need fewer decimals, so a second look is enough.
    return tickStep(std::max(step, scale.duration(labelWidth(step))));
}

void TimeAxisView::paintGrid(QPainter &painter, const TimeScale &scale) const
{
    const QRect plot = plotRect();
    for (const Nanoseconds tick : ticks(scale.range(), gridStep(scale))) {
        const int x = scale.edge(tick);
        painter.fillRect(x, plot.top(), 1, plot.height(), m_colors.grid);
    }
}

void TimeAxisView::paintAxis(QPainter &painter, const TimeScale &scale)
{
    const int height = axisHeight();
    painter.setPen(m_colors.text);
    paintGutterTitle(painter, {0, 3, scale.left(), lineHeight()});
    const Nanoseconds step = gridStep(scale);
    for (const Nanoseconds tick : ticks(scale.range(), step)) {
        const int x = scale.edge(tick);
        if (x < scale.left() || x >= scale.right())
            continue;
        painter.fillRect(x, height - kTickLength, 1, kTickLength, m_colors.line);
        const QString label = tickLabel(tick, step, scale.range().end);
        const int width = fontMetrics().horizontalAdvance(label);
        // At the edges of the plot a label moves inwards, by less than the gap to the next one.
        const int left =
            std::clamp(x - width / 2, scale.left(), std::max(scale.left(), scale.right() - width));
        if (std::abs(left - (x - width / 2)) < kTickGap)
            painter.drawText(left, 3 + fontMetrics().ascent(), label);
    }
    painter.fillRect(0, height - 1, viewport()->width(), 1, m_colors.line);
}

void TimeAxisView::paintHoverTime(QPainter &painter, const TimeScale &scale)
{
    if (!m_hoverX || *m_hoverX < scale.left() || *m_hoverX >= scale.right() || m_isDragging)
        return;
    const QRect plot = plotRect();
    painter.fillRect(*m_hoverX, axisHeight(), 1, plot.bottom() + 1 - axisHeight(), m_colors.line);
    const QString label =
        tickLabel(scale.time(*m_hoverX), tickStep(scale.duration(1)), scale.range().end);
    const int width = fontMetrics().horizontalAdvance(label) + 8;
    const int left = std::clamp(*m_hoverX - width / 2, scale.left(),
                                std::max(scale.left(), scale.right() - width));
    const QRect chip(left, 1, width, lineHeight() + 4);
    painter.fillRect(chip, m_colors.text);
    painter.setPen(m_colors.base);
    painter.drawText(chip, Qt::AlignCenter, label);
}

} // namespace reusescope
