// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/scripteditor.h"

#include "ui/loop/scripthighlighter.h"
#include "ui/theme/theme.h"
#include "ui/views/tracecolors.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace reusescope {

namespace {

constexpr int kMistakeSpace = 12; // pixels, left of the numbers
constexpr int kMarkSpace = 16; // right of them
constexpr int kLeastDigits = 2;
constexpr qreal kTint = 0.16;

int indentationOf(const QString &line)
{
    const auto isBlank = [](QChar c) { return c == u' ' || c == u'\t'; };
    return static_cast<int>(std::find_if_not(line.begin(), line.end(), isBlank) - line.begin());
}

bool contains(const std::vector<int> &lines, int line)
{
    return std::binary_search(lines.begin(), lines.end(), line);
}

/// A triangle that points at the text.
QPolygonF pointer(QPointF tip, qreal size)
{
    return QPolygonF({tip, tip + QPointF(-size, -size * 0.7), tip + QPointF(-size, size * 0.7)});
}

} // namespace

/// Line numbers, and the marks of mistakes and of what ran last.
class ScriptEditor::Margin : public QWidget
{
public:
    explicit Margin(ScriptEditor *editor) : QWidget(editor), m_editor(*editor) { }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor.paintMargin(*event); }

private:
    ScriptEditor &m_editor;
};

ScriptEditor::ScriptEditor(QWidget *parent)
    : QPlainTextEdit(parent),
      m_highlighter(new ScriptHighlighter(document())),
      m_margin(new Margin(this))
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(font.pointSizeF(), QWidget::font().pointSizeF()));
    setFont(font);
    setLineWrapMode(NoWrap);
    setTabStopDistance(kIndent * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setAccessibleName(tr("Loop script"));
    setAccessibleDescription(
        tr("Tab indents before the first word of a line and moves on elsewhere."));
    m_margin->setFont(font);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &ScriptEditor::layOutMargin);
    connect(this, &QPlainTextEdit::updateRequest, m_margin, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_margin->scroll(0, dy);
        else
            m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, m_margin, [this] { m_margin->update(); });
    // Also for a new format, which parse() sees.
    connect(this, &QPlainTextEdit::textChanged, this, &ScriptEditor::parse);
    restyle();
    layOutMargin();
    parse();
}

void ScriptEditor::replaceText(const QString &text)
{
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
    moveCursor(QTextCursor::Start);
}

void ScriptEditor::parse()
{
    QByteArray bytes = toPlainText().toUtf8();
    if (bytes == m_bytes && !m_bytes.isNull())
        return;
    m_bytes = std::move(bytes);
    m_parsed = script::parseScript(
        std::string_view(m_bytes.constData(), static_cast<std::size_t>(m_bytes.size())));
    m_executed = {};
    showMarks();
    emit parsedAgain();
}

QTextCursor ScriptEditor::cursorAt(const script::SourceSpan &where) const
{
    const auto place = [this](std::size_t offset) {
        const auto most = static_cast<std::size_t>(m_bytes.size());
        return static_cast<int>(
            QString::fromUtf8(m_bytes.constData(), static_cast<qsizetype>(std::min(offset, most)))
                .size());
    };
    const int last = document()->characterCount() - 1;
    const int begin = std::min(place(where.offset), last);
    const int end = std::min(place(where.offset + where.length), last);
    QTextCursor cursor(document());
    cursor.setPosition(begin);
    cursor.setPosition(std::max(begin, end), QTextCursor::KeepAnchor);
    // What is missing has no length: the character before it shows where.
    if (!cursor.hasSelection() && !cursor.atBlockStart())
        cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
    return cursor;
}

