// SPDX-License-Identifier: GPL-3.0-or-later
// Poses, teams and players of a line.
#include "codecs/echo/session_json.h"
#include "codecs/echo/session_keys.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

constexpr std::size_t MaxPlayers = 64; ///< of one team; the game has 15 in all
constexpr int MaxSlot = 251;           ///< what a hand can name (holding)

/// The letters of two ASCII words without regard to case.
bool sameWord(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
               return lower(x) == lower(y);
           });
}

template<std::size_t N>
std::int8_t indexOf(std::string_view word, const std::array<std::string_view, N>& words)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (sameWord(word, words[i]))
            return static_cast<std::int8_t>(i);
    }
    return -1;
}

/// Directions as they come; what they say together is worked out at the end.
struct Axes
{
    glm::dvec3 forward{0.0};
    glm::dvec3 up{0.0};
    glm::quat rotation() const { return lookRotation(forward, up); }
};

} // namespace

/// position (or pos), forward, left, up.
bool SessionParser::readPose(json::value value, PartPose& pose)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return false;
    Axes axes;
    eachField(object, m_keys->pose, [&](std::size_t key, json::value field) {
        if (key == pose::Position || key == pose::Pos)
            readVector(field, pose.position);
        else if (key == pose::Forward)
            readDirection(field, axes.forward);
        else if (key == pose::Up)
            readDirection(field, axes.up);
    });
    pose.orientation = axes.rotation();
    return true;
}

void SessionParser::readView(json::value value)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return;
    Axes axes;
    eachField(object, m_keys->view, [&](std::size_t key, json::value field) {
        if (key == view::Position)
            readVector(field, m_frame.vr.position);
        else if (key == view::Forward)
            readDirection(field, axes.forward);
        else if (key == view::Up)
            readDirection(field, axes.up);
    });
    m_frame.vr.orientation = axes.rotation();
}

void SessionParser::readDisc(json::value value)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return;
    Axes axes;
    eachField(object, m_keys->pose, [&](std::size_t key, json::value field) {
        if (key == pose::Position)
            m_frame.hasDisc = readVector(field, m_frame.disc.position);
        else if (key == pose::Velocity)
            readVector(field, m_frame.discVelocity);
        else if (key == pose::Forward)
            readDirection(field, axes.forward);
        else if (key == pose::Up)
            readDirection(field, axes.up);
    });
    m_frame.disc.orientation = axes.rotation();
}

bool SessionParser::readStats(json::value value, Stats& stats)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return false;
    eachField(object, m_keys->stats, [&](std::size_t key, json::value field) {
        if (key == stats::PossessionTime)
            stats.possessionTime = real(field);
        else if (key == stats::Stuns)
            stats.stuns = wholeOf<std::int32_t>(field.raw_json_token());
        else
            stats.counters[key] = wholeOf<std::int32_t>(field.raw_json_token());
    });
    return true;
}

void SessionParser::readTeams(json::value value)
{
    json::array array;
    if (fail(value.get_array().get(array)) != simdjson::SUCCESS)
        return; // null: the game is between two matches
    m_pending.hasTeams = true;
    std::size_t index = 0;
    for (auto entry : array) {
        json::value found;
        // get() is only for temporaries.
        if (fail(std::move(entry).get(found)) != simdjson::SUCCESS) // NOLINT(performance-move-const-arg)
            return;
        json::object team;
        if (index >= Teams) {
            remark(Remark::MoreTeams);
            return;
        }
        if (found.get_object().get(team) == simdjson::SUCCESS)
            readTeam(team, index);
        ++index;
    }
}

void SessionParser::readTeam(json::object team, std::size_t index)
{
    eachField(team, m_keys->team, [&](std::size_t key, json::value field) {
        switch (key) {
        case team::Name:
            if (m_header != nullptr) {
                const std::string_view word = wordOf(field);
                m_header->teamNames[index] =
                    QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
            }
            break;
        case team::Possession:
            if (index < m_frame.possession.size())
                m_frame.possession[index] = flagOf(field.raw_json_token());
            break;
        case team::StatList:
            m_frame.hasTeamStats[index] = readStats(field, m_frame.teamStats[index]);
            break;
        default: {
            json::array players;
            if (field.get_array().get(players) != simdjson::SUCCESS)
                break;
            std::size_t count = 0;
            for (auto entry : players) {
                json::object player;
                if (fail(entry.get_object().get(player)) == simdjson::SUCCESS && ++count <= MaxPlayers)
                    readPlayer(player, static_cast<TeamCode>(index));
                if (m_error != simdjson::SUCCESS)
                    break;
            }
        }
        }
    });
}

