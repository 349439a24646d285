// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/net/tlsstream.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace reusescope {

/// Opens one connection: to the first of several addresses that answers, and then, when asked, TLS.
///
/// Thread: loop thread only.
/// Ownership: of what is under way; destroying it gives up and reports nothing.
/// Addresses are tried in order, with the families taking turns; the next one is begun when one has
/// failed or has not answered for kHeadStart. The others are closed when one has answered. Source:
/// RFC 8305 sections 4 and 5.
class Connector
{
public:
    struct Listener
    {
        /// TCP stands; TLS follows where it was asked for.
        virtual void transportConnected(ByteStream &transport) = 0;
        /// It is ready: the listener takes it and becomes its handler.
        virtual void connected(std::unique_ptr<ByteStream> stream, const TlsInfo *tls) = 0;
        /// Nobody answered, or TLS failed.
        virtual void connectFailed(const Error &error) = 0;
        /// An address that was tried in vain, or too late (`error` is null then).
        /// `place` counts from 1 in the order of trying.
        virtual void addressLost(std::size_t place, const Error *error) = 0;

    protected:
        ~Listener() = default;
    };

    static constexpr Milliseconds kHeadStart{250}; ///< "Connection Attempt Delay"

    /// `tls`: null for plain TCP; outlives the stream.
    Connector(PhaseLoop &loop, TlsClientContext *tls, Listener &listener);
    ~Connector();
    Connector(const Connector &) = delete;
    Connector &operator=(const Connector &) = delete;

    /// Begins; the outcome comes later, once. `addresses` is not empty.
    void connect(const std::vector<Endpoint> &addresses);
    void cancel();

private:
    struct Idle final : ByteStream::Handler
    {
        void streamReadable() override { }
        void streamWritable() override { }
    };

    struct Attempt
    {
        std::size_t place = 0;
        std::unique_ptr<TcpStream> stream;
    };

    void tryNext();
    void answered(std::size_t place, const Result<void> &outcome);
    void startTls(TcpStream &winner);
    void handshakeDone(const Result<void> &outcome);
    void discardSecure();

    PhaseLoop &m_loop;
    TlsClientContext *m_tls;
    Listener &m_listener;
    Idle m_idle; // nothing is read before the stream is handed over
    std::vector<Endpoint> m_addresses; // families in turn
    std::size_t m_next = 0;
    std::vector<Attempt> m_attempts; // under way
    std::unique_ptr<TlsStream> m_secure; // in its handshake
    std::unique_ptr<TlsStream> m_discarded;
    TimerHandle m_headStart;
};

} // namespace reusescope
