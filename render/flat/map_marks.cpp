// SPDX-License-Identifier: GPL-3.0-or-later
// A filled mark is always somebody of this recording: ghosts are outlines.
#include "render/flat/map_marks.h"

#include "model/world/standing.h"
#include "render/base/selection.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double SmallestMark = 5.0; // pixels
constexpr double CompactMark = 8.0;  // on a small map
constexpr double CrowdMark = 3.5;    // of an army on a small map
constexpr double FocusMark = 9.0;
constexpr double SmallestGhost = 7.0;
constexpr double GhostOutlinePixels = 1.5;
constexpr double MapFootprintPixels = 1.25;

enum class Layer { Surroundings, Actors, Focus };

double smallestGhost(bool compact) { return compact ? CompactMark : SmallestGhost; }

/// Drawn, and not too far beyond the edge of the map.
bool visibleOnMap(const MapFrame& map, std::size_t row)
{
    return map.styles.drawn(map.state(), row) &&
           map.projection.rect().adjusted(-40, -40, 40, 40).contains(map.markAt(map.state().positions[row]));
}

bool named(const MapFrame& map, std::size_t row)
{
    constexpr double NearEnough = 2.0; // pixels a metre
    const model::ActorId id = map.state().ids[row];
    if (id == map.content.selection || (map.compact && id == map.hovered))
        return true;
    return map.options().labels && !map.compact &&
           (map.styles.principal(id) ||
            (!map.styles.background(map.state(), row) && map.projection.scale() > NearEnough));
}

double smallestMark(const MapFrame& map, std::size_t row)
{
    return map.styles.background(map.state(), row)  ? 0.0
           : map.styles.focus(map.state().ids[row]) ? FocusMark
           : map.compact && !map.crowd()            ? CompactMark
           : map.compact                            ? CrowdMark
                                                    : SmallestMark;
}

/// What is selected, under the pointer, or what it is all about.
void paintHalo(QPainter& p, const MapFrame& map, std::size_t row, double radius)
{
    const model::ActorId id = map.state().ids[row];
    p.setBrush(Qt::NoBrush);
    if (map.styles.focus(id)) {
        p.setPen(QPen(map.theme().text, 1.5));
        p.drawEllipse(QPointF(), radius + 2.5, radius + 2.5);
        radius += 2.0;
    }
    if (id == map.content.selection || id == map.hovered) {
        const double r = radius + (id == map.content.selection ? 7.0 : 4.0);
        outlineSelection(p, id == map.content.selection ? 2.0 : 1.0, [&] { p.drawEllipse(QPointF(), r, r); });
    }
}

/// What a mark of an army looks like from above, along +X where it faces; empty: a disc or a block does.
QPolygonF silhouette(model::ActorShape shape, double length, double width)
{
    using model::ActorShape;
    const double l = length * 0.5, w = width * 0.5;
    switch (shape) {
    case ActorShape::Worker: // two prongs before it
        return QPolygonF({{l, w}, {l * 0.3, w * 0.25}, {l * 0.3, -w * 0.25}, {l, -w}, {-l, -w}, {-l, w}});
    case ActorShape::Armour:
        return QPolygonF({{l, w * 0.5}, {l * 0.7, w}, {-l, w}, {-l, -w}, {l * 0.7, -w}, {l, -w * 0.5}});
    case ActorShape::Aircraft:
        return QPolygonF({{l, 0.0}, {-l, w}, {-l * 0.45, 0.0}, {-l, -w}});
    case ActorShape::Caster:
        return QPolygonF({{l, 0.0}, {0.0, w}, {-l, 0.0}, {0.0, -w}});
    case ActorShape::Crystal:
        return QPolygonF({{l, w * 0.3}, {l * 0.2, w}, {-l, w * 0.2}, {-l * 0.6, -w}, {l * 0.6, -w}});
    case ActorShape::Hexagon:
        return QPolygonF({{l, w * 0.5}, {0.0, w}, {-l, w * 0.5}, {-l, -w * 0.5}, {0.0, -w}, {l, -w * 0.5}});
    default:
        return {};
    }
}

/// What tells one block or disc from another: a roof, a barrel, a crater; of all others a nose.
void paintDetail(QPainter& p, const Theme& theme, model::ActorShape shape, double length, double width)
{
    using model::ActorShape;
    QColor glass = theme.base;
    glass.setAlphaF(0.65F);
    const auto filled = [&] {
        p.setPen(Qt::NoPen);
        p.setBrush(glass);
    };
    switch (shape) {
    case ActorShape::Building:
    case ActorShape::Hexagon:
        p.setPen(QPen(glass, 1.0));
        p.setBrush(Qt::NoBrush);
        p.drawRect(QRectF(-length * 0.32, -width * 0.32, length * 0.64, width * 0.64));
        break;
    case ActorShape::Vent:
        filled();
        p.drawEllipse(QRectF(-length * 0.22, -width * 0.22, length * 0.44, width * 0.44));
        break;
    case ActorShape::Armour:
        p.setPen(QPen(glass, 1.5));
        p.drawLine(QPointF(length * 0.5, 0.0), QPointF(0.0, 0.0));
        filled();
        p.drawEllipse(QPointF(-length * 0.08, 0.0), width * 0.24, width * 0.24);
        break;
    case ActorShape::Worker:
    case ActorShape::Aircraft:
    case ActorShape::Caster:
    case ActorShape::Crystal:
        break;
    default:
        filled();
        p.drawPolygon(
            QPolygonF({{length * 0.30, 0.0}, {length * 0.02, -width * 0.34}, {length * 0.02, width * 0.34}}));
    }
}

