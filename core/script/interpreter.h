// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"
#include "core/script/target.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace reusescope::script {

/// What the program does as it runs, in order.
class ProgramObserver
{
public:
    virtual ~ProgramObserver() = default;

    /// A callback begins, before its statements. `word` is how the order of callbacks names it: the
    /// label; for a close callback its own name; for a reuse "R", "R:poisoned" or "R:moved". It is
    /// valid during the call.
    virtual void callback(NameIndex name, Occasion occasion, std::string_view word) = 0;
    virtual void logged(std::string_view text) = 0;
};

/// Executes a program on a target: the main program up to each run, then what the callbacks say.
///
/// Thread: one. Refers to the program, the target and the observer.
class Interpreter final : public TargetListener
{
public:
    Interpreter(const Program &program, Target &target, ProgramObserver &observer);

    /// Executes the main program up to its next run, which the caller then makes; nullopt: it is
    /// over.
    std::optional<RunMode> nextRun();
    /// From now on callbacks do nothing and are not observed; the one under way goes no further.
    void abandon() { m_abandoned = true; }

    void fired(NameIndex name) override;
    void closed(NameIndex name) override;
    void written(NameIndex name, bool poisoned) override;
    void moved(NameIndex name, std::string_view reason) override;

private:
    struct Reactions
    {
        std::vector<const Reaction *> inOrder; // of the program
        std::uint32_t count = 0; // how often it has happened
    };
    struct Closing
    {
        bool begun = false;
        std::string_view word; // empty: "close LABEL"
    };

    void react(NameIndex name, Occasion occasion, std::string_view word);
    void execute(const Statement &statement);
    void unreferenceIfSaid(const Statement &statement);
    void close(const Statement &statement);

    const Program &m_program;
    Target &m_target;
    ProgramObserver &m_observer;
    std::vector<Reactions> m_reactions; // by name and occasion
    std::vector<Closing> m_closings; // by name
    std::size_t m_nextInMain = 0;
    bool m_ran = false; // the main program has made a run
    bool m_abandoned = false;
};

} // namespace reusescope::script
