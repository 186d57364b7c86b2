// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/last_places.h"

#include "codecs/ironcurtain/base/limits.h"

#include <algorithm>
#include <tuple>

namespace ghostline::ironcurtain {

std::optional<LastPlace> LastPlaces::before(UnitTag unit, SimTick tick) const
{
    const auto next = std::lower_bound(m_rows.begin(), m_rows.end(), std::tuple(unit, tick),
                                       [](const Row& row, const std::tuple<UnitTag, SimTick>& wanted) {
                                           return std::tuple(row.unit, SimTick{row.tick}) < wanted;
                                       });
    if (next == m_rows.begin() || (next - 1)->unit != unit)
        return std::nullopt;
    return LastPlace{(next - 1)->tick, (next - 1)->at};
}

void LastPlacesBuilder::keep(const LastPlaces::Row& row)
{
    if (m_places.m_rows.size() < MaxFigureRows)
        m_places.m_rows.push_back(row);
    else
        ++m_dropped;
}

void LastPlacesBuilder::add(SimTick tick, const UnitPositionSample& sample)
{
    if (tick > MaxTicks)
        return; // behind the end of every replay
    if (!m_units)
        m_units = std::make_unique<UnitFinder>();
    for (std::size_t i = 0; i < sample.units.size(); ++i) {
        const UnitPlace place = sample.units[i];
        const LastPlaces::Row row{place.unit, static_cast<std::uint32_t>(tick), place.at};
        const std::ptrdiff_t known = m_units->find(place.unit);
        if (known < 0) {
            if (m_latest.size() >= MaxLives) {
                ++m_dropped;
                continue;
            }
            m_units->add(place.unit, static_cast<std::uint32_t>(m_latest.size()));
            m_latest.push_back(row);
            continue;
        }
        LastPlaces::Row& latest = m_latest[static_cast<std::size_t>(known)];
        if (row.tick > latest.tick + LongestGap)
            keep(latest);
        if (row.tick >= latest.tick)
            latest = row;
    }
}

LastPlaces LastPlacesBuilder::finish()
{
    for (const LastPlaces::Row& row : m_latest)
        keep(row);
    m_latest.clear();
    m_units.reset();
    auto& rows = m_places.m_rows;
    std::sort(rows.begin(), rows.end(), [](const LastPlaces::Row& a, const LastPlaces::Row& b) {
        return std::tie(a.unit, a.tick) < std::tie(b.unit, b.tick);
    });
    rows.shrink_to_fit();
    return std::move(m_places);
}

} // namespace ghostline::ironcurtain
