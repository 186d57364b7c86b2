// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Moments with their pictures: highlights, notes, drawings.
#include "model/summary/page_part.h"

namespace ghostline::model {

class PageMoments : public PagePart
{
public:
    using PagePart::PagePart;

    void writeHighlights();
    void writeNotes();
    void writeDrawings();

private:
    void writePicture(const QByteArray& picture, const GroundPlan& plan, const QString& title);
    /// What made it one.
    void writeParts(const SummaryMoment& moment);
    QString kindOf(const Drawing& drawing) const;
    /// All parts of its score together.
    static double partsOf(const SummaryMoment& moment);

    double m_most = 1.0; ///< what a whole bar of a score stands for
};

} // namespace ghostline::model
