// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/recording_append.h"

#include "codecs/recording/recording_file.h"
#include "model/byte_sources.h"

namespace ghostline::recording {

namespace {

/// Plays one chunk over the state. False when it cannot be played to its end.
bool play(Profile profile, int tickRate, const ChunkEntry& entry, int number, std::span<const std::byte> raw,
          World& world)
{
    ChunkReader reader(profile, entry, raw, number);
    if (entry.hasSnapshot()) {
        if (profile == Profile::S1) {
            auto snapshot = reader.snapshot();
            if (!snapshot || !*snapshot)
                return false;
            world.load(**snapshot, entry.startTick, tickRate);
        } else {
            world.beginSnapshot();
        }
    }
    Event event;
    QString problem;
    while (reader.nextTick()) {
        while (reader.nextEvent(event))
            (void)world.apply(reader.tick(), event, problem);
    }
    return !reader.failure().has_value();
}

model::Result<Past> refused(model::ErrorCode code, const QString& path, const QString& why)
{
    return tl::unexpected(model::Error{code, why, {}, path, {}});
}

} // namespace

model::Result<Past> readPast(const QString& path)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(*bytes)));
    if (!file)
        return tl::unexpected(file.error());
    const FileDescription& known = (*file)->description();
    if (known.header.profile == Profile::H4)
        return refused(model::ErrorCode::Unsupported, path,
                       QStringLiteral("version 4 is read, not written: blocks have no names in it"));
    if (known.header.dictionary != 0)
        return refused(
            model::ErrorCode::Unsupported, path,
            QStringLiteral("chunks are compressed with dictionary %1").arg(known.header.dictionary));
    if (known.layout != Layout::Segmented || known.barePreamble)
        return refused(model::ErrorCode::InvalidArgument, path,
                       QStringLiteral("only a folder of segments can be gone on with"));
    if (known.salvaged || !known.metadataReadable ||
        known.chunks.size() != static_cast<std::size_t>(known.header.chunkCount))
        return refused(model::ErrorCode::Damaged, path,
                       QStringLiteral("header, metadata or index are damaged; repair the recording first"));

    Past past{known.header, known.metadata, known.chunks, {}};
    bool certain = true;
    Bytes raw;
    for (std::size_t i = 0; i < past.chunks.size(); ++i) {
        const ChunkEntry& entry = past.chunks[i];
        const int number = static_cast<int>(i);
        certain = certain || entry.hasSnapshot();
        certain = (*file)->readChunk(number, raw).has_value() &&
                  play(known.header.profile, known.metadata.tickRate, entry, number, raw, past.world) &&
                  certain;
    }
    if (!certain)
        return refused(
            model::ErrorCode::Damaged, path,
            QStringLiteral("the end of what was recorded cannot be read; repair the recording first"));
    return past;
}

} // namespace ghostline::recording
