// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tablecopy.h"

#include "ui/models/roles.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QStringList>
#include <QTableView>

#include <algorithm>
#include <vector>

namespace reusescope {

namespace {

QString cell(QString text)
{
    // A tab or a line end would break the table.
    return text.replace(QLatin1Char('\t'), QLatin1Char(' '))
        .replace(QLatin1Char('\n'), QLatin1Char(' '))
        .replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace

CopiedTable copiedTable(const QTableView &table)
{
    CopiedTable copied;
    const QAbstractItemModel *model = table.model();
    if (!model)
        return copied;

    std::vector<int> columns;
    const QHeaderView *header = table.horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int logical = header->logicalIndex(visual);
        if (!header->isSectionHidden(logical))
            columns.push_back(logical);
    }

    // By ranges: a list of all selected indexes would be long before it is cut.
    std::vector<int> rows;
    QItemSelection ranges = table.selectionModel()->selection();
    if (ranges.isEmpty() && model->rowCount() > 0)
        ranges.select(model->index(0, 0), model->index(model->rowCount() - 1, 0));
    for (const QItemSelectionRange &range : ranges) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (rows.size() == static_cast<std::size_t>(kMostCopiedRows)) {
                copied.complete = false;
                break;
            }
            rows.push_back(row);
        }
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());

    QStringList lines;
    QStringList cells;
    for (const int column : columns) {
        const QVariant title = model->headerData(column, Qt::Horizontal, CopyHeaderRole);
        cells << cell(
            (title.isValid() ? title : model->headerData(column, Qt::Horizontal)).toString());
    }
    lines << cells.join(QLatin1Char('\t'));
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns)
            cells << cell(model->index(row, column).data(CopyRole).toString());
        lines << cells.join(QLatin1Char('\t'));
    }
    copied.text = lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    copied.rows = static_cast<int>(rows.size());
    return copied;
}

void prepareTable(QTableView &table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setTabKeyNavigation(false);
    table.setCornerButtonEnabled(false);
    table.verticalHeader()->hide();
    // All rows have one height, which is never asked of their contents.
    const int height = table.fontMetrics().height() + 6;
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setMinimumSectionSize(height);
    table.verticalHeader()->setDefaultSectionSize(height);
    table.horizontalHeader()->setHighlightSections(false);
    // Columns that fit their contents look at the rows in sight only.
    table.horizontalHeader()->setResizeContentsPrecision(0);

    auto *copy = new QAction(QObject::tr("&Copy as a table"), &table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, &table,
                     [&table] { QGuiApplication::clipboard()->setText(copiedTable(table).text); });
    table.addAction(copy);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace reusescope
