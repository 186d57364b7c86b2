// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_extent.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/primitives.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using model::Bounds;

namespace {

// No world reaches further; what is beyond is damage, and would make a box of it.
constexpr double FarthestAway = 32e6; // metres
constexpr double FarthestUp = 1e6;

bool isPlace(const glm::dvec3& p)
{
    return std::abs(p.x) <= FarthestAway && std::abs(p.z) <= FarthestAway && std::abs(p.y) <= FarthestUp;
}

bool contains(const Bounds& box, const glm::dvec3& p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y && p.z >= box.min.z &&
           p.z <= box.max.z;
}

Bounds both(Bounds a, const Bounds& b)
{
    a.include(b.min);
    a.include(b.max);
    return a;
}

Bounds with(Bounds box, const glm::dvec3& p)
{
    box.include(p);
    return box;
}

} // namespace

/// Worlds are read by columns: how high a box is does not matter.
bool RunExtent::fits(const Bounds& box) const
{
    return box.max.x - box.min.x <= m_side && box.max.z - box.min.z <= m_side;
}

void RunExtent::visit(const glm::dvec3& position)
{
    if (!isPlace(position) || (m_current < m_boxes.size() && contains(m_boxes[m_current], position)))
        return;
    const auto takes = [&](const Bounds& box) { return fits(with(box, position)); };
    if (m_current >= m_boxes.size() || !takes(m_boxes[m_current])) {
        // The same course is run again and again.
        const auto known = std::find_if(m_boxes.begin(), m_boxes.end(), takes);
        m_current = static_cast<std::size_t>(known - m_boxes.begin());
    }
    if (m_current < m_boxes.size()) {
        m_boxes[m_current].include(position);
        return;
    }
    m_boxes.emplace_back().include(position);
    while (m_boxes.size() > MaxExtentBoxes)
        coarsen();
}

/// Boxes twice as large take in their neighbours.
void RunExtent::coarsen()
{
    m_side *= 2.0;
    std::vector<Bounds> fewer;
    fewer.reserve(m_boxes.size());
    for (const Bounds& box : m_boxes) {
        const auto home = std::find_if(fewer.begin(), fewer.end(),
                                       [&](const Bounds& other) { return fits(both(other, box)); });
        if (home == fewer.end())
            fewer.push_back(box);
        else
            *home = both(*home, box);
    }
    m_boxes = std::move(fewer);
    m_current = m_boxes.size();
}

void RunExtent::edit(std::int64_t position)
{
    constexpr int Side = model::GridSection::Side;
    const std::int64_t section = packBlock(model::gridSectionOf(unpackBlock(position)) * Side);
    if (section == m_lastSection)
        return;
    m_lastSection = section;
    if (m_edited.size() < MaxEditedSections)
        m_edited.set(section, 0);
}

void RunExtent::edit(const BlockMap& blocks)
{
    for (const auto& [position, kind] : blocks)
        edit(position);
}

std::vector<glm::ivec3> RunExtent::edited() const
{
    std::vector<glm::ivec3> sections;
    sections.reserve(m_edited.size());
    for (const auto& [position, none] : m_edited)
        sections.push_back(model::gridSectionOf(unpackBlock(position)));
    std::sort(sections.begin(), sections.end(), model::gridOrder);
    return sections;
}

} // namespace ghostline::recording
