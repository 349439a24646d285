// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace reusescope {

/// What a peer may send at most; exceeding one is an error of that message, with the limit named.
struct H1Limits
{
    std::size_t headBytes = 64 * 1024; ///< status or request line with all header fields
    int headerCount = 256;
    std::size_t chunkExtensionBytes = 16 * 1024; ///< over all chunks of a message
    std::size_t trailerBytes = 16 * 1024;
    int interimResponses = 32; ///< 1xx before a final response
};

} // namespace reusescope
