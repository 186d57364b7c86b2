// SPDX-License-Identifier: GPL-3.0-or-later
// Frames from the state of a made-up match: rounded as the game rounds, with what the network adds.
#include "codecs/echo/sample/frame_maker.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr std::int64_t Begin = 1'767'272'400'000; ///< a New Year's Day at 13:00

/// Three decimals, as the game's numbers have.
glm::vec3 rounded(const Vec& v) { return glm::vec3(glm::round(v * 1e3) / 1e3); }

PartPose partPose(const Vec& place, const glm::dquat& turn)
{
    return {rounded(place), glm::normalize(glm::quat(turn))};
}

/// How fast something went since the frame before, 0 when it was not there.
Vec since(const std::optional<Vec>& before, const Vec& now, double hz)
{
    return before ? (now - *before) * hz : Vec(0.0);
}

Stats sum(const Stats& a, const Stats& b)
{
    Stats all = a;
    for (std::size_t i = 0; i < Counters; ++i)
        all.counters[i] += b.counters[i];
    all.stuns += b.stuns;
    all.possessionTime += b.possessionTime;
    return all;
}

/// Slow noise out of the time alone, about -1 .. 1.
double drift(double time, double phase)
{
    return 0.5 * std::sin(time * 0.9 + phase) + 0.3 * std::sin(time * 2.3 + 2.0 * phase) +
           0.2 * std::sin(time * 5.1 + 3.0 * phase);
}

void addNetwork(const Player& player, double now, PlayerFrame& row)
{
    // Twice a second there is a new figure.
    const double tick = std::floor(now * 2.0 + 0.37 * player.slot) * 0.5;
    row.ping = static_cast<std::int32_t>(std::lround(player.pingBase + 6.0 * drift(tick * 3.0, player.slot)));
    const double loss = drift(tick * 0.7, 5.0 + player.slot) - 0.72;
    row.packetLoss = static_cast<float>(loss > 0.0 ? std::round(loss * 100.0) / 1000.0 : 0.0);
}

std::int16_t held(const MatchState& match, int index, int hand)
{
    if (match.holder == index && match.holdingHand == hand)
        return holding::Disc;
    return match.at(index).body.grippingHand() == hand ? holding::Geo : holding::None;
}

} // namespace

FrameMaker::FrameMaker(Map map, bool bones, double hz, std::uint32_t rulesText)
    : m_mode(modeOf(map)), m_bones(bones), m_hz(hz), m_rulesText(rulesText)
{
}

void FrameMaker::addPlayer(const MatchState& match, int index, FrameBlock& block)
{
    const Player& player = match.at(index);
    const auto i = static_cast<std::size_t>(index);
    if (!player.present) {
        m_before[i].reset();
        return;
    }
    PlayerFrame& row = block.players.emplace_back();
    row.person = player.person;
    row.team = player.team == 0 ? TeamCode::Blue : TeamCode::Orange;
    row.slot = player.slot;
    row.possession = match.possessor == index;
    row.blocking = player.blocking > 0.0;
    row.stunned = player.stunned > 0.0;
    row.invulnerable = player.invulnerable > 0.0;
    row.emote = player.emote > 0.0;
    row.hasStats = m_mode != Mode::Combat;
    if (row.hasStats)
        row.stats = player.stats;
    addNetwork(player, match.now, row);
    if (m_mode == Mode::Arena) {
        row.holdingLeft = held(match, index, 0);
        row.holdingRight = held(match, index, 1);
    }
    if (m_mode == Mode::Combat)
        row.loadout = {static_cast<std::int8_t>(index % 4), static_cast<std::int8_t>((index + 1) % 4),
                       static_cast<std::int8_t>((index + 2) % 4), static_cast<std::int8_t>(index % 2)};
    const Athlete& body = player.body;
    row.velocity = rounded(since(m_before[i], body.position(), m_hz));
    m_before[i] = body.position();
    row.part(Part::Head) = partPose(body.position(), body.headTurn());
    row.part(Part::Body) = partPose(body.position(), body.bodyTurn());
    row.part(Part::LeftHand) = partPose(body.hand(0), body.handTurn(0));
    row.part(Part::RightHand) = partPose(body.hand(1), body.handTurn(1));
    if (m_bones)
        block.bones.push_back({bonesOf(body.pose()), player.slot});
}

