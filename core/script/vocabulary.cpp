// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/vocabulary.h"

#include "core/base/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace reusescope::script {

namespace {

constexpr std::size_t kWordBytes = 64; // in a sentence

const std::vector<Opening> &openings()
{
    static const std::vector<Opening> all{
        {"setTimeout",
         "`setTimeout TIME LABEL [unref]`",
         {"unref"},
         Verb::SetTimeout,
         NameKind::Timeout},
        {"setImmediate",
         "`setImmediate LABEL [unref]`",
         {"unref"},
         Verb::SetImmediate,
         NameKind::Immediate},
        {"clear", "`clear LABEL`", {}, Verb::Clear, {}},
        {"timer",
         "`timer LABEL TIME [repeat TIME] [unref]`",
         {"repeat", "unref"},
         Verb::Timer,
         NameKind::Timer},
        {"again", "`again LABEL`", {}, Verb::Again, {}},
        {"idle", "`idle LABEL [unref]`", {"unref"}, Verb::Start, NameKind::Idle},
        {"prepare", "`prepare LABEL [unref]`", {"unref"}, Verb::Start, NameKind::Prepare},
        {"check", "`check LABEL [unref]`", {"unref"}, Verb::Start, NameKind::Check},
        {"async", "`async LABEL [unref]`", {"unref"}, Verb::Start, NameKind::Async},
        {"socket", "`socket LABEL [unref]`", {"unref"}, Verb::Start, NameKind::Socket},
        {"stop", "`stop LABEL` or `stop loop`", {"loop"}, Verb::Stop, {}},
        {"ref", "`ref LABEL`", {}, Verb::Ref, {}},
        {"unref", "`unref LABEL`", {}, Verb::Unref, {}},
        {"close", "`close LABEL [as NAME]`", {"as"}, Verb::Close, {}},
        {"send", "`send LABEL`", {}, Verb::Send, {}},
        {"pending", "`pending LABEL`", {}, Verb::Pending, NameKind::Pending},
        {"read", "`read LABEL`", {}, Verb::Read, {}},
        {"reuse",
         "`reuse SOCKET with SCHEDULER as LABEL`",
         {"with", "as"},
         Verb::Reuse,
         NameKind::Reuse},
        {"busy", "`busy TIME`", {}, Verb::Busy, {}},
        {"log", "`log TEXT`", {}, Verb::Log, {}},
        {"run", "`run [once|nowait]`", {"once", "nowait"}, Verb::Run, {}},
        {"at",
         "`at TIME LABEL receives bytes|crlf|fin|rst` or `at TIME send LABEL`",
         {"receives", "bytes", "crlf", "fin", "rst", "send"},
         {},
         {}},
        {"when",
         "`when LABEL fires|closes|is written|moves [the 1st time]`",
         {"fires", "closes", "is", "written", "moves", "the", "time"},
         {},
         {}},
    };
    return all;
}

bool namesHandle(const Opening &opening)
{
    return opening.introduces && opening.introduces != NameKind::Timeout
        && opening.introduces != NameKind::Immediate && opening.introduces != NameKind::Reuse;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

const Opening *openingOf(std::string_view word)
{
    const auto found =
        std::find_if(openings().begin(), openings().end(),
                     [word](const Opening &opening) { return opening.word == word; });
    return found == openings().end() ? nullptr : &*found;
}

const std::vector<std::string> &openingWords()
{
    static const std::vector<std::string> words = [] {
        std::vector<std::string> out;
        for (const Opening &opening : openings())
            out.emplace_back(opening.word);
        return out;
    }();
    return words;
}

bool isReserved(std::string_view word)
{
    return std::any_of(openings().begin(), openings().end(), [word](const Opening &opening) {
        return (opening.word == word && !namesHandle(opening))
            || std::find(opening.particles.begin(), opening.particles.end(), word)
            != opening.particles.end();
    });
}

std::string_view withArticle(NameKind kind)
{
    switch (kind) {
    case NameKind::Timeout: return "a timeout";
    case NameKind::Immediate: return "an immediate";
    case NameKind::Timer: return "a timer";
    case NameKind::Idle: return "an idle handle";
    case NameKind::Prepare: return "a prepare handle";
    case NameKind::Check: return "a check handle";
    case NameKind::Async: return "an async handle";
    case NameKind::Socket: return "a socket";
    case NameKind::Pending: return "a pending completion";
    case NameKind::Reuse: return "a reuse";
    }
    return {};
}

std::string didYouMean(std::string_view word, const std::vector<std::string> &known)
{
    // Any two short words are only a few letters apart, so these must begin alike.
    constexpr std::size_t kShort = 3;
    std::vector<std::string> candidates;
    for (const std::string &candidate : known) {
        if (word.size() > kShort
            || (!word.empty() && !candidate.empty() && lower(word[0]) == lower(candidate[0])))
            candidates.push_back(candidate);
    }
    const std::string near = nearest(word, candidates);
    return near.empty() ? std::string{} : fmt::format(", did you mean \"{}\"?", near);
}

std::string shortened(std::string_view word)
{
    if (word.size() <= kWordBytes)
        return std::string(word);
    std::size_t end = kWordBytes;
    while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xc0) == 0x80)
        --end; // not within a character
    return fmt::format("{}...", word.substr(0, end));
}

std::string quoted(std::string_view word)
{
    return fmt::format("\"{}\"", shortened(word));
}

} // namespace reusescope::script
