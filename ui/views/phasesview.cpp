// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/phasesview.h"

#include "ui/format/text.h"
#include "ui/views/pinlabels.h"
#include "ui/views/tracecolors.h"
#include "ui/views/tracefacts.h"

#include <QComboBox>
#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <optional>

namespace reusescope {
namespace {

constexpr std::array kLanePhases{Phase::Timers, Phase::Pending, Phase::Idle,   Phase::Prepare,
                                 Phase::Poll,   Phase::Check,   Phase::Closing};
constexpr int kMargin = 8;
constexpr int kLanePadding = 3;
constexpr int kHitPixels = 3;
constexpr int kMostPins = 4; // queued, validated, written, answered
constexpr int kPinGap = 4;
constexpr int kTurnPixels = 8; // turns closer to each other are not marked
constexpr int kPinPixels = 40; // requests that are narrower show no pins
constexpr int kMostLaneLines = 8; // a lane grows with the window up to this many lines of text
constexpr int kFramesPixels = 12; // narrower polls show no frames
constexpr int kFramesWidth = 4;
constexpr double kMostFrames = 4096; // of a poll, at which their bar is as high as it gets
constexpr Nanoseconds kNothingWhole{-1}; // for Pyramid::visit: look at every item

/// Poll has text to show, and two figures in the gutter.
constexpr int weight(Phase phase)
{
    return phase == Phase::Poll ? 2 : 1;
}

QString percent(double share)
{
    return QLocale().toString(100 * share, 'f', 1) + QChar::Nbsp + QLatin1Char('%');
}

QColor framesColor(bool isReceived, bool dark)
{
    return segmentColor(isReceived ? Segment::LastByte : Segment::Write, dark);
}

QString pinName(TraceMark mark)
{
    switch (mark) {
    case TraceMark::Queued: return PhasesView::tr("queued");
    case TraceMark::Validated: return PhasesView::tr("validated");
    case TraceMark::Written: return PhasesView::tr("written");
    default: return PhasesView::tr("answered");
    }
}

/// Pins of neighbouring requests are often at the same time in the same phase, so each kind has its
/// own height in a lane.
double pinHeight(TraceMark mark)
{
    switch (mark) {
    case TraceMark::Queued: return 0.75;
    case TraceMark::Answered: return 0.25;
    default: return 0.5;
    }
}

} // namespace

PhasesView::PhasesView(const Recording &recording, Selection &selection, QWidget *parent)
    : TimeAxisView(recording, selection, parent), m_variants(new QComboBox(viewport()))
{
    setAccessibleName(tr("Phases"));
    setAccessibleDescription(
        tr("A lane per phase of the event loop. Plus and minus zoom, the arrow keys move, Up and "
           "Down select requests, V shows another variant."));
    viewport()->setAccessibleName(tr("Phases"));
    m_variants->setAccessibleName(tr("Variant whose loop is shown"));
    m_variants->setToolTip(tr("Variant whose loop is shown (V)"));
    m_variants->setCursor(Qt::ArrowCursor);
    m_variants->hide();
    connect(m_variants, &QComboBox::activated, this, [this](int index) {
        setVariant(static_cast<std::uint8_t>(m_variants->itemData(index).toUInt()));
    });
    m_trace.take(recording);
    updateVariants();
    layOut();
}

void PhasesView::setVariantNames(const QStringList &names)
{
    m_variantNames = names;
    m_variants->clear();
    updateVariants();
    layOut();
    schedulePaint();
}

void PhasesView::setVariant(std::uint8_t variant)
{
    m_variant = variant;
    m_variants->setCurrentIndex(m_variants->findData(uint{variant}));
    schedulePaint();
}

QRect PhasesView::laneRect(Phase phase) const
{
    const auto lane = std::ranges::find(m_lanes, phase, &Lane::phase);
    return lane == m_lanes.end() ? QRect() : laneRect(*lane);
}

void PhasesView::takeNew()
{
    m_trace.take(recording());
    updateVariants();
}

void PhasesView::forget()
{
    m_trace.clear();
    m_variants->clear();
    m_variant = 0;
    updateVariants();
}

bool PhasesView::hasContent() const
{
    return shownLoop() != nullptr;
}

QString PhasesView::emptyText() const
{
    return tr("Nothing recorded yet.\nPress Run (F5): the phases of the event loop appear here, "
              "turn by turn.");
}

int PhasesView::gutterWidth() const
{
    return m_gutterWidth;
}

int PhasesView::bandHeight() const
{
    return (1 + kMostPins) * lineHeight() + 6;
}

int PhasesView::legendHeight() const
{
    return lineHeight() + 10;
}

int PhasesView::contentHeight() const
{
    return m_contentHeight;
}

// Layout

void PhasesView::layOut()
{
    const QFontMetrics metrics = fontMetrics();
    int names = 0;
    for (const Phase each : kLanePhases)
        names = std::max(names, metrics.horizontalAdvance(phaseText(each)));
    names = std::max({names, metrics.horizontalAdvance(tr("callbacks")),
                      metrics.horizontalAdvance(phaseText(Phase::Poll) + tr(": sleep"))});
    const int lanes = names + metrics.horizontalAdvance(percent(1)) + 4 * kMargin;
    m_gutterWidth = std::max(lanes, m_variants->sizeHint().width() + 2 * kMargin);
    m_variants->setGeometry(kMargin, plotRect().top() - bandHeight() + 4,
                            m_gutterWidth - 2 * kMargin, m_variants->sizeHint().height());

    int weights = 0;
    for (const Phase each : kLanePhases)
        weights += weight(each);
    const int least = lineHeight() + 2 * kLanePadding;
    const int unit =
        std::clamp(plotRect().height() / weights, least, kMostLaneLines * lineHeight());
    m_lanes.clear();
    int top = 0;
    for (const Phase each : kLanePhases) {
        m_lanes.push_back({each, top, unit * weight(each)});
        top += unit * weight(each);
    }
    m_contentHeight = top;
}

void PhasesView::updateVariants()
{
    const auto &loops = m_trace.loops();
    if (m_variants->count() != std::ssize(loops)) {
        m_variants->clear();
        for (const LoopTrace::Loop &each : loops)
            m_variants->addItem(variantName(each.variant), uint{each.variant});
        m_variants->setVisible(loops.size() > 1);
        layOut();
    }
    if (!loops.empty() && !shownLoop())
        m_variant = loops.front().variant;
    m_variants->setCurrentIndex(m_variants->findData(uint{m_variant}));
}

void PhasesView::stepVariant(int difference)
{
    const auto count = static_cast<int>(m_trace.loops().size());
    if (count < 2)
        return;
    const int next = (m_variants->currentIndex() + difference + count) % count;
    setVariant(m_trace.loops()[static_cast<std::size_t>(next)].variant);
}

QString PhasesView::variantName(std::uint8_t variant) const
{
    return variant < m_variantNames.size() ? m_variantNames.at(variant)
                                           : tr("variant %1").arg(variant + 1);
}

QRect PhasesView::laneRect(const Lane &lane) const
{
    return {0, plotRect().top() + lane.top - verticalOffset(), viewport()->width(), lane.height};
}

// Finding and selecting

std::vector<PhasesView::Pin> PhasesView::pinsOf(const RequestRecord &record)
{
    const TimePoints &points = record.points;
    std::vector<Pin> pins{{points.queued, record.queuedFrom, TraceMark::Queued}};
    if (points.validated.has())
        pins.push_back(
            {points.queued + points.validated.value(), record.firedIn, TraceMark::Validated});
    if (points.sent.has())
        pins.push_back({points.queued + points.sent.value(), record.writtenIn, TraceMark::Written});
    if (points.done.has() && points.firstByte.has())
        pins.push_back({points.queued + points.done.value(), Phase::Poll, TraceMark::Answered});
    return pins;
}

int PhasesView::pinX(const TimeScale &scale, const Pin &pin) const
{
    return scale.edge(sinceOrigin(pin.at));
}

QString PhasesView::pinText(const Pin &pin, const RequestRecord &record) const
{
    const QString name = pinName(pin.mark);
    if (pin.mark == TraceMark::Queued) {
        return pin.phase == Phase::Main
            ? tr("%1 (request %2)").arg(name, countText(record.index))
            : tr("%1 from %2 (request %3)")
                  .arg(name, phaseText(pin.phase), countText(record.index));
    }
    const QString after = durationText(pin.at - record.points.queued);
    return pin.phase == Phase::Main
        ? tr("%1 after %2").arg(name, after)
        : tr("%1 in %2 after %3").arg(name, phaseText(pin.phase), after);
}

std::optional<RequestKey> PhasesView::requestAt(QPoint position) const
{
    const LoopTrace::Loop *loop = shownLoop();
    const TimeScale scale = timeScale();
    if (!loop || position.x() < scale.left() || !plotRect().contains(position))
        return std::nullopt;
    // Of the requests under way there, the one with a point nearest to the pointer.
    std::optional<RequestKey> best;
    int bestDistance = 0;
    loop->requestPyramid.visit(
        onClock(scale.time(position.x() - kHitPixels)),
        onClock(scale.time(position.x() + kHitPixels)), kNothingWhole, [](const RequestNode &) {},
        [&](std::size_t each) {
            const RequestRecord &record = recording().requests()[loop->requests[each]];
            const TimeRange life = lifetime(record.points);
            if (scale.edge(sinceOrigin(life.begin)) - kHitPixels > position.x()
                || scale.edge(sinceOrigin(life.end)) + kHitPixels < position.x())
                return;
            int distance = scale.width();
            for (const CompactDuration point :
                 {CompactDuration(Nanoseconds{0}), record.points.validated, record.points.sent,
                  record.points.done}) {
                if (point.has()) {
                    const int x = scale.edge(sinceOrigin(life.begin + point.value()));
                    distance = std::min(distance, std::abs(x - position.x()));
                }
            }
            if (!best || distance < bestDistance) {
                best = RequestKey{record.variant, record.index};
                bestDistance = distance;
            }
        });
    return best;
}

QString PhasesView::factsAt(QPoint position) const
{
    const LoopTrace::Loop *loop = shownLoop();
    const TimeScale scale = timeScale();
    const auto lane = std::ranges::find_if(
        m_lanes, [&](const Lane &each) { return laneRect(each).contains(position); });
    if (!loop || lane == m_lanes.end() || position.x() < scale.left()
        || !plotRect().contains(position))
        return {};
    std::optional<PhaseRecord> longest;
    loop->phasePyramid.visit(
        onClock(scale.time(position.x() - 1)), onClock(scale.time(position.x() + 1)), kNothingWhole,
        [](const PhaseNode &) {},
        [&](std::size_t each) {
            const PhaseRecord record = recording().phases()[loop->phases[each]];
            const TimeRange when = extent(record);
            const bool isHere = record.phase == lane->phase
                && scale.edge(sinceOrigin(when.begin)) - 1 <= position.x()
                && scale.edge(sinceOrigin(when.end)) + 1 >= position.x();
            if (isHere && (!longest || when.span() > extent(*longest).span()))
                longest = record;
        });
    if (!longest)
        return {};
    return phaseFacts(*longest, sinceOrigin(longest->start),
                      LoopTrace::framesOf(recording(), *loop, longest->turn));
}

QString PhasesView::describe(const RequestRecord &record) const
{
    QStringList parts{requestSummary(record, variantName(record.variant))};
    for (const Pin &each : pinsOf(record))
        parts += pinText(each, record);
    return parts.join(QStringLiteral(", "));
}

void PhasesView::showRequest(const RequestRecord &record)
{
    if (record.variant != m_variant)
        setVariant(record.variant);
}

const RequestRecord *PhasesView::selectedHere() const
{
    const RequestRecord *record = selectedRequest();
    return record && record->variant == m_variant ? record : nullptr;
}

bool PhasesView::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isShift = modifiers == Qt::ShiftModifier;
    if (!isShift && modifiers != Qt::NoModifier)
        return false;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isShift)
            selectByIndex(key == Qt::Key_Left ? -1 : 1);
        return isShift;
    case Qt::Key_Up: selectByIndex(-1); return true;
    case Qt::Key_Down: selectByIndex(1); return true;
    case Qt::Key_V: stepVariant(isShift ? -1 : 1); return true;
    default: return false;
    }
}

