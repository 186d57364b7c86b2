// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far decoded frames are from the true ones: the largest difference of each kind of number, and how many
// of each kind of field are wrong; the same measures that the reference data's expected-errors.txt has.
#include "codecs/echo/frame/frame_file.h"
#include "tests/codecs/echo/truth_frames.h"

#include <QJsonArray>

#include <map>

namespace ghostline::test {

class TruthMeasure
{
public:
    TruthMeasure(const echo::MatchHeader& header, const echo::MatchNames& names)
        : m_header(header), m_names(names)
    {
        for (std::int32_t i = 0; i < names.people(); ++i)
            m_listed += QString::fromStdString(names[i].name);
    }

    /// By name; those of counts end with "!=".
    std::map<QString, double> errors;

    void compare(const TruthFrame& truth, const echo::FrameBlock& block, const echo::Frame& frame)
    {
        const QJsonObject& s = truth.session;
        bad("time!=", truth.timeMs == frame.timeMs);
        worst("clock", number(s, "game_clock") - static_cast<double>(frame.clock));
        if (s.contains(QStringLiteral("game_status")))
            bad("status!=", static_cast<int>(echo::statusFromWord(word(s, "game_status"))) ==
                                static_cast<int>(frame.status));
        compareMode(s, frame);
        compareInputs(s, frame);
        const QJsonObject player = s[QStringLiteral("player")].toObject();
        worst("vr", frame.vr.position, vec(player, "vr_position"));
        turned("vr rot", frame.vr.orientation, vec(player, "vr_forward"), vec(player, "vr_up"));
        const auto players = block.playersOf(frame);
        std::size_t next = 0;
        const QJsonArray teams = s[QStringLiteral("teams")].toArray();
        for (int t = 0; t < teams.size(); ++t)
            compareTeam(teams[t].toObject(), t, frame, players, next);
        if (!truth.bones.isEmpty() && frame.hasBones)
            compareBones(truth.bones[QStringLiteral("user_bones")].toArray(), block.bonesOf(frame));
    }

private:
    void worst(const char* what, double value)
    {
        double& known = errors[QLatin1String(what)];
        known = std::max(known, std::isnan(value) ? 9e9 : std::abs(value));
    }
    void worst(const char* what, const glm::vec3& decoded, const glm::dvec3& truth)
    {
        worst(what, glm::length(glm::dvec3(decoded) - truth));
    }
    void bad(const char* what, bool equal) { errors[QLatin1String(what)] += equal ? 0.0 : 1.0; }

    static double number(const QJsonObject& from, const char* key)
    {
        return from[QLatin1String(key)].toDouble();
    }
    static std::string word(const QJsonObject& from, const char* key)
    {
        return from[QLatin1String(key)].toString().toStdString();
    }
    /// As the format can hold it.
    static std::string ascii(const QString& text)
    {
        std::string out;
        for (const char32_t c : text.toUcs4())
            out += c < 128 ? static_cast<char>(c) : '?';
        return out;
    }
    static glm::dvec3 vec(const QJsonObject& from, const char* key)
    {
        const QJsonArray v = from[QLatin1String(key)].toArray();
        return {v[0].toDouble(), v[1].toDouble(), v[2].toDouble()};
    }
    static double angle(const glm::quat& decoded, const glm::dquat& truth)
    {
        const glm::dquat d(decoded);
        const double length = std::sqrt(glm::dot(d, d)) * std::sqrt(glm::dot(truth, truth));
        const double cosine = std::abs(glm::dot(d, truth)) / length;
        return std::isnan(cosine) ? 999.0 : glm::degrees(2.0 * std::acos(std::min(1.0, cosine)));
    }
    void turned(const char* what, const glm::quat& decoded, const glm::dvec3& forward, const glm::dvec3& up)
    {
        const double length = glm::length(forward);
        const double side = glm::length(glm::cross(up, forward));
        if (length == 0.0 || side == 0.0)
            return worst(what, 0.0);
        const glm::dvec3 f = forward / length;
        const glm::dvec3 l = glm::normalize(glm::cross(up, f));
        worst(what, angle(decoded, glm::quat_cast(glm::dmat3(l, glm::cross(f, l), f))));
    }

