// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/h2servercodec.h"

#include "core/http/h1fields.h"
#include "core/http/h2fields.h"
#include "core/http/h2session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace reusescope {

namespace {

constexpr std::size_t kFieldOverhead = 32; // RFC 9113 section 6.5.2
constexpr char kFiller = 'x';

} // namespace

class H2ServerCodec::Session final : public H2Session
{
public:
    Session(H2ServerListener &listener, const H2ServerOptions &options);

    bool respond(std::int32_t streamId, const ResponseFields &fields, std::string_view body,
                 std::uint64_t filler, bool ends);
    bool send(std::int32_t streamId, std::string_view bytes, std::uint64_t filler, bool ends);
    bool respondInterim(std::int32_t streamId, int status);
    bool reset(std::int32_t streamId, H2ErrorCode code);

    std::uint32_t openStreams() const { return m_open; }
    std::int32_t lastStreamId() const { return m_lastStreamId; }

private:
    struct Stream
    {
        std::int32_t id = 0;
        Stream *previous = nullptr; // in the order of arrival
        Stream *next = nullptr;
        std::string method;
        std::string target;
        ReceivedRequest request;
        bool headComplete = false;
        bool isTooLarge = false; // a limit was exceeded: it is reset

        bool isAnswered = false; // the final head was submitted
        bool takesBody = false; // and more may follow it
        bool ends = false; // nothing comes behind what is queued
        std::string queued; // goes before the filler
        std::size_t queuedBegin = 0;
        std::uint64_t filler = 0;
    };

    static ssize_t readBody(nghttp2_session *session, std::int32_t streamId, std::uint8_t *to,
                            std::size_t room, std::uint32_t *flags, nghttp2_data_source *source,
                            void *data);

    Stream *find(std::int32_t streamId) const;
    Stream &open(std::int32_t streamId);
    void close(Stream &stream, H2ErrorCode code);

    void frameBegun(const nghttp2_frame_hd &header) override;
    void headersBegun(const nghttp2_frame &frame) override;
    bool fieldReceived(const nghttp2_frame &frame, std::string_view fieldName,
                       std::string_view value) override;
    void dataReceived(std::string_view bytes) override;
    void frameReceived(const nghttp2_frame &frame) override;
    void invalidFrame(const nghttp2_frame & /*frame*/, int /*libraryCode*/) override { }
    void frameSent(const nghttp2_frame &frame) override;
    void frameNotSent(const nghttp2_frame & /*frame*/) override { }
    void appended() override { }
    void streamClosed(std::int32_t streamId, std::uint32_t code) override;
    void connectionOver() override;
    H2ConnectionListener &connectionListener() override { return m_listener; }

    H2ServerListener &m_listener;
    H2Fields m_fields;
    std::vector<std::unique_ptr<Stream>> m_streams; // all there ever were at a time
    Stream *m_spare = nullptr; // linked by `next`
    Stream *m_first = nullptr;
    Stream *m_last = nullptr;
    Stream *m_current = nullptr; // whose DATA or HEADERS are coming in; null: nobody's
    // Of the header block that is coming in; blocks never mix.
    std::size_t m_blockBytes = 0;
    int m_blockFields = 0;
    int m_tagFields = 0;
    std::uint32_t m_open = 0;
    std::int32_t m_lastStreamId = 0;
};

namespace {

H2Session::Setup setupOf(const H2ServerOptions &options)
{
    H2Session::Setup setup{H2Session::Role::Server, options.limits, options.outputBytes,
                           options.connectionWindow, std::nullopt};
    if (options.sendsSettings)
        setup.settings = options.settings;
    return setup;
}

} // namespace

H2ServerCodec::Session::Session(H2ServerListener &listener, const H2ServerOptions &options)
    : H2Session(setupOf(options)), m_listener(listener)
{ }

