// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/hover_detector.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double LadderSpeed = 3.2;     ///< m/s: nobody who holds on to something is faster along the ground
constexpr double SteadyShare = 0.02;    ///< of a vertical speed: as even as that is no fall
constexpr double SteadyMetres = 0.0006; ///< in a frame: places are recorded in steps, too
constexpr double HeldShare = 0.06;      ///< by which it is told from what holds somebody

class HoverDetector : public Detector
{
public:
    enum Parameter { Sinking, Carried };
    static constexpr DetectorParameter Parameters[] = {
        {"sinking", QT_TRANSLATE_NOOP("Replay", "Sinking no faster than"), "m/s", 4.0, 0.0, 20.0, 1},
        {"carried", QT_TRANSLATE_NOOP("Replay", "Above grounds by at least"), "m", 0.0005, 0.0001, 0.03, 4},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        followFall(step);
        if (step.first || step.unboundNow || step.catchUp || step.stuck || !holds(step)) {
            end();
        } else if (!step.still || m_episode.open()) {
            m_episode.goOn(step, seconds(m_episode.stretch().length));
        }
        m_lastRise = step.rise();
    }

    void finish() override { end(); }

private:
    /// In the air without falling, for this one frame.
    bool holds(const MotionStep& step) const
    {
        if (step.onLevel())
            return !isGround(step.place.y) && !step.sneaking;
        // Whoever falls is faster in each frame; who sinks evenly is held, by a ladder or by water perhaps.
        return step.way.y < 0.0 && -step.rise() <= parameter(Sinking) && isSteady(step) &&
               (step.speed() > LadderSpeed || m_caught);
    }

    bool isSteady(const MotionStep& step) const
    {
        return std::abs(step.rise() - m_lastRise) <=
               std::max(SteadyShare * std::abs(step.rise()), SteadyMetres / step.seconds);
    }

    /// Water takes a fall's speed away by and by. Whoever sinks evenly from the very frame in which a fall
    /// ends, as slowly as nothing holds anybody, is not in water.
    void followFall(const MotionStep& step)
    {
        if (step.first || step.unboundNow || step.catchUp || step.still) {
            m_falls = 0;
            m_caught = false;
            return;
        }
        if (isFreeFall(rules(), m_lastRise, step.rise())) {
            ++m_falls;
            m_caught = false;
            return;
        }
        if (m_falls >= FramesOfFall)
            m_caught = step.way.y < 0.0 && !isHeld(-step.rise());
        else
            m_caught = m_caught && isSteady(step);
        m_falls = 0;
    }

    bool isHeld(double sinking) const
    {
        return std::ranges::any_of(rules().heldSinking, [sinking](double held) {
            return std::abs(sinking - held) < HeldShare * held;
        });
    }

    /// Blocks end at parts of a metre.
    bool isGround(double height) const
    {
        return std::abs(std::remainder(height, rules().standGrid)) < parameter(Carried);
    }

    void end()
    {
        if (m_episode.open())
            report(m_episode.stretch(), seconds(m_episode.stretch().length));
        m_episode.close();
    }

    static constexpr int FramesOfFall = 2;

    Episode m_episode;
    double m_lastRise = 0.0;
    int m_falls = 0;       ///< frames in a row, up to the last one, in which gravity alone had a say
    bool m_caught = false; ///< such a fall has ended in the air, and it has been sinking evenly since
};

} // namespace

DetectorInfo hoverDetector()
{
    return {.id = "hover",
            .name = QT_TRANSLATE_NOOP("Replay", "Flight and hovering"),
            .threshold = {"seconds", QT_TRANSLATE_NOOP("Replay", "In the air for"), "s", 0.8, 0.3, 20.0, 1},
            .parameters = HoverDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP("Replay", "staying at a height at which no ground lies, or sinking "
                                                 "evenly while moving on or out of a fall"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay",
                "boats and other entities that carry somebody, where the recording does not say that they "
                "ride; grounds at odd heights that a server adds"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<HoverDetector>(setup);
            }};
}

} // namespace ghostline::model
