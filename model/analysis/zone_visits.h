// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who was in which zone, when and for how long.
#include "model/analysis/findings.h"
#include "model/world/zone.h"

namespace ghostline::model {

/// Inside at each of its frames; its place is that at the first of them, its provenance that of the worst
/// pose. Between two frames motion is taken as linear: a visit begins and ends where that crosses the edge.
struct ZoneVisit : Stretch
{
    std::size_t zone = 0; ///< index into the zones asked for
    ActorId actor = ActorId::None;
};

/// Of one actor, or of a team as a whole, in one zone.
struct ZoneTotal
{
    std::size_t zone = 0;
    ActorId actor = ActorId::None; ///< None = the team's
    int team = -1;                 ///< the actor's own (the first one seen of those that change)
    Micros inside{};               ///< of a team: the sum over its actors
    Micros there{}; ///< how long the actor was anywhere; of a team: the sum over all its actors
    int entries = 0;
    double share() const { return there > Micros{0} ? seconds(inside) / seconds(there) : 0.0; }
};

struct ZoneVisits
{
    std::vector<ZoneVisit> visits; ///< by begin
    std::vector<ZoneTotal>
        totals; ///< by zone; in it teams first, then actors; who was never there is left out
    FrameNumber frames = 0;
    bool capped = false; ///< visits are left out; the totals are whole
};

/// How much of the straight way between two places lies inside, 0 to 1. Told by its ends: a zone that it only
/// cuts through in between is not seen.
double insideShare(const Zone& zone, const glm::dvec3& from, const glm::dvec3& to);

inline constexpr std::size_t MostZoneVisits = 20'000;

GHOSTLINE_MODEL_EXPORT Result<ZoneVisits> findZoneVisits(const ReplaySource& source,
                                                         const std::vector<Zone>& zones,
                                                         const ActorFilter& actors, const Progress& progress,
                                                         std::stop_token stop);
GHOSTLINE_MODEL_EXPORT Findings findingsOf(const ZoneVisits& visits, const std::vector<Zone>& zones,
                                           const ReplayInfo& info);

} // namespace ghostline::model