bool H2ServerCodec::Session::respond(std::int32_t streamId, const ResponseFields &fields,
                                     std::string_view body, std::uint64_t filler, bool ends)
{
    Stream *stream = find(streamId);
    if (stream == nullptr || stream->isAnswered)
        return false;
    std::array<char, 3> digits{};
    const int status = std::clamp(fields.status, 200, 999);
    for (std::size_t i = 0, rest = std::size_t(status); i < digits.size(); ++i, rest /= 10)
        digits[digits.size() - 1 - i] = static_cast<char>('0' + rest % 10);
    m_fields.start(0);
    m_fields.add(":status", {digits.data(), digits.size()});
    if (fields.contentLength)
        m_fields.addNumber("content-length", *fields.contentLength, H2Fields::Indexing::Usual);
    if (fields.tag)
        m_fields.addNumber(kTagHeader, *fields.tag, H2Fields::Indexing::Never);

    const bool noBody = stream->method == "HEAD" || status == 204 || status == 304
        || (ends && body.empty() && filler == 0);
    nghttp2_data_provider provider{};
    provider.source.ptr = stream;
    provider.read_callback = readBody;
    const int code = nghttp2_submit_response(session(), streamId, m_fields.data(), m_fields.size(),
                                             noBody ? nullptr : &provider);
    checkCall();
    if (code != 0)
        return false;
    stream->isAnswered = true;
    stream->takesBody = !noBody && !ends;
    if (!noBody) {
        stream->queued.assign(body);
        stream->filler = filler;
        stream->ends = ends;
    }
    return true;
}

bool H2ServerCodec::Session::send(std::int32_t streamId, std::string_view bytes,
                                  std::uint64_t filler, bool ends)
{
    Stream *stream = find(streamId);
    if (stream == nullptr || !stream->takesBody)
        return false;
    // Bytes behind filler that still waits would overtake it.
    if (!bytes.empty() && stream->filler > 0) {
        stream->queued.append(stream->filler, kFiller);
        stream->filler = 0;
    }
    stream->queued.append(bytes);
    stream->filler += filler;
    stream->ends = ends;
    stream->takesBody = !ends;
    // Refused while the last part is still on its way, which then finds this one.
    nghttp2_session_resume_data(session(), streamId);
    checkCall();
    return true;
}

ssize_t H2ServerCodec::Session::readBody(nghttp2_session * /*session*/, std::int32_t /*streamId*/,
                                         std::uint8_t *to, std::size_t room, std::uint32_t *flags,
                                         nghttp2_data_source *source, void * /*data*/)
{
    Stream &stream = *static_cast<Stream *>(source->ptr);
    const std::size_t queued = std::min(room, stream.queued.size() - stream.queuedBegin);
    std::memcpy(to, stream.queued.data() + stream.queuedBegin, queued);
    stream.queuedBegin += queued;
    if (stream.queuedBegin == stream.queued.size()) {
        stream.queued.clear();
        stream.queuedBegin = 0;
    }
    const auto filler =
        static_cast<std::size_t>(std::min<std::uint64_t>(room - queued, stream.filler));
    std::memset(to + queued, kFiller, filler);
    stream.filler -= filler;
    if (stream.queued.empty() && stream.filler == 0 && stream.ends)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    else if (queued + filler == 0)
        return NGHTTP2_ERR_DEFERRED;
    return static_cast<ssize_t>(queued + filler);
}

bool H2ServerCodec::Session::respondInterim(std::int32_t streamId, int status)
{
    const Stream *stream = find(streamId);
    if (stream == nullptr || stream->isAnswered || status < 100 || status > 199)
        return false;
    m_fields.start(0);
    m_fields.addNumber(":status", static_cast<std::uint64_t>(status), H2Fields::Indexing::Usual);
    const std::int32_t code = nghttp2_submit_headers(
        session(), NGHTTP2_FLAG_NONE, streamId, nullptr, m_fields.data(), m_fields.size(), nullptr);
    checkCall();
    return code == 0;
}

bool H2ServerCodec::Session::reset(std::int32_t streamId, H2ErrorCode code)
{
    if (find(streamId) == nullptr)
        return false;
    const int outcome = nghttp2_submit_rst_stream(session(), NGHTTP2_FLAG_NONE, streamId,
                                                  static_cast<std::uint32_t>(code));
    checkCall();
    return outcome == 0;
}

