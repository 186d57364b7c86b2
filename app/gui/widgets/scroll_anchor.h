// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the user is in a tree of groups, so that a reset of its model takes nobody elsewhere.
#include <QPointer>
#include <QStringList>

class QModelIndex;
class QTreeView;

namespace ghostline::app {

/// Goes by the texts of the first column.
class ScrollAnchor
{
public:
    explicit ScrollAnchor(QTreeView* tree);
    /// To be connected to modelAboutToBeReset before the view gets the model: it forgets its rows with it.
    void remember();
    void restore();

private:
    static QStringList pathOf(const QModelIndex& at);
    QModelIndex find(const QStringList& path) const;

    QPointer<QTreeView> m_tree;
    QStringList m_current; ///< texts from the group down; empty = none
    QStringList m_top;     ///< the row that is seen first
    int m_cut = 0;         ///< pixels of it that are above the edge
    int m_scrolled = 0;    ///< pixels
};

} // namespace ghostline::app
