// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/climb_detector.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

/// Jumps as legs make them, from where somebody stood and with no push to the side, only higher.
class HighJumps
{
public:
    explicit HighJumps(const MotionRules& rules) : m_rules(rules) {}

    /// The height of one that has just come to its top; 0 = none has.
    double next(const MotionStep& step)
    {
        // What a line has held back makes no four frames in a row that gravity would make.
        const bool known = !step.first && !step.unboundNow;
        const double rise = std::exchange(m_rise, known ? step.rise() : 0.0);
        const double speed = std::exchange(m_speed, known ? step.speed() : 0.0);
        if (m_height > 0.0 && known && m_rise > 0.0 && isFreeFall(m_rules, rise, m_rise)) {
            m_height += step.way.y;
            ++m_frames;
            return 0.0;
        }
        const double height = m_frames >= FramesOfJump && known ? m_height : 0.0;
        m_height = 0.0;
        m_frames = 0;
        const bool pushed = std::abs(m_speed - speed) > m_rules.groundSpeed;
        if (known && m_grounded >= FramesOnGround && m_rise > m_rules.jumpSpeed * HigherBy && !pushed) {
            m_height = step.way.y;
            m_from = step;
            m_from.state = nullptr; // it does not last as long
        }
        m_grounded = known && step.onLevel() ? m_grounded + 1 : 0;
        return height;
    }
    const MotionStep& from() const { return m_from; }

private:
    static constexpr int FramesOnGround = 5; ///< a pad throws whoever touches it
    static constexpr int FramesOfJump = 3;
    static constexpr double HigherBy = 1.05;

    const MotionRules& m_rules;
    MotionStep m_from;
    double m_rise = 0.0;
    double m_speed = 0.0;
    double m_height = 0.0; ///< so far
    int m_frames = 0;      ///< after its first
    int m_grounded = 0;    ///< frames in a row
};

class ClimbDetector : public Detector
{
public:
    enum Parameter { Ladder, Jumps, Window };
    static constexpr DetectorParameter Parameters[] = {
        {"ladder", QT_TRANSLATE_NOOP("Replay", "Ladders lift by up to"), "m/s", 2.6, 0.0, 20.0, 1},
        {"jumps", QT_TRANSLATE_NOOP("Replay", "High jumps, at least so many"), "", 3.0, 1.0, 100.0, 0},
        {"window", QT_TRANSLATE_NOOP("Replay", "Within"), "s", 60.0, 5.0, 600.0, 0},
    };

    explicit ClimbDetector(const DetectorSetup& setup) : Detector(setup), m_high(rules()) {}

    void next(const MotionStep& step) override
    {
        if (const double height = m_high.next(step); height > 0.0)
            take(height, step);
        const double before = std::exchange(m_rise, step.rise());
        const bool known = !step.first && !step.unboundNow && !step.catchUp && !step.still;
        // What was thrown up, by its own legs or by something, is slower in each frame, as gravity says; how
        // high it gets is for what threw it to say.
        const bool thrown = known && isFreeFall(rules(), before, m_rise);
        if ((thrown || !known) && m_frames <= FramesOfThrow) // it has begun a throw, or may have
            forget();
        if (!known || thrown || !(m_rise > parameter(Ladder))) {
            end();
            return;
        }
        m_risen += step.way.y;
        ++m_frames;
        m_episode.goOn(step, m_risen);
    }

    void finish() override
    {
        end();
        endJumps();
    }

private:
    /// A potion or a map may lift one jump; several are told as one, by the lowest of them.
    void take(double height, const MotionStep& top)
    {
        if (height < setup().least)
            return;
        if (!m_jumps.empty() && seconds(top.time - m_jumps.back().top.time) > parameter(Window))
            endJumps();
        m_jumps.push_back({m_high.from(), top, height});
        m_jumps.back().top.state = nullptr; // it does not last as long
        const auto wanted = static_cast<std::size_t>(parameter(Jumps));
        if (m_jumps.size() < wanted)
            return;
        const MotionStep& first = m_jumps[m_jumps.size() - wanted].from;
        m_manyJumps = m_manyJumps || seconds(top.time - first.time) <= parameter(Window);
    }

    void endJumps()
    {
        if (m_manyJumps) {
            Episode all;
            for (const Jump& jump : m_jumps) {
                all.goOn(jump.from, 0.0);
                all.goOn(jump.top, 0.0);
            }
            report(all.stretch(), std::ranges::min_element(m_jumps, {}, &Jump::height)->height);
        }
        m_jumps.clear();
        m_manyJumps = false;
    }

    void end()
    {
        if (m_episode.open())
            report(m_episode.stretch(), m_risen);
        forget();
    }

    void forget()
    {
        m_episode.close();
        m_risen = 0.0;
        m_frames = 0;
    }

    /// In which what throws somebody is still at it.
    static constexpr int FramesOfThrow = 3;

    struct Jump
    {
        MotionStep from;
        MotionStep top;
        double height;
    };

    HighJumps m_high;
    std::vector<Jump> m_jumps; ///< none of them long after the one before
    bool m_manyJumps = false;  ///< enough of them in a short while
    Episode m_episode;
    double m_risen = 0.0;
    double m_rise = 0.0;
    int m_frames = 0; ///< of the episode
};

} // namespace

DetectorInfo climbDetector()
{
    return {.id = "climb",
            .name = QT_TRANSLATE_NOOP("Replay", "Climbing"),
            .threshold = {"metres", QT_TRANSLATE_NOOP("Replay", "Higher than"), "m", 1.6, 1.3, 50.0, 1},
            .parameters = ClimbDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP("Replay", "rising in one go that no jump, throw or ladder explains, "
                                                 "and jumps that are higher than legs can, again and again"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay",
                "pistons, and effects and things that lift somebody again and again from where they stand"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<ClimbDetector>(setup);
            }};
}

} // namespace ghostline::model
