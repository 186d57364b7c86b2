// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/push_detector.h"

#include <algorithm>
#include <cmath>
#include <deque>

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
        if (step.first || step.unbound || step.catchUp || step.still) {
            m_has = false;
            return;
        }
        const glm::dvec2 now = glm::dvec2(step.way.x, step.way.z) / step.seconds;
        const bool level = step.onLevel();
        if (m_has && level && m_level && pushes(now))
            keep(step);
        m_speed = now;
        m_level = level;
        m_has = true;
    }

    void finish() override { end(); }

private:
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
    bool m_level = false;
    bool m_has = false;
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
