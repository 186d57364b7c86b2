// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recorded_keyframes.h"

#include <algorithm>

namespace ghostline::model {

int recordedCount(const KeyframeIndex& keyframes)
{
    const auto entries = keyframes.entries();
    return static_cast<int>(
        std::count_if(entries.begin(), entries.end(), [](const Keyframe& k) { return k.size > 0; }));
}

int recordedAt(const KeyframeIndex& keyframes, FrameNumber frame)
{
    int i = keyframes.at(frame);
    if (i >= 0 && keyframes[i].frame > frame) // before the first one
        return -1;
    while (i >= 0 && keyframes[i].size == 0)
        --i;
    return i;
}

int recordedAfter(const KeyframeIndex& keyframes, FrameNumber frame)
{
    const auto entries = keyframes.entries();
    auto next = std::upper_bound(entries.begin(), entries.end(), frame,
                                 [](FrameNumber f, const Keyframe& k) { return f < k.frame; });
    next = std::find_if(next, entries.end(), [](const Keyframe& k) { return k.size > 0; });
    return next == entries.end() ? -1 : static_cast<int>(next - entries.begin());
}

} // namespace ghostline::model
