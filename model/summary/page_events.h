// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened when, and how often.
#include "model/summary/page_part.h"

namespace ghostline::model {

class PageEvents : public PagePart
{
public:
    using PagePart::PagePart;

    void writeEvents();

private:
    void writePeriod(const SummaryPeriod& period);
    void writeKinds();
};

} // namespace ghostline::model
