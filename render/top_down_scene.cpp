// SPDX-License-Identifier: GPL-3.0-or-later
// The map's ground: scenery is painted once into a picture and replayed from there.
#include "render/scenery_tiles.h"
#include "render/segments.h"
#include "render/top_down_private.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::render {

namespace {

/// Of a team's hue in what is not its goal: actors in the same hue must stand out from it.
constexpr float TeamTint = 0.22F;

constexpr double SquareSide = 100.0; // metres
constexpr double MostSquares = 1e6;

QColor mixed(const QColor& a, const QColor& b, float share)
{
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * share,
                            a.greenF() + (b.greenF() - a.greenF()) * share,
                            a.blueF() + (b.blueF() - a.blueF()) * share);
}

} // namespace

QColor TopDownWidget::Private::sceneColour(model::SceneRole role, int team) const
{
    const auto& teams = index->info->teams;
    // Opaque: a map has nothing behind its ground.
    const QColor own = theme.scene(role);
    const QColor plain = mixed(theme.scene(model::SceneRole::Ground), own, own.alphaF());
    if (team < 0 || static_cast<std::size_t>(team) >= teams.size())
        return plain;
    const QColor hue = theme.hue(teams[static_cast<std::size_t>(team)].hue);
    return role == model::SceneRole::Goal ? hue : mixed(plain, hue, TeamTint);
}

/// One path a role in each square of the ground: filling a few paths is quicker than thousands of polygons,
/// and those out of view cost nothing.
void TopDownWidget::Private::addSurfaces(const model::SceneMesh& mesh, const QColor& colour)
{
    std::map<std::pair<int, int>, QPainterPath> squares;
    const glm::dvec3 shift = mesh.origin - pathOrigin;
    const auto at = [&](std::uint32_t i) {
        const glm::vec3& v = mesh.vertices[i];
        return QPointF(static_cast<double>(v.x) + shift.x, static_cast<double>(v.z) + shift.z);
    };
    const auto square = [](double v) {
        return static_cast<int>(std::fmax(-MostSquares, std::fmin(std::floor(v / SquareSide), MostSquares)));
    };
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
        if (std::max({a, b, c}) >= mesh.vertices.size())
            continue;
        QPainterPath& path = squares[{square(at(a).y()), square(at(a).x())}];
        path.moveTo(at(a));
        path.lineTo(at(b));
        path.lineTo(at(c));
        path.closeSubpath();
    }
    for (auto& [place, path] : squares) {
        path.setFillRule(Qt::WindingFill);
        const QRectF bounds = path.controlPointRect();
        pieces.push_back({path, colour, false, sceneryDetail(mesh.role), bounds});
    }
}

void TopDownWidget::Private::buildPaths()
{
    pieces.clear();
    pathOrigin = scene.bounds.valid ? scene.bounds.min : glm::dvec3(0.0);
    std::vector<const model::SceneMesh*> meshes;
    meshes.reserve(scene.meshes.size());
    for (const model::SceneMesh& mesh : scene.meshes)
        meshes.push_back(&mesh);
    std::stable_sort(meshes.begin(), meshes.end(),
                     [](const auto* a, const auto* b) { return a->role < b->role; });
    for (const model::SceneMesh* mesh : meshes)
        addSurfaces(*mesh, sceneColour(mesh->role, mesh->team));
    for (const model::SceneLines& lines : scene.lines) {
        Piece piece{{}, sceneColour(lines.role, lines.team), true};
        const glm::dvec3 shift = lines.origin - pathOrigin;
        for (std::size_t s = 0; s < lines.starts.size(); ++s) {
            const std::size_t end = s + 1 < lines.starts.size()
                                        ? std::min<std::size_t>(lines.starts[s + 1], lines.points.size())
                                        : lines.points.size();
            for (std::size_t i = lines.starts[s]; i < end; ++i) {
                const QPointF at(static_cast<double>(lines.points[i].x) + shift.x,
                                 static_cast<double>(lines.points[i].z) + shift.z);
                i == lines.starts[s] ? piece.path.moveTo(at) : piece.path.lineTo(at);
            }
        }
        piece.bounds = piece.path.controlPointRect();
        pieces.push_back(std::move(piece));
    }
    background = QPixmap();
}

