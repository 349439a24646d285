// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/looptarget.h"

#include "core/validation/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace reusescope::script {

namespace {

// A program may add to its queues in every callback; memory is not endless.
constexpr std::size_t kMaxQueued = 100'000;

// A request that goes out at once can ask for the next one, and so on, within one statement.
constexpr int kMaxNestedReuses = 100;

// How an immediate of a scheduler is shown; its timers call themselves the same.
constexpr const char *kSchedulersOwn = "validation";

/// Why a socket that gave this may carry no request any more; None: it may.
Reason spoiledBy(const SocketContent &content)
{
    if (content.bytes)
        return Reason::IdleBytes;
    if (content.end)
        return Reason::IdleFin;
    if (content.reset)
        return Reason::IdleReset;
    return Reason::None;
}

template <typename Function> void forEachStatement(const Program &program, Function function)
{
    for (const Statement &statement : program.main)
        function(statement);
    for (const Reaction &reaction : program.reactions) {
        for (const Statement &statement : reaction.statements)
            function(statement);
    }
}

} // namespace

template <typename T> struct LoopTarget::Use
{
    template <typename... Arguments>
    Use(LoopTarget &target, NameIndex label, Arguments &&...arguments)
        : name(label),
          handle(std::forward<Arguments>(arguments)..., [&target, this] { target.useFired(*this); })
    { }

    NameIndex name;
    T handle;
};

/// A scripted socket, as the loop watches it and as a scheduler sees it.
struct LoopTarget::Socket final : IdleConnection
{
    Socket(LoopTarget &owner, NameIndex label)
        : target(owner),
          name(label),
          watcher(owner.m_loop, [this](IoEvents) { target.socketReady(*this); }),
          idleSince(owner.m_loop.clock().now())
    { }

    /// One byte tells, as in TcpStream::peek(): line breaks are bytes here.
    IdleLook look() override
    {
        const SocketContent content = target.m_world.look(name);
        if (content.bytes || content.lineBreaks)
            return IdleLook::Bytes;
        if (content.end)
            return IdleLook::End;
        return content.reset ? IdleLook::Reset : IdleLook::Nothing;
    }
    Nanoseconds idleFor() const override { return target.m_loop.clock().now() - idleSince; }

    LoopTarget &target;
    NameIndex name;
    IoWatcher watcher;
    bool referenced = true; // as the program wants it
    bool over = false; // ended, discarded or closed: watched no more
    std::string_view unfit; // why no request may go out on it; empty: one may
    Nanoseconds idleSince;
};

/// How a request wants to go out: one for each label, socket and scheduler.
struct LoopTarget::ReuseWay
{
    NameIndex name = kNoName;
    NameIndex socket = kNoName;
    std::string_view schedulerName;
    std::unique_ptr<ValidationScheduler> scheduler; // null: there is none of that name
};

struct LoopTarget::Made
{
    Handle *handle = nullptr; // one of the following
    std::unique_ptr<TimerHandle> timer;
    Milliseconds loopTimeAge{0}; // of the timer, when it was started
    std::unique_ptr<PhaseHandle> phaseHandle;
    std::unique_ptr<Wakeup> wakeup;
    std::unique_ptr<Socket> socket;
};

LoopTarget::LoopTarget(const Program &program, PhaseLoop &loop, World &world, RunControl &control)
    : m_program(program),
      m_loop(loop),
      m_world(world),
      m_control(control),
      m_immediateQueue(loop),
      m_timeoutQueue(loop),
      m_timeouts(program.names.size()),
      m_immediates(program.names.size()),
      m_made(program.names.size())
{ }

LoopTarget::~LoopTarget() = default;

template <> std::unique_ptr<LoopTarget::TimeoutUse> LoopTarget::makeUse(NameIndex name)
{
    return std::make_unique<TimeoutUse>(*this, name, m_timeoutQueue, labelOf(name));
}

template <> std::unique_ptr<LoopTarget::ImmediateUse> LoopTarget::makeUse(NameIndex name)
{
    return std::make_unique<ImmediateUse>(*this, name, m_immediateQueue);
}

