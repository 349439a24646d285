// SPDX-License-Identifier: GPL-3.0-or-later
// Rules checked here:
// - what JavaScript sees of timers, immediates, references and sockets comes in the order that real
//   Node gives it: expected.json holds that, for each program and Node, made by make-table.mjs;
// - on the virtual clock the order is Node's from a start on a tick of the clock; where Node's own
//   order varies even so, it is one of those seen;
// - on the real clock, too, wherever Node's order does not hang on the moment of the start; runs
// that
//   the machine has disturbed do not count;
// - the table is whole: each program has its rows, each row its programs, and the rows of a program
//   cover every Node once.

#include "core/script/parser.h"
#include "core/script/scriptrun.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/resource.h>

using namespace reusescope;
using namespace reusescope::script;

namespace {

const std::filesystem::path kFolder = REUSESCOPE_SOURCE_DIR "/tests/nodelayer";
constexpr std::size_t kHandWritten = 60; // at least

constexpr int kTriesOnRealClock = 10;
constexpr Nanoseconds kLate = std::chrono::milliseconds(2); // of a callback, on the real clock

std::string contentsOf(const std::filesystem::path &path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::map<std::string, std::string> handWrittenPrograms()
{
    std::map<std::string, std::string> programs;
    for (const auto &file : std::filesystem::directory_iterator(kFolder / "programs"))
        programs[file.path().stem().string()] = contentsOf(file.path());
    return programs;
}

/// In one file, each under a line "## NAME".
std::map<std::string, std::string> seededPrograms()
{
    std::map<std::string, std::string> programs;
    std::istringstream lines(contentsOf(kFolder / "seeded-programs.txt"));
    std::string *program = nullptr;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## "))
            program = &programs[line.substr(3)];
        else if (program)
            *program += line + '\n';
    }
    return programs;
}

struct Row
{
    std::set<std::string> versions;
    std::optional<std::string> order; ///< from a start on a tick of the clock
    std::vector<std::string> racy; ///< the orders seen, when there are several
};

struct Table
{
    std::set<std::string> nodes;
    std::map<std::string, std::vector<Row>> programs;
};

Table readTable()
{
    const auto json = nlohmann::json::parse(contentsOf(kFolder / "expected.json"));
    Table table;
    for (const auto &node : json.at("nodes").items())
        table.nodes.insert(node.key());
    for (const auto &program : json.at("programs").items()) {
        for (const auto &entry : program.value()) {
            Row row;
            entry.at("versions").get_to(row.versions);
            if (entry.contains("order"))
                row.order = entry["order"].get<std::string>();
            if (entry.contains("racy"))
                entry["racy"].get_to(row.racy);
            table.programs[program.key()].push_back(std::move(row));
        }
    }
    return table;
}

/// The order of callbacks, and when each came.
class Recorder final : public EntrySink
{
public:
    void entry(const Entry &entry) override
    {
        m_order.entry(entry);
        if (entry.kind == EntryKind::Callback || entry.kind == EntryKind::RunEnded)
            m_times[entry.text].push_back(entry.at);
    }
    QString order() const { return QString::fromStdString(m_order.text()); }

    /// Something comes clearly later here than in `ideal`.
    bool isLate(const Recorder &ideal) const
    {
        for (const auto &[word, times] : m_times) {
            const auto found = ideal.m_times.find(word);
            const std::size_t count =
                found == ideal.m_times.end() ? 0 : std::min(times.size(), found->second.size());
            for (std::size_t i = 0; i < count; ++i) {
                if (times[i] > found->second[i] + kLate)
                    return true;
            }
        }
        return false;
    }

private:
    OrderText m_order;
    std::map<std::string, std::vector<Nanoseconds>> m_times; // by word
};

Recorder execute(const Program &program, ClockKind clock)
{
    RunOptions options;
    options.clock = clock;
    Recorder recorder;
    ScriptRun run(program, options, &recorder);
    run.runToEnd();
    return recorder;
}

/// How often the thread had to make way for others.
long preemptions()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

} // namespace

