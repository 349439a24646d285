// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/parser.h"

#include "core/script/labels.h"
#include "core/script/lexer.h"
#include "core/script/linereader.h"
#include "core/script/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace reusescope::script {

namespace {

std::string describeIndentation(std::string_view indentation)
{
    const auto tabs =
        static_cast<std::size_t>(std::count(indentation.begin(), indentation.end(), '\t'));
    const std::size_t blanks = indentation.size() - tabs;
    const auto counted = [](std::size_t count, std::string_view what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    if (tabs == 0)
        return counted(blanks, "blank");
    if (blanks == 0)
        return counted(tabs, "tab");
    return counted(tabs, "tab") + " and " + counted(blanks, "blank");
}

/// What people write who know another language or the names of libuv.
std::string_view translated(std::string_view word)
{
    constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
        {"clearTimeout", "clear"},
        {"clearImmediate", "clear"},
        {"console.log", "log"},
        {"print", "log"},
        {"echo", "log"},
        {"sleep", "busy"},
        {"wait", "busy"},
        {"on", "when"},
        {"uv_stop", "stop loop"},
        {"uv_run", "run"},
        {"uv_close", "close"},
        {"uv_async_send", "send"},
        {"uv_timer_again", "again"}};
    for (const auto &[foreign, own] : kForeign) {
        if (foreign == word)
            return own;
    }
    return {};
}

/// The `when` whose indented lines are being read.
struct OpenReaction
{
    bool isValid = false; ///< its own line had no mistake
    Reaction reaction;
    SourceSpan where;
    std::optional<std::string_view> indentation; ///< of its first line
    bool complained = false; ///< about indentation; once is enough
};

class Parser
{
public:
    ParsedScript parse(std::string_view text);

private:
    void readLine(const Line &line);
    void skipBlock();
    bool refuseCharacters(const Line &line, const LineWords &words);
    bool checkIndentation(const Line &line, const LineWords &words);
    void closeReaction();
    bool readOpening(const Line &line, const LineWords &words);
    void readWhen(LineReader &reader);
    void readAt(LineReader &reader);
    Statement readStatement(LineReader &reader, const Opening &opening);
    void addStatement(Statement statement);
    NameIndex introduce(LineReader &reader, NameKind kind);
    NameIndex use(LineReader &reader, Need need);
    void renumber();
    void mistake(SourceSpan where, std::string sentence)
    {
        m_mistakes.push_back({where, std::move(sentence)});
    }
    bool isFull() const { return m_mistakes.size() >= kMaxMistakes; }