void PhasesView::resizeEvent(QResizeEvent *event)
{
    layOut();
    TimeAxisView::resizeEvent(event);
}

void PhasesView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        layOut();
    TimeAxisView::changeEvent(event);
}

// Painting

void PhasesView::gather(const TimeScale &scale)
{
    m_columns.assign(static_cast<std::size_t>(scale.width()), Column());
    m_bars.clear();
    m_turns.clear();
    m_firstTurn = UINT32_MAX;
    m_lastTurn = 0;
    m_busyShare = {};
    m_sleptShare = 0;
    const LoopTrace::Loop *loop = shownLoop();
    if (!loop)
        return;

    const TimeRange range = scale.range();
    const auto addNode = [&](const PhaseNode &node) {
        const int first = scale.column(sinceOrigin(node.begin));
        const int last = scale.column(sinceOrigin(node.end));
        const auto share = 1.0F / static_cast<float>(last - first + 1);
        for (int each = std::max(first, 0); each <= std::min(last, scale.width() - 1); ++each) {
            Column &column = m_columns[static_cast<std::size_t>(each)];
            for (std::size_t phase = 0; phase < column.busy.size(); ++phase) {
                column.busy[phase] += share * node.busy[phase];
                m_busyShare[phase] += static_cast<double>(share * node.busy[phase]);
            }
            column.slept += share * node.slept;
            m_sleptShare += static_cast<double>(share * node.slept);
        }
        m_firstTurn = std::min(m_firstTurn, node.firstTurn);
        m_lastTurn = std::max(m_lastTurn, node.lastTurn);
    };
    // There may be 100,000 of them in sight, so they do not take the way over a PhaseNode.
    const auto addShort = [&](const PhaseRecord &record) {
        const int place = scale.column(sinceOrigin(record.start));
        if (place < 0 || place >= scale.width())
            return;
        const auto phase = static_cast<std::size_t>(record.phase);
        const auto total = static_cast<float>(extent(record).span().count());
        // A phase that took less than the clock resolves still took place.
        const float busy = std::max(1.0F, static_cast<float>(busyTime(record).count()));
        Column &column = m_columns[static_cast<std::size_t>(place)];
        column.busy[phase] += busy;
        column.slept += std::max(0.0F, total - busy);
        m_busyShare[phase] += static_cast<double>(busy);
        m_sleptShare += static_cast<double>(std::max(0.0F, total - busy));
    };
    std::uint32_t turn = 0;
    loop->phasePyramid.visit(
        onClock(range.begin), onClock(range.end), scale.duration(1), addNode,
        [&](std::size_t position) {
            const PhaseRecord record = recording().phases()[loop->phases[position]];
            const TimeRange when = extent(record);
            if (sinceOrigin(when.end) < range.begin || sinceOrigin(when.begin) > range.end)
                return;
            if (record.turn != turn) {
                m_turns.push_back({scale.edge(sinceOrigin(when.begin)), record.turn});
                turn = record.turn;
            }
            const auto pixels = scale.pixels(when.span());
            m_firstTurn = std::min(m_firstTurn, record.turn);
            m_lastTurn = std::max(m_lastTurn, record.turn);
            if (pixels < 1) {
                addShort(record);
                return;
            }
            m_bars.push_back(record);
            const auto visible = [&](Nanoseconds begin, Nanoseconds end) {
                const Nanoseconds from = std::max(sinceOrigin(begin), range.begin);
                const Nanoseconds to = std::min(sinceOrigin(end), range.end);
                return static_cast<double>(std::max(to - from, Nanoseconds{0}).count());
            };
            const Nanoseconds woken = when.end - busyTime(record);
            m_sleptShare += visible(when.begin, woken);
            m_busyShare[static_cast<std::size_t>(record.phase)] += visible(woken, when.end);
        });
    const auto span = static_cast<double>(range.span().count());
    for (double &share : m_busyShare)
        share /= span;
    m_sleptShare /= span;
}

