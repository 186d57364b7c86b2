// SPDX-License-Identifier: GPL-3.0-or-later
// Light first, because it dims all of the picture; then one drawing over the other, in the order they were
// made; what is being drawn, and where somebody points, last.
#include "render/board/board_painter.h"

#include "model/world/standing.h"
#include "render/base/ground_level.h"
#include "render/base/ground_plane.h"
#include "render/base/selection.h"
#include "render/board/board_actors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace ghostline::render {

namespace {

constexpr int EllipseCorners = 96;
constexpr std::size_t MostPoints = 50'000; ///< of a picture; later drawings than that are left out
constexpr double PointerWidth = 5.0;       ///< as Drawing::width

class BoardPainter
{
public:
    BoardPainter(QPainter& painter, const ViewContent& content, const ActorStyles& styles,
                 const BoardProjection& projection)
        : m_painter(painter), m_content(content), m_styles(styles), m_projection(projection)
    {
    }

    void paint();

private:
    void collect();
    void add(const model::Drawing& drawing, bool anyTime);
    std::optional<BoardSpot> spot(const model::PlacedDrawing& placed, std::size_t actor) const
    {
        return boardSpot(m_content, m_styles, m_projection, placed.actors[actor]);
    }
    QColor colourOf(const model::Drawing& drawing) const { return QColor::fromRgba(drawing.colour); }
    void paintLights() const;
    QRectF paint(const model::PlacedDrawing& placed);
    void paint(const Pointer& pointer);
    void paintFrame(const QRectF& bounds) const;
    void paintGrips(const model::PlacedDrawing& placed) const;

    /// Along all points, closed where that is wanted; on the ground over hill and dale.
    std::vector<glm::dvec3> projected(const model::PlacedDrawing& placed, bool closed = false) const;
    glm::dvec3 projected(const model::PlacedDrawing& placed, const glm::dvec3& point) const
    {
        return placed.onScreen() ? m_projection.ofShare(point) : m_projection.ofPlace(shown(placed, point));
    }
    /// What is drawn on the ground is kept as it would be without a map; who stands there is lifted already.
    bool onGround(const model::PlacedDrawing& placed) const
    {
        return placed.drawing->pin == model::DrawingPin::Ground && !model::standsOnActors(*placed.drawing);
    }
    glm::dvec3 shown(const model::PlacedDrawing& placed, const glm::dvec3& point) const
    {
        return onGround(placed) ? model::lifted(*m_content.scene, point) : point;
    }
    /// As it was recorded: a recording without heights tells none, whatever its actors are shown on.
    double metres(const model::PlacedDrawing& placed) const
    {
        return model::liftingGround(*m_content.scene) == nullptr || placed.points.size() < 2
                   ? placed.metres
                   : glm::distance(fromAbove(placed.points[0]), fromAbove(placed.points[1]));
    }
    void paintLine(BoardInk& ink, const model::PlacedDrawing& placed) const;
    void paintEllipse(BoardInk& ink, const model::PlacedDrawing& placed) const;
    void paintPolygon(BoardInk& ink, const model::PlacedDrawing& placed) const;
    void paintDistance(BoardInk& ink, const model::PlacedDrawing& placed) const;
    void paintMoved(BoardInk& ink, const model::PlacedDrawing& placed) const;

    QPainter& m_painter;
    const ViewContent& m_content;
    const ActorStyles& m_styles;
    const BoardProjection& m_projection;
    std::vector<model::PlacedDrawing> m_placed;
    std::size_t m_points = 0;
    BoardEffort m_effort;
};

void BoardPainter::add(const model::Drawing& drawing, bool anyTime)
{
    const std::vector<model::ActorInfo>& cast = m_content.index->info->cast;
    const std::size_t points = std::min(drawing.points.size(), model::mostPointsShown(drawing.kind));
    if (!anyTime && m_points + points > MostPoints)
        return;
    auto placed = anyTime ? model::resolveAnyTime(drawing, cast, *m_content.state)
                          : model::resolve(drawing, cast, *m_content.state);
    if (!placed)
        return;
    // Nothing is said of somebody who is switched off in the cast.
    const bool drawn = std::ranges::all_of(placed->actors, [this](model::ActorId actor) {
        return m_styles.drawnRow(*m_content.state, actor).has_value();
    });
    if (!drawn)
        return;
    m_points += placed->points.size();
    m_placed.push_back(std::move(*placed));
}

void BoardPainter::collect()
{
    if (m_content.options.drawings) {
        for (const model::Drawing& drawing : *m_content.drawings)
            add(drawing, !drawing.id.isEmpty() && drawing.id == m_content.chosenDrawing);
    }
    for (const model::Drawing& sketch : *m_content.sketches)
        add(sketch, true);
}

void BoardPainter::paint()
{
    collect();
    if (m_placed.empty() && m_content.pointers->empty())
        return;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::TextAntialiasing);
    paintLights();
    for (const model::PlacedDrawing& placed : m_placed) {
        m_painter.setOpacity(placed.opacity);
        const QRectF bounds = paint(placed);
        m_painter.setOpacity(1.0);
        if (!placed.drawing->id.isEmpty() && placed.drawing->id == m_content.chosenDrawing) {
            paintFrame(bounds);
            paintGrips(placed);
        }
    }
    for (const Pointer& pointer : *m_content.pointers)
        paint(pointer);
    m_painter.restore();
}

