// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/results.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace ghostline::sc2 {

namespace {

/// What a leave itself says: reasons 3, 4 and 5.
Outcome outcomeOfReason(int reason)
{
    switch (reason) {
    case 3:
        return Outcome::Win;
    case 4:
        return Outcome::Loss;
    case 5:
        return Outcome::Tie;
    default:
        return Outcome::Unknown;
    }
}

struct Side
{
    std::vector<std::size_t> members;
    bool computers = false;
    std::uint32_t gone = 0; ///< loop at which the last member left; OpenEnd = somebody stayed
};

/// Side of every participant. Where nobody recorded sides: two play against each other, and of more those who
/// gave each other resources are allies. Empty when that does not make two sides.
std::vector<int> teamsOf(const ReplayData& data)
{
    const auto& players = data.head.participants;
    std::vector<int> teams;
    teams.reserve(players.size());
    for (const Participant& player : players)
        teams.push_back(player.team);
    if (players.size() == 2 && !data.head.details)
        return {0, 1};
    if (!data.head.beta)
        return teams;
    std::iota(teams.begin(), teams.end(), 0);
    for (const GameEvent& event : data.game.order) {
        if (event.kind != GameEventKind::Trade)
            continue;
        const int from = data.head.participantOfUser(event.user);
        const int to = data.head.participantOfPlayer(data.game.trades[event.index].recipient);
        if (from >= 0 && to >= 0)
            std::replace(teams.begin(), teams.end(), teams[static_cast<std::size_t>(to)],
                         teams[static_cast<std::size_t>(from)]);
    }
    const std::set<int> sides(teams.begin(), teams.end());
    return sides.size() == 2 ? teams : std::vector<int>();
}

/// Sides by team number. Computers never leave, so whether theirs was beaten nobody can tell.
std::map<int, Side> sidesOf(const ReplayHead& head, const std::vector<int>& teams,
                            const std::vector<std::uint32_t>& left)
{
    std::map<int, Side> sides;
    for (std::size_t p = 0; p < teams.size(); ++p) {
        Side& side = sides[teams[p]];
        side.members.push_back(p);
        side.computers = side.computers || head.participants[p].computer;
        side.gone = std::max(side.gone, left[p]);
    }
    return sides;
}

void give(Results& results, const Side& side, Outcome outcome)
{
    for (const std::size_t p : side.members) {
        if (results.outcomes[p] == Outcome::Unknown) {
            results.outcomes[p] = outcome;
            results.inferred[p] = true;
        }
    }
}

/// The first side all of whose members left has lost; when one side alone remains, it has won.
void concludeFromLeaves(Results& results, const ReplayData& data, const std::vector<std::uint32_t>& left)
{
    const std::map<int, Side> sides = sidesOf(data.head, teamsOf(data), left);
    const bool people =
        std::none_of(sides.begin(), sides.end(), [](const auto& s) { return s.second.computers; });
    if (!people || sides.size() < 2)
        return;
    std::vector<const Side*> order;
    order.reserve(sides.size());
    for (const auto& [team, side] : sides)
        order.push_back(&side);
    std::stable_sort(order.begin(), order.end(),
                     [](const Side* a, const Side* b) { return a->gone < b->gone; });
    // Gone at the same loop: the game ended for both, and nobody can say who gave up.
    if (order[0]->gone == order[1]->gone)
        return;
    give(results, *order[0], Outcome::Loss);
    results.loop = order[0]->gone;
    if (order.size() == 2)
        give(results, *order[1], Outcome::Win);
}

} // namespace

bool Results::known() const
{
    return std::any_of(outcomes.begin(), outcomes.end(), [](Outcome o) { return o != Outcome::Unknown; });
}

std::vector<std::uint32_t> leaveLoops(const ReplayData& data)
{
    std::vector<std::uint32_t> loops(data.head.participants.size(), OpenEnd);
    for (const GameEvent& event : data.game.order) {
        if (event.kind != GameEventKind::Leave)
            continue;
        const int p = data.head.participantOfUser(event.user);
        if (p >= 0)
            loops[static_cast<std::size_t>(p)] = std::min(loops[static_cast<std::size_t>(p)], event.loop);
    }
    return loops;
}

Results concludeResults(const ReplayData& data)
{
    const auto& players = data.head.participants;
    Results results;
    results.inferred.assign(players.size(), false);
    results.loop = data.loops;
    results.outcomes.reserve(players.size());
    for (const Participant& player : players)
        results.outcomes.push_back(player.result);
    const std::vector<std::uint32_t> left = leaveLoops(data);
    const bool recorded = results.known();
    for (const GameEvent& event : data.game.order) {
        if (event.kind != GameEventKind::Leave || event.index >= data.game.leaves.size())
            continue;
        const int p = data.head.participantOfUser(event.user);
        const Outcome said = outcomeOfReason(data.game.leaves[event.index].reason);
        if (p >= 0 && said != Outcome::Unknown)
            give(results, Side{{static_cast<std::size_t>(p)}, false, 0}, said);
    }
    if (!results.known())
        concludeFromLeaves(results, data, left);
    // With a recorded result the moment is that at which the last of those who lost left: as long as one of
    // a side plays on, nothing is decided.
    std::uint32_t decided = 0;
    for (std::size_t p = 0; p < players.size() && recorded; ++p) {
        if (results.outcomes[p] == Outcome::Loss)
            decided = std::max(decided, left[p] == OpenEnd ? data.loops : left[p]);
    }
    if (decided > 0)
        results.loop = std::min(results.loop, decided);
    return results;
}

} // namespace ghostline::sc2
