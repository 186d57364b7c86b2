// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_open.h"

#include "codecs/recording/file/recording_damage.h"
#include "codecs/recording/file/recording_salvage.h"
#include "codecs/recording/format/limits.h"
#include "model/bytes/http_source.h"

#include <QCryptographicHash>

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::Severity;

namespace {

constexpr std::array<char, 4> PolarMagic{'P', 'o', 'l', 'r'};

/// Tells one content of a preamble from another.
QByteArray preambleDigest(std::span<const std::byte> bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return hash.result();
}

/// Reads `more` bytes behind what is there, in one read; fewer where the source ends.
Result<void> readMore(const model::ByteSource& source, Bytes& bytes, std::size_t more, std::stop_token stop)
{
    const std::size_t have = bytes.size();
    bytes.resize(have + more);
    const Result<std::size_t> got = source.read(have, std::span(bytes).subspan(have), std::move(stop));
    bytes.resize(have + got.value_or(0));
    if (!got)
        return tl::unexpected(got.error());
    return {};
}

void parseMetadata(std::span<const std::byte> bytes, FileState& file)
{
    FileDescription& out = file.description;
    const auto length = static_cast<std::size_t>(out.header.metadataBytes);
    if (bytes.size() < length) {
        out.metadataReadable = false;
        file.say(Severity::Error, "metadata-unreadable",
                 QStringLiteral("metadata unreadable: %1 bytes were expected, %2 are there")
                     .arg(length)
                     .arg(bytes.size()),
                 {.offset = HeaderBytes});
        return;
    }
    auto tree = io::parseNbt(bytes.first(length), HeaderBytes);
    if (!tree) {
        out.metadataReadable = false;
        model::Location where = tree.error().where;
        if (!where.offset)
            where.offset = HeaderBytes;
        file.say(Severity::Error, "metadata-unreadable",
                 QStringLiteral("metadata unreadable: %1").arg(tree.error().message), where);
        return;
    }
    QStringList ignored;
    out.metadata = readMetadata(std::move(*tree), &ignored);
    if (!ignored.isEmpty())
        file.say(Severity::Warning, "metadata-key-ignored",
                 QStringLiteral("metadata that makes no sense is left out: %1")
                     .arg(ignored.join(QStringLiteral(", "))),
                 {.offset = HeaderBytes});
}

/// The draft keeps versions of the game's data in the metadata.
void applyDataVersions(FileState& file)
{
    FileDescription& out = file.description;
    if (out.header.profile != Profile::S1)
        return;
    const Metadata& metadata = out.metadata;
    out.header.dataVersion = metadata.dataVersion.value_or(0);
    for (std::size_t i = 0; i < out.chunks.size(); ++i)
        out.chunks[i].dataVersion =
            i < metadata.chunkVersions.size() ? metadata.chunkVersions[i] : out.header.dataVersion;
    if (!metadata.chunkVersions.empty() && metadata.chunkVersions.size() != out.chunks.size())
        file.say(Severity::Warning, "chunk-versions-differ",
                 QStringLiteral("hc:chunkVersions names %1 chunks, the index has %2")
                     .arg(metadata.chunkVersions.size())
                     .arg(out.chunks.size()));
}

/// Whether the index gives offsets in segments: its first one is then 0 in some segment, and the place
/// behind the index otherwise.
bool indexIsOfSegments(const PreambleBytes& read)
{
    const std::size_t begin = HeaderBytes + static_cast<std::size_t>(read.header.metadataBytes);
    if (begin >= read.bytes.size())
        return true;
    const ChunkIndex index = parseIndex(std::span(read.bytes).subspan(begin), read.header, Layout::Segmented);
    return index.chunks.empty() || index.chunks.front().offsetInSegment() == 0;
}

Layout chooseLayout(FileState& file, const PreambleBytes& read, bool preambleName,
                    const std::stop_token& stop)
{
    const Header& header = read.header;
    const std::uint64_t size = file.source->size();
    const bool nothingBehind = size == header.preambleBytes() && header.chunkCount > 0;
    if (!preambleName && !(nothingBehind && indexIsOfSegments(read)))
        return Layout::Compacted;
    file.segments = std::make_shared<SegmentStore>(file.beside);
    file.found = file.segments->list(stop);
    if (!file.found.segments.empty() || (preambleName && !file.found.known))
        return Layout::Segmented;
    // No segment beside it. A recording that has only just begun is whole all the same.
    if (preambleName && header.chunkCount == 0)
        return Layout::Segmented;
    if (size <= header.preambleBytes() && indexIsOfSegments(read)) {
        file.description.barePreamble = true;
        return Layout::Segmented;
    }
    file.segments.reset();
    return Layout::Compacted;
}

void keepHead(FileState& file, Bytes bytes)
{
    const auto& chunks = file.description.chunks;
    const bool useful = std::any_of(chunks.begin(), chunks.end(), [&](const ChunkEntry& entry) {
        return entry.offset >= 0 && entry.compressedBytes > 0 &&
               static_cast<std::uint64_t>(entry.offset) + static_cast<std::uint64_t>(entry.compressedBytes) <=
                   bytes.size();
    });
    if (!useful)
        return;
    bytes.shrink_to_fit();
    file.head = std::move(bytes);
}

/// Errors that say that the content is not what it should be, as opposed to not being readable at all.
bool isAboutContent(const model::Error& error)
{
    return error.code == ErrorCode::Damaged || error.code == ErrorCode::UnknownFormat ||
           error.code == ErrorCode::NotFound;
}

Result<void> openWithoutPreamble(FileState& file, const Header* known, const QString& why,
                                 std::stop_token stop)
{
    file.segments = std::make_shared<SegmentStore>(file.beside);
    const bool finished = file.segments->finished(stop);
    file.found = file.segments->list(stop);
    if (Result<void> found = salvageIndex(file, known, std::move(stop)); !found)
        return found;
    file.description.layout = Layout::Segmented;
    file.description.salvaged = true;
    file.description.finished = finished;
    file.say(Severity::Error, why.isEmpty() ? "preamble-missing" : "preamble-damaged",
             QStringLiteral("%1; the index was made anew from the %2 chunks found in the segments, and "
                            "\"repair\" can write it down")
                 .arg(why.isEmpty() ? QStringLiteral("the preamble is missing") : why)
                 .arg(file.description.chunks.size()));
    return {};
}

/// `finished`: what was seen before the preamble was read; null when nobody has looked.
Result<void> openRead(FileState& file, PreambleBytes read, std::optional<bool> finished, std::stop_token stop)
{
    FileDescription& out = file.description;
    out.header = read.header;
    out.layout = chooseLayout(file, read, finished.has_value(), stop);
    const bool whole = parsePreamble(read, out.layout, file);
    if (out.layout == Layout::Segmented && !whole && !out.barePreamble) {
        FileState walked = file;
        walked.description = {};
        Result<void> found = openWithoutPreamble(
            walked, &out.header, QStringLiteral("the index in the preamble is damaged"), stop);
        if (!found && found.error().code == ErrorCode::Cancelled)
            return found;
        if (found && walked.description.chunks.size() > out.chunks.size()) {
            walked.description.metadata = std::move(out.metadata);
            walked.description.metadataReadable = out.metadataReadable;
            out.diagnostics.insert(out.diagnostics.end(), walked.description.diagnostics.begin(),
                                   walked.description.diagnostics.end());
            walked.description.diagnostics = std::move(out.diagnostics);
            file = std::move(walked);
        }
    }
    if (out.layout == Layout::Segmented && !out.salvaged)
        out.finished = !out.barePreamble && (finished ? *finished : file.segments->finished(stop));
    if (Result<void> looked = findDictionary(file, stop); !looked)
        return looked;
    findDamage(file);
    if (out.layout == Layout::Compacted)
        keepHead(file, std::move(read.bytes));
    return {};
}

/// Whether a recording is finished, with `source` its last preamble then: the one at hand may have been
/// opened before. Over a network looking again costs a request, for a recording that ended long ago in vain.
Result<bool> lookWhetherFinished(FileState& file, const std::stop_token& stop)
{
    constexpr qint64 LongAgo = 3600; // seconds; clocks need not agree
    const auto finished = file.beside->sibling(FinishedName, stop);
    if (!finished && finished.error().code == ErrorCode::Cancelled)
        return tl::unexpected(finished.error());
    if (!finished)
        return false;
    const QDateTime ended = (*finished)->identity().modified;
    if (model::isWebAddress(file.name) && ended.isValid() &&
        ended.secsTo(QDateTime::currentDateTimeUtc()) > LongAgo)
        return true;
    if (auto last = file.beside->sibling(PreambleName, stop))
        file.source = std::move(*last);
    else if (last.error().code == ErrorCode::Cancelled)
        return tl::unexpected(last.error());
    return true;
}

} // namespace

