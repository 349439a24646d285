// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/looppicture.h"

#include "ui/format/text.h"
#include "ui/loop/looptext.h"
#include "ui/theme/theme.h"
#include "ui/views/tracecolors.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace reusescope {

using script::LoopState;
using script::NameKind;

namespace {

constexpr qreal kMargin = 6;
constexpr qreal kReturnX = 16;
constexpr qreal kTrackX = 42;
constexpr qreal kRowX = 58; // left of it there is only the track
constexpr qreal kPointerWidth = 16;
constexpr qreal kStation = 6; // radius
constexpr qreal kChipPadding = 7;
constexpr qreal kChipGap = 6;
constexpr qreal kMarkSize = 8;
constexpr qreal kHighestChip = 24;
constexpr qreal kWidestLabel = 130;
constexpr qreal kCurrentTint = 0.13;
constexpr qreal kChipTint = 0.10;
constexpr std::size_t kMostChips = 64; // no row has room for more; the rest is only counted

/// Timers, immediates, handles of a phase, and what comes from outside look alike among themselves.
std::size_t colorOf(NameKind kind)
{
    switch (kind) {
    case NameKind::Timeout:
    case NameKind::Timer: return 0;
    case NameKind::Immediate:
    case NameKind::Reuse: return 1;
    case NameKind::Idle:
    case NameKind::Prepare:
    case NameKind::Check: return 2;
    case NameKind::Async:
    case NameKind::Socket:
    case NameKind::Pending: return 3;
    }
    return 0;
}

Mark markOf(NameKind kind)
{
    switch (kind) {
    case NameKind::Timeout: return Mark::Disc;
    case NameKind::Timer: return Mark::Square;
    case NameKind::Immediate: return Mark::Triangle;
    case NameKind::Idle:
    case NameKind::Prepare:
    case NameKind::Check: return Mark::Diamond;
    case NameKind::Async: return Mark::Star;
    case NameKind::Socket: return Mark::Pentagon;
    case NameKind::Pending: return Mark::Square;
    case NameKind::Reuse: return Mark::Star;
    }
    return Mark::Disc;
}

QPolygonF arrow(QPointF tip, QPointF direction, qreal size)
{
    const QPointF across(-direction.y(), direction.x());
    return QPolygonF({tip, tip - direction * size + across * size * 0.6,
                      tip - direction * size - across * size * 0.6});
}

} // namespace

struct LoopPicture::Chip
{
    QString label;
    QString detail;
    NameKind kind = NameKind::Timeout;
    bool referenced = true;
    bool ran = false; // not queued: it is what ran last
    bool bare = false; // only a text
};

struct LoopPicture::Chips
{
    std::vector<Chip> chips;
    std::size_t more = 0;
};

LoopGeometry::LoopGeometry(LoopModel model, QSizeF size, qreal namesWidth, bool hasRequests)
    : m_model(model),
      m_size(size),
      m_namesWidth(namesWidth),
      m_rows(hasRequests ? kRequestsRow + 1 : kRequestsRow)
{ }

int LoopGeometry::rowOf(Phase phase, std::uint32_t turn) const
{
    if (phase == Phase::Main)
        return kMainRow;
    if (phase == Phase::Timers && turn == 0 && m_model == LoopModel::TimersLast)
        return kBeforeRow;
    const auto phases = phasesOf(m_model);
    return kFirstPhaseRow
        + static_cast<int>(std::find(phases.begin(), phases.end(), phase) - phases.begin());
}

std::optional<int> LoopGeometry::rowAt(qreal y) const
{
    for (int index = 0; index < m_rows; ++index) {
        if (y >= row(index).top() && y < row(index).bottom())
            return index;
    }
    return std::nullopt;
}

QRectF LoopGeometry::row(int index) const
{
    // Whole pixels, so that grounds and lines are crisp.
    const qreal height = m_size.height() - 2 * kMargin;
    const qreal top = std::round(kMargin + height * index / m_rows);
    const qreal bottom = std::round(kMargin + height * (index + 1) / m_rows);
    return {kRowX, top, std::max(0.0, m_size.width() - kRowX - kMargin), bottom - top};
}

QRectF LoopGeometry::names(int index) const
{
    const QRectF whole = row(index);
    return {whole.left() + kPointerWidth, whole.top(), m_namesWidth, whole.height()};
}

