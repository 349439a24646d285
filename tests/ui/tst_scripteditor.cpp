// SPDX-License-Identifier: GPL-3.0-or-later
// Rules:
// - Every mistake is underlined at the characters that the parser names, also behind characters
//   that take several bytes; what is missing shows at the character before it.
// - F8 and the list of the page go from mistake to mistake; the tooltip is its sentence.
// - Other text for all of it can be undone; highlighting is no step of its own.
// - Tab and Shift+Tab indent before the first word and move the focus elsewhere; Return keeps the
//   indentation and indents below "when".
// - The lines that ran last are marked until the text changes.
#include "ui/loop/scripteditor.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>

#include <memory>

using namespace reusescope;

namespace {

QStringList underlined(const ScriptEditor &editor)
{
    QStringList texts;
    const auto marks = editor.extraSelections();
    for (const auto &mark : marks) {
        if (mark.format.underlineStyle() == QTextCharFormat::WaveUnderline)
            texts << QStringLiteral("%1:%2")
                         .arg(mark.cursor.document()
                                  ->findBlock(mark.cursor.selectionStart())
                                  .blockNumber()
                              + 1)
                         .arg(mark.cursor.selectedText());
    }
    return texts;
}

int tintedLines(const ScriptEditor &editor)
{
    int count = 0;
    const auto marks = editor.extraSelections();
    for (const auto &mark : marks)
        count += mark.format.hasProperty(QTextFormat::FullWidthSelection) ? 1 : 0;
    return count;
}

} // namespace

class TestScriptEditor : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void mistakes_data();
    void mistakes();
    void nextMistake();
    void tooltip();
    void undo();
    void highlights();
    void tabs();
    void newLines();
    void executedLines();

private:
    std::unique_ptr<QWidget> m_window;
    QLineEdit *m_before = nullptr;
    ScriptEditor *m_editor = nullptr;
    QLineEdit *m_after = nullptr;
};

void TestScriptEditor::init()
{
    m_window = std::make_unique<QWidget>();
    auto *layout = new QHBoxLayout(m_window.get());
    m_before = new QLineEdit;
    m_editor = new ScriptEditor;
    m_after = new QLineEdit;
    for (QWidget *widget : {static_cast<QWidget *>(m_before), static_cast<QWidget *>(m_editor),
                            static_cast<QWidget *>(m_after)})
        layout->addWidget(widget);
    m_window->resize(800, 400);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_editor->setFocus();
}

void TestScriptEditor::cleanup()
{
    m_window.reset();
}

void TestScriptEditor::mistakes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("places");
    QTest::newRow("none") << QStringLiteral("setTimeout 0 A\n") << QStringList();
    QTest::newRow("unknown word") << QStringLiteral("setTimeout 0 A\nsetTimer 0 B\n")
                                  << QStringList{QStringLiteral("2:setTimer")};
    QTest::newRow("wrong time") << QStringLiteral("timer T x\n")
                                << QStringList{QStringLiteral("1:x")};
    QTest::newRow("behind wide characters")
        << QStringLiteral("log äöü € 𝄞\nlog ä\nsetTimeout 0 A ünref\n")
        << QStringList{QStringLiteral("3:ünref")};
    QTest::newRow("two") << QStringLiteral("idle\nsetImmediate A\nfoo\n")
                         << QStringList{QStringLiteral("1:idle"), QStringLiteral("3:foo")};
}

void TestScriptEditor::mistakes()
{
    QFETCH(QString, text);
    QFETCH(QStringList, places);
    m_editor->replaceText(text);
    QCOMPARE(underlined(*m_editor), places);
    QCOMPARE(m_editor->parsed().isValid(), places.isEmpty());
}

void TestScriptEditor::nextMistake()
{
    m_editor->replaceText(QStringLiteral("foo\nsetImmediate A\nbar\n"));
    m_after->setFocus();
    m_editor->goToNextMistake();
    QVERIFY(m_editor->hasFocus());
    QCOMPARE(m_editor->textCursor().selectedText(), QStringLiteral("bar"));
    m_editor->goToNextMistake();
    QCOMPARE(m_editor->textCursor().selectedText(), QStringLiteral("foo"));
    QVERIFY(m_editor->goToMistake(1));
    QCOMPARE(m_editor->textCursor().selectedText(), QStringLiteral("bar"));
    QVERIFY(!m_editor->goToMistake(2));
}

void TestScriptEditor::tooltip()
{
    m_editor->replaceText(QStringLiteral("setImmediate A\nfoo\n"));
    QTextCursor cursor(m_editor->document()->findBlockByNumber(1));
    cursor.movePosition(QTextCursor::NextCharacter);
    const QPoint inText = m_editor->cursorRect(cursor).center();
    const QPoint place = m_editor->viewport()->mapTo(m_editor, inText);
    QHelpEvent help(QEvent::ToolTip, place, m_editor->mapToGlobal(place));
    QApplication::sendEvent(m_editor, &help);
    QCOMPARE(QToolTip::text(),
             QString::fromStdString(m_editor->parsed().mistakes.front().sentence));
    QToolTip::hideText();
}

