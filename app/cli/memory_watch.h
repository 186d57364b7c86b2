// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The most memory this process needed for as long as somebody watches.
#include <atomic>
#include <cstdint>
#include <thread>

namespace ghostline::app {

/// Counts anonymous memory: what was allocated, not the file pages the system keeps for the process.
class MemoryWatch
{
public:
    MemoryWatch();
    double peakMegabytes();

private:
    void look();

    std::atomic<std::int64_t> m_peakKib{0};
    std::jthread m_thread;
};

} // namespace ghostline::app
