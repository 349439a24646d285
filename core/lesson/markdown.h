// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/parser.h"
#include "core/script/program.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The part of Markdown that a lesson is written in, described in docs/lessons.md. What is not in it
// is plain text.

namespace reusescope::lesson {

enum class SpanStyle : std::uint8_t { Plain, Code, Strong, Emphasis };

struct Span
{
    SpanStyle style = SpanStyle::Plain;
    std::string text;
};
using Spans = std::vector<Span>;

enum class BlockKind : std::uint8_t {
    Paragraph,
    Bullet,
    Code, ///< one span of code with line breaks in it
};

struct Block
{
    BlockKind kind = BlockKind::Paragraph;
    Spans spans;
};
using Text = std::vector<Block>;

std::string plainText(const Spans &spans);
std::string plainText(const Text &text); ///< a line for each block

std::string escapedHtml(std::string_view text); ///< also right within a quoted attribute
std::string htmlOf(const Spans &spans);
std::string htmlOf(const Text &text); ///< p, ul and pre elements

/// A piece of the file between two blank lines or markers, before anybody asks what it says.
struct RawBlock
{
    enum class Kind { Title, Section, Fence, Paragraph, Bullet, Task, Numbered };

    Kind kind = Kind::Paragraph;
    std::string text; ///< lines joined by a blank; of a fence: its lines
    std::string info; ///< Fence: what stands behind the ```
    bool isChecked = false; ///< Task
    script::SourceSpan where; ///< of `text`; a fence's is its ``` line
    std::vector<RawBlock> children; ///< indented bullets of a list item
};

inline constexpr std::size_t kMaxLessonBytes = 256 * 1024;
inline constexpr std::size_t kMaxBlocks = 2000;

/// Cuts the text of a file into blocks; adds what cannot be read to `mistakes`.
std::vector<RawBlock> readBlocks(std::string_view text, std::vector<script::Mistake> &mistakes);

/// `code`, **strong** and *emphasis*. A back quote without a partner is a mistake at `where`.
Spans readSpans(std::string_view text, const script::SourceSpan &where,
                std::vector<script::Mistake> &mistakes);

} // namespace reusescope::lesson
