// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h2clientcodec.h"

#include "core/http/h1fields.h"
#include "core/http/h2fields.h"
#include "core/http/h2session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace reusescope {

namespace {

constexpr std::size_t kFieldOverhead = 32; // RFC 9113 section 6.5.2

bool hasNoBody(Method method, int status)
{
    return method == Method::Head || status == 204 || status == 304;
}

} // namespace

class H2ClientCodec::Session final : public H2Session
{
public:
    Session(H2ClientListener &listener, const H2ClientOptions &options);

    H2Submitted submit(const H2Request &request);
    bool reset(std::int32_t streamId, H2ErrorCode code);
    void resumeBody(std::int32_t streamId);

    std::uint32_t freeStreams() const;
    std::uint32_t openStreams() const { return m_open; }
    std::int64_t nextStreamId() const { return nghttp2_session_get_next_stream_id(session()); }

private:
    // Thousands of them wait between their request and their answer: as few cache lines as
    // possible.
    struct alignas(64) Stream : H2Exchange
    {
        Stream *previous = nullptr; // in the order of submission
        Stream *next = nullptr;
        // It has ended for the listener; only nghttp2 still knows it.
        bool isDetached = false;
        std::optional<std::uint32_t> peerCode; // of a RST_STREAM
        std::string_view body;
        H2BodySource *source = nullptr;
        std::unique_ptr<Error> failure;
    };

    static ssize_t readBody(nghttp2_session *session, std::int32_t streamId, std::uint8_t *to,
                            std::size_t room, std::uint32_t *flags, nghttp2_data_source *source,
                            void *data);

    Stream *find(std::int32_t streamId) const;
    Stream *findUnsent(std::int32_t streamId) const;
    Stream &take();
    void unlink(Stream &stream);
    void drop(Stream &stream);
    void tellClosed(Stream &stream, const H2StreamClosed &closed);
    H2StreamClosed ending(Stream &stream, std::uint32_t code);
    bool failStream(Stream &stream, int native, std::string_view what);
    static void prefetch(const Stream &stream);
    void responseHeadersReceived(Stream &stream);
    void writeFields(const H2Request &request, std::optional<std::uint64_t> contentLength);

    void frameBegun(const nghttp2_frame_hd &header) override;
    void headersBegun(const nghttp2_frame &frame) override;
    bool fieldReceived(const nghttp2_frame &frame, std::string_view fieldName,
                       std::string_view value) override;
    void dataReceived(std::string_view bytes) override;
    void frameReceived(const nghttp2_frame &frame) override;
    void invalidFrame(const nghttp2_frame &frame, int libraryCode) override;
    void frameSent(const nghttp2_frame &frame) override;
    void frameNotSent(const nghttp2_frame &frame) override;
    void appended() override;
    void streamClosed(std::int32_t streamId, std::uint32_t code) override;
    void goawayTaken(std::int32_t lastStreamId) override;
    void connectionOver() override;
    H2ConnectionListener &connectionListener() override { return m_listener; }

    H2ClientListener &m_listener;
    std::string m_scheme;
    std::uint32_t m_maxStreams;
    std::uint32_t m_streamsBeforeSettings;
    H2Fields m_fields;

    std::vector<std::unique_ptr<Stream>> m_streams; // all there ever were at a time
    Stream *m_spare = nullptr; // linked by `next`
    // Submitted and known to nghttp2, oldest first; those that nghttp2 has not sent yet are the
    // last ones, since it sends in order.
    Stream *m_first = nullptr;
    Stream *m_last = nullptr;
    Stream *m_firstUnsent = nullptr;
    std::uint32_t m_open = 0;

    // Of the header block that is coming in; blocks never mix.
    std::size_t m_blockBytes = 0;
    int m_blockFields = 0;
    int m_tagFields = 0;
    std::string m_location;

    Stream *m_current = nullptr; // whose DATA or HEADERS are coming in; null: nobody's
    Stream *m_produced = nullptr; // whose request ends with what goes into the output next
};

