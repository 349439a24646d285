// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - A good first script is there at once; every example is valid, has a title of its own and ends,
//   or is stopped by the turn limit.
// - Each example has a German one, and none is German only: the same statements, with other
// comments
//   that are no wider than the editor.
// - A change of the script starts it anew; while it has a mistake, what is shown stays, nothing can
//   be stepped, and the mistakes are listed, each with its place.
// - Everything can be done by keyboard; what cannot be done now is off and says why.
// - In comparison both models step together; lines that only one has are marked, and the first
//   difference is named.
// - Scripts are opened and saved; what cannot be read or written is said.
// - The page answers within 50 ms of its thread's time while an endless program runs at full speed.
// - Every widget that takes the focus has a name.
#include "ui/loop/logmodel.h"
#include "ui/loop/scripteditor.h"
#include "ui/pages/looppage.h"
#include "ui/pages/looppane.h"
#include "ui/settings.h"
#include "ui/theme/appstyle.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <ctime>
#include <memory>

using namespace reusescope;

namespace {

constexpr int kDeadlineMs = 60'000;
constexpr double kLongestMs = 50;
constexpr int kEditorColumns = 54; // at 1280 pixels

const auto kEndless = QStringLiteral("setImmediate spin\n"
                                     "timer T 1 repeat 1\n"
                                     "when spin fires\n"
                                     "    setImmediate spin\n"
                                     "    busy 0.1\n"
                                     "    log round\n");

/// The lines of a script that are more than a comment, without the comment.
QStringList statementsOf(const QString &script)
{
    static const QRegularExpression comment(QStringLiteral("\\s*#.*$"));
    QStringList statements;
    for (QString line : script.split(QLatin1Char('\n'))) {
        if (!line.remove(comment).isEmpty())
            statements << line;
    }
    return statements;
}

double threadCpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The words of the lines that are marked.
QStringList marked(LogModel &log)
{
    QStringList words;
    for (int row = 0; row < log.rowCount(); ++row) {
        const QModelIndex what = log.index(row, LogModel::What);
        if (what.data(LogModel::DiffersRole).toBool())
            words << what.data().toString();
    }
    return words;
}

template <typename Widget> Widget *named(const QWidget &parent, const char *name)
{
    const auto all = parent.findChildren<Widget *>();
    for (Widget *widget : all) {
        if (widget->accessibleName() == QLatin1String(name))
            return widget;
    }
    return nullptr;
}

} // namespace

class TestLoopPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void examples();
    void germanExamples();
    void firstScript();
    void mistakes();
    void keyboard();
    void compares();
    void differencesOfAProgramThatDiffers();
    void turnLimit();
    void files();
    void exampleCanBeUndone();
    void answersAtFullSpeed_data();
    void answersAtFullSpeed();
    void names();

private:
    QAction *action(const QString &text) const;
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<LoopPage> m_page;
};

void TestLoopPage::initTestCase()
{
    QApplication::setStyle(new AppStyle);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestLoopPage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("settings.ini")),
                                          QSettings::IniFormat);
    m_settings = std::make_unique<Settings>(*m_store);
    m_page = std::make_unique<LoopPage>(*m_settings);
    m_page->resize(1280, 760);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_page->setFocus();
}

void TestLoopPage::cleanup()
{
    m_page.reset();
    m_settings.reset();
    m_store.reset();
    m_folder.reset();
}

