// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/parser.h"

#include "core/script/labels.h"
#include "core/script/lexer.h"
#include "core/script/vocabulary.h"
#include "core/validation/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace reusescope::script {

namespace {

/// One line and where it stands in the text.
struct Line
{
    std::string_view text;
    int number = 0;
    std::size_t offset = 0;

    SourceSpan span(std::size_t from, std::size_t length) const
    {
        return {number, static_cast<int>(characterCount(text.substr(0, from))) + 1, offset + from,
                length};
    }
};

/// Reads the words of one line from left to right. After the first mistake nothing more is said:
/// each read gives a value of no meaning.
class LineReader
{
public:
    LineReader(const Line &line, const std::vector<Word> &words, const Opening &opening,
               std::vector<Mistake> &mistakes)
        : m_line(line), m_words(words), m_opening(opening), m_mistakes(mistakes)
    { }

    bool failed() const { return m_failed; }
    bool atEnd() const { return m_next == m_words.size(); }
    std::string_view opening() const { return m_opening.word; }
    SourceSpan span(const Word &word) const { return m_line.span(word.offset, word.text.size()); }

    /// From the first word to the end of the last.
    SourceSpan statementSpan() const
    {
        const std::size_t from = m_words.front().offset;
        return m_line.span(from, m_words.back().offset + m_words.back().text.size() - from);
    }

    void fail(SourceSpan where, std::string sentence)
    {
        if (!m_failed)
            m_mistakes.push_back({where, std::move(sentence)});
        m_failed = true;
    }
    /// At the word read last.
    void fail(std::string sentence) { fail(span(m_words[m_next - 1]), std::move(sentence)); }

    /// `expected` with its article: "a label".
    Word next(std::string_view expected)
    {
        if (m_failed || atEnd()) {
            fail(fmt::format("after {} {} is missing: `{}`", quoted(m_words.back().text), expected,
                             m_opening.form));
            return {};
        }
        return m_words[m_next++];
    }

    /// An optional word of the language.
    bool takes(std::string_view word)
    {
        const bool is = !m_failed && !atEnd() && m_words[m_next].text == word;
        m_next += is ? 1 : 0;
        return is;
    }

    void expect(std::string_view word) { oneOf({std::string(word)}); }

    /// One of several words of the language; its position among them.
    std::size_t oneOf(const std::vector<std::string> &words)
    {
        const std::string expected = fmt::format("`{}`", fmt::join(words, "`, `"));
        const std::string_view word = next(expected).text;
        const auto found = std::find(words.begin(), words.end(), word);
        if (found == words.end()) {
            fail(fmt::format("{} was expected, not {}{}", expected, quoted(word),
                             didYouMean(word, words)));
            return 0;
        }
        return static_cast<std::size_t>(found - words.begin());
    }

    Word label()
    {
        const Word word = next("a label");
        if (!m_failed)
            checkShape(word.text, "label");
        if (!m_failed && isReserved(word.text))
            fail(fmt::format("{} is a word of the language and cannot be a label: `{}`",
                             quoted(word.text), m_opening.form));
        return word;
    }

    /// The name of a close callback: shaped as a label, but any word will do.
    std::string closeName()
    {
        const Word word = next("the name of the close callback");
        if (!m_failed)
            checkShape(word.text, "name");
        return std::string(word.text);
    }

    double javaScriptDelay()
    {
        double delay = 0;
        const NumberWord number = this->number();
        if (!m_failed && !javaScriptTime(number, delay))
            fail("the number is out of the range of JavaScript, which ends at 1.8e308");
        return delay;
    }

    Milliseconds wholeMilliseconds()
    {
        const Nanoseconds exact = time(kMaxTime);
        const auto whole = std::chrono::duration_cast<Milliseconds>(exact);
        if (!m_failed && whole != exact)
            fail(fmt::format("`{}` counts whole milliseconds, {} is none", m_opening.word,
                             quoted(m_words[m_next - 1].text)));
        return whole;
    }

    Nanoseconds time(Nanoseconds limit)
    {
        Nanoseconds exact{0};
        const NumberWord number = this->number();
        if (m_failed)
            return exact;
        const TimeFault fault = exactTime(number, exact);
        if (number.isNegative)
            fail("a time cannot be negative here");
        else if (fault == TimeFault::TooFine)
            fail("times are no finer than a nanosecond, 0.001us");
        else if (fault == TimeFault::TooLong || exact > limit)
            fail(fmt::format("`{}` takes at most {} ms", m_opening.word,
                             std::chrono::duration_cast<Milliseconds>(limit).count()));
        return exact;
    }

    /// "1st" and so on.
    std::uint32_t ordinal()
    {
        const std::string_view word = next("a number such as 1st, 2nd, 3rd or 4th").text;
        const std::optional<OrdinalWord> ordinal = splitOrdinal(word);
        std::uint32_t value = 0;
        if (!ordinal) {
            fail(fmt::format("a number such as 1st, 2nd, 3rd or 4th was expected, not {}",
                             quoted(word)));
            return value;
        }
        const std::string_view digits = ordinal->digits;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || value > kMaxTimes)
            fail(fmt::format("the highest is the {}{} time", kMaxTimes, ordinalSuffix(kMaxTimes)));
        else if (value == 0)
            fail("the first is the 1st time");
        else if (ordinal->suffix != ordinalSuffix(value))
            fail(fmt::format("{} is written \"{}{}\"", quoted(word), value, ordinalSuffix(value)));
        return value;
    }

