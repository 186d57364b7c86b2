// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is done for a ghost off the UI thread, step by step: open, read its path, compare it with the
// runner's.
#include "app/gui/jobs/job.h"
#include "model/codec/opening.h"
#include "model/compare/progress.h"

namespace ghostline::app {

/// Each `done` is called in the UI thread, unless the job is cancelled.
using Opened = model::Result<model::CompleteReplay>;
/// What was opened lives in the UI thread from then on. One that fails, or is cancelled before its index is
/// complete, is closed on the worker, which may wait for it; the UI thread never does.
Job::Work openRun(model::Opener opener, const QString& path, std::function<void(const Opened&)> done);

using TrackRead = model::Result<std::shared_ptr<const model::RunTrack>>;
Job::Work readTrack(std::shared_ptr<const model::ReplaySource> source, model::ActorId actor,
                    std::function<void(const TrackRead&)> done);

using Compared = model::Result<std::shared_ptr<const model::ProgressComparison>>;
Job::Work compareRun(std::shared_ptr<const model::Course> course,
                     std::shared_ptr<const model::RunTrack> track, std::function<void(const Compared&)> done);

} // namespace ghostline::app
