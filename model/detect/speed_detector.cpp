// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/speed_detector.h"

#include <cmath>
#include <deque>
#include <numeric>

namespace ghostline::model {

namespace {

/// Mean speed over some frames against one limit. Whoever slides on ice is as fast, but has become so by and
/// by: a speed counts that was reached at once.
class Overspeed
{
public:
    struct Limits
    {
        double speed = 0.0;
        std::size_t frames = 1; ///< over which it is a mean
        std::size_t onset = 1;  ///< frames in which it is reached, beside those of the mean
        std::size_t sustained = 1;
    };
    explicit Overspeed(const Limits& limits) : m_limits(limits) {}

    void reset()
    {
        m_last.clear();
        m_over = 0;
        m_episode.close();
    }

    /// The episode that has just ended, where it was long enough.
    template<typename Report>
    void next(const MotionStep& step, const Report& report)
    {
        m_last.push_back(step.speed());
        if (m_last.size() > m_limits.frames)
            m_last.pop_front();
        const double mean =
            std::accumulate(m_last.begin(), m_last.end(), 0.0) / static_cast<double>(m_last.size());
        const double over = mean / m_limits.speed;
        if (m_last.size() < m_limits.frames || over < 1.02) {
            end(report);
            return;
        }
        ++m_over;
        if (m_over == m_limits.onset)
            m_reached = over;
        m_sum += over;
        m_episode.goOn(step, over);
    }

    template<typename Report>
    void end(const Report& report)
    {
        const double mean = m_over > 0 ? m_sum / static_cast<double>(m_over) : 0.0;
        const bool atOnce = m_reached - 1.0 >= 0.75 * (mean - 1.0);
        if (m_over >= m_limits.sustained && atOnce)
            report(m_episode.stretch(), mean);
        m_over = 0;
        m_sum = m_reached = 0.0;
        m_episode.close();
    }

private:
    Limits m_limits;
    std::deque<double> m_last;
    std::size_t m_over = 0;
    double m_sum = 0.0;
    double m_reached = 0.0;
    Episode m_episode;
};

class SpeedDetector : public Detector
{
public:
    enum Parameter { Sustained, Onset };
    static constexpr DetectorParameter Parameters[] = {
        {"sustained", QT_TRANSLATE_NOOP("Replay", "For at least"), "s", 1.0, 0.2, 10.0, 1},
        {"onset", QT_TRANSLATE_NOOP("Replay", "Reached within"), "s", 0.3, 0.1, 5.0, 1},
    };

    explicit SpeedDetector(const DetectorSetup& setup)
        : Detector(setup), m_ground({rules().groundSpeed, 2, frames(Onset), frames(Sustained)}),
          m_hops({rules().jumpRunSpeed, hopFrames(), hopFrames() + frames(Onset), frames(Sustained)})
    {
    }

    void next(const MotionStep& step) override
    {
        const auto keep = [this](const Stretch& stretch, double value) { report(stretch, value); };
        if (step.first || step.unbound || step.catchUp) {
            m_ground.end(keep);
            m_hops.end(keep);
            m_ground.reset();
            m_hops.reset();
            return;
        }
        if (!step.onLevel())
            m_ground.end(keep);
        else
            m_ground.next(step, keep);
        m_hops.next(step, keep);
    }

    void finish() override
    {
        const auto keep = [this](const Stretch& stretch, double value) { report(stretch, value); };
        m_ground.end(keep);
        m_hops.end(keep);
    }

private:
    std::size_t frames(Parameter which) const
    {
        return static_cast<std::size_t>(std::max(1.0, parameter(which) / seconds(rules().tick)));
    }
    /// As long as it takes to jump once.
    std::size_t hopFrames() const
    {
        const double air = 2.0 * rules().launchSpeed / rules().gravity;
        return static_cast<std::size_t>(std::max(1.0, 2.0 * air / seconds(rules().tick)));
    }

    Overspeed m_ground;
    Overspeed m_hops;
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