H2ServerCodec::Session::Stream *H2ServerCodec::Session::find(std::int32_t streamId) const
{
    return isOver()
        ? nullptr
        : static_cast<Stream *>(nghttp2_session_get_stream_user_data(session(), streamId));
}

H2ServerCodec::Session::Stream &H2ServerCodec::Session::open(std::int32_t streamId)
{
    if (m_spare == nullptr) {
        m_streams.push_back(std::make_unique<Stream>());
        m_streams.back()->next = nullptr;
        m_spare = m_streams.back().get();
    }
    Stream &stream = *std::exchange(m_spare, m_spare->next);
    // The strings keep their memory.
    std::string method = std::move(stream.method);
    std::string target = std::move(stream.target);
    std::string queued = std::move(stream.queued);
    method.clear();
    target.clear();
    queued.clear();
    stream = Stream{};
    stream.method = std::move(method);
    stream.target = std::move(target);
    stream.queued = std::move(queued);

    stream.id = streamId;
    stream.previous = std::exchange(m_last, &stream);
    (stream.previous != nullptr ? stream.previous->next : m_first) = &stream;
    ++m_open;
    return stream;
}

void H2ServerCodec::Session::close(Stream &stream, H2ErrorCode code)
{
    (stream.previous != nullptr ? stream.previous->next : m_first) = stream.next;
    (stream.next != nullptr ? stream.next->previous : m_last) = stream.previous;
    if (m_current == &stream)
        m_current = nullptr;
    --m_open;
    m_listener.streamClosed(stream.id, code);
    stream.next = std::exchange(m_spare, &stream);
}

void H2ServerCodec::Session::frameBegun(const nghttp2_frame_hd &header)
{
    m_current =
        static_cast<Stream *>(nghttp2_session_get_stream_user_data(session(), header.stream_id));
    if (m_current == nullptr && header.stream_id <= m_lastStreamId)
        noteLateFrame();
}

void H2ServerCodec::Session::headersBegun(const nghttp2_frame &frame)
{
    if (frame.headers.cat == NGHTTP2_HCAT_REQUEST) {
        m_lastStreamId = frame.hd.stream_id;
        m_current = &open(frame.hd.stream_id);
        nghttp2_session_set_stream_user_data(session(), frame.hd.stream_id, m_current);
    }
    if (m_current == nullptr)
        return;
    m_blockBytes = 0;
    m_blockFields = 0;
    m_tagFields = 0;
}

bool H2ServerCodec::Session::fieldReceived(const nghttp2_frame & /*frame*/,
                                           std::string_view fieldName, std::string_view value)
{
    if (m_current == nullptr)
        return true;
    Stream &stream = *m_current;
    m_blockBytes += fieldName.size() + value.size() + kFieldOverhead;
    if (m_blockBytes > limits().headerListBytes || ++m_blockFields > limits().headerCount) {
        stream.isTooLarge = true;
        return false;
    }
    if (stream.headComplete)
        return true;
    if (fieldName == ":method")
        stream.method.assign(value);
    else if (fieldName == ":path")
        stream.target.assign(value);
    else if (fieldName == kTagHeader)
        stream.request.tag = ++m_tagFields == 1 ? decimal32(value) : std::nullopt;
    return true;
}

void H2ServerCodec::Session::dataReceived(std::string_view bytes)
{
    noteProgress();
    if (m_current != nullptr)
        m_current->request.bodyBytes += bytes.size();
}

