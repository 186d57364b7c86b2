// SPDX-License-Identifier: GPL-3.0-or-later
// What changed of the layers is meshed anew, with the neighbours that see it.
#include "render/grid_batch_private.h"

#include <algorithm>

namespace ghostline::render {

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

/// Both lists are in grid order, so one walk finds what is new, gone or another object.
void GridBatch::Private::show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return;
    static const std::vector<model::GridKind> None;
    const bool sameKinds = layer.shown && layer.shown->kinds == next->kinds;
    const bool sameLooks = sameKinds || layer.looks.update(next->kinds ? *next->kinds : None);
    if (!layer.shown || !sameLooks || layer.shown->origin != next->origin ||
        layer.shown->cellSize != next->cellSize)
        clear(layer);

    std::vector<glm::ivec3> stale;
    const auto touch = [&](const model::GridSection* before, const model::GridSection* after) {
        const glm::ivec3 at = before != nullptr ? before->at : after->at;
        stale.push_back(at);
        for (std::size_t face = 0; face < GridFaces; ++face) {
            if (layer.sections.contains(at + GridNormals[face]) && borderDiffers(before, after, face))
                stale.push_back(at + GridNormals[face]);
        }
    };
    static const std::vector<std::shared_ptr<const model::GridSection>> Nothing;
    const auto& old = layer.sections.empty() ? Nothing : layer.shown->sections;
    auto a = old.begin();
    for (const auto& section : next->sections) {
        for (; a != old.end() && model::gridOrder((*a)->at, section->at); ++a) {
            touch(a->get(), nullptr);
            remove(layer, (*a)->at);
        }
        const bool known = a != old.end() && (*a)->at == section->at;
        if (known && *a == section) {
            ++a;
            continue;
        }
        touch(known ? a->get() : nullptr, section.get());
        Section& own = layer.sections[section->at];
        own.layer = &layer;
        own.content = section;
        a += known ? 1 : 0;
    }
    for (; a != old.end(); ++a) {
        touch(a->get(), nullptr);
        remove(layer, (*a)->at);
    }
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

void GridBatch::setLayers(GridSet set, const Layers& layers)
{
    const auto in = [&layers](const Private::Layer& own) {
        return std::any_of(layers.begin(), layers.end(),
                           [&own](const auto& layer) { return layer && layer->id == own.shown->id; });
    };
    for (auto own = d->layers.begin(); own != d->layers.end();) {
        if (own->set != set || in(*own)) {
            ++own;
            continue;
        }
        d->clear(*own);
        own = d->layers.erase(own);
    }
    for (const auto& layer : layers) {
        if (!layer)
            continue;
        auto own = std::find_if(d->layers.begin(), d->layers.end(), [&](const Private::Layer& l) {
            return l.set == set && l.shown->id == layer->id;
        });
        if (own == d->layers.end()) {
            own = d->layers.emplace(own);
            own->set = set;
        }
        d->show(*own, layer);
    }
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

} // namespace ghostline::render
