// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>

namespace reusescope {

/// A key and a self-signed certificate for 127.0.0.1 and localhost, in files as servers want them.
struct CertificateFiles
{
    QString certificate; ///< PEM
    QString key; ///< PEM
    QString both; ///< PEM, the certificate first
    std::string pem; ///< of the certificate, to trust it
};

/// Writes them into `folder`; nothing when that fails.
std::optional<CertificateFiles> writeCertificate(const QString &folder);

} // namespace reusescope
