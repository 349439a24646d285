// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace reusescope {

enum class ThemeChoice { Auto, Light, Dark };

/// What the window remembers, with a type and a default each.
///
/// Thread: UI. Ownership: refers to a QSettings that must outlive it. What is stored may have been
/// edited by anyone: a value that makes no sense reads as the default.
class Settings
{
public:
    explicit Settings(QSettings &store) : m_store(store) { }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    QByteArray geometry() const;
    void setGeometry(const QByteArray &geometry);
    QByteArray splitter() const;
    void setSplitter(const QByteArray &state);
    QString lastFolder() const; ///< where a file was last opened or saved
    void setLastFolder(const QString &folder);

private:
    QSettings &m_store;
};

} // namespace reusescope
