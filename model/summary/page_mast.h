// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The top of the page: who against whom, how it ended, when and where, and whether all of it is there.
#include "model/summary/page_part.h"

namespace ghostline::model {

class PageMast : public PagePart
{
public:
    using PagePart::PagePart;

    QString heading() const;
    void writeTitle();

private:
    QString namesOf(const PageSide& side) const;
    bool hasScore() const;
    bool hasResults() const;
    const std::vector<double>& finalScore() const;
    QString roundsWon(std::size_t team) const;
    void writeSide(std::size_t team, const char* place);
    void writeScore();
    void writeRoundScores();
    void writeLine(int team, const QString& name, const QString& value);
    void writeStanding();
    void writeResults();
    void writeFacts();
    void writeWarning();
};

} // namespace ghostline::model
