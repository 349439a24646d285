// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/generator.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace reusescope::oracle {

using script::Arrival;
using script::ArrivalKind;
using script::NameIndex;
using script::NameKind;
using script::Occasion;
using script::Program;
using script::Reaction;
using script::Statement;
using script::Verb;

namespace {

/// SplitMix64. The standard's distributions differ between its implementations, so none is used.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) { }

    /// 0 to limit - 1. The bias of the remainder does not matter for limits that small.
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
    bool oneIn(std::uint32_t count) { return below(count) == 0; }
    template <typename T, std::size_t N> T oneOf(const std::array<T, N> &values)
    {
        return values[below(N)];
    }

private:
    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    std::uint64_t m_state;
};

constexpr std::uint32_t kMaxNamesOfProgram = 8;
constexpr std::uint32_t kMaxStatementsOfMain = 10;
constexpr std::uint32_t kMaxReactionsOfName = 3;
constexpr std::uint32_t kMaxStatementsOfReaction = 4;
constexpr std::uint32_t kMaxArrivalsOfProgram = 4;
constexpr std::uint32_t kMaxRunsOfProgram = 6;

struct KindOfName
{
    NameKind kind;
    const char *letter;
};
constexpr std::array kKinds{
    KindOfName{NameKind::Timer, "T"},     KindOfName{NameKind::Timer, "T"},
    KindOfName{NameKind::Immediate, "M"}, KindOfName{NameKind::Idle, "I"},
    KindOfName{NameKind::Prepare, "P"},   KindOfName{NameKind::Check, "C"},
    KindOfName{NameKind::Async, "W"},     KindOfName{NameKind::Socket, "S"},
    KindOfName{NameKind::Pending, "D"},
};

class Generator
{
public:
    explicit Generator(std::uint64_t seed) : m_random(seed) { }

    Program generate()
    {
        makeNames();
        makeMain();
        for (std::size_t i = 0; i < m_program.names.size(); ++i)
            makeReactions(static_cast<NameIndex>(i));
        makeArrivals();
        introduceTheRest();
        return std::move(m_program);
    }

private:
    void makeNames()
    {
        const std::uint32_t count = 1 + m_random.below(kMaxNamesOfProgram);
        for (std::uint32_t i = 0; i < count; ++i) {
            const KindOfName kind = m_random.oneOf(kKinds);
            m_program.names.push_back({kind.letter + std::to_string(i), kind.kind, {}});
        }
    }

    void makeMain()
    {
        std::uint32_t runs = m_random.oneIn(2) ? 1 : 1 + m_random.below(kMaxRunsOfProgram);
        const bool mixed = m_random.oneIn(3);
        const RunMode mode = anyMode();
        for (; runs > 0; --runs) {
            addStatements(m_program.main, m_random.below(kMaxStatementsOfMain + 1));
            Statement run;
            run.verb = Verb::Run;
            run.mode = mixed ? anyMode() : mode;
            m_program.main.push_back(run);
        }
    }

    RunMode anyMode()
    {
        return m_random.oneOf(
            std::array{RunMode::Default, RunMode::Default, RunMode::Once, RunMode::NoWait});
    }

    void makeReactions(NameIndex name)
    {
        const NameKind kind = m_program.names[name].kind;
        const bool canClose = kind != NameKind::Immediate && kind != NameKind::Pending;
        for (std::uint32_t count = m_random.below(kMaxReactionsOfName + 1); count > 0; --count) {
            Reaction reaction;
            reaction.name = name;
            if (canClose && m_random.oneIn(5))
                reaction.occasion = Occasion::Closes;
            // Most only once or twice, so that programs come to an end.
            reaction.time = m_random.below(4);
            addStatements(reaction.statements, 1 + m_random.below(kMaxStatementsOfReaction));
            m_program.reactions.push_back(std::move(reaction));
        }
    }

    void makeArrivals()
    {
        for (std::uint32_t count = m_random.below(kMaxArrivalsOfProgram + 1); count > 0; --count) {
            Arrival arrival;
            arrival.name = anyName();
            switch (m_program.names[arrival.name].kind) {
            case NameKind::Socket:
                arrival.kind = m_random.oneOf(std::array{ArrivalKind::Bytes, ArrivalKind::Bytes,
                                                         ArrivalKind::LineBreak, ArrivalKind::Fin});
                break;
            case NameKind::Async: arrival.kind = ArrivalKind::Send; break;
            default: continue;
            }
            arrival.at = std::chrono::microseconds(250 * (1 + m_random.below(60)));
            m_program.arrivals.push_back(arrival);
        }
    }

