// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/claim.h"

#include "core/script/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace reusescope::lesson {

namespace {

using script::Entry;
using script::EntryKind;
using script::Mistake;
using script::SourceSpan;

constexpr std::string_view kForms =
    "expected one of: order is WORD ...; WORD before WORD; never WORD; WORD at TIME; WORD N times; "
    "WORD in turn N; WORD in PHASE; WORD and WORD in one turn; N polls between WORD and WORD; "
    "poll N sleeps TIME; poll N because REASON; ends at TIME; ends after N turns";

struct ClaimWord
{
    std::string_view text;
    std::size_t offset = 0;
    bool isQuoted = false;
};

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::optional<std::uint32_t> numberOf(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string shortTime(Nanoseconds time)
{
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    std::string text = fmt::format("{}.{:03}", us / 1000, us % 1000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text + " ms";
}

class ClaimParser
{
public:
    ClaimParser(std::string_view text, const SourceSpan &where) : m_text(text), m_where(where) { }

    ParsedClaim parse();

private:
    bool split();
    bool parseForm();
    bool parsePoll();
    bool parseEnd();
    bool parseAboutWord();
    bool parseWhereabouts();

    bool is(std::size_t index, std::string_view word) const
    {
        return index < m_words.size() && !m_words[index].isQuoted && m_words[index].text == word;
    }
    bool readWord(std::size_t index);
    bool readNumber(std::size_t index);
    bool readTime(std::size_t index); ///< up to the end
    bool ends(std::size_t index);
    bool fail(std::size_t index, std::string sentence);

    std::string_view m_text;
    SourceSpan m_where;
    std::vector<ClaimWord> m_words;
    Claim m_claim;
    std::optional<Mistake> m_mistake;
};

ParsedClaim ClaimParser::parse()
{
    m_claim.text = m_text;
    m_claim.where = m_where;
    if (split() && parseForm())
        return {std::move(m_claim), {}};
    return {std::nullopt, std::move(*m_mistake)};
}

bool ClaimParser::split()
{
    for (std::size_t at = 0; at < m_text.size();) {
        if (isBlank(m_text[at])) {
            ++at;
            continue;
        }
        if (m_words.size() == kMaxClaimWords)
            return fail(m_words.size(),
                        fmt::format("a claim has at most {} words", kMaxClaimWords));
        if (m_text[at] == '"') {
            const std::size_t end = m_text.find('"', at + 1);
            if (end == std::string_view::npos) {
                m_words.push_back({m_text.substr(at), at, true});
                return fail(m_words.size() - 1, "this quote has no partner");
            }
            m_words.push_back({m_text.substr(at + 1, end - at - 1), at, true});
            at = end + 1;
        } else {
            std::size_t end = at;
            while (end < m_text.size() && !isBlank(m_text[end]))
                ++end;
            m_words.push_back({m_text.substr(at, end - at), at, false});
            at = end;
        }
    }
    return !m_words.empty() || fail(0, std::string(kForms));
}

bool ClaimParser::parseForm()
{
    if (is(0, "order") && is(1, "is")) {
        m_claim.kind = ClaimKind::OrderIs;
        for (std::size_t i = 2; i < m_words.size(); ++i)
            m_claim.words.emplace_back(m_words[i].text);
        return !m_claim.words.empty() || fail(2, "expected the words of the order");
    }
    if (is(0, "never")) {
        m_claim.kind = ClaimKind::Never;
        return readWord(1) && ends(2);
    }
    if (is(0, "poll") && m_words.size() > 1 && numberOf(m_words[1].text))
        return parsePoll();
    if (is(0, "ends") && (is(1, "at") || is(1, "after")))
        return parseEnd();
    if ((is(1, "polls") || is(1, "poll")) && is(2, "between")) {
        m_claim.kind = ClaimKind::PollsBetween;
        return readNumber(0) && readWord(3)
            && (is(4, "and") || fail(4, "expected \"and\" and the second word")) && readWord(5)
            && ends(6);
    }
    return parseAboutWord();
}

bool ClaimParser::parsePoll()
{
    if (!readNumber(1))
        return false;
    if (m_claim.number == 0)
        return fail(1, "polls are counted from 1");
    if (is(2, "sleeps")) {
        m_claim.kind = ClaimKind::PollSleeps;
        return readTime(3);
    }
    if (!is(2, "because"))
        return fail(2, "expected \"sleeps TIME\" or \"because REASON\"");
    m_claim.kind = ClaimKind::PollBecause;
    constexpr std::array kReasons = {TimeoutReason::Stopping,  TimeoutReason::NothingAlive,
                                     TimeoutReason::Pending,   TimeoutReason::IdleActive,
                                     TimeoutReason::Closing,   TimeoutReason::NoWait,
                                     TimeoutReason::NextTimer, TimeoutReason::NoTimer};
    std::string known;
    for (const TimeoutReason reason : kReasons) {
        if (is(3, name(reason))) {
            m_claim.reason = reason;
            return ends(4);
        }
        known += fmt::format("{}{}", known.empty() ? "" : ", ", name(reason));
    }
    return fail(3, "expected a reason: " + known);
}

bool ClaimParser::parseEnd()
{
    if (is(1, "at")) {
        m_claim.kind = ClaimKind::EndsAt;
        return readTime(2);
    }
    m_claim.kind = ClaimKind::EndsAfter;
    return readNumber(2) && (is(3, "turns") || is(3, "turn") || fail(3, "expected \"turns\""))
        && ends(4);
}

bool ClaimParser::parseAboutWord()
{
    if (!readWord(0))
        return false;
    if (is(1, "before")) {
        m_claim.kind = ClaimKind::Before;
        return readWord(2) && ends(3);
    }
    if (is(1, "at")) {
        m_claim.kind = ClaimKind::At;
        return readTime(2);
    }
    if (is(2, "times") || is(2, "time")) {
        m_claim.kind = ClaimKind::Times;
        return readNumber(1) && ends(3);
    }
    if (is(1, "in"))
        return parseWhereabouts();
    if (is(1, "and")) {
        m_claim.kind = ClaimKind::InOneTurn;
        return readWord(2)
            && ((is(3, "in") && is(4, "one") && is(5, "turn"))
                || fail(3, "expected \"in one turn\""))
            && ends(6);
    }
    return fail(m_words.size() > 1 ? 1 : 0, std::string(kForms));
}

bool ClaimParser::parseWhereabouts()
{
    if (is(2, "turn")) {
        m_claim.kind = ClaimKind::InTurn;
        return readNumber(3) && ends(4);
    }
    m_claim.kind = ClaimKind::InPhase;
    for (int i = 0; i < kPhaseCount; ++i) {
        const auto phase = static_cast<Phase>(i);
        if (is(2, name(phase))) {
            m_claim.phase = phase;
            return ends(3);
        }
    }
    return fail(2,
                "expected \"turn N\" or a phase: main, timers, pending, idle, prepare, poll, "
                "check, closing");
}

bool ClaimParser::readWord(std::size_t index)
{
    if (index >= m_words.size())
        return fail(index, "expected the word of a callback or a log line");
    m_claim.words.emplace_back(m_words[index].text);
    return true;
}

bool ClaimParser::readNumber(std::size_t index)
{
    const auto number =
        index < m_words.size() ? numberOf(m_words[index].text) : std::optional<std::uint32_t>();
    m_claim.number = number.value_or(0);
    return number.has_value() || fail(index, "expected a whole number");
}

bool ClaimParser::readTime(std::size_t index)
{
    if (index >= m_words.size())
        return fail(index, "expected a time, as in 5 ms");
    auto number = script::splitNumber(m_words[index].text);
    std::size_t next = index + 1;
    if (number && number->unit.empty() && next < m_words.size()) {
        number->unit = m_words[next].text;
        ++next;
    }
    const bool isRight = number && !number->isNegative && script::isTimeUnit(number->unit)
        && script::exactTime(*number, m_claim.time) == script::TimeFault::None;
    return isRight ? ends(next) : fail(index, "expected a time, as in 5 ms, 250 us or 1 s");
}

bool ClaimParser::ends(std::size_t index)
{
    return index >= m_words.size()
        || fail(index,
                fmt::format("expected the claim to end before \"{}\"",
                            m_words[index].text.substr(0, script::kMaxLabelLength)));
}

bool ClaimParser::fail(std::size_t index, std::string sentence)
{
    const bool isWord = index < m_words.size();
    const std::size_t offset = isWord ? m_words[index].offset : m_text.size();
    SourceSpan where = m_where;
    where.column += static_cast<int>(script::characterCount(m_text.substr(0, offset)));
    where.offset += offset;
    where.length = isWord ? m_words[index].text.size() : 0;
    m_mistake = Mistake{where, std::move(sentence)};
    return false;
}

class Judge
{
public:
    Judge(const Claim &claim, const Outcome &outcome) : m_claim(claim), m_outcome(outcome) { }

    Judgement judge() const;

private:
    const Entry *first(const std::string &word, const Entry *after = nullptr) const;
    const Entry *poll(std::uint32_t number) const;
    std::uint32_t count(const std::string &word) const;
    std::string missing() const; ///< the sentence for a word that does not come; empty: all come

    Judgement judgeOne() const;
    Judgement judgeTwo() const;
    Judgement judgePoll() const;
    Judgement judgePollsBetween() const;
    Judgement judgeOrder() const;

    const Claim &m_claim;
    const Outcome &m_outcome;
};

Judgement Judge::judge() const
{
    switch (m_claim.kind) {
    case ClaimKind::OrderIs: return judgeOrder();
    case ClaimKind::Never: {
        const Entry *const entry = first(m_claim.words[0]);
        return {!entry,
                entry ? fmt::format("{} comes at {}", m_claim.words[0], shortTime(entry->at)) : ""};
    }
    case ClaimKind::Times: {
        const std::uint32_t times = count(m_claim.words[0]);
        return {
            times == m_claim.number,
            fmt::format("{} comes {} {}", m_claim.words[0], times, times == 1 ? "time" : "times")};
    }
    case ClaimKind::At:
    case ClaimKind::InTurn:
    case ClaimKind::InPhase: return judgeOne();
    case ClaimKind::Before:
    case ClaimKind::InOneTurn: return judgeTwo();
    case ClaimKind::PollsBetween: return judgePollsBetween();
    case ClaimKind::PollSleeps:
    case ClaimKind::PollBecause: return judgePoll();
    case ClaimKind::EndsAt:
        return {m_outcome.limit.empty() && m_outcome.end == m_claim.time,
                "the loop ends at " + shortTime(m_outcome.end)};
    case ClaimKind::EndsAfter:
        return {m_outcome.limit.empty() && m_outcome.turns == m_claim.number,
                fmt::format("the loop ends after {} turns", m_outcome.turns)};
    }
    return {};
}

const Entry *Judge::first(const std::string &word, const Entry *after) const
{
    bool isPast = after == nullptr;
    for (const Entry &entry : m_outcome.entries) {
        if (isPast && wordOf(entry) == word)
            return &entry;
        isPast = isPast || &entry == after;
    }
    return nullptr;
}

const Entry *Judge::poll(std::uint32_t number) const
{
    for (const Entry &entry : m_outcome.entries) {
        if (entry.kind == EntryKind::Poll && --number == 0)
            return &entry;
    }
    return nullptr;
}

std::uint32_t Judge::count(const std::string &word) const
{
    return static_cast<std::uint32_t>(
        std::count_if(m_outcome.entries.begin(), m_outcome.entries.end(),
                      [&](const Entry &entry) { return wordOf(entry) == word; }));
}

std::string Judge::missing() const
{
    for (const std::string &word : m_claim.words) {
        if (!first(word))
            return word + " does not come";
    }
    return {};
}

Judgement Judge::judgeOne() const
{
    const std::string &word = m_claim.words[0];
    const Entry *const entry = first(word);
    if (!entry)
        return {false, missing()};
    switch (m_claim.kind) {
    case ClaimKind::At:
        return {entry->at == m_claim.time,
                fmt::format("{} comes at {}", word, shortTime(entry->at))};
    case ClaimKind::InTurn:
        return {entry->turn == m_claim.number && entry->phase != Phase::Main,
                fmt::format("{} comes in turn {}", word, entry->turn)};
    default:
        return {entry->phase == m_claim.phase,
                fmt::format("{} comes in {}", word, name(entry->phase))};
    }
}

Judgement Judge::judgeTwo() const
{
    const std::string sentence = missing();
    if (!sentence.empty())
        return {false, sentence};
    const Entry *const one = first(m_claim.words[0]);
    const Entry *const other = first(m_claim.words[1]);
    if (m_claim.kind == ClaimKind::Before)
        return {one < other, fmt::format("{} comes before {}", m_claim.words[1], m_claim.words[0])};
    return {one->turn == other->turn,
            fmt::format("{} comes in turn {}, {} in turn {}", m_claim.words[0], one->turn,
                        m_claim.words[1], other->turn)};
}

Judgement Judge::judgePollsBetween() const
{
    const Entry *const one = first(m_claim.words[0]);
    const Entry *const other = one ? first(m_claim.words[1], one) : nullptr;
    if (!other)
        return {false,
                fmt::format("{} does not come after {}", m_claim.words[1], m_claim.words[0])};
    const auto polls = std::count_if(
        one + 1, other, [](const Entry &entry) { return entry.kind == EntryKind::Poll; });
    return {polls == m_claim.number,
            fmt::format("{} {} between {} and {}", polls, polls == 1 ? "poll" : "polls",
                        m_claim.words[0], m_claim.words[1])};
}

Judgement Judge::judgePoll() const
{
    const Entry *const entry = poll(m_claim.number);
    if (!entry)
        return {false, fmt::format("there is no poll {}", m_claim.number)};
    if (m_claim.kind == ClaimKind::PollSleeps)
        return {entry->slept == m_claim.time,
                fmt::format("poll {} sleeps {}", m_claim.number, shortTime(entry->slept))};
    return {
        entry->reason == m_claim.reason,
        fmt::format("poll {} has its timeout because of {}", m_claim.number, name(entry->reason))};
}

Judgement Judge::judgeOrder() const
{
    std::vector<std::string> words;
    std::string order;
    for (const Entry &entry : m_outcome.entries) {
        if (entry.kind != EntryKind::Callback && entry.kind != EntryKind::Log)
            continue;
        words.push_back(entry.text);
        order += (order.empty() ? "" : " ") + entry.text;
    }
    return {words == m_claim.words, "the order is " + order};
}

} // namespace

ParsedClaim parseClaim(std::string_view text, const SourceSpan &where)
{
    return ClaimParser(text, where).parse();
}

Judgement judge(const Claim &claim, const Outcome &outcome)
{
    Judgement judgement = Judge(claim, outcome).judge();
    if (judgement.holds)
        judgement.instead.clear();
    return judgement;
}

std::vector<std::string> possibleWords(const script::Program &program)
{
    std::vector<std::string> words;
    for (const script::Name &name : program.names) {
        words.push_back(name.label);
        if (name.kind == script::NameKind::Reuse) {
            words.push_back(name.label + ":poisoned");
            words.push_back(name.label + ":moved");
        }
    }
    const auto addFrom = [&](const std::vector<script::Statement> &statements) {
        for (const script::Statement &statement : statements) {
            if (statement.verb == script::Verb::Log)
                words.push_back(statement.text);
            if (statement.verb != script::Verb::Close)
                continue;
            words.push_back(statement.text.empty()
                                ? "close " + program.names[statement.target].label
                                : statement.text);
        }
    };
    addFrom(program.main);
    for (const script::Reaction &reaction : program.reactions)
        addFrom(reaction.statements);
    for (int i = 0; i <= static_cast<int>(TimeoutReason::NoTimer); ++i)
        words.push_back(fmt::format("poll: {}", name(static_cast<TimeoutReason>(i))));
    return words;
}

std::vector<std::string> unknownWords(const Claim &claim, const script::Program &program)
{
    const std::vector<std::string> known = possibleWords(program);
    std::vector<std::string> unknown;
    for (const std::string &word : claim.words) {
        if (std::find(known.begin(), known.end(), word) == known.end())
            unknown.push_back(word);
    }
    return unknown;
}

} // namespace reusescope::lesson