    void compareMode(const QJsonObject& s, const echo::Frame& frame)
    {
        const std::array points{number(s, "blue_points"), number(s, "orange_points")};
        const std::array decoded{static_cast<double>(frame.points[0]), static_cast<double>(frame.points[1])};
        if (m_header.mode() == echo::Mode::Combat) {
            worst("combat pts", std::max(std::abs(points[0] - decoded[0]), std::abs(points[1] - decoded[1])));
            bad("contested!=", s[QStringLiteral("contested")].toBool() == frame.payload.contested);
            bad("checkpoint/defenders!=", number(s, "payload_checkpoint") == frame.payload.checkpoint &&
                                              number(s, "payload_defenders") == frame.payload.defenders);
        }
        if (m_header.mode() != echo::Mode::Arena)
            return;
        bad("pts!=", points == decoded);
        compareScore(s[QStringLiteral("last_score")].toObject(), frame.score);
        if (s.contains(QStringLiteral("disc"))) {
            const QJsonObject disc = s[QStringLiteral("disc")].toObject();
            worst("disc", frame.disc.position, vec(disc, "position"));
            worst("disc vel", frame.discVelocity, vec(disc, "velocity"));
            turned("disc rot", frame.disc.orientation, vec(disc, "forward"), vec(disc, "up"));
        }
        if (s[QStringLiteral("private_match")].toBool())
            bad("rules!=", s[QStringLiteral("rules_changed_at")].toInteger() == frame.rulesChangedAt &&
                               ascii(s[QStringLiteral("rules_changed_by")].toString()) ==
                                   m_names.textAt(frame.rulesChangedBy));
    }

    bool names(const QString& truth, std::int32_t person) const
    {
        return (m_listed.contains(truth) ? truth : QStringLiteral("[INVALID]")) ==
               QString::fromStdString(m_names[person].name);
    }

    void compareScore(const QJsonObject& truth, const echo::LastScore& score)
    {
        bad("score!=", echo::teamFromWord(word(truth, "team")) == score.team &&
                           (number(truth, "point_amount") == 2.0 ? 2 : 3) == score.points &&
                           echo::goalTypeFromWord(word(truth, "goal_type")) == score.type &&
                           names(truth[QStringLiteral("person_scored")].toString(), score.scorer) &&
                           names(truth[QStringLiteral("assist_scored")].toString(), score.assister));
        worst("score speed", number(truth, "disc_speed") - static_cast<double>(score.discSpeed));
    }

    void compareInputs(const QJsonObject& s, const echo::Frame& frame)
    {
        constexpr std::array inputs{"left_shoulder_pressed", "right_shoulder_pressed",
                                    "left_shoulder_pressed2", "right_shoulder_pressed2"};
        unsigned pressed = 0;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            pressed |= number(s, inputs[i]) > 0 ? 1U << i : 0U;
        bad("inputs!=", pressed == frame.inputs);
        const auto request = [&s](const char* key) {
            const QJsonValue v = s[QLatin1String(key)];
            return v.isBool() ? v.toBool() : v.toDouble() != 0.0;
        };
        bad("restart!=", request("blue_team_restart_request") == frame.restartRequest[0] &&
                             request("orange_team_restart_request") == frame.restartRequest[1]);
        const QJsonObject p = s[QStringLiteral("pause")].toObject();
        bad("pause state!=",
            echo::pauseFromWord(word(p, "paused_state")) == frame.pause.state &&
                echo::teamFromWord(word(p, "paused_requested_team")) == frame.pause.requestedBy &&
                echo::teamFromWord(word(p, "unpaused_team")) == frame.pause.unpausedBy);
        worst("pause timer", number(p, "paused_timer") - static_cast<double>(frame.pause.pausedTimer));
        worst("pause timer", number(p, "unpaused_timer") - static_cast<double>(frame.pause.unpausedTimer));
    }

    void compareStats(const QJsonObject& truth, const echo::Stats& stats, const QString& prefix)
    {
        bool equal = true;
        for (std::size_t i = 0; i < echo::Counters; ++i) {
            const int value = truth[echo::counterWord(static_cast<echo::Counter>(i))].toInt();
            equal = equal && (value & 255) == stats.counters[i];
        }
        bad(qPrintable(prefix + QStringLiteral("stats!=")), equal);
        worst(qPrintable(prefix + QStringLiteral("stuns")), number(truth, "stuns") - stats.stuns);
        worst(qPrintable(prefix + QStringLiteral("posstime")),
              number(truth, "possession_time") - static_cast<double>(stats.possessionTime));
    }

    void compareTeam(const QJsonObject& truth, int team, const echo::Frame& frame,
                     std::span<const echo::PlayerFrame> decoded, std::size_t& next)
    {
        const auto t = static_cast<std::size_t>(team);
        if (t < frame.possession.size())
            bad("poss!=", truth[QStringLiteral("possession")].toBool() == frame.possession[t]);
        const QJsonObject stats = truth[QStringLiteral("stats")].toObject();
        if (!stats.isEmpty())
            compareStats(stats, frame.teamStats[t], QStringLiteral("team "));
        const QJsonArray players = truth[QStringLiteral("players")].toArray();
        const auto mine = std::count_if(decoded.begin(), decoded.end(), [team](const echo::PlayerFrame& p) {
            return static_cast<int>(p.team) == team;
        });
        bad("pcount!=", mine == players.size());
        const std::size_t first = next;
        next += static_cast<std::size_t>(mine);
        for (std::size_t i = 0; first + i < next && static_cast<int>(i) < players.size(); ++i)
            comparePlayer(players[static_cast<int>(i)].toObject(), decoded[first + i]);
    }

