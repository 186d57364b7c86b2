// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/cast.h"

namespace ghostline::rts {

using model::ActorInfo;

std::vector<model::Team> describeTeams(std::span<const PlayerInfo> players)
{
    std::vector<std::optional<model::Rgb>> colours;
    colours.reserve(players.size());
    for (const PlayerInfo& player : players)
        colours.push_back(player.colour);
    const std::vector<int> hues = model::chooseHues(colours);
    std::vector<model::Team> teams(players.size());
    for (std::size_t p = 0; p < players.size(); ++p) {
        teams[p].name = players[p].name;
        teams[p].hue = hues[p];
        teams[p].colour = players[p].colour;
        if (players[p].side) {
            const auto side =
                model::Sentence::of(QStringLiteral("Team %1"), {QString::number(*players[p].side + 1)});
            teams[p].side = side.text();
            teams[p].sideWording = side.wording();
        }
    }
    return teams;
}

ActorInfo playerActor(const ActorNumbers& numbers, std::size_t index, const PlayerInfo& player,
                      model::FrameRange life)
{
    ActorInfo actor;
    actor.id = numbers.player(index);
    actor.nativeId = player.nativeId;
    actor.name = player.name;
    actor.nativeType = QStringLiteral("player");
    actor.kind = model::ActorKind::Player;
    actor.team = static_cast<int>(index);
    actor.life = life;
    actor.shape = model::ActorShape::None;
    actor.principal = true;
    return actor;
}

ActorInfo cameraActor(const ActorNumbers& numbers, std::size_t index, const PlayerInfo& player,
                      model::FrameRange life, float tangent)
{
    ActorInfo actor;
    actor.id = numbers.camera(index);
    actor.nativeId = player.nativeId;
    actor.name = QStringLiteral("Camera of %1").arg(player.name);
    actor.nativeType = QStringLiteral("camera");
    actor.kind = model::ActorKind::Camera;
    actor.team = static_cast<int>(index);
    actor.parent = numbers.player(index);
    actor.life = life;
    actor.shape = model::ActorShape::View;
    actor.boxHalf = {tangent * 16.0F / 9.0F, tangent, 1.0F};
    actor.background = true;
    return actor;
}

QString colourText(const model::Rgb& colour)
{
    return QStringLiteral("#%1").arg((colour[0] << 16) | (colour[1] << 8) | colour[2], 6, 16,
                                     QLatin1Char('0'));
}

void setLook(ActorInfo& actor, const model::ActorLook& look)
{
    actor.shape = look.shape;
    actor.boxCentre = look.boxCentre;
    actor.boxHalf = look.boxHalf;
    actor.background = look.background;
}

} // namespace ghostline::rts
