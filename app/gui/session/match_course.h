// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a match goes from its beginning to its end: score, who has the disc, what each side has to win with.
#include "model/highlights/lead.h"
#include "model/replay/replay_source.h"

#include <optional>
#include <vector>

namespace ghostline::app {

/// Somebody a number belongs to: a team, or teams that play together.
struct CourseSide
{
    int team = 0;       ///< whose colour it has
    bool joint = false; ///< named by Team::side
};

/// What the sides have from this time on, until the next one. NaN = nobody knows.
struct CourseStep
{
    model::Micros time{};
    std::vector<double> values; ///< by side
};

struct Possession
{
    model::Micros begin{};
    model::Micros end{};
    int team = 0;
};

/// Times ascend. What a format does not tell is empty.
struct MatchCourse
{
    std::vector<CourseStep> score;    ///< by team
    std::vector<CourseStep> strength; ///< by side, see strengthSides()
    std::vector<Possession> possession;
};

std::vector<CourseSide> scoreSides(const model::ReplayInfo& info);
std::vector<CourseSide> strengthSides(const model::ReplayInfo& info);

/// Index of the step that holds at a time; none before the first.
std::optional<std::size_t> stepAt(const std::vector<CourseStep>& steps, model::Micros time);

/// Whether any of it is declared.
bool hasCourse(const model::ReplayInfo& info);
/// Walks the whole recording, outside any cache; for a worker thread.
model::Result<MatchCourse> readMatchCourse(const model::ReplaySource& source, const std::stop_token& stop);

} // namespace ghostline::app
