// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/phaseloop.h"
#include "tests/support/steppedpoller.h"

#include <QTest>

#include <memory>
#include <string>
#include <string_view>

namespace reusescope {

/// Global rows for initTestCase_data(): every test function then runs for both models on both
/// pollers.
inline void addLoopRows()
{
    QTest::addColumn<int>("model");
    QTest::addColumn<bool>("epoll");
    for (const LoopModel model : {LoopModel::TimersLast, LoopModel::TimersFirst}) {
        for (const bool epoll : {true, false})
            QTest::addRow("%s, %s", name(model).data(), epoll ? "epoll" : "poll")
                << static_cast<int>(model) << epoll;
    }
}

inline LoopModel modelOfRow()
{
    QFETCH_GLOBAL(int, model);
    return static_cast<LoopModel>(model);
}

inline std::unique_ptr<Poller> pollerOfRow()
{
    QFETCH_GLOBAL(bool, epoll);
    return epoll ? makeEpollPoller() : makePollPoller();
}

/// The loop of the row under test: the row's real poller and virtual time that moves only when poll
/// would sleep and nothing is ready. Everything it watches must be fed by the test's own thread.
struct TestLoop
{
    explicit TestLoop(PollStrategy strategy = PollStrategy::Sleep)
        : loop(modelOfRow(), strategy, clock,
               std::make_unique<SteppedPoller>(pollerOfRow(), clock, Milliseconds{0}))
    { }

    VirtualClock clock; // before the loop, which refers to it
    PhaseLoop loop;
};

/// What ran, as words with a space between them.
class TraceText
{
public:
    void operator()(std::string_view word)
    {
        if (!m_text.empty())
            m_text += ' ';
        m_text += word;
    }
    QString take()
    {
        const QString text = QString::fromStdString(m_text);
        m_text.clear();
        return text;
    }

private:
    std::string m_text;
};

} // namespace reusescope
