// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/registry.h"

#include "core/base/nearest.h"
#include "core/base/sentence.h"
#include "core/validation/schedulers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace reusescope {

namespace {

constexpr int kMaxAfterIdleMs = 600'000;
constexpr std::string_view kAfterIdle = "after-idle";

struct Entry
{
    SchedulerInfo info;
    std::unique_ptr<ValidationScheduler> (*make)(SchedulerContext); // null: takes a parameter
};

const std::vector<Entry> &entries()
{
    static const std::vector<Entry> all{
        {{"none", "No validation",
          "Writes at once. The fastest there is, and blind: bytes, a FIN or a reset that have "
          "reached the kernel but not the "
          "loop are met only after the write.",
          "6.x up to 6.26.0, 7.x up to 7.27.2, 8.x up to 8.4.1"},
         makeNone},
        {{"timer-0", "Zero timer",
          "An unref'd setTimeout(0). Timers have a floor of one millisecond, so every reuse pays "
          "for it; usually one poll "
          "happens in the meantime, but the clock promises none.",
          "6.27.0, 6.28.0, 7.28.0, 7.29.0, 8.5.0 to 8.7.0, 8.10.0"},
         makeTimerZero},
        {{"immediate-unref", "Unref'd immediate",
          "An immediate that does not keep poll from sleeping. Armed from poll it runs in the same "
          "turn; armed from "
          "check or timers it waits for whatever ends the next sleep of poll: a stall of up to "
          "half a second, or longer.",
          "8.8.0, 8.9.0"},
         makeImmediateUnref},
        {{"immediate-ref", "Ref'd immediate",
          "An immediate that keeps poll from sleeping. Fast from everywhere; armed from poll it "
          "runs in the same turn "
          "without any fresh poll, and so misses bytes that are already in the kernel.",
          "6.28.1 and later, 7.29.1 and later, 8.10.1 and later"},
         makeImmediateRef},
        {{"fresh-poll", "One fresh poll",
          "A ref'd immediate, armed again until one whole poll that began after the request came "
          "has completed. Whatever had "
          "reached the kernel by then has been seen.",
          ""},
         makeFreshPoll},
        {{"peek", "Look at the socket",
          "One recv with MSG_PEEK right before the write: bytes, a FIN and a reset are seen "
          "without waiting for the loop.",
          ""},
         makePeek},
        {{"background", "In the background",
          "An immediate armed when the response completes, so that the wait overlaps with other "
          "work. Only a request that "
          "comes before it has fired is held up; one that comes later goes out without a look.",
          ""},
         makeBackground},
        {{"after-idle:N", "Look after N ms idle",
          "As peek, but only when the connection has been idle for N milliseconds or more; a "
          "younger one is trusted.",
          ""},
         nullptr},
    };
    return all;
}

Error unknownScheduler(std::string_view name)
{
    std::vector<std::string> known;
    for (const Entry &entry : entries())
        known.push_back(entry.info.name);
    const std::string near = nearest(name, known);
    const std::string all = fmt::format("{}", fmt::join(known, ", "));
    if (near.empty())
        return inputError("there is no scheduler \"{}\"; the schedulers are {}",
                          name.substr(0, 100), all);
    return inputError("there is no scheduler \"{}\" (did you mean \"{}\"?); the schedulers are {}",
                      name.substr(0, 100), near, all);
}

} // namespace

const std::vector<SchedulerInfo> &schedulerInfos()
{
    static const std::vector<SchedulerInfo> infos = [] {
        std::vector<SchedulerInfo> out;
        for (const Entry &entry : entries())
            out.push_back(entry.info);
        return out;
    }();
    return infos;
}

Result<SchedulerFactory> schedulerFactory(std::string_view name)
{
    if (name.starts_with(kAfterIdle)) {
        const std::string_view rest = name.substr(kAfterIdle.size());
        int ms = -1;
        if (rest.starts_with(':')) {
            const auto [end, error] =
                std::from_chars(rest.data() + 1, rest.data() + rest.size(), ms);
            if (error != std::errc{} || end != rest.data() + rest.size())
                ms = -1;
        }
        if (ms < 0 || ms > kMaxAfterIdleMs)
            return inputError(
                "the scheduler \"{}\" needs a number of milliseconds from 0 to {}, as in "
                "\"after-idle:50\"",
                name.substr(0, 100), kMaxAfterIdleMs);
        return SchedulerFactory([ms](SchedulerContext context) {
            return makeAfterIdle(std::move(context), Milliseconds{ms});
        });
    }
    for (const Entry &entry : entries()) {
        if (entry.make && entry.info.name == name)
            return SchedulerFactory(entry.make);
    }
    return unknownScheduler(name);
}

} // namespace reusescope
