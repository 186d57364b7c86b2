// SPDX-License-Identifier: GPL-3.0-or-later
// How an index ends that could not be completed.
#include "model/replay/revision_publisher.h"

namespace ghostline::model {

std::shared_ptr<const ReplayIndex> lastRevision(const ReplayIndex& before, Revision number, const Error& why)
{
    auto last = std::make_shared<ReplayIndex>(before);
    last->revision = number;
    last->complete = true;
    last->growing = false;
    last->progress = 1.0;
    last->diagnostics.push_back({Severity::Error, QStringLiteral("read-error"), why.message, why.where});
    if (last->frames() > 0)
        last->lost.push_back({{0, last->frames()}, why.message});
    return last;
}

} // namespace ghostline::model
