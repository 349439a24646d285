// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/h1clientcodec.h"
#include "core/http/h1servercodec.h"

#include <fmt/format.h>

#include <QByteArray>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Reads the transcripts of tests/data/http1 (the format is in its README.md) and plays them to a
// codec.

namespace reusescope::test {

struct Transcript
{
    std::string name; ///< file and case
    std::vector<Method> methods;
    H1Limits limits;
    std::string input;
    bool streamEnds = false;
    std::string expected; ///< one event per line
};

/// Where the input is cut: each part is fed by itself, with what the codec left of the one before.
using Cuts = std::vector<std::size_t>;

inline std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out.push_back(text[i]);
            continue;
        }
        const char mark = i + 1 < text.size() ? text[++i] : '\0';
        unsigned code = 0;
        switch (mark) {
        case 'r': out.push_back('\r'); break;
        case 'n': out.push_back('\n'); break;
        case 't': out.push_back('\t'); break;
        case 's': out.push_back(' '); break;
        case '0': out.push_back('\0'); break;
        case '\\': out.push_back('\\'); break;
        case 'x':
            if (i + 2 < text.size()
                && std::from_chars(&text[i + 1], &text[i + 1] + 2, code, 16).ptr
                    == &text[i + 1] + 2) {
                out.push_back(static_cast<char>(code));
                i += 2;
                break;
            }
            [[fallthrough]];
        default: throw std::runtime_error(fmt::format("no such escape: {}", text));
        }
    }
    return out;
}

inline std::string escaped(std::string_view bytes)
{
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\r')
            out += "\\r";
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\\')
            out += "\\\\";
        else if (byte < 0x20 || byte > 0x7e)
            out += fmt::format("\\x{:02x}", byte);
        else
            out.push_back(c);
    }
    return out;
}

inline void setLimit(H1Limits &limits, const std::string &name, int value)
{
    if (name == "headBytes")
        limits.headBytes = static_cast<std::size_t>(value);
    else if (name == "headerCount")
        limits.headerCount = value;
    else if (name == "chunkExtensionBytes")
        limits.chunkExtensionBytes = static_cast<std::size_t>(value);
    else if (name == "trailerBytes")
        limits.trailerBytes = static_cast<std::size_t>(value);
    else if (name == "interimResponses")
        limits.interimResponses = value;
    else
        throw std::runtime_error(fmt::format("no such limit: {}", name));
}

/// Every case of every file in tests/data/http1/`folder`, in the order of the names.
inline std::vector<Transcript> readTranscripts(const std::string &folder)
{
    const std::filesystem::path root =
        std::filesystem::path(REUSESCOPE_SOURCE_DIR) / "tests/data/http1" / folder;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(root))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());

    std::vector<Transcript> cases;
    for (const auto &file : files) {
        enum class Part { Head, Input, Expect } part = Part::Head;
        std::ifstream in(file, std::ios::binary);
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with("== ")) {
                cases.push_back(
                    {file.stem().string() + ": " + line.substr(3), {}, {}, {}, false, {}});
                part = Part::Head;
                continue;
            }
            Transcript &current = cases.at(cases.size() - 1);
            std::istringstream words(line);
            std::string word;
            if (part == Part::Expect) {
                if (!line.empty())
                    current.expected += line + '\n';
            } else if (line == "input") {
                part = Part::Input;
            } else if (line == "eof") {
                current.streamEnds = true;
            } else if (line == "expect") {
                part = Part::Expect;
            } else if (part == Part::Input) {
                current.input += unescaped(line);
            } else if (words >> word && word == "methods") {
                while (words >> word)
                    current.methods.push_back(methodFromName(word).value());
            } else if (word == "limit") {
                int value = 0;
                words >> word >> value;
                setLimit(current.limits, word, value);
            } else {
                throw std::runtime_error(
                    fmt::format("{}: not understood: {}", file.string(), line));
            }
        }
    }
    for (Transcript &transcript : cases) {
        if (transcript.methods.empty())
            transcript.methods.push_back(Method::Get);
    }
    return cases;
}

/// "failed byte=N" and the limit, from a sentence such as "byte 12 of the response: the limit
/// headBytes (5) was exceeded".
inline std::string failedEvent(const Error &error)
{
    std::istringstream words(error.detail);
    std::string word;
    std::string offset;
    words >> word >> offset;
    std::string event = "failed byte=" + offset;
    while (words >> word) {
        if (word == "limit" && words >> word)
            event += " limit=" + word;
    }
    return event + '\n';
}

