// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/execution.h"

#include "core/loop/loopobserver.h"
#include "core/script/interpreter.h"
#include "tests/oracle/uvtarget.h"

#include <map>
#include <utility>

namespace reusescope::oracle {

using script::NameIndex;
using script::Occasion;
using script::Statement;

namespace {

/// One execution: writes the transcript, and ends the program when that is full.
class Execution : public script::ProgramObserver
{
public:
    Execution(const script::Program &program, LoopUnderTest &target, Transcript &transcript)
        : m_target(target), m_transcript(transcript), m_interpreter(program, target, *this)
    { }

    void run()
    {
        m_target.setListener(&m_interpreter);
        while (const auto mode = m_interpreter.nextRun()) {
            m_transcript.runEnded(m_target.run(*mode));
            if (m_transcript.isFull())
                break;
        }
        m_target.setListener(nullptr);
    }

    void callback(NameIndex, Occasion, std::string_view word) override
    {
        m_transcript.callback(word);
        if (!m_transcript.isFull())
            return;
        m_interpreter.abandon();
        m_target.stopLoop();
    }
    void logged(std::string_view text) override { m_transcript.add(text); }

private:
    LoopUnderTest &m_target;
    Transcript &m_transcript;
    script::Interpreter m_interpreter;
};

/// Counts what an execution goes through.
class CoveredExecution final : public Execution, public LoopObserver
{
public:
    CoveredExecution(const script::Program &program, OurTarget &target, Transcript &transcript,
                     Coverage &coverage)
        : Execution(program, target, transcript),
          m_program(program),
          m_loop(target.loop()),
          m_coverage(coverage)
    {
        count(program.main);
        m_loop.setObserver(this);
    }
    ~CoveredExecution() override { m_loop.setObserver(nullptr); }

    void callback(NameIndex name, Occasion occasion, std::string_view word) override
    {
        ++m_coverage.callbackPhases[static_cast<std::size_t>(m_loop.phase())];
        const std::uint32_t time = ++m_times[{name, occasion}];
        for (const script::Reaction &reaction : m_program.reactions) {
            if (reaction.name == name && reaction.occasion == occasion
                && (reaction.time == 0 || reaction.time == time))
                count(reaction.statements);
        }
        Execution::callback(name, occasion, word);
    }

    void phaseRan(const PhaseSpan &span) override
    {
        if (span.phase != Phase::Poll)
            return;
        ++m_coverage.reasons[static_cast<std::size_t>(span.timeout.reason)];
        ++m_coverage.wokenBy[static_cast<std::size_t>(span.wokenBy)];
    }

private:
    void count(const std::vector<Statement> &statements)
    {
        for (const Statement &statement : statements)
            ++m_coverage.statements[static_cast<std::size_t>(statement.verb)];
    }

    const script::Program &m_program;
    PhaseLoop &m_loop;
    Coverage &m_coverage;
    std::map<std::pair<NameIndex, Occasion>, std::uint32_t> m_times;
};

/// Writes the transcript of a ScriptRun.
class StepsTranscript final : public script::EntrySink
{
public:
    void entry(const script::Entry &entry) override
    {
        switch (entry.kind) {
        case script::EntryKind::Callback: m_transcript.callback(entry.text); break;
        case script::EntryKind::Log: m_transcript.add(entry.text); break;
        case script::EntryKind::Poll: m_transcript.poll(entry.timeoutMs); break;
        case script::EntryKind::RunEnded: m_transcript.runEnded(entry.alive); break;
        case script::EntryKind::Limit:
            // The only limit within reach. The poll that does not end has no entry of its own.
            m_transcript.poll(-1);
            m_transcript.asleep();
            break;
        }
    }
    const Transcript &transcript() const { return m_transcript; }

private:
    Transcript m_transcript;
};

/// The calling thread is served by `system` as long as this lives.
class ServedBy
{
public:
    explicit ServedBy(VirtualSystem &system) { setVirtualSystem(&system); }
    ~ServedBy() { setVirtualSystem(nullptr); }
    ServedBy(const ServedBy &) = delete;
    ServedBy &operator=(const ServedBy &) = delete;
};

} // namespace

std::optional<UvRules> rulesOfUv()
{
    // Of the library that is loaded, which need not be the one that was compiled against.
    constexpr unsigned k145 = 1U << 16U | 45U << 8U;
    constexpr unsigned k146 = 1U << 16U | 46U << 8U;
    constexpr unsigned k148 = 1U << 16U | 48U << 8U;
    const unsigned version = uv_version();
    if (version < k145)
        return UvRules{LoopModel::TimersFirst, false};
    if (version < k146)
        return std::nullopt;
    return UvRules{LoopModel::TimersLast, version >= k148};
}

std::string executeOnUv(const script::Program &program, Configuration configuration)
{
    Transcript transcript;
    Outside outside(program, transcript);
    const ServedBy served(outside);
    UvTarget target(program, outside);
    if (configuration == Configuration::AsNode)
        target.measureIdleTime();
    outside.setLoop(&target);
    Execution(program, target, transcript).run();
    return transcript.text();
}

Outcome executeOnOurs(const script::Program &program, LoopModel model, PollerKind poller,
                      Configuration configuration, Coverage *coverage)
{
    Transcript transcript;
    Outside outside(program, transcript);
    OurTarget target(program, model, poller, outside);
    target.loop().setMeasuresIdleTime(configuration == Configuration::AsNode);
    outside.setLoop(&target);
    if (coverage)
        CoveredExecution(program, target, transcript, *coverage).run();
    else
        Execution(program, target, transcript).run();
    return {transcript.text(), target.startedDueTimerFromTimer()};
}

std::string executeInSteps(const script::Program &program, LoopModel model,
                           script::ScriptRun::Step step)
{
    StepsTranscript sink;
    script::RunOptions options;
    options.model = model;
    options.asNode = false; // libuv is compared without Node's setting
    options.interrupted = [&sink] { return sink.transcript().isFull(); };
    script::ScriptRun run(program, options, &sink);
    while (!sink.transcript().isFull() && run.step(step)) { }
    return sink.transcript().text();
}

} // namespace reusescope::oracle
