// SPDX-License-Identifier: GPL-3.0-or-later
// The objects inside of the session object that are about the match: pause, last score and throw, payload.
#include "codecs/echo/session_keys.h"

namespace ghostline::echo {

void SessionParser::readPause(json::value value)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return;
    Pause& pause = m_frame.pause;
    eachField(object, m_keys->pausing, [&](std::size_t key, json::value field) {
        switch (key) {
        case pausing::State: {
            const std::string_view word = wordOf(field);
            pause.state = pauseFromWord(word);
            if (pause.state == PauseState::Unknown && word != "paused_requested")
                remark(Remark::UnknownPause, word);
            break;
        }
        case pausing::Unpaused:
            pause.unpausedBy = teamOf(field);
            break;
        case pausing::Requested:
            pause.requestedBy = teamOf(field);
            break;
        case pausing::UnpausedTimer:
            pause.unpausedTimer = real(field);
            break;
        default:
            pause.pausedTimer = real(field);
            break;
        }
    });
}

void SessionParser::readScore(json::value value)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return;
    LastScore& last = m_frame.score;
    eachField(object, m_keys->score, [&](std::size_t key, json::value field) {
        switch (key) {
        case score::DiscSpeed:
            last.discSpeed = real(field);
            break;
        case score::Team:
            last.team = teamOf(field);
            break;
        case score::Type: {
            const std::string_view word = wordOf(field);
            last.type = goalTypeFromWord(word);
            if (last.type == GoalType::Unknown && word != "[NO GOAL]" && word != "unknown")
                remark(Remark::UnknownGoal, word);
            break;
        }
        case score::Points:
            last.points = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        case score::Distance:
            last.distance = real(field);
            break;
        case score::Scorer:
            m_pending.scorer = wordOf(field);
            break;
        default:
            m_pending.assister = wordOf(field);
            break;
        }
    });
}

void SessionParser::readThrow(json::value value)
{
    json::object object;
    if (value.get_object().get(object) == simdjson::SUCCESS)
        eachField(object, m_keys->lastThrow,
                  [&](std::size_t key, json::value field) { m_frame.lastThrow[key] = real(field); });
}

void SessionParser::readPayload(json::value value)
{
    json::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS)
        return;
    Payload& payload = m_frame.payload;
    eachField(object, m_keys->payload, [&](std::size_t key, json::value field) {
        switch (key) {
        case payload::Checkpoint:
            payload.checkpoint = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        case payload::Distance:
            payload.distance = real(field);
            break;
        case payload::Speed:
            payload.speed = real(field);
            break;
        case payload::Defenders:
            payload.defenders = wholeOf<std::int32_t>(field.raw_json_token());
            break;
        default:
            // Payload matches have no game_clock of their own.
            if (std::isnan(m_frame.clock))
                m_frame.clock = real(field);
            break;
        }
    });
}

} // namespace ghostline::echo
