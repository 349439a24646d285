// SPDX-License-Identifier: GPL-3.0-or-later
// The client, its pool and HTTP/1.1 connections against any bytes, ends and times: clientprogram.h.
#include "tests/fuzz/clientprogram.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    reusescope::fuzz::runClientProgram(data, size, false);
    return 0;
}
