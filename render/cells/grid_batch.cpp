// SPDX-License-Identifier: GPL-3.0-or-later
// What changed of the layers is meshed anew, with the neighbours that see it.
#include "render/cells/grid_batch.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ghostline::render {

inline constexpr std::size_t GridPasses = 2;
using GridShades = std::array<float, GridFaces>; ///< by GridNormals: the top is the lightest

struct GridPlaceHash
{
    std::size_t operator()(const glm::ivec3& at) const
    {
        const auto part = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
        return static_cast<std::size_t>((part(at.x) * 0x9E3779B97F4A7C15U) ^
                                        (part(at.y) * 0xC2B2AE3D27D4EB4FU) ^
                                        (part(at.z) * 0x165667B19E3779F9U));
    }
};

struct GridBatch::Private
{
    struct Layer;
    struct Section
    {
        const Layer* layer = nullptr;
        std::shared_ptr<const model::GridSection> content;
        std::array<std::vector<GridQuad>, GridPasses> quads;
        std::array<int, GridPasses> page{-1, -1};
        bool leftOut = false;
    };
    struct Layer : ShownLayer
    {
        std::unordered_map<glm::ivec3, Section, GridPlaceHash> sections;
    };
    struct Page
    {
        std::vector<Section*> sections;
        std::size_t quads = 0;
        bool dirty = true;
        GridExtent extent;
    };

    void show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next);
    void mesh(Layer& layer, const glm::ivec3& at);
    void remove(Layer& layer, const glm::ivec3& at);
    void clear(Layer& layer);
    void place(Section& section, std::size_t pass, std::vector<GridQuad> next);
    void takeOff(Section& section, std::size_t pass);
    std::size_t pageFor(const Section& section, std::size_t pass, std::size_t count) const;
    void tryAgain(const Layer& layer, std::vector<glm::ivec3>& stale) const;
    GridVertex* write(GridVertex* out, const Section& section, std::size_t pass, std::uint8_t face) const;
    void invalidate();

    std::list<Layer> layers;
    std::array<std::vector<Page>, GridPasses> pages;
    GridShades shades{};
    float quiet = 0.0F;     // of the ground in every colour
    glm::vec3 ground{0.0F}; // 0 to 255
    glm::dvec3 origin{0.0};
    std::size_t meshed = 0;
    std::size_t mostQuads = MostQuads;
    std::size_t quads = 0; // on all pages
    std::size_t leftOut = 0;
};

namespace {

constexpr float QuietOnDark = 0.11F; // of the ground in every colour: what moves stands out
constexpr float QuietOnLight = 0.06F;
constexpr GridShades OnDark{0.70F, 0.74F, 0.97F, 0.46F, 0.84F, 0.80F};
constexpr GridShades OnLight{0.79F, 0.82F, 1.0F, 0.60F, 0.90F, 0.87F};

/// Along a curve that fills space: what comes together on a page lies together.
bool nearOrder(const glm::ivec3& a, const glm::ivec3& b)
{
    const glm::uvec3 differ = glm::uvec3(a) ^ glm::uvec3(b);
    int axis = 1;
    for (const int other : {2, 0}) {
        if (differ[axis] < differ[other] && differ[axis] < (differ[axis] ^ differ[other]))
            axis = other; // its highest bit is higher
    }
    return a[axis] < b[axis];
}

} // namespace

void GridBatch::Private::mesh(Layer& layer, const glm::ivec3& at)
{
    const auto found = layer.sections.find(at);
    if (found == layer.sections.end())
        return;
    Section& section = found->second;
    GridNeighbours neighbours{};
    for (std::size_t face = 0; face < GridFaces; ++face) {
        const auto neighbour = layer.sections.find(at + GridNormals[face]);
        if (neighbour != layer.sections.end())
            neighbours[face] = neighbour->second.content.get();
    }
    GridQuads next = meshSection(*section.content, neighbours, layer.looks);
    const std::size_t others = quads - section.quads[0].size() - section.quads[1].size();
    leftOut -= section.leftOut ? 1 : 0;
    section.leftOut = others + next.size() > mostQuads;
    leftOut += section.leftOut ? 1 : 0;
    if (section.leftOut)
        next = {};
    place(section, 0, std::move(next.solid));
    place(section, 1, std::move(next.translucent));
    ++meshed;
}

void GridBatch::Private::remove(Layer& layer, const glm::ivec3& at)
{
    const auto found = layer.sections.find(at);
    if (found == layer.sections.end())
        return;
    for (std::size_t pass = 0; pass < GridPasses; ++pass)
        takeOff(found->second, pass);
    leftOut -= found->second.leftOut ? 1 : 0;
    layer.sections.erase(found);
}

void GridBatch::Private::clear(Layer& layer)
{
    for (auto& [at, section] : layer.sections) {
        for (std::size_t pass = 0; pass < GridPasses; ++pass)
            takeOff(section, pass);
        leftOut -= section.leftOut ? 1 : 0;
    }
    layer.sections.clear();
}