inline std::string answerEvent(std::string_view what, const H1ClientCodec &codec)
{
    const ResponseHead &head = codec.head();
    std::string event =
        fmt::format("{} {} HTTP/{}.{}", what, head.status, head.versionMajor, head.versionMinor);
    if (head.keepAlive)
        event += " keep-alive";
    if (head.closeToken)
        event += " close-token";
    if (head.keepAliveHint)
        event += fmt::format(" hint={}ms", head.keepAliveHint->count());
    if (head.contentLength)
        event += fmt::format(" length={}", *head.contentLength);
    if (head.chunked)
        event += " chunked";
    if (head.tag)
        event += fmt::format(" tag={}", *head.tag);
    event += fmt::format(" headers={} body={}", head.headerCount, codec.bodyBytes());
    if (codec.interimResponses() > 0)
        event += fmt::format(" interim={}", codec.interimResponses());
    if (codec.trailerCount() > 0)
        event += fmt::format(" trailers={}", codec.trailerCount());
    return event + '\n';
}

/// QCOMPARE shows the values of a QByteArray, but not of a std::string.
inline QByteArray shown(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

inline std::string restEvent(std::string_view rest)
{
    return rest.empty() ? std::string{} : "rest " + escaped(rest) + '\n';
}

/// Calls `take` with the parts between the cuts, which are sorted.
inline void feedParts(std::string_view input, const Cuts &cuts,
                      const std::function<void(std::string_view)> &take)
{
    std::size_t begin = 0;
    for (const std::size_t cut : cuts) {
        take(input.substr(begin, cut - begin));
        begin = cut;
    }
    take(input.substr(begin));
}

inline std::string playResponses(const Transcript &transcript, const Cuts &cuts)
{
    using Status = H1ClientCodec::Status;
    H1ClientCodec codec(transcript.limits);
    std::string events;
    std::string rest;
    std::size_t answered = 0;
    bool open = true; // an answer is awaited
    codec.startResponse(transcript.methods.front());

    feedParts(transcript.input, cuts, [&](std::string_view part) {
        while (open && !part.empty()) {
            const auto fed = codec.feed(part);
            part.remove_prefix(fed.consumed);
            if (fed.status == Status::NeedMore) {
                if (!part.empty())
                    events += "more, but bytes were left\n";
                return;
            }
            open = false;
            if (fed.status == Status::Failed) {
                events += failedEvent(codec.error());
            } else if (fed.status == Status::Upgrade) {
                events += answerEvent("upgrade", codec);
            } else {
                events += answerEvent("end", codec);
                open = ++answered < transcript.methods.size();
                if (open)
                    codec.startResponse(transcript.methods[answered]);
            }
        }
        rest.append(part);
    });

    if (open) {
        const Status status = transcript.streamEnds ? codec.finish() : Status::NeedMore;
        if (status == Status::Failed)
            events += failedEvent(codec.error());
        else
            events += status == Status::MessageEnd ? answerEvent("end", codec) : "more\n";
    }
    return events.starts_with("failed") || events.find("\nfailed") != std::string::npos
        ? events
        : events + restEvent(rest);
}

inline std::string playRequests(const Transcript &transcript, const Cuts &cuts)
{
    using Status = H1ServerCodec::Status;
    H1ServerCodec codec(transcript.limits);
    std::string events;
    bool failed = false;

    feedParts(transcript.input, cuts, [&](std::string_view part) {
        while (!failed && !part.empty()) {
            const auto fed = codec.feed(part);
            part.remove_prefix(fed.consumed);
            if (fed.status == Status::NeedMore) {
                if (!part.empty())
                    events += "more, but bytes were left\n";
                return;
            }
            failed = fed.status == Status::Failed;
            if (failed) {
                events += failedEvent(codec.error());
                return;
            }
            const ReceivedRequest &request = codec.request();
            events += fmt::format("end {} {}", request.method, request.target);
            if (request.keepAlive)
                events += " keep-alive";
            if (request.tag)
                events += fmt::format(" tag={}", *request.tag);
            events += fmt::format(" body={}\n", request.bodyBytes);
        }
    });
    if (codec.requestBegun())
        events += "more\n";
    return events;
}

inline Cuts everyByte(std::size_t size)
{
    Cuts cuts;
    for (std::size_t i = 1; i < size; ++i)
        cuts.push_back(i);
    return cuts;
}

} // namespace reusescope::test
