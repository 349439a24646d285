// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/targetoptions.h"

#include "core/experiment/extraheaders.h"
#include "ui/format/text.h"
#include "ui/pages/foldsection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace reusescope {

namespace {

constexpr int kPathCharacters = 4096;
constexpr int kHeaderLines = 3; // shown
constexpr std::array kMethods{Method::Get, Method::Head,   Method::Post,
                              Method::Put, Method::Delete, Method::Options};

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

std::string pathOf(const QLineEdit &field)
{
    return QFile::encodeName(field.text().trimmed()).toStdString();
}

} // namespace

TargetOptions::TargetOptions(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);

    m_tlsFold = addSection(*column, tr("TLS"));
    QFormLayout &tls = m_tlsFold->form();
    m_authorities =
        addFile(tls, tr("Authorities"),
                tr("A PEM file with the certificates to trust; the system's own when empty"));
    m_authorities->setPlaceholderText(tr("the system's"));
    m_certificate = addFile(tls, tr("Certificate"),
                            tr("A PEM file with the certificate that this client shows, if any"));
    m_key = addFile(tls, tr("Key"),
                    tr("A PEM file with its private key, when it is not in the same file"));
    m_insecure = new QCheckBox(tr("&Accept any certificate"));
    m_insecure->setToolTip(tr("Verifies nothing: whoever answers is taken for the server. The "
                              "results say so."));
    connect(m_insecure, &QCheckBox::toggled, this, &TargetOptions::changed);
    tls.addRow(m_insecure);

    m_requestFold = addSection(*column, tr("Request"));
    QFormLayout &request = m_requestFold->form();
    m_method = new QComboBox;
    for (const Method method : kMethods)
        m_method->addItem(fromUtf8(std::string(name(method))));
    m_method->setToolTip(tr("Requests that are not idempotent are never replayed once they were "
                            "written"));
    connect(m_method, &QComboBox::currentIndexChanged, this, &TargetOptions::changed);
    request.addRow(tr("Method"), m_method);
    m_headers = new QPlainTextEdit;
    m_headers->setPlaceholderText(tr("Name: value"));
    m_headers->setAccessibleName(tr("Header fields"));
    m_headers->setToolTip(tr("Header fields for every request, one in each line"));
    m_headers->setTabChangesFocus(true);
    m_headers->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_headers->setFixedHeight(kHeaderLines * fontMetrics().lineSpacing() + 14);
    m_headers->setMinimumWidth(90);
    connect(m_headers, &QPlainTextEdit::textChanged, this, &TargetOptions::changed);
    request.addRow(tr("Headers"), m_headers);
    m_bodyFile = addFile(request, tr("Body file"), tr("Sent with every request"));
    m_bodyFile->setPlaceholderText(tr("no body"));
    connect(m_bodyFile, &QLineEdit::textChanged, this, &TargetOptions::readBody);

    m_limitsFold = addSection(*column, tr("Limits"));
    QFormLayout &limits = m_limitsFold->form();
    m_perSecond = addLimit(limits, tr("Per second"), kMaxRate,
                           tr("Requests per second at most. Without a number: %1 for a server on "
                              "another machine, no limit on this one.")
                               .arg(kRemoteRate));
    m_requests = addLimit(limits, tr("In all"), kMaxRequests,
                          tr("Requests in all at most, of every variant and with warm-up. Without "
                             "a number: %1 for a server on another machine, no limit on this one.")
                              .arg(kRemoteRequests));
}

FoldSection *TargetOptions::addSection(QVBoxLayout &column, const QString &title)
{
    auto *section = new FoldSection(title);
    column.addWidget(section);
    return section;
}

QLineEdit *TargetOptions::addFile(QFormLayout &form, const QString &label, const QString &tip)
{
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto *path = new QLineEdit;
    path->setMaxLength(kPathCharacters);
    path->setToolTip(tip);
    path->setAccessibleName(label);
    path->setMinimumWidth(60);
    auto *browse = new QToolButton;
    browse->setText(QStringLiteral("…"));
    browse->setToolTip(tr("Choose the file"));
    browse->setAccessibleName(tr("Choose: %1").arg(label));
    connect(browse, &QToolButton::clicked, this, [this, path, label] {
        const QString chosen = QFileDialog::getOpenFileName(this, label, path->text());
        if (!chosen.isEmpty())
            path->setText(chosen);
    });
    row->addWidget(path, 1);
    row->addWidget(browse);
    connect(path, &QLineEdit::textChanged, this, &TargetOptions::changed);
    form.addRow(label, line);
    return path;
}

QSpinBox *TargetOptions::addLimit(QFormLayout &form, const QString &label, int high,
                                  const QString &tip)
{
    auto *box = new QSpinBox;
    box->setRange(0, high);
    box->setSpecialValueText(tr("usual"));
    box->setGroupSeparatorShown(true);
    box->setToolTip(tip);
    box->setMinimumWidth(90);
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(box, &QSpinBox::valueChanged, this, &TargetOptions::changed);
    form.addRow(label, box);
    return box;
}

