// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"
#include "core/lesson/lesson.h"

#include "core/script/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace reusescope::lesson {

namespace {

using script::Mistake;
using script::SourceSpan;
using Kind = RawBlock::Kind;

constexpr std::string_view kPredict = "Predict";
constexpr std::string_view kReveal = "Reveal";
constexpr std::string_view kOnRealSockets = "On real sockets";
constexpr std::string_view kWith = " with ";
constexpr std::string_view kWhy = "Why: ";
constexpr std::string_view kScriptFence = "loop";

/// What stands between back quotes when that is all there is.
std::optional<std::string_view> onlyCode(std::string_view text)
{
    if (text.size() < 3 || text.front() != '`' || text.back() != '`')
        return std::nullopt;
    const std::string_view code = text.substr(1, text.size() - 2);
    return code.find('`') == std::string_view::npos ? std::optional(code) : std::nullopt;
}

class LessonParser
{
public:
    ParsedLesson parse(std::string_view text);

private:
    enum class Section { None, Introduction, Predict, Reveal, OnRealSockets };

    void readBlock(const RawBlock &block);
    void readTitle(const RawBlock &block);
    void readHeading(const RawBlock &block);
    void enter(Section section, std::string_view heading, const SourceSpan &where);
    void beginQuestion(const RawBlock &block);
    void endQuestion();
    bool readScript(const RawBlock &block);
    void readInQuestion(const RawBlock &block);
    void readOrderItem(const RawBlock &block);
    void readChoice(const RawBlock &block);
    bool readClaimLine(const RawBlock &block, LoopModel model, std::size_t most,
                       std::vector<Claim> &claims);
    bool readScenario(const RawBlock &block);
    void readText(const RawBlock &block, Text &text);
    std::optional<LoopModel> readModel(std::string_view name, const SourceSpan &where);
    std::optional<Claim> readClaim(std::string_view quoted, const RawBlock &block);
    void finish();

    Lesson &lesson() { return m_result.lesson; }
    void add(const SourceSpan &where, std::string sentence);
    /// The place of what stands `offset` bytes into the text of a block of one line.
    static SourceSpan within(const RawBlock &block, std::size_t offset);

