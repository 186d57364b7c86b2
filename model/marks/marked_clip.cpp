// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/marked_clip.h"

#include <algorithm>

namespace ghostline::model {

Clip clipOf(const Bookmark& bookmark, Micros duration)
{
    const bool instant = bookmark.length.count() <= 0;
    const Micros from = instant ? bookmark.time - AroundInstant : bookmark.time;
    const Micros to = instant ? bookmark.time + AroundInstant : bookmark.time + bookmark.length;
    Clip clip;
    clip.from = std::clamp(from, Micros{}, std::max(duration, Micros{}));
    clip.to = std::clamp(to, Micros{}, std::max(duration, Micros{}));
    clip.title = bookmark.title.isEmpty() ? bookmark.tags.value(0) : bookmark.title;
    clip.note = bookmark.note;
    return clip;
}

} // namespace ghostline::model
