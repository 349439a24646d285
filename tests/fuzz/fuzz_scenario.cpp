// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a scenario, its lab script among it: read or refused with a sentence; a lab script
// that was read keeps its own limits, and written and read again it is the same.
#include "core/experiment/scenario.h"
#include "core/lab/labscript.h"
#include "tests/fuzz/fuzz.h"

#include <nlohmann/json.hpp>

#include <string_view>

using namespace reusescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Result<Scenario> scenario = parseScenario(text, "fuzz");
    if (!scenario)
        fuzz::require(!scenario.error().detail.empty(), "a refusal says why");

    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded())
        return 0;
    const Result<LabScript> script = labScriptFromJson(json, "");
    if (!script) {
        fuzz::require(!script.error().detail.empty(), "a refusal says why");
        return 0;
    }
    fuzz::require(validate(*script).hasValue(), "what was read is valid");
    const nlohmann::json written = toJson(*script);
    const Result<LabScript> again = labScriptFromJson(written, "");
    fuzz::require(again.hasValue(), "what was written can be read");
    fuzz::require(toJson(*again) == written, "written and read again it is the same");
    return 0;
}
