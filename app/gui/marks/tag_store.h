// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sets of tags that a user made, kept between runs, for all recordings.
#include "app/gui/marks/tag_set.h"

namespace ghostline::app {

struct TagSets
{
    static constexpr std::size_t MostSets = 50;

    std::vector<TagSet> sets{};
    QString current{}; ///< the name of the one in use; empty, or of none: the one for the recording
};

/// What cannot be read there is left out.
TagSets loadTagSets();
void saveTagSets(const TagSets& sets);

} // namespace ghostline::app
