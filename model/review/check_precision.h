// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often each check was right, as far as people have said so.
#include "model/review/review_queue.h"

#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

/// A share, and the bounds between which it lies 19 times out of 20.
struct Precision
{
    double share = 0.0; ///< confirmed of those that were confirmed or rejected
    double least = 0.0;
    double most = 0.0;
};

/// Wilson's score interval at 95 %, which holds for few, too; nothing where nothing was decided.
GHOSTLINE_MODEL_EXPORT std::optional<Precision> precisionFrom(int confirmed, int rejected);

/// The flags of one check by one source. Every flag is one of confirmed, rejected, unsure, needsMore,
/// disputed, otherWord or unjudged.
struct CheckPrecision
{
    QString check;
    QString source; ///< Flag::source: the detector, in the format's own word
    int flags = 0;
    int confirmed = 0;
    int rejected = 0;
    int unsure = 0;
    int needsMore = 0; ///< somebody says so, whatever others say
    int disputed = 0;  ///< reviewers differ: neither confirmed nor rejected
    int otherWord = 0; ///< judged by a word that is not known here
    int unjudged = 0;
    int open = 0; ///< isOpen(); with rules.blind those on which the reviewer has not said a last word

    int judged() const { return flags - unjudged; }
    GHOSTLINE_MODEL_EXPORT std::optional<Precision> precision() const;
};

/// Flags of at least `fromSeverity`, by check, then source. Files that could not be opened count nothing.
/// With `rules.blind` only what `rules.reviewer` says counts, on flags that others have judged, too: nothing
/// of theirs can be read from any figure.
GHOSTLINE_MODEL_EXPORT std::vector<CheckPrecision>
precisionOf(std::span<const ReviewedFile* const> files, const ReviewRules& rules = {}, int fromSeverity = 0);

/// The same, while files come in one by one.
class PrecisionCount
{
public:
    GHOSTLINE_MODEL_EXPORT explicit PrecisionCount(ReviewRules rules = {}, int fromSeverity = 0);
    GHOSTLINE_MODEL_EXPORT void add(const ReviewedFile& file);
    const std::vector<CheckPrecision>& checks() const { return m_checks; }

private:
    void add(const Flag& flag, const Sidecar& sidecar);

    ReviewRules m_rules;
    int m_fromSeverity;
    std::vector<CheckPrecision> m_checks;
};

} // namespace ghostline::model
