// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/outline.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/events/line_up.h"
#include "codecs/sc2/events/results.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/load.h"

#include <algorithm>

namespace ghostline::sc2 {

model::Result<model::Outline> outlineOf(const model::ByteSource& bytes, const std::stop_token& stop)
{
    const auto file = readReplayFile(bytes, stop);
    if (!file)
        return tl::unexpected(file.error());
    const auto archive = MpqArchive::open(*file);
    if (!archive)
        return tl::unexpected(archive.error());
    auto head = readHead(*archive);
    if (!head)
        return tl::unexpected(head.error());
    ReplayData data;
    data.head = std::move(*head);
    data.loops = std::min(data.head.header.loops, MaxLoops);
    DerivedEvents derived;
    Results results = concludeResults(data);
    derived.results = std::move(results.outcomes);
    derived.resultInferred = std::move(results.inferred);
    auto info = std::make_shared<model::ReplayInfo>();
    describeHead(*info, data, file->size());
    declareLineUp(*info, data, derived);
    return model::Outline{std::move(info), timeAxisOf(data).duration()};
}

} // namespace ghostline::sc2
