// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h1servercodec.h"
#include "core/lab/labscript.h"
#include "core/loop/immediate.h"
#include "core/net/tlsstream.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope {

/// A script with what can be prepared before any request: immutable, shared by all who still follow
/// it.
struct LabPlan
{
    explicit LabPlan(const LabScript &source);

    LabScript script; // the bytes of its acts as they are sent
    std::string body; // framed as the script says
};

/// Written by the server's thread only, read by any.
class LabCounter
{
public:
    void add() { m_value.store(value() + 1, std::memory_order_release); }
    void subtract() { m_value.store(value() - 1, std::memory_order_release); }
    void clear() { m_value.store(0, std::memory_order_release); }
    std::uint64_t value() const { return m_value.load(std::memory_order_acquire); }

private:
    std::atomic<std::uint64_t> m_value{0};
};

/// Each is counted before the bytes or the end that show it to a client.
struct LabCounters
{
    LabCounter connections;
    LabCounter requests;
    LabCounter responses;
    LabCounter actsPerformed;
    LabCounter openConnections;
};

/// One accepted connection: reads requests, answers them and performs the acts of the script.
///
/// Thread: the server's thread. Ownership: the host, until Host::connectionClosed().
class LabConnection final : private ByteStream::Handler
{
public:
    /// Of requests that wait for an answer; then reading pauses.
    static constexpr std::size_t kMaxWaitingInput = 1024 * 1024;
    /// A longer body is not copied behind its head, but written from where it is.
    static constexpr std::size_t kMaxBodyInOneWrite = 64 * 1024;

    class Host
    {
    public:
        virtual const std::shared_ptr<const LabPlan> &plan() = 0; ///< for a request that ends now
        virtual std::span<char> readBuffer() = 0; ///< shared by all connections
        virtual LabCounters &counters() = 0;
        /// Each ticketHeld() is followed by one ticketReleased(): the act is in the kernel, or can
        /// never be.
        virtual void ticketHeld(std::uint64_t ticket) = 0;
        virtual void ticketReleased(std::uint64_t ticket) = 0;
        /// In the closing phase; the connection may be destroyed now.
        virtual void connectionClosed(std::uint64_t id) = 0;

    protected:
        ~Host() = default;
    };

    LabConnection(Host &host, PhaseLoop &loop, ImmediateQueue &immediates, std::uint64_t id);
    LabConnection(const LabConnection &) = delete;
    LabConnection &operator=(const LabConnection &) = delete;

    /// `tls`: null for plain TCP; outlives the connection.
    void adopt(int descriptor, const Endpoint &peer, TlsServerContext *tls);
    /// Does nothing on a connection that is not idle or has carried no response.
    void performDispatchActs(std::uint64_t ticket);
    /// Closes a connection that reads nothing more once its client has gone, since no event tells.
    void closeWhenAbandoned();

private:
    enum class State : std::uint8_t {
        Open,
        Finished, // the FIN is out, or goes out behind what is buffered; what comes in is discarded
        Closing,
    };
    struct Step // something due later: an act, or the response when `act` is null
    {
        Nanoseconds due{0};
        const LabAct *act = nullptr; // in `plan`
        std::shared_ptr<const LabPlan> plan;
        std::uint64_t ticket = 0;
    };

    void streamReadable() override;
    void streamWritable() override;

    bool mayTakeRequest() const;
    bool isIdle() const;
    std::size_t takeRequests(std::string_view bytes);
    void continueWithInput();
    void updateReading();

    void beginRequest();
    void respond();
    void responseWritten();
    void refuseRequest();

    void schedule(Nanoseconds due, const LabAct *act, std::uint64_t ticket = 0);
    void stepsDue();
    void runDueSteps();
    void runStep(const Step &step);
    void armNextStep();
    void perform(const LabAct &act);

    bool flush();
    bool send(std::string_view bytes, std::size_t &sent);
    void finish();
    void close(bool withReset);
    void releaseTickets();
    void setNagle(bool on);

    Host &m_host;
    PhaseLoop &m_loop;
    std::uint64_t m_id;
    std::unique_ptr<ByteStream> m_stream; // from adopt() on
    TlsStream *m_tls = nullptr; // it, when it is one
    H1ServerCodec m_codec;
    State m_state = State::Open;
    bool m_peerEnded = false;
    bool m_silent = false; // has performed StopReading
    bool m_endsWithoutNotify = false; // has performed FinOnly
    bool m_nagle = false;
    bool m_takingRequests = false;

    std::string m_input; // bytes behind the request that is being answered
    std::size_t m_inputTaken = 0;

    // The request being answered; at most one.
    std::shared_ptr<const LabPlan> m_plan;
    std::optional<std::uint32_t> m_tag;
    bool m_head = false;
    bool m_closeAfter = false;
    bool m_answering = false; // from the end of the request to the end of its response
    bool m_writing = false; // its response has begun
    bool m_bytesInSameWrite = false;
    int m_insteadLeft = 0;
    std::uint64_t m_requests = 0;
    std::uint64_t m_responses = 0;

    std::string m_output;
    std::size_t m_outputSent = 0;
    std::string_view m_longBody; // in m_plan; goes out behind m_output
    std::size_t m_longBodySent = 0;

    std::vector<Step> m_steps; // by due time, then as scheduled
    std::vector<std::uint64_t> m_unsentTickets; // their bytes are in m_output
    TimerHandle m_timer;
    Immediate m_immediate;
};

} // namespace reusescope
