// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/policyoptions.h"

#include "app/options/optionvalues.h"
#include "core/experiment/experiment.h"

#include <CLI/CLI.hpp>

namespace reusescope {

void addPolicyOptions(CLI::App &app, PolicyOptions &options, const char *group)
{
    app.add_option("--reuse", options.reuse,
                   "Which idle connection goes first: the one used last (the default), or longest "
                   "ago")
        ->type_name("lifo|fifo")
        ->group(group);
    app.add_option("--keep-alive", options.keepAlive,
                   "Idle limit when the server gives no hint; default: 4000")
        ->type_name("MS")
        ->group(group);
    app.add_option("--keep-alive-max", options.keepAliveMax,
                   "What a server's hint may ask for at most; default: 600000")
        ->type_name("MS")
        ->group(group);
    app.add_option("--keep-alive-margin", options.margin,
                   "Taken off a server's hint, for the FIN that is under way; default: 2000")
        ->type_name("MS")
        ->group(group);
    app.add_option("--unused-limit", options.unusedLimit,
                   "Idle limit of a connection that has carried no request; default: as "
                   "--keep-alive")
        ->type_name("MS")
        ->group(group);
    app.add_option("--max-age", options.maxAge,
                   "After which a connection takes no more requests; default: 0, none")
        ->type_name("MS")
        ->group(group);
    app.add_option("--replay", options.replay,
                   "What is sent again after it was written on a connection that then closed "
                   "without a byte; default: idempotent")
        ->type_name("never|idempotent|always")
        ->group(group);
    app.add_option("--read-bytes", options.readBytes,
                   "Drop each body after so many bytes; default: read all")
        ->type_name("N")
        ->group(group);
    app.add_option("--drain-limit", options.drainLimit,
                   "Of a dropped body, how much is read to keep the connection; default: 131072")
        ->type_name("N")
        ->group(group);
}

Result<void> applyPolicy(const PolicyOptions &options, ClientOptions &client)
{
    if (const auto done = applyName(options.reuse, "--reuse", &reuseOrderFromName, "lifo or fifo",
                                    client.reuseOrder);
        !done)
        return done;
    if (const auto done = applyName(options.replay, "--replay", &replayPolicyFromName,
                                    "never, idempotent or always", client.replay);
        !done)
        return done;
    const std::int64_t longest = kMaxTimeout.count();
    if (const auto done =
            applyMs(options.keepAliveMax, {"--keep-alive-max", 1, longest}, client.keepAliveMax);
        !done)
        return done;
    if (const auto done = applyMs(
            options.keepAlive, {"--keep-alive", 1, client.keepAliveMax.count()}, client.keepAlive);
        !done)
        return done;
    if (const auto done =
            applyMs(options.margin, {"--keep-alive-margin", 0, longest}, client.keepAliveMargin);
        !done)
        return done;
    if (const auto done =
            applyMs(options.unusedLimit, {"--unused-limit", 1, longest}, client.unusedLimit);
        !done)
        return done;
    if (const auto done = applyMs(options.maxAge, {"--max-age", 0, longest}, client.maxAge); !done)
        return done;
    if (options.readBytes) {
        std::uint64_t bytes = 0;
        if (const auto done =
                apply(options.readBytes, {"--read-bytes", 0, kMaxCountedBytes}, bytes);
            !done)
            return done;
        client.readBytes = bytes;
    }
    return apply(options.drainLimit, {"--drain-limit", 0, kMaxCountedBytes}, client.drainLimit);
}

bool changesPolicy(const PolicyOptions &options)
{
    return options.reuse || options.keepAlive || options.keepAliveMax || options.margin
        || options.unusedLimit || options.maxAge || options.replay || options.readBytes
        || options.drainLimit;
}

} // namespace reusescope
