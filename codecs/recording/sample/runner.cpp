// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/runner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ghostline::recording::sample {

namespace {

using glm::dvec3;

// Blocks a tick, about those of the game.
constexpr double Sprint = 0.28;
constexpr double Stroll = 0.2;
constexpr double SneakSpeed = 0.09;
constexpr double JumpSpeed = 0.32;
constexpr double SwimSpeed = 0.17;
constexpr double GlideSpeed = 0.72;
constexpr double Gravity = 0.075;

enum Pose { Standing = 0, FallFlying = 1, Swimming = 3, Sneaking = 5 };
enum Flags { SneakFlag = 0x02, SprintFlag = 0x08, SwimFlag = 0x10, GlideFlag = 0x80 };

double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

class Lap
{
public:
    Lap(const Course& course, const LapOptions& options, Manner& manner, io::Random& random)
        : m_course(course), m_options(options), m_manner(manner), m_random(random), m_line(course.start)
    {
        m_now.place = course.start;
        m_now.yaw = -90.0;
        m_manner.putBack();
    }

    std::vector<RunnerTick> run()
    {
        const std::array misses = m_manner.misses();
        constexpr std::array Said{"nooo", "again..."};
        std::size_t missed = m_options.falls ? 0 : misses.size();
        for (std::size_t i = 0; i < m_course.steps.size(); ++i) {
            if (missed < misses.size() && i == m_course.falls[misses[missed]].first) {
                take(m_course.falls[misses[missed]].second);
                deed({Deed::Kind::Chat, 0, Said[missed++]});
                i = m_course.respawnStep;
            }
            take(m_course.steps[i]);
        }
        return std::move(m_ticks);
    }

private:
    void take(const Step& step)
    {
        m_narrow = step.kind == StepKind::Stroll || step.kind == StepKind::Bridge;
        switch (step.kind) {
        case StepKind::Walk:
            go(step.to, Sprint * m_options.haste, Standing, SprintFlag);
            break;
        case StepKind::Stroll:
            go(step.to, Stroll * m_options.haste, Standing, 0);
            break;
        case StepKind::Sneak:
            go(step.to, SneakSpeed, Sneaking, SneakFlag);
            break;
        case StepKind::Swim:
            go(step.to, SwimSpeed, Swimming, SwimFlag | SprintFlag);
            break;
        case StepKind::Wait:
            lookAround(ticksOf(step.value / m_options.haste));
            break;
        case StepKind::Jump:
            jump(step.to, step.value);
            break;
        case StepKind::Fall:
            fall(step.to);
            break;
        case StepKind::Bridge:
            layBridge(step.to);
            break;
        case StepKind::Glide:
            glide(m_options.detour ? wide(step.path) : step.path);
            break;
        }
        if (!step.checkpoint.empty())
            m_manner.beginSection();
        if (step.checkpoint == "finish")
            deed({Deed::Kind::Finish, 0, {}});
        else if (!step.checkpoint.empty())
            deed({Deed::Kind::Checkpoint, 0, step.checkpoint});
        if (!step.chat.empty())
            deed({Deed::Kind::Chat, 0, step.chat});
    }

    void deed(Deed deed) { m_now.deeds.push_back(std::move(deed)); }

    /// Ends the tick at a place of the middle line; eyes turn toward (yaw, pitch) as fast as a hand moves a
    /// mouse.
    void tick(const dvec3& line, double yaw, double pitch, int pose, int flags)
    {
        const glm::dvec2 look = m_manner.tick();
        const double turn = std::remainder(yaw + look.x - m_now.yaw, 360.0);
        m_now.yaw = std::remainder(m_now.yaw + std::clamp(turn * 0.35, -28.0, 28.0), 360.0);
        m_now.pitch += std::clamp((pitch + look.y - m_now.pitch) * 0.25, -9.0, 9.0);
        const double gone = glm::length(glm::dvec2(line.x - m_line.x, line.z - m_line.z));
        m_now.place = line + m_manner.aside(gone, m_narrow);
        m_line = line;
        m_now.pose = pose;
        m_now.flags = flags;
        m_ticks.push_back(m_now);
        m_now.deeds.clear();
        m_now.jumped = false;
    }

    /// What takes so many ticks at an even pace. Rounded before and after, so that no pace gains by rounding.
    int ticksOf(double usual) const
    {
        const auto even = static_cast<double>(std::lround(usual));
        return std::max(1, static_cast<int>(std::lround(even / m_manner.pace())));
    }

    static double heading(const dvec3& way) { return degrees(std::atan2(-way.x, way.z)); }

    void go(const dvec3& to, double speed, int pose, int flags)
    {
        const dvec3 from = m_line;
        const dvec3 way = to - from;
        const int ticks = ticksOf(glm::length(way) / speed);
        for (int i = 1; i <= ticks; ++i) {
            const double u = static_cast<double>(i) / ticks;
            tick(from + way * u, heading(way), pose == Swimming ? 4.0 : 12.0 - 20.0 * (way.y > 0.5), pose,
                 flags);
        }
    }

    void lookAround(int ticks)
    {
        const double width = m_random.between(8.0, 30.0);
        const double swing = m_random.below(2) == 0 ? -width : width;
        const double base = m_now.yaw;
        for (int i = 0; i < ticks; ++i) {
            const double u = static_cast<double>(i) / std::max(ticks, 1);
            tick(m_line, base + swing * std::sin(u * 2.0 * std::numbers::pi), 6.0 + 8.0 * u, Standing, 0);
        }
    }

