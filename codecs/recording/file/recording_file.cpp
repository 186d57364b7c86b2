// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_file.h"

#include "codecs/recording/file/recording_damage.h"
#include "codecs/recording/file/recording_open.h"
#include "codecs/recording/file/recording_ranges.h"

#include <algorithm>

namespace ghostline::recording {

RecordingFile::RecordingFile(std::unique_ptr<const FileState> state) : d(std::move(state)) {}
RecordingFile::~RecordingFile() = default;

model::Result<std::shared_ptr<const RecordingFile>>
RecordingFile::open(std::shared_ptr<const model::ByteSource> bytes, const QStringList& dictionaryFolders,
                    std::stop_token stop)
{
    auto state = openFileState(std::move(bytes), dictionaryFolders, std::move(stop));
    if (!state)
        return tl::unexpected(state.error());
    return std::shared_ptr<const RecordingFile>(new RecordingFile(std::move(*state)));
}

const FileDescription& RecordingFile::description() const { return d->description; }
std::shared_ptr<const model::ByteSource> RecordingFile::bytes() const { return d->source; }
const std::vector<LostChunk>& RecordingFile::lostChunks() const { return d->lost; }
std::optional<bool> RecordingFile::hasChecksums() const { return d->frames->hasChecksums(); }

model::Result<Bytes> RecordingFile::dictionary(std::stop_token stop) const
{
    if (model::Result<void> ready = d->frames->prepare(std::move(stop)); !ready)
        return tl::unexpected(ready.error());
    const auto bytes = d->frames->dictionary();
    return Bytes(bytes.begin(), bytes.end());
}

model::Result<std::vector<model::Result<Bytes>>> RecordingFile::readChunks(int first, int end,
                                                                           std::stop_token stop) const
{
    return recording::readChunks(*d, first, end, stop);
}

model::Result<void> RecordingFile::readChunk(int chunk, Bytes& raw, std::stop_token stop) const
{
    return recording::readChunk(*d, chunk, raw, stop);
}

model::Result<Bytes> RecordingFile::readCompressed(int chunk, std::stop_token stop) const
{
    return recording::readCompressed(*d, chunk, stop);
}

// A recording that is still being written: a newer preamble has taken the place of the one known.

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

/// A file changed so shortly before it was read may change again within the same tick of its clock.
constexpr qint64 ClockSeconds = 2;

/// Both have a mark that changes with the content, it is the same, and it can be trusted.
bool surelySame(const FileState& old, const model::Identity& now)
{
    const model::Identity& was = old.seen;
    const bool marked = was.modified.isValid() || !was.etag.isEmpty();
    if (!marked || was.size != now.size || was.modified != now.modified || was.etag != now.etag)
        return false;
    return !was.modified.isValid() || was.modified.secsTo(old.seenAt) > ClockSeconds;
}

bool sameLost(const LostChunk& a, const LostChunk& b) { return a.chunk == b.chunk && a.code == b.code; }

/// Whether what was known of the old one does not hold for the new one.
bool beginsAnew(const FileState& old, const FileState& now)
{
    const FileDescription& was = old.description;
    const FileDescription& is = now.description;
    const Header& a = was.header;
    const Header& b = is.header;
    if (was.salvaged || a.profile != b.profile || a.worldId != b.worldId ||
        a.worldVersion != b.worldVersion || a.startMs != b.startMs || a.dictionary != b.dictionary)
        return true;
    if (is.chunks.size() < was.chunks.size() ||
        !std::equal(was.chunks.begin(), was.chunks.end(), is.chunks.begin()))
        return true;
    // A segment that turned up late, or went away.
    const int known = static_cast<int>(was.chunks.size());
    const auto end = std::find_if(now.lost.begin(), now.lost.end(),
                                  [known](const LostChunk& lost) { return lost.chunk >= known; });
    return !std::equal(old.lost.begin(), old.lost.end(), now.lost.begin(), end, sameLost);
}

} // namespace

Result<RecordingFile::Refreshed> RecordingFile::refresh(std::stop_token stop) const
{
    if (d->segments == nullptr)
        return Refreshed{};
    const QString ownName = lastPartOfName(d->beside->identity().name);
    const bool bySegment = segmentOfName(ownName).has_value();
    const bool finished = d->segments->finished(stop);
    auto found = d->beside->sibling(bySegment ? std::string(PreambleName) : ownName.toStdString(), stop);
    if (!found) {
        if (bySegment && found.error().code == ErrorCode::NotFound)
            return Refreshed{}; // still without one
        return tl::unexpected(found.error());
    }
    std::shared_ptr<const model::ByteSource> preamble = std::move(*found);
    auto next = std::make_unique<FileState>();
    next->beside = d->beside;
    next->source = preamble;
    next->name = bySegment ? preamble->identity().name : d->name;
    next->dictionaryFolders = d->dictionaryFolders;
    next->segments = d->segments;
    const bool unchanged = !d->description.salvaged && surelySame(*d, preamble->identity());
    if (unchanged && d->lost.empty() && finished == d->description.finished)
        return Refreshed{};
    bool sameContent = unchanged;
    if (!unchanged) {
        Result<PreambleBytes> read = readPreambleBytes(*preamble, stop);
        if (!read)
            return d->description.salvaged ? Result<Refreshed>(Refreshed{}) : tl::unexpected(read.error());
        // Whoever replaces it by renaming never shows half of one; others may.
        if (read->bytes.size() < read->header.preambleBytes())
            return d->description.salvaged
                       ? Result<Refreshed>(Refreshed{})
                       : fail(ErrorCode::Damaged, QStringLiteral("the new preamble is not whole"));
        next->description.header = read->header;
        parsePreamble(*read, Layout::Segmented, *next);
        sameContent = next->digest == d->digest;
    }
    next->description.layout = Layout::Segmented;
    next->description.finished = finished;
    next->found = d->segments->list(stop);
    if (unchanged) {
        // Only what lies beside it may be different.
        next->description.header = d->description.header;
        next->description.metadata = d->description.metadata;
        next->description.metadataReadable = d->description.metadataReadable;
        next->description.chunks = d->description.chunks;
        const auto& said = d->description.diagnostics;
        next->description.diagnostics.assign(said.begin(),
                                             said.begin() + static_cast<std::ptrdiff_t>(d->said));
        next->said = d->said;
        next->digest = d->digest;
        next->seen = d->seen;
        next->seenAt = d->seenAt;
    }
    next->frames = d->frames;
    if (d->frames->dictionaryId() != next->description.header.dictionary || !d->frames->dictionaryFound()) {
        if (Result<void> looked = findDictionary(*next, stop); !looked)
            return tl::unexpected(looked.error());
    }
    next->description.barePreamble = d->description.barePreamble && next->found.segments.empty();
    findDamage(*next);
    Refreshed out;
    out.restarted = beginsAnew(*d, *next);
    if (sameContent && !out.restarted && next->description.finished == d->description.finished &&
        next->description.unreferenced == d->description.unreferenced)
        return Refreshed{};
    const auto& chunks = d->description.chunks;
    d->segments->forgetFrom(out.restarted || chunks.empty() ? 0 : chunks.back().segment() + 1);
    out.file = std::shared_ptr<const RecordingFile>(new RecordingFile(std::move(next)));
    return out;
}

} // namespace ghostline::recording
