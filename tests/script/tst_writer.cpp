// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - what is written is read back as the same program: every form, and programs made from seeds;
// - a form is written in one way, with nothing that goes without saying;
// - a time is written exactly, in the unit that makes it shortest.
#include "core/script/parser.h"
#include "core/script/writer.h"
#include "tests/script/programtext.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <limits>
#include <random>

using namespace reusescope;
using namespace reusescope::script;
using namespace reusescope::test;

namespace {

constexpr int kPrograms = 5000;
constexpr unsigned kSeed = 20261130;

/// Makes programs that use all of the language. Their names are in the parser's order, as each is
/// introduced when it is made.
class Generator
{
public:
    explicit Generator(unsigned seed) : m_random(seed) { }

    Program program()
    {
        m_program = {};
        for (std::size_t count = 1 + below(12); count > 0; --count)
            m_program.main.push_back(statement(true));
        for (std::size_t count = below(6); count > 0; --count) {
            Reaction reaction;
            for (std::size_t statements = 1 + below(5); statements > 0; --statements)
                reaction.statements.push_back(statement(false));
            reaction.name = anyName();
            reaction.occasion = occasionOf(m_program.names[reaction.name].kind);
            reaction.time = below(2) ? 0U : static_cast<std::uint32_t>(1 + below(130));
            m_program.reactions.push_back(std::move(reaction));
        }
        for (std::size_t count = below(5); count > 0; --count) {
            Arrival arrival;
            arrival.name = anyName();
            const NameKind kind = m_program.names[arrival.name].kind;
            if (kind != NameKind::Socket && kind != NameKind::Async)
                continue;
            arrival.kind =
                kind == NameKind::Async ? ArrivalKind::Send : static_cast<ArrivalKind>(below(4));
            arrival.at = time(kMaxTime);
            m_program.arrivals.push_back(arrival);
        }
        return std::move(m_program);
    }

private:
    std::size_t below(std::size_t bound)
    {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(m_random);
    }

    bool oneIn(std::size_t count) { return below(count) == 0; }

    Nanoseconds time(Nanoseconds limit)
    {
        constexpr std::array<std::size_t, 4> kGrains{1, 1'000, 1'000'000, 1'000'000'000};
        const std::size_t grain = kGrains[below(kGrains.size())];
        const std::size_t most = static_cast<std::size_t>(limit.count()) / grain;
        // Small ones as often as large ones.
        return Nanoseconds{below(1 + (most >> below(40))) * grain};
    }

    Milliseconds wholeTime() { return std::chrono::floor<Milliseconds>(time(kMaxTime)); }

