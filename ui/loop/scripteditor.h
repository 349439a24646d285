// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/parser.h"

#include <QPlainTextEdit>

#include <array>
#include <vector>

namespace reusescope {

class ScriptHighlighter;

/// An editor for loop scripts: line numbers, highlighting, and every mistake underlined where it
/// is, with its sentence as a tooltip. The text is parsed at each change.
///
/// Thread: UI. Tab and Shift+Tab indent and unindent before the first word of a line and move the
/// focus elsewhere, so that the keyboard does not stay caught; Return keeps the indentation, and
/// indents below `when`.
class ScriptEditor : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr int kIndent = 4;
    static constexpr std::size_t kSides = 2;

    explicit ScriptEditor(QWidget *parent = nullptr);

    /// Other text instead of all of it; undo brings the old one back.
    void replaceText(const QString &text);
    const script::ParsedScript &parsed() const { return m_parsed; }
    bool goToMistake(std::size_t index);
    void goToNextMistake(); ///< behind the cursor, else the first
    void goToLine(int line); ///< 1 is the first

    /// The lines of what ran last, on each side of a comparison: ascending, 1 is the first.
    void setExecuted(std::array<std::vector<int>, kSides> lines);
    const std::array<std::vector<int>, kSides> &executed() const { return m_executed; }

signals:
    void parsedAgain();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Margin;

    void parse();
    void showMarks();
    void restyle();
    void layOutMargin();
    void paintMargin(QPaintEvent &event);
    bool indent(bool more);
    void newLine();
    QTextCursor cursorAt(const script::SourceSpan &where) const;
    const script::Mistake *mistakeAt(int position) const;

    ScriptHighlighter *m_highlighter;
    Margin *m_margin;
    QByteArray m_bytes; // what was parsed
    script::ParsedScript m_parsed;
    std::array<std::vector<int>, kSides> m_executed;
};

} // namespace reusescope
