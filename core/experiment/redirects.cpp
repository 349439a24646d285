// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/redirects.h"

#include "core/base/sentence.h"
#include "core/client/client.h"
#include "core/loop/phaseloop.h"
#include "core/loop/poller.h"
#include "core/validation/registry.h"

#include <fmt/format.h>

namespace reusescope {

namespace {

struct Nobody final : ClientListener
{
    void requestSettled(const RequestRecord &) override { }
    void attemptEnded(const AttemptRecord &) override { }
    void connectionEvent(const ConnectionEvent &) override { }
};

/// The Location of its answer; empty: there was none.
Result<std::string> askOnce(const Experiment &experiment, const Url &url)
{
    std::unique_ptr<TlsClientContext> tls;
    if (url.isSecure()) {
        auto made = TlsClientContext::make(experiment.client.tls, url.host);
        if (!made)
            return made.error();
        tls = std::move(*made);
    }
    ClientOptions options = experiment.client;
    options.protocol = variantsOf(experiment).front().protocol;
    options.body = nullptr;
    Nobody nobody;
    const RealClock clock;
    PhaseLoop loop(experiment.loopModel, PollStrategy::Sleep, clock, makeEpollPoller());
    Client client(loop, url, options, schedulerFactory("none").value(), nobody, tls.get());
    RequestSpec spec;
    spec.index = 1;
    client.submit(spec);
    loop.run();
    client.closeIdle();
    loop.run();
    return client.firstRedirect();
}

} // namespace

Result<Url> endOfRedirects(const Experiment &experiment, const Url &start)
{
    Url url = start;
    for (int followed = 0;; ++followed) {
        const Result<std::string> location = askOnce(experiment, url);
        if (!location)
            return location.error();
        if (location->empty())
            return url;
        if (followed == kMaxRedirects)
            return inputError("{} redirects more than {} times", start.text(), kMaxRedirects);
        const Result<Url> next = url.resolve(*location);
        if (!next)
            return next.error();
        Experiment there = experiment;
        there.url = next->text();
        if (consentSentence(there))
            return inputError("{} redirects to {}, another server than the one that was "
                              "agreed to: give that as the URL",
                              url.text(), next->text());
        url = *next;
    }
}

} // namespace reusescope