Result<PreambleBytes> readPreambleBytes(const model::ByteSource& source, std::stop_token stop)
{
    PreambleBytes out;
    if (Result<void> got = readMore(source, out.bytes, FirstRead, stop); !got)
        return tl::unexpected(got.error());
    if (out.bytes.size() >= PolarMagic.size() &&
        std::memcmp(out.bytes.data(), PolarMagic.data(), PolarMagic.size()) == 0)
        return fail(ErrorCode::UnknownFormat,
                    model::Sentence::of(QStringLiteral("this is a world in Polar's format, not a recording")),
                    {.offset = 0});
    Result<Header> header = parseHeader(out.bytes);
    if (!header)
        return tl::unexpected(header.error());
    out.header = std::move(*header);
    const std::uint64_t needed = out.header.preambleBytes();
    if (needed > MaxPreamble)
        return fail(ErrorCode::LimitExceeded,
                    model::Sentence::of(
                        QStringLiteral("header, metadata and index take %1 bytes, at most %2 are read"),
                        {QString::number(needed), QString::number(MaxPreamble)}));
    // A first read that came back short has met the end of the file.
    const std::uint64_t there = std::min(needed, source.size());
    if (out.bytes.size() == FirstRead && there > FirstRead) {
        if (Result<void> got = readMore(source, out.bytes, static_cast<std::size_t>(there) - FirstRead, stop);
            !got)
            return tl::unexpected(got.error());
    }
    return out;
}

