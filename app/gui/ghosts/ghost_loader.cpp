// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_loader.h"

#include "model/thread_priority.h"

#include <QCoreApplication>

namespace ghostline::app {

namespace {

/// The source goes into `out` as soon as there is one, so that it is closed in the UI thread in any case.
model::Result<OpenedRun> open(const Opener& opener, const QString& path, const model::Progress& progress,
                              const std::stop_token& stop, std::shared_ptr<model::ReplaySource>& out)
{
    model::OpenOptions options;
    options.progress = progress;
    options.stop = stop;
    auto opened = opener(path, options);
    if (!opened)
        return tl::unexpected(opened.error());
    out = std::move(*opened);
    out->moveToThread(QCoreApplication::instance()->thread());
    auto index = out->waitComplete(stop);
    if (!index)
        return tl::unexpected(index.error());
    return OpenedRun{out, std::move(*index)};
}

} // namespace

BackgroundJob::Work openRun(Opener opener, const QString& path,
                            std::function<void(const model::Result<OpenedRun>&)> done)
{
    return [opener = std::move(opener), path, done = std::move(done)](
               const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        std::shared_ptr<model::ReplaySource> source;
        auto result = open(opener, path, progress, stop, source);
        return [done, result = std::move(result), keep = std::move(source)] { done(result); };
    };
}

BackgroundJob::Work readTrack(std::shared_ptr<const model::ReplaySource> source, model::ActorId actor,
                              std::function<void(const TrackRead&)> done)
{
    return [source = std::move(source), actor, done = std::move(done)](
               const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto track = model::readRunTrack(*source, actor, progress, stop);
        if (!track)
            return [done, error = track.error()] { done(tl::unexpected(error)); };
        return [done, read = std::make_shared<const model::RunTrack>(std::move(*track))] { done(read); };
    };
}

BackgroundJob::Work compareRun(std::shared_ptr<const model::Course> course,
                               std::shared_ptr<const model::RunTrack> track,
                               std::function<void(const Compared&)> done)
{
    return [course = std::move(course), track = std::move(track), done = std::move(done)](
               const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto progress = model::compareProgress(*course, *track, stop);
        if (!progress)
            return [done, error = progress.error()] { done(tl::unexpected(error)); };
        return [done, compared = std::make_shared<const model::ProgressComparison>(std::move(*progress))] {
            done(compared);
        };
    };
}

} // namespace ghostline::app
