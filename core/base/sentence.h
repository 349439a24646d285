// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace reusescope {

/// Marks English of the program's sources that becomes a part of a Sentence, where the Sentence
/// itself is made of a variable.
constexpr const char *phrase(const char *english)
{
    return english;
}

/// What a person is to read, with what was put into it kept apart: its own text is English, and the
/// window finds another language's for the pattern (ui/format/language.h). A value.
class Sentence
{
public:
    /// `pattern` is a literal, so that the texts to translate can be found in the sources
    /// (tests/ui/tst_translation.cpp); each of its {} stands for a part, in their order: a text, a
    /// number, or another sentence.
    template <typename... Parts>
    explicit Sentence(const char *pattern, const Parts &...parts)
        : m_text(pattern), m_isPattern(true), m_parts{part(parts)...}
    { }
    /// A text that is the same in every language.
    static Sentence verbatim(std::string_view text);

    std::string text() const; ///< in English

    bool isPattern() const { return m_isPattern; }
    const std::string &pattern() const { return m_text; } ///< of one that is none, its text
    const std::vector<Sentence> &parts() const { return m_parts; }

private:
    Sentence() = default;

    template <typename Part> static Sentence part(const Part &value)
    {
        if constexpr (std::is_same_v<Part, Sentence>)
            return value;
        else if constexpr (std::is_integral_v<Part>)
            return verbatim(std::to_string(value));
        else
            return verbatim(value);
    }

    std::string m_text;
    bool m_isPattern = false;
    std::vector<Sentence> m_parts;
};

/// The English of each.
std::vector<std::string> textsOf(const std::vector<Sentence> &sentences);

/// An error whose detail is this sentence.
Error errorSaying(ErrorKind kind, long native, Sentence sentence);

/// ErrorKind::Input with this sentence.
Error inputError(Sentence sentence);

template <typename... Parts> Error inputError(const char *pattern, const Parts &...parts)
{
    return inputError(Sentence(pattern, parts...));
}

} // namespace reusescope