/// Null: the program was stopped for having too many.
template <typename T> LoopTarget::Use<T> *LoopTarget::take(Uses<T> &uses, NameIndex name)
{
    if (!mayQueueOneMore())
        return nullptr;
    if (uses.idle.empty()) {
        uses.all.push_back(makeUse<T>(name));
        uses.idle.reserve(uses.all.size());
        uses.idle.push_back(uses.all.back().get());
    }
    Use<T> *use = uses.idle.back();
    uses.idle.pop_back();
    uses.latest = use;
    return use;
}

template <typename T> void LoopTarget::giveBack(Uses<T> &uses, Use<T> &use)
{
    uses.idle.push_back(&use);
    if (uses.latest == &use)
        uses.latest = nullptr;
    --m_queued;
}

bool LoopTarget::mayQueueOneMore()
{
    if (m_queued == kMaxQueued) {
        m_control.stopProgram(fmt::format(
            "more than {} timeouts, immediates and completions are waiting", kMaxQueued));
        return false;
    }
    ++m_queued;
    return true;
}

void LoopTarget::setTimeout(NameIndex name, double delay, bool referenced)
{
    TimeoutUse *const use = take(m_timeouts[name], name);
    if (!use)
        return;
    if (referenced)
        use->handle.ref();
    else
        use->handle.unref();
    use->handle.start(delay);
}

void LoopTarget::setImmediate(NameIndex name, bool referenced)
{
    ImmediateUse *const use = take(m_immediates[name], name);
    if (!use)
        return;
    use->handle.schedule(referenced);
}

void LoopTarget::clear(NameIndex name)
{
    if (TimeoutUse *const use = m_timeouts[name].latest) {
        use->handle.stop();
        giveBack(m_timeouts[name], *use);
    }
    if (ImmediateUse *const use = m_immediates[name].latest) {
        use->handle.cancel();
        giveBack(m_immediates[name], *use);
    }
}

template <typename T> void LoopTarget::useFired(Use<T> &use)
{
    if constexpr (std::is_same_v<T, Timeout>)
        giveBack(m_timeouts[use.name], use);
    else
        giveBack(m_immediates[use.name], use);
    fire(use.name);
}

/// Null: the system has no more of it, and the program was stopped for that.
LoopTarget::Made *LoopTarget::make(NameIndex name)
{
    if (m_made[name])
        return m_made[name].get();
    auto made = std::make_unique<Made>();
    const auto fired = [this, name] { fire(name); };
    switch (kindOf(name)) {
    case NameKind::Timer:
        made->timer = std::make_unique<TimerHandle>(m_loop, labelOf(name), fired);
        made->handle = made->timer.get();
        break;
    case NameKind::Idle: made->phaseHandle = std::make_unique<IdleHandle>(m_loop, fired); break;
    case NameKind::Prepare:
        made->phaseHandle = std::make_unique<PrepareHandle>(m_loop, fired);
        break;
    case NameKind::Check: made->phaseHandle = std::make_unique<CheckHandle>(m_loop, fired); break;
    case NameKind::Async: try { made->wakeup = std::make_unique<Wakeup>(m_loop, fired);
        } catch (const std::system_error &error) {
            m_control.stopProgram(
                fmt::format("there is no async \"{}\": {}", labelOf(name), error.what()));
            return nullptr;
        }
        made->handle = made->wakeup.get();
        break;
    case NameKind::Socket: makeSocket(*made, name); break;
    case NameKind::Timeout:
    case NameKind::Immediate:
    case NameKind::Pending:
    case NameKind::Reuse: return nullptr; // no handles
    }
    if (made->phaseHandle)
        made->handle = made->phaseHandle.get();
    m_made[name] = std::move(made);
    return m_made[name].get();
}

/// Null also when it is closed: then nothing can be done with it.
LoopTarget::Made *LoopTarget::makeOpen(NameIndex name)
{
    Made *const made = make(name);
    return made && !made->handle->isClosing() ? made : nullptr;
}

