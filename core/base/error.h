// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace reusescope {

/// What failed, in the terms of the layer that saw it.
enum class ErrorKind {
    Resolve, ///< a name did not resolve; native: EAI_* code
    Connect, ///< native: errno
    Io, ///< a read or write on an open stream; native: errno
    Tls, ///< native: OpenSSL error code
    Http1, ///< native: llhttp error code, or 0 for a limit of ours
    Http2, ///< native: nghttp2 error code
    PeerClosed, ///< the peer ended the stream
    Timeout,
    Cancelled,
    File, ///< native: errno
    System, ///< no memory, descriptor or thread is left for this program; native: errno
    Input, ///< a value from a user or a file that cannot be used
};

class Sentence;

/// A failure as a value. `detail` is English, for the log and the command line; the window
/// translates by `kind`, and `sentence` where there is one (ui/format).
struct Error
{
    ErrorKind kind = ErrorKind::Io;
    long native = 0;
    std::string detail;
    std::shared_ptr<const Sentence> sentence = {}; ///< what `detail` is the English of
};

std::string_view name(ErrorKind kind);

/// "detail: text of errno", for errors whose native code is an errno.
Error systemError(ErrorKind kind, int errnoValue, std::string_view what);

} // namespace reusescope
