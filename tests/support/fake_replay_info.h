// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a fake replay says of itself: cast, properties, events.
#include "tests/support/fake_replay.h"

namespace ghostline::test {

model::FrameRange fakeLife(const FakeReplayOptions& options, int actor);
std::shared_ptr<const model::ReplayInfo> fakeInfo(const FakeReplayOptions& options);
/// Those before frame `frames`.
std::shared_ptr<const model::EventTable> fakeEvents(const FakeReplayOptions& options,
                                                    model::FrameNumber frames);

} // namespace ghostline::test
