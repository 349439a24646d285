// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/linereader.h"

#include "core/validation/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace reusescope::script {

namespace {

/// "`a`, `b` or `c`"; with `last`: "`a`, `b`, `c` or last".
std::string alternatives(const std::vector<std::string> &words, std::string_view last = {})
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            out += i + 1 == words.size() && last.empty() ? " or " : ", ";
        out += fmt::format("`{}`", words[i]);
    }
    return last.empty() ? out : fmt::format("{} or {}", out, last);
}

std::string firstWord(const std::string &words)
{
    return words.substr(0, words.find(' '));
}

} // namespace

SourceSpan Line::span(std::size_t from, std::size_t length) const
{
    return {number, static_cast<int>(characterCount(text.substr(0, from))) + 1, offset + from,
            length};
}

LineReader::LineReader(const Line &line, const std::vector<Word> &words, const Opening &opening,
                       std::vector<Mistake> &mistakes)
    : m_line(line), m_words(words), m_opening(opening), m_mistakes(mistakes)
{ }

SourceSpan LineReader::span(const Word &word) const
{
    return m_line.span(word.offset, word.text.size());
}

SourceSpan LineReader::statementSpan() const
{
    const std::size_t from = m_words.front().offset;
    return m_line.span(from, m_words.back().offset + m_words.back().text.size() - from);
}

void LineReader::fail(SourceSpan where, std::string sentence)
{
    if (!m_failed)
        m_mistakes.push_back({where, std::move(sentence)});
    m_failed = true;
}

void LineReader::fail(std::string sentence)
{
    fail(span(m_words[m_next - 1]), std::move(sentence));
}

Word LineReader::next(std::string_view expected)
{
    if (m_failed || atEnd()) {
        fail(fmt::format("after {} {} is missing: {}", quoted(m_words.back().text), expected,
                         m_opening.form));
        return {};
    }
    return m_words[m_next++];
}

bool LineReader::takes(std::string_view word)
{
    const bool is = !m_failed && !atEnd() && m_words[m_next].text == word;
    m_next += is ? 1 : 0;
    return is;
}

void LineReader::expect(std::string_view word)
{
    oneOf({std::string(word)});
}

std::size_t LineReader::oneOf(const std::vector<std::string> &choices)
{
    const std::string expected = alternatives(choices);
    const std::string_view word = next(expected).text;
    std::vector<std::string> words;
    std::transform(choices.begin(), choices.end(), std::back_inserter(words), firstWord);
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        fail(fmt::format("{} was expected, not {}{}", expected, quoted(word),
                         didYouMean(word, words)));
        return 0;
    }
    return static_cast<std::size_t>(found - words.begin());
}

Word LineReader::label()
{
    const Word word = next("a label");
    if (!m_failed)
        checkShape(word.text, "label");
    if (!m_failed && isReserved(word.text))
        fail(fmt::format("{} is a word of the language and cannot be a label: {}",
                         quoted(word.text), m_opening.form));
    return word;
}

std::string LineReader::closeName()
{
    const Word word = next("the name of the close callback");
    if (!m_failed)
        checkShape(word.text, "name");
    return std::string(word.text);
}

double LineReader::javaScriptDelay()
{
    double delay = 0;
    const NumberWord digits = number();
    if (!m_failed && !javaScriptTime(digits, delay))
        fail("JavaScript's numbers end at 1.8e308");
    return delay;
}

Milliseconds LineReader::wholeMilliseconds()
{
    const Nanoseconds exact = time(kMaxTime);
    const auto whole = std::chrono::duration_cast<Milliseconds>(exact);
    if (!m_failed && whole != exact)
        fail(fmt::format("`{}` counts whole milliseconds, not {}", m_opening.word,
                         quoted(m_words[m_next - 1].text)));
    return whole;
}

