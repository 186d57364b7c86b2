// SPDX-License-Identifier: GPL-3.0-or-later
// Triangles are filled pixel by pixel, the highest one wins; water is laid over what lies below it.
#include "render/scenery/ground_picture.h"

#include "render/base/ground_plane.h"
#include "render/base/light.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::render {

namespace {

constexpr int MostPixels = 1024;                 // of the longer side
constexpr double SmallestPixel = 0.25;           // metres
constexpr double FarthestGround = 1e7;           // metres: what lies beyond is damage
constexpr float WaterShare = 0.6F;               // of the water's colour over the ground
constexpr std::int64_t MostPictureSide = 16'384; // of a map's own picture

QRgb pixelOf(const glm::vec3& colour)
{
    const glm::vec3 c = glm::clamp(colour, 0.0F, 1.0F) * 255.0F + 0.5F;
    return qRgb(static_cast<int>(c.x), static_cast<int>(c.y), static_cast<int>(c.z));
}

glm::vec3 colourOf(QRgb colour) { return glm::vec3(qRed(colour), qGreen(colour), qBlue(colour)) / 255.0F; }

GroundPicture ownPicture(const model::ScenePicture& picture, Ground ground)
{
    GroundPicture out;
    out.image = QImage(picture.width, picture.height, QImage::Format_RGB32);
    if (out.image.isNull())
        return out;
    const model::SceneColour* pixel = picture.pixels.data();
    for (int y = 0; y < picture.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(out.image.scanLine(y));
        for (int x = 0; x < picture.width; ++x)
            line[x] = pixelOf(adaptedColour(*pixel++, ground));
    }
    out.ground = QRectF(QPointF(picture.low.x, picture.low.y), QPointF(picture.high.x, picture.high.y));
    return out;
}

/// With as many pixels as it says, and a piece of ground to cover.
bool complete(const model::ScenePicture& picture)
{
    const glm::dvec2 size = picture.high - picture.low;
    return picture.width > 0 && picture.height > 0 && picture.width <= MostPictureSide &&
           picture.height <= MostPictureSide && size.x > 0.0 && size.y > 0.0 &&
           std::isfinite(size.x + size.y) &&
           picture.pixels.size() ==
               static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
}

bool isGround(model::SceneRole role)
{
    return role == model::SceneRole::Terrain || role == model::SceneRole::Prop;
}

bool inReach(const glm::dvec3& place)
{
    return std::abs(place.x) < FarthestGround && std::abs(place.y) < FarthestGround &&
           std::abs(place.z) < FarthestGround;
}

/// A corner of a triangle: x and z in pixels, y in metres.
struct Corner
{
    glm::dvec3 at{0.0};
    glm::vec3 colour{0.0F};
};

class Raster
{
public:
    Raster(const model::Bounds& bounds, const Theme& theme) : m_theme(theme), m_low(bounds.min)
    {
        const glm::dvec2 size = glm::max(fromAbove(bounds.max - bounds.min), glm::dvec2(SmallestPixel));
        m_pixel = std::max(std::max(size.x, size.y) / MostPixels, SmallestPixel);
        m_image = QImage(static_cast<int>(std::ceil(size.x / m_pixel)),
                         static_cast<int>(std::ceil(size.y / m_pixel)), QImage::Format_ARGB32_Premultiplied);
        m_image.fill(Qt::transparent);
        m_heights.assign(static_cast<std::size_t>(m_image.width()) *
                             static_cast<std::size_t>(m_image.height()),
                         -std::numeric_limits<float>::infinity());
    }

