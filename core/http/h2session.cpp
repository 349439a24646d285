// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h2session.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <new>
#include <utility>
#include <vector>

namespace reusescope {

namespace {

constexpr std::uint32_t kPrefaceBytes = NGHTTP2_CLIENT_MAGIC_LEN;
constexpr std::size_t kFrameHeadBytes = 9;
// At most 1820 frames, so that limits are looked at in between, whatever a caller feeds at once.
constexpr std::size_t kSliceBytes = 16 * 1024;
constexpr std::size_t kMaxRemarkBytes = 512;
constexpr std::string_view kHttp1 = "HTTP/1";

H2FrameType frameType(std::uint8_t type)
{
    return type < std::size_t(H2FrameType::Other) ? H2FrameType(type) : H2FrameType::Other;
}

std::string_view text(const std::uint8_t *bytes, std::size_t size)
{
    return {reinterpret_cast<const char *>(bytes), size};
}

H2Session &self(void *userData)
{
    return *static_cast<H2Session *>(userData);
}

/// What a peer wrote, fit for a log.
void assignPrintable(std::string &to, std::string_view from, std::size_t limit)
{
    to.assign(from.substr(0, limit));
    std::replace_if(
        to.begin(), to.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '?');
}

std::array<std::uint8_t, 8> bytesOf(std::uint64_t payload)
{
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(payload >> (56 - 8 * i));
    return bytes;
}

std::uint64_t payloadOf(const std::uint8_t *bytes)
{
    std::uint64_t payload = 0;
    for (std::size_t i = 0; i < 8; ++i)
        payload = payload << 8 | bytes[i];
    return payload;
}

std::vector<nghttp2_settings_entry> entriesOf(std::span<const H2Setting> settings)
{
    std::vector<nghttp2_settings_entry> entries;
    for (const H2Setting &setting : settings)
        entries.push_back({static_cast<std::int32_t>(setting.id), setting.value});
    return entries;
}

struct DeleteCallbacks
{
    void operator()(nghttp2_session_callbacks *callbacks) const
    {
        nghttp2_session_callbacks_del(callbacks);
    }
};
struct DeleteOption
{
    void operator()(nghttp2_option *option) const { nghttp2_option_del(option); }
};

} // namespace

struct H2Session::Callbacks
{
    /// C code lets no exception through: nghttp2 is told to stop, and checkCall() throws on.
    template <typename Call> static int guarded(void *data, Call call)
    {
        H2Session &session = self(data);
        try {
            return call(session);
        } catch (...) {
            return session.caught(std::current_exception());
        }
    }

