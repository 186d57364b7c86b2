// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of event by which a codec tells that somebody pressed a button. A format that has none has no
// click intervals.
#include <QString>

#include <array>

namespace ghostline::model::actionmarks {

/// EventKind::id of each: a swing of the hand (attack, dig) and the use of what is in it.
inline constexpr QLatin1StringView Swing{"hand_swing"};
inline constexpr QLatin1StringView Use{"item_use"};
inline constexpr std::array Clicks{Swing, Use};

/// In Event::data, true where the button was let go: no click.
inline constexpr QLatin1StringView ReleasedKey{"released"};

} // namespace ghostline::model::actionmarks
