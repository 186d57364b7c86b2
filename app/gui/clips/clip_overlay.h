// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an exported picture says on top of what the view draws: score, clock, speed, title, deltas of ghosts.
#include "app/gui/match/scoreboard_content.h"

#include <QImage>

namespace ghostline::app {

/// Which of it is wanted. Labels, drawings and other layers of the view are options of the view.
struct ClipOverlays
{
    bool scoreboard = true;
    bool title = true;
    bool clock = true; ///< of the recording
    bool speed = true; ///< of playback, where it is not 1
    bool delta = true; ///< of each ghost

    friend bool operator==(const ClipOverlays&, const ClipOverlays&) = default;
};

struct OverlayContent
{
    struct Delta
    {
        QString text; ///< "rival -0.42 s"
        int hue = 0;
    };
    ScoreboardContent scoreboard{};
    std::vector<model::Team> teams{};
    QString title{};
    QString note{};
    double titleOpacity = 0.0;
    QString clock{};
    QString speed{};
    std::vector<Delta> deltas{};
};

/// Sizes go with the picture's height.
void paintOverlays(QImage& picture, const OverlayContent& content, const render::Theme& theme);

} // namespace ghostline::app
