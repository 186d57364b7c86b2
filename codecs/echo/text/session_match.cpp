// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/session_match.h"

#include "codecs/echo/frame/api_words.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo {

namespace {

constexpr KeyList<3> ViewKeys("vr_position vr_forward vr_up");
constexpr KeyList<4> DiscKeys("position velocity forward up");
constexpr KeyList<5>
    PauseKeys("paused_state unpaused_team paused_requested_team unpaused_timer paused_timer");
constexpr KeyList<7>
    ScoreKeys("disc_speed team goal_type point_amount distance_thrown person_scored assist_scored");
/// Of the nested payload, and of the timers beside it.
constexpr KeyList<7> PayloadKeys("pos checkpoint distance speed defenders multiplier game_timer");

constexpr float PressedAbove = 0.5F; ///< shoulder buttons are 0.0 to 1.0

/// Rounds are counted on from these, so they must stay far from what an int holds.
int roundsOf(std::string_view token) { return std::clamp(wholeOf<int>(token), 0, 255); }

} // namespace

MatchReader::MatchReader(JsonFields& fields, MatchNames& names)
    : m_fields(fields), m_names(names), m_view(ViewKeys), m_disc(DiscKeys), m_pause(PauseKeys),
      m_score(ScoreKeys), m_throw(words::Throw), m_payload(PayloadKeys)
{
}

void MatchReader::begin(MatchHeader* header)
{
    m_header = header;
    m_hasMap = false;
    m_scorer = m_assister = {};
}

void MatchReader::finish(Frame& frame)
{
    frame.score.scorer = namedPerson(m_named[0], m_scorer);
    frame.score.assister = namedPerson(m_named[1], m_assister);
}

TeamCode MatchReader::teamOf(json::value value)
{
    const std::string_view word = wordOf(value);
    const TeamCode code = teamFromWord(word);
    if (code == TeamCode::None && word != "none" && !word.empty())
        m_fields.remark(Remark::UnknownTeam, word);
    return code;
}

void MatchReader::read(std::size_t key, json::value value, Frame& frame)
{
    const auto token = [&value] { return value.raw_json_token(); };
    switch (key) {
    case TopKeys["game_status"]: {
        const std::string_view word = wordOf(value);
        frame.status = word.empty() ? GameStatus::None : statusFromWord(word);
        if (frame.status == GameStatus::Uncoded)
            m_fields.remark(Remark::UnknownStatus, word);
        break;
    }
    case TopKeys["game_clock"]:
        frame.clock = m_fields.real(value);
        break;
    case TopKeys["blue_points"]:
        frame.points[0] = m_fields.real(value);
        break;
    case TopKeys["orange_points"]:
        frame.points[1] = m_fields.real(value);
        break;
    case TopKeys["blue_team_restart_request"]:
        frame.restartRequest[0] = flagOf(token());
        break;
    case TopKeys["orange_team_restart_request"]:
        frame.restartRequest[1] = flagOf(token());
        break;
    case TopKeys["left_shoulder_pressed"]:
    case TopKeys["right_shoulder_pressed"]:
    case TopKeys["left_shoulder_pressed2"]:
    case TopKeys["right_shoulder_pressed2"]:
        if (flagOf(token()) && (token()[0] == 't' || numberOf(token()) > PressedAbove))
            frame.inputs =
                static_cast<std::uint8_t>(frame.inputs | (1U << (key - TopKeys["left_shoulder_pressed"])));
        break;
    case TopKeys["rules_changed_by"]: {
        const std::string_view word = wordOf(value);
        if (word != m_rulesBy) {
            m_rulesBy = word;
            m_rulesByNumber = m_names.text(word);
        }
        frame.rulesChangedBy = m_rulesByNumber;
        break;
    }
    case TopKeys["rules_changed_at"]:
        frame.rulesChangedAt = bigWholeOf(token());
        break;
    case TopKeys["disc"]:
        readDisc(value, frame);
        break;
    case TopKeys["pause"]:
        readPause(value, frame);
        break;
    case TopKeys["last_throw"]:
        readThrow(value, frame);
        break;
    case TopKeys["last_score"]:
        readScore(value, frame);
        break;
    case TopKeys["player"]:
        readView(value, frame);
        break;
    case TopKeys["contested"]:
        frame.payload.contested = flagOf(token());
        break;
    case TopKeys["payload_checkpoint"]:
        frame.payload.checkpoint = wholeOf<std::int32_t>(token());
        break;
    case TopKeys["payload_distance"]:
        frame.payload.distance = m_fields.real(value);
        break;
    case TopKeys["payload_speed"]:
        frame.payload.speed = m_fields.real(value);
        break;
    case TopKeys["payload_defenders"]:
        frame.payload.defenders = wholeOf<std::int32_t>(token());
        break;
    case TopKeys["payload_multiplier"]:
        frame.payload.multiplier = m_fields.real(value);
        break;
    case TopKeys["payload"]:
    case TopKeys["timers"]:
        readPayload(value, frame);
        break;
    default:
        readHeader(key, value);
        break;
    }
}

