// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reuseoptions.h"

#include "ui/format/policytext.h"
#include "ui/pages/foldsection.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace reusescope {

namespace {

constexpr int kLongest = static_cast<int>(kMaxTimeout.count());
// A double holds each of them exactly.
constexpr double kMostBytes = static_cast<double>(kMaxCountedBytes);
constexpr double kReadsAll = -1; // of the field: 0 drops a body before its first byte

int shown(Milliseconds time)
{
    return static_cast<int>(std::min(time, kMaxTimeout).count());
}

template <typename Box> void makeUsual(Box &box, const QString &suffix, const QString &atLowest)
{
    box.setSuffix(suffix);
    box.setSpecialValueText(atLowest);
    box.setGroupSeparatorShown(true);
    box.setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    // The widest value must not decide how wide the panel is.
    box.setMinimumWidth(90);
    box.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

} // namespace

ReuseOptions::ReuseOptions(QWidget *parent) : QWidget(parent), m_fold(new FoldSection(tr("Reuse")))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold);

    m_order = addChoice(
        PolicySetting::ReuseOrder, tr("Order"), {tr("newest (LIFO)"), tr("oldest (FIFO)")},
        tr("Which idle connection a request takes: the one that was used last, or longest ago. "
           "Newest first lets spare connections go stale; oldest first keeps all of them alive. "
           "Case C72 of the case book."));
    m_keepAliveMax =
        addTime(PolicySetting::KeepAliveMax, tr("Keep at most"), 1, {},
                tr("How long a connection may idle at most, whatever the server's Keep-Alive hint "
                   "or the field Keep-alive says. Case C16 of the case book."));
    m_margin = addTime(PolicySetting::KeepAliveMargin, tr("Hint margin"), 0, {},
                       tr("Taken off the time in the server's Keep-Alive hint, for the FIN that "
                          "may already be under way. When nothing is left, the connection is not "
                          "kept. Cases C15 and C16 of the case book; scenario hint-and-margin."));
    m_unusedLimit =
        addTime(PolicySetting::UnusedLimit, tr("Unused limit"), 0, tr("as keep-alive"),
                tr("How long a connection may idle that has not carried a request: some servers "
                   "and balancers end these earlier than others. Case C17 of the case book."));
    m_maxAge = addTime(PolicySetting::MaxAge, tr("Age limit"), 0, tr("none"),
                       tr("After this time a connection takes no more requests, however busy it "
                          "is, so that what leads to a server that has left a balancer's rotation "
                          "ends at last. Case C74 of the case book."));
    m_replay = addChoice(
        PolicySetting::Replay, tr("Replay"), {tr("never"), tr("idempotent"), tr("always")},
        tr("What is sent again, once, when the connection was reused and closed after the request "
           "was written, without a byte of response. Always: at the risk that a POST takes effect "
           "twice. Cases C19, C24 and C26 of the case book."));
    m_readBytes = addSize(
        PolicySetting::ReadBytes, tr("Read of body"), kReadsAll, tr("all"),
        tr("The caller drops each body after so many bytes; 0 drops it at once. Shown by case "
           "C37."));
    m_drainLimit = addSize(
        PolicySetting::DrainLimit, tr("Drain limit"), 0, {},
        tr("How much of a dropped body is read to keep its connection; with more, the connection "
           "is discarded. HTTP/2 resets the stream instead. Case C37 of the case book."));

    m_reference = new QLabel(tr("QNetworkAccessManager keeps to rules of its own."));
    m_reference->setWordWrap(true);
    m_reference->hide();
    m_fold->addBelow(m_reference);
    m_defaults = new QPushButton(tr("&Defaults"));
    m_defaults->setToolTip(tr("Sets all of these to what they are without a scenario and options"));
    connect(m_defaults, &QPushButton::clicked, this, &ReuseOptions::restoreDefaults);
    m_fold->addBelow(m_defaults);
    setClient(ClientOptions());
}

