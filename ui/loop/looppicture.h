// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/scriptrun.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace reusescope {

/// Where the parts of a LoopPicture lie: pure, from its size. Rows stand below each other: the main
/// program, the timers before the first turn (TimersLast; else empty), the seven phases, and the
/// waiting requests where there is a row for them.
class LoopGeometry
{
public:
    LoopGeometry(LoopModel model, QSizeF size, qreal namesWidth, bool hasRequests);

    static constexpr int kMainRow = 0;
    static constexpr int kBeforeRow = 1;
    static constexpr int kFirstPhaseRow = 2;
    static constexpr int kPhaseRows = 7;
    static constexpr int kRequestsRow = kFirstPhaseRow + kPhaseRows;

    int rowCount() const { return m_rows; }
    /// The row where the loop stands; turn 0 is before the first turn.
    int rowOf(Phase phase, std::uint32_t turn) const;
    std::optional<int> rowAt(qreal y) const;
    QRectF row(int index) const; ///< beside the track
    QRectF names(int index) const;
    QRectF chips(int index) const;
    QPointF station(int index) const;
    qreal returnX() const; ///< of the way back from the last phase to the first

private:
    LoopModel m_model;
    QSizeF m_size;
    qreal m_namesWidth;
    int m_rows;
};

/// The loop as a line with a station for each phase, in the order of the model, and beside each
/// what is queued there: a mark per kind of thing, dashed where it is unref. The station where the
/// loop stands is filled, its row has a ground of its own and an arrow.
///
/// Thread: UI. The same can be read in QueueModel.
class LoopPicture : public QWidget
{
    Q_OBJECT

public:
    explicit LoopPicture(QWidget *parent = nullptr);

    void setModel(LoopModel model, bool hasRequests);
    /// `ran`: the word of what ran last, where it did; empty: nothing.
    void setState(const script::LoopState &state, const QString &ran, bool isOver);
    void setAccent(std::size_t variant); ///< the colour of what is current

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Chip;
    struct Chips;

    LoopGeometry geometryNow() const;
    int namesWidth() const;
    QString rowName(int row) const;
    Phase phaseOfRow(int row) const; ///< Main: none
    Chips chipsOf(int row) const;
    void paintTrack(QPainter &painter, const LoopGeometry &geometry) const;
    void paintRow(QPainter &painter, const LoopGeometry &geometry, int row) const;
    void paintChips(QPainter &painter, const QRectF &where, const Chips &all) const;
    qreal paintChip(QPainter &painter, const QRectF &room, const Chip &chip, bool dry) const;

    LoopModel m_model = LoopModel::TimersLast;
    bool m_hasRequests = false;
    script::LoopState m_state;
    QString m_ran;
    bool m_isOver = false;
    std::size_t m_accent = 0;
};

} // namespace reusescope
