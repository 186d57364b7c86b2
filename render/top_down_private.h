// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the flat map keeps, as its own source files see it.
#include "render/crowd.h"
#include "render/ghost_cast.h"
#include "render/grid_map.h"
#include "render/instance_buffers.h"
#include "render/map_labels.h"
#include "render/placed_events.h"
#include "render/scenery.h"
#include "render/sight_outline.h"
#include "render/top_down_widget.h"
#include "render/viewport.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <optional>

namespace ghostline::render {

inline constexpr double CompactMark = 8.0; // pixels; smallest mark on a small map

struct TopDownWidget::Private
{
    explicit Private(TopDownWidget* q) : owner(q) {}

    /// A step on the ground as a step on the screen, and back.
    QPointF turn(QPointF world) const
    {
        return turned == 0 ? world : QPointF(-world.y(), world.x()) * static_cast<double>(turned);
    }
    QPointF turnBack(QPointF screen) const
    {
        return turned == 0 ? screen : QPointF(screen.y(), -screen.x()) * static_cast<double>(turned);
    }
    QPointF middle() const { return {owner->width() * 0.5, owner->height() * 0.5}; }
    QPointF toScreen(const glm::dvec3& p) const
    {
        return turn(QPointF(p.x, p.z) - centre) * scale + middle();
    }
    /// Where an actor's mark is: on a small map of a whole stage, those beyond its edge wait at the edge.
    QPointF markAt(const glm::dvec3& p) const;
    QPointF toWorld(QPointF s) const { return turnBack((s - middle()) / scale) + centre; }
    void fit(const QRectF& world);
    QRectF actorRect() const;
    QRectF sceneRect() const;
    bool stage() const;
    void fitWhole();
    void centreOnFollowed();
    void zoom(double steps, QPointF at);
    QColor sceneColour(model::SceneRole role, int team) const;
    void buildPaths();
    void paintScene();
    void paintGrid(QPainter& p) const;
    void paintCells(QPainter& p, GridSet set);
    void paintTrails(QPainter& p) const;
    void paintTrail(QPainter& p, const Trail& trail, QColor colour) const;
    void paintGhostTrails(QPainter& p) const;
    void paintGhost(QPainter& p, std::size_t ghost) const;
    void paintView(QPainter& p) const;
    void paintMarks(QPainter& p);
    enum class Layer { Surroundings, Actors, Focus };
    void paintActors(QPainter& p, Layer layer) const;
    void paintOutlooks(QPainter& p) const;
    void paintPlaces(QPainter& p);
    void paintZones(QPainter& p) const;
    void paintZone(QPainter& p, const model::Zone& zone, bool chosen) const;
    void paintSight(QPainter& p);
    void paintActor(QPainter& p, std::size_t row) const;
    void paintShape(QPainter& p, std::size_t row, double length, double width) const;
    void paintHalo(QPainter& p, std::size_t row, double radius) const;
    void addActorLabels();
    void addActorMarks();
    void addGhostLabels();
    void addZoneLabels();
    bool named(std::size_t row) const;
    bool zoneShown(std::size_t zone) const;
    double smallestMark(std::size_t row) const;
    /// Length and width of a mark on the map, in pixels; at least `smallest`.
    QSizeF markSize(const PickBox& box, double smallest) const;
    /// What an upright rectangle round a mark takes of the map.
    QRectF markRect(const PickBox& box, double smallest) const;
    /// Which way it points on the map, degrees.
    double markTurn(const PickBox& box) const;
    QColor colour(std::size_t row) const
    {
        const glm::vec4 c = buffers.colour(state, row);
        return QColor::fromRgbF(c.r, c.g, c.b);
    }
    /// Draws with a pen, and before that with the same over a casing: seen over whatever the map shows.
    template<typename Draw>
    void cased(QPainter& p, const QPen& pen, const Draw& draw) const
    {
        QColor casing = theme.casing();
        casing.setAlphaF(casing.alphaF() * pen.color().alphaF());
        QPen under = pen;
        under.setColor(casing);
        under.setWidthF(pen.widthF() + 2.0 * CasingPixels);
        for (const QPen& each : {under, pen}) {
            p.setPen(each);
            draw();
        }
    }
    bool crowd() const { return isCrowd(*index->info); }
    void changed() { owner->update(); }

    TopDownWidget* owner;
    Theme theme = Theme::dark();
    ViewOptions options;
    std::shared_ptr<const model::ReplayIndex> index = std::make_shared<model::ReplayIndex>();
    model::SceneDescription scene;
    model::WorldState state;
    InstanceBuffers buffers; // for its rules on who is drawn, and how large
    model::ActorId selection = model::ActorId::None;
    model::ActorId followed = model::ActorId::None;
    model::ActorId hovered = model::ActorId::None;

    QPointF centre;      // world x, z in the middle
    double scale = 4.0;  // logical pixels a metre
    bool fitted = false; // fits itself until the user moves it
    bool compact = false;
    bool moved = false; // by the user
    int turned = 0;     // quarter turns clockwise: a long stage lies along a wide map, north is at a side
    std::optional<CameraPose> camera;
    double cameraAspect = 1.6;
    std::vector<Trail> trails;
    GhostCast ghosts;
    std::vector<Trail> ghostTrails;
    std::vector<model::Zone> zones;
    int chosenZone = -1;
    PlacedEvents events;
    std::vector<ShownPlace> places;
    MapLabels labels;
    SightOutline sight;
    bool playing = false;
    std::vector<SightOutline::Dash> dashes; // these two are kept for their memory
    std::vector<QLineF> dashLines;

    struct Piece
    {
        QPainterPath path; // metres, relative to the origin below
        QColor colour;
        bool line = false;
        SceneryDetail detail = SceneryDetail::Flat;
        QRectF bounds{}; // of the path
    };
    void addSurfaces(const model::SceneMesh& mesh, const QColor& colour);
    std::vector<Piece> pieces;
    glm::dvec3 pathOrigin{0.0};
    GridMap cells;
    QPixmap background; // scenery at the scale and place of the last paint
    QPointF backgroundCentre;
    double backgroundScale = 0.0;

    QPointF pressed;
    QPointF last;
    bool dragging = false;
    bool doubleClick = false;
};

} // namespace ghostline::render
