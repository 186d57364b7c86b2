// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_opening.h"

#include "app/gui/ghosts/ghost_names.h"
#include "model/compare/run_track.h"

namespace ghostline::app {

namespace {

/// Whom all ghosts are compared with.
struct Runner
{
    std::shared_ptr<const model::ReplayIndex> index;
    std::shared_ptr<const model::RunTrack> track;
    std::shared_ptr<const model::Course> course;
};

model::Result<Runner> readRunner(const model::ReplaySource& source, const std::stop_token& stop)
{
    Runner runner;
    runner.index = source.index();
    if (!canRace(*runner.index->info))
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("nobody in it runs or drives: no ghost can race along"));
    auto track = model::readRunTrack(source, model::runnerOf(*runner.index->info), {}, stop);
    if (!track)
        return tl::unexpected(track.error());
    runner.track = std::make_shared<const model::RunTrack>(std::move(*track));
    runner.course = std::make_shared<const model::Course>(runner.track);
    return runner;
}

/// Opens `ghost.path` and fills in the rest.
model::Result<std::shared_ptr<model::ReplaySource>>
readGhost(Ghost& ghost, const Runner& runner, const model::Opener& opener, const std::stop_token& stop)
{
    model::OpenOptions options;
    options.stop = stop;
    auto opened = model::openComplete(opener, ghost.path, options);
    if (!opened)
        return tl::unexpected(opened.error());
    ghost.index = opened->index;
    if (!model::sameWorld(*runner.index->info, *ghost.index->info))
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("it was recorded in another world, or in another version of it"));
    ghost.actor = model::runnerOf(*ghost.index->info);
    if (ghost.actor == model::ActorId::None)
        return model::fail(model::ErrorCode::Unsupported, QStringLiteral("there is nobody in it who moves"));
    auto track = model::readRunTrack(*opened->source, ghost.actor, {}, stop);
    if (!track)
        return tl::unexpected(track.error());
    auto progress = model::compareProgress(*runner.course, *track, stop);
    if (!progress)
        return tl::unexpected(progress.error());
    ghost.track = std::make_shared<const model::RunTrack>(std::move(*track));
    ghost.progress = std::make_shared<const model::ProgressComparison>(std::move(*progress));
    ghost.measured = runner.track;
    ghost.course = runner.course;
    ghost.clock =
        model::GhostClock(runner.track, ghost.track, model::Alignment::Start, runner.course, ghost.progress);
    ghost.status = GhostStatus::Ready;
    return opened->source;
}

} // namespace

model::Result<std::vector<GhostRun>> openGhosts(const QStringList& paths, const model::ReplaySource& runner,
                                                const model::Opener& opener, const std::stop_token& stop)
{
    std::vector<GhostRun> runs;
    if (paths.isEmpty())
        return runs;
    const auto raced = readRunner(runner, stop);
    if (!raced)
        return tl::unexpected(raced.error());
    const model::ReplayInfo& info = *raced->index->info;
    std::vector<Ghost> ghosts;
    for (const QString& path : paths) {
        Ghost ghost;
        ghost.id = static_cast<int>(ghosts.size()) + 1;
        ghost.path = path;
        ghost.name = ghostName(path, ghosts);
        ghost.hue = ghostHue(info, model::runnerOf(info), ghosts);
        auto source = readGhost(ghost, *raced, opener, stop);
        if (!source) {
            model::Error error = source.error();
            error.file = error.file.isEmpty() ? path : error.file;
            return tl::unexpected(error);
        }
        ghosts.push_back(ghost);
        runs.emplace_back(std::move(ghost), std::move(*source));
    }
    return runs;
}

} // namespace ghostline::app