/// A ring round it, so that it stays in sight, and whose it is above that.
void BoardPainter::paint(const Pointer& pointer)
{
    const auto at = m_projection.pixel(
        pointer.onScreen ? m_projection.ofShare(pointer.place)
                         : m_projection.ofPlace(model::lifted(*m_content.scene, pointer.place)));
    if (!at)
        return;
    BoardInk ink(m_painter, m_projection, pointer.colour, PointerWidth, m_effort);
    m_painter.setOpacity(pointer.opacity);
    const double radius = ink.pixels(18.0, 9.0);
    QPainterPath ring;
    ring.addEllipse(*at, radius, radius);
    ink.stroke(ring);
    if (!pointer.name.isEmpty())
        ink.plate(*at - QPointF(0.0, radius * 2.4), pointer.name);
    m_painter.setOpacity(1.0);
}

void BoardPainter::paintLights() const
{
    std::vector<BoardLight> lights;
    for (const model::PlacedDrawing& placed : m_placed) {
        if (placed.drawing->kind != model::DrawingKind::Spotlight)
            continue;
        if (const auto lit = spot(placed, 0))
            lights.push_back({*lit, colourOf(*placed.drawing), placed.opacity});
    }
    render::paintLights(m_painter, m_projection, lights);
}

QRectF BoardPainter::paint(const model::PlacedDrawing& placed)
{
    const model::Drawing& drawing = *placed.drawing;
    BoardInk ink(m_painter, m_projection, colourOf(drawing), drawing.width, m_effort);
    const auto first =
        placed.points.empty() ? std::nullopt : m_projection.pixel(projected(placed, placed.points.front()));
    switch (drawing.kind) {
    case model::DrawingKind::Pen:
    case model::DrawingKind::Arrow:
    case model::DrawingKind::Line:
        paintLine(ink, placed);
        break;
    case model::DrawingKind::Ellipse:
        paintEllipse(ink, placed);
        break;
    case model::DrawingKind::Polygon:
        paintPolygon(ink, placed);
        break;
    case model::DrawingKind::Text:
        if (first)
            ink.words(*first, drawing.text);
        break;
    case model::DrawingKind::Number:
        if (first)
            ink.disc(*first, drawing.text);
        break;
    case model::DrawingKind::Spotlight:
        if (const auto lit = spot(placed, 0))
            ink.cover(lightBounds(m_projection, *lit));
        break;
    case model::DrawingKind::Link:
        if (const auto a = spot(placed, 0), b = spot(placed, 1); a && b)
            paintLink(ink, *a, *b);
        break;
    case model::DrawingKind::Distance:
        paintDistance(ink, placed);
        break;
    case model::DrawingKind::MovedActor:
        paintMoved(ink, placed);
        break;
    case model::DrawingKind::Unknown:
        break;
    }
    return ink.bounds();
}

std::vector<glm::dvec3> BoardPainter::projected(const model::PlacedDrawing& placed, bool closed) const
{
    constexpr std::size_t Few = 512; // points: those of a stroke of the pen are close to each other already
    const GroundLevel ground(0.0, onGround(placed) && placed.points.size() <= Few
                                      ? model::liftingGround(*m_content.scene)
                                      : nullptr);
    const std::size_t edges = placed.points.size() - (closed ? 0 : 1);
    std::vector<glm::dvec3> out;
    out.reserve(placed.points.size() + 1);
    out.push_back(projected(placed, placed.points.front()));
    for (std::size_t i = 0; i < edges; ++i) {
        const glm::dvec3& from = placed.points[i];
        const glm::dvec3& to = placed.points[(i + 1) % placed.points.size()];
        const int pieces = ground.pieces(fromAbove(from), fromAbove(to));
        for (int k = 1; k <= pieces; ++k)
            out.push_back(projected(placed, glm::mix(from, to, static_cast<double>(k) / pieces)));
    }
    return out;
}

void BoardPainter::paintLine(BoardInk& ink, const model::PlacedDrawing& placed) const
{
    const bool smooth = placed.drawing->kind != model::DrawingKind::Line;
    const bool arrow = placed.drawing->kind == model::DrawingKind::Arrow;
    for (const BoardLine& piece : m_projection.line(projected(placed))) {
        if (arrow && piece.last)
            ink.arrow(piece.points, smooth);
        else
            ink.stroke(pathThrough(piece.points, smooth));
    }
}

void BoardPainter::paintEllipse(BoardInk& ink, const model::PlacedDrawing& placed) const
{
    const glm::dvec3 middle = (placed.points[0] + placed.points[1]) * 0.5;
    const glm::dvec3 half = (placed.points[1] - placed.points[0]) * 0.5;
    std::vector<glm::dvec3> corners;
    for (int i = 0; i <= EllipseCorners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / EllipseCorners;
        const double along = std::sin(angle);
        corners.push_back(
            projected(placed, middle + (placed.onScreen()
                                            ? glm::dvec3(std::cos(angle) * half.x, along * half.y, 0.0)
                                            : glm::dvec3(std::cos(angle) * half.x, 0.0, along * half.z))));
    }
    for (const BoardLine& piece : m_projection.line(corners))
        ink.stroke(pathThrough(piece.points, false, piece.first && piece.last));
}

