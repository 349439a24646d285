// SPDX-License-Identifier: GPL-3.0-or-later

// An add-on of Node: the same comparison as in tst_oracle.cpp, against the libuv that Node is made
// of, whose functions Node exports to add-ons. nodeaddon.js calls it.

#include "tests/oracle/comparison.h"

#include <node_api.h>
#include <uv.h>

#include <cstdio>
#include <string>

namespace reusescope::oracle {

namespace {

std::string textArgument(napi_env env, napi_callback_info info)
{
    std::size_t count = 1;
    napi_value argument = nullptr;
    napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
    std::string text(64, '\0');
    std::size_t length = 0;
    napi_get_value_string_utf8(env, argument, text.data(), text.size(), &length);
    text.resize(length);
    return text;
}

/// compare("FROM-TO") prints the result; true: nothing differs.
napi_value compareSeeds(napi_env env, napi_callback_info info)
{
    const auto seeds = seedsFromText(textArgument(env, info));
    const auto rules = rulesOfUv();
    if (!seeds || !rules) {
        napi_throw_error(env, nullptr, seeds ? "no rules for this libuv" : "expected FROM-TO");
        return nullptr;
    }
    bool same = true;
    for (const Configuration configuration : {Configuration::Plain, Configuration::AsNode}) {
        const Comparison result =
            compare(*seeds, libuv(configuration), ours(*rules, configuration));
        std::printf("libuv %s, %s%s: %s\n%s", uv_version_string(), name(rules->model).data(),
                    configuration == Configuration::AsNode ? ", configured as Node does it" : "",
                    result.summary().c_str(), result.report.c_str());
        same = same && result.different == 0;
    }
    std::fflush(stdout); // JavaScript's prints do not pass through it
    napi_value answer = nullptr;
    napi_get_boolean(env, same, &answer);
    return answer;
}

} // namespace

} // namespace reusescope::oracle

NAPI_MODULE_INIT()
{
    napi_value function = nullptr;
    napi_create_function(env, "compare", NAPI_AUTO_LENGTH, reusescope::oracle::compareSeeds,
                         nullptr, &function);
    napi_set_named_property(env, exports, "compare", function);
    return exports;
}
