// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a page looks: on a phone, on a desk, on paper; on a light ground and on a dark one.
#include "model/base/export.h"
#include "model/replay/replay_info.h"

#include <span>

namespace ghostline::model {

/// The series colours of the window's themes, by hue: render::Theme has the same, which a test holds to.
GHOSTLINE_MODEL_EXPORT std::span<const Rgb> summaryHues(bool dark);

/// In place of a colour: the same one, as much darker or lighter as it takes to stand out from the ground.
GHOSTLINE_MODEL_EXPORT Rgb standingOut(Rgb colour, bool dark);

/// Which class gives an element the colour of a team; "t-none" where there is no such team.
QString teamClass(std::span<const Team> teams, int team);
/// Its colour on a light ground, for pictures that have no style.
Rgb teamRgb(std::span<const Team> teams, int team);

/// All of the page's CSS, its teams' colours included.
QByteArray pageStyle(std::span<const Team> teams);

} // namespace ghostline::model