void BoardPainter::paintPolygon(BoardInk& ink, const model::PlacedDrawing& placed) const
{
    std::vector<glm::dvec3> corners = projected(placed, true);
    ink.fill(pathThrough(m_projection.area(std::span(corners).first(corners.size() - 1)), false, true), 0.2);
    for (const BoardLine& piece : m_projection.line(corners))
        ink.stroke(pathThrough(piece.points, false, piece.first && piece.last));
}

void BoardPainter::paintDistance(BoardInk& ink, const model::PlacedDrawing& placed) const
{
    std::optional<QPointF> middle;
    if (placed.drawing->points.empty()) {
        if (const auto a = spot(placed, 0), b = spot(placed, 1); a && b)
            middle = paintLink(ink, *a, *b);
    } else {
        const std::array ends{projected(placed, placed.points[0]), projected(placed, placed.points[1])};
        for (const BoardLine& piece : m_projection.line(ends)) {
            const QLineF line(piece.points.first(), piece.points.last());
            QPainterPath path = pathThrough(piece.points, false);
            // A tick across each end that is seen.
            const QPointF across =
                line.length() > 0.0 ? QPointF(-line.dy(), line.dx()) / line.length() : QPointF(0.0, 1.0);
            const QPointF tick = across * (ink.width() * 2.0 + ink.pixels(3.0, 2.0));
            for (const auto& [seen, at] :
                 {std::pair{piece.first, line.p1()}, std::pair{piece.last, line.p2()}}) {
                if (seen) {
                    path.moveTo(at - tick);
                    path.lineTo(at + tick);
                }
            }
            ink.stroke(path);
            middle = line.center();
        }
    }
    if (middle && !placed.onScreen())
        ink.plate(
            *middle,
            QStringLiteral("%L1 %2").arg(metres(placed), 0, 'f', 1).arg(m_content.index->info->lengthUnit));
}

void BoardPainter::paintMoved(BoardInk& ink, const model::PlacedDrawing& placed) const
{
    const auto at = spot(placed, 0);
    const model::ActorInfo* actor = m_content.index->info->actor(placed.actors.front());
    if (!at || actor == nullptr)
        return;
    const bool person =
        (actor->kind == model::ActorKind::Player || actor->kind == model::ActorKind::Walker) &&
        at->box.half.y > std::max(at->box.half.x, at->box.half.z);
    paintMovedActor(ink, *at, placed.places.front(), shown(placed, placed.points.front()), actor->name,
                    person);
}

/// Round what is chosen.
void BoardPainter::paintFrame(const QRectF& bounds) const
{
    constexpr double Room = 6.0;
    const QRectF frame = bounds.adjusted(-Room, -Room, Room, Room)
                             .intersected(QRectF(QPointF(), m_projection.size()).adjusted(2, 2, -2, -2));
    if (bounds.isEmpty() || frame.isEmpty())
        return;
    m_painter.setBrush(Qt::NoBrush);
    QPen rim(SelectionRim, 1.0 + 2.0 * CasingPixels);
    m_painter.setPen(rim);
    m_painter.drawRect(frame);
    QPen line(SelectionLine, 1.0);
    line.setDashPattern({5.0, 4.0});
    m_painter.setPen(line);
    m_painter.drawRect(frame);
}

/// At the points that a hand may pull; those of a stroke of the pen it does not mean one by one.
void BoardPainter::paintGrips(const model::PlacedDrawing& placed) const
{
    constexpr double Radius = 4.5; // pixels, whatever the size of the picture: it is for a pointer
    if (placed.drawing->kind == model::DrawingKind::Pen || placed.drawing->points.size() < 2)
        return;
    for (const glm::dvec3& point : placed.points) {
        const auto at = m_projection.pixel(projected(placed, point));
        if (!at)
            continue;
        m_painter.setPen(QPen(SelectionRim, 1.0 + CasingPixels));
        m_painter.setBrush(SelectionLine);
        m_painter.drawEllipse(*at, Radius, Radius);
    }
}

} // namespace

bool anyDrawingShown(const ViewContent& content)
{
    if (!content.sketches->empty() || !content.pointers->empty())
        return true;
    return content.options.drawings &&
           std::ranges::any_of(*content.drawings, [&content](const model::Drawing& drawing) {
               return (!drawing.id.isEmpty() && drawing.id == content.chosenDrawing) ||
                      model::opacityAt(drawing, content.state->time) > 0.0;
           });
}

void paintBoard(QPainter& painter, const ViewContent& content, const ActorStyles& styles,
                const BoardProjection& projection)
{
    if (!projection.size().isEmpty() && anyDrawingShown(content))
        BoardPainter(painter, content, styles, projection).paint();
}

} // namespace ghostline::render
