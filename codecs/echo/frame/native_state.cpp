// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/frame/native_state.h"

#include "codecs/echo/frame/api_words.h"
#include "model/base/text.h"

#include <QDateTime>
#include <QJsonArray>

namespace ghostline::echo {

namespace {

QJsonValue number(float value)
{
    // The shortest text that is still this float; JSON has no word for what is no number.
    return std::isfinite(value) ? QJsonValue(QString::number(value, 'g', 9).toDouble()) : QJsonValue();
}

QJsonArray vector(const glm::vec3& v) { return {number(v.x), number(v.y), number(v.z)}; }

QJsonObject pose(const PartPose& part, const char* positionKey = "position")
{
    QJsonObject out{{QLatin1String(positionKey), vector(part.position)}};
    if (part.orientation == NoRotation)
        return out;
    out[QStringLiteral("forward")] = vector(part.orientation * glm::vec3(0.0F, 0.0F, 1.0F));
    out[QStringLiteral("left")] = vector(part.orientation * glm::vec3(1.0F, 0.0F, 0.0F));
    out[QStringLiteral("up")] = vector(part.orientation * glm::vec3(0.0F, 1.0F, 0.0F));
    return out;
}

QString name(const MatchNames& names, std::int32_t person)
{
    const std::string& text = names[person].name;
    return model::textOf(text);
}

QString held(std::int16_t what)
{
    const std::string_view word = words::holding(what);
    return word.empty() ? QString::number(what) : words::text(word);
}

void putWord(QJsonObject& out, const char* key, std::int8_t code, std::span<const std::string_view> list)
{
    if (code >= 0 && static_cast<std::size_t>(code) < list.size())
        out[QLatin1String(key)] = words::text(list[static_cast<std::size_t>(code)]);
}

QJsonObject playerObject(const MatchNames& names, const PlayerFrame& player)
{
    const Person& person = names[player.person];
    QJsonObject out = stateObject(player);
    out[QStringLiteral("name")] = name(names, player.person);
    out[QStringLiteral("userid")] = static_cast<qint64>(person.userId);
    out[QStringLiteral("packetlossratio")] = number(player.packetLoss);
    out[QStringLiteral("velocity")] = vector(player.velocity);
    out[QStringLiteral("head")] = pose(player.part(Part::Head));
    out[QStringLiteral("body")] = pose(player.part(Part::Body));
    out[QStringLiteral("lhand")] = pose(player.part(Part::LeftHand), "pos");
    out[QStringLiteral("rhand")] = pose(player.part(Part::RightHand), "pos");
    if (person.number >= 0)
        out[QStringLiteral("number")] = person.number;
    if (person.level >= 0)
        out[QStringLiteral("level")] = person.level;
    if (player.holdingLeft != holding::NotRecorded)
        out[QStringLiteral("holding_left")] = held(player.holdingLeft);
    if (player.holdingRight != holding::NotRecorded)
        out[QStringLiteral("holding_right")] = held(player.holdingRight);
    if (player.hasStats)
        out[QStringLiteral("stats")] = statsObject(player.stats);
    putWord(out, "Weapon", player.loadout.weapon, words::Weapons);
    putWord(out, "Ordnance", player.loadout.ordnance, words::Ordnances);
    putWord(out, "TacMod", player.loadout.tacMod, words::TacMods);
    putWord(out, "Arm", player.loadout.arm, words::Arms);
    return out;
}

QJsonArray teamArray(const MatchHeader& header, const MatchNames& names, const FrameBlock& block,
                     const Frame& frame)
{
    QJsonArray out;
    for (std::size_t i = 0; i < Teams; ++i) {
        QJsonObject team{{QStringLiteral("team"), header.teamNames[i].isEmpty()
                                                      ? words::text(words::TeamNames[i])
                                                      : header.teamNames[i]},
                         {QStringLiteral("possession"), i < frame.possession.size() && frame.possession[i]}};
        if (frame.hasTeamStats[i])
            team[QStringLiteral("stats")] = statsObject(frame.teamStats[i]);
        QJsonArray players;
        for (const PlayerFrame& player : block.playersOf(frame)) {
            if (static_cast<std::size_t>(player.team) == i)
                players.append(playerObject(names, player));
        }
        team[QStringLiteral("players")] = players;
        out.append(team);
    }
    return out;
}

QJsonObject throwObject(const LastThrow& values)
{
    QJsonObject out;
    for (std::size_t i = 0; i < ThrowValues; ++i)
        out[words::text(words::Throw[i])] = number(values[i]);
    return out;
}

QJsonArray boneArray(std::span<const BoneSet> sets)
{
    QJsonArray out;
    for (const BoneSet& set : sets) {
        QJsonArray places;
        QJsonArray turns;
        for (const Bone& bone : set.bones) {
            for (int i = 0; i < 3; ++i)
                places.append(number(bone.position[i]));
            for (const float part :
                 {bone.orientation.x, bone.orientation.y, bone.orientation.z, bone.orientation.w})
                turns.append(number(part));
        }
        QJsonObject entry{{QStringLiteral("bone_t"), places}, {QStringLiteral("bone_o"), turns}};
        if (set.slot >= 0)
            entry[QStringLiteral("playerid")] = set.slot;
        out.append(entry);
    }
    return out;
}

void putArena(QJsonObject& out, const MatchNames& names, const Frame& frame)
{
    if (frame.hasDisc) {
        QJsonObject disc = pose(frame.disc);
        disc[QStringLiteral("velocity")] = vector(frame.discVelocity);
        out[QStringLiteral("disc")] = disc;
    }
    out[QStringLiteral("last_score")] = scoreObject(names, frame.score);
    out[QStringLiteral("last_throw")] = throwObject(frame.lastThrow);
}

void putPayload(QJsonObject& out, const Payload& payload)
{
    out[QStringLiteral("contested")] = payload.contested;
    out[QStringLiteral("payload_checkpoint")] = payload.checkpoint;
    out[QStringLiteral("payload_defenders")] = payload.defenders;
    out[QStringLiteral("payload_distance")] = number(payload.distance);
    out[QStringLiteral("payload_speed")] = number(payload.speed);
    out[QStringLiteral("payload_multiplier")] = number(payload.multiplier);
    if (payload.position)
        out[QStringLiteral("payload_position")] = vector(*payload.position);
}

} // namespace

QJsonObject statsObject(const Stats& stats)
{
    QJsonObject out;
    for (std::size_t i = 0; i < Counters; ++i)
        out[counterWord(static_cast<Counter>(i))] = stats.counters[i];
    out[QStringLiteral("stuns")] = stats.stuns;
    out[QStringLiteral("possession_time")] = number(stats.possessionTime);
    return out;
}

QJsonObject stateObject(const PlayerFrame& player)
{
    return {{QStringLiteral("playerid"), player.slot},
            {QStringLiteral("possession"), player.possession},
            {QStringLiteral("blocking"), player.blocking},
            {QStringLiteral("stunned"), player.stunned},
            {QStringLiteral("invulnerable"), player.invulnerable},
            {QStringLiteral("is_emote_playing"), player.emote},
            {QStringLiteral("ping"), player.ping}};
}

QJsonObject pauseObject(const Pause& pause)
{
    return {{QStringLiteral("paused_state"), pauseWord(pause.state)},
            {QStringLiteral("paused_requested_team"), teamWord(pause.requestedBy)},
            {QStringLiteral("unpaused_team"), teamWord(pause.unpausedBy)},
            {QStringLiteral("paused_timer"), number(pause.pausedTimer)},
            {QStringLiteral("unpaused_timer"), number(pause.unpausedTimer)}};
}

QJsonObject scoreObject(const MatchNames& names, const LastScore& score)
{
    return {{QStringLiteral("team"), teamWord(score.team)},
            {QStringLiteral("point_amount"), score.points},
            {QStringLiteral("goal_type"), goalTypeWord(score.type)},
            {QStringLiteral("person_scored"), name(names, score.scorer)},
            {QStringLiteral("assist_scored"), name(names, score.assister)},
            {QStringLiteral("disc_speed"), number(score.discSpeed)},
            {QStringLiteral("distance_thrown"), number(score.distance)}};
}

QJsonObject nativeFrame(const MatchHeader& header, const MatchNames& names, const FrameBlock& block,
                        const Frame& frame)
{
    QJsonObject out{
        {QStringLiteral("time_ms"), static_cast<qint64>(frame.timeMs)},
        {QStringLiteral("sessionid"), header.sessionId},
        {QStringLiteral("sessionip"), header.sessionIp},
        {QStringLiteral("client_name"), header.client},
        {QStringLiteral("map_name"), header.mapName},
        {QStringLiteral("match_type"), header.matchType},
        {QStringLiteral("private_match"), header.privateMatch},
        {QStringLiteral("tournament_match"), header.tournament},
        {QStringLiteral("total_round_count"), header.totalRounds},
        {QStringLiteral("blue_round_score"), header.blueRoundScore},
        {QStringLiteral("orange_round_score"), header.orangeRoundScore},
        {QStringLiteral("game_clock"), number(frame.clock)},
        {QStringLiteral("game_status"), statusWord(frame.status)},
        {QStringLiteral("blue_points"), number(frame.points[0])},
        {QStringLiteral("orange_points"), number(frame.points[1])},
        {QStringLiteral("blue_team_restart_request"), frame.restartRequest[0]},
        {QStringLiteral("orange_team_restart_request"), frame.restartRequest[1]},
        {QStringLiteral("pause"), pauseObject(frame.pause)},
        {QStringLiteral("rules_changed_at"), static_cast<qint64>(frame.rulesChangedAt)},
        {QStringLiteral("rules_changed_by"), QString::fromStdString(names.textAt(frame.rulesChangedBy))},
        {QStringLiteral("teams"), teamArray(header, names, block, frame)}};
    constexpr std::array<const char*, 4> inputs{"left_shoulder_pressed", "right_shoulder_pressed",
                                                "left_shoulder_pressed2", "right_shoulder_pressed2"};
    for (std::size_t i = 0; i < inputs.size(); ++i)
        out[QLatin1String(inputs[i])] = (frame.inputs >> i & 1U) != 0;
    QJsonObject vr;
    const QJsonObject places = pose(frame.vr);
    for (auto it = places.begin(); it != places.end(); ++it)
        vr[QStringLiteral("vr_") + it.key()] = it.value();
    out[QStringLiteral("player")] = vr;
    if (header.mode() == Mode::Arena || frame.hasDisc)
        putArena(out, names, frame);
    if (header.mode() == Mode::Combat)
        putPayload(out, frame.payload);
    if (frame.hasBones)
        out[QStringLiteral("user_bones")] = boneArray(block.bonesOf(frame));
    out[QStringLiteral("units")] =
        QStringLiteral("metres, metres a second, seconds; x left, y up, z toward the orange goal");
    return out;
}

} // namespace ghostline::echo
