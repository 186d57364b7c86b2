// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/macro_detector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ghostline::model {

namespace {

/// One frame's move of the mouse, in parts of a turn; what is not known is no move that repeats.
struct Stroke
{
    FrameNumber frame = 0;
    Micros time{};
    std::int32_t turn = 0;
    std::int32_t nod = 0;
    bool known = false;
    glm::dvec3 place{0.0};

    /// Places of a mouse are rounded when they are recorded, so that the same move differs by as much.
    bool isLike(const Stroke& other) const
    {
        constexpr std::int32_t Rounding = 2;
        return known && other.known && std::abs(turn - other.turn) <= Rounding &&
               std::abs(nod - other.nod) <= Rounding;
    }
    /// Whether it is large enough to be told from holding still.
    bool moves() const
    {
        constexpr std::int32_t Least = 40; // a fifth of a degree
        return std::abs(turn) + std::abs(nod) >= Least;
    }
};

class MacroDetector : public Detector
{
public:
    enum Parameter { Window, Moves, Longest };
    static constexpr DetectorParameter Parameters[] = {
        {"window", QT_TRANSLATE_NOOP("Replay", "The same for at least"), "s", 1.5, 0.5, 20.0, 1},
        {"moves", QT_TRANSLATE_NOOP("Replay", "With so many moves in it"), "", 8.0, 3.0, 400.0, 0},
        {"longest", QT_TRANSLATE_NOOP("Replay", "Again within"), "s", 30.0, 1.0, 120.0, 0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        const auto parts = [](double degrees) {
            return static_cast<std::int32_t>(std::lround(degrees / 360.0 * 65536.0));
        };
        m_seconds = step.first ? m_seconds : step.seconds;
        m_strokes.push_back({step.frame, step.time, parts(step.turn), parts(step.nod),
                             !step.first && !step.carried, step.place});
    }

    void finish() override
    {
        if (m_seconds <= 0.0)
            return;
        const std::size_t window = frames(Window);
        countMoves();
        std::vector<std::uint16_t> times(m_strokes.size()); ///< that the window which ends here comes again
        const std::size_t longest = std::min({frames(Longest), MostLag, m_strokes.size()});
        for (std::size_t lag = window / 2; lag < longest; ++lag)
            countLag(lag, window, times);
        tell(times, window);
    }

private:
    std::size_t frames(Parameter which) const
    {
        return static_cast<std::size_t>(std::max(2.0, std::round(parameter(which) / m_seconds)));
    }

    /// Where a move begins. Whoever holds still, or turns evenly, does so in the same way each time.
    void countMoves()
    {
        m_moves.assign(1, 0);
        for (std::size_t i = 0; i < m_strokes.size(); ++i) {
            const bool begins = m_strokes[i].moves() && (i == 0 || !m_strokes[i].isLike(m_strokes[i - 1]));
            m_moves.push_back(m_moves.back() + (begins ? 1 : 0));
        }
    }

    /// Stretches that are alike so many frames later.
    void countLag(std::size_t lag, std::size_t window, std::vector<std::uint16_t>& times) const
    {
        std::size_t first = lag;
        for (std::size_t i = lag; i <= m_strokes.size(); ++i) {
            if (i < m_strokes.size() && m_strokes[i].isLike(m_strokes[i - lag]))
                continue;
            if (i >= first + window && m_moves[i] - m_moves[first] >= parameter(Moves)) {
                for (std::size_t k = first + window - 1; k < i; ++k)
                    times[k] = static_cast<std::uint16_t>(std::min(times[k] + 1, MostTimes));
            }
            first = i + 1;
        }
    }

    /// Windows that come again lie side by side; a stretch of them is one find.
    void tell(const std::vector<std::uint16_t>& times, std::size_t window)
    {
        Stretch stretch;
        double most = 0.0;
        const auto end = [&] {
            if (most > 0.0)
                report(stretch, most + 1.0);
            most = 0.0;
        };
        std::size_t last = 0;
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i] == 0)
                continue;
            if (most > 0.0 && i - last > Pause * window)
                end();
            if (most == 0.0) {
                const Stroke& first = m_strokes[i + 1 - window];
                stretch = {};
                stretch.frames.first = first.frame;
                stretch.begin = first.time;
                stretch.place = first.place;
            }
            most = std::max(most, static_cast<double>(times[i]));
            stretch.goOn(m_strokes[i].frame, m_strokes[i].time);
            last = i;
        }
        end();
    }

    /// Frames: time goes with them, and a recording may say that its frames are as short as it likes.
    static constexpr std::size_t MostLag = 4096;
    static constexpr std::size_t Pause = 4; ///< windows, after which it is another find
    static constexpr int MostTimes = std::numeric_limits<std::uint16_t>::max();

    std::vector<Stroke> m_strokes;
    std::vector<int> m_moves; ///< that begin before the frame
    double m_seconds = 0.0;   ///< of a frame
};

} // namespace

DetectorInfo macroDetector()
{
    return {.id = "repetition",
            .name = QT_TRANSLATE_NOOP("Replay", "Repeated moves of the mouse"),
            .threshold = {"repeats", QT_TRANSLATE_NOOP("Replay", "Times"), "", 4.0, 3.0, 1000.0, 0},
            .parameters = MacroDetector::Parameters,
            .needs = NeedsLook,
            .finds =
                QT_TRANSLATE_NOOP("Replay", "the same moves of the mouse, frame by frame, again and again"),
            .falseAlarms = "",
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<MacroDetector>(setup);
            }};
}

} // namespace ghostline::model