    static int beginFrame(nghttp2_session * /*session*/, const nghttp2_frame_hd *header, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            if (header->type == NGHTTP2_DATA)
                ++to.m_begunData;
            if (header->type == NGHTTP2_DATA || header->type == NGHTTP2_HEADERS)
                to.frameBegun(*header);
            return 0;
        });
    }
    static int beginHeaders(nghttp2_session * /*session*/, const nghttp2_frame *frame, void *data)
    {
        // nghttp2 lets none through, unless a caller's own SETTINGS turn push on.
        if (frame->hd.type == NGHTTP2_PUSH_PROMISE)
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        return guarded(data, [&](H2Session &to) {
            to.headersBegun(*frame);
            return 0;
        });
    }
    static int header(nghttp2_session * /*session*/, const nghttp2_frame *frame,
                      const std::uint8_t *name, std::size_t nameSize, const std::uint8_t *value,
                      std::size_t valueSize, std::uint8_t /*flags*/, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            return to.fieldReceived(*frame, text(name, nameSize), text(value, valueSize))
                ? 0
                : int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE);
        });
    }
    static int invalidHeader(nghttp2_session * /*session*/, const nghttp2_frame * /*frame*/,
                             const std::uint8_t * /*name*/, std::size_t /*nameSize*/,
                             const std::uint8_t * /*value*/, std::size_t /*valueSize*/,
                             std::uint8_t /*flags*/, void *data)
    {
        ++self(data).m_ignoredFields;
        return 0;
    }
    static int dataChunk(nghttp2_session * /*session*/, std::uint8_t /*flags*/,
                         std::int32_t /*streamId*/, const std::uint8_t *bytes, std::size_t size,
                         void *data)
    {
        return guarded(data, [&](H2Session &to) {
            to.dataReceived(text(bytes, size));
            return 0;
        });
    }
    static int frameReceived(nghttp2_session * /*session*/, const nghttp2_frame *frame, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            switch (frame->hd.type) {
            case NGHTTP2_DATA:
            case NGHTTP2_HEADERS:
            case NGHTTP2_RST_STREAM: to.frameReceived(*frame); break;
            default: to.controlFrameReceived(*frame); break;
            }
            return 0;
        });
    }
    static int invalidFrame(nghttp2_session * /*session*/, const nghttp2_frame *frame, int code,
                            void *data)
    {
        return guarded(data, [&](H2Session &to) {
            to.m_invalidCode = code;
            to.invalidFrame(*frame, code);
            return 0;
        });
    }
    static int remark(nghttp2_session * /*session*/, int /*code*/, const char *message,
                      std::size_t size, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            assignPrintable(to.m_remark, {message, size}, kMaxRemarkBytes);
            return 0;
        });
    }
    static int frameSent(nghttp2_session * /*session*/, const nghttp2_frame *frame, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            if (frame->hd.type == NGHTTP2_GOAWAY) {
                if (to.m_ownGoaways > 0)
                    --to.m_ownGoaways;
                else
                    to.terminated(frame->goaway.error_code,
                                  text(frame->goaway.opaque_data, frame->goaway.opaque_data_len));
            }
            to.frameSent(*frame);
            return 0;
        });
    }
    static int frameNotSent(nghttp2_session * /*session*/, const nghttp2_frame *frame, int /*code*/,
                            void *data)
    {
        return guarded(data, [&](H2Session &to) {
            to.frameNotSent(*frame);
            return 0;
        });
    }
    static int streamClosed(nghttp2_session * /*session*/, std::int32_t streamId,
                            std::uint32_t code, void *data)
    {
        return guarded(data, [&](H2Session &to) {
            to.streamClosed(streamId, code);
            return 0;
        });
    }

    static void *allocate(std::size_t size, void *memory)
    {
        return static_cast<H2Memory *>(memory)->allocate(size);
    }
    static void free(void *block, void *memory) { static_cast<H2Memory *>(memory)->free(block); }
    static void *allocateZeroed(std::size_t count, std::size_t size, void *memory)
    {
        return static_cast<H2Memory *>(memory)->allocateZeroed(count, size);
    }
    static void *resize(void *block, std::size_t size, void *memory)
    {
        return static_cast<H2Memory *>(memory)->resize(block, size);
    }
};

