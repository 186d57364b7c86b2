// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What somebody did in a part of a recording: way and speeds, company, zones, statistics, events, places.
// Any format with poses has these; who has no body (the players of strategy games) has the declared figures.
//
// Every figure is a sum over steps from one frame to the next; a step belongs to the frame it leads to, so
// parts that follow each other add up. Nothing is measured where nothing was recorded: across lost frames and
// gaps longer than ReplayInfo::maxGap, where a place is merely the last one known, or while hidden.
#include "model/base/export.h"
#include "model/base/numbers.h"
#include "model/metrics/metrics.h"

namespace ghostline::model {

struct ProfileRequest
{
    ActorId actor = ActorId::None;
    std::vector<FrameRange> parts; ///< in any order; what overlaps counts once
};

struct ProfileOptions
{
    std::vector<Zone> zones;
};

/// A step in which the speed is known.
struct SpeedStep
{
    float speed = 0.0F; ///< world units a second
    float distance = 0.0F;
    std::int32_t micros = 0; ///< how long it lasted: whole numbers, so that sums of many stay exact
    bool apart = false;      ///< does not go on from the step before: a jump, a gap, another part
};

/// For how long somebody was at a place. One who stays is one entry.
struct PlaceTime
{
    float x = 0.0F; ///< world space
    float z = 0.0F;
    float seconds = 0.0F;
};

struct ZoneTime
{
    double seconds = 0.0; ///< an edge is crossed where the straight way between two frames crosses it
    int entries = 0;      ///< being inside at the first sight counts, too
};

/// Of a kind of event.
struct EventTally
{
    int done = 0;  ///< named first in it: whose it is
    int named = 0; ///< named in it, but not first
};

/// A declared figure of the actor. NoValue where it never has it.
struct FigureSpan
{
    MetricInfo metric;
    double least = NoValue;
    double mean = NoValue; ///< over time
    double most = NoValue;
    double end = NoValue; ///< the last one known
};

struct PlayerProfile
{
    ActorId actor = ActorId::None;
    std::vector<FrameRange> parts; ///< ascending, apart from each other, within the recording
    FrameNumber frames = 0;        ///< of the recording when it was read: it may have grown since
    double length = 0.0;           ///< seconds that the parts last

    double present = NoValue;  ///< seconds for which it was there and not hidden; NoValue = never
    double measured = NoValue; ///< of these, seconds in which its way was recorded, without jumps
    double distance = NoValue; ///< covered; NoValue = no way was recorded
    double possession = 0.0;   ///< seconds for which it had the disc or ball

    // Mean distances over time; NoValue where there was nobody.
    double toTeamMates = NoValue; ///< to each of them
    double toOpponents = NoValue; ///< to each of them
    double toNearestOpponent = NoValue;
    double toNearest = NoValue; ///< whoever moves by itself
    double toFocus = NoValue;   ///< what the play is about: disc, ball

    std::vector<SpeedStep> steps; ///< in order
    std::vector<PlaceTime> places;
    std::vector<ZoneTime> zones; ///< by ProfileOptions::zones
    /// By Scoreboard::statistics: what a counter gained, for a gauge what it showed last.
    std::vector<double> statistics;
    std::vector<EventTally> events; ///< by EventTable::kinds
    /// Properties of the actor, without those that are statistics, indices or angles.
    std::vector<FigureSpan> figures;
};

/// Of all that are asked for, in one walk past the caches. InvalidArgument: somebody who is not in the cast,
/// a part without frames, a zone without an area.
GHOSTLINE_MODEL_EXPORT Result<std::vector<PlayerProfile>>
readProfiles(const ReplaySource& source, std::span<const ProfileRequest> requests,
             const ProfileOptions& options, const Progress& progress, std::stop_token stop);

/// Of one actor in one part.
GHOSTLINE_MODEL_EXPORT Result<PlayerProfile> profileOf(const ReplaySource& source, ActorId actor,
                                                       FrameRange frames, const ProfileOptions& options,
                                                       const Progress& progress, std::stop_token stop);

} // namespace ghostline::model
