// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How players use control groups and how fast they answer an engagement, from events alone. Integers only,
// methods in docs/formats/iron-curtain.md, "Metrics".
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/analysis_event.h"

#include <map>
#include <memory>

namespace ghostline::ironcurtain {

/// Milliseconds of answers that were timed; percentiles by nearest rank.
struct Answers
{
    std::vector<std::int64_t> ms; ///< in the order of the stimuli
    std::optional<std::int64_t> median() const;
    std::optional<std::int64_t> p90() const;
};

/// An engagement that someone had units in, and how they answered it.
struct Stimulus
{
    SimTick tick = 0;
    std::optional<std::int64_t> actMs; ///< nothing: in control already, or missed
    std::optional<std::int64_t> lookMs;
    bool inControl = false; ///< had one of the units selected
    bool watching = false;  ///< looked there already
};

struct PlayerHands
{
    std::array<std::uint64_t, 3> actions{};       ///< by GroupAction
    std::map<std::uint8_t, std::uint64_t> groups; ///< uses by group number
    std::int64_t usesPerMinuteX1000 = 0;
    std::uint64_t stimuli = 0;
    Answers act;
    Answers look; ///< camera is sampled at 2 Hz: +- 0.5 s
    std::uint64_t inControl = 0;
    std::uint64_t missed = 0;
    std::uint64_t lookWatching = 0;
    std::uint64_t lookMissed = 0;
    std::vector<Stimulus> each; ///< in the order of the file, at most MaxStimuli
};

/// Fed with every event of a match in file order.
class HandsBuilder
{
public:
    explicit HandsBuilder(int msPerTick);
    ~HandsBuilder();
    void add(const AnalysisEvent& event);
    /// By player; those without any event that counts have no entry.
    std::map<PlayerId, PlayerHands> finish(SimTick totalTicks);
    /// The tick up to which events were taken: that of the first end of the match, else `totalTicks`.
    SimTick endTick(SimTick totalTicks) const;
    /// More was asked for than is followed (players, units, selections): the figures are too small.
    bool limited() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
