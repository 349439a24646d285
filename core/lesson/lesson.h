// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/claim.h"
#include "core/lesson/markdown.h"
#include "core/script/parser.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// A lesson: something to read, a loop script, questions about it, what it proves, and where the
// same thing shows on real sockets. One Markdown file each; docs/lessons.md describes it.

namespace reusescope::lesson {

/// One line of the right order.
struct OrderItem
{
    std::string word; ///< as wordOf() gives it
    Spans why; ///< why it comes here
    script::SourceSpan where;
};

struct Choice
{
    bool isRight = false;
    Spans text;
    Spans why; ///< why it is right or wrong
    std::vector<Claim> claims; ///< all of them hold for the right choice, and for no wrong one
    script::SourceSpan where;
};

/// Either an order or choices.
struct Question
{
    LoopModel model = LoopModel::TimersLast;
    Text text;
    /// In the right order. Words of the program that are not among them are not asked for.
    std::vector<OrderItem> order;
    std::vector<Choice> choices; ///< exactly one is right
    script::SourceSpan where;

    bool asksForOrder() const { return !order.empty(); }
};

struct Lesson
{
    std::string title;
    Text introduction;
    std::string script; ///< as it is written
    script::Program program;
    LoopModel model = LoopModel::TimersLast;
    std::vector<Question> questions;
    Text reveal;
    std::vector<Claim> facts; ///< what the reveal says and the loop confirms
    std::string scenario; ///< a built-in one
    Text onRealSockets;
    script::SourceSpan scriptWhere; ///< of the script's text
    script::SourceSpan scenarioWhere;
};

inline constexpr std::size_t kMaxQuestions = 8;
inline constexpr std::size_t kMaxOrderItems = 20;
inline constexpr std::size_t kMaxChoices = 8;
inline constexpr std::size_t kMaxClaimsOfChoice = 5;
inline constexpr std::size_t kMaxFacts = 50;
inline constexpr int kMaxScriptLines = 40; ///< for a lesson: it is to be read in one look

struct ParsedLesson
{
    Lesson lesson; ///< meaningful only without mistakes
    std::vector<script::Mistake> mistakes; ///< by place; at most script::kMaxMistakes

    bool isValid() const { return mistakes.empty(); }
};

/// Reads the text of a lesson's file. Does not run its script.
ParsedLesson parseLesson(std::string_view text);

/// Runs the script and compares: what the lesson says and the loop does not do, one mistake each,
/// by place; at most script::kMaxMistakes. `scenarios` are the names that a lesson may refer to.
std::vector<script::Mistake> checkLesson(const Lesson &lesson,
                                         const std::vector<std::string> &scenarios);

/// The model of the lesson, then those of its questions and facts that differ.
std::vector<LoopModel> modelsOf(const Lesson &lesson);

/// The words of an outcome that an order question asks for, in the order in which they come.
std::vector<std::string> wordsAskedFor(const Question &question, const Outcome &outcome);

} // namespace reusescope::lesson
