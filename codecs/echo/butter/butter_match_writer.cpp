// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_match_writer.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr float PauseTolerance = 0.0002F; ///< seconds, what a timer may be off before it is sent again

/// What storing a number as a half takes off it.
float halfCut(float value) { return std::abs(value - halfEdge(half(value))); }

std::uint8_t byteOf(std::int32_t value) { return static_cast<std::uint8_t>(value & 0xFF); }

} // namespace

MatchWriter::MatchWriter(const MatchHeader& header, const MatchNames& names, FileRoster& roster,
                         WriteLosses& losses, ButterTight* tight)
    : m_names(names), m_mode(header.mode()), m_private(header.privateMatch), m_roster(roster),
      m_losses(losses), m_tight(tight)
{
}

void MatchWriter::write(const Frame& frame, bool key, ButterOutput& out)
{
    struct Field
    {
        FieldGroup group;
        Bytes bytes;
        bool send = false;
    };
    std::array<Field, 8> fields{{{FieldGroup::Status, {}},
                                 {FieldGroup::Pause, {}},
                                 {FieldGroup::Score, {}},
                                 {FieldGroup::Throw, {}},
                                 {FieldGroup::Vr, {}},
                                 {FieldGroup::Disc, {}},
                                 {FieldGroup::Payload, {}},
                                 {FieldGroup::Rules, {}}}};
    const bool arena = m_mode == Mode::Arena;
    if (key)
        m_discKnown = false;
    statusBytes(frame, fields[0].bytes);
    const bool samePoints = m_before.points == frame.points || m_mode == Mode::Neither;
    fields[0].send = key || !samePoints || m_before.status != frame.status || m_before.inputs != frame.inputs;
    fields[1].send = pauseBytes(frame, key, fields[1].bytes);
    const auto changed = [&](Field& field, Bytes& last) {
        field.send = key || field.bytes != last;
        last = field.bytes;
    };
    if (arena) {
        scoreBytes(frame, fields[2].bytes);
        changed(fields[2], m_score);
    } else if (frame.score != LastScore{}) {
        ++m_losses.scores;
    }
    throwBytes(frame, fields[3].bytes);
    changed(fields[3], m_throw);
    fields[4].send = vrBytes(frame, key, fields[4].bytes);
    if (arena)
        fields[5].send = discBytes(frame, fields[5].bytes);
    else if (frame.hasDisc)
        ++m_losses.discs;
    if (m_mode == Mode::Combat) {
        payloadBytes(frame, fields[6].bytes);
        changed(fields[6], m_payload);
    }
    const bool rules = frame.rulesChangedAt != 0 || frame.rulesChangedBy != 0;
    if (arena && m_private) {
        rulesBytes(frame, fields[7].bytes);
        fields[7].send = key || m_before.rulesChangedAt != frame.rulesChangedAt ||
                         m_before.rulesChangedBy != frame.rulesChangedBy;
    } else if (rules) {
        ++m_losses.rules;
    }
    unsigned mask = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
        mask |= (fields[i].send ? 1U : 0U) << i;
    append(out.in(FieldGroup::FrameHeader), static_cast<std::uint8_t>(mask));
    for (const Field& field : fields) {
        Bytes& bytes = out.in(field.group);
        if (field.send)
            bytes.insert(bytes.end(), field.bytes.begin(), field.bytes.end());
    }
    m_before = frame;
    m_started = true;
}

void MatchWriter::statusBytes(const Frame& frame, Bytes& out)
{
    append(out, static_cast<std::uint8_t>(frame.status));
    for (const float points : frame.points) {
        if (m_mode == Mode::Arena)
            append(out, byteOf(static_cast<std::int32_t>(std::clamp(sound(points, m_losses), 0.0F, 255.0F))));
        else if (m_mode == Mode::Combat)
            append(out, half(sound(points, m_losses)));
    }
    append(out, frame.inputs);
}