/// What is the same in all frames: compared where that is cheap, taken from one line only.
void MatchReader::readHeader(std::size_t key, json::value value)
{
    if (key == TopKeys["map_name"]) {
        const std::string_view word = wordOf(value);
        m_hasMap = !word.empty();
        if (m_fields.hasRemarks() && m_hasMap && mapFromWord(word) == Map::Uncoded)
            m_fields.remark(Remark::UnknownMap, word);
    }
    if (key == TopKeys["sessionid"] && m_header == nullptr && m_fields.hasRemarks() && !m_sessionId.empty()) {
        const std::string_view word = wordOf(value);
        if (word != m_sessionId)
            m_fields.remark(Remark::OtherSession, word);
    }
    if (m_header == nullptr)
        return;
    const std::string_view token = value.raw_json_token();
    switch (key) {
    case TopKeys["sessionid"]:
        m_sessionId = wordOf(value);
        m_header->sessionId = model::textOf(m_sessionId).toUpper();
        break;
    case TopKeys["sessionip"]:
        m_header->sessionIp = model::textOf(wordOf(value));
        break;
    case TopKeys["match_type"]:
        m_header->matchType = model::textOf(wordOf(value));
        break;
    case TopKeys["map_name"]:
        m_header->mapName = model::textOf(wordOf(value));
        m_header->map = mapFromWord(wordOf(value));
        break;
    case TopKeys["client_name"]:
        m_header->client = model::textOf(wordOf(value));
        break;
    case TopKeys["private_match"]:
        m_header->privateMatch = flagOf(token);
        break;
    case TopKeys["tournament_match"]:
        m_header->tournament = flagOf(token);
        break;
    case TopKeys["total_round_count"]:
        m_header->totalRounds = roundsOf(token);
        break;
    case TopKeys["blue_round_score"]:
        m_header->blueRoundScore = roundsOf(token);
        break;
    case TopKeys["orange_round_score"]:
        m_header->orangeRoundScore = roundsOf(token);
        break;
    default:
        break;
    }
}

void MatchReader::readView(json::value value, Frame& frame)
{
    Axes axes;
    const bool there = m_fields.eachOf(value, m_view, [&](std::size_t key, json::value field) {
        if (key == ViewKeys["vr_position"])
            m_fields.vector(field, frame.vr.position);
        else if (key == ViewKeys["vr_forward"])
            m_fields.vector(field, axes.forward);
        else if (key == ViewKeys["vr_up"])
            m_fields.vector(field, axes.up);
    });
    if (there)
        frame.vr.orientation = axes.rotation();
}

