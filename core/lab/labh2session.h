// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h2servercodec.h"
#include "core/lab/labsession.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace reusescope {

class LabConnection;

/// Speaks HTTP/2 on a connection. Requests that were read together are answered together, by one
/// write where their answers fit; so are those that fall due together. Once warm a request
/// allocates nothing, unless an act sends a frame by hand.
///
/// Thread: the server's thread. Ownership: its connection's.
/// Acts fall between two frames, and so between those of responses under way. The acts after a
/// response are those of the script that holds when its last frame goes out.
class LabH2Session final : public LabSession, private H2ServerListener
{
public:
    /// Requests that wait for their time; one more ends the connection (ENHANCE_YOUR_CALM).
    static constexpr std::size_t kMaxWaiting = 200'000;

    explicit LabH2Session(LabConnection &connection);

    void received(std::string_view bytes) override;
    std::string_view output() override;
    void consumed(std::size_t size) override { m_codec.consumed(size); }
    bool hasOutput() const override { return m_codec.wantsWrite(); }
    void written() override;

    bool understands(ActKind kind) const override { return belongsToH2(kind); }
    bool mayRunSteps() const override;
    void stepDue(const LabStep &step) override;
    void perform(const LabStep &step) override;
    void actDone(const LabStep &step) override;
    void stepsRun() override { send(); }

    bool isIdle() const override { return m_codec.openStreams() == 0 && !hasOutput(); }
    bool isAnswering() const override
    {
        return m_held || (m_waiting > 0 && m_codec.openStreams() > 0);
    }
    bool takesMoreInput() const override { return true; } // limited by what the codec takes
    std::uint64_t requests() const override;
    std::uint64_t responses() const override { return m_responses; }

private:
    struct Arrival // a request that was read and not looked at yet
    {
        std::int32_t stream = 0;
        std::optional<std::uint32_t> tag;
    };
    struct Answered // a response whose last frame is in the output
    {
        std::int32_t stream = 0;
        SharedLabPlan plan;
    };

    void requestBegun(std::int32_t streamId, const ReceivedRequest &request) override;
    void requestReceived(std::int32_t streamId, const ReceivedRequest &request) override;
    void streamClosed(std::int32_t streamId, H2ErrorCode code) override;
    void pingReceived(std::uint64_t payload) override;

    void takeArrivals();
    void take(const Arrival &arrival, const SharedLabPlan &plan, Nanoseconds now);
    void takeIdlePings();
    void respond(std::int32_t stream, std::optional<std::uint32_t> tag, const LabScript &script);
    void respondWithStatus(std::int32_t stream, std::optional<std::uint32_t> tag, int status);

    void send();
    void scheduleActsAfterResponses();
    void performActsInSameWrite();
    void sendFrame(const LabAct &act, std::int32_t stream, std::optional<std::uint32_t> tag);
    void sendGoaway(std::int32_t lastStream, std::uint32_t code);
    void sendBytes(std::string_view bytes);
    std::int32_t numberOf(const LabStream &stream, std::int32_t own) const;

    LabConnection &m_connection;
    H2ServerCodec m_codec;
    std::vector<Arrival> m_arrivals;
    std::vector<Answered> m_answered; // whose later acts are not scheduled yet
    std::size_t m_actsDoneInWrite = 0; // of m_answered, whose acts without a delay are done
    std::size_t m_waiting = 0; // steps that stand for a request, be its stream open or not
    bool m_held = false; // nothing is sent until the SETTINGS may go
    bool m_leaving = false; // the script closes: no more requests
    bool m_goodbyeSaid = false;
    std::int32_t m_leastGoaway =
        std::numeric_limits<std::int32_t>::max(); // last stream sent so far
    std::uint64_t m_responses = 0;
    std::uint64_t m_pingsSent = 0;
    std::uint64_t m_idlePings = 0;
    std::uint64_t m_idlePingsTaken = 0;
};

} // namespace reusescope
