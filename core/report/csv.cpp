// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv.h"

#include "core/experiment/policysettings.h"
#include "core/experiment/result.h"
#include "core/report/outputfile.h"
#include "core/trace/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace reusescope {

namespace {

bool looksLikeFormula(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first != std::string_view::npos
        && std::string_view("=+-@\t\r\n").find(text[first]) != std::string_view::npos;
}

/// Puts a row together, cell by cell, and hands it to the file.
class RowWriter
{
public:
    explicit RowWriter(OutputFile &file) : m_file(file) { }

    RowWriter &text(std::string_view value)
    {
        m_cell.clear();
        if (looksLikeFormula(value))
            m_cell += '\'';
        m_cell += value;
        separate();
        if (m_cell.find_first_of(",\"\r\n") == std::string::npos) {
            m_row += m_cell;
            return *this;
        }
        m_row += '"';
        for (const char c : m_cell)
            m_row.append(c == '"' ? 2 : 1, c);
        m_row += '"';
        return *this;
    }
    /// Numbers are written without regard to the locale, and never as text: a minus is no formula.
    template <typename Number> RowWriter &number(Number value)
    {
        separate();
        fmt::format_to(std::back_inserter(m_row), "{}", value);
        return *this;
    }
    template <typename Number> RowWriter &numberOrEmpty(Number value)
    {
        return value == Number{} ? empty() : number(value);
    }
    RowWriter &boolean(bool value) { return text(value ? "true" : "false"); }
    RowWriter &microseconds(Nanoseconds value)
    {
        separate();
        const std::int64_t ns = value.count();
        fmt::format_to(std::back_inserter(m_row), "{}{}.{:03}", ns < 0 ? "-" : "",
                       std::abs(ns / 1000), std::abs(ns % 1000));
        return *this;
    }
    RowWriter &microseconds(std::optional<Nanoseconds> value)
    {
        return value ? microseconds(*value) : empty();
    }
    RowWriter &empty()
    {
        separate();
        return *this;
    }
    bool end()
    {
        m_row += "\r\n";
        const bool ok = m_file.write(m_row);
        m_row.clear();
        m_first = true;
        return ok;
    }

private:
    void separate()
    {
        if (!m_first)
            m_row += ',';
        m_first = false;
    }

