// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_pages.h"

#include "render/base/frustum_culling.h"

#include <algorithm>
#include <limits>

namespace ghostline::render {

namespace {

constexpr float QuietOnDark = 0.11F; // of the ground in every colour: what moves stands out
constexpr float QuietOnLight = 0.06F;
constexpr std::array<float, GridFaces> OnDark{0.70F, 0.74F, 0.97F, 0.46F, 0.84F, 0.80F};
constexpr std::array<float, GridFaces> OnLight{0.79F, 0.82F, 1.0F, 0.60F, 0.90F, 0.87F};
constexpr std::array<float, 4> LightOfCorner{0.58F, 0.74F, 0.88F, 1.0F};
constexpr float PlantShade = 0.9F;

constexpr std::uint8_t SeenThrough = 138; // alpha of what is translucent
constexpr float Overlap = 0.0015F;        // of a cell: no seam shows where a long edge meets two short ones
constexpr std::uint8_t StateLift = 1;     // over surroundings in the same plane
// How far from its first section a page reaches, in sections.
constexpr double NearReach = 4.0;
constexpr double SparseReach = 12.0;
constexpr std::size_t Sparse = 8; // a page that is filled less than one in that many

glm::vec3 toBytes(const QColor& c) { return glm::vec3(c.redF(), c.greenF(), c.blueF()) * 255.0F; }

} // namespace

unsigned GridExtent::visibleFrom(const glm::dvec3& eye, const glm::dmat4& viewProjection, double reach) const
{
    if (starts.front() == starts.back() || !intersectsFrustum(low, high, viewProjection))
        return 0;
    const glm::dvec3 nearest = glm::clamp(eye, glm::dvec3(low), glm::dvec3(high));
    if (glm::distance(nearest, eye) > reach)
        return 0;
    unsigned seen = 0;
    for (int axis = 0; axis < 3; ++axis) {
        seen |= eye[axis] > static_cast<double>(low[axis]) ? 1U << static_cast<unsigned>(2 * axis) : 0U;
        seen |= eye[axis] < static_cast<double>(high[axis]) ? 2U << static_cast<unsigned>(2 * axis) : 0U;
    }
    return seen;
}

void findVisible(std::span<GridExtent> extents, const GridView& view, std::vector<GridRange>& out)
{
    constexpr unsigned AllFaces = (1U << GridFaces) - 1U;
    out.clear();
    for (GridExtent& extent : extents) {
        const glm::dvec3 nearest = glm::clamp(view.eye, glm::dvec3(extent.low), glm::dvec3(extent.high));
        const double away = glm::distance(nearest, view.eye);
        extent.order = view.farFirst ? -away : away;
    }
    // Of those that the eye is in, or as far away, the order of the page counts: the same picture each time.
    std::ranges::sort(extents, [](const GridExtent& a, const GridExtent& b) {
        return a.order != b.order ? a.order < b.order : a.starts.front() < b.starts.front();
    });
    for (const GridExtent& extent : extents) {
        unsigned faces = extent.visibleFrom(view.eye, view.viewProjection, view.reach);
        const bool casts =
            view.casters != nullptr && intersectsFrustum(extent.low, extent.high, *view.casters);
        if (casts || (view.bothSides && faces != 0))
            faces = AllFaces;
        if (faces == 0)
            continue;
        for (std::size_t side = 0; side <= GridFaces; ++side) {
            const std::uint32_t first = extent.starts[side];
            const std::uint32_t count = extent.starts[side + 1] - first;
            if (count == 0 || (side < GridFaces && (faces >> side & 1U) == 0))
                continue;
            if (!out.empty() && out.back().first + out.back().count == first)
                out.back().count += count;
            else
                out.push_back({first, count});
        }
    }
}

GridPages::GridPages() { setTheme(Theme::dark()); }

void GridPages::invalidate()
{
    for (std::vector<Page>& all : m_pages) {
        for (Page& page : all)
            page.dirty = true;
    }
}

void GridPages::setTheme(const Theme& theme)
{
    const bool light = theme.ground == Ground::Light;
    const glm::vec3 ground = toBytes(theme.scene(model::SceneRole::Ground));
    const glm::vec3 outline = toBytes(theme.warning);
    const Shades& shades = light ? OnLight : OnDark;
    if (shades != m_shades || ground != m_ground || outline != m_outline)
        invalidate();
    m_shades = shades;
    m_ground = ground;
    m_outline = outline;
    m_quiet = light ? QuietOnLight : QuietOnDark;
}

void GridPages::setOrigin(const glm::dvec3& origin)
{
    if (origin != m_origin)
        invalidate();
    m_origin = origin;
}

void GridPages::setEditsMarked(bool on)
{
    if (on == m_editsMarked)
        return;
    m_editsMarked = on;
    for (std::vector<Page>& all : m_pages) {
        for (Page& page : all)
            page.dirty = page.dirty ||
                         std::any_of(page.pieces.begin(), page.pieces.end(),
                                     [](const GridPiece* piece) { return piece->layer->shown->overrides; });
    }
}

void GridPages::takeOff(GridPiece& piece)
{
    for (std::size_t pass = 0; pass < GridPasses; ++pass)
        takeOff(piece, pass);
}

void GridPages::takeOff(GridPiece& piece, std::size_t pass)
{
    if (piece.page[pass] < 0)
        return;
    Page& page = m_pages[pass][static_cast<std::size_t>(piece.page[pass])];
    page.pieces.erase(std::find(page.pieces.begin(), page.pieces.end(), &piece));
    page.quads -= piece.quads[pass].size();
    m_quads -= piece.quads[pass].size();
    page.dirty = true;
    piece.page[pass] = -1;
    piece.quads[pass] = {};
}

bool GridPages::place(GridPiece& piece, const GridQuads& next)
{
    bool whole = true;
    for (std::size_t pass = 0; pass < GridPasses; ++pass)
        whole = placeOn(piece, pass, next.of[pass]) && whole;
    return whole;
}

bool GridPages::placeOn(GridPiece& piece, std::size_t pass, const std::vector<GridQuad>& next)
{
    if (next == piece.quads[pass])
        return true;
    // Copied, so that no more memory is kept than they need.
    const std::size_t count = std::min(next.size(), QuadsPerPage);
    std::vector<GridQuad> own(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<Page>& all = m_pages[pass];
    if (piece.page[pass] >= 0) {
        Page& page = all[static_cast<std::size_t>(piece.page[pass])];
        const std::size_t others = page.quads - piece.quads[pass].size();
        if (count > 0 && others + count <= QuadsPerPage) {
            m_quads = m_quads - piece.quads[pass].size() + count;
            page.quads = others + count;
            page.dirty = true;
            piece.quads[pass] = std::move(own);
            return count == next.size();
        }
        takeOff(piece, pass);
    }
    piece.quads[pass] = std::move(own);
    if (count == 0)
        return true;
    const std::size_t index = pageFor(piece, pass, count);
    if (index == all.size())
        all.emplace_back();
    Page& page = all[index];
    page.pieces.push_back(&piece);
    page.quads += count;
    m_quads += count;
    page.dirty = true;
    piece.page[pass] = static_cast<int>(index);
    return count == next.size();
}

/// The nearest with room, or the end for a new one. What lies together can be left out together, so a page
/// takes only what is near, and what is a bit farther while it is nearly empty.
std::size_t GridPages::pageFor(const GridPiece& piece, std::size_t pass, std::size_t count) const
{
    constexpr double Elsewhere = 1.0e9;
    const std::vector<Page>& all = m_pages[pass];
    const auto away = [&piece](const Page& page) {
        if (page.pieces.empty())
            return NearReach;
        const GridPiece& first = *page.pieces.front();
        return first.layer != piece.layer
                   ? Elsewhere
                   : glm::distance(glm::dvec3(first.content->at), glm::dvec3(piece.content->at));
    };
    const bool detail = pass == static_cast<std::size_t>(GridPass::Detail);
    // Of sections far from one another there may be more than there can be pages: then any will do.
    const bool scattered = all.size() >= MostPages;
    std::size_t best = all.size();
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double distance = away(all[i]);
        const bool sparse = !detail && all[i].quads < QuadsPerPage / Sparse;
        const double reach = scattered ? 2.0 * Elsewhere : sparse ? SparseReach : NearReach;
        const std::size_t most = scattered || all[i].quads == 0 ? QuadsPerPage : FullPage;
        if (all[i].quads + count <= most && distance <= reach && distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

/// 0 to 255, before corners are darkened.
glm::vec3 GridPages::colourOf(const GridQuad& quad, const GridLook& look) const
{
    if (look.invisible)
        return m_outline;
    const bool upright = quad.face != 2 && quad.face != 3;
    const auto& own = upright ? look.side : look.top;
    const float given = static_cast<float>(look.light) / 255.0F;
    const float shade = quad.face < GridFaces ? m_shades[quad.face] : PlantShade;
    const glm::vec3 lit = glm::vec3(own[0], own[1], own[2]) * glm::mix(shade, std::max(shade, 1.0F), given);
    // What marks a course stands out as people do.
    return look.mark ? lit : glm::mix(lit, m_ground, m_quiet);
}

GridVertex* GridPages::write(GridVertex* out, const GridPiece& piece, std::size_t pass) const
{
    const ShownLayer& layer = *piece.layer;
    const glm::dvec3 side = layer.shown->cellSize * static_cast<double>(model::GridSection::Side);
    const glm::vec3 base{layer.shown->origin - m_origin + glm::dvec3(piece.content->at) * side};
    const glm::vec3 cell{layer.shown->cellSize};
    const std::uint8_t lift = layer.set == GridSet::State ? StateLift : std::uint8_t{0};
    const std::uint8_t marked = m_editsMarked && layer.shown->overrides ? GridVertex::Edit : std::uint8_t{0};
    for (const GridQuad& quad : piece.quads[pass]) {
        const GridLook& look = layer.looks.look(quad.look);
        const glm::vec3 colour = colourOf(quad, look);
        const float given = static_cast<float>(look.light) / 255.0F;
        const bool plant = quad.face >= GridFaces;
        const bool turned = isTurned(quad);
        const auto points = corners(quad);
        // A quad is two triangles: the lighter diagonal is their common edge, else light would break there.
        const GridLightness light = quad.light;
        const unsigned first =
            cornerLight(light, 0) + cornerLight(light, 2) < cornerLight(light, 1) + cornerLight(light, 3);
        for (unsigned n = 0; n < points.size(); ++n) {
            const unsigned i = (n + first) % 4U;
            const bool right = i == 2 || i == (turned ? 3U : 1U);
            const bool up = i == 2 || i == (turned ? 1U : 3U);
            glm::vec3 place = points[i];
            if (!plant) {
                place[faceAxisU(quad.face)] += right ? Overlap : -Overlap;
                place[faceAxisV(quad.face)] += up ? Overlap : -Overlap;
            }
            place = base + place * cell;
            const unsigned corner = up ? (right ? 2U : 3U) : (right ? 1U : 0U);
            const float own = LightOfCorner[cornerLight(light, corner)];
            const glm::vec3 lit = glm::clamp(colour * glm::mix(own, 1.0F, given), 0.0F, 255.0F);
            const int u = right ? quad.width() : 0;
            const int v = up ? quad.height() : 0;
            const unsigned bits = (u > 255 ? GridVertex::FarU : 0U) | (v > 255 ? GridVertex::FarV : 0U) |
                                  marked | (look.invisible ? GridVertex::Outline : 0U);
            *out++ = {
                {place.x, place.y, place.z},
                {static_cast<std::uint8_t>(lit.r), static_cast<std::uint8_t>(lit.g),
                 static_cast<std::uint8_t>(lit.b),
                 pass == static_cast<std::size_t>(GridPass::Translucent) ? SeenThrough : std::uint8_t{255}},
                {static_cast<std::uint8_t>(u & 0xFF), static_cast<std::uint8_t>(v & 0xFF), lift,
                 static_cast<std::uint8_t>(bits)}};
        }
    }
    return out;
}

QByteArray GridPages::vertices(GridPass pass, std::size_t page)
{
    const auto which = static_cast<std::size_t>(pass);
    Page& p = m_pages[which][page];
    p.dirty = false;
    QByteArray out(static_cast<qsizetype>(p.quads * 4 * sizeof(GridVertex)), Qt::Uninitialized);
    auto* const first = reinterpret_cast<GridVertex*>(out.data());
    GridVertex* at = first;
    p.extents.clear();
    for (const GridPiece* piece : p.pieces) {
        GridExtent& extent = p.extents.emplace_back();
        const auto& all = piece->quads[which]; // one side after the other
        const auto begin = static_cast<std::uint32_t>((at - first) / 4);
        for (std::size_t side = 0; side < extent.starts.size(); ++side) {
            const auto start = std::partition_point(all.begin(), all.end(), [side](const GridQuad& quad) {
                return std::min<std::size_t>(quad.face, GridFaces) < side;
            });
            extent.starts[side] = begin + static_cast<std::uint32_t>(start - all.begin());
        }
        extent.low = glm::vec3(std::numeric_limits<float>::max());
        extent.high = -extent.low;
        const GridVertex* own = at;
        at = write(at, *piece, which);
        for (; own != at; ++own) {
            const glm::vec3 place{own->position[0], own->position[1], own->position[2]};
            extent.low = glm::min(extent.low, place);
            extent.high = glm::max(extent.high, place);
        }
    }
    return out;
}

} // namespace ghostline::render
