// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "core/lab/labserver.h"

#include <fmt/format.h>

namespace reusescope::cli {

namespace {

struct Served
{
    LabScript script;
    std::uint16_t port = 0;
    bool tls = false;
};

Result<Served> whatToServe(const ServeOptions &options)
{
    Served served;
    if (options.scenario) {
        const auto scenario = findScenario(*options.scenario);
        if (!scenario)
            return scenario.error();
        served.script = scenario->experiment.lab;
        served.tls = scenario->experiment.labTls;
    }
    served.tls = served.tls || options.tls;
    if (options.protocol == name(LabProtocols::H1))
        served.script.protocols = LabProtocols::H1;
    else if (options.protocol == name(LabProtocols::H2))
        served.script.protocols = LabProtocols::H2;
    else if (options.protocol)
        return Error{ErrorKind::Input, 0,
                     fmt::format("--protocol takes h1 or h2, not \"{}\"", *options.protocol)};
    if (const auto done = applyLab(options.lab, served.script); !done)
        return done.error();
    if (options.port) {
        const auto port = parsePort(*options.port);
        if (!port)
            return port.error();
        served.port = *port;
    }
    return served;
}

} // namespace

ExitCode serve(const ServeOptions &options)
{
    const Interrupt interrupt;
    const auto served = whatToServe(options);
    if (!served)
        return complain(served.error());
    LabServer lab;
    const auto endpoint = lab.start(served->script, served->port,
                                    served->tls ? std::optional(TlsServerOptions{}) : std::nullopt);
    if (!endpoint)
        return complain(endpoint.error());
    if (const auto printed = print(fmt::format("listening on {}://{}/\n",
                                               served->tls ? "https" : "http", endpoint->text()));
        !printed)
        return complain(printed.error());
    // A signal is how a server is meant to end, so this is no failure.
    interrupt.wait();
    return ExitCode::Ok;
}

} // namespace reusescope::cli
