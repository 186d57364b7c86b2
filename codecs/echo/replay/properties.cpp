// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/properties.h"

#include "codecs/echo/frame/api_words.h"
#include "model/world/interpolation.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace ghostline::echo {

using model::Interpolation;
using model::PropertyInfo;
using model::PropertyType;
using model::PropertyValue;

namespace {

struct StatisticInfo
{
    const char* id;
    const char* name;
    const char* shortName;
    const char* eventKind; ///< the events behind it
};
constexpr std::array<StatisticInfo, statistic::Count> StatisticTable{
    {{"points", "Points", "Pts", "goal"},
     {"goals", "Goals", "G", "goal"},
     {"assists", "Assists", "A", "assist"},
     {"saves", "Saves", "Sv", "save"},
     {"steals", "Steals", "Stl", "steal"},
     {"stuns", "Stuns", "Stn", "stun"},
     {"blocks", "Blocks", "Blk", "block"},
     {"catches", "Catches", "C", "catch"},
     {"passes", "Passes", "P", "pass"},
     {"interceptions", "Interceptions", "Int", "interception"},
     {"shots_taken", "Shots taken", "Sh", "shot"},
     {"possession_time", "Possession time", "Poss", "possession"}}};

struct ThrowInfo
{
    const char* id;
    const char* name;
    const char* unit;
};
constexpr std::array<ThrowInfo, ThrowValues> ThrowTable{
    {{"throw_arm_speed", "Arm speed", "m/s"},
     {"throw_total_speed", "Total speed", "m/s"},
     {"throw_off_axis_spin", "Off-axis spin", "°"},
     {"throw_wrist_penalty", "Wrist penalty", ""},
     {"throw_rotations_per_second", "Rotations per second", "1/s"},
     {"throw_potential_speed_from_rotation", "Potential speed from rotation", "m/s"},
     {"throw_speed_from_arm", "Speed from the arm", "m/s"},
     {"throw_speed_from_movement", "Speed from movement", "m/s"},
     {"throw_speed_from_wrist", "Speed from the wrist", "m/s"},
     {"throw_wrist_to_throw_angle", "Wrist to throw", "°"},
     {"throw_throw_to_movement_angle", "Throw to movement", "°"},
     {"throw_off_axis_penalty", "Off-axis penalty", ""},
     {"throw_movement_penalty", "Movement penalty", ""}}};

PropertyInfo real(const char* id, const char* name, const QString& group, const char* unit,
                  Interpolation how = Interpolation::Step)
{
    return {QLatin1String(id),
            QString::fromUtf8(name),
            group,
            PropertyType::Real,
            QString::fromUtf8(unit),
            how,
            {}};
}

PropertyInfo step(const char* id, const char* name, const QString& group, PropertyType type,
                  const QStringList& names = {})
{
    return {QLatin1String(id), QString::fromUtf8(name), group, type, {}, Interpolation::Step, names};
}

QStringList textList(std::initializer_list<const char*> list)
{
    QStringList out;
    for (const char* word : list)
        out += QString::fromUtf8(word);
    return out;
}

QStringList teamNames() { return textList({"Blue", "Orange", "Spectators", "None"}); }

void addStatistics(std::vector<PropertyInfo>& out, const char* prefix, const QString& group)
{
    for (const StatisticInfo& s : StatisticTable) {
        PropertyInfo info = step("", s.name, group, PropertyType::Integer);
        info.id = QLatin1String(prefix) + QLatin1String(s.id);
        if (&s == &StatisticTable[statistic::PossessionTime]) {
            info.type = PropertyType::Real;
            info.unit = QStringLiteral("s");
        }
        out.push_back(std::move(info));
    }
}

void addPlay(std::vector<PropertyInfo>& out, Mode mode)
{
    const QString match = QStringLiteral("Match");
    QStringList statuses;
    for (int i = 0; i < GameStatuses; ++i)
        statuses += statusName(static_cast<GameStatus>(i));
    out.push_back(real("game_clock", "Game clock", match, "s"));
    out.push_back(step("game_status", "Status", match, PropertyType::Enumeration, statuses));
    for (const char* id : {"blue_points", "orange_points"}) {
        const char* name = id[0] == 'b' ? "Blue points" : "Orange points";
        out.push_back(mode == Mode::Combat ? real(id, name, match, "%")
                                           : step(id, name, match, PropertyType::Integer));
    }
    out.push_back(step("possession_team", "Team in possession", match, PropertyType::Integer));
    out.push_back(step("blue_possession", "Blue in possession", match, PropertyType::Boolean));
    out.push_back(step("orange_possession", "Orange in possession", match, PropertyType::Boolean));
    out.push_back(step("blue_round_score", "Rounds won by blue", match, PropertyType::Integer));
    out.push_back(step("orange_round_score", "Rounds won by orange", match, PropertyType::Integer));
    const QString pause = QStringLiteral("Pause");
    out.push_back(step("paused_state", "State", pause, PropertyType::Enumeration,
                       textList({"Unpaused", "Paused", "Unpausing", "Pausing", "None", "Requested"})));
    out.push_back(step("pause_requested_by", "Requested by", pause, PropertyType::Enumeration, teamNames()));
    out.push_back(step("unpaused_by", "Unpaused by", pause, PropertyType::Enumeration, teamNames()));
    out.push_back(real("paused_timer", "Paused for", pause, "s"));
    out.push_back(real("unpaused_timer", "Unpausing for", pause, "s"));
    out.push_back(step("blue_restart_request", "Blue asks for a restart", pause, PropertyType::Boolean));
    out.push_back(step("orange_restart_request", "Orange asks for a restart", pause, PropertyType::Boolean));
}

void addScore(std::vector<PropertyInfo>& out)
{
    const QString score = QStringLiteral("Last score");
    QStringList types;
    for (int i = 0; i < GoalTypes; ++i)
        types += goalTypeName(static_cast<GoalType>(i));
    out.push_back(step("last_score_team", "Team", score, PropertyType::Enumeration, teamNames()));
    out.push_back(step("last_score_points", "Points", score, PropertyType::Integer));
    out.push_back(step("last_score_type", "Type", score, PropertyType::Enumeration, types));
    out.push_back(step("last_scorer", "Scorer", score, PropertyType::Text));
    out.push_back(step("last_assister", "Assist", score, PropertyType::Text));
    out.push_back(real("last_score_disc_speed", "Disc speed", score, "m/s"));
    out.push_back(real("last_score_distance", "Distance thrown", score, "m"));
    for (const ThrowInfo& t : ThrowTable)
        out.push_back(real(t.id, t.name, QStringLiteral("Last throw of the recording player"), t.unit));
}

void addRecorder(std::vector<PropertyInfo>& out)
{
    const QString recorder = QStringLiteral("Recording player");
    out.push_back(step("inputs", "Pressed", recorder, PropertyType::Flags,
                       textList({"Left shoulder", "Right shoulder", "Left shoulder 2", "Right shoulder 2"})));
    out.push_back(real("vr_x", "Playspace X", recorder, "m", Interpolation::Linear));
    out.push_back(real("vr_y", "Playspace Y", recorder, "m", Interpolation::Linear));
    out.push_back(real("vr_z", "Playspace Z", recorder, "m", Interpolation::Linear));
    out.push_back(real("vr_yaw", "Playspace yaw", recorder, "°", Interpolation::Angle));
    out.push_back(real("vr_pitch", "Playspace pitch", recorder, "°", Interpolation::Angle));
    out.push_back(real("vr_roll", "Playspace roll", recorder, "°", Interpolation::Angle));
    const QString rules = QStringLiteral("Rules");
    out.push_back(step("rules_changed_at", "Changed at", rules, PropertyType::Integer));
    out.push_back(step("rules_changed_by", "Changed by", rules, PropertyType::Text));
    const QString payload = QStringLiteral("Payload");
    out.push_back(step("payload_contested", "Contested", payload, PropertyType::Boolean));
    out.push_back(step("payload_checkpoint", "Checkpoint", payload, PropertyType::Integer));
    out.push_back(step("payload_defenders", "Defenders", payload, PropertyType::Integer));
    out.push_back(real("payload_distance", "Distance", payload, "", Interpolation::Linear));
    out.push_back(real("payload_speed", "Speed", payload, "", Interpolation::Linear));
    out.push_back(real("payload_multiplier", "Multiplier", payload, "", Interpolation::Step));
    PropertyInfo time =
        step("recorded_time", "Recorder's clock", QStringLiteral("Frame"), PropertyType::Integer);
    time.unit = QStringLiteral("ms");
    out.push_back(std::move(time));
}

} // namespace

