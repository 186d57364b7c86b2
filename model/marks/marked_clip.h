// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A bookmark as a stretch to be shown.
#include "model/base/export.h"
#include "model/clips/clip.h"
#include "model/sidecar/sidecar.h"

namespace ghostline::model {

/// What is shown of a bookmark that marks an instant, before it and after it.
inline constexpr Micros AroundInstant{5'000'000};

/// What the bookmark spans, or the moments around its instant, within a recording of this length. The title
/// is that of the bookmark, else its first tag.
GHOSTLINE_MODEL_EXPORT Clip clipOf(const Bookmark& bookmark, Micros duration);

} // namespace ghostline::model