void MatchReader::readDisc(json::value value, Frame& frame)
{
    Axes axes;
    const bool there = m_fields.eachOf(value, m_disc, [&](std::size_t key, json::value field) {
        if (key == DiscKeys["position"])
            frame.hasDisc = m_fields.vector(field, frame.disc.position);
        else if (key == DiscKeys["velocity"])
            m_fields.vector(field, frame.discVelocity);
        else if (key == DiscKeys["forward"])
            m_fields.vector(field, axes.forward);
        else if (key == DiscKeys["up"])
            m_fields.vector(field, axes.up);
    });
    if (there)
        frame.disc.orientation = axes.rotation();
}

void MatchReader::readPause(json::value value, Frame& frame)
{
    Pause& pause = frame.pause;
    m_fields.eachOf(value, m_pause, [&](std::size_t key, json::value field) {
        switch (key) {
        case PauseKeys["paused_state"]: {
            const std::string_view word = wordOf(field);
            pause.state = pauseFromWord(word);
            if (pause.state == PauseState::Unknown && word != "paused_requested")
                m_fields.remark(Remark::UnknownPause, word);
            break;
        }
        case PauseKeys["unpaused_team"]:
            pause.unpausedBy = teamOf(field);
            break;
        case PauseKeys["paused_requested_team"]:
            pause.requestedBy = teamOf(field);
            break;
        case PauseKeys["unpaused_timer"]:
            pause.unpausedTimer = m_fields.real(field);
            break;
        default:
            pause.pausedTimer = m_fields.real(field);
            break;
        }
    });
}

void MatchReader::readScore(json::value value, Frame& frame)
{
    LastScore& last = frame.score;
    m_fields.eachOf(value, m_score, [&](std::size_t key, json::value field) {
        switch (key) {
        case ScoreKeys["disc_speed"]:
            last.discSpeed = m_fields.real(field);
            break;
        case ScoreKeys["team"]:
            last.team = teamOf(field);
            break;
        case ScoreKeys["goal_type"]: {
            const std::string_view word = wordOf(field);
            last.type = goalTypeFromWord(word);
            if (last.type == GoalType::Unknown && word != "[NO GOAL]" && word != "unknown")
                m_fields.remark(Remark::UnknownGoal, word);
            break;
        }
        case ScoreKeys["point_amount"]:
            last.points = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        case ScoreKeys["distance_thrown"]:
            last.distance = m_fields.real(field);
            break;
        case ScoreKeys["person_scored"]:
            m_scorer = wordOf(field);
            break;
        default:
            m_assister = wordOf(field);
            break;
        }
    });
}

void MatchReader::readThrow(json::value value, Frame& frame)
{
    m_fields.eachOf(value, m_throw,
                    [&](std::size_t key, json::value field) { frame.lastThrow[key] = m_fields.real(field); });
}

void MatchReader::readPayload(json::value value, Frame& frame)
{
    Payload& payload = frame.payload;
    m_fields.eachOf(value, m_payload, [&](std::size_t key, json::value field) {
        switch (key) {
        case PayloadKeys["pos"]:
            if (glm::vec3 position; m_fields.vector(field, position))
                payload.position = position;
            break;
        case PayloadKeys["multiplier"]:
            payload.multiplier = m_fields.real(field);
            break;
        case PayloadKeys["checkpoint"]:
            payload.checkpoint = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        case PayloadKeys["distance"]:
            payload.distance = m_fields.real(field);
            break;
        case PayloadKeys["speed"]:
            payload.speed = m_fields.real(field);
            break;
        case PayloadKeys["defenders"]:
            payload.defenders = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        default:
            // Payload matches have no game_clock of their own.
            if (std::isnan(frame.clock))
                frame.clock = m_fields.real(field);
            break;
        }
    });
}

/// A scorer is whoever was first seen under that name; the same answer for ever.
std::int32_t MatchReader::namedPerson(Named& cached, std::string_view name)
{
    if (name.empty() || name == "[INVALID]")
        return Nobody;
    if (cached.number == Nobody || cached.name != name) {
        const std::int32_t known = m_names.named(name);
        cached = {std::string(name),
                  known != Nobody ? known : m_names.person({std::string(name), 0, -1, -1})};
    }
    return cached.number;
}

} // namespace ghostline::echo
