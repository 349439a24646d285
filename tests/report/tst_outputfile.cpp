// SPDX-License-Identifier: GPL-3.0-or-later

// Rules:
// - what was written is there after close(), whole, however small or large the pieces
// - the first failure sticks, is told by close() with path and errno, and ends writing
// - create() empties what is there; createNew() refuses it, links included

#include "core/report/outputfile.h"
#include "tests/report/samplerun.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

using namespace reusescope;
namespace fs = std::filesystem;

class TestOutputFile : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void writesEverything()
    {
        const fs::path path = folder() / "a.txt";
        std::string expected;
        Result<OutputFile> file = OutputFile::create(path);
        QVERIFY(file);
        for (int i = 0; i < 300; ++i) {
            const std::string piece(static_cast<std::size_t>(i * i),
                                    static_cast<char>('a' + i % 26));
            QVERIFY(file->write(piece));
            expected += piece;
        }
        QVERIFY(file->close());
        QVERIFY(sample::read(path) == QByteArray::fromStdString(expected));
    }

    void createEmptiesWhatIsThere()
    {
        const fs::path path = folder() / "a.txt";
        for (const std::string_view text : {"long text", "short"}) {
            Result<OutputFile> file = OutputFile::create(path);
            file->write(text);
            QVERIFY(file->close());
        }
        QCOMPARE(sample::read(path), QByteArray("short"));
    }

    void createNewRefusesWhatIsThere()
    {
        const fs::path path = folder() / "a.txt";
        QVERIFY(OutputFile::createNew(path)->close());
        QCOMPARE(OutputFile::createNew(path).error().native, long{EEXIST});
        fs::create_symlink(folder() / "elsewhere", folder() / "link");
        QCOMPARE(OutputFile::createNew(folder() / "link").error().native, long{EEXIST});
        QVERIFY(!fs::exists(folder() / "elsewhere"));
    }

    void fullDisk()
    {
        Result<OutputFile> file = OutputFile::create("/dev/full");
        QVERIFY(file);
        // Fits into the buffer, so that only closing can fail.
        QVERIFY(file->write("x"));
        const Result<void> closed = file->close();
        QVERIFY(!closed);
        QCOMPARE(closed.error().kind, ErrorKind::File);
        QCOMPARE(closed.error().native, long{ENOSPC});
        QCOMPARE(closed.error().detail, std::string("/dev/full: No space left on device"));
    }

    void fullDiskEndsWriting()
    {
        Result<OutputFile> file = OutputFile::create("/dev/full");
        int written = 0;
        while (written < 1000 && file->write(std::string(1024, 'x')))
            ++written;
        QVERIFY(written < 1000);
        QVERIFY(!file->write("more"));
        QCOMPARE(file->close().error().native, long{ENOSPC});
    }

    void missingFolder()
    {
        const Result<OutputFile> file = OutputFile::create(folder() / "none" / "a.txt");
        QVERIFY(!file);
        QCOMPARE(file.error().kind, ErrorKind::File);
        QCOMPARE(file.error().native, long{ENOENT});
        QVERIFY(file.error().detail.ends_with("a.txt: No such file or directory"));
    }

private:
    fs::path folder() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestOutputFile)
#include "tst_outputfile.moc"