    void comparePlayer(const QJsonObject& truth, const echo::PlayerFrame& player)
    {
        const echo::Person& person = m_names[player.person];
        bad("name!=", ascii(truth[QStringLiteral("name")].toString()) == person.name);
        bad("uid!=", truth[QStringLiteral("userid")].toInteger() == person.userId);
        bad("slot!=", truth[QStringLiteral("playerid")].toInt() == player.slot);
        const auto flag = [&truth](const char* key) { return truth[QLatin1String(key)].toBool(); };
        bad("flags!=", flag("possession") == player.possession && flag("blocking") == player.blocking &&
                           flag("stunned") == player.stunned && flag("invulnerable") == player.invulnerable &&
                           flag("is_emote_playing") == player.emote);
        bad("ping!=", number(truth, "ping") == player.ping);
        worst("loss", number(truth, "packetlossratio") - static_cast<double>(player.packetLoss));
        if (m_header.mode() == echo::Mode::Arena)
            bad("hold!=", held(truth[QStringLiteral("holding_left")]) == player.holdingLeft &&
                              held(truth[QStringLiteral("holding_right")]) == player.holdingRight);
        const QJsonObject stats = truth[QStringLiteral("stats")].toObject();
        if (!stats.isEmpty() && player.hasStats)
            compareStats(stats, player.stats, {});
        if (m_header.mode() == echo::Mode::Combat)
            bad("load!=", sameLoadout(truth, player.loadout));
        worst("vel", player.velocity, vec(truth, "velocity"));
        constexpr std::array parts{"head", "body", "lhand", "rhand"};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const QJsonObject part = truth[QLatin1String(parts[i])].toObject();
            worst("part", player.parts[i].position,
                  vec(part, part.contains(QStringLiteral("position")) ? "position" : "pos"));
            turned("rot", player.parts[i].orientation, vec(part, "forward"), vec(part, "up"));
        }
    }

    static int held(const QJsonValue& truth)
    {
        const QString text = truth.toString();
        if (truth.isUndefined())
            return echo::holding::NotRecorded;
        return text == QLatin1String("none")   ? echo::holding::None
               : text == QLatin1String("geo")  ? echo::holding::Geo
               : text == QLatin1String("disc") ? echo::holding::Disc
                                               : text.toInt();
    }

    static bool sameLoadout(const QJsonObject& truth, const echo::Loadout& loadout)
    {
        const auto index = [&truth](const char* key, std::initializer_list<const char*> words) {
            int at = 0;
            for (const char* w : words) {
                if (truth[QLatin1String(key)].toString() == QLatin1String(w))
                    return at;
                ++at;
            }
            return -2;
        };
        return index("Weapon", {"rocket", "blaster", "scout", "assault"}) == loadout.weapon &&
               index("Ordnance", {"stun", "det", "burst", "arc"}) == loadout.ordnance &&
               index("TacMod", {"sensor", "wraith", "heal", "shield"}) == loadout.tacMod &&
               index("Arm", {"Left", "Right"}) == loadout.arm;
    }

    void compareBones(const QJsonArray& truth, std::span<const echo::BoneSet> decoded)
    {
        for (std::size_t i = 0; i < decoded.size() && static_cast<int>(i) < truth.size(); ++i) {
            const QJsonObject set = truth[static_cast<int>(i)].toObject();
            const QJsonArray t = set[QStringLiteral("bone_t")].toArray();
            const QJsonArray o = set[QStringLiteral("bone_o")].toArray();
            for (int k = 0; k < static_cast<int>(echo::Bones); ++k) {
                const echo::Bone& bone = decoded[i].bones[static_cast<std::size_t>(k)];
                worst("bone pos", bone.position,
                      {t[3 * k].toDouble(), t[3 * k + 1].toDouble(), t[3 * k + 2].toDouble()});
                worst("bone rot",
                      angle(bone.orientation, glm::dquat(o[4 * k + 3].toDouble(), o[4 * k].toDouble(),
                                                         o[4 * k + 1].toDouble(), o[4 * k + 2].toDouble())));
                const glm::dquat q(bone.orientation);
                worst("bone |q|-1", std::sqrt(glm::dot(q, q)) - 1.0);
            }
        }
    }

    const echo::MatchHeader& m_header;
    const echo::MatchNames& m_names;
    QStringList m_listed;
};

} // namespace ghostline::test
