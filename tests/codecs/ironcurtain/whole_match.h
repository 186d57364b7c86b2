// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match opened from memory and looked at everywhere: whatever its bytes are, it fails with a reason or can
// be shown at any tick, in any order, and always says the same.
#include "codecs/ironcurtain/ironcurtain_codec.h"
#include "model/bytes/byte_sources.h"
#include "model/replay/replay_source.h"
#include "tests/support/same_state.h"
#include "tests/support/sound_index.h"

#include <algorithm>

namespace ghostline::test {

namespace detail {

inline QString reasonOf(const model::Error& error)
{
    return error.message.isEmpty() ? QStringLiteral("refused without a reason") : QString();
}

inline QString problemWithRecords(const model::ReplaySource& source)
{
    const auto streams = source.streams({});
    if (!streams)
        return reasonOf(streams.error());
    for (const model::StreamInfo& stream : *streams) {
        std::uint64_t counted = 0;
        const auto read =
            source.readRecords(stream.name, [&counted](const model::Record&) { return ++counted > 0; }, {});
        if (read ? counted != stream.records : read.error().message.isEmpty())
            return QStringLiteral("the records of %1 are not as many as was said").arg(stream.name);
    }
    return {};
}

/// One tick seen twice, with another one in between.
inline QString problemAt(const model::ReplaySource& source, const model::ReplayIndex& index,
                         model::FrameNumber frame)
{
    const auto segment = source.readSegment(index.keyframes.at(frame), nullptr, {});
    if (!segment)
        return reasonOf(segment.error());
    model::WorldState there;
    model::WorldState again;
    (*segment)->sample({frame, 0.0}, model::SamplePolicy::Interpolate, there);
    (*segment)->sample({frame, 0.5}, model::SamplePolicy::Hold, again);
    (*segment)->sample({frame, 0.0}, model::SamplePolicy::Interpolate, again);
    if (!finiteState(there))
        return QStringLiteral("a place is no number");
    if (!test::sameState(there, again))
        return QStringLiteral("tick %1 depends on what was asked before").arg(frame);
    for (const model::ActorId id : there.ids) {
        if (index.info->actor(id) == nullptr)
            return QStringLiteral("an actor is not in the cast");
    }
    return {};
}

} // namespace detail

/// What is wrong with what the source says; empty when nothing is.
inline QString problemWithMatch(const model::ReplaySource& source, int samples = 6)
{
    const auto complete = source.waitComplete();
    if (!complete)
        return detail::reasonOf(complete.error());
    const model::ReplayIndex& index = **complete;
    if (const QString problem = problemOfIndex(index); !problem.isEmpty())
        return problem;
    for (int i = 0; i < samples && index.keyframes.count() > 0 && index.frames() > 0; ++i) {
        const model::FrameNumber frame = (index.frames() - 1) * i / std::max(samples - 1, 1);
        const QString problem = detail::problemAt(source, index, frame);
        if (!problem.isEmpty())
            return problem;
        (void)source.nativeState(frame, {});
    }
    (void)source.scene({});
    for (const model::Verdict& verdict : source.verify({}, {})) {
        if (verdict.check.isEmpty() || verdict.detail.isEmpty())
            return QStringLiteral("a verdict says nothing");
    }
    return detail::problemWithRecords(source);
}

/// The same from bytes: refusing them with a reason is right too.
inline QString problemWithMatchBytes(std::vector<std::byte> bytes)
{
    const auto source = ironcurtain::IronCurtainCodec().open(
        std::make_unique<model::MemorySource>(std::move(bytes), QStringLiteral("match.icrep")), {});
    if (!source)
        return detail::reasonOf(source.error());
    return problemWithMatch(**source);
}

} // namespace ghostline::test
