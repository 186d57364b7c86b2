// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/timer_detector.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::size_t LeastFrames = 6; ///< of a fall, in which its clock can be read

/// What falls, falls as fast as the game's gravity says. Where all of it goes faster, a clock does.
class TimerDetector : public Detector
{
public:
    enum Parameter { Falls };
    static constexpr DetectorParameter Parameters[] = {
        {"falls", QT_TRANSLATE_NOOP("Replay", "In so many falls and jumps"), "", 4.0, 1.0, 100.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        if (step.first || step.unbound || step.catchUp || step.still) {
            endFall();
            m_has = false;
            return;
        }
        if (m_has)
            follow(step);
        m_rise = step.rise();
        m_has = true;
    }

    void finish() override
    {
        endFall();
        tell();
    }

private:
    /// How much faster than the game's the clock was from one frame to the next: the change of the vertical
    /// speed goes with its square.
    void follow(const MotionStep& step)
    {
        const double tick = seconds(rules().tick);
        const double expected = (m_rise - rules().gravity * tick) * rules().fallDrag - m_rise;
        const double rate = (step.rise() - m_rise) / expected;
        const bool falls = expected < 0.0 && rate > 0.5 && rate < 4.0 && std::abs(step.way.y) > 1e-4;
        const double clock = std::sqrt(std::max(rate, 0.0));
        if (!falls || (!m_fall.empty() && std::abs(clock - m_fall.front()) > 0.02)) {
            endFall();
            if (!falls)
                return;
        }
        if (m_fall.empty())
            m_began = step;
        m_fall.push_back(clock);
        m_last = step;
    }

    void endFall()
    {
        if (m_fall.size() >= LeastFrames) {
            std::vector<double> sorted = m_fall;
            m_clocks.push_back({m_began, m_last, median(sorted)});
        }
        m_fall.clear();
    }

    /// The median of neighbouring falls: one alone may have been hit.
    void tell()
    {
        const auto falls = static_cast<std::size_t>(parameter(Falls));
        Episode episode;
        for (std::size_t i = 0; i + falls <= m_clocks.size(); ++i) {
            std::vector<double> some;
            for (std::size_t k = i; k < i + falls; ++k)
                some.push_back(m_clocks[k].clock);
            const double clock = median(some);
            if (clock >= setup().least) {
                if (!episode.open())
                    episode.goOn(m_clocks[i].began, clock);
                episode.goOn(m_clocks[i + falls - 1].last, clock);
            } else if (episode.open()) {
                report(episode.stretch(), episode.most());
                episode.close();
            }
        }
        if (episode.open())
            report(episode.stretch(), episode.most());
    }

    struct Fall
    {
        MotionStep began;
        MotionStep last;
        double clock = 1.0;
    };

    std::vector<double> m_fall;
    std::vector<Fall> m_clocks;
    MotionStep m_began;
    MotionStep m_last;
    double m_rise = 0.0;
    bool m_has = false;
};

} // namespace

DetectorInfo timerDetector()
{
    return {.id = "timer",
            .name = QT_TRANSLATE_NOOP("Replay", "Clock"),
            .threshold = {"times", QT_TRANSLATE_NOOP("Replay", "Faster than the game's"), "\u00D7", 1.015,
                          1.005, 3.0, 3},
            .parameters = TimerDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP(
                "Replay", "falls and jumps in which all goes faster than the game's gravity lets it"),
            .falseAlarms = QT_TRANSLATE_NOOP("Replay", "other gravity than the game's, by effects or a map"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<TimerDetector>(setup);
            }};
}

} // namespace ghostline::model