/// Along +X is where the actor faces.
void paintShape(QPainter& p, const MapFrame& map, std::size_t row, double length, double width)
{
    const model::ActorId id = map.state().ids[row];
    const model::ActorInfo* info = map.info().actor(id);
    const DrawnShape form = map.styles.shape(map.state(), row);
    const bool round = info && form.round;
    const QColor c = map.colour(row);
    // Of an army nearly all is sampled: only who is selected says so.
    const bool tells = map.options().provenance && (!map.crowd() || id == map.content.selection);
    const model::Provenance from = tells ? map.state().provenance[row] : model::Provenance::Exact;
    if (map.compact && round && !map.crowd() && !map.styles.background(map.state(), row) &&
        !map.styles.focus(id)) {
        // A beak: who is drawn as a disc has no nose to be seen from above.
        p.setPen(Qt::NoPen);
        p.setBrush(c);
        p.drawPolygon(
            QPolygonF({{length * 1.15, 0.0}, {length * 0.2, -width * 0.5}, {length * 0.2, width * 0.5}}));
    }
    p.setPen(from == model::Provenance::Held ? QPen(c, 1.0) : QPen(Qt::NoPen));
    p.setBrush(from == model::Provenance::Held ? QBrush(c, Qt::BDiagPattern) : QBrush(c));
    const QRectF r(-length * 0.5, -width * 0.5, length, width);
    // Teams differ in shape, too, where there is room for no more than a dot.
    const bool square = map.compact && info && info->team % 2 == 1;
    const QPolygonF outline = map.compact ? QPolygonF() : silhouette(form.shape, length, width);
    if (!outline.isEmpty())
        p.drawPolygon(outline);
    else
        round && !square ? p.drawEllipse(r) : p.drawRoundedRect(r, width * 0.2, width * 0.2);
    const bool vent = form.shape == model::ActorShape::Vent;
    if ((vent || !map.styles.background(map.state(), row)) && !(map.compact && round) && length > 9.0)
        paintDetail(p, map.theme(), form.shape, length, width);
    if (from == model::Provenance::Sampled) {
        const double ring = std::max(length, width) * 0.5 + 2.5;
        p.setPen(QPen(c, 1.5));
        p.setBrush(Qt::NoBrush);
        p.drawEllipse(QPointF(), ring, ring);
    }
}

void paintActor(QPainter& p, const MapFrame& map, std::size_t row)
{
    const PickBox box = map.styles.box(map.state(), row);
    const QSizeF size = map.markSize(box, smallestMark(map, row));
    p.save();
    p.translate(map.markAt(box.centre));
    paintHalo(p, map, row, std::max(size.width(), size.height()) * 0.5);
    p.rotate(map.markTurn(box));
    paintShape(p, map, row, size.width(), size.height());
    p.restore();
}

void paintActors(QPainter& p, const MapFrame& map, Layer layer)
{
    for (std::size_t row = 0; row < map.state().size(); ++row) {
        const Layer own = map.styles.background(map.state(), row)  ? Layer::Surroundings
                          : map.styles.focus(map.state().ids[row]) ? Layer::Focus
                                                                   : Layer::Actors;
        if (own == layer && visibleOnMap(map, row))
            paintActor(p, map, row);
    }
}

void paintGhost(QPainter& p, const MapFrame& map, std::size_t ghost)
{
    const QColor colour = map.ghosts.colour(ghost);
    p.setBrush(Qt::NoBrush);
    if (const auto corners = map.ghosts.footprint(ghost, model::recordedLevel(*map.content.scene))) {
        map.cased(p, QPen(colour, MapFootprintPixels, Qt::DashLine),
                  [&] { p.drawPolygon(map.polygon(*corners)); });
        return;
    }
    if (!map.ghosts.drawn(ghost))
        return;
    const PickBox box = map.ghosts.box(ghost);
    const QSizeF size = map.markSize(box, smallestGhost(map.compact));
    const QRectF mark(-size.width() * 0.5, -size.height() * 0.5, size.width(), size.height());
    // Where it is heading: a beak before the mark.
    const QPointF tip(mark.right() + size.width() * 0.3, 0.0);
    p.save();
    p.translate(map.markAt(box.centre));
    p.rotate(map.markTurn(box));
    map.cased(p, QPen(colour, GhostOutlinePixels), [&] {
        const double corner = size.height() * 0.2;
        map.ghosts.round(ghost) ? p.drawEllipse(mark) : p.drawRoundedRect(mark, corner, corner);
        p.drawPolyline(
            QPolygonF({{mark.right(), -size.height() * 0.25}, tip, {mark.right(), size.height() * 0.25}}));
    });
    p.restore();
}

} // namespace

