// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - the main program runs up to each run, and after the last one to its end; without a run in it,
//   one run in mode default follows
// - every statement becomes the call of the target that it names; "unref" comes after the start
// - reactions of one name and occasion run in the order of the text, a counted one only at its time
// - the first close names the close callback, else it is "close LABEL"
// - a reuse's word says whether it went out, poisoned or not, or moved
// - after abandon() nothing is called or seen, and the callback under way goes no further
#include "core/script/interpreter.h"
#include "core/script/parser.h"

#include <fmt/format.h>

#include <QTest>

using namespace reusescope;
using namespace reusescope::script;

namespace {

std::string text(RunMode mode)
{
    switch (mode) {
    case RunMode::Default: return "run";
    case RunMode::Once: return "run once";
    case RunMode::NoWait: return "run nowait";
    }
    return {};
}

/// Writes down what it is told, and what the observer sees.
class Recorder final : public Target, public ProgramObserver
{
public:
    explicit Recorder(const Program &program) : m_program(program) { }

    std::vector<std::string> take() { return std::exchange(m_lines, {}); }
    std::function<void()> onBusy;

    void setTimeout(NameIndex name, double delay, bool referenced) override
    {
        add("setTimeout {} {} {}", delay, label(name), referenced);
    }
    void setImmediate(NameIndex name, bool referenced) override
    {
        add("setImmediate {} {}", label(name), referenced);
    }
    void clear(NameIndex name) override { add("clear {}", label(name)); }
    void startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat) override
    {
        add("timer {} {} {}", label(name), timeout.count(), repeat.count());
    }
    void again(NameIndex name) override { add("again {}", label(name)); }
    void start(NameIndex name) override { add("start {}", label(name)); }
    void stop(NameIndex name) override { add("stop {}", label(name)); }
    void setReferenced(NameIndex name, bool referenced) override
    {
        add("{} {}", referenced ? "ref" : "unref", label(name));
    }
    void close(NameIndex name) override { add("close {}", label(name)); }
    void send(NameIndex name) override { add("send {}", label(name)); }
    void queuePending(NameIndex name) override { add("pending {}", label(name)); }
    void read(NameIndex name) override { add("read {}", label(name)); }
    void reuse(NameIndex name, NameIndex socket, std::string_view scheduler) override
    {
        add("reuse {} with {} as {}", label(socket), scheduler, label(name));
    }
    void busy(Nanoseconds time) override
    {
        add("busy {}", time.count());
        if (onBusy)
            onBusy();
    }
    void stopLoop() override { add("stop loop"); }

    void callback(NameIndex, Occasion, std::string_view word) override { add("[{}]", word); }
    void logged(std::string_view line) override { add("log {}", line); }

private:
    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments &&...arguments)
    {
        m_lines.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
    }
    const std::string &label(NameIndex name) const { return m_program.names[name].label; }

    const Program &m_program;
    std::vector<std::string> m_lines;
};

/// A program on a recorder.
struct Bench
{
    explicit Bench(const char *script)
        : parsed(parseScript(script)),
          recorder(parsed.program),
          interpreter(parsed.program, recorder, recorder)
    {
        for (const Mistake &mistake : parsed.mistakes)
            qWarning("%s", describe(mistake, "script").c_str());
    }
    NameIndex named(std::string_view label) const
    {
        const auto &names = parsed.program.names;
        const auto found = std::find_if(names.begin(), names.end(),
                                        [&](const Name &name) { return name.label == label; });
        return static_cast<NameIndex>(found - names.begin());
    }
    /// What the main program does, each run among it.
    std::vector<std::string> wholeMain()
    {
        std::vector<std::string> lines;
        for (;;) {
            const auto mode = interpreter.nextRun();
            for (const std::string &line : recorder.take())
                lines.push_back(line);
            if (!mode)
                return lines;
            lines.push_back(text(*mode));
        }
    }

    ParsedScript parsed;
    Recorder recorder;
    Interpreter interpreter;
};

using Lines = std::vector<std::string>;

void compare(const Lines &actual, const Lines &expected)
{
    for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i)
        QCOMPARE(QString::fromStdString(actual[i]), QString::fromStdString(expected[i]));
    QCOMPARE(actual.size(), expected.size());
}

} // namespace

