// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.h"
#include "core/lab/labcounters.h"
#include "core/lab/labsession.h"
#include "core/lab/labsteps.h"
#include "core/loop/immediate.h"
#include "core/net/tlsstream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// One accepted connection: its stream, what is due on it and when, the acts that concern the
/// connection as such, and its end. Which protocol it speaks is found out at its beginning; a
/// LabSession speaks it from then on.
///
/// Thread: the server's thread. Ownership: the host, until Host::connectionClosed().
class LabConnection final : private ByteStream::Handler
{
public:
    class Host
    {
    public:
        virtual const SharedLabPlan &plan() = 0; ///< for a request that ends now
        virtual std::span<char> readBuffer() = 0; ///< shared by all connections
        virtual LabCounters &counters() = 0;
        /// Each ticketHeld() is followed by one ticketReleased(): the act is in the kernel, or can
        /// never be.
        virtual void ticketHeld(std::uint64_t ticket) = 0;
        virtual void ticketReleased(std::uint64_t ticket) = 0;
        /// Nothing happens on the server's thread for so long, unless it is stopped.
        virtual void freeze(Milliseconds time) = 0;
        /// In the closing phase; the connection may be destroyed now.
        virtual void connectionClosed(std::uint64_t id) = 0;

    protected:
        ~Host() = default;
    };

    LabConnection(Host &host, PhaseLoop &loop, ImmediateQueue &immediates, std::uint64_t id);
    ~LabConnection();
    LabConnection(const LabConnection &) = delete;
    LabConnection &operator=(const LabConnection &) = delete;

    /// `tls`: null for plain TCP; outlives the connection.
    void adopt(Descriptor descriptor, const Endpoint &peer, TlsServerContext *tls);
    /// Does nothing on a connection that is not idle or has carried no response.
    void performDispatchActs(std::uint64_t ticket);
    /// Closes a connection that reads nothing more once its client has gone, since no event tells.
    void closeWhenAbandoned();

    // For its session.
    Host &host() { return m_host; }
    Nanoseconds now() const;
    bool isOpen() const { return m_state == State::Open; }
    bool isFinished() const { return m_state == State::Finished; }
    bool isSilent() const { return m_silent; }
    bool isBlocked() const { return m_blocked; } ///< output waits for the socket
    bool hasPeerEnded() const { return m_peerEnded; }

    /// Bring runDueSteps() or armNextStep() behind what was scheduled.
    void schedule(LabStep step) { m_steps.push(std::move(step)); }
    /// An act at its delay from `from`.
    void scheduleAct(Nanoseconds from, const LabAct &act, const SharedLabPlan &plan,
                     std::int32_t stream = 0);
    void runDueSteps();
    void armNextStep();

    /// Hands over the session's output; true when nothing is left. A failure closes the connection.
    bool flush();
    void updateReading();
    /// A FIN behind what is still to be sent; what comes in is discarded.
    void finish();
    void close(bool withReset);
    /// The stream comes without Nagle's algorithm; a changed setting costs one system call.
    void setNagle(bool on);

private:
    enum class State : std::uint8_t {
        Open,
        Finished, // the FIN is out, or goes out behind what is buffered; what comes in is discarded
        Closing,
    };

    void streamReadable() override;
    void streamWritable() override;

    void handshakeDone();
    void received(std::string_view bytes);
    bool recognise(std::string_view bytes);
    bool begin(bool h2);
    bool isIdle() const;

    void stepsDue();
    void runStep(const LabStep &step);
    bool isTooLate(const LabStep &step) const;
    void perform(const LabStep &step);
    void performOnConnection(const LabAct &act);
    void releaseTickets();

    Host &m_host;
    PhaseLoop &m_loop;
    std::uint64_t m_id;
    std::unique_ptr<ByteStream> m_stream; // from adopt() on
    TlsStream *m_tls = nullptr; // it, when it is one
    std::string m_firstBytes; // those that may still become either protocol's
    std::unique_ptr<LabSession> m_session; // once the protocol is known
    State m_state = State::Open;
    bool m_peerEnded = false;
    bool m_silent = false; // has performed StopReading
    bool m_endsWithoutNotify = false; // has performed FinOnly
    bool m_endSent = false; // of a finished one
    bool m_nagle = false;
    bool m_blocked = false;

    LabSteps m_steps;
    std::optional<Nanoseconds> m_armedFor; // the due time that the timer or the immediate is for
    std::vector<std::uint64_t> m_unsentTickets; // their bytes wait in the session's output
    TimerHandle m_timer;
    Immediate m_immediate;
};

} // namespace reusescope
