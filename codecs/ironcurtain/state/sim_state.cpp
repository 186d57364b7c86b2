// SPDX-License-Identifier: GPL-3.0-or-later
// Looking things up in a state, and what it weighs.
#include "codecs/ironcurtain/state/sim_state.h"

#include <algorithm>

namespace ghostline::ironcurtain {

const Entity* SimState::find(UnitTag tag) const
{
    const auto at = std::lower_bound(entities.begin(), entities.end(), tag,
                                     [](const Entity& e, UnitTag wanted) { return e.tag < wanted; });
    return at != entities.end() && at->tag == tag ? &*at : nullptr;
}

const PlayerState* SimState::player(PlayerId id) const
{
    if (players == nullptr)
        return nullptr;
    const auto at = std::lower_bound(players->begin(), players->end(), id,
                                     [](const PlayerState& p, PlayerId wanted) { return p.player < wanted; });
    return at != players->end() && at->player == id ? &*at : nullptr;
}

std::string_view SimState::string(InternedId id) const
{
    return strings != nullptr && id < strings->size() ? std::string_view((*strings)[id]) : std::string_view{};
}

std::size_t SimState::bytes() const
{
    std::size_t sum = randomState.capacity() + entities.capacity() * sizeof(Entity);
    for (const auto& buffer : buffers)
        sum += buffer->capacity();
    if (strings != nullptr) {
        sum += strings->capacity() * sizeof(std::string);
        for (const std::string& text : *strings)
            sum += text.capacity() >= sizeof(std::string) ? text.capacity() : 0;
    }
    if (players != nullptr) {
        sum += players->capacity() * sizeof(PlayerState);
        for (const PlayerState& player : *players) {
            sum += player.tech ? player.tech->capacity() * sizeof(InternedId) : 0;
            sum += player.powers ? player.powers->capacity() * sizeof(Power) : 0;
        }
    }
    if (map != nullptr) {
        sum += map->cells.capacity() * sizeof(MapCell);
        sum += (map->terrainKinds.capacity() + map->resourceKinds.capacity()) * sizeof(InternedId);
    }
    for (const auto* part : {&side.campaign, &side.script})
        sum += part->has_value() ? (*part)->capacity() : 0;
    return sum;
}

} // namespace ghostline::ironcurtain
