// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps a table's first column in sight while the others are scrolled: a figure nobody's name stands beside
// says nothing.
#include <QTableView>

namespace ghostline::app {

/// Makes a view of the same model part of another, over whose left it lies: it scrolls up and down with it,
/// and clicks on it are clicks on the other.
void layOver(QAbstractItemView& over, QAbstractItemView& view);

/// Lies over the table, and only while it is scrolled to the side.
class FrozenNames : public QTableView
{
    Q_OBJECT
public:
    /// A child of the table, which has its model already.
    explicit FrozenNames(QTableView* table);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QTableView* m_table;
    const QObject* m_viewport; ///< the table's, for comparing only
};

} // namespace ghostline::app
