// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/idlechart.h"

#include "ui/charts/logticks.h"
#include "ui/format/idletext.h"
#include "ui/format/text.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace reusescope {

namespace {

using std::chrono::milliseconds;

constexpr Nanoseconds kLeast = milliseconds(100); // what is shorter stands at the left edge
constexpr Nanoseconds kLeastSpan = milliseconds(10); // of the close-up
constexpr qreal kOverviewPart = 0.55;
constexpr qreal kBetween = 40;
constexpr qreal kReach = 8; // of the pointer
constexpr qreal kBarWidth = 5;
constexpr int kBandAlpha = 60;
constexpr int kLaneUnits[] = {2, 2, 1, 1, 1, 3}; // heights, in the order of the lanes

TraceMark markOf(Reason how)
{
    switch (how) {
    case Reason::IdleReset: return TraceMark::Reset;
    case Reason::Idle408: return TraceMark::Status408;
    case Reason::IdleBytes: return TraceMark::Bytes;
    case Reason::IdleLineBreaks: return TraceMark::LineBreaks;
    case Reason::Goaway: return TraceMark::Goaway;
    case Reason::PeerClosing: return TraceMark::Closed;
    default: return TraceMark::Fin;
    }
}

TraceMark markOf(IdleProbe::Fate fate)
{
    switch (fate) {
    case IdleProbe::Fate::Answered: return TraceMark::Answered;
    case IdleProbe::Fate::ClosedBefore: return TraceMark::Moved;
    case IdleProbe::Fate::NoAnswer: return TraceMark::Expiry;
    case IdleProbe::Fate::ClosedUnder:
    case IdleProbe::Fate::Failed: return TraceMark::Failed;
    }
    return TraceMark::Failed;
}

QColor inkOf(TraceMark mark, const Theme &theme)
{
    switch (mark) {
    case TraceMark::Answered: return theme.success();
    case TraceMark::Moved: return theme.mutedText();
    case TraceMark::Failed:
    case TraceMark::Expiry: return theme.failure();
    default: return theme.text();
    }
}

QString legendText(TraceMark mark)
{
    switch (mark) {
    case TraceMark::Fin: return IdleChart::tr("FIN");
    case TraceMark::Reset: return IdleChart::tr("RST");
    case TraceMark::Status408: return IdleChart::tr("408");
    case TraceMark::Bytes: return IdleChart::tr("bytes");
    case TraceMark::LineBreaks: return IdleChart::tr("line breaks");
    case TraceMark::Goaway: return IdleChart::tr("GOAWAY");
    case TraceMark::Closed: return IdleChart::tr("with the response");
    case TraceMark::Answered: return IdleChart::tr("answered");
    case TraceMark::Moved: return IdleChart::tr("closed before");
    case TraceMark::Expiry: return IdleChart::tr("no answer");
    default: return IdleChart::tr("met the end");
    }
}

} // namespace

std::optional<IdleInterval> closeUpOf(const IdleFindings &findings)
{
    std::optional<IdleInterval> edge = dangerWindow(findings);
    if (!edge) {
        for (const IdleProbe &probe : findings.probes) {
            if (probe.fate != IdleProbe::Fate::NoAnswer
                && probe.fate != IdleProbe::Fate::ClosedUnder)
                continue;
            const Nanoseconds answered = longestAnswered(findings).value_or(Nanoseconds{0});
            edge = IdleInterval{std::min(answered, probe.gap), probe.gap, 1};
            break; // the shortest
        }
    }
    if (!edge)
        edge = closeInterval(findings, false);
    if (!edge || edge->high == Nanoseconds{0})
        return std::nullopt;
    const Nanoseconds span = std::max(edge->high - edge->low, kLeastSpan);
    edge->low = std::max(edge->low - 5 * span / 2, Nanoseconds{0});
    edge->high += 3 * span / 2;
    return edge;
}

