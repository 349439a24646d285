// SPDX-License-Identifier: GPL-3.0-or-later
// How long a million turns of a loop program take on the virtual clock: bench_script [TURNS].
// Each program runs at full speed and step by step; every entry goes to a sink that counts.
#include "core/script/parser.h"
#include "core/script/scriptrun.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>

using namespace reusescope::script;

namespace {

struct BenchProgram
{
    const char *name;
    const char *script;
};

constexpr BenchProgram kPrograms[] = {
    {"idle and immediates", "idle I\nsetImmediate C\nwhen C fires\n    setImmediate C\n"},
    {"setTimeout", "setTimeout 0 A\nwhen A fires\n    setTimeout 0 A\n"},
    {"async", "async W\nsend W\nwhen W fires\n    send W\n"},
};

class Counter final : public EntrySink
{
public:
    void entry(const Entry &) override { ++entries; }
    std::uint64_t entries = 0;
};

void measure(const BenchProgram &program, std::uint32_t turns, bool inSteps)
{
    RunOptions options;
    options.maxTurns = turns;
    Counter counter;
    ScriptRun run(parseScript(program.script).program, options, &counter);
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpuBegin = std::clock();
    if (inSteps) {
        while (run.step(ScriptRun::Step::Turn)) { }
    } else {
        run.runToEnd();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const double cpu = static_cast<double>(std::clock() - cpuBegin) / CLOCKS_PER_SEC;
    fmt::print("{:<20} {:<12} {:>9} turns {:>9} entries {:>7.3f} s, {:>7.3f} s of CPU\n",
               program.name, inSteps ? "step(Turn)" : "runToEnd()", run.turn() - 1, counter.entries,
               took.count(), cpu);
}

} // namespace

int main(int argc, char **argv)
{
    std::uint32_t turns = 1'000'000;
    if (argc > 1) {
        const char *const end = argv[1] + std::strlen(argv[1]);
        const auto [stopped, problem] = std::from_chars(argv[1], end, turns);
        if (problem != std::errc{} || stopped != end || turns == 0) {
            fmt::print(stderr, "usage: bench_script [TURNS]\n");
            return 2;
        }
    }
    for (const BenchProgram &program : kPrograms) {
        measure(program, turns, false);
        measure(program, turns, true);
    }
    return 0;
}
