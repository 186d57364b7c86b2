// SPDX-License-Identifier: GPL-3.0-or-later
// A tile is a square of columns. Only the pictures of tiles that are shown are made, as fine as they are
// shown, and no more are kept than fit. Slopes are shaded as if light came from the north.
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
constexpr int MosaicLevel = 2;       // from here on tiles are so small that they are one picture together
constexpr int OneColour = 6;         // a tile is one pixel
constexpr int Coarsest = 24;
constexpr double MosaicPixels = 8.0e6;
constexpr double FarthestTile = 1.0e8; // so that its cells have places in an int

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
    std::vector<const model::GridSection*> sections;
    std::vector<QRgb> pixels;  ///< empty = to be painted
    int level = 0;             ///< a pixel is a square of 2^level cells
    std::uint32_t shownAt = 0; ///< the last paint() that needed it
};

/// Pixels along the side of a tile.
int sideAt(int level) { return std::max(TileSide >> level, 1); }

/// How coarse a picture may be where a cell is `pixels` wide.
int levelFor(double pixels)
{
    if (!(pixels < 1.0))
        return 0;
    return pixels > 0.0 ? std::min(static_cast<int>(-std::log2(pixels)), Coarsest) : Coarsest;
}

QImage picture(const Tile& tile)
{
    const int side = sideAt(tile.level);
    return {reinterpret_cast<const uchar*>(tile.pixels.data()), side, side,
            static_cast<qsizetype>(side) * static_cast<qsizetype>(sizeof(QRgb)),
            QImage::Format_ARGB32_Premultiplied};
}

glm::vec3 colourOf(const GridLook& look) { return glm::vec3(look.r, look.g, look.b) / 255.0F; }

QRgb toRgb(const glm::vec3& c)
{
    return qRgb(static_cast<int>(c.r), static_cast<int>(c.g), static_cast<int>(c.b));
}

} // namespace

struct GridMap::Private
{
    struct Layer
    {
        std::shared_ptr<const model::GridLayer> shown; // holds the tiles' sections
        GridSet set = GridSet::Scene;
        GridLooks looks;
        std::map<TileKey, Tile> tiles;
        int low = 0; ///< of the sections' cells
        int high = 1;
    };
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
    using Shown = std::vector<std::pair<TileKey, Tile*>>;

    bool show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next);
    void change(Layer& layer, const model::GridSection* before, const model::GridSection* after);
    void drop(Tile& tile);
    void dropAll(Layer& layer);
    static Shown tilesIn(Layer& layer, const QRectF& shown);
    void collect(const Layer& layer, const TileKey& key, const Tile& tile);
    static std::array<int, TileSide> northOf(const Layer& layer, const TileKey& key);
    void paint(Layer& layer, const TileKey& key, Tile& tile, int level);
    void paintTiles(Layer& layer, const Shown& tiles, const View& view, int level);
    void paintMosaic(Layer& layer, const Shown& tiles, const View& view, int level);
    void tidy();
    glm::vec3 shaded(const Layer& layer, const Column& column, int north) const;

    std::list<Layer> layers;
    glm::vec3 ground{0.0F};
    std::size_t painted = 0;
    std::size_t held = 0; // pixels of all pictures
    std::uint32_t paints = 0;
    std::vector<Column> columns; // of the tile being painted
    std::vector<std::uint16_t> filled;
    std::vector<glm::vec4> sums; // colours, and of how many columns
};

void GridMap::Private::drop(Tile& tile)
{
    held -= tile.pixels.size();
    tile.pixels = {};
}

void GridMap::Private::dropAll(Layer& layer)
{
    for (auto& [key, tile] : layer.tiles)
        drop(tile);
}

/// One section instead of another, or of none (null).
void GridMap::Private::change(Layer& layer, const model::GridSection* before, const model::GridSection* after)
{
    const TileKey key = tileOf(before != nullptr ? before->at : after->at);
    // The row south of a tile looks at its last one.
    const auto south = layer.tiles.find({key.first + 1, key.second});
    if (south != layer.tiles.end())
        drop(south->second);
    Tile& tile = layer.tiles[key];
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

bool GridMap::Private::show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return false;
    static const std::vector<model::GridKind> None;
    const bool sameKinds = layer.shown && layer.shown->kinds == next->kinds;
    const bool sameLooks = sameKinds || layer.looks.update(next->kinds ? *next->kinds : None);
    bool changed = !layer.shown || !sameLooks || layer.shown->origin != next->origin ||
                   layer.shown->cellSize != next->cellSize;
    if (!sameLooks)
        dropAll(layer);
    const auto replace = [&](const model::GridSection* before, const model::GridSection* after) {
        change(layer, before, after);
        changed = true;
    };
    static const std::vector<std::shared_ptr<const model::GridSection>> Nothing;
    const auto& old = layer.shown ? layer.shown->sections : Nothing;
    auto a = old.begin();
    for (const auto& section : next->sections) {
        for (; a != old.end() && model::gridOrder((*a)->at, section->at); ++a)
            replace(a->get(), nullptr);
        const bool known = a != old.end() && (*a)->at == section->at;
        if (!known || *a != section)
            replace(known ? a->get() : nullptr, section.get());
        a += known ? 1 : 0;
    }
    for (; a != old.end(); ++a)
        replace(a->get(), nullptr);
    layer.shown = next;
    const int low = next->sections.empty() ? 0 : next->sections.front()->at.y * Side;
    const int high = next->sections.empty() ? 1 : (next->sections.back()->at.y + 1) * Side;
    if (low != layer.low || high != layer.high)
        dropAll(layer);
    layer.low = low;
    layer.high = high;
    return changed;
}

