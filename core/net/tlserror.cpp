// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlserror.h"

#include "core/base/sentence.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <ctime>
#include <memory>
#include <system_error>

namespace reusescope {

namespace {

void freeCertificate(void *, void *certificate, CRYPTO_EX_DATA *, int, long, void *)
{
    X509_free(static_cast<X509 *>(certificate));
}

/// Where a connection keeps the certificate that was refused.
int refusedSlot()
{
    static const int slot = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, freeCertificate);
    return slot;
}

int keepWhenRefused(int accepted, X509_STORE_CTX *verification)
{
    auto *connection = static_cast<SSL *>(
        X509_STORE_CTX_get_ex_data(verification, SSL_get_ex_data_X509_STORE_CTX_idx()));
    X509 *certificate = X509_STORE_CTX_get0_cert(verification);
    if (!accepted && certificate && !SSL_get_ex_data(connection, refusedSlot())) {
        X509_up_ref(certificate);
        if (SSL_set_ex_data(connection, refusedSlot(), certificate) != 1)
            X509_free(certificate); // the sentence will be less precise
    }
    return accepted;
}

unsigned long takeFirstError()
{
    const unsigned long first = ERR_get_error();
    ERR_clear_error();
    return first;
}

std::string reasonText(unsigned long code)
{
    const char *reason = ERR_reason_error_string(code);
    return reason ? reason : fmt::format("OpenSSL error {}", code);
}

Sentence date(const ASN1_TIME *time)
{
    tm broken{};
    if (ASN1_TIME_to_tm(time, &broken) != 1)
        return Sentence("an unreadable date");
    return Sentence::verbatim(
        fmt::format("{:04}-{:02}-{:02}", broken.tm_year + 1900, broken.tm_mon + 1, broken.tm_mday));
}

std::string addressText(const ASN1_OCTET_STRING *address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
    const bool whole = ASN1_STRING_length(address) == 4 || ASN1_STRING_length(address) == 16;
    if (!whole || !::inet_ntop(family, ASN1_STRING_get0_data(address), text.data(), text.size()))
        return "an unreadable address";
    return text.data();
}

Sentence certificateProblem(long verdict, const X509 *certificate, std::string_view host)
{
    switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return Sentence("the certificate of {} expired on {}", host,
                        date(X509_get0_notAfter(certificate)));
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return Sentence("the certificate of {} is valid only from {} on", host,
                        date(X509_get0_notBefore(certificate)));
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return Sentence("the certificate is for {}, not for {}", namesOf(certificate), host);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return Sentence("the certificate of {} is signed by an authority that is not trusted "
                        "here ({}); trust it with --ca FILE, or look at it anyway with "
                        "--insecure",
                        host, X509_verify_cert_error_string(verdict));
    default:
        return Sentence("the certificate of {} is not accepted: {}", host,
                        X509_verify_cert_error_string(verdict));
    }
}

Sentence handshakeProblem(unsigned long code, std::string_view host)
{
    if (ERR_GET_LIB(code) != ERR_LIB_SSL)
        return Sentence("the TLS handshake with {} failed: {}", host, reasonText(code));
    switch (ERR_GET_REASON(code)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
    case SSL_R_UNEXPECTED_MESSAGE:
    case SSL_R_BAD_RECORD_TYPE:
        return Sentence("{} does not answer in TLS; is it an http:// server?", host);
    case SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
        return Sentence("{} speaks none of the protocols that were offered (ALPN)", host);
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        return Sentence("{} asks for a client certificate; give one with --cert FILE", host);
    default: return Sentence("the TLS handshake with {} failed: {}", host, reasonText(code));
    }
}

} // namespace

void keepRefusedCertificates(SSL_CTX *context)
{
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, keepWhenRefused);
}

std::string namesOf(const X509 *certificate)
{
    const auto freeNames = [](GENERAL_NAMES *names) { GENERAL_NAMES_free(names); };
    const std::unique_ptr<GENERAL_NAMES, decltype(freeNames)> names(
        static_cast<GENERAL_NAMES *>(
            X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
        freeNames);
    std::string text;
    const auto add = [&text](std::string_view name) {
        text += (text.empty() ? "" : ", ") + std::string(name);
    };
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type == GEN_DNS)
            add({reinterpret_cast<const char *>(ASN1_STRING_get0_data(name->d.dNSName)),
                 static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName))});
        else if (name->type == GEN_IPADD)
            add(addressText(name->d.iPAddress));
    }
    return text.empty() ? "no name at all" : text;
}

Error tlsErrorOf(std::string_view what)
{
    const unsigned long code = takeFirstError();
    return {ErrorKind::Tls, static_cast<long>(code), fmt::format("{}: {}", what, reasonText(code))};
}

Error handshakeErrorOf(const SSL *connection, std::string_view host,
                       const TlsTransportState &transport)
{
    const long verdict = SSL_get_verify_result(connection);
    const unsigned long code = takeFirstError();
    const bool refused =
        ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_CERTIFICATE_VERIFY_FAILED;
    if (refused && verdict != X509_V_OK) {
        const auto *certificate =
            static_cast<const X509 *>(SSL_get_ex_data(connection, refusedSlot()));
        if (certificate)
            return errorSaying(ErrorKind::Tls, verdict,
                               certificateProblem(verdict, certificate, host));
    }
    if (transport.errorNumber == ECONNRESET || transport.errorNumber == EPIPE)
        return errorSaying(ErrorKind::Tls, transport.errorNumber,
                           Sentence("{} reset the connection during the TLS handshake", host));
    if (transport.errorNumber != 0)
        return errorSaying(ErrorKind::Tls, transport.errorNumber,
                           Sentence("the TLS handshake with {} failed: {}", host,
                                    std::generic_category().message(transport.errorNumber)));
    if (transport.ended)
        return errorSaying(ErrorKind::Tls, 0,
                           Sentence("{} closed the connection during the TLS handshake", host));
    return errorSaying(ErrorKind::Tls, static_cast<long>(code), handshakeProblem(code, host));
}

} // namespace reusescope
