// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Faces of sections as a few vertex buffers. A section stays on its page while it fits; a page that changed
// is written anew as a whole, which at a megabyte is cheaper than keeping its holes.
#include "render/base/theme.h"
#include "render/cells/grid_layers.h"

#include <QByteArray>

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
/// A page of so many takes no more sections: smaller pages are culled better.
inline constexpr std::size_t FullPage = 4096;
/// Of each pass: each costs the renderer time in every frame. All together they hold far more than MostQuads.
inline constexpr std::size_t MostPages = 1024;

/// Where the quads of a page lie, so that what is out of view can be culled.
struct GridExtent
{
    glm::vec3 low{0.0F}; ///< relative to the floating origin
    glm::vec3 high{0.0F};
    /// The quads of a page are in the order of GridNormals: where each side begins, and where the last ends;
    /// plants come after that.
    std::array<std::size_t, GridFaces + 1> starts{};
    std::size_t quads = 0;
    /// The sides that can face `eye`, a bit each; none when the page is outside the view, or farther away
    /// than `reach`, in metres.
    unsigned visibleFrom(const glm::dvec3& eye, const glm::dmat4& viewProjection, double reach) const;
};

/// A section and its faces.
struct GridPiece
{
    const ShownLayer* layer = nullptr;
    std::shared_ptr<const model::GridSection> content;
    std::array<std::vector<GridQuad>, GridPasses> quads;
    std::array<int, GridPasses> page{-1, -1, -1};

    std::size_t quadCount() const { return quads[0].size() + quads[1].size() + quads[2].size(); }
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

    std::size_t pageCount(GridPass pass) const { return pagesOf(pass).size(); }
    std::size_t quadsOf(GridPass pass, std::size_t page) const { return pagesOf(pass)[page].quads; }
    /// Whether vertices() of a page has changed since it was last asked for.
    bool dirty(GridPass pass, std::size_t page) const { return pagesOf(pass)[page].dirty; }
    /// Four GridVertex a quad.
    QByteArray vertices(GridPass pass, std::size_t page);
    /// As of the last vertices().
    const GridExtent& extent(GridPass pass, std::size_t page) const { return pagesOf(pass)[page].extent; }
    /// On all pages.
    std::size_t quadCount() const { return m_quads; }

private:
    struct Page
    {
        std::vector<GridPiece*> pieces;
        std::size_t quads = 0;
        bool dirty = true;
        GridExtent extent;
    };
    using Shades = std::array<float, GridFaces>; // by GridNormals: the top is the lightest
    const std::vector<Page>& pagesOf(GridPass pass) const { return m_pages[static_cast<std::size_t>(pass)]; }
    bool placeOn(GridPiece& piece, std::size_t pass, const std::vector<GridQuad>& next);
    void takeOff(GridPiece& piece, std::size_t pass);
    std::size_t pageFor(const GridPiece& piece, std::size_t pass, std::size_t count) const;
    GridVertex* write(GridVertex* out, const GridPiece& piece, std::size_t pass, std::size_t face) const;
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
