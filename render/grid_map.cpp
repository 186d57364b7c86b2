// SPDX-License-Identifier: GPL-3.0-or-later
// A tile is a square of columns with its own picture. Slopes are shaded as if light came from the north.
#include "render/grid_map.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <map>

namespace ghostline::render {

namespace {

constexpr int Side = model::GridSection::Side;
constexpr int SectionsPerTile = 4;
constexpr int TileSide = Side * SectionsPerTile; // cells
constexpr int TileShift = 2;
constexpr int NoHeight = std::numeric_limits<int>::min();
constexpr float Quiet = 0.16F;       // of the ground in every colour: actors stand out
constexpr float Slope = 0.11F;       // lighter or darker where the ground falls or rises to the north
constexpr float DeepestShade = 0.8F; // of the lowest layer of sections
constexpr float SeenThrough = 0.55F; // of what is translucent, over what lies below

using TileKey = std::pair<int, int>; // z, x in tiles

TileKey tileOf(const glm::ivec3& section) { return {section.z >> TileShift, section.x >> TileShift}; }

struct Column
{
    int height = NoHeight; ///< of the highest cell
    std::uint16_t solid = 0;
    std::uint16_t over = 0; ///< translucent, above the solid one
    bool hasSolid = false;
    bool hasOver = false;
};

struct Tile
{
    std::vector<Column> columns = std::vector<Column>(std::size_t{TileSide} * TileSide);
    QImage image; ///< null = to be painted
    const Column& at(int x, int z) const
    {
        return columns[static_cast<std::size_t>(z) * TileSide + static_cast<std::size_t>(x)];
    }
};

glm::vec3 colourOf(const GridLook& look) { return glm::vec3(look.r, look.g, look.b) / 255.0F; }

} // namespace

struct GridMap::Private
{
    struct Layer
    {
        std::shared_ptr<const model::GridLayer> shown;
        GridSet set = GridSet::Scene;
        GridLooks looks;
        std::map<TileKey, Tile> tiles;
        int low = 0; ///< of the sections' cells
        int high = 1;
    };

    bool show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next);
    static void fill(Layer& layer, const std::vector<TileKey>& stale);
    void paint(Layer& layer, const TileKey& key, Tile& tile);
    QRgb shaded(const Layer& layer, const Column& column, int north) const;

    std::list<Layer> layers;
    glm::vec3 ground{0.0F};
    std::size_t painted = 0;
};

/// Columns of the tiles named, from the highest section down.
void GridMap::Private::fill(Layer& layer, const std::vector<TileKey>& stale)
{
    for (const TileKey& key : stale)
        layer.tiles.erase(key);
    const auto& sections = layer.shown->sections;
    for (auto s = sections.rbegin(); s != sections.rend(); ++s) {
        const model::GridSection& section = **s;
        const TileKey key = tileOf(section.at);
        if (!std::binary_search(stale.begin(), stale.end(), key))
            continue;
        Tile& tile = layer.tiles[key];
        const int x0 = (section.at.x - key.second * SectionsPerTile) * Side;
        const int z0 = (section.at.z - key.first * SectionsPerTile) * Side;
        for (auto cell = section.cells.rbegin(); cell != section.cells.rend(); ++cell) {
            const glm::ivec3 p = model::gridCellAt({0, section.at.y, 0}, cell->place);
            Column& column = tile.columns[static_cast<std::size_t>(z0 + p.z) * TileSide +
                                          static_cast<std::size_t>(x0 + p.x)];
            if (column.hasSolid)
                continue;
            column.height = std::max(column.height, p.y);
            const std::uint16_t look = layer.looks.of(cell->kind);
            if (!layer.looks.translucent(look)) {
                column.hasSolid = true;
                column.solid = look;
            } else if (!column.hasOver) {
                column.hasOver = true;
                column.over = look;
            }
        }
    }
    // The row south of a tile looks at its last one.
    for (const TileKey& key : stale) {
        const auto south = layer.tiles.find({key.first + 1, key.second});
        if (south != layer.tiles.end())
            south->second.image = {};
    }
}

bool GridMap::Private::show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return false;
    static const std::vector<model::GridKind> None;
    const bool sameKinds = layer.shown && layer.shown->kinds == next->kinds;
    const bool sameLooks = sameKinds || layer.looks.update(next->kinds ? *next->kinds : None);
    const bool anew = !layer.shown || !sameLooks;
    std::vector<TileKey> stale;
    static const std::vector<std::shared_ptr<const model::GridSection>> Nothing;
    const auto& old = layer.shown ? layer.shown->sections : Nothing;
    auto a = old.begin();
    for (const auto& section : next->sections) {
        for (; a != old.end() && model::gridOrder((*a)->at, section->at); ++a)
            stale.push_back(tileOf((*a)->at));
        const bool known = a != old.end() && (*a)->at == section->at;
        if (!known || *a != section || anew)
            stale.push_back(tileOf(section->at));
        a += known ? 1 : 0;
    }
    for (; a != old.end(); ++a)
        stale.push_back(tileOf((*a)->at));
    const bool moved =
        !layer.shown || layer.shown->origin != next->origin || layer.shown->cellSize != next->cellSize;
    layer.shown = next;
    if (stale.empty())
        return moved;
    std::sort(stale.begin(), stale.end());
    stale.erase(std::unique(stale.begin(), stale.end()), stale.end());
    fill(layer, stale);
    const int low = next->sections.empty() ? 0 : next->sections.front()->at.y * Side;
    const int high = next->sections.empty() ? 1 : (next->sections.back()->at.y + 1) * Side;
    if (low != layer.low || high != layer.high) {
        for (auto& [key, tile] : layer.tiles)
            tile.image = {};
    }
    layer.low = low;
    layer.high = high;
    return true;
}

