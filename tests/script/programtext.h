// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <array>
#include <charconv>
#include <string>

namespace reusescope::test {

/// All that a program holds but for the places, one thing a line; for comparing two. It shares
/// nothing with the writer, which it checks.
inline std::string programText(const script::Program &program)
{
    using namespace script;
    constexpr std::array kKinds{"timeout", "immediate", "timer",  "idle",    "prepare",
                                "check",   "async",     "socket", "pending", "reuse"};
    constexpr std::array kVerbs{"setTimeout", "setImmediate", "clear", "timer", "again",
                                "start",      "stop",         "ref",   "unref", "close",
                                "send",       "pending",      "read",  "reuse", "busy",
                                "log",        "stopLoop",     "run"};
    constexpr std::array kOccasions{"fires", "closes", "written", "moved"};
    constexpr std::array kArrivals{"bytes", "crlf", "fin", "rst", "send"};
    constexpr std::array kModes{"default", "once", "nowait"};
    const auto in = [](const auto &words, auto value) {
        return std::string(words.at(static_cast<std::size_t>(value)));
    };
    const auto label = [&program](NameIndex name) {
        return name == kNoName ? std::string("none") : program.names.at(name).label;
    };
    const auto text = [&](const Statement &statement) {
        std::string out = "  " + in(kVerbs, statement.verb);
        if (statement.target != kNoName)
            out += " " + label(statement.target);
        if (statement.socket != kNoName)
            out += " socket=" + label(statement.socket);
        if (statement.verb == Verb::SetTimeout) {
            std::array<char, 40> digits;
            const auto end =
                std::to_chars(digits.data(), digits.data() + digits.size(), statement.delay).ptr;
            out += " delay=" + std::string(digits.data(), end);
        }
        if (statement.verb == Verb::Timer)
            out += " timeout=" + std::to_string(statement.timeout.count()) + "ms";
        if (statement.repeat.count() != 0)
            out += " repeat=" + std::to_string(statement.repeat.count()) + "ms";
        if (statement.verb == Verb::Busy)
            out += " busy=" + std::to_string(statement.busy.count()) + "ns";
        if (statement.verb == Verb::Run)
            out += " mode=" + in(kModes, statement.mode);
        if (!statement.text.empty())
            out += " text=" + statement.text;
        if (!statement.referenced)
            out += " unref";
        return out + "\n";
    };

    std::string out;
    for (const Name &name : program.names)
        out += "name " + name.label + " " + in(kKinds, name.kind) + "\n";
    if (!program.main.empty())
        out += "main\n";
    for (const Statement &statement : program.main)
        out += text(statement);
    for (const Reaction &reaction : program.reactions) {
        out += "on " + label(reaction.name) + " " + in(kOccasions, reaction.occasion);
        if (reaction.time != 0)
            out += " time=" + std::to_string(reaction.time);
        out += "\n";
        for (const Statement &statement : reaction.statements)
            out += text(statement);
    }
    for (const Arrival &arrival : program.arrivals)
        out += "at " + std::to_string(arrival.at.count()) + "ns " + label(arrival.name) + " "
            + in(kArrivals, arrival.kind) + "\n";
    return out;
}

} // namespace reusescope::test
