// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Units of one type and team that stand close together have one mark for all of them: "M 14". No GL, no
// painting.
#include "model/replay/type_glyph.h"
#include "render/actors/actor_styles.h"

#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace ghostline::render {

struct GlyphUnit
{
    std::uint32_t row = 0;
    std::uint32_t type = 0; ///< a StringId
    int team = -1;
    glm::dvec3 top{0.0}; ///< where its mark stands, world space
    double radius = 0.5; ///< metres
};

struct GlyphClump
{
    std::uint32_t row = 0; ///< of the first of them
    std::uint32_t type = 0;
    int team = -1;
    int count = 0;
    glm::dvec3 anchor{0.0}; ///< over their middle, as high as the highest
    double extent = 0.0;    ///< metres from the first one to the edge of the farthest
    glm::dvec3 sum{0.0};    ///< of their places; the greatest height
};

/// One clump for those within `reach` metres (along the ground) of the first of them; 0 = each for itself.
/// Sorts the units; `out` keeps its memory.
void clumpGlyphs(std::vector<GlyphUnit>& units, double reach, std::vector<GlyphClump>& out);

/// The marks of one replay's units at an instant. Keeps its memory from frame to frame.
class UnitGlyphs
{
public:
    void setInfo(const std::shared_ptr<const model::ReplayInfo>& info);
    /// False where the replay has no types of units: their names are shown instead.
    bool any() const { return !m_glyphs.empty(); }
    /// True when a mark says of the actor in this row what it is; a main building has a name.
    bool marks(const model::WorldState& state, std::size_t row, const ActorStyles& styles) const;
    /// Clumps of all that are drawn, seen and not selected; valid until the next call.
    std::span<const GlyphClump> clumps(const model::WorldState& state, const ActorStyles& styles,
                                       double reach, model::ActorId selection);
    const QString& text(const GlyphClump& clump) const
    {
        return m_glyphs.of(static_cast<model::StringId>(clump.type));
    }
    /// "M 14"
    QString wholeText(const GlyphClump& clump) const;

private:
    std::shared_ptr<const model::ReplayInfo> m_info;
    model::TypeGlyphs m_glyphs;
    std::vector<GlyphUnit> m_units;
    std::vector<GlyphClump> m_clumps;
};

/// Pixels on the screen: smaller units have no mark.
inline constexpr double SmallestGlyphed = 14.0;
/// Pixels on the screen within which units of one type share a mark, and metres, at the most.
inline constexpr double ClumpPixels = 52.0;
inline constexpr double ClumpMetres = 12.0;

} // namespace ghostline::render
