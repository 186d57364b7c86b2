// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every colour and size that custom-painted views use, as one value per ground. No view fixes a colour
// itself.
#include "model/replay/replay_info.h"
#include "model/world/scene_description.h"

#include <QColor>

#include <array>
#include <span>

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
    /// A border under lines, so that every hue stands out from a bright ground and from a dark one.
    QColor casing() const;
    friend bool operator==(const Theme&, const Theme&) = default;
};

inline constexpr double CasingPixels = 1.25; ///< of a line's casing, on either side

/// `share` 0 = a, 1 = b.
QColor blend(const QColor& a, const QColor& b, double share);

/// WCAG contrast ratio, 1 .. 21.
double contrast(const QColor& a, const QColor& b);

/// Index of a team's colour in the theme's series; -1 = there is no such team. The recording may name one,
/// else it is the team's number.
int teamHue(std::span<const model::Team> teams, int team);
/// The same as a colour of this theme; its muted text where there is no such team.
QColor teamColor(const Theme& theme, std::span<const model::Team> teams, int team);

/// Colour of an actor: its team's hue, else one by kind, muted for background actors.
QColor actorColor(const Theme& theme, const model::ActorInfo& actor, const std::vector<model::Team>& teams);

} // namespace ghostline::render