/// Meshes anew what has changed, and the neighbours that saw it.
void GridBatch::Private::show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return;
    if (!layer.updateLooks(*next) || !layer.liesAs(*next))
        clear(layer);
    std::vector<glm::ivec3> stale;
    const auto replace = [&](const auto& before, const auto& after) {
        const glm::ivec3 at = before ? before->at : after->at;
        stale.push_back(at);
        for (std::size_t face = 0; face < GridFaces; ++face) {
            const glm::ivec3 beside = at + GridNormals[face];
            if (layer.sections.contains(beside) && borderDiffers(before.get(), after.get(), face))
                stale.push_back(beside);
        }
        if (!after)
            return remove(layer, at);
        Section& own = layer.sections[at];
        own.layer = &layer;
        own.content = after;
    };
    compareSections(layer.sections.empty() ? nullptr : &layer.shown->sections, next->sections, replace);
    layer.shown = next;
    tryAgain(layer, stale);
    std::sort(stale.begin(), stale.end(), nearOrder);
    stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
    for (const glm::ivec3& at : stale)
        mesh(layer, at);
}

/// What found no room does when a good part of it is free again.
void GridBatch::Private::tryAgain(const Layer& layer, std::vector<glm::ivec3>& stale) const
{
    if (leftOut == 0 || quads > mostQuads / 4 * 3)
        return;
    for (const auto& [at, section] : layer.sections) {
        if (section.leftOut)
            stale.push_back(at);
    }
}

void GridBatch::Private::invalidate()
{
    for (std::vector<Page>& all : pages) {
        for (Page& page : all)
            page.dirty = true;
    }
}

GridBatch::GridBatch(std::size_t mostQuads) : d(std::make_unique<Private>())
{
    d->mostQuads = mostQuads;
    setTheme(Theme::dark());
}

GridBatch::~GridBatch() = default;

void GridBatch::setLayers(GridSet set, const GridLayers& layers)
{
    followLayers(
        d->layers, set, layers, [this](Private::Layer& layer) { d->clear(layer); },
        [this](Private::Layer& layer, const auto& next) { d->show(layer, next); });
}

void GridBatch::setTheme(const Theme& theme)
{
    const bool light = theme.ground == Ground::Light;
    const QColor c = theme.scene(model::SceneRole::Ground);
    const glm::vec3 ground = glm::vec3(c.redF(), c.greenF(), c.blueF()) * 255.0F;
    const GridShades& shades = light ? OnLight : OnDark;
    if (shades != d->shades || ground != d->ground)
        d->invalidate();
    d->shades = shades;
    d->ground = ground;
    d->quiet = light ? QuietOnLight : QuietOnDark;
}

void GridBatch::setOrigin(const glm::dvec3& origin)
{
    if (origin != d->origin)
        d->invalidate();
    d->origin = origin;
}

std::size_t GridBatch::pageCount(GridPass pass) const
{
    return d->pages[static_cast<std::size_t>(pass)].size();
}

std::size_t GridBatch::quadsOf(GridPass pass, std::size_t page) const
{
    return d->pages[static_cast<std::size_t>(pass)][page].quads;
}

bool GridBatch::dirty(GridPass pass, std::size_t page) const
{
    return d->pages[static_cast<std::size_t>(pass)][page].dirty;
}

const GridExtent& GridBatch::extent(GridPass pass, std::size_t page) const
{
    return d->pages[static_cast<std::size_t>(pass)][page].extent;
}

std::size_t GridBatch::quadCount() const { return d->quads; }
std::size_t GridBatch::leftOut() const { return d->leftOut; }
std::size_t GridBatch::meshed() const { return d->meshed; }

// A section stays on its page while it fits; a page that changed is written anew as a whole, which at a
// megabyte is cheaper than keeping its holes.

namespace {

constexpr std::uint8_t PageAlpha = 138; // alpha of what is translucent
constexpr float Overlap = 0.0015F;      // of a cell: no seam shows where a long edge meets two short ones
constexpr std::uint8_t StateLift = 1;   // over surroundings in the same plane

std::uint8_t lit(std::uint8_t channel, float shade, float ground, float quiet)
{
    const float own = static_cast<float>(channel) * shade;
    return static_cast<std::uint8_t>(std::min(own + (ground - own) * quiet, 255.0F));
}

} // namespace

void GridBatch::Private::takeOff(Section& section, std::size_t pass)
{
    if (section.page[pass] < 0)
        return;
    Page& page = pages[pass][static_cast<std::size_t>(section.page[pass])];
    page.sections.erase(std::find(page.sections.begin(), page.sections.end(), &section));
    page.quads -= section.quads[pass].size();
    quads -= section.quads[pass].size();
    page.dirty = true;
    section.page[pass] = -1;
}

