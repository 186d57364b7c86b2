// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/session_players.h"

#include "codecs/echo/frame/api_words.h"
#include "codecs/echo/frame/limits.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

constexpr KeyList<4> TeamKeys("team possession stats players");
/// From "position" on: 2018 and 2019, one pose for the whole player; from "Weapon" on: Combat, in the
/// spellings of the game and of other tools.
constexpr KeyList<33> PlayerKeys(
    "name playerid userid number level ping packetlossratio stunned invulnerable blocking possession "
    "is_emote_playing holding_left holding_right velocity head body lhand rhand stats position forward "
    "left up Weapon weapon Ordnance ordnance TacMod tacmod tac_mod Arm arm");
constexpr KeyList<4> PoseKeys("position pos forward up");
/// Counters in the order of Counter, then the other two.
constexpr KeyList<12>
    StatsKeys("assists blocks catches goals interceptions passes points saves steals shots_taken stuns "
              "possession_time");

constexpr int MaxSlot = 251; ///< what a hand can name (holding)

} // namespace

TeamReader::TeamReader(JsonFields& fields, MatchNames& names)
    : m_fields(fields), m_names(names), m_team(TeamKeys), m_player(PlayerKeys), m_pose(PoseKeys),
      m_stats(StatsKeys)
{
}

/// position (or pos), forward, left, up.
bool TeamReader::readPose(json::value value, PartPose& pose)
{
    Axes axes;
    const bool there = m_fields.eachOf(value, m_pose, [&](std::size_t key, json::value field) {
        if (key == PoseKeys["position"] || key == PoseKeys["pos"])
            m_fields.vector(field, pose.position);
        else if (key == PoseKeys["forward"])
            m_fields.vector(field, axes.forward);
        else if (key == PoseKeys["up"])
            m_fields.vector(field, axes.up);
    });
    if (there)
        pose.orientation = axes.rotation();
    return there;
}

bool TeamReader::readStats(json::value value, Stats& stats)
{
    return m_fields.eachOf(value, m_stats, [&](std::size_t key, json::value field) {
        if (key == StatsKeys["possession_time"])
            stats.possessionTime = m_fields.real(field);
        else if (key == StatsKeys["stuns"])
            stats.stuns = wholeOf<std::int32_t>(field.raw_json_token());
        else
            stats.counters[key] = wholeOf<std::int32_t>(field.raw_json_token());
    });
}

bool TeamReader::read(json::value value, Frame& frame, std::vector<PlayerFrame>& players, MatchHeader* header)
{
    json::array array;
    if (m_fields.fail(value.get_array().get(array)) != simdjson::SUCCESS)
        return false; // null: the game is between two matches
    std::size_t index = 0;
    for (auto entry : array) {
        if (m_fields.fail(entry.error()) != simdjson::SUCCESS)
            return true;
        json::object team;
        if (index >= Teams) {
            m_fields.remark(Remark::MoreTeams);
            return true;
        }
        if (entry.value_unsafe().get_object().get(team) == simdjson::SUCCESS)
            readTeam(team, index, frame, players, header);
        ++index;
    }
    return true;
}

void TeamReader::readTeam(json::object team, std::size_t index, Frame& frame, std::vector<PlayerFrame>& rows,
                          MatchHeader* header)
{
    m_fields.each(team, m_team, [&](std::size_t key, json::value field) {
        switch (key) {
        case TeamKeys["team"]:
            if (header != nullptr) {
                const std::string_view word = wordOf(field);
                header->teamNames[index] = model::textOf(word);
            }
            break;
        case TeamKeys["possession"]:
            if (index < frame.possession.size())
                frame.possession[index] = flagOf(field.raw_json_token());
            break;
        case TeamKeys["stats"]:
            frame.hasTeamStats[index] = readStats(field, frame.teamStats[index]);
            break;
        default: {
            json::array players;
            if (field.get_array().get(players) != simdjson::SUCCESS)
                break;
            std::size_t count = 0;
            for (auto entry : players) {
                json::object player;
                if (m_fields.fail(entry.get_object().get(player)) == simdjson::SUCCESS &&
                    ++count <= MaxTeamPlayers)
                    readPlayer(player, static_cast<TeamCode>(index), rows);
                if (m_fields.error() != simdjson::SUCCESS)
                    break;
            }
        }
        }
    });
}

void TeamReader::readHolding(json::value value, std::int16_t& holding)
{
    std::string_view word = value.raw_json_token();
    if (word.starts_with('"'))
        word = wordOf(value);
    if (word == "none" || word.empty()) {
        holding = holding::None;
    } else if (word == "disc") {
        holding = holding::Disc;
    } else if (word == "geo") {
        holding = holding::Geo;
    } else {
        const double slot = numberOf(word);
        if (slot >= 0.0 && slot <= MaxSlot)
            holding = static_cast<std::int16_t>(slot);
        else
            m_fields.remark(Remark::UnknownHolding, word);
    }
}

