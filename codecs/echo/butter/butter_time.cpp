// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_time.h"

#include <algorithm>

namespace ghostline::echo::butter {

namespace {

constexpr std::int64_t Turn = 65536; ///< milliseconds that 16 bits can tell apart
/// Differences up to this are everyday; nothing is asked of them.
constexpr std::int64_t Usual = 1000;
/// How far the game clock and a repaired difference may disagree.
constexpr std::int64_t ClockAgrees = 2000;
/// No game clock shows more, in seconds; a gap has so many turns at most.
constexpr float LongestGame = 36'000.0F;
/// A keyframe further back than this is no correction of the clock but another time of day.
constexpr std::int64_t SetBackForGood = 10'000;

/// The difference that the game clock shows; nothing when it does not run.
std::optional<std::int64_t> clockDifference(const Frame& before, const Frame& after)
{
    const float ran = before.clock - after.clock;
    if (before.status != GameStatus::Playing || after.status != GameStatus::Playing || !(ran > 0.0F) ||
        !(ran < LongestGame))
        return std::nullopt;
    return static_cast<std::int64_t>(ran * 1000.0F);
}

/// Frames from one keyframe to the next, with the differences between them as stored and as repaired.
class Stretch
{
public:
    Stretch(std::span<Frame> frames, std::uint32_t first) : m_frames(frames), m_first(first)
    {
        for (std::size_t i = 1; i < frames.size(); ++i) {
            const std::int64_t step = frames[i].timeMs - frames[i - 1].timeMs;
            if (step > Usual)
                m_wide.push_back({i, step, 0});
        }
    }

    void repair(std::optional<std::int64_t> next, std::vector<TimeRepair>& repairs)
    {
        if (m_wide.empty())
            return;
        for (Wide& wide : m_wide)
            wide.turns = turnsByClock(wide);
        if (next)
            turnsByKeyframe(*next);
        else
            leaveContradictions();
        std::int64_t added = 0;
        std::size_t at = 0;
        for (const Wide& wide : m_wide) {
            for (; at < wide.frame; ++at)
                m_frames[at].timeMs += added;
            added += wide.turns * Turn;
            if (wide.turns != 0)
                repairs.push_back({m_first + static_cast<std::uint32_t>(wide.frame), TimeRepair::Kind::Turns,
                                   wide.turns * Turn});
        }
        for (; at < m_frames.size(); ++at)
            m_frames[at].timeMs += added;
    }

private:
    struct Wide
    {
        std::size_t frame;
        std::int64_t step; ///< as stored
        std::int64_t turns;
    };

    std::int64_t turnsByClock(const Wide& wide) const
    {
        const auto clock = clockDifference(m_frames[wide.frame - 1], m_frames[wide.frame]);
        if (!clock)
            return 0;
        const std::int64_t apart = *clock - wide.step;
        const std::int64_t turns = (apart + (apart < 0 ? -Turn / 2 : Turn / 2)) / Turn;
        return std::abs(apart - turns * Turn) <= ClockAgrees ? turns : 0;
    }

    void turnsByKeyframe(std::int64_t next)
    {
        // From the last frame, as repaired so far, to the next keyframe.
        std::int64_t missing = next - m_frames.back().timeMs;
        for (const Wide& wide : m_wide)
            missing -= wide.turns * Turn;
        // Behind the next keyframe: the widest differences were steps back. A heap, for a broken file may
        // have tens of thousands of them.
        std::vector<Wide*> widest;
        widest.reserve(m_wide.size());
        for (Wide& wide : m_wide)
            widest.push_back(&wide);
        const auto lesser = [](const Wide* a, const Wide* b) {
            return std::pair(a->step + a->turns * Turn, b->frame) <
                   std::pair(b->step + b->turns * Turn, a->frame);
        };
        std::make_heap(widest.begin(), widest.end(), lesser);
        while (missing < 0 && widest.front()->step + widest.front()->turns * Turn >= Turn / 2) {
            std::pop_heap(widest.begin(), widest.end(), lesser);
            widest.back()->turns -= 1;
            missing += Turn;
            std::push_heap(widest.begin(), widest.end(), lesser);
        }
        // Whole turns before it, and all else as usual: the one conspicuous difference lost them.
        const auto untouched = [](const Wide& wide) { return wide.turns == 0; };
        if (missing >= Turn && missing % Turn <= Usual &&
            std::count_if(m_wide.begin(), m_wide.end(), untouched) == 1)
            std::find_if(m_wide.begin(), m_wide.end(), untouched)->turns = missing / Turn;
    }

    /// A step back and a gap that lost its turn cancel each other. With no keyframe behind them to tell,
    /// taking off the one and not adding the other would put all later frames wrong.
    void leaveContradictions()
    {
        const auto unexplained = [](const Wide& wide) { return wide.turns == 0; };
        if (std::none_of(m_wide.begin(), m_wide.end(), unexplained))
            return;
        for (Wide& wide : m_wide)
            wide.turns = std::max<std::int64_t>(wide.turns, 0);
    }

    std::span<Frame> m_frames;
    std::uint32_t m_first;
    std::vector<Wide> m_wide;
};

} // namespace

std::vector<TimeRepair> repairTimes(std::span<Frame> frames, std::span<const std::uint32_t> keyframes,
                                    TimeState& state)
{
    std::vector<TimeRepair> repairs;
    for (std::size_t k = 0; k < keyframes.size(); ++k) {
        const std::uint32_t first = keyframes[k];
        const bool lastOne = k + 1 == keyframes.size();
        const std::size_t end = lastOne ? frames.size() : keyframes[k + 1];
        const auto next = lastOne ? state.next : std::optional(frames[end].timeMs);
        Stretch(frames.subspan(first, end - first), first).repair(next, repairs);
        if (state.last && frames[first].timeMs + state.shift < *state.last - SetBackForGood) {
            const std::int64_t shift = *state.last - frames[first].timeMs;
            repairs.push_back({first, TimeRepair::Kind::SetBack, shift - state.shift});
            state.shift = shift;
        }
        for (std::size_t i = first; i < end; ++i) {
            std::int64_t& time = frames[i].timeMs;
            time += state.shift;
            if (state.last && time < *state.last) {
                if (repairs.empty() || repairs.back().kind != TimeRepair::Kind::Held)
                    repairs.push_back(
                        {static_cast<std::uint32_t>(i), TimeRepair::Kind::Held, *state.last - time});
                time = *state.last;
            }
            state.last = time;
        }
    }
    return repairs;
}

} // namespace ghostline::echo::butter
