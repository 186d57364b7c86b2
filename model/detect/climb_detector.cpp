// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/climb_detector.h"

#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

class ClimbDetector : public Detector
{
public:
    enum Parameter { Ladder };
    static constexpr DetectorParameter Parameters[] = {
        {"ladder", QT_TRANSLATE_NOOP("Replay", "Ladders lift by up to"), "m/s", 2.6, 0.0, 20.0, 1},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        const double before = std::exchange(m_rise, step.rise());
        const bool known = !step.first && !step.unboundNow && !step.catchUp && !step.still;
        const bool thrown = known && isThrown(before);
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

    void finish() override { end(); }

private:
    /// What was thrown up, by its own legs or by something, is slower in each frame, as gravity says; how
    /// high it gets is for what threw it to say.
    bool isThrown(double before) const
    {
        const double tick = seconds(rules().tick);
        const double expected = (before - rules().gravity * tick) * rules().fallDrag;
        return std::abs(m_rise - expected) < 0.1 * rules().gravity * tick;
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
            .threshold = {"metres", QT_TRANSLATE_NOOP("Replay", "Higher than"), "m", 1.5, 1.3, 50.0, 1},
            .parameters = ClimbDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP("Replay", "rising in one go that no jump, throw or ladder explains"),
            .falseAlarms = QT_TRANSLATE_NOOP("Replay", "pistons and effects that lift"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<ClimbDetector>(setup);
            }};
}

} // namespace ghostline::model
