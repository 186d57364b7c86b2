// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/timer_detector.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// A frame in which somebody goes as far as in two others: their clock has ticked twice. A line that was
/// stuck makes such frames, too, but only after frames without any.
class TimerDetector : public Detector
{
public:
    enum Parameter { Frames, Window };
    static constexpr DetectorParameter Parameters[] = {
        {"frames", QT_TRANSLATE_NOOP("Replay", "In at least so many frames"), "", 3.0, 2.0, 1000.0, 0},
        {"window", QT_TRANSLATE_NOOP("Replay", "Within"), "s", 30.0, 5.0, 600.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        if (step.first || step.unbound || step.catchUp || step.still) {
            m_has = 0;
            return;
        }
        if (m_has >= 2)
            judge(step);
        m_before = m_middle;
        m_middle = step;
        m_middle.state = nullptr; // it does not last as long
        m_has = std::min(m_has + 1, 2);
    }

    void finish() override
    {
        std::size_t first = 0;
        std::size_t end = 0;
        Episode episode;
        for (std::size_t i = 0; i < m_doubles.size(); ++i) {
            end = i + 1;
            while (seconds(m_doubles[i].time - m_doubles[first].time) > parameter(Window))
                ++first;
            const double count = static_cast<double>(end - first);
            const double judged = m_doubles[i].judged - m_doubles[first].judged + 1.0;
            const double clock = 1.0 + (count - 1.0) / std::max(judged, 20.0);
            if (count < parameter(Frames) || clock < setup().least)
                continue;
            if (episode.open() &&
                m_doubles[first].time > episode.stretch().begin + episode.stretch().length) {
                report(episode.stretch(), episode.most());
                episode.close();
            }
            if (!episode.open())
                episode.goOn(m_doubles[first].step, clock);
            episode.goOn(m_doubles[i].step, clock);
        }
        if (episode.open())
            report(episode.stretch(), episode.most());
    }

private:
    struct Double
    {
        MotionStep step;
        Micros time{};
        double judged = 0.0; ///< frames that were looked at before it
    };

    void judge(const MotionStep& after)
    {
        const glm::dvec3 about = m_before.way + after.way;
        const double length = glm::length(about);
        if (length < Least)
            return;
        m_judged += 1.0;
        const bool even = glm::length(m_before.way - after.way) < 0.3 * length;
        if (even && glm::length(m_middle.way - about) < 0.08 * length)
            m_doubles.push_back({m_middle, m_middle.time, m_judged});
    }

    static constexpr double Least = 0.1; ///< metres: less is no motion that tells of time

    MotionStep m_before;
    MotionStep m_middle;
    int m_has = 0;
    double m_judged = 0.0;
    std::vector<Double> m_doubles;
};

} // namespace

DetectorInfo timerDetector()
{
    return {.id = "timer",
            .name = QT_TRANSLATE_NOOP("Replay", "Clock"),
            .threshold = {"times", QT_TRANSLATE_NOOP("Replay", "Faster than the game's"), "\u00D7", 1.006,
                          1.005, 3.0, 3},
            .parameters = TimerDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP("Replay", "frames in which somebody gets as far as in two, without "
                                                 "frames before them in which a line was stuck"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay", "a server that takes what it received late without recording that nothing came"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<TimerDetector>(setup);
            }};
}

} // namespace ghostline::model
