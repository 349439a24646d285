// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h1servercodec.h"
#include "core/lab/labsession.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reusescope {

class LabConnection;

/// Speaks HTTP/1.1 on a connection: one request after the other, pipelined ones in order. Steps
/// wait while a response is being written, so that no act falls into the middle of it.
///
/// Thread: the server's thread. Ownership: its connection's.
class LabH1Session final : public LabSession
{
public:
    /// Of requests that wait for an answer; then reading pauses.
    static constexpr std::size_t kMaxWaitingInput = 1024 * 1024;
    /// A longer body is not copied behind its head, but written from where it is.
    static constexpr std::size_t kMaxBodyInOneWrite = 64 * 1024;

    explicit LabH1Session(LabConnection &connection) : m_connection(connection) { }

    void received(std::string_view bytes) override;
    std::string_view output() override;
    void consumed(std::size_t size) override;
    bool hasOutput() const override { return !m_output.empty(); }
    void written() override;

    bool understands(ActKind kind) const override { return belongsToH1(kind); }
    bool mayRunSteps() const override { return !m_writing; }
    void stepDue(const LabStep &step) override;
    void perform(const LabStep &step) override;
    void actDone(const LabStep &step) override;
    void stepsRun() override;

    bool isIdle() const override;
    bool isAnswering() const override { return m_answering || m_beforeBodyLeft > 0; }
    bool takesMoreInput() const override;
    std::uint64_t requests() const override { return m_requests; }
    std::uint64_t responses() const override { return m_responses; }

private:
    bool mayTakeRequest() const;
    std::size_t takeRequests(std::string_view bytes);
    void continueWithInput();

    void headReceived();
    void beginRequest();
    void respond();
    void respondWithStatus(int status);
    void answerBeforeBody(const LabAct &act);
    void appendBytesOf(const LabAct &act);
    void responseWritten();
    void refuseRequest();

    LabConnection &m_connection;
    H1ServerCodec m_codec;
    bool m_takingRequests = false;

    std::string m_input; // bytes behind the request that is being answered
    std::size_t m_inputTaken = 0;

    // The request being answered; at most one.
    SharedLabPlan m_plan;
    std::optional<std::uint32_t> m_tag;
    bool m_head = false;
    bool m_closeAfter = false;
    bool m_answering = false; // from the end of the request to the end of its response
    bool m_writing = false; // its response has begun
    bool m_bytesInSameWrite = false;
    int m_insteadLeft = 0;
    int m_beforeBodyLeft = 0; // acts that the body of the next request waits for
    bool m_answeredBeforeBody = false; // the body that is being read belongs to an answered request
    std::uint64_t m_requests = 0;
    std::uint64_t m_responses = 0;

    std::string m_output; // emptied when m_longBody has gone as well
    std::size_t m_outputSent = 0;
    std::string_view m_longBody; // in m_plan; goes out behind m_output
};

} // namespace reusescope
