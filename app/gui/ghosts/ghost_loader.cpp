// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_loader.h"

#include "model/base/thread_priority.h"

#include <QCoreApplication>

namespace ghostline::app {

Job::Work openRun(model::Opener opener, const QString& path, std::function<void(const Opened&)> done)
{
    return [opener = std::move(opener), path, done = std::move(done)](
               const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        model::OpenOptions options;
        options.progress = progress;
        options.stop = stop;
        auto opened = model::openComplete(opener, path, options);
        if (opened)
            opened->source->moveToThread(QCoreApplication::instance()->thread());
        return [done, result = std::move(opened)] { done(result); };
    };
}

Job::Work readTrack(std::shared_ptr<const model::ReplaySource> source, model::ActorId actor,
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

Job::Work compareRun(std::shared_ptr<const model::Course> course,
                     std::shared_ptr<const model::RunTrack> track, std::function<void(const Compared&)> done)
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