std::vector<double> gapShares(const IdleUse &use, const std::vector<Nanoseconds> &edges)
{
    std::vector<double> shares;
    if (use.gaps.empty() && !use.perSecond)
        return shares;
    const auto below = [&use](Nanoseconds limit) {
        if (use.gaps.empty())
            return 1 - std::exp(-*use.perSecond * std::chrono::duration<double>(limit).count());
        const auto end = std::lower_bound(use.gaps.begin(), use.gaps.end(), limit);
        return static_cast<double>(end - use.gaps.begin()) / static_cast<double>(use.gaps.size());
    };
    for (std::size_t i = 1; i < edges.size(); ++i)
        shares.push_back(below(edges[i]) - below(edges[i - 1]));
    return shares;
}

std::vector<Nanoseconds> evenTicks(Nanoseconds low, Nanoseconds high, int most)
{
    const auto limit = static_cast<std::size_t>(std::max(2, most));
    std::vector<Nanoseconds> ticks;
    for (std::int64_t decade = 1;; decade *= 10) {
        for (const std::int64_t step : {decade, 2 * decade, 5 * decade}) {
            const std::int64_t first = (low.count() + step - 1) / step;
            const std::int64_t last = high.count() / step;
            if (last - first + 1 > static_cast<std::int64_t>(limit))
                continue;
            for (std::int64_t i = first; i <= last; ++i)
                ticks.push_back(Nanoseconds{i * step});
            return ticks;
        }
    }
}

IdleChart::IdleChart(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("When idle connections end"));
    setMouseTracking(true);
}

void IdleChart::setFindings(const IdleFindings &findings, Nanoseconds upTo, bool running)
{
    m_findings = findings;
    m_upTo = upTo;
    m_running = running;
    update();
}

void IdleChart::setUse(const IdleUse &use)
{
    m_use = use;
    update();
}

QRectF IdleChart::plots() const
{
    const int line = fontMetrics().height();
    const qreal left = fontMetrics().horizontalAdvance(tr("asked: closed before")) + 20;
    return {left, line * 2.6, width() - left - 14, height() - line * 6.4};
}

IdleChart::Panel IdleChart::overview() const
{
    Panel panel;
    panel.area = plots();
    panel.area.setWidth(panel.area.width() * kOverviewPart);
    panel.low = kLeast;
    panel.high = std::max(m_upTo, 10 * kLeast);
    panel.isLog = true;
    return panel;
}

std::optional<IdleChart::Panel> IdleChart::closeUp() const
{
    const auto range = closeUpOf(m_findings);
    if (!range)
        return std::nullopt;
    Panel panel;
    panel.area = plots();
    panel.area.setLeft(overview().area.right() + kBetween);
    panel.low = range->low;
    panel.high = range->high;
    return panel;
}

QRectF IdleChart::lane(const QRectF &area, Lane lane) const
{
    int above = 0;
    int all = 0;
    for (int i = 0; i < LaneCount; ++i) {
        above += i < lane ? kLaneUnits[i] : 0;
        all += kLaneUnits[i];
    }
    return {area.left(), area.top() + area.height() * above / all, area.width(),
            area.height() * kLaneUnits[lane] / all};
}

double IdleChart::position(const Panel &panel, Nanoseconds time)
{
    const Nanoseconds shown = std::clamp(time, panel.low, panel.high);
    const double share = panel.isLog ? (logPosition(shown) - logPosition(panel.low))
            / (logPosition(panel.high) - logPosition(panel.low))
                                     : static_cast<double>((shown - panel.low).count())
            / static_cast<double>((panel.high - panel.low).count());
    return panel.area.left() + share * panel.area.width();
}

bool IdleChart::shows(const Panel &panel, Nanoseconds time)
{
    return panel.isLog || (time >= panel.low && time <= panel.high);
}

