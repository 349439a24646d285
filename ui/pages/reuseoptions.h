// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/policysettings.h"

#include <QWidget>

#include <array>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace reusescope {

class FoldSection;

/// The policies of reuse: which connection is used again, for how long, and what is sent a second
/// time. Folded; what is not as usual is said below the heading.
///
/// Thread: UI. Ownership: values only. A field that cannot matter is disabled, says why in its
/// tooltip, and keeps its value, which is written as it is.
class ReuseOptions : public QWidget
{
    Q_OBJECT

public:
    explicit ReuseOptions(QWidget *parent = nullptr);

    void setClient(const ClientOptions &client);
    void apply(ClientOptions &client) const;
    /// Enables what can matter in an experiment that has these policies, and sums it up.
    void adapt(const Experiment &experiment);

signals:
    void changed();

private:
    struct Field
    {
        QWidget *widget = nullptr;
        QString tip;
    };

    void addField(PolicySetting setting, const QString &label, QWidget *field, const QString &tip);
    QComboBox *addChoice(PolicySetting setting, const QString &label, const QStringList &texts,
                         const QString &tip);
    QSpinBox *addTime(PolicySetting setting, const QString &label, int low, const QString &atZero,
                      const QString &tip);
    QDoubleSpinBox *addSize(PolicySetting setting, const QString &label, double low,
                            const QString &atLow, const QString &tip);
    void restoreDefaults();

    std::array<Field, kPolicySettings.size()> m_fields;
    FoldSection *m_fold;
    QComboBox *m_order = nullptr;
    QSpinBox *m_keepAliveMax = nullptr;
    QSpinBox *m_margin = nullptr;
    QSpinBox *m_unusedLimit = nullptr;
    QSpinBox *m_maxAge = nullptr;
    QComboBox *m_replay = nullptr;
    QDoubleSpinBox *m_readBytes = nullptr; // sizes do not fit into an int
    QDoubleSpinBox *m_drainLimit = nullptr;
    QLabel *m_reference = nullptr;
    QPushButton *m_defaults = nullptr;
};

} // namespace reusescope