namespace {

H2Session::Setup setupOf(const H2ClientOptions &options, std::span<const H2Setting> settings)
{
    return {H2Session::Role::Client, options.limits, options.outputBytes, options.connectionWindow,
            settings};
}

std::array<H2Setting, 3> settingsOf(const H2ClientOptions &options)
{
    return {
        H2Setting{H2SettingId::EnablePush, 0},
        H2Setting{H2SettingId::InitialWindowSize, static_cast<std::uint32_t>(options.streamWindow)},
        H2Setting{H2SettingId::MaxHeaderListSize,
                  static_cast<std::uint32_t>(options.limits.headerListBytes)}};
}

} // namespace

H2ClientCodec::Session::Session(H2ClientListener &listener, const H2ClientOptions &options)
    : H2Session(setupOf(options, settingsOf(options))),
      m_listener(listener),
      m_scheme(options.scheme),
      m_maxStreams(options.maxStreams),
      m_streamsBeforeSettings(options.streamsBeforeSettings)
{
    if (options.firstStreamId > 1)
        nghttp2_session_set_next_stream_id(session(), options.firstStreamId);
}

H2Submitted H2ClientCodec::Session::submit(const H2Request &request)
{
    if (isOver() || isGoawaySubmitted())
        return {0, H2Refusal::Over};
    if (isGoawayReceived())
        return {0, H2Refusal::GoawayReceived};
    if (nextStreamId() > std::numeric_limits<std::int32_t>::max())
        return {0, H2Refusal::IdsUsedUp};
    if (freeStreams() == 0)
        return {0, H2Refusal::LimitReached};

    const bool hasBody = request.source != nullptr || !request.body.empty();
    std::optional<std::uint64_t> contentLength = request.head.contentLength;
    if (!contentLength && !request.body.empty())
        contentLength = request.body.size();
    writeFields(request, contentLength);

    Stream &stream = take();
    stream.user = request.user;
    stream.method = request.head.method;
    stream.body = request.body;
    stream.source = request.source;
    nghttp2_data_provider provider{};
    provider.source.ptr = &stream;
    provider.read_callback = readBody;
    const std::int32_t id =
        nghttp2_submit_request(session(), nullptr, m_fields.data(), m_fields.size(),
                               hasBody ? &provider : nullptr, &stream);
    checkCall();
    if (id < 0) {
        // nghttp2 sees a reason of its own to end the connection.
        stream.next = std::exchange(m_spare, &stream);
        return {0, H2Refusal::Over};
    }

    stream.id = id;
    stream.previous = std::exchange(m_last, &stream);
    (stream.previous != nullptr ? stream.previous->next : m_first) = &stream;
    if (m_firstUnsent == nullptr)
        m_firstUnsent = &stream;
    ++m_open;
    return {id, H2Refusal::None};
}

void H2ClientCodec::Session::writeFields(const H2Request &request,
                                         std::optional<std::uint64_t> contentLength)
{
    const RequestHead &head = request.head;
    std::size_t cleanedBytes = head.target.size() + head.host.size();
    for (const HeaderField &field : head.extra)
        cleanedBytes += field.value.size();
    m_fields.start(cleanedBytes);
    m_fields.addStatic(":method", name(head.method));
    m_fields.addStatic(":scheme", m_scheme);
    if (!head.host.empty())
        m_fields.add(":authority", head.host);
    m_fields.addPath(head.target);
    if (contentLength)
        m_fields.addNumber("content-length", *contentLength, H2Fields::Indexing::Usual);
    if (head.tag != 0)
        m_fields.addNumber(kTagHeader, head.tag, H2Fields::Indexing::Never);
    for (const HeaderField &field : head.extra)
        m_fields.addCleaned(field.name, field.value);
}