    void add(const model::SceneMesh& mesh)
    {
        const bool water = mesh.role == model::SceneRole::Water;
        const bool own = mesh.colours.size() == mesh.vertices.size();
        const QColor role = m_theme.scene(mesh.role);
        const glm::vec3 plain(role.redF(), role.greenF(), role.blueF());
        mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            std::array<Corner, 3> corners;
            const std::array indices{a, b, c};
            std::array<glm::dvec3, 3> places{};
            for (std::size_t i = 0; i < 3; ++i) {
                places[i] = mesh.origin + glm::dvec3(mesh.vertices[indices[i]]);
                if (!inReach(places[i]))
                    return;
                corners[i].at = {(places[i].x - m_low.x) / m_pixel, places[i].y,
                                 (places[i].z - m_low.z) / m_pixel};
                corners[i].colour = own ? adaptedColour(mesh.colours[indices[i]], m_theme.ground) : plain;
            }
            const glm::dvec3 across = glm::cross(places[1] - places[0], places[2] - places[0]);
            const double length = glm::length(across);
            if (!(length > 0.0))
                return;
            // Seen from above it faces up, whichever way it is wound.
            const glm::vec3 normal(across / (across.y < 0.0 ? -length : length));
            fill(corners, water ? glm::vec3(1.0F) : lightOn(m_theme.ground).at(normal), water);
        });
    }

    GroundPicture take()
    {
        const QRectF ground(m_low.x, m_low.z, m_image.width() * m_pixel, m_image.height() * m_pixel);
        return {std::move(m_image), ground};
    }

private:
    void fill(const std::array<Corner, 3>& corners, const glm::vec3& light, bool water)
    {
        const auto& [a, b, c] = corners;
        const double area = (b.at.x - a.at.x) * (c.at.z - a.at.z) - (c.at.x - a.at.x) * (b.at.z - a.at.z);
        if (area == 0.0)
            return;
        const auto first = [](double low, int most) {
            return static_cast<int>(std::clamp(std::floor(low), 0.0, static_cast<double>(most)));
        };
        const auto [left, right] = std::minmax({a.at.x, b.at.x, c.at.x});
        const auto [top, bottom] = std::minmax({a.at.z, b.at.z, c.at.z});
        const int endX = first(right + 1.0, m_image.width());
        const int endY = first(bottom + 1.0, m_image.height());
        constexpr double Seam = -1e-6; // neighbours both have the pixels on their edge
        for (int y = first(top, m_image.height()); y < endY; ++y) {
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            for (int x = first(left, m_image.width()); x < endX; ++x) {
                const double px = x + 0.5, pz = y + 0.5;
                const double u =
                    ((px - a.at.x) * (c.at.z - a.at.z) - (c.at.x - a.at.x) * (pz - a.at.z)) / area;
                const double v =
                    ((b.at.x - a.at.x) * (pz - a.at.z) - (px - a.at.x) * (b.at.z - a.at.z)) / area;
                if (u < Seam || v < Seam || u + v > 1.0 - Seam)
                    continue;
                const auto height =
                    static_cast<float>(a.at.y + u * (b.at.y - a.at.y) + v * (c.at.y - a.at.y));
                float& highest =
                    m_heights[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_image.width()) +
                              static_cast<std::size_t>(x)];
                if (height < highest)
                    continue;
                const glm::vec3 colour = light * (a.colour + static_cast<float>(u) * (b.colour - a.colour) +
                                                  static_cast<float>(v) * (c.colour - a.colour));
                const bool over = water && qAlpha(line[x]) != 0;
                line[x] = pixelOf(over ? glm::mix(colourOf(line[x]), colour, WaterShare) : colour);
                highest = height;
            }
        }
    }

    const Theme& m_theme;
    glm::dvec3 m_low;
    double m_pixel = 1.0; ///< metres
    QImage m_image;
    std::vector<float> m_heights; ///< of what is in each pixel
};

} // namespace

GroundPicture groundPicture(const model::SceneDescription& scene, const Theme& theme)
{
    if (complete(scene.picture))
        return ownPicture(scene.picture, theme.ground);
    model::Bounds bounds;
    for (const model::SceneMesh& mesh : scene.meshes) {
        for (const glm::vec3& vertex : mesh.vertices) {
            const glm::dvec3 place = mesh.origin + glm::dvec3(vertex);
            if (mesh.role == model::SceneRole::Terrain && inReach(place))
                bounds.include(place);
        }
    }
    if (!bounds.valid)
        return {};
    Raster raster(bounds, theme);
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (isGround(mesh.role))
            raster.add(mesh);
    }
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (mesh.role == model::SceneRole::Water)
            raster.add(mesh);
    }
    return raster.take();
}

} // namespace ghostline::render