class TestNodeLayer : public QObject
{
    Q_OBJECT

private:
    Table m_table;
    std::map<std::string, std::string> m_handWritten;
    std::map<std::string, std::string> m_programs;

    void addRows(const std::function<bool(const std::vector<Row> &)> &wanted)
    {
        QTest::addColumn<QString>("name");
        for (const auto &[name, text] : m_programs) {
            if (wanted(m_table.programs[name]))
                QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
        }
    }

private slots:
    void initTestCase()
    {
        m_table = readTable();
        m_handWritten = handWrittenPrograms();
        m_programs = seededPrograms();
        m_programs.insert(m_handWritten.begin(), m_handWritten.end());
    }

    void programsAndTableBelongTogether()
    {
        QVERIFY(m_handWritten.size() >= kHandWritten);
        for (const auto &[name, text] : m_programs)
            QVERIFY2(m_table.programs.contains(name), name.c_str());
        for (const auto &[name, rows] : m_table.programs)
            QVERIFY2(m_programs.contains(name), name.c_str());
    }

    void eachProgramSaysWhatItShows()
    {
        for (const auto &[name, text] : m_handWritten)
            QVERIFY2(text.starts_with("# "), name.c_str());
    }

    void rowsCoverEachNodeOnce()
    {
        QVERIFY(m_table.nodes.contains("20") && m_table.nodes.contains("22"));
        for (const auto &[name, rows] : m_table.programs) {
            std::multiset<std::string> versions;
            for (const Row &row : rows) {
                versions.insert(row.versions.begin(), row.versions.end());
                QVERIFY2(row.order || row.racy.size() > 1, name.c_str());
            }
            QVERIFY2(std::equal(versions.begin(), versions.end(), m_table.nodes.begin(),
                                m_table.nodes.end()),
                     name.c_str());
        }
    }

    void virtualClock_data()
    {
        addRows([](const std::vector<Row> &) { return true; });
    }

    void virtualClock()
    {
        QFETCH(QString, name);
        const std::string key = name.toStdString();
        const ParsedScript script = parseScript(m_programs[key]);
        for (const Mistake &mistake : script.mistakes)
            qWarning("%s", describe(mistake, key).c_str());
        QVERIFY(script.isValid());
        const QString order = execute(script.program, ClockKind::Virtual).order();
        for (const Row &row : m_table.programs[key]) {
            if (row.order)
                QCOMPARE(order, QString::fromStdString(*row.order));
            else
                QVERIFY2(std::find(row.racy.begin(), row.racy.end(), order.toStdString())
                             != row.racy.end(),
                         qPrintable(order));
        }
    }

    void realClock_data()
    {
        addRows([](const std::vector<Row> &rows) {
            return std::all_of(rows.begin(), rows.end(),
                               [](const Row &row) { return row.racy.empty(); });
        });
    }

    void realClock()
    {
        QFETCH(QString, name);
        const std::string key = name.toStdString();
        const ParsedScript script = parseScript(m_programs[key]);
        QVERIFY(script.isValid());
        const QString expected =
            QString::fromStdString(m_table.programs[key].front().order.value());
        const Recorder ideal = execute(script.program, ClockKind::Virtual);
        QString undisturbed;
        for (int i = 0; i < kTriesOnRealClock; ++i) {
            const long before = preemptions();
            const Recorder run = execute(script.program, ClockKind::Real);
            if (run.order() == expected)
                return;
            if (preemptions() == before && !run.isLate(ideal))
                undisturbed = run.order();
        }
        if (undisturbed.isNull())
            QSKIP("the machine is too busy to tell");
        QCOMPARE(undisturbed, expected);
    }
};

QTEST_GUILESS_MAIN(TestNodeLayer)
#include "tst_nodelayer.moc"
