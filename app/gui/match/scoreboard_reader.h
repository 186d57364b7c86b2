// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a scoreboard says beyond the figures of one state: how far a run has come, and how the match has ended
// once it has.
#include "app/gui/match/scoreboard_content.h"
#include "model/compare/run_goals.h"
#include "model/replay/replay_index.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace ghostline::app {

/// Keeps what it found in the events from call to call.
class ScoreboardReader
{
public:
    /// `chosen`: whose run is told where there are several, None = the runner's.
    ScoreboardContent read(const model::ReplayIndex& index, const model::WorldState& state,
                           model::ActorId chosen = model::ActorId::None);

private:
    void take(const model::ReplayIndex& index);
    void takeResults(const model::ReplayIndex& index);
    void addRun(ScoreboardContent& content, const model::WorldState& state, model::ActorId chosen) const;

    std::shared_ptr<const model::ReplayInfo> m_info;
    std::shared_ptr<const model::EventTable> m_events;
    bool m_whole = false; ///< nothing will be added to it
    model::RunGoals m_goals;
    std::optional<model::FrameNumber> m_ended;        ///< from which frame on the result is no secret
    std::vector<ScoreboardContent::Result> m_results; ///< by team
};

} // namespace ghostline::app
