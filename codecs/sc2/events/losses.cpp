// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/losses.h"

#include <algorithm>

namespace ghostline::sc2 {

bool isHallucination(const ReplayData& data, std::size_t life)
{
    const auto& births = data.tracker.births;
    if (births.size() != data.lives.lives.size() || births[life].tag != data.lives.lives[life].tag ||
        !births[life].hasCreatorAbility)
        return false;
    return data.tracker.names[births[life].creatorAbility].starts_with("Hallucination");
}

std::vector<Loss> findLosses(const EventWriter& writer)
{
    const ReplayData& data = writer.data();
    std::vector<Loss> losses;
    for (std::size_t i = 0; i < data.lives.lives.size(); ++i) {
        const UnitLife& life = data.lives.lives[i];
        // A morph or a merge ends a life without anybody who killed it.
        if (!life.died || life.killerPlayer < 0 || life.typeCount == 0 || life.ownerCount == 0 ||
            life.reportCount == 0)
            continue;
        Loss loss;
        loss.type = writer.lastType(life);
        const TypeFacts& facts = writer.facts(loss.type);
        const int control = data.lives.ownersOf(life).back().control;
        if (facts.worth <= 0 || control <= 0)
            continue;
        loss.byEnemy = life.killerPlayer != control;
        const bool army = facts.type != nullptr && isArmy(facts.type->unitClass);
        if ((!loss.byEnemy && !army) || isHallucination(data, i))
            continue;
        const Report& at = data.lives.reportsOf(life).back();
        loss.loop = life.end;
        loss.life = static_cast<std::uint32_t>(i);
        loss.worth = facts.worth;
        loss.owner = writer.participantOf(control);
        loss.killer = writer.participantOf(life.killerPlayer);
        loss.x = at.x;
        loss.y = at.y;
        losses.push_back(loss);
    }
    std::stable_sort(losses.begin(), losses.end(),
                     [](const Loss& a, const Loss& b) { return a.loop < b.loop; });
    return losses;
}

} // namespace ghostline::sc2
