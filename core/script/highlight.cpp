// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/lexer.h"
#include "core/script/parser.h"
#include "core/script/vocabulary.h"

#include <algorithm>

namespace reusescope::script {

namespace {

bool isParticle(const Opening &opening, std::string_view word)
{
    return std::find(opening.particles.begin(), opening.particles.end(), word)
        != opening.particles.end();
}

TokenKind kindOf(std::string_view word, const Opening *opening, std::string_view before)
{
    if (opening && isParticle(*opening, word))
        return TokenKind::Keyword;
    if (opening && opening->verb == Verb::Reuse && before == "with")
        return TokenKind::Text;
    if (splitOrdinal(word))
        return TokenKind::Number;
    if (const std::optional<NumberWord> number = splitNumber(word))
        return isTimeUnit(number->unit) ? TokenKind::Number : TokenKind::Wrong;
    const bool isName = isLabelShaped(word) && (!isReserved(word) || before == "as");
    return isName ? TokenKind::Label : TokenKind::Wrong;
}

} // namespace

std::vector<Token> tokensOfLine(std::string_view line)
{
    const LineWords split = splitLine(line);
    const std::vector<Word> &words = split.words;
    std::vector<Token> tokens;
    const Opening *opening = words.empty() ? nullptr : openingOf(words[0].text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto [text, offset] = words[i];
        if (i == 0) {
            tokens.push_back(
                {opening ? TokenKind::Keyword : TokenKind::Wrong, offset, text.size()});
        } else if (opening && opening->verb == Verb::Log) {
            const Word &last = words.back();
            tokens.push_back({TokenKind::Text, offset, last.offset + last.text.size() - offset});
            break;
        } else {
            tokens.push_back({kindOf(text, opening, words[i - 1].text), offset, text.size()});
        }
    }
    if (split.comment)
        tokens.push_back({TokenKind::Comment, *split.comment, line.size() - *split.comment});
    return tokens;
}

} // namespace reusescope::script
