// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/shrinker.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace reusescope::oracle {

using script::Arrival;
using script::kNoName;
using script::NameIndex;
using script::Program;
using script::Reaction;
using script::Statement;
using script::Verb;

namespace {

template <typename Function> void forEachStatementList(Program &program, const Function &function)
{
    function(program.main);
    for (Reaction &reaction : program.reactions)
        function(reaction.statements);
}

/// Takes out the names that nothing refers to; labels stay as they are.
void dropUnusedNames(Program &program)
{
    std::vector<bool> used(program.names.size(), false);
    const auto use = [&used](NameIndex name) {
        if (name != kNoName)
            used[name] = true;
    };
    forEachStatementList(program, [&use](const std::vector<Statement> &statements) {
        for (const Statement &statement : statements) {
            use(statement.target);
            use(statement.socket);
        }
    });
    for (const Reaction &reaction : program.reactions)
        use(reaction.name);
    for (const Arrival &arrival : program.arrivals)
        use(arrival.name);

    std::vector<NameIndex> moved(used.size(), kNoName);
    std::vector<script::Name> names;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            continue;
        moved[i] = static_cast<NameIndex>(names.size());
        names.push_back(std::move(program.names[i]));
    }
    program.names = std::move(names);
    const auto move = [&moved](NameIndex &name) {
        if (name != kNoName)
            name = moved[name];
    };
    forEachStatementList(program, [&move](std::vector<Statement> &statements) {
        for (Statement &statement : statements) {
            move(statement.target);
            move(statement.socket);
        }
    });
    for (Reaction &reaction : program.reactions)
        move(reaction.name);
    for (Arrival &arrival : program.arrivals)
        move(arrival.name);
}

class Shrinker
{
public:
    Shrinker(Program program, const std::function<bool(const Program &)> &fails)
        : m_best(std::move(program)), m_fails(fails)
    { }

    Program shrink()
    {
        do {
            m_smaller = false;
            dropFrom([](Program & program) -> auto & { return program.reactions; });
            dropFrom([](Program & program) -> auto & { return program.arrivals; });
            forEachList([this](const auto &listOf) { dropFrom(listOf); });
            moveReactionsToMain();
            forEachList([this](const auto &listOf) { simplify(listOf); });
            lowerTimes();
        } while (m_smaller);
        dropUnusedNames(m_best);
        return std::move(m_best);
    }

private:
    /// Calls `function` with an accessor for main and for the statements of each reaction.
    template <typename Function> void forEachList(const Function &function)
    {
        function([](Program & program) -> auto & { return program.main; });
        for (std::size_t i = 0; i < m_best.reactions.size(); ++i)
            function([i](Program & program) -> auto & { return program.reactions[i].statements; });
    }

    bool keepIfFailing(Program candidate)
    {
        if (!m_fails(candidate))
            return false;
        m_best = std::move(candidate);
        m_smaller = true;
        return true;
    }

    /// Leaves out runs of items, long ones first, down to single ones.
    template <typename ListOf> void dropFrom(const ListOf &listOf)
    {
        for (std::size_t length = listOf(m_best).size(); length > 0; length /= 2) {
            std::size_t from = 0;
            while (from < listOf(m_best).size()) {
                Program candidate = m_best;
                auto &list = listOf(candidate);
                const auto first = list.begin() + static_cast<std::ptrdiff_t>(from);
                const auto count = std::min(length, list.size() - from);
                list.erase(first, first + static_cast<std::ptrdiff_t>(count));
                if (!keepIfFailing(std::move(candidate)))
                    ++from;
            }
        }
    }

    /// What does not need the occasion is said before one of the runs.
    void moveReactionsToMain()
    {
        for (std::size_t i = 0; i < m_best.reactions.size();) {
            if (!moveToMain(i))
                ++i;
        }
    }

    bool moveToMain(std::size_t reaction)
    {
        const auto at = [](auto &list, std::size_t i) {
            return list.begin() + static_cast<std::ptrdiff_t>(i);
        };
        for (std::size_t i = 0; i <= m_best.main.size(); ++i) {
            if (i < m_best.main.size() && m_best.main[i].verb != Verb::Run)
                continue;
            Program candidate = m_best;
            const auto &statements = candidate.reactions[reaction].statements;
            candidate.main.insert(at(candidate.main, i), statements.begin(), statements.end());
            candidate.reactions.erase(at(candidate.reactions, reaction));
            if (keepIfFailing(std::move(candidate)))
                return true;
        }
        return false;
    }

    template <typename Field, typename FieldOf>
    void lower(const FieldOf &fieldOf, std::initializer_list<Field> values)
    {
        for (const Field &value : values) {
            if (!(value < fieldOf(m_best)))
                continue;
            Program candidate = m_best;
            fieldOf(candidate) = value;
            if (keepIfFailing(std::move(candidate)))
                return;
        }
    }

    template <typename ListOf> void simplify(const ListOf &listOf)
    {
        for (std::size_t i = 0; i < listOf(m_best).size(); ++i) {
            const auto statement = [&listOf, i](Program &program) -> Statement & {
                return listOf(program)[i];
            };
            using std::chrono::milliseconds;
            lower<Milliseconds>([&](Program & p) -> auto & { return statement(p).timeout; },
                                {milliseconds(0), milliseconds(1), milliseconds(2)});
            lower<Milliseconds>([&](Program & p) -> auto & { return statement(p).repeat; },
                                {milliseconds(0), milliseconds(1)});
            lower<Nanoseconds>([&](Program & p) -> auto & { return statement(p).busy; },
                               {milliseconds(1), milliseconds(2), milliseconds(3)});
            lower<std::string>([&](Program & p) -> auto & { return statement(p).text; }, {""});
            lower<RunMode>([&](Program & p) -> auto & { return statement(p).mode; },
                           {RunMode::Default, RunMode::Once});
            if (!statement(m_best).referenced) {
                Program candidate = m_best;
                statement(candidate).referenced = true;
                keepIfFailing(std::move(candidate));
            }
        }
    }

    void lowerTimes()
    {
        using std::chrono::milliseconds;
        for (std::size_t i = 0; i < m_best.reactions.size(); ++i)
            lower<std::uint32_t>([i](Program & p) -> auto & { return p.reactions[i].time; },
                                 {0, 1});
        for (std::size_t i = 0; i < m_best.arrivals.size(); ++i)
            lower<Nanoseconds>([i](Program & p) -> auto & { return p.arrivals[i].at; },
                               {milliseconds(1), milliseconds(2), milliseconds(3)});
    }

    Program m_best;
    const std::function<bool(const Program &)> &m_fails;
    bool m_smaller = false;
};

} // namespace

Program shrink(Program program, const std::function<bool(const Program &)> &fails)
{
    return Shrinker(std::move(program), fails).shrink();
}

} // namespace reusescope::oracle