void ScriptEditor::showMarks()
{
    const Theme theme(palette());
    QList<QTextEdit::ExtraSelection> marks;
    for (std::size_t side = 0; side < kSides; ++side) {
        for (const int line : m_executed[side]) {
            const QTextBlock block = document()->findBlockByNumber(line - 1);
            if (!block.isValid())
                continue;
            QTextEdit::ExtraSelection mark;
            mark.cursor = QTextCursor(block);
            mark.format.setBackground(blended(theme.ground(), theme.variant(side), kTint));
            mark.format.setProperty(QTextFormat::FullWidthSelection, true);
            marks << mark;
        }
    }
    for (const script::Mistake &mistake : m_parsed.mistakes) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = cursorAt(mistake.where);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(theme.failure());
        marks << mark;
    }
    setExtraSelections(marks);
    m_margin->update();
}

void ScriptEditor::setExecuted(std::array<std::vector<int>, kSides> lines)
{
    if (lines == m_executed)
        return;
    m_executed = std::move(lines);
    showMarks();
    // The block that ran is shown, but never by moving the cursor.
    for (const std::vector<int> &side : m_executed) {
        if (side.empty())
            continue;
        const QRectF line = blockBoundingGeometry(document()->findBlockByNumber(side.front() - 1))
                                .translated(contentOffset());
        if (!hasFocus() && !QRectF(viewport()->rect()).contains(line.center())) {
            const int before = 3; // lines of what stands above it
            verticalScrollBar()->setValue(std::max(0, side.front() - 1 - before));
        }
        break;
    }
}

bool ScriptEditor::goToMistake(std::size_t index)
{
    if (index >= m_parsed.mistakes.size())
        return false;
    setTextCursor(cursorAt(m_parsed.mistakes[index].where));
    centerCursor();
    setFocus(Qt::OtherFocusReason);
    return true;
}

void ScriptEditor::goToNextMistake()
{
    const std::vector<script::Mistake> &mistakes = m_parsed.mistakes;
    const int here = textCursor().selectionStart();
    const auto next =
        std::find_if(mistakes.begin(), mistakes.end(), [&](const script::Mistake &mistake) {
            return cursorAt(mistake.where).selectionStart() > here;
        });
    goToMistake(next == mistakes.end() ? 0 : static_cast<std::size_t>(next - mistakes.begin()));
}

void ScriptEditor::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

const script::Mistake *ScriptEditor::mistakeAt(int position) const
{
    for (const script::Mistake &mistake : m_parsed.mistakes) {
        const QTextCursor cursor = cursorAt(mistake.where);
        if (position >= cursor.selectionStart() && position <= cursor.selectionEnd())
            return &mistake;
    }
    return nullptr;
}

bool ScriptEditor::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const QPoint inText = viewport()->mapFrom(this, help->pos());
    const script::Mistake *mistake = nullptr;
    if (viewport()->rect().contains(inText)) {
        mistake = mistakeAt(cursorForPosition(inText).position());
    } else {
        const int line = cursorForPosition(QPoint(0, inText.y())).blockNumber() + 1;
        const auto found =
            std::find_if(m_parsed.mistakes.begin(), m_parsed.mistakes.end(),
                         [&](const script::Mistake &each) { return each.where.line == line; });
        mistake = found == m_parsed.mistakes.end() ? nullptr : &*found;
    }
    if (mistake)
        QToolTip::showText(help->globalPos(), QString::fromStdString(mistake->sentence), this);
    else
        QToolTip::hideText();
    return true;
}

void ScriptEditor::keyPressEvent(QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    switch (event->key()) {
    case Qt::Key_Tab:
        if (modifiers == Qt::NoModifier) {
            if (!indent(true))
                QAbstractScrollArea::focusNextPrevChild(true); // QPlainTextEdit keeps it
            return;
        }
        break;
    case Qt::Key_Backtab:
        if (!indent(false))
            QAbstractScrollArea::focusNextPrevChild(false);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (modifiers == Qt::NoModifier) {
            newLine();
            return;
        }
        break;
    default: break;
    }
    QPlainTextEdit::keyPressEvent(event);
}