std::vector<IdleChart::Dot> IdleChart::dots(const Panel &panel) const
{
    std::vector<Dot> out;
    const bool secure = m_findings.url.starts_with("https:");
    // Each connection has its height, so that equal times do not hide each other.
    const auto height = [&](Lane which, std::size_t index, std::size_t count) {
        const QRectF place = lane(panel.area, which);
        const qreal room = std::max(0.0, place.height() - kMarkSize - 4);
        return place.top() + (place.height() - room) / 2
            + (count < 2 ? room / 2
                         : room * static_cast<double>(index) / static_cast<double>(count - 1));
    };
    for (const bool used : {true, false}) {
        const auto count = static_cast<std::size_t>(
            std::count_if(m_findings.closes.begin(), m_findings.closes.end(),
                          [used](const IdleClose &close) { return close.used == used; }));
        std::size_t index = 0;
        for (const IdleClose &close : m_findings.closes) {
            if (close.used != used)
                continue;
            const qreal y = height(used ? UsedEnds : UnusedEnds, index++, count);
            if (!shows(panel, close.after))
                continue;
            const QString text =
                used ? tr("used, closed after %1: %2") : tr("unused, closed after %1: %2");
            out.push_back({{position(panel, close.after), y},
                           markOf(close.how),
                           text.arg(millisecondsText(close.after), endText(close.how, secure))});
        }
    }
    for (const IdleProbe &probe : m_findings.probes) {
        if (!shows(panel, probe.gap))
            continue;
        const Lane which = probe.fate == IdleProbe::Fate::Answered ? Answered
            : probe.fate == IdleProbe::Fate::ClosedBefore          ? ClosedBefore
                                                                   : Failed;
        QString text =
            tr("asked after %1: %2").arg(millisecondsText(probe.gap), fateText(probe.fate));
        if (which != Answered && probe.reason != Reason::None)
            text += QStringLiteral(" (%1)").arg(endText(probe.reason, secure));
        out.push_back({{position(panel, probe.gap), lane(panel.area, which).center().y()},
                       markOf(probe.fate),
                       text});
    }
    return out;
}

void IdleChart::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.card());
    paintLaneNames(painter, theme);
    const Panel all = overview();
    paintPanel(painter, theme, all);
    if (const auto close = closeUp()) {
        paintPanel(painter, theme, *close);
    } else {
        QRectF rest = plots();
        rest.setLeft(all.area.right() + kBetween);
        painter.setPen(theme.mutedText());
        painter.drawText(rest, Qt::AlignCenter | Qt::TextWordWrap,
                         m_running ? tr("No connection has ended yet.")
                                   : tr("The end from close by, when one was seen."));
    }
    paintLegend(painter, theme);
}

void IdleChart::paintLaneNames(QPainter &painter, const Theme &theme) const
{
    const QString names[] = {tr("used: closed"),       tr("unused: closed"),
                             tr("asked: answered"),    tr("asked: closed before"),
                             tr("asked: met the end"), tr("your gaps")};
    painter.setPen(theme.mutedText());
    const QRectF column(0, plots().top(), plots().left() - 8, plots().height());
    for (int i = 0; i < LaneCount; ++i)
        painter.drawText(lane(column, static_cast<Lane>(i)), Qt::AlignRight | Qt::AlignVCenter,
                         names[i]);
}

void IdleChart::paintPanel(QPainter &painter, const Theme &theme, const Panel &panel)
{
    painter.fillRect(panel.area, theme.ground());
    paintBands(painter, theme, panel);
    paintAxis(painter, theme, panel);
    paintGaps(painter, theme, panel);
    for (const Dot &dot : dots(panel))
        m_marks.paint(painter, dot.mark, dot.at, inkOf(dot.mark, theme), theme.ground());
    paintLines(painter, theme, panel);
}

