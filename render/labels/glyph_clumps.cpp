// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/labels/glyph_clumps.h"

#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ghostline::render {

namespace {

constexpr std::ptrdiff_t Compared = 64; ///< clumps of one type that one more unit is held against

double groundDistance(const glm::dvec3& a, const glm::dvec3& b) { return std::hypot(a.x - b.x, a.z - b.z); }

} // namespace

void clumpGlyphs(std::vector<GlyphUnit>& units, double reach, std::vector<GlyphClump>& out)
{
    out.clear();
    std::sort(units.begin(), units.end(), [](const GlyphUnit& a, const GlyphUnit& b) {
        return std::tie(a.type, a.team, a.row) < std::tie(b.type, b.team, b.row);
    });
    // While a clump grows, its anchor is the place of the first, and what its middle is made of is summed up.
    std::size_t run = 0; // the first clump of this type and team
    for (const GlyphUnit& unit : units) {
        if (run < out.size() && (out[run].type != unit.type || out[run].team != unit.team))
            run = out.size();
        const auto from = out.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(run),
                                                                 std::ssize(out) - Compared);
        const auto near = reach <= 0.0 ? out.end() : std::find_if(from, out.end(), [&](const GlyphClump& c) {
            return groundDistance(c.anchor, unit.top) <= reach;
        });
        if (near == out.end()) {
            out.push_back({unit.row, unit.type, unit.team, 1, unit.top, unit.radius, unit.top});
            continue;
        }
        ++near->count;
        near->extent = std::max(near->extent, groundDistance(near->anchor, unit.top) + unit.radius);
        near->sum = {near->sum.x + unit.top.x, std::max(near->sum.y, unit.top.y), near->sum.z + unit.top.z};
    }
    for (GlyphClump& clump : out)
        clump.anchor = {clump.sum.x / clump.count, clump.sum.y, clump.sum.z / clump.count};
}

void UnitGlyphs::setInfo(const std::shared_ptr<const model::ReplayInfo>& info)
{
    if (info == m_info)
        return;
    m_info = info;
    m_glyphs = info != nullptr ? model::TypeGlyphs(*info) : model::TypeGlyphs();
}

bool UnitGlyphs::marks(const model::WorldState& state, std::size_t row, const ActorStyles& styles) const
{
    const model::PropertyValue type = state.value(row, m_info->census.type);
    return !type.absent() && !state.value(row, m_info->census.group).absent() &&
           styles.shape(state, row).shape != model::ActorShape::Hexagon &&
           !m_glyphs.of(type.asText()).isEmpty();
}

std::span<const GlyphClump> UnitGlyphs::clumps(const model::WorldState& state, const ActorStyles& styles,
                                               double reach, model::ActorId selection)
{
    m_units.clear();
    for (std::size_t row = 0; any() && row < state.size(); ++row) {
        if (state.ids[row] == selection || (state.flags[row] & model::Ended) != 0 ||
            !marks(state, row, styles) || !styles.drawn(state, row) || styles.background(state, row) ||
            !styles.perspective().seen(state, row))
            continue;
        const PickBox box = styles.box(state, row);
        const double radius = static_cast<double>(std::max(box.half.x, box.half.z));
        m_units.push_back({static_cast<std::uint32_t>(row),
                           static_cast<std::uint32_t>(state.value(row, m_info->census.type).asText()),
                           model::teamOf(*m_info, state, row),
                           box.centre + glm::dvec3(0.0, static_cast<double>(box.half.y), 0.0), radius});
    }
    clumpGlyphs(m_units, reach, m_clumps);
    return m_clumps;
}

QString UnitGlyphs::wholeText(const GlyphClump& clump) const
{
    return clump.count < 2 ? text(clump) : text(clump) + QLatin1Char(' ') + QString::number(clump.count);
}

} // namespace ghostline::render