QRectF LoopGeometry::chips(int index) const
{
    const QRectF whole = row(index);
    const qreal left = names(index).right() + 10;
    return {left, whole.top(), std::max(0.0, whole.right() - left - 4), whole.height()};
}

QPointF LoopGeometry::station(int index) const
{
    return {kTrackX, std::round(row(index).center().y())};
}

qreal LoopGeometry::returnX() const
{
    return kReturnX;
}

LoopPicture::LoopPicture(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Picture of the loop"));
    setAccessibleDescription(tr("The same can be read in the list of queues."));
    setMouseTracking(true);
}

void LoopPicture::setModel(LoopModel model, bool hasRequests)
{
    m_model = model;
    m_hasRequests = hasRequests;
    updateGeometry();
    update();
}

void LoopPicture::setState(const LoopState &state, const QString &ran, bool isOver)
{
    m_state = state;
    m_ran = ran;
    m_isOver = isOver;
    update();
}

void LoopPicture::setAccent(std::size_t variant)
{
    m_accent = variant;
    update();
}

QSize LoopPicture::sizeHint() const
{
    const int row = fontMetrics().height() + 16;
    return {420, geometryNow().rowCount() * row + 2 * static_cast<int>(kMargin)};
}

QSize LoopPicture::minimumSizeHint() const
{
    const int row = fontMetrics().height() + 8;
    return {260, geometryNow().rowCount() * row + 2 * static_cast<int>(kMargin)};
}

LoopGeometry LoopPicture::geometryNow() const
{
    return {m_model, QSizeF(size()), static_cast<qreal>(namesWidth()), m_hasRequests};
}

int LoopPicture::namesWidth() const
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int width = 0;
    for (int row = 0; row <= LoopGeometry::kRequestsRow; ++row)
        width = std::max(width, metrics.horizontalAdvance(rowName(row)));
    return width;
}

QString LoopPicture::rowName(int row) const
{
    switch (row) {
    case LoopGeometry::kMainRow: return tr("main");
    case LoopGeometry::kBeforeRow:
        return m_model == LoopModel::TimersLast ? tr("timers, once") : QString();
    case LoopGeometry::kRequestsRow: return m_hasRequests ? tr("requests") : QString();
    default: return phaseText(phaseOfRow(row));
    }
}

Phase LoopPicture::phaseOfRow(int row) const
{
    const int phase = row - LoopGeometry::kFirstPhaseRow;
    if (phase < 0 || phase >= LoopGeometry::kPhaseRows)
        return Phase::Main;
    return phasesOf(m_model)[static_cast<std::size_t>(phase)];
}

LoopPicture::Chips LoopPicture::chipsOf(int row) const
{
    Chips all;
    std::vector<Chip> &chips = all.chips;
    const LoopGeometry geometry = geometryNow();
    const Phase phase = phaseOfRow(row);
    if (row == geometry.rowOf(m_state.phase, m_state.turn) && !m_ran.isEmpty()) {
        Chip chip;
        chip.label = m_ran;
        chip.ran = true;
        chips.push_back(chip);
    }
    if (row == LoopGeometry::kMainRow && m_isOver) {
        Chip chip;
        chip.label = tr("over");
        chip.bare = true;
        chips.push_back(chip);
    }
    if (phase == Phase::Poll && !m_isOver) {
        Chip chip;
        chip.label = m_state.pollTimeout.ms == 0 ? tr("no sleep")
            : m_state.pollTimeout.ms < 0         ? tr("sleep without limit")
                                                 : tr("sleep %1").arg(pollTimeoutText(m_state));
        chip.bare = true;
        chips.push_back(chip);
    }
    if (row != LoopGeometry::kRequestsRow && phase == Phase::Main)
        return all;
    for (const LoopState::Item &item : itemsOf(m_state, phase)) {
        if (chips.size() == kMostChips) {
            ++all.more;
            continue;
        }
        Chip chip;
        chip.label = QString::fromStdString(item.label);
        if (phase == Phase::Timers || phase == Phase::Poll)
            chip.detail = itemDetail(item, m_state.now);
        chip.kind = item.kind;
        // Closing handles and completions count whatever was said about them.
        chip.referenced = item.referenced || phase == Phase::Closing || phase == Phase::Pending;
        if (!chip.referenced)
            chip.detail = chip.detail.isEmpty() ? tr("unref") : tr("%1, unref").arg(chip.detail);
        chips.push_back(chip);
    }
    return all;
}

