// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a loop script: refused with a place, or run on virtual time within its bounds;
// written and parsed again it runs the same.
#include "core/script/parser.h"
#include "core/script/scriptrun.h"
#include "core/script/writer.h"
#include "tests/fuzz/fuzz.h"

#include <string>
#include <string_view>

using namespace reusescope;
using namespace reusescope::script;

namespace {

std::string orderOf(const Program &program, bool asNode)
{
    constexpr std::uint64_t kMaxSteps = 2000; // far below the language's own limits: speed
    RunOptions options;
    options.asNode = asNode;
    options.maxTurns = 50;
    OrderText order;
    ScriptRun run(program, options, &order);
    while (run.position() < kMaxSteps && run.step(ScriptRun::Step::Callback)) { }
    return order.text();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    for (const Token &token : tokensOfLine(text.substr(0, text.find('\n'))))
        fuzz::require(token.offset + token.length <= size, "a token lies within its line");
    const ParsedScript parsed = parseScript(text);
    fuzz::require(parsed.mistakes.size() <= kMaxMistakes, "mistakes are limited");
    if (!parsed.isValid())
        return 0;
    const std::string written = writeScript(parsed.program);
    if (written.size() > kMaxScriptBytes)
        return 0; // the same program in longer words
    const ParsedScript again = parseScript(written);
    fuzz::require(again.isValid(), "what was written can be parsed");
    fuzz::require(writeScript(again.program) == written, "written again it is the same");
    fuzz::require(orderOf(parsed.program, true) == orderOf(again.program, true),
                  "written and parsed again it runs the same");
    return 0;
}