void PhasesView::paintLanes(QPainter &painter, const TimeScale &scale)
{
    gather(scale);
    for (std::size_t each = 1; each < m_lanes.size(); each += 2)
        painter.fillRect(laneRect(m_lanes[each]), colors().laneGround);
    paintGrid(painter, scale);

    const QRect plot = plotRect();
    painter.save();
    painter.setClipRect(plot.left(), plot.top(), plot.width(),
                        std::min(plot.height(), m_contentHeight - verticalOffset()));
    const RequestRecord *selected = selectedHere();
    if (selected)
        paintWait(painter, scale, *selected);
    paintTurns(painter);
    for (const Lane &each : m_lanes)
        paintColumns(painter, scale, each);
    for (const PhaseRecord &each : m_bars)
        paintBar(painter, scale, each);
    for (const PhaseRecord &each : m_bars) {
        if (each.phase != Phase::Poll)
            continue;
        const TimeRange when = extent(each);
        const QRect lane = laneRect(Phase::Poll).adjusted(0, kLanePadding, 0, -kLanePadding);
        const int left = std::max(scale.edge(sinceOrigin(when.begin)), scale.left());
        const int right = std::min(scale.edge(sinceOrigin(when.end)), scale.right());
        if (right - left >= kFramesPixels)
            paintFrames(painter, {left, lane.top(), right - left, lane.height()}, each);
    }
    paintPins(painter, scale);
    painter.restore();

    for (const Lane &each : m_lanes)
        paintGutter(painter, each);
    painter.fillRect(scale.left() - 1, plot.top(), 1, m_contentHeight - verticalOffset(),
                     colors().line);
}

