// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table whose rows take other places while it is shown: a selection goes with its row.
#include <QAbstractTableModel>

namespace ghostline::app {

class MovingRows : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

protected:
    /// `move` brings the rows into their new order. Then `placeOf(row)` tells where the one is that stood at
    /// `row`; a place behind the last row or before the first: nowhere any more.
    template<typename Move, typename PlaceOf>
    void rearrangeRows(const Move& move, const PlaceOf& placeOf)
    {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        move();
        const QModelIndexList stale = persistentIndexList();
        QModelIndexList moved;
        moved.reserve(stale.size());
        for (const QModelIndex& at : stale)
            moved << index(placeOf(at.row()), at.column());
        changePersistentIndexList(stale, moved);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    }
};

} // namespace ghostline::app
