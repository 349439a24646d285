// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace reusescope {

/// Colours the words of a loop script, in the theme of the application's palette. What they mean
/// is told by weight and slant, too. Thread: UI.
class ScriptHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit ScriptHighlighter(QTextDocument *document);
    void setDark(bool dark); ///< rehighlights when that is a change

protected:
    void highlightBlock(const QString &text) override;

private:
    bool m_dark = false;
};

} // namespace reusescope
