// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/uvtarget.h"

#include <cstdio>
#include <cstdlib>

namespace reusescope::oracle {

using script::NameIndex;
using script::NameKind;

namespace {

// In the system's abstract namespace of addresses nothing would have to be absent, so a path.
constexpr const char *kNobodyListens = "/nonexistent/reusescope-oracle";

void check(int status, const char *what)
{
    if (status >= 0)
        return;
    std::fprintf(stderr, "%s: %s\n", what, uv_strerror(status));
    std::abort();
}

} // namespace

UvTarget::UvTarget(const script::Program &program, Outside &outside)
    : m_outside(outside), m_named(program.names.size()), m_latest(program.names.size())
{
    check(uv_loop_init(&m_loop), "uv_loop_init");
    for (std::size_t i = 0; i < m_named.size(); ++i) {
        m_named[i].target = this;
        m_named[i].name = static_cast<NameIndex>(i);
        m_named[i].kind = program.names[i].kind;
    }

    check(uv_poll_init(&m_loop, &m_alarm, outside.alarm()), "uv_poll_init");
    m_alarm.data = this;
    uv_poll_start(&m_alarm, UV_READABLE, [](uv_poll_t *alarm, int, int) {
        auto &target = *static_cast<UvTarget *>(alarm->data);
        target.m_outside.answerAlarm();
        target.stopLoop();
    });
    uv_unref(reinterpret_cast<uv_handle_t *>(&m_alarm));

    uv_check_init(&m_loop, &m_check);
    m_check.data = this;
    uv_check_start(&m_check, [](uv_check_t *handle) {
        static_cast<UvTarget *>(handle->data)->runImmediates();
    });
    uv_unref(reinterpret_cast<uv_handle_t *>(&m_check));
    uv_idle_init(&m_loop, &m_idle);
}

UvTarget::~UvTarget()
{
    setListener(nullptr);
    uv_walk(
        &m_loop,
        [](uv_handle_t *handle, void *) {
            if (!uv_is_closing(handle))
                uv_close(handle, nullptr);
        },
        nullptr);
    while (uv_run(&m_loop, UV_RUN_DEFAULT) != 0) { } // one run may end at once: stopped before
    check(uv_loop_close(&m_loop), "uv_loop_close");
}

void UvTarget::measureIdleTime()
{
    check(uv_loop_configure(&m_loop, UV_METRICS_IDLE_TIME), "uv_loop_configure");
}

bool UvTarget::run(RunMode mode)
{
    switch (mode) {
    case RunMode::Default: return uv_run(&m_loop, UV_RUN_DEFAULT) != 0;
    case RunMode::Once: return uv_run(&m_loop, UV_RUN_ONCE) != 0;
    case RunMode::NoWait: return uv_run(&m_loop, UV_RUN_NOWAIT) != 0;
    }
    std::abort();
}

void UvTarget::sendFromOutside(NameIndex async)
{
    if (m_named[async].made)
        send(async);
}

void UvTarget::setTimeout(NameIndex, double, bool)
{
    std::abort();
}

void UvTarget::setImmediate(NameIndex name, bool referenced)
{
    m_scheduled.push_back({name, referenced});
    m_latest[name] = &m_scheduled.back();
    if (referenced)
        countReferenced(1);
}

void UvTarget::clear(NameIndex name)
{
    Immediate *immediate = m_latest[name];
    if (!immediate)
        return;
    if (immediate->referenced)
        countReferenced(-1);
    m_latest[name] = nullptr;
    const auto isIt = [immediate](const Immediate &one) { return &one == immediate; };
    if (m_scheduled.remove_if(isIt) == 0)
        m_running.remove_if(isIt);
}

void UvTarget::startTimer(NameIndex name, Milliseconds timeout, Milliseconds repeat)
{
    if (Named *timer = usable(name))
        check(uv_timer_start(&timer->handle.timer, reportFired<uv_timer_t>,
                             static_cast<std::uint64_t>(timeout.count()),
                             static_cast<std::uint64_t>(repeat.count())),
              "uv_timer_start");
}

void UvTarget::again(NameIndex name)
{
    // Refused (UV_EINVAL) when it never was started, which is as the contract has it.
    if (Named *timer = usable(name))
        uv_timer_again(&timer->handle.timer);
}

void UvTarget::start(NameIndex name)
{
    Named *one = usable(name);
    if (!one)
        return;
    switch (one->kind) {
    case NameKind::Idle: uv_idle_start(&one->handle.idle, reportFired<uv_idle_t>); break;
    case NameKind::Prepare:
        uv_prepare_start(&one->handle.prepare, reportFired<uv_prepare_t>);
        break;
    case NameKind::Check: uv_check_start(&one->handle.check, reportFired<uv_check_t>); break;
    case NameKind::Socket:
        // A started one stays as it is, as uv_read_start() has it; uv_poll_start() would throw away
        // what the wait under way has found.
        if (one->ended || uv_is_active(&one->handle.handle))
            break;
        check(uv_poll_start(&one->handle.poll, UV_READABLE,
                            [](uv_poll_t *handle, int, int) {
                                Named &socket = named(handle);
                                socket.target->read(socket.name);
                                reportFired(handle);
                            }),
              "uv_poll_start");
        break;
    default: break; // an async is active from its making
    }
}

void UvTarget::stop(NameIndex name)
{
    Named *one = usable(name);
    if (!one)
        return;
    switch (one->kind) {
    case NameKind::Timer: uv_timer_stop(&one->handle.timer); break;
    case NameKind::Idle: uv_idle_stop(&one->handle.idle); break;
    case NameKind::Prepare: uv_prepare_stop(&one->handle.prepare); break;
    case NameKind::Check: uv_check_stop(&one->handle.check); break;
    case NameKind::Socket: uv_poll_stop(&one->handle.poll); break;
    default: break;
    }
}

void UvTarget::setReferenced(NameIndex name, bool referenced)
{
    if (m_named[name].kind == NameKind::Immediate) {
        Immediate *immediate = m_latest[name];
        if (!immediate || immediate->referenced == referenced)
            return;
        immediate->referenced = referenced;
        countReferenced(referenced ? 1 : -1);
        return;
    }
    Named *one = usable(name);
    if (!one)
        return;
    if (referenced)
        uv_ref(&one->handle.handle);
    else
        uv_unref(&one->handle.handle);
}

void UvTarget::close(NameIndex name)
{
    if (Named *one = usable(name))
        uv_close(&one->handle.handle, [](uv_handle_t *handle) {
            const Named &closed = named(handle);
            if (closed.target->listener())
                closed.target->listener()->closed(closed.name);
        });
}

void UvTarget::send(NameIndex name)
{
    if (Named *async = usable(name))
        check(uv_async_send(&async->handle.async), "uv_async_send");
}

void UvTarget::queuePending(NameIndex name)
{
    Completion *free = nullptr;
    for (Completion &completion : m_completions) {
        if (!completion.underWay)
            free = &completion;
    }
    if (!free) {
        free = &m_completions.emplace_back();
        free->target = this;
        check(uv_pipe_init(&m_loop, &free->pipe, 0), "uv_pipe_init");
    }
    free->name = name;
    free->underWay = true;
    free->request.data = free;
    uv_pipe_connect(&free->request, &free->pipe, kNobodyListens, [](uv_connect_t *request, int) {
        auto &completion = *static_cast<Completion *>(request->data);
        completion.underWay = false;
        if (completion.target->listener())
            completion.target->listener()->fired(completion.name);
    });
}

void UvTarget::read(NameIndex socket)
{
    Named &one = m_named[socket];
    if (m_outside.drain(socket))
        return;
    // As a stream does at its end.
    one.ended = true;
    if (Named *open = usable(socket))
        uv_poll_stop(&open->handle.poll);
}

void UvTarget::reuse(NameIndex, NameIndex, std::string_view)
{
    std::abort();
}

void UvTarget::busy(Nanoseconds time)
{
    m_outside.busy(time);
}

void UvTarget::stopLoop()
{
    uv_stop(&m_loop);
}

template <typename UvHandle> UvTarget::Named &UvTarget::named(UvHandle *handle)
{
    return *static_cast<Named *>(handle->data);
}

template <typename UvHandle> void UvTarget::reportFired(UvHandle *handle)
{
    const Named &fired = named(handle);
    if (fired.target->listener())
        fired.target->listener()->fired(fired.name);
}

UvTarget::Named *UvTarget::usable(NameIndex name)
{
    Named &one = m_named[name];
    if (!one.made)
        make(one);
    return uv_is_closing(&one.handle.handle) ? nullptr : &one;
}

void UvTarget::make(Named &one)
{
    switch (one.kind) {
    case NameKind::Timer: uv_timer_init(&m_loop, &one.handle.timer); break;
    case NameKind::Idle: uv_idle_init(&m_loop, &one.handle.idle); break;
    case NameKind::Prepare: uv_prepare_init(&m_loop, &one.handle.prepare); break;
    case NameKind::Check: uv_check_init(&m_loop, &one.handle.check); break;
    case NameKind::Async:
        check(uv_async_init(&m_loop, &one.handle.async, reportFired<uv_async_t>), "uv_async_init");
        break;
    case NameKind::Socket:
        check(uv_poll_init(&m_loop, &one.handle.poll, m_outside.socket(one.name)), "uv_poll_init");
        break;
    default: std::abort();
    }
    one.made = true;
    one.handle.handle.data = &one;
}

void UvTarget::runImmediates()
{
    m_running.swap(m_scheduled);
    while (!m_running.empty()) {
        const Immediate &first = m_running.front();
        const NameIndex name = first.name;
        if (m_latest[name] == &first)
            m_latest[name] = nullptr;
        if (first.referenced)
            countReferenced(-1);
        m_running.pop_front();
        if (listener())
            listener()->fired(name);
    }
}

void UvTarget::countReferenced(int change)
{
    m_referencedImmediates += change;
    if (m_referencedImmediates == 0)
        uv_idle_stop(&m_idle);
    else
        uv_idle_start(&m_idle, [](uv_idle_t *) {});
}

} // namespace reusescope::oracle