    ParsedLesson m_result;
    Section m_section = Section::None;
    bool m_hasTitle = false;
    bool m_hasScript = false;
    bool m_scriptIsRight = false;
    SourceSpan m_end; // of the last block
};

ParsedLesson LessonParser::parse(std::string_view text)
{
    const std::vector<RawBlock> blocks = readBlocks(text, m_result.mistakes);
    // Otherwise what seems to be missing may stand in what could not be read.
    const bool isReadable = m_result.mistakes.empty();
    for (const RawBlock &block : blocks) {
        m_end = block.where;
        readBlock(block);
    }
    if (isReadable)
        finish();
    std::stable_sort(m_result.mistakes.begin(), m_result.mistakes.end(),
                     [](const Mistake &a, const Mistake &b) {
                         return std::pair(a.where.line, a.where.column)
                             < std::pair(b.where.line, b.where.column);
                     });
    return std::move(m_result);
}

void LessonParser::readBlock(const RawBlock &block)
{
    if (block.kind == Kind::Title) {
        readTitle(block);
        return;
    }
    if (block.kind == Kind::Section) {
        readHeading(block);
        return;
    }
    switch (m_section) {
    case Section::None:
        if (!m_hasTitle)
            add(block.where, "a lesson begins with its title: a line \"# TITLE\"");
        m_hasTitle = true; // said once
        m_section = Section::Introduction;
        readText(block, lesson().introduction);
        break;
    case Section::Introduction:
        if (!readScript(block))
            readText(block, lesson().introduction);
        break;
    case Section::Predict: readInQuestion(block); break;
    case Section::Reveal:
        if (!readClaimLine(block, lesson().model, kMaxFacts, lesson().facts))
            readText(block, lesson().reveal);
        break;
    case Section::OnRealSockets:
        if (!readScenario(block))
            readText(block, lesson().onRealSockets);
        break;
    }
}

void LessonParser::readTitle(const RawBlock &block)
{
    if (m_section != Section::None || m_hasTitle) {
        add(block.where, "a lesson has one title; sections begin with ##");
        return;
    }
    m_hasTitle = true;
    m_section = Section::Introduction;
    lesson().title = plainText(readSpans(block.text, block.where, m_result.mistakes));
    if (block.text.empty())
        add(block.where, "expected the title behind #");
}

void LessonParser::readHeading(const RawBlock &block)
{
    if (block.text == kReveal) {
        enter(Section::Reveal, kReveal, block.where);
    } else if (block.text == kOnRealSockets) {
        enter(Section::OnRealSockets, kOnRealSockets, block.where);
    } else if (block.text == kPredict || block.text.starts_with(std::string(kPredict) + ' ')) {
        enter(Section::Predict, kPredict, block.where);
        beginQuestion(block);
    } else {
        const std::string near = nearest(
            block.text, {std::string(kPredict), std::string(kReveal), std::string(kOnRealSockets)});
        add(block.where,
            "a lesson has the sections \"Predict\", \"Reveal\" and \"On real sockets\""
                + (near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
        endQuestion();
        // What follows belongs to nobody, and would only give more sentences.
        if (m_section == Section::Predict)
            m_section = Section::Reveal;
    }
}

void LessonParser::enter(Section section, std::string_view heading, const SourceSpan &where)
{
    endQuestion();
    const bool again = section == m_section && section != Section::Predict;
    if (again)
        add(where, fmt::format("there is a second section \"{}\"", heading));
    else if (section < m_section)
        add(where,
            fmt::format("the section \"{}\" comes too late: the order is Predict, Reveal, On real "
                        "sockets",
                        heading));
    m_section = section;
}

void LessonParser::beginQuestion(const RawBlock &block)
{
    if (lesson().questions.size() == kMaxQuestions)
        add(block.where, fmt::format("a lesson has at most {} questions", kMaxQuestions));
    Question question;
    question.model = lesson().model;
    question.where = block.where;
    const std::string_view rest = std::string_view(block.text).substr(kPredict.size());
    if (rest.starts_with(kWith)) {
        const std::size_t offset = kPredict.size() + kWith.size();
        if (const auto model = readModel(rest.substr(kWith.size()), within(block, offset)))
            question.model = *model;
    } else if (!rest.empty()) {
        add(within(block, kPredict.size() + 1),
            "expected the end of the line, or \"with timers-first\" or \"with timers-last\"");
    }
    lesson().questions.push_back(std::move(question));
}

void LessonParser::endQuestion()
{
    if (m_section != Section::Predict || lesson().questions.empty())
        return;
    const Question &question = lesson().questions.back();
    if (question.order.empty() && question.choices.empty()) {
        add(question.where,
            "this question has no answers: expected a list of words to put in order (1. `A`) or "
            "of choices (- [x] ..., - [ ] ...)");
    } else if (question.asksForOrder() && question.order.size() < 2) {
        add(question.where, "there is nothing to put in order: expected two words or more");
    } else if (!question.asksForOrder()) {
        const auto right = std::count_if(question.choices.begin(), question.choices.end(),
                                         [](const Choice &choice) { return choice.isRight; });
        if (question.choices.size() < 2)
            add(question.where, "there is nothing to choose from: expected two choices or more");
        else if (right != 1)
            add(question.where,
                fmt::format("{} choices are marked as right with [x], expected one", right));
    }
}

/// False: it is no script.
bool LessonParser::readScript(const RawBlock &block)
{
    const std::string_view info = block.info;
    const std::size_t space = info.find(' ');
    if (block.kind != Kind::Fence || info.substr(0, space) != kScriptFence)
        return false;
    if (m_hasScript) {
        add(block.where, "a lesson has one script; show other code in a block with ```text");
        return true;
    }
    m_hasScript = true;
    if (space != std::string_view::npos) {
        const std::size_t offset = 3 + space + 1;
        if (const auto model = readModel(info.substr(space + 1), within(block, offset)))
            lesson().model = *model;
    }
    lesson().script = block.text;
    lesson().scriptWhere = {block.where.line + 1, 1, 0, 0};
    const auto lines = std::count(block.text.begin(), block.text.end(), '\n');
    if (lines > kMaxScriptLines)
        add(block.where,
            fmt::format("the script of a lesson has at most {} lines", kMaxScriptLines));
    script::ParsedScript parsed = script::parseScript(block.text);
    for (Mistake &mistake : parsed.mistakes) {
        mistake.where.line += block.where.line;
        add(mistake.where, std::move(mistake.sentence));
    }
    m_scriptIsRight = parsed.isValid();
    lesson().program = std::move(parsed.program);
    return true;
}

void LessonParser::readInQuestion(const RawBlock &block)
{
    if (lesson().questions.empty())
        return;
    Question &question = lesson().questions.back();
    const bool hasAnswers = !question.order.empty() || !question.choices.empty();
    if (block.kind == Kind::Numbered) {
        if (!question.choices.empty())
            add(block.where, "a question has words to put in order or choices, not both");
        else
            readOrderItem(block);
    } else if (block.kind == Kind::Task) {
        if (!question.order.empty())
            add(block.where, "a question has words to put in order or choices, not both");
        else
            readChoice(block);
    } else if (hasAnswers) {
        add(block.where, "the answers end the question: expected the next section");
    } else {
        readText(block, question.text);
    }
}

void LessonParser::readOrderItem(const RawBlock &block)
{
    Question &question = lesson().questions.back();
    OrderItem item;
    item.where = block.where;
    const auto word = onlyCode(block.text);
    if (!word) {
        add(block.where, "expected one word of a callback or a log line between back quotes: `A`");
    } else {
        item.word = *word;
    }
    for (const RawBlock &child : block.children) {
        if (child.text.starts_with(kWhy) && item.why.empty())
            item.why = readSpans(std::string_view(child.text).substr(kWhy.size()), child.where,
                                 m_result.mistakes);
        else
            add(child.where, "expected one line \"- Why: ...\" below a word");
    }
    if (question.order.size() == kMaxOrderItems)
        add(block.where, fmt::format("a question has at most {} words", kMaxOrderItems));
    else if (question.order.size() < kMaxOrderItems)
        question.order.push_back(std::move(item));
}

void LessonParser::readChoice(const RawBlock &block)
{
    Question &question = lesson().questions.back();
    Choice choice;
    choice.isRight = block.isChecked;
    choice.where = block.where;
    choice.text = readSpans(block.text, block.where, m_result.mistakes);
    if (choice.text.empty())
        add(block.where, "expected the text of the choice");
    bool hasClaim = false;
    for (const RawBlock &child : block.children) {
        if (child.text.starts_with(kWhy) && choice.why.empty())
            choice.why = readSpans(std::string_view(child.text).substr(kWhy.size()), child.where,
                                   m_result.mistakes);
        else if (readClaimLine(child, question.model, kMaxClaimsOfChoice, choice.claims))
            hasClaim = true;
        else
            add(child.where,
                "expected one line \"- Why: ...\" and lines \"- Claim: `...`\" below a choice");
    }
    if (choice.why.empty())
        add(block.where,
            "this choice does not say why it is right or wrong: expected a line "
            "\"  - Why: ...\" below it");
    if (!hasClaim)
        add(block.where,
            "this choice has nothing that can be checked: expected a line \"  - Claim: "
            "`...`\" below it");
    if (question.choices.size() == kMaxChoices)
        add(block.where, fmt::format("a question has at most {} choices", kMaxChoices));
    else if (question.choices.size() < kMaxChoices)
        question.choices.push_back(std::move(choice));
}

/// False: it is no line "Claim: `...`" or "Claim with MODEL: `...`". What is wrong with one is
/// said, and adds nothing to `claims`.
bool LessonParser::readClaimLine(const RawBlock &block, LoopModel model, std::size_t most,
                                 std::vector<Claim> &claims)
{
    constexpr std::string_view kClaim = "Claim";
    const std::string_view text = block.text;
    const std::size_t colon = text.find(": ");
    if (block.kind != Kind::Bullet || !text.starts_with(kClaim) || colon == std::string_view::npos)
        return false;
    const std::string_view between = text.substr(kClaim.size(), colon - kClaim.size());
    if (between.starts_with(kWith)) {
        const auto named =
            readModel(between.substr(kWith.size()), within(block, kClaim.size() + kWith.size()));
        model = named.value_or(model);
    } else if (!between.empty()) {
        return false;
    }
    if (auto claim = readClaim(text.substr(colon + 2), block)) {
        claim->model = model;
        if (claims.size() < most)
            claims.push_back(std::move(*claim));
        else
            add(block.where, fmt::format("there are at most {} claims here", most));
    }
    return true;
}

/// False: it is no line "Scenario: `...`".
bool LessonParser::readScenario(const RawBlock &block)
{
    constexpr std::string_view kScenario = "Scenario: ";
    if (block.kind != Kind::Paragraph || !block.text.starts_with(kScenario))
        return false;
    const auto name = onlyCode(std::string_view(block.text).substr(kScenario.size()));
    lesson().scenarioWhere = within(block, kScenario.size());
    if (!name)
        add(lesson().scenarioWhere,
            "expected the name of a scenario between back quotes, and "
            "nothing else in this paragraph");
    else if (!lesson().scenario.empty())
        add(block.where, "a lesson names one scenario");
    else
        lesson().scenario = *name;
    return true;
}

void LessonParser::readText(const RawBlock &block, Text &text)
{
    switch (block.kind) {
    case Kind::Fence:
        if (block.info == kScriptFence || block.info.starts_with(std::string(kScriptFence) + ' ')) {
            add(block.where,
                "the script stands above the first section; show other code in a "
                "block with ```text");
            return;
        }
        text.push_back({BlockKind::Code, {{SpanStyle::Code, block.text}}});
        return;
    case Kind::Task:
    case Kind::Numbered:
        add(block.where, "answers stand in a section \"Predict\"; here a list begins with \"- \"");
        return;
    case Kind::Bullet:
        text.push_back({BlockKind::Bullet, readSpans(block.text, block.where, m_result.mistakes)});
        for (const RawBlock &child : block.children)
            add(child.where, "a list within a list cannot be shown");
        return;
    default:
        text.push_back(
            {BlockKind::Paragraph, readSpans(block.text, block.where, m_result.mistakes)});
    }
}

std::optional<LoopModel> LessonParser::readModel(std::string_view name, const SourceSpan &where)
{
    const std::optional<LoopModel> model = loopModelFromName(name);
    if (!model)
        add(where, "expected a loop model: timers-last or timers-first");
    return model;
}

/// `quoted` is the end of the block's text.
std::optional<Claim> LessonParser::readClaim(std::string_view quoted, const RawBlock &block)
{
    const std::size_t offset = block.text.size() - quoted.size();
    const auto code = onlyCode(quoted);
    if (!code) {
        add(within(block, offset), "expected a claim between back quotes: `A before B`");
        return std::nullopt;
    }
    ParsedClaim parsed = parseClaim(*code, within(block, offset + 1));
    if (!parsed.claim) {
        add(parsed.mistake.where, std::move(parsed.mistake.sentence));
        return std::nullopt;
    }
    if (m_scriptIsRight) {
        for (const std::string &word : unknownWords(*parsed.claim, lesson().program)) {
            const std::string near = nearest(word, possibleWords(lesson().program));
            add(parsed.claim->where,
                fmt::format("no callback or log line of the script is called \"{}\"{}", word,
                            near.empty() ? "" : fmt::format(", did you mean \"{}\"?", near)));
        }
    }
    return std::move(parsed.claim);
}

void LessonParser::finish()
{
    endQuestion();
    if (m_section == Section::None && !m_hasTitle) {
        add({1, 1, 0, 0}, "the file is empty: a lesson begins with its title, a line \"# TITLE\"");
        return;
    }
    const auto need = [&](bool isThere, std::string_view what) {
        if (!isThere)
            add(m_end, fmt::format("the lesson ends without {}", what));
    };
    need(!lesson().introduction.empty(), "a text to read above the first section");
    need(m_hasScript, "a script: a block that begins with ```loop");
    need(!lesson().questions.empty(), "a question: a section \"## Predict\"");
    need(!lesson().reveal.empty(), "a text in a section \"## Reveal\"");
    need(lesson().scenarioWhere.line != 0,
         "a scenario: a paragraph \"Scenario: `NAME`\" in a section \"## On real sockets\"");
    need(!lesson().onRealSockets.empty(), "a text in a section \"## On real sockets\"");
}

void LessonParser::add(const SourceSpan &where, std::string sentence)
{
    if (m_result.mistakes.size() < script::kMaxMistakes)
        m_result.mistakes.push_back({where, std::move(sentence)});
}

SourceSpan LessonParser::within(const RawBlock &block, std::size_t offset)
{
    SourceSpan where = block.where;
    const std::string_view text = block.kind == Kind::Fence ? block.info : block.text;
    // A fence's text does not stand in its line; what does is ASCII or already a mistake.
    where.column += block.kind == Kind::Fence
        ? static_cast<int>(offset)
        : static_cast<int>(script::characterCount(text.substr(0, offset)));
    where.offset += offset;
    where.length = block.where.length > offset ? block.where.length - offset : 0;
    return where;
}

} // namespace

ParsedLesson parseLesson(std::string_view text)
{
    return LessonParser().parse(text);
}

} // namespace reusescope::lesson
