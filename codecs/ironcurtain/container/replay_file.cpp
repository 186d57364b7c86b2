// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/container/replay_file.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/chunk_scan.h"
#include "codecs/ironcurtain/container/journal_scan.h"
#include "codecs/ironcurtain/container/section_walk.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t FirstRead = std::size_t{16} << 10; // header and metadata, as a rule

/// What is sought at a place that the first read may have covered.
Result<Bytes> fetch(const model::ByteSource& source, std::span<const std::byte> first, std::uint64_t offset,
                    std::uint64_t length, const std::stop_token& stop)
{
    if (offset + length <= first.size()) {
        const auto part = first.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
        return Bytes(part.begin(), part.end());
    }
    Bytes out(static_cast<std::size_t>(length));
    const auto got = source.read(offset, out, stop);
    if (!got)
        return tl::unexpected(got.error());
    out.resize(*got);
    return out;
}

Section sectionOf(ChunkKind kind)
{
    if (kind == ChunkKind::Events)
        return Section::Events;
    return kind == ChunkKind::Voice ? Section::Voice : Section::Orders;
}

} // namespace

struct ReplayFile::Private
{
    std::unique_ptr<model::ByteSource> source;
    std::uint64_t size = 0;
    model::Identity identity;
    Header header;
    Metadata metadata;
    Form form = Form::Finalised;
    Sections sections;
    std::vector<KeyframeEntry> keyframes;
    SimTick lastTick = 0;

    mutable std::mutex walking; ///< one walk at a time
    /// Of kinds that have been walked; a list never changes.
    mutable std::map<ChunkKind, std::vector<ChunkEntry>> chunks;
    mutable std::mutex guard; ///< of the damages
    mutable DamageLog damages;

    Result<void> readMetadata(std::span<const std::byte> first, const std::stop_token& stop);
    Result<void> readChunksAndKeyframes(const std::function<bool(double)>& progress,
                                        const std::stop_token& stop);
    Result<std::vector<ChunkEntry>> walk(ChunkKind kind, const std::stop_token& stop) const;
    /// A walk by heads takes a chunk whose CRC does not hold: told when it is read, once.
    void brokenPayload(const ChunkEntry& chunk) const;
};

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

Result<std::span<const ChunkEntry>> ReplayFile::chunks(ChunkKind kind, const std::stop_token& stop) const
{
    const std::scoped_lock lock(d->walking);
    auto list = d->chunks.find(kind);
    if (list == d->chunks.end()) {
        auto walked = d->walk(kind, stop);
        if (!walked)
            return tl::unexpected(std::move(walked.error()));
        list = d->chunks.emplace(kind, std::move(*walked)).first;
    }
    return std::span<const ChunkEntry>(list->second);
}

Result<Bytes> ReplayFile::read(std::uint64_t offset, std::uint64_t length, const std::stop_token& stop) const
{
    return readClipped(*d->source, d->size, offset, length, stop);
}

Result<Bytes> ReplayFile::payload(const ChunkEntry& chunk, const std::stop_token& stop) const
{
    auto bytes = readPayload(*d->source, d->size, chunk, stop);
    if (!bytes && bytes.error().code == ErrorCode::Damaged)
        d->brokenPayload(chunk);
    return bytes;
}

void ReplayFile::Private::brokenPayload(const ChunkEntry& chunk) const
{
    Damage found;
    found.section = form == Form::Journal ? Section::Journal : sectionOf(chunk.kind);
    found.offset = chunk.offset;
    found.what = skippedText(std::uint64_t{chunk.length} + ChunkHeadBytes);
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
    const auto blob = readClipped(*d->source, d->size, entry.offset, entry.length, stop);
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
    const SectionRange& place = d->sections[Section::Signature];
    if (d->form == Form::Journal || !place.present)
        return Bytes{};
    if (place.size() > MaxSignatureBytes)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("%1 bytes of signatures are more than any match has").arg(place.size()),
            {.offset = place.begin});
    return readClipped(*d->source, d->size, place.begin, place.size(), stop);
}

DamageList ReplayFile::damages() const
{
    const std::scoped_lock lock(d->guard);
    return d->damages.list();
}

Result<std::vector<ChunkEntry>> ReplayFile::Private::walk(ChunkKind kind, const std::stop_token& stop) const
{
    if (kind == ChunkKind::Keyframe || kind == ChunkKind::Signatures)
        return std::vector<ChunkEntry>();
    const Section in = sectionOf(kind);
    const SectionRange& range = sections[in];
    if (!range.present)
        return std::vector<ChunkEntry>();
    auto walked = walkSection(*source, in, range, kind, lastTick, stop);
    if (!walked)
        return tl::unexpected(std::move(walked.error()));
    const std::scoped_lock lock(guard);
    for (Damage& bad : walked->damages)
        damages.add(std::move(bad));
    damages.leaveOut(walked->unlisted);
    if (kind != ChunkKind::Orders || header.has(Incomplete) || walked->chunks.empty())
        return std::move(walked->chunks);
    std::uint64_t frames = 0;
    for (const ChunkEntry& chunk : walked->chunks)
        frames += chunk.count;
    if (frames <= header.totalTicks && header.totalTicks <= MaxTicks)
        damages.add(in, range.begin,
                    QStringLiteral("%1 frames are missing, and the header does not say so")
                        .arg(header.totalTicks + 1 - frames));
    return std::move(walked->chunks);
}

