// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What of a drawing is seen at an instant, and where it stands then. Any thread.
#include "model/base/export.h"
#include "model/board/drawing.h"
#include "model/world/world_state.h"

#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

/// More than a hand draws: a file with a drawing that has more is not read.
inline constexpr std::size_t MostDrawingPoints = 20'000;
/// Of those, so many are shown, the first ones: lines that cross themselves a thousand times take long to
/// paint. What is kept in a file stays whole.
GHOSTLINE_MODEL_EXPORT std::size_t mostPointsShown(DrawingKind kind);
inline constexpr std::size_t MostDrawings = 10'000;
inline constexpr std::size_t MostDrawnActors = 16;
inline constexpr double WidestLine = 200.0; ///< Drawing::width

/// Whether it has what its kind needs: enough points and actors, finite, and a pin that its kind can have.
GHOSTLINE_MODEL_EXPORT bool isComplete(const Drawing& drawing);

/// Of the kinds that stand where their actors do, and nowhere else: nothing moves it.
GHOSTLINE_MODEL_EXPORT bool standsOnActors(const Drawing& drawing);

/// 0 = not seen .. 1. Both ends of the range count as within, so that a range of one instant is seen; where
/// the range is shorter than both fades, each has half of it.
GHOSTLINE_MODEL_EXPORT double opacityAt(const Drawing& drawing, Micros time);
/// Gives it the range in which it is wholly seen from `from` to `to`: the fades lie outside of them.
GHOSTLINE_MODEL_EXPORT void showWholly(Drawing& drawing, Micros from, Micros to);

/// Who is meant in this cast: the id, where its name is still the one that was drawn (or none was noted).
/// Else whoever has that name: where several do, the one that is in the state; None where two are, or nobody.
GHOSTLINE_MODEL_EXPORT ActorId meantActor(const DrawnActor& drawn, std::span<const ActorInfo> cast,
                                          const WorldState& state);

/// A drawing as it stands at one instant.
struct PlacedDrawing
{
    const Drawing* drawing = nullptr;
    double opacity = 1.0; ///< above 0
    /// World space, metres; of DrawingPin::Screen shares of the picture, as in the drawing. A Link and a
    /// Distance between actors have the places of both, a Spotlight that of its actor.
    std::vector<glm::dvec3> points{};
    std::vector<ActorId> actors{};    ///< who is meant, in the drawing's order
    std::vector<glm::dvec3> places{}; ///< of those, world space
    double metres = 0.0;              ///< of a Distance that is not pinned to the screen, in all three axes

    bool onScreen() const { return drawing->pin == DrawingPin::Screen && !points.empty() && places.empty(); }
};

/// Where it stands; nothing where it is not seen then, is not complete, or one of its actors is not there.
GHOSTLINE_MODEL_EXPORT std::optional<PlacedDrawing>
resolve(const Drawing& drawing, std::span<const ActorInfo> cast, const WorldState& state);
/// As if it were within its range: what is being drawn or is selected is seen at any time.
GHOSTLINE_MODEL_EXPORT std::optional<PlacedDrawing>
resolveAnyTime(const Drawing& drawing, std::span<const ActorInfo> cast, const WorldState& state);

} // namespace ghostline::model
