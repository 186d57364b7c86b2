// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/block_edit.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ghostline::recording {

using model::GridCell;
using model::GridLayer;
using model::GridSection;

namespace {

/// Section pointers that the layers of one chunk may hold before changes are gathered over several ticks.
/// No run that a person made comes near it; without it memory would follow ticks times sections.
constexpr std::size_t LayerBudget = std::size_t{1} << 20;
constexpr std::size_t PointersPerChange = 8;
/// From so many changed sections on, sorting all of them costs less than putting each in its place.
constexpr std::size_t FewSections = 16;

constexpr std::int64_t LowBits = 15; ///< of a block's coordinate: its place within the section

/// The packed position of a section's first block.
std::int64_t keyOf(std::int64_t position) { return position & ~(LowBits << 38 | LowBits << 12 | LowBits); }

std::uint16_t offsetInSection(std::int64_t position)
{
    return static_cast<std::uint16_t>((position >> 38 & LowBits) | (position >> 12 & LowBits) << 4 |
                                      (position & LowBits) << 8);
}

/// Ascends as gridOrder() has it. 22, 22 and 8 bits are all that a packed position leaves of a section's
/// place.
std::uint64_t orderOf(const glm::ivec3& at)
{
    constexpr int Half22 = 1 << 21;
    constexpr int Half8 = 1 << 7;
    return static_cast<std::uint64_t>(at.y + Half8) << 44 | static_cast<std::uint64_t>(at.z + Half22) << 22 |
           static_cast<std::uint64_t>(at.x + Half22);
}

} // namespace

void BlockEditor::load(const std::vector<EditedSection>& sections)
{
    clear();
    m_sections = sections;
    m_counts.assign(sections.size(), 0);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        m_index.set(packBlock(sections[i].at * GridSection::Side), static_cast<std::uint32_t>(i));
        m_edited += static_cast<std::int64_t>(sections[i].cells());
    }
    showAll();
    m_changed = true;
}

void BlockEditor::load(const Snapshot& snapshot)
{
    clear();
    // Each entry of the palette is looked up once, when it comes up first: that gives the kinds their order.
    std::vector<std::optional<std::uint16_t>> kinds(snapshot.palette.size());
    for (const auto& [position, entry] : snapshot.blocks) {
        const auto place = static_cast<std::size_t>(entry);
        if (entry < 0 || place >= kinds.size() || snapshot.palette[place].size() > MaxKindName)
            continue;
        if (!kinds[place])
            kinds[place] = kindOf({snapshot.palette[place], -1});
        set(position, *kinds[place]);
    }
}

void BlockEditor::clear()
{
    m_sections.clear();
    m_index.clear();
    m_near.fill({});
    m_edits.clear();
    m_counts.clear();
    m_dirty.clear();
    m_shown.clear();
    m_lastKey = NoKey;
    m_edited = 0;
    m_changed = true;
}

void BlockEditor::reset()
{
    clear();
    m_layers.clear();
    m_spent = 0;
    m_changed = false;
}

std::uint16_t BlockEditor::kindOf(const Kind& block)
{
    if (block.number >= 0) {
        const auto found = m_kindByNumber.find(block.number);
        if (found != m_kindByNumber.end())
            return found->second;
        const std::uint16_t kind = m_pool.kind(block).index;
        if (m_kindByNumber.size() < MaxPalette)
            m_kindByNumber.emplace(block.number, kind);
        return kind;
    }
    if (const auto recent = recentKind(block.name))
        return *recent;
    const BlockPool::KnownKind kind = m_pool.kind(block);
    if (!kind.name.empty())
        m_recentKinds[nameSlot(block.name)] = {kind.name, kind.index};
    return kind.index;
}

/// False where there are too many sections.
bool BlockEditor::goTo(std::int64_t key)
{
    // Snapshots are sorted by x, then z: they come by the same few sections again and again.
    constexpr std::uint64_t Prime = 0x9E37'79B9'7F4A'7C15ULL;
    Near& near = m_near[static_cast<std::uint64_t>(key) * Prime >> 58];
    if (near.key != key) {
        auto section = static_cast<std::uint32_t>(m_sections.size());
        if (const auto found = m_index.find(key); found != m_index.end()) {
            section = found->second;
        } else {
            if (m_sections.size() >= MaxEditedSections)
                return false;
            m_sections.emplace_back().at = model::gridSectionOf(unpackBlock(key));
            m_counts.push_back(0);
            m_index.set(key, section);
        }
        near = {key, section};
    }
    m_lastKey = key;
    m_lastSection = near.section;
    return true;
}

void BlockEditor::set(const SetBlock& event)
{
    if (event.block.name.size() <= MaxKindName)
        set(event.position, kindOf(event.block));
}

void BlockEditor::set(std::int64_t position, std::uint16_t kind)
{
    const std::int64_t key = keyOf(position);
    if (key != m_lastKey && !goTo(key))
        return;
    if (m_counts[m_lastSection]++ == 0)
        m_dirty.push_back(m_lastSection);
    m_edits.push_back({m_lastSection, {offsetInSection(position), kind}});
    m_changed = true;
    if (m_edits.size() >= MaxGatheredEdits)
        settle();
}

