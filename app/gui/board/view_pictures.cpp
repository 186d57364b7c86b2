// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/view_pictures.h"

#include "model/world/standing.h"
#include "render/camera/camera.h"
#include "render/cells/grid_ray.h"
#include "render/flat/top_down_widget.h"
#include "render/view/viewport.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double Farthest = 20'000.0; ///< metres: nobody draws on the horizon
constexpr int SurfaceSteps = 12;      ///< hills are followed so closely

std::optional<glm::dvec3> onLevel(const render::Ray& ray, double height)
{
    if (std::abs(ray.direction.y) < 1e-9)
        return std::nullopt;
    const double way = (height - ray.origin.y) / ray.direction.y;
    if (!(way > 0.0) || way > Farthest)
        return std::nullopt;
    return ray.origin + ray.direction * way;
}

/// Where a ray meets ground with hills, or a level above it: step by step along it, then between the last
/// two.
std::optional<glm::dvec3> onHills(const render::Ray& ray, const model::HeightField& hills, double above)
{
    constexpr int Halvings = 16;
    constexpr double Reach = 4'000.0; // metres: hills end before that
    const auto over = [&](double way) {
        const glm::dvec3 place = ray.origin + ray.direction * way;
        return place.y - hills.at({place.x, place.z}) - above;
    };
    if (over(0.0) <= 0.0)
        return std::nullopt;
    double before = 0.0;
    for (double way = 0.0; way < Reach;) {
        // As far as the height over the ground allows: hills are seldom steeper than a look at them.
        way += std::max(0.5 * std::max(hills.cell, 0.5), 0.2 * over(way));
        if (over(way) > 0.0) {
            before = way;
            continue;
        }
        double behind = way;
        for (int i = 0; i < Halvings; ++i) {
            const double middle = 0.5 * (before + behind);
            (over(middle) > 0.0 ? before : behind) = middle;
        }
        return ray.origin + ray.direction * behind;
    }
    return std::nullopt;
}

/// Where a ray meets the surface: from the plane that lies under it step by step nearer.
std::optional<glm::dvec3> onSurface(const render::Ray& ray, const render::GroundSurface& surface,
                                    double height)
{
    if (surface.field() != nullptr)
        return onHills(ray, *surface.field(), 0.0);
    std::optional<glm::dvec3> place = onLevel(ray, height);
    for (int i = 0; i < SurfaceSteps && place; ++i) {
        const auto there = surface.heightAt({place->x, place->z});
        if (!there || std::abs(*there - place->y) < 0.01)
            break;
        const auto next = onLevel(ray, *there);
        if (!next)
            break;
        place = next;
    }
    return place;
}

} // namespace

const render::GroundSurface& BoardGround::of(const std::shared_ptr<const model::SceneDescription>& scene)
{
    if (scene != m_scene) {
        m_scene = scene;
        m_surface = scene ? render::GroundSurface(*scene) : render::GroundSurface();
    }
    return m_surface;
}

// ---- the 3D view ----

QSizeF ViewportPicture::size() const { return m_view.size(); }

std::optional<glm::dvec3> ViewportPicture::levelAt(QPointF pixel, double height) const
{
    const render::Ray ray = render::rayThrough(m_view.camera().pose(), pixel, size());
    const model::SceneDescription& scene = *m_view.content().scene;
    const model::HeightField* hills = model::liftingGround(scene);
    auto place = hills != nullptr ? onHills(ray, *hills, height) : onLevel(ray, height);
    if (place && hills != nullptr)
        place->y = height;
    return place;
}

std::optional<glm::dvec3> ViewportPicture::groundAt(QPointF pixel) const
{
    const render::Ray ray = render::rayThrough(m_view.camera().pose(), pixel, size());
    const render::ViewContent& content = m_view.content();
    auto place = onSurface(ray, m_ground.of(content.scene.pointer()), content.scene->groundHeight);
    // Blocks hide the ground behind them: one draws on what one sees.
    const glm::dvec3 end = place ? *place : ray.origin + ray.direction * Farthest;
    const double share = render::freeShare(content.surroundings(), content.state->grids, ray.origin, end);
    if (share < 1.0)
        place = ray.origin + (end - ray.origin) * share;
    if (place)
        place = model::recorded(*content.scene, *place);
    return place;
}

std::optional<QPointF> ViewportPicture::pixelOf(const glm::dvec3& place) const
{
    return render::project(m_view.camera().pose(), m_view.shownPlace(place), size());
}

model::ActorId ViewportPicture::actorAt(QPointF pixel) const { return m_view.pick(pixel); }

// ---- the flat map ----

QSizeF MapPicture::size() const { return m_map.size(); }

std::optional<glm::dvec3> MapPicture::groundAt(QPointF pixel) const { return m_map.groundAt(pixel); }

std::optional<glm::dvec3> MapPicture::levelAt(QPointF pixel, double height) const
{
    const glm::dvec3 ground = m_map.groundAt(pixel);
    return glm::dvec3(ground.x, height, ground.z);
}

std::optional<QPointF> MapPicture::pixelOf(const glm::dvec3& place) const { return m_map.pixelOf(place); }

model::ActorId MapPicture::actorAt(QPointF pixel) const { return m_map.pick(pixel); }

} // namespace ghostline::app
