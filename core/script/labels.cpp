// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/labels.h"

#include "core/script/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

namespace reusescope::script {

namespace {

bool fits(NameKind kind, Need need)
{
    const bool isClearable = kind == NameKind::Timeout || kind == NameKind::Immediate;
    const bool isHandle = !isClearable && kind != NameKind::Pending && kind != NameKind::Reuse;
    switch (need) {
    case Need::Clearable: return isClearable;
    case Need::Timer: return kind == NameKind::Timer;
    case Need::Stoppable: return isHandle && kind != NameKind::Async;
    case Need::Referable: return isHandle || isClearable;
    case Need::Handle: return isHandle;
    case Need::Async: return kind == NameKind::Async;
    case Need::Socket: return kind == NameKind::Socket;
    case Need::Firing: return kind != NameKind::Reuse;
    case Need::Reuse: return kind == NameKind::Reuse;
    }
    return false;
}

struct NeedWords
{
    std::string_view needed; ///< "needs ..."
    std::string_view missing; ///< "there is no ..."
    std::string_view remedy; ///< the line that would introduce it, with {} for the label
};

NeedWords wordsOf(Need need)
{
    switch (need) {
    case Need::Clearable:
        return {"a timeout or an immediate", "timeout or immediate", "setTimeout 0 {}"};
    case Need::Timer: return {"a timer", "timer", "timer {} 10"};
    case Need::Stoppable:
        return {"a timer, a socket or an idle, prepare or check handle",
                "timer, socket, idle, prepare or check handle", "idle {}"};
    case Need::Referable:
        return {"a handle, a timeout or an immediate", "handle, timeout or immediate", "idle {}"};
    case Need::Handle:
        return {"a handle (timer, idle, prepare, check, async or socket)", "handle", "idle {}"};
    case Need::Async: return {"an async handle", "async handle", "async {}"};
    case Need::Socket: return {"a socket", "socket", "socket {}"};
    case Need::Firing: return {"something with a callback", "label", "setTimeout 0 {}"};
    case Need::Reuse: return {"a reuse", "reuse", "reuse S with peek as {}"};
    }
    return {};
}

} // namespace

NameIndex Labels::indexOf(std::string_view label)
{
    const auto [place, isNew] =
        m_indices.try_emplace(std::string(label), static_cast<NameIndex>(m_labels.size()));
    if (isNew)
        m_labels.push_back({std::string(label), {}, kNoName});
    return place->second;
}

NameIndex Labels::introduce(std::string_view label, NameKind kind, std::string_view opening,
                            SourceSpan where)
{
    const NameIndex index = indexOf(label);
    std::optional<Introduction> &first = m_labels[index].introduction;
    if (!first) {
        first = Introduction{kind, where};
        if (++m_introduced == kMaxNames + 1)
            m_mistakes.push_back(
                {where,
                 fmt::format("a script has at most {} labels, this is one more", kMaxNames)});
    } else if (first->kind != kind && m_mistakes.size() <= kMaxMistakes) {
        m_mistakes.push_back(
            {where,
             fmt::format("{} is {} (line {}), `{}` needs another label", quoted(label),
                         withArticle(first->kind), first->where.line, opening)});
    }
    return index;
}

NameIndex Labels::use(std::string_view label, Need need, std::string_view wording, SourceSpan where)
{
    const NameIndex index = indexOf(label);
    m_uses.push_back({index, need, std::string(wording), where});
    return index;
}

void Labels::doubt(std::string_view label)
{
    m_doubted.emplace(label);
}

std::vector<Mistake> Labels::mistakes() const
{
    std::vector<Mistake> mistakes = m_mistakes;
    std::size_t count = 0;
    for (const Use &use : m_uses) {
        if (count == kMaxMistakes)
            break; // the nearest words are not looked for in vain
        if (std::optional<std::string> sentence = objection(use)) {
            mistakes.push_back({use.where, std::move(*sentence)});
            ++count;
        }
    }
    return mistakes;
}

std::optional<std::string> Labels::objection(const Use &use) const
{
    const Label &label = m_labels[use.label];
    if (!label.introduction) {
        if (m_doubted.contains(label.text))
            return {};
        return unknown(use);
    }
    const NameKind kind = label.introduction->kind;
    if (fits(kind, use.need))
        return {};
    const std::string is = fmt::format("{} is {}", quoted(label.text), withArticle(kind));
    if (use.need == Need::Firing)
        return fmt::format("{}, which does not fire: say `when {} is written` or `when {} moves`",
                           is, label.text, label.text);
    std::string advice;
    const bool isClearable = fits(kind, Need::Clearable);
    if (isClearable && (use.need == Need::Stoppable || use.need == Need::Handle)
        && (use.wording == "stop" || use.wording == "close"))
        advice = fmt::format("; `clear {}` ends it", label.text);
    else if (use.need == Need::Clearable && fits(kind, Need::Stoppable))
        advice = fmt::format("; `stop {}` stops it", label.text);
    return fmt::format("{}, `{}` needs {}{}", is, use.wording, wordsOf(use.need).needed, advice);
}

std::string Labels::unknown(const Use &use) const
{
    const NeedWords words = wordsOf(use.need);
    const std::string &text = m_labels[use.label].text;
    std::vector<std::string> fitting;
    for (const Label &label : m_labels) {
        if (label.introduction && fits(label.introduction->kind, use.need))
            fitting.push_back(label.text);
    }
    std::string advice = didYouMean(text, fitting);
    if (advice.empty())
        advice = fmt::format("; a line such as `{}` introduces it",
                             fmt::format(fmt::runtime(words.remedy), text));
    return fmt::format("there is no {} {}{}", words.missing, quoted(text), advice);
}

NameIndex Labels::finalIndex(NameIndex provisional)
{
    Label &label = m_labels[provisional];
    if (label.finalIndex == kNoName) {
        label.finalIndex = static_cast<NameIndex>(m_names.size());
        m_names.push_back({label.text, label.introduction->kind, label.introduction->where});
    }
    return label.finalIndex;
}

} // namespace reusescope::script
