// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces become one path a role in each square of the ground; what is out of view costs nothing.
#include "render/flat/map_ground.h"

#include "render/actors/segments.h"
#include "render/scenery/scenery_tiles.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ghostline::render {

namespace {

/// Of a team's hue in what is not its goal: actors in the same hue must stand out from it.
constexpr double TeamTint = 0.22;

constexpr double SquareSide = 100.0; // metres
constexpr double MostSquares = 1e6;
constexpr double Oversize = 1.5; // the background reaches so much beyond the map

QColor sceneColour(const ViewContent& content, model::SceneRole role, int team)
{
    const auto& teams = content.index->info->teams;
    // Opaque: a map has nothing behind its ground.
    const QColor own = content.theme.scene(role);
    const QColor plain = blend(content.theme.scene(model::SceneRole::Ground), own, double{own.alphaF()});
    if (teamHue(teams, team) < 0)
        return plain;
    const QColor hue = teamColor(content.theme, teams, team);
    return role == model::SceneRole::Goal ? hue : blend(plain, hue, TeamTint);
}

/// What the picture of the ground shows already.
bool inPicture(model::SceneRole role)
{
    return role == model::SceneRole::Terrain || role == model::SceneRole::Water ||
           role == model::SceneRole::Prop;
}

void paintGrid(QPainter& p, const MapFrame& map)
{
    const double scale = map.projection.scale();
    const QPointF centre = map.projection.centre();
    const double spacing = gridSpacing(map.projection.size().height() / scale);
    const QRectF ground = map.projection.groundRect(Oversize);
    const auto line = [&](double low, double high, auto draw) {
        for (double at = std::ceil(low / spacing) * spacing; at <= high; at += spacing) {
            const bool major = std::abs(std::remainder(at, spacing * 5.0)) < spacing * 0.1;
            QColor c = map.theme().line;
            c.setAlphaF(major ? 1.0F : 0.5F);
            p.setPen(QPen(c, 0.0));
            draw(at);
        }
    };
    const double w = ground.width() * 0.5 * scale, h = ground.height() * 0.5 * scale;
    line(ground.left(), ground.right(), [&](double x) {
        const double s = std::round((x - centre.x()) * scale);
        p.drawLine(QPointF(s, -h), QPointF(s, h));
    });
    line(ground.top(), ground.bottom(), [&](double z) {
        const double s = std::round((z - centre.y()) * scale);
        p.drawLine(QPointF(-w, s), QPointF(w, s));
    });
}

} // namespace

/// One path a role in each square of the ground: filling a few paths is quicker than thousands of polygons,
/// and those out of view cost nothing.
void MapGround::addSurfaces(const model::SceneMesh& mesh, const QColor& colour)
{
    std::map<std::pair<int, int>, QPainterPath> squares;
    const glm::dvec3 shift = mesh.origin - m_pathOrigin;
    const auto at = [&](std::uint32_t i) {
        const glm::vec3& v = mesh.vertices[i];
        return QPointF(static_cast<double>(v.x) + shift.x, static_cast<double>(v.z) + shift.z);
    };
    const auto square = [](double v) {
        return static_cast<int>(std::fmax(-MostSquares, std::fmin(std::floor(v / SquareSide), MostSquares)));
    };
    mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        QPainterPath& path = squares[{square(at(a).y()), square(at(a).x())}];
        path.moveTo(at(a));
        path.lineTo(at(b));
        path.lineTo(at(c));
        path.closeSubpath();
    });
    for (auto& [place, path] : squares) {
        path.setFillRule(Qt::WindingFill);
        const QRectF bounds = path.controlPointRect();
        m_pieces.push_back({path, colour, false, sceneryDetail(mesh.role), bounds});
    }
}

void MapGround::rebuild(const ViewContent& content)
{
    m_pieces.clear();
    m_picture = groundPicture(*content.scene, content.theme);
    m_pathOrigin = content.scene->bounds.valid ? content.scene->bounds.min : glm::dvec3(0.0);
    std::vector<const model::SceneMesh*> meshes;
    meshes.reserve(content.scene->meshes.size());
    for (const model::SceneMesh& mesh : content.scene->meshes) {
        if (mesh.role != model::SceneRole::Glow && (m_picture.image.isNull() || !inPicture(mesh.role)))
            meshes.push_back(&mesh);
    }
    std::stable_sort(meshes.begin(), meshes.end(),
                     [](const auto* a, const auto* b) { return a->role < b->role; });
    for (const model::SceneMesh* mesh : meshes)
        addSurfaces(*mesh, sceneColour(content, mesh->role, mesh->team));
    for (const model::SceneLines& lines : content.scene->lines) {
        Piece piece{{}, sceneColour(content, lines.role, lines.team), true};
        const glm::dvec3 shift = lines.origin - m_pathOrigin;
        for (std::size_t i = 0; i < lines.starts.size(); ++i) {
            bool begins = true;
            for (const glm::vec3& point : lines.line(i)) {
                const QPointF at(static_cast<double>(point.x) + shift.x,
                                 static_cast<double>(point.z) + shift.z);
                std::exchange(begins, false) ? piece.path.moveTo(at) : piece.path.lineTo(at);
            }
        }
        piece.bounds = piece.path.controlPointRect();
        m_pieces.push_back(std::move(piece));
    }
    invalidate();
}

