// SPDX-License-Identifier: GPL-3.0-or-later
// A segment from its keyframes and the events about them.
#include "codecs/ironcurtain/replay/segment.h"

#include "codecs/ironcurtain/replay/segment_builder.h"

#include <algorithm>
#include <map>

namespace ghostline::ironcurtain {

namespace {

constexpr SimTick UsualGap = 300;

} // namespace

std::vector<std::uint32_t> birthOrder(const Lives& lives)
{
    std::vector<std::uint32_t> order(lives.count());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&lives](std::uint32_t a, std::uint32_t b) { return lives[a].first < lives[b].first; });
    return order;
}

SimTick interpolationGap(std::span<const KeyframeEntry> keyframes)
{
    std::map<SimTick, std::size_t> spacings;
    for (std::size_t i = 1; i < keyframes.size(); ++i)
        ++spacings[keyframes[i].tick - keyframes[i - 1].tick];
    SimTick usual = 0;
    std::size_t often = 0;
    for (const auto& [spacing, times] : spacings) {
        if (times > often) {
            usual = spacing;
            often = times;
        }
    }
    return std::min(std::max(usual, UsualGap), LongestGap);
}

EventWindow eventWindow(const SegmentInput& input, SimTick lastTick)
{
    // All that was told since the last state, or since the one before where that is asked; but not from
    // farther back than matters for what is in between.
    const SimState* const base = input.before ? input.before.get() : input.from.get();
    const SimTick since = base != nullptr ? base->tick + 1 : 0;
    const SimTick reach = input.first > LongestGap ? input.first - LongestGap : 0;
    EventWindow window;
    window.first = std::max(since, reach);
    window.cut = reach > since;
    window.last = input.to ? input.to->tick : std::min(input.end - 1 + LongestGap, lastTick);
    return window;
}

model::Result<std::shared_ptr<const model::Segment>> buildSegment(
    std::shared_ptr<const SegmentContext> context, const SegmentInput& input,
    const std::function<model::Result<void>(const std::function<void(const AnalysisEvent&)>&)>& events)
{
    SegmentBuilder builder(std::move(context), input);
    builder.gather();
    if (const auto visited = events([&builder](const AnalysisEvent& event) { builder.report(event); });
        !visited)
        return tl::unexpected(visited.error());
    return std::make_shared<ReplaySegment>(builder.finish());
}

} // namespace ghostline::ironcurtain
