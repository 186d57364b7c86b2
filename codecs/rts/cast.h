// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Teams, and the actors that stand for players and their cameras.
#include "codecs/rts/actor_numbers.h"
#include "model/replay/replay_info.h"
#include "model/replay/team_hues.h"

#include <optional>
#include <span>
#include <unordered_map>

namespace ghostline::rts {

/// One who plays; each is a team of its own.
struct PlayerInfo
{
    std::int64_t nativeId = 0;
    QString name;
    std::optional<model::Rgb> colour{}; ///< as recorded
    std::optional<int> side{}; ///< number, from 0, of those who play together; none = each for itself
};

/// One team a player, with the recorded colour and the hue nearest to it.
std::vector<model::Team> describeTeams(std::span<const PlayerInfo> players);

/// Without the attributes, which differ from game to game.
model::ActorInfo playerActor(const ActorNumbers& numbers, std::size_t index, const PlayerInfo& player,
                             model::FrameRange life);
/// `tangent`: of half the vertical opening, on a screen of 16 : 9.
model::ActorInfo cameraActor(const ActorNumbers& numbers, std::size_t index, const PlayerInfo& player,
                             model::FrameRange life, float tangent);

/// "#b4141e"
QString colourText(const model::Rgb& colour);
/// Draws an actor as a look says.
void setLook(model::ActorInfo& actor, const model::ActorLook& look);

/// Numbers units of one owner and type from 1, and leaves out the number where there is only one: first all
/// are counted, then each is named.
class UnitNames
{
public:
    void count(std::uint32_t owner, std::uint32_t type) { ++m_numbers[key(owner, type)].all; }
    /// `nameOf()`: the type's name, asked once for each owner and type.
    template<typename NameOf>
    QString next(std::uint32_t owner, std::uint32_t type, NameOf&& nameOf)
    {
        Numbers& numbers = m_numbers[key(owner, type)];
        if (numbers.name.isEmpty())
            numbers.name = nameOf();
        if (numbers.all < 2)
            return numbers.name;
        return numbers.name + QLatin1Char(' ') + QString::number(++numbers.given);
    }

private:
    struct Numbers
    {
        std::uint32_t all = 0;
        std::uint32_t given = 0;
        QString name;
    };
    static std::uint64_t key(std::uint32_t owner, std::uint32_t type)
    {
        return std::uint64_t{owner} << 32 | type;
    }
    std::unordered_map<std::uint64_t, Numbers> m_numbers;
};

} // namespace ghostline::rts
