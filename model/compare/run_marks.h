// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of event by which a codec tells the landmarks of a run. A format that has none is compared from
// its first frame on.
#include <QString>

namespace ghostline::model::runmarks {

/// EventKind::id of each. A checkpoint says which one it is in data["id"]; a run's end says in data["reason"]
/// how it ended, and has arrived only if that is Finish.
inline constexpr QLatin1StringView Start{"run_start"};
inline constexpr QLatin1StringView Checkpoint{"checkpoint"};
inline constexpr QLatin1StringView Reset{"reset"};
inline constexpr QLatin1StringView End{"run_end"};

inline constexpr QLatin1StringView IdKey{"id"};
inline constexpr QLatin1StringView ReasonKey{"reason"};
inline constexpr QLatin1StringView Finish{"finish"};

} // namespace ghostline::model::runmarks
