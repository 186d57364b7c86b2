// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/attempts.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// A runner is put back within this time of the reset's being recorded.
constexpr Micros LandingTime{1'000'000};

} // namespace

std::vector<FrameNumber> landingsOf(const RunTrack& track)
{
    std::vector<FrameNumber> landings;
    landings.reserve(track.resets.size());
    for (const FrameNumber reset : track.resets) {
        const Micros latest = track.axis.timeOf(reset) + LandingTime;
        FrameNumber landing = reset;
        for (FrameNumber f = reset; f <= track.last() && track.axis.timeOf(f) <= latest; ++f) {
            if (track.isAt(f) && track.jumped[static_cast<std::size_t>(f)]) {
                landing = f;
                break;
            }
        }
        landings.push_back(landing);
    }
    return landings;
}

std::vector<Attempt> attemptsOf(const RunTrack& track)
{
    std::vector<Attempt> attempts;
    const FrameNumber end = track.last() + 1;
    Attempt attempt;
    attempt.frames.first = track.start;
    // Up to a frame, which the next one begins with. One without frames is none.
    const auto close = [&](FrameNumber frame, bool failed) {
        attempt.frames.end = std::min(frame, end);
        attempt.failed = failed;
        if (attempt.frames.empty())
            return;
        attempts.push_back(attempt);
        attempt.frames.first = attempt.frames.end;
        ++attempt.number;
    };
    const std::vector<FrameNumber> landings = landingsOf(track);
    auto landing = landings.begin();
    for (const CheckpointTaken& checkpoint : track.checkpoints) {
        for (; landing != landings.end() && *landing < checkpoint.frame; ++landing)
            close(*landing, true);
        close(checkpoint.frame, false);
        ++attempt.section;
        attempt.number = 0;
    }
    for (; landing != landings.end(); ++landing)
        close(*landing, true);
    close(end, false);
    return attempts;
}

const Attempt* attemptAt(const std::vector<Attempt>& attempts, FrameNumber frame)
{
    const auto after =
        std::partition_point(attempts.begin(), attempts.end(),
                             [frame](const Attempt& attempt) { return attempt.frames.first <= frame; });
    if (after == attempts.begin() || !std::prev(after)->frames.contains(frame))
        return nullptr;
    return &*std::prev(after);
}

std::span<const Attempt> failedLike(const std::vector<Attempt>& attempts, const Attempt& other)
{
    const auto isBefore = [&other](const Attempt& attempt) {
        return attempt.section < other.section ||
               (attempt.section == other.section && attempt.number < other.number);
    };
    const auto first = std::partition_point(attempts.begin(), attempts.end(), isBefore);
    const auto end = std::find_if(first, attempts.end(), [&other](const Attempt& attempt) {
        return attempt.section != other.section || !attempt.failed;
    });
    return {first, end};
}

} // namespace ghostline::model
