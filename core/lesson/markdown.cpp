// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/markdown.h"

#include "core/script/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace reusescope::lesson {

namespace {

using script::Mistake;
using script::SourceSpan;

constexpr std::string_view kFence = "```";

struct SourceLine
{
    std::string_view text; ///< without the line break
    std::size_t offset = 0; ///< of the line in the file
    int number = 0;
};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// `part` lies in the text of `line`.
SourceSpan spanOf(const SourceLine &line, std::string_view part)
{
    const auto offset = static_cast<std::size_t>(part.data() - line.text.data());
    const auto column = static_cast<int>(script::characterCount(line.text.substr(0, offset))) + 1;
    return {line.number, column, line.offset + offset, part.size()};
}

/// The rest of the line behind "12. " or "12) ".
std::optional<std::string_view> behindNumber(std::string_view text)
{
    std::size_t digits = 0;
    while (digits < text.size() && digits < 4 && text[digits] >= '0' && text[digits] <= '9')
        ++digits;
    if (digits == 0 || digits + 1 >= text.size() || (text[digits] != '.' && text[digits] != ')')
        || text[digits + 1] != ' ')
        return std::nullopt;
    return trimmed(text.substr(digits + 2));
}

class BlockReader
{
public:
    explicit BlockReader(std::vector<Mistake> &mistakes) : m_mistakes(mistakes) { }

    std::vector<RawBlock> read(std::string_view text);

private:
    void readLine(const SourceLine &line);
    void readFenced(const SourceLine &line);
    bool readMarker(const SourceLine &line, std::string_view content, bool indented);
    void begin(const SourceLine &line, RawBlock::Kind kind, std::string_view content,
               bool asChild = false, bool isChecked = false);
    void continueBlock(const SourceLine &line, std::string_view content);
    void add(SourceSpan where, std::string sentence);

    std::vector<Mistake> &m_mistakes;
    std::vector<RawBlock> m_blocks;
    RawBlock *m_open = nullptr; // what a further line continues
    bool m_inItem = false; // the last block is a list item, so that indented bullets belong to it
    bool m_inFence = false;
    std::size_t m_fenceIndentation = 0;
    std::size_t m_count = 0;
    bool m_full = false;
};

std::vector<RawBlock> BlockReader::read(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    std::size_t offset = 0;
    for (int number = 1; offset < text.size() && !m_full; ++number) {
        const std::size_t end = std::min(text.find('\n', offset), text.size());
        SourceLine line{text.substr(offset, end - offset), offset, number};
        if (!line.text.empty() && line.text.back() == '\r')
            line.text.remove_suffix(1);
        offset = end + 1;
        if (const auto bad = script::badByte(line.text)) {
            add(spanOf(line, line.text.substr(bad->offset, bad->length)),
                bad->kind == script::BadByte::Kind::NotUtf8
                    ? "this is not UTF-8 text"
                    : "a control character cannot stand here");
            continue;
        }
        if (m_inFence)
            readFenced(line);
        else
            readLine(line);
    }
    if (m_inFence)
        add(m_blocks.back().where, "this block of code has no end: expected a line with ```");
    return std::move(m_blocks);
}

void BlockReader::readFenced(const SourceLine &line)
{
    std::string_view text = line.text;
    for (std::size_t i = 0; i < m_fenceIndentation && !text.empty() && text.front() == ' '; ++i)
        text.remove_prefix(1);
    if (trimmed(text) == kFence) {
        m_inFence = false;
        return;
    }
    m_blocks.back().text += text;
    m_blocks.back().text += '\n';
}

void BlockReader::readLine(const SourceLine &line)
{
    const std::string_view content = trimmed(line.text);
    if (content.empty()) {
        m_open = nullptr;
        return;
    }
    const auto indentation = static_cast<std::size_t>(content.data() - line.text.data());
    if (content.starts_with(kFence)) {
        const std::string_view info = trimmed(content.substr(kFence.size()));
        begin(line, RawBlock::Kind::Fence, content);
        if (!m_full) {
            m_blocks.back().text.clear();
            m_blocks.back().info = info;
            m_inFence = true;
            m_fenceIndentation = indentation;
            m_open = nullptr;
        }
        return;
    }
    if (readMarker(line, content, indentation >= 2))
        return;
    if (m_open)
        continueBlock(line, content);
    else
        begin(line, RawBlock::Kind::Paragraph, content);
}

bool BlockReader::readMarker(const SourceLine &line, std::string_view content, bool indented)
{
    if (content.front() == '#' && !indented) {
        const std::size_t level = std::min(content.find_first_not_of('#'), content.size());
        const std::string_view heading = trimmed(content.substr(level));
        if (level > 2)
            add(spanOf(line, content),
                "a lesson has one title with # and sections with ##, no other headings");
        else
            begin(line, level == 1 ? RawBlock::Kind::Title : RawBlock::Kind::Section,
                  heading.empty() ? content.substr(content.size()) : heading);
        m_open = nullptr;
        return true;
    }
    const bool isBullet = content.starts_with("- ") || content.starts_with("* ");
    if (isBullet && indented && m_inItem) {
        begin(line, RawBlock::Kind::Bullet, trimmed(content.substr(2)), true);
        return true;
    }
    if (indented && m_open)
        return false; // a list's further lines
    if (isBullet) {
        const std::string_view item = trimmed(content.substr(2));
        const bool isTask = item.size() >= 3 && item[0] == '[' && item[2] == ']'
            && (item[1] == ' ' || item[1] == 'x' || item[1] == 'X');
        if (isTask)
            begin(line, RawBlock::Kind::Task, trimmed(item.substr(3)), false, item[1] != ' ');
        else
            begin(line, RawBlock::Kind::Bullet, item);
        return true;
    }
    if (const auto item = behindNumber(content)) {
        begin(line, RawBlock::Kind::Numbered, *item);
        return true;
    }
    return false;
}

void BlockReader::begin(const SourceLine &line, RawBlock::Kind kind, std::string_view content,
                        bool asChild, bool isChecked)
{
    if (++m_count > kMaxBlocks) {
        add(spanOf(line, content),
            fmt::format("a lesson has at most {} paragraphs and list items", kMaxBlocks));
        m_full = true;
        return;
    }
    RawBlock block;
    block.kind = kind;
    block.text = content;
    block.isChecked = isChecked;
    block.where = spanOf(line, content);
    std::vector<RawBlock> &list = asChild ? m_blocks.back().children : m_blocks;
    list.push_back(std::move(block));
    m_open = &list.back();
    if (!asChild)
        m_inItem = kind == RawBlock::Kind::Bullet || kind == RawBlock::Kind::Task
            || kind == RawBlock::Kind::Numbered;
}

void BlockReader::continueBlock(const SourceLine &line, std::string_view content)
{
    if (m_open->text.empty())
        m_open->where = spanOf(line, content);
    else
        m_open->text += ' ';
    m_open->text += content;
}

void BlockReader::add(SourceSpan where, std::string sentence)
{
    if (m_mistakes.size() < script::kMaxMistakes)
        m_mistakes.push_back({where, std::move(sentence)});
}

/// What stands between two marks, behind the first one; nullopt: there is no second one.
std::optional<std::string_view> upTo(std::string_view mark, std::string_view rest)
{
    const std::size_t end = rest.find(mark);
    if (end == 0 || end == std::string_view::npos)
        return std::nullopt;
    return rest.substr(0, end);
}

} // namespace

