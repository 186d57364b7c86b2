// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which moments of a recording are worth showing, and why.
//
// Moments. Every event of a kind that declares something (EventWorth) is a moment at its time, one that is a
// band where most happens during it: at the heaviest moment of the densest `cluster` seconds that begin in
// it, at the middle of its length where nothing else is worth anything meanwhile. It has a worth, a bonus for
// rarity, may be a kill, and may swing the balance between the sides by its worth. Bonuses that no event
// earns by itself: the first kill (firstCombat); the first event of technology, if it is early (techRush);
// the last kill before an event that ends the match, if it is close (matchEndingKill); a comeback: a side
// that was behind by `comebackLead` of all strength (see Lead) is ahead by as much for the first time. Where
// a format has events of comebacks, it tells itself.
//
// Windows. One begins every `step` frames and lasts `window` seconds, begin included, end excluded; where
// `step` frames are longer than a sixth of a window it is fewer, and where there would be more than
// MostWindows, more; no moment is between two. One that begins within `opening` counts only with
// `openingKills` kills in it, provided that the format has kinds that kill. The parts of its score:
//   engagement  sum of worth, as a share of the most that any window has
//   momentum    how much the lead changes from its begin to its end: by Lead where there is one, as the
//               greatest change of any side's share of all strength; else the greatest that any side gains by
//               events over the mean of the others. As a share of the most that any window has.
//   anomaly     standard deviations of its number of moments of worth above the mean of all windows: from
//               `anomalyFrom` on, divided by `anomalyMost` and at most 1; 0 below
//   rarity      sum of bonuses, at most 1
// The score is the sum of all four by their weights. So scores compare moments of one recording, not of two.
// A window with nothing but steps of technology scores nothing: they are worth a bonus where something goes
// on, and are nothing to look at.
//
// The moment of a window is the densest stretch of `cluster` seconds in it by worth and bonus, the earliest
// of equals; its peak is the heaviest moment there. A highlight shows that stretch and HighlightLeadIn before
// and after it, and is told by the rarest event there, of equals the heaviest; those that go on meanwhile (a
// fight) count, too.
//
// Choice. What scores less than `least` is no highlight. Best first, the earlier of equals; what lies within
// `apart` of a better one's stretch is left out, and so is what the same event tells of: a long fight is
// shown once. Of the rest the `top` are picked one by one, each time the one with the best score times
// `variety` to the power of how many of its kind are picked already, and listed best first. Its kind is that
// of the event that tells of it.
#include "model/highlights/highlight_weights.h"
#include "model/highlights/lead.h"

#include <array>
#include <stop_token>
#include <vector>

namespace ghostline::model {

inline constexpr std::size_t MostWindows = 200'000;
inline constexpr Micros HighlightLeadIn{3'000'000};

struct ScorePart
{
    double raw = 0.0;      ///< in the part's own unit
    double z = 0.0;        ///< standard deviations of `raw` above the mean of all windows
    double value = 0.0;    ///< 0 to 1
    double weighted = 0.0; ///< what it adds to the score
};

/// In the order in which they are shown.
enum class ScorePartOf { Engagement, Momentum, Anomaly, Rarity };
inline constexpr std::size_t ScoreParts = 4;
/// "engagement" ...
GHOSTLINE_MODEL_EXPORT QString scorePartId(ScorePartOf part);

/// Why a highlight has a bonus: the kind's id, or "superweapon", "base_destroyed", "army_wipe", "comeback",
/// "match_ending_kill", "tech_rush", "first_combat".
struct RarityBonus
{
    QString what;
    double bonus = 0.0;
    int event = -1; ///< index into EventTable::events, -1 = none
};

struct Highlight
{
    Micros from{};     ///< what is shown: HighlightLeadIn before the densest stretch ...
    Micros peak{};     ///< time of the heaviest event
    Micros to{};       ///< ... to HighlightLeadIn after it; both within the recording
    Micros peakFrom{}; ///< the densest stretch
    Micros peakTo{};
    Micros windowFrom{}; ///< what was scored
    Micros windowTo{};
    FrameNumber frame = 0; ///< at `peak`
    double score = 0.0;
    std::array<ScorePart, ScoreParts> parts{}; ///< by ScorePartOf
    std::vector<RarityBonus> bonuses{};        ///< greatest first
    QString kind{};                            ///< EventKind::id of `peakEvent`, or "comeback"
    std::vector<int> events{};                 ///< of the window: indices into EventTable::events, ascending
    int peakEvent = -1;                        ///< the one that gives the title
    Sentence title{};
    bool placed = false; ///< `place` and `spread` say where
    glm::dvec3 place{0.0};
    double spread = 0.0;           ///< metres around it in which the densest stretch lies
    std::vector<ActorId> actors{}; ///< who takes part in the densest stretch, who does most first

    const ScorePart& part(ScorePartOf which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// Of a complete index, best first. InvalidArgument as HighlightWeights::check(); Cancelled. May be none: see
/// why_none.h. Thread-safe.
GHOSTLINE_MODEL_EXPORT Result<std::vector<Highlight>> findHighlights(const ReplayIndex& index,
                                                                     const HighlightWeights& weights,
                                                                     const Lead& lead = {},
                                                                     std::stop_token stop = {});

/// The same with the lead read first.
GHOSTLINE_MODEL_EXPORT Result<std::vector<Highlight>> highlightsOf(const ReplaySource& source,
                                                                   const HighlightWeights& weights,
                                                                   const Progress& progress = {},
                                                                   std::stop_token stop = {});

} // namespace ghostline::model
