// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/beat_detector.h"

#include "model/detect/clicks.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// A pause, after which another beat begins.
constexpr double Pause = 0.4; // seconds

/// The straight line through clicks that are numbered from 0.
class Beat
{
public:
    void add(double time)
    {
        const double n = m_count++;
        m_n += n;
        m_nn += n * n;
        m_t += time;
        m_nt += n * time;
        m_tt += time * time;
    }
    double count() const { return m_count; }
    double period() const { return (m_count * m_nt - m_n * m_t) / (m_count * m_nn - m_n * m_n); }
    /// Standard deviation of the clicks about it, in seconds.
    double spread() const
    {
        const double slope = period();
        const double varianceOfTimes = m_tt / m_count - (m_t / m_count) * (m_t / m_count);
        const double varianceOfNumbers = m_nn / m_count - (m_n / m_count) * (m_n / m_count);
        return std::sqrt(std::max(0.0, varianceOfTimes - slope * slope * varianceOfNumbers));
    }

private:
    double m_count = 0.0;
    double m_n = 0.0;
    double m_nn = 0.0;
    double m_t = 0.0;
    double m_nt = 0.0;
    double m_tt = 0.0;
};

class BeatDetector : public Detector
{
public:
    enum Parameter { Spread, Slowest, Fastest };
    static constexpr DetectorParameter Parameters[] = {
        {"spread", QT_TRANSLATE_NOOP("Replay", "Off the beat by less than"), "ms", 22.0, 1.0, 200.0, 0},
        {"slowest", QT_TRANSLATE_NOOP("Replay", "At least"), "1/s", 5.0, 1.0, 50.0, 1},
        {"fastest", QT_TRANSLATE_NOOP("Replay", "At most"), "1/s", 19.0, 1.0, 1000.0, 1},
    };

    using Detector::Detector;

    void finish() override
    {
        const std::vector<Click> clicks = clicksOf(setup().events, setup().actor);
        for (std::size_t first = 0; first < clicks.size();)
            first = take(clicks, first);
    }

private:
    /// Follows the beat that begins at `first`; where the next one may begin.
    std::size_t take(const std::vector<Click>& clicks, std::size_t first)
    {
        Beat beat;
        std::size_t end = first;
        std::size_t kept = first;
        for (; end < clicks.size(); ++end) {
            if (end > first && seconds(clicks[end].time - clicks[end - 1].time) > Pause)
                break;
            beat.add(seconds(clicks[end].time - clicks[first].time));
            if (beat.count() >= 8 && beat.spread() * 1000.0 > parameter(Spread))
                break;
            if (beat.count() >= 8)
                kept = end;
        }
        const double count = static_cast<double>(kept - first) + 1.0;
        if (kept == first || count < setup().least)
            return first + 1;
        const Micros length = clicks[kept].time - clicks[first].time;
        const double rate = seconds(length) > 0.0 ? (count - 1.0) / seconds(length) : 0.0;
        // A button that is held is told in every frame, or far between.
        if (rate < parameter(Slowest) || rate > parameter(Fastest))
            return kept + 1; // what begins within it has the same beat
        Stretch stretch;
        stretch.frames = {clicks[first].frame, clicks[kept].frame + 1};
        stretch.begin = clicks[first].time;
        stretch.length = length;
        report(stretch, count);
        return kept + 1;
    }
};

} // namespace

DetectorInfo beatDetector()
{
    return {.id = "clicks",
            .name = QT_TRANSLATE_NOOP("Replay", "Clicks on a beat"),
            .threshold = {"clicks", QT_TRANSLATE_NOOP("Replay", "In a row"), "", 100.0, 20.0, 1000.0, 0},
            .parameters = BeatDetector::Parameters,
            .needs = NeedsClicks,
            .finds = QT_TRANSLATE_NOOP(
                "Replay", "clicks in a row that keep a beat better than a hand does, however fast it is"),
            .falseAlarms = QT_TRANSLATE_NOOP(
                "Replay",
                "a button that is held, where the game repeats what it does faster than the slowest beat "
                "that is looked at"),
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<BeatDetector>(setup);
            }};
}

} // namespace ghostline::model