void PhasesView::paintGutterTitle(QPainter &painter, const QRect &area)
{
    const QRect inner = area.adjusted(kMargin, 0, -kMargin, 0);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, tr("phase"));
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, tr("of this time"));
}

void PhasesView::paintGutter(QPainter &painter, const Lane &lane)
{
    const QRect area = laneRect(lane);
    const int width = m_gutterWidth - 2 * kMargin;
    const auto index = static_cast<std::size_t>(lane.phase);
    const auto line = [&](int middle, const QString &name, double share, const QColor &color) {
        const QRect text(area.left() + kMargin, middle - lineHeight() / 2, width, lineHeight());
        painter.setPen(color);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
        if (share > 0)
            painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, percent(share));
    };
    if (lane.phase != Phase::Poll) {
        line(area.center().y(), phaseText(lane.phase), m_busyShare[index], colors().text);
        return;
    }
    // Poll is the one phase with two figures; its name has a line of its own where there is room.
    const int lines = area.height() >= 3 * lineHeight() ? 3 : 2;
    const auto middleOf = [&](int number) {
        return area.top() + (2 * number + 1) * area.height() / (2 * lines);
    };
    const QString name = phaseText(lane.phase);
    if (lines == 3)
        line(middleOf(0), name, 0, colors().text);
    line(middleOf(lines - 2), lines == 3 ? tr("sleep") : name + tr(": sleep"), m_sleptShare,
         lines == 3 ? colors().dimText : colors().text);
    line(middleOf(lines - 1), tr("callbacks"), m_busyShare[index], colors().dimText);
}