void IdleChart::paintAxis(QPainter &painter, const Theme &theme, const Panel &panel) const
{
    const int line = fontMetrics().height();
    const int room = std::max(
        2,
        static_cast<int>(panel.area.width()
                         / fontMetrics().horizontalAdvance(QStringLiteral("00,000.0   "))));
    painter.setPen(QPen(theme.grid(), 1));
    for (int i = 1; i < LaneCount; ++i) {
        const qreal y = lane(panel.area, static_cast<Lane>(i)).top();
        if (i != ClosedBefore && i != Failed)
            painter.drawLine(QPointF(panel.area.left(), y), QPointF(panel.area.right(), y));
    }
    const auto ticks = panel.isLog ? logTicks(panel.low, panel.high, room)
                                   : evenTicks(panel.low, panel.high, room);
    for (const Nanoseconds tick : ticks) {
        const qreal x = position(panel, tick);
        painter.setPen(QPen(theme.grid(), 1));
        painter.drawLine(QPointF(x, panel.area.top()), QPointF(x, panel.area.bottom()));
        painter.setPen(theme.mutedText());
        const double ms = std::chrono::duration<double, std::milli>(tick).count();
        const QString text = panel.isLog
            ? shortDurationText(tick)
            : QLocale().toString(ms, 'f', std::abs(ms - std::round(ms)) < 1e-6 ? 0 : 1);
        painter.drawText(QRectF(x - 60, panel.area.bottom() + 3, 120, line), Qt::AlignCenter, text);
    }
    painter.drawText(
        QRectF(panel.area.left(), panel.area.bottom() + line + 4, panel.area.width(), line),
        Qt::AlignCenter,
        panel.isLog ? tr("idle time (logarithmic)") : tr("from close by: idle time in ms"));
    painter.setPen(QPen(theme.axis(), 1));
    painter.drawLine(panel.area.bottomLeft(), panel.area.bottomRight());
}

void IdleChart::paintBands(QPainter &painter, const Theme &theme, const Panel &panel) const
{
    const auto band = [&](const IdleInterval &interval, QColor color) {
        if (!panel.isLog && (interval.high < panel.low || interval.low > panel.high))
            return;
        color.setAlpha(kBandAlpha);
        const qreal left = position(panel, interval.low);
        // What is narrower than that could not be seen.
        const qreal wide = std::max(2.0, position(panel, interval.high) - left);
        const QRectF place(left, panel.area.top(), wide, panel.area.height());
        painter.fillRect(place, theme.ground()); // colours of two bands do not mix
        painter.fillRect(place, color);
    };
    if (const auto window = dangerWindow(m_findings))
        band(*window, theme.failure());
    if (const auto used = closeInterval(m_findings, true))
        band(*used, theme.warning());
}

void IdleChart::paintLines(QPainter &painter, const Theme &theme, const Panel &panel) const
{
    const int line = fontMetrics().height();
    const auto mark = [&](Nanoseconds at, const QColor &color, Qt::PenStyle style,
                          const QString &text, int row) {
        if (!panel.isLog && (at < panel.low || at > panel.high))
            return;
        const qreal x = position(panel, at);
        const qreal top = panel.area.top() - 2 - (row + 1) * line;
        painter.setPen(QPen(color, 2, style));
        painter.drawLine(QPointF(x, top + line / 2.0), QPointF(x, panel.area.bottom()));
        painter.setPen(theme.text());
        const qreal wide = fontMetrics().horizontalAdvance(text) + 4;
        // On whichever side of the line there is room.
        const bool fits = x + 6 + wide <= panel.area.right();
        painter.drawText(
            QRectF(fits ? x + 6 : x - 6 - wide, top, wide, line),
            fits ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter, text);
    };
    if (m_running)
        mark(m_findings.watchedFor, theme.axis(), Qt::SolidLine, tr("now"), 0);
    if (m_findings.hint)
        mark(*m_findings.hint, theme.selection(), Qt::DashLine,
             tr("hint %1").arg(shortDurationText(*m_findings.hint)), 0);
    if (const auto advice = keepAliveAdvice(m_findings).keepAlive; advice && !m_running)
        mark(*advice, theme.success(), Qt::SolidLine,
             tr("suggested %1").arg(shortDurationText(*advice)), 1);
}

