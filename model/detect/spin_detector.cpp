// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/spin_detector.h"

#include <cmath>

namespace ghostline::model {

namespace {

class SpinDetector : public Detector
{
public:
    enum Parameter { Even, Slowest };
    static constexpr DetectorParameter Parameters[] = {
        {"even", QT_TRANSLATE_NOOP("Replay", "Differing by less than"), "\u00B0", 0.02, 0.001, 1.0, 3},
        {"slowest", QT_TRANSLATE_NOOP("Replay", "Turning by at least"), "\u00B0/s", 52.0, 5.0, 2000.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        const bool turns =
            !step.first && !step.carried && std::abs(step.turn) >= parameter(Slowest) * step.seconds;
        if (!turns || (m_episode.open() && std::abs(step.turn - m_turn) > parameter(Even)))
            end();
        if (!turns)
            return;
        if (!m_episode.open())
            m_turn = step.turn;
        m_episode.goOn(step, 0.0);
    }

    void finish() override { end(); }

private:
    void end()
    {
        if (m_episode.open())
            report(m_episode.stretch(), seconds(m_episode.stretch().length));
        m_episode.close();
    }

    Episode m_episode;
    double m_turn = 0.0;
};

} // namespace

DetectorInfo spinDetector()
{
    return {.id = "spin",
            .name = QT_TRANSLATE_NOOP("Replay", "Even turning"),
            .threshold = {"seconds", QT_TRANSLATE_NOOP("Replay", "For at least"), "s", 1.5, 0.5, 60.0, 1},
            .parameters = SpinDetector::Parameters,
            .needs = NeedsLook,
            .finds =
                QT_TRANSLATE_NOOP("Replay", "turning by the same angle in every frame, to the last digit"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay", "a stick that is held at its end; vehicles of which the recording does not tell"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<SpinDetector>(setup);
            }};
}

} // namespace ghostline::model
