// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace reusescope {

struct LoopExample
{
    QString title; ///< its first line, a comment
    QString text;
};

/// The scripts of resources/loops, which are compiled into the program, by file name.
std::vector<LoopExample> loopExamples();

} // namespace reusescope