/// From the highest section down.
void GridMap::Private::collect(const Layer& layer, const TileKey& key, const Tile& tile)
{
    std::vector<const model::GridSection*> sections = tile.sections;
    std::sort(sections.begin(), sections.end(),
              [](const auto* a, const auto* b) { return a->at.y > b->at.y; });
    columns.resize(std::size_t{TileSide} * TileSide);
    for (const std::uint16_t index : filled)
        columns[index] = {};
    filled.clear();
    for (const model::GridSection* section : sections) {
        const int x0 = (section->at.x - key.second * SectionsPerTile) * Side;
        const int z0 = (section->at.z - key.first * SectionsPerTile) * Side;
        for (auto cell = section->cells.rbegin(); cell != section->cells.rend(); ++cell) {
            const glm::ivec3 p = model::gridCellAt({0, section->at.y, 0}, cell->place);
            const auto index = static_cast<std::uint16_t>((z0 + p.z) * TileSide + x0 + p.x);
            Column& column = columns[index];
            if (column.hasSolid)
                continue;
            if (column.height == NoHeight)
                filled.push_back(index);
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
}

/// Heights of the last row of the tile north of this one.
std::array<int, TileSide> GridMap::Private::northOf(const Layer& layer, const TileKey& key)
{
    std::array<int, TileSide> out{};
    out.fill(NoHeight);
    const auto north = layer.tiles.find({key.first - 1, key.second});
    if (north == layer.tiles.end())
        return out;
    for (const model::GridSection* section : north->second.sections) {
        if (section->at.z != key.first * SectionsPerTile - 1)
            continue;
        const auto x0 = static_cast<std::size_t>(section->at.x - key.second * SectionsPerTile) * Side;
        for (const model::GridCell& cell : section->cells) {
            const glm::ivec3 p = model::gridCellAt({0, section->at.y, 0}, cell.place);
            int& height = out[x0 + static_cast<std::size_t>(p.x)];
            height = p.z == Side - 1 ? std::max(height, p.y) : height;
        }
    }
    return out;
}

/// 0 to 255.
glm::vec3 GridMap::Private::shaded(const Layer& layer, const Column& column, int north) const
{
    glm::vec3 c = column.hasSolid ? colourOf(layer.looks.look(column.solid)) : ground;
    if (column.hasOver)
        c = glm::mix(c, colourOf(layer.looks.look(column.over)), SeenThrough);
    const float up = static_cast<float>(column.height - layer.low) /
                     static_cast<float>(std::max(layer.high - layer.low, 2 * Side));
    float shade = glm::mix(DeepestShade, 1.0F, up);
    if (north != NoHeight && north != column.height)
        shade *= north < column.height ? 1.0F + Slope : 1.0F - Slope;
    return glm::clamp(glm::mix(c * shade, ground, Quiet), 0.0F, 1.0F) * 255.0F;
}

/// Where a pixel stands for several columns it has the mean of those that are there: one alone is seen from
/// however far.
void GridMap::Private::paint(Layer& layer, const TileKey& key, Tile& tile, int level)
{
    drop(tile);
    collect(layer, key, tile);
    const std::array<int, TileSide> northern = northOf(layer, key);
    const int side = sideAt(level);
    const int shift = std::min(level, OneColour);
    const auto pixels = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    sums.assign(pixels, glm::vec4(0.0F));
    for (const std::uint16_t index : filled) {
        const int x = index % TileSide;
        const int z = index / TileSide;
        const int north =
            z > 0 ? columns[index - std::size_t{TileSide}].height : northern[static_cast<std::size_t>(x)];
        const auto row = static_cast<std::size_t>(z >> shift) * static_cast<std::size_t>(side);
        sums[row + static_cast<std::size_t>(x >> shift)] +=
            glm::vec4(shaded(layer, columns[index], north), 1.0F);
    }
    tile.pixels.resize(pixels);
    std::transform(sums.begin(), sums.end(), tile.pixels.begin(), [](const glm::vec4& sum) {
        return sum.a > 0.0F ? toRgb(glm::vec3(sum) / sum.a) : QRgb{0};
    });
    tile.level = level;
    held += pixels;
    ++painted;
}

GridMap::Private::Shown GridMap::Private::tilesIn(Layer& layer, const QRectF& shown)
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

void GridMap::Private::paintTiles(Layer& layer, const Shown& tiles, const View& view, int level)
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
void GridMap::Private::paintMosaic(Layer& layer, const Shown& tiles, const View& view, int level)
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
    for (Layer& layer : layers) {
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
    for (auto own = d->layers.begin(); own != d->layers.end();) {
        const bool kept =
            own->set != set || std::any_of(layers.begin(), layers.end(), [&](const auto& layer) {
                return layer && layer->id == own->shown->id;
            });
        changed = changed || !kept;
        if (!kept)
            d->dropAll(*own);
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
    for (Private::Layer& layer : d->layers)
        d->dropAll(layer);
}

void GridMap::paint(QPainter& painter, GridSet set, const QRectF& shown, double pixelsPerMetre,
                    QPointF centre)
{
    ++d->paints;
    const Private::View view{painter, pixelsPerMetre, centre};
    for (Private::Layer& layer : d->layers) {
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
