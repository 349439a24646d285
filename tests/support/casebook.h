// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/clientbench.h"
#include "tests/support/delivery.h"

#include <QTest>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// What the tests of the case book share: a case is run under every scheduler, with the server's
// bytes whole, one by one, and cut at every single place.

namespace reusescope {

/// How one execution of a case is to go.
struct CaseSetting
{
    std::string scheduler = "none";
    Delivery delivery;
};

inline const std::vector<std::string> &caseSchedulers()
{
    static const std::vector<std::string> all{
        "none",       "timer-0", "immediate-unref", "immediate-ref",
        "fresh-poll", "peek",    "background",      "after-idle:1",
    };
    return all;
}

/// A client on virtual time against a scripted peer of HTTP/1.1.
struct H1CaseBench : ClientBench
{
    H1CaseBench(const CaseSetting &setting, const ClientOptions &clientOptions)
        : ClientBench(setting.scheduler, clientOptions),
          scheduler(setting.scheduler),
          options(clientOptions),
          keepAlive(loop, "idle-gap", [this] { std::exchange(afterGap, [] {})(); }),
          tick(loop, "other", [] {})
    {
        peer.delivery = setting.delivery;
        if (setting.scheduler == "immediate-unref") {
            tick.start(kTick, kTick);
            tick.unref();
        }
    }
    /// Keeps the loop alive for `gap`, then acts from timers.
    void after(
        Milliseconds gap, std::function<void()> action = [] {})
    {
        afterGap = std::move(action);
        loop.updateTime();
        keepAlive.start(gap);
    }
    const RequestRecord &record(std::uint32_t index) const
    {
        return *std::find_if(records.begin(), records.end(),
                             [index](const RequestRecord &each) { return each.index == index; });
    }
    /// Bytes that the peer has sent on its first connection.
    std::size_t serverBytes() const { return peer.connections() > 0 ? peer.bytesSent(0) : 0; }
    bool whole() const { return peer.delivery.kind == Delivery::Kind::Whole; }

    std::string scheduler;
    ClientOptions options;
    TimerHandle keepAlive;
    std::function<void()> afterGap = [] {};

private:
    /// What ends a stall (C02): an unreferenced immediate would wait for ever in an idle loop.
    static constexpr Milliseconds kTick{500};
    TimerHandle tick;
};

/// A case: its name begins with the id of the case book. `run` fails the test by QtTest's macros.
struct H1Case
{
    const char *name;
    ClientOptions options;
    void (*run)(H1CaseBench &);
    std::vector<std::string> schedulers = caseSchedulers(); ///< for which it makes sense
};

/// The rows and the runs of a list of cases. Thread: the test's.
class H1CaseBook
{
public:
    explicit H1CaseBook(std::vector<H1Case> cases) : m_cases(std::move(cases)) { }

    void addRows() const
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("scheduler");
        QTest::addColumn<bool>("byteByByte");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            for (const std::string &scheduler : m_cases[i].schedulers)
                for (const bool byteByByte : {false, true})
                    QTest::addRow("%s, %s, %s", m_cases[i].name, scheduler.c_str(),
                                  byteByByte ? "byte by byte" : "whole")
                        << static_cast<int>(i) << QString::fromStdString(scheduler) << byteByByte;
    }
    void runRow() const
    {
        QFETCH(int, which);
        QFETCH(QString, scheduler);
        QFETCH(bool, byteByByte);
        execute(m_cases[static_cast<std::size_t>(which)],
                {scheduler.toStdString(),
                 {byteByByte ? Delivery::Kind::ByteByByte : Delivery::Kind::Whole, 0}});
    }

    void addSplitRows() const
    {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i].name) << static_cast<int>(i);
    }
    /// Every cut within the first kPlaces bytes, the schedulers taking turns; with
    /// REUSESCOPE_ALL_SPLITS every cut of all bytes under each scheduler.
    void runSplits() const
    {
        QFETCH(int, which);
        const H1Case &each = m_cases[static_cast<std::size_t>(which)];
        const std::size_t bytes = execute(each, {each.schedulers.front(), {}});
        const bool all = qEnvironmentVariableIsSet("REUSESCOPE_ALL_SPLITS");
        const std::size_t places = all ? bytes : std::min(bytes, kPlaces);
        for (std::size_t at = 1; at < places; ++at) {
            for (std::size_t i = 0; i < each.schedulers.size(); ++i) {
                if (!all && i != at % each.schedulers.size())
                    continue;
                execute(each, {each.schedulers[i], {Delivery::Kind::SplitAt, at}});
                if (QTest::currentTestFailed()) {
                    qWarning("cut at byte %zu under %s", at, each.schedulers[i].c_str());
                    return;
                }
            }
        }
    }

private:
    /// More than the bytes of three small answers; what comes behind them repeats itself.
    static constexpr std::size_t kPlaces = 200;

    /// Returns how many bytes the server sent on its first connection.
    static std::size_t execute(const H1Case &each, const CaseSetting &setting)
    {
        H1CaseBench bench(setting, each.options);
        each.run(bench);
        // Whatever happened: each request has settled once.
        if (!QTest::currentTestFailed())
            [&] { QCOMPARE(bench.records.size(), std::size_t{bench.submitted}); }();
        return bench.serverBytes();
    }

    std::vector<H1Case> m_cases;
};

/// Words of the records, so that a failed comparison can be read.
inline QLatin1String word(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

#define CHECK_OUTCOME(record, expected) QCOMPARE(word(name((record).outcome)), word(name(expected)))
#define CHECK_REASON(record, expected) QCOMPARE(word(name((record).reason)), word(name(expected)))

} // namespace reusescope
