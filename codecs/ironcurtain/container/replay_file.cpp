// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what open() and the walks have found.
#include "codecs/ironcurtain/container/replay_file_private.h"

#include "codecs/io/byte_cursor.h"

#include <algorithm>
#include <new>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

ReplayFile::ReplayFile(std::unique_ptr<Private> own) : d(std::move(own)) {}
ReplayFile::~ReplayFile() = default;

ReplayFile::Form ReplayFile::form() const { return d->form; }
const Header& ReplayFile::header() const { return d->header; }
const Metadata& ReplayFile::metadata() const { return d->metadata; }
std::uint64_t ReplayFile::bytes() const { return d->size; }
model::Identity ReplayFile::identity() const { return d->identity; }
std::span<const KeyframeEntry> ReplayFile::keyframes() const { return d->keyframes; }
SimTick ReplayFile::lastTick() const { return d->lastTick; }

int ReplayFile::keyframeAt(SimTick tick) const
{
    const auto& all = d->keyframes;
    const auto after = std::upper_bound(all.begin(), all.end(), tick,
                                        [](SimTick t, const KeyframeEntry& entry) { return t < entry.tick; });
    return static_cast<int>(after - all.begin()) - 1;
}

int ReplayFile::keyframeOf(SimTick tick) const
{
    const int found = keyframeAt(tick);
    return found >= 0 && d->keyframes[static_cast<std::size_t>(found)].tick == tick ? found : -1;
}

ReplayFile::Private::ChunkList& ReplayFile::Private::list(ChunkKind kind) const
{
    switch (kind) {
    case ChunkKind::Orders:
        return chunks[0];
    case ChunkKind::Events:
        return chunks[1];
    case ChunkKind::Voice:
        return chunks[2];
    case ChunkKind::Keyframe:
        return chunks[3];
    case ChunkKind::Signatures:
        break;
    }
    return chunks[4];
}

Result<std::span<const ChunkEntry>> ReplayFile::chunks(ChunkKind kind, const std::stop_token& stop) const
{
    const std::scoped_lock lock(d->walking);
    Private::ChunkList& list = d->list(kind);
    if (!list.walked) {
        if (auto walked = d->walk(kind, stop); !walked) {
            list.entries.clear();
            return tl::unexpected(std::move(walked.error()));
        }
        list.walked = true;
    }
    return std::span<const ChunkEntry>(list.entries);
}

Result<Bytes> ReplayFile::Private::read(std::uint64_t offset, std::uint64_t length,
                                        const std::stop_token& stop) const
{
    const std::uint64_t left = offset < size ? size - offset : 0;
    Bytes out;
    try {
        out.resize(static_cast<std::size_t>(std::min(length, left)));
    } catch (const std::bad_alloc&) {
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is not enough memory"),
                           {.offset = offset});
    }
    if (out.empty())
        return out;
    const auto got = source->read(offset, out, stop);
    if (!got)
        return tl::unexpected(got.error());
    if (*got < out.size())
        return model::fail(ErrorCode::Changed,
                           QStringLiteral("the file is shorter than it was when it was opened"),
                           {.offset = offset + *got});
    return out;
}

Result<Bytes> ReplayFile::read(std::uint64_t offset, std::uint64_t length, const std::stop_token& stop) const
{
    return d->read(offset, length, stop);
}

Result<Bytes> ReplayFile::Private::payload(const ChunkEntry& chunk, const std::stop_token& stop) const
{
    auto bytes = read(chunk.offset + ChunkHeadBytes, chunk.length, stop);
    if (bytes && (bytes->size() != chunk.length || crc32(*bytes) != chunk.crc))
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the checksum of a chunk %1 does not hold").arg(chunkName(chunk.kind)),
            {.offset = chunk.offset});
    return bytes;
}

Result<Bytes> ReplayFile::payload(const ChunkEntry& chunk, const std::stop_token& stop) const
{
    auto bytes = d->payload(chunk, stop);
    if (!bytes && bytes.error().code == ErrorCode::Damaged)
        d->brokenPayload(chunk);
    return bytes;
}

void ReplayFile::Private::brokenPayload(const ChunkEntry& chunk) const
{
    Damage found;
    found.section = form == Form::Journal             ? Section::Journal
                    : chunk.kind == ChunkKind::Events ? Section::Events
                    : chunk.kind == ChunkKind::Voice  ? Section::Voice
                                                      : Section::Orders;
    found.offset = chunk.offset;
    found.what =
        QStringLiteral("a damaged chunk, %1 bytes skipped").arg(std::uint64_t{chunk.length} + ChunkHeadBytes);
    if (chunk.kind == ChunkKind::Events || chunk.kind == ChunkKind::Orders) {
        found.first = chunk.firstTick;
        found.last = chunk.lastTick;
    }
    const std::scoped_lock lock(guard);
    damages.addOnce(std::move(found));
}

Result<Bytes> ReplayFile::keyframe(int index, const std::stop_token& stop) const
{
    if (index < 0 || static_cast<std::size_t>(index) >= d->keyframes.size())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no keyframe %1").arg(index));
    const KeyframeEntry& entry = d->keyframes[static_cast<std::size_t>(index)];
    const auto damaged = [&](const QString& why) {
        return model::fail(ErrorCode::Damaged, why,
                           {.offset = entry.offset, .frame = static_cast<std::int64_t>(entry.tick)});
    };
    if (!entry.inFile)
        return damaged(QStringLiteral("the keyframe of tick %1 is cut off").arg(entry.tick));
    const auto blob = d->read(entry.offset, entry.length, stop);
    if (!blob)
        return tl::unexpected(blob.error());
    if (blob->size() >= 4 && io::loadLe<std::uint32_t>(blob->data()) != entry.uncompressed)
        return damaged(QStringLiteral("the keyframe of tick %1 says it unpacks to %2 bytes, its index to %3")
                           .arg(entry.tick)
                           .arg(io::loadLe<std::uint32_t>(blob->data()))
                           .arg(entry.uncompressed));
    return unpackBlob(*blob, MaxSnapshotBytes, entry.offset);
}

Result<Bytes> ReplayFile::signatureSection(const std::stop_token& stop) const
{
    constexpr std::uint64_t Most = std::uint64_t{256} << 20;
    const SectionRange& place = d->section(Section::Signature);
    if (d->form == Form::Journal || !place.present)
        return Bytes{};
    if (place.size() > Most)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("%1 bytes of signatures are more than any match has").arg(place.size()),
            {.offset = place.begin});
    return d->read(place.begin, place.size(), stop);
}

DamageList ReplayFile::damages() const
{
    const std::scoped_lock lock(d->guard);
    return d->damages.list();
}

} // namespace ghostline::ironcurtain
