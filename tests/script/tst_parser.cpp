// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - a right script gives the program it says, whatever the order of its lines;
// - each kind of mistake gives one line, one column in characters and one sentence, and hides
//   neither the next mistake nor invents others;
// - every limit of parser.h holds, and is named when it is exceeded;
// - whatever the bytes are, there is a program or a mistake whose place lies inside the text;
// - the words for highlighting lie inside the line, in order, whatever the bytes are;
// - the examples of docs/loop-script.md are scripts.
#include "core/script/parser.h"
#include "core/script/writer.h"
#include "core/validation/registry.h"
#include "tests/script/programtext.h"

#include <QtTest>

#include <random>

using namespace reusescope;
using namespace reusescope::script;
using namespace reusescope::test;
using namespace std::string_view_literals;

namespace {

constexpr int kMutations = 10'000;
constexpr unsigned kSeed = 20261130;

template <std::size_t size> std::string bytes(const char (&literal)[size])
{
    return std::string(literal, size - 1); // a zero byte may be in it
}

void addMistake(const char *name, const std::string &script, int line, int column,
                const char *sentence)
{
    QTest::addRow("%s", name) << script << line << column << QString::fromUtf8(sentence);
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

/// The mistakes as "line:column: sentence", one a line.
QString listed(const ParsedScript &parsed)
{
    QString out;
    for (const Mistake &mistake : parsed.mistakes)
        out += QString::fromStdString(describe(mistake, "f")) + '\n';
    return out;
}

void verifyPlaces(const ParsedScript &parsed, std::string_view text)
{
    QVERIFY(parsed.mistakes.size() <= kMaxMistakes);
    std::size_t before = 0;
    for (const Mistake &mistake : parsed.mistakes) {
        const SourceSpan &where = mistake.where;
        QVERIFY2(where.length > 0, mistake.sentence.c_str());
        QVERIFY2(where.offset < text.size() && where.length <= text.size() - where.offset,
                 mistake.sentence.c_str());
        QVERIFY2(where.offset >= before, "the mistakes are not sorted");
        before = where.offset;
        const std::string_view ahead = text.substr(0, where.offset);
        QCOMPARE(where.line, 1 + std::count(ahead.begin(), ahead.end(), '\n'));
        QVERIFY(where.column >= 1);
        QVERIFY(!mistake.sentence.empty());
        const QString sentence = QString::fromStdString(mistake.sentence);
        QVERIFY2(!sentence.contains(QChar::ReplacementCharacter), mistake.sentence.c_str());
        QVERIFY2(sentence.size() < 400, mistake.sentence.c_str());
    }
}

void verifyTokens(std::string_view line)
{
    std::size_t end = 0;
    for (const Token &token : tokensOfLine(line)) {
        QVERIFY(token.offset >= end);
        QVERIFY(token.length > 0);
        QVERIFY(token.offset < line.size() && token.length <= line.size() - token.offset);
        end = token.offset + token.length;
    }
}

/// Each byte of the line as the letter of its token: K, L, N, T, C or W.
QString painted(std::string_view line)
{
    QString out(static_cast<qsizetype>(line.size()), '.');
    for (const Token &token : tokensOfLine(line)) {
        for (std::size_t i = 0; i < token.length; ++i)
            out[static_cast<qsizetype>(token.offset + i)] =
                QLatin1Char("KLNTCW"[static_cast<int>(token.kind)]);
    }
    return out;
}

// Holds every form of the language.
constexpr std::string_view kEverything = R"(# all of it
setTimeout 0 A
setTimeout 1.5 B unref
setTimeout -3s B
setImmediate C unref
clear C
timer T 10
timer T2 10 repeat 5ms unref
again T2
idle idle
prepare P unref
check K
async W
socket S unref
read S
ref idle
unref T
pending D
reuse S with immediate-unref as R
reuse S with after-idle:50 as R2
busy 250us
log some  text, ä
run once
run nowait
log between # two runs
run
at 5 S receives bytes
at 6.25 S receives crlf
at 7000us S receives fin
at 1s S receives rst
at 7 send W

when idle fires
    stop idle
    close idle as bye
when A fires the 2nd time
	send W
	stop loop

	# still the same
	close T
when idle closes
    log gone
when R is written
    log sent
when R moves the 11th time
    log moved
when | fires
    setTimeout 0 |
)";

class Mutator
{
public:
    explicit Mutator(unsigned seed) : m_random(seed) { }

    std::string mutated(std::string text)
    {
        for (std::size_t changes = 1 + below(3); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = below(text.size());
            switch (below(8)) {
            case 0: text[at] = static_cast<char>(below(256)); break;
            case 1: text[at] = kTelling[below(kTelling.size())]; break;
            case 2: text.insert(at, 1, kTelling[below(kTelling.size())]); break;
            case 3: text.erase(at, 1 + below(8)); break;
            case 4: text.insert(at, text.substr(below(text.size()), 1 + below(40))); break;
            case 5: std::swap(text[at], text[below(text.size())]); break;
            case 6: text.insert(lineStart(text, at), line(text, below(text.size()))); break;
            default: text.erase(lineStart(text, at), line(text, at).size()); break;
            }
        }
        return text;
    }

private:
    // More likely to get somewhere than any other byte.
    static constexpr std::string_view kTelling = "\n\r\t\0 #-.|019ASus\xc3\x80\xff\x1b"sv;

    static std::size_t lineStart(const std::string &text, std::size_t at)
    {
        const std::size_t end = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
        return end == std::string::npos ? 0 : end + 1;
    }

    static std::string line(const std::string &text, std::size_t at)
    {
        const std::size_t start = lineStart(text, at);
        return text.substr(start, std::min(text.find('\n', at), text.size() - 1) + 1 - start);
    }

    std::size_t below(std::size_t bound)
    {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(m_random);
    }

    std::mt19937 m_random;
};

} // namespace

