// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/certificate.h"

#include "core/net/tlscontext.h"

#include <QDir>
#include <QFile>

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <memory>
#include <utility>

namespace reusescope {

namespace {

std::string keyPem(const TlsServerContext &context)
{
    const std::unique_ptr<BIO, int (*)(BIO *)> memory(BIO_new(BIO_s_mem()), BIO_free);
    if (!memory
        || PEM_write_bio_PrivateKey(memory.get(), SSL_CTX_get0_privatekey(context.handle()),
                                    nullptr, nullptr, 0, nullptr, nullptr)
            != 1)
        return {};
    char *text = nullptr;
    const long length = BIO_get_mem_data(memory.get(), &text);
    return {text, static_cast<std::size_t>(length)};
}

bool write(const QString &path, const std::string &text)
{
    QFile file(path);
    const auto size = static_cast<qint64>(text.size());
    return file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace

std::optional<CertificateFiles> writeCertificate(const QString &folder)
{
    const auto context = TlsServerContext::make({});
    if (!context)
        return {};
    const QDir into(folder);
    CertificateFiles files{into.filePath(QStringLiteral("certificate.pem")),
                           into.filePath(QStringLiteral("key.pem")),
                           into.filePath(QStringLiteral("both.pem")), (*context)->certificatePem()};
    const std::string key = keyPem(**context);
    if (key.empty() || !write(files.certificate, files.pem) || !write(files.key, key)
        || !write(files.both, files.pem + key))
        return {};
    return files;
}

} // namespace reusescope
