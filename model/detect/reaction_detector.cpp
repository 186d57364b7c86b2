// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/reaction_detector.h"

#include "model/detect/clicks.h"

#include <algorithm>
#include <optional>

namespace ghostline::model {

namespace {

class ReactionDetector : public Detector
{
public:
    enum Parameter { Fastest, Waited, Answered, Quiet };
    static constexpr DetectorParameter Parameters[] = {
        {"fastest", QT_TRANSLATE_NOOP("Replay", "Sooner than"), "s", 0.125, 0.01, 1.0, 3},
        {"waited", QT_TRANSLATE_NOOP("Replay", "After not clicking for"), "s", 0.4, 0.1, 5.0, 1},
        {"answered", QT_TRANSLATE_NOOP("Replay", "Answers within"), "s", 1.0, 0.2, 5.0, 1},
        {"quiet", QT_TRANSLATE_NOOP("Replay", "To what comes after a silence of"), "s", 0.5, 0.0, 10.0, 1},
    };

    using Detector::Detector;

    void finish() override
    {
        const std::vector<Click> clicks = clicksOf(setup().events, setup().actor);
        const std::vector<const Event*> others = surprises();
        for (std::size_t i = 0; i < clicks.size(); ++i) {
            if (i == 0 || seconds(clicks[i].time - clicks[i - 1].time) >= parameter(Waited))
                judge(clicks[i], others);
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

    /// What others do after nobody has done anything for a while. Where much goes on, a click follows on
    /// something soon, whatever it was for.
    std::vector<const Event*> surprises() const
    {
        std::vector<const Event*> out;
        std::optional<Micros> last;
        for (const Event& event : setup().events.events) {
            if (event.actors.empty() || std::ranges::find(event.actors, setup().actor) != event.actors.end())
                continue;
            if (!last || seconds(event.time - *last) >= parameter(Quiet))
                out.push_back(&event);
            last = event.time;
        }
        return out;
    }

    /// The first click after a while without one answers what happened last before it.
    void judge(const Click& click, const std::vector<const Event*>& others)
    {
        const auto after = std::ranges::upper_bound(others, click.time, {}, &Event::time);
        if (after == others.begin())
            return;
        const Event& asked = **std::prev(after);
        const double delay = seconds(click.time - asked.time);
        if (delay <= parameter(Answered))
            m_answers.push_back({asked.frame, asked.time, click.time, delay < parameter(Fastest)});
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
        .finds = QT_TRANSLATE_NOOP(
            "Replay",
            "a click that follows on what others do sooner than anybody can see it and press a button, most "
            "of the times that somebody answers at all"),
        .falseAlarms = "",
        .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
            return std::make_unique<ReactionDetector>(setup);
        }};
}

} // namespace ghostline::model