    void jump(const dvec3& to, double height)
    {
        const dvec3 from = m_line;
        const dvec3 way = to - from;
        const double reach = std::hypot(way.x, way.z);
        const double airtime = 2.0 * std::sqrt(2.0 * (height + std::max(way.y, 0.0)) / Gravity) * 0.8;
        const int ticks = ticksOf(std::max({reach / JumpSpeed, airtime, 9.0}));
        for (int i = 1; i <= ticks; ++i) {
            const double u = static_cast<double>(i) / ticks;
            dvec3 at = from + way * u;
            at.y += 4.0 * height * u * (1.0 - u);
            tick(at, heading(way), 20.0 * u, Standing, SprintFlag);
        }
    }

    void fall(const dvec3& to)
    {
        dvec3 at = m_line;
        dvec3 speed = glm::normalize(dvec3(to.x - at.x, 0.0, to.z - at.z)) * 0.2;
        speed.y = 0.36;
        const double yaw = heading(speed);
        while (at.y > to.y) {
            at += speed;
            speed.y = std::max(speed.y - Gravity, -2.2);
            speed.x *= 0.94;
            speed.z *= 0.94;
            tick(at, yaw, at.y < m_course.respawn.y ? 50.0 : 15.0, Standing, 0);
        }
        deed({Deed::Kind::Reset, 1, {}});
        m_now.jumped = true;
        m_line = m_course.respawn;
        m_manner.putBack();
        tick(m_course.respawn, yaw, 0.0, Standing, 0);
        lookAround(30);
    }

    /// Backwards over the edge, block by block, looking down at where the next one goes.
    void layBridge(const dvec3& to)
    {
        const dvec3 from = m_line;
        const dvec3 way = to - from;
        const double yaw = heading(-way);
        deed({Deed::Kind::Slot, 0, {}});
        for (int i = 0; i < 14; ++i)
            tick(from, yaw, 70.0, Sneaking, SneakFlag);
        const auto blocks = static_cast<int>(m_course.bridge.size());
        for (int block = 0; block < blocks; ++block) {
            deed({Deed::Kind::Place, block, {}});
            deed({Deed::Kind::Swing, 0, {}});
            const int pace = 9 + m_random.below(3);
            for (int i = 1; i <= pace; ++i) {
                const double u = (block + static_cast<double>(i) / pace) / blocks;
                tick(from + way * u, yaw, 76.0, Sneaking, SneakFlag);
            }
        }
        for (int i = 0; i < 10; ++i)
            tick(to, heading(way), 10.0, Standing, 0);
        deed({Deed::Kind::Slot, 1, {}});
    }

    static dvec3 onCurve(const std::vector<dvec3>& path, double s)
    {
        const auto last = static_cast<int>(path.size()) - 1;
        const int i = std::clamp(static_cast<int>(s), 0, last - 1);
        const double u = s - i;
        const auto point = [&](int k) { return path[static_cast<std::size_t>(std::clamp(k, 0, last))]; };
        const dvec3 a = point(i - 1);
        const dvec3 b = point(i);
        const dvec3 c = point(i + 1);
        const dvec3 d = point(i + 2);
        return 0.5 * (2.0 * b + (c - a) * u + (2.0 * a - 5.0 * b + 4.0 * c - d) * (u * u) +
                      (3.0 * (b - c) + d - a) * (u * u * u));
    }

    /// Around the rings, further from them than where two ways still count as one.
    static std::vector<dvec3> wide(std::vector<dvec3> path)
    {
        constexpr double Width = 16.0;
        for (std::size_t i = 2; i + 3 < path.size(); ++i)
            path[i].x += Width;
        return path;
    }

    void glide(const std::vector<dvec3>& path)
    {
        deed({Deed::Kind::Slot, 8, {}});
        const auto last = static_cast<double>(path.size() - 1);
        double s = 0.0;
        int number = 0;
        while (s < last) {
            if (number == 12 || number == 70) {
                deed({Deed::Kind::Use, 0, {}});
                deed({Deed::Kind::Swing, 0, {}});
            } else if (number == 20 || number == 78) {
                deed({Deed::Kind::Rest, 0, {}});
            }
            const double ahead =
                glm::length(onCurve(path, std::min(s + 0.02, last)) - onCurve(path, s)) / 0.02;
            s = std::min(last, s + GlideSpeed * m_manner.pace() / std::max(ahead, 1e-3));
            const dvec3 at = onCurve(path, s);
            const dvec3 way = at - m_line;
            const double down = degrees(std::atan2(-way.y, std::hypot(way.x, way.z)));
            tick(at, heading(way), down, FallFlying, GlideFlag);
            ++number;
        }
        deed({Deed::Kind::Slot, 1, {}});
    }

    const Course& m_course;
    LapOptions m_options;
    Manner& m_manner;
    io::Random& m_random;
    dvec3 m_line; ///< in the middle of the way
    bool m_narrow = false;
    RunnerTick m_now;
    std::vector<RunnerTick> m_ticks;
};

} // namespace

std::vector<RunnerTick> runLap(const Course& course, const LapOptions& options, Manner& manner,
                               io::Random& random)
{
    return Lap(course, options, manner, random).run();
}

} // namespace ghostline::recording::sample
