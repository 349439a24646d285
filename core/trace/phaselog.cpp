// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/phaselog.h"

#include <algorithm>
#include <bit>

namespace reusescope {

namespace {

constexpr std::size_t kWordBits = 32;

std::uint32_t bitsOf(CompactDuration duration)
{
    return std::bit_cast<std::uint32_t>(duration);
}

CompactDuration durationOf(std::uint32_t bits)
{
    return std::bit_cast<CompactDuration>(bits);
}

void writeBits(std::vector<std::uint32_t> &words, std::size_t place, std::uint32_t value)
{
    const std::uint64_t shifted = std::uint64_t{value} << place % kWordBits;
    words[place / kWordBits] |= static_cast<std::uint32_t>(shifted);
    words[place / kWordBits + 1] |= static_cast<std::uint32_t>(shifted >> kWordBits);
}

} // namespace

PhaseLog::Kind PhaseLog::Kind::of(const PhaseRecord &record)
{
    Kind kind;
    kind.timeoutMs = record.timeoutMs;
    kind.fd = record.fd;
    kind.variant = record.variant;
    kind.phase = record.phase;
    kind.reason = record.reason;
    kind.wokenBy = record.wokenBy;
    kind.timer = record.timer;
    return kind;
}

PhaseLog::Block::Block(std::span<const PhaseRecord> records)
{
    const auto startOf = [](const PhaseRecord &record) {
        return static_cast<std::uint64_t>(record.start.count());
    };
    m_earliest = startOf(std::ranges::min(records, {}, startOf));
    std::vector<Fields> rows;
    rows.reserve(records.size());
    std::vector<Kind> kinds;
    for (const PhaseRecord &record : records) {
        const Kind kind = Kind::of(record);
        const auto known = std::ranges::find(kinds, kind);
        Fields row{};
        row[Start] = static_cast<std::uint32_t>(startOf(record) - m_earliest);
        row[LateStart] = static_cast<std::uint32_t>((startOf(record) - m_earliest) >> 32);
        row[Duration] = bitsOf(record.duration);
        // What follows the sleep is much shorter than the sleep. The difference wraps, so that
        // "absent", which is all ones, is a small number as well: the duration and 1.
        row[Awake] = bitsOf(record.duration) - bitsOf(record.slept);
        row[Turn] = record.turn;
        row[KindNumber] = static_cast<std::uint32_t>(known - kinds.begin());
        if (known == kinds.end())
            kinds.push_back(kind);
        rows.push_back(row);
    }
    m_kinds.assign(kinds.begin(), kinds.end());

    m_least = rows.front();
    Fields most = rows.front();
    for (const Fields &row : rows) {
        for (std::size_t each = 0; each < kFieldCount; ++each) {
            m_least[each] = std::min(m_least[each], row[each]);
            most[each] = std::max(most[each], row[each]);
        }
    }
    for (std::size_t each = 0; each < kFieldCount; ++each) {
        m_places[each] = static_cast<std::uint8_t>(m_recordBits);
        m_bits[each] = static_cast<std::uint8_t>(std::bit_width(most[each] - m_least[each]));
        m_recordBits += m_bits[each];
    }

    // A field is read from two words, and the last one, if it has no bits, begins at the very end.
    m_words.resize(rows.size() * m_recordBits / kWordBits + 2);
    std::size_t place = 0;
    for (const Fields &row : rows) {
        for (std::size_t each = 0; each < kFieldCount; ++each)
            writeBits(m_words, place + m_places[each], row[each] - m_least[each]);
        place += m_recordBits;
    }
}

inline std::uint32_t PhaseLog::Block::field(Field which, std::size_t number) const
{
    const std::size_t place = number * m_recordBits + m_places[which];
    const std::uint32_t *word = m_words.data() + place / kWordBits;
    const std::uint64_t bits = (word[0] | std::uint64_t{word[1]} << kWordBits) >> place % kWordBits;
    const std::uint64_t mask = (std::uint64_t{1} << m_bits[which]) - 1;
    return m_least[which] + static_cast<std::uint32_t>(bits & mask);
}

PhaseRecord PhaseLog::Block::operator[](std::size_t number) const
{
    const Kind &kind = m_kinds[field(KindNumber, number)];
    const std::uint32_t duration = field(Duration, number);
    PhaseRecord record;
    record.start = Nanoseconds(static_cast<std::int64_t>(
        m_earliest + field(Start, number) + (std::uint64_t{field(LateStart, number)} << 32)));
    record.duration = durationOf(duration);
    record.slept = durationOf(duration - field(Awake, number));
    record.turn = field(Turn, number);
    record.timeoutMs = kind.timeoutMs;
    record.fd = kind.fd;
    record.variant = kind.variant;
    record.phase = kind.phase;
    record.reason = kind.reason;
    record.wokenBy = kind.wokenBy;
    record.timer = kind.timer;
    return record;
}

void PhaseLog::append(const PhaseRecord &record)
{
    m_newest.reserve(kBlock);
    m_newest.push_back(record);
    if (m_newest.size() == kBlock) {
        m_packed.emplace_back(m_newest);
        m_newest.clear();
    }
}

} // namespace reusescope