void LoopTarget::makeSocket(Made &made, NameIndex name)
{
    made.socket = std::make_unique<Socket>(*this, name);
    made.handle = &made.socket->watcher;
    Socket &socket = *made.socket;
    forEachStatement(m_program, [&](const Statement &statement) {
        if (statement.verb != Verb::Reuse || statement.socket != name)
            return;
        const bool known = std::any_of(m_ways.begin(), m_ways.end(), [&](const auto &way) {
            return way->name == statement.target && way->socket == name
                && way->schedulerName == statement.text;
        });
        if (known)
            return;
        ReuseWay &way = *m_ways.emplace_back(std::make_unique<ReuseWay>());
        way.name = statement.target;
        way.socket = name;
        way.schedulerName = statement.text;
        if (const auto factory = schedulerFactory(statement.text))
            way.scheduler = (*factory)({m_loop, m_immediateQueue, m_timeoutQueue, socket,
                                        [this, &way](Verdict verdict) { answered(way, verdict); }});
    });
}

void LoopTarget::startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat)
{
    Made *const made = makeOpen(name);
    if (!made)
        return;
    made->loopTimeAge =
        std::chrono::duration_cast<Milliseconds>(m_world.clock().now()) - m_loop.now();
    made->timer->start(timeout, repeat);
}

Milliseconds LoopTarget::takeLoopTimeAge(NameIndex name)
{
    return m_made[name] ? std::exchange(m_made[name]->loopTimeAge, Milliseconds{0})
                        : Milliseconds{0};
}

void LoopTarget::again(NameIndex name)
{
    if (Made *const made = makeOpen(name))
        made->timer->again();
}

void LoopTarget::start(NameIndex name)
{
    Made *const made = makeOpen(name);
    if (!made)
        return;
    if (made->phaseHandle)
        made->phaseHandle->start();
    else if (made->socket)
        startSocket(*made->socket);
}

void LoopTarget::startSocket(Socket &socket)
{
    if (socket.over)
        return;
    const int descriptor = m_world.descriptor(socket.name);
    if (descriptor < 0)
        return;
    if (!socket.watcher.isActive())
        socket.watcher.start(descriptor, IoEvents::Readable);
    socket.idleSince = m_loop.clock().now();
    for (const auto &way : m_ways) {
        if (way->socket == socket.name && way->scheduler)
            way->scheduler->becameIdle();
    }
}

void LoopTarget::stop(NameIndex name)
{
    if (!m_made[name] || m_made[name]->handle->isClosing())
        return;
    Made &made = *m_made[name];
    if (made.timer)
        made.timer->stop();
    else if (made.phaseHandle)
        made.phaseHandle->stop();
    else if (made.socket)
        made.socket->watcher.stop();
}

void LoopTarget::setReferenced(NameIndex name, bool referenced)
{
    const auto set = [referenced](auto &handle) {
        if (referenced)
            handle.ref();
        else
            handle.unref();
    };
    if (kindOf(name) == NameKind::Timeout || kindOf(name) == NameKind::Immediate) {
        if (TimeoutUse *const use = m_timeouts[name].latest) {
            set(use->handle);
        }
        if (ImmediateUse *const use = m_immediates[name].latest) {
            set(use->handle);
        }
    } else if (Made *const made = makeOpen(name)) {
        if (made->socket) {
            made->socket->referenced = referenced;
            updateReference(*made->socket);
        } else {
            set(*made->handle);
        }
    }
}

void LoopTarget::close(NameIndex name)
{
    Made *const made = makeOpen(name);
    if (!made)
        return;
    made->handle->close([this, name] {
        if (m_control.callbackBegins())
            m_listener->closed(name);
    });
    if (made->socket) {
        m_world.discard(name);
        discard(*made->socket, "closed");
    }
}

void LoopTarget::send(NameIndex name)
{
    Made *const made = makeOpen(name);
    if (!made)
        return;
    made->wakeup->send();
    m_world.wakeupSent();
}

void LoopTarget::sendFromOutside(NameIndex async)
{
    if (m_made[async])
        send(async);
}

void LoopTarget::queuePending(NameIndex name)
{
    if (!mayQueueOneMore())
        return;
    m_loop.queuePending([this, name] { pendingFired(name); });
    m_pending.push_back(name);
}

void LoopTarget::fire(NameIndex name)
{
    if (m_control.callbackBegins())
        m_listener->fired(name);
}

void LoopTarget::pendingFired(NameIndex name)
{
    --m_queued;
    if (++m_nextPending == m_pending.size()) {
        m_pending.clear();
        m_nextPending = 0;
    }
    fire(name);
}

void LoopTarget::read(NameIndex name)
{
    Made *const made = makeOpen(name);
    if (!made || made->socket->over)
        return;
    drain(*made->socket);
    if (!made->socket->unfit.empty())
        discardIfAwaited(*made->socket);
}