/// All edits into their sections.
void BlockEditor::settle()
{
    std::uint32_t place = 0;
    for (const std::uint32_t index : m_dirty)
        place += std::exchange(m_counts[index], place);
    m_bySection.resize(m_edits.size());
    for (const Edit& edit : m_edits)
        m_bySection[m_counts[edit.section]++] = edit.cell;
    std::size_t first = 0;
    for (const std::uint32_t index : m_dirty) {
        const std::size_t end = std::exchange(m_counts[index], 0);
        EditedSection& section = m_sections[index];
        settle(section, std::span(m_bySection).subspan(first, end - first));
        first = end;
        if (m_dirty.size() <= FewSections)
            replace(section);
    }
    if (m_dirty.size() > FewSections)
        showAll();
    m_dirty.clear();
    m_edits.clear();
}

void BlockEditor::settle(EditedSection& section, std::span<const GridCell> edits)
{
    // What came last counts.
    for (const GridCell& cell : edits) {
        m_newKinds[cell.place] = cell.kind;
        m_touched[cell.place / WordBits] |= std::uint64_t{1} << cell.place % WordBits;
    }
    const std::size_t before = section.cells();
    if (before == 0)
        fill();
    else
        merge(section);
    m_next.at = section.at;
    section.shown = m_pool.section(m_next);
    m_edited += static_cast<std::int64_t>(section.cells()) - static_cast<std::int64_t>(before);
}

/// What was set anew in a section that held nothing, by place: all of a snapshot.
void BlockEditor::fill()
{
    std::vector<GridCell>& cells = m_next.cells;
    cells.clear();
    for (std::size_t word = 0; word < m_touched.size(); ++word) {
        for (std::uint64_t bits = std::exchange(m_touched[word], 0); bits != 0; bits &= bits - 1) {
            const auto place = static_cast<std::uint16_t>(word * WordBits +
                                                          static_cast<std::size_t>(std::countr_zero(bits)));
            cells.push_back({place, m_newKinds[place]});
        }
    }
}

/// What a section held and what was set anew, by place.
void BlockEditor::merge(const EditedSection& section)
{
    static const std::vector<GridCell> Nothing;
    const std::vector<GridCell>& old = section.shown ? section.shown->cells : Nothing;
    std::vector<GridCell>& cells = m_next.cells;
    cells.clear();
    auto cell = old.begin();
    const auto keepUpTo = [&](std::size_t place) {
        if (cell != old.end() && cell->place < place) {
            // No place comes twice: so many cells lie before it at most.
            const auto most = std::min(std::ptrdiff_t(place - cell->place), old.end() - cell);
            const auto stop = std::partition_point(cell, cell + most,
                                                   [place](const GridCell& c) { return c.place < place; });
            cells.insert(cells.end(), cell, stop);
            cell = stop;
        }
    };
    for (std::size_t word = 0; word < m_touched.size(); ++word) {
        for (std::uint64_t bits = std::exchange(m_touched[word], 0); bits != 0; bits &= bits - 1) {
            const auto place = static_cast<std::uint16_t>(word * WordBits +
                                                          static_cast<std::size_t>(std::countr_zero(bits)));
            keepUpTo(place);
            cell += cell != old.end() && cell->place == place ? 1 : 0;
            cells.push_back({place, m_newKinds[place]});
        }
    }
    keepUpTo(Places);
}

/// All sections that hold something, in order.
void BlockEditor::showAll()
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    order.reserve(m_sections.size());
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        if (m_sections[i].shown)
            order.emplace_back(orderOf(m_sections[i].at), static_cast<std::uint32_t>(i));
    }
    std::sort(order.begin(), order.end());
    m_shown.clear();
    m_shown.reserve(order.size());
    for (const auto& [place, index] : order)
        m_shown.push_back(m_sections[index].shown);
}

void BlockEditor::replace(const EditedSection& section)
{
    const auto place =
        std::lower_bound(m_shown.begin(), m_shown.end(), section.at,
                         [](const auto& s, const glm::ivec3& at) { return model::gridOrder(s->at, at); });
    const bool there = place != m_shown.end() && (*place)->at == section.at;
    if (there)
        *place = section.shown;
    else
        m_shown.insert(place, section.shown);
}

std::optional<BlocksKey> BlockEditor::publish(bool must)
{
    if (!m_changed)
        return std::nullopt;
    const std::size_t cost = m_shown.size() + m_dirty.size();
    if (!must && m_spent + cost > LayerBudget && m_edits.size() * PointersPerChange < cost)
        return std::nullopt;
    settle();
    m_changed = false;
    BlocksKey key;
    key.edited = m_edited;
    if (m_shown.empty())
        return key;
    const auto layer = std::make_shared<GridLayer>();
    layer->id = QStringLiteral("blocks");
    layer->overrides = true;
    layer->sections = m_shown;
    m_spent += m_shown.size();
    m_layers.push_back(layer);
    key.layer = layer;
    return key;
}

std::vector<EditedSection> BlockEditor::finish()
{
    const auto kinds = m_pool.kinds();
    for (const auto& layer : m_layers)
        layer->kinds = kinds;
    m_layers.clear();
    return std::move(m_sections);
}

} // namespace ghostline::recording
