// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace reusescope {

/// The segments of a request as one bar. Painted; the figures stand in DetailsStrip and in the
/// table. Thread: UI.
class SegmentBar : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentBar(QWidget *parent = nullptr);
    void setPoints(std::optional<TimePoints> points);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<TimePoints> m_points;
};

/// The selected request, whichever view it was selected in: what it was, and one sentence that says
/// why it took that long. Thread: UI.
class DetailsStrip : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsStrip(QWidget *parent = nullptr);

    /// `note`: a further sentence, may be empty.
    void showRequest(const RequestRecord &request, const QString &scheduler,
                     const QString &note = {});
    void clear();
    bool isEmpty() const { return m_isEmpty; } ///< no request is shown
    QString sentence() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_isEmpty = true;
    QLabel *m_title;
    SegmentBar *m_bar;
    QLabel *m_sentence;
};

} // namespace reusescope
