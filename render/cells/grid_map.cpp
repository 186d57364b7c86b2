// SPDX-License-Identifier: GPL-3.0-or-later
// Only the pictures of tiles that are shown are made, as fine as they are shown, and no more are kept than
// fit.
#include "render/cells/grid_map.h"

#include "render/cells/grid_tiles.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <list>

namespace ghostline::render {

namespace {

constexpr int TileShift = 2; // sections to tiles
static_assert(1 << TileShift == SectionsPerTile);
constexpr int MosaicLevel = 2; // from here on tiles are so small that they are one picture together
constexpr int Coarsest = 24;
constexpr double MosaicPixels = 8.0e6;
constexpr double FarthestTile = 1.0e8; // so that its cells have places in an int

TileKey tileOf(const glm::ivec3& section) { return {section.z >> TileShift, section.x >> TileShift}; }

/// How coarse a picture may be where a cell is `pixels` wide.
int levelFor(double pixels)
{
    if (!(pixels < 1.0))
        return 0;
    return pixels > 0.0 ? std::min(static_cast<int>(-std::log2(pixels)), Coarsest) : Coarsest;
}

QImage picture(const MapTile& tile)
{
    const int side = sideAt(tile.level);
    return {reinterpret_cast<const uchar*>(tile.pixels.data()), side, side,
            static_cast<qsizetype>(side) * static_cast<qsizetype>(sizeof(QRgb)),
            QImage::Format_ARGB32_Premultiplied};
}

} // namespace

struct GridMap::Private
{
    struct View
    {
        QPainter& painter;
        double pixelsPerMetre;
        QPointF centre;
        /// Edges on whole pixels: neighbours meet without a seam.
        QRectF place(const QRectF& world) const
        {
            const auto at = [this](QPointF p) {
                const QPointF s = (p - centre) * pixelsPerMetre;
                return QPointF(std::round(s.x()), std::round(s.y()));
            };
            return {at(world.topLeft()), at(world.bottomRight())};
        }
    };
    using Shown = std::vector<std::pair<TileKey, MapTile*>>;

    bool show(MapLayer& layer, const std::shared_ptr<const model::GridLayer>& next);
    void change(MapLayer& layer, const model::GridSection* before, const model::GridSection* after);
    void drop(MapTile& tile);
    void dropAround(MapLayer& layer, const glm::ivec3& section, const glm::ivec3& offset);
    void dropOverlaid(const MapLayer& layer);
    void dropAll(MapLayer& layer);
    static Shown tilesIn(MapLayer& layer, const QRectF& shown);
    void paint(const MapLayer& layer, const TileKey& key, MapTile& tile, int level);
    void paintTiles(MapLayer& layer, const Shown& tiles, const View& view, int level);
    void paintMosaic(MapLayer& layer, const Shown& tiles, const View& view, int level);
    void tidy();

