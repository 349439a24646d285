// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - Every lesson of the program can be used, and is gone through by keyboard alone: read, predict,
//   run, reveal, on real sockets, next lesson.
// - Nothing of the answer is shown before a prediction, or before somebody says that they skip it;
//   the reveal says so, and it does not count.
// - A question is shown in another order than the right one, the same for everybody; equal words
// may
//   stand for each other.
// - After a prediction each line and choice is told right or wrong, with the reason.
// - Progress: right at the first try, done, or neither; it is kept, and can be forgotten. A window
//   under a script's control keeps nothing.
// - The user's own lessons are read too; a file with a mistake is listed with it, and can be used
//   when it is mended and read again.
// - The exported page needs nothing else, hides the answers, has the trace and pictures, and shows
//   a lesson's text as text.
// - "See it on real sockets" starts the lesson's scenario and shows the phases.
// - Every widget that takes the focus has a name.
#include "ui/lessons/lessonexport.h"
#include "ui/lessons/orderlist.h"
#include "ui/lessons/questionview.h"
#include "ui/loop/scriptplayer.h"
#include "ui/mainwindow.h"
#include "ui/pages/lessonspage.h"
#include "ui/pages/looppane.h"
#include "ui/theme/appstyle.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

#include <algorithm>
#include <memory>
#include <numeric>

using namespace reusescope;
using Step = LessonsPage::Step;

namespace {

constexpr int kDeadlineMs = 60'000;

const QByteArray kOwnLesson = R"(# Mine & <b>yours</b>

Text with <script>alert(1)</script>.

```loop
setTimeout 0 A
setImmediate B
```

## Predict

Which?

1. `B`
2. `A`

## Reveal

So it is.

## On real sockets

Scenario: `sequential-reuse`

Look.
)";

lesson::Question orderOf(const std::vector<std::string> &words)
{
    lesson::Question question;
    for (const std::string &word : words)
        question.order.push_back({word, {}, {}});
    return question;
}

} // namespace

class TestLessonsPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void shuffledIsNotRight();
    void equalWordsMayStandForEachOther();
    void everyLessonByKeyboard();
    void nothingBeforeThePrediction();
    void skippingIsSaid();
    void linesAreMovedByKeyboard();
    void everyChoiceIsExplained();
    void rightAtFirstTry();
    void triedAgainIsNotFirst();
    void scriptedWindowKeepsNothing();
    void progressIsForgotten();
    void modelsAreRunInTurn();
    void ownLessons();
    void exportedPage();
    void exportThatCannotBeWritten();
    void seenOnRealSockets();
    void names();

private:
    void makePage();
    QAction *action(const QString &text) const;
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void answer(bool rightly);
    QString reveal() const { return text("What was right, and what the trace proves"); }
    QString text(const char *name) const;
    void writeOwn(const QByteArray &content);

    QTemporaryDir m_home; // the user's data
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<LessonsPage> m_page;
};

void TestLessonsPage::initTestCase()
{
    QVERIFY(m_home.isValid());
    qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
    QApplication::setApplicationName(QStringLiteral("tst_lessonspage"));
    QApplication::setStyle(new AppStyle);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
}

void TestLessonsPage::init()
{
    QDir(ownLessonsFolder()).removeRecursively();
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("settings.ini")),
                                          QSettings::IniFormat);
    m_settings = std::make_unique<Settings>(*m_store);
    makePage();
}

void TestLessonsPage::cleanup()
{
    m_page.reset();
    m_settings.reset();
    m_store.reset();
    m_folder.reset();
    QDir(ownLessonsFolder()).removeRecursively();
}

void TestLessonsPage::makePage()
{
    m_page = std::make_unique<LessonsPage>(builtInScenarios(), *m_settings);
    m_page->resize(1280, 760);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_page->setFocus();
}

