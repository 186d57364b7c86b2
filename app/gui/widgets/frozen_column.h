// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the first column of a table or a tree in sight while the others are scrolled: a figure nobody's name
// stands beside says nothing.
#include <QObject>

class QAbstractItemView;
class QTableView;
class QTreeView;

namespace ghostline::app {

/// A second view of the same model and selection lies over the left of the first, and only while that is
/// scrolled to the side. Clicks on it are clicks on the first; what is expanded in one is in both.
class FrozenColumn : public QObject
{
    Q_OBJECT
public:
    /// Of a view that has its model and its header already. Goes with it.
    explicit FrozenColumn(QTableView* table);
    explicit FrozenColumn(QTreeView* tree);
    /// The second view.
    QAbstractItemView* view() const { return m_over; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    FrozenColumn(QAbstractItemView* over, QAbstractItemView* under);
    void place();

    QAbstractItemView* m_over;
    QAbstractItemView* m_under;
    const QObject* m_viewport; ///< of the view below, for comparing only
};

} // namespace ghostline::app
