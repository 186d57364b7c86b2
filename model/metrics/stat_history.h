// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The history of every statistic of the scoreboard, which gives its value per round and per match at any
// frame.
#include "model/base/export.h"
#include "model/replay/replay_source.h"

#include <memory>
#include <span>
#include <vector>

namespace ghostline::model {

/// What a statistic counts: as recorded at that frame, since the round began, or over the whole recording.
enum class StatSpan { Recorded, Round, Match };

/// First frames of the rounds, ascending: the events of Scoreboard::roundStartKind. Empty when the match is
/// not in rounds.
GHOSTLINE_MODEL_EXPORT std::vector<FrameNumber> roundStarts(const ReplayIndex& index);
/// The frames of each of them; one that begins in the same frame as the next has none.
GHOSTLINE_MODEL_EXPORT std::vector<FrameRange> roundFrames(const ReplayIndex& index);

/// What a counter gained that goes from `last` to `value`. A fall to nothing, or by more than half, is a new
/// count; a smaller one is a correction by the game.
double counterGain(double last, double value);

/// Immutable once read; thread-safe. Holds only the frames at which a statistic changed.
class GHOSTLINE_MODEL_EXPORT StatHistory
{
public:
    /// Walks every frame once, outside any cache. A replay without statistics gives an empty history.
    static Result<std::shared_ptr<const StatHistory>> read(const ReplaySource& source,
                                                           const Progress& progress, std::stop_token stop);

    /// Statistic of an actor, NaN where nothing was recorded up to that frame. A counter that starts over (at
    /// a
    /// new round, or from 0) goes on counting for Match.
    double actorValue(std::size_t statistic, ActorId actor, FrameNumber at, StatSpan span) const;
    /// Statistic of a team (Statistic::teams); NaN where the format has none.
    double teamValue(std::size_t statistic, std::size_t team, FrameNumber at, StatSpan span) const;
    /// Seconds for which a team had the disc, by Scoreboard::possession; 0 where the format does not tell.
    double possessionSeconds(std::size_t team, FrameNumber at, StatSpan span) const;
    /// First frames of the rounds, ascending; empty when the match is not in rounds.
    std::span<const FrameNumber> rounds() const { return m_rounds; }
    /// Number of the round at a frame, from 1; 0 before the first.
    int roundAt(FrameNumber at) const;

private:
    struct Change
    {
        FrameNumber frame = 0;
        double recorded = 0.0;
        double total = 0.0; ///< over the whole recording
    };
    struct Track
    {
        std::vector<Change> changes; ///< ascending frame
        void take(FrameNumber frame, double value, bool counter);
    };
    /// A change of possession: who has it from here on, and for how long each team had had it.
    struct Holding
    {
        FrameNumber frame = 0;
        int team = -1;
        std::vector<double> seconds;
    };
    void takePossession(FrameNumber frame, int team);
    double possessionTotal(std::size_t team, FrameNumber at) const;
    const Track* actorTrack(std::size_t statistic, ActorId actor) const;
    double valueOf(const Track* track, FrameNumber at, StatSpan span) const;

    std::vector<std::vector<Track>> m_actors; ///< by statistic, by actor
    std::vector<std::vector<Track>> m_teams;  ///< by statistic, by team
    std::vector<Holding> m_holdings;          ///< ascending frame
    std::size_t m_teamCount = 0;
    TimeAxis m_axis;
    std::vector<FrameNumber> m_rounds;
};

} // namespace ghostline::model
