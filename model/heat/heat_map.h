// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads heat maps: where actors were, stopped, looked, where things happened, a metric by place.
#include "model/heat/heat_grid.h"
#include "model/replay/replay_source.h"
#include "model/world/scene_description.h"

#include <optional>
#include <vector>

namespace ghostline::model {

enum class HeatWhat {
    Positions, ///< seconds that actors were there
    Stops,     ///< seconds that they were slower there than HeatOptions::stopSpeed
    Attention, ///< seconds that recorded cameras looked there
    Events,    ///< how many of a kind, or the sum of a number that they bear
    Metric     ///< a metric where its actor is
};

/// What a metric gives for a cell.
enum class HeatSum {
    Mean,     ///< over the time spent there
    Integral, ///< value times seconds
    Growth    ///< by how much it rose there: of what counts up (resources collected, value traded)
};

/// Where an event lies.
enum class HeatPlace {
    Recorded, ///< its own place; that of its first actor where it has none
    First,    ///< where its first actor is at that frame
    Last      ///< where its last actor is: the other side (who did it, whom it met)
};

struct HeatOptions
{
    HeatWhat what = HeatWhat::Positions;
    QString id{};        ///< EventKind::id or MetricInfo::id
    QString weightKey{}; ///< Events: a number in Event::data; empty = each counts one
    HeatSum sum = HeatSum::Mean;
    HeatPlace place = HeatPlace::Recorded;
    double stopSpeed = 0.5; ///< units of length a second
    /// Empty = whoever moves by itself and is no background. Of cameras and events: their owner or whoever
    /// took part; with HeatPlace::First and Last only that one.
    std::vector<ActorId> actors{};
    std::vector<int> teams{};         ///< indices into ReplayInfo::teams; empty = all
    std::vector<FrameRange> frames{}; ///< empty = all; those that overlap count once
    double cell = 0.0;                ///< metres; 0 = by the extent
    double smooth = 0.0;              ///< metres: the Gaussian's standard deviation
    double ground = 0.0;              ///< height that cameras look at, SceneDescription::groundHeight
    /// Where the grid lies; absent = around what is found. Its cell goes before `cell`.
    std::optional<HeatLayout> layout{};
    bool grows = false; ///< beyond the layout, by up to its own size on each side, where something is found
};

/// "positions", "stops", "attention", "event:KIND", "metric:ID". InvalidArgument for anything else.
GHOSTLINE_MODEL_EXPORT Result<void> setHeatWhat(HeatOptions& options, const QString& word);
GHOSTLINE_MODEL_EXPORT QString heatWord(const HeatOptions& options);

/// A layout over these surroundings; `cell` 0 = by their extent. Absent where they have no bounds. Cells grow
/// until there are no more than MostHeatCells.
GHOSTLINE_MODEL_EXPORT std::optional<HeatLayout> heatLayout(const Bounds& bounds, double cell);

/// The layout to ask for when nobody draws one: that of the surroundings where they are a stage that can be
/// shown whole, or where `several` recordings are to lie over one another; else absent, so that the grid lies
/// around what is found.
GHOSTLINE_MODEL_EXPORT std::optional<HeatLayout> preferredHeatLayout(const Bounds& surroundings, double cell,
                                                                     bool several);

/// Walks the frames once, outside any cache. A place counts until the actor's next frame, unless it jumped,
/// was hidden or dead, its place is merely the last one known, or the next frame is farther than
/// ReplayInfo::maxGap. Recorded cameras and properties stay what they were told last, unless nothing at all
/// was recorded. InvalidArgument where the recording has no such event, metric, actor or camera, or the
/// numbers make no sense.
GHOSTLINE_MODEL_EXPORT Result<HeatGrid> readHeatMap(const ReplaySource& source, const HeatOptions& options,
                                                    const Progress& progress, std::stop_token stop);

/// InvalidArgument where `other` is of another map than `first`: the two are not laid over one another.
GHOSTLINE_MODEL_EXPORT Result<void> sameHeatMap(const HeatGrid& first, const ReplayInfo& other);

} // namespace ghostline::model