void PhasesView::paintWait(QPainter &painter, const TimeScale &scale, const RequestRecord &record)
{
    const TimeRange life = lifetime(record.points);
    const Nanoseconds until =
        record.points.sent.has() ? life.begin + record.points.sent.value() : life.end;
    const int left = std::max(scale.edge(sinceOrigin(life.begin)), scale.left());
    const int right = std::min(scale.edge(sinceOrigin(until)), scale.right());
    const QRect plot = plotRect();
    if (right > left)
        painter.fillRect(left, plot.top(), right - left, plot.height(),
                         blended(colors().base, colors().highlight, 0.16));
}

void PhasesView::paintTurns(QPainter &painter)
{
    const QRect plot = plotRect();
    if (std::ssize(m_turns) * kTurnPixels > plot.width())
        m_turns.clear();
    painter.setPen(QPen(colors().line, 1, Qt::DotLine));
    for (const Turn &each : m_turns)
        painter.drawLine(each.x, plot.top(), each.x, plot.bottom());
}

void PhasesView::paintColumns(QPainter &painter, const TimeScale &scale, const Lane &lane)
{
    const QRect area = laneRect(lane).adjusted(0, kLanePadding, 0, -kLanePadding);
    const auto pixel = static_cast<float>(scale.duration(1).count());
    const auto index = static_cast<std::size_t>(lane.phase);
    // The least is always seen, however small its share.
    const auto height = [&](float time) {
        return time <= 0
            ? 0
            : std::clamp(
                static_cast<int>(std::lround(static_cast<float>(area.height()) * time / pixel)), 2,
                area.height());
    };
    const QColor sleep = blended(colors().base, sleepColor(colors().dark), 0.45);
    const QColor busy = callbackColor(colors().dark);
    int runBegin = 0;
    int runSleep = 0;
    int runBusy = 0;
    const auto flush = [&](int end) {
        const int left = scale.left() + runBegin;
        const int bottom = area.bottom() + 1;
        painter.fillRect(left, bottom - runSleep, end - runBegin, runSleep, sleep);
        const int busyTop = std::max(area.top(), bottom - runSleep - runBusy);
        painter.fillRect(left, busyTop, end - runBegin, runBusy, busy);
    };
    for (int each = 0; each < scale.width(); ++each) {
        const Column &column = m_columns[static_cast<std::size_t>(each)];
        const int slept = lane.phase == Phase::Poll ? height(column.slept) : 0;
        const int ran = height(column.busy[index]);
        if (slept != runSleep || ran != runBusy) {
            flush(each);
            runBegin = each;
            runSleep = slept;
            runBusy = ran;
        }
    }
    flush(scale.width());
}

