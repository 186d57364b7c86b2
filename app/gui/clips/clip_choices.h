// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was chosen for the last export, offered again for the next.
#include "app/gui/clips/clip_overlay.h"
#include "app/gui/clips/video_format.h"

namespace ghostline::app {

inline constexpr int LeastSide = 16; ///< of a video, pixels
inline constexpr int MostSide = 8192;

struct ClipChoices
{
    VideoFormat format = VideoFormat::Mp4;
    QSize pixels{1920, 1080};
    double fps = 60.0;
    ClipOverlays overlays{};
    bool labels = true;
    bool drawings = true;
    bool reel = true; ///< several clips into one file
};

/// Values out of range fall back to the default.
ClipChoices loadClipChoices();
void saveClipChoices(const ClipChoices& choices);

} // namespace ghostline::app