QAction *TestLessonsPage::action(const QString &text) const
{
    const auto actions = m_page->menu()->actions();
    for (QAction *each : actions) {
        if (each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

void TestLessonsPage::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget *const focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : m_page.get(), key, modifiers);
}

void TestLessonsPage::answer(bool rightly)
{
    const auto &questions = m_page->lessons()[m_page->current()].file.parsed.lesson.questions;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        QuestionView &view = m_page->question(i);
        if (OrderList *list = view.orderList()) {
            if (!rightly)
                continue; // as it is shown it is wrong
            QStringList words;
            for (const lesson::OrderItem &item : questions[i].order)
                words << QString::fromStdString(item.word);
            std::vector<std::size_t> order(questions[i].order.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            list->setWords(words, order);
            continue;
        }
        const auto &choices = questions[i].choices;
        const auto chosen =
            std::find_if(choices.begin(), choices.end(), [rightly](const lesson::Choice &choice) {
                return choice.isRight == rightly;
            });
        view.choose(static_cast<std::size_t>(chosen - choices.begin()));
    }
}

QString TestLessonsPage::text(const char *name) const
{
    const auto all = m_page->findChildren<QTextBrowser *>();
    for (const QTextBrowser *view : all) {
        if (view->accessibleName() == QLatin1String(name))
            return view->toPlainText();
    }
    return QStringLiteral("no such text");
}

void TestLessonsPage::writeOwn(const QByteArray &content)
{
    QVERIFY(QDir().mkpath(ownLessonsFolder()));
    QFile file(ownLessonsFolder() + QStringLiteral("/mine.md"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

void TestLessonsPage::shuffledIsNotRight()
{
    const lesson::Question question = orderOf({"A", "B", "A", "C"});
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Prediction prediction;
        prediction.order = shuffled(question, seed);
        QCOMPARE(prediction.order, shuffled(question, seed));
        QVERIFY(prediction.isComplete(question));
        QVERIFY(!isRight(question, prediction));
        std::vector<std::size_t> sorted = prediction.order;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(sorted, (std::vector<std::size_t>{0, 1, 2, 3}));
    }
}

void TestLessonsPage::equalWordsMayStandForEachOther()
{
    const lesson::Question question = orderOf({"A", "B", "A"});
    Prediction prediction;
    prediction.order = {2, 1, 0};
    QVERIFY(isRight(question, prediction));
    prediction.order = {1, 0, 2};
    QVERIFY(!isRight(question, prediction));
    QCOMPARE(rightLines(question, prediction), (std::vector<bool>{false, false, true}));
}

void TestLessonsPage::everyLessonByKeyboard()
{
    QVERIFY(m_page->lessons().size() >= 9);
    QSignalSpy wanted(m_page.get(), &LessonsPage::scenarioWanted);
    for (std::size_t i = 0; i < m_page->lessons().size(); ++i) {
        QVERIFY2(m_page->lessons()[i].isUsable(), qPrintable(m_page->lessons()[i].title()));
        QCOMPARE(m_page->current(), i);
        QCOMPARE(m_page->step(), Step::Read);
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(m_page->step(), Step::Predict);
        answer(true);
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(m_page->step(), Step::Run);
        press(Qt::Key_F10);
        QCOMPARE(m_page->player().track(0).position(), 1U);
        press(Qt::Key_F9);
        QTRY_COMPARE(m_page->player().track(0).position(), 0U);
        press(Qt::Key_F5);
        QTRY_VERIFY(m_page->player().isOver());
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(m_page->step(), Step::Reveal);
        QVERIFY(reveal().contains(QStringLiteral(": ✓ right")));
        QVERIFY(!reveal().contains(QStringLiteral("lines right")));
        press(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(m_page->step(), Step::OnRealSockets);
        press(Qt::Key_Space); // the button has the focus
        QCOMPARE(wanted.count(), static_cast<int>(i) + 1);
        QCOMPARE(wanted.last().at(0).toString().toStdString(),
                 m_page->lessons()[i].file.parsed.lesson.scenario);
        press(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_page->step(), Step::Reveal);
        press(Qt::Key_Right, Qt::AltModifier);
        press(Qt::Key_Right, Qt::AltModifier);
    }
    QCOMPARE(m_page->step(), Step::OnRealSockets); // there is no further lesson
}

void TestLessonsPage::nothingBeforeThePrediction()
{
    for (const Step step : {Step::Run, Step::Reveal, Step::OnRealSockets}) {
        QVERIFY(!m_page->mayGoTo(step));
        m_page->goTo(step);
        QCOMPARE(m_page->step(), Step::Read);
    }
    QCOMPARE(reveal(), QString());
    // A choice must be made first.
    m_page->openLesson(QStringLiteral("who-keeps-the-loop-alive"));
    m_page->goTo(Step::Predict);
    m_page->predict();
    QCOMPARE(m_page->step(), Step::Predict);
    QVERIFY(!action(QStringLiteral("Next step"))->isEnabled());
    answer(false);
    QVERIFY(action(QStringLiteral("Next step"))->isEnabled());
    m_page->predict();
    QCOMPARE(m_page->step(), Step::Run);
    // Another lesson begins anew.
    m_page->openLesson(std::size_t{0});
    QVERIFY(!m_page->mayGoTo(Step::Reveal));
    QCOMPARE(reveal(), QString());
}

void TestLessonsPage::skippingIsSaid()
{
    m_page->goTo(Step::Predict);
    m_page->skip();
    QCOMPARE(m_page->step(), Step::Run);
    m_page->goTo(Step::Reveal);
    QVERIFY(reveal().contains(QStringLiteral("You have skipped the questions")));
    QVERIFY(!reveal().contains(QStringLiteral("Question: ")));
    QCOMPARE(m_page->progressOf(0), LessonProgress::Untouched);
    // Who predicts after all has seen the answer.
    m_page->goTo(Step::Predict);
    answer(true);
    m_page->predict();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Done);
}

void TestLessonsPage::linesAreMovedByKeyboard()
{
    m_page->goTo(Step::Predict);
    OrderList *const list = m_page->question(0).orderList();
    QVERIFY(list);
    QVERIFY(list->hasFocus());
    const std::vector<std::size_t> before = list->order();
    press(Qt::Key_Down, Qt::AltModifier);
    std::vector<std::size_t> after = before;
    std::swap(after[0], after[1]);
    QCOMPARE(list->order(), after);
    QCOMPARE(list->currentRow(), 1);
    QVERIFY(list->item(1)->text().startsWith(QStringLiteral("2.")));
    press(Qt::Key_Up, Qt::AltModifier);
    press(Qt::Key_Up, Qt::AltModifier); // it is the first already
    QCOMPARE(list->order(), before);
    QCOMPARE(list->currentRow(), 0);
    m_page->predict();
    list->moveCurrent(1);
    QCOMPARE(list->order(), before);
}

void TestLessonsPage::everyChoiceIsExplained()
{
    m_page->openLesson(QStringLiteral("06-the-half-second-stall"));
    m_page->goTo(Step::Predict);
    answer(false);
    m_page->predict();
    m_page->goTo(Step::Reveal);
    const QString shown = reveal();
    const lesson::Lesson &lesson = m_page->lessons()[m_page->current()].file.parsed.lesson;
    for (const lesson::Question &question : lesson.questions) {
        for (const lesson::Choice &choice : question.choices)
            QVERIFY(shown.contains(QString::fromStdString(plainText(choice.why))));
        for (const lesson::OrderItem &item : question.order)
            QVERIFY(shown.contains(QString::fromStdString(plainText(item.why))));
    }
    QVERIFY(shown.contains(QStringLiteral("your choice")));
    QVERIFY(shown.contains(QStringLiteral("Question 1: ✗ wrong")));
    QVERIFY(shown.contains(QStringLiteral("The trace with timers last")));
}

void TestLessonsPage::rightAtFirstTry()
{
    m_page->goTo(Step::Predict);
    answer(true);
    m_page->predict();
    QCOMPARE(m_page->progressOf(0), LessonProgress::RightAtFirstTry);
    QVERIFY(reveal().contains(QStringLiteral("✓ right")));
    makePage();
    QCOMPARE(m_page->progressOf(0), LessonProgress::RightAtFirstTry);
    QCOMPARE(m_page->progressOf(1), LessonProgress::Untouched);
}

void TestLessonsPage::triedAgainIsNotFirst()
{
    m_page->goTo(Step::Predict);
    const std::vector<std::size_t> first = m_page->question(0).orderList()->order();
    m_page->predict();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Done);
    m_page->tryAgain();
    QCOMPARE(m_page->step(), Step::Predict);
    QVERIFY(!m_page->mayGoTo(Step::Reveal));
    QCOMPARE(reveal(), QString());
    QVERIFY(m_page->question(0).orderList()->order() != first);
    answer(true);
    m_page->predict();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Done);
}

void TestLessonsPage::scriptedWindowKeepsNothing()
{
    m_page->setRemembers(false);
    m_page->goTo(Step::Predict);
    answer(true);
    m_page->predict();
    makePage();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Untouched);
}