    Program m_program;
    std::vector<Mistake> m_mistakes;
    Labels m_labels;
    std::optional<OpenReaction> m_open;
    bool m_inOrphans = false; // indented lines without a `when`: one mistake for all
    std::size_t m_statements = 0;
};

ParsedScript Parser::parse(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    std::size_t offset = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    Line line;
    while (offset < text.size() && !isFull()) {
        const std::size_t end = std::min(text.find('\n', offset), text.size());
        ++line.number;
        line.offset = offset;
        line.text = text.substr(offset, end - offset);
        if (text.size() > kMaxScriptBytes && end >= kMaxScriptBytes) {
            mistake(line.span(kMaxScriptBytes - std::min(kMaxScriptBytes, offset), 1),
                    fmt::format("a script has at most {} bytes, this one has {}", kMaxScriptBytes,
                                text.size()));
            break;
        }
        readLine(line);
        offset = end + 1;
    }
    // When the reading was broken off, what a `when` or a label still needs may come later.
    if (offset >= text.size()) {
        closeReaction();
        for (Mistake &each : m_labels.mistakes())
            m_mistakes.push_back(std::move(each));
    }
    std::stable_sort(m_mistakes.begin(), m_mistakes.end(), [](const Mistake &a, const Mistake &b) {
        return a.where.offset < b.where.offset;
    });
    m_mistakes.resize(std::min(m_mistakes.size(), kMaxMistakes));
    if (!m_mistakes.empty())
        return {{}, std::move(m_mistakes)};
    renumber();
    return {std::move(m_program), {}};
}

void Parser::readLine(const Line &line)
{
    const LineWords words = splitLine(line.text);
    bool isRight = true;
    if (refuseCharacters(line, words)) {
        isRight = false;
        if (words.indentation.empty())
            skipBlock();
        else if (m_open && !m_open->indentation)
            m_open->indentation = words.indentation;
    } else if (!words.words.empty()) {
        isRight = checkIndentation(line, words) && readOpening(line, words);
    }
    if (isRight)
        return;
    for (const Word &word : words.words) {
        if (isLabelShaped(word.text))
            m_labels.doubt(word.text);
    }
}

/// What this line begins is unknown: the indented lines below it are not judged.
void Parser::skipBlock()
{
    closeReaction();
    m_inOrphans = true;
}

bool Parser::refuseCharacters(const Line &line, const LineWords &words)
{
    std::string_view text = line.text;
    if (text.ends_with('\r'))
        text.remove_suffix(1);
    if (const std::optional<BadByte> bad = badByte(text)) {
        const SourceSpan where = line.span(bad->offset, bad->length);
        const auto last = static_cast<unsigned char>(text[bad->offset + bad->length - 1]);
        mistake(where,
                bad->kind == BadByte::Kind::NotUtf8
                    ? fmt::format("the byte 0x{:02x} is no UTF-8: save the script as UTF-8", last)
                    : fmt::format("a control character (U+{:04X}) cannot stand in a script", last));
        return true;
    }
    if (words.words.empty() || words.words.front().text == "log")
        return false;
    // Looks like a blank, and comes along when a script is copied from a page.
    constexpr std::string_view kNoBreakSpace = "\u00a0";
    for (const Word &word : words.words) {
        const std::size_t at = word.text.find(kNoBreakSpace);
        if (at == std::string_view::npos)
            continue;
        mistake(line.span(word.offset + at, kNoBreakSpace.size()),
                "a no-break space (U+00A0) stands where a blank was expected");
        return true;
    }
    return false;
}

/// Whether the line belongs where it stands: to the main program or to the open `when`.
bool Parser::checkIndentation(const Line &line, const LineWords &words)
{
    const Word &first = words.words.front();
    const SourceSpan where = line.span(first.offset, first.text.size());
    if (words.indentation.empty()) {
        closeReaction();
        m_inOrphans = false;
        return true;
    }
    if (!m_open) {
        if (!m_inOrphans)
            mistake(where,
                    "this line is indented but no `when` stands before it; the main program "
                    "begins at the start of the line");
        m_inOrphans = true;
        return false;
    }
    if (!m_open->indentation)
        m_open->indentation = words.indentation;
    if (*m_open->indentation == words.indentation)
        return true;
    if (!m_open->complained)
        mistake(where,
                fmt::format("this line is indented by {}, the first line of its `when` by {}",
                            describeIndentation(words.indentation),
                            describeIndentation(*m_open->indentation)));
    m_open->complained = true;
    return false;
}

void Parser::closeReaction()
{
    if (!m_open)
        return;
    if (m_open->isValid && !m_open->indentation)
        mistake(m_open->where,
                "this `when` has no statements: they come on the lines below it, indented");
    else if (m_open->isValid)
        m_program.reactions.push_back(std::move(m_open->reaction));
    m_open.reset();
}

bool Parser::readOpening(const Line &line, const LineWords &words)
{
    const Word &first = words.words.front();
    const Opening *opening = openingOf(first.text);
    if (!opening) {
        std::string advice;
        if (const std::string_view own = translated(first.text); !own.empty())
            advice = fmt::format(", say `{}`", own);
        else
            advice = didYouMean(first.text, openingWords());
        if (advice.empty())
            advice = "; a line begins with a word such as `setTimeout`, `log` or `when`";
        mistake(line.span(first.offset, first.text.size()),
                fmt::format("{} is no statement{}", quoted(first.text), advice));
        if (words.indentation.empty())
            skipBlock();
        return false;
    }
    LineReader reader(line, words.words, *opening, m_mistakes);
    const bool isMainOnly = !opening->verb || opening->verb == Verb::Run;
    if (m_open && isMainOnly) {
        m_open->complained = true; // what is indented below a `when` here fits nowhere
        reader.fail(line.span(first.offset, first.text.size()),
                    fmt::format("`{}` cannot stand inside a `when`; it begins at the start of the "
                                "line",
                                opening->word));
    } else if (opening->word == "when") {
        readWhen(reader);
    } else if (opening->word == "at") {
        readAt(reader);
    } else {
        Statement statement = readStatement(reader, *opening);
        if (!reader.failed())
            addStatement(std::move(statement));
    }
    return !reader.failed();
}

void Parser::readWhen(LineReader &reader)
{
    m_open.emplace();
    m_open->where = reader.statementSpan();
    Reaction &reaction = m_open->reaction;
    reaction.where = m_open->where;
    const Word label = reader.label();
    std::string wording;
    switch (reader.oneOf({"fires", "closes", "is written", "moves"})) {
    case 0:
        reaction.occasion = Occasion::Fires;
        wording = "fires";
        break;
    case 1:
        reaction.occasion = Occasion::Closes;
        wording = "closes";
        break;
    case 2:
        reader.expect("written");
        reaction.occasion = Occasion::Written;
        wording = "is written";
        break;
    default:
        reaction.occasion = Occasion::Moved;
        wording = "moves";
        break;
    }
    if (reader.takes("the")) {
        reaction.time = reader.ordinal();
        reader.expect("time");
        reader.end();
    } else {
        reader.end({"the 1st time"});
    }
    if (reader.failed())
        return;
    constexpr Need kNeeds[] = {Need::Firing, Need::Handle, Need::Reuse, Need::Reuse};
    reaction.name = m_labels.use(label.text, kNeeds[static_cast<std::size_t>(reaction.occasion)],
                                 wording, reader.span(label));
    m_open->isValid = true;
}

void Parser::readAt(LineReader &reader)
{
    Arrival arrival;
    arrival.where = reader.statementSpan();
    arrival.at = reader.time(kMaxTime);
    if (reader.takes("send")) {
        arrival.kind = ArrivalKind::Send;
        const Word label = reader.label();
        reader.end();
        if (!reader.failed())
            arrival.name = m_labels.use(label.text, Need::Async, "send", reader.span(label));
    } else {
        const Word label = reader.label();
        reader.expect("receives");
        arrival.kind = static_cast<ArrivalKind>(reader.oneOf({"bytes", "crlf", "fin", "rst"}));
        reader.end();
        if (!reader.failed())
            arrival.name = m_labels.use(label.text, Need::Socket, "receives", reader.span(label));
    }
    if (reader.failed())
        return;
    m_program.arrivals.push_back(arrival);
    if (m_program.arrivals.size() == kMaxArrivals + 1)
        reader.fail(
            arrival.where,
            fmt::format("a script has at most {} lines that begin with `at`", kMaxArrivals));
}

Statement Parser::readStatement(LineReader &reader, const Opening &opening)
{
    Statement statement;
    statement.verb = *opening.verb;
    statement.where = reader.statementSpan();
    const auto unref = [&] {
        statement.referenced = !reader.takes("unref");
        reader.end(statement.referenced ? std::vector<std::string>{"unref"}
                                        : std::vector<std::string>{});
    };
    switch (statement.verb) {
    case Verb::SetTimeout:
        statement.delay = reader.javaScriptDelay();
        statement.target = introduce(reader, *opening.introduces);
        unref();
        break;
    case Verb::SetImmediate:
    case Verb::Start:
        statement.target = introduce(reader, *opening.introduces);
        unref();
        break;
    case Verb::Timer:
        statement.target = introduce(reader, *opening.introduces);
        statement.timeout = reader.wholeMilliseconds();
        if (reader.takes("repeat")) {
            statement.repeat = reader.wholeMilliseconds();
            unref();
        } else {
            statement.referenced = !reader.takes("unref");
            if (statement.referenced)
                reader.end({"repeat", "unref"});
            else
                reader.end();
        }
        break;
    case Verb::Clear: statement.target = use(reader, Need::Clearable); break;
    case Verb::Again: statement.target = use(reader, Need::Timer); break;
    case Verb::Ref:
    case Verb::Unref: statement.target = use(reader, Need::Referable); break;
    case Verb::Send: statement.target = use(reader, Need::Async); break;
    case Verb::Read: statement.target = use(reader, Need::Socket); break;
    case Verb::Stop:
    case Verb::StopLoop:
        if (reader.takes("loop"))
            statement.verb = Verb::StopLoop;
        else
            statement.target = use(reader, Need::Stoppable);
        break;
    case Verb::Close:
        statement.target = use(reader, Need::Handle);
        if (reader.takes("as"))
            statement.text = reader.closeName();
        else
            reader.end({"as"});
        break;
    case Verb::Pending: statement.target = introduce(reader, *opening.introduces); break;
    case Verb::Reuse: {
        statement.socket = use(reader, Need::Socket);
        reader.expect("with");
        statement.text = reader.scheduler();
        reader.expect("as");
        statement.target = introduce(reader, *opening.introduces);
        break;
    }
    case Verb::Busy: statement.busy = reader.time(kMaxBusy); break;
    case Verb::Log: statement.text = reader.restOfLine("the text"); break;
    case Verb::Run:
        if (reader.takes("once"))
            statement.mode = RunMode::Once;
        else if (reader.takes("nowait"))
            statement.mode = RunMode::NoWait;
        else
            reader.end({"once", "nowait"});
        break;
    }
    reader.end();
    if (!reader.failed() && ++m_statements == kMaxStatements + 1)
        reader.fail(statement.where,
                    fmt::format("a script has at most {} statements", kMaxStatements));
    return statement;
}

void Parser::addStatement(Statement statement)
{
    if (m_open)
        m_open->reaction.statements.push_back(std::move(statement));
    else
        m_program.main.push_back(std::move(statement));
}

NameIndex Parser::introduce(LineReader &reader, NameKind kind)
{
    const Word label = reader.label();
    if (reader.failed())
        return kNoName;
    return m_labels.introduce(label.text, kind, reader.opening(), reader.span(label));
}

NameIndex Parser::use(LineReader &reader, Need need)
{
    const Word label = reader.label();
    if (reader.failed())
        return kNoName;
    return m_labels.use(label.text, need, reader.opening(), reader.span(label));
}

/// Names in the order in which the main program and then the reactions introduce them, so that it
/// does not depend on how the text interleaves them.
void Parser::renumber()
{
    const auto introduces = [](Verb verb) {
        return verb == Verb::SetTimeout || verb == Verb::SetImmediate || verb == Verb::Timer
            || verb == Verb::Start || verb == Verb::Pending || verb == Verb::Reuse;
    };
    const auto forEachStatement = [this](const auto &call) {
        for (Statement &statement : m_program.main)
            call(statement);
        for (Reaction &reaction : m_program.reactions) {
            for (Statement &statement : reaction.statements)
                call(statement);
        }
    };
    forEachStatement([&](const Statement &statement) {
        if (introduces(statement.verb))
            m_labels.finalIndex(statement.target);
    });
    forEachStatement([&](Statement &statement) {
        if (statement.target != kNoName)
            statement.target = m_labels.finalIndex(statement.target);
        if (statement.socket != kNoName)
            statement.socket = m_labels.finalIndex(statement.socket);
    });
    for (Reaction &reaction : m_program.reactions)
        reaction.name = m_labels.finalIndex(reaction.name);
    for (Arrival &arrival : m_program.arrivals)
        arrival.name = m_labels.finalIndex(arrival.name);
    m_program.names = m_labels.takeNames();
}

} // namespace

ParsedScript parseScript(std::string_view text)
{
    return Parser().parse(text);
}

std::string describe(const Mistake &mistake, std::string_view file)
{
    return fmt::format("{}:{}:{}: {}", file, mistake.where.line, mistake.where.column,
                       mistake.sentence);
}

} // namespace reusescope::script
