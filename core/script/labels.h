// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/parser.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reusescope::script {

/// What a use of a label needs it to be.
enum class Need : std::uint8_t {
    Clearable, ///< a timeout or an immediate
    Timer,
    Stoppable, ///< a timer, socket, idle, prepare or check handle
    Referable, ///< any handle, timeout or immediate
    Handle, ///< what can be closed
    Async,
    Socket,
    Firing, ///< all but a reuse
    Reuse,
};

/// The labels of a script while it is read: a use may come before the line that introduces it, so
/// they are judged when all have been seen. Until then a label has a provisional index.
class Labels
{
public:
    NameIndex introduce(std::string_view label, NameKind kind, std::string_view opening,
                        SourceSpan where);
    NameIndex use(std::string_view label, Need need, std::string_view wording, SourceSpan where);
    /// It may have been introduced on a line that had a mistake, so nobody says that it was not.
    void doubt(std::string_view label);

    /// What is wrong with the introductions and uses, in no order; not many more than kMaxMistakes.
    std::vector<Mistake> mistakes() const;

    /// The index in names() for a provisional one. The first call for each defines the order.
    NameIndex finalIndex(NameIndex provisional);
    std::vector<Name> takeNames() { return std::move(m_names); }

private:
    struct Introduction
    {
        NameKind kind = NameKind::Timeout;
        SourceSpan where;
    };
    struct Label
    {
        std::string text;
        std::optional<Introduction> introduction; ///< the first one
        NameIndex finalIndex = kNoName;
    };
    struct Use
    {
        NameIndex label = kNoName;
        Need need = Need::Handle;
        std::string wording; ///< how the line uses it: "again"
        SourceSpan where;
    };

    NameIndex indexOf(std::string_view label);
    std::optional<std::string> objection(const Use &use) const;
    std::string unknown(const Use &use) const;

    std::vector<Label> m_labels;
    std::unordered_map<std::string, NameIndex> m_indices;
    std::size_t m_introduced = 0;
    std::vector<Use> m_uses;
    std::vector<Mistake> m_mistakes; // of introductions
    std::set<std::string, std::less<>> m_doubted;
    std::vector<Name> m_names;
};

} // namespace reusescope::script
