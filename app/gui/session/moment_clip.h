// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is meant where somebody takes "this" away: to a video, into a play list.
#include "app/gui/session/replay_session.h"
#include "model/clips/clip.h"

#include <optional>

namespace ghostline::app {

/// The loop, else what is marked, else a few seconds round the playhead; of the open recording. Nothing while
/// that has no frame yet.
std::optional<model::Clip> momentClip(const ReplaySession& session, const std::optional<model::Clip>& marked);

} // namespace ghostline::app
