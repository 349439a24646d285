// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QWidget>

#include <memory>
#include <string>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QVBoxLayout;

namespace reusescope {

class FoldSection;

/// What is chosen less often about a target: TLS, the request that is sent, and limits. Sections
/// are folded until they hold something, or are opened.
///
/// Thread: UI. Ownership: values only; a body is read from its file when the file is chosen.
class TargetOptions : public QWidget
{
    Q_OBJECT

public:
    explicit TargetOptions(QWidget *parent = nullptr);

    void setExperiment(const Experiment &experiment);
    /// Writes what the fields hold. `isSecure`: the target speaks TLS, otherwise its fields do not
    /// apply; likewise `isUrl` for the limits.
    void apply(Experiment &experiment, bool isSecure, bool isUrl) const;
    /// What cannot be used, as a sentence; empty: all can.
    QString problem() const;
    void adapt(bool isSecure, bool isUrl);

signals:
    void changed();

private:
    FoldSection *addSection(QVBoxLayout &column, const QString &title);
    QLineEdit *addFile(QFormLayout &form, const QString &label, const QString &tip);
    QSpinBox *addLimit(QFormLayout &form, const QString &label, int high, const QString &tip);
    void readBody();
    void unfoldWhatIsUsed();

    FoldSection *m_tlsFold = nullptr;
    QLineEdit *m_authorities = nullptr;
    QLineEdit *m_certificate = nullptr;
    QLineEdit *m_key = nullptr;
    QCheckBox *m_insecure = nullptr;
    FoldSection *m_requestFold = nullptr;
    QComboBox *m_method = nullptr;
    QPlainTextEdit *m_headers = nullptr;
    QLineEdit *m_bodyFile = nullptr;
    FoldSection *m_limitsFold = nullptr;
    QSpinBox *m_perSecond = nullptr;
    QSpinBox *m_requests = nullptr;

    // Of the file named in m_bodyFile, or as it came with the experiment while that is empty.
    std::shared_ptr<const std::string> m_body;
    QString m_bodyProblem;
};

} // namespace reusescope
