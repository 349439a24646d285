// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/interpreter.h"

#include <string>

namespace reusescope::script {

namespace {

constexpr std::size_t kOccasions = 4;

std::size_t slotOf(NameIndex name, Occasion occasion)
{
    return name * kOccasions + static_cast<std::size_t>(occasion);
}

} // namespace

Interpreter::Interpreter(const Program &program, Target &target, ProgramObserver &observer)
    : m_program(program),
      m_target(target),
      m_observer(observer),
      m_reactions(program.names.size() * kOccasions),
      m_closings(program.names.size())
{
    for (const Reaction &reaction : program.reactions)
        m_reactions[slotOf(reaction.name, reaction.occasion)].inOrder.push_back(&reaction);
}

std::optional<RunMode> Interpreter::nextRun()
{
    while (m_nextInMain < m_program.main.size() && !m_abandoned) {
        const Statement &statement = m_program.main[m_nextInMain++];
        if (statement.verb == Verb::Run) {
            m_ran = true;
            return statement.mode;
        }
        execute(statement);
    }
    if (m_ran || m_abandoned)
        return std::nullopt;
    m_ran = true;
    return RunMode::Default;
}

void Interpreter::fired(NameIndex name)
{
    react(name, Occasion::Fires, m_program.names[name].label);
}

void Interpreter::closed(NameIndex name)
{
    if (!m_closings[name].word.empty())
        react(name, Occasion::Closes, m_closings[name].word);
    else
        react(name, Occasion::Closes, "close " + m_program.names[name].label);
}

void Interpreter::written(NameIndex name, bool poisoned)
{
    if (poisoned)
        react(name, Occasion::Written, m_program.names[name].label + ":poisoned");
    else
        react(name, Occasion::Written, m_program.names[name].label);
}

void Interpreter::moved(NameIndex name, std::string_view)
{
    react(name, Occasion::Moved, m_program.names[name].label + ":moved");
}

void Interpreter::react(NameIndex name, Occasion occasion, std::string_view word)
{
    if (m_abandoned)
        return;
    m_observer.callback(name, occasion, word);
    Reactions &reactions = m_reactions[slotOf(name, occasion)];
    // A reuse can be answered within the statement that asks for it, so that this runs nested.
    const std::uint32_t time = ++reactions.count;
    for (const Reaction *reaction : reactions.inOrder) {
        if (reaction->time != 0 && reaction->time != time)
            continue;
        for (const Statement &statement : reaction->statements) {
            if (m_abandoned)
                return;
            execute(statement);
        }
    }
}

void Interpreter::execute(const Statement &statement)
{
    const NameIndex target = statement.target;
    switch (statement.verb) {
    case Verb::SetTimeout:
        m_target.setTimeout(target, statement.delay, statement.referenced);
        break;
    case Verb::SetImmediate: m_target.setImmediate(target, statement.referenced); break;
    case Verb::Clear: m_target.clear(target); break;
    case Verb::Timer:
        m_target.startTimer(target, statement.timeout, statement.repeat);
        unreferenceIfSaid(statement);
        break;
    case Verb::Again: m_target.again(target); break;
    case Verb::Start:
        m_target.start(target);
        unreferenceIfSaid(statement);
        break;
    case Verb::Stop: m_target.stop(target); break;
    case Verb::Ref: m_target.setReferenced(target, true); break;
    case Verb::Unref: m_target.setReferenced(target, false); break;
    case Verb::Close: close(statement); break;
    case Verb::Send: m_target.send(target); break;
    case Verb::Pending: m_target.queuePending(target); break;
    case Verb::Read: m_target.read(target); break;
    case Verb::Reuse: m_target.reuse(target, statement.socket, statement.text); break;
    case Verb::Busy: m_target.busy(statement.busy); break;
    case Verb::Log: m_observer.logged(statement.text); break;
    case Verb::StopLoop: m_target.stopLoop(); break;
    case Verb::Run: break; // nextRun() answers it
    }
}

/// Starting a handle leaves its reference as it is, as in libuv; only "unref" changes it.
void Interpreter::unreferenceIfSaid(const Statement &statement)
{
    if (!statement.referenced)
        m_target.setReferenced(statement.target, false);
}

/// Only the first close of a handle does anything, so it is the one that names the callback.
void Interpreter::close(const Statement &statement)
{
    Closing &closing = m_closings[statement.target];
    if (!closing.begun)
        closing = {true, statement.text};
    m_target.close(statement.target);
}

} // namespace reusescope::script