void SessionParser::readHolding(json::value value, std::int16_t& holding)
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
            remark(Remark::UnknownHolding, word);
    }
}

/// An object with pos and directions; of 2018 and 2019 a bare place, without a direction.
void SessionParser::readHand(json::value value, PartPose& pose)
{
    if (!readPose(value, pose) && readVector(value, pose.position))
        pose.orientation = glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
}

void SessionParser::readPlayer(json::object object, TeamCode team)
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
        const std::int8_t index = indexOf(word, words);
        if (index < 0 && !word.empty())
            remark(Remark::UnknownLoadout, word);
        return index;
    };
    eachField(object, m_keys->player, [&](std::size_t key, json::value field) {
        const auto token = [&field] { return field.raw_json_token(); };
        switch (key) {
        case player::Name:
            name = wordOf(field);
            break;
        case player::Slot:
            row.slot = static_cast<std::uint8_t>(std::clamp(wholeOf<std::int32_t>(token()), 0, MaxSlot));
            break;
        case player::UserId:
            userId = bigWholeOf(token());
            break;
        case player::Number:
            number = wholeOf<int>(token());
            break;
        case player::Level:
            level = wholeOf<int>(token());
            break;
        case player::Ping:
            row.ping = wholeOf<std::int32_t>(token());
            break;
        case player::Loss:
            row.packetLoss = real(field);
            break;
        case player::Stunned:
            row.stunned = flagOf(token());
            break;
        case player::Invulnerable:
            row.invulnerable = flagOf(token());
            break;
        case player::Blocking:
            row.blocking = flagOf(token());
            break;
        case player::Possession:
            row.possession = flagOf(token());
            break;
        case player::Emote:
            row.emote = flagOf(token());
            break;
        case player::HoldingLeft:
            readHolding(field, row.holdingLeft);
            break;
        case player::HoldingRight:
            readHolding(field, row.holdingRight);
            break;
        case player::Velocity:
            readVector(field, row.velocity);
            break;
        case player::Head:
            readPose(field, row.part(Part::Head));
            break;
        case player::Body:
            readPose(field, row.part(Part::Body));
            break;
        case player::LeftHand:
            readHand(field, row.part(Part::LeftHand));
            break;
        case player::RightHand:
            readHand(field, row.part(Part::RightHand));
            break;
        case player::StatList:
            row.hasStats = readStats(field, row.stats);
            break;
        case player::Position:
            oldStyle = readVector(field, whole.position);
            break;
        case player::Forward:
            readDirection(field, axes.forward);
            break;
        case player::Up:
            readDirection(field, axes.up);
            break;
        case player::Weapon:
        case player::WeaponSmall:
            row.loadout.weapon = loadout(field, words::Weapons);
            break;
        case player::Ordnance:
        case player::OrdnanceSmall:
            row.loadout.ordnance = loadout(field, words::Ordnances);
            break;
        case player::TacMod:
        case player::TacModSmall:
        case player::TacModSnake:
            row.loadout.tacMod = loadout(field, words::TacMods);
            break;
        case player::Arm:
        case player::ArmSmall:
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
    m_out->players.push_back(row);
}

/// A scorer is whoever was first seen under that name; the same answer for ever.
std::int32_t SessionParser::namedPerson(CachedPerson& cached, std::string_view name)
{
    if (name.empty() || name == "[INVALID]")
        return Nobody;
    if (cached.number == Nobody || cached.name != name) {
        const std::int32_t known = m_names.named(name);
        cached = {0, std::string(name),
                  known != Nobody ? known : m_names.person({std::string(name), 0, -1, -1})};
    }
    return cached.number;
}

/// A slot keeps its player from frame to frame, so the list of names is asked only when that changes.
std::int32_t SessionParser::personOf(std::uint8_t slot, std::string_view name, std::int64_t userId,
                                     int number, int level)
{
    CachedPerson& cached = m_people[slot];
    if (cached.number != Nobody && cached.userId == userId && cached.name == name)
        return cached.number;
    cached = {userId, std::string(name), m_names.person({std::string(name), userId, number, level})};
    return cached.number;
}

} // namespace ghostline::echo
