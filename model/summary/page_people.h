// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who took part, and what each of them did.
#include "model/summary/page_part.h"

namespace ghostline::model {

class PagePeople : public PagePart
{
public:
    using PagePart::PagePart;

    void writeLineUp();
    void writeStatistics();

private:
    void writeCard(const PlayerCard& player);
    void writeCards();
    /// Players of a team, or whom the recording is about.
    bool writePeople(int team);
    /// Where nobody is special: how many there are of each team.
    void writeCounts();
    void writePossession();
    bool isTold(std::size_t statistic) const;
    void writeRoster();
    void writeRow(const SummaryRow& row, const std::vector<std::size_t>& columns, bool teams);
};

} // namespace ghostline::model