void TargetOptions::setExperiment(const Experiment &experiment)
{
    const TlsClientOptions &tls = experiment.client.tls;
    m_authorities->setText(QFile::decodeName(QByteArray::fromStdString(tls.caFile)));
    m_certificate->setText(QFile::decodeName(QByteArray::fromStdString(tls.certificateFile)));
    m_key->setText(QFile::decodeName(QByteArray::fromStdString(tls.keyFile)));
    m_insecure->setChecked(!tls.verify);
    m_method->setCurrentIndex(
        static_cast<int>(std::ranges::find(kMethods, experiment.method) - kMethods.begin()));
    QStringList lines;
    for (const ExtraHeader &header : experiment.client.extraHeaders)
        lines << fromUtf8(header.first) + QStringLiteral(": ") + fromUtf8(header.second);
    m_headers->setPlainText(lines.join(QLatin1Char('\n')));
    m_bodyFile->clear();
    m_body = experiment.client.body;
    m_bodyFile->setPlaceholderText(m_body ? tr("%1, as given").arg(bytesText(m_body->size()))
                                          : tr("no body"));
    m_perSecond->setValue(experiment.limits.perSecond.value_or(0));
    m_requests->setValue(experiment.limits.requests.value_or(0));
    unfoldWhatIsUsed();
}

void TargetOptions::unfoldWhatIsUsed()
{
    const bool usesTls = m_insecure->isChecked() || !m_authorities->text().isEmpty()
        || !m_certificate->text().isEmpty() || !m_key->text().isEmpty();
    const bool usesRequest =
        m_method->currentIndex() != 0 || m_body || !m_headers->toPlainText().trimmed().isEmpty();
    const bool usesLimits = m_perSecond->value() != 0 || m_requests->value() != 0;
    m_tlsFold->setOpen(m_tlsFold->isOpen() || usesTls);
    m_requestFold->setOpen(m_requestFold->isOpen() || usesRequest);
    m_limitsFold->setOpen(m_limitsFold->isOpen() || usesLimits);
}

void TargetOptions::apply(Experiment &experiment, bool isSecure, bool isUrl) const
{
    TlsClientOptions &tls = experiment.client.tls;
    tls.verify = !isSecure || !m_insecure->isChecked();
    tls.caFile = isSecure ? pathOf(*m_authorities) : std::string();
    tls.certificateFile = isSecure ? pathOf(*m_certificate) : std::string();
    tls.keyFile = isSecure ? pathOf(*m_key) : std::string();
    experiment.method = kMethods[static_cast<std::size_t>(m_method->currentIndex())];
    experiment.client.extraHeaders.clear();
    for (const QString &line : m_headers->toPlainText().split(QLatin1Char('\n'))) {
        if (line.trimmed().isEmpty())
            continue;
        if (auto header = parseHeader(line.toStdString()))
            experiment.client.extraHeaders.push_back(std::move(*header));
    }
    experiment.client.body = m_body;
    const auto limit = [&](const QSpinBox &box) {
        return isUrl && box.value() > 0 ? std::optional(box.value()) : std::nullopt;
    };
    experiment.limits.perSecond = limit(*m_perSecond);
    experiment.limits.requests = limit(*m_requests);
}

QString TargetOptions::problem() const
{
    for (const QString &line : m_headers->toPlainText().split(QLatin1Char('\n'))) {
        if (line.trimmed().isEmpty())
            continue;
        if (const auto header = parseHeader(line.toStdString()); !header)
            return errorSentence(header.error());
    }
    return m_bodyProblem;
}

void TargetOptions::readBody()
{
    m_body.reset();
    m_bodyProblem.clear();
    m_bodyFile->setPlaceholderText(tr("no body"));
    const QString path = m_bodyFile->text().trimmed();
    if (!path.isEmpty()) {
        QFile file(path);
        // Opening anything but a file could wait for a peer, or read for ever.
        if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
            m_bodyProblem = tr("The body file cannot be read; check its path and permissions.");
        } else {
            const QByteArray body = file.read(static_cast<qint64>(kMaxBodyBytes) + 1);
            if (static_cast<std::size_t>(body.size()) > kMaxBodyBytes)
                m_bodyProblem =
                    tr("The body file is larger than %1.").arg(bytesText(kMaxBodyBytes));
            else
                m_body = std::make_shared<const std::string>(body.toStdString());
        }
    }
    emit changed();
}

void TargetOptions::adapt(bool isSecure, bool isUrl)
{
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_authorities, m_certificate, m_key, m_insecure})
        field->setEnabled(isSecure);
    m_perSecond->setEnabled(isUrl);
    m_requests->setEnabled(isUrl);
}

} // namespace reusescope
