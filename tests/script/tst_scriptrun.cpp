// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - the golden traces of libuv 1.44.2 and 1.52.1 come out word for word, in modes default and once
// - time passes by work and by poll's sleep only; what arrives meanwhile is seen by the next poll;
//   a sleep ends with the first arrival that a watched socket or an async makes ready
// - ready sockets are reported in epoll's order: first come, first served
// - a socket is drained before its statements run; FIN and reset are reported once and end it
// - a request goes out or moves as its scheduler and the socket's content say
// - every poll tells its timeout, why, what ended it and how long it slept
// - all steps give the same entries; a position leads back to the same state and entries
// - each limit ends the program with one entry; nothing sleeps for ever
// - a run may be destroyed at any step
// - on the real clock, programs that leave no choice give the same orders
// - a turn allocates nothing, and asks the system nothing where there is no async
#include "core/script/parser.h"
#include "core/script/scriptrun.h"
#include "core/script/transcripttext.h"
#include "tests/support/countedallocations.h"

#include <QFile>
#include <QTest>

#include <cstdlib>

using namespace reusescope;
using namespace reusescope::script;

namespace {

using Unit = ScriptRun::Step;

Program programOf(std::string_view text)
{
    const ParsedScript parsed = parseScript(text);
    for (const Mistake &mistake : parsed.mistakes)
        qWarning("%s", describe(mistake, "script").c_str());
    return parsed.program;
}

/// One line for each entry, as people see it.
class Lines final : public EntrySink
{
public:
    explicit Lines(const Program &program) : m_text(program) { }
    void entry(const Entry &entry) override
    {
        m_order.entry(entry);
        m_text.entry(entry);
        if (entry.kind == EntryKind::Limit)
            limits.push_back(entry.text);
        if (entry.kind == EntryKind::Poll)
            polls.push_back(entry);
        if (entry.kind == EntryKind::Callback && !entry.detail.empty())
            reasons.emplace_back(entry.detail);
    }
    std::string text() { return m_text.take(); }
    const std::string &order() const { return m_order.text(); }

    std::vector<std::string> limits;
    std::vector<std::string> reasons; // of requests that moved
    std::vector<Entry> polls;

private:
    OrderText m_order;
    TranscriptText m_text;
};

/// A program that has run to its end.
struct Ended
{
    explicit Ended(std::string_view script, const RunOptions &options = {})
        : program(programOf(script)), lines(program)
    {
        ScriptRun run(program, options, &lines);
        run.runToEnd();
        limited = run.wasStoppedByLimit();
        over = run.isOver();
    }

    Program program;
    Lines lines;
    bool limited = false;
    bool over = false;
};

RunOptions optionsFor(LoopModel model, ClockKind clock = ClockKind::Virtual)
{
    RunOptions options;
    options.model = model;
    options.clock = clock;
    return options;
}

std::string dataFile(const char *file)
{
    QFile opened(QStringLiteral(REUSESCOPE_SOURCE_DIR "/tests/data/loop/") + file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
}

std::string describeItems(const std::vector<LoopState::Item> &items)
{
    std::string text;
    for (const LoopState::Item &item : items) {
        text += text.empty() ? "" : " ";
        text += item.label + (item.referenced ? "" : "-");
        if (item.unread > 0)
            text += ":" + std::to_string(item.unread);
    }
    return text;
}

/// Everything in a state, for comparing.
std::string describeState(const LoopState &state)
{
    std::string text = std::to_string(state.turn) + " " + std::string(name(state.phase)) + " "
        + std::to_string(state.now.count()) + " " + (state.alive ? "alive" : "over") + " "
        + std::to_string(state.pollTimeout.ms) + " " + std::string(name(state.pollTimeout.reason))
        + " " + state.pollTimer;
    for (const auto *items :
         {&state.timers, &state.immediates, &state.pending, &state.closing, &state.idle,
          &state.prepare, &state.check, &state.watched, &state.reuses})
        text += " | " + describeItems(*items);
    return text;
}

void compare(const std::string &actual, const std::string &expected)
{
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected));
}