std::vector<RawBlock> readBlocks(std::string_view text, std::vector<Mistake> &mistakes)
{
    if (text.size() > kMaxLessonBytes) {
        mistakes.push_back(
            {{1, 1, 0, 0}, fmt::format("a lesson has at most {} bytes", kMaxLessonBytes)});
        return {};
    }
    return BlockReader(mistakes).read(text);
}

Spans readSpans(std::string_view text, const SourceSpan &where, std::vector<Mistake> &mistakes)
{
    Spans spans;
    std::string plain;
    const auto add = [&](SpanStyle style, std::string_view part) {
        if (!plain.empty())
            spans.push_back({SpanStyle::Plain, std::exchange(plain, {})});
        spans.push_back({style, std::string(part)});
    };
    while (!text.empty()) {
        const std::string_view rest = text.substr(1);
        if (text.front() == '`') {
            if (const auto code = upTo("`", rest)) {
                add(SpanStyle::Code, *code);
                text.remove_prefix(code->size() + 2);
                continue;
            }
            if (mistakes.size() < script::kMaxMistakes)
                mistakes.push_back({where, "a back quote (`) in this paragraph has no partner"});
        } else if (text.starts_with("**")) {
            if (const auto strong = upTo("**", text.substr(2))) {
                add(SpanStyle::Strong, *strong);
                text.remove_prefix(strong->size() + 4);
                continue;
            }
        } else if (text.front() == '*' && !rest.empty() && rest.front() != ' ') {
            if (const auto emphasis = upTo("*", rest)) {
                add(SpanStyle::Emphasis, *emphasis);
                text.remove_prefix(emphasis->size() + 2);
                continue;
            }
        }
        plain += text.front();
        text.remove_prefix(1);
    }
    if (!plain.empty())
        spans.push_back({SpanStyle::Plain, std::move(plain)});
    return spans;
}

std::string plainText(const Spans &spans)
{
    std::string text;
    for (const Span &span : spans)
        text += span.text;
    return text;
}

std::string plainText(const Text &text)
{
    std::string lines;
    for (const Block &block : text) {
        if (!lines.empty())
            lines += '\n';
        lines += plainText(block.spans);
    }
    return lines;
}

std::string escapedHtml(std::string_view text)
{
    std::string html;
    html.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        case '\'': html += "&#39;"; break;
        default: html += c;
        }
    }
    return html;
}

std::string htmlOf(const Spans &spans)
{
    std::string html;
    for (const Span &span : spans) {
        const std::string text = escapedHtml(span.text);
        switch (span.style) {
        case SpanStyle::Plain: html += text; break;
        case SpanStyle::Code: html += "<code>" + text + "</code>"; break;
        case SpanStyle::Strong: html += "<b>" + text + "</b>"; break;
        case SpanStyle::Emphasis: html += "<i>" + text + "</i>"; break;
        }
    }
    return html;
}

std::string htmlOf(const Text &text)
{
    std::string html;
    bool inList = false;
    for (const Block &block : text) {
        const bool isBullet = block.kind == BlockKind::Bullet;
        if (isBullet != inList)
            html += isBullet ? "<ul>" : "</ul>";
        inList = isBullet;
        switch (block.kind) {
        case BlockKind::Paragraph: html += "<p>" + htmlOf(block.spans) + "</p>"; break;
        case BlockKind::Bullet: html += "<li>" + htmlOf(block.spans) + "</li>"; break;
        case BlockKind::Code:
            html += "<pre>" + escapedHtml(plainText(block.spans)) + "</pre>";
            break;
        }
    }
    return inList ? html + "</ul>" : html;
}

} // namespace reusescope::lesson
