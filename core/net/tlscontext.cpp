// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlscontext.h"

#include "core/base/sentence.h"
#include "core/net/tlserror.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace reusescope {

namespace {

template <auto Free> struct FreeBy
{
    template <typename T> void operator()(T *object) const { Free(object); }
};
using ContextHandle = std::unique_ptr<SSL_CTX, TlsFree>;
using Key = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreeBy<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, FreeBy<X509_EXTENSION_free>>;
using MemoryBio = std::unique_ptr<BIO, FreeBy<BIO_free>>;

/// ALPN's wire form: each name behind its length.
std::string wireForm(const std::vector<std::string> &protocols)
{
    std::string wire;
    for (const std::string &protocol : protocols) {
        wire += static_cast<char>(protocol.size());
        wire += protocol;
    }
    return wire;
}

Result<void> offerProtocols(SSL_CTX *context, const std::vector<std::string> &protocols)
{
    const std::string list = wireForm(protocols);
    // Unlike its relatives this one answers 0 when it has succeeded.
    if (SSL_CTX_set_alpn_protos(context, reinterpret_cast<const unsigned char *>(list.data()),
                                static_cast<unsigned int>(list.size()))
        != 0)
        return tlsErrorOf("the protocols cannot be offered");
    return {};
}

/// Where a context keeps a number or a pointer of ours.
int contextSlot()
{
    static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
    return slot;
}

int keyLogSlot()
{
    static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
    return slot;
}

int newSession(SSL *connection, SSL_SESSION *session)
{
    auto *owner = static_cast<TlsClientContext *>(
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), contextSlot()));
    TlsSession ours(session);
    if (!owner)
        return 1;
    try {
        owner->keepSession(std::move(ours));
    } catch (const std::bad_alloc &) { // OpenSSL lets no exception through: it is not kept
    }
    return 1; // the session is ours now
}

void logKey(const SSL *connection, const char *line)
{
    const auto *descriptor =
        static_cast<const int *>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), keyLogSlot()));
    // One call per line, so that several programs may append to one file. A full disk costs the
    // log, not the measurement.
    if (!descriptor)
        return;
    std::array<iovec, 2> parts{
        {{const_cast<char *>(line), std::strlen(line)}, {const_cast<char *>("\n"), 1}}};
    [[maybe_unused]] const ssize_t written = ::writev(*descriptor, parts.data(), parts.size());
}

int chooseProtocol(SSL *, const unsigned char **chosen, unsigned char *chosenLength,
                   const unsigned char *offered, unsigned int offeredLength, void *owner)
{
    const std::string &ours = static_cast<const TlsServerContext *>(owner)->protocolList();
    unsigned char *found = nullptr;
    const int outcome = SSL_select_next_proto(
        &found, chosenLength, reinterpret_cast<const unsigned char *>(ours.data()),
        static_cast<unsigned int>(ours.size()), offered, offeredLength);
    if (outcome != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

Error fileError(const std::string &file, const Sentence &use)
{
    const int number = errno;
    const unsigned long code = ERR_peek_error();
    ERR_clear_error();
    const char *reason = ERR_reason_error_string(code);
    return errorSaying(
        ErrorKind::File, number,
        Sentence("{} cannot be used as {}: {}", file, use,
                 reason ? Sentence::verbatim(reason) : Sentence("it cannot be read")));
}

bool trust(SSL_CTX *context, const std::string &pem)
{
    const MemoryBio text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    const Certificate certificate(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
    return certificate
        && X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate.get()) == 1;
}

Result<void> useFiles(SSL_CTX *context, const TlsClientOptions &options)
{
    ERR_clear_error();
    if (!options.caFile.empty()) {
        if (SSL_CTX_load_verify_file(context, options.caFile.c_str()) != 1)
            return fileError(options.caFile, Sentence("certificate authority"));
    } else if (options.verify && SSL_CTX_set_default_verify_paths(context) != 1) {
        return tlsErrorOf("the system's certificate authorities cannot be read");
    }
    if (!options.caPem.empty() && !trust(context, options.caPem))
        return tlsErrorOf("a certificate to trust cannot be read");
    if (options.certificateFile.empty())
        return {};
    if (SSL_CTX_use_certificate_chain_file(context, options.certificateFile.c_str()) != 1)
        return fileError(options.certificateFile, Sentence("client certificate"));
    const std::string &key = options.keyFile.empty() ? options.certificateFile : options.keyFile;
    if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1
        || SSL_CTX_check_private_key(context) != 1)
        return fileError(key, Sentence("key of the client certificate"));
    return {};
}

bool addExtension(X509 *certificate, int kind, const std::string &value)
{
    const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

std::string subjectNames(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names) {
        unsigned char address[sizeof(in6_addr)];
        const bool isAddress = ::inet_pton(AF_INET, name.c_str(), address) == 1
            || ::inet_pton(AF_INET6, name.c_str(), address) == 1;
        text += fmt::format("{}{}:{}", text.empty() ? "" : ",", isAddress ? "IP" : "DNS", name);
    }
    return text;
}

Certificate makeCertificate(EVP_PKEY *key, const TlsServerOptions &options)
{
    Certificate certificate(X509_new());
    std::int64_t serial = 0;
    if (!certificate || RAND_bytes(reinterpret_cast<unsigned char *>(&serial), sizeof serial) != 1)
        return nullptr;
    const auto from = std::min<std::int64_t>(0, options.validFor.count()) - 3600;
    X509 *made = certificate.get();
    X509_NAME *subject = X509_get_subject_name(made);
    const bool complete = X509_set_version(made, X509_VERSION_3) == 1
        && ASN1_INTEGER_set_int64(X509_get_serialNumber(made), serial & INT64_MAX) == 1
        && X509_gmtime_adj(X509_getm_notBefore(made), static_cast<long>(from))
        && X509_gmtime_adj(X509_getm_notAfter(made), static_cast<long>(options.validFor.count()))
        && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                      reinterpret_cast<const unsigned char *>("reusescope lab"), -1,
                                      -1, 0)
            == 1
        && X509_set_issuer_name(made, subject) == 1 && X509_set_pubkey(made, key) == 1
        && addExtension(made, NID_basic_constraints, "critical,CA:TRUE")
        && addExtension(made, NID_subject_alt_name, subjectNames(options.names))
        && X509_sign(made, key, EVP_sha256()) > 0;
    return complete ? std::move(certificate) : nullptr;
}

} // namespace

