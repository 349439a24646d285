// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/net/tcpstream.h"
#include "core/net/tlscontext.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct bio_st;

namespace reusescope {

/// What a handshake has agreed on.
struct TlsInfo
{
    std::string version; ///< "TLSv1.3"
    std::string cipher;
    std::string protocol; ///< ALPN; empty: none was chosen
    bool resumed = false; ///< with a ticket: no certificate was sent
    std::vector<std::string> peerChain; ///< certificates in DER, the peer's own first
};

/// TLS over TCP, both roles.
///
/// Thread: loop thread only.
/// A readable socket proves nothing about data here: tickets, key updates and close_notify look the
/// same from outside. read() and peek() therefore ask OpenSSL: records that carry no data are
/// processed and count as nothing, close_notify and a FIN are the end. Bytes that OpenSSL holds
/// already count as well, though no poll reports them: after the handler has left some, it is told
/// again from the pending phase.
class TlsStream final : public ByteStream, private ByteStream::Handler
{
public:
    /// Called once, from poll or pending, when the handshake is over. The error says what a person
    /// can act on (ErrorKind::Tls).
    using HandshakeDone = std::function<void(Result<void>)>;

    TlsStream(PhaseLoop &loop, ByteStream::Handler &handler);
    ~TlsStream() override;

    /// Takes over a connected descriptor and begins the handshake.
    void startClient(int descriptor, const Endpoint &peer, TlsClientContext &context,
                     HandshakeDone done);
    void startServer(int descriptor, const Endpoint &peer, TlsServerContext &context,
                     HandshakeDone done);
    const TlsInfo &info() const { return m_info; } ///< once the handshake is done

    // What a server's script may do on an open stream.
    void sendTicket(); ///< a late session ticket; nothing before TLS 1.3
    void sendCloseNotify(); ///< and no FIN
    void requestKeyUpdate(); ///< TLS 1.3
    void sendFinOnly(); ///< a FIN without close_notify: a truncation

    void setHandler(ByteStream::Handler &handler) override { m_handler = &handler; }
    IoResult read(std::span<char> into) override;
    IoResult write(std::string_view bytes) override;
    IdleLook peek() override;
    void watchReading(bool on) override;
    void watchWriting(bool on) override;
    void setReferenced(bool referenced) override { m_tcp.setReferenced(referenced); }
    void close(Callback closed) override; ///< with close_notify
    void reset(Callback closed) override;
    void shutdownWriting() override; ///< close_notify and a FIN
    int descriptor() const override { return m_tcp.descriptor(); }
    const Endpoint &peer() const override { return m_tcp.peer(); }

private:
    struct Transport; // the BIO that reads and writes m_tcp

    void streamReadable() override;
    void streamWritable() override;

    void start(int descriptor, const Endpoint &peer, ssl_ctx_st *context);
    void shakeHands();
    void finishHandshake(Result<void> outcome);
    void later(std::function<void()> call);
    void tellAgainIfHeld();
    bool holdsData() const;
    bool holdsNews() const;
    IoResult outcomeOf(int returned);
    Error handshakeError() const;
    void fillInfo();

    PhaseLoop &m_loop;
    ByteStream::Handler *m_handler;
    TcpStream m_tcp;
    std::unique_ptr<ssl_st, TlsFree> m_ssl;
    TlsClientContext *m_client = nullptr; // null: a server's stream
    HandshakeDone m_done; // set until the handshake is over
    TlsInfo m_info;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0); // gone: calls that wait are void
    bool m_starting = false;
    bool m_open = false; // the handshake is over and nothing has failed or been closed
    bool m_reading = true;
    bool m_writing = false;
    bool m_writeWaitsForRead = false;
    bool m_toldAgain = false; // a call waits in the pending queue
    // What the transport met last.
    bool m_kernelIsEmpty = false;
    bool m_transportEnded = false;
    int m_transportError = 0;
    bool m_failureUntold = false; // met behind data that was returned first
    std::optional<IoResult> m_failure; // the stream's end, once met: every later read says it again
};

} // namespace reusescope
