// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>
#include <utility>

namespace reusescope {

/// What the variants of the shown run are called (their schedulers), by position.
///
/// Thread: UI. Ownership: one object, owned by the window; all models and views read the same one.
/// It changes only between runs, before the recording is reset.
class VariantNames
{
public:
    void set(QStringList names) { m_names = std::move(names); }

    qsizetype count() const { return m_names.size(); }
    /// "#3" for a variant that has no name (yet).
    QString at(std::size_t position) const
    {
        const auto index = static_cast<qsizetype>(position);
        return index < m_names.size() ? m_names.at(index) : QStringLiteral("#%1").arg(index + 1);
    }
    const QStringList &all() const { return m_names; }

private:
    QStringList m_names;
};

} // namespace reusescope