// Something of everything, for stepping.
constexpr const char *kRich = R"(socket S
socket Q unref
async W
idle I
prepare P
check K
timer T 3 repeat 4
setTimeout 2 A
setTimeout 2 B unref
setImmediate C
pending D
at 1 S receives bytes
at 4 Q receives crlf
at 6 send W
at 8 Q receives fin
run once
log between
run
when A fires
    busy 2.5
    reuse Q with fresh-poll as R
    setTimeout 1 A2
when C fires
    setImmediate C2 unref
    close K as gone
when I fires the 3rd time
    stop I
when T fires the 2nd time
    stop T
    close P
when W fires
    close W
    close S
    pending D
when R is written
    log sent
)";

} // namespace

class TestScriptRun : public QObject
{
    Q_OBJECT

private slots:
    void golden_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("timersLast");
        QTest::addColumn<QString>("order");
        QTest::newRow("timers-first, default")
            << "golden-default.loop" << false
            << "A B idle P async C | close idle P2 P C2 C | idle P2 P C2 C |";
        QTest::newRow("timers-first, once")
            << "golden-once.loop" << false << "A B idle P async C | close, then idle P2 P C2 C |";
        QTest::newRow("timers-last, default")
            << "golden-default.loop" << true
            << "A idle P async C | close B idle P2 P C2 C | idle P2 P C2 C |";
        QTest::newRow("timers-last, once")
            << "golden-once.loop" << true << "idle P async C | close A, then idle P2 P C2 C | B";
    }
    void golden()
    {
        QFETCH(QString, file);
        QFETCH(bool, timersLast);
        QFETCH(QString, order);
        const auto model = timersLast ? LoopModel::TimersLast : LoopModel::TimersFirst;
        const std::string script = dataFile(file.toLatin1().constData());
        QVERIFY(!script.empty());
        for (const ClockKind clock : {ClockKind::Virtual, ClockKind::Real}) {
            const Ended ended(script, optionsFor(model, clock));
            compare(ended.lines.order(), order.toStdString());
            QVERIFY(!ended.limited);
        }
    }

    void order_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("order");
        QTest::addColumn<bool>("onlyVirtual");
        const auto row = [](const char *what, const char *script, const char *order) {
            QTest::newRow(what) << script << order << false;
        };
        // A busy machine could change the order on the real clock.
        const auto timed = [](const char *what, const char *script, const char *order) {
            QTest::newRow(what) << script << order << true;
        };
        timed("a zero timeout waits for 1 ms", "setTimeout 0 A\nsetImmediate B\n", "B A");
        row("an immediate of an immediate waits for the next turn",
            "setImmediate A\nidle I\nwhen A fires\n setImmediate B\n"
            "when I fires the 2nd time\n stop I\n",
            "I A I B");
        row("a label means its latest timeout",
            "setTimeout 1 A\nsetTimeout 2 A\nclear A\nsetTimeout 3 B\n", "A B");
        row("clear of what has fired", "setTimeout 1 A\nsetTimeout 2 B\nwhen A fires\n clear A\n",
            "A B");
        row("an unreferenced timeout does not hold the loop", "setTimeout 5 A unref\n", "");
        row("nothing is done with what is closed",
            "idle I\nclose I\nidle I\nclose I as twice\nunref I\nstop I\n", "close I");
        row("closing is last in, first out", "idle I\nidle J\nclose I\nclose J\n",
            "close J close I");
        timed("what was never started can be closed",
              "close T\ntimer U 1\nwhen U fires\n timer T 1\n", "close T U");
        row("pending runs before poll", "pending D\nsetImmediate A\nwhen D fires\n pending E\n",
            "D E A");
        timed("work makes a timer late", "timer T 1\nidle I\nwhen I fires\n busy 5\n stop I\n",
              "I T");
        row("stop ends the run after the turn",
            "idle I\nrun\nlog then\nrun nowait\nwhen I fires\n stop loop\n check K\n",
            "I K, then then I K");
        timed("arrivals are seen by the next poll, in order of time",
              "socket A\nsocket B\nidle I\nat 3 A receives bytes\nat 2 B receives bytes\n"
              "when I fires the 2nd time\n busy 5\n stop I\n unref A\n unref B\n",
              "I I B A");
        timed("and of the text where the times are equal",
              "socket A\nsocket B\nidle I\nat 2 B receives bytes\nat 2 A receives bytes\n"
              "when I fires the 2nd time\n busy 5\n stop I\n unref A\n unref B\n",
              "I I B A");
        row("what arrived before a socket was watched is read then",
            "setTimeout 5 T\nat 1 S receives bytes\nwhen T fires\n socket S\n"
            "when S fires\n close S\n",
            "T S close S");
        row("a read takes what the callback would have got",
            "socket S\nidle I\nat 1 S receives bytes\n"
            "when I fires\n busy 2\n read S\n stop I\n unref S\n",
            "I");
        row("a socket that is emptied in the batch does not fire again",
            "socket A\nsocket B\nidle I\nat 1 A receives bytes\nat 1 B receives bytes\n"
            "when I fires\n busy 2\n stop I\n"
            "when A fires\n stop B\n unref A\n",
            "I A");
        timed("a FIN is reported once and ends the socket",
              "socket S\nat 1 S receives fin\nat 2 S receives bytes\nsetTimeout 5 A\n"
              "when A fires\n socket S\n",
              "S A");
        row("a reset likewise", "socket S\nat 1 S receives rst\n", "S");
        row("sends before the callback make one",
            "async W\nsend W\nsend W\nwhen W fires\n close W\n", "W close W");
        timed("a send from outside ends the sleep",
              "async W\nat 3 send W\ntimer T 5\nwhen W fires\n close W\n", "W close W T");
        timed("a socket and an async in the order in which they became ready",
              "socket S\nasync W\nidle I\nat 2 send W\nat 1 S receives bytes\n"
              "when I fires the 2nd time\n busy 5\n stop I\nwhen W fires\n close W\n close S\n",
              "I I S W close S close W");
        timed("and the other way round",
              "socket S\nasync W\nidle I\nat 1 send W\nat 2 S receives bytes\n"
              "when I fires the 2nd time\n busy 5\n stop I\nwhen S fires\n close W\n close S\n",
              "I I W S close S close W");
        row("what was ready before the first poll comes in the order of starting",
            "socket A\nsocket B\nidle I\nat 3 A receives bytes\nat 2 B receives bytes\n"
            "when I fires\n busy 5\n stop I\n unref A\n unref B\n",
            "I A B");
    }
    void order()
    {
        QFETCH(QString, script);
        QFETCH(QString, order);
        QFETCH(bool, onlyVirtual);
        for (const ClockKind clock : {ClockKind::Virtual, ClockKind::Real}) {
            if (onlyVirtual && clock == ClockKind::Real)
                continue;
            const Ended ended(script.toStdString(), optionsFor(LoopModel::TimersLast, clock));
            compare(ended.lines.order(), order.toStdString());
            QVERIFY(!ended.limited);
        }
    }

    /// What epoll keeps: a socket that was reported goes to the tail.
    void reportedSocketsGoToTheTail()
    {
        const Ended ended("socket A\nsocket B\nsocket C\nidle I\n"
                          "at 1 A receives bytes\nat 2 B receives bytes\nat 3 C receives bytes\n"
                          "at 6 C receives bytes\nat 7 B receives bytes\nat 8 A receives bytes\n"
                          "when I fires\n busy 5\n"
                          "when I fires the 2nd time\n stop I\n unref A\n unref B\n unref C\n");
        compare(ended.lines.order(), "I A B C I A B C"); // each has kept its place in the list
    }

    void reuse_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("onlyVirtual");
        const auto row = [](const char *what, const std::string &script, const char *order,
                            const char *reason = "") {
            QTest::newRow(what) << QString::fromStdString(script) << order << reason << false;
        };
        // A busy machine could change the order on the real clock.
        const auto timed = [](const char *what, const std::string &script, const char *order,
                              const char *reason = "") {
            QTest::newRow(what) << QString::fromStdString(script) << order << reason << true;
        };
        const std::string inCheck = "socket S unref\nsetImmediate C\n";
        row("none goes out at once",
            inCheck + "when C fires\n reuse S with none as R\n log after\n", "C R after");
        row("none does not look",
            inCheck
                + "at 1 S receives bytes\nwhen C fires\n busy 2\n reuse S with none as R\n"
                  " close S\n",
            "C R:poisoned close S");
        row("nor at a FIN",
            inCheck
                + "at 1 S receives fin\nwhen C fires\n busy 2\n reuse S with none as R\n"
                  " close S\n",
            "C R close S");
        row("line breaks are no poison",
            inCheck
                + "at 1 S receives crlf\nwhen C fires\n busy 2\n reuse S with none as R\n"
                  " close S\n",
            "C R close S");
        row("peek sees bytes",
            inCheck + "at 1 S receives bytes\nwhen C fires\n busy 2\n reuse S with peek as R\n",
            "C R:moved", "idle-bytes");
        row("peek sees a FIN",
            inCheck + "at 1 S receives fin\nwhen C fires\n busy 2\n reuse S with peek as R\n",
            "C R:moved", "idle-fin");
        row("peek sees a reset",
            inCheck + "at 1 S receives rst\nwhen C fires\n busy 2\n reuse S with peek as R\n",
            "C R:moved", "idle-reset");
        row("peek sees nothing", inCheck + "when C fires\n reuse S with peek as R\n", "C R");
        timed("after-idle trusts a young connection",
              inCheck
                  + "at 1 S receives bytes\nwhen C fires\n busy 2\n"
                    " reuse S with after-idle:5 as R\n close S\n",
              "C R:poisoned close S");
        row("and looks at an old one",
            inCheck
                + "at 1 S receives bytes\nwhen C fires\n busy 6\n"
                  " reuse S with after-idle:5 as R\n",
            "C R:moved", "idle-bytes");
        timed("immediate-ref from poll: no poll in between",
              "socket S unref\nsocket E\nat 1 E receives bytes\nat 2 S receives bytes\n"
              "when E fires\n busy 5\n reuse S with immediate-ref as R\n close E\n"
              "when R is written\n close S\n",
              "E R:poisoned close S close E");
        timed("fresh-poll from poll: one poll in between",
              "socket S unref\nsocket E\nat 1 E receives bytes\nat 2 S receives bytes\n"
              "when E fires\n busy 5\n reuse S with fresh-poll as R\n close E\n",
              "E close E S R:moved", "idle-bytes");
        row("immediate-ref from check: one poll in between",
            inCheck
                + "at 1 S receives fin\nwhen C fires\n busy 5\n"
                  " reuse S with immediate-ref as R\n",
            "C S R:moved", "idle-fin");
        timed("immediate-unref from check stalls until something ends the sleep",
              inCheck + "setTimeout 499 T\nwhen C fires\n reuse S with immediate-unref as R\n",
              "C R T");
        row("timer-0 waits for its millisecond",
            inCheck + "when C fires\n reuse S with timer-0 as R\n setTimeout 1 T\n", "C R T");
        timed("background holds up only until the check phase",
              "socket S unref\nreuse S with background as R\nsetTimeout 2 T\n"
              "when T fires\n reuse S with background as R2\n",
              "R T R2");
        row("a request that waits keeps its socket referenced",
            "socket S unref\nreuse S with timer-0 as R\n", "R");
        row("line breaks are read and ignored while a request waits",
            inCheck
                + "at 1 S receives crlf\nwhen C fires\n busy 2\n"
                  " reuse S with immediate-ref as R\n",
            "C S R");
        row("a socket that was spoiled before",
            "socket S\nat 1 S receives bytes\nwhen S fires\n reuse S with none as R\n", "S R:moved",
            "idle-bytes");
        row("a read spoils, too",
            inCheck
                + "at 1 S receives bytes\nwhen C fires\n busy 2\n"
                  " reuse S with immediate-ref as R\n read S\n log read\n",
            "C R:moved read", "idle-bytes");
        row("a closed socket",
            inCheck + "when C fires\n reuse S with immediate-ref as R\n close S\n",
            "C R:moved close S", "closed");
        row("all that wait for a socket move",
            inCheck
                + "at 1 S receives fin\nwhen C fires\n busy 5\n"
                  " reuse S with immediate-ref as R\n reuse S with fresh-poll as R2\n",
            "C S R:moved R2:moved", "idle-fin");
        row("who waits is not asked twice",
            inCheck
                + "when C fires\n reuse S with immediate-ref as R\n"
                  " reuse S with immediate-ref as R\n",
            "C R");
    }
    void reuse()
    {
        QFETCH(QString, script);
        QFETCH(QString, order);
        QFETCH(QString, reason);
        QFETCH(bool, onlyVirtual);
        for (const ClockKind clock : {ClockKind::Virtual, ClockKind::Real}) {
            if (onlyVirtual && clock == ClockKind::Real)
                continue;
            const Ended ended(script.toStdString(), optionsFor(LoopModel::TimersLast, clock));
            compare(ended.lines.order(), order.toStdString());
            const auto &reasons = ended.lines.reasons;
            compare(reasons.empty() ? "" : reasons.front(), reason.toStdString());
            QVERIFY(!ended.limited);
        }
    }

    void transcript()
    {
        Ended ended("socket S\ntimer T 10\nidle I\nlog begin\nat 5.5 S receives bytes\n"
                    "when I fires\n stop I\nwhen S fires\n log \xc3\xa4\n setTimeout 1 A\n"
                    "when T fires\n close S as bye\n");
        compare(ended.lines.text(),
                "main program\n"
                "                0     ms  \"begin\"\n"
                "\n"
                "turn 1\n"
                "  idle          0     ms  I\n"
                "  poll          5.5   ms  sleeps up to 10 ms: next-timer T; "
                "woken by S after 5.5 ms\n"
                "                          S\n"
                "                          \"\xc3\xa4\"\n"
                "\n"
                "turn 2\n"
                "  poll          6.5   ms  sleeps up to 1 ms: next-timer A; woken by A after 1 ms\n"
                "  timers        6.5   ms  A\n"
                "\n"
                "turn 3\n"
                "  poll         10.5   ms  sleeps up to 4 ms: next-timer T; woken by T after 4 ms\n"
                "  timers       10.5   ms  T\n"
                "\n"
                "turn 4\n"
                "  poll         10.5   ms  does not sleep: nothing-alive\n"
                "  closing      10.5   ms  bye\n"
                "\n"
                "run() answers 0: nothing is alive any more\n");
    }

    /// C10: 20 ms from a loop time that is 50 ms old are over at once; the next one is in time.
    void timersTellTheAgeOfTheLoopTime()
    {
        Ended ended("timer T 1\nwhen T fires\n busy 50\n timer U 20\nwhen U fires the 1st time\n"
                    " timer U 20\n");
        const std::string text = ended.lines.text();
        QCOMPARE(text.find("T (armed"), std::string::npos);
        const std::size_t told = text.find("  51     ms  U (armed with a loop time 50 ms old)\n");
        QVERIFY2(told != std::string::npos, text.c_str());
        QCOMPARE(text.find("(armed", told + 40), std::string::npos);
        QVERIFY2(text.find("  71     ms  U\n", told) != std::string::npos, text.c_str());
    }

    void transcriptReplacesControlCharacters()
    {
        compare(printable("a\x1b[2J\x7f\n\xc2\x9b\xc3\xa4"), "a?[2J???\xc3\xa4");
    }

    void polls_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("timeout");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("wokenBy");
        QTest::addColumn<QString>("timer");
        QTest::addColumn<int>("sleptMs");
        const auto row = [](const char *what, const char *script, int timeout, const char *reason,
                            const char *wokenBy, const char *timer, int sleptMs) {
            QTest::newRow(what) << script << timeout << reason << wokenBy << timer << sleptMs;
        };
        row("a native timer", "timer T 7\n", 7, "next-timer", "timer", "T", 7);
        row("a timeout", "setTimeout 7 A\n", 7, "next-timer", "timer", "A", 7);
        row("an idle handle", "timer T 7\nidle I\nwhen I fires\n stop loop\n", 0, "stopping",
            "nothing", "", 0);
        row("a referenced immediate", "setImmediate A\n", 0, "idle-active", "nothing", "", 0);
        row("an immediate that lost its reference", "setImmediate A\nunref A\nsetTimeout 5 B\n", 5,
            "next-timer", "timer", "B", 5);
        row("an immediate that got one", "setImmediate A unref\nref A\nsetTimeout 5 B\n", 0,
            "idle-active", "nothing", "", 0);
        row("a stall",
            "socket S unref\nprepare P\nsetTimeout 499 T\n"
            "when P fires\n stop P\n reuse S with immediate-unref as R\n",
            499, "next-timer", "timer", "T", 499);
        row("a closing handle", "timer T 1\nclose T\n", 0, "nothing-alive", "nothing", "", 0);
        row("another handle beside it", "timer U 5\ntimer T 1\nclose T\n", 0, "closing", "nothing",
            "", 0);
        row("no wait", "timer T 7\nrun nowait\n", 0, "no-wait", "nothing", "", 0);
        row("a socket", "socket S\nat 4 S receives fin\n", -1, "no-timer", "io", "", 4);
        row("a send", "async W\nat 4 send W\nwhen W fires\n close W\n", -1, "no-timer", "wakeup",
            "", 4);
        row("a socket before the timer", "socket S\ntimer T 9\nat 4 S receives fin\n", 9,
            "next-timer", "io", "T", 4);
    }
    void polls()
    {
        QFETCH(QString, script);
        QFETCH(int, timeout);
        QFETCH(QString, reason);
        QFETCH(QString, wokenBy);
        QFETCH(QString, timer);
        QFETCH(int, sleptMs);
        const Ended ended(script.toStdString());
        QVERIFY(!ended.lines.polls.empty());
        const Entry &poll = ended.lines.polls.front();
        QCOMPARE(poll.timeoutMs, timeout);
        compare(std::string(name(poll.reason)), reason.toStdString());
        compare(std::string(name(poll.wokenBy)), wokenBy.toStdString());
        compare(poll.text, timer.toStdString());
        QCOMPARE(poll.slept, Nanoseconds(Milliseconds(sleptMs)));
    }

    void allStepsGiveTheSame_data()
    {
        QTest::addColumn<bool>("timersLast");
        QTest::newRow("timers-last") << true;
        QTest::newRow("timers-first") << false;
    }
    void allStepsGiveTheSame()
    {
        QFETCH(bool, timersLast);
        const RunOptions options =
            optionsFor(timersLast ? LoopModel::TimersLast : LoopModel::TimersFirst);
        const Program program = programOf(kRich);
        Lines whole(program);
        ScriptRun run(program, options, &whole);
        run.runToEnd();
        const std::string expected = whole.text();
        QVERIFY(expected.size() > 1000);
        for (const Unit unit : {Unit::Callback, Unit::Phase, Unit::Turn}) {
            Lines stepped(program);
            ScriptRun steps(program, options, &stepped);
            while (steps.step(unit))
                steps.state();
            compare(stepped.text(), expected);
            QCOMPARE(steps.position(), run.position());
            QVERIFY(steps.isOver() && !steps.step(unit));
        }
    }

    void positionsLeadBack()
    {
        const Program program = programOf(kRich);
        Lines lines(program);
        ScriptRun run(program, {}, &lines);
        std::string text;
        for (std::uint64_t position = 1; run.step(Unit::Callback); ++position) {
            QCOMPARE(run.position(), position);
            text += lines.text();
            Lines again(program);
            ScriptRun other(program, {}, &again);
            other.runTo(position);
            compare(again.text(), text);
            compare(describeState(other.state()), describeState(run.state()));
        }
    }

    void stateShowsTheQueuesInOrder()
    {
        const Program program = programOf("timer N 5\nsetTimeout 5 A\ntimer M 3 unref\n"
                                          "setTimeout 2 B unref\nsetImmediate C\n"
                                          "setImmediate D unref\nidle I\nidle J\nprepare P\n"
                                          "check K unref\nasync W\nsocket S\npending E\n"
                                          "timer X 1\ntimer Y 1\nclose X\nclose Y as bye\n"
                                          "reuse S with timer-0 as R\n"
                                          "at 0 S receives crlf\nbusy 1us\n");
        ScriptRun run(program, {}, nullptr);
        QVERIFY(run.step(Unit::Callback)); // E, and nothing else yet
        const LoopState state = run.state();
        QCOMPARE(state.turn, 1u);
        QCOMPARE(state.phase, Phase::Pending);
        compare(describeItems(state.timers), "validation- B- M- N A");
        compare(describeItems(state.immediates), "C D-");
        compare(describeItems(state.pending), "");
        compare(describeItems(state.closing), "Y X");
        compare(describeItems(state.idle), "J I");
        compare(describeItems(state.prepare), "P");
        compare(describeItems(state.check), "K-");
        compare(describeItems(state.watched), "W S:2");
        compare(describeItems(state.reuses), "R");
        QVERIFY(state.alive);
        QCOMPARE(state.pollTimeout.reason, TimeoutReason::IdleActive);
        QCOMPARE(state.timers.back().due, Nanoseconds(Milliseconds(5)));
    }

    void limits_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<bool>("timersLast");
        QTest::addColumn<QString>("limit");
        const auto row = [](const char *what, const char *script, bool timersLast,
                            const char *limit) {
            QTest::newRow(what) << script << timersLast << limit;
        };
        row("turns", "idle I\n", true, "after 1000 turns");
        row("a zero timer that never leaves its phase", "timer T 0\nwhen T fires\n timer T 0\n",
            false, "after 100000 callbacks in one turn");
        row("log lines", "timer T 0\nwhen T fires\n log a\n log b\n timer T 0\n", false,
            "after 100000 log lines in one turn");
        row("nothing arrives and no timer is set", "socket S\n", true, "would sleep for ever");
        row("what arrives is for a socket that is not watched",
            "socket S\nsocket Q\nstop Q\nat 5 Q receives bytes\n", true, "would sleep for ever");
        row("too much in the queues",
            "idle I\nwhen I fires\n setTimeout 9 A\n pending D\nwhen D fires\n setTimeout 9 A\n"
            " setTimeout 9 A\n setTimeout 9 A\n setTimeout 9 A\n setTimeout 9 A\n"
            " setImmediate B\n setImmediate B\n setImmediate B\n setImmediate B\n"
            "when B fires\n pending D\n",
            true, "are waiting");
        row("requests within requests",
            "socket S\nreuse S with none as R\nwhen R is written\n reuse S with none as R\n", true,
            "within one statement");
    }
    void limits()
    {
        QFETCH(QString, script);
        QFETCH(bool, timersLast);
        QFETCH(QString, limit);
        const Ended ended(script.toStdString(),
                          optionsFor(timersLast ? LoopModel::TimersLast : LoopModel::TimersFirst));
        QVERIFY(ended.over);
        QVERIFY(ended.limited);
        QCOMPARE(ended.lines.limits.size(), std::size_t{1});
        QVERIFY2(QString::fromStdString(ended.lines.limits.front()).contains(limit),
                 ended.lines.limits.front().c_str());
    }

    void virtualTimeEnds()
    {
        RunOptions options;
        options.maxTurns = 5000;
        const Ended ended("timer T 2147483647 repeat 2147483647\n", options);
        QVERIFY(ended.limited);
        compare(ended.lines.limits.front(), "100 years of virtual time are over");
    }

    void lastAllowedTurnIsNoLimit()
    {
        RunOptions options;
        options.maxTurns = 3;
        const Ended ended("idle I\nwhen I fires the 3rd time\n stop I\n", options);
        compare(ended.lines.order(), "I I I");
        QVERIFY(!ended.limited);
        const Ended more("idle I\nwhen I fires the 4th time\n stop I\n", options);
        compare(more.lines.order(), "I I I");
        QVERIFY(more.limited);
    }

    void interruptedOnTheRealClock()
    {
        RunOptions options = optionsFor(LoopModel::TimersLast, ClockKind::Real);
        int asked = 0;
        options.interrupted = [&asked] { return ++asked > 50; };
        const Ended ended("idle I\nwhen I fires\n busy 60s\n", options);
        compare(ended.lines.order(), "I");
        QVERIFY(ended.over && !ended.limited && ended.lines.limits.empty());
    }

    void destroyedAtAnyStep()
    {
        const Program program = programOf(kRich);
        for (const ClockKind clock : {ClockKind::Virtual, ClockKind::Real}) {
            for (std::uint64_t position = 0;; ++position) {
                ScriptRun run(program, optionsFor(LoopModel::TimersLast, clock), nullptr);
                run.runTo(position);
                if (run.isOver())
                    break;
            }
        }
    }

    void aTurnAllocatesNothing_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("immediates")
            << "idle I\nsetImmediate C\nwhen C fires\n setImmediate C\nwhen I fires\n log tick\n";
        QTest::newRow("timeouts") << "setTimeout 0 A\nwhen A fires\n setTimeout 0 A\n";
        QTest::newRow("timers") << "timer T 1\nwhen T fires\n timer T 2\n pending D\n";
        QTest::newRow("two durations")
            << "setTimeout 1 A\nsetTimeout 3 B\nwhen A fires\n setTimeout 1 A\n"
               "when B fires\n setTimeout 3 B\n";
    }
    void aTurnAllocatesNothing()
    {
        QFETCH(QString, script);
        constexpr std::uint32_t kWarmUp = 100;
        constexpr std::uint32_t kTurns = 10'000;
        struct Counter final : EntrySink
        {
            void entry(const Entry &) override { ++entries; }
            std::uint64_t entries = 0;
        } counter;
        RunOptions options;
        options.maxTurns = 2 * (kWarmUp + kTurns);
        ScriptRun run(programOf(script.toStdString()), options, &counter);
        while (run.turn() < kWarmUp)
            QVERIFY(run.step(Unit::Turn));
        const std::uint64_t entriesBefore = counter.entries;
        const std::size_t before = allocations;
        while (run.turn() < kWarmUp + kTurns)
            run.step(Unit::Turn);
        const std::size_t made = allocations - before;
        QCOMPARE(made, std::size_t{0});
        QVERIFY(counter.entries - entriesBefore >= 2 * kTurns); // a poll and a callback each
    }
};

QTEST_GUILESS_MAIN(TestScriptRun)
#include "tst_scriptrun.moc"