void TlsFree::operator()(SSL_CTX *context) const
{
    SSL_CTX_free(context);
}

void TlsFree::operator()(SSL_SESSION *session) const
{
    SSL_SESSION_free(session);
}

void TlsFree::operator()(SSL *connection) const
{
    SSL_free(connection);
}

Result<std::unique_ptr<TlsClientContext>> TlsClientContext::make(const TlsClientOptions &options,
                                                                 const std::string &host)
{
    ContextHandle handle(SSL_CTX_new(TLS_client_method()));
    if (!handle)
        return tlsErrorOf("TLS cannot be set up");
    SSL_CTX_set_min_proto_version(handle.get(), TLS1_2_VERSION);
    if (options.verify)
        keepRefusedCertificates(handle.get());
    SSL_CTX_set_mode(handle.get(),
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(handle.get(), 1);
    if (auto used = useFiles(handle.get(), options); !used)
        return used.error();
    if (auto offered = offerProtocols(handle.get(), options.protocols); !offered)
        return offered.error();

    Descriptor keyLog;
    if (!options.keyLogFile.empty()) {
        keyLog = Descriptor(
            ::open(options.keyLogFile.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
        if (!keyLog.isValid())
            return systemError(ErrorKind::File, errno,
                               fmt::format("{} cannot be written", options.keyLogFile));
    }
    return std::unique_ptr<TlsClientContext>(
        new TlsClientContext(std::move(handle), host, options.verify, std::move(keyLog)));
}

Result<void> TlsClientContext::setProtocols(const std::vector<std::string> &protocols)
{
    return offerProtocols(m_context.get(), protocols);
}

TlsClientContext::TlsClientContext(ContextHandle context, std::string host, bool verifies,
                                   Descriptor keyLog)
    : m_context(std::move(context)),
      m_host(std::move(host)),
      m_verifies(verifies),
      m_keyLog(std::move(keyLog)),
      m_keyLogDescriptor(m_keyLog.get())
{
    SSL_CTX_set_ex_data(m_context.get(), contextSlot(), this);
    SSL_CTX_set_session_cache_mode(m_context.get(),
                                   SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(m_context.get(), newSession);
    if (m_keyLogDescriptor >= 0) {
        SSL_CTX_set_ex_data(m_context.get(), keyLogSlot(), &m_keyLogDescriptor);
        SSL_CTX_set_keylog_callback(m_context.get(), logKey);
    }
}

TlsClientContext::~TlsClientContext() = default;

TlsSession TlsClientContext::takeSession()
{
    while (!m_sessions.empty()) {
        SSL_SESSION *newest = m_sessions.back().get();
        if (SSL_SESSION_is_resumable(newest) != 1) {
            m_sessions.pop_back();
            continue;
        }
        if (SSL_SESSION_get_protocol_version(newest) < TLS1_3_VERSION) {
            SSL_SESSION_up_ref(newest);
            return TlsSession(newest);
        }
        TlsSession taken = std::move(m_sessions.back());
        m_sessions.pop_back();
        return taken;
    }
    return nullptr;
}

void TlsClientContext::keepSession(TlsSession session)
{
    if (m_sessions.size() == kMaxSessions)
        m_sessions.erase(m_sessions.begin());
    m_sessions.push_back(std::move(session));
}

Result<std::unique_ptr<TlsServerContext>> TlsServerContext::make(const TlsServerOptions &options)
{
    std::unique_ptr<TlsServerContext> context(new TlsServerContext);
    context->m_context.reset(SSL_CTX_new(TLS_server_method()));
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = key ? makeCertificate(key.get(), options) : nullptr;
    SSL_CTX *handle = context->m_context.get();
    if (!handle || !certificate || SSL_CTX_use_certificate(handle, certificate.get()) != 1
        || SSL_CTX_use_PrivateKey(handle, key.get()) != 1)
        return tlsErrorOf("the lab's certificate cannot be made");
    SSL_CTX_set_min_proto_version(handle, TLS1_2_VERSION);
    SSL_CTX_set_mode(handle, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(handle, 1);
    static constexpr std::string_view kSessionContext = "reusescope-lab";
    SSL_CTX_set_session_id_context(handle,
                                   reinterpret_cast<const unsigned char *>(kSessionContext.data()),
                                   static_cast<unsigned int>(kSessionContext.size()));
    if (!options.ticketsAtHandshake)
        SSL_CTX_set_num_tickets(handle, 0);
    context->m_protocolList = wireForm(options.protocols);
    if (!options.protocols.empty())
        SSL_CTX_set_alpn_select_cb(handle, chooseProtocol, context.get());

    const MemoryBio pem(BIO_new(BIO_s_mem()));
    char *text = nullptr;
    if (!pem || PEM_write_bio_X509(pem.get(), certificate.get()) != 1)
        return tlsErrorOf("the lab's certificate cannot be written");
    const long length = BIO_get_mem_data(pem.get(), &text);
    context->m_certificatePem.assign(text, static_cast<std::size_t>(length));
    return context;
}

} // namespace reusescope
