// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/experiment/schedulers.h"
#include "core/report/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace reusescope::cli {

namespace {

constexpr std::size_t kTextWidth = 88;
constexpr std::string_view kIndent = "    ";

/// Words of `text` on indented lines of at most kTextWidth bytes.
std::string paragraph(std::string_view text)
{
    std::string lines;
    std::string line;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty())
            continue;
        if (!line.empty() && kIndent.size() + line.size() + 1 + word.size() > kTextWidth) {
            lines += fmt::format("{}{}\n", kIndent, line);
            line.clear();
        }
        if (!line.empty())
            line += ' ';
        line += word;
    }
    if (!line.empty())
        lines += fmt::format("{}{}\n", kIndent, line);
    return lines;
}

std::vector<std::string> protocolNames(const Experiment &experiment)
{
    std::vector<std::string> names;
    for (const Variant &variant : variantsOf(experiment)) {
        const std::string known(name(variant.protocol));
        if (std::find(names.begin(), names.end(), known) == names.end())
            names.push_back(known);
    }
    return names;
}

ExitCode finish(const Result<void> &written)
{
    return written ? ExitCode::Ok : complain(written.error());
}

} // namespace

ExitCode listScenarios(const ListOptions &options)
{
    std::vector<Error> errors;
    const std::vector<Scenario> all = builtInScenarios(&errors);
    ExitCode code = ExitCode::Ok;
    for (const Error &error : errors) {
        complain(error);
        code = ExitCode::File;
    }
    if (all.empty() && errors.empty()) {
        complain("no scenarios were found; REUSESCOPE_DATA_DIR can name the folder that holds "
                 "scenarios/");
        return ExitCode::File;
    }

    ExitCode written = ExitCode::Ok;
    if (options.json) {
        nlohmann::ordered_json object{{"schema", 1}};
        auto &list = object["scenarios"] = nlohmann::ordered_json::array();
        for (const Scenario &each : all)
            list.push_back({{"name", each.name},
                            {"title", each.title},
                            {"group", name(each.group)},
                            {"look_for", each.lookFor},
                            {"schedulers", each.experiment.schedulers},
                            {"protocols", protocolNames(each.experiment)},
                            {"workload", name(each.experiment.workload.kind)}});
        written = finish(writeJson(*options.json, object));
    } else {
        std::string text;
        const Scenario *last = nullptr;
        for (const Scenario &each : all) {
            if (!last || last->group != each.group)
                text += fmt::format("== {} ==\n\n", title(each.group));
            text += fmt::format("{}: {}\n{}\n", each.name, each.title, paragraph(each.lookFor));
            last = &each;
        }
        written = finish(print(text));
    }
    return written == ExitCode::Ok ? code : written;
}

ExitCode listSchedulers(const ListOptions &options)
{
    if (options.json) {
        nlohmann::ordered_json object{{"schema", 1}};
        auto &list = object["schedulers"] = nlohmann::ordered_json::array();
        for (const SchedulerInfo &each : availableSchedulers())
            list.push_back({{"name", each.name},
                            {"title", each.title},
                            {"explanation", each.explanation},
                            {"releases", each.releases}});
        return finish(writeJson(*options.json, object));
    }
    std::string text;
    for (const SchedulerInfo &each : availableSchedulers()) {
        text += fmt::format("{}: {}\n{}", each.name, each.title, paragraph(each.explanation));
        if (!each.releases.empty())
            text += paragraph("undici: " + each.releases);
        text += '\n';
    }
    return finish(print(text));
}

} // namespace reusescope::cli
