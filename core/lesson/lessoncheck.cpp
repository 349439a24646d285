// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest.h"
#include "core/lesson/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace reusescope::lesson {

namespace {

using script::Mistake;
using script::SourceSpan;

class Checker
{
public:
    Checker(const Lesson &lesson, const std::vector<std::string> &scenarios)
        : m_lesson(lesson), m_scenarios(scenarios)
    { }

    std::vector<Mistake> check();

private:
    void checkOrder(const Question &question);
    void checkChoice(const Choice &choice);
    void checkScenario();
    void add(const SourceSpan &where, std::string sentence);

    const Lesson &m_lesson;
    const std::vector<std::string> &m_scenarios;
    std::map<LoopModel, Outcome> m_outcomes;
    std::vector<Mistake> m_mistakes;
};

std::vector<Mistake> Checker::check()
{
    for (const LoopModel model : modelsOf(m_lesson)) {
        const Outcome &outcome = m_outcomes[model] = outcomeOf(m_lesson.program, model);
        if (!outcome.limit.empty()) {
            add(m_lesson.scriptWhere,
                fmt::format("with {} the script does not come to its end: {}", name(model),
                            outcome.limit));
            return std::move(m_mistakes);
        }
    }
    for (const Question &question : m_lesson.questions) {
        if (question.asksForOrder())
            checkOrder(question);
        for (const Choice &choice : question.choices)
            checkChoice(choice);
    }
    for (const Claim &fact : m_lesson.facts) {
        const Judgement judgement = judge(fact, m_outcomes.at(fact.model));
        if (!judgement.holds)
            add(fact.where, fmt::format("the loop does otherwise: {}", judgement.instead));
    }
    checkScenario();
    return std::move(m_mistakes);
}

void Checker::checkOrder(const Question &question)
{
    const Outcome &outcome = m_outcomes.at(question.model);
    const std::vector<std::string> words = wordsAskedFor(question, outcome);
    const std::size_t count = std::max(words.size(), question.order.size());
    for (std::size_t i = 0; i < count; ++i) {
        const bool isRight =
            i < words.size() && i < question.order.size() && words[i] == question.order[i].word;
        if (isRight)
            continue;
        std::string order;
        for (const std::string &word : words)
            order += (order.empty() ? "" : ", ") + word;
        add(i < question.order.size() ? question.order[i].where : question.order.back().where,
            fmt::format("the order in the loop is another one: {}",
                        order.empty() ? "none of these words comes" : order));
        return;
    }
}

void Checker::checkChoice(const Choice &choice)
{
    bool allHold = true;
    for (const Claim &claim : choice.claims) {
        const Judgement judgement = judge(claim, m_outcomes.at(claim.model));
        allHold = allHold && judgement.holds;
        if (choice.isRight && !judgement.holds)
            add(claim.where,
                fmt::format("this choice is marked as right, but the loop does otherwise: {}",
                            judgement.instead));
    }
    if (!choice.isRight && allHold)
        add(choice.where, "this choice is marked as wrong, but the loop does just that");
}

void Checker::checkScenario()
{
    if (std::find(m_scenarios.begin(), m_scenarios.end(), m_lesson.scenario) != m_scenarios.end())
        return;
    const std::string near = nearest(m_lesson.scenario, m_scenarios);
    add(m_lesson.scenarioWhere,
        fmt::format("there is no scenario \"{}\"{}", m_lesson.scenario,
                    near.empty() ? "" : fmt::format(", did you mean \"{}\"?", near)));
}

void Checker::add(const SourceSpan &where, std::string sentence)
{
    if (m_mistakes.size() < script::kMaxMistakes)
        m_mistakes.push_back({where, std::move(sentence)});
}

} // namespace

std::vector<Mistake> checkLesson(const Lesson &lesson, const std::vector<std::string> &scenarios)
{
    return Checker(lesson, scenarios).check();
}

std::vector<LoopModel> modelsOf(const Lesson &lesson)
{
    std::vector<LoopModel> models{lesson.model};
    const auto add = [&](LoopModel model) {
        if (std::find(models.begin(), models.end(), model) == models.end())
            models.push_back(model);
    };
    for (const Question &question : lesson.questions) {
        add(question.model);
        for (const Choice &choice : question.choices) {
            for (const Claim &claim : choice.claims)
                add(claim.model);
        }
    }
    for (const Claim &fact : lesson.facts)
        add(fact.model);
    return models;
}

std::vector<std::string> wordsAskedFor(const Question &question, const Outcome &outcome)
{
    std::vector<std::string> words;
    for (const script::Entry &entry : outcome.entries) {
        std::string word = wordOf(entry);
        const bool isAskedFor = !word.empty()
            && std::any_of(question.order.begin(), question.order.end(),
                           [&](const OrderItem &item) { return item.word == word; });
        if (isAskedFor)
            words.push_back(std::move(word));
    }
    return words;
}

} // namespace reusescope::lesson
