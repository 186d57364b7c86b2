// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/properties.h"

#include <cmath>

namespace ghostline::echo {

using model::Interpolation;
using model::PropertyInfo;
using model::PropertyType;
using model::PropertyValue;

namespace {

constexpr std::array<statistic::Info, statistic::Count> StatisticTable{
    {{"points", "Points", "Pts"},
     {"goals", "Goals", "G"},
     {"assists", "Assists", "A"},
     {"saves", "Saves", "Sv"},
     {"steals", "Steals", "Stl"},
     {"stuns", "Stuns", "Stn"},
     {"blocks", "Blocks", "Blk"},
     {"catches", "Catches", "C"},
     {"passes", "Passes", "P"},
     {"interceptions", "Interceptions", "Int"},
     {"shots_taken", "Shots taken", "Sh"},
     {"possession_time", "Possession time", "Poss"}}};

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

QStringList words(std::initializer_list<const char*> list)
{
    QStringList out;
    for (const char* word : list)
        out += QString::fromUtf8(word);
    return out;
}

QStringList teamNames() { return words({"Blue", "Orange", "Spectators", "None"}); }

void addStatistics(std::vector<PropertyInfo>& out, const char* prefix, const QString& group)
{
    for (const statistic::Info& s : StatisticTable) {
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
                       words({"Unpaused", "Paused", "Unpausing", "Pausing", "None", "Requested"})));
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
                       words({"Left shoulder", "Right shoulder", "Left shoulder 2", "Right shoulder 2"})));
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
    PropertyInfo time =
        step("recorded_time", "Recorder's clock", QStringLiteral("Frame"), PropertyType::Integer);
    time.unit = QStringLiteral("ms");
    out.push_back(std::move(time));
}

} // namespace

const statistic::Info& statistic::info(int statistic)
{
    return StatisticTable[static_cast<std::size_t>(statistic)];
}

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
                       words({"Meteor", "Nova", "Comet", "Pulsar"})));
    out.push_back(step("ordnance", "Ordnance", loadout, PropertyType::Enumeration,
                       words({"Stun field", "Detonator", "Instant repair", "Arc mine"})));
    out.push_back(step("tac_mod", "Tac-mod", loadout, PropertyType::Enumeration,
                       words({"Threat scanner", "Phase shift", "Repair matrix", "Energy barrier"})));
    out.push_back(step("arm", "Weapon arm", loadout, PropertyType::Enumeration, words({"Left", "Right"})));
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

} // namespace ghostline::echo