ssize_t H2ClientCodec::Session::readBody(nghttp2_session * /*session*/, std::int32_t /*streamId*/,
                                         std::uint8_t *to, std::size_t room, std::uint32_t *flags,
                                         nghttp2_data_source *source, void *data)
{
    Stream &stream = *static_cast<Stream *>(source->ptr);
    if (stream.isDetached)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE; // what it pointed to may be gone
    if (stream.source == nullptr) {
        const std::size_t size = std::min(room, stream.body.size());
        std::memcpy(to, stream.body.data(), size);
        stream.body.remove_prefix(size);
        if (stream.body.empty())
            *flags |= NGHTTP2_DATA_FLAG_EOF;
        return static_cast<ssize_t>(size);
    }
    const H2BodySource::Part part = stream.source->read(reinterpret_cast<char *>(to), room);
    assert(part.size <= room);
    if (part.failed) {
        try {
            stream.failure = std::make_unique<Error>(
                Error{ErrorKind::Http2, NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE,
                      fmt::format("stream {}: the request's body cannot be read on", stream.id)});
        } catch (...) {
            return static_cast<Session *>(static_cast<H2Session *>(data))
                ->caught(std::current_exception());
        }
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    if (part.end)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    else if (part.size == 0)
        return NGHTTP2_ERR_DEFERRED;
    return static_cast<ssize_t>(part.size);
}

bool H2ClientCodec::Session::reset(std::int32_t streamId, H2ErrorCode code)
{
    Stream *stream = find(streamId);
    if (stream == nullptr || stream->isDetached)
        return false;
    stream->isDetached = true;
    if (!isOver()) {
        nghttp2_submit_rst_stream(session(), NGHTTP2_FLAG_NONE, streamId,
                                  static_cast<std::uint32_t>(code));
        checkCall();
    }
    return true;
}

void H2ClientCodec::Session::resumeBody(std::int32_t streamId)
{
    if (!isOver()) {
        nghttp2_session_resume_data(session(), streamId);
        checkCall();
    }
}

std::uint32_t H2ClientCodec::Session::freeStreams() const
{
    if (isOver() || isGoawayReceived() || isGoawaySubmitted()
        || nextStreamId() > std::numeric_limits<std::int32_t>::max())
        return 0;
    const std::uint32_t peerLimit = isSettingsReceived()
        ? nghttp2_session_get_remote_settings(session(), NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        : m_streamsBeforeSettings;
    const std::uint32_t limit = std::min(m_maxStreams, peerLimit);
    return limit > m_open ? limit - m_open : 0;
}

H2ClientCodec::Session::Stream *H2ClientCodec::Session::find(std::int32_t streamId) const
{
    if (auto *user = nghttp2_session_get_stream_user_data(session(), streamId))
        return static_cast<Stream *>(user);
    return findUnsent(streamId);
}

/// nghttp2 does not show the user data of what it has not sent yet.
H2ClientCodec::Session::Stream *H2ClientCodec::Session::findUnsent(std::int32_t streamId) const
{
    for (Stream *stream = m_firstUnsent; stream != nullptr; stream = stream->next) {
        if (stream->id == streamId)
            return stream;
    }
    return nullptr;
}

H2ClientCodec::Session::Stream &H2ClientCodec::Session::take()
{
    if (m_spare == nullptr) {
        m_streams.push_back(std::make_unique<Stream>());
        return *m_streams.back();
    }
    Stream &stream = *std::exchange(m_spare, m_spare->next);
    stream = Stream{};
    return stream;
}

void H2ClientCodec::Session::unlink(Stream &stream)
{
    (stream.previous != nullptr ? stream.previous->next : m_first) = stream.next;
    (stream.next != nullptr ? stream.next->previous : m_last) = stream.previous;
    if (m_firstUnsent == &stream)
        m_firstUnsent = stream.next;
    if (m_current == &stream)
        m_current = nullptr;
    if (m_produced == &stream)
        m_produced = nullptr;
    --m_open;
}

/// nghttp2 is done with it.
void H2ClientCodec::Session::drop(Stream &stream)
{
    stream.next = std::exchange(m_spare, &stream);
}

void H2ClientCodec::Session::tellClosed(Stream &stream, const H2StreamClosed &closed)
{
    if (!std::exchange(stream.isDetached, true))
        m_listener.streamClosed(stream, closed);
}

H2StreamClosed H2ClientCodec::Session::ending(Stream &stream, std::uint32_t code)
{
    const auto errorCode = static_cast<H2ErrorCode>(code);
    if (stream.failure)
        return {H2StreamEnd::Failed, errorCode, !stream.headSent, stream.failure.get()};
    // A server may stop an upload by RST_STREAM(NO_ERROR) behind its answer (RFC 9113 section 8.1).
    if (stream.complete)
        return {H2StreamEnd::Complete, errorCode, false, nullptr};
    if (stream.peerCode) {
        const bool unprocessed = errorCode == H2ErrorCode::RefusedStream && !stream.answered;
        return {H2StreamEnd::ResetByPeer, errorCode, unprocessed, nullptr};
    }
    // nghttp2 tells no reason for what is wrong with a body.
    std::string_view what = "was ended by an error";
    if (stream.headComplete && hasNoBody(stream.method, stream.head.status))
        what = "malformed response: a body where none may be";
    else if (stream.headComplete && stream.head.contentLength)
        what = "malformed response: the body is not as long as content-length says";
    failStream(stream, NGHTTP2_ERR_HTTP_MESSAGING, what);
    return {H2StreamEnd::Failed, errorCode, false, stream.failure.get()};
}

/// Always false. The first failure is the one that counts.
bool H2ClientCodec::Session::failStream(Stream &stream, int native, std::string_view what)
{
    if (!stream.failure)
        stream.failure = std::make_unique<Error>(
            Error{ErrorKind::Http2, native, fmt::format("stream {}: {}", stream.id, what)});
    return false;
}

void H2ClientCodec::Session::frameBegun(const nghttp2_frame_hd &header)
{
    m_current =
        static_cast<Stream *>(nghttp2_session_get_stream_user_data(session(), header.stream_id));
    const bool wasOurs = header.stream_id % 2 == 1 && header.stream_id < nextStreamId();
    if (m_current == nullptr ? wasOurs : m_current->isDetached)
        noteLateFrame();
    if (m_current != nullptr && m_current->next != nullptr && header.type == NGHTTP2_HEADERS)
        prefetch(*m_current->next);
}

/// Answers mostly come in order, each after so long that its stream has left the cache.
void H2ClientCodec::Session::prefetch(const Stream &stream)
{
    const auto *bytes = reinterpret_cast<const char *>(&stream);
    for (std::size_t at = 0; at < sizeof(Stream); at += alignof(Stream))
        __builtin_prefetch(bytes + at);
}

void H2ClientCodec::Session::headersBegun(const nghttp2_frame & /*frame*/)
{
    if (m_current == nullptr || m_current->isDetached)
        return;
    Stream &stream = *m_current;
    noteProgress();
    m_blockBytes = 0;
    m_blockFields = 0;
    m_tagFields = 0;
    m_location.clear();
    if (!stream.headComplete)
        stream.head = {.versionMajor = 2, .versionMinor = 0, .keepAlive = true};
    if (!std::exchange(stream.answered, true))
        m_listener.responseBegun(stream);
}

bool H2ClientCodec::Session::fieldReceived(const nghttp2_frame & /*frame*/,
                                           std::string_view fieldName, std::string_view value)
{
    if (m_current == nullptr || m_current->isDetached)
        return true;
    Stream &stream = *m_current;
    m_blockBytes += fieldName.size() + value.size() + kFieldOverhead;
    if (m_blockBytes > limits().headerListBytes)
        return failStream(
            stream, 0,
            fmt::format("the limit headerListBytes ({}) was exceeded", limits().headerListBytes));
    if (fieldName.starts_with(':')) {
        // nghttp2 has seen that there are three digits.
        if (fieldName == ":status")
            stream.head.status = static_cast<int>(decimal32(value).value_or(0));
        return true;
    }
    if (++m_blockFields > limits().headerCount)
        return failStream(
            stream, 0,
            fmt::format("the limit headerCount ({}) was exceeded", limits().headerCount));
    if (stream.headComplete)
        return true;
    if (fieldName == "content-length")
        stream.head.contentLength = decimal(value);
    else if (fieldName == kTagHeader)
        stream.head.tag = ++m_tagFields == 1 ? decimal32(value) : std::nullopt;
    else if (isRedirect(stream.head.status) && fieldName == "location")
        m_location = value;
    return true;
}

void H2ClientCodec::Session::dataReceived(std::string_view bytes)
{
    if (m_current == nullptr || m_current->isDetached)
        return;
    noteProgress();
    m_current->bodyBytes += bytes.size();
    m_listener.responseBody(*m_current, bytes);
}

void H2ClientCodec::Session::frameReceived(const nghttp2_frame &frame)
{
    if (frame.hd.type == NGHTTP2_RST_STREAM) {
        if (Stream *stream = find(frame.hd.stream_id)) {
            stream->peerCode = frame.rst_stream.error_code;
            noteProgress(); // at most one per request of ours
        }
        return;
    }
    if (m_current == nullptr || m_current->isDetached)
        return;
    Stream &stream = *m_current;
    if (frame.hd.type == NGHTTP2_HEADERS)
        responseHeadersReceived(stream);
    if ((frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0 && !stream.isDetached && !stream.failure) {
        stream.complete = true;
        m_listener.responseEnded(stream);
    }
}

void H2ClientCodec::Session::responseHeadersReceived(Stream &stream)
{
    if (stream.headComplete) {
        stream.trailerCount = m_blockFields;
        return;
    }
    if (stream.head.status < 200) {
        if (++stream.interimResponses > limits().interimResponses) {
            failStream(stream, 0,
                       fmt::format("the limit interimResponses ({}) was exceeded",
                                   limits().interimResponses));
            nghttp2_submit_rst_stream(session(), NGHTTP2_FLAG_NONE, stream.id,
                                      NGHTTP2_ENHANCE_YOUR_CALM);
            checkCall();
            return;
        }
        m_listener.interimResponse(stream, stream.head.status);
        return;
    }
    stream.headComplete = true;
    stream.head.headerCount = m_blockFields;
    stream.head.location = m_location;
    m_listener.responseHead(stream);
    stream.head.location = {}; // the next block uses its memory again
}

void H2ClientCodec::Session::invalidFrame(const nghttp2_frame &frame, int libraryCode)
{
    const bool ofStream =
        libraryCode == NGHTTP2_ERR_HTTP_HEADER || libraryCode == NGHTTP2_ERR_HTTP_MESSAGING;
    Stream *stream = ofStream ? find(frame.hd.stream_id) : nullptr;
    if (stream == nullptr)
        return;
    std::string remark = takeRemark();
    if (remark.empty())
        remark = stream->head.status == 0 ? "the :status is missing"
                                          : "its fields and its body do not fit";
    failStream(*stream, libraryCode, "malformed response: " + remark);
}

void H2ClientCodec::Session::frameSent(const nghttp2_frame &frame)
{
    const bool ends = (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if (frame.hd.type == NGHTTP2_HEADERS && frame.headers.cat == NGHTTP2_HCAT_REQUEST) {
        Stream *stream = m_firstUnsent;
        assert(stream != nullptr && stream->id == frame.hd.stream_id);
        m_firstUnsent = stream->next;
        stream->headSent = true;
        if (ends)
            m_produced = stream;
    } else if (frame.hd.type == NGHTTP2_DATA) {
        if (frame.hd.length > 0)
            noteProgress();
        if (ends)
            m_produced = find(frame.hd.stream_id);
    }
}

void H2ClientCodec::Session::appended()
{
    Stream *stream = std::exchange(m_produced, nullptr);
    if (stream != nullptr && !stream->isDetached)
        m_listener.requestProduced(*stream, produced());
}

/// Reset before it was sent, after a GOAWAY, or too large for nghttp2; which closes the stream
/// next.
void H2ClientCodec::Session::frameNotSent(const nghttp2_frame &frame)
{
    if (frame.hd.type == NGHTTP2_HEADERS && m_firstUnsent != nullptr
        && m_firstUnsent->id == frame.hd.stream_id)
        failStream(*m_firstUnsent, NGHTTP2_ERR_FRAME_SIZE_ERROR,
                   "the request's fields cannot be sent");
}

void H2ClientCodec::Session::streamClosed(std::int32_t streamId, std::uint32_t code)
{
    auto *stream = static_cast<Stream *>(nghttp2_session_get_stream_user_data(session(), streamId));
    if (stream == nullptr)
        return;
    unlink(*stream);
    if (!stream->isDetached)
        tellClosed(*stream, ending(*stream, code));
    drop(*stream);
}

/// Tells it at once and in the order of submission; nghttp2 closes the streams after this.
void H2ClientCodec::Session::goawayTaken(std::int32_t lastStreamId)
{
    for (Stream *stream = m_first; stream != nullptr; stream = stream->next) {
        if (stream->id > lastStreamId || !stream->headSent)
            tellClosed(*stream,
                       {H2StreamEnd::RefusedByGoaway, H2ErrorCode::RefusedStream, true, nullptr});
    }
}

void H2ClientCodec::Session::connectionOver()
{
    m_current = nullptr;
    m_produced = nullptr;
    const Error *why = isFailed() ? &error() : nullptr;
    for (Stream *stream = m_first; stream != nullptr; stream = stream->next)
        tellClosed(*stream, {H2StreamEnd::ConnectionOver, H2ErrorCode::NoError, false, why});
}

std::string_view name(H2Refusal refusal)
{
    switch (refusal) {
    case H2Refusal::None: return "none";
    case H2Refusal::LimitReached: return "limit-reached";
    case H2Refusal::GoawayReceived: return "goaway-received";
    case H2Refusal::IdsUsedUp: return "ids-used-up";
    case H2Refusal::Over: return "over";
    }
    return {};
}

H2ClientCodec::H2ClientCodec(H2ClientListener &listener, const H2ClientOptions &options)
    : m_session(std::make_unique<Session>(listener, options))
{ }

H2ClientCodec::~H2ClientCodec() = default;

H2Submitted H2ClientCodec::submit(const H2Request &request)
{
    return m_session->submit(request);
}

bool H2ClientCodec::reset(std::int32_t streamId, H2ErrorCode code)
{
    return m_session->reset(streamId, code);
}

void H2ClientCodec::resumeBody(std::int32_t streamId)
{
    m_session->resumeBody(streamId);
}

bool H2ClientCodec::ping(std::uint64_t payload)
{
    return m_session->ping(payload);
}

bool H2ClientCodec::submitSettings(std::span<const H2Setting> settings)
{
    return m_session->submitSettings(settings);
}

bool H2ClientCodec::goaway(H2ErrorCode code, std::string_view debugText)
{
    return m_session->goaway(0, code, debugText);
}

void H2ClientCodec::close(H2ErrorCode code)
{
    m_session->close(code);
}

void H2ClientCodec::endStreams()
{
    m_session->end();
}

bool H2ClientCodec::feed(std::string_view bytes)
{
    return m_session->feed(bytes);
}

std::string_view H2ClientCodec::output()
{
    return m_session->output();
}

void H2ClientCodec::consumed(std::size_t size)
{
    m_session->consumed(size);
}

bool H2ClientCodec::wantsWrite() const
{
    return m_session->wantsWrite();
}

std::uint64_t H2ClientCodec::produced() const
{
    return m_session->produced();
}

std::uint32_t H2ClientCodec::freeStreams() const
{
    return m_session->freeStreams();
}

std::uint32_t H2ClientCodec::openStreams() const
{
    return m_session->openStreams();
}

bool H2ClientCodec::isOver() const
{
    return m_session->isOver();
}

bool H2ClientCodec::isGoawayReceived() const
{
    return m_session->isGoawayReceived();
}

bool H2ClientCodec::isSettingsReceived() const
{
    return m_session->isSettingsReceived();
}

std::int64_t H2ClientCodec::nextStreamId() const
{
    return m_session->nextStreamId();
}

H2PeerSettings H2ClientCodec::peerSettings() const
{
    return m_session->peerSettings();
}

H2Windows H2ClientCodec::windows() const
{
    return m_session->windows();
}

H2Counters H2ClientCodec::counters() const
{
    return m_session->counters();
}

const Error &H2ClientCodec::error() const
{
    return m_session->error();
}

bool H2ClientCodec::isFailed() const
{
    return m_session->isFailed();
}

std::uint64_t H2ClientCodec::memoryRequests() const
{
    return m_session->memoryCounters().requests;
}

std::uint64_t H2ClientCodec::memoryFromSystem() const
{
    return m_session->memoryCounters().fromSystem;
}

} // namespace reusescope