void LoopTarget::socketReady(Socket &socket)
{
    if (!m_control.callbackBegins())
        return;
    drain(socket);
    m_listener->fired(socket.name);
    if (!socket.unfit.empty())
        discardIfAwaited(socket);
}

void LoopTarget::drain(Socket &socket)
{
    const SocketContent content = m_world.take(socket.name);
    socket.idleSince = m_loop.clock().now();
    if (const Reason reason = spoiledBy(content); reason != Reason::None && socket.unfit.empty())
        socket.unfit = reusescope::name(reason);
    if (content.end || content.reset) {
        socket.over = true;
        socket.watcher.stop();
    }
}

/// A socket that has become unfit is still read as before, until a request would need it.
void LoopTarget::discardIfAwaited(Socket &socket)
{
    const bool anyWaits = std::any_of(m_waiting.begin(), m_waiting.end(), [&](const ReuseWay *way) {
        return way->socket == socket.name;
    });
    if (anyWaits)
        discard(socket, socket.unfit);
}

/// No request goes out on the socket any more; those that wait for a verdict move.
void LoopTarget::discard(Socket &socket, std::string_view reason)
{
    if (socket.unfit.empty())
        socket.unfit = reason;
    socket.over = true;
    socket.watcher.stop();
    for (;;) { // what a request does when it moves may end the waiting of others
        const auto found =
            std::find_if(m_waiting.begin(), m_waiting.end(),
                         [&](const ReuseWay *way) { return way->socket == socket.name; });
        if (found == m_waiting.end())
            break;
        ReuseWay &way = **found;
        m_waiting.erase(found);
        way.scheduler->cancel();
        move(way.name, reason);
    }
}

void LoopTarget::updateReference(Socket &socket)
{
    const bool waited = std::any_of(m_waiting.begin(), m_waiting.end(), [&](const ReuseWay *way) {
        return way->socket == socket.name;
    });
    if (socket.referenced || waited)
        socket.watcher.ref();
    else
        socket.watcher.unref();
}

void LoopTarget::reuse(NameIndex name, NameIndex socketName, std::string_view scheduler)
{
    Made *const made = make(socketName);
    if (!made)
        return;
    const bool asked = std::any_of(m_waiting.begin(), m_waiting.end(),
                                   [&](const ReuseWay *way) { return way->name == name; });
    if (asked)
        return;
    const auto found = std::find_if(m_ways.begin(), m_ways.end(), [&](const auto &way) {
        return way->name == name && way->socket == socketName && way->schedulerName == scheduler;
    });
    if (found == m_ways.end() || !(*found)->scheduler) {
        m_control.stopProgram(fmt::format("there is no scheduler \"{}\"", scheduler));
        return;
    }
    if (m_nestedReuses == kMaxNestedReuses) {
        m_control.stopProgram(
            fmt::format("more than {} requests go out within one statement", kMaxNestedReuses));
        return;
    }
    ++m_nestedReuses;
    ReuseWay &way = **found;
    Socket &socket = *made->socket;
    if (!socket.unfit.empty()) {
        move(name, socket.unfit);
        discard(socket, socket.unfit);
    } else if (const std::optional<Verdict> verdict = way.scheduler->begin()) {
        conclude(way, *verdict);
    } else {
        m_waiting.push_back(&way);
        updateReference(socket);
    }
    --m_nestedReuses;
}

void LoopTarget::answered(ReuseWay &way, Verdict verdict)
{
    if (!m_control.callbackBegins())
        return;
    std::erase(m_waiting, &way);
    updateReference(*m_made[way.socket]->socket);
    conclude(way, verdict);
}

void LoopTarget::conclude(ReuseWay &way, Verdict verdict)
{
    Socket &socket = *m_made[way.socket]->socket;
    if (verdict == kClean) {
        socket.idleSince = m_loop.clock().now();
        m_listener->written(way.name, m_world.look(way.socket).bytes);
    } else {
        move(way.name, reusescope::name(verdict));
        discard(socket, reusescope::name(verdict));
    }
}

void LoopTarget::move(NameIndex reuse, std::string_view reason)
{
    m_moveReason = reason;
    m_listener->moved(reuse, reason);
}

