// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Faces of sections as a few vertex buffers. A section stays on its page while it fits; a page that changed
// is written anew as a whole, which at a megabyte is cheaper than keeping its holes.
#include "render/base/theme.h"
#include "render/cells/grid_layers.h"

#include <QByteArray>

#include <span>
#include <vector>

namespace ghostline::render {

/// 20 bytes: place relative to the floating origin, colour as lit (alpha: how dense), and where in its quad,
/// in sixteenths of a cell.
struct GridVertex
{
    /// Bits of place[3].
    static constexpr std::uint8_t FarU = 1;    ///< 256 more than place[0]
    static constexpr std::uint8_t FarV = 2;    ///< 256 more than place[1]
    static constexpr std::uint8_t Edit = 4;    ///< recorded, and to be told apart
    static constexpr std::uint8_t Outline = 8; ///< nothing but its edges is drawn

    float position[3];
    std::uint8_t colour[4];
    std::uint8_t place[4]; ///< [2] lifts what was recorded off the surroundings in one plane with it
};

/// Indices of a page are 16 bits: as many quads as that allows.
inline constexpr std::size_t QuadsPerPage = 16384;
/// A page of so many takes no more sections: smaller pages are quicker to write anew.
inline constexpr std::size_t FullPage = 8192;
/// Of each pass: each costs the renderer time in every frame. All together they hold far more than MostQuads.
inline constexpr std::size_t MostPages = 1024;

/// Where the quads of a section lie, so that what is out of view can be culled.
struct GridExtent
{
    glm::vec3 low{0.0F}; ///< relative to the floating origin
    glm::vec3 high{0.0F};
    /// Quads of the page, in the order of GridNormals: where each side begins, then where plants do, then the
    /// end.
    std::array<std::uint32_t, GridFaces + 2> starts{};
    double order = 0.0; ///< of findVisible()
    /// The sides that can face `eye`, a bit each; none when all is outside the view, or farther away than
    /// `reach`, in metres.
    unsigned visibleFrom(const glm::dvec3& eye, const glm::dmat4& viewProjection, double reach) const;
};

/// Quads of a page.
struct GridRange
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    friend bool operator==(const GridRange&, const GridRange&) = default;
};

/// What counts for what is drawn of a page.
struct GridView
{
    glm::dvec3 eye{0.0}; ///< relative to the floating origin
    glm::dmat4 viewProjection{1.0};
    double reach = 0.0;     ///< metres
    bool bothSides = false; ///< all that is in view is drawn with all its sides
    bool farFirst = false;  ///< what is translucent; else the nearest hides what comes later
    const glm::dmat4* casters =
        nullptr; ///< and so is what lies in this frustum; null = nothing does for that
};
/// In place of what `out` held. Sorts the sections.
void findVisible(std::span<GridExtent> extents, const GridView& view, std::vector<GridRange>& out);

/// A section and its faces.
struct GridPiece
{
    const ShownLayer* layer = nullptr;
    std::shared_ptr<const model::GridSection> content;
    std::array<std::vector<GridQuad>, GridPasses> quads;
    std::array<int, GridPasses> page{-1, -1, -1, -1};

    std::size_t quadCount() const
    {
        std::size_t count = 0;
        for (const auto& list : quads)
            count += list.size();
        return count;
    }
};

class GridPages
{
public:
    GridPages();

    /// Takes over the faces of a piece, at most QuadsPerPage of each pass: true when they were all.
    bool place(GridPiece& piece, const GridQuads& next);
    void takeOff(GridPiece& piece);
    void setTheme(const Theme& theme);
    void setOrigin(const glm::dvec3& origin);
    /// Whether cells of layers that override are marked.
    void setEditsMarked(bool on);
    bool editsMarked() const { return m_editsMarked; }

    std::size_t pageCount(GridPass pass) const { return pagesOf(pass).size(); }
    std::size_t quadsOf(GridPass pass, std::size_t page) const { return pagesOf(pass)[page].quads; }
    /// Whether vertices() of a page has changed since it was last asked for.
    bool dirty(GridPass pass, std::size_t page) const { return pagesOf(pass)[page].dirty; }
    /// Four GridVertex a quad.
    QByteArray vertices(GridPass pass, std::size_t page);
    /// Of its sections, as of the last vertices().
    std::span<const GridExtent> extents(GridPass pass, std::size_t page) const
    {
        return pagesOf(pass)[page].extents;
    }
    /// On all pages.
    std::size_t quadCount() const { return m_quads; }

private:
    struct Page
    {
        std::vector<GridPiece*> pieces;
        std::size_t quads = 0;
        bool dirty = true;
        std::vector<GridExtent> extents;
    };
    using Shades = std::array<float, GridFaces>; // by GridNormals: the top is the lightest
    const std::vector<Page>& pagesOf(GridPass pass) const { return m_pages[static_cast<std::size_t>(pass)]; }
    bool placeOn(GridPiece& piece, std::size_t pass, const std::vector<GridQuad>& next);
    void takeOff(GridPiece& piece, std::size_t pass);
    std::size_t pageFor(const GridPiece& piece, std::size_t pass, std::size_t count) const;
    GridVertex* write(GridVertex* out, const GridPiece& piece, std::size_t pass) const;
    glm::vec3 colourOf(const GridQuad& quad, const GridLook& look) const;
    void invalidate();

    std::array<std::vector<Page>, GridPasses> m_pages;
    Shades m_shades{};
    float m_quiet = 0.0F;      // of the ground in every colour
    glm::vec3 m_ground{0.0F};  // 0 to 255
    glm::vec3 m_outline{0.0F}; // 0 to 255; of what is not seen in the game
    glm::dvec3 m_origin{0.0};
    bool m_editsMarked = false;
    std::size_t m_quads = 0;
};

} // namespace ghostline::render
