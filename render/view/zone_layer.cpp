// SPDX-License-Identifier: GPL-3.0-or-later
// Zones stay as they are until somebody marks others, so nothing is kept of them but what is drawn.
#include "render/view/zone_layer.h"

#include "render/actors/segments.h"
#include "render/base/selection.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr float LinePixels = 1.5F;
constexpr float ChosenPixels = 3.0F;
constexpr double Lift = 0.08; // metres above the ground
constexpr std::size_t CircleCorners = 64;
constexpr std::size_t MostUprights = 16;    // of a zone
constexpr std::size_t MostCorners = 20'000; // of all zones together

std::vector<glm::dvec2> circle(const model::Zone& zone)
{
    std::vector<glm::dvec2> corners;
    corners.reserve(CircleCorners);
    for (std::size_t i = 0; i < CircleCorners; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / CircleCorners;
        corners.push_back(zone.centre + zone.radius * glm::dvec2(std::cos(angle), std::sin(angle)));
    }
    return corners;
}

/// Of so many corners one is drawn.
std::size_t strideFor(const std::vector<model::Zone>& zones)
{
    std::size_t corners = 0;
    for (const model::Zone& zone : zones)
        corners += zone.corners.size();
    return corners / MostCorners + 1;
}

/// Height of the lower outline, or the only one.
double lowest(const model::Zone& zone, const ZoneGround& ground, const glm::dvec2& place)
{
    const double lift = ground.level().field != nullptr ? HillLift : Lift;
    return std::isfinite(zone.bottom) ? ground.shown(zone.bottom, place)
                                      : std::min(ground.at(place) + lift, ground.shown(zone.top, place));
}

/// With places between them, so that lines from one to the next go over hill and dale.
std::vector<glm::dvec2> closer(const std::vector<glm::dvec2>& corners, const ZoneGround& ground)
{
    constexpr std::size_t Enough = 500; // corners: those of hand-drawn outlines are close already
    const GroundLevel level = ground.level();
    if (level.field == nullptr || corners.size() > Enough)
        return corners;
    std::vector<glm::dvec2> out;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec2& from = corners[i];
        const glm::dvec2& to = corners[(i + 1) % corners.size()];
        const int pieces = level.pieces(from, to);
        for (int k = 0; k < pieces; ++k)
            out.push_back(glm::mix(from, to, static_cast<double>(k) / pieces));
    }
    return out;
}

/// The same outline at the lowest and, where there is one, at the greatest height.
struct Outline
{
    std::vector<glm::vec3> low;
    std::vector<glm::vec3> high;
};

Outline outlineOf(const model::Zone& zone, const ZoneGround& ground, std::size_t stride)
{
    const std::vector<glm::dvec2> corners = closer(zone.circle() ? circle(zone) : zone.corners, ground);
    // A polygon keeps three corners, however many there are of the others.
    const std::size_t step = std::min(stride, std::max<std::size_t>(corners.size() / 3, 1));
    Outline outline;
    for (std::size_t i = 0; i < corners.size(); i += step) {
        const glm::dvec3 low(corners[i].x, lowest(zone, ground, corners[i]), corners[i].y);
        outline.low.emplace_back(low - ground.origin);
        if (std::isfinite(zone.top))
            outline.high.emplace_back(glm::dvec3(low.x, ground.shown(zone.top, corners[i]), low.z) -
                                      ground.origin);
    }
    return outline;
}

void append(std::vector<Instance>& out, const Outline& outline, float pixels, const glm::vec4& colour)
{
    appendLoop(out, outline.low, pixels, colour);
    appendLoop(out, outline.high, pixels, colour);
    const std::size_t corners = outline.high.size();
    const std::size_t step = (corners + MostUprights - 1) / MostUprights;
    for (std::size_t i = 0; i < corners; i += step)
        appendLine(out, outline.low[i], outline.high[i], pixels, colour);
}

} // namespace

std::vector<Instance> zoneLines(const ViewContent& content, const ZoneGround& ground)
{
    const std::vector<model::Zone>& zones = *content.zones;
    const Theme& theme = content.theme;
    std::vector<Instance> lines;
    const std::size_t stride = strideFor(zones);
    for (std::size_t i = 0; i < zones.size(); ++i) {
        if (!content.zoneShown(i))
            continue;
        const bool chosen = content.zoneChosen(i);
        const float pixels = chosen ? ChosenPixels : LinePixels;
        const Outline outline = outlineOf(zones[i], ground, stride);
        append(lines, outline, casedPixels(pixels), chosen ? toVec4(SelectionRim) : casingOf(theme));
        append(lines, outline, pixels, toVec4(chosen ? SelectionLine : theme.text));
    }
    return lines;
}

glm::dvec3 zoneAnchor(const model::Zone& zone, const ZoneGround& ground)
{
    const glm::dvec2 middle = zone.middle();
    return {middle.x, lowest(zone, ground, middle), middle.y};
}

void ZoneLayer::change(const ViewContent& content, ViewChanges changes)
{
    const bool shown = content.options.zones;
    m_dirty =
        m_dirty || (changes & (ViewPart::Theme | ViewPart::Scene | ViewPart::Zones)) || shown != m_shown;
    m_surfaceDirty = m_surfaceDirty || (changes & ViewPart::Scene); // zones lie on its ground
    m_shown = shown;
}

void ZoneLayer::refresh(SceneGraph& graph, const FrameView& frame)
{
    const model::SceneDescription& scene = *frame.content.scene;
    const std::vector<model::Zone>& zones = *frame.content.zones;
    if (m_surfaceDirty && !zones.empty()) {
        m_surface = GroundSurface(scene);
        m_surfaceDirty = false;
    }
    const ZoneGround ground{frame.origin, scene.groundHeight, &m_surface, model::liftingGround(scene)};
    graph.setZones(zoneLines(frame.content, ground));
    m_labels.clear();
    for (std::size_t i = 0; i < zones.size(); ++i) {
        if (frame.content.zoneShown(i))
            m_labels.push_back({zones[i].name, zoneAnchor(zones[i], ground), {}, 3});
    }
    m_dirty = false;
}

} // namespace ghostline::render