void TestLessonsPage::progressIsForgotten()
{
    m_page->goTo(Step::Predict);
    answer(true);
    m_page->predict();
    action(QStringLiteral("Reset progress…"))->trigger();
    auto *box = m_page->findChild<QMessageBox *>();
    QVERIFY(box);
    box->button(QMessageBox::Cancel)->click();
    QCOMPARE(m_page->progressOf(0), LessonProgress::RightAtFirstTry);
    action(QStringLiteral("Reset progress…"))->trigger();
    const auto boxes = m_page->findChildren<QMessageBox *>();
    boxes.last()->button(QMessageBox::Reset)->click();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Untouched);
    QVERIFY(!action(QStringLiteral("Reset progress…"))->isEnabled());
    makePage();
    QCOMPARE(m_page->progressOf(0), LessonProgress::Untouched);
}

void TestLessonsPage::modelsAreRunInTurn()
{
    QVERIFY(m_page->openLesson(QStringLiteral("what-changed-in-libuv-1-45")));
    m_page->goTo(Step::Predict);
    answer(true);
    m_page->predict();
    QCOMPARE(m_page->player().models(), (std::vector<LoopModel>{LoopModel::TimersLast}));
    const QString shown = reveal();
    QVERIFY(shown.contains(QStringLiteral("The trace with timers last")));
    QVERIFY(shown.contains(QStringLiteral("The trace with timers first")));
}

