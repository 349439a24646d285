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

/// The scripts of resources/loops, which are compiled into the program, by file name; in the
/// window's language where the folder of that language in it has a file of the same name.
std::vector<LoopExample> loopExamples();

} // namespace reusescope
