// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a guest's playback does to be where the host is. No clock and no playhead of its own: it is told where
// both are and says what to do; asked about ten times a second, right after the playhead was moved.
#include "together/shared_state.h"

#include <optional>

namespace ghostline::together {

/// Of the guest at the instant that is asked about.
struct OwnPlayback
{
    model::Micros place{};
    bool playing = false; ///< its playhead runs; where it should and does not, it begins exactly
    model::Micros end{};  ///< last frame, as far as the recording has come here
};

struct FollowStep
{
    enum class Action : std::uint8_t {
        Stay, ///< where it is, with `rate`
        Trim, ///< with `rate`, which is a little off the shared one, until asked again
        Snap  ///< seek to `place`, then with `rate`
    };
    Action action = Action::Stay;
    model::Micros place{}; ///< where the host is, as far as it can be followed
    double rate = 1.0;     ///< signed, to be played with; not to be shown: that is SharedState::rate
    bool playing = false;  ///< whether the guest should play

    friend bool operator==(const FollowStep&, const FollowStep&) = default;
};

class Follower
{
public:
    static constexpr model::Micros SnapAbove{100'000}; ///< of the recording
    /// ... and at high rates of so much real time: nobody sees less, and no clock is known so well.
    static constexpr model::Micros SnapAboveReal{12'500};
    static constexpr model::Micros TrimAbove{1'000}; ///< of real time: below it is as good as equal
    static constexpr double MostTrim = 0.05;
    static constexpr std::chrono::milliseconds TrimOver{1'000}; ///< a small drift is gone in about that time
    static constexpr model::Micros PausedWithin{1'000};         ///< of the recording, where both stand
    /// After a snap without avail (the guest waits for data) it is not tried again at once.
    static constexpr std::chrono::milliseconds SnapAgainAfter{300};

    /// `now` by the estimate of the host's clock.
    FollowStep next(const SharedState& state, HostInstant now, const OwnPlayback& own);
    /// Followed again after a break: the next difference snaps at once.
    void reset() { m_last.reset(); }

private:
    struct Last
    {
        SharedState state{};
        HostInstant snapped{};
    };
    std::optional<Last> m_last;
};

} // namespace ghostline::together
