// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/whole_replay.h"
#include "tests/support/same_state.h"

namespace ghostline::test {

model::Result<OpenedReplay> openReplay(std::vector<std::byte> bytes)
{
    auto source = sc2::Sc2Codec().open(
        std::make_unique<model::MemorySource>(std::move(bytes), QStringLiteral("game.SC2Replay")), {});
    return source;
}

const std::vector<std::byte>& ladderBytes()
{
    static const std::vector<std::byte> bytes = sc2::makeLadderGame();
    return bytes;
}

QString problemWith(const model::ReplaySource& source, int samples, bool records)
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
        if (!test::sameState(there, again))
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

QString problemWithBytes(std::vector<std::byte> bytes, bool records)
{
    const auto source = openReplay(std::move(bytes));
    if (!source)
        return source.error().message.isEmpty() ? QStringLiteral("refused without a reason") : QString();
    return problemWith(**source, 8, records);
}

} // namespace ghostline::test
