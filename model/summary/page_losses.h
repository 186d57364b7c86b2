// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far the recording can be trusted: what is lost, what was noticed, what its own checks say.
#include "model/summary/page_part.h"

namespace ghostline::model {

class PageLosses : public PagePart
{
public:
    using PagePart::PagePart;

    void writeRecording();

private:
    QString framesText(FrameRange frames) const;
    void writeLosses();
    void writeChecks();
};

} // namespace ghostline::model