/// An object with pos and directions; of 2018 and 2019 a bare place, without a direction.
void TeamReader::readHand(json::value value, PartPose& pose)
{
    if (!readPose(value, pose) && m_fields.vector(value, pose.position))
        pose.orientation = glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
}

void TeamReader::readPlayer(json::object object, TeamCode team, std::vector<PlayerFrame>& rows)
{
    PlayerFrame row;
    row.team = team;
    for (PartPose& pose : row.parts)
        pose.orientation = NoRotation;
    std::string_view name;
    std::int64_t userId = 0;
    int number = -1;
    int level = -1;
    PartPose whole{glm::vec3(0.0F), NoRotation};
    Axes axes;
    bool oldStyle = false;
    const auto loadout = [this](json::value field, const auto& words) {
        const std::string_view word = wordOf(field);
        const std::int8_t index = words::indexOf(word, words);
        if (index < 0 && !word.empty())
            m_fields.remark(Remark::UnknownLoadout, word);
        return index;
    };
    m_fields.each(object, m_player, [&](std::size_t key, json::value field) {
        const auto token = [&field] { return field.raw_json_token(); };
        switch (key) {
        case PlayerKeys["name"]:
            name = wordOf(field);
            break;
        case PlayerKeys["playerid"]:
            row.slot = static_cast<std::uint8_t>(std::clamp(wholeOf<std::int32_t>(token()), 0, MaxSlot));
            break;
        case PlayerKeys["userid"]:
            userId = bigWholeOf(token());
            break;
        case PlayerKeys["number"]:
            number = wholeOf<int>(token());
            break;
        case PlayerKeys["level"]:
            level = wholeOf<int>(token());
            break;
        case PlayerKeys["ping"]:
            row.ping = wholeOf<std::int32_t>(token());
            break;
        case PlayerKeys["packetlossratio"]:
            row.packetLoss = m_fields.real(field);
            break;
        case PlayerKeys["stunned"]:
            row.stunned = flagOf(token());
            break;
        case PlayerKeys["invulnerable"]:
            row.invulnerable = flagOf(token());
            break;
        case PlayerKeys["blocking"]:
            row.blocking = flagOf(token());
            break;
        case PlayerKeys["possession"]:
            row.possession = flagOf(token());
            break;
        case PlayerKeys["is_emote_playing"]:
            row.emote = flagOf(token());
            break;
        case PlayerKeys["holding_left"]:
            readHolding(field, row.holdingLeft);
            break;
        case PlayerKeys["holding_right"]:
            readHolding(field, row.holdingRight);
            break;
        case PlayerKeys["velocity"]:
            m_fields.vector(field, row.velocity);
            break;
        case PlayerKeys["head"]:
            readPose(field, row.part(Part::Head));
            break;
        case PlayerKeys["body"]:
            readPose(field, row.part(Part::Body));
            break;
        case PlayerKeys["lhand"]:
            readHand(field, row.part(Part::LeftHand));
            break;
        case PlayerKeys["rhand"]:
            readHand(field, row.part(Part::RightHand));
            break;
        case PlayerKeys["stats"]:
            row.hasStats = readStats(field, row.stats);
            break;
        case PlayerKeys["position"]:
            oldStyle = m_fields.vector(field, whole.position);
            break;
        case PlayerKeys["forward"]:
            m_fields.vector(field, axes.forward);
            break;
        case PlayerKeys["up"]:
            m_fields.vector(field, axes.up);
            break;
        case PlayerKeys["Weapon"]:
        case PlayerKeys["weapon"]:
            row.loadout.weapon = loadout(field, words::Weapons);
            break;
        case PlayerKeys["Ordnance"]:
        case PlayerKeys["ordnance"]:
            row.loadout.ordnance = loadout(field, words::Ordnances);
            break;
        case PlayerKeys["TacMod"]:
        case PlayerKeys["tacmod"]:
        case PlayerKeys["tac_mod"]:
            row.loadout.tacMod = loadout(field, words::TacMods);
            break;
        case PlayerKeys["Arm"]:
        case PlayerKeys["arm"]:
            row.loadout.arm = loadout(field, words::Arms);
            break;
        default:
            break;
        }
    });
    if (oldStyle) {
        whole.orientation = axes.rotation();
        row.part(Part::Head) = row.part(Part::Body) = whole;
    }
    row.person = personOf(row.slot, name, userId, number, level);
    rows.push_back(row);
}

/// A slot keeps its player from frame to frame, so the list of names is asked only when that changes.
std::int32_t TeamReader::personOf(std::uint8_t slot, std::string_view name, std::int64_t userId, int number,
                                  int level)
{
    CachedPerson& cached = m_people[slot];
    if (cached.number != Nobody && cached.userId == userId && cached.name == name)
        return cached.number;
    cached = {userId, std::string(name), m_names.person({std::string(name), userId, number, level})};
    return cached.number;
}

} // namespace ghostline::echo