std::vector<PropertyInfo> actorProperties()
{
    const QString player = QStringLiteral("Player");
    const QString link = QStringLiteral("Connection");
    const QString state = QStringLiteral("State");
    const QString loadout = QStringLiteral("Loadout");
    std::vector<PropertyInfo> out;
    out.reserve(actor_property::Count);
    out.push_back(step("team", "Team", player, PropertyType::Integer));
    out.push_back(step("slot", "Slot", player, PropertyType::Integer));
    addStatistics(out, "", QStringLiteral("Statistics"));
    out.push_back(step("ping", "Ping", link, PropertyType::Integer));
    out.back().unit = QStringLiteral("ms");
    out.push_back(real("packet_loss", "Packet loss", link, ""));
    out.push_back(real("speed", "Speed (recorded)", QStringLiteral("Motion"), "m/s", Interpolation::Linear));
    out.push_back(step("possession", "Has the disc", state, PropertyType::Boolean));
    out.push_back(step("blocking", "Blocking", state, PropertyType::Boolean));
    out.push_back(step("stunned", "Stunned", state, PropertyType::Boolean));
    out.push_back(step("invulnerable", "Invulnerable", state, PropertyType::Boolean));
    out.push_back(step("emote", "Emote", state, PropertyType::Boolean));
    out.push_back(step("holding_left", "Left hand holds", state, PropertyType::Text));
    out.push_back(step("holding_right", "Right hand holds", state, PropertyType::Text));
    out.push_back(step("weapon", "Weapon", loadout, PropertyType::Enumeration,
                       textList({"Meteor", "Nova", "Comet", "Pulsar"})));
    out.push_back(step("ordnance", "Ordnance", loadout, PropertyType::Enumeration,
                       textList({"Stun field", "Detonator", "Instant repair", "Arc mine"})));
    out.push_back(step("tac_mod", "Tac-mod", loadout, PropertyType::Enumeration,
                       textList({"Threat scanner", "Phase shift", "Repair matrix", "Energy barrier"})));
    out.push_back(step("arm", "Weapon arm", loadout, PropertyType::Enumeration, textList({"Left", "Right"})));
    return out;
}

