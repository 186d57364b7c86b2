// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/roads/road_furniture.h"

#include "codecs/carla/roads/road_stations.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::SceneRole;

namespace {

// Metres. Many maps give a sign the height of its foot and no size.
constexpr double CrossingHeight = 0.03; // over the lines that a zebra crosses
constexpr double PoleWidth = 0.12;
constexpr double PlateDepth = 0.08;
constexpr double PlateSide = 0.6;
constexpr double LargestPlate = 12.0;
constexpr double LowestPlate = 1.5; // lower is where the pole stands, not where its plate hangs
constexpr double UsualPlate = 2.2;
constexpr int Corners = 8; // of what is round

/// A frame on the ground: a place, and a direction.
struct Place
{
    glm::dvec2 at{0.0};
    double heading = 0.0;
    double height = 0.0;

    glm::dvec2 point(double ahead, double left) const
    {
        return at + glm::dvec2(ahead * std::cos(heading) - left * std::sin(heading),
                               ahead * std::sin(heading) + left * std::cos(heading));
    }
    std::array<glm::dvec2, 4> box(double length, double width, double ahead = 0.0) const
    {
        const double l = length / 2.0;
        const double w = width / 2.0;
        return {point(ahead - l, -w), point(ahead + l, -w), point(ahead + l, w), point(ahead - l, w)};
    }
};

Place placeOf(const Road& road, double s, double t, double heading)
{
    const Station station = stationAt(road, s);
    const glm::dvec3 p = station.at(t, 0.0);
    return {.at = {p.x, -p.z}, .heading = station.pose.heading + heading, .height = p.y};
}

void addSign(const Place& place, const Furniture& sign, RoadSurfaces& surfaces)
{
    const auto size = [](double given) { return given > 0.0 ? std::min(given, LargestPlate) : PlateSide; };
    const double foot = place.height;
    const double low = foot + (sign.z < LowestPlate ? UsualPlate : std::min(sign.z, LargestPlate));
    const double high = low + size(sign.height);
    surfaces.addPrism(SceneRole::Wall, place.box(PoleWidth, PoleWidth), foot, high);
    // Before the pole, as seen by those for whom it is.
    surfaces.addPrism(SceneRole::Wall,
                      place.box(PlateDepth, size(sign.width), (PoleWidth + PlateDepth) / 2.0), low, high);
}

} // namespace

void addFurniture(const Road& road, const Furniture& piece, RoadSurfaces& surfaces)
{
    const Place place = placeOf(road, piece.s, piece.t, piece.heading);
    if (piece.kind != Furniture::Kind::Object) {
        addSign(place, piece, surfaces);
        return;
    }
    const double low = place.height + piece.z;
    if (piece.radius <= 0.0) {
        surfaces.addPrism(SceneRole::Wall, place.box(piece.length, piece.width), low, low + piece.height);
        return;
    }
    std::array<glm::dvec2, Corners> round;
    for (int i = 0; i < Corners; ++i) {
        const double angle = 2.0 * M_PI * i / Corners;
        round[static_cast<std::size_t>(i)] =
            place.point(piece.radius * std::cos(angle), piece.radius * std::sin(angle));
    }
    surfaces.addPrism(SceneRole::Wall, round, low, low + piece.height);
}

void addOutline(const Road& road, const Outline& outline, RoadSurfaces& surfaces)
{
    const Place place = placeOf(road, outline.s, outline.t, outline.heading);
    std::vector<glm::dvec2> corners;
    corners.reserve(outline.corners.size());
    for (const glm::dvec2& c : outline.corners)
        corners.push_back(outline.local ? place.point(c.x, c.y) : placeOf(road, c.x, c.y, 0.0).at);
    if (outline.height > 0.0) {
        const double low = place.height + outline.z;
        surfaces.addPrism(SceneRole::Wall, corners, low, low + outline.height);
        return;
    }
    // Drawn on the road whatever height its author gave it: a few centimetres under would hide it.
    surfaces.addArea(SceneRole::Crossing, corners, valueAt(road.elevation, outline.s) + CrossingHeight);
}

} // namespace ghostline::carla