void LoopTarget::describe(LoopState &state) const
{
    const LoopContents contents = m_loop.contents();
    describeTimers(state, contents.timers);
    describeHandles(state, contents);
    describeImmediates(state);
    describeWatched(state);
    for (std::size_t i = m_nextPending; i < m_pending.size(); ++i)
        state.pending.push_back(itemOf(m_pending[i], true));
    for (const ReuseWay *way : m_waiting)
        state.reuses.push_back(itemOf(way->name, true));
}

LoopState::Item LoopTarget::itemOf(NameIndex name, bool referenced) const
{
    LoopState::Item item;
    item.label = m_program.names[name].label;
    item.kind = kindOf(name);
    item.referenced = referenced;
    return item;
}

/// The timeouts that are due with their native timer fire at its place, later ones when they are
/// due: the native timer is then set anew, behind all that is set now.
void LoopTarget::describeTimers(LoopState &state,
                                const std::vector<const TimerHandle *> &native) const
{
    const auto start = std::chrono::floor<Milliseconds>(m_world.startedAt());
    const std::vector<const Timeout *> timeouts = m_timeoutQueue.inOrder();
    auto timeout = timeouts.begin();
    const auto addTimeoutsUpTo = [&](Milliseconds due) {
        for (; timeout != timeouts.end() && (*timeout)->dueAt() <= due; ++timeout) {
            LoopState::Item &item = state.timers.emplace_back();
            item.label = (*timeout)->label(); // also a scheduler's, which is no name of the program
            item.kind = NameKind::Timeout;
            item.referenced = (*timeout)->isReferenced();
            item.due = (*timeout)->dueAt() - start;
        }
    };
    bool metTheirs = false; // the native timer of the timeouts
    for (const TimerHandle *timer : native) {
        const auto made = std::find_if(m_made.begin(), m_made.end(), [timer](const auto &each) {
            return each && each->timer.get() == timer;
        });
        if (made == m_made.end()) {
            metTheirs = true;
            addTimeoutsUpTo(std::max(timer->dueAt(), m_loop.now()));
            continue;
        }
        if (metTheirs)
            addTimeoutsUpTo(timer->dueAt() - Milliseconds{1});
        LoopState::Item item =
            itemOf(static_cast<NameIndex>(made - m_made.begin()), timer->isReferenced());
        item.due = timer->dueAt() - start;
        state.timers.push_back(std::move(item));
    }
    addTimeoutsUpTo(Milliseconds::max());
}

void LoopTarget::describeHandles(LoopState &state, const LoopContents &contents) const
{
    const auto add = [this](const std::vector<const Handle *> &handles,
                            std::vector<LoopState::Item> &items) {
        for (const Handle *handle : handles) {
            const auto made = std::find_if(m_made.begin(), m_made.end(), [&](const auto &each) {
                return each && each->handle == handle;
            });
            if (made != m_made.end()) // else one of the queue of immediates
                items.push_back(
                    itemOf(static_cast<NameIndex>(made - m_made.begin()), handle->isReferenced()));
        }
    };
    add(contents.idle, state.idle);
    add(contents.prepare, state.prepare);
    add(contents.check, state.check);
    add(contents.closing, state.closing);
}

void LoopTarget::describeImmediates(LoopState &state) const
{
    std::unordered_map<const Immediate *, NameIndex> names;
    for (const auto &uses : m_immediates) {
        for (const auto &use : uses.all)
            names.emplace(&use->handle, use->name);
    }
    for (const Immediate *immediate : m_immediateQueue.inOrder()) {
        LoopState::Item &item = state.immediates.emplace_back();
        const auto found = names.find(immediate);
        item.label = found != names.end() ? labelOf(found->second) : kSchedulersOwn;
        item.kind = NameKind::Immediate;
        item.referenced = immediate->isReferenced();
    }
}

void LoopTarget::describeWatched(LoopState &state) const
{
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        const Made *const made = m_made[i].get();
        if (!made || !made->handle->isActive() || !(made->socket || made->wakeup))
            continue;
        const auto name = static_cast<NameIndex>(i);
        LoopState::Item item = itemOf(name, made->handle->isReferenced());
        if (made->socket)
            item.unread = m_world.unread(name);
        state.watched.push_back(std::move(item));
    }
}

} // namespace reusescope::script
