// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is done for a ghost off the UI thread, step by step: open, read its way, compare it with the runner's.
#include "app/gui/docks/background_job.h"
#include "model/codec.h"
#include "model/compare/progress.h"

namespace ghostline::app {

/// A recording with all of its index.
struct OpenedRun
{
    std::shared_ptr<model::ReplaySource> source; ///< lives in the UI thread
    std::shared_ptr<const model::ReplayIndex> index;
};

/// Each `done` is called in the UI thread, unless the job is cancelled. What a job still holds of a recording
/// when it is cancelled comes back to the UI thread to be closed.
using Opener = std::function<model::Result<std::unique_ptr<model::ReplaySource>>(const QString&,
                                                                                 const model::OpenOptions&)>;
BackgroundJob::Work openRun(Opener opener, const QString& path,
                            std::function<void(const model::Result<OpenedRun>&)> done);

using TrackRead = model::Result<std::shared_ptr<const model::RunTrack>>;
BackgroundJob::Work readTrack(std::shared_ptr<const model::ReplaySource> source, model::ActorId actor,
                              std::function<void(const TrackRead&)> done);

using Compared = model::Result<std::shared_ptr<const model::ProgressComparison>>;
BackgroundJob::Work compareRun(std::shared_ptr<const model::Course> course,
                               std::shared_ptr<const model::RunTrack> track,
                               std::function<void(const Compared&)> done);

} // namespace ghostline::app
