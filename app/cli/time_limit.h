// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A stop token for work that may take so long and no longer.
#include <atomic>
#include <functional>
#include <stop_token>
#include <thread>

namespace ghostline::app {

class TimeLimit
{
public:
    /// Stops with `outer`, and after so many seconds; 0 = never.
    TimeLimit(const std::stop_token& outer, double seconds);

    std::stop_token token() const { return m_stop.get_token(); }
    /// The time is over, and that was the reason to stop.
    bool passed() const { return m_passed; }

private:
    std::stop_source m_stop;
    std::atomic<bool> m_passed{false};
    std::stop_callback<std::function<void()>> m_passOn;
    std::jthread m_clock; ///< last: it uses the rest
};

} // namespace ghostline::app