/// Larger than the widget, so that panning and following seldom repaint it.
void TopDownWidget::Private::paintScene()
{
    const double ratio = owner->devicePixelRatioF();
    const QSize size = owner->size() * 1.5;
    const QPointF drift = turn(centre - backgroundCentre) * scale;
    const bool fits = !background.isNull() && backgroundScale == scale &&
                      background.deviceIndependentSize().toSize() == size &&
                      std::abs(drift.x()) < owner->width() * 0.24 &&
                      std::abs(drift.y()) < owner->height() * 0.24;
    if (fits)
        return;
    background = QPixmap(size * ratio);
    background.setDevicePixelRatio(ratio);
    background.fill(theme.scene(model::SceneRole::Ground));
    backgroundCentre = centre;
    backgroundScale = scale;
    QPainter p(&background);
    p.translate(size.width() * 0.5, size.height() * 0.5);
    p.rotate(90.0 * turned);
    if (options.grid && !compact)
        paintGrid(p);
    if (options.scene)
        paintCells(p, GridSet::Scene);
    paintCells(p, GridSet::State);
    if (!options.scene)
        return;
    p.scale(scale, scale);
    p.translate(pathOrigin.x - centre.x(), pathOrigin.z - centre.y());
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF shown = p.worldTransform().inverted().mapRect(QRectF(QPointF(0.0, 0.0), size));
    for (const Piece& piece : pieces) {
        // Rectangles of no width or height, such as a line's along an axis, intersect nothing by QRectF's
        // rule.
        const bool visible = shown.intersects(piece.bounds.adjusted(-1.0, -1.0, 1.0, 1.0));
        if (!visible || !detailSeen(piece.detail, scale))
            continue;
        // A hairline of the same colour closes the seams that antialiasing leaves between triangles.
        p.setPen(QPen(piece.colour, 0.0));
        p.setBrush(piece.line ? QBrush(Qt::NoBrush) : QBrush(piece.colour));
        p.drawPath(piece.path);
    }
}

/// As far as the background reaches.
void TopDownWidget::Private::paintCells(QPainter& p, GridSet set)
{
    QSizeF half = QSizeF(owner->size()) * 0.75 / scale;
    if (turned != 0)
        half.transpose();
    const QRectF shown(centre.x() - half.width(), centre.y() - half.height(), 2.0 * half.width(),
                       2.0 * half.height());
    cells.paint(p, set, shown, scale, centre);
}

void TopDownWidget::Private::paintGrid(QPainter& p) const
{
    const double spacing = gridSpacing(owner->height() / scale);
    QSizeF half = QSizeF(owner->size()) * 0.75 / scale;
    if (turned != 0)
        half.transpose();
    const auto line = [&](double low, double high, auto draw) {
        for (double at = std::ceil(low / spacing) * spacing; at <= high; at += spacing) {
            const bool major = std::abs(std::remainder(at, spacing * 5.0)) < spacing * 0.1;
            QColor c = theme.line;
            c.setAlphaF(major ? 1.0F : 0.5F);
            p.setPen(QPen(c, 0.0));
            draw(at);
        }
    };
    const double w = half.width() * scale, h = half.height() * scale;
    line(centre.x() - half.width(), centre.x() + half.width(), [&](double x) {
        const double s = std::round((x - centre.x()) * scale);
        p.drawLine(QPointF(s, -h), QPointF(s, h));
    });
    line(centre.y() - half.height(), centre.y() + half.height(), [&](double z) {
        const double s = std::round((z - centre.y()) * scale);
        p.drawLine(QPointF(-w, s), QPointF(w, s));
    });
}

} // namespace ghostline::render
