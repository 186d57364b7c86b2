// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Cells of a map, or blocks: not actors. Immutable and made of sections, so that an edit copies one section
// and a renderer sees by their addresses which ones are new.
#include "model/base/export.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

namespace ghostline::model {

/// A box inside a cell, in sixteenths of its sides from its low corner; low < high <= 16 along each axis.
struct GridBox
{
    glm::u8vec3 low{0};
    glm::u8vec3 high{16};
    friend bool operator==(const GridBox&, const GridBox&) = default;
};

/// How a cell is filled.
enum class GridForm : std::uint8_t {
    Cube,   ///< whole
    Boxes,  ///< GridKind::boxes
    Cross,  ///< two upright diagonal planes, seen from both sides: plants
    Liquid, ///< its surface is GridKind::boxes[0]'s top, the cell's where the same liquid is above
    Nothing ///< empty; of a layer that overrides, it takes away what the surroundings have there
};

/// What a cell can be.
struct GridKind
{
    QString name;             ///< as the format names it
    glm::vec3 colour{0.6F};   ///< sRGB, 0 to 1; as seen from above
    bool translucent = false; ///< does not hide what lies behind it (water, glass)
    GridForm form = GridForm::Cube;
    bool hides = true;            ///< an opaque whole cube: faces behind it are not seen. False for leaves
    bool invisible = false;       ///< carries people but is not seen in the game (a barrier)
    bool mark = false;            ///< a start, a checkpoint, a finish: stands out
    glm::vec3 side{-1.0F};        ///< colour of the four sides, negative = `colour`
    float light = 0.0F;           ///< that it gives off, 0 to 1
    std::vector<GridBox> boxes{}; ///< of Boxes and Liquid; few
    friend bool operator==(const GridKind&, const GridKind&) = default;

    /// A whole cube that nothing behind it is seen through.
    bool opaque() const { return form == GridForm::Cube && hides && !translucent && !invisible; }
    const glm::vec3& sideColour() const { return side.r < 0.0F ? colour : side; }
};

struct GridCell
{
    std::uint16_t place = 0; ///< within its section: x + 16 z + 256 y
    std::uint16_t kind = 0;  ///< index into GridLayer::kinds
    friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// A cube of 16 x 16 x 16 cells; only those that are filled, or take something away, are listed.
struct GridSection
{
    static constexpr int Side = 16;

    glm::ivec3 at{0};            ///< in sections: its first cell is (16 at.x, 16 at.y, 16 at.z)
    std::vector<GridCell> cells; ///< sorted by place, no place twice
    friend bool operator==(const GridSection&, const GridSection&) = default;
};

/// `kinds` only grows within one replay: an index keeps its meaning. Sections of one replay that hold the
/// same are the same object wherever the codec can arrange it.
struct GridLayer
{
    QString id;               ///< "blocks"; one layer of each id
    glm::dvec3 origin{0.0};   ///< world place of the low corner of cell (0, 0, 0), metres
    glm::dvec3 cellSize{1.0}; ///< metres
    std::shared_ptr<const std::vector<GridKind>> kinds;
    std::vector<std::shared_ptr<const GridSection>> sections; ///< sorted by gridOrder(), none empty
    /// Recorded edits: each of its cells takes the place of the cell that surroundings have there.
    bool overrides = false;

    /// Cells that are filled: those whose kind is GridForm::Nothing are not counted.
    GHOSTLINE_MODEL_EXPORT std::size_t cellCount() const;
    /// The cell's kind, which may be one of GridForm::Nothing, or null when it is not listed.
    GHOSTLINE_MODEL_EXPORT const GridKind* at(const glm::ivec3& cell) const;
};

/// By y, then z, then x.
GHOSTLINE_MODEL_EXPORT bool gridOrder(const glm::ivec3& a, const glm::ivec3& b);
/// The section a cell lies in and its place there.
GHOSTLINE_MODEL_EXPORT glm::ivec3 gridSectionOf(const glm::ivec3& cell);
GHOSTLINE_MODEL_EXPORT std::uint16_t gridPlaceOf(const glm::ivec3& cell);
/// The cell at a place of a section.
GHOSTLINE_MODEL_EXPORT glm::ivec3 gridCellAt(const glm::ivec3& section, std::uint16_t place);

} // namespace ghostline::model