void TestLessonsPage::ownLessons()
{
    const std::size_t count = m_page->lessons().size();
    writeOwn(QByteArray(kOwnLesson).replace("2. `A`", "2. `AA`"));
    m_page->reload();
    QCOMPARE(m_page->lessons().size(), count + 1);
    QVERIFY(!m_page->lessons().back().isUsable());
    QVERIFY(m_page->openLesson(QStringLiteral("mine")));
    QVERIFY(!m_page->mayGoTo(Step::Read));
    const QString mistakes = text("What is wrong with this lesson");
    QVERIFY2(mistakes.contains(QStringLiteral("column 4: the order in the loop is another one: B")),
             qPrintable(mistakes));

    writeOwn(kOwnLesson);
    press(Qt::Key_R, Qt::ControlModifier);
    QVERIFY(m_page->lessons().back().isUsable());
    QCOMPARE(m_page->current(), count); // it stays open
    QVERIFY(m_page->lessons().back().isOwn);
    // Its text is text.
    QVERIFY(text("Text to read").contains(QStringLiteral("<script>alert(1)</script>")));

    // One with the file name of one of the program's takes its place.
    const QString replaced = QString::fromStdString(m_page->lessons().front().file.name);
    QVERIFY(
        QFile::rename(ownLessonsFolder() + QStringLiteral("/mine.md"),
                      ownLessonsFolder() + QLatin1Char('/') + replaced + QStringLiteral(".md")));
    m_page->reload();
    QCOMPARE(m_page->lessons().size(), count);
    const auto ours = std::find_if(m_page->lessons().begin(), m_page->lessons().end(),
                                   [&](const LessonEntry &each) {
                                       return QString::fromStdString(each.file.name) == replaced;
                                   });
    QVERIFY(ours != m_page->lessons().end());
    QVERIFY(ours->isOwn);
}