void GridBatch::Private::place(Section& section, std::size_t pass, std::vector<GridQuad> next)
{
    if (next == section.quads[pass])
        return;
    std::vector<Page>& all = pages[pass];
    if (section.page[pass] >= 0) {
        Page& own = all[static_cast<std::size_t>(section.page[pass])];
        const std::size_t others = own.quads - section.quads[pass].size();
        if (!next.empty() && others + next.size() <= QuadsPerPage) {
            quads += next.size() - section.quads[pass].size();
            own.quads = others + next.size();
            own.dirty = true;
            section.quads[pass] = std::move(next);
            return;
        }
        takeOff(section, pass);
    }
    section.quads[pass] = std::move(next);
    const std::size_t count = section.quads[pass].size();
    if (count == 0)
        return;
    const std::size_t index = pageFor(section, pass, count);
    if (index == all.size())
        all.emplace_back();
    Page& page = all[index];
    page.sections.push_back(&section);
    page.quads += count;
    quads += count;
    page.dirty = true;
    section.page[pass] = static_cast<int>(index);
}

/// The nearest with room, or the end for a new one. What lies together can be left out together, so a page
/// that is half full takes only what is near.
std::size_t GridBatch::Private::pageFor(const Section& section, std::size_t pass, std::size_t count) const
{
    constexpr double Near = 2.5; // sections
    constexpr double Elsewhere = 1.0e9;
    const std::vector<Page>& all = pages[pass];
    const auto away = [&section](const Page& page) {
        if (page.sections.empty())
            return Near;
        const Section& first = *page.sections.front();
        return first.layer != section.layer
                   ? Elsewhere
                   : glm::distance(glm::dvec3(first.content->at), glm::dvec3(section.content->at));
    };
    std::size_t best = all.size();
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double distance = away(all[i]);
        const bool full =
            all[i].quads + count > QuadsPerPage || (all[i].quads >= QuadsPerPage / 2 && distance > Near);
        if (!full && distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

GridVertex* GridBatch::Private::write(GridVertex* out, const Section& section, std::size_t pass,
                                      std::uint8_t face) const
{
    const Layer& layer = *section.layer;
    const glm::dvec3 side = layer.shown->cellSize * static_cast<double>(model::GridSection::Side);
    const glm::vec3 base{layer.shown->origin - origin + glm::dvec3(section.content->at) * side};
    const glm::vec3 cell{layer.shown->cellSize};
    const std::uint8_t lift = layer.set == GridSet::State ? StateLift : std::uint8_t{0};
    const auto& all = section.quads[pass]; // one side after the other
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [face](const GridQuad& quad) { return quad.face < face; });
    for (auto at = first; at != all.end() && at->face == face; ++at) {
        const GridQuad& quad = *at;
        const GridLook& look = layer.looks.look(quad.look);
        const float shade = shades[quad.face];
        const int u = quad.face < 2 ? 2 : 0;
        const int v = quad.face == 2 || quad.face == 3 ? 2 : 1;
        const std::uint8_t colour[3] = {lit(look.r, shade, ground.r, quiet),
                                        lit(look.g, shade, ground.g, quiet),
                                        lit(look.b, shade, ground.b, quiet)};
        const auto points = corners(quad);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const bool right = i == 2 || i == (isTurned(quad) ? 3U : 1U);
            const bool up = i == 2 || i == (isTurned(quad) ? 1U : 3U);
            glm::vec3 place = points[i];
            place[u] += right ? Overlap : -Overlap;
            place[v] += up ? Overlap : -Overlap;
            place = base + place * cell;
            *out++ = {{place.x, place.y, place.z},
                      {colour[0], colour[1], colour[2], pass == 0 ? std::uint8_t{255} : PageAlpha},
                      {right ? quad.width : std::uint8_t{0}, up ? quad.height : std::uint8_t{0}, lift, 0}};
        }
    }
    return out;
}

QByteArray GridBatch::vertices(GridPass pass, std::size_t page)
{
    Private::Page& p = d->pages[static_cast<std::size_t>(pass)][page];
    p.dirty = false;
    QByteArray out(static_cast<qsizetype>(p.quads * 4 * sizeof(GridVertex)), Qt::Uninitialized);
    auto* const first = reinterpret_cast<GridVertex*>(out.data());
    GridVertex* at = first;
    for (std::size_t face = 0; face < GridFaces; ++face) {
        p.extent.starts[face] = static_cast<std::size_t>(at - first) / 4;
        for (const Private::Section* section : p.sections)
            at = d->write(at, *section, static_cast<std::size_t>(pass), static_cast<std::uint8_t>(face));
    }
    p.extent.starts[GridFaces] = p.quads;
    p.extent.low = glm::vec3(std::numeric_limits<float>::max());
    p.extent.high = -p.extent.low;
    for (const GridVertex* v = first; v != at; ++v) {
        const glm::vec3 place{v->position[0], v->position[1], v->position[2]};
        p.extent.low = glm::min(p.extent.low, place);
        p.extent.high = glm::max(p.extent.high, place);
    }
    return out;
}

} // namespace ghostline::render