/// The selected lines, or the cursor's when the cursor stands before its first word. False: neither
/// is so, or there is nothing to take away.
bool ScriptEditor::indent(bool more)
{
    QTextCursor cursor = textCursor();
    QTextBlock block = document()->findBlock(cursor.selectionStart());
    const QTextBlock last =
        document()->findBlock(std::max(cursor.selectionStart(), cursor.selectionEnd() - 1));
    if (block == last
        && (cursor.hasSelection() || cursor.positionInBlock() > indentationOf(block.text())))
        return false;
    bool changed = false;
    cursor.beginEditBlock();
    for (; block.isValid() && block.blockNumber() <= last.blockNumber(); block = block.next()) {
        QTextCursor start(block);
        const int indentation = indentationOf(block.text());
        if (more) {
            start.insertText(QString(kIndent, QLatin1Char(' ')));
            changed = true;
        } else if (indentation > 0) {
            start.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor,
                               std::min(indentation, kIndent));
            start.removeSelectedText();
            changed = true;
        }
    }
    cursor.endEditBlock();
    return changed;
}

void ScriptEditor::newLine()
{
    QTextCursor cursor = textCursor();
    const QString line = document()->findBlock(cursor.selectionStart()).text();
    const int before =
        cursor.selectionStart() - document()->findBlock(cursor.selectionStart()).position();
    const int indentation = std::min(indentationOf(line), before);
    QString text = QLatin1Char('\n') + line.left(indentation);
    if (indentation == 0 && before > 0 && line.startsWith(QLatin1String("when ")))
        text += QString(kIndent, QLatin1Char(' '));
    cursor.insertText(text);
    setTextCursor(cursor);
    ensureCursorVisible();
}

void ScriptEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    layOutMargin();
}

void ScriptEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_highlighter)
        restyle();
}

void ScriptEditor::restyle()
{
    m_highlighter->setDark(Theme(palette()).isDark());
    showMarks();
}

void ScriptEditor::layOutMargin()
{
    const int digits =
        std::max(kLeastDigits, static_cast<int>(QString::number(blockCount()).size()));
    const int width =
        digits * fontMetrics().horizontalAdvance(QLatin1Char('9')) + kMistakeSpace + kMarkSpace + 2;
    setViewportMargins(width, 0, 0, 0);
    const QRect inside = contentsRect();
    m_margin->setGeometry(inside.left(), inside.top(), width, inside.height());
}

void ScriptEditor::paintMargin(QPaintEvent &event)
{
    const Theme theme(palette());
    QPainter painter(m_margin);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event.rect(), palette().color(QPalette::AlternateBase));
    const int right = m_margin->width() - kMarkSpace;
    const int here = textCursor().blockNumber();
    QTextBlock block = firstVisibleBlock();
    QRectF line = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && line.top() <= event.rect().bottom()) {
        const int number = block.blockNumber() + 1;
        const bool isWrong =
            std::any_of(m_parsed.mistakes.begin(), m_parsed.mistakes.end(),
                        [&](const script::Mistake &each) { return each.where.line == number; });
        painter.setPen(isWrong                           ? theme.failure()
                           : block.blockNumber() == here ? theme.text()
                                                         : theme.mutedText());
        painter.drawText(QRectF(0, line.top(), right, line.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        if (isWrong) {
            painter.setBrush(theme.failure());
            painter.setPen(Qt::NoPen);
            painter.drawPath(Theme::markPath(Mark::Diamond, 7)
                                 .translated(kMistakeSpace / 2.0, line.center().y()));
        }
        painter.setPen(Qt::NoPen);
        for (std::size_t side = 0; side < kSides; ++side) {
            if (!contains(m_executed[side], number))
                continue;
            painter.setBrush(theme.variant(side));
            // Beside each other, so that both can be seen in one line.
            const qreal shift = side == 0 ? 0 : -7;
            painter.drawPolygon(pointer({m_margin->width() - 2.0 + shift, line.center().y()}, 7));
        }
        block = block.next();
        line = QRectF(line.left(), line.bottom(), line.width(),
                      block.isValid() ? blockBoundingRect(block).height() : 0);
    }
}

} // namespace reusescope
