// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/result.h"
#include "core/trace/recording.h"
#include "ui/models/figuremodels.h"
#include "ui/models/variantnames.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QButtonGroup;
class QGridLayout;
class QLabel;
class QStackedWidget;

namespace reusescope {

class HistogramChart;
class MutedLabel;
class PercentileChart;
class VariantCard;
class VariantLegend;

/// A card per variant and the two charts of latency, or their tables.
///
/// Thread: UI. Ownership: recording and names must outlive it. While a run goes on it shows new
/// figures at most ten times a second, and only while it is visible.
class OverviewPage : public QWidget
{
    Q_OBJECT

public:
    OverviewPage(const Recording &recording, const VariantNames &names, QWidget *parent = nullptr);

    /// What stands here before there is anything to show, and as a heading after.
    void setIntroduction(const QString &title, const QString &text);
    /// What the run was told beyond the usual about reuse; empty: nothing.
    void setPolicies(const QString &text);
    void recordingGrew();
    void recordingReset();
    void runFinished(std::shared_ptr<const RunResult> result);
    void setShowsTables(bool tables);
    bool showsTables() const;

signals:
    /// The slowest request of a variant is to be selected.
    void slowestWanted(std::uint8_t variant);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeIntroduction();
    QWidget *makeContent();
    QWidget *makeCharts();
    QWidget *makeTables();
    void refresh(); ///< all of it, at once
    void refreshNext();
    void refreshPart(int part);
    void refreshFigures();
    void refreshHistogram();
    void refreshPercentiles();
    void arrangeCards();

    const Recording &m_recording;
    const VariantNames &m_names;
    std::shared_ptr<const RunResult> m_result;
    bool m_showsTables = false;
    SummaryModel m_summary;
    HistogramModel m_histogram;
    PercentileModel m_percentiles;

    QStackedWidget *m_stack;
    QLabel *m_introTitle = nullptr;
    QLabel *m_introText = nullptr;
    QLabel *m_heading = nullptr;
    MutedLabel *m_policies = nullptr;
    QWidget *m_cardArea = nullptr;
    QGridLayout *m_cardGrid = nullptr;
    std::vector<VariantCard *> m_cards;
    int m_cardColumns = 0;
    VariantLegend *m_legend = nullptr;
    QStackedWidget *m_figures = nullptr;
    QLabel *m_noFigures = nullptr;
    HistogramChart *m_histogramChart = nullptr;
    PercentileChart *m_percentileChart = nullptr;
    QButtonGroup *m_form = nullptr;
    QTimer m_refresh;
    int m_nextPart = 0;
    int m_stale = 0; // parts that do not show the latest
};

} // namespace reusescope