QRgb GridMap::Private::shaded(const Layer& layer, const Column& column, int north) const
{
    if (!column.hasSolid && !column.hasOver)
        return 0;
    glm::vec3 c = column.hasSolid ? colourOf(layer.looks.look(column.solid)) : ground;
    if (column.hasOver)
        c = glm::mix(c, colourOf(layer.looks.look(column.over)), SeenThrough);
    const float up = static_cast<float>(column.height - layer.low) /
                     static_cast<float>(std::max(layer.high - layer.low, 2 * Side));
    float shade = glm::mix(DeepestShade, 1.0F, up);
    if (north != NoHeight && north != column.height)
        shade *= north < column.height ? 1.0F + Slope : 1.0F - Slope;
    c = glm::clamp(glm::mix(c * shade, ground, Quiet), 0.0F, 1.0F) * 255.0F;
    return qRgb(static_cast<int>(c.r), static_cast<int>(c.g), static_cast<int>(c.b));
}

void GridMap::Private::paint(Layer& layer, const TileKey& key, Tile& tile)
{
    const auto northern = layer.tiles.find({key.first - 1, key.second});
    tile.image = QImage(TileSide, TileSide, QImage::Format_ARGB32_Premultiplied);
    for (int z = 0; z < TileSide; ++z) {
        auto* line = reinterpret_cast<QRgb*>(tile.image.scanLine(z));
        for (int x = 0; x < TileSide; ++x) {
            const int north = z > 0                           ? tile.at(x, z - 1).height
                              : northern != layer.tiles.end() ? northern->second.at(x, TileSide - 1).height
                                                              : NoHeight;
            line[x] = shaded(layer, tile.at(x, z), north);
        }
    }
    ++painted;
}

GridMap::GridMap() : d(std::make_unique<Private>()) { setTheme(Theme::dark()); }
GridMap::~GridMap() = default;

bool GridMap::setLayers(GridSet set, const GridLayers& layers)
{
    bool changed = false;
    for (auto own = d->layers.begin(); own != d->layers.end();) {
        const bool kept =
            own->set != set || std::any_of(layers.begin(), layers.end(), [&](const auto& layer) {
                return layer && layer->id == own->shown->id;
            });
        changed = changed || !kept;
        own = kept ? std::next(own) : d->layers.erase(own);
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
        changed = d->show(*own, layer) || changed;
    }
    return changed;
}

void GridMap::setTheme(const Theme& theme)
{
    const QColor ground = theme.scene(model::SceneRole::Ground);
    const glm::vec3 c{ground.redF(), ground.greenF(), ground.blueF()};
    if (c == d->ground)
        return;
    d->ground = c;
    for (Private::Layer& layer : d->layers) {
        for (auto& [key, tile] : layer.tiles)
            tile.image = {};
    }
}

void GridMap::paint(QPainter& painter, GridSet set, const QRectF& shown, double pixelsPerMetre,
                    QPointF centre)
{
    for (Private::Layer& layer : d->layers) {
        if (layer.set != set)
            continue;
        const glm::dvec3 size = layer.shown->cellSize * static_cast<double>(TileSide);
        // Single cells are squares; where several share a pixel, they are averaged.
        painter.setRenderHint(QPainter::SmoothPixmapTransform,
                              layer.shown->cellSize.x * pixelsPerMetre < 1.0);
        for (auto& [key, tile] : layer.tiles) {
            const QRectF world(layer.shown->origin.x + key.second * size.x,
                               layer.shown->origin.z + key.first * size.z, size.x, size.z);
            if (!world.intersects(shown))
                continue;
            if (tile.image.isNull())
                d->paint(layer, key, tile);
            // Edges on whole pixels: neighbours meet without a seam.
            const auto at = [&](QPointF p) {
                const QPointF s = (p - centre) * pixelsPerMetre;
                return QPointF(std::round(s.x()), std::round(s.y()));
            };
            painter.drawImage(QRectF(at(world.topLeft()), at(world.bottomRight())), tile.image);
        }
    }
}

std::size_t GridMap::painted() const { return d->painted; }

} // namespace ghostline::render
