// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include <utility>

namespace reusescope {

Sentence Sentence::verbatim(std::string_view text)
{
    Sentence sentence;
    sentence.m_text = text;
    return sentence;
}

std::string Sentence::text() const
{
    std::string text;
    std::string_view rest = m_text;
    for (const Sentence &each : m_parts) {
        const std::size_t place = rest.find("{}");
        if (place == std::string_view::npos)
            break;
        text += rest.substr(0, place);
        text += each.text();
        rest.remove_prefix(place + 2);
    }
    text += rest;
    return text;
}

std::vector<std::string> textsOf(const std::vector<Sentence> &sentences)
{
    std::vector<std::string> texts;
    for (const Sentence &sentence : sentences)
        texts.push_back(sentence.text());
    return texts;
}

Error errorSaying(ErrorKind kind, long native, Sentence sentence)
{
    std::string text = sentence.text();
    return {kind, native, std::move(text), std::make_shared<const Sentence>(std::move(sentence))};
}

Error inputError(Sentence sentence)
{
    return errorSaying(ErrorKind::Input, 0, std::move(sentence));
}

} // namespace reusescope
