// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rule checked here: whatever the bytes are, both codecs end in a defined state, and how the bytes
// are cut changes neither the events nor the offset of a mistake. The inputs are the transcripts,
// changed by a seeded generator.
#include "tests/http/transcript.h"

#include <QtTest>

#include <random>

using namespace reusescope;
using namespace reusescope::test;

namespace {

constexpr int kMutations = 4000;
constexpr unsigned kSeed = 20260114;

// Bytes that mean something to a parser, more likely to get somewhere than any other.
constexpr std::string_view kTelling("\r\n\0 \t:;,=0129afHT/\x7f\x80\xff", 22);

class Mutator
{
public:
    explicit Mutator(unsigned seed) : m_random(seed) { }

    std::size_t below(std::size_t bound)
    {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(m_random);
    }

    void mutate(std::string &text)
    {
        for (std::size_t changes = 1 + below(3); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = below(text.size());
            switch (below(5)) {
            case 0: text[at] = static_cast<char>(below(256)); break;
            case 1: text[at] = kTelling[below(kTelling.size())]; break;
            case 2: text.insert(at, 1, kTelling[below(kTelling.size())]); break;
            case 3: text.erase(at, 1 + below(4)); break;
            default: text.insert(at, text.substr(below(text.size()), 1 + below(20))); break;
            }
        }
    }

    Cuts cuts(std::size_t size)
    {
        Cuts places;
        if (size < 2)
            return places;
        for (std::size_t count = 1 + below(4); count > 0; --count)
            places.push_back(1 + below(size - 1));
        std::sort(places.begin(), places.end());
        return places;
    }

private:
    std::mt19937 m_random;
};

void checkMutations(const char *folder, std::string (*play)(const Transcript &, const Cuts &))
{
    const std::vector<Transcript> transcripts = readTranscripts(folder);
    Mutator mutator(kSeed);
    int failed = 0;
    int ended = 0;
    for (int i = 0; i < kMutations; ++i) {
        Transcript transcript = transcripts[mutator.below(transcripts.size())];
        transcript.streamEnds = mutator.below(2) == 0;
        mutator.mutate(transcript.input);
        const std::string whole = play(transcript, {});
        failed += whole.find("failed") != std::string::npos ? 1 : 0;
        ended += whole.find("end ") != std::string::npos ? 1 : 0;
        const auto context =
            fmt::format("mutation {} of {}:\n{}\n", i, transcript.name, escaped(transcript.input));
        QVERIFY2(whole.find("bytes were left") == std::string::npos, context.c_str());
        for (const Cuts &cuts :
             {mutator.cuts(transcript.input.size()), everyByte(transcript.input.size())}) {
            const std::string parts = play(transcript, cuts);
            QVERIFY2(parts == whole, (context + whole + "but in parts\n" + parts).c_str());
        }
    }
    // Both ways must be taken by many, or the mutations are not worth their time.
    QVERIFY(failed > kMutations / 10);
    QVERIFY(ended > kMutations / 10);
}

} // namespace

class H1MutationsTest : public QObject
{
    Q_OBJECT

private slots:
    void responses() { checkMutations("responses", playResponses); }
    void requests() { checkMutations("requests", playRequests); }
};

QTEST_APPLESS_MAIN(H1MutationsTest)
#include "tst_h1mutations.moc"
