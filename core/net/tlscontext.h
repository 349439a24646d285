// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct ssl_ctx_st;
struct ssl_session_st;
struct ssl_st;

namespace reusescope {

/// Frees what OpenSSL has made.
struct TlsFree
{
    void operator()(ssl_ctx_st *context) const;
    void operator()(ssl_session_st *session) const;
    void operator()(ssl_st *connection) const;
};
using TlsSession = std::unique_ptr<ssl_session_st, TlsFree>;

/// How a client speaks TLS.
struct TlsClientOptions
{
    bool verify = true; ///< false: any certificate will do
    std::string caFile; ///< PEM; empty: the system's authorities
    std::string caPem; ///< trusted besides, such as the lab's own certificate; empty: none
    std::string certificateFile; ///< PEM, of the client; empty: none
    std::string keyFile; ///< PEM; empty: in certificateFile
    std::string keyLogFile; ///< secrets are appended for a capture tool; empty: none
    std::vector<std::string> protocols; ///< ALPN, most wanted first; empty: none is offered
};

/// What the TLS connections to one host share: settings, authorities, and the session tickets that
/// the host has given.
///
/// Thread: loop thread only. Ownership: outlives its streams.
class TlsClientContext
{
public:
    /// ErrorKind::File for a file that cannot be used (with its name), ErrorKind::Tls otherwise.
    static Result<std::unique_ptr<TlsClientContext>> make(const TlsClientOptions &options,
                                                          const std::string &host);
    ~TlsClientContext();
    TlsClientContext(const TlsClientContext &) = delete;
    TlsClientContext &operator=(const TlsClientContext &) = delete;

    ssl_ctx_st *handle() const { return m_context.get(); }
    const std::string &host() const { return m_host; }
    bool verifies() const { return m_verifies; }

    /// What later connections offer by ALPN, most wanted first; empty: nothing.
    Result<void> setProtocols(const std::vector<std::string> &protocols);

    /// The newest session that can still be resumed; a ticket of TLS 1.3 is given out once.
    TlsSession takeSession();
    void keepSession(TlsSession session);

    static constexpr std::size_t kMaxSessions = 8;

private:
    TlsClientContext(std::unique_ptr<ssl_ctx_st, TlsFree> context, std::string host, bool verifies,
                     Descriptor keyLog);

    std::unique_ptr<ssl_ctx_st, TlsFree> m_context;
    std::string m_host;
    bool m_verifies;
    Descriptor m_keyLog;
    int m_keyLogDescriptor; // of m_keyLog, for OpenSSL to point to; -1: none
    std::vector<TlsSession> m_sessions; // oldest first
};

/// How the lab speaks TLS.
struct TlsServerOptions
{
    /// Names and addresses that the certificate is for.
    std::vector<std::string> names{"localhost", "127.0.0.1", "::1"};
    std::chrono::seconds validFor = std::chrono::hours(24); ///< from now; negative: expired
    std::vector<std::string> protocols; ///< ALPN, most wanted first; empty: ALPN is not answered
    bool ticketsAtHandshake = true; ///< false: only those that TlsStream::sendTicket() sends
};

/// A server's side, with a key and a self-signed certificate that are made here and never leave the
/// memory.
///
/// Thread: loop thread only. Ownership: outlives its streams.
class TlsServerContext
{
public:
    static Result<std::unique_ptr<TlsServerContext>> make(const TlsServerOptions &options);
    TlsServerContext(const TlsServerContext &) = delete;
    TlsServerContext &operator=(const TlsServerContext &) = delete;

    ssl_ctx_st *handle() const { return m_context.get(); }
    const std::string &certificatePem() const { return m_certificatePem; } ///< to trust it
    const std::string &protocolList() const { return m_protocolList; } ///< in ALPN's wire form

private:
    TlsServerContext() = default;

    std::unique_ptr<ssl_ctx_st, TlsFree> m_context;
    std::string m_certificatePem;
    std::string m_protocolList;
};

} // namespace reusescope