H2Session::H2Session(const Setup &setup)
    : m_role(setup.role),
      m_limits(setup.limits),
      m_outputBytes(setup.outputBytes),
      m_skip(setup.role == Role::Server ? kPrefaceBytes : 0)
{
    m_allocator = {&m_memory, Callbacks::allocate, Callbacks::free, Callbacks::allocateZeroed,
                   Callbacks::resize};

    nghttp2_session_callbacks *rawCallbacks = nullptr;
    nghttp2_option *rawOption = nullptr;
    if (nghttp2_session_callbacks_new(&rawCallbacks) != 0)
        throw std::bad_alloc();
    const std::unique_ptr<nghttp2_session_callbacks, DeleteCallbacks> callbacks(rawCallbacks);
    if (nghttp2_option_new(&rawOption) != 0)
        throw std::bad_alloc();
    const std::unique_ptr<nghttp2_option, DeleteOption> option(rawOption);

    nghttp2_session_callbacks_set_on_begin_frame_callback(rawCallbacks, Callbacks::beginFrame);
    nghttp2_session_callbacks_set_on_begin_headers_callback(rawCallbacks, Callbacks::beginHeaders);
    nghttp2_session_callbacks_set_on_header_callback(rawCallbacks, Callbacks::header);
    nghttp2_session_callbacks_set_on_invalid_header_callback(rawCallbacks,
                                                             Callbacks::invalidHeader);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(rawCallbacks, Callbacks::dataChunk);
    nghttp2_session_callbacks_set_on_frame_recv_callback(rawCallbacks, Callbacks::frameReceived);
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(rawCallbacks,
                                                                 Callbacks::invalidFrame);
    nghttp2_session_callbacks_set_error_callback2(rawCallbacks, Callbacks::remark);
    nghttp2_session_callbacks_set_on_frame_send_callback(rawCallbacks, Callbacks::frameSent);
    nghttp2_session_callbacks_set_on_frame_not_send_callback(rawCallbacks, Callbacks::frameNotSent);
    nghttp2_session_callbacks_set_on_stream_close_callback(rawCallbacks, Callbacks::streamClosed);

    nghttp2_option_set_max_settings(rawOption, m_limits.settingsEntries);
    nghttp2_option_set_max_outbound_ack(rawOption, m_limits.waitingAcks);
#ifdef REUSESCOPE_NGHTTP2_HAS_MAX_CONTINUATIONS
    // It counts calls, not frames, and so takes one frame in small parts for many.
    nghttp2_option_set_max_continuations(rawOption, SIZE_MAX);
#endif
    // Nobody waits for the first SETTINGS in here: the codecs decide how many streams may go.
    nghttp2_option_set_peer_max_concurrent_streams(rawOption, H2PeerSettings::kUnlimited);
    nghttp2_option_set_max_reserved_remote_streams(rawOption, 0);
    nghttp2_option_set_no_closed_streams(rawOption, 1);
#ifdef REUSESCOPE_NGHTTP2_HAS_RESET_RATE_LIMIT
    // It reads a clock; framesWithoutProgress bounds the same without one.
    nghttp2_option_set_stream_reset_rate_limit(rawOption, UINT64_MAX, UINT64_MAX);
#endif

    const auto create =
        m_role == Role::Client ? nghttp2_session_client_new3 : nghttp2_session_server_new3;
    nghttp2_session *made = nullptr;
    if (create(&made, rawCallbacks, this, rawOption, &m_allocator) != 0)
        throw std::bad_alloc();
    m_session.reset(made);
    if (setup.settings)
        submitSettings(*setup.settings);
    if (setup.connectionWindow > NGHTTP2_INITIAL_CONNECTION_WINDOW_SIZE)
        nghttp2_session_set_local_window_size(session(), NGHTTP2_FLAG_NONE, 0,
                                              setup.connectionWindow);
    checkCall();
}

H2Session::~H2Session() = default;

void H2Session::DeleteSession::operator()(nghttp2_session *session) const
{
    nghttp2_session_del(session);
}

int H2Session::caught(std::exception_ptr thrown)
{
    m_thrown = std::move(thrown);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
}

void H2Session::checkCall()
{
    if (m_thrown)
        std::rethrow_exception(m_thrown);
    if (m_memory.isExhausted())
        throw std::bad_alloc();
}

bool H2Session::feed(std::string_view bytes)
{
    assert(!m_inCall);
    if (m_over)
        return !m_failed;
    if (speaksHttp1(bytes)) {
        m_bytesReceived += bytes.size();
        fail({ErrorKind::Http2, NGHTTP2_ERR_SETTINGS_EXPECTED,
              "the peer answered in HTTP/1, not in HTTP/2"},
             std::nullopt);
        return false;
    }
    while (!bytes.empty() && !m_over) {
        const std::string_view slice = bytes.substr(0, kSliceBytes);
        bytes.remove_prefix(slice.size());
        m_bytesReceived += slice.size();
        countFrames(slice);
        m_inCall = true;
        const auto taken = nghttp2_session_mem_recv(
            session(), reinterpret_cast<const std::uint8_t *>(slice.data()), slice.size());
        m_inCall = false;
        checkCall();
        if (taken < 0) {
            failByLibrary(static_cast<int>(taken));
            break;
        }
        fill();
        checkTermination();
        checkFloods();
    }
    return !m_failed;
}

