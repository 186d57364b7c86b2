// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every colour and size that custom-painted views use, as one value per ground. No view fixes a colour
// itself.
#include "model/replay/replay_info.h"
#include "model/world/scene_description.h"
#include "render/base/colour.h"

#include <array>
#include <span>
#include <vector>

namespace ghostline::render {

enum class Ground { Dark, Light };

/// Surfaces are levels apart, the same on both grounds: base, raised, overlay(), with lines that are seen and
/// stay quiet. Series hues after Okabe and Ito, one set per ground.
struct Theme
{
    Ground ground = Ground::Dark;
    QColor base;   ///< window ground
    QColor raised; ///< panels, inputs
    QColor line;   ///< separators, grid
    QColor text;
    QColor textMuted;
    /// The accent says one thing: this is current, selected or active. What is merely there is text or muted,
    /// what means something has a colour of its own.
    QColor accent;
    QColor accentText; ///< on accent
    QColor skyTop;
    QColor skyBottom;
    QColor warning;
    QColor error;
    std::array<QColor, 7> series; ///< blue, orange, green, vermilion, sky, purple, yellow

    static const Theme& dark();
    static const Theme& light();
    /// What custom-painted views draw on.
    std::array<QColor, 2> grounds() const { return {base, raised}; }
    const QColor& hue(int i) const { return series[static_cast<std::size_t>(((i % 7) + 7) % 7)]; }
    /// What lies over panels: menus, tooltips.
    QColor overlay() const;
    /// Of flags and marks that were given no colour.
    const QColor& plainMark() const { return text; }
    /// Round blocks that were placed or changed in the recording: told from the surroundings' own.
    const QColor& recordedEdit() const { return hue(5); }
    QColor scene(model::SceneRole role) const;
    /// A border under lines, so that every hue stands out from a bright ground and from a dark one.
    QColor casing() const;
    friend bool operator==(const Theme&, const Theme&) = default;
};

inline constexpr double MarkContrast = 3.0; ///< of marks and lines against their ground, WCAG 2.1
inline constexpr double TextContrast = 4.5;
inline constexpr double TeamDifference = 0.1; ///< of two teams' colours at least; see difference()
inline constexpr double CasingPixels = 1.25;  ///< of a line's casing, on either side

/// Index of a team's colour in the theme's series; -1 = there is no such team. The recording may name one,
/// else it is the team's number. Decides the team's mark, too.
int teamHue(std::span<const model::Team> teams, int team);

/// Of each team: the game's own colour, of which lightness alone is adapted until it stands out from the
/// theme's grounds and from the other teams; where none is recorded, the hue of the theme.
std::vector<QColor> teamColors(const Theme& theme, std::span<const model::Team> teams);
/// One of them; the theme's muted text where there is no such team. Costs little: the last teams asked for
/// are kept.
QColor teamColor(const Theme& theme, std::span<const model::Team> teams, int team);

/// The same hue as near to this colour as a text on the theme's grounds may come.
QColor readable(const QColor& colour, const Theme& theme);

/// Colour of an actor: its team's, else one by kind, muted for background actors.
QColor actorColor(const Theme& theme, const model::ActorInfo& actor, std::span<const model::Team> teams);

} // namespace ghostline::render
