// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Frames of an .echoreplay by plain QJson, independent of the codec's own parser: what was recorded, for
// tests that compare with it.
#include "codecs/echo/frame/frame.h"
#include "tests/codecs/echo/truth_frames.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ghostline::test {

struct JsonMatch
{
    echo::MatchHeader header;
    echo::MatchNames names;
    echo::FrameBlock block;
    QByteArray text;
};

namespace json_match {

inline std::string text(const QJsonValue& value) { return value.toString().toStdString(); }
inline float number(const QJsonValue& value) { return static_cast<float>(value.toDouble()); }
inline bool flag(const QJsonValue& value) { return value.toBool() || value.toDouble() != 0.0; }

inline glm::dvec3 vector(const QJsonValue& value)
{
    const QJsonArray list = value.toArray();
    return {list.at(0).toDouble(), list.at(1).toDouble(), list.at(2).toDouble()};
}

inline echo::PartPose pose(const QJsonObject& o, const QString& prefix = {})
{
    QJsonValue position = o.value(prefix + QStringLiteral("position"));
    if (position.isUndefined())
        position = o.value(prefix + QStringLiteral("pos"));
    return {glm::vec3(vector(position)),
            echo::lookRotation(vector(o.value(prefix + QStringLiteral("forward"))),
                               vector(o.value(prefix + QStringLiteral("up"))))};
}

inline echo::Stats stats(const QJsonObject& o)
{
    echo::Stats out;
    for (std::size_t i = 0; i < echo::Counters; ++i)
        out.counters[i] = o.value(echo::counterWord(static_cast<echo::Counter>(i))).toInt();
    out.stuns = o.value(QStringLiteral("stuns")).toInt();
    out.possessionTime = number(o.value(QStringLiteral("possession_time")));
    return out;
}

inline std::int16_t holds(const QJsonValue& value)
{
    const QString word = value.toString();
    if (!value.isString())
        return echo::holding::NotRecorded;
    if (word == QLatin1String("none"))
        return echo::holding::None;
    if (word == QLatin1String("geo"))
        return echo::holding::Geo;
    return word == QLatin1String("disc") ? echo::holding::Disc : word.toShort();
}

inline std::int8_t place(const QJsonValue& value, const char* words)
{
    return static_cast<std::int8_t>(QString::fromLatin1(words).split(u' ').indexOf(value.toString()));
}

inline echo::PlayerFrame player(const QJsonObject& o, echo::TeamCode team, echo::MatchNames& names)
{
    const auto at = [&o](const char* key) { return o.value(QLatin1String(key)); };
    echo::PlayerFrame p;
    p.person = names.person({.name = text(at("name")),
                             .userId = at("userid").toInteger(),
                             .number = at("number").toInt(),
                             .level = at("level").toInt()});
    p.team = team;
    p.slot = static_cast<std::uint8_t>(at("playerid").toInt());
    p.possession = flag(at("possession"));
    p.blocking = flag(at("blocking"));
    p.stunned = flag(at("stunned"));
    p.invulnerable = flag(at("invulnerable"));
    p.emote = flag(at("is_emote_playing"));
    p.hasStats = at("stats").isObject();
    p.stats = stats(at("stats").toObject());
    p.ping = at("ping").toInt();
    p.packetLoss = number(at("packetlossratio"));
    p.holdingLeft = holds(at("holding_left"));
    p.holdingRight = holds(at("holding_right"));
    p.loadout = {place(at("Weapon"), "rocket blaster scout assault"),
                 place(at("Ordnance"), "stun det burst arc"),
                 place(at("TacMod"), "sensor wraith heal shield"), place(at("Arm"), "Left Right")};
    p.velocity = glm::vec3(vector(at("velocity")));
    p.parts = {pose(at("head").toObject()), pose(at("body").toObject()), pose(at("lhand").toObject()),
               pose(at("rhand").toObject())};
    return p;
}

inline void bones(const QJsonObject& o, echo::Frame& frame, echo::FrameBlock& block)
{
    frame.bones.first = static_cast<std::uint32_t>(block.bones.size());
    for (const auto& entry : o.value(QLatin1String("user_bones")).toArray()) {
        echo::BoneSet& set = block.bones.emplace_back();
        const QJsonArray t = entry.toObject().value(QLatin1String("bone_t")).toArray();
        const QJsonArray r = entry.toObject().value(QLatin1String("bone_o")).toArray();
        for (qsizetype i = 0; i < static_cast<qsizetype>(echo::Bones); ++i) {
            echo::Bone& bone = set.bones[static_cast<std::size_t>(i)];
            bone.position = {number(t[3 * i]), number(t[3 * i + 1]), number(t[3 * i + 2])};
            bone.orientation =
                glm::quat(number(r[4 * i + 3]), number(r[4 * i]), number(r[4 * i + 1]), number(r[4 * i + 2]));
        }
        ++frame.bones.count;
    }
    frame.hasBones = frame.bones.count > 0;
}

/// Whoever scored need not be in a team any more.
inline std::int32_t scorer(const QJsonValue& value, echo::MatchNames& names)
{
    const std::string name = text(value);
    if (name == "[INVALID]")
        return echo::Nobody;
    const std::int32_t known = names.named(name);
    return known != echo::Nobody ? known : names.person({.name = name});
}

inline void matchFields(const QJsonObject& o, echo::Frame& f, echo::MatchNames& names)
{
    const auto at = [&o](const char* key) { return o.value(QLatin1String(key)); };
    f.clock = number(at("game_clock"));
    f.status = echo::statusFromWord(text(at("game_status")));
    if (at("game_status").toString().isEmpty())
        f.status = echo::GameStatus::None;
    f.points = {number(at("blue_points")), number(at("orange_points"))};
    unsigned bit = 1;
    for (const char* key : {"left_shoulder_pressed", "right_shoulder_pressed", "left_shoulder_pressed2",
                            "right_shoulder_pressed2"}) {
        f.inputs = static_cast<std::uint8_t>(f.inputs | (at(key).toDouble() > 0.5 ? bit : 0U));
        bit <<= 1;
    }
    f.restartRequest = {flag(at("blue_team_restart_request")), flag(at("orange_team_restart_request"))};
    const QJsonObject pause = at("pause").toObject();
    f.pause = {echo::pauseFromWord(text(pause[u"paused_state"])),
               echo::teamFromWord(text(pause[u"paused_requested_team"])),
               echo::teamFromWord(text(pause[u"unpaused_team"])), number(pause[u"paused_timer"]),
               number(pause[u"unpaused_timer"])};
    const QJsonObject score = at("last_score").toObject();
    if (!score.isEmpty())
        f.score = {echo::teamFromWord(text(score[u"team"])),
                   score[u"point_amount"].toInt(),
                   echo::goalTypeFromWord(text(score[u"goal_type"])),
                   scorer(score[u"person_scored"], names),
                   scorer(score[u"assist_scored"], names),
                   number(score[u"disc_speed"]),
                   number(score[u"distance_thrown"])};
    std::size_t i = 0;
    for (const char* key : {"arm_speed", "total_speed", "off_axis_spin_deg", "wrist_throw_penalty",
                            "rot_per_sec", "pot_speed_from_rot", "speed_from_arm", "speed_from_movement",
                            "speed_from_wrist", "wrist_align_to_throw_deg", "throw_align_to_movement_deg",
                            "off_axis_penalty", "throw_move_penalty"})
        f.lastThrow[i++] = number(at("last_throw").toObject().value(QLatin1String(key)));
    f.vr = pose(at("player").toObject(), QStringLiteral("vr_"));
    f.hasDisc = at("disc").isObject();
    f.disc = f.hasDisc ? pose(at("disc").toObject()) : echo::PartPose{};
    f.discVelocity = glm::vec3(vector(at("disc").toObject()[u"velocity"]));
    f.payload = {flag(at("contested")),           at("payload_checkpoint").toInt(),
                 at("payload_defenders").toInt(), number(at("payload_distance")),
                 number(at("payload_speed")),     number(at("payload_multiplier"))};
    f.rulesChangedAt = at("rules_changed_at").toInteger();
    f.rulesChangedBy = names.text(text(at("rules_changed_by")));
}

inline void frame(const QByteArrayList& columns, JsonMatch& out)
{
    const QJsonObject o = QJsonDocument::fromJson(columns[1]).object();
    echo::Frame& f = out.block.frames.emplace_back();
    f.timeMs = truthTime(columns[0]);
    f.players.first = static_cast<std::uint32_t>(out.block.players.size());
    const QJsonArray teams = o[u"teams"].toArray();
    for (std::size_t team = 0; team < echo::Teams; ++team) {
        const QJsonObject t = teams.at(static_cast<qsizetype>(team)).toObject();
        if (team < f.possession.size())
            f.possession[team] = flag(t[u"possession"]);
        f.hasTeamStats[team] = t[u"stats"].isObject();
        f.teamStats[team] = stats(t[u"stats"].toObject());
        for (const auto& p : t[u"players"].toArray())
            out.block.players.push_back(player(p.toObject(), static_cast<echo::TeamCode>(team), out.names));
    }
    f.players.count = static_cast<std::uint32_t>(out.block.players.size()) - f.players.first;
    matchFields(o, f, out.names);
    f.bones.first = static_cast<std::uint32_t>(out.block.bones.size());
    if (columns.size() > 2)
        bones(QJsonDocument::fromJson(columns[2]).object(), f, out.block);
    if (out.block.frames.size() > 1)
        return;
    out.header.client = o[u"client_name"].toString();
    out.header.sessionId = o[u"sessionid"].toString();
    out.header.sessionIp = o[u"sessionip"].toString();
    out.header.map = echo::mapFromWord(text(o[u"map_name"]));
    out.header.privateMatch = o[u"private_match"].toBool();
}

} // namespace json_match

/// False when the file cannot be read.
inline bool readJsonMatch(const QByteArray& zip, JsonMatch& out)
{
    out.text = firstZipEntry(zip);
    for (const QByteArray& line : out.text.split('\n')) {
        const QByteArrayList columns = line.trimmed().split('\t');
        if (columns.size() > 1)
            json_match::frame(columns, out);
    }
    return !out.block.frames.empty();
}

} // namespace ghostline::test
