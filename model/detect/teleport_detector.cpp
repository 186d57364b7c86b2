// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/teleport_detector.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// One step that stands out from those about it: what hits or carries somebody does so in the next frame,
/// too.
class TeleportDetector : public Detector
{
public:
    enum Parameter { Times, Fastest, Another };
    static constexpr DetectorParameter Parameters[] = {
        {"times", QT_TRANSLATE_NOOP("Replay", "Times the speed before and after"), "\u00D7", 4.0, 1.5, 100.0,
         1},
        {"fastest", QT_TRANSLATE_NOOP("Replay", "A line that was stuck brings up to"), "m/s", 45.0, 0.0,
         1000.0, 0},
        {"again", QT_TRANSLATE_NOOP("Replay", "And once more within"), "s", 60.0, 1.0, 3600.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        if (step.first || step.unbound) {
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

private:
    /// Whether a line that was stuck may have brought it here: as fast as it was, or as anybody falls.
    bool isHeldBack() const
    {
        const double time = m_middle.heldBack + m_middle.seconds;
        const double fall = setup().info.motion ? rules().fallSpeed : NoValue;
        const double height = std::abs(m_middle.way.y);
        const bool falls = std::isnan(fall) ? height <= time * parameter(Fastest) : height <= time * fall;
        return falls && m_middle.level <= time * parameter(Fastest);
    }

    void judge(const MotionStep& after)
    {
        const double way = glm::length(m_middle.way);
        const double about =
            std::max(glm::length(m_before.way) / m_before.seconds, glm::length(after.way) / after.seconds);
        if ((m_middle.heldBack > 0.0 && isHeldBack()) || way < parameter(Times) * about * m_middle.seconds)
            return;
        Episode episode;
        episode.goOn(m_middle, way);
        if (const auto both = m_again.take(episode.stretch(), way, parameter(Another)))
            report(both->stretch, both->value);
    }

    Again m_again; ///< a server that stood still moves somebody at once, too
    MotionStep m_before;
    MotionStep m_middle;
    int m_has = 0;
};

} // namespace

DetectorInfo teleportDetector()
{
    return {.id = "teleport",
            .name = QT_TRANSLATE_NOOP("Replay", "Teleport"),
            .threshold = {"metres", QT_TRANSLATE_NOOP("Replay", "In one frame"), "m", 2.5, 0.8, 100.0, 1},
            .parameters = TeleportDetector::Parameters,
            .needs = 0,
            .finds = QT_TRANSLATE_NOOP(
                "Replay",
                "frames in which somebody moves much farther than in those before and after, twice within a "
                "minute, without the game saying that it moved them and without a line that was stuck"),
            .falseAlarms =
                QT_TRANSLATE_NOOP("Replay", "teleports of a game that its recordings do not tell of, "
                                            "and a server that stood still without recording that"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<TeleportDetector>(setup);
            }};
}

} // namespace ghostline::model
