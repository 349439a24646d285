// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rule checked here: on llhttp's own cases for responses (public test data, read from beside the
// checkout and skipped when that is not there) our codec sees the same messages with the same
// number of body bytes, and fails where llhttp does, up to the first message that ends the
// connection; whole and byte by byte. Where we differ on purpose, the case is named here with the
// reason.
#include "core/http/h1clientcodec.h"
#include "tests/http/transcript.h"

#include <QtTest>

#include <map>
#include <optional>
#include <regex>

using namespace reusescope;
using namespace reusescope::test;
using Status = H1ClientCodec::Status;

namespace {

struct Vector
{
    std::string name;
    std::string meta;
    std::string input;
    std::string log;
};

// What is expected instead, by the name of the case.
const std::map<std::string, std::string> kDifferences{
    // We speak HTTP/1.0 and 1.1.
    {"sample: HTTP version 0.9", "failed\n"},
    // Extensions are skipped, not read (RFC 9112 section 7.1.1); they end with the line in any
    // case.
    {"transfer-encoding: No extension after semicolon", "200 body=2\n"},
    {"transfer-encoding: Unbalanced chunk extensions quoting", "200 so far=11\n"},
    // No folded line is taken; llhttp takes it on as part of the value.
    {"transfer-encoding: Invalid OBS fold after chunked value", "failed\n"},
};

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// As llhttp's own runner reads the block: an escaped line end is none, the others are CRLF, then
/// the escapes count.
std::string inputOf(std::string block)
{
    if (block.ends_with('\n'))
        block.pop_back();
    replaceAll(block, "\\\n", "");
    replaceAll(block, "\n", "\r\n");
    replaceAll(block, "\\r", "\r");
    replaceAll(block, "\\n", "\n");
    replaceAll(block, "\\t", "\t");
    replaceAll(block, "\\f", "\f");
    return block;
}

std::vector<Vector> readVectors(const std::filesystem::path &folder)
{
    std::vector<Vector> vectors;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto &file : files) {
        std::ifstream in(file, std::ios::binary);
        Vector current;
        std::string heading;
        std::string *block = nullptr;
        for (std::string line; std::getline(in, line);) {
            if (block != nullptr) {
                if (!line.starts_with("```")) {
                    *block += line + '\n';
                    continue;
                }
                if (block == &current.log) {
                    current.name = file.stem().string() + ": " + heading;
                    current.input = inputOf(current.input);
                    vectors.push_back(current);
                    current = {};
                }
                block = nullptr;
            } else if (line.starts_with("##")) {
                heading = line.substr(line.find(' ') + 1);
            } else if (line.starts_with("<!-- meta=")) {
                current.meta = line;
            } else if (line == "```http") {
                block = &current.input;
            } else if (line == "```log") {
                block = &current.log;
            }
        }
    }
    return vectors;
}

/// Our events in llhttp's log: final messages up to the one that ends the connection, then a
/// failure, if any.
std::string expectedOf(const Vector &vector)
{
    static const std::regex kHead(
        "headers complete status=(\\d+) v=(\\d)/(\\d) flags=([0-9a-f]+).*");
    static const std::regex kBody("len=(\\d+) span\\[body\\].*");
    constexpr unsigned kKeepAliveFlag = 0x1;
    constexpr unsigned kCloseFlag = 0x2;

    std::string events;
    std::istringstream log(vector.log);
    int status = 0;
    std::uint64_t body = 0;
    bool closes = false;
    for (std::string line; std::getline(log, line);) {
        const std::string event = line.substr(line.find(' ') + 1);
        std::smatch match;
        if (std::regex_match(event, match, kHead)) {
            status = std::stoi(match[1]);
            body = 0;
            const auto flags = static_cast<unsigned>(std::stoul(match[4], nullptr, 16));
            closes = match[3] == "0" ? (flags & kKeepAliveFlag) == 0 : (flags & kCloseFlag) != 0;
        } else if (std::regex_match(event, match, kBody)) {
            body += std::stoull(match[1]);
        } else if (event == "message complete" && status >= 200) {
            events += fmt::format("{} body={}\n", status, body);
            if (closes)
                return events;
            status = 0;
        } else if (event == "message complete" && status == 101) {
            return events + "101 upgrade\n";
        } else if (event.starts_with("error code=")) {
            return events + "failed\n";
        }
    }
    if (status >= 200)
        events += fmt::format("{} so far={}\n", status, body);
    return events;
}

std::string ours(const Vector &vector, std::size_t step)
{
    const bool skipBody = vector.meta.find("\"skipBody\": true") != std::string::npos;
    const Method method = skipBody ? Method::Head : Method::Get;
    H1ClientCodec codec;
    codec.startResponse(method);
    std::string events;
    for (std::string_view rest = vector.input; !rest.empty();) {
        const auto fed = codec.feed(rest.substr(0, step));
        rest.remove_prefix(fed.consumed);
        if (fed.status == Status::Failed)
            return events + "failed\n";
        if (fed.status == Status::Upgrade)
            return events + "101 upgrade\n";
        if (fed.status == Status::MessageEnd) {
            events += fmt::format("{} body={}\n", codec.head().status, codec.bodyBytes());
            if (!codec.head().keepAlive)
                return events;
            codec.startResponse(method);
        }
    }
    if (codec.headComplete())
        events += fmt::format("{} so far={}\n", codec.head().status, codec.bodyBytes());
    return events;
}

} // namespace

class H1VectorsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto folder = std::filesystem::path(REUSESCOPE_SOURCE_DIR)
            / "../shared/vectors/llhttp-8.1.0/response";
        if (!std::filesystem::is_directory(folder))
            QSKIP("the public vectors of llhttp 8.1.0 are not beside the checkout "
                  "(../shared/vectors)");
        for (const Vector &vector : readVectors(folder)) {
            // The lenient modes are not ours, and the loose one has a strict twin.
            const bool other = vector.meta.find("lenient") != std::string::npos
                || vector.meta.find("\"loose\"") != std::string::npos;
            if (!other)
                m_vectors.push_back(vector);
        }
        QVERIFY(m_vectors.size() > 50);
    }

    void everyDifferenceIsACase()
    {
        for (const auto &difference : kDifferences) {
            const std::string &name = difference.first;
            const bool found = std::any_of(m_vectors.begin(), m_vectors.end(),
                                           [&name](const Vector &v) { return v.name == name; });
            QVERIFY2(found, name.c_str());
        }
    }

    void vectors_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_vectors.size(); ++i)
            QTest::newRow(m_vectors[i].name.c_str()) << int(i);
    }
    void vectors()
    {
        QFETCH(int, index);
        const Vector &vector = m_vectors[std::size_t(index)];
        const auto difference = kDifferences.find(vector.name);
        const std::string expected =
            difference != kDifferences.end() ? difference->second : expectedOf(vector);
        QCOMPARE(shown(ours(vector, vector.input.size())), shown(expected));
        QCOMPARE(shown(ours(vector, 1)), shown(expected));
    }

private:
    std::vector<Vector> m_vectors;
};

QTEST_APPLESS_MAIN(H1VectorsTest)
#include "tst_h1vectors.moc"