void H2ServerCodec::Session::frameReceived(const nghttp2_frame &frame)
{
    if (frame.hd.type == NGHTTP2_RST_STREAM || m_current == nullptr || m_current->isTooLarge)
        return;
    const std::int32_t id = m_current->id;
    if (!std::exchange(m_current->headComplete, true)) {
        m_current->request.method = m_current->method;
        m_current->request.target = m_current->target;
        m_listener.requestBegun(id, m_current->request);
    }
    if ((frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0)
        m_listener.requestReceived(id, m_current->request);
}

void H2ServerCodec::Session::frameSent(const nghttp2_frame &frame)
{
    const bool ends = (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if ((frame.hd.type == NGHTTP2_HEADERS && ends)
        || (frame.hd.type == NGHTTP2_DATA && (ends || frame.hd.length > 0)))
        noteProgress();
}

void H2ServerCodec::Session::streamClosed(std::int32_t streamId, std::uint32_t code)
{
    if (auto *user = nghttp2_session_get_stream_user_data(session(), streamId))
        close(*static_cast<Stream *>(user), static_cast<H2ErrorCode>(code));
}

void H2ServerCodec::Session::connectionOver()
{
    m_current = nullptr;
    while (m_first != nullptr)
        close(*m_first, isFailed() ? H2ErrorCode::InternalError : H2ErrorCode::NoError);
}

H2ServerCodec::H2ServerCodec(H2ServerListener &listener, const H2ServerOptions &options)
    : m_session(std::make_unique<Session>(listener, options))
{ }

H2ServerCodec::~H2ServerCodec() = default;

bool H2ServerCodec::respond(std::int32_t streamId, const ResponseFields &fields,
                            std::uint64_t bodyBytes)
{
    return m_session->respond(streamId, fields, {}, bodyBytes, true);
}

bool H2ServerCodec::respond(std::int32_t streamId, const ResponseFields &fields,
                            std::string_view body)
{
    return m_session->respond(streamId, fields, body, 0, true);
}

bool H2ServerCodec::respondHead(std::int32_t streamId, const ResponseFields &fields)
{
    return m_session->respond(streamId, fields, {}, 0, false);
}

bool H2ServerCodec::sendData(std::int32_t streamId, std::string_view bytes, bool ends)
{
    return m_session->send(streamId, bytes, 0, ends);
}

bool H2ServerCodec::sendFiller(std::int32_t streamId, std::uint64_t bytes, bool ends)
{
    return m_session->send(streamId, {}, bytes, ends);
}

bool H2ServerCodec::respondInterim(std::int32_t streamId, int status)
{
    return m_session->respondInterim(streamId, status);
}

bool H2ServerCodec::reset(std::int32_t streamId, H2ErrorCode code)
{
    return m_session->reset(streamId, code);
}

bool H2ServerCodec::submitSettings(std::span<const H2Setting> settings)
{
    return m_session->submitSettings(settings);
}

bool H2ServerCodec::ping(std::uint64_t payload)
{
    return m_session->ping(payload);
}

bool H2ServerCodec::goaway(std::int32_t lastStreamId, H2ErrorCode code, std::string_view debugText)
{
    return m_session->goaway(lastStreamId, code, debugText);
}

void H2ServerCodec::sendRaw(std::string_view bytes)
{
    m_session->appendRaw(bytes);
}

void H2ServerCodec::close(H2ErrorCode code)
{
    m_session->H2Session::close(code);
}

void H2ServerCodec::endStreams()
{
    m_session->end();
}

bool H2ServerCodec::feed(std::string_view bytes)
{
    return m_session->feed(bytes);
}

std::string_view H2ServerCodec::output()
{
    return m_session->output();
}

void H2ServerCodec::consumed(std::size_t size)
{
    m_session->consumed(size);
}

bool H2ServerCodec::wantsWrite() const
{
    return m_session->wantsWrite();
}

std::uint32_t H2ServerCodec::openStreams() const
{
    return m_session->openStreams();
}

std::int32_t H2ServerCodec::lastStreamId() const
{
    return m_session->lastStreamId();
}

bool H2ServerCodec::isOver() const
{
    return m_session->isOver();
}

bool H2ServerCodec::isFailed() const
{
    return m_session->isFailed();
}

bool H2ServerCodec::isGoawayReceived() const
{
    return m_session->isGoawayReceived();
}

H2PeerSettings H2ServerCodec::peerSettings() const
{
    return m_session->peerSettings();
}

H2Windows H2ServerCodec::windows() const
{
    return m_session->windows();
}

H2Counters H2ServerCodec::counters() const
{
    return m_session->counters();
}

const Error &H2ServerCodec::error() const
{
    return m_session->error();
}

std::uint64_t H2ServerCodec::memoryRequests() const
{
    return m_session->memoryCounters().requests;
}

std::uint64_t H2ServerCodec::memoryFromSystem() const
{
    return m_session->memoryCounters().fromSystem;
}

} // namespace reusescope
