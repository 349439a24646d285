// SPDX-License-Identifier: GPL-3.0-or-later
// The client, its pool and HTTP/2 connections against any frames, ends and times: clientprogram.h.
#include "tests/fuzz/clientprogram.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    reusescope::fuzz::runClientProgram(data, size, true);
    return 0;
}
