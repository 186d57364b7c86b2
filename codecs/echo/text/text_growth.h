// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What makes a text longer while it is read.
#include "codecs/echo/frame/frame_file.h"

#include <functional>

namespace ghostline::echo {

class TextGrowth
{
public:
    virtual ~TextGrowth() = default;
    /// Called once, in the scanning thread, when all that was there has been read. Adds lines; `readOn` reads
    /// what was added, and is called now and then without, so that what state() says is told. It returns
    /// false where the scan is over. Returns when nothing more comes; an error when nothing can go on.
    virtual model::Result<void> follow(ScanSink& sink, const std::function<bool()>& readOn,
                                       const std::stop_token& stop) = 0;
    /// From any thread.
    virtual model::LiveState state() const = 0;
};

} // namespace ghostline::echo
