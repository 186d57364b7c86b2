// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling the properties of players and of the match.
#include "codecs/echo/echo_segment.h"
#include "codecs/echo/properties.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace ghostline::echo {

using model::PropertyValue;
using model::WorldState;

namespace {

PropertyValue real(float value) { return PropertyValue::real(static_cast<double>(value)); }

/// A value that is no number is as good as none.
PropertyValue realOrNone(float value) { return std::isfinite(value) ? real(value) : PropertyValue(); }

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

void sampleVr(const PartPose& now, const PartPose* next, float f, std::vector<PropertyValue>& out)
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

PropertyValue EchoSegment::holdingText(const Place& place, std::int16_t held) const
{
    const TextIds& texts = *m_source.texts;
    if (held < 0 || held == holding::NotRecorded)
        return {};
    if (held == holding::None)
        return PropertyValue::text(texts.nothing);
    if (held == holding::Disc)
        return PropertyValue::text(texts.disc);
    if (held == holding::Geo)
        return PropertyValue::text(texts.geo);
    for (const PlayerFrame& player : m_source.block.playersOf(*place.now)) {
        if (player.slot == held)
            return PropertyValue::text(texts.person(player.person));
    }
    return PropertyValue::text(texts.nothing);
}

void EchoSegment::playerProperties(const Place& place, const PlayerFrame& player,
                                   std::span<PropertyValue> out) const
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
    out[HoldingLeft] = holdingText(place, player.holdingLeft);
    out[HoldingRight] = holdingText(place, player.holdingRight);
    out[Weapon] = coded(player.loadout.weapon);
    out[Ordnance] = coded(player.loadout.ordnance);
    out[TacMod] = coded(player.loadout.tacMod);
    out[Arm] = coded(player.loadout.arm);
}

void EchoSegment::sampleMatch(const Place& place, WorldState& out) const
{
    using namespace match_property;
    const Frame& now = *place.now;
    out.match.resize(Count);
    auto& m = out.match;
    m[GameClock] = realOrNone(now.clock);
    m[Status] = code(now.status);
    if (m_source.mode == Mode::Combat) {
        m[BluePoints] = realOrNone(now.points[0]);
        m[OrangePoints] = realOrNone(now.points[1]);
    } else if (m_source.mode == Mode::Arena) {
        m[BluePoints] = wholeOrNone(now.points[0]);
        m[OrangePoints] = wholeOrNone(now.points[1]);
    }
    if (const int team = possessionTeam(now, m_source.block.playersOf(now)); team >= 0)
        m[PossessionTeam] = PropertyValue::integer(team);
    m[BluePossession] = PropertyValue::boolean(now.possession[0]);
    m[OrangePossession] = PropertyValue::boolean(now.possession[1]);
    auto rounds = m_rounds.begin();
    while (std::next(rounds) != m_rounds.end() && std::next(rounds)->first <= place.i)
        ++rounds;
    m[BlueRoundScore] = PropertyValue::integer(rounds->second[0]);
    m[OrangeRoundScore] = PropertyValue::integer(rounds->second[1]);
    m[PausedState] = code(now.pause.state);
    m[PauseRequestedBy] = code(now.pause.requestedBy);
    m[UnpausedBy] = code(now.pause.unpausedBy);
    m[PausedTimer] = realOrNone(now.pause.pausedTimer);
    m[UnpausedTimer] = realOrNone(now.pause.unpausedTimer);
    m[BlueRestart] = PropertyValue::boolean(now.restartRequest[0]);
    m[OrangeRestart] = PropertyValue::boolean(now.restartRequest[1]);
    sampleScore(now, m);
    m[Inputs] = PropertyValue::integer(now.inputs);
    sampleVr(now.vr, place.next != nullptr ? &place.next->vr : nullptr, place.f, m);
    m[RulesChangedAt] = PropertyValue::integer(now.rulesChangedAt);
    m[RulesChangedBy] = PropertyValue::text(m_source.texts->text(now.rulesChangedBy));
    m[RecordedTime] = PropertyValue::integer(now.timeMs);
    if (m_source.mode == Mode::Combat) {
        const Payload& to = place.next != nullptr ? place.next->payload : now.payload;
        m[PayloadContested] = PropertyValue::boolean(now.payload.contested);
        m[PayloadCheckpoint] = PropertyValue::integer(now.payload.checkpoint);
        m[PayloadDefenders] = PropertyValue::integer(now.payload.defenders);
        m[PayloadDistance] = realOrNone(toward(now.payload.distance, to.distance, place.f));
        m[PayloadSpeed] = realOrNone(toward(now.payload.speed, to.speed, place.f));
    }
    for (std::size_t team = 0; team < now.teamStats.size(); ++team) {
        if (now.hasTeamStats[team])
            fillStatistics(now.teamStats[team], &m[TeamStatistics + team * statistic::Count]);
    }
}

void EchoSegment::sampleScore(const Frame& now, std::vector<PropertyValue>& m) const
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
    m[Scorer] = PropertyValue::text(m_source.texts->person(score.scorer));
    m[Assister] = PropertyValue::text(m_source.texts->person(score.assister));
    m[ScoreDiscSpeed] = realOrNone(score.discSpeed);
    m[ScoreDistance] = realOrNone(score.distance);
}

} // namespace ghostline::echo
