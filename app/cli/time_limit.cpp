// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/time_limit.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ghostline::app {

TimeLimit::TimeLimit(const std::stop_token& outer, double seconds)
    : m_passOn(outer, [this] { m_stop.request_stop(); })
{
    if (seconds <= 0.0)
        return;
    m_clock = std::jthread([this, seconds](const std::stop_token& done) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_for(lock, done, std::chrono::duration<double>(seconds), [] { return false; });
        if (done.stop_requested() || m_stop.stop_requested())
            return;
        m_passed = true;
        m_stop.request_stop();
    });
}

} // namespace ghostline::app
