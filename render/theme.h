// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every colour and size that custom-painted views use, as one value per ground. No view fixes a colour
// itself.
#include "model/replay_info.h"
#include "model/scene_description.h"

#include <QColor>

#include <array>

namespace ghostline::render {

enum class Ground { Dark, Light };

/// design: dark ground #14171C, light ground #F7F8FA; series hues after Okabe and Ito, one set per ground.
struct Theme
{
    Ground ground = Ground::Dark;
    QColor base;   ///< window ground
    QColor raised; ///< panels, inputs
    QColor line;   ///< separators, grid
    QColor text;
    QColor textMuted;
    QColor accent;
    QColor accentText; ///< on accent
    QColor skyTop;
    QColor skyBottom;
    QColor warning;
    QColor error;
    std::array<QColor, 7> series; ///< blue, orange, green, vermilion, sky, purple, yellow

    static const Theme& dark();
    static const Theme& light();
    const QColor& hue(int i) const { return series[static_cast<std::size_t>(((i % 7) + 7) % 7)]; }
    QColor scene(model::SceneRole role) const;
    /// Goes under lines that lie over whatever there is to be seen, a bright map or a dark one: every hue
    /// stands out from it.
    QColor casing() const;
};

inline constexpr double CasingPixels = 1.25; ///< of a line's casing, on either side

/// `share` 0 = a, 1 = b.
QColor blend(const QColor& a, const QColor& b, double share);

/// WCAG contrast ratio, 1 .. 21.
double contrast(const QColor& a, const QColor& b);

/// Colour of an actor: its team's hue, else one by kind, muted for background actors.
QColor actorColor(const Theme& theme, const model::ActorInfo& actor, const std::vector<model::Team>& teams);

} // namespace ghostline::render
