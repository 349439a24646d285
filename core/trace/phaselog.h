// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <span>
#include <vector>

namespace reusescope {

/// The phase records of a run, in order of arrival, in some ten bytes each instead of 32: a long
/// run makes millions of them. Every record comes out as it went in, whatever its values and
/// whatever the order of its time.
///
/// The newest records are kept as they are; every kBlock of them are packed. A block holds each
/// number as the difference from the block's least, in as many bits as the block's greatest needs,
/// and what few values recur in (phase, timeout, reason, ...) once, with its number per record. So
/// unusual values cost space in their block only, and a record is found by its position alone.
///
/// Thread: one at a time. Appending takes constant time, but for every kBlock-th, which packs that
/// many (microseconds); nothing that is packed is moved or touched again. Reading takes constant
/// time.
class PhaseLog
{
public:
    static constexpr std::size_t kBlock = 512;

    class Iterator
    {
    public:
        using value_type = PhaseRecord;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const PhaseLog &log, std::size_t position) : m_log(&log), m_position(position) { }

        PhaseRecord operator*() const { return (*m_log)[m_position]; }
        Iterator &operator++()
        {
            ++m_position;
            return *this;
        }
        Iterator operator++(int) { return {*m_log, m_position++}; }
        friend bool operator==(const Iterator &, const Iterator &) = default;

    private:
        const PhaseLog *m_log = nullptr;
        std::size_t m_position = 0;
    };

    void append(const PhaseRecord &record);

    std::size_t size() const { return m_packed.size() * kBlock + m_newest.size(); }
    bool empty() const { return m_packed.empty() && m_newest.empty(); }
    PhaseRecord operator[](std::size_t position) const ///< only below size()
    {
        const std::size_t block = position / kBlock;
        return block < m_packed.size() ? m_packed[block][position % kBlock]
                                       : m_newest[position % kBlock];
    }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }

private:
    /// What recurs: everything but times and turn.
    struct Kind
    {
        std::int32_t timeoutMs = 0;
        std::int32_t fd = -1;
        std::uint8_t variant = 0;
        Phase phase = Phase::Main;
        TimeoutReason reason : 4 = TimeoutReason::NothingAlive;
        WokenBy wokenBy : 4 = WokenBy::Nothing;
        std::uint8_t timer = 0;

        static Kind of(const PhaseRecord &record);
        friend bool operator==(const Kind &, const Kind &) = default;
    };
    static_assert(sizeof(Kind) == 12);

    /// kBlock records, packed.
    class Block
    {
    public:
        explicit Block(std::span<const PhaseRecord> records);
        PhaseRecord operator[](std::size_t number) const;

    private:
        /// LateStart is what of the start does not fit into 32 bits: mostly nothing, in no bit.
        enum Field : std::size_t { Start, LateStart, Duration, Awake, Turn, KindNumber };
        static constexpr std::size_t kFieldCount = 6;
        using Fields = std::array<std::uint32_t, kFieldCount>;

        std::uint32_t field(Field which, std::size_t number) const;

        std::uint64_t m_earliest = 0; // start
        Fields m_least{};
        std::array<std::uint8_t, kFieldCount> m_bits{}; // 0..32
        std::array<std::uint8_t, kFieldCount> m_places{}; // of the fields within a record, in bits
        std::uint32_t m_recordBits = 0; // the sum of m_bits
        std::vector<Kind> m_kinds;
        // Record after record, field after field, without gaps.
        std::vector<std::uint32_t> m_words;
    };

    std::deque<Block> m_packed;
    std::vector<PhaseRecord> m_newest; // fewer than kBlock
};

} // namespace reusescope
