// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How well a few typed letters fit a name: all of them must occur in order, best at the starts of words.
#include <QString>

#include <optional>
#include <vector>

namespace ghostline::app {

struct FuzzyMatch
{
    int score = 0; ///< more = better; only comparable for the same query
    /// All that was typed are starts of words. A match that is not is worse than any that is.
    bool atWordStarts = true;
    std::vector<int> positions; ///< of the letters that fit, ascending
};

/// Case does not matter; words of the query, parted by spaces, may fit in any order. An empty query fits
/// everything with score 0. Nothing when a letter is missing, or where letters picked out of several words
/// are few of each.
std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text);

} // namespace ghostline::app