/// The first bytes of an HTTP/1 response; not even "HTT" is the length of a frame that may come.
bool H2Session::speaksHttp1(std::string_view bytes)
{
    if (m_role != Role::Client || m_bytesReceived >= kHttp1.size())
        return false;
    // What came before was the beginning of the same text, or nghttp2 will say what is wrong.
    const std::string_view expected = kHttp1.substr(m_bytesReceived);
    if (m_bytesReceived > 0
        && text(m_frameHead.data(), m_bytesReceived) != kHttp1.substr(0, m_bytesReceived))
        return false;
    return bytes.starts_with(expected);
}

/// nghttp2 has no callback for the frames that it ignores, so they are counted on their way in.
void H2Session::countFrames(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_skip > 0) {
            const std::size_t skipped = std::min<std::size_t>(m_skip, bytes.size());
            bytes.remove_prefix(skipped);
            m_skip -= static_cast<std::uint32_t>(skipped);
            continue;
        }
        const std::size_t taken = std::min(kFrameHeadBytes - m_frameHeadSize, bytes.size());
        std::copy_n(bytes.data(), taken, m_frameHead.data() + m_frameHeadSize);
        bytes.remove_prefix(taken);
        m_frameHeadSize += taken;
        if (m_frameHeadSize < kFrameHeadBytes)
            return;
        m_frameHeadSize = 0;
        m_skip = std::uint32_t{m_frameHead[0]} << 16 | std::uint32_t{m_frameHead[1]} << 8
            | m_frameHead[2];
        m_lastType = frameType(m_frameHead[3]);
        ++m_received[std::size_t(m_lastType)];
        ++m_withoutProgress;
        m_continuations = m_lastType == H2FrameType::Continuation ? m_continuations + 1 : 0;
        m_mostContinuations = std::max(m_mostContinuations, m_continuations);
    }
}

std::string_view H2Session::output()
{
    fill();
    checkTermination();
    return m_output.view();
}

bool H2Session::wantsWrite() const
{
    return !m_output.isEmpty()
        || (!m_over && (!m_raw.empty() || nghttp2_session_want_write(session()) != 0));
}

void H2Session::appendRaw(std::string_view bytes)
{
    m_raw.append(bytes);
    if (!m_inCall)
        fill();
}

void H2Session::fill()
{
    assert(!m_inCall);
    while (!m_over && !m_terminated && m_output.view().size() < m_outputBytes) {
        const std::uint8_t *bytes = nullptr;
        m_inCall = true;
        const auto size = nghttp2_session_mem_send(session(), &bytes);
        m_inCall = false;
        checkCall();
        if (size < 0) {
            failByLibrary(static_cast<int>(size));
            return;
        }
        if (size == 0) {
            m_output.append(m_raw);
            m_raw.clear();
            return;
        }
        // Every piece is one whole frame, but for a client's first.
        if (m_role == Role::Client && !m_prefaceSent)
            m_prefaceSent = true;
        else
            ++m_sent[std::size_t(frameType(bytes[3]))];
        m_output.append(text(bytes, static_cast<std::size_t>(size)));
        appended();
    }
}

