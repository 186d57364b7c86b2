// SPDX-License-Identifier: GPL-3.0-or-later
// Corrects the participants by what the tracker says of them at the start of the game.
#include "codecs/sc2/container/head.h"
#include "codecs/sc2/limits.h"

#include <algorithm>
#include <iterator>

namespace ghostline::sc2 {

namespace {

/// Position of the one a set-up is about.
std::optional<std::size_t> findSetup(const ReplayHead& head, const PlayerSetup& setup)
{
    const auto position = [&](const auto& fits) -> std::optional<std::size_t> {
        const auto at = std::find_if(head.participants.begin(), head.participants.end(), fits);
        return at != head.participants.end()
                   ? std::optional(static_cast<std::size_t>(at - head.participants.begin()))
                   : std::nullopt;
    };
    if (setup.userId) {
        if (const auto found = position([&](const Participant& p) { return p.userId == setup.userId; }))
            return found;
    }
    // The set-up counts the lobby's slots, participants know the slot of the working set.
    const auto slot = static_cast<std::size_t>(setup.slotId.value_or(-1));
    if (setup.slotId && head.initData && slot < head.initData->slots.size()) {
        const auto working = head.initData->slots[slot].workingSetSlotId;
        if (const auto found = position([&](const Participant& p) { return working && p.slot == working; }))
            return found;
    }
    return position([&](const Participant& p) { return p.playerId == setup.playerId; });
}

} // namespace

void joinSetup(ReplayHead& head, std::span<const PlayerSetup> setup)
{
    enum SetupType { HumanPlayer = 1, ComputerPlayer = 2 };
    std::vector<bool> placed(head.participants.size(), false);
    std::vector<int> ids(head.participants.size(), 0);
    std::vector<Participant> added;
    int greatest = 0;
    for (const PlayerSetup& one : setup) {
        if (one.type != HumanPlayer && one.type != ComputerPlayer)
            continue;
        greatest = std::max(greatest, one.playerId);
        const auto at = findSetup(head, one);
        if (at && !placed[*at]) {
            placed[*at] = true;
            ids[*at] = one.playerId;
            if (one.userId)
                head.participants[*at].userId = one.userId;
        } else if (!at && (one.type == HumanPlayer || head.participants.empty()) &&
                   head.participants.size() + added.size() < MaxPlayers) {
            Participant participant;
            participant.playerId = one.playerId;
            participant.userId = one.userId;
            participant.computer = one.type == ComputerPlayer;
            participant.name = QStringLiteral("Player %1").arg(one.playerId);
            participant.team = static_cast<int>(head.participants.size() + added.size());
            added.push_back(std::move(participant));
        }
    }
    if (greatest == 0)
        return;
    // Those whom the set-up does not name must not share a number with one whom it does.
    for (std::size_t i = 0; i < ids.size(); ++i) {
        Participant& participant = head.participants[i];
        const bool taken = std::any_of(setup.begin(), setup.end(), [&](const PlayerSetup& one) {
            return one.playerId == participant.playerId;
        });
        if (placed[i])
            participant.playerId = ids[i];
        else if (taken)
            participant.playerId = ++greatest;
    }
    head.participants.insert(head.participants.end(), std::make_move_iterator(added.begin()),
                             std::make_move_iterator(added.end()));
    std::stable_sort(head.participants.begin(), head.participants.end(),
                     [](const Participant& a, const Participant& b) { return a.playerId < b.playerId; });
}

} // namespace ghostline::sc2
