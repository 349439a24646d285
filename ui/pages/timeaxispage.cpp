// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeaxispage.h"

#include "ui/format/text.h"
#include "ui/views/timescale.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kSpacing = 10;

} // namespace

TimeAxisPage::TimeAxisPage(QWidget *view, const QString &title, const Recording &recording,
                           Selection &selection, QWidget *parent)
    : QWidget(parent),
      m_recording(recording),
      m_selection(selection),
      m_range(new QLabel),
      m_follow(new QCheckBox(tr("&Follow the run")))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    column->setSpacing(kSpacing);
    auto *top = new QHBoxLayout;
    auto *heading = new QLabel(title);
    QFont bold = heading->font();
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    top->addWidget(heading);
    top->addSpacing(kSpacing);
    top->addWidget(m_range);
    top->addStretch(1);
    const auto addButton = [&](const QString &text, const QString &tip, auto action) {
        auto *button = new QPushButton(text);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, action);
        top->addWidget(button);
    };
    addButton(tr("Zoom &in"), tr("Show half of the time (+)"), [this] {
        const TimeRange range = m_selection.range();
        m_selection.setFollowing(false);
        m_selection.setRange(zoomed(range, 0.5, range.begin + range.span() / 2));
    });
    addButton(tr("Zoom &out"), tr("Show twice the time (-)"), [this] {
        const TimeRange range = m_selection.range();
        m_selection.setRange(zoomed(range, 2, range.begin + range.span() / 2));
    });
    addButton(tr("&Whole run"), tr("Show the run from its start to its end (0)"), [this] {
        m_selection.setRange({Nanoseconds{0}, m_recording.end() - m_recording.origin()});
    });
    top->addWidget(m_follow);
    column->addLayout(top);
    column->addWidget(view, 1);

    m_follow->setChecked(selection.isFollowing());
    connect(m_follow, &QCheckBox::toggled, &selection, &Selection::setFollowing);
    connect(&selection, &Selection::followingChanged, m_follow, &QCheckBox::setChecked);
    connect(&selection, &Selection::rangeChanged, this, &TimeAxisPage::showRange);
    setFocusProxy(view);
    showRange();
}

void TimeAxisPage::showRange()
{
    const TimeRange range = m_selection.range();
    m_range->setText(
        tr("%1 shown, from %2").arg(durationText(range.span()), durationText(range.begin)));
}

} // namespace reusescope
