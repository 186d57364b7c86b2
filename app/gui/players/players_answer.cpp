// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/players_answer.h"

#include "model/players/match_part.h"
#include "model/players/place_grid.h"

#include <algorithm>

namespace ghostline::app {

using model::Result;

namespace {

Result<model::ProfileRequest> requestOf(const PlayerChoice& choice)
{
    const auto part = model::partNamed(choice.part, *choice.source->index());
    if (!part)
        return tl::unexpected(part.error());
    return model::ProfileRequest{choice.actor, {part->frames}};
}

Result<std::vector<model::PlayerProfile>>
profilesOf(const PlayersQuestion& question, const model::Progress& progress, const std::stop_token& stop)
{
    const auto a = requestOf(question.sides[0]);
    if (!a)
        return tl::unexpected(a.error());
    const auto b = requestOf(question.sides[1]);
    if (!b)
        return tl::unexpected(b.error());
    const std::array requests{*a, *b};
    const model::ProfileOptions options{question.zones};
    if (question.sides[0].source == question.sides[1].source)
        return model::readProfiles(*question.sides[0].source, requests, options, progress, stop);
    std::vector<model::PlayerProfile> profiles;
    for (std::size_t side = 0; side < requests.size(); ++side) {
        const auto half = [&progress, side](double share) {
            return !progress || progress(0.5 * (static_cast<double>(side) + share));
        };
        auto read = model::readProfiles(*question.sides[side].source, std::span(requests).subspan(side, 1),
                                        options, half, stop);
        if (!read)
            return read;
        profiles.push_back(std::move(read->front()));
    }
    return profiles;
}

} // namespace

Result<std::shared_ptr<const PlayersAnswer>>
comparePlayers(const PlayersQuestion& question, const model::Progress& progress, std::stop_token stop)
{
    const auto profiles = profilesOf(question, progress, stop);
    if (!profiles)
        return tl::unexpected(profiles.error());
    const model::PlayerProfile& a = profiles->at(0);
    const model::PlayerProfile& b = profiles->at(1);
    auto comparison = model::compareProfiles({question.sides[0].source->index(), a},
                                             {question.sides[1].source->index(), b}, question.zones);
    if (!comparison)
        return tl::unexpected(comparison.error());
    auto answer = std::make_shared<PlayersAnswer>();
    answer->comparison = std::move(*comparison);
    const std::array both{&a, &b};
    std::vector<model::HeatGrid> grids = model::placeGrids(both);
    for (std::size_t side = 0; side < answer->places.size(); ++side) {
        answer->mostSeconds = std::max(answer->mostSeconds, grids[side].most);
        answer->places[side] = std::move(grids[side]);
    }
    return answer;
}

} // namespace ghostline::app