    double delay()
    {
        switch (below(4)) {
        case 0: return static_cast<double>(below(100));
        case 1: return static_cast<double>(below(100'000)) / 1000;
        case 2: return -static_cast<double>(below(1000)) / 8;
        default: {
            const double any =
                std::ldexp(static_cast<double>(m_random()), static_cast<int>(below(1800)) - 1000);
            return std::isfinite(any) ? any : 1;
        }
        }
    }

    NameIndex newName(NameKind kind)
    {
        constexpr std::array kShapes{"A", "|", "b-", "c.d_", "Timer"};
        const std::size_t number = m_program.names.size();
        m_program.names.push_back(
            {kShapes[below(kShapes.size())] + std::to_string(number), kind, {}});
        return static_cast<NameIndex>(number);
    }

    /// One of the kind, introduced before; a new one when there is none or by chance.
    NameIndex introduced(NameKind kind)
    {
        const NameIndex old = existing([kind](NameKind each) { return each == kind; });
        return old == kNoName || oneIn(2) ? newName(kind) : old;
    }

    template <typename Predicate> NameIndex existing(Predicate fits)
    {
        std::vector<NameIndex> found;
        for (std::size_t i = 0; i < m_program.names.size(); ++i) {
            if (fits(m_program.names[i].kind))
                found.push_back(static_cast<NameIndex>(i));
        }
        return found.empty() ? kNoName : found[below(found.size())];
    }

    NameIndex anyName()
    {
        return existing([](NameKind) { return true; });
    }

    Occasion occasionOf(NameKind kind)
    {
        if (kind == NameKind::Reuse)
            return oneIn(2) ? Occasion::Written : Occasion::Moved;
        const bool closes = isHandle(kind) && oneIn(2);
        return closes ? Occasion::Closes : Occasion::Fires;
    }

    static bool isHandle(NameKind kind)
    {
        return kind >= NameKind::Timer && kind <= NameKind::Socket;
    }

    static bool isClearable(NameKind kind)
    {
        return kind == NameKind::Timeout || kind == NameKind::Immediate;
    }

    /// One that uses a label which does not exist introduces a label instead.
    Statement statement(bool isMain)
    {
        Statement made;
        // In main the first one introduces, so that there always is a name.
        made.verb =
            m_program.names.empty() ? Verb::SetTimeout : static_cast<Verb>(below(isMain ? 18 : 17));
        const auto use = [&](auto fits) { made.target = existing(fits); };
        switch (made.verb) {
        case Verb::SetTimeout:
            made.delay = delay();
            made.target = introduced(NameKind::Timeout);
            made.referenced = oneIn(2);
            break;
        case Verb::SetImmediate:
            made.target = introduced(NameKind::Immediate);
            made.referenced = oneIn(2);
            break;
        case Verb::Timer:
            made.timeout = wholeTime();
            made.repeat = oneIn(2) ? Milliseconds{0} : wholeTime();
            made.target = introduced(NameKind::Timer);
            made.referenced = oneIn(2);
            break;
        case Verb::Start: made = started(); break;
        case Verb::Pending: made.target = introduced(NameKind::Pending); break;
        case Verb::Clear: use(isClearable); break;
        case Verb::Again: use([](NameKind kind) { return kind == NameKind::Timer; }); break;
        case Verb::Stop:
            use([](NameKind kind) { return isHandle(kind) && kind != NameKind::Async; });
            break;
        case Verb::Ref:
        case Verb::Unref:
            use([](NameKind kind) { return isHandle(kind) || isClearable(kind); });
            break;
        case Verb::Close:
            use(isHandle);
            made.text = oneIn(2) ? "" : "close";
            break;
        case Verb::Send: use([](NameKind kind) { return kind == NameKind::Async; }); break;
        case Verb::Read: use([](NameKind kind) { return kind == NameKind::Socket; }); break;
        case Verb::Reuse:
            made.socket = existing([](NameKind kind) { return kind == NameKind::Socket; });
            made.text = oneIn(2) ? "peek" : "after-idle:20";
            if (made.socket == kNoName)
                return started();
            made.target = introduced(NameKind::Reuse);
            break;
        case Verb::Busy: made.busy = time(kMaxBusy); return made;
        case Verb::Log: made.text = oneIn(2) ? "x" : "some  words, \xc3\xa4#1"; return made;
        case Verb::StopLoop: return made;
        case Verb::Run: made.mode = static_cast<RunMode>(below(3)); return made;
        }
        return made.target == kNoName ? started() : made;
    }

    Statement started()
    {
        constexpr std::array kKinds{NameKind::Idle, NameKind::Prepare, NameKind::Check,
                                    NameKind::Async, NameKind::Socket};
        Statement made;
        made.verb = Verb::Start;
        made.target = introduced(kKinds[below(kKinds.size())]);
        made.referenced = oneIn(2);
        return made;
    }

    std::mt19937 m_random;
    Program m_program;
};

QString listed(const ParsedScript &parsed)
{
    QString out;
    for (const Mistake &mistake : parsed.mistakes)
        out += QString::fromStdString(describe(mistake, "f")) + '\n';
    return out;
}

} // namespace

class TestWriter : public QObject
{
    Q_OBJECT

private slots:
    void everyForm_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *line, const char *expected) {
            QTest::addRow("%s", line) << QString(line) << QString(expected);
        };
        const auto asWritten = [&row](const char *line) { row(line, line); };
        asWritten("setTimeout 0 A");
        asWritten("setTimeout 1.5 A unref");
        asWritten("setTimeout -1 A");
        row("setTimeout 2s A", "setTimeout 2000 A");
        row("setTimeout  0.10  A", "setTimeout 0.1 A");
        asWritten("setImmediate A");
        asWritten("setImmediate A unref");
        asWritten("clear A");
        asWritten("timer T 10");
        asWritten("timer T 10 repeat 5 unref");
        row("timer T 10 repeat 0", "timer T 10");
        row("timer T 1000ms", "timer T 1s");
        asWritten("again T");
        asWritten("idle I");
        asWritten("prepare P unref");
        asWritten("check K");
        asWritten("async W");
        asWritten("socket S unref");
        asWritten("stop I");
        asWritten("stop loop");
        asWritten("ref I");
        asWritten("unref T");
        asWritten("close I");
        asWritten("close I as bye");
        asWritten("send W");
        asWritten("pending D");
        asWritten("read S");
        asWritten("reuse S with after-idle:5 as R");
        asWritten("busy 5");
        row("log   a  b   # c", "log a  b");
        asWritten("run");
        asWritten("run once");
        asWritten("run nowait");
    }

    void everyForm()
    {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        // One of each, so that every label exists; they come later, which uses may.
        const std::string others = "\nsetTimeout 0 A2\ntimer T 1\nidle I\nasync W\nsocket S\n";
        const std::string clearable = line == "clear A" ? "setTimeout 0 A\n" : "";
        const ParsedScript parsed = parseScript(line.toStdString() + others + clearable);
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(QString::fromStdString(writeStatement(parsed.program, parsed.program.main[0])),
                 expected);
    }