/// Readers add the timers' differences up, so these go against what readers have. At a keyframe within the
/// same state they go on by the last difference: then 0 is stored, as in every file of the format's own
/// writer. Where that would be wrong the time itself is stored.
bool MatchWriter::pauseBytes(const Frame& frame, bool key, Bytes& out)
{
    const Pause& pause = frame.pause;
    unsigned flags = (frame.restartRequest[0] ? 1U : 0U) | (frame.restartRequest[1] ? 2U : 0U);
    flags |= static_cast<unsigned>(pause.requestedBy) << 2;
    flags |= static_cast<unsigned>(pause.unpausedBy) << 4;
    const auto state = static_cast<std::uint8_t>(pause.state);
    const std::array<float, 2> timers{sound(pause.pausedTimer, m_losses),
                                      sound(pause.unpausedTimer, m_losses)};
    const bool same = m_started && flags == m_pause.flags && state == m_pause.state;
    const bool running = pause.state != PauseState::Unpaused && pause.state != PauseState::None;
    Half3 step{};
    Half3 stored{};
    bool send = key || !same;
    if (key) {
        for (std::size_t i = 0; i < 2; ++i) {
            const float next = m_pause.shown[i] + halfEdge(m_pause.step[i]);
            const bool goesOn = m_started && pause.state == m_pause.last && running;
            const bool told = !goesOn || std::abs(next - timers[i]) > PauseTolerance + halfCut(timers[i]);
            stored[i] = told ? half(timers[i]) : Half{0};
            // readers take 0 for "nothing said"
            m_pause.shown[i] = stored[i] != 0 ? halfEdge(stored[i]) : goesOn ? next : 0.0F;
        }
    } else {
        bool repeat = true;
        for (std::size_t i = 0; i < 2; ++i) {
            step[i] = half(timers[i] - m_pause.shown[i]);
            const float next = m_pause.shown[i] + halfEdge(m_pause.step[i]);
            repeat = repeat && std::abs(next - timers[i]) <= PauseTolerance;
        }
        send = send || !repeat;
        if (repeat)
            step = m_pause.step;
        for (std::size_t i = 0; i < 2; ++i)
            m_pause.shown[i] += halfEdge(step[i]);
        stored = step;
    }
    m_pause.flags = static_cast<std::uint8_t>(flags);
    m_pause.state = state;
    m_pause.last = pause.state;
    m_pause.step = step;
    append(out, m_pause.flags);
    append(out, state);
    append(out, stored[0]);
    append(out, stored[1]);
    return send;
}

void MatchWriter::scoreBytes(const Frame& frame, Bytes& out)
{
    const LastScore& score = frame.score;
    unsigned first = static_cast<unsigned>(score.team) & 3U;
    first |= (score.points == 2 ? 0U : 1U) << 2;
    const auto type = static_cast<unsigned>(score.type);
    const bool coded = type < butter::CodedGoalTypes;
    m_losses.goalTypes += coded ? 0 : 1;
    first |= (coded ? type : static_cast<unsigned>(GoalType::Unknown)) << 3;
    append(out, static_cast<std::uint8_t>(first));
    append(out, m_roster.index(score.scorer));
    append(out, m_roster.index(score.assister));
    append(out, half(sound(score.discSpeed, m_losses)));
    append(out, half(sound(score.distance, m_losses)));
}

void MatchWriter::throwBytes(const Frame& frame, Bytes& out)
{
    for (const float value : frame.lastThrow)
        append(out, half(sound(value, m_losses)));
}

bool MatchWriter::vrBytes(const Frame& frame, bool key, Bytes& out)
{
    PartPose pose = frame.vr;
    pose.position = sound(pose.position, m_vr.position.truth, m_losses);
    const PoseCode code = poseCode(m_tight, m_vr, pose, key, ButterTight::Kind::Vr);
    append(out, code.delta);
    append(out, code.rotation);
    return code.sendPosition || code.sendRotation;
}

bool MatchWriter::discBytes(const Frame& frame, Bytes& out)
{
    if (!frame.hasDisc) {
        ++m_losses.missingDiscs;
        return false;
    }
    const bool fresh = !m_discKnown;
    m_discKnown = true;
    PartPose pose = frame.disc;
    pose.position = sound(pose.position, m_disc.position.truth, m_losses);
    const glm::vec3 velocity = sound(frame.discVelocity, m_discVelocity.truth, m_losses);
    PoseCode code;
    Half3 change{};
    bool send = true;
    if (m_tight) {
        send =
            m_tight->disc(m_disc, m_discVelocity, m_plainDiscVelocity, pose, velocity, fresh, code, change);
    } else {
        code = plainPose(m_disc, pose, fresh);
        change = halfs(fresh ? velocity : velocity - m_discVelocity.truth);
        send = fresh || code.sendPosition || change != m_discVelocity.delta;
        m_discVelocity.truth = velocity;
        m_discVelocity.delta = change;
    }
    append(out, code.delta);
    append(out, code.rotation);
    append(out, change);
    return send;
}

void MatchWriter::payloadBytes(const Frame& frame, Bytes& out)
{
    const Payload& payload = frame.payload;
    append(out, static_cast<std::uint8_t>(payload.contested ? 1 : 0));
    append(out, byteOf(payload.checkpoint));
    append(out, byteOf(payload.defenders));
    append(out, half(sound(payload.distance, m_losses)));
    append(out, half(sound(payload.speed, m_losses)));
    if (payload.position || payload.multiplier != 0.0F)
        ++m_losses.payloads;
}

void MatchWriter::rulesBytes(const Frame& frame, Bytes& out) const
{
    append(out, frame.rulesChangedAt);
    for (const char letter : asciiName(m_names.textAt(frame.rulesChangedBy)))
        append(out, static_cast<std::uint8_t>(letter));
    append(out, std::uint8_t{0});
}

} // namespace ghostline::echo::encode
