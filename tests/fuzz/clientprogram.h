// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace reusescope::fuzz {

/// Runs the real client with its pool on virtual time against a peer of raw bytes, and checks:
/// every request settles exactly once, within the attempts it has; every connection that opened is
/// released once, and nothing is heard of it afterwards; the loop ends by itself.
///
/// The input: byte 0 chooses the scheduler, byte 1 the client's options, the rest are steps:
///   00-9f N bytes...  the next N bytes go out on the newest connection (step & 7: an earlier one)
///   a0-bf             submits a GET, POST or HEAD (step & 3), from here
///   c0-cf             time passes: (step & 15)^3 ms
///   d0-d7             FIN on the connection, d8-df RST
///   e0-ff             a whole answer to the latest request (HTTP/1.1), with its tag
/// When the steps are used up, the peer resets what is open and refuses what comes.
void runClientProgram(const std::uint8_t *data, std::size_t size, bool http2);

} // namespace reusescope::fuzz