class TestInterpreter : public QObject
{
    Q_OBJECT

private slots:
    void mainWithoutRun()
    {
        Bench bench("log a\nlog b\n");
        compare(bench.wholeMain(), {"log a", "log b", "run"});
        QVERIFY(!bench.interpreter.nextRun());
    }

    void mainWithRuns()
    {
        Bench bench("log a\nrun once\nlog b\nrun nowait\nrun\nlog c\n");
        compare(bench.wholeMain(), {"log a", "run once", "log b", "run nowait", "run", "log c"});
    }

    void everyStatement()
    {
        Bench bench("setTimeout 1.5 A unref\n"
                    "setImmediate B\n"
                    "clear B\n"
                    "timer T 10 repeat 5 unref\n"
                    "again T\n"
                    "idle I\n"
                    "prepare P unref\n"
                    "check K\n"
                    "async W\n"
                    "send W\n"
                    "socket S\n"
                    "read S\n"
                    "stop I\n"
                    "unref K\n"
                    "ref K\n"
                    "close W\n"
                    "pending D\n"
                    "reuse S with peek as R\n"
                    "busy 250us\n"
                    "stop loop\n");
        compare(bench.wholeMain(),
                {"setTimeout 1.5 A false",
                 "setImmediate B true",
                 "clear B",
                 "timer T 10 5",
                 "unref T",
                 "again T",
                 "start I",
                 "start P",
                 "unref P",
                 "start K",
                 "start W",
                 "send W",
                 "start S",
                 "read S",
                 "stop I",
                 "unref K",
                 "ref K",
                 "close W",
                 "pending D",
                 "reuse S with peek as R",
                 "busy 250000",
                 "stop loop",
                 "run"});
    }

    void reactionsInOrderAndAtTheirTime()
    {
        Bench bench("idle I\n"
                    "when I fires the 2nd time\n    log second\n"
                    "when I fires\n    log always\n"
                    "when I fires the 1st time\n    log first\n");
        bench.wholeMain();
        for (int i = 0; i < 3; ++i)
            bench.interpreter.fired(bench.named("I"));
        compare(bench.recorder.take(),
                {"[I]", "log always", "log first", "[I]", "log second", "log always", "[I]",
                 "log always"});
    }

    void firstCloseNamesTheCallback()
    {
        Bench bench("idle I\nidle J\nidle K\nclose I as bye\nclose I as again\nclose J\n"
                    "close J as late\n"
                    "when I closes\n    log gone\n");
        bench.wholeMain();
        bench.interpreter.closed(bench.named("I"));
        bench.interpreter.closed(bench.named("J"));
        compare(bench.recorder.take(), {"[bye]", "log gone", "[close J]"});
    }

    void wordsOfAReuse()
    {
        Bench bench("socket S\nreuse S with none as R\n"
                    "when R is written\n    log sent\n"
                    "when R moves\n    log moved\n");
        bench.wholeMain();
        const NameIndex reuse = bench.named("R");
        bench.interpreter.written(reuse, false);
        bench.interpreter.written(reuse, true);
        bench.interpreter.moved(reuse, "idle-fin");
        compare(bench.recorder.take(),
                {"[R]", "log sent", "[R:poisoned]", "log sent", "[R:moved]", "log moved"});
    }

    void abandonedWithinACallback()
    {
        Bench bench("idle I\nwhen I fires\n    log before\n    busy 1\n    log behind\n"
                    "when I fires\n    log other\n");
        bench.wholeMain();
        bench.recorder.onBusy = [&] { bench.interpreter.abandon(); };
        bench.interpreter.fired(bench.named("I"));
        compare(bench.recorder.take(), {"[I]", "log before", "busy 1000000"});
        bench.interpreter.fired(bench.named("I"));
        compare(bench.recorder.take(), {});
    }

    void abandonedWithinMain()
    {
        Bench bench("busy 1\nlog behind\nrun\n");
        bench.recorder.onBusy = [&] { bench.interpreter.abandon(); };
        compare(bench.wholeMain(), {"busy 1000000"});
    }
};

QTEST_GUILESS_MAIN(TestInterpreter)
#include "tst_interpreter.moc"