void TestScriptEditor::undo()
{
    QSignalSpy parsed(m_editor, &ScriptEditor::parsedAgain);
    m_editor->replaceText(QStringLiteral("setImmediate A\n"));
    QCOMPARE(parsed.count(), 1);
    m_editor->replaceText(QStringLiteral("setImmediate B\nfoo\n"));
    QCOMPARE(parsed.count(), 2);
    QVERIFY(!m_editor->parsed().isValid());
    m_editor->undo();
    QCOMPARE(m_editor->toPlainText(), QStringLiteral("setImmediate A\n"));
    QVERIFY(m_editor->parsed().isValid());
    m_editor->redo();
    QVERIFY(!m_editor->parsed().isValid());
    m_editor->undo();
    m_editor->moveCursor(QTextCursor::End);
    QTest::keyClicks(m_editor, QStringLiteral("idle I"));
    QVERIFY(m_editor->toPlainText().endsWith(QStringLiteral("idle I")));
    m_editor->undo();
    QCOMPARE(m_editor->toPlainText(), QStringLiteral("setImmediate A\n"));
}

void TestScriptEditor::highlights()
{
    m_editor->replaceText(QStringLiteral("timer T 10 # later\n"));
    const QTextBlock line = m_editor->document()->firstBlock();
    const auto formats = line.layout()->formats();
    QStringList pieces;
    for (const auto &format : formats)
        pieces << line.text().mid(format.start, format.length);
    QCOMPARE(pieces,
             (QStringList{QStringLiteral("timer"), QStringLiteral("T"), QStringLiteral("10"),
                          QStringLiteral("# later")}));
    QVERIFY(formats[0].format.fontWeight() > QFont::Normal);
    QVERIFY(formats[3].format.fontItalic());
}

void TestScriptEditor::tabs()
{
    m_editor->replaceText(QStringLiteral("when A fires\nlog x\n"));
    QTextCursor cursor(m_editor->document()->findBlockByNumber(1));
    m_editor->setTextCursor(cursor);
    QTest::keyClick(m_editor, Qt::Key_Tab);
    QCOMPARE(m_editor->document()->findBlockByNumber(1).text(), QStringLiteral("    log x"));
    QTest::keyClick(m_editor, Qt::Key_Backtab);
    QCOMPARE(m_editor->document()->findBlockByNumber(1).text(), QStringLiteral("log x"));
    QTest::keyClick(m_editor, Qt::Key_Backtab);
    QVERIFY(m_before->hasFocus());
    m_editor->setFocus();
    m_editor->moveCursor(QTextCursor::EndOfLine);
    QTest::keyClick(m_editor, Qt::Key_Tab);
    QVERIFY(m_after->hasFocus());
    QCOMPARE(m_editor->document()->findBlockByNumber(1).text(), QStringLiteral("log x"));

    m_editor->setFocus();
    m_editor->selectAll();
    QTest::keyClick(m_editor, Qt::Key_Tab);
    QVERIFY(m_editor->toPlainText().startsWith(QStringLiteral("    when A fires\n    log x")));
    m_editor->undo();
    QCOMPARE(m_editor->toPlainText(), QStringLiteral("when A fires\nlog x\n"));
}

void TestScriptEditor::newLines()
{
    m_editor->replaceText(QStringLiteral("setImmediate A\nwhen A fires"));
    m_editor->moveCursor(QTextCursor::End);
    QTest::keyClick(m_editor, Qt::Key_Return);
    QTest::keyClicks(m_editor, QStringLiteral("log x"));
    QTest::keyClick(m_editor, Qt::Key_Return);
    QTest::keyClicks(m_editor, QStringLiteral("log y"));
    QCOMPARE(m_editor->toPlainText(),
             QStringLiteral("setImmediate A\nwhen A fires\n    log x\n    log y"));
    QVERIFY(m_editor->parsed().isValid());
    m_editor->moveCursor(QTextCursor::Start);
    QTest::keyClick(m_editor, Qt::Key_Return);
    QVERIFY(m_editor->toPlainText().startsWith(QStringLiteral("\nsetImmediate A")));
}

void TestScriptEditor::executedLines()
{
    m_editor->replaceText(QStringLiteral("setImmediate A\nwhen A fires\n    log x\n"));
    m_editor->setExecuted({std::vector{2, 3}, std::vector{1}});
    QCOMPARE(tintedLines(*m_editor), 3);
    m_editor->moveCursor(QTextCursor::End);
    QTest::keyClicks(m_editor, QStringLiteral("#"));
    QCOMPARE(tintedLines(*m_editor), 0);
}

QTEST_MAIN(TestScriptEditor)
#include "tst_scripteditor.moc"