QAction *TestLoopPage::action(const QString &text) const
{
    const auto actions = m_page->menu()->actions();
    for (QAction *each : actions) {
        if (each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

void TestLoopPage::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(m_page->window(), key, modifiers);
}

void TestLoopPage::examples()
{
    QVERIFY(m_page->examples().size() >= 8);
    QSet<QString> titles;
    for (std::size_t i = 0; i < m_page->examples().size(); ++i) {
        const LoopExample &example = m_page->examples()[i];
        QVERIFY(!example.title.isEmpty());
        titles.insert(example.title);
        m_page->showExample(i);
        QCOMPARE(m_page->editor().toPlainText(), example.text);
        const auto &parsed = m_page->editor().parsed();
        QVERIFY2(parsed.isValid(),
                 parsed.isValid() ? ""
                                  : qPrintable(example.title + u'\n'
                                               + QString::fromStdString(script::describe(
                                                   parsed.mistakes.front(), "example"))));
        for (int steps = 0; m_page->player().canStep(); ++steps) {
            QVERIFY(steps < 2'000);
            m_page->player().step(ScriptPlayer::Step::Turn);
        }
        QVERIFY(!m_page->pane(0).order().isEmpty());
    }
    QCOMPARE(static_cast<std::size_t>(titles.size()), m_page->examples().size());
    // All files of the folder are compiled in.
    const QDir folder(QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/loops"));
    QCOMPARE(static_cast<std::size_t>(folder.entryList({QStringLiteral("*.loop")}).size()),
             m_page->examples().size());
}

void TestLoopPage::germanExamples()
{
    const QString english = QStringLiteral(REUSESCOPE_SOURCE_DIR "/resources/loops/");
    const QString german = english + QStringLiteral("de/");
    const QStringList names = QDir(english).entryList(QDir::Files, QDir::Name);
    QCOMPARE(QDir(german).entryList(QDir::Files, QDir::Name), names);
    QCOMPARE(QDir(QStringLiteral(":/loops/de")).entryList(QDir::Files, QDir::Name), names);
    for (const QString &name : names) {
        QFile file(english + name);
        QFile translation(german + name);
        QVERIFY(file.open(QIODevice::ReadOnly) && translation.open(QIODevice::ReadOnly));
        const QString source = QString::fromUtf8(file.readAll());
        const QString translated = QString::fromUtf8(translation.readAll());
        QCOMPARE(statementsOf(translated), statementsOf(source));
        QVERIFY2(translated.section(u'\n', 0, 0) != source.section(u'\n', 0, 0), qPrintable(name));
        for (const QString &line : translated.split(u'\n'))
            QVERIFY2(line.size() <= kEditorColumns, qPrintable(name + QStringLiteral(": ") + line));
    }
}

void TestLoopPage::firstScript()
{
    QCOMPARE(m_page->editor().toPlainText(), m_page->examples().front().text);
    QVERIFY(m_page->player().canStep());
    while (m_page->player().canStep())
        m_page->player().step(ScriptPlayer::Step::Callback);
    // What the example says.
    const QString order = m_page->pane(0).order();
    QVERIFY(order.startsWith(QStringLiteral("immediate timeout")));
    QVERIFY(order.contains(QStringLiteral("S immediate-from-poll")));
}

void TestLoopPage::mistakes()
{
    m_page->editor().replaceText(QStringLiteral("setImmediate A\n"));
    m_page->player().step(ScriptPlayer::Step::Callback);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("A"));
    auto *list = named<QListWidget>(*m_page, "Mistakes in the script");
    QVERIFY(list);
    QVERIFY(!list->isVisible());
    QVERIFY(!action(QStringLiteral("Next mistake"))->isEnabled());

    m_page->editor().replaceText(QStringLiteral("setImmediate A\nfoo\nbar\n"));
    QVERIFY(list->isVisible());
    QCOMPARE(list->count(), 2);
    QVERIFY(list->item(0)->text().startsWith(QStringLiteral("2:1: ")));
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("A"));
    for (const char *each : {"Callback", "Phase", "Turn", "Back", "Restart", "Run"}) {
        QAction *off = action(QString::fromLatin1(each));
        QVERIFY2(!off->isEnabled(), each);
        QVERIFY2(off->toolTip().contains(QStringLiteral("mistake")), each);
    }
    list->setFocus();
    list->setCurrentRow(1);
    emit list->itemActivated(list->item(1));
    QCOMPARE(m_page->editor().textCursor().selectedText(), QStringLiteral("bar"));
    press(Qt::Key_F8);
    QCOMPARE(m_page->editor().textCursor().selectedText(), QStringLiteral("foo"));

    m_page->editor().replaceText(QStringLiteral("setImmediate B\n"));
    QVERIFY(!list->isVisible());
    QCOMPARE(m_page->pane(0).order(), QString());
    QVERIFY(action(QStringLiteral("Callback"))->isEnabled());
}

void TestLoopPage::keyboard()
{
    m_page->editor().replaceText(QStringLiteral("idle I\nsetImmediate A\nsetTimeout 2 B\n"
                                                "when I fires the 3rd time\n    stop I\n"));
    QVERIFY(!action(QStringLiteral("Back"))->isEnabled());
    press(Qt::Key_F10);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("I"));
    press(Qt::Key_F11);
    press(Qt::Key_F11);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("I A"));
    press(Qt::Key_F11, Qt::ShiftModifier);
    press(Qt::Key_F11, Qt::ShiftModifier);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("I A I"));
    press(Qt::Key_F9);
    press(Qt::Key_F9);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("I A"));
    press(Qt::Key_F9, Qt::ShiftModifier);
    QCOMPARE(m_page->pane(0).order(), QString());
    QVERIFY(!action(QStringLiteral("Restart"))->isEnabled());
    press(Qt::Key_F7);
    QVERIFY(m_page->isComparing());
    QVERIFY(m_page->pane(1).isVisible());
    press(Qt::Key_F7);
    QVERIFY(!m_page->pane(1).isVisible());

    m_page->editor().replaceText(kEndless);
    press(Qt::Key_F5);
    QVERIFY(m_page->player().isPlaying());
    QVERIFY(!action(QStringLiteral("Run"))->isEnabled());
    press(Qt::Key_Escape);
    QVERIFY(!m_page->player().isPlaying());
    QVERIFY(action(QStringLiteral("Run"))->isEnabled());
}