void PhasesView::paintBar(QPainter &painter, const TimeScale &scale, const PhaseRecord &record)
{
    if (record.phase == Phase::Main)
        return;
    const QRect area = laneRect(record.phase).adjusted(0, kLanePadding, 0, -kLanePadding);
    const TimeRange when = extent(record);
    const auto edge = [&](Nanoseconds time) {
        return std::clamp(scale.edge(sinceOrigin(time)), scale.left() - 2, scale.right() + 2);
    };
    const int left = edge(when.begin);
    const int right = std::max(edge(when.end), left + 1);
    const int woken = std::min(edge(when.end - busyTime(record)), right);
    if (woken > left) {
        const QRect sleep(left, area.top(), woken - left, area.height());
        const QColor color = sleepColor(colors().dark);
        painter.fillRect(sleep, blended(colors().base, color, 0.15));
        painter.setBrushOrigin(sleep.topLeft());
        painter.fillRect(sleep, QBrush(blended(colors().base, color, 0.5), Qt::BDiagPattern));
        painter.setPen(color);
        if (sleep.width() > 2)
            painter.drawRect(sleep.adjusted(0, 0, -1, -1));
        paintSleepText(painter, sleep.intersected(plotRect()), record);
    }
    if (right > woken) {
        const QRect busy(woken, area.top(), right - woken, area.height());
        const QColor color = callbackColor(colors().dark);
        painter.fillRect(busy, color);
        const QRect visible = busy.intersected(plotRect());
        if (visible.width() < 5 * fontMetrics().averageCharWidth())
            return;
        const QString text = durationText(busyTime(record));
        if (fontMetrics().horizontalAdvance(text) + 6 <= visible.width()) {
            painter.setPen(textColorOn(color));
            painter.drawText(visible, Qt::AlignCenter, text);
        }
    }
}

/// How many frames the poll brought, from below, and how many left, from above, at the end of its
/// bar.
void PhasesView::paintFrames(QPainter &painter, const QRect &area, const PhaseRecord &record) const
{
    const TurnFrames frames = LoopTrace::framesOf(recording(), *shownLoop(), record.turn);
    if (frames.connections == 0)
        return;
    const auto heightOf = [&](std::uint32_t count) {
        const double share = std::min(1.0, std::log2(1.0 + count) / std::log2(1.0 + kMostFrames));
        return count == 0 ? 0 : std::max(3, static_cast<int>(share * area.height() / 2));
    };
    const auto paint = [&](std::uint32_t count, bool isReceived) {
        const int height = heightOf(count);
        if (height == 0)
            return;
        const QRect bar(area.right() - 1 - kFramesWidth,
                        isReceived ? area.bottom() + 1 - height : area.top(), kFramesWidth, height);
        painter.fillRect(bar.adjusted(-1, 0, 1, 0), colors().base);
        painter.fillRect(bar, framesColor(isReceived, colors().dark));
        const QString text =
            isReceived ? tr("↓ %1").arg(countText(count)) : tr("↑ %1").arg(countText(count));
        const int width = fontMetrics().horizontalAdvance(text) + 6;
        if (width + 2 * kFramesWidth > area.width() || area.height() < 3 * lineHeight())
            return;
        const QRect chip(bar.left() - width - 2,
                         isReceived ? area.bottom() - lineHeight() : area.top() + 1, width,
                         lineHeight());
        painter.fillRect(chip, colors().base);
        painter.setPen(colors().text);
        painter.drawText(chip, Qt::AlignCenter, text);
    };
    paint(frames.received, true);
    paint(frames.sent, false);
}

