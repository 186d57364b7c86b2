// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/block_edit.h"

#include <algorithm>

namespace ghostline::recording {

using model::GridCell;
using model::GridLayer;
using model::GridSection;

namespace {

/// Section pointers that the layers of one chunk may hold before changes are gathered over several ticks.
/// No run that a person made comes near it; without it memory would follow ticks times sections.
constexpr std::size_t LayerBudget = std::size_t{1} << 20;
constexpr std::size_t PointersPerChange = 8;
/// Sections in which a run may have edits; blocks beyond them are not shown.
constexpr std::size_t MaxSections = std::size_t{1} << 18;
/// From so many changed sections on, sorting all of them costs less than putting each in its place.
constexpr std::size_t FewSections = 16;

std::uint64_t keyOf(const glm::ivec3& at)
{
    // 22, 22 and 8 bits are all that a packed block position leaves of a section's place.
    constexpr std::uint64_t Mask22 = (1U << 22) - 1;
    return (static_cast<std::uint64_t>(at.x) & Mask22) << 30 |
           (static_cast<std::uint64_t>(at.z) & Mask22) << 8 | (static_cast<std::uint64_t>(at.y) & 0xFFU);
}

bool sectionOrder(const std::shared_ptr<const GridSection>& a, const std::shared_ptr<const GridSection>& b)
{
    return model::gridOrder(a->at, b->at);
}

} // namespace

void BlockEditor::load(const std::vector<EditedSection>& sections)
{
    clear();
    m_sections = sections;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        m_index[keyOf(sections[i].at)] = static_cast<std::uint32_t>(i);
        m_edited += static_cast<std::int64_t>(sections[i].cells());
        if (sections[i].shown)
            m_shown.push_back(sections[i].shown);
    }
    std::sort(m_shown.begin(), m_shown.end(), sectionOrder);
    m_changed = true;
}

void BlockEditor::clear()
{
    m_sections.clear();
    m_index.clear();
    m_dirty.clear();
    m_shown.clear();
    m_lastKey = NoKey;
    m_edited = 0;
    m_pending = 0;
    m_changed = true;
}

std::uint16_t BlockEditor::kindOf(const Kind& block)
{
    if (block.number >= 0) {
        const auto found = m_kindByNumber.find(block.number);
        if (found != m_kindByNumber.end())
            return found->second;
        const std::uint16_t kind = m_pool->kind(OwnKind(block));
        if (m_kindByNumber.size() < MaxPalette)
            m_kindByNumber.emplace(block.number, kind);
        return kind;
    }
    // Snapshots name the same block many times in a row.
    if (!m_lastName.empty() && block.name == m_lastName)
        return m_lastKind;
    auto found = m_kindByName.find(block.name);
    if (found == m_kindByName.end()) {
        const std::uint16_t kind = m_pool->kind(OwnKind(block));
        if (m_kindByName.size() >= MaxPalette)
            return kind;
        found = m_kindByName.emplace(block.name, kind).first;
    }
    m_lastName = found->first;
    m_lastKind = found->second;
    return m_lastKind;
}

void BlockEditor::set(const SetBlock& event)
{
    if (event.block.name.size() > MaxKindName)
        return;
    const glm::ivec3 cell = unpackBlock(event.position);
    const glm::ivec3 at = model::gridSectionOf(cell);
    const std::uint64_t key = keyOf(at);
    if (key != m_lastKey) {
        const auto found = m_index.find(key);
        if (found != m_index.end()) {
            m_lastSection = found->second;
        } else {
            if (m_sections.size() >= MaxSections)
                return;
            m_lastSection = static_cast<std::uint32_t>(m_sections.size());
            m_sections.emplace_back().at = at;
            m_index.emplace(key, m_lastSection);
        }
        m_lastKey = key;
    }
    EditedSection& section = m_sections[m_lastSection];
    if (section.pending.empty())
        m_dirty.push_back(m_lastSection);
    section.pending.push_back({model::gridPlaceOf(cell), kindOf(event.block)});
    ++m_pending;
    m_changed = true;
    // A cell that is set again and again before anything is published must not pile up.
    constexpr std::size_t MostPending = 4 * 4096;
    if (section.pending.size() >= MostPending) {
        const std::uint32_t index = m_lastSection;
        settle(section);
        replace(m_sections[index]);
        std::erase(m_dirty, index);
    }
}

