// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/reaction_detector.h"

#include "model/detect/clicks.h"

#include <algorithm>

namespace ghostline::model {

namespace {

class ReactionDetector : public Detector
{
public:
    enum Parameter { Fastest, Waited, Answered };
    static constexpr DetectorParameter Parameters[] = {
        {"fastest", QT_TRANSLATE_NOOP("Replay", "Sooner than"), "s", 0.125, 0.01, 1.0, 3},
        {"waited", QT_TRANSLATE_NOOP("Replay", "After not clicking for"), "s", 0.4, 0.1, 5.0, 1},
        {"answered", QT_TRANSLATE_NOOP("Replay", "Answers within"), "s", 1.0, 0.2, 5.0, 1},
    };

    using Detector::Detector;

    void finish() override
    {
        m_clicks = clicksOf(setup().events, setup().actor);
        if (m_clicks.empty())
            return;
        const std::vector<bool> clickKind = clickKinds(setup().events);
        for (const Event& event : setup().events.events) {
            if (event.actors.empty() || std::ranges::find(event.actors, setup().actor) != event.actors.end())
                continue;
            judge(event);
        }
        tell();
    }

private:
    struct Answer
    {
        FrameNumber frame = 0;
        Micros asked{};
        Micros time{};
        bool tooSoon = false;
    };

    /// An answer is the first click after a while without one.
    void judge(const Event& event)
    {
        const auto next = std::ranges::lower_bound(m_clicks, event.time, {}, &Click::time);
        if (next == m_clicks.end() || seconds(next->time - event.time) > parameter(Answered))
            return;
        if (next != m_clicks.begin() && seconds(event.time - std::prev(next)->time) < parameter(Waited))
            return;
        if (!m_answers.empty() && m_answers.back().time == next->time)
            return;
        const bool soon = seconds(next->time - event.time) < parameter(Fastest);
        m_answers.push_back({event.frame, event.time, next->time, soon});
    }

    /// As many as are above what chance would give of half of them.
    void tell()
    {
        const auto soon = std::ranges::count_if(m_answers, &Answer::tooSoon);
        if (m_answers.empty() || 2 * soon <= std::ssize(m_answers))
            return;
        const auto first = std::ranges::find_if(m_answers, &Answer::tooSoon);
        Stretch stretch;
        stretch.frames = {first->frame, m_answers.back().frame + 1};
        stretch.begin = first->asked;
        stretch.length = m_answers.back().time - first->asked;
        report(stretch, static_cast<double>(soon));
    }

    std::vector<Click> m_clicks;
    std::vector<Answer> m_answers;
};

} // namespace

DetectorInfo reactionDetector()
{
    return {
        .id = "reaction",
        .name = QT_TRANSLATE_NOOP("Replay", "Reactions"),
        .threshold = {"answers", QT_TRANSLATE_NOOP("Replay", "Too fast so often"), "", 6.0, 3.0, 1000.0, 0},
        .parameters = ReactionDetector::Parameters,
        .needs = NeedsClicks | NeedsOthers,
        .finds =
            "a click that follows on what others do sooner than anybody can see it and press a button, most "
            "of the times that somebody answers at all",
        .falseAlarms = "",
        .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
            return std::make_unique<ReactionDetector>(setup);
        }};
}

} // namespace ghostline::model
