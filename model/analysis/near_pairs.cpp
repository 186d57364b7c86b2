// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/near_pairs.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

/// A frame of 2,000 on one spot is still compared in full.
constexpr std::size_t MostComparisons = 2'000'000;
constexpr double FarthestCell = 1e12;

} // namespace

bool NearPairs::find(const std::vector<Place>& places, double radius, std::vector<Pair>& pairs)
{
    pairs.clear();
    m_entries.clear();
    m_compared = 0;
    const auto cell = [radius](double v) {
        return static_cast<std::int64_t>(std::clamp(std::floor(v / radius), -FarthestCell, FarthestCell));
    };
    for (const Place& place : places) {
        if (finite(place.at))
            m_entries.push_back({cell(place.at.x), cell(place.at.z), place});
    }
    const auto before = [](const Entry& a, const Entry& b) {
        return std::pair(a.column, a.row) < std::pair(b.column, b.row);
    };
    std::sort(m_entries.begin(), m_entries.end(), before);
    std::size_t next = 0; ///< the first entry of the next column that can be near
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const std::pair corner(entry.column + 1, entry.row - 1);
        while (next < m_entries.size() && std::pair(m_entries[next].column, m_entries[next].row) < corner)
            ++next;
        if (!compare(i, i + 1, entry.column, entry.row + 1, radius, pairs) ||
            !compare(i, next, entry.column + 1, entry.row + 1, radius, pairs))
            return false;
    }
    return true;
}

bool NearPairs::compare(std::size_t entry, std::size_t from, std::int64_t column, std::int64_t lastRow,
                        double radius, std::vector<Pair>& pairs)
{
    const Place& place = m_entries[entry].place;
    for (std::size_t i = from; i < m_entries.size(); ++i) {
        const Entry& other = m_entries[i];
        if (other.column != column || other.row > lastRow)
            break;
        if (++m_compared > MostComparisons)
            return false;
        const double distance = glm::distance(place.at, other.place.at);
        if (distance <= radius)
            pairs.push_back(
                {std::min(place.item, other.place.item), std::max(place.item, other.place.item), distance});
    }
    return true;
}

} // namespace ghostline::model