Result<void> ReplayFile::Private::readMetadata(std::span<const std::byte> first, const std::stop_token& stop)
{
    const SectionRange& range = sections[Section::Metadata];
    if (!range.present) {
        if (header.metadata.offset == 0)
            damages.add(Section::Metadata, 0, QStringLiteral("there is no metadata"));
        return {};
    }
    // One byte more than allowed is enough to be refused.
    const auto json =
        fetch(*source, first, range.begin, std::min<std::uint64_t>(range.size(), MaxMetadataBytes + 1), stop);
    if (!json)
        return tl::unexpected(json.error());
    auto parsed = parseMetadata(*json, range.begin);
    if (parsed)
        metadata = std::move(*parsed);
    else
        damages.add(Section::Metadata, range.begin, parsed.error().message);
    if (form == Form::Finalised && metadata.totalTicks && *metadata.totalTicks != header.totalTicks)
        damages.add(Section::Metadata, range.begin,
                    QStringLiteral("total_ticks is %1, in the header %2: the header's holds")
                        .arg(*metadata.totalTicks)
                        .arg(header.totalTicks),
                    false);
    return {};
}

Result<void> ReplayFile::Private::readChunksAndKeyframes(const std::function<bool(double)>& progress,
                                                         const std::stop_token& stop)
{
    const SectionRange& json = sections[Section::Metadata];
    if (form == Form::Journal) {
        auto found =
            scanJournal(*source, json.present ? json.end : HeaderBytes, size, damages, progress, stop);
        if (!found)
            return tl::unexpected(std::move(found.error()));
        chunks = std::move(found->byKind);
        keyframes = std::move(found->keyframes);
        lastTick = found->lastTick;
    } else {
        auto found = readKeyframeIndex(*source, sections[Section::Keyframes], damages, stop);
        if (!found)
            return tl::unexpected(std::move(found.error()));
        keyframes = std::move(*found);
        const SimTick last = keyframes.empty() ? 0 : keyframes.back().tick;
        if (last > lastTick || header.totalTicks > MaxTicks)
            damages.add(Section::Header, 48,
                        QStringLiteral("total_ticks is %1, the last keyframe is of tick %2")
                            .arg(header.totalTicks)
                            .arg(last),
                        false);
        lastTick = header.totalTicks > MaxTicks ? last : std::max(lastTick, last);
    }
    reportLostKeyframes(keyframes, sections[Section::Keyframes], lastTick, damages);
    const Section in = form == Form::Journal ? Section::Journal : Section::Keyframes;
    if (keyframes.empty()) {
        damages.add(in, header.keyframes.offset, QStringLiteral("there is no keyframe"));
    } else if (const KeyframeEntry& first = keyframes.front(); first.tick != 0 || !first.full) {
        Damage found;
        found.section = in;
        found.offset = first.offset;
        found.what = QStringLiteral("the first keyframe is not a full one at tick 0");
        found.first = 0;
        found.last = first.tick;
        damages.add(std::move(found));
    }
    return {};
}

Result<std::shared_ptr<const ReplayFile>> ReplayFile::open(std::unique_ptr<model::ByteSource> bytes,
                                                           const std::function<bool(double)>& progress,
                                                           const std::stop_token& stop)
{
    auto own = std::make_unique<Private>();
    own->source = std::move(bytes);
    own->size = own->source->size();
    own->identity = own->source->identity();
    const auto first = fetch(*own->source, {}, 0, std::min<std::uint64_t>(FirstRead, own->size), stop);
    if (!first)
        return tl::unexpected(first.error());
    const auto header = parseHeader(*first);
    if (!header)
        return tl::unexpected(header.error());
    own->header = *header;
    own->form = header->journal() ? Form::Journal : Form::Finalised;
    own->lastTick = std::min<std::uint64_t>(header->totalTicks, MaxTicks);
    own->sections = Sections::place(*header, own->size, own->damages);
    if (auto read = own->readMetadata(*first, stop); !read)
        return tl::unexpected(std::move(read.error()));
    if (auto read = own->readChunksAndKeyframes(progress, stop); !read)
        return tl::unexpected(std::move(read.error()));
    const bool anything = !own->keyframes.empty() ||
                          std::any_of(own->chunks.begin(), own->chunks.end(),
                                      [](const auto& list) { return !list.second.empty(); }) ||
                          own->sections[Section::Orders].size() > 0 ||
                          own->sections[Section::Events].size() > 0;
    if (!anything)
        return model::fail(ErrorCode::Damaged,
                           own->form == Form::Journal
                               ? model::Sentence::of(QStringLiteral("the journal has no whole chunk"))
                               : model::Sentence::of(QStringLiteral(
                                     "neither keyframes nor orders nor events are in the file")),
                           {.offset = own->size});
    return std::shared_ptr<const ReplayFile>(new ReplayFile(std::move(own)));
}

} // namespace ghostline::ironcurtain
