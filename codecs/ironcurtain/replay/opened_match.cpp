// SPDX-License-Identifier: GPL-3.0-or-later
// The viewer's keyframes, and the states at them.
#include "codecs/ironcurtain/replay/opened_match.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/replay/segment.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr int StartTries = 32;        ///< keyframes looked at for a first state
constexpr SimTick LongestStep = 3000; ///< ticks: what is gone through to show one of them

} // namespace

OpenedMatch::OpenedMatch(std::shared_ptr<const ReplayFile> replay)
    : file(std::move(replay)), store(std::make_shared<const KeyframeStore>(file)),
      events(std::make_unique<EventStore>(file)), lastTick(std::min<SimTick>(file->lastTick(), MaxTicks)),
      msPerTick(file->metadata().msPerTick()), maxGap(interpolationGap(file->keyframes()))
{
    listSteps();
}

Result<void> OpenedMatch::findStart(const std::stop_token& stop)
{
    if (auto found = readStart(stop); !found)
        return found;
    players = listPlayers(file->metadata(), start.get());
    teams = describeTeams(players, start.get());
    return {};
}

/// Keyframes that are in the file and, deltas, have a full one before them; always one at tick 0, and some
/// where there is none for long.
void OpenedMatch::listSteps()
{
    const auto keyframes = file->keyframes();
    steps.reserve(keyframes.size() + 1);
    bool full = false;
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        const KeyframeEntry& entry = keyframes[i];
        if (!entry.inFile || entry.tick > lastTick || (!entry.full && !full))
            continue;
        full = full || entry.full;
        addBareSteps(entry.tick);
        steps.push_back({entry.tick, static_cast<int>(i)});
    }
    addBareSteps(lastTick + 1);
}

/// Where no keyframe tells anything for long, up to `end`: pieces that can be read one by one. None of them
/// ends so near to the next keyframe that a movement toward that could begin before it.
void OpenedMatch::addBareSteps(SimTick end)
{
    if (steps.empty() && end > 0)
        steps.push_back({0, -1});
    while (!steps.empty() && steps.back().tick + LongestStep + LongestGap < end)
        steps.push_back({steps.back().tick + LongestStep, -1});
}

Result<void> OpenedMatch::readStart(const std::stop_token& stop)
{
    if (!file->metadata().layoutKnown())
        return {};
    int tries = 0;
    for (const Step& step : steps) {
        if (step.file < 0)
            continue;
        auto state = store->restore(step.file, nullptr, stop);
        if (state) {
            start = std::move(*state);
            return {};
        }
        if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
        if (++tries == StartTries)
            break;
    }
    return {};
}

Result<std::shared_ptr<const SimState>> OpenedMatch::stateAt(int step, const std::vector<int>& readable,
                                                             const std::stop_token& stop) const
{
    for (int i = step; i >= 0 && file->metadata().layoutKnown(); --i) {
        if (!readable.empty())
            i = readable[static_cast<std::size_t>(i)];
        if (i < 0)
            break;
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("stopped by request"));
        const int keyframe = steps[static_cast<std::size_t>(i)].file;
        if (keyframe < 0)
            continue;
        auto state = store->restore(keyframe, nullptr, stop);
        if (state || !aboutContent(state.error()))
            return state;
    }
    return std::shared_ptr<const SimState>();
}

Result<std::shared_ptr<const SimState>> OpenedMatch::stateAfter(int step, SimTick from,
                                                                const std::stop_token& stop) const
{
    const auto count = static_cast<int>(steps.size());
    for (int i = step + 1; i < count && file->metadata().layoutKnown(); ++i) {
        const Step& next = steps[static_cast<std::size_t>(i)];
        // What is too far away to move toward says nothing here; the very next one says who stays.
        if (next.file < 0 || (i > step + 1 && next.tick > from + maxGap))
            break;
        auto state = store->restore(next.file, nullptr, stop);
        if (state || !aboutContent(state.error()))
            return state;
    }
    return std::shared_ptr<const SimState>();
}

} // namespace ghostline::ironcurtain