    std::string restOfLine(std::string_view expected)
    {
        const Word first = next(expected);
        if (m_failed)
            return {};
        const Word &last = m_words.back();
        m_next = m_words.size();
        return std::string(
            m_line.text.substr(first.offset, last.offset + last.text.size() - first.offset));
    }

    /// Nothing may follow; `possible` are the words of the language that could have.
    void end(const std::vector<std::string> &possible = {})
    {
        if (m_failed || atEnd())
            return;
        const std::string_view word = m_words[m_next++].text;
        if (possible.empty())
            fail(fmt::format("{} is too much: `{}`", quoted(word), m_opening.form));
        else
            fail(fmt::format("`{}` or the end of the line was expected, not {}{}",
                             fmt::join(possible, "`, `"), quoted(word),
                             didYouMean(word, possible)));
    }

private:
    NumberWord number()
    {
        const std::string_view word = next("a time").text;
        if (m_failed)
            return {};
        const std::optional<NumberWord> number = splitNumber(word);
        if (!number) {
            fail(fmt::format("a time was expected, not {}: `{}`", quoted(word), m_opening.form));
            return {};
        }
        if (!isTimeUnit(number->unit))
            fail(fmt::format("{} is no unit of time: `us`, `ms` (also without a unit) or `s`",
                             quoted(number->unit)));
        return *number;
    }

    void checkShape(std::string_view word, std::string_view what)
    {
        const auto wrong = std::find_if_not(word.begin(), word.end(), isLabelCharacter);
        if (!isLabelStart(word[0])) {
            fail(fmt::format("a {} was expected, which begins with a letter or \"|\", not {}: `{}`",
                             what, quoted(word), m_opening.form));
        } else if (wrong != word.end()) {
            const auto at = static_cast<std::size_t>(wrong - word.begin());
            std::size_t length = 1;
            while (at + length < word.size() && characterCount(word.substr(at, length + 1)) == 1)
                ++length;
            fail(fmt::format("a {} has only letters (a to z), digits, \"_\", \"-\", \".\" and "
                             "\"|\", no {}",
                             what, quoted(word.substr(at, length))));
        } else if (word.size() > kMaxLabelLength) {
            fail(fmt::format("a {} has at most {} characters", what, kMaxLabelLength));
        }
    }

    const Line &m_line;
    const std::vector<Word> &m_words;
    const Opening &m_opening;
    std::vector<Mistake> &m_mistakes;
    std::size_t m_next = 1;
    bool m_failed = false;
};

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

class Parser
{
public:
    ParsedScript parse(std::string_view text);

private:
    /// The `when` whose indented lines are being read.
    struct OpenReaction
    {
        bool isValid = false; ///< its own line had no mistake
        Reaction reaction;
        SourceSpan where;
        std::optional<std::string_view> indentation; ///< of its first line
    };

    void readLine(const Line &line);
    bool refuseBadByte(const Line &line);
    bool checkIndentation(const Line &line, const LineWords &words);
    void closeReaction();
    bool readOpening(const Line &line, const LineWords &words);
    void readWhen(LineReader &reader);
    void readAt(LineReader &reader);
    Statement readStatement(LineReader &reader, const Opening &opening);
    void addStatement(Statement statement);
    NameIndex introduce(LineReader &reader, NameKind kind);
    NameIndex use(LineReader &reader, Need need);
    void doubt(const LineWords &words);
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
    closeReaction();
    // When the reading was broken off, what would have introduced a label was not seen.
    if (offset >= text.size()) {
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
    if (refuseBadByte(line)) {
        doubt(words);
        return;
    }
    if (words.words.empty())
        return;
    if (!checkIndentation(line, words) || !readOpening(line, words))
        doubt(words);
}

bool Parser::refuseBadByte(const Line &line)
{
    std::string_view text = line.text;
    if (text.ends_with('\r'))
        text.remove_suffix(1);
    const std::optional<BadByte> bad = badByte(text);
    if (!bad)
        return false;
    const auto value = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const SourceSpan where = line.span(bad->offset, bad->length);
    if (bad->kind == BadByte::Kind::NotUtf8)
        mistake(where,
                fmt::format("the byte 0x{:02x} is no UTF-8: save the script as UTF-8 text",
                            value(bad->offset)));
    else
        mistake(where,
                fmt::format("there is a control character, U+{:04X}; a script is plain text",
                            value(bad->offset + bad->length - 1)));
    return true;
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
    mistake(where,
            fmt::format("this line is indented by {}, the first line of its `when` by {}",
                        describeIndentation(words.indentation),
                        describeIndentation(*m_open->indentation)));
    return false;
}

void Parser::closeReaction()
{
    if (!m_open)
        return;
    if (!m_open->indentation)
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
        return false;
    }
    LineReader reader(line, words.words, *opening, m_mistakes);
    const bool isMainOnly = !opening->verb || opening->verb == Verb::Run;
    if (m_open && isMainOnly) {
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
    switch (reader.oneOf({"fires", "closes", "is", "moves"})) {
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
    if (m_program.arrivals.size() == kMaxArrivals)
        reader.fail(arrival.where,
                    fmt::format("a script has at most {} lines with `at`", kMaxArrivals));
    else
        m_program.arrivals.push_back(arrival);
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
        statement.text = reader.next("a scheduler").text;
        if (!reader.failed()) {
            if (const auto known = schedulerFactory(statement.text); !known)
                reader.fail(known.error().detail);
        }
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
    if (!reader.failed() && ++m_statements > kMaxStatements)
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

void Parser::doubt(const LineWords &words)
{
    for (const Word &word : words.words) {
        if (isLabelShaped(word.text))
            m_labels.doubt(word.text);
    }
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