void ReuseOptions::addField(PolicySetting setting, const QString &label, QWidget *field,
                            const QString &tip)
{
    field->setToolTip(tip);
    m_fold->form().addRow(label, field);
    m_fields[static_cast<std::size_t>(setting)] = {field, tip};
}

QComboBox *ReuseOptions::addChoice(PolicySetting setting, const QString &label,
                                   const QStringList &texts, const QString &tip)
{
    auto *box = new QComboBox;
    box->addItems(texts);
    box->setMinimumContentsLength(10);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(box, &QComboBox::currentIndexChanged, this, &ReuseOptions::changed);
    addField(setting, label, box, tip);
    return box;
}

QSpinBox *ReuseOptions::addTime(PolicySetting setting, const QString &label, int low,
                                const QString &atZero, const QString &tip)
{
    auto *box = new QSpinBox;
    box->setRange(low, kLongest);
    makeUsual(*box, tr(" ms"), atZero);
    connect(box, &QSpinBox::valueChanged, this, &ReuseOptions::changed);
    addField(setting, label, box, tip);
    return box;
}

QDoubleSpinBox *ReuseOptions::addSize(PolicySetting setting, const QString &label, double low,
                                      const QString &atLow, const QString &tip)
{
    auto *box = new QDoubleSpinBox;
    box->setDecimals(0);
    box->setRange(low, kMostBytes);
    makeUsual(*box, tr(" B"), atLow);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ReuseOptions::changed);
    addField(setting, label, box, tip);
    return box;
}

void ReuseOptions::setClient(const ClientOptions &client)
{
    m_order->setCurrentIndex(static_cast<int>(client.reuseOrder));
    m_keepAliveMax->setValue(shown(client.keepAliveMax));
    m_margin->setValue(shown(client.keepAliveMargin));
    m_unusedLimit->setValue(shown(client.unusedLimit));
    m_maxAge->setValue(shown(client.maxAge));
    m_replay->setCurrentIndex(static_cast<int>(client.replay));
    m_readBytes->setValue(client.readBytes ? static_cast<double>(*client.readBytes) : kReadsAll);
    m_drainLimit->setValue(static_cast<double>(client.drainLimit));
}

void ReuseOptions::apply(ClientOptions &client) const
{
    client.reuseOrder = static_cast<ReuseOrder>(m_order->currentIndex());
    client.keepAliveMax = Milliseconds{m_keepAliveMax->value()};
    client.keepAliveMargin = Milliseconds{m_margin->value()};
    client.unusedLimit = Milliseconds{m_unusedLimit->value()};
    client.maxAge = Milliseconds{m_maxAge->value()};
    client.replay = static_cast<ReplayPolicy>(m_replay->currentIndex());
    client.readBytes.reset();
    if (m_readBytes->value() >= 0)
        client.readBytes = static_cast<std::uint64_t>(m_readBytes->value());
    client.drainLimit = static_cast<std::uint64_t>(m_drainLimit->value());
}

void ReuseOptions::adapt(const Experiment &experiment)
{
    for (const PolicySetting setting : kPolicySettings) {
        const Field &field = m_fields[static_cast<std::size_t>(setting)];
        const auto why = withoutEffect(setting, experiment);
        field.widget->setEnabled(!why);
        field.widget->setToolTip(
            why ? QStringLiteral("<p>%1</p><p>%2</p>")
                      .arg(withoutEffectText(*why).toHtmlEscaped(), field.tip.toHtmlEscaped())
                : field.tip);
    }
    m_defaults->setEnabled(!std::ranges::all_of(
        kPolicySettings, [&](PolicySetting each) { return isUsual(each, experiment.client); }));
    m_reference->setVisible(!experiment.references.empty());
    m_fold->setSummary(policyText(experiment));
}

void ReuseOptions::restoreDefaults()
{
    // One change for the panel, not one for each field.
    const bool were = blockSignals(true);
    setClient(ClientOptions());
    blockSignals(were);
    emit changed();
}

} // namespace reusescope