    OutputFile &m_file;
    std::string m_row;
    std::string m_cell;
    bool m_first = true;
};

bool writeHeader(RowWriter &row, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        row.text(name);
    return row.end();
}

std::string underscored(std::string_view name)
{
    std::string out(name);
    std::replace(out.begin(), out.end(), '-', '_');
    return out;
}

// Columns that came later stand behind those of the first version, so that positions stay.
constexpr std::array kFirstSegments{Segment::Queue, Segment::Connect,   Segment::Validate,
                                    Segment::Write, Segment::FirstByte, Segment::LastByte};

std::string_view spokenFor(const RequestRecord &record, const RunResult &result)
{
    if (record.stream > 0)
        return name(Protocol::H2);
    if (record.variant >= result.variants.size())
        return {};
    const Protocol asked = result.variants[record.variant].protocol;
    // Without an answer nobody knows what Auto would have become.
    return name(asked == Protocol::Auto && record.status > 0 ? Protocol::H1 : asked);
}

bool writeRequest(RowWriter &row, const RequestRecord &record, const RunResult &result,
                  Nanoseconds origin)
{
    const TimePoints &points = record.points;
    const Nanoseconds queued = points.queued - origin;
    const auto at = [&](CompactDuration point) {
        return point.has() ? std::optional(queued + point.value()) : std::nullopt;
    };
    row.number(record.index).number(record.variant);
    if (record.variant < result.variants.size())
        row.text(result.variants[record.variant].scheduler);
    else
        row.empty();
    row.text(spokenFor(record, result));
    row.numberOrEmpty(record.connection.value).numberOrEmpty(record.connectionUse);
    row.boolean(record.reused).microseconds(record.idleBefore.optional());
    row.text(name(record.queuedFrom));
    // As in the summary: a fresh connection has nothing to be polled for.
    if (record.reused && points.sent.has() && record.pollsBeforeWrite != kPollsUnknown)
        row.number(record.pollsBeforeWrite);
    else
        row.empty();
    row.microseconds(queued).microseconds(at(points.sent)).microseconds(at(points.firstByte));
    row.microseconds(at(points.done));
    for (const Segment which : kFirstSegments)
        row.microseconds(segment(points, which));
    row.number(record.attempts).numberOrEmpty(record.status).number(record.bodyBytes);
    row.text(name(record.outcome));
    row.text(record.reason == Reason::None ? std::string_view() : name(record.reason));
    row.microseconds(segment(points, Segment::Limit)).numberOrEmpty(record.stream);
    const std::optional<ConnectParts> parts = connectParts(points);
    row.microseconds(parts ? std::optional(parts->tcp) : std::nullopt);
    row.microseconds(parts ? std::optional(parts->tls) : std::nullopt);
    return row.end();
}

void writeRequests(RowWriter &row, const RunResult &result, const Recording &recording)
{
    if (!writeHeader(row,
                     {"index",
                      "variant",
                      "scheduler",
                      "protocol",
                      "connection",
                      "use",
                      "reused",
                      "idle_before_us",
                      "queued_from",
                      "polls_before_write",
                      "queued_us",
                      "sent_us",
                      "first_byte_us",
                      "done_us",
                      "queue_us",
                      "connect_us",
                      "validate_us",
                      "write_us",
                      "first_byte_segment_us",
                      "last_byte_us",
                      "attempts",
                      "status",
                      "bytes",
                      "outcome",
                      "reason",
                      "limit_us",
                      "stream",
                      "connect_tcp_us",
                      "connect_tls_us"}))
        return;
    for (const RequestRecord &record : recording.requests()) {
        if (!record.warmup && !writeRequest(row, record, result, recording.origin()))
            return;
    }
}

void writeLatencyHeader(RowWriter &row, std::string_view prefix)
{
    for (const std::string_view figure :
         {"count", "min_us", "mean_us", "p50_us", "p90_us", "p99_us", "p99_9_us", "max_us"})
        row.text(fmt::format("{}_{}", prefix, figure));
}

void writeLatency(RowWriter &row, const Histogram &histogram)
{
    row.number(histogram.count());
    if (histogram.count() == 0) {
        for (int i = 0; i < 7; ++i)
            row.empty();
        return;
    }
    row.microseconds(histogram.min()).microseconds(histogram.mean());
    for (const double share : {0.5, 0.9, 0.99, 0.999})
        row.microseconds(histogram.percentile(share));
    row.microseconds(histogram.max());
}

void writeSegmentHeader(RowWriter &row, Segment which)
{
    for (const std::string_view figure : {"count", "p50_us", "p99_us"})
        row.text(fmt::format("{}_{}", underscored(name(which)), figure));
}

void writeSegment(RowWriter &row, const Histogram &histogram)
{
    row.number(histogram.count());
    if (histogram.count() == 0)
        row.empty().empty();
    else
        row.microseconds(histogram.percentile(0.5)).microseconds(histogram.percentile(0.99));
}

bool writeSummaryHeader(RowWriter &row)
{
    for (const std::string_view column :
         {"variant", "scheduler", "protocol", "workload", "dispatch_from", "front_end", "started",
          "settled", "unsettled", "failed", "events_dropped", "connections_opened", "wall_s",
          "requests_per_s"})
        row.text(column);
    for (int i = 0; i < kOutcomeCount; ++i)
        row.text(underscored(name(static_cast<Outcome>(i))));
    writeLatencyHeader(row, "latency");
    writeLatencyHeader(row, "latency_from_intended");
    for (const Segment which : kFirstSegments)
        writeSegmentHeader(row, which);
    for (const std::string_view column :
         {"polls_before_write", "stall_count", "ratio_p50", "ratio_low", "ratio_high",
          "ratio_resolvable", "scenario", "url", "loop_model", "poll", "seed"})
        row.text(column);
    writeSegmentHeader(row, Segment::Limit);
    row.text("reuse_policy");
    return row.end();
}

bool writeSummaryRow(RowWriter &row, std::size_t position, const RunResult &result)
{
    const VariantResult &variant = result.variants[position];
    const Experiment &experiment = result.experiment;
    const Summary &summary = variant.summary;
    row.number(position).text(variant.scheduler).text(name(variant.spoken));
    row.text(name(experiment.workload.kind)).text(name(experiment.dispatchFrom));
    row.text(name(experiment.client.frontEnd));
    row.number(variant.started).number(variant.settled).number(variant.unsettled);
    row.number(summary.failed()).number(result.eventsDropped).number(variant.connectionsOpened);
    const double wall = std::chrono::duration<double>(variant.wall).count();
    row.number(wall);
    if (wall > 0)
        row.number(static_cast<double>(variant.settled) / wall);
    else
        row.empty();
    for (int i = 0; i < kOutcomeCount; ++i)
        row.number(summary.count(static_cast<Outcome>(i)));
    writeLatency(row, summary.latency());
    writeLatency(row, summary.latencyFromIntended());
    for (const Segment which : kFirstSegments)
        writeSegment(row, summary.segment(which));
    std::string polls;
    for (const auto &[count, requests] : summary.pollsBeforeWrite())
        fmt::format_to(std::back_inserter(polls), "{}{}={}", polls.empty() ? "" : " ", count,
                       requests);
    row.text(polls).number(summary.stallCount());
    row.number(variant.ratio.p50).number(variant.ratio.low).number(variant.ratio.high);
    row.boolean(variant.ratio.resolvable).text(result.scenario).text(result.url);
    row.text(name(experiment.loopModel)).text(name(experiment.poll)).number(experiment.seed);
    writeSegment(row, summary.segment(Segment::Limit));
    row.text(changedPoliciesText(experiment));
    return row.end();
}

void writeSummary(RowWriter &row, const RunResult &result)
{
    if (!writeSummaryHeader(row))
        return;
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        if (!writeSummaryRow(row, i, result))
            return;
    }
}

