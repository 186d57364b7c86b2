// SPDX-License-Identifier: GPL-3.0-or-later
// Teams, players and the bone column of a line.
#include "codecs/echo/session_text.h"

#include "codecs/echo/api_words.h"

#include <algorithm>

namespace ghostline::echo {

void SessionText::teams(const FrameBlock& block, const Frame& frame)
{
    key("teams");
    m_out->push_back('[');
    for (std::size_t team = 0; team < Teams; ++team) {
        m_out->append(team > 0 ? ",{" : "{");
        text("team", m_teamNames[team]);
        flag("possession", team < frame.possession.size() && frame.possession[team]);
        if (frame.hasTeamStats[team])
            stats(frame.teamStats[team]);
        key("players");
        m_out->push_back('[');
        m_bytes.teams += spent();
        bool first = true;
        for (const PlayerFrame& row : block.playersOf(frame)) {
            const auto of = std::min(static_cast<std::size_t>(row.team), std::size_t{Teams - 1});
            if (of != team)
                continue;
            m_out->append(first ? "{" : ",{");
            first = false;
            player(row);
            m_out->push_back('}');
        }
        m_bytes.players += spent();
        m_out->append("]}");
    }
    m_out->push_back(']');
}

void SessionText::holding(std::string_view name, std::int16_t held)
{
    if (held == holding::NotRecorded)
        return;
    if (held == holding::None)
        text(name, "none");
    else if (held == holding::Disc)
        text(name, "disc");
    else if (held == holding::Geo)
        text(name, "geo");
    else
        text(name, std::to_string(held));
}

void SessionText::loadout(const Loadout& loadout)
{
    const auto put = [this](std::string_view name, std::int8_t index, const auto& words) {
        if (index >= 0 && static_cast<std::size_t>(index) < words.size())
            text(name, words[static_cast<std::size_t>(index)]);
    };
    put("Weapon", loadout.weapon, words::Weapons);
    put("Ordnance", loadout.ordnance, words::Ordnances);
    put("TacMod", loadout.tacMod, words::TacMods);
    put("Arm", loadout.arm, words::Arms);
}

void SessionText::player(const PlayerFrame& row)
{
    const Person& person = m_names[row.person];
    key("name");
    m_out->append(nameOf(row.person));
    whole("playerid", row.slot);
    whole("userid", person.userId);
    if (person.number >= 0)
        whole("number", person.number);
    if (person.level >= 0)
        whole("level", person.level);
    whole("ping", row.ping);
    real("packetlossratio", row.packetLoss);
    flag("stunned", row.stunned);
    flag("invulnerable", row.invulnerable);
    flag("blocking", row.blocking);
    flag("possession", row.possession);
    flag("is_emote_playing", row.emote);
    holding("holding_left", row.holdingLeft);
    holding("holding_right", row.holdingRight);
    vector("velocity", row.velocity);
    pose("head", "position", row.part(Part::Head));
    pose("body", "position", row.part(Part::Body));
    pose("lhand", "pos", row.part(Part::LeftHand));
    pose("rhand", "pos", row.part(Part::RightHand));
    if (row.hasStats)
        stats(row.stats);
    loadout(row.loadout);
}

void SessionText::stats(const Stats& stats)
{
    // The API's order.
    constexpr std::array<std::pair<std::string_view, Counter>, Counters> before{
        {{"points", Counter::Points},
         {"saves", Counter::Saves},
         {"goals", Counter::Goals},
         {"passes", Counter::Passes},
         {"catches", Counter::Catches},
         {"steals", Counter::Steals},
         {"blocks", Counter::Blocks},
         {"interceptions", Counter::Interceptions},
         {"assists", Counter::Assists},
         {"shots_taken", Counter::ShotsTaken}}};
    key("stats");
    m_out->push_back('{');
    real("possession_time", stats.possessionTime);
    for (const auto& [name, counter] : before)
        whole(name, stats[counter]);
    whole("stuns", stats.stuns);
    m_out->push_back('}');
}

void SessionText::boneColumn(const FrameBlock& block, const Frame& frame)
{
    m_out->append("\t{\"user_bones\":[");
    bool first = true;
    for (const BoneSet& set : block.bonesOf(frame)) {
        std::array<float, 3 * Bones> places;
        std::array<float, 4 * Bones> turns;
        for (std::size_t b = 0; b < Bones; ++b) {
            const Bone& bone = set.bones[b];
            for (std::size_t i = 0; i < 3; ++i)
                places[3 * b + i] = bone.position[static_cast<int>(i)];
            turns[4 * b] = bone.orientation.x;
            turns[4 * b + 1] = bone.orientation.y;
            turns[4 * b + 2] = bone.orientation.z;
            turns[4 * b + 3] = bone.orientation.w;
        }
        m_out->append(first ? "{" : ",{");
        first = false;
        key("bone_t");
        floats(places);
        key("bone_o");
        floats(turns);
        if (set.slot >= 0)
            whole("playerid", set.slot);
        m_out->push_back('}');
    }
    m_out->append("],\"err_code\":0}");
}

} // namespace ghostline::echo