    void theScriptAsAWhole()
    {
        const ParsedScript parsed = parseScript("when A fires the 2nd time\n"
                                                "\tlog a\n"
                                                "\tasync W\n"
                                                "at 0.5 S receives crlf\n"
                                                "setTimeout 0 A # first\n"
                                                "when R moves\n"
                                                "  stop loop\n"
                                                "at 7 send W\n"
                                                "socket S\n"
                                                "reuse S with none as R\n"
                                                "when W closes\n"
                                                " log c\n"
                                                "when R is written the 12th time\n"
                                                " log d\n");
        QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
        QCOMPARE(QString::fromStdString(writeScript(parsed.program)),
                 QString("setTimeout 0 A\n"
                         "socket S\n"
                         "reuse S with none as R\n"
                         "\n"
                         "at 0.5 S receives crlf\n"
                         "at 7 send W\n"
                         "\n"
                         "when A fires the 2nd time\n"
                         "    log a\n"
                         "    async W\n"
                         "\n"
                         "when R moves\n"
                         "    stop loop\n"
                         "\n"
                         "when W closes\n"
                         "    log c\n"
                         "\n"
                         "when R is written the 12th time\n"
                         "    log d\n"));
    }

    void whatDoesNothingIsLeftOut()
    {
        Program program = parseScript("idle I\nwhen I fires\n    log a\n").program;
        program.reactions[0].statements.clear();
        QCOMPARE(writeScript(program), "idle I\n");
        QCOMPARE(writeScript(Program{}), "");
    }

    void times_data()
    {
        QTest::addColumn<qint64>("nanoseconds");
        QTest::addColumn<QString>("expected");
        const auto row = [](qint64 nanoseconds, const char *expected) {
            QTest::addRow("%lld ns", static_cast<long long>(nanoseconds))
                << nanoseconds << QString(expected);
        };
        row(0, "0");
        row(1, "0.001us");
        row(999, "0.999us");
        row(1'000, "1us");
        row(1'001, "1.001us");
        row(10'000, "10us"); // as short as 0.01, and whole
        row(250'000, "0.25");
        row(500'000, "0.5");
        row(999'999, "0.999999");
        row(1'000'000, "1");
        row(1'500'000, "1.5");
        row(5'000'000, "5");
        row(100'000'000, "100");
        row(1'000'000'000, "1s");
        row(1'500'000'000, "1500"); // as short as 1.5s, and whole
        row(10'500'000'000, "10500");
        row(12'000'000'001, "12000.000001");
        row(60'000'000'000, "60s");
    }

    void times()
    {
        QFETCH(qint64, nanoseconds);
        QFETCH(QString, expected);
        Statement busy;
        busy.verb = Verb::Busy;
        busy.busy = Nanoseconds{nanoseconds};
        const std::string written = writeStatement({}, busy);
        QCOMPARE(QString::fromStdString(written), "busy " + expected);
        QCOMPARE(parseScript(written).program.main.at(0).busy.count(), nanoseconds);
    }

    void delaysAreExact_data()
    {
        QTest::addColumn<double>("delay");
        for (const double delay :
             {0.0, -0.0, 0.1, 1.0 / 3, 1e-7, 1e21, 2147483648.5, -1e300,
              std::numeric_limits<double>::max(), std::numeric_limits<double>::min(),
              std::numeric_limits<double>::denorm_min()})
            QTest::addRow("%g", delay) << delay;
    }

    void delaysAreExact()
    {
        QFETCH(double, delay);
        Program program = parseScript("setTimeout 0 A").program;
        program.main[0].delay = delay;
        const ParsedScript again = parseScript(writeScript(program));
        QVERIFY2(again.isValid(), qPrintable(listed(again)));
        QVERIFY(again.program.main[0].delay == delay);
        QCOMPARE(std::signbit(again.program.main[0].delay), std::signbit(delay));
    }

    void programsFromSeedsAreReadBack()
    {
        for (unsigned seed = kSeed; seed < kSeed + kPrograms; ++seed) {
            const Program program = Generator(seed).program();
            const std::string script = writeScript(program);
            const ParsedScript again = parseScript(script);
            QVERIFY2(again.isValid(),
                     qPrintable(QString("seed %1:\n").arg(seed) + listed(again)
                                + QString::fromStdString(script)));
            if (programText(again.program) != programText(program))
                qWarning("seed %u:\n%s", seed, script.c_str());
            QCOMPARE(programText(again.program), programText(program));
            QCOMPARE(writeScript(again.program), script);
        }
    }

    void wordsOfKinds()
    {
        QCOMPARE(word(NameKind::Timeout), std::string_view("setTimeout"));
        QCOMPARE(word(NameKind::Reuse), std::string_view("reuse"));
        // The word of a handle's kind is the verb that makes it.
        for (const NameKind kind : {NameKind::Idle, NameKind::Prepare, NameKind::Check,
                                    NameKind::Async, NameKind::Socket, NameKind::Pending}) {
            const ParsedScript parsed = parseScript(std::string(word(kind)) + " A");
            QVERIFY2(parsed.isValid(), qPrintable(listed(parsed)));
            QCOMPARE(parsed.program.names[0].kind, kind);
        }
    }
};

QTEST_GUILESS_MAIN(TestWriter)
#include "tst_writer.moc"