std::vector<PropertyInfo> matchProperties(Mode mode)
{
    std::vector<PropertyInfo> out;
    out.reserve(match_property::Count);
    addPlay(out, mode);
    addScore(out);
    addRecorder(out);
    addStatistics(out, "blue_team_", QStringLiteral("Blue team"));
    addStatistics(out, "orange_team_", QStringLiteral("Orange team"));
    addStatistics(out, "spectators_", QStringLiteral("Spectators"));
    return out;
}

std::vector<model::Team> matchTeams(const MatchHeader& header)
{
    const std::array<QString, Teams> usual{QStringLiteral("Blue"), QStringLiteral("Orange"),
                                           QStringLiteral("Spectators")};
    std::vector<model::Team> out;
    for (std::size_t i = 0; i < usual.size(); ++i) {
        const QString name = header.teamNames[i].trimmed();
        const bool own =
            !name.isEmpty() && name.compare(words::text(words::TeamNames[i]), Qt::CaseInsensitive) != 0;
        out.push_back({own ? name : usual[i], static_cast<int>(i)});
        if (!own)
            out.back().nameWording = model::Sentence::of(usual[i]).wording();
    }
    return out;
}

model::Scoreboard matchScoreboard(const MatchHeader& header)
{
    using namespace match_property;
    using Property = model::MatchPropertyId;
    if (header.mode() == Mode::Neither)
        return {};
    model::Scoreboard out;
    out.clock = Property(GameClock);
    out.status = Property(Status);
    out.score = {Property(BluePoints), Property(OrangePoints)};
    if (header.totalRounds > 0)
        out.roundScore = {Property(BlueRoundScore), Property(OrangeRoundScore)};
    out.possession = Property(PossessionTeam);
    out.roundStartKind = QStringLiteral("round_start");
    out.tables = {QStringLiteral("goal"), QStringLiteral("shot"), QStringLiteral("throw"),
                  QStringLiteral("joust")};
    for (int s = 0; s < statistic::Count; ++s) {
        const StatisticInfo& info = StatisticTable[static_cast<std::size_t>(s)];
        model::Statistic entry;
        entry.id = QLatin1String(info.id);
        entry.name = QLatin1String(info.name);
        entry.shortName = QLatin1String(info.shortName);
        entry.actor = model::ActorPropertyId(actor_property::Statistics + s);
        entry.teams = {Property(TeamStatistics + s), Property(TeamStatistics + statistic::Count + s)};
        entry.eventKind = QLatin1String(info.eventKind);
        out.statistics.push_back(std::move(entry));
    }
    return out;
}

// The values.

