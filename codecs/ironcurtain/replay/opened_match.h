// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What open() finds out about a match and nothing changes afterwards: its file, its keyframes, its start.
#include "codecs/ironcurtain/replay/describe.h"
#include "codecs/ironcurtain/state/keyframe_store.h"

namespace ghostline::ironcurtain {

/// A keyframe of the viewer's index; `file` is its number in the file, -1 where only events tell something.
struct Step
{
    SimTick tick = 0;
    int file = -1;
};

/// Thread-safe once it is opened.
struct OpenedMatch
{
    explicit OpenedMatch(std::shared_ptr<const ReplayFile> replay);
    /// The rest of opening; fails only where the device does.
    model::Result<void> findStart(const std::stop_token& stop);

    /// The last state at or before a step that can be read; null when there is none. `readable`: by step, the
    /// last one up to it that can be; empty while that is not known. Fails only where the device does.
    model::Result<std::shared_ptr<const SimState>> stateAt(int step, const std::vector<int>& readable,
                                                           const std::stop_token& stop) const;
    /// The first state behind a step that can be read, if it is near enough to matter.
    model::Result<std::shared_ptr<const SimState>> stateAfter(int step, SimTick from,
                                                              const std::stop_token& stop) const;

    std::shared_ptr<const ReplayFile> file;
    std::shared_ptr<const KeyframeStore> store; ///< never null; restores nothing of an unknown layout
    std::unique_ptr<EventStore> events;
    SimTick lastTick = 0;
    int msPerTick = 67;
    SimTick maxGap = 300;
    std::vector<Step> steps;
    std::shared_ptr<const SimState> start; ///< the first state that can be read; null when there is none
    Players players;
    std::vector<model::Team> teams;

    // The steps of opening.
    void listSteps();
    void addBareSteps(SimTick end);
    model::Result<void> readStart(const std::stop_token& stop);
};

} // namespace ghostline::ironcurtain