void BlockEditor::settle(EditedSection& section)
{
    // What came last counts: sorted by place with the order kept, only the last of each place stays.
    std::stable_sort(section.pending.begin(), section.pending.end(),
                     [](const GridCell& a, const GridCell& b) { return a.place < b.place; });
    GridSection next;
    next.at = section.at;
    std::vector<std::uint16_t> air;
    const std::size_t before = section.cells();
    static const std::vector<GridCell> Nothing;
    const std::vector<GridCell>& old = section.shown ? section.shown->cells : Nothing;
    next.cells.reserve(old.size() + section.pending.size());
    auto cell = old.begin();
    auto empty = section.air.begin();
    const auto keepUpTo = [&](std::uint32_t place) {
        for (; cell != old.end() && cell->place < place; ++cell)
            next.cells.push_back(*cell);
        for (; empty != section.air.end() && *empty < place; ++empty)
            air.push_back(*empty);
    };
    for (auto it = section.pending.begin(); it != section.pending.end(); ++it) {
        const auto following = std::next(it);
        if (following != section.pending.end() && following->place == it->place)
            continue;
        keepUpTo(it->place);
        cell += cell != old.end() && cell->place == it->place ? 1 : 0;
        empty += empty != section.air.end() && *empty == it->place ? 1 : 0;
        if (it->kind == BlockPool::Air)
            air.push_back(it->place);
        else
            next.cells.push_back(*it);
    }
    keepUpTo(~std::uint32_t{0});
    m_pending -= section.pending.size();
    section.pending = {};
    section.air = std::move(air);
    next.cells.shrink_to_fit();
    section.shown = next.cells.empty() ? nullptr : m_pool->section(std::move(next));
    m_edited += static_cast<std::int64_t>(section.cells()) - static_cast<std::int64_t>(before);
}

void BlockEditor::replace(const EditedSection& section)
{
    const auto place =
        std::lower_bound(m_shown.begin(), m_shown.end(), section.at,
                         [](const auto& s, const glm::ivec3& at) { return model::gridOrder(s->at, at); });
    const bool there = place != m_shown.end() && (*place)->at == section.at;
    if (there && section.shown)
        *place = section.shown;
    else if (there)
        m_shown.erase(place);
    else if (section.shown)
        m_shown.insert(place, section.shown);
}

std::optional<BlocksKey> BlockEditor::publish(bool must)
{
    if (!m_changed)
        return std::nullopt;
    const std::size_t cost = m_shown.size() + m_dirty.size();
    if (!must && m_spent + cost > LayerBudget && m_pending * PointersPerChange < cost)
        return std::nullopt;
    for (const std::uint32_t index : m_dirty) {
        settle(m_sections[index]);
        if (m_dirty.size() <= FewSections)
            replace(m_sections[index]);
    }
    if (m_dirty.size() > FewSections) {
        m_shown.clear();
        for (const EditedSection& section : m_sections) {
            if (section.shown)
                m_shown.push_back(section.shown);
        }
        std::sort(m_shown.begin(), m_shown.end(), sectionOrder);
    }
    m_dirty.clear();
    m_changed = false;
    BlocksKey key;
    key.edited = m_edited;
    if (m_shown.empty())
        return key;
    const auto layer = std::make_shared<GridLayer>();
    layer->id = QStringLiteral("blocks");
    layer->sections = m_shown;
    m_spent += m_shown.size();
    m_layers.push_back(layer);
    key.layer = layer;
    return key;
}

std::vector<EditedSection> BlockEditor::finish()
{
    const auto kinds = m_pool->kinds();
    for (const auto& layer : m_layers)
        layer->kinds = kinds;
    m_layers.clear();
    return std::move(m_sections);
}

} // namespace ghostline::recording
