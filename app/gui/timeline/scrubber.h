// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Seeks while the mouse is dragged: at most once a frame of the screen, and the newest position wins.
#include "model/time/time_axis.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <optional>

namespace ghostline::app {

class Scrubber
{
public:
    using Seek = std::function<void(model::FrameTime at)>;
    explicit Scrubber(Seek seek);
    void seek(model::FrameTime at);
    /// What was asked for last, without waiting.
    void seekNow();
    /// Forgets what has not been sought yet.
    void cancel();

private:
    Seek m_seek;
    std::optional<model::FrameTime> m_wanted; ///< not yet sought
    QTimer m_timer;
    QElapsedTimer m_since; ///< the last one
};

} // namespace ghostline::app