namespace {

PropertyValue realOf(float value) { return PropertyValue::real(static_cast<double>(value)); }

/// A value that is no number is as good as none.
PropertyValue realOrNone(float value) { return std::isfinite(value) ? realOf(value) : PropertyValue(); }

PropertyValue wholeOrNone(float value)
{
    constexpr float Most = 1e9F; // a score beyond this is no number either
    return std::abs(value) <= Most ? PropertyValue::integer(std::lround(value)) : PropertyValue();
}

template<typename E>
PropertyValue code(E value)
{
    return PropertyValue::integer(static_cast<std::int64_t>(value));
}

PropertyValue coded(std::int8_t value) { return value < 0 ? PropertyValue() : PropertyValue::integer(value); }

float toward(float a, float b, float f)
{
    const float value = a + (b - a) * f;
    return std::isfinite(value) ? value : a;
}

void fillVr(const PartPose& now, const PartPose* next, float f, std::vector<PropertyValue>& out)
{
    using namespace match_property;
    const glm::quat& a = now.orientation;
    if (now.position == glm::vec3(0.0F) && (a == NoRotation || a == glm::quat(1.0F, 0.0F, 0.0F, 0.0F)))
        return; // nothing recorded
    for (int i = 0; i < 3; ++i) {
        const float to = next != nullptr ? next->position[i] : now.position[i];
        out[static_cast<std::size_t>(VrX) + static_cast<std::size_t>(i)] =
            realOrNone(toward(now.position[i], to, f));
    }
    if (!(glm::dot(a, a) > 0.25F))
        return;
    const glm::quat q = next != nullptr && glm::dot(next->orientation, next->orientation) > 0.25F
                            ? model::slerpShortest(a, next->orientation, f)
                            : a;
    const glm::vec3 forward = q * glm::vec3(0.0F, 0.0F, 1.0F);
    const glm::vec3 left = q * glm::vec3(1.0F, 0.0F, 0.0F);
    const glm::vec3 up = q * glm::vec3(0.0F, 1.0F, 0.0F);
    constexpr float Degrees = 180.0F / glm::pi<float>();
    out[VrYaw] = realOrNone(std::atan2(forward.x, forward.z) * Degrees);
    out[VrPitch] = realOrNone(std::asin(std::clamp(forward.y, -1.0F, 1.0F)) * Degrees);
    out[VrRoll] = realOrNone(std::atan2(left.y, up.y) * Degrees);
}

/// Writes twelve values.
void fillStatistics(const Stats& stats, PropertyValue* out)
{
    constexpr std::array<Counter, 5> first{Counter::Points, Counter::Goals, Counter::Assists, Counter::Saves,
                                           Counter::Steals};
    constexpr std::array<Counter, 5> last{Counter::Blocks, Counter::Catches, Counter::Passes,
                                          Counter::Interceptions, Counter::ShotsTaken};
    for (std::size_t i = 0; i < first.size(); ++i)
        out[i] = PropertyValue::integer(stats[first[i]]);
    out[statistic::Stuns] = PropertyValue::integer(stats.stuns);
    for (std::size_t i = 0; i < last.size(); ++i)
        out[statistic::Blocks + i] = PropertyValue::integer(stats[last[i]]);
    if (std::isfinite(stats.possessionTime))
        out[statistic::PossessionTime] = PropertyValue::real(static_cast<double>(stats.possessionTime));
}

PropertyValue holdingText(std::int16_t held, std::span<const PlayerFrame> players, const TextIds& texts)
{
    if (held < 0 || held == holding::NotRecorded)
        return {};
    if (held == holding::None)
        return PropertyValue::text(texts.nothing);
    if (held == holding::Disc)
        return PropertyValue::text(texts.disc);
    if (held == holding::Geo)
        return PropertyValue::text(texts.geo);
    for (const PlayerFrame& player : players) {
        if (player.slot == held)
            return PropertyValue::text(texts.person(player.person));
    }
    return PropertyValue::text(texts.nothing);
}

void fillScore(const Frame& now, const TextIds& texts, std::vector<PropertyValue>& m)
{
    using namespace match_property;
    for (std::size_t i = 0; i < ThrowValues; ++i)
        m[Throw + i] = realOrNone(now.lastThrow[i]);
    const LastScore& score = now.score;
    if (score.type == GoalType::Unknown && score.scorer == Nobody && score.discSpeed == 0.0F &&
        score.distance == 0.0F)
        return; // no goal yet
    m[ScoreTeam] = code(score.team);
    m[ScorePoints] = PropertyValue::integer(score.points);
    m[ScoreType] = code(score.type);
    m[Scorer] = PropertyValue::text(texts.person(score.scorer));
    m[Assister] = PropertyValue::text(texts.person(score.assister));
    m[ScoreDiscSpeed] = realOrNone(score.discSpeed);
    m[ScoreDistance] = realOrNone(score.distance);
}

} // namespace