void writeHistogram(RowWriter &row, const RunResult &result)
{
    if (!writeHeader(row, {"variant", "bucket_low_us", "bucket_high_us", "count"}))
        return;
    for (std::size_t i = 0; i < result.variants.size(); ++i) {
        for (const Histogram::Bucket &bucket : result.variants[i].summary.latency().buckets()) {
            row.number(i).microseconds(bucket.low).microseconds(bucket.high).number(bucket.count);
            if (!row.end())
                return;
        }
    }
}

bool writePhase(RowWriter &row, const PhaseRecord &record, Nanoseconds origin)
{
    const bool poll = record.phase == Phase::Poll;
    row.number(record.turn).text(name(record.phase)).microseconds(record.start - origin);
    row.microseconds(record.duration.optional());
    if (poll)
        row.number(record.timeoutMs).text(name(record.reason)).text(name(record.wokenBy));
    else
        row.empty().empty().empty();
    row.microseconds(record.slept.optional());
    row.text(poll && record.timer != 0 ? timerLabel(record.timer) : std::string_view());
    if (poll && record.wokenBy == WokenBy::Io && record.fd >= 0)
        row.number(record.fd);
    else
        row.empty();
    row.number(record.variant);
    return row.end();
}

void writePhases(RowWriter &row, const Recording &recording)
{
    if (!writeHeader(row,
                     {"turn", "phase", "start_us", "duration_us", "poll_timeout_ms", "reason",
                      "ended_by", "slept_us", "timer", "fd", "variant"}))
        return;
    for (const PhaseRecord record : recording.phases()) {
        if (!writePhase(row, record, recording.origin()))
            return;
    }
}

template <typename Writer>
Result<void> writeFile(const std::filesystem::path &path, const Writer &writeRows)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    RowWriter row(*file);
    writeRows(row);
    return file->close();
}

} // namespace

Result<void> writeCsv(const std::filesystem::path &directory, const RunResult &result,
                      const Recording &recording)
{
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
        return systemError(ErrorKind::File, error.value(), directory.string());

    const Result<void> results[]{
        writeFile(directory / "summary.csv", [&](RowWriter &row) { writeSummary(row, result); }),
        writeFile(directory / "histogram.csv",
                  [&](RowWriter &row) { writeHistogram(row, result); }),
        writeFile(directory / "requests.csv",
                  [&](RowWriter &row) { writeRequests(row, result, recording); }),
        writeFile(directory / "phases.csv", [&](RowWriter &row) { writePhases(row, recording); }),
    };
    for (const Result<void> &written : results) {
        if (!written)
            return written.error();
    }
    return {};
}

} // namespace reusescope