    /// As a script has to say of every name what it is: behind the last run, where it shows
    /// nothing.
    void introduceTheRest()
    {
        std::vector<bool> introduced(m_program.names.size(), false);
        const auto look = [&introduced](const std::vector<Statement> &statements) {
            for (const Statement &statement : statements) {
                if (introduces(statement.verb))
                    introduced[statement.target] = true;
            }
        };
        look(m_program.main);
        for (const Reaction &reaction : m_program.reactions)
            look(reaction.statements);
        for (std::size_t i = 0; i < introduced.size(); ++i) {
            if (introduced[i])
                continue;
            Statement statement;
            statement.target = static_cast<NameIndex>(i);
            switch (m_program.names[i].kind) {
            case NameKind::Timer: statement.verb = Verb::Timer; break;
            case NameKind::Immediate: statement.verb = Verb::SetImmediate; break;
            case NameKind::Pending: statement.verb = Verb::Pending; break;
            default: statement.verb = Verb::Start; break;
            }
            m_program.main.push_back(statement);
        }
    }

    static bool introduces(Verb verb)
    {
        return verb == Verb::Timer || verb == Verb::SetImmediate || verb == Verb::Pending
            || verb == Verb::Start;
    }

    void addStatements(std::vector<Statement> &statements, std::uint32_t count)
    {
        for (; count > 0; --count)
            statements.push_back(m_random.oneIn(10) ? withoutName() : withName(anyName()));
    }

    NameIndex anyName()
    {
        return static_cast<NameIndex>(
            m_random.below(static_cast<std::uint32_t>(m_program.names.size())));
    }

    Statement withoutName()
    {
        Statement statement;
        switch (m_random.below(8)) {
        case 0:
            statement.verb = Verb::Log;
            statement.text = "x" + std::to_string(m_random.below(10));
            break;
        case 1: statement.verb = Verb::StopLoop; break;
        default:
            statement.verb = Verb::Busy;
            statement.busy = std::chrono::microseconds(250 * (1 + m_random.below(20)));
            break;
        }
        return statement;
    }

    Statement withName(NameIndex name)
    {
        Statement statement;
        statement.target = name;
        switch (m_program.names[name].kind) {
        case NameKind::Timer: ofTimer(statement); break;
        case NameKind::Immediate: ofImmediate(statement); break;
        case NameKind::Pending: statement.verb = Verb::Pending; break;
        case NameKind::Async: ofAsync(statement); break;
        case NameKind::Socket:
            if (m_random.oneIn(6))
                statement.verb = Verb::Read;
            else
                ofHandle(statement);
            break;
        default: ofHandle(statement); break;
        }
        return statement;
    }

    void ofTimer(Statement &statement)
    {
        if (m_random.oneIn(8)) {
            statement.verb = Verb::Again;
            return;
        }
        ofHandle(statement);
        if (statement.verb != Verb::Start)
            return;
        statement.verb = Verb::Timer;
        statement.timeout = Milliseconds(m_random.oneIn(3) ? 0 : m_random.below(12));
        if (m_random.oneIn(3))
            statement.repeat = Milliseconds(1 + m_random.below(5));
    }

    void ofImmediate(Statement &statement)
    {
        if (m_random.oneIn(5)) {
            statement.verb = Verb::Clear;
            return;
        }
        statement.verb = Verb::SetImmediate;
        statement.referenced = !m_random.oneIn(4);
    }

    void ofAsync(Statement &statement)
    {
        if (m_random.oneIn(2)) {
            statement.verb = Verb::Send;
            return;
        }
        do
            ofHandle(statement);
        while (statement.verb == Verb::Stop); // an async cannot be stopped
    }

    /// Starts half of the time: what is not started cannot be stopped.
    void ofHandle(Statement &statement)
    {
        switch (m_random.below(12)) {
        case 0:
        case 1:
        case 2: statement.verb = Verb::Stop; break;
        case 3: statement.verb = Verb::Ref; break;
        case 4: statement.verb = Verb::Unref; break;
        case 5:
            statement.verb = Verb::Close;
            if (m_random.oneIn(3))
                statement.text = "bye" + std::to_string(statement.target);
            break;
        default:
            statement.verb = Verb::Start;
            statement.referenced = !m_random.oneIn(5);
            break;
        }
    }

    Random m_random;
    Program m_program;
};

} // namespace

Program generateProgram(std::uint64_t seed)
{
    return Generator(seed).generate();
}

} // namespace reusescope::oracle
