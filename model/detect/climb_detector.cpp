// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/climb_detector.h"

#include <algorithm>
#include <cmath>

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
        if (step.first || step.unbound || step.catchUp) {
            end();
            m_fallen = 0.0;
            m_top = step.place.y;
            return;
        }
        if (step.way.y > MotionStep::Level && step.rise() > parameter(Ladder)) {
            if (!m_episode.open())
                m_bounce = m_fallen;
            m_risen += step.way.y;
            m_episode.goOn(step, m_risen);
        } else if (m_episode.open()) {
            end();
        }
        if (step.way.y < -MotionStep::Level) {
            m_fallen -= step.way.y;
        } else if (step.way.y > MotionStep::Level || m_level++ > 4) {
            m_fallen = 0.0;
        }
        if (!step.onLevel())
            m_level = 0;
    }

    void finish() override { end(); }

private:
    /// What somebody has fallen, something that springs gives back.
    void end()
    {
        if (m_episode.open())
            report(m_episode.stretch(), m_risen - m_bounce);
        m_episode.close();
        m_risen = 0.0;
    }

    Episode m_episode;
    double m_risen = 0.0;
    double m_fallen = 0.0;
    double m_bounce = 0.0;
    double m_top = 0.0;
    int m_level = 0;
};

} // namespace

DetectorInfo climbDetector()
{
    return {.id = "climb",
            .name = QT_TRANSLATE_NOOP("Replay", "Climbing"),
            .threshold = {"metres", QT_TRANSLATE_NOOP("Replay", "Higher than"), "m", 1.5, 1.3, 50.0, 1},
            .parameters = ClimbDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP(
                "Replay",
                "rising in one go above what a jump reaches, faster than a ladder lifts, and without "
                "the fall that "
                "springs give back"),
            .falseAlarms = QT_TRANSLATE_NOOP("Replay", "explosions, pistons and effects that lift"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<ClimbDetector>(setup);
            }};
}

} // namespace ghostline::model
