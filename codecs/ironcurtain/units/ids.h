// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is which actor, where a place lies in the world, and which property is which number: the one place
// where the format's words become the model's.
#include "codecs/ironcurtain/base/types.h"
#include "codecs/rts/actor_numbers.h"
#include "model/world/actor.h"
#include "model/world/property.h"

#include <QString>

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <set>

namespace ghostline::ironcurtain {

/// One who plays; position in the list = team index = ActorId.
struct Player
{
    PlayerId id = 0;
    QString name;
    QString faction;
    QString outcome; ///< as the metadata says, empty = not said
    int team = -1;   ///< number of the team in the first keyframe (PlayerLook), -1 = not known
};
/// By id, ascending: those of the metadata and of the first keyframe.
class Players
{
public:
    Players() = default;
    explicit Players(std::vector<Player> sorted) : m_players(std::move(sorted)) {}
    std::size_t count() const { return m_players.size(); }
    const Player& operator[](std::size_t i) const { return m_players[i]; }
    /// Position of a player, -1 when there is no such.
    int indexOf(PlayerId id) const
    {
        for (std::size_t i = 0; i < m_players.size(); ++i) {
            if (m_players[i].id == id)
                return static_cast<int>(i);
        }
        return -1;
    }
    /// For people; "Player 7" for one nobody introduced.
    QString name(PlayerId id) const
    {
        const int i = indexOf(id);
        return i >= 0 ? m_players[static_cast<std::size_t>(i)].name : QStringLiteral("Player %1").arg(id);
    }
    /// Teams as people count them: 0 is the one of the lowest number, whatever the recording calls it.
    int sideOf(int team) const
    {
        std::set<int> lower;
        for (const Player& player : m_players) {
            if (player.team >= 0 && player.team < team)
                lower.insert(player.team);
        }
        return static_cast<int>(lower.size());
    }

private:
    std::vector<Player> m_players;
};

using rts::ActorNumbers;

/// World: (x, height, y) / 1024: +x east, +y south of the format is +Z.
inline glm::dvec3 toWorld(const WorldPos& p) { return {p.x / 1024.0, p.z / 1024.0, p.y / 1024.0}; }
/// Local +Z to the heading (sin a, 0, -cos a).
inline glm::quat toWorld(std::int32_t angle)
{
    const double half = static_cast<double>(((angle % FullTurn) + FullTurn) % FullTurn) * M_PI / FullTurn;
    return {static_cast<float>(std::sin(half)), 0.0F, static_cast<float>(std::cos(half)), 0.0F};
}

/// Actor properties in declared order. Units have the first, players the rest.
enum class ActorProperty : int {
    Type,   ///< text, for people
    Group,  ///< enumeration: infantry, vehicles, aircraft, ships, economy, buildings; absent = not counted
    Health, ///< real
    MaxHealth,
    Turret,             ///< angle: degrees clockwise from north, as headings are measured
    Veterancy,          ///< integer
    Sight,              ///< real, metres
    Progress,           ///< real, %: of a building that is not ready
    Producing,          ///< text: what a building makes now
    ProductionProgress, ///< real, %
    QueueLength,        ///< integer
    Carried,            ///< integer: of a harvester
    Conditions,         ///< flags: prone, low power, iron curtain, cloaked
    Look,               ///< integer: index into ReplayInfo::looks
    FirstPlayerProperty,
    Status = FirstPlayerProperty, ///< enumeration
    Credits,                      ///< integer; between two reports an estimate
    CollectionRate,               ///< real, per minute
    TotalCollected,
    TotalSpent,
    HarvesterIdle, ///< real, s
    UnitsProduced,
    StructuresBuilt,
    ProductionIdle, ///< real, s
    UnitsKilled,
    UnitsLost,
    StructuresDestroyed,
    StructuresLost,
    KilledValue,
    LostValue,
    DamageDealt,
    DamageReceived,
    Apm,
    Epm,
    ArmyValue,
    PowerProduced,
    PowerDrained,
    Harvesters,
    Refineries,
    UnitCount,
    StructureCount,
    FirstPower ///< for each power of the match: its state (enumeration), then its remaining time (real, s)
};
constexpr model::ActorPropertyId id(ActorProperty p)
{
    return model::ActorPropertyId(static_cast<std::int32_t>(p));
}
constexpr model::ActorPropertyId powerState(std::size_t power)
{
    return model::ActorPropertyId(id(ActorProperty::FirstPower).index() + 2 * power);
}
constexpr model::ActorPropertyId powerRemaining(std::size_t power)
{
    return model::ActorPropertyId(powerState(power).index() + 1);
}

/// Values of ActorProperty::Group.
enum class UnitGroup : int { Infantry, Vehicles, Aircraft, Ships, Economy, Buildings };

} // namespace ghostline::ironcurtain