Nanoseconds LineReader::time(Nanoseconds limit)
{
    Nanoseconds exact{0};
    const NumberWord digits = number();
    if (m_failed)
        return exact;
    const TimeFault fault = exactTime(digits, exact);
    if (digits.isNegative)
        fail(fmt::format("`{}` takes no negative time", m_opening.word));
    else if (fault == TimeFault::TooFine)
        fail("a time is no finer than a nanosecond, 0.001us");
    else if (fault == TimeFault::TooLong || exact > limit)
        fail(fmt::format("`{}` takes at most {} ms", m_opening.word,
                         std::chrono::duration_cast<Milliseconds>(limit).count()));
    return exact;
}

std::uint32_t LineReader::ordinal()
{
    constexpr std::string_view kExpected = "a number such as `1st`, `2nd`, `3rd` or `4th`";
    const std::string_view word = next(kExpected).text;
    const std::optional<OrdinalWord> ordinal = splitOrdinal(word);
    std::uint32_t value = 0;
    if (!ordinal) {
        fail(fmt::format("{} was expected, not {}", kExpected, quoted(word)));
        return value;
    }
    const std::string_view digits = ordinal->digits;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || value > kMaxTimes)
        fail(fmt::format("times are counted up to the {}{}", kMaxTimes, ordinalSuffix(kMaxTimes)));
    else if (value == 0)
        fail("times are counted from the 1st");
    else if (ordinal->suffix != ordinalSuffix(value))
        fail(fmt::format("{} is written `{}{}`", quoted(word), value, ordinalSuffix(value)));
    return value;
}

std::string LineReader::scheduler()
{
    std::string name = shortened(next("a scheduler").text);
    if (m_failed)
        return name;
    if (const auto known = schedulerFactory(name); !known)
        fail(known.error().detail);
    return name;
}

std::string LineReader::restOfLine(std::string_view expected)
{
    const Word first = next(expected);
    if (m_failed)
        return {};
    const Word &last = m_words.back();
    m_next = m_words.size();
    return std::string(
        m_line.text.substr(first.offset, last.offset + last.text.size() - first.offset));
}

void LineReader::end(const std::vector<std::string> &possible)
{
    if (m_failed || atEnd())
        return;
    const std::string_view word = m_words[m_next++].text;
    if (possible.empty())
        fail(fmt::format("{} is too much: {}", quoted(word), m_opening.form));
    else
        fail(fmt::format("{} was expected, not {}{}", alternatives(possible, "the end of the line"),
                         quoted(word), didYouMean(word, possible)));
}

NumberWord LineReader::number()
{
    const std::string_view word = next("a time").text;
    if (m_failed)
        return {};
    const std::optional<NumberWord> digits = splitNumber(word);
    if (!digits) {
        fail(fmt::format("a time was expected, not {}: {}", quoted(word), m_opening.form));
        return {};
    }
    if (!isTimeUnit(digits->unit))
        fail(fmt::format("{} is no unit of time: `us`, `ms` (also without a unit) or `s`",
                         quoted(digits->unit)));
    return *digits;
}

void LineReader::checkShape(std::string_view word, std::string_view what)
{
    const auto wrong = std::find_if_not(word.begin(), word.end(), isLabelCharacter);
    if (wrong != word.end()) {
        const auto at = static_cast<std::size_t>(wrong - word.begin());
        std::size_t length = 1;
        while (at + length < word.size() && characterCount(word.substr(at, length + 1)) == 1)
            ++length; // to the end of the character
        fail(fmt::format("a {} has only letters (a to z), digits, \"_\", \"-\", \".\" and \"|\", "
                         "no {}",
                         what, quoted(word.substr(at, length))));
    } else if (!isLabelStart(word[0])) {
        fail(fmt::format("a {} begins with a letter or \"|\", not as {}: {}", what, quoted(word),
                         m_opening.form));
    } else if (word.size() > kMaxLabelLength) {
        fail(fmt::format("a {} has at most {} characters", what, kMaxLabelLength));
    }
}

} // namespace reusescope::script
