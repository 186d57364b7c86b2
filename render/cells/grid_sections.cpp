// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_sections.h"

#include <algorithm>

namespace ghostline::render {

void DetailedLayer::markStale(const glm::ivec3& at)
{
    const auto found = sections.find(at);
    if (found == sections.end() || found->second.stale)
        return;
    found->second.stale = true;
    stale.push_back(at);
}

void DetailedLayer::markAllStale()
{
    for (const auto& entry : sections)
        markStale(entry.first);
}

DetailedLayer& DetailedLayer::ofLevel(int which)
{
    return which == 0 ? *this : *coarser[static_cast<std::size_t>(which - 1)];
}

bool DetailedLayer::drawnAt(const glm::ivec3& at)
{
    const DetailedLayer& own = base();
    return own.coarser.empty() || own.m_levels.drawn(level, at);
}

const model::GridSection* DetailedLayer::contentOf(const glm::ivec3& at)
{
    const auto found = sections.find(at);
    if (found == sections.end())
        return nullptr;
    DetailedSection& section = found->second;
    if (section.content == nullptr || section.outdated) {
        // What stands alone stays to be seen at first; from there on what is larger counts.
        const GridHalving which = level == 1 ? GridHalving::AnyFilled : GridHalving::HalfFilled;
        GridEighths eight{};
        for (int part = 0; part < 8; ++part)
            eight[static_cast<std::size_t>(part)] =
                finer->contentOf(at * 2 + glm::ivec3(part & 1, part >> 2, part >> 1 & 1));
        section.content = halvedSection(at, eight, looks, which);
        section.outdated = false;
    }
    return section.content.get();
}

/// What is drawn at `at`, in cells of this level. `toward` leads there from the section that is meshed: where
/// finer levels are drawn, only those that touch it are asked.
const model::GridSection* DetailedLayer::drawnBeside(const glm::ivec3& at, const glm::ivec3& toward,
                                                     GridSections& made)
{
    DetailedLayer& all = base();
    const int drawn = all.coarser.empty() ? level : all.m_levels.drawnLevel(level, at);
    if (drawn == level)
        return contentOf(at);
    if (drawn > level) {
        const int levels = drawn - level;
        const model::GridSection* coarse = all.ofLevel(drawn).contentOf(at >> levels);
        if (coarse == nullptr)
            return nullptr;
        return made.emplace_back(refinedSection(at, *coarse, levels, looks)).get();
    }
    GridEighths eight{};
    for (int part = 0; part < 8; ++part) {
        const glm::ivec3 farther(part & 1, part >> 2, part >> 1 & 1);
        if (glm::all(glm::notEqual(farther * 2 - 1, toward)))
            eight[static_cast<std::size_t>(part)] = finer->drawnBeside(at * 2 + farther, toward, made);
    }
    if (std::ranges::all_of(eight, [](const auto* each) { return each == nullptr; }))
        return nullptr;
    return made.emplace_back(halvedSection(at, eight, looks, GridHalving::Covered)).get();
}

GridNeighbours DetailedLayer::drawnRound(const glm::ivec3& at, GridSections& made)
{
    GridNeighbours out{};
    for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
            for (int x = -1; x <= 1; ++x) {
                const glm::ivec3 toward(x, y, z);
                if (toward != glm::ivec3(0))
                    out[neighbourAt(x, y, z)] = drawnBeside(at + toward, toward, made);
            }
        }
    }
    return out;
}

void DetailedLayer::addCoarser()
{
    if (set != GridSet::Scene || sections.size() < LargeGrid || !coarser.empty())
        return;
    DetailedLayer* last = this;
    for (int each = 1; each <= CoarsestGridLevel; ++each) {
        DetailedLayer& own = *coarser.emplace_back(std::make_unique<DetailedLayer>());
        own.set = set;
        own.level = each;
        own.finer = last;
        last = &own;
    }
    std::vector<glm::ivec3> all;
    all.reserve(sections.size());
    for (const auto& entry : sections)
        all.push_back(entry.first);
    changeCoarser(all);
    markAllStale();
}

void DetailedLayer::dropCoarser()
{
    coarser.clear();
    m_levels.clear();
}

void DetailedLayer::changeCoarser(std::span<const glm::ivec3> changed)
{
    if (coarser.empty())
        return;
    std::array<GridLevels::Nodes, CoarsestGridLevel + 1> drawn;
    for (const glm::ivec3& at : changed) {
        for (const auto& coarse : coarser) {
            DetailedSection& own = coarse->sections[at >> coarse->level];
            own.layer = coarse.get();
            own.outdated = true;
        }
        const int which = m_levels.drawnLevel(0, at);
        drawn[static_cast<std::size_t>(which)].insert(at >> which);
    }
    for (int which = 0; which <= CoarsestGridLevel; ++which) {
        for (const glm::ivec3& node : drawn[static_cast<std::size_t>(which)])
            markNode(which, node);
    }
}

void DetailedLayer::showCoarser(bool barriers)
{
    for (const auto& coarse : coarser) {
        auto next = std::make_shared<model::GridLayer>();
        next->id = shown->id;
        next->origin = shown->origin;
        next->cellSize = shown->cellSize * static_cast<double>(1 << coarse->level);
        next->kinds = shown->kinds;
        coarse->looks.setBarriers(barriers);
        coarse->updateLooks(*next);
        coarse->shown = next;
    }
}

bool DetailedLayer::chooseLevels(const GridSight& sight, std::span<const GridOverlay> edits)
{
    bool any = false;
    const auto exists = [this](int which, const glm::ivec3& node) {
        return ofLevel(which).sections.contains(node);
    };
    const auto changed = [this, &any](int which, const glm::ivec3& node) {
        any = true;
        markNode(which, node);
    };
    const GridLevels::Edited edited = GridLevels::editedBy(edits);
    for (const auto& entry : coarser.back()->sections)
        m_levels.choose(sight, edited, CoarsestGridLevel, entry.first, exists, changed);
    return any;
}

/// All of a node is meshed anew, and what borders on it: what one level hides another may show.
void DetailedLayer::markNode(int which, const glm::ivec3& node)
{
    for (int each = 0; each <= CoarsestGridLevel; ++each) {
        DetailedLayer& own = ofLevel(each);
        const glm::ivec3 low = ((node << which) - 1) >> each;
        const glm::ivec3 high = ((node + 1) << which) >> each;
        for (int y = low.y; y <= high.y; ++y) {
            for (int z = low.z; z <= high.z; ++z) {
                for (int x = low.x; x <= high.x; ++x)
                    own.markStale({x, y, z});
            }
        }
    }
}

} // namespace ghostline::render
