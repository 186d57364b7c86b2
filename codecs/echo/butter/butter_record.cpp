// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_record.h"

#include "codecs/echo/frame/api_words.h"
#include "codecs/echo/frame/native_state.h"

#include <QJsonArray>

namespace ghostline::echo::butter {

namespace {

QJsonValue real(float value)
{
    // JSON has no words for these.
    if (!std::isfinite(value))
        return QString::number(static_cast<double>(value));
    // The shortest text that is still this float.
    return QString::number(value, 'g', 9).toDouble();
}

QJsonArray array(const glm::vec3& v) { return {real(v.x), real(v.y), real(v.z)}; }
QJsonArray array(const glm::quat& q) { return {real(q.x), real(q.y), real(q.z), real(q.w)}; }

QJsonObject pose(const PartPose& part)
{
    return {{QStringLiteral("position"), array(part.position)},
            {QStringLiteral("rotation"), array(part.orientation)}};
}

QJsonObject stats(const Stats& stats)
{
    QJsonObject out = statsObject(stats);
    out[QStringLiteral("possession_time")] = real(stats.possessionTime);
    return out;
}

QJsonValue held(std::int16_t what)
{
    if (what == holding::NotRecorded)
        return QJsonValue::Null;
    const std::string_view word = words::holding(what);
    return word.empty() ? QJsonValue(what) : QJsonValue(words::text(word));
}

QJsonObject loadout(const Loadout& loadout)
{
    return {{QStringLiteral("weapon"), loadout.weapon},
            {QStringLiteral("ordnance"), loadout.ordnance},
            {QStringLiteral("tacmod"), loadout.tacMod},
            {QStringLiteral("arm"), loadout.arm}};
}

QJsonObject playerRecord(const MatchNames& names, const PlayerFrame& player)
{
    QJsonObject out = stateObject(player);
    out[QStringLiteral("file_index")] = player.person + 1;
    out[QStringLiteral("name")] = QString::fromStdString(names[player.person].name);
    out[QStringLiteral("packetlossratio")] = real(player.packetLoss);
    out[QStringLiteral("holding_left")] = held(player.holdingLeft);
    out[QStringLiteral("holding_right")] = held(player.holdingRight);
    out[QStringLiteral("velocity")] = array(player.velocity);
    out[QStringLiteral("head")] = pose(player.part(Part::Head));
    out[QStringLiteral("body")] = pose(player.part(Part::Body));
    out[QStringLiteral("lhand")] = pose(player.part(Part::LeftHand));
    out[QStringLiteral("rhand")] = pose(player.part(Part::RightHand));
    if (player.hasStats)
        out[QStringLiteral("stats")] = stats(player.stats);
    if (player.loadout != Loadout{})
        out[QStringLiteral("loadout")] = loadout(player.loadout);
    return out;
}

QJsonArray teamRecords(const MatchNames& names, const FrameBlock& block, const Frame& frame)
{
    QJsonArray out;
    for (std::size_t team = 0; team < Teams; ++team) {
        QJsonObject one{{QStringLiteral("team"), teamWord(static_cast<TeamCode>(team))}};
        if (team < frame.possession.size())
            one[QStringLiteral("possession")] = frame.possession[team];
        if (frame.hasTeamStats[team])
            one[QStringLiteral("stats")] = stats(frame.teamStats[team]);
        QJsonArray players;
        for (const PlayerFrame& player : block.playersOf(frame)) {
            if (static_cast<std::size_t>(player.team) == team)
                players += playerRecord(names, player);
        }
        one[QStringLiteral("players")] = players;
        out += one;
    }
    return out;
}

QJsonArray boneRecords(const FrameBlock& block, const Frame& frame)
{
    QJsonArray out;
    for (const BoneSet& set : block.bonesOf(frame)) {
        QJsonArray positions;
        QJsonArray rotations;
        for (const Bone& bone : set.bones) {
            positions += array(bone.position);
            rotations += array(bone.orientation);
        }
        out += QJsonObject{{QStringLiteral("bone_t"), positions}, {QStringLiteral("bone_o"), rotations}};
    }
    return out;
}

void addModeRecords(QJsonObject& out, Mode mode, const MatchNames& names, const Frame& frame)
{
    if (mode == Mode::Arena) {
        QJsonArray thrown;
        for (const float value : frame.lastThrow)
            thrown += real(value);
        out[QStringLiteral("last_score")] = scoreObject(names, frame.score);
        out[QStringLiteral("last_throw")] = thrown;
        out[QStringLiteral("rules_changed_at")] = static_cast<qint64>(frame.rulesChangedAt);
        out[QStringLiteral("rules_changed_by")] = QString::fromStdString(names.textAt(frame.rulesChangedBy));
    } else if (mode == Mode::Combat) {
        out[QStringLiteral("payload")] =
            QJsonObject{{QStringLiteral("contested"), frame.payload.contested},
                        {QStringLiteral("checkpoint"), frame.payload.checkpoint},
                        {QStringLiteral("defenders"), frame.payload.defenders},
                        {QStringLiteral("distance"), real(frame.payload.distance)},
                        {QStringLiteral("speed"), real(frame.payload.speed)}};
    }
    if (frame.hasDisc) {
        QJsonObject disc = pose(frame.disc);
        disc[QStringLiteral("velocity")] = array(frame.discVelocity);
        out[QStringLiteral("disc")] = disc;
    }
}

} // namespace

QJsonObject frameRecord(const Header& header, const MatchNames& names, const FrameBlock& block,
                        std::size_t number, std::size_t chunk, const FrameTrace& trace)
{
    const Frame& frame = block.frames[number];
    QJsonObject out{{QStringLiteral("chunk"), static_cast<qint64>(chunk)},
                    {QStringLiteral("chunk_offset"), static_cast<qint64>(trace.offset)},
                    {QStringLiteral("size"), static_cast<qint64>(trace.size)},
                    {QStringLiteral("inclusion_mask"), trace.mask},
                    {QStringLiteral("time"), static_cast<qint64>(frame.timeMs)},
                    {QStringLiteral("game_clock"), real(frame.clock)},
                    {QStringLiteral("game_status"), statusWord(frame.status)},
                    {QStringLiteral("blue_points"), real(frame.points[0])},
                    {QStringLiteral("orange_points"), real(frame.points[1])},
                    {QStringLiteral("inputs"), frame.inputs},
                    {QStringLiteral("blue_team_restart_request"), frame.restartRequest[0]},
                    {QStringLiteral("orange_team_restart_request"), frame.restartRequest[1]},
                    {QStringLiteral("pause"), pauseObject(frame.pause)},
                    {QStringLiteral("player"), pose(frame.vr)},
                    {QStringLiteral("teams"), teamRecords(names, block, frame)}};
    addModeRecords(out, header.match.mode(), names, frame);
    if (frame.hasBones)
        out[QStringLiteral("user_bones")] = boneRecords(block, frame);
    return out;
}

} // namespace ghostline::echo::butter
