// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The words of the language; for its parser, its highlighting and its mistakes.

namespace reusescope::script {

/// The first word of a line, and how the line goes on.
struct Opening
{
    std::string_view word;
    std::string_view form; ///< the whole line, as people are told it: "`ref LABEL`"
    std::vector<std::string_view> particles; ///< words of the language that may follow
    std::optional<Verb> verb; ///< none: "at" and "when"
    std::optional<NameKind> introduces; ///< the kind its label gets
};

const Opening *openingOf(std::string_view word); ///< null: no line begins so
const std::vector<std::string> &openingWords();

/// A word of the language that no label may be. Those that name a kind of handle ("idle") may.
bool isReserved(std::string_view word);

std::string_view withArticle(NameKind kind); ///< "an idle handle"

/// `, did you mean "WORD"?`, or nothing when no known word is near.
std::string didYouMean(std::string_view word, const std::vector<std::string> &known);

/// The word, cut with "..." to a length that fits in a sentence.
std::string shortened(std::string_view word);
/// Likewise, in double quotes.
std::string quoted(std::string_view word);

} // namespace reusescope::script