/// When nghttp2 finds a connection error it queues a GOAWAY and ignores what comes after.
void H2Session::checkTermination()
{
    if (m_over || m_failed)
        return;
    if (m_terminated) {
        fail(std::move(m_error), std::nullopt);
        return;
    }
    const bool knownReason = m_goawayReceived || m_goawaySubmitted
        || nghttp2_session_get_next_stream_id(session())
            > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
    // Its GOAWAY cannot be seen while the output is full.
    if (m_role == Role::Client && !knownReason
        && nghttp2_session_check_request_allowed(session()) == 0)
        failByLibrary(m_invalidCode != 0 ? m_invalidCode : int(NGHTTP2_ERR_PROTO));
}

void H2Session::checkFloods()
{
    if (m_over)
        return;
    if (m_mostContinuations > m_limits.continuations)
        fail({ErrorKind::Http2, 0,
              fmt::format("the limit continuations ({}) was exceeded", m_limits.continuations)},
             H2ErrorCode::EnhanceYourCalm);
    else if (m_withoutProgress > m_limits.framesWithoutProgress)
        fail({ErrorKind::Http2, 0,
              fmt::format("the limit framesWithoutProgress ({}) was exceeded, the last by a frame "
                          "of type {}",
                          m_limits.framesWithoutProgress, name(m_lastType))},
             H2ErrorCode::EnhanceYourCalm);
}

void H2Session::terminated(std::uint32_t code, std::string_view reason)
{
    m_terminated = true;
    std::string why;
    assignPrintable(why, reason, H2Goaway::kMaxDebugText);
    if (H2ErrorCode(code) == H2ErrorCode::CompressionError && why.empty())
        why = "a header block cannot be decoded";
    if (why == "SETTINGS: too many setting entries")
        why = fmt::format("the limit settingsEntries ({}) was exceeded", m_limits.settingsEntries);
    if (why.empty() && m_invalidCode != 0)
        why = nghttp2_strerror(m_invalidCode);
    m_error = {ErrorKind::Http2, m_invalidCode != 0 ? m_invalidCode : long{NGHTTP2_ERR_PROTO},
               fmt::format("connection error {}: {}", name(H2ErrorCode(code)), why)};
}

void H2Session::failByLibrary(int libraryCode)
{
    switch (libraryCode) {
    case NGHTTP2_ERR_FLOODED:
        fail(
            {ErrorKind::Http2, libraryCode,
             fmt::format("the limit waitingAcks ({}) was exceeded: the peer sends PING or SETTINGS "
                         "and reads no answers",
                         m_limits.waitingAcks)},
            H2ErrorCode::EnhanceYourCalm);
        return;
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC:
        fail(
            {ErrorKind::Http2, libraryCode, "the client does not begin with the preface of HTTP/2"},
            H2ErrorCode::ProtocolError);
        return;
    default:
        fail({ErrorKind::Http2, libraryCode,
              fmt::format("connection error: {}", nghttp2_strerror(libraryCode))},
             H2ErrorCode::ProtocolError);
        return;
    }
}

void H2Session::fail(Error error, std::optional<H2ErrorCode> answer)
{
    if (m_over)
        return;
    m_failed = true;
    m_error = std::move(error);
    if (answer)
        appendGoaway(*answer);
    end();
}

/// By hand, since an nghttp2 session must not be used after a fatal error.
void H2Session::appendGoaway(H2ErrorCode code)
{
    const auto last = static_cast<std::uint32_t>(
        m_role == Role::Client ? 0 : nghttp2_session_get_last_proc_stream_id(session()));
    std::string frame{'\0', '\0', '\x08', '\x07', '\0', '\0', '\0', '\0', '\0'};
    for (const std::uint32_t word : {last, static_cast<std::uint32_t>(code)}) {
        for (int shift = 24; shift >= 0; shift -= 8)
            frame.push_back(static_cast<char>(word >> shift));
    }
    m_output.append(frame);
    ++m_sent[std::size_t(H2FrameType::Goaway)];
}

void H2Session::end()
{
    if (m_over)
        return;
    m_over = true;
    connectionOver();
}