void PhasesView::paintSleepText(QPainter &painter, const QRect &area,
                                const PhaseRecord &record) const
{
    if (area.width() < 6 * fontMetrics().averageCharWidth() || !record.slept.has())
        return;
    const QString slept = durationText(record.slept.value());
    const QString limit = timeoutLabel(record);
    const QString woken = wokenLabel(record);
    // What explains most comes first; the rest as there is room.
    const std::array candidates{
        QStringList{tr("slept %1, ended by %2").arg(slept, woken), tr("timeout %1").arg(limit)},
        QStringList{tr("slept %1").arg(slept), tr("timeout %1").arg(limit),
                    tr("ended by %1").arg(woken)},
        QStringList{tr("slept %1").arg(slept), tr("timeout %1,").arg(timeoutFigure(record)),
                    timeoutReason(record), tr("ended by %1").arg(woken)},
        QStringList{tr("slept %1").arg(slept), tr("ended by %1").arg(woken)},
        QStringList{slept, woken},
        QStringList{slept}};
    for (const QStringList &lines : candidates) {
        int width = 0;
        for (const QString &line : lines)
            width = std::max(width, fontMetrics().horizontalAdvance(line));
        const auto height = static_cast<int>(lines.size()) * lineHeight();
        if (width + 12 > area.width() || height > area.height())
            continue;
        QRect chip(0, 0, width + 8, height);
        chip.moveCenter(area.center());
        painter.fillRect(chip, blended(colors().base, sleepColor(colors().dark), 0.15));
        painter.setPen(colors().text);
        painter.drawText(chip, Qt::AlignCenter, lines.join(QLatin1Char('\n')));
        return;
    }
}

void PhasesView::paintPins(QPainter &painter, const TimeScale &scale)
{
    const LoopTrace::Loop *loop = shownLoop();
    if (!loop)
        return;
    const TimeRange range = scale.range();
    loop->requestPyramid.visit(
        onClock(range.begin), onClock(range.end), scale.duration(kPinPixels),
        [](const RequestNode &) {},
        [&](std::size_t position) {
            const RequestRecord &record = recording().requests()[loop->requests[position]];
            const TimeRange life = lifetime(record.points);
            if (sinceOrigin(life.end) >= range.begin && sinceOrigin(life.begin) <= range.end
                && scale.pixels(life.span()) >= kPinPixels)
                paintPinsOf(painter, scale, record, false);
        });
    if (const RequestRecord *selected = selectedHere())
        paintPinsOf(painter, scale, *selected, true);
}

void PhasesView::paintPinsOf(QPainter &painter, const TimeScale &scale, const RequestRecord &record,
                             bool isSelected)
{
    const QRect plot = plotRect();
    for (const Pin &each : pinsOf(record)) {
        const int x = pinX(scale, each);
        if (x < scale.left() - kMarkSize || x > scale.right() + kMarkSize)
            continue;
        if (isSelected)
            painter.fillRect(x, plot.top(), 1, plot.height(), colors().text);
        const QRect lane = laneRect(each.phase);
        if (lane.isNull())
            continue;
        const double y = lane.top() + pinHeight(each.mark) * lane.height();
        m_marks.paint(painter, each.mark, {x + 0.5, y},
                      isSelected ? colors().text : colors().dimText, colors().base);
    }
}

