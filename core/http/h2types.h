// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/h2names.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

// What both ends of an HTTP/2 connection (RFC 9113) speak of. Plain values; any thread.

namespace reusescope {

/// RFC 9113 section 6.5.2.
enum class H2SettingId : std::uint16_t {
    HeaderTableSize = 1,
    EnablePush = 2,
    MaxConcurrentStreams = 3,
    InitialWindowSize = 4,
    MaxFrameSize = 5,
    MaxHeaderListSize = 6,
};

struct H2Setting
{
    H2SettingId id = H2SettingId::MaxConcurrentStreams;
    std::uint32_t value = 0;
};

/// What applies to what we send, by the peer's SETTINGS so far.
struct H2PeerSettings
{
    static constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t headerTableSize = 4096;
    bool enablePush = true;
    std::uint32_t maxConcurrentStreams = kUnlimited;
    std::uint32_t initialWindowSize = 65'535;
    std::uint32_t maxFrameSize = 16'384;
    std::uint32_t maxHeaderListSize = kUnlimited;
};

struct H2Goaway
{
    std::int32_t lastStreamId = 0;
    H2ErrorCode code = H2ErrorCode::NoError;
    /// At most kMaxDebugText bytes of what the peer sent, bytes outside printable ASCII as '?';
    /// lives as long as the call that brings it.
    std::string_view debugText = {};

    static constexpr std::size_t kMaxDebugText = 256;
};

/// What a peer may send at most. Exceeding one is an error that names it: of the stream where it
/// says so, otherwise of the connection, which gets ENHANCE_YOUR_CALM. Frames are looked at in
/// pieces of 16 KiB at most, so that some more of them may come before it is noticed.
struct H2Limits
{
    /// Per header block: names, values and 32 for each field (RFC 9113 section 6.5.2). Stream.
    std::size_t headerListBytes = 64 * 1024;
    int headerCount = 256; ///< per header block. Stream.
    int interimResponses = 32; ///< 1xx before a final response. Stream.
    std::size_t continuations = 8; ///< CONTINUATION frames behind one HEADERS
    std::size_t settingsEntries = 32; ///< in one SETTINGS frame
    /// Acknowledgements of PING and SETTINGS that wait for the peer to read.
    std::size_t waitingAcks = 1000;
    /// Frames of any type in a row that move no request on: for a client, no response head begins,
    /// no open stream is reset; for either, no byte of a body comes or goes and no response is
    /// finished. Bounds floods of PING, SETTINGS, empty DATA, PRIORITY, frames of unknown types and
    /// frames for streams that are gone, and a server's requests that are reset again and again.
    std::uint64_t framesWithoutProgress = 10'000;
};

struct H2Counters
{
    H2FrameCounts received{};
    H2FrameCounts sent{}; ///< as put into the output; raw bytes of the lab are not looked into
    std::uint64_t lateFrames = 0; ///< DATA and HEADERS for streams that were over; ignored
    std::uint64_t ignoredFields = 0; ///< header fields with characters that no field may have
    std::uint64_t bytesReceived = 0;
    std::uint64_t bytesProduced = 0; ///< all that output() has shown so far or will show next
};

/// Credit for DATA, in bytes, of the whole connection.
struct H2Windows
{
    std::int64_t send = 0; ///< what the peer still allows us
    std::int64_t receive = 0; ///< what we allow the peer in all
    std::int64_t unreturned = 0; ///< of that, received and not yet given back
};

/// What either end of a connection learns besides its streams.
///
/// Called from within feed(), output() and endStreams() of its codec. It may submit, respond,
/// reset, ping and so on there, but neither feed nor fetch output, nor destroy the codec.
class H2ConnectionListener
{
public:
    virtual void settingsReceived(const H2PeerSettings & /*settings*/) { }
    virtual void settingsAcked() { }
    virtual void pingReceived(std::uint64_t /*payload*/) { } ///< the answer is already on its way
    virtual void pingAcked(std::uint64_t /*payload*/) { }
    virtual void goawayReceived(const H2Goaway & /*goaway*/) { }

protected:
    ~H2ConnectionListener() = default;
};

} // namespace reusescope
