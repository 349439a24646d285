// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/writer.h"

#include "core/script/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <charconv>

namespace reusescope::script {

namespace {

std::string inUnit(Nanoseconds time, Nanoseconds unit, std::string_view suffix)
{
    const auto whole = time / unit;
    const auto rest = (time % unit).count();
    if (rest == 0)
        return fmt::format("{}{}", whole, suffix);
    std::string decimals;
    for (auto place = unit.count() / 10, left = rest; left > 0; left %= place, place /= 10)
        decimals += static_cast<char>('0' + left / place);
    return fmt::format("{}.{}{}", whole, decimals, suffix);
}

/// Exactly, in the unit that gives the shortest text; of two, the one without a point.
std::string written(Nanoseconds time)
{
    using namespace std::chrono_literals;
    std::string best = inUnit(time, 1ms, "");
    for (const std::string &other : {inUnit(time, 1s, "s"), inUnit(time, 1us, "us")}) {
        const bool isWhole = other.find('.') == std::string::npos;
        const bool isBestWhole = best.find('.') == std::string::npos;
        if (other.size() < best.size() || (other.size() == best.size() && isWhole && !isBestWhole))
            best = other;
    }
    return best;
}

/// The shortest digits that read back as the same double, without an exponent.
std::string written(double delay)
{
    std::array<char, 1100> digits; // the smallest double has 1074 decimals
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), delay,
                                            std::chars_format::fixed);
    assert(error == std::errc{});
    return std::string(digits.data(), end);
}

std::string_view word(Occasion occasion)
{
    switch (occasion) {
    case Occasion::Fires: return "fires";
    case Occasion::Closes: return "closes";
    case Occasion::Written: return "is written";
    case Occasion::Moved: return "moves";
    }
    return {};
}

std::string_view word(ArrivalKind kind)
{
    switch (kind) {
    case ArrivalKind::Bytes: return "bytes";
    case ArrivalKind::LineBreak: return "crlf";
    case ArrivalKind::Fin: return "fin";
    case ArrivalKind::Reset: return "rst";
    case ArrivalKind::Send: return "send";
    }
    return {};
}

std::string_view word(RunMode mode)
{
    switch (mode) {
    case RunMode::Default: return "run";
    case RunMode::Once: return "run once";
    case RunMode::NoWait: return "run nowait";
    }
    return {};
}

std::string writeArrival(const Program &program, const Arrival &arrival)
{
    const std::string &label = program.names[arrival.name].label;
    if (arrival.kind == ArrivalKind::Send)
        return fmt::format("at {} send {}", written(arrival.at), label);
    return fmt::format("at {} {} receives {}", written(arrival.at), label, word(arrival.kind));
}

std::string writeWhen(const Program &program, const Reaction &reaction)
{
    std::string line =
        fmt::format("when {} {}", program.names[reaction.name].label, word(reaction.occasion));
    if (reaction.time != 0)
        line += fmt::format(" the {}{} time", reaction.time, ordinalSuffix(reaction.time));
    return line;
}

} // namespace

std::string_view word(NameKind kind)
{
    switch (kind) {
    case NameKind::Timeout: return "setTimeout";
    case NameKind::Immediate: return "setImmediate";
    case NameKind::Timer: return "timer";
    case NameKind::Idle: return "idle";
    case NameKind::Prepare: return "prepare";
    case NameKind::Check: return "check";
    case NameKind::Async: return "async";
    case NameKind::Socket: return "socket";
    case NameKind::Pending: return "pending";
    case NameKind::Reuse: return "reuse";
    }
    return {};
}

std::string writeStatement(const Program &program, const Statement &statement)
{
    const auto label = [&program](NameIndex name) -> const std::string & {
        assert(name < program.names.size());
        return program.names[name].label;
    };
    const auto withTarget = [&](std::string_view verb) {
        return fmt::format("{} {}", verb, label(statement.target));
    };
    const std::string_view unref = statement.referenced ? "" : " unref";
    switch (statement.verb) {
    case Verb::SetTimeout:
        return fmt::format("setTimeout {} {}{}", written(statement.delay), label(statement.target),
                           unref);
    case Verb::SetImmediate: return fmt::format("{}{}", withTarget("setImmediate"), unref);
    case Verb::Clear: return withTarget("clear");
    case Verb::Timer:
        return fmt::format("{} {}{}{}", withTarget("timer"), written(statement.timeout),
                           statement.repeat.count() != 0
                               ? fmt::format(" repeat {}", written(statement.repeat))
                               : "",
                           unref);
    case Verb::Again: return withTarget("again");
    case Verb::Start:
        return fmt::format("{}{}", withTarget(word(program.names[statement.target].kind)), unref);
    case Verb::Stop: return withTarget("stop");
    case Verb::Ref: return withTarget("ref");
    case Verb::Unref: return withTarget("unref");
    case Verb::Close:
        return statement.text.empty()
            ? withTarget("close")
            : fmt::format("{} as {}", withTarget("close"), statement.text);
    case Verb::Send: return withTarget("send");
    case Verb::Pending: return withTarget("pending");
    case Verb::Read: return withTarget("read");
    case Verb::Reuse:
        return fmt::format("reuse {} with {} as {}", label(statement.socket), statement.text,
                           label(statement.target));
    case Verb::Busy: return fmt::format("busy {}", written(statement.busy));
    case Verb::Log: return fmt::format("log {}", statement.text);
    case Verb::StopLoop: return "stop loop";
    case Verb::Run: return std::string(word(statement.mode));
    }
    return {};
}

std::string writeScript(const Program &program)
{
    std::string script;
    const auto beginBlock = [&script] {
        if (!script.empty())
            script += '\n';
    };
    for (const Statement &statement : program.main)
        script += writeStatement(program, statement) + '\n';
    if (!program.arrivals.empty())
        beginBlock();
    for (const Arrival &arrival : program.arrivals)
        script += writeArrival(program, arrival) + '\n';
    for (const Reaction &reaction : program.reactions) {
        if (reaction.statements.empty())
            continue; // it does nothing, and cannot be said
        beginBlock();
        script += writeWhen(program, reaction) + '\n';
        for (const Statement &statement : reaction.statements)
            script += "    " + writeStatement(program, statement) + '\n';
    }
    return script;
}

} // namespace reusescope::script
