// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/net/bytestream.h"

#include <functional>
#include <memory>

namespace reusescope {

/// TCP over a non-blocking socket with TCP_NODELAY.
class TcpStream final : public ByteStream
{
public:
    /// Called once, in poll or (for failures known at once) in pending: an empty Result when
    /// connected.
    using Connected = std::function<void(Result<void>)>;

    explicit TcpStream(PhaseLoop &loop, Handler &handler);
    ~TcpStream() override; ///< closes the descriptor at once when close() was not called

    /// Starts connecting; the outcome always comes later, through `connected`, unless the stream is
    /// closed before.
    void connect(const Endpoint &to, Connected connected);
    /// Takes over an accepted descriptor (already non-blocking).
    void adopt(int descriptor, const Endpoint &peer);

    /// Gives the connected descriptor away; the stream can be destroyed then.
    int release();

    void setHandler(Handler &handler) override { m_handler = &handler; }
    IoResult read(std::span<char> into) override;
    IoResult write(std::string_view bytes) override;
    IdleLook peek() override;
    void watchReading(bool on) override;
    void watchWriting(bool on) override;
    void setReferenced(bool referenced) override;
    void close(Callback closed) override;
    void reset(Callback closed) override;
    void shutdownWriting() override;
    int descriptor() const override { return m_descriptor; }
    const Endpoint &peer() const override { return m_peer; }

private:
    void ready(IoEvents events);
    void finishConnecting(int errorNumber);
    void failLater(int errorNumber);
    void updateInterest();

    PhaseLoop &m_loop;
    Handler *m_handler;
    int m_descriptor = -1;
    Endpoint m_peer;
    Connected m_connected; // set until the outcome of connect() is reported
    // The outcome that waits in the pending queue; gone once nobody wants it.
    std::shared_ptr<int> m_failure;
    // The kernel reports an error once; what peek() met, read() still has to say.
    int m_peekedError = 0;
    bool m_reading = true;
    bool m_writing = false;
    IoWatcher m_watcher;
};

} // namespace reusescope
