// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/h2memory.h"
#include "core/http/h2output.h"
#include "core/http/h2types.h"

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace reusescope {

/// What both codecs share: an nghttp2 session with its memory, its output, counters of frames,
/// limits, and how a connection fails. For the codecs only.
///
/// Thread: one at a time. The hooks are called from within feed(), output() and close().
class H2Session
{
public:
    enum class Role : std::uint8_t { Client, Server };
    struct Setup
    {
        Role role = Role::Client;
        H2Limits limits;
        std::size_t outputBytes = 0;
        std::int32_t connectionWindow = 0;
        std::optional<std::span<const H2Setting>> settings; ///< absent: no SETTINGS frame at all
    };

    virtual ~H2Session();
    H2Session(const H2Session &) = delete;
    H2Session &operator=(const H2Session &) = delete;

    bool feed(std::string_view bytes);
    std::string_view output();
    void consumed(std::size_t size) { m_output.consume(size); }
    bool wantsWrite() const;
    void appendRaw(std::string_view bytes);

    bool submitSettings(std::span<const H2Setting> settings);
    bool ping(std::uint64_t payload);
    bool goaway(std::int32_t lastStreamId, H2ErrorCode code, std::string_view debugText);
    /// GOAWAY, and nothing is read from now on.
    void close(H2ErrorCode code);
    /// Nothing more is read or written; the hook connectionOver() is called, once.
    void end();

    bool isOver() const { return m_over; } ///< closed, failed or ended
    bool isFailed() const { return m_failed; }
    const Error &error() const { return m_error; }
    bool isGoawayReceived() const { return m_goawayReceived; }
    bool isGoawaySubmitted() const { return m_goawaySubmitted; }
    bool isSettingsReceived() const { return m_settingsReceived; }
    H2PeerSettings peerSettings() const;
    H2Windows windows() const;
    H2Counters counters() const;
    const H2Memory::Counters &memoryCounters() const { return m_memory.counters(); }
    std::uint64_t produced() const { return m_output.produced(); }

protected:
    explicit H2Session(const Setup &setup);

    /// The header of a DATA or HEADERS frame has come, before anything else of it.
    virtual void frameBegun(const nghttp2_frame_hd &header) = 0;
    virtual void headersBegun(const nghttp2_frame &frame) = 0;
    /// False: resets the stream (INTERNAL_ERROR).
    virtual bool fieldReceived(const nghttp2_frame &frame, std::string_view name,
                               std::string_view value) = 0;
    virtual void dataReceived(std::string_view bytes) = 0;
    /// HEADERS, DATA and RST_STREAM, complete and in order.
    virtual void frameReceived(const nghttp2_frame &frame) = 0;
    virtual void invalidFrame(const nghttp2_frame &frame, int libraryCode) = 0;
    /// Its bytes follow; appended() is called when they are in the output.
    virtual void frameSent(const nghttp2_frame &frame) = 0;
    virtual void frameNotSent(const nghttp2_frame &frame) = 0;
    virtual void appended() = 0;
    virtual void streamClosed(std::int32_t streamId, std::uint32_t code) = 0;
    virtual void goawayTaken(std::int32_t /*lastStreamId*/) { }
    /// No stream event comes from nghttp2 any more.
    virtual void connectionOver() = 0;
    virtual H2ConnectionListener &connectionListener() = 0;

    nghttp2_session *session() const { return m_session.get(); }
    /// After each call of nghttp2 that may call back or allocate. Throws what a callback has
    /// thrown, since C code lets no exception through, and std::bad_alloc when nghttp2 found no
    /// memory: it has then no answer that a peer were to blame for.
    void checkCall();
    int caught(std::exception_ptr thrown); ///< by a callback: what it answers
    const H2Limits &limits() const { return m_limits; }
    /// What nghttp2 said last about something that it did not like; taken away with the call.
    std::string takeRemark();
    void noteProgress() { m_withoutProgress = 0; }
    void noteLateFrame() { ++m_lateFrames; }

private:
    struct Callbacks;
    friend struct Callbacks;

    bool speaksHttp1(std::string_view bytes);
    void countFrames(std::string_view bytes);
    void fill();
    void checkTermination();
    void checkFloods();
    void fail(Error error, std::optional<H2ErrorCode> answer);
    void failByLibrary(int libraryCode);
    void terminated(std::uint32_t code, std::string_view reason);
    void controlFrameReceived(const nghttp2_frame &frame);
    void appendGoaway(H2ErrorCode code);

    H2Memory m_memory; // outlives the session
    nghttp2_mem m_allocator{};
    struct DeleteSession
    {
        void operator()(nghttp2_session *session) const;
    };
    std::unique_ptr<nghttp2_session, DeleteSession> m_session;
    std::exception_ptr m_thrown; // by a callback
    Role m_role;
    H2Limits m_limits;
    std::size_t m_outputBytes;
    H2Output m_output;
    std::string m_raw; // goes behind what nghttp2 has

    H2FrameCounts m_received{};
    H2FrameCounts m_sent{};
    std::uint64_t m_bytesReceived = 0;
    std::uint64_t m_lateFrames = 0; // but for DATA that nghttp2 ignored
    std::uint64_t m_begunData = 0; // DATA frames that nghttp2 did not ignore
    std::uint64_t m_ignoredFields = 0;

    // Where countFrames() stands in the incoming bytes.
    std::uint32_t m_skip;
    std::array<unsigned char, 9> m_frameHead{};
    std::size_t m_frameHeadSize = 0;
    H2FrameType m_lastType = H2FrameType::Other;
    std::uint64_t m_withoutProgress = 0;
    std::size_t m_continuations = 0; // in a row
    std::size_t m_mostContinuations = 0;

    bool m_inCall = false; // feed() or fill() is running
    bool m_prefaceSent = false; // by a client
    bool m_settingsReceived = false;
    bool m_goawayReceived = false;
    bool m_goawaySubmitted = false;
    int m_ownGoaways = 0; // submitted by us and not yet in the output
    bool m_terminated = false; // nghttp2 has put its last GOAWAY into the output
    bool m_over = false;
    bool m_failed = false;
    int m_invalidCode = 0; // nghttp2's, of the frame it did not like
    std::string m_remark;
    std::string m_debugText;
    Error m_error;
};

} // namespace reusescope
