// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/result.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <sys/utsname.h>
#include <thread>

namespace reusescope {

namespace {

constexpr int kResamples = 2000;
constexpr std::size_t kMinBlocks = 3; // fewer give no interval worth the name

std::string valueOfLine(const char *file, std::string_view key, char separator)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(key))
            continue;
        std::string value = line.substr(std::min(line.find(separator), line.size() - 1) + 1);
        std::erase(value, '"');
        const std::size_t begin = value.find_first_not_of(" \t");
        return begin == std::string::npos ? std::string() : value.substr(begin);
    }
    return {};
}

double median(std::vector<double> values)
{
    const std::size_t middle = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle),
                     values.end());
    if (values.size() % 2 == 1)
        return values[middle];
    const double above = values[middle];
    return (above
            + *std::max_element(values.begin(),
                                values.begin() + static_cast<std::ptrdiff_t>(middle)))
        / 2;
}

} // namespace

HostInfo HostInfo::read()
{
    HostInfo info;
    info.os = valueOfLine("/etc/os-release", "PRETTY_NAME=", '=');
    utsname names{};
    if (::uname(&names) == 0)
        info.kernel = std::string(names.sysname) + " " + names.release;
    info.cpu = valueOfLine("/proc/cpuinfo", "model name", ':');
    if (info.cpu.empty())
        info.cpu = names.machine;
    info.cores = std::thread::hardware_concurrency();
    return info;
}

std::vector<std::string> titlesOf(const RunResult &result)
{
    std::vector<Variant> variants;
    for (const VariantResult &variant : result.variants)
        variants.push_back({variant.scheduler, variant.protocol});
    return titlesOf(variants);
}

Ratio ratioOfMedians(const std::vector<Nanoseconds> &variant, const std::vector<Nanoseconds> &first,
                     std::uint64_t seed)
{
    std::vector<double> ratios;
    for (std::size_t block = 0; block < std::min(variant.size(), first.size()); ++block) {
        if (first[block].count() > 0 && variant[block].count() > 0)
            ratios.push_back(static_cast<double>(variant[block].count())
                             / static_cast<double>(first[block].count()));
    }
    Ratio result;
    if (ratios.empty())
        return result;
    result.p50 = median(ratios);
    result.low = *std::min_element(ratios.begin(), ratios.end());
    result.high = *std::max_element(ratios.begin(), ratios.end());
    if (ratios.size() < kMinBlocks)
        return result;

    std::mt19937_64 random(seed);
    std::uniform_int_distribution<std::size_t> pick(0, ratios.size() - 1);
    std::vector<double> medians(kResamples);
    std::vector<double> sample(ratios.size());
    for (double &value : medians) {
        std::generate(sample.begin(), sample.end(), [&] { return ratios[pick(random)]; });
        value = median(sample);
    }
    std::sort(medians.begin(), medians.end());
    result.low = medians[kResamples * 25 / 1000];
    result.high = medians[kResamples * 975 / 1000 - 1];
    result.resolvable = result.low > 1.0 || result.high < 1.0;
    return result;
}

} // namespace reusescope
