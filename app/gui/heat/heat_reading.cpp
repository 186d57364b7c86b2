// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/heat/heat_reading.h"

#include "app/gui/widgets/replay_address.h"
#include "model/metrics/stat_history.h"

#include <algorithm>

namespace ghostline::app {

using model::ErrorCode;
using model::HeatGrid;
using model::HeatOptions;
using model::Result;
using model::Sentence;

namespace {

Result<void> takeRound(HeatOptions& options, const model::ReplayIndex& index, int round)
{
    if (round == 0)
        return {};
    const std::vector<model::FrameRange> rounds = model::roundFrames(index);
    if (round < 0 || static_cast<std::size_t>(round) > rounds.size())
        return model::fail(ErrorCode::InvalidArgument,
                           Sentence::of(QStringLiteral("there is no round %1 in this recording"),
                                        {Sentence::figure(static_cast<double>(round), 0)}));
    options.frames = {rounds[static_cast<std::size_t>(round) - 1]};
    return {};
}

/// The same people and teams, by name.
Result<void> takeNames(HeatOptions& options, const model::ReplayInfo& from, const model::ReplayInfo& to,
                       const QString& file)
{
    std::vector<model::ActorId> actors;
    for (const model::ActorInfo& other : to.cast) {
        const auto same = [&](model::ActorId actor) {
            const model::ActorInfo* known = from.actor(actor);
            return known != nullptr && known->name == other.name && known->kind == other.kind;
        };
        if (std::ranges::any_of(options.actors, same))
            actors.push_back(other.id);
    }
    std::vector<int> teams;
    for (std::size_t i = 0; i < to.teams.size(); ++i) {
        const auto same = [&](int team) {
            return from.teams[static_cast<std::size_t>(team)].name == to.teams[i].name;
        };
        if (std::ranges::any_of(options.teams, same))
            teams.push_back(static_cast<int>(i));
    }
    if (options.actors.empty() != actors.empty() || options.teams.empty() != teams.empty())
        return model::fail(
            ErrorCode::InvalidArgument,
            Sentence::of(QStringLiteral("nobody of those who were chosen is in %1"), {shortName(file)}));
    options.actors = std::move(actors);
    options.teams = std::move(teams);
    return {};
}

/// Its error says which file it is about.
Result<HeatGrid> readOther(const HeatSource& source, const HeatQuestion& question, const QString& file,
                           const HeatGrid& first, HeatOptions options, const model::Progress& progress,
                           const std::stop_token& stop)
{
    const auto failed = [&file](model::Error error) {
        if (error.file.isEmpty())
            error.file = file;
        return tl::unexpected<model::Error>(std::move(error));
    };
    model::OpenOptions opening;
    opening.stop = stop;
    const auto opened = model::openComplete(source.open, file, opening);
    if (!opened)
        return failed(opened.error());
    const model::ReplayInfo& info = *opened->index->info;
    options.frames.clear();
    const auto ready =
        model::sameHeatMap(first, info)
            .and_then([&] { return takeNames(options, *source.recording->index()->info, info, file); })
            .and_then([&] { return takeRound(options, *opened->index, question.round); });
    if (!ready)
        return failed(ready.error());
    auto grid = model::readHeatMap(*opened->source, options, progress, stop);
    return grid ? std::move(grid) : failed(grid.error());
}

} // namespace

Result<HeatGrid> readHeat(const HeatSource& source, const HeatQuestion& question,
                          const model::Progress& progress, const std::stop_token& stop)
{
    HeatOptions options = question.options;
    const auto all = static_cast<double>(question.files.size() + 1);
    const auto part = [&](qsizetype before) {
        return [&progress, all, before](double done) {
            return !progress || progress((static_cast<double>(before) + done) / all);
        };
    };
    if (const auto round = takeRound(options, *source.recording->index(), question.round); !round)
        return tl::unexpected<model::Error>(round.error());
    // Without surroundings a heat map is as good, only less well placed.
    if (const auto scene = source.recording->scene(stop)) {
        options.ground = scene->groundHeight;
        options.grows = true;
        options.layout = model::preferredHeatLayout(scene->bounds, options.cell, !question.files.isEmpty());
    }
    auto grid = model::readHeatMap(*source.recording, options, part(0), stop);
    if (!grid)
        return grid;
    options.grows = false;
    if (!grid->layout.empty())
        options.layout = grid->layout;
    for (qsizetype i = 0; i < question.files.size(); ++i) {
        auto other = readOther(source, question, question.files[i], *grid, options, part(i + 1), stop);
        if (!other)
            return other;
        if (!options.layout) { // the first had nothing: the others lie over the first that has
            const QString map = grid->map;
            grid = other;
            if (!grid->layout.empty())
                options.layout = grid->layout;
            grid->map = map;
            continue;
        }
        if (const auto added = grid->add(*other); !added)
            return tl::unexpected<model::Error>(added.error());
    }
    return grid;
}

} // namespace ghostline::app
