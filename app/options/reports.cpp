// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/reports.h"

#include "core/report/csv.h"
#include "core/report/json.h"
#include "core/report/outputfile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <filesystem>
#include <unistd.h>

namespace reusescope {

namespace {

/// Permissions say little (root, read-only mounts, quotas): only creating a file tells. `shown` is
/// the path in the user's words.
Result<void> tryToCreate(const std::filesystem::path &folder, const std::string &shown)
{
    const std::filesystem::path probe =
        folder / fmt::format(".reusescope-{}.tmp", static_cast<long>(::getpid()));
    auto file = OutputFile::createNew(probe);
    if (!file)
        return systemError(ErrorKind::File, static_cast<int>(file.error().native), shown);
    const auto closed = file->close();
    std::error_code ignored;
    std::filesystem::remove(probe, ignored);
    return closed;
}

Result<void> checkJsonFile(const std::string &file)
{
    std::error_code problem;
    const std::filesystem::path path(file);
    const std::filesystem::file_status status = std::filesystem::status(path, problem);
    if (std::filesystem::is_directory(status))
        return systemError(ErrorKind::File, EISDIR, file);
    // Opening a pipe or a device could block, or do something, before there is anything to write.
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return {};
    const std::filesystem::path target =
        std::filesystem::exists(status) ? std::filesystem::canonical(path, problem) : path;
    const std::filesystem::path folder = target.parent_path();
    return tryToCreate(folder.empty() ? std::filesystem::path(".") : folder, file);
}

} // namespace

Result<void> checkReports(const RunRequest &request)
{
    if (request.csvFolder) {
        std::error_code problem;
        std::filesystem::create_directories(*request.csvFolder, problem);
        if (problem)
            return systemError(ErrorKind::File, problem.value(), request.csvFolder->string());
        if (const auto done = tryToCreate(*request.csvFolder, request.csvFolder->string()); !done)
            return done;
    }
    if (request.jsonFile && *request.jsonFile != "-")
        return checkJsonFile(*request.jsonFile);
    return {};
}

std::vector<Error> writeReports(const RunRequest &request, const RunResult &result,
                                const Recording &recording,
                                const std::vector<std::string> &unexpected)
{
    std::vector<Error> errors;
    if (request.csvFolder) {
        if (const auto done = writeCsv(*request.csvFolder, result, recording); !done)
            errors.push_back(done.error());
    }
    if (request.jsonFile) {
        if (const auto done = writeJson(*request.jsonFile, toJson(result, unexpected)); !done)
            errors.push_back(done.error());
    }
    return errors;
}

} // namespace reusescope