bool parsePreamble(const PreambleBytes& read, Layout layout, FileState& file)
{
    FileDescription& out = file.description;
    const auto metadataBytes = static_cast<std::size_t>(out.header.metadataBytes);
    const std::span<const std::byte> behind =
        std::span(read.bytes).subspan(std::min(HeaderBytes, read.bytes.size()));
    parseMetadata(behind, file);
    const auto index = behind.subspan(std::min(metadataBytes, behind.size()));
    const auto indexBytes = static_cast<std::size_t>(out.header.indexBytes);
    ChunkIndex entries = parseIndex(index.first(std::min(indexBytes, index.size())), out.header, layout);
    out.chunks = std::move(entries.chunks);
    out.diagnostics.insert(out.diagnostics.end(), std::make_move_iterator(entries.problems.begin()),
                           std::make_move_iterator(entries.problems.end()));
    if (index.size() < indexBytes)
        file.say(Severity::Error, "index-short",
                 QStringLiteral("the index ends after %1 of %2 bytes: %3 of %4 chunks are known")
                     .arg(index.size())
                     .arg(indexBytes)
                     .arg(out.chunks.size())
                     .arg(out.header.chunkCount),
                 {.offset = HeaderBytes + metadataBytes + index.size()});
    applyDataVersions(file);
    file.said = out.diagnostics.size();
    file.seen = file.source->identity();
    file.seenAt = QDateTime::currentDateTimeUtc();
    const std::size_t digested = std::min<std::size_t>(read.bytes.size(), out.header.preambleBytes());
    if (layout == Layout::Segmented)
        file.digest = preambleDigest(std::span(read.bytes).first(digested));
    return index.size() >= indexBytes && out.chunks.size() >= static_cast<std::size_t>(out.header.chunkCount);
}

Result<std::unique_ptr<FileState>> openFileState(std::shared_ptr<const model::ByteSource> bytes,
                                                 const QStringList& dictionaryFolders, std::stop_token stop)
{
    auto p = std::make_unique<FileState>();
    p->source = bytes;
    p->beside = std::move(bytes);
    p->name = p->source->identity().name;
    p->dictionaryFolders = dictionaryFolders;
    const QString fileName = lastPartOfName(p->name);
    bool preambleName = fileName == QLatin1String(PreambleName);
    bool noPreamble = false;
    if (segmentOfName(fileName)) {
        // One segment stands for its folder.
        auto preamble = p->source->sibling(PreambleName, stop);
        if (!preamble && preamble.error().code != ErrorCode::NotFound)
            return tl::unexpected(preamble.error());
        noPreamble = !preamble;
        preambleName = !noPreamble;
        if (preamble)
            p->source = std::move(*preamble);
    }
    const auto named = [&p](model::Error error) {
        if (error.file.isEmpty())
            error.file = p->name;
        return tl::unexpected(std::move(error));
    };
    const auto walk = [&](const QString& why) -> Result<void> {
        if (Result<void> walked = openWithoutPreamble(*p, nullptr, why, stop); !walked)
            return walked;
        if (Result<void> looked = findDictionary(*p, stop); !looked)
            return looked;
        findDamage(*p);
        return {};
    };
    if (noPreamble) {
        if (Result<void> walked = walk({}); !walked)
            return named(walked.error());
    } else {
        std::optional<bool> finished;
        if (preambleName) {
            auto seen = lookWhetherFinished(*p, stop);
            if (!seen)
                return named(seen.error());
            finished = *seen;
        }
        Result<PreambleBytes> read = readPreambleBytes(*p->source, stop);
        if (!read) {
            if (!preambleName || !isAboutContent(read.error()) || !walk(read.error().message))
                return named(read.error());
        } else if (Result<void> opened = openRead(*p, std::move(*read), finished, stop); !opened) {
            return named(opened.error());
        }
    }
    return p;
}

} // namespace ghostline::recording
