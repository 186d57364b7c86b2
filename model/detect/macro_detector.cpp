// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/macro_detector.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

namespace ghostline::model {

namespace {

/// Moves of the mouse are compared by what they are recorded in: parts of a turn.
constexpr double StepsInTurn = 65536.0;

struct Look
{
    FrameNumber frame = 0;
    Micros time{};
    std::int64_t move = 0; ///< turn and nod in one number
    glm::dvec3 place{0.0};
};

class MacroDetector : public Detector
{
public:
    enum Parameter { Window, Different };
    static constexpr DetectorParameter Parameters[] = {
        {"window", QT_TRANSLATE_NOOP("Replay", "The same for at least"), "frames", 30.0, 10.0, 400.0, 0},
        {"different", QT_TRANSLATE_NOOP("Replay", "With so many different moves in it"), "", 8.0, 3.0, 100.0,
         0},
    };

    using Detector::Detector;

    void next(const MotionStep& step) override
    {
        const auto steps = [](double degrees) {
            return static_cast<std::int64_t>(std::lround(degrees / 360.0 * StepsInTurn));
        };
        m_looks.push_back({step.frame, step.time,
                           step.first ? -1 : (steps(step.turn) << 32) ^ (steps(step.nod) & 0xFFFF'FFFF),
                           step.place});
    }

    void finish() override
    {
        const auto window = static_cast<std::size_t>(parameter(Window));
        if (m_looks.size() <= window)
            return;
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> seen;
        for (std::size_t first = 0; first + window <= m_looks.size(); ++first) {
            if (!isVaried(first, window))
                continue;
            std::vector<std::size_t>& places = seen[hashOf(first, window)];
            if (places.empty() || first >= places.back() + window)
                places.push_back(first);
        }
        tell(seen, window);
    }

private:
    /// One that only walks on says nothing.
    bool isVaried(std::size_t first, std::size_t window) const
    {
        std::set<std::int64_t> moves;
        for (std::size_t i = first; i < first + window; ++i) {
            if (m_looks[i].move != 0)
                moves.insert(m_looks[i].move);
        }
        return moves.size() >= static_cast<std::size_t>(parameter(Different));
    }

    std::uint64_t hashOf(std::size_t first, std::size_t window) const
    {
        std::uint64_t hash = 0xCBF2'9CE4'8422'2325ULL;
        for (std::size_t i = first; i < first + window; ++i)
            hash = (hash ^ static_cast<std::uint64_t>(m_looks[i].move)) * 0x1000'0000'01B3ULL;
        return hash;
    }

    /// Windows that lie in one repeated stretch are one find: the one that came most often stands for it.
    void tell(const std::unordered_map<std::uint64_t, std::vector<std::size_t>>& seen, std::size_t window)
    {
        std::vector<const std::vector<std::size_t>*> finds;
        for (const auto& [hash, places] : seen) {
            if (static_cast<double>(places.size()) >= setup().least)
                finds.push_back(&places);
        }
        std::ranges::sort(finds, [](const auto* a, const auto* b) {
            return std::pair(b->size(), a->front()) < std::pair(a->size(), b->front());
        });
        std::vector<std::pair<std::size_t, std::size_t>> told;
        for (const auto* places : finds) {
            const std::size_t first = places->front();
            const std::size_t end = places->back() + window;
            if (std::ranges::any_of(told, [&](const auto& t) { return first < t.second && t.first < end; }))
                continue;
            told.emplace_back(first, end);
            Stretch stretch;
            stretch.frames = {m_looks[first].frame, m_looks[end - 1].frame + 1};
            stretch.begin = m_looks[first].time;
            stretch.length = m_looks[end - 1].time - m_looks[first].time;
            stretch.place = m_looks[first].place;
            report(stretch, static_cast<double>(places->size()));
        }
    }

    std::vector<Look> m_looks;
};

} // namespace

DetectorInfo macroDetector()
{
    return {.id = "repetition",
            .name = QT_TRANSLATE_NOOP("Replay", "Repeated moves of the mouse"),
            .threshold = {"repeats", QT_TRANSLATE_NOOP("Replay", "Times"), "", 4.0, 3.0, 1000.0, 0},
            .parameters = MacroDetector::Parameters,
            .needs = NeedsLook,
            .finds = QT_TRANSLATE_NOOP(
                "Replay", "the same moves of the mouse, frame by frame to the last digit, again and again"),
            .falseAlarms = "",
            .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
                return std::make_unique<MacroDetector>(setup);
            }};
}

} // namespace ghostline::model