int possessionTeam(const Frame& frame, std::span<const PlayerFrame> players)
{
    if (frame.possession[0] != frame.possession[1])
        return frame.possession[0] ? 0 : 1;
    for (const PlayerFrame& player : players) {
        if (player.possession && player.team <= TeamCode::Orange)
            return static_cast<int>(player.team);
    }
    return -1;
}

void fillPlayer(const PlayerFrame& player, std::span<const PlayerFrame> players, const TextIds& texts,
                std::span<PropertyValue> out)
{
    using namespace actor_property;
    if (player.team != TeamCode::None)
        out[Team] = code(player.team);
    out[Slot] = PropertyValue::integer(player.slot);
    if (player.hasStats)
        fillStatistics(player.stats, &out[actor_property::Statistics]);
    out[Ping] = PropertyValue::integer(player.ping);
    out[PacketLoss] = realOrNone(player.packetLoss);
    out[actor_property::Possession] = PropertyValue::boolean(player.possession);
    out[actor_property::Blocking] = PropertyValue::boolean(player.blocking);
    out[actor_property::Stunned] = PropertyValue::boolean(player.stunned);
    out[actor_property::Invulnerable] = PropertyValue::boolean(player.invulnerable);
    out[Emote] = PropertyValue::boolean(player.emote);
    out[HoldingLeft] = holdingText(player.holdingLeft, players, texts);
    out[HoldingRight] = holdingText(player.holdingRight, players, texts);
    out[Weapon] = coded(player.loadout.weapon);
    out[Ordnance] = coded(player.loadout.ordnance);
    out[TacMod] = coded(player.loadout.tacMod);
    out[Arm] = coded(player.loadout.arm);
}

void fillMatch(const MatchMoment& moment, std::vector<PropertyValue>& m)
{
    using namespace match_property;
    const Frame& now = moment.now;
    m.resize(Count);
    m[GameClock] = realOrNone(now.clock);
    m[Status] = code(now.status);
    if (moment.mode == Mode::Combat) {
        m[BluePoints] = realOrNone(now.points[0]);
        m[OrangePoints] = realOrNone(now.points[1]);
    } else if (moment.mode == Mode::Arena) {
        m[BluePoints] = wholeOrNone(now.points[0]);
        m[OrangePoints] = wholeOrNone(now.points[1]);
    }
    if (const int team = possessionTeam(now, moment.players); team >= 0)
        m[PossessionTeam] = PropertyValue::integer(team);
    m[BluePossession] = PropertyValue::boolean(now.possession[0]);
    m[OrangePossession] = PropertyValue::boolean(now.possession[1]);
    m[BlueRoundScore] = PropertyValue::integer(moment.roundsWon[0]);
    m[OrangeRoundScore] = PropertyValue::integer(moment.roundsWon[1]);
    m[PausedState] = code(now.pause.state);
    m[PauseRequestedBy] = code(now.pause.requestedBy);
    m[UnpausedBy] = code(now.pause.unpausedBy);
    m[PausedTimer] = realOrNone(now.pause.pausedTimer);
    m[UnpausedTimer] = realOrNone(now.pause.unpausedTimer);
    m[BlueRestart] = PropertyValue::boolean(now.restartRequest[0]);
    m[OrangeRestart] = PropertyValue::boolean(now.restartRequest[1]);
    fillScore(now, moment.texts, m);
    m[Inputs] = PropertyValue::integer(now.inputs);
    fillVr(now.vr, moment.next != nullptr ? &moment.next->vr : nullptr, moment.fraction, m);
    m[RulesChangedAt] = PropertyValue::integer(now.rulesChangedAt);
    m[RulesChangedBy] = PropertyValue::text(moment.texts.text(now.rulesChangedBy));
    m[RecordedTime] = PropertyValue::integer(now.timeMs);
    if (moment.mode == Mode::Combat) {
        const Payload& to = moment.next != nullptr ? moment.next->payload : now.payload;
        m[PayloadContested] = PropertyValue::boolean(now.payload.contested);
        m[PayloadCheckpoint] = PropertyValue::integer(now.payload.checkpoint);
        m[PayloadDefenders] = PropertyValue::integer(now.payload.defenders);
        m[PayloadDistance] = realOrNone(toward(now.payload.distance, to.distance, moment.fraction));
        m[PayloadSpeed] = realOrNone(toward(now.payload.speed, to.speed, moment.fraction));
        m[PayloadMultiplier] = realOrNone(now.payload.multiplier);
    }
    for (std::size_t team = 0; team < now.teamStats.size(); ++team) {
        if (now.hasTeamStats[team])
            fillStatistics(now.teamStats[team], &m[TeamStatistics + team * statistic::Count]);
    }
}

} // namespace ghostline::echo
