// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/board/board.h"

#include "model/base/numbers.h"

#include <algorithm>

namespace ghostline::model {

namespace {

struct Needs
{
    std::size_t points = 0;
    std::size_t actors = 0;
};

Needs needsOf(const Drawing& drawing)
{
    const std::size_t pinned = drawing.pin == DrawingPin::Actor ? 1 : 0;
    switch (drawing.kind) {
    case DrawingKind::Pen:
    case DrawingKind::Text:
    case DrawingKind::Number:
        return {1, pinned};
    case DrawingKind::Arrow:
    case DrawingKind::Line:
    case DrawingKind::Ellipse:
        return {2, pinned};
    case DrawingKind::Polygon:
        return {3, pinned};
    case DrawingKind::Spotlight:
        return {0, 1};
    case DrawingKind::Link:
        return {0, 2};
    case DrawingKind::Distance:
        return drawing.points.empty() ? Needs{0, 2} : Needs{2, pinned};
    case DrawingKind::MovedActor:
        return {1, 1};
    case DrawingKind::Unknown:
        break;
    }
    return {};
}

/// Row of somebody who is there to be seen, -1 = not there.
std::ptrdiff_t rowOf(ActorId id, const WorldState& state)
{
    const std::ptrdiff_t row = id == ActorId::None ? -1 : state.row(id);
    if (row < 0)
        return -1;
    const auto at = static_cast<std::size_t>(row);
    return (state.flags[at] & Hidden) != 0 || !finite(state.positions[at]) ? -1 : row;
}

} // namespace

bool standsOnActors(const Drawing& drawing)
{
    return drawing.kind == DrawingKind::Spotlight || drawing.kind == DrawingKind::Link ||
           (drawing.kind == DrawingKind::Distance && drawing.points.empty());
}

std::size_t mostPointsShown(DrawingKind kind)
{
    switch (kind) {
    case DrawingKind::Pen:
        return 5'000;
    case DrawingKind::Arrow:
    case DrawingKind::Line:
    case DrawingKind::Polygon:
        return 512;
    default:
        return 2; // none of them needs more
    }
}

bool isComplete(const Drawing& drawing)
{
    const Needs needs = needsOf(drawing);
    const bool nowhere = drawing.kind == DrawingKind::MovedActor && drawing.pin == DrawingPin::Screen;
    return drawing.kind != DrawingKind::Unknown && !nowhere && drawing.points.size() >= needs.points &&
           drawing.actors.size() >= needs.actors &&
           std::ranges::all_of(drawing.points, [](const glm::dvec3& point) { return finite(point); });
}

double opacityAt(const Drawing& drawing, Micros time)
{
    if (time < drawing.from || time > drawing.to)
        return 0.0;
    const double length = static_cast<double>((drawing.to - drawing.from).count());
    const double fade = std::min(static_cast<double>(drawing.fade.count()), length * 0.5);
    if (fade <= 0.0)
        return 1.0;
    const double since = static_cast<double>((time - drawing.from).count());
    const double left = static_cast<double>((drawing.to - time).count());
    return std::clamp(std::min(since, left) / fade, 0.0, 1.0);
}

void showWholly(Drawing& drawing, Micros from, Micros to)
{
    drawing.from = from - drawing.fade;
    drawing.to = std::max(from, to) + drawing.fade;
}

ActorId meantActor(const DrawnActor& drawn, std::span<const ActorInfo> cast, const WorldState& state)
{
    if (index(drawn.id) < cast.size() && (drawn.name.isEmpty() || cast[index(drawn.id)].name == drawn.name))
        return drawn.id;
    if (drawn.name.isEmpty())
        return ActorId::None;
    ActorId meant = ActorId::None;
    for (const ActorInfo& actor : cast) {
        if (actor.name != drawn.name || rowOf(actor.id, state) < 0)
            continue;
        if (meant != ActorId::None)
            return ActorId::None; // nobody can say which of the two
        meant = actor.id;
    }
    return meant;
}

std::optional<PlacedDrawing> resolveAnyTime(const Drawing& drawing, std::span<const ActorInfo> cast,
                                            const WorldState& state)
{
    if (!isComplete(drawing))
        return std::nullopt;
    PlacedDrawing placed;
    placed.drawing = &drawing;
    // A shape that is pinned to the ground may name actors without standing on them.
    const std::size_t actors = needsOf(drawing).actors;
    for (std::size_t i = 0; i < actors; ++i) {
        const ActorId id = meantActor(drawing.actors[i], cast, state);
        const std::ptrdiff_t row = rowOf(id, state);
        if (row < 0)
            return std::nullopt;
        placed.actors.push_back(id);
        placed.places.push_back(state.positions[static_cast<std::size_t>(row)]);
    }
    if (standsOnActors(drawing)) {
        placed.points = placed.places;
    } else {
        const auto shown = std::min(drawing.points.size(), mostPointsShown(drawing.kind));
        placed.points.assign(drawing.points.begin(),
                             drawing.points.begin() + static_cast<std::ptrdiff_t>(shown));
        if (drawing.pin == DrawingPin::Actor) {
            for (glm::dvec3& point : placed.points)
                point += placed.places.front();
        }
        if (!std::ranges::all_of(placed.points, [](const glm::dvec3& point) { return finite(point); }))
            return std::nullopt;
    }
    if (drawing.kind == DrawingKind::Distance && !placed.onScreen())
        placed.metres = glm::length(placed.points[1] - placed.points[0]);
    return placed;
}

std::optional<PlacedDrawing> resolve(const Drawing& drawing, std::span<const ActorInfo> cast,
                                     const WorldState& state)
{
    const double opacity = opacityAt(drawing, state.time);
    if (opacity <= 0.0)
        return std::nullopt;
    std::optional<PlacedDrawing> placed = resolveAnyTime(drawing, cast, state);
    if (placed)
        placed->opacity = opacity;
    return placed;
}

} // namespace ghostline::model
