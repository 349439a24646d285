// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/certificatechain.h"

#include <QAction>
#include <QClipboard>
#include <QCryptographicHash>
#include <QDateTime>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLocale>
#include <QSslCertificate>
#include <QSslKey>

#include <algorithm>

namespace reusescope {

namespace {

constexpr qsizetype kMostCharacters = 300; // of a field
constexpr qsizetype kMostNames = 100;

QString shortened(const QString &text)
{
    QString out = text.left(kMostCharacters);
    // Line breaks and other controls in a name could make it look like further lines.
    for (QChar &each : out) {
        if (!each.isPrint())
            each = QChar(QChar::ReplacementCharacter);
    }
    return text.size() > kMostCharacters ? out + QStringLiteral("…") : out;
}

QString joined(const QStringList &parts)
{
    return shortened(parts.join(QStringLiteral(", ")));
}

QString keyText(const QSslKey &key)
{
    const char *kind = nullptr;
    switch (key.algorithm()) {
    case QSsl::Rsa: kind = "RSA"; break;
    case QSsl::Dsa: kind = "DSA"; break;
    case QSsl::Ec: kind = "EC"; break;
    case QSsl::Dh: kind = "DH"; break;
    case QSsl::Opaque: break;
    }
    if (!kind || key.length() <= 0)
        return {};
    return CertificateChainView::tr("%1, %2 bits").arg(QString::fromLatin1(kind)).arg(key.length());
}

CertificateFacts factsOf(const std::string &der, const QDateTime &now)
{
    CertificateFacts facts;
    const QSslCertificate certificate(QByteArray(der.data(), static_cast<qsizetype>(der.size())),
                                      QSsl::Der);
    if (certificate.isNull())
        return facts;
    facts.isReadable = true;
    const QString subject = certificate.subjectDisplayName();
    facts.subject = shortened(subject);
    facts.issuer = shortened(certificate.issuerDisplayName());
    facts.isSelfSigned = certificate.isSelfSigned();
    const QDateTime from = certificate.effectiveDate();
    const QDateTime until = certificate.expiryDate();
    facts.isValidNow = from.isValid() && until.isValid() && now >= from && now <= until;
    const QLocale locale;
    facts.validity = CertificateChainView::tr("%1 to %2")
                         .arg(locale.toString(from, QLocale::ShortFormat),
                              locale.toString(until, QLocale::ShortFormat));
    if (now > until)
        facts.validity += CertificateChainView::tr(": expired");
    else if (now < from)
        facts.validity += CertificateChainView::tr(": not valid yet");
    for (const QString &name : certificate.subjectAlternativeNames()) {
        if (facts.names.size() == kMostNames)
            break;
        facts.names << shortened(name);
    }
    facts.names.sort();
    facts.serial = shortened(QString::fromLatin1(certificate.serialNumber()));
    facts.key = keyText(certificate.publicKey());
    facts.fingerprint =
        QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':')).toUpper();
    return facts;
}

} // namespace

QList<CertificateFacts> readCertificates(const std::vector<std::string> &chain,
                                         const QDateTime &now)
{
    QList<CertificateFacts> out;
    for (std::size_t each = 0; each < std::min(chain.size(), kMostCertificates); ++each)
        out << factsOf(chain[each], now);
    return out;
}

CertificateChainView::CertificateChainView(QWidget *parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("Certificates of the server"));
    setColumnCount(2);
    setHeaderLabels({tr("Certificate"), tr("Value")});
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto *copyAction = new QAction(tr("&Copy"), this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &CertificateChainView::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void CertificateChainView::show(const std::vector<std::string> &chain)
{
    clear();
    const QList<CertificateFacts> all = readCertificates(chain, QDateTime::currentDateTime());
    for (qsizetype number = 0; number < all.size(); ++number) {
        const CertificateFacts &facts = all.at(number);
        auto *top = new QTreeWidgetItem(this);
        if (!facts.isReadable) {
            top->setText(0, tr("Certificate %1").arg(number + 1));
            top->setText(1, tr("cannot be read"));
            continue;
        }
        top->setText(0, number == 0 ? tr("Server") : tr("Authority %1").arg(number));
        top->setText(1, facts.subject);
        const auto add = [top](const QString &name, const QString &value) {
            if (value.isEmpty())
                return;
            auto *item = new QTreeWidgetItem(top, {name, value});
            item->setToolTip(1, value.toHtmlEscaped());
        };
        add(tr("Issuer"), facts.isSelfSigned ? tr("%1 (itself)").arg(facts.issuer) : facts.issuer);
        add(tr("Valid"), facts.validity);
        add(tr("Names"), joined(facts.names));
        add(tr("Key"), facts.key);
        add(tr("Serial"), facts.serial);
        add(tr("SHA-256"), facts.fingerprint);
    }
    expandAll();
}

QString CertificateChainView::text() const
{
    QStringList lines;
    for (int each = 0; each < topLevelItemCount(); ++each) {
        const QTreeWidgetItem *top = topLevelItem(each);
        lines << top->text(0) + QLatin1Char('\t') + top->text(1);
        for (int child = 0; child < top->childCount(); ++child)
            lines << top->child(child)->text(0) + QLatin1Char('\t') + top->child(child)->text(1);
    }
    return lines.join(QLatin1Char('\n'));
}

void CertificateChainView::copy() const
{
    QStringList lines;
    for (const QTreeWidgetItem *item : selectedItems())
        lines << item->text(0) + QLatin1Char('\t') + item->text(1);
    QGuiApplication::clipboard()->setText(lines.isEmpty() ? text() : lines.join(QLatin1Char('\n')));
}

} // namespace reusescope