/// Surroundings first, what the play is about last. No name's plate hides a mark.
void MapMarks::paint(QPainter& p, const MapFrame& map)
{
    m_labels.clear();
    m_glyphs.setInfo(map.content.index->info);
    addActorLabels(map);
    addGlyphs(map);
    addGhostLabels(map);
    addZoneLabels(map);
    addGoalLabel(map);
    addActorMarks(map);
    m_labels.place(p.fontMetrics(), map.projection.size().toSize());
    paintActors(p, map, Layer::Surroundings);
    m_labels.paintPlates(p, map.theme());
    for (std::size_t i = 0; i < map.ghosts.size(); ++i)
        paintGhost(p, map, i);
    paintActors(p, map, Layer::Actors);
    paintActors(p, map, Layer::Focus);
    m_labels.paintTexts(p, map.theme());
}

void MapMarks::addActorLabels(const MapFrame& map)
{
    using Rank = MapLabels::Rank;
    for (std::size_t row = 0; row < map.state().size(); ++row) {
        const model::ActorId id = map.state().ids[row];
        const bool pointedAt = id == map.content.selection || id == map.hovered;
        // Of an army a mark says what it is; who is pointed at has a name.
        if (!named(map, row) || !visibleOnMap(map, row) ||
            (m_glyphs.any() && !pointedAt && m_glyphs.marks(map.state(), row, map.styles)))
            continue;
        const model::ActorInfo* info = map.info().actor(id);
        if (info == nullptr)
            continue;
        m_labels.add(info->name, map.markRect(map.styles.box(map.state(), row), smallestMark(map, row)),
                     id == map.content.selection || id == map.hovered ? Rank::Chosen
                     : id == map.followed                             ? Rank::Followed
                     : info->principal                                ? Rank::Principal
                                                                      : Rank::Other);
    }
}

void MapMarks::addGlyphs(const MapFrame& map)
{
    if (map.compact || !map.options().labels)
        return;
    const double scale = std::max(map.projection.scale(), 1e-6); // pixels a metre
    const double reach = std::min(ClumpPixels / scale, ClumpMetres);
    for (const GlyphClump& clump : m_glyphs.clumps(map.state(), map.styles, reach, map.content.selection)) {
        if (2.0 * clump.extent * scale >= SmallestGlyphed && visibleOnMap(map, clump.row))
            m_labels.add(m_glyphs.wholeText(clump),
                         map.markRect(map.styles.box(map.state(), clump.row), smallestMark(map, clump.row)),
                         MapLabels::Rank::Other);
    }
}

/// What names keep clear of; a map without names, such as that of a crowd, looks at none.
void MapMarks::addActorMarks(const MapFrame& map)
{
    for (std::size_t row = 0; row < map.state().size() && m_labels.asksForMarks(); ++row) {
        if (!map.styles.background(map.state(), row) && visibleOnMap(map, row))
            m_labels.addMark(map.markRect(map.styles.box(map.state(), row), smallestMark(map, row)));
    }
}

void MapMarks::addGhostLabels(const MapFrame& map)
{
    for (std::size_t i = 0; i < map.ghosts.size(); ++i) {
        if (!map.ghosts.drawn(i) || map.ghosts.footprint(i, model::recordedLevel(*map.content.scene)))
            continue;
        const QRectF mark = map.markRect(map.ghosts.box(i), smallestGhost(map.compact));
        m_labels.addMark(mark);
        if (map.options().labels && !map.compact)
            m_labels.add(map.ghosts.name(i), mark, MapLabels::Rank::Principal);
    }
}

/// A small map has its ring alone.
void MapMarks::addGoalLabel(const MapFrame& map)
{
    const auto goal = map.compact ? std::nullopt : goalNow(map.content);
    if (!goal)
        return;
    const QPointF at = map.projection.toScreen(goal->place);
    if (QRectF(map.projection.rect()).contains(at))
        m_labels.add(m_goal.of(*goal, map.info().lengthUnit), QRectF(at, QSizeF()),
                     MapLabels::Rank::Followed);
}

void MapMarks::addZoneLabels(const MapFrame& map)
{
    const QRectF shown(map.projection.rect());
    for (std::size_t i = 0; i < map.content.zones->size(); ++i) {
        const glm::dvec2 middle = (*map.content.zones)[i].middle();
        const QPointF at = map.projection.toScreen({middle.x, 0.0, middle.y});
        if (map.content.zoneShown(i) && !(*map.content.zones)[i].name.isEmpty() && shown.contains(at))
            m_labels.add((*map.content.zones)[i].name, QRectF(at, QSizeF()),
                         map.content.zoneChosen(i) ? MapLabels::Rank::Chosen : MapLabels::Rank::Place);
    }
}

} // namespace ghostline::render
