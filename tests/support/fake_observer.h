// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a fake replay offers an observer: the first actor of each team is a player, the others may be busy.
#include "model/base/string_table.h"
#include "tests/support/fake_replay.h"

#include <span>

namespace ghostline::test {

/// Figures of a player, in closed form.
std::int64_t fakeMoney(int actor, model::FrameNumber frame);
/// Charging in the second quarter of every 400 frames, then ready; seconds that are left, 0 = none.
int fakePower(model::FrameNumber frame);
double fakePowerLeft(const FakeReplayOptions& options, model::FrameNumber frame);
/// What somebody makes; empty `what` = nothing. Nobody does before frame 50.
struct FakeWork
{
    QString what;
    double progress = 0.0;
    int waiting = 0;
};
FakeWork fakeWork(const FakeReplayOptions& options, int actor, model::FrameNumber frame);

void addObserver(const FakeReplayOptions& options, model::ReplayInfo& info, model::StringTable& strings);
void fillObserved(const FakeReplayOptions& options, const model::ReplayInfo& info, int actor,
                  model::FrameNumber frame, std::span<model::PropertyValue> properties);
/// "Votes", nested, "Hands", which found nothing, and "Wide", nested, with more than fits a dock.
std::shared_ptr<const std::vector<model::AnalysisTable>> fakeTables(const FakeReplayOptions& options);

} // namespace ghostline::test
