// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/speed_detector.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

class SpeedDetector : public Detector
{
public:
    enum Parameter { Sustained, Onset, Walking };
    static constexpr DetectorParameter Parameters[] = {
        {"sustained", QT_TRANSLATE_NOOP("Replay", "For at least"), "s", 1.0, 0.2, 10.0, 1},
        {"onset", QT_TRANSLATE_NOOP("Replay", "Reached within"), "s", 0.3, 0.1, 5.0, 1},
        {"walking", QT_TRANSLATE_NOOP("Replay", "Who does not run may not be faster than walking (1)"), "",
         0.0, 0.0, 1.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        // Off by itself: not every recorder says in time who runs.
        const bool walks = parameter(Walking) > 0.5 && step.walking && rules().walkSpeed > 0.0;
        const double over = step.speed() / (walks ? rules().walkSpeed : rules().groundSpeed);
        if (step.first || step.unbound || step.catchUp || !step.onLevel() || over < Over) {
            end();
            return;
        }
        m_episode.goOn(step, over);
        m_over.push_back(over);
        if (seconds(m_episode.stretch().length) <= parameter(Onset))
            m_reached = over;
    }

    void finish() override { end(); }

private:
    static constexpr double Over = 1.02; ///< less than that is what places are rounded by

    /// Whoever has speed left from ice or a throw has less and less of it; who slides has it by and by.
    bool isEven(double speed) const
    {
        constexpr double Share = 0.12;
        const auto near = std::ranges::count_if(
            m_over, [speed](double over) { return std::abs(over - speed) <= Share * speed; });
        return 5 * static_cast<std::size_t>(near) >= 3 * m_over.size();
    }

    void end()
    {
        const bool lasts = m_episode.open() && seconds(m_episode.stretch().length) >= parameter(Sustained);
        std::vector<double> sorted = m_over;
        const double speed = lasts ? median(sorted) : 0.0;
        if (lasts && m_reached - 1.0 >= 0.75 * (speed - 1.0) && isEven(speed))
            report(m_episode.stretch(), speed);
        m_episode.close();
        m_over.clear();
        m_reached = 0.0;
    }

    Episode m_episode;
    std::vector<double> m_over; ///< times what is possible, in each frame of it
    double m_reached = 0.0;
};

} // namespace

DetectorInfo speedDetector()
{
    return {.id = "speed",
            .name = QT_TRANSLATE_NOOP("Replay", "Speed"),
            .threshold = {"times", QT_TRANSLATE_NOOP("Replay", "Times what is possible"), "\u00D7", 1.08,
                          1.02, 5.0, 2},
            .parameters = SpeedDetector::Parameters,
            .needs = NeedsRules,
            .finds = QT_TRANSLATE_NOOP("Replay", "a speed on level ground above what walking or running "
                                                 "reaches, that was there at once and lasted"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay",
                "surfaces and effects that the recording does not tell of and that speed one up at once "
                "(potions, conveyors of a map)"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<SpeedDetector>(setup);
            }};
}

} // namespace ghostline::model