void FrameMaker::addDisc(const MatchState& match, Frame& frame)
{
    const Vec place = match.disc.position();
    // In a hand what it did since the last frame; in flight what it will do.
    const bool carried = match.holder != Nobody;
    frame.hasDisc = true;
    frame.disc = partPose(place, match.disc.turn());
    frame.discVelocity = rounded(carried ? since(m_discBefore, place, m_hz) : match.disc.velocity());
    m_discBefore = place;
    if (match.possessor != Nobody)
        frame.possession[static_cast<std::size_t>(match.at(match.possessor).team)] = true;
}

void FrameMaker::addTeams(const MatchState& match, Frame& frame) const
{
    for (const Player& player : match.players) {
        const auto team = static_cast<std::size_t>(player.team);
        frame.hasTeamStats[team] = true;
        frame.teamStats[team] = sum(frame.teamStats[team], player.stats);
    }
}

void FrameMaker::addCombat(const MatchState& match, Frame& frame) const
{
    for (std::size_t team = 0; team < 2; ++team)
        frame.points[team] = std::min(100.0F, static_cast<float>(match.points[team]) * 5.0F);
    const double played = match.schedule.roundSeconds - match.clock;
    frame.payload = {.contested = std::fmod(played, 20.0) > 15.0,
                     .checkpoint = static_cast<std::int32_t>(played / 30.0),
                     .defenders = static_cast<std::int32_t>(std::fmod(played, 20.0) / 7.0),
                     .distance = static_cast<float>(0.8 * played),
                     .speed = 0.8F,
                     .multiplier = 1.0F,
                     .position = glm::vec3(0.0F, 0.5F, static_cast<float>(0.8 * played) - 24.0F)};
}

void FrameMaker::append(const MatchState& match, FrameBlock& block)
{
    if (match.resets != m_resets) {
        m_before.assign(match.players.size(), std::nullopt);
        m_discBefore.reset();
        m_resets = match.resets;
    }
    Frame& frame = block.frames.emplace_back();
    frame.timeMs = Begin + std::llround(static_cast<double>(m_number++) * 1000.0 / m_hz);
    frame.clock = static_cast<float>(match.clock);
    frame.status = match.phase;
    frame.players.first = static_cast<std::uint32_t>(block.players.size());
    frame.bones.first = static_cast<std::uint32_t>(block.bones.size());
    frame.hasBones = m_bones;
    for (int i = 0; i < match.count(); ++i)
        addPlayer(match, i, block);
    frame.players.count = static_cast<std::uint32_t>(block.players.size()) - frame.players.first;
    frame.bones.count = static_cast<std::uint32_t>(block.bones.size()) - frame.bones.first;
    frame.pause = match.pause;
    frame.restartRequest = match.restartRequest;
    const double sway = drift(match.now * 0.4, 1.0);
    frame.vr =
        partPose({0.15 * sway, 1.62 + 0.02 * drift(match.now * 0.3, 2.0), 0.1 * drift(match.now * 0.3, 4.0)},
                 glm::angleAxis(0.5 * sway, Vec(0.0, 1.0, 0.0)));
    frame.inputs = static_cast<std::uint8_t>((sway > 0.45 ? 1 : 0) | (sway < -0.45 ? 2 : 0));
    if (match.rulesChanged) {
        frame.rulesChangedAt = (Begin + 1200) / 1000;
        frame.rulesChangedBy = m_rulesText;
    }
    if (m_mode == Mode::Arena) {
        frame.points = {static_cast<float>(match.points[0]), static_cast<float>(match.points[1])};
        frame.score = match.score;
        frame.lastThrow = match.lastThrow;
        addDisc(match, frame);
        addTeams(match, frame);
    } else if (m_mode == Mode::Combat) {
        addCombat(match, frame);
    }
}

} // namespace ghostline::echo::sample
