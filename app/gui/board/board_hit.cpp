// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_hit.h"

#include "render/board/board_ink.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::app {

namespace {

constexpr double FullHeight = 1080.0; ///< that Drawing::width is meant for
constexpr double UsualWidth = 4.0;    ///< of lines: words and discs grow with it
constexpr double FigureRadius = 16.0; ///< of what stands at one place
constexpr int EllipseCorners = 48;

QRectF boxRound(QPointF middle, double radius)
{
    return {middle.x() - radius, middle.y() - radius, 2.0 * radius, 2.0 * radius};
}

double distanceToStretch(QPointF a, QPointF b, QPointF at)
{
    const QPointF way = b - a;
    const double length = QPointF::dotProduct(way, way);
    const double share = length > 0.0 ? std::clamp(QPointF::dotProduct(at - a, way) / length, 0.0, 1.0) : 0.0;
    const QPointF off = at - (a + way * share);
    return std::hypot(off.x(), off.y());
}

/// Pixels of one drawing; what is behind the camera is left out.
class Tracer
{
public:
    Tracer(const BoardScene& scene, const model::PlacedDrawing& placed)
        : m_picture(scene.picture), m_placed(placed),
          m_scale(scene.picture.size().height() / FullHeight *
                  std::clamp(placed.drawing->width / UsualWidth, 0.6, 4.0))
    {
    }

    std::optional<QPointF> pixel(const glm::dvec3& point) const
    {
        if (m_placed.onScreen())
            return QPointF(point.x * m_picture.size().width(), point.y * m_picture.size().height());
        return m_picture.pixelOf(point);
    }
    void line(const std::vector<glm::dvec3>& points, bool closed)
    {
        QPolygonF polygon;
        for (const glm::dvec3& point : points) {
            if (const auto at = pixel(point))
                polygon << *at;
        }
        if (closed && !polygon.isEmpty())
            polygon << QPointF(polygon.first());
        if (polygon.isEmpty())
            return;
        m_outline.lines.push_back(polygon);
        m_outline.filled = closed;
    }
    void ellipse(const glm::dvec3& a, const glm::dvec3& b)
    {
        const glm::dvec3 middle = (a + b) * 0.5;
        const glm::dvec3 half = (b - a) * 0.5;
        const bool screen = m_placed.onScreen();
        std::vector<glm::dvec3> points;
        for (int i = 0; i < EllipseCorners; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / EllipseCorners;
            const double across = std::cos(angle) * half.x;
            const double along = std::sin(angle) * (screen ? half.y : half.z);
            points.push_back(middle +
                             (screen ? glm::dvec3(across, along, 0.0) : glm::dvec3(across, 0.0, along)));
        }
        line(points, true);
    }
    void box(const glm::dvec3& point, double radius)
    {
        if (const auto at = pixel(point))
            m_outline.boxes.push_back(boxRound(*at, std::max(radius * m_scale, 8.0)));
    }
    void text(const glm::dvec3& point, const QString& words)
    {
        const auto at = pixel(point);
        if (!at)
            return;
        // About as wide as letters are: a hand is not more exact than that.
        const double height = std::max(render::BoardTextPixels * m_scale, 12.0);
        const double width = 0.6 * height * static_cast<double>(std::max<qsizetype>(1, words.size()));
        m_outline.boxes.emplace_back(at->x(), at->y() - height * 0.6, width, height * 1.2);
    }
    DrawingOutline take() { return std::move(m_outline); }

private:
    const BoardPicture& m_picture;
    const model::PlacedDrawing& m_placed;
    double m_scale; ///< of words and discs
    DrawingOutline m_outline;
};

} // namespace

QRectF DrawingOutline::bounds() const
{
    QRectF all;
    for (const QPolygonF& line : lines) {
        // One that is level or upright has no area, which united() would leave out.
        all |= line.boundingRect().adjusted(-0.5, -0.5, 0.5, 0.5);
    }
    for (const QRectF& box : boxes)
        all |= box;
    return all;
}

DrawingOutline outlineOf(const BoardScene& scene, const model::Drawing& drawing)
{
    const auto placed = model::resolveAnyTime(drawing, scene.cast, scene.state);
    if (!placed)
        return {};
    Tracer trace(scene, *placed);
    const std::vector<glm::dvec3>& points = placed->points;
    switch (drawing.kind) {
    case model::DrawingKind::Pen:
    case model::DrawingKind::Arrow:
    case model::DrawingKind::Line:
    case model::DrawingKind::Link:
    case model::DrawingKind::Distance:
        trace.line(points, false);
        break;
    case model::DrawingKind::Polygon:
        trace.line(points, true);
        break;
    case model::DrawingKind::Ellipse:
        trace.ellipse(points[0], points[1]);
        break;
    case model::DrawingKind::Text:
        trace.text(points[0], drawing.text);
        break;
    case model::DrawingKind::Number:
        trace.box(points[0], render::BoardNumberRadius);
        break;
    case model::DrawingKind::Spotlight:
        trace.box(points[0], FigureRadius);
        break;
    case model::DrawingKind::MovedActor:
        trace.box(points[0], FigureRadius);
        trace.line({placed->places[0], points[0]}, false);
        break;
    case model::DrawingKind::Unknown:
        break;
    }
    return trace.take();
}

double distanceTo(const DrawingOutline& outline, QPointF pixel)
{
    double nearest = 1e30;
    for (const QPolygonF& line : outline.lines) {
        for (qsizetype i = 0; i < line.size(); ++i)
            nearest =
                std::min(nearest, distanceToStretch(line[std::max<qsizetype>(0, i - 1)], line[i], pixel));
    }
    for (const QRectF& box : outline.boxes) {
        const double x = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
        const double y = std::max({box.top() - pixel.y(), pixel.y() - box.bottom(), 0.0});
        nearest = std::min(nearest, std::hypot(x, y));
    }
    return nearest;
}

const model::Drawing* drawingAt(const BoardScene& scene, QPointF pixel, double slack)
{
    const model::Drawing* best = nullptr;
    const model::Drawing* round = nullptr;
    double nearest = slack;
    for (const model::Drawing& drawing : scene.drawings) {
        if (model::opacityAt(drawing, scene.state.time) <= 0.0)
            continue;
        const DrawingOutline outline = outlineOf(scene, drawing);
        const double distance = distanceTo(outline, pixel);
        if (distance <= nearest) { // the later one lies above
            nearest = distance;
            best = &drawing;
        }
        if (outline.filled && outline.lines.front().containsPoint(pixel, Qt::OddEvenFill))
            round = &drawing;
    }
    return best != nullptr ? best : round;
}

} // namespace ghostline::app
