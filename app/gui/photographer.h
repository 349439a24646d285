// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/mainwindow.h"

#include <QDir>
#include <QObject>

#include <cstddef>
#include <optional>

namespace reusescope {

/// Writes a picture of each page and of the whole window, for documentation and for scripts.
///
/// Thread: UI. Ownership: the window must outlive it. Works step by step from the event loop, so
/// that what is shown has been laid out and painted as a user sees it.
class Photographer : public QObject
{
    Q_OBJECT

public:
    Photographer(MainWindow &window, const QString &folder, MainWindow::Page finalPage,
                 QObject *parent = nullptr);

    /// Selects a request that is worth looking at, unless one is selected, and begins.
    void start();

signals:
    /// overview.png, timeline.png, phases.png, requests.png, loop.png, lessons.png and window.png
    /// are written; an error says which could not be (ErrorKind::File).
    void finished(std::optional<Error> error);

private:
    void aim();
    void show(std::size_t picture);
    void goIntoExample();
    void goIntoLesson();
    void next();
    bool save(QWidget &what, const QString &name);

    MainWindow &m_window;
    QDir m_folder;
    MainWindow::Page m_finalPage;
    TimeRange m_closeUp; ///< around the selected request
    int m_step = 0;
};

} // namespace reusescope
