// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/looptrace.h"
#include "ui/views/marks.h"
#include "ui/views/timeaxisview.h"

#include <QStringList>

#include <array>
#include <vector>

class QComboBox;

namespace reusescope {

/// A lane per phase of the loop of one variant: callbacks solid, sleep of poll hatched with its
/// timeout, the reason and what ended it; boundaries of turns; pins where requests were queued,
/// validated, written and answered. Where phases are too short to be seen, columns show which share
/// of the time each took.
///
/// Mouse and keys: see TimeAxisView; besides, Shift+Left, Up, Shift+Right and Down select the
/// request queued before and after, V and Shift+V show the next and the previous variant.
class PhasesView : public TimeAxisView
{
    Q_OBJECT

public:
    PhasesView(const Recording &recording, Selection &selection, QWidget *parent = nullptr);

    void setVariantNames(const QStringList &names);
    /// Shows the loop of that variant, as soon as it has recorded something.
    void setVariant(std::uint8_t variant);
    std::uint8_t variant() const { return m_variant; }

    /// Where the lane of a phase is painted, in the viewport; null for Phase::Main.
    QRect laneRect(Phase phase) const;

protected:
    void takeNew() override;
    void forget() override;
    bool hasContent() const override;
    QString emptyText() const override;
    void paintBand(QPainter &painter, const TimeScale &scale) override;
    void paintLanes(QPainter &painter, const TimeScale &scale) override;
    void paintGutterTitle(QPainter &painter, const QRect &area) override;
    void paintLegend(QPainter &painter, const QRect &area) override;
    int gutterWidth() const override;
    int bandHeight() const override;
    int legendHeight() const override;
    int contentHeight() const override;
    std::optional<RequestKey> requestAt(QPoint position) const override;
    QString factsAt(QPoint position) const override;
    QString describe(const RequestRecord &record) const override;
    void showRequest(const RequestRecord &record) override;
    bool handleKey(int key, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Lane
    {
        Phase phase = Phase::Main;
        int top = 0; ///< from the top of all lanes
        int height = 0;
    };

    /// What lies in a pixel column and is too short for a bar, in ns.
    struct Column
    {
        std::array<float, kPhaseCount> busy{};
        float slept = 0;
    };

    struct Turn
    {
        int x = 0;
        std::uint32_t number = 0;
    };

    /// A point of a request: where, in which phase, and what it is called.
    struct Pin
    {
        Nanoseconds at{0}; ///< on the recording's clock
        Phase phase = Phase::Main;
        TraceMark mark = TraceMark::Queued;
    };

    void layOut();
    void updateVariants();
    void stepVariant(int difference);
    QString variantName(std::uint8_t variant) const;
    QRect laneRect(const Lane &lane) const;
    const LoopTrace::Loop *shownLoop() const { return m_trace.loop(m_variant); }
    static std::vector<Pin> pinsOf(const RequestRecord &record);
    QString pinText(const Pin &pin, const RequestRecord &record) const;
    int pinX(const TimeScale &scale, const Pin &pin) const;

    void gather(const TimeScale &scale);
    void paintColumns(QPainter &painter, const TimeScale &scale, const Lane &lane);
    void paintFrames(QPainter &painter, const QRect &area, const PhaseRecord &record) const;
    void paintBar(QPainter &painter, const TimeScale &scale, const PhaseRecord &record);
    void paintSleepText(QPainter &painter, const QRect &area, const PhaseRecord &record) const;
    void paintTurns(QPainter &painter);
    void paintTurnNumbers(QPainter &painter, const TimeScale &scale, const QRect &area);
    void paintWait(QPainter &painter, const TimeScale &scale, const RequestRecord &record);
    void paintPins(QPainter &painter, const TimeScale &scale);
    void paintPinsOf(QPainter &painter, const TimeScale &scale, const RequestRecord &record,
                     bool isSelected);
    void paintPinLabels(QPainter &painter, const TimeScale &scale, const QRect &area,
                        const RequestRecord &record);
    void paintGutter(QPainter &painter, const Lane &lane);
    const RequestRecord *selectedHere() const;

    LoopTrace m_trace;
    QStringList m_variantNames;
    std::uint8_t m_variant = 0;
    QComboBox *m_variants; // a child; hidden unless there is a choice
    std::vector<Lane> m_lanes;
    int m_contentHeight = 0;
    int m_gutterWidth = 0;
    MarkPainter m_marks;
    // Of the present range; kept, so that painting allocates nothing.
    std::vector<Column> m_columns;
    std::vector<PhaseRecord> m_bars;
    std::vector<Turn> m_turns;
    std::uint32_t m_firstTurn = 0;
    std::uint32_t m_lastTurn = 0;
    std::array<double, kPhaseCount> m_busyShare{}; // of the visible time
    double m_sleptShare = 0;
};

} // namespace reusescope
