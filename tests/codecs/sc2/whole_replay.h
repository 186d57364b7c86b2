// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay opened from memory, and looked at everywhere: whatever its bytes are, it fails with a reason or
// can be shown at any loop, in any order, and always says the same.
#include "codecs/sc2/sample/ladder_game.h"
#include "codecs/sc2/sc2_codec.h"
#include "model/byte_sources.h"
#include "tests/support/sound_index.h"

#include <algorithm>

namespace ghostline::test {

using WholeReplay = std::unique_ptr<model::ReplaySource>;

inline model::Result<WholeReplay> openReplay(std::vector<std::byte> bytes)
{
    auto source = sc2::Sc2Codec().open(
        std::make_unique<model::MemorySource>(std::move(bytes), QStringLiteral("game.SC2Replay")), {});
    return source;
}

/// The bundled sample, made once.
inline const std::vector<std::byte>& ladderBytes()
{
    static const std::vector<std::byte> bytes = sc2::makeLadderGame();
    return bytes;
}

/// What is wrong with what the source says; empty when nothing is. `records`: all of them are read too, which
/// takes longer than everything else.
inline QString problemWith(const model::ReplaySource& source, int samples = 8, bool records = true)
{
    const auto complete = source.waitComplete();
    if (!complete)
        return QStringLiteral("it never became complete: ") + complete.error().message;
    const model::ReplayIndex& index = **complete;
    if (const QString problem = problemOfIndex(index); !problem.isEmpty())
        return problem;
    if (index.keyframes.count() == 0 || index.frames() == 0)
        return {};
    const auto segment = source.readSegment(0, nullptr, {});
    if (!segment)
        return segment.error().message.isEmpty() ? QStringLiteral("no reason") : QString();
    model::WorldState there;
    model::WorldState again;
    const model::FrameNumber last = index.frames() - 1;
    for (int i = 0; i < samples; ++i) {
        const model::FrameNumber frame = last * i / std::max(samples - 1, 1);
        (*segment)->sample({frame, frame < last ? 0.25 : 0.0}, model::SamplePolicy::Interpolate, there);
        (*segment)->sample({last - frame, 0.0}, model::SamplePolicy::Hold, again);
        if (!finiteState(there) || !finiteState(again))
            return QStringLiteral("a place is no number");
        (*segment)->sample({frame, frame < last ? 0.25 : 0.0}, model::SamplePolicy::Interpolate, again);
        if (!model::sameState(there, again))
            return QStringLiteral("loop %1 depends on what was asked before").arg(frame);
        for (const model::ActorId id : there.ids) {
            if (index.info->actor(id) == nullptr)
                return QStringLiteral("an actor is not in the cast");
        }
    }
    (void)source.nativeState(last / 2, {});
    (void)source.scene({});
    if (!records)
        return {};
    const auto streams = source.streams({});
    if (!streams)
        return streams.error().message.isEmpty() ? QStringLiteral("no reason") : QString();
    for (const model::StreamInfo& stream : *streams) {
        std::uint64_t counted = 0;
        const auto read =
            source.readRecords(stream.name, [&counted](const model::Record&) { return ++counted > 0; }, {});
        if (read ? counted != stream.records : read.error().message.isEmpty())
            return QStringLiteral("%1 was said to have %2 records and has %3")
                .arg(stream.name)
                .arg(stream.records)
                .arg(counted);
    }
    return {};
}

/// The same from bytes: refusing them with a reason is right too.
inline QString problemWithBytes(std::vector<std::byte> bytes, bool records = true)
{
    const auto source = openReplay(std::move(bytes));
    if (!source)
        return source.error().message.isEmpty() ? QStringLiteral("refused without a reason") : QString();
    return problemWith(**source, 8, records);
}

} // namespace ghostline::test