void LoopPicture::paintEvent(QPaintEvent *)
{
    const Theme theme(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.ground());
    const LoopGeometry geometry = geometryNow();
    const QRectF current = geometry.row(geometry.rowOf(m_state.phase, m_state.turn));
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(theme.ground(), theme.variant(m_accent), kCurrentTint));
    painter.drawRoundedRect(current.adjusted(0, 1, 0, -1), 5, 5);
    paintTrack(painter, geometry);
    for (int row = 0; row < geometry.rowCount(); ++row)
        paintRow(painter, geometry, row);
}

void LoopPicture::paintTrack(QPainter &painter, const LoopGeometry &geometry) const
{
    const Theme theme(palette());
    const QPointF main = geometry.station(LoopGeometry::kMainRow);
    const QPointF first = geometry.station(LoopGeometry::kFirstPhaseRow);
    const QPointF last =
        geometry.station(LoopGeometry::kFirstPhaseRow + LoopGeometry::kPhaseRows - 1);
    const qreal back = geometry.returnX();
    // Half the way across, but never out of the first and last rows.
    const qreal bend =
        std::min((first.x() - back) / 2, geometry.row(LoopGeometry::kFirstPhaseRow).height() / 2);
    QPainterPath loop(first);
    loop.lineTo(last);
    loop.cubicTo(last + QPointF(0, bend * 1.33), QPointF(back, last.y() + bend * 1.33),
                 QPointF(back, last.y()));
    loop.lineTo(back, first.y());
    loop.cubicTo(QPointF(back, first.y() - bend * 1.33), first - QPointF(0, bend * 1.33), first);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axis(), 2.5));
    painter.drawPath(loop);
    painter.setPen(QPen(theme.axis(), 2, Qt::DashLine));
    painter.drawLine(main, QPointF(first.x(), first.y() - bend));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.axis());
    painter.drawPolygon(arrow({back, (first.y() + last.y()) / 2 - 5}, {0, -1}, 10));
    for (int row = LoopGeometry::kFirstPhaseRow; row + 1 < LoopGeometry::kRequestsRow; ++row) {
        const QPointF between = (geometry.station(row) + geometry.station(row + 1)) / 2;
        painter.drawPolygon(arrow(between + QPointF(0, 3), {0, 1}, 6));
    }
}

void LoopPicture::paintRow(QPainter &painter, const LoopGeometry &geometry, int row) const
{
    const Theme theme(palette());
    const bool isCurrent = row == geometry.rowOf(m_state.phase, m_state.turn);
    const QColor accent = theme.variant(m_accent);
    const QPointF station = geometry.station(row);
    const bool hasStation = row != LoopGeometry::kRequestsRow
        && (row != LoopGeometry::kBeforeRow || m_model == LoopModel::TimersLast);
    if (hasStation) {
        const qreal radius = row == LoopGeometry::kBeforeRow ? kStation - 2 : kStation;
        painter.setPen(QPen(isCurrent ? accent : theme.axis(), 2.5));
        painter.setBrush(theme.ground());
        painter.drawEllipse(station, isCurrent ? kStation + 3 : radius,
                            isCurrent ? kStation + 3 : radius);
        if (isCurrent) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(accent);
            painter.drawEllipse(station, kStation - 0.5, kStation - 0.5);
        }
    }
    const QRectF names = geometry.names(row);
    if (isCurrent) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        painter.drawPolygon(arrow({names.left() - 4, names.center().y()}, {1, 0}, 8));
    }
    QFont name = font();
    name.setBold(isCurrent);
    painter.setFont(name);
    const Chips all = chipsOf(row);
    const bool isEmpty =
        std::all_of(all.chips.begin(), all.chips.end(), [](const Chip &chip) { return chip.bare; });
    painter.setPen(isCurrent || !isEmpty ? theme.text() : theme.mutedText());
    painter.drawText(names, Qt::AlignLeft | Qt::AlignVCenter, rowName(row));
    painter.setFont(font());
    paintChips(painter, geometry.chips(row), all);
}

