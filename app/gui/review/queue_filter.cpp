// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_filter.h"

#include "app/gui/review/queue_model.h"

#include <algorithm>

namespace ghostline::app {

bool hasPlayed(const model::ReviewedFile& file, const QueuePlayer& player)
{
    for (qsizetype i = 0; i < file.people.size(); ++i) {
        const QString id = file.peopleIds.value(i);
        const bool byId = !id.isEmpty() && !player.id.isEmpty();
        if (byId ? id == player.id : file.people[i] == player.name)
            return true;
    }
    return false;
}

QueueFilter::QueueFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(QueueModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void QueueFilter::setWanted(const QueueWanted& wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    invalidateFilter();
}

/// Whatever they are sorted by, those in which something is left to do come first.
bool QueueFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const
{
    const bool first = a.data(QueueModel::FinishedRole).toBool();
    const bool second = b.data(QueueModel::FinishedRole).toBool();
    if (first != second)
        return (sortOrder() == Qt::AscendingOrder) == second;
    return QSortFilterProxyModel::lessThan(a, b);
}

/// Done: there are some, and none of them is open.
bool QueueFilter::hasWantedFlag(int row) const
{
    using Shown = QueueWanted::Shown;
    const auto* queue = qobject_cast<const QueueModel*>(sourceModel());
    if (queue == nullptr)
        return true;
    int fitting = 0;
    int open = 0;
    int disputed = 0;
    for (const QueueModel::FlagState& flag : queue->flagStates(row)) {
        if (flag.severity < m_wanted.fromSeverity ||
            (!m_wanted.check.isEmpty() && flag.check != m_wanted.check))
            continue;
        ++fitting;
        open += flag.open ? 1 : 0;
        disputed += flag.disputed ? 1 : 0;
    }
    switch (m_wanted.shown) {
    case Shown::Open:
        return open > 0;
    case Shown::Disputed:
        return disputed > 0;
    case Shown::Done:
        return fitting > 0 && open == 0;
    case Shown::All:
        break;
    }
    return fitting > 0 || (m_wanted.check.isEmpty() && m_wanted.fromSeverity < 0);
}

bool QueueFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto* queue = qobject_cast<const QueueModel*>(sourceModel());
    const model::ReviewedFile* file = queue != nullptr ? queue->at(row) : nullptr;
    if (file == nullptr || !hasWantedFlag(row))
        return false;
    if (m_wanted.player && !hasPlayed(*file, *m_wanted.player))
        return false;
    if (m_wanted.map && (file->error || file->map != *m_wanted.map))
        return false;
    const QString text = m_wanted.text.trimmed();
    return text.isEmpty() || sourceModel()
                                 ->index(row, 0, parent)
                                 .data(QueueModel::SearchRole)
                                 .toString()
                                 .contains(text, Qt::CaseInsensitive);
}

} // namespace ghostline::app