void H2Session::close(H2ErrorCode code)
{
    if (m_over)
        return;
    // Not what waits: a request that never left can be sent elsewhere.
    if (m_role == Role::Server || m_prefaceSent)
        appendGoaway(code);
    end();
}

bool H2Session::submitSettings(std::span<const H2Setting> settings)
{
    if (m_over)
        return false;
    const auto entries = entriesOf(settings);
    const int code =
        nghttp2_submit_settings(session(), NGHTTP2_FLAG_NONE, entries.data(), entries.size());
    checkCall();
    return code == 0;
}

bool H2Session::ping(std::uint64_t payload)
{
    if (m_over)
        return false;
    const int code = nghttp2_submit_ping(session(), NGHTTP2_FLAG_NONE, bytesOf(payload).data());
    checkCall();
    return code == 0;
}

bool H2Session::goaway(std::int32_t lastStreamId, H2ErrorCode code, std::string_view debugText)
{
    if (m_over)
        return false;
    const int outcome = nghttp2_submit_goaway(
        session(), NGHTTP2_FLAG_NONE, lastStreamId, static_cast<std::uint32_t>(code),
        reinterpret_cast<const std::uint8_t *>(debugText.data()), debugText.size());
    checkCall();
    if (outcome != 0)
        return false;
    ++m_ownGoaways;
    m_goawaySubmitted = true;
    return true;
}

void H2Session::controlFrameReceived(const nghttp2_frame &frame)
{
    H2ConnectionListener &listener = connectionListener();
    const bool isAck = (frame.hd.flags & NGHTTP2_FLAG_ACK) != 0;
    switch (frame.hd.type) {
    case NGHTTP2_SETTINGS:
        if (isAck) {
            listener.settingsAcked();
        } else {
            m_settingsReceived = true;
            listener.settingsReceived(peerSettings());
        }
        break;
    case NGHTTP2_PING:
        if (isAck)
            listener.pingAcked(payloadOf(frame.ping.opaque_data));
        else
            listener.pingReceived(payloadOf(frame.ping.opaque_data));
        break;
    case NGHTTP2_GOAWAY:
        m_goawayReceived = true;
        assignPrintable(m_debugText, text(frame.goaway.opaque_data, frame.goaway.opaque_data_len),
                        H2Goaway::kMaxDebugText);
        listener.goawayReceived({frame.goaway.last_stream_id,
                                 static_cast<H2ErrorCode>(frame.goaway.error_code), m_debugText});
        goawayTaken(frame.goaway.last_stream_id);
        break;
    default: break;
    }
}

std::string H2Session::takeRemark()
{
    return std::exchange(m_remark, {});
}

H2PeerSettings H2Session::peerSettings() const
{
    const auto value = [this](nghttp2_settings_id id) {
        return nghttp2_session_get_remote_settings(session(), id);
    };
    return {.headerTableSize = value(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE),
            .enablePush = value(NGHTTP2_SETTINGS_ENABLE_PUSH) != 0,
            .maxConcurrentStreams = value(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS),
            .initialWindowSize = value(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE),
            .maxFrameSize = value(NGHTTP2_SETTINGS_MAX_FRAME_SIZE),
            .maxHeaderListSize = value(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE)};
}

H2Windows H2Session::windows() const
{
    return {.send = nghttp2_session_get_remote_window_size(session()),
            .receive = nghttp2_session_get_effective_local_window_size(session()),
            .unreturned = nghttp2_session_get_effective_recv_data_length(session())};
}

H2Counters H2Session::counters() const
{
    const std::uint64_t ignoredData = m_received[std::size_t(H2FrameType::Data)] - m_begunData;
    return {.received = m_received,
            .sent = m_sent,
            .lateFrames = m_lateFrames + ignoredData,
            .ignoredFields = m_ignoredFields,
            .bytesReceived = m_bytesReceived,
            .bytesProduced = m_output.produced()};
}

} // namespace reusescope