void PhasesView::paintBand(QPainter &painter, const TimeScale &scale)
{
    const QRect plot = plotRect();
    const QRect band(0, plot.top() - bandHeight(), viewport()->width(), bandHeight());
    painter.fillRect(band, colors().base);
    const QRect pins(scale.left(), band.top() + 2, scale.width(), kMostPins * lineHeight());
    const QRect turns(scale.left(), pins.bottom() + 1, scale.width(), lineHeight() + 2);
    painter.save();
    painter.setClipRect(QRect(scale.left(), band.top(), scale.width(), band.height()));
    if (const RequestRecord *selected = selectedHere()) {
        paintPinLabels(painter, scale, pins, *selected);
    } else {
        painter.setPen(colors().dimText);
        painter.drawText(pins.adjusted(kMargin, 0, -kMargin, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         tr("Select a request (click, Up, Down) to see where it was queued, "
                            "validated, written and answered."));
    }
    paintTurnNumbers(painter, scale, turns);
    painter.restore();
    painter.setPen(colors().dimText);
    painter.drawText(QRect(kMargin, turns.top(), m_gutterWidth - 2 * kMargin, turns.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("turn"));
    painter.fillRect(0, band.bottom(), band.width(), 1, colors().line);
}

void PhasesView::paintPinLabels(QPainter &painter, const TimeScale &scale, const QRect &area,
                                const RequestRecord &record)
{
    std::vector<PinLabel> labels;
    QStringList texts;
    for (const Pin &each : pinsOf(record)) {
        const int x = pinX(scale, each);
        if (x < scale.left() || x > scale.right())
            continue;
        texts += pinText(each, record);
        labels.push_back({x, fontMetrics().horizontalAdvance(texts.last())});
    }
    const std::vector<PlacedLabel> places = placePinLabels(labels, scale.right(), kPinGap);
    const auto rowTop = [&](int row) { return area.top() + row * lineHeight(); };
    const int bottom = plotRect().top();
    for (std::size_t each = 0; each < labels.size(); ++each) {
        const int top = rowTop(places[each].row) + 2;
        painter.fillRect(labels[each].x, top, 1, bottom - top, colors().text);
    }
    for (std::size_t each = 0; each < labels.size(); ++each) {
        const QRect chip(places[each].left, rowTop(places[each].row), labels[each].width,
                         lineHeight());
        painter.fillRect(chip, colors().base);
        painter.setPen(colors().text);
        painter.drawText(chip, Qt::AlignCenter, texts.at(static_cast<qsizetype>(each)));
    }
}

void PhasesView::paintTurnNumbers(QPainter &painter, const TimeScale &scale, const QRect &area)
{
    painter.fillRect(area.left(), area.top(), area.width(), area.height(), colors().headingGround);
    painter.setPen(colors().dimText);
    if (m_turns.empty()) {
        if (m_firstTurn <= m_lastTurn)
            painter.drawText(
                area.adjusted(kMargin, 0, -kMargin, 0), Qt::AlignLeft | Qt::AlignVCenter,
                m_firstTurn == m_lastTurn
                    ? countText(m_firstTurn)
                    : tr("%1 to %2").arg(countText(m_firstTurn), countText(m_lastTurn)));
        return;
    }
    for (std::size_t each = 0; each < m_turns.size(); ++each) {
        const int left = std::max(m_turns[each].x, scale.left());
        const int right = each + 1 < m_turns.size() ? m_turns[each + 1].x : scale.right();
        painter.fillRect(m_turns[each].x, area.top(), 1, area.height(), colors().line);
        if (right - left < 3 * fontMetrics().averageCharWidth())
            continue;
        const QString number = countText(m_turns[each].number);
        if (fontMetrics().horizontalAdvance(number) + 8 <= right - left)
            painter.drawText(QRect(left + 4, area.top(), right - left - 4, area.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, number);
    }
}

void PhasesView::paintLegend(QPainter &painter, const QRect &area)
{
    painter.fillRect(area, colors().base);
    painter.fillRect(area.left(), area.top(), area.width(), 1, colors().line);
    int x = area.left() + kMargin;
    const int middle = area.center().y();
    const auto text = [&](const QString &label) {
        painter.setPen(colors().text);
        painter.drawText(x + kMarkSize + 6, middle + fontMetrics().ascent() - lineHeight() / 2,
                         label);
        x += kMarkSize + 6 + fontMetrics().horizontalAdvance(label) + 2 * kMargin;
    };
    const auto icon = [&] {
        return QRect(x, middle - kMarkSize / 2, kMarkSize + 2, kMarkSize + 2);
    };
    painter.fillRect(icon(), callbackColor(colors().dark));
    text(tr("callbacks"));
    painter.fillRect(icon(), QBrush(sleepColor(colors().dark), Qt::BDiagPattern));
    painter.setPen(sleepColor(colors().dark));
    painter.drawRect(icon().adjusted(0, 0, -1, -1));
    text(tr("sleep in poll"));
    if (!recording().frameBatches().empty()) {
        for (const bool isReceived : {true, false}) {
            const QRect place = icon();
            const int height = place.height() / 2;
            painter.fillRect(place.center().x() - 1,
                             isReceived ? place.bottom() + 1 - height : place.top(), kFramesWidth,
                             height, framesColor(isReceived, colors().dark));
            text(isReceived ? tr("frames received") : tr("frames sent"));
        }
    }
    for (const TraceMark each :
         {TraceMark::Queued, TraceMark::Validated, TraceMark::Written, TraceMark::Answered}) {
        m_marks.paint(painter, each, icon().center() + QPointF(0.5, 0.5), colors().text,
                      colors().base);
        text(pinName(each));
    }
    painter.setPen(QPen(colors().line, 1, Qt::DotLine));
    painter.drawLine(x + kMarkSize / 2, icon().top(), x + kMarkSize / 2, icon().bottom());
    text(tr("begin of a turn"));
}

} // namespace reusescope