class TestParser : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyScriptDoesNothing_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addRow("nothing") << std::string();
        QTest::addRow("line breaks") << std::string("\n\r\n\n");
        QTest::addRow("blanks") << std::string("  \t\n ");
        QTest::addRow("comments") << std::string("# a\n   # b\n#");
        QTest::addRow("byte order mark") << std::string("\xef\xbb\xbf");
    }

    void anEmptyScriptDoesNothing()
    {
        QFETCH(std::string, text);
        const ParsedScript parsed = parseScript(text);
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(programText(parsed.program), std::string());
    }

    void everyFormIsRead()
    {
        const ParsedScript parsed = parseScript(kEverything);
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(QString::fromStdString(programText(parsed.program)),
                 QString::fromUtf8(
                     R"(name A timeout
name B timeout
name C immediate
name T timer
name T2 timer
name idle idle
name P prepare
name K check
name W async
name S socket
name D pending
name R reuse
name R2 reuse
name | timeout
main
  setTimeout A delay=0
  setTimeout B delay=1.5 unref
  setTimeout B delay=-3000
  setImmediate C unref
  clear C
  timer T timeout=10ms
  timer T2 timeout=10ms repeat=5ms unref
  again T2
  start idle
  start P unref
  start K
  start W
  start S unref
  read S
  ref idle
  unref T
  pending D
  reuse R socket=S text=immediate-unref
  reuse R2 socket=S text=after-idle:50
  busy busy=250000ns
  log text=some  text, ä
  run mode=once
  run mode=nowait
  log text=between
  run mode=default
on idle fires
  stop idle
  close idle text=bye
on A fires time=2
  send W
  stopLoop
  close T
on idle closes
  log text=gone
on R written
  log text=sent
on R moved time=11
  log text=moved
on | fires
  setTimeout | delay=0
at 5000000ns S bytes
at 6250000ns S crlf
at 7000000ns S fin
at 1000000000ns S rst
at 7000000ns W send
)"));
    }

    void placesOfStatementsAndNames()
    {
        const Program program =
            parseScript("\xef\xbb\xbf# \xc3\xa4\nidle  I   unref  # x\nat 5 send W\nwhen I fires\n"
                        "\t async W\n")
                .program;
        const auto place = [](const SourceSpan &where) {
            return QString("%1:%2 +%3 %4")
                .arg(where.line)
                .arg(where.column)
                .arg(where.offset)
                .arg(where.length);
        };
        QCOMPARE(place(program.main[0].where), "2:1 +8 15");
        QCOMPARE(place(program.arrivals[0].where), "3:1 +29 11");
        QCOMPARE(place(program.reactions[0].where), "4:1 +41 12");
        QCOMPARE(place(program.reactions[0].statements[0].where), "5:3 +56 7");
        QCOMPARE(place(program.names[0].where), "2:7 +14 1");
        QCOMPARE(place(program.names[1].where), "5:9 +62 1");
    }

    void theOrderOfLinesDoesNotChangeTheProgram_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addRow("main first") << std::string(
            "setTimeout 0 A\nidle I\nat 1 S receives fin\nwhen A fires\n  socket S\n");
        QTest::addRow("callbacks first") << std::string(
            "when A fires\n  socket S\nat 1 S receives fin\nsetTimeout 0 A\nidle I\n");
        QTest::addRow("callbacks in between") << std::string(
            "setTimeout 0 A\nwhen A fires\n\tsocket S\nidle I\nat 1 S receives fin\n");
        QTest::addRow("CR LF") << std::string(
            "setTimeout 0 A\r\nwhen A fires\r\n\tsocket S\r\n\r\nidle I\r\nat 1 S "
            "receives fin\r\n");
    }

    void theOrderOfLinesDoesNotChangeTheProgram()
    {
        QFETCH(std::string, text);
        const ParsedScript parsed = parseScript(text);
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(programText(parsed.program),
                 "name A timeout\nname I idle\nname S socket\n"
                 "main\n  setTimeout A delay=0\n  start I\n"
                 "on A fires\n  start S\n"
                 "at 1000000ns S fin\n");
    }

    void everySchedulerCanBeNamed()
    {
        for (const SchedulerInfo &info : schedulerInfos()) {
            const std::string name = info.name == "after-idle:N" ? "after-idle:7" : info.name;
            const ParsedScript parsed = parseScript("socket S\nreuse S with " + name + " as R\n");
            QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
            QCOMPARE(parsed.program.main[1].text, name);
        }
    }

    void times_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("nanoseconds");
        const auto row = [](const char *text, qint64 nanoseconds) {
            QTest::addRow("%s", text) << QString(text) << nanoseconds;
        };
        row("0", 0);
        row("5", 5'000'000);
        row("5ms", 5'000'000);
        row("007", 7'000'000);
        row("0.5", 500'000);
        row("0.000001", 1);
        row("0.00000100000", 1);
        row("250us", 250'000);
        row("0.001us", 1);
        row("1s", 1'000'000'000);
        row("0.000000001s", 1);
        row("1.001s", 1'001'000'000);
        row("59.999999999s", 59'999'999'999);
        row("60s", 60'000'000'000);
        row("60000000us", 60'000'000'000);
        row("0.0", 0);
    }

    void times()
    {
        QFETCH(QString, text);
        QFETCH(qint64, nanoseconds);
        const ParsedScript parsed = parseScript("busy " + text.toStdString());
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(parsed.program.main[0].busy.count(), nanoseconds);
    }

    void delaysAreJavaScriptNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("delay");
        const auto row = [](const char *text, double delay) {
            QTest::addRow("%s", text) << QString(text) << delay;
        };
        row("0", 0.0);
        row("1.5", 1.5);
        row("0.1", 0.1);
        row("-1", -1.0);
        row("2147483648", 2147483648.0);
        row("99999999999999999999", 1e20);
        row("1.001s", 1001.0); // and not 1000.9999999999999, which would be truncated to 1000
        row("0.1s", 100.0);
        row("-250us", -0.25);
        row("3us", 0.003);
    }

    void delaysAreJavaScriptNumbers()
    {
        QFETCH(QString, text);
        QFETCH(double, delay);
        const ParsedScript parsed = parseScript("setTimeout " + text.toStdString() + " A");
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QVERIFY(parsed.program.main[0].delay == delay);
    }

    void labels_data()
    {
        QTest::addColumn<QString>("label");
        for (const char *label :
             {"A", "a9", "|", "||", "|x", "a-b", "a_b", "a.b|c", "Loop", "timer", "idle", "prepare",
              "check", "async", "socket", "pending", "bye"})
            QTest::addRow("%s", label) << QString(label);
        QTest::addRow("longest") << QString(static_cast<qsizetype>(kMaxLabelLength), 'x');
    }

    void labels()
    {
        QFETCH(QString, label);
        const std::string name = label.toStdString();
        const ParsedScript parsed =
            parseScript("idle " + name + "\nstop " + name + "\nclose " + name + " as " + name
                        + "\nwhen " + name + " fires\n unref " + name);
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(parsed.program.names.size(), std::size_t{1});
        QCOMPARE(parsed.program.names[0].label, name);
    }

    void aCloseCallbackMayHaveAnyWordAsName()
    {
        const ParsedScript parsed = parseScript("idle I\nclose I as close\n");
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(parsed.program.main[1].text, "close");
    }

    void ordinals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<unsigned>("time");
        const auto row = [](const char *text, unsigned time) {
            QTest::addRow("%s", text) << QString(text) << time;
        };
        row("1st", 1);
        row("2nd", 2);
        row("3rd", 3);
        row("4th", 4);
        row("11th", 11);
        row("12th", 12);
        row("13th", 13);
        row("21st", 21);
        row("102nd", 102);
        row("111th", 111);
        row("1000000th", 1'000'000);
    }

    void ordinals()
    {
        QFETCH(QString, text);
        QFETCH(unsigned, time);
        const ParsedScript parsed =
            parseScript("idle I\nwhen I fires the " + text.toStdString() + " time\n log a");
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(parsed.program.reactions[0].time, time);
    }

    void aMistakeHasPlaceAndSentence_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("sentence");
        addMistake("unknown verb, one letter wrong", "setTimout 0 A\n", 1, 1,
                   "\"setTimout\" is no statement, did you mean \"setTimeout\"?");
        addMistake("unknown verb, letter case", "settimeout 0 A\n", 1, 1,
                   "\"settimeout\" is no statement, did you mean \"setTimeout\"?");
        addMistake("unknown verb, nothing near", "frobnicate\n", 1, 1,
                   "\"frobnicate\" is no statement; a line begins with a word such as "
                   "`setTimeout`, `log` or `when`");
        addMistake("unknown verb, short", "x\n", 1, 1,
                   "\"x\" is no statement; a line begins with a word such as `setTimeout`, `log` "
                   "or `when`");
        addMistake("another language's word", "setTimeout 0 A\nclearTimeout A\n", 2, 1,
                   "\"clearTimeout\" is no statement, say `clear`");
        addMistake("libuv's word", "uv_stop\n", 1, 1,
                   "\"uv_stop\" is no statement, say `stop loop`");
        addMistake("unknown verb hides its block", "wehn A fires\n    log a\n    log b\n", 1, 1,
                   "\"wehn\" is no statement, did you mean \"when\"?");
        addMistake("verb only", "setTimeout\n", 1, 1,
                   "after \"setTimeout\" a time is missing: `setTimeout TIME LABEL [unref]`");
        addMistake("label missing", "setTimeout 0\n", 1, 12,
                   "after \"0\" a label is missing: `setTimeout TIME LABEL [unref]`");
        addMistake("label missing before a comment", "setTimeout 0 # A\n", 1, 12,
                   "after \"0\" a label is missing: `setTimeout TIME LABEL [unref]`");
        addMistake("label missing before unref", "setTimeout 0 unref\n", 1, 14,
                   "\"unref\" is a word of the language and cannot be a label: `setTimeout TIME "
                   "LABEL [unref]`");
        addMistake("time missing", "timer T\n", 1, 7,
                   "after \"T\" a time is missing: `timer LABEL TIME [repeat TIME] [unref]`");
        addMistake("repeat without time", "timer T 5 repeat\n", 1, 11,
                   "after \"repeat\" a time is missing: `timer LABEL TIME [repeat TIME] [unref]`");
        addMistake("busy without time", "busy\n", 1, 1,
                   "after \"busy\" a time is missing: `busy TIME`");
        addMistake("log without text", "log   # nothing\n", 1, 1,
                   "after \"log\" the text is missing: `log TEXT`");
        addMistake(
            "close name missing", "idle I\nclose I as\n", 2, 9,
            "after \"as\" the name of the close callback is missing: `close LABEL [as NAME]`");
        addMistake("reuse alone", "reuse\n", 1, 1,
                   "after \"reuse\" a label is missing: `reuse SOCKET with SCHEDULER as LABEL`");
        addMistake("reuse without with", "socket S\nreuse S\n", 2, 7,
                   "after \"S\" `with` is missing: `reuse SOCKET with SCHEDULER as LABEL`");
        addMistake("reuse without scheduler", "socket S\nreuse S with\n", 2, 9,
                   "after \"with\" a scheduler is missing: `reuse SOCKET with SCHEDULER as LABEL`");
        addMistake("reuse without as", "socket S\nreuse S with peek\n", 2, 14,
                   "after \"peek\" `as` is missing: `reuse SOCKET with SCHEDULER as LABEL`");
        addMistake("reuse without label", "socket S\nreuse S with peek as\n", 2, 19,
                   "after \"as\" a label is missing: `reuse SOCKET with SCHEDULER as LABEL`");
        addMistake("wrong joining word", "socket S\nreuse S wiht peek as R\n", 2, 9,
                   "`with` was expected, not \"wiht\", did you mean \"with\"?");
        addMistake("too many words", "idle I\nstop I now\n", 2, 8,
                   "\"now\" is too much: `stop LABEL` or `stop loop`");
        addMistake("too many words after unref", "setTimeout 0 A unref unref\n", 1, 22,
                   "\"unref\" is too much: `setTimeout TIME LABEL [unref]`");
        addMistake(
            "optional word mistyped", "setTimeout 0 A unreff\n", 1, 16,
            "`unref` or the end of the line was expected, not \"unreff\", did you mean \"unref\"?");
        addMistake("other word for an optional one", "setTimeout 0 A please\n", 1, 16,
                   "`unref` or the end of the line was expected, not \"please\"");
        addMistake("option of a timer mistyped", "timer T 5 repaet 5\n", 1, 11,
                   "`repeat`, `unref` or the end of the line was expected, not \"repaet\", did you "
                   "mean \"repeat\"?");
        addMistake("stop loop now", "stop loop now\n", 1, 11,
                   "\"now\" is too much: `stop LABEL` or `stop loop`");
        addMistake("run with a wrong mode", "run onse\n", 1, 5,
                   "`once`, `nowait` or the end of the line was expected, not \"onse\", did you "
                   "mean \"once\"?");
        addMistake("as mistyped", "idle I\nclose I ass bye\n", 2, 9,
                   "`as` or the end of the line was expected, not \"ass\", did you mean \"as\"?");
        addMistake("not a number", "setTimeout soon A\n", 1, 12,
                   "a time was expected, not \"soon\": `setTimeout TIME LABEL [unref]`");
        addMistake("words swapped", "setTimeout A 0\n", 1, 12,
                   "a time was expected, not \"A\": `setTimeout TIME LABEL [unref]`");
        addMistake("number with comma", "setTimeout 1,5 A\n", 1, 12,
                   "a time was expected, not \"1,5\": `setTimeout TIME LABEL [unref]`");
        addMistake("number without digits before the point", "busy .5\n", 1, 6,
                   "a time was expected, not \".5\": `busy TIME`");
        addMistake("number without digits after the point", "busy 5.\n", 1, 6,
                   "a time was expected, not \"5.\": `busy TIME`");
        addMistake("number with exponent", "busy 1e3\n", 1, 6,
                   "a time was expected, not \"1e3\": `busy TIME`");
        addMistake("unknown unit", "busy 5min\n", 1, 6,
                   "\"min\" is no unit of time: `us`, `ms` (also without a unit) or `s`");
        addMistake("unit apart", "busy 5 ms\n", 1, 8, "\"ms\" is too much: `busy TIME`");
        addMistake("negative timer", "timer T -1\n", 1, 9, "`timer` takes no negative time");
        addMistake("negative busy", "busy -0.5ms\n", 1, 6, "`busy` takes no negative time");
        addMistake("negative at", "socket S\nat -1 S receives fin\n", 2, 4,
                   "`at` takes no negative time");
        addMistake("timer in fractions", "timer T 1.5\n", 1, 9,
                   "`timer` counts whole milliseconds, not \"1.5\"");
        addMistake("repeat in fractions", "timer T 1 repeat 500us\n", 1, 18,
                   "`timer` counts whole milliseconds, not \"500us\"");
        addMistake("timer too long", "timer T 2147483648\n", 1, 9,
                   "`timer` takes at most 2147483647 ms");
        addMistake("timer far too long", "timer T 99999999999999999999999s\n", 1, 9,
                   "`timer` takes at most 2147483647 ms");
        addMistake("busy too long", "busy 60001\n", 1, 6, "`busy` takes at most 60000 ms");
        addMistake("busy too fine", "busy 0.0001us\n", 1, 6,
                   "a time is no finer than a nanosecond, 0.001us");
        addMistake("at too late", "socket S\nat 2147484s S receives fin\n", 2, 4,
                   "`at` takes at most 2147483647 ms");
        addMistake(
            "keyword as a label", "idle loop\n", 1, 6,
            "\"loop\" is a word of the language and cannot be a label: `idle LABEL [unref]`");
        addMistake("verb as a label", "idle log\n", 1, 6,
                   "\"log\" is a word of the language and cannot be a label: `idle LABEL [unref]`");
        addMistake("particle as a label", "setTimeout 0 time\n", 1, 14,
                   "\"time\" is a word of the language and cannot be a label: `setTimeout TIME "
                   "LABEL [unref]`");
        addMistake("label begins with a digit", "idle 1st\n", 1, 6,
                   "a label begins with a letter or \"|\", not as \"1st\": `idle LABEL [unref]`");
        addMistake("label begins with a hyphen", "idle -a\n", 1, 6,
                   "a label begins with a letter or \"|\", not as \"-a\": `idle LABEL [unref]`");
        addMistake(
            "character that no label has", "idle a,b\n", 1, 6,
            "a label has only letters (a to z), digits, \"_\", \"-\", \".\" and \"|\", no \",\"");
        addMistake("letter outside of a to z",
                   "idle Gr\xc3\xbc\xc3\x9f"
                   "e\n",
                   1, 6,
                   "a label has only letters (a to z), digits, \"_\", \"-\", \".\" and \"|\", no "
                   "\"\xc3\xbc\"");
        addMistake("wrong name of a close callback", "idle I\nclose I as 2\n", 2, 12,
                   "a name begins with a letter or \"|\", not as \"2\": `close LABEL [as NAME]`");
        addMistake("one label, two kinds", "setTimeout 0 A\nidle A\n", 2, 6,
                   "\"A\" is a timeout (line 1), `idle` needs another label");
        addMistake("one label, two kinds, in a callback", "idle A\nwhen A fires\n    async A\n", 3,
                   11, "\"A\" is an idle handle (line 1), `async` needs another label");
        addMistake("clear a timer", "timer T 5\nclear T\n", 2, 7,
                   "\"T\" is a timer, `clear` needs a timeout or an immediate; `stop T` stops it");
        addMistake("clear a socket", "async S\nclear S\n", 2, 7,
                   "\"S\" is an async handle, `clear` needs a timeout or an immediate");
        addMistake("again a timeout", "setTimeout 0 A\nagain A\n", 2, 7,
                   "\"A\" is a timeout, `again` needs a timer");
        addMistake("stop a timeout", "setTimeout 0 A\nstop A\n", 2, 6,
                   "\"A\" is a timeout, `stop` needs a timer, a socket or an idle, prepare or "
                   "check handle; `clear A` ends it");
        addMistake("stop an async", "async W\nstop W\n", 2, 6,
                   "\"W\" is an async handle, `stop` needs a timer, a socket or an idle, prepare "
                   "or check handle");
        addMistake("stop a completion", "pending D\nstop D\n", 2, 6,
                   "\"D\" is a pending completion, `stop` needs a timer, a socket or an idle, "
                   "prepare or check handle");
        addMistake(
            "ref a completion", "pending D\nref D\n", 2, 5,
            "\"D\" is a pending completion, `ref` needs a handle, a timeout or an immediate");
        addMistake("unref a reuse", "socket S\nreuse S with peek as R\nunref R\n", 3, 7,
                   "\"R\" is a reuse, `unref` needs a handle, a timeout or an immediate");
        addMistake("close an immediate", "setImmediate A\nclose A\n", 2, 7,
                   "\"A\" is an immediate, `close` needs a handle (timer, idle, prepare, check, "
                   "async or socket); `clear A` ends it");
        addMistake("send a socket", "socket S\nsend S\n", 2, 6,
                   "\"S\" is a socket, `send` needs an async handle");
        addMistake("read a check", "check K\nread K\n", 2, 6,
                   "\"K\" is a check handle, `read` needs a socket");
        addMistake("reuse of an idle handle", "idle I\nreuse I with peek as R\n", 2, 7,
                   "\"I\" is an idle handle, `reuse` needs a socket");
        addMistake("unknown label to clear", "clear A\n", 1, 7,
                   "there is no timeout or immediate \"A\"; a line such as `setTimeout 0 A` "
                   "introduces it");
        addMistake("unknown label to stop", "stop I\n", 1, 6,
                   "there is no timer, socket, idle, prepare or check handle \"I\"; a line such as "
                   "`idle I` introduces it");
        addMistake("unknown label to close", "close I\n", 1, 7,
                   "there is no handle \"I\"; a line such as `idle I` introduces it");
        addMistake("unknown label to ref", "ref I\n", 1, 5,
                   "there is no handle, timeout or immediate \"I\"; a line such as `idle I` "
                   "introduces it");
        addMistake("unknown label to send", "send W\n", 1, 6,
                   "there is no async handle \"W\"; a line such as `async W` introduces it");
        addMistake("unknown timer", "again T\n", 1, 7,
                   "there is no timer \"T\"; a line such as `timer T 10` introduces it");
        addMistake("unknown socket, another is near", "socket S\nread SS\n", 2, 6,
                   "there is no socket \"SS\", did you mean \"S\"?");
        addMistake("unknown socket, none is near", "socket S\nread X\n", 2, 6,
                   "there is no socket \"X\"; a line such as `socket X` introduces it");
        addMistake("unknown label, a near one has the wrong kind",
                   "socket conn\nidle coin\nread con\n", 3, 6,
                   "there is no socket \"con\", did you mean \"conn\"?");
        addMistake("unknown label, letter case", "async Worker\nsend worker\n", 2, 6,
                   "there is no async handle \"worker\", did you mean \"Worker\"?");
        addMistake(
            "unknown scheduler", "socket S\nreuse S with peak as R\n", 2, 14,
            "there is no scheduler \"peak\" (did you mean \"peek\"?); the schedulers are none, "
            "timer-0, immediate-unref, immediate-ref, fresh-poll, peek, background, after-idle:N");
        addMistake("scheduler without its parameter", "socket S\nreuse S with after-idle as R\n", 2,
                   14,
                   "the scheduler \"after-idle\" needs a number of milliseconds from 0 to 600000, "
                   "as in \"after-idle:50\"");
        addMistake("when alone", "when\n    log a\n", 1, 1,
                   "after \"when\" a label is missing: `when LABEL fires|closes|is written|moves "
                   "[the 1st time]`");
        addMistake("when without an event", "idle I\nwhen I\n    log a\n", 2, 6,
                   "after \"I\" `fires`, `closes`, `is written` or `moves` is missing: `when LABEL "
                   "fires|closes|is written|moves [the 1st time]`");
        addMistake("event mistyped", "idle I\nwhen I fire\n    log a\n", 2, 8,
                   "`fires`, `closes`, `is written` or `moves` was expected, not \"fire\", did you "
                   "mean \"fires\"?");
        addMistake("event unknown", "idle I\nwhen I happens\n    log a\n", 2, 8,
                   "`fires`, `closes`, `is written` or `moves` was expected, not \"happens\"");
        addMistake("is without written", "socket S\nreuse S with peek as R\nwhen R is\n    log a\n",
                   3, 8,
                   "after \"is\" `written` is missing: `when LABEL fires|closes|is written|moves "
                   "[the 1st time]`");
        addMistake("is sent", "socket S\nreuse S with peek as R\nwhen R is sent\n    log a\n", 3,
                   11, "`written` was expected, not \"sent\"");
        addMistake("words after the event", "idle I\nwhen I fires now\n    log a\n", 2, 14,
                   "`the 1st time` or the end of the line was expected, not \"now\"");
        addMistake("the without a number", "idle I\nwhen I fires the\n    log a\n", 2, 14,
                   "after \"the\" a number such as `1st`, `2nd`, `3rd` or `4th` is missing: `when "
                   "LABEL fires|closes|is written|moves [the 1st time]`");
        addMistake("number in letters", "idle I\nwhen I fires the first time\n    log a\n", 2, 18,
                   "a number such as `1st`, `2nd`, `3rd` or `4th` was expected, not \"first\"");
        addMistake("number without ending", "idle I\nwhen I fires the 2 time\n    log a\n", 2, 18,
                   "\"2\" is written `2nd`");
        addMistake("2th", "idle I\nwhen I fires the 2th time\n    log a\n", 2, 18,
                   "\"2th\" is written `2nd`");
        addMistake("11st", "idle I\nwhen I fires the 11st time\n    log a\n", 2, 18,
                   "\"11st\" is written `11th`");
        addMistake("0th", "idle I\nwhen I fires the 0th time\n    log a\n", 2, 18,
                   "times are counted from the 1st");
        addMistake("too many times", "idle I\nwhen I fires the 1000001st time\n    log a\n", 2, 18,
                   "times are counted up to the 1000000th");
        addMistake("very many times", "idle I\nwhen I fires the 99999999999th time\n    log a\n", 2,
                   18, "times are counted up to the 1000000th");
        addMistake("number without time", "idle I\nwhen I fires the 2nd\n    log a\n", 2, 18,
                   "after \"2nd\" `time` is missing: `when LABEL fires|closes|is written|moves "
                   "[the 1st time]`");
        addMistake("number with times", "idle I\nwhen I fires the 2nd times\n    log a\n", 2, 22,
                   "`time` was expected, not \"times\", did you mean \"time\"?");
        addMistake(
            "words after time", "idle I\nwhen I fires the 2nd time only\n    log a\n", 2, 27,
            "\"only\" is too much: `when LABEL fires|closes|is written|moves [the 1st time]`");
        addMistake("when for a label that nothing introduces", "when A fires\n    log a\n", 1, 6,
                   "there is no label \"A\"; a line such as `setTimeout 0 A` introduces it");
        addMistake("when for a label close to another", "socket Sock\nwhen Sok fires\n    log a\n",
                   2, 6, "there is no label \"Sok\", did you mean \"Sock\"?");
        addMistake("when something closes that nothing introduces", "when A closes\n    log a\n", 1,
                   6, "there is no handle \"A\"; a line such as `idle A` introduces it");
        addMistake("a timeout closes", "setTimeout 0 A\nwhen A closes\n    log a\n", 2, 6,
                   "\"A\" is a timeout, `closes` needs a handle (timer, idle, prepare, check, "
                   "async or socket)");
        addMistake(
            "a reuse fires", "socket S\nreuse S with none as R\nwhen R fires\n    log a\n", 3, 6,
            "\"R\" is a reuse, which does not fire: say `when R is written` or `when R moves`");
        addMistake("a reuse closes", "socket S\nreuse S with none as R\nwhen R closes\n    log a\n",
                   3, 6,
                   "\"R\" is a reuse, `closes` needs a handle (timer, idle, prepare, check, async "
                   "or socket)");
        addMistake("a timeout is written", "setTimeout 0 A\nwhen A is written\n    log a\n", 2, 6,
                   "\"A\" is a timeout, `is written` needs a reuse");
        addMistake("a socket moves", "socket S\nwhen S moves\n    log a\n", 2, 6,
                   "\"S\" is a socket, `moves` needs a reuse");
        addMistake(
            "no such reuse moves", "when R moves\n    log a\n", 1, 6,
            "there is no reuse \"R\"; a line such as `reuse S with peek as R` introduces it");
        addMistake("indented without a when", "    log a\n    log b\n", 1, 5,
                   "this line is indented but no `when` stands before it; the main program begins "
                   "at the start of the line");
        addMistake("indented after the main program has gone on",
                   "idle I\nwhen I fires\n    log a\nlog b\n    log c\n", 5, 5,
                   "this line is indented but no `when` stands before it; the main program begins "
                   "at the start of the line");
        addMistake("when without statements",
                   "idle I\nwhen I fires # the comment is none\n# nor here\n\n", 2, 1,
                   "this `when` has no statements: they come on the lines below it, indented");
        addMistake("when before another", "idle I\nwhen I fires\nwhen I closes\n    log a\n", 2, 1,
                   "this `when` has no statements: they come on the lines below it, indented");
        addMistake("deeper than the first line",
                   "idle I\nwhen I fires\n  log a\n    log b\n    log c\n", 4, 5,
                   "this line is indented by 4 blanks, the first line of its `when` by 2 blanks");
        addMistake("less deep than the first line", "idle I\nwhen I fires\n    log a\n log b\n", 4,
                   2, "this line is indented by 1 blank, the first line of its `when` by 4 blanks");
        addMistake("tab after blanks", "idle I\nwhen I fires\n    log a\n\tlog b\n", 4, 2,
                   "this line is indented by 1 tab, the first line of its `when` by 4 blanks");
        addMistake(
            "blanks after tabs", "idle I\nwhen I fires\n\t\tlog a\n\t  log b\n", 4, 4,
            "this line is indented by 1 tab and 2 blanks, the first line of its `when` by 2 tabs");
        addMistake("run inside a when", "idle I\nwhen I fires\n    run once\n", 3, 5,
                   "`run` cannot stand inside a `when`; it begins at the start of the line");
        addMistake("at inside a when", "async W\nwhen W fires\n    at 5 send W\n", 3, 5,
                   "`at` cannot stand inside a `when`; it begins at the start of the line");
        addMistake("when inside a when", "idle I\nwhen I fires\n    when I closes\n        log a\n",
                   3, 5, "`when` cannot stand inside a `when`; it begins at the start of the line");
        addMistake("at alone", "at\n", 1, 1,
                   "after \"at\" a time is missing: `at TIME LABEL receives bytes|crlf|fin|rst` or "
                   "`at TIME send LABEL`");
        addMistake("at without an event", "socket S\nat 5 S\n", 2, 6,
                   "after \"S\" `receives` is missing: `at TIME LABEL receives bytes|crlf|fin|rst` "
                   "or `at TIME send LABEL`");
        addMistake("at without a time", "socket S\nat S receives bytes\n", 2, 4,
                   "a time was expected, not \"S\": `at TIME LABEL receives bytes|crlf|fin|rst` or "
                   "`at TIME send LABEL`");
        addMistake("receives nothing", "socket S\nat 5 S receives\n", 2, 8,
                   "after \"receives\" `bytes`, `crlf`, `fin` or `rst` is missing: `at TIME LABEL "
                   "receives bytes|crlf|fin|rst` or `at TIME send LABEL`");
        addMistake(
            "receives something else", "socket S\nat 5 S receives byte\n", 2, 17,
            "`bytes`, `crlf`, `fin` or `rst` was expected, not \"byte\", did you mean \"bytes\"?");
        addMistake("event of at mistyped", "socket S\nat 5 S recieves bytes\n", 2, 8,
                   "`receives` was expected, not \"recieves\", did you mean \"receives\"?");
        addMistake("too much at the end of at", "socket S\nat 5 S receives fin now\n", 2, 21,
                   "\"now\" is too much: `at TIME LABEL receives bytes|crlf|fin|rst` or `at TIME "
                   "send LABEL`");
        addMistake("send without a label", "at 5 send\n", 1, 6,
                   "after \"send\" a label is missing: `at TIME LABEL receives bytes|crlf|fin|rst` "
                   "or `at TIME send LABEL`");
        addMistake("at for an async", "async W\nat 5 W receives bytes\n", 2, 6,
                   "\"W\" is an async handle, `receives` needs a socket");
        addMistake("at for an unknown socket", "at 5 S receives bytes\n", 1, 6,
                   "there is no socket \"S\"; a line such as `socket S` introduces it");
        addMistake("at sends a socket", "socket S\nat 5 send S\n", 2, 11,
                   "\"S\" is a socket, `send` needs an async handle");
        addMistake("no UTF-8", "log a\nlog \xc3\xa9\xff\n", 2, 6,
                   "the byte 0xff is no UTF-8: save the script as UTF-8");
        addMistake("no UTF-8 in a comment", "# \xc3\n", 1, 3,
                   "the byte 0xc3 is no UTF-8: save the script as UTF-8");
        addMistake("overlong UTF-8", "log \xc0\xaf\n", 1, 5,
                   "the byte 0xc0 is no UTF-8: save the script as UTF-8");
        addMistake("surrogate in UTF-8", "log \xed\xa0\x80\n", 1, 5,
                   "the byte 0xed is no UTF-8: save the script as UTF-8");
        addMistake("beyond Unicode", "log \xf4\x90\x80\x80\n", 1, 5,
                   "the byte 0xf4 is no UTF-8: save the script as UTF-8");
        addMistake("cut UTF-8", "log \xf0\x9f\x98\n", 1, 5,
                   "the byte 0xf0 is no UTF-8: save the script as UTF-8");
        addMistake("no UTF-8 in a when", "when \xff fires\n    log a\n", 1, 6,
                   "the byte 0xff is no UTF-8: save the script as UTF-8");
        addMistake("a zero byte",
                   bytes("log a\x00"
                         "b\n"),
                   1, 6, "a control character (U+0000) cannot stand in a script");
        addMistake("escape", "log \xc3\xa9\x1b[31m\n", 1, 6,
                   "a control character (U+001B) cannot stand in a script");
        addMistake("delete", "idle A\x7f\n", 1, 7,
                   "a control character (U+007F) cannot stand in a script");
        addMistake("C1 control character", "log \xc2\x85\n", 1, 5,
                   "a control character (U+0085) cannot stand in a script");
        addMistake("carriage return within a line", "log a\rlog b\n", 1, 6,
                   "a control character (U+000D) cannot stand in a script");
        addMistake("no-break space",
                   "setTimeout\xc2\xa0"
                   "0 A\n",
                   1, 11, "a no-break space (U+00A0) stands where a blank was expected");
        addMistake("column counts characters",
                   "log \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 ok\nidle \xc3\xa4\xe2\x82\xac\n", 2, 6,
                   "a label has only letters (a to z), digits, \"_\", \"-\", \".\" and \"|\", no "
                   "\"\xc3\xa4\"");
        addMistake("column after a byte order mark", "\xef\xbb\xbflgo a\n", 1, 1,
                   "\"lgo\" is no statement, did you mean \"log\"?");
        addMistake("CR LF", "log a\r\nlgo b\r\n", 2, 1,
                   "\"lgo\" is no statement, did you mean \"log\"?");
        addMistake("no line break at the end", "log a\nidle", 2, 1,
                   "after \"idle\" a label is missing: `idle LABEL [unref]`");
        addMistake("a label of a mistaken line is not missed",
                   "setTimeout x A\nwhen A fires\n    clear A\n", 1, 12,
                   "a time was expected, not \"x\": `setTimeout TIME LABEL [unref]`");
        addMistake("the body of a mistaken when belongs to it", "idle I\nwhen I fries\n    log a\n",
                   2, 8,
                   "`fires`, `closes`, `is written` or `moves` was expected, not \"fries\", did "
                   "you mean \"fires\"?");
        addMistake("a bad byte in a body is its only line", "idle I\nwhen I fires\n    log \xff\n",
                   3, 9, "the byte 0xff is no UTF-8: save the script as UTF-8");
        addMistake("delay out of range", "setTimeout 1" + std::string(400, '0') + " A\n", 1, 12,
                   "JavaScript's numbers end at 1.8e308");
        addMistake("delay too small for a double",
                   "setTimeout 0." + std::string(400, '0') + "1 A\n", 1, 12,
                   "JavaScript's numbers end at 1.8e308");
        addMistake("label too long", "idle " + std::string(kMaxLabelLength + 1, 'a') + "\n", 1, 6,
                   "a label has at most 64 characters");
        addMistake(
            "a long word is shortened between two characters",
            "a" + repeated("\xc3\xbc", 40) + " 1\n", 1, 1,
            ("\"a" + repeated("\xc3\xbc", 31)
             + "...\" is no statement; a line begins with a word such as `setTimeout`, `log` "
               "or `when`")
                .c_str());
        addMistake("a long scheduler is shortened between two characters",
                   "socket S\nreuse S with a" + repeated("\xc3\xbc", 70) + " as R\n", 2, 14,
                   ("there is no scheduler \"a" + repeated("\xc3\xbc", 31)
                    + "...\"; the schedulers are none, timer-0, immediate-unref, immediate-ref, "
                      "fresh-poll, peek, background, after-idle:N")
                       .c_str());
    }

    void aMistakeHasPlaceAndSentence()
    {
        QFETCH(std::string, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, sentence);
        const ParsedScript parsed = parseScript(text);
        QCOMPARE(listed(parsed), QString("f:%1:%2: %3\n").arg(line).arg(column).arg(sentence));
        verifyPlaces(parsed, text);
    }

    void oneLookShowsAllMistakes()
    {
        const std::string text = "lgo a\n"
                                 "idle I\n"
                                 "read I\n"
                                 "when I fires\n"
                                 "  log a\n"
                                 "  busy x\n"
                                 "  log b\n"
                                 "when X fires\n"
                                 "  clear 1\n"
                                 "run twice\n";
        const ParsedScript parsed = parseScript(text);
        QCOMPARE(
            listed(parsed),
            QString("f:1:1: \"lgo\" is no statement, did you mean \"log\"?\n"
                    "f:3:6: \"I\" is an idle handle, `read` needs a socket\n"
                    "f:6:8: a time was expected, not \"x\": `busy TIME`\n"
                    "f:8:6: there is no label \"X\"; a line such as `setTimeout 0 X` introduces "
                    "it\n"
                    "f:9:9: a label begins with a letter or \"|\", not as \"1\": `clear LABEL`\n"
                    "f:10:5: `once`, `nowait` or the end of the line was expected, not "
                    "\"twice\"\n"));
        verifyPlaces(parsed, text);
    }

    void limits_data()
    {
        QTest::addColumn<std::string>("within");
        QTest::addColumn<std::string>("beyond");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("sentence");
        std::string labels;
        for (std::size_t i = 0; i < kMaxNames; ++i)
            labels += "idle a" + std::to_string(i) + "\n";
        QTest::addRow("labels") << labels << labels + "idle b\nidle c\n"
                                << 1001 << 6
                                << "a script has at most 1000 labels, this is one more";
        const std::string statements = repeated("run\n", kMaxStatements);
        QTest::addRow("statements") << statements << statements + "run\nrun\n"
                                    << 10'001 << 1 << "a script has at most 10000 statements";
        const std::string arrivals = "async W\n" + repeated("at 5 send W\n", kMaxArrivals);
        QTest::addRow("arrivals") << arrivals << arrivals + "at 5 send W\nat 6 send W\n"
                                  << 5002 << 1
                                  << "a script has at most 5000 lines that begin with `at`";
        const std::string full = "log \xc3\xa4\n" + std::string(kMaxScriptBytes - 7, '#');
        QTest::addRow("bytes") << full << full + "#" << 2 << 65'530
                               << "a script has at most 65536 bytes, this one has 65537";
        const std::string when = "\nidle I\nwhen I fires\n log a\n";
        QTest::addRow("bytes, between a when and its lines")
            << std::string(kMaxScriptBytes - when.size(), '#') + when
            << std::string(kMaxScriptBytes - when.size() + 7, '#') + when << 4 << 1
            << "a script has at most 65536 bytes, this one has 65543";
        const std::string lines = repeated("log a b\n", kMaxScriptBytes / 8);
        QTest::addRow("bytes, in lines") << lines << lines + "idle" << 8193 << 1
                                         << "a script has at most 65536 bytes, this one has 65540";
    }

    void limits()
    {
        QFETCH(std::string, within);
        QFETCH(std::string, beyond);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, sentence);
        const ParsedScript right = parseScript(within);
        QVERIFY2(right.isValid(), qPrintable(listed(right)));
        const ParsedScript wrong = parseScript(beyond);
        QCOMPARE(listed(wrong), QString("f:%1:%2: %3\n").arg(line).arg(column).arg(sentence));
        verifyPlaces(wrong, beyond);
    }

    void noMoreMistakesThanTheLimit_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addRow("lines") << repeated("lgo a\n", 1000);
        QTest::addRow("uses of labels") << repeated("clear A\n", 1000);
        QTest::addRow("introductions") << "idle A\n" + repeated("check A\n", 1000);
        QTest::addRow("all") << repeated("idle A\ncheck A\nlgo\nclear B\n", 1000);
    }

    void noMoreMistakesThanTheLimit()
    {
        QFETCH(std::string, text);
        const ParsedScript parsed = parseScript(text);
        QCOMPARE(parsed.mistakes.size(), kMaxMistakes);
        verifyPlaces(parsed, text);
    }

    void aVeryLongTextIsNotReadToItsEnd()
    {
        const std::string text(std::size_t{64} * 1024 * 1024, 'x');
        const ParsedScript parsed = parseScript(text);
        QCOMPARE(listed(parsed),
                 QString("f:1:65537: a script has at most 65536 bytes, this one has 67108864\n"));
    }

    void mutationsGiveAProgramOrAMistake()
    {
        Mutator mutator(kSeed);
        int valid = 0;
        for (int i = 0; i < kMutations; ++i) {
            const std::string text = mutator.mutated(std::string(kEverything));
            const ParsedScript parsed = parseScript(text);
            verifyPlaces(parsed, text);
            if (parsed.isValid()) {
                ++valid;
                const ParsedScript again = parseScript(writeScript(parsed.program));
                QVERIFY2(again.isValid(), qPrintable(listed(again)));
                QCOMPARE(programText(again.program), programText(parsed.program));
            }
            if (QTest::currentTestFailed()) {
                qWarning("mutation %d of seed %u:\n%s", i, kSeed, text.c_str());
                return;
            }
        }
        QVERIFY2(valid > kMutations / 20 && valid < kMutations / 2,
                 qPrintable(QString("%1 of them are valid").arg(valid)));
    }

    void wordsForHighlighting_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<QString>("painted");
        const auto row = [](const char *line, const char *expected) {
            QTest::addRow("%s", line) << std::string(line) << QString(expected);
        };
        row("", "");
        row("   ", "...");
        row("# log a", "CCCCCCC");
        row("setTimeout 1.5 A unref # x", "KKKKKKKKKK.NNN.L.KKKKK.CCC");
        row("timer T 10ms repeat 5", "KKKKK.L.NNNN.KKKKKK.N");
        row("  idle idle", "..KKKK.LLLL");
        row("log unref 5  x # c", "KKK.TTTTTTTTTT.CCC");
        row("log", "KKK");
        row("stop loop", "KKKK.KKKK");
        row("close I as close", "KKKKK.L.KK.LLLLL");
        row("reuse S with peek as R", "KKKKK.L.KKKK.TTTT.KK.L");
        row("run nowait", "KKK.KKKKKK");
        row("at 5 S receives bytes", "KK.N.L.KKKKKKKK.KKKKK");
        row("at 250us send W", "KK.NNNNN.KKKK.L");
        row("when A fires the 2nd time", "KKKK.L.KKKKK.KKK.NNN.KKKK");
        row("when R is written", "KKKK.L.KK.KKKKKKK");
        row("lgo a", "WWW.L");
        row("idle unref", "KKKK.KKKKK");
        row("idle log", "KKKK.WWW");
        row("busy 5min", "KKKK.WWWW");
        row("idle a,b", "KKKK.WWW");
        row("idle I\r", "KKKK.L.");
        row("idle \xc3\xa4", "KKKK.WW");
    }

    void wordsForHighlighting()
    {
        QFETCH(std::string, line);
        QFETCH(QString, painted);
        QCOMPARE(::painted(line), painted);
        verifyTokens(line);
    }

    void wordsForHighlightingOfAnyBytes()
    {
        Mutator mutator(kSeed + 1);
        std::mt19937 random(kSeed);
        for (int i = 0; i < kMutations && !QTest::currentTestFailed(); ++i) {
            const std::string text = mutator.mutated(std::string(kEverything));
            const std::size_t from = random() % (text.size() + 1);
            verifyTokens(std::string_view(text).substr(from, random() % 60));
        }
        std::string all;
        for (int byte = 0; byte < 256; ++byte)
            all += static_cast<char>(byte);
        verifyTokens(all);
    }

    void theExamplesOfTheDocumentAreScripts()
    {
        QFile file(QStringLiteral(REUSESCOPE_SOURCE_DIR "/docs/loop-script.md"));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QString document = QString::fromUtf8(file.readAll());
        static const QRegularExpression block("^```loop\n(.*?)^```$",
                                              QRegularExpression::MultilineOption
                                                  | QRegularExpression::DotMatchesEverythingOption);
        int examples = 0;
        QRegularExpressionMatchIterator it = block.globalMatch(document);
        while (it.hasNext()) {
            const QString example = it.next().captured(1);
            const ParsedScript parsed = parseScript(example.toStdString());
            QVERIFY2(parsed.isValid(), qPrintable(listed(parsed) + example));
            ++examples;
        }
        QCOMPARE(examples, document.count("```loop"));
        QVERIFY(examples >= 5);
    }
};

QTEST_GUILESS_MAIN(TestParser)
#include "tst_parser.moc"
