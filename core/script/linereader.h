// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/lexer.h"
#include "core/script/parser.h"
#include "core/script/vocabulary.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reusescope::script {

/// One line and where it stands in the text.
struct Line
{
    std::string_view text;
    int number = 0;
    std::size_t offset = 0;

    /// `from` in bytes of the line.
    SourceSpan span(std::size_t from, std::size_t length) const;
};

/// Reads the words of one line that begins with `opening`, from left to right.
///
/// The first mistake goes to `mistakes`, after it nothing more is said and each read gives a value
/// without meaning; so a line is read as if it were right, and failed() is asked at its end.
/// Ownership: refers to all that it is made with.
class LineReader
{
public:
    LineReader(const Line &line, const std::vector<Word> &words, const Opening &opening,
               std::vector<Mistake> &mistakes);

    bool failed() const { return m_failed; }
    std::string_view opening() const { return m_opening.word; }
    SourceSpan span(const Word &word) const;
    SourceSpan statementSpan() const; ///< from the first word to the end of the last

    void fail(SourceSpan where, std::string sentence);
    void fail(std::string sentence); ///< at the word read last

    /// Any word; `expected` says what it is, with its article: "a label".
    Word next(std::string_view expected);
    /// Whether the next word is this one of the language; only then it is read.
    bool takes(std::string_view word);
    void expect(std::string_view word);
    /// One of several words of the language; its position among them. When one is two words
    /// ("is written") the first is read.
    std::size_t oneOf(const std::vector<std::string> &choices);
    Word label();
    /// The name of a close callback: shaped as a label, but any word will do.
    std::string closeName();
    double javaScriptDelay(); ///< ms
    Milliseconds wholeMilliseconds();
    Nanoseconds time(Nanoseconds limit);
    std::uint32_t ordinal(); ///< "1st", "2nd", ...
    std::string scheduler();
    std::string restOfLine(std::string_view expected);
    /// Nothing may follow; `possible` are the words of the language that could have.
    void end(const std::vector<std::string> &possible = {});

private:
    bool atEnd() const { return m_next == m_words.size(); }
    NumberWord number();
    void checkShape(std::string_view word, std::string_view what);

    const Line &m_line;
    const std::vector<Word> &m_words; // at least the opening
    const Opening &m_opening;
    std::vector<Mistake> &m_mistakes;
    std::size_t m_next = 1;
    bool m_failed = false;
};

} // namespace reusescope::script
