// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/push_detector.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// Starts and turns on level ground, against what feet can push there. Stops say nothing: there may be a
/// wall.
class PushDetector : public Detector
{
public:
    enum Parameter { Harder, Within };
    static constexpr DetectorParameter Parameters[] = {
        {"harder", QT_TRANSLATE_NOOP("Replay", "Than feet push, by"), "m/s", 3.0, 0.5, 100.0, 1},
        {"within", QT_TRANSLATE_NOOP("Replay", "Within"), "s", 6.0, 0.5, 60.0, 1},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        if (step.first || step.unbound || step.catchUp || step.still || !step.onLevel()) {
            m_has = m_pushed = 0;
            return;
        }
        const glm::dvec2 now = glm::dvec2(step.way.x, step.way.z) / step.seconds;
        // What is pushed by something else stands again soon; a step is one's own that others follow.
        if (m_pushed > 0 && glm::length(now) < 0.8 * m_pushedTo)
            m_pushed = 0;
        if (m_pushed > 0 && --m_pushed == 0)
            keep(step);
        if (m_has > 0 && m_pushed == 0 && pushes(now)) {
            m_pushed = FramesAfter;
            m_pushedTo = glm::length(now);
        }
        m_speed = now;
        m_has = 1;
    }

    void finish() override { end(); }

private:
    static constexpr int FramesAfter = 3;

    /// In the direction in which it moves now, more than what it had there and what feet add.
    bool pushes(const glm::dvec2& now) const
    {
        const double speed = glm::length(now);
        if (speed < 1.0)
            return false;
        const double had = std::max(0.0, glm::dot(m_speed, now) / speed);
        return speed - had > parameter(Harder);
    }

    void keep(const MotionStep& step)
    {
        if (m_episode.open() && seconds(step.time - m_last) > parameter(Within))
            end();
        ++m_count;
        m_episode.goOn(step, m_count);
        m_last = step.time;
    }

    void end()
    {
        if (m_episode.open())
            report(m_episode.stretch(), m_count);
        m_episode.close();
        m_count = 0.0;
    }

    Episode m_episode;
    double m_count = 0.0;
    Micros m_last{};
    glm::dvec2 m_speed{0.0};
    int m_has = 0;    ///< frames before this one that it can be held against
    int m_pushed = 0; ///< frames until a push counts
    double m_pushedTo = 0.0;
};

} // namespace

DetectorInfo pushDetector()
{
    return {.id = "acceleration",
            .name = QT_TRANSLATE_NOOP("Replay", "Acceleration"),
            .threshold = {"times", QT_TRANSLATE_NOOP("Replay", "So often"), "", 4.0, 2.0, 1000.0, 0},
            .parameters = PushDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP(
                "Replay",
                "starts and turns on level ground that are sharper than feet can push, several times "
                "shortly after "
                "each other"),
            .falseAlarms =
                QT_TRANSLATE_NOOP("Replay", "pistons and other things that push, several times in a row"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<PushDetector>(setup);
            }};
}

} // namespace ghostline::model
