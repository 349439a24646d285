// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/loop/scripthighlighter.h"

#include "core/script/parser.h"
#include "ui/theme/theme.h"

#include <QTextCharFormat>

namespace reusescope {

namespace {

QTextCharFormat formatOf(script::TokenKind kind, const Theme &theme)
{
    // Places in the list of variants: blue, vermillion, green, purple.
    constexpr std::size_t kBlue = 0;
    constexpr std::size_t kGreen = 2;
    constexpr std::size_t kPurple = 3;
    QTextCharFormat format;
    switch (kind) {
    case script::TokenKind::Keyword:
        format.setForeground(theme.variant(kBlue));
        format.setFontWeight(QFont::DemiBold);
        break;
    case script::TokenKind::Label: format.setForeground(theme.text()); break;
    case script::TokenKind::Number: format.setForeground(theme.variant(kPurple)); break;
    case script::TokenKind::Text: format.setForeground(theme.variant(kGreen)); break;
    case script::TokenKind::Comment:
        format.setForeground(theme.mutedText());
        format.setFontItalic(true);
        break;
    case script::TokenKind::Wrong: format.setForeground(theme.failure()); break;
    }
    return format;
}

} // namespace

ScriptHighlighter::ScriptHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) { }

void ScriptHighlighter::setDark(bool dark)
{
    if (dark == m_dark)
        return;
    m_dark = dark;
    rehighlight();
}

void ScriptHighlighter::highlightBlock(const QString &text)
{
    const Theme theme(m_dark);
    const QByteArray bytes = text.toUtf8();
    const std::string_view line(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const bool isPlain = bytes.size() == text.size();
    const auto place = [&](std::size_t offset) {
        const auto count = static_cast<qsizetype>(offset);
        return isPlain ? count : QString::fromUtf8(bytes.constData(), count).size();
    };
    for (const script::Token &token : script::tokensOfLine(line)) {
        const qsizetype begin = place(token.offset);
        const qsizetype end = place(token.offset + token.length);
        setFormat(static_cast<int>(begin), static_cast<int>(end - begin),
                  formatOf(token.kind, theme));
    }
}

} // namespace reusescope
