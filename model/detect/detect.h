// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One walk through a recording for all detectors.
#include "model/detect/detectors.h"

namespace ghostline::model {

/// How one detector is asked.
struct DetectorChoice
{
    bool on = true;
    double threshold = 0.0;
    std::vector<double> parameters; ///< as of DetectorInfo
};

struct DetectOptions
{
    std::vector<DetectorChoice> choices; ///< one for each of detectors()
    ActorFilter actors{.playersOnly = true, .movingKindsOnly = true};
};
/// Everything at its standard; who is experimental is off.
GHOSTLINE_MODEL_EXPORT DetectOptions standardDetectOptions();

/// Why a detector had nothing to look at in a recording; bits of DetectorNeeds that are missing.
struct NotAsked
{
    std::size_t detector = 0;
    std::uint8_t missing = 0;
};
/// For people.
GHOSTLINE_MODEL_EXPORT Sentence missingText(std::uint8_t missing);

struct Detected
{
    /// By first frame, then detector, then actor. Those below the threshold are there, too, down to the least
    /// that it can be set to: what else would be told by a lower one is then known without another walk.
    std::vector<Alarm> alarms;
    std::vector<NotAsked> notAsked;
    FrameNumber frames = 0; ///< looked at
    bool capped = false;    ///< there were more than MostAlarms
};
inline constexpr std::size_t MostAlarms = 20'000;

/// Whether it is one by the threshold that was asked for.
GHOSTLINE_MODEL_EXPORT bool isAlarm(const Alarm& alarm, const DetectOptions& options);

/// InvalidArgument when a choice does not fit its detector. Cancelled when stopped.
GHOSTLINE_MODEL_EXPORT Result<Detected> detect(const ReplaySource& source, const DetectOptions& options,
                                               const Progress& progress, std::stop_token stop);

/// Of those that are alarms.
GHOSTLINE_MODEL_EXPORT Findings findingsOf(const Detected& detected, const DetectOptions& options,
                                           const ReplayInfo& info);

} // namespace ghostline::model
