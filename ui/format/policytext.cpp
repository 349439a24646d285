// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/policytext.h"

#include "ui/format/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace reusescope {

namespace {

struct PolicyText
{
    Q_DECLARE_TR_FUNCTIONS(PolicyText)
};

// To the digit, unlike a duration that was measured: it is what somebody has set.
QString timeText(Milliseconds time)
{
    const qlonglong count = time.count();
    if (count >= 1000 && count % 100 == 0)
        return PolicyText::tr("%1 s").arg(
            QLocale().toString(static_cast<double>(count) / 1000, 'g', 8));
    return PolicyText::tr("%1 ms").arg(QLocale().toString(count));
}

QString sizeText(std::uint64_t bytes)
{
    return PolicyText::tr("%1 B").arg(countText(bytes));
}

QString settingText(PolicySetting setting, const ClientOptions &client)
{
    switch (setting) {
    case PolicySetting::ReuseOrder:
        return client.reuseOrder == ReuseOrder::Fifo ? PolicyText::tr("FIFO")
                                                     : PolicyText::tr("LIFO");
    case PolicySetting::KeepAliveMax:
        return PolicyText::tr("keep at most %1").arg(timeText(client.keepAliveMax));
    case PolicySetting::KeepAliveMargin:
        return PolicyText::tr("margin %1").arg(timeText(client.keepAliveMargin));
    case PolicySetting::UnusedLimit:
        return PolicyText::tr("unused limit %1").arg(timeText(client.unusedLimit));
    case PolicySetting::MaxAge: return PolicyText::tr("age limit %1").arg(timeText(client.maxAge));
    case PolicySetting::Replay:
        switch (client.replay) {
        case ReplayPolicy::Never: return PolicyText::tr("no replay");
        case ReplayPolicy::Idempotent: return PolicyText::tr("replay what is idempotent");
        case ReplayPolicy::Always: return PolicyText::tr("replay all");
        }
        return {};
    case PolicySetting::ReadBytes:
        return PolicyText::tr("read %1 of bodies").arg(sizeText(client.readBytes.value_or(0)));
    case PolicySetting::DrainLimit:
        return PolicyText::tr("drain %1").arg(sizeText(client.drainLimit));
    }
    return {};
}

} // namespace

QString policyText(const Experiment &experiment)
{
    QStringList texts;
    for (const PolicySetting each : changedPolicies(experiment))
        texts << settingText(each, experiment.client);
    return texts.join(QStringLiteral(", "));
}

QString withoutEffectText(WithoutEffect why)
{
    switch (why) {
    case WithoutEffect::Http2:
        return PolicyText::tr("No effect here: only HTTP/2 is spoken, which has no such thing.");
    case WithoutEffect::OneConnection:
        return PolicyText::tr("No effect here: with one connection there is nothing to choose.");
    case WithoutEffect::ReadsAll:
        return PolicyText::tr("No effect here: bodies are read to their ends, so nothing is left "
                              "to drain.");
    }
    return {};
}

} // namespace reusescope
