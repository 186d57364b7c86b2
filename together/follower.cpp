// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/follower.h"

#include <algorithm>
#include <cmath>

namespace ghostline::together {

using model::Micros;

namespace {

Micros snapAbove(double rate)
{
    const double real = std::abs(rate) * static_cast<double>(Follower::SnapAboveReal.count());
    return std::max(Follower::SnapAbove, Micros{std::llround(real)});
}

Micros magnitude(Micros difference) { return difference < Micros{} ? -difference : difference; }

/// Without a loop it stands at the end that it runs toward, as far as the guest has the recording.
bool standsAtEnd(const SharedState& state, const OwnPlayback& own)
{
    return !state.loop && (state.rate > 0.0 ? own.place >= own.end : own.place <= Micros{});
}

} // namespace

FollowStep Follower::next(const SharedState& state, HostInstant now, const OwnPlayback& own)
{
    const Micros hostPlace = state.placeAt(now);
    const Micros most = snapAbove(state.rate);
    // Somebody went elsewhere: that is followed at once.
    const bool jumped =
        !m_last || magnitude(behindBy(m_last->state.placeAt(now), hostPlace, state.loop)) > most;
    const bool maySnap = jumped || now < m_last->snapped || now - m_last->snapped >= SnapAgainAfter;
    m_last = Last{state, m_last ? m_last->snapped : HostInstant{}};

    FollowStep step;
    step.place = std::clamp(hostPlace, Micros{}, std::max(own.end, Micros{}));
    step.rate = state.rate;
    step.playing = state.moves() && !standsAtEnd(state, own);
    const Micros behind = behindBy(own.place, step.place, state.loop);
    const bool begins = step.playing && !own.playing;
    const bool exact = !state.moves() || begins;
    if (magnitude(behind) > (exact ? PausedWithin : most)) {
        if (maySnap) {
            step.action = FollowStep::Action::Snap;
            // Back from the end there is something to play again.
            step.playing = state.moves() && !standsAtEnd(state, {step.place, own.playing, own.end});
            m_last->snapped = now;
            return step;
        }
    }
    if (!step.playing)
        return step;
    // How late it is in the direction of the play, in real time.
    const double late = static_cast<double>(behind.count()) / state.rate;
    if (std::abs(late) <= static_cast<double>(TrimAbove.count()))
        return step;
    const double over = static_cast<double>(std::chrono::microseconds(TrimOver).count());
    step.action = FollowStep::Action::Trim;
    step.rate *= 1.0 + std::clamp(late / over, -MostTrim, MostTrim);
    return step;
}

} // namespace ghostline::together
