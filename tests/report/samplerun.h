// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/result.h"
#include "core/trace/recording.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <chrono>
#include <clocale>
#include <filesystem>
#include <locale>
#include <memory>
#include <string>
#include <vector>

// A small run, made by hand, of which every figure can be checked by reading.

namespace reusescope::sample {

inline CompactDuration us(double value)
{
    return CompactDuration(Nanoseconds(static_cast<std::int64_t>(value * 1000)));
}

inline RequestRecord fresh()
{
    RequestRecord record{.index = 301,
                         .variant = 0,
                         .outcome = Outcome::OkFresh,
                         .reason = Reason::NoConnection,
                         .attempts = 1,
                         .status = 200,
                         .connection = {1},
                         .connectionUse = 1,
                         .bodyBytes = 12};
    record.points.queued = Milliseconds(2);
    record.points.assigned = us(1.5);
    record.points.connected = us(200);
    record.points.sent = us(210.5);
    record.points.firstByte = us(400.25);
    record.points.done = us(401);
    return record;
}

inline RequestRecord reused()
{
    RequestRecord record{.index = 17,
                         .variant = 1,
                         .outcome = Outcome::OkReused,
                         .queuedFrom = Phase::Check,
                         .reused = true,
                         .attempts = 1,
                         .status = 204,
                         .idleBefore = us(5),
                         .connection = {4},
                         .connectionUse = 9,
                         .pollsBeforeWrite = 1};
    record.points.queued = Milliseconds(3);
    record.points.assigned = us(0);
    record.points.validated = us(501'234);
    record.points.sent = us(501'240);
    record.points.firstByte = us(501'340);
    record.points.done = us(501'341);
    record.sleep.slept = us(501'000);
    record.sleep.wokenBy = WokenBy::Timer;
    return record;
}

inline RequestRecord failed()
{
    RequestRecord record{.index = 18,
                         .variant = 1,
                         .outcome = Outcome::FailedConnect,
                         .reason = Reason::ConnectRefused,
                         .queuedFrom = Phase::Poll,
                         .attempts = 1};
    record.points.queued = Nanoseconds(600'000'001);
    record.points.assigned = us(1);
    record.points.done = us(50);
    return record;
}

inline RequestRecord warmUp()
{
    RequestRecord record = fresh();
    record.warmup = true;
    record.index = 1;
    return record;
}

inline Recording recording()
{
    Recording out;
    out.apply(std::vector<TraceEvent>{ProgressRecord{.at = Milliseconds(1)}, warmUp(),
                                      PhaseRecord{.start = Nanoseconds(1'500'000),
                                                  .duration = us(2.25),
                                                  .turn = 3,
                                                  .phase = Phase::Check},
                                      fresh(),
                                      PhaseRecord{.start = Milliseconds(2),
                                                  .duration = us(1100),
                                                  .slept = us(1000),
                                                  .turn = 4,
                                                  .timeoutMs = 499,
                                                  .fd = 7,
                                                  .phase = Phase::Poll,
                                                  .reason = TimeoutReason::NextTimer,
                                                  .wokenBy = WokenBy::Io,
                                                  .timer = timerLabelNumber("coarse-tick")},
                                      reused(), failed(),
                                      PhaseRecord{.start = Milliseconds(9),
                                                  .duration = us(5),
                                                  .slept = us(4),
                                                  .turn = 1,
                                                  .timeoutMs = -1,
                                                  .variant = 1,
                                                  .phase = Phase::Poll,
                                                  .reason = TimeoutReason::NoTimer,
                                                  .wokenBy = WokenBy::Wakeup}});
    return out;
}

inline RunResult run()
{
    RunResult out;
    out.experiment.schedulers = {"none", "timer-0"};
    out.experiment.workload.count = 2;
    out.scenario = "sequential-reuse";
    out.url = "http://127.0.0.1:41234/";
    out.host = {"Debian", "6.1", "Some CPU", 2};
    out.turns = 12;

    VariantResult &first = out.variants.emplace_back();
    first.scheduler = "none";
    first.started = first.settled = 1;
    first.connectionsOpened = 1;
    first.wall = Milliseconds(500);
    first.summary.add(warmUp());
    first.summary.add(fresh());
    first.blockMedians = {std::chrono::microseconds(401)};

    VariantResult &second = out.variants.emplace_back();
    second.scheduler = "timer-0";
    second.statuses = {{204, 1}};
    second.bodyBytes = 12;
    second.started = second.settled = 2;
    second.connectionsOpened = 3;
    second.wall = Milliseconds(800);
    second.summary.add(reused());
    second.summary.add(failed());
    second.blockMedians.assign(3, Nanoseconds(501'341'000));
    second.ratio = {1250.25, 1249.5, 1251, true};
    return out;
}

inline QByteArray read(const std::filesystem::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

/// Sets a locale as people in Germany have it, for C and for C++, and puts back what was.
class GermanLocale
{
public:
    GermanLocale() : m_c(std::setlocale(LC_ALL, nullptr)), m_cpp(std::locale())
    {
        // The C++ part does not depend on what is installed, the C part does.
        std::locale::global(std::locale(std::locale::classic(), new Punctuation));
        std::setlocale(LC_ALL, "de_DE.UTF-8");
    }
    ~GermanLocale()
    {
        std::locale::global(m_cpp);
        std::setlocale(LC_ALL, m_c.c_str());
    }
    GermanLocale(const GermanLocale &) = delete;
    GermanLocale &operator=(const GermanLocale &) = delete;

private:
    struct Punctuation : std::numpunct<char>
    {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };

    std::string m_c;
    std::locale m_cpp;
};

} // namespace reusescope::sample