void LoopPicture::paintChips(QPainter &painter, const QRectF &where, const Chips &all) const
{
    const std::vector<Chip> &chips = all.chips;
    const Theme theme(palette());
    const QFontMetricsF metrics(font());
    const auto moreText = [](std::size_t count) {
        return tr("+%1").arg(countText(static_cast<std::uint64_t>(count)));
    };
    QRectF room = where;
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const std::size_t behind = chips.size() - i - 1 + all.more;
        const qreal reserve =
            behind == 0 ? 0 : kChipGap + metrics.horizontalAdvance(moreText(behind));
        const qreal width = paintChip(painter, room, chips[i], true);
        if (width + reserve > room.width()) {
            painter.setPen(theme.mutedText());
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, moreText(behind + 1));
            return;
        }
        paintChip(painter, room, chips[i], false);
        room.setLeft(room.left() + width + kChipGap);
    }
}

/// Answers its width; `dry`: paints nothing.
qreal LoopPicture::paintChip(QPainter &painter, const QRectF &room, const Chip &chip,
                             bool dry) const
{
    const Theme theme(palette());
    const QFontMetricsF metrics(font());
    const QString label = metrics.elidedText(chip.label, Qt::ElideRight, kWidestLabel);
    const qreal labelWidth = std::ceil(metrics.horizontalAdvance(label));
    if (chip.bare) {
        if (!dry) {
            painter.setPen(theme.mutedText());
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, label);
        }
        return labelWidth;
    }
    const qreal markWidth = kMarkSize + 5;
    const qreal detailWidth =
        chip.detail.isEmpty() ? 0 : std::ceil(metrics.horizontalAdvance(chip.detail)) + 6;
    const qreal width = 2 * kChipPadding + markWidth + labelWidth + detailWidth;
    if (dry)
        return width;

    const qreal height = std::min(kHighestChip, room.height() - 4);
    const QRectF box(std::round(room.left()) + 0.5,
                     std::round(room.center().y() - height / 2) + 0.5, width - 1, height - 1);
    const QColor color = chip.ran ? theme.variant(m_accent) : theme.variant(colorOf(chip.kind));
    const QColor ground = chip.ran ? color : blended(theme.ground(), color, kChipTint);
    painter.setBrush(ground);
    painter.setPen(QPen(color, 1.2, chip.referenced ? Qt::SolidLine : Qt::DashLine));
    painter.drawRoundedRect(box, 4, 4);
    const QPointF mark(box.left() + kChipPadding + kMarkSize / 2, box.center().y());
    painter.setPen(Qt::NoPen);
    if (chip.ran) {
        painter.setBrush(textColorOn(ground));
        painter.drawPolygon(arrow(mark + QPointF(kMarkSize / 2, 0), {1, 0}, kMarkSize));
    } else {
        painter.setBrush(color);
        painter.drawPath(Theme::markPath(markOf(chip.kind), kMarkSize).translated(mark));
    }
    QRectF text(box.left() + kChipPadding + markWidth, box.top(), labelWidth + 2, box.height());
    painter.setPen(chip.ran ? textColorOn(ground) : theme.text());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, label);
    if (!chip.detail.isEmpty()) {
        text.translate(labelWidth + 6, 0);
        text.setWidth(detailWidth);
        painter.setPen(theme.mutedText());
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, chip.detail);
    }
    return width;
}

bool LoopPicture::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const std::optional<int> row = geometryNow().rowAt(help->pos().y());
    if (!row || rowName(*row).isEmpty()) {
        QToolTip::hideText();
        return true;
    }
    constexpr std::size_t kMostLines = 20;
    QStringList lines{rowName(*row)};
    if (*row == LoopGeometry::kBeforeRow)
        lines << tr("Timers that are due run once before the first turn.");
    if (phaseOfRow(*row) == Phase::Poll)
        lines << pollSentence(m_state);
    if (phaseOfRow(*row) != Phase::Main || *row == LoopGeometry::kRequestsRow) {
        const auto items = itemsOf(m_state, phaseOfRow(*row));
        for (std::size_t i = 0; i < items.size() && i < kMostLines; ++i) {
            QStringList parts{QString::fromStdString(items[i].label), nameKindText(items[i].kind)};
            const QString detail = itemDetail(items[i], m_state.now);
            if (!detail.isEmpty() && phaseOfRow(*row) != Phase::Closing)
                parts << detail;
            if (!items[i].referenced)
                parts << tr("unref");
            lines << parts.join(QStringLiteral(", "));
        }
        if (items.size() > kMostLines)
            lines << tr("and %1 more").arg(countText(items.size() - kMostLines));
    }
    QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

} // namespace reusescope
