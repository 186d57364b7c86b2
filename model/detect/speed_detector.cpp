// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/speed_detector.h"

namespace ghostline::model {

namespace {

class SpeedDetector : public Detector
{
public:
    enum Parameter { Sustained, Onset };
    static constexpr DetectorParameter Parameters[] = {
        {"sustained", QT_TRANSLATE_NOOP("Replay", "For at least"), "s", 1.0, 0.2, 10.0, 1},
        {"onset", QT_TRANSLATE_NOOP("Replay", "Reached within"), "s", 0.3, 0.1, 5.0, 1},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        const double over = step.speed() / rules().groundSpeed;
        if (step.first || step.unbound || step.catchUp || !step.onLevel() || over < Over) {
            end();
            return;
        }
        m_episode.goOn(step, over);
        m_sum += over;
        ++m_frames;
        if (seconds(m_episode.stretch().length) <= parameter(Onset))
            m_reached = over;
    }

    void finish() override { end(); }

private:
    static constexpr double Over = 1.02; ///< less than that is what places are rounded by

    /// Whoever has speed left from ice or a jump has it less and less; who slides has it by and by. What
    /// counts is as fast at its end as soon after it began.
    void end()
    {
        const double mean = m_frames > 0 ? m_sum / m_frames : 0.0;
        const bool lasts = seconds(m_episode.stretch().length) >= parameter(Sustained);
        if (m_episode.open() && lasts && m_reached - 1.0 >= 0.75 * (mean - 1.0))
            report(m_episode.stretch(), mean);
        m_episode.close();
        m_sum = m_reached = 0.0;
        m_frames = 0;
    }

    Episode m_episode;
    double m_sum = 0.0;
    double m_reached = 0.0;
    int m_frames = 0;
};

} // namespace

DetectorInfo speedDetector()
{
    return {
        .id = "speed",
        .name = QT_TRANSLATE_NOOP("Replay", "Speed"),
        .threshold = {"times", QT_TRANSLATE_NOOP("Replay", "Times what is possible"), "\u00D7", 1.08, 1.02,
                      5.0, 2},
        .parameters = SpeedDetector::Parameters,
        .needs = NeedsRules,
        .finds =
            "a speed over the ground above what running, or jumping as one runs, can reach, that was there "
            "at once and lasted",
        .falseAlarms =
            "surfaces and effects that the recording does not tell of and that speed one up at once "
            "(potions, conveyors of a map)",
        .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
            return std::make_unique<SpeedDetector>(setup);
        }};
}

} // namespace ghostline::model
