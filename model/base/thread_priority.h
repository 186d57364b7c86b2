// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work in the background must not take time from the picture.
#include "model/base/export.h"

#include <mutex>

namespace ghostline::model {

/// Lowers the priority of the calling thread, of no other; never raises it.
GHOSTLINE_MODEL_EXPORT void lowerThreadPriority();

/// Lowers the priority of a thread from outside, once nobody waits for its results any more. Thread-safe.
class GHOSTLINE_MODEL_EXPORT AwaitedThread
{
public:
    /// The thread itself says when it begins and when it ends.
    void begin();
    void end();
    /// From now on, or from its beginning on, the thread runs at low priority.
    void lower();

private:
    std::mutex m_mutex;
    int m_id = 0; ///< the system's number of the thread while it runs; a number is given again after its end
    bool m_lowered = false;
};

} // namespace ghostline::model