    std::list<MapLayer> layers;
    GridTilePainter tilePainter;
    std::size_t painted = 0;
    std::size_t held = 0; // pixels of all pictures
    std::uint32_t paints = 0;
};

void GridMap::Private::drop(MapTile& tile)
{
    held -= tile.pixels.size();
    tile.pixels = {};
}

void GridMap::Private::dropAll(MapLayer& layer)
{
    for (auto& [key, tile] : layer.tiles)
        drop(tile);
}

/// The tiles over a section of a layer whose cells are `offset` away.
void GridMap::Private::dropAround(MapLayer& layer, const glm::ivec3& section, const glm::ivec3& offset)
{
    const glm::ivec3 first = section * SectionSide + offset;
    const glm::ivec3 last = first + SectionSide; // the row south of it looks at it
    const TileKey low = tileOf(model::gridSectionOf(first));
    const TileKey high = tileOf(model::gridSectionOf(last));
    for (int z = low.first; z <= high.first; ++z) {
        for (int x = low.second; x <= high.second; ++x) {
            if (const auto tile = layer.tiles.find({z, x}); tile != layer.tiles.end())
                drop(tile->second);
        }
    }
}

/// All of what this one overrides, or what overrides it.
void GridMap::Private::dropOverlaid(const MapLayer& layer)
{
    for (MapLayer& other : layers) {
        if (overlie(layer, other))
            dropAll(other);
    }
}

/// One section instead of another, or of none (null).
void GridMap::Private::change(MapLayer& layer, const model::GridSection* before,
                              const model::GridSection* after)
{
    const TileKey key = tileOf(before != nullptr ? before->at : after->at);
    // The row south of a tile looks at its last one.
    const auto south = layer.tiles.find({key.first + 1, key.second});
    if (south != layer.tiles.end())
        drop(south->second);
    MapTile& tile = layer.tiles[key];
    drop(tile);
    auto place = before != nullptr ? std::find(tile.sections.begin(), tile.sections.end(), before)
                                   : tile.sections.end();
    if (after == nullptr) {
        tile.sections.erase(place);
        if (tile.sections.empty())
            layer.tiles.erase(key);
    } else if (place != tile.sections.end()) {
        *place = after;
    } else {
        tile.sections.push_back(after);
    }
}

bool GridMap::Private::show(MapLayer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return false;
    const bool sameLooks = layer.updateLooks(*next);
    const bool liesAs = layer.liesAs(*next);
    bool changed = !sameLooks || !liesAs;
    if (!liesAs)
        dropOverlaid(layer); // where it lay
    const bool anew = !layer.shown || !liesAs;
    if (!sameLooks)
        dropAll(layer);
    compareSections(layer.shown ? &layer.shown->sections : nullptr, next->sections,
                    [&](const auto& before, const auto& after) {
                        change(layer, before.get(), after.get());
                        changed = true;
                        for (MapLayer& other : layers) {
                            const auto offset = !anew && overlie(layer, other)
                                                    ? cellOffset(*layer.shown, *other.shown)
                                                    : std::nullopt;
                            if (offset)
                                dropAround(other, (before ? before : after)->at, *offset);
                        }
                    });
    layer.shown = next;
    if (anew)
        dropOverlaid(layer);
    const int low = next->sections.empty() ? 0 : next->sections.front()->at.y * SectionSide;
    const int high = next->sections.empty() ? 1 : (next->sections.back()->at.y + 1) * SectionSide;
    if (low != layer.low || high != layer.high)
        dropAll(layer);
    layer.low = low;
    layer.high = high;
    return changed;
}

void GridMap::Private::paint(const MapLayer& layer, const TileKey& key, MapTile& tile, int level)
{
    drop(tile);
    tilePainter.paint(layer, key, overlaysOf(layer, layers), tile, level);
    held += tile.pixels.size();
    ++painted;
}

GridMap::Private::Shown GridMap::Private::tilesIn(MapLayer& layer, const QRectF& shown)
{
    const glm::dvec3 size = layer.shown->cellSize * static_cast<double>(TileSide);
    const auto tile = [](double metres, double origin, double side) {
        return static_cast<int>(
            std::clamp(std::floor((metres - origin) / side), -FarthestTile, FarthestTile));
    };
    const int west = tile(shown.left(), layer.shown->origin.x, size.x);
    const int east = tile(shown.right(), layer.shown->origin.x, size.x);
    const int north = tile(shown.top(), layer.shown->origin.z, size.z);
    const int south = tile(shown.bottom(), layer.shown->origin.z, size.z);
    Shown out;
    for (auto at = layer.tiles.lower_bound({north, west});
         at != layer.tiles.end() && at->first.first <= south;) {
        if (at->first.second < west) {
            at = layer.tiles.lower_bound({at->first.first, west});
        } else if (at->first.second > east) {
            at = layer.tiles.lower_bound({at->first.first + 1, west});
        } else {
            out.emplace_back(at->first, &at->second);
            ++at;
        }
    }
    return out;
}

void GridMap::Private::paintTiles(MapLayer& layer, const Shown& tiles, const View& view, int level)
{
    const glm::dvec3 size = layer.shown->cellSize * static_cast<double>(TileSide);
    for (const auto& [key, tile] : tiles) {
        if (tile->pixels.empty() || tile->level != level)
            paint(layer, key, *tile, level);
        tile->shownAt = paints;
        view.painter.drawImage(view.place({layer.shown->origin.x + key.second * size.x,
                                           layer.shown->origin.z + key.first * size.z, size.x, size.z}),
                               picture(*tile));
    }
}

/// Many tiles of a few pixels, or of less than one, as one picture.
void GridMap::Private::paintMosaic(MapLayer& layer, const Shown& tiles, const View& view, int level)
{
    if (tiles.empty())
        return;
    glm::ivec2 low{tiles.front().first.second, tiles.front().first.first};
    glm::ivec2 high = low;
    for (const auto& [key, tile] : tiles) {
        low = glm::min(low, glm::ivec2(key.second, key.first));
        high = glm::max(high, glm::ivec2(key.second, key.first));
    }
    glm::ivec2 first{0}; // pixel, counted from the layer's origin
    glm::ivec2 count{0};
    const auto measure = [&] {
        first = (low * TileSide) >> level;
        count = ((high * TileSide + (TileSide - 1)) >> level) - first + 1;
    };
    for (measure(); static_cast<double>(count.x) * count.y > MosaicPixels && level < Coarsest; measure())
        ++level;
    QImage mosaic(count.x, count.y, QImage::Format_ARGB32_Premultiplied);
    mosaic.fill(0);
    const int side = sideAt(level);
    for (const auto& [key, tile] : tiles) {
        const int pictureLevel = std::min(level, OneColour);
        if (tile->pixels.empty() || tile->level != pictureLevel)
            paint(layer, key, *tile, pictureLevel);
        tile->shownAt = paints;
        const glm::ivec2 at = ((glm::ivec2(key.second, key.first) * TileSide) >> level) - first;
        for (int row = 0; row < side; ++row) {
            std::copy_n(tile->pixels.begin() + static_cast<std::ptrdiff_t>(row) * side, side,
                        reinterpret_cast<QRgb*>(mosaic.scanLine(at.y + row)) + at.x);
        }
    }
    const double step = std::ldexp(1.0, level);
    const glm::dvec3& cell = layer.shown->cellSize;
    view.painter.drawImage(view.place({layer.shown->origin.x + first.x * step * cell.x,
                                       layer.shown->origin.z + first.y * step * cell.z,
                                       count.x * step * cell.x, count.y * step * cell.z}),
                           mosaic);
}

/// What is not shown goes once there is too much of it.
void GridMap::Private::tidy()
{
    if (held <= MostPixels)
        return;
    for (MapLayer& layer : layers) {
        for (auto& [key, tile] : layer.tiles) {
            if (paints - tile.shownAt > 1) // surroundings and state are painted in turn
                drop(tile);
        }
    }
}

GridMap::GridMap() : d(std::make_unique<Private>()) { setTheme(Theme::dark()); }
GridMap::~GridMap() = default;

bool GridMap::setLayers(GridSet set, const GridLayers& layers)
{
    bool changed = false;
    followLayers(
        d->layers, set, layers,
        [&](MapLayer& layer) {
            d->dropAll(layer);
            d->dropOverlaid(layer);
            changed = true;
        },
        [&](MapLayer& layer, const auto& next) { changed = d->show(layer, next) || changed; });
    return changed;
}

void GridMap::setTheme(const Theme& theme)
{
    const QColor ground = theme.scene(model::SceneRole::Ground);
    if (!d->tilePainter.setGround({ground.redF(), ground.greenF(), ground.blueF()}))
        return;
    for (MapLayer& layer : d->layers)
        d->dropAll(layer);
}

void GridMap::paint(QPainter& painter, GridSet set, const QRectF& shown, double pixelsPerMetre,
                    QPointF centre)
{
    ++d->paints;
    const Private::View view{painter, pixelsPerMetre, centre};
    for (MapLayer& layer : d->layers) {
        if (layer.set != set)
            continue;
        const double cell = std::max(layer.shown->cellSize.x, layer.shown->cellSize.z) * pixelsPerMetre;
        // Single cells are squares; where several share a pixel, they are averaged.
        painter.setRenderHint(QPainter::SmoothPixmapTransform, cell < 1.0);
        const int level = levelFor(cell * painter.device()->devicePixelRatioF());
        const Private::Shown tiles = Private::tilesIn(layer, shown);
        if (level < MosaicLevel)
            d->paintTiles(layer, tiles, view, level);
        else
            d->paintMosaic(layer, tiles, view, level);
    }
    d->tidy();
}

std::size_t GridMap::painted() const { return d->painted; }
std::size_t GridMap::heldPixels() const { return d->held; }

} // namespace ghostline::render
