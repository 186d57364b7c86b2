// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How players use control groups and how fast they answer an engagement, from events alone. Integers only,
// methods in docs/formats/iron-curtain.md, "Metrics".
#include "codecs/ironcurtain/events/analysis_event.h"

#include <map>

namespace ghostline::ironcurtain {

/// Milliseconds of answers that were timed; percentiles by nearest rank.
struct Answers
{
    std::vector<std::int64_t> ms; ///< in the order of the stimuli
    std::optional<std::int64_t> median() const;
    std::optional<std::int64_t> p90() const;
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

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