void TestLoopPage::compares()
{
    m_page->setComparing(true);
    m_page->editor().replaceText(QStringLiteral("setImmediate A\nsetImmediate B\n"));
    while (m_page->player().canStep())
        press(Qt::Key_F10);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("A B"));
    QCOMPARE(m_page->pane(1).order(), QStringLiteral("A B"));
    QCOMPARE(marked(m_page->pane(0).log()), QStringList());
    auto *difference = named<QLabel>(*m_page, "First difference between the models");
    QVERIFY(difference->text().contains(QStringLiteral("same in both models")));
    QVERIFY(!named<QComboBox>(*m_page, "Model of the loop")->isEnabled());
}

void TestLoopPage::differencesOfAProgramThatDiffers()
{
    // Timers last: A I B J. Timers first: A B I J.
    m_page->setComparing(true);
    m_page->editor().replaceText(QStringLiteral("timer A 0\nsetImmediate I\n"
                                                "when A fires\n    timer B 0\n"
                                                "when I fires\n    setImmediate J\n"));
    auto *difference = named<QLabel>(*m_page, "First difference between the models");
    press(Qt::Key_F10);
    QVERIFY(difference->text().contains(QStringLiteral("No difference so far")));
    QCOMPARE(marked(m_page->pane(0).log()), QStringList());
    while (m_page->player().canStep())
        press(Qt::Key_F10);
    QCOMPARE(m_page->pane(0).order(), QStringLiteral("A I B J"));
    QCOMPARE(m_page->pane(1).order(), QStringLiteral("A B I J"));
    // One of the two words that changed places is marked, the same on both sides.
    const QStringList left = marked(m_page->pane(0).log());
    QCOMPARE(left.size(), 1);
    QCOMPARE(marked(m_page->pane(1).log()), left);
    QVERIFY(left == QStringList{QStringLiteral("I")} || left == QStringList{QStringLiteral("B")});
    QCOMPARE(difference->text(),
             QStringLiteral("First difference at word 2: “I” in turn 1 with timers last, “B” in "
                            "turn 1 with timers first."));
    press(Qt::Key_F9);
    press(Qt::Key_F9, Qt::ShiftModifier);
    QCOMPARE(marked(m_page->pane(0).log()), QStringList());
}

