// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who came near whom: when, how near, how fast relative to each other. With a stricter distance: contacts.
#include "model/analysis/findings.h"
#include "model/base/numbers.h"

namespace ghostline::model {

struct EncounterOptions
{
    FindingKind kind = FindingKind::Proximity;
    double radius = 5.0;  ///< metres between the actors' places; together from this on ...
    double release = 5.0; ///< ... until farther apart than this, so that a jitter at the limit is one
    Micros minLength{0};
    ActorFilter actors;
    bool acrossTeams = false;        ///< only pairs of different teams
    ActorId one = ActorId::None;     ///< only pairs with this actor
    bool recordedOnly = false;       ///< poses put together between records do not count
    std::size_t mostFound = 10'000;  ///< earliest first
    std::size_t mostAtOnce = 20'000; ///< pairs that are followed at the same time
};
/// A contact is not made of estimates: only recorded poses count. Where one of the two is a vehicle it is
/// that their boxes touch, TouchGap apart at most, whatever `radius` says: their middles never come near.
GHOSTLINE_MODEL_EXPORT EncounterOptions contactOptions();

/// `frames` are those in which both were known to be that near. `place` is the midpoint at the closest
/// moment, `provenance` the worse of the two poses then.
struct Encounter : Stretch
{
    ActorId a = ActorId::None;
    ActorId b = ActorId::None; ///< greater than a
    double distance = 0.0;     ///< the least
    FrameNumber closestFrame = 0;
    Micros closest{};
    double relativeSpeed = 0.0; ///< m/s at the closest; NaN = unknown
    // Of the boxes that the cast declares, over the whole encounter; NaN = none or unknown.
    double gap = NoValue;              ///< metres, the least between the boxes; 0 = they overlapped
    double timeToCollision = NoValue;  ///< seconds, the least; of pairs with a vehicle
    double postEncroachment = NoValue; ///< seconds from one leaving a place to the other taking it, the least
};

struct Encounters
{
    std::vector<Encounter> found; ///< by first frame, then by actors
    FrameNumber frames = 0;       ///< looked at
    bool capped = false;          ///< there were more
    WhyNone whyNone = WhyNone::Unknown;
};

/// Metres between boxes that touch: recorded boxes fit vehicles about as well as this.
inline constexpr double TouchGap = 0.1;
/// A collision that would take longer than this to come is none.
inline constexpr double LongestTimeToCollision = 30.0;

/// No encounter begins or goes on while one of the two is absent, hidden, jumps, or is only held at the last
/// known place.
GHOSTLINE_MODEL_EXPORT Result<Encounters> findEncounters(const ReplaySource& source,
                                                         const EncounterOptions& options,
                                                         const Progress& progress, std::stop_token stop);

/// The same as events, for lists, lanes and plots.
GHOSTLINE_MODEL_EXPORT Findings findingsOf(const Encounters& encounters, const ReplayInfo& info,
                                           const EncounterOptions& options);

/// Encounters as they are read, nearest first: by the gap between the boxes, then by the distance of the
/// middles, then by time.
GHOSTLINE_MODEL_EXPORT std::vector<const Event*> nearestFirst(const Findings& encounters);

} // namespace ghostline::model
