// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Section by section: where one run loses time against another.
#include "model/compare/alignment.h"
#include "model/compare/run_track.h"

#include <optional>
#include <vector>

namespace ghostline::model {

/// One checkpoint as B reached it, or the finish (id "finish"). What has no honest value is absent.
struct Split
{
    QString id;
    QString from;                      ///< where the section began: a checkpoint's id or "start"
    bool finish = false;               ///< a checkpoint may be called "finish" as well
    std::optional<FrameNumber> frameA; ///< where each passed it, in its own frames
    std::optional<FrameNumber> frameB;
    std::optional<Micros> timeA; ///< since the run's start; Alignment::Tick: since the first frame
    std::optional<Micros> timeB;
    std::optional<Micros> sectionA; ///< from taking the one before to taking this one, failed attempts too
    std::optional<Micros> sectionB;
    std::optional<Micros> delta;        ///< only where both had taken the same checkpoints before
    std::optional<Micros> sectionDelta; ///< only where both came from the same checkpoint
    std::optional<double> speedA;       ///< m/s when passing it
    std::optional<double> speedB;
};

struct Splits
{
    std::vector<Split> rows;          ///< in the order of B
    std::optional<Micros> finalDelta; ///< only if both arrived with the same checkpoints
    Micros accuracy{};                ///< of the times in a row: one frame of the coarser run
};

GHOSTLINE_MODEL_EXPORT Splits splitsOf(const RunTrack& a, const RunTrack& b, Alignment alignment);

/// Best time of each section over several runs, by "from" and id, and their sum where the first run
/// arrived. The sum is theoretical: nobody ran it.
struct SectionBest
{
    QString from;
    QString id;
    bool finish = false;
    Micros best{};
    int run = 0; ///< which of the runs
};
struct BestSections
{
    std::vector<SectionBest> rows; ///< in the order of the first run
    std::optional<Micros> sum;
};
GHOSTLINE_MODEL_EXPORT BestSections bestSections(const std::vector<const RunTrack*>& runs);

} // namespace ghostline::model
