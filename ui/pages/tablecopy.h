// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTableView;
class QModelIndex;

namespace reusescope {

/// Rows that are copied at once, at most: more would keep the window from answering.
inline constexpr int kMostCopiedRows = 2000;

struct CopiedTable
{
    QString text; ///< tab-separated values with a header line
    int rows = 0;
    bool complete = true; ///< false: there were more than kMostCopiedRows
};

/// The selected rows of a table (all when none is), its shown columns in their shown order, numbers
/// bare and units in the header, so that a spreadsheet takes them as they are.
CopiedTable copiedTable(const QTableView &table);

/// How every table of the program looks and behaves: whole rows, no grid, Ctrl+C copies.
void prepareTable(QTableView &table);

} // namespace reusescope