void TestLessonsPage::exportedPage()
{
    writeOwn(kOwnLesson);
    m_page->reload();
    QVERIFY(m_page->openLesson(QStringLiteral("mine")));
    const QString path = m_folder->filePath(QStringLiteral("mine.html"));
    QVERIFY(m_page->exportHtml(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(file.readAll());
    QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>")));
    QVERIFY(html.contains(QStringLiteral("<title>Mine &amp; &lt;b&gt;yours&lt;/b&gt;</title>")));
    QVERIFY(html.contains(QStringLiteral("&lt;script&gt;alert(1)")));
    QVERIFY(!html.contains(QStringLiteral("<script")));
    QVERIFY(!html.contains(QStringLiteral("://")));
    QVERIFY(html.contains(QStringLiteral("setTimeout 0 A\nsetImmediate B")));
    // The order is told nowhere but in what is folded away.
    QString open = html;
    open.remove(QRegularExpression(QStringLiteral("<details>.*?</details>"),
                                   QRegularExpression::DotMatchesEverythingOption));
    QVERIFY(!open.contains(QStringLiteral("So it is.")));
    QVERIFY(open.indexOf(QStringLiteral("<li><code>A</code>"))
            < open.indexOf(QStringLiteral("<li><code>B</code>")));
    static const QRegularExpression image(
        QStringLiteral("<img src=\"data:image/png;base64,([A-Za-z0-9+/=]+)\""));
    auto images = image.globalMatch(html);
    int count = 0;
    for (; images.hasNext(); ++count) {
        QImage picture;
        QVERIFY(picture.loadFromData(QByteArray::fromBase64(images.next().captured(1).toLatin1()),
                                     "PNG"));
        QVERIFY(picture.width() > 500);
        QVERIFY(picture.pixelColor(0, 0).lightness() > 200);
    }
    QCOMPARE(count, 2); // after B, after A
    QCOMPARE(html.count(QStringLiteral("src=")), count);
    QVERIFY(html.contains(QStringLiteral("class='trace'")));
}

void TestLessonsPage::exportThatCannotBeWritten()
{
    QVERIFY(!m_page->exportHtml(m_folder->filePath(QStringLiteral("no/such/folder.html"))));
}

void TestLessonsPage::seenOnRealSockets()
{
    MainWindow window(builtInScenarios(), *m_settings);
    window.setRemembers(false);
    window.show();
    LessonsPage &page = window.lessonsPage();
    window.showPage(MainWindow::Page::Lessons);
    QVERIFY(page.openLesson(QStringLiteral("poison-on-an-idle-socket")));
    page.skip();
    page.goTo(Step::OnRealSockets);
    QSignalSpy finished(&window, &MainWindow::runFinished);
    const auto buttons = page.findChildren<QPushButton *>();
    const auto button = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton *each) {
        return each->text().remove(u'&') == QStringLiteral("See it on real sockets");
    });
    QVERIFY(button != buttons.end());
    (*button)->click();
    QVERIFY(window.pageWidget(MainWindow::Page::Phases)->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kDeadlineMs);
    QVERIFY(window.bridge().result());
    QVERIFY(window.unexpectedOfLastRun().empty());
    QCOMPARE(window.bridge().result()->scenario, "poison-on-idle");
}

void TestLessonsPage::names()
{
    for (const Step step :
         {Step::Read, Step::Predict, Step::Run, Step::Reveal, Step::OnRealSockets}) {
        if (step == Step::Run)
            m_page->skip();
        m_page->goTo(step);
        const auto all = m_page->findChildren<QWidget *>();
        for (const QWidget *widget : all) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool hasName =
                !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            const bool isPart = widget->inherits("QTabBar") || widget->inherits("QTabWidget")
                || widget->inherits("QScrollArea");
            QVERIFY2(hasName || isPart, widget->metaObject()->className());
        }
    }
}

QTEST_MAIN(TestLessonsPage)

#include "tst_lessonspage.moc"
