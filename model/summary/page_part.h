// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every part of the page is written with.
#include "model/summary/match_summary.h"
#include "model/summary/page_markup.h"
#include "model/summary/page_words.h"

#include <vector>

namespace ghostline::model {

/// Several teams that play together, or one for itself.
struct PageSide
{
    QString name; ///< for people; may be empty
    std::vector<int> teams;
    std::vector<const PlayerCard*> players;
};

class PagePart
{
public:
    /// All outlive it.
    PagePart(Markup& page, const PageWords& words, const MatchSummary& summary)
        : m_page(page), m_words(words), m_summary(summary), m_info(summary.info())
    {
    }

    /// Whether something of the recording is not in the summary.
    bool isDamaged() const;

protected:
    QString colour(int team) const; ///< the class that gives it
    QString teamName(int team) const;
    QString scoreText(double score) const { return m_words.number(score, 0); }
    QString resultOf(const PlayerCard& player) const;
    QString timeText(Micros time) const;
    QString span(Micros from, Micros to) const;
    std::vector<PageSide> sides() const;

    Markup& m_page;
    const PageWords& m_words;
    const MatchSummary& m_summary;
    const ReplayInfo& m_info;
};

} // namespace ghostline::model