void TestLoopPage::turnLimit()
{
    m_page->editor().replaceText(kEndless);
    auto *limit = named<QSpinBox>(*m_page, "Turn limit");
    QVERIFY(limit);
    limit->setValue(20);
    named<QSlider>(*m_page, "Speed")->setValue(named<QSlider>(*m_page, "Speed")->maximum());
    press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(m_page->player().isOver(), kDeadlineMs);
    LogModel &log = m_page->pane(0).log();
    QVERIFY(log.index(log.rowCount() - 1, LogModel::What)
                .data()
                .toString()
                .contains(QStringLiteral("stopped after 20 turns")));
    QVERIFY(!action(QStringLiteral("Callback"))->isEnabled());
    QVERIFY(action(QStringLiteral("Callback"))->toolTip().contains(QStringLiteral("over")));
}

void TestLoopPage::files()
{
    const QString path = m_folder->filePath(QStringLiteral("mine.loop"));
    m_page->editor().replaceText(QStringLiteral("setImmediate ä\n"));
    QVERIFY(m_page->saveFile(path));
    m_page->showExample(1);
    m_page->openFile(path);
    QCOMPARE(m_page->editor().toPlainText(), QStringLiteral("setImmediate ä\n"));
    QVERIFY(!m_page->editor().document()->isModified());

    auto *notice = named<QLabel>(*m_page, "Notice");
    QVERIFY(!notice->isVisible());
    m_page->openFile(m_folder->filePath(QStringLiteral("absent.loop")));
    QVERIFY(notice->isVisible());
    QVERIFY(notice->text().contains(QStringLiteral("absent.loop")));
    QCOMPARE(m_page->editor().toPlainText(), QStringLiteral("setImmediate ä\n"));

    QFile large(m_folder->filePath(QStringLiteral("large.loop")));
    QVERIFY(large.open(QIODevice::WriteOnly));
    large.write(QByteArray(static_cast<qsizetype>(script::kMaxScriptBytes) + 1, '#'));
    large.close();
    m_page->openFile(large.fileName());
    QVERIFY(notice->text().contains(QStringLiteral("too large")));
    QVERIFY(!m_page->saveFile(m_folder->filePath(QStringLiteral("no/such/folder/a.loop"))));
    QVERIFY(notice->text().contains(QStringLiteral("cannot be written")));
}

void TestLoopPage::exampleCanBeUndone()
{
    m_page->editor().replaceText(QStringLiteral("setImmediate mine\n"));
    m_page->showExample(2);
    m_page->editor().undo();
    QCOMPARE(m_page->editor().toPlainText(), QStringLiteral("setImmediate mine\n"));
}

void TestLoopPage::answersAtFullSpeed_data()
{
    QTest::addColumn<bool>("comparing");
    QTest::newRow("one model") << false;
    QTest::newRow("both models") << true;
}

void TestLoopPage::answersAtFullSpeed()
{
    QFETCH(bool, comparing);
    m_page->setComparing(comparing);
    named<QSpinBox>(*m_page, "Turn limit")->setValue(100'000'000);
    named<QSlider>(*m_page, "Speed")->setValue(named<QSlider>(*m_page, "Speed")->maximum());
    m_page->editor().replaceText(kEndless);

    double longest = 0;
    double before = threadCpuMs();
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        const double now = threadCpuMs();
        longest = std::max(longest, now - before);
        before = now;
        ++ticks;
    });
    timer.start(1);
    press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(m_page->player().stepCount() > 100'000, kDeadlineMs);
    QVERIFY(m_page->player().isPlaying());
    press(Qt::Key_Escape);
    QTest::qWait(1);
    QVERIFY(ticks > 5);
    QVERIFY2(longest < kLongestMs, qPrintable(QString::number(longest)));
    QVERIFY(m_page->pane(0).log().hiddenCount() > 0);
    QCOMPARE(m_page->pane(0).log().rowCount(), static_cast<int>(kMostKeptEntries));
}

void TestLoopPage::names()
{
    m_page->setComparing(true);
    const auto widgets = m_page->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        const bool isInner = widget->objectName().startsWith(QStringLiteral("qt_"))
            || qobject_cast<const QAbstractSpinBox *>(widget->parentWidget());
        if (isInner || widget->window() != m_page.get() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        QAccessibleInterface *accessible =
            QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                 widget->metaObject()->className());
    }
}

QTEST_MAIN(TestLoopPage)
#include "tst_looppage.moc"