void IdleChart::paintGaps(QPainter &painter, const Theme &theme, const Panel &panel) const
{
    const QRectF place = lane(panel.area, Gaps).adjusted(0, 4, 0, 0);
    const int bars = std::max(1, static_cast<int>(place.width() / kBarWidth));
    std::vector<Nanoseconds> edges;
    for (int i = 0; i <= bars; ++i) {
        const double share = static_cast<double>(i) / bars;
        const double from =
            panel.isLog ? logPosition(panel.low) : static_cast<double>(panel.low.count());
        const double to =
            panel.isLog ? logPosition(panel.high) : static_cast<double>(panel.high.count());
        const double at = from + share * (to - from);
        edges.push_back(Nanoseconds{std::llround(panel.isLog ? std::pow(10, at) : at)});
    }
    const std::vector<double> shares = gapShares(m_use, edges);
    if (shares.empty()) {
        if (panel.isLog) {
            painter.setPen(theme.mutedText());
            painter.drawText(place.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                             tr("Give the rate of your requests, or a file with their times, to "
                                "see how many of their gaps lie in the danger window."));
        }
        return;
    }
    const double most = *std::max_element(shares.begin(), shares.end());
    if (most <= 0)
        return;
    const auto window = dangerWindow(m_findings);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const qreal left = position(panel, edges[i]);
        const qreal right = position(panel, edges[i + 1]);
        const qreal high = place.height() * shares[i] / most;
        const bool inDanger = window && edges[i + 1] >= window->low && edges[i] <= window->high;
        painter.fillRect(QRectF(left + 0.5, place.bottom() - high, right - left - 1, high),
                         inDanger ? theme.failure() : theme.axis());
    }
    if (!panel.isLog || !window)
        return;
    if (const auto share = shareOf(m_use, *window)) {
        painter.setPen(theme.text());
        painter.drawText(place.adjusted(6, 0, -6, 0), Qt::AlignRight | Qt::AlignTop,
                         tr("%1 in the danger window").arg(shareText(*share)));
    }
}

void IdleChart::paintLegend(QPainter &painter, const Theme &theme)
{
    std::vector<TraceMark> present;
    for (const Dot &dot : dots(overview())) {
        if (std::find(present.begin(), present.end(), dot.mark) == present.end())
            present.push_back(dot.mark);
    }
    const int line = fontMetrics().height();
    const qreal y = height() - line * 0.9;
    qreal x = plots().left();
    const auto add = [&](const QString &text) {
        painter.setPen(theme.mutedText());
        const qreal wide = fontMetrics().horizontalAdvance(text) + 2;
        painter.drawText(QRectF(x + 16, y - line / 2.0, wide, line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 16 + wide + 18;
    };
    for (const TraceMark mark : present) {
        m_marks.paint(painter, mark, {x + kMarkSize / 2.0, y}, inkOf(mark, theme), theme.card());
        add(legendText(mark));
    }
    const auto addBand = [&](QColor color, const QString &text) {
        color.setAlpha(2 * kBandAlpha);
        painter.fillRect(QRectF(x, y - kMarkSize / 2.0, kMarkSize, kMarkSize), color);
        add(text);
    };
    if (closeInterval(m_findings, true))
        addBand(theme.warning(), tr("interval that was found"));
    if (dangerWindow(m_findings))
        addBand(theme.failure(), tr("danger window"));
}

bool IdleChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    std::vector<Panel> panels{overview()};
    if (const auto close = closeUp())
        panels.push_back(*close);
    for (const Panel &panel : panels) {
        for (const Dot &dot : dots(panel)) {
            const QPointF away = dot.at - help->pos();
            if (std::hypot(away.x(), away.y()) > kReach)
                continue;
            QToolTip::showText(help->globalPos(), dot.text, this);
            return true;
        }
    }
    QToolTip::hideText();
    event->ignore();
    return true;
}

} // namespace reusescope
