// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/scriptrun.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace reusescope {

class OrderComparison;

/// Entries that are kept for showing; of a longer run the newest.
inline constexpr std::size_t kMostKeptEntries = 10'000;

/// Which part of a script ran last.
struct Executed
{
    script::NameIndex name = script::kNoName; ///< none: no callback
    script::Occasion occasion = script::Occasion::Fires;
    std::uint32_t time = 0; ///< how often that has happened so far

    bool operator==(const Executed &) const = default;
};

/// The lines of the script that belong to it, ascending: those of the reactions that ran; where
/// nothing is said about it, the line that introduces the name.
std::vector<int> linesOf(const script::Program &program, const Executed &executed);

/// One execution of a program in one model of the loop, on the virtual clock, with its newest
/// entries.
///
/// Thread: UI. Ownership: shares the program; refers to the comparison (may be null), which gets
/// every word of the order as that of `side`.
class ScriptTrack final : script::EntrySink
{
public:
    ScriptTrack(std::shared_ptr<const script::Program> program, LoopModel model,
                std::uint32_t maxTurns, OrderComparison *comparison, int side);

    bool step(script::ScriptRun::Step unit); ///< false: it was over, nothing was done

    LoopModel model() const { return m_model; }
    const script::Program &program() const { return *m_program; }
    script::LoopState state() const { return m_run.state(); } ///< allocates
    std::uint64_t position() const { return m_run.position(); }
    bool isOver() const { return m_run.isOver(); }
    /// Which limit stopped the program, as a sentence; empty: none.
    const std::string &limit() const { return m_limit; }
    const Executed &executed() const { return m_executed; }

    const std::deque<script::Entry> &entries() const { return m_entries; }
    std::uint64_t entryCount() const { return m_entryCount; } ///< with those no longer kept
    /// The end of the order of callbacks, and whether its beginning is missing.
    const std::string &order() const { return m_order; }
    bool isOrderCut() const { return m_orderIsCut; }

private:
    void entry(const script::Entry &entry) override;
    void called(const script::Entry &entry);
    void addToOrder(const script::Entry &entry);

    std::shared_ptr<const script::Program> m_program;
    LoopModel m_model;
    OrderComparison *m_comparison;
    int m_side;
    std::deque<script::Entry> m_entries;
    std::uint64_t m_entryCount = 0;
    std::string m_order;
    bool m_orderIsCut = false;
    bool m_runEnded = false; // since the last word
    std::string m_limit;
    Executed m_executed;
    std::vector<std::uint32_t> m_times; // by name and occasion
    script::ScriptRun m_run; // last: it refers to this as its sink
};

} // namespace reusescope
