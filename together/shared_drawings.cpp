// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/shared_drawings.h"

#include "model/board/board.h"

#include <algorithm>

namespace ghostline::together {

bool SharedDrawings::add(PersonId who, model::Drawing drawing)
{
    if (drawing.id.isEmpty() || drawing.points.size() > MostSharedPoints || !model::isComplete(drawing))
        return false;
    const auto old =
        std::ranges::find_if(m_entries, [&](const Entry& e) { return e.added.drawing.id == drawing.id; });
    if (old != m_entries.end() && old->added.who != who)
        return false;
    std::size_t drawings = 1;
    std::size_t points = drawing.points.size();
    std::size_t ownDrawings = drawings;
    std::size_t ownPoints = points;
    for (const Entry& entry : m_entries) {
        if (old != m_entries.end() && entry.number == old->number)
            continue;
        ++drawings;
        points += entry.added.drawing.points.size();
        if (entry.added.who == who) {
            ++ownDrawings;
            ownPoints += entry.added.drawing.points.size();
        }
    }
    // Who hosts is bounded by what all may have.
    const bool host = who == PersonId::Host;
    if (drawings > m_limits.drawings || points > m_limits.points ||
        (!host && (ownDrawings > m_limits.drawingsPerPerson || ownPoints > m_limits.pointsPerPerson)))
        return false;
    if (old != m_entries.end())
        m_entries.erase(old);
    m_entries.push_back({++m_newest, {who, std::move(drawing)}});
    return true;
}

bool SharedDrawings::remove(PersonId who, const QString& id)
{
    return std::erase_if(m_entries, [&](const Entry& e) {
               return e.added.drawing.id == id && (who == PersonId::Host || e.added.who == who);
           }) > 0;
}

const SharedDrawings::Entry* SharedDrawings::after(std::uint64_t number) const
{
    const auto next = std::ranges::upper_bound(m_entries, number, {}, &Entry::number);
    return next != m_entries.end() ? &*next : nullptr;
}

} // namespace ghostline::together
