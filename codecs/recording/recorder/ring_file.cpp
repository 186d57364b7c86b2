// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/ring_file.h"

#include "codecs/recording/recorder/chunk_maker.h"

namespace ghostline::recording {

namespace {

/// The same ticks, counted from `origin`; what the metadata tells of them goes to `notes`. H5 has absolute
/// ticks in the stream, so that the chunk is laid out anew; S1 counts from the chunk's start anyway.
model::Result<LoneChunk> rebased(Profile profile, const RingChunk& chunk, int number, std::int32_t origin,
                                 ChunkPress& press, RunNotes& notes)
{
    auto raw = unpress(*chunk.frame, static_cast<std::size_t>(chunk.entry.rawBytes));
    if (!raw)
        return tl::unexpected(raw.error());
    ChunkReader reader(profile, chunk.entry, *raw, number);
    if (profile == Profile::S1 && chunk.entry.hasSnapshot()) {
        if (auto snapshot = reader.snapshot(); !snapshot)
            return tl::unexpected(snapshot.error());
    }
    LoneChunk out{chunk.entry, chunk.frame};
    out.entry.startTick -= origin;
    ChunkWriter writer(profile, out.entry.startTick);
    Event event;
    while (reader.nextTick()) {
        writer.beginTick(reader.tick() - origin);
        while (reader.nextEvent(event)) {
            notes.take(reader.tick() - origin, std::span(&event, 1));
            (void)writer.add(event);
        }
    }
    if (reader.failure())
        return tl::unexpected(*reader.failure());
    if (profile == Profile::S1)
        return out;
    const Bytes& bytes = writer.finish();
    auto frame = press.press(bytes);
    if (!frame)
        return tl::unexpected(frame.error());
    out.entry.rawBytes = static_cast<std::int32_t>(bytes.size());
    out.entry.compressedBytes = static_cast<std::int32_t>(frame->size());
    out.frame = std::make_shared<const Bytes>(std::move(*frame));
    return out;
}

} // namespace

model::Result<void> writeRing(const RingSave& save, const QString& reason, const RecorderHead& head,
                              std::span<const RingChunk> chunks)
{
    auto notes = RunNotes::create(head);
    if (!notes)
        return tl::unexpected(notes.error());
    notes->header().startMs = chunks.front().startMs;
    notes->metadata().ring = Metadata::Ring{save.originTick, reason, save.triggerTick - save.originTick};
    ChunkPress press(3);
    std::vector<LoneChunk> out;
    out.reserve(chunks.size());
    for (const RingChunk& chunk : chunks) {
        auto one = rebased(head.profile, chunk, static_cast<int>(out.size()), save.originTick, press, *notes);
        if (!one)
            return tl::unexpected(one.error());
        out.push_back(std::move(*one));
    }
    return writeLoneFile(save.path, *notes, out);
}

} // namespace ghostline::recording
