// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match made up from a seed, with everything a recording may do: people coming, going and changing slots,
// counters, pauses, goals, gaps, clocks set back, skeletons that come and go. Not play: only what the formats
// must survive.
#include "codecs/echo/frame/frame.h"

#include <random>

namespace ghostline::test {

/// Kinds of goals that every layout holds.
inline constexpr std::size_t CodedGoalTypes = 9;

struct RandomOrder
{
    std::uint32_t seed = 0;
    int frames = 60; ///< fewer = the same match, cut short
    int people = 10; ///< fewer = the same match with fewer of them
};

struct RandomMatch
{
    echo::MatchHeader header;
    echo::MatchNames names;
    echo::FrameBlock block;
    bool clockWentBack = false;
};

class RandomMaker
{
public:
    RandomMaker(const RandomOrder& order, RandomMatch& out) : m_order(order), m_out(out), m_random(order.seed)
    {
        static constexpr std::array Maps{echo::Map::Arena, echo::Map::Arena,   echo::Map::Dyson,
                                         echo::Map::Lobby, echo::Map::Uncoded, echo::Map::Tutorial,
                                         echo::Map::Gauss};
        echo::MatchHeader& header = out.header;
        header.map = Maps[below(Maps.size())];
        header.client = QStringLiteral("P0");
        header.privateMatch = chance(0.5);
        header.sessionIp = QStringLiteral("10.0.%1.255").arg(below(256));
        header.totalRounds = static_cast<int>(below(256));
        header.blueRoundScore = static_cast<int>(below(16));
        header.orangeRoundScore = static_cast<int>(below(16));
        m_teamStats = chance(0.7);
        m_bones = chance(0.4);
        m_milliseconds = static_cast<std::int64_t>(10 + below(90));
        m_time = 1'500'000'000'000 + static_cast<std::int64_t>(below(1'000'000'000));
        m_extent = chance(0.2) ? 400.0F : 60.0F;
        std::array<glm::vec3, echo::Bones> skeleton{}; // people are built alike
        for (glm::vec3& bone : skeleton)
            bone = vector(0.7F);
        for (int i = 0; i < 14; ++i) {
            // some share a name, some an id
            const std::int64_t user = chance(0.05) ? 100 : 9'007'199'254'740'993 + i;
            out.names.append({std::string("P").append(std::to_string(chance(0.1) ? 0 : i)), user,
                              static_cast<int>(below(256)), static_cast<int>(below(51))});
            Body& body = m_bodies.emplace_back();
            body.frame.person = i;
            body.frame.slot = static_cast<std::uint8_t>(i);
            body.frame.team = static_cast<echo::TeamCode>(i % 3 == 2 ? (i > 9 ? 2 : 0) : i % 2);
            body.frame.hasStats = chance(0.8);
            body.present = i < 10;
            body.restless = chance(0.8);
            for (echo::PartPose& part : body.frame.parts)
                part = {place(), rotation()};
            for (std::size_t k = 0; k < echo::Bones; ++k)
                body.bones.bones[k] = {skeleton[k] + vector(0.1F), rotation()};
        }
        m_frame.disc = {place(), rotation()};
        m_frame.hasDisc = header.mode() == echo::Mode::Arena;
        m_frame.vr = {vector(2.0F), rotation()};
        m_frame.clock = real(0.0F, 600.0F);
        m_frame.pause.state = echo::PauseState::Unpaused;
    }

    void run()
    {
        for (int i = 0; i < m_order.frames; ++i)
            step(i);
    }

private:
    struct Body
    {
        echo::PlayerFrame frame;
        echo::BoneSet bones;
        bool present = false;
        bool restless = true;
    };

    std::size_t below(std::size_t count) { return m_random() % count; }
    bool chance(double p) { return std::uniform_real_distribution(0.0, 1.0)(m_random) < p; }
    float real(float from, float to) { return std::uniform_real_distribution(from, to)(m_random); }
    glm::vec3 vector(float size)
    {
        const float x = real(-size, size);
        const float y = real(-size, size);
        return {x, y, real(-size, size)};
    }
    glm::vec3 place() { return vector(m_extent); }
    glm::quat rotation()
    {
        const float w = real(-1.0F, 1.0F);
        const float x = real(-1.0F, 1.0F);
        const float y = real(-1.0F, 1.0F);
        return glm::normalize(glm::quat(w, x, y, real(-1.0F, 1.0F) + 2.0F));
    }
    void move(echo::PartPose& part)
    {
        if (chance(0.02))
            part.position = place();
        else if (chance(0.8))
            part.position += vector(chance(0.2) ? 0.001F : 0.3F);
        if (chance(0.7))
            part.orientation = glm::normalize(part.orientation * glm::quat(1.0F, vector(0.02F)));
    }

    void step(int number)
    {
        std::int64_t ms = m_milliseconds + static_cast<std::int64_t>(below(3));
        if (chance(0.01))
            ms = static_cast<std::int64_t>(below(200'000));
        if (number > 0 && chance(0.003)) {
            ms = -static_cast<std::int64_t>(below(30));
            m_out.clockWentBack = true;
        }
        m_time += ms;
        m_frame.timeMs = m_time;
        m_frame.clock = std::max(0.0F, m_frame.clock - static_cast<float>(ms) / 1000.0F);
        moveMatch(static_cast<float>(std::clamp<std::int64_t>(ms, 0, 1000)) / 1000.0F);
        echo::Frame frame = m_frame;
        frame.players.first = static_cast<std::uint32_t>(m_out.block.players.size());
        frame.bones.first = static_cast<std::uint32_t>(m_out.block.bones.size());
        frame.hasBones = m_bones && !chance(0.03);
        for (std::size_t i = 0; i < m_bodies.size(); ++i) {
            Body& body = m_bodies[i];
            movePlayer(body);
            if (!body.present || i >= static_cast<std::size_t>(m_order.people))
                continue;
            ++frame.players.count;
            m_out.block.players.push_back(body.frame);
            if (frame.hasBones) {
                m_out.block.bones.push_back(body.bones);
                ++frame.bones.count;
            }
        }
        const auto first = m_out.block.players.begin() + static_cast<std::ptrdiff_t>(frame.players.first);
        std::stable_sort(first, m_out.block.players.end(),
                         [](const auto& a, const auto& b) { return a.team < b.team; });
        m_out.block.frames.push_back(frame);
    }

    void count(echo::Stats& stats)
    {
        for (std::int32_t& counter : stats.counters)
            counter = std::min(250, counter + (chance(0.02) ? 1 : 0));
        stats.stuns += chance(0.05) ? 1 : 0;
        stats.possessionTime += chance(0.5) ? real(0.0F, 0.05F) : 0.0F;
        if (chance(0.005))
            stats = {};
    }

    void moveMatch(float seconds)
    {
        echo::Frame& f = m_frame;
        const echo::Mode mode = m_out.header.mode();
        if (chance(0.03))
            f.status = static_cast<echo::GameStatus>(1 + below(echo::GameStatuses - 1));
        if (chance(0.05))
            f.inputs = static_cast<std::uint8_t>(below(16));
        for (std::size_t team = 0; team < 2; ++team) {
            f.possession[team] = chance(0.5);
            if (chance(0.02))
                f.restartRequest[team] = !f.restartRequest[team];
            if (mode != echo::Mode::Neither && chance(0.05))
                f.points[team] =
                    mode == echo::Mode::Arena ? static_cast<float>(below(256)) : real(0.0F, 100.0F);
        }
        if (chance(0.03)) {
            f.pause.state = static_cast<echo::PauseState>(below(5));
            f.pause.requestedBy = static_cast<echo::TeamCode>(below(4));
            f.pause.unpausedBy = static_cast<echo::TeamCode>(below(4));
        }
        const bool paused =
            f.pause.state == echo::PauseState::Paused || f.pause.state == echo::PauseState::Pausing;
        const bool resuming = f.pause.state == echo::PauseState::Unpausing;
        f.pause.pausedTimer = paused ? f.pause.pausedTimer + seconds : 0.0F;
        f.pause.unpausedTimer = resuming ? f.pause.unpausedTimer + seconds : 0.0F;
        if (mode == echo::Mode::Arena && chance(0.03))
            f.score = {static_cast<echo::TeamCode>(below(4)),
                       chance(0.5) ? 2 : 3,
                       static_cast<echo::GoalType>(below(CodedGoalTypes)),
                       static_cast<std::int32_t>(below(14)),
                       chance(0.5) ? echo::Nobody : static_cast<std::int32_t>(below(14)),
                       real(0.0F, 30.0F),
                       real(0.0F, 80.0F)};
        if (chance(0.03)) {
            for (float& value : f.lastThrow)
                value = real(-20.0F, 20.0F);
        }
        if (mode == echo::Mode::Combat && chance(0.1))
            f.payload = {chance(0.5), static_cast<std::int32_t>(below(4)),
                         static_cast<std::int32_t>(below(6)), real(0.0F, 200.0F), real(0.0F, 3.0F)};
        if (mode == echo::Mode::Arena && m_out.header.privateMatch && chance(0.02)) {
            f.rulesChangedAt = static_cast<std::int64_t>(below(1'000'000'000));
            f.rulesChangedBy = m_out.names.text(std::string("P").append(std::to_string(below(3))));
        }
        move(f.vr);
        if (mode == echo::Mode::Arena) {
            f.hasDisc = chance(0.01) ? !f.hasDisc : f.hasDisc;
            move(f.disc);
            f.discVelocity = chance(0.3) ? vector(20.0F) : f.discVelocity;
        }
        for (std::size_t team = 0; m_teamStats && team < 2; ++team) {
            f.hasTeamStats[team] = true;
            count(f.teamStats[team]);
        }
    }

    void movePlayer(Body& body)
    {
        echo::PlayerFrame& p = body.frame;
        const echo::Mode mode = m_out.header.mode();
        if (chance(0.01))
            body.present = !body.present;
        if (chance(0.003))
            p.slot = static_cast<std::uint8_t>(below(30));
        if (chance(0.003))
            p.team = static_cast<echo::TeamCode>(below(3));
        for (bool* flag : {&p.possession, &p.blocking, &p.stunned, &p.invulnerable, &p.emote})
            *flag = chance(0.02) ? !*flag : *flag;
        if (p.hasStats)
            count(p.stats);
        if (chance(0.05))
            p.ping = static_cast<std::int32_t>(below(400));
        if (chance(0.05))
            p.packetLoss = real(0.0F, 1.0F);
        if (mode == echo::Mode::Arena && chance(0.05))
            p.holdingLeft = static_cast<std::int16_t>(below(256));
        if (mode == echo::Mode::Arena && chance(0.05))
            p.holdingRight = static_cast<std::int16_t>(below(256));
        if (mode == echo::Mode::Combat && (p.loadout.arm < 0 || chance(0.01)))
            p.loadout = {static_cast<std::int8_t>(below(4)), static_cast<std::int8_t>(below(4)),
                         static_cast<std::int8_t>(below(4)), static_cast<std::int8_t>(below(2))};
        if (!body.restless)
            return;
        p.velocity += chance(0.7) ? vector(0.5F) : glm::vec3(0.0F);
        for (echo::PartPose& part : p.parts)
            move(part);
        for (echo::Bone& bone : body.bones.bones) {
            if (chance(0.5))
                bone.position = glm::clamp(bone.position + vector(0.02F), -1.0F, 1.0F);
            if (chance(0.5))
                bone.orientation = glm::normalize(bone.orientation * glm::quat(1.0F, vector(0.05F)));
        }
    }

    const RandomOrder m_order;
    RandomMatch& m_out;
    std::mt19937 m_random;
    std::vector<Body> m_bodies;
    echo::Frame m_frame;
    std::int64_t m_time = 0;
    std::int64_t m_milliseconds = 33;
    float m_extent = 60.0F;
    bool m_teamStats = true;
    bool m_bones = false;
};

} // namespace ghostline::test
