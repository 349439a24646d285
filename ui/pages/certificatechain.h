// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QTreeWidget>

#include <string>
#include <vector>

class QDateTime;

namespace reusescope {

/// What a certificate says, as text. Everything in it was written by the peer.
struct CertificateFacts
{
    bool isReadable = false; ///< false: the rest is empty
    QString subject;
    QString issuer;
    QString validity; ///< from and until, with a remark when it does not hold now
    bool isValidNow = false;
    QStringList names; ///< hosts and addresses that it is for
    QString serial;
    QString key; ///< "EC, 256 bits"
    QString fingerprint; ///< SHA-256
    bool isSelfSigned = false;
};

inline constexpr std::size_t kMostCertificates = 16; ///< shown of a chain

/// Reads certificates in DER, the peer's own first.
QList<CertificateFacts> readCertificates(const std::vector<std::string> &chain,
                                         const QDateTime &now);

/// A peer's certificate chain as a tree: a certificate each, what it says below. Ctrl+C copies the
/// selected lines, or all.
///
/// Thread: UI. Ownership: values only.
class CertificateChainView : public QTreeWidget
{
    Q_OBJECT

public:
    explicit CertificateChainView(QWidget *parent = nullptr);
    void show(const std::vector<std::string> &chain);
    QString text() const; ///< all of it, for the clipboard

private:
    void copy() const;
};

} // namespace reusescope