void MapGround::setContent(const ViewContent& content, ViewChanges changes)
{
    if (changes & ViewPart::Theme)
        m_cells.setTheme(content.theme);
    // What is not shown covers no recorded cells.
    if (changes & (ViewPart::Scene | ViewPart::Options))
        m_cells.setLayers(GridSet::Scene, content.surroundings());
    if (changes & (ViewPart::Theme | ViewPart::Scene))
        rebuild(content);
    if (changes & ViewPart::Options)
        invalidate();
    if ((changes & ViewPart::Grids) && m_cells.setLayers(GridSet::State, content.state->grids))
        invalidate();
}

void MapGround::paint(QPainter& painter, const MapFrame& map, double ratio)
{
    const MapProjection& projection = map.projection;
    render(map, ratio);
    const QPointF drift = projection.turn(projection.centre() - m_backgroundCentre) * projection.scale();
    const QSizeF size = m_background.deviceIndependentSize();
    painter.drawPixmap(QPointF(std::round((projection.size().width() - size.width()) * 0.5 - drift.x()),
                               std::round((projection.size().height() - size.height()) * 0.5 - drift.y())),
                       m_background);
}

/// Larger than the widget, so that panning and following seldom repaint it.
void MapGround::render(const MapFrame& map, double ratio)
{
    const MapProjection& projection = map.projection;
    const double scale = projection.scale();
    const QPointF centre = projection.centre();
    const QSize size = projection.size().toSize() * Oversize;
    const QPointF drift = projection.turn(centre - m_backgroundCentre) * scale;
    const bool fits = !m_background.isNull() && m_backgroundScale == scale &&
                      m_backgroundTurns == projection.turns() &&
                      m_background.deviceIndependentSize().toSize() == size &&
                      std::abs(drift.x()) < projection.size().width() * 0.24 &&
                      std::abs(drift.y()) < projection.size().height() * 0.24;
    if (fits)
        return;
    m_background = QPixmap(size * ratio);
    m_background.setDevicePixelRatio(ratio);
    m_background.fill(map.theme().scene(model::SceneRole::Ground));
    m_backgroundCentre = centre;
    m_backgroundScale = scale;
    m_backgroundTurns = projection.turns();
    QPainter p(&m_background);
    p.translate(size.width() * 0.5, size.height() * 0.5);
    p.rotate(90.0 * projection.turns());
    const bool pictured = map.options().scene && !m_picture.image.isNull();
    if (pictured)
        paintPicture(p, map);
    else if (map.options().grid && !map.compact)
        paintGrid(p, map);
    const QRectF ground = projection.groundRect(Oversize); // as far as the background reaches
    if (map.options().scene)
        m_cells.paint(p, GridSet::Scene, ground, scale, centre);
    m_cells.paint(p, GridSet::State, ground, scale, centre);
    if (map.options().scene)
        paintPieces(p, map, size);
}

void MapGround::paintPicture(QPainter& p, const MapFrame& map) const
{
    const QPointF centre = map.projection.centre();
    p.save();
    p.setRenderHint(QPainter::SmoothPixmapTransform);
    p.scale(map.projection.scale(), map.projection.scale());
    p.translate(-centre);
    p.drawImage(m_picture.ground, m_picture.image);
    p.restore();
}

void MapGround::paintPieces(QPainter& p, const MapFrame& map, QSize size) const
{
    const double scale = map.projection.scale();
    p.scale(scale, scale);
    p.translate(m_pathOrigin.x - map.projection.centre().x(), m_pathOrigin.z - map.projection.centre().y());
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF shown = p.worldTransform().inverted().mapRect(QRectF(QPointF(0.0, 0.0), size));
    for (const Piece& piece : m_pieces) {
        // Rectangles of no width or height, such as a line's along an axis, intersect nothing by QRectF's
        // rule.
        const bool visible = shown.intersects(piece.bounds.adjusted(-1.0, -1.0, 1.0, 1.0));
        if (!visible || !detailVisible(piece.detail, scale))
            continue;
        // A hairline of the same colour closes the seams that antialiasing leaves between triangles.
        p.setPen(QPen(piece.colour, 0.0));
        p.setBrush(piece.line ? QBrush(Qt::NoBrush) : QBrush(piece.colour));
        p.drawPath(piece.path);
    }
}

} // namespace ghostline::render
