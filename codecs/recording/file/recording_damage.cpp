// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_damage.h"

#include "codecs/recording/format/limits.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/http_source.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace ghostline::recording {

using model::Severity;

namespace {

enum class Loss { None, Bare, Missing, Unreadable, Short, FileShort, NoBytes, TooLarge, Hole, NoDictionary };

const char* codeOf(Loss loss)
{
    switch (loss) {
    case Loss::None:
        break;
    case Loss::Bare:
    case Loss::Missing:
    case Loss::Unreadable:
    case Loss::Hole:
        return "segment-missing";
    case Loss::Short:
        return "segment-short";
    case Loss::FileShort:
        return "file-short";
    case Loss::NoBytes:
    case Loss::TooLarge:
        return "chunk-damaged";
    case Loss::NoDictionary:
        return "dictionary-missing";
    }
    return "";
}

/// The same for all chunks of a segment that are lost in the same way.
QString reasonOf(Loss loss, const FileState& file, int segment)
{
    const QString name = segmentName(segment);
    const auto size = [&] {
        const auto at = file.found.segments.find(segment);
        return at == file.found.segments.end() ? SegmentList::Segment{} : at->second;
    };
    switch (loss) {
    case Loss::None:
        break;
    case Loss::Bare:
        return QStringLiteral("%1 is not beside the preamble").arg(name);
    case Loss::Missing:
        return QStringLiteral("%1 is missing").arg(name);
    case Loss::Unreadable:
        return QStringLiteral("%1 cannot be opened: %2").arg(name, size().problem);
    case Loss::Hole:
        return QStringLiteral("no segment holds these ticks");
    case Loss::Short:
        return QStringLiteral("%1 ends at byte %2, before the index does").arg(name).arg(size().bytes);
    case Loss::FileShort:
        return QStringLiteral("the file ends at byte %1, before the index does").arg(file.source->size());
    case Loss::NoBytes:
        return QStringLiteral("the index gives it no bytes");
    case Loss::TooLarge:
        return QStringLiteral("the index gives it more than the %1 bytes that are read").arg(MaxChunkRaw);
    case Loss::NoDictionary:
        return QStringLiteral("dictionary %1 is missing").arg(file.frames->dictionaryId());
    }
    return {};
}

Loss lossOfSegmented(const FileState& file, const ChunkEntry& entry)
{
    if (file.description.barePreamble)
        return Loss::Bare;
    if (!file.found.known)
        return Loss::None;
    const auto at = file.found.segments.find(entry.segment());
    if (at == file.found.segments.end())
        return Loss::Missing;
    if (!at->second.problem.isEmpty())
        return Loss::Unreadable;
    const std::uint64_t end =
        std::uint64_t{entry.offsetInSegment()} + static_cast<std::uint64_t>(entry.compressedBytes);
    return end > at->second.bytes ? Loss::Short : Loss::None;
}

Loss lossOf(const FileState& file, const ChunkEntry& entry, std::uint64_t size)
{
    if (entry.compressedBytes == 0 && file.description.salvaged)
        return Loss::Hole;
    if (entry.offset < 0 || entry.compressedBytes <= 0 || entry.rawBytes <= 0)
        return Loss::NoBytes;
    if (static_cast<std::size_t>(entry.rawBytes) > MaxChunkRaw)
        return Loss::TooLarge;
    Loss loss = Loss::None;
    if (file.description.layout == Layout::Segmented)
        loss = lossOfSegmented(file, entry);
    else if (static_cast<std::uint64_t>(entry.offset) + static_cast<std::uint64_t>(entry.compressedBytes) >
             size)
        loss = Loss::FileShort;
    return loss == Loss::None && !file.frames->dictionaryFound() ? Loss::NoDictionary : loss;
}

/// One sentence for a run of chunks that are lost for the same reason.
void sayLost(FileState& file, std::size_t first, std::size_t last)
{
    const LostChunk& lost = file.lost[first];
    const auto& chunks = file.description.chunks;
    const ChunkEntry& from = chunks[static_cast<std::size_t>(lost.chunk)];
    const ChunkEntry& to = chunks[static_cast<std::size_t>(file.lost[last].chunk)];
    const QString which = first == last
                              ? QStringLiteral("chunk %1").arg(lost.chunk)
                              : QStringLiteral("chunks %1 to %2").arg(lost.chunk).arg(file.lost[last].chunk);
    file.description.diagnostics.push_back(
        {Severity::Error,
         lost.code,
         QStringLiteral("%1; %2 (ticks %3 to %4) cannot be played")
             .arg(lost.reason, which)
             .arg(from.startTick)
             .arg(std::int64_t{to.startTick} + to.tickCount - 1),
         {.offset = file.offsetOf(from), .frame = from.startTick, .chunk = lost.chunk}});
}

void findLostChunks(FileState& file)
{
    const auto& chunks = file.description.chunks;
    const std::uint64_t size = file.source->size();
    Loss before = Loss::None;
    int segment = -1;
    QString code;
    QString reason; // shared: a broken index can lose millions
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Loss loss = lossOf(file, chunks[i], size);
        const int own = file.description.layout == Layout::Segmented ? chunks[i].segment() : 0;
        const bool goesOn = loss == before && (own == segment || loss == Loss::NoDictionary);
        before = loss;
        segment = own;
        if (loss == Loss::None)
            continue;
        if (!goesOn) {
            code = QString::fromLatin1(codeOf(loss));
            reason = reasonOf(loss, file, own);
            starts.push_back(file.lost.size());
        }
        file.lost.push_back({static_cast<int>(i), code, reason});
    }
    if (file.description.barePreamble)
        return; // said in one sentence
    for (std::size_t i = 0; i < std::min(starts.size(), MaxListedLosses); ++i)
        sayLost(file, starts[i], (i + 1 < starts.size() ? starts[i + 1] : file.lost.size()) - 1);
    if (starts.size() > MaxListedLosses)
        file.say(Severity::Error, "more-problems",
                 QStringLiteral("chunks are lost in %1 more places").arg(starts.size() - MaxListedLosses));
}

/// Ticks whose records can lie in the bytes of a chunk. `behind`: where the one before ends; bytes that two
/// chunks claim count once.
std::int64_t ticksInBytes(const ChunkEntry& entry, std::int64_t behind)
{
    if (entry.offset < behind)
        return 0;
    return std::min(entry.rawBytes / LeastTickBytes, entry.compressedBytes * MostTicksOfPackedByte);
}

/// A tick costs every loop over frames its time, so what an index claims is held against the bytes. Chunks
/// that are lost and stretches without one have none, nor have ticks in which nothing happens in the draft;
/// of these a day may be claimed. What goes beyond it is left out, and everything behind.
void boundTicks(FileState& file)
{
    auto& chunks = file.description.chunks;
    const std::int64_t claimed = chunks.empty() ? 0 : chunks.back().endTick();
    std::int64_t left = MaxTicksWithoutBytes;
    std::int64_t end = 0;
    std::int64_t behind = 0;
    std::size_t kept = 0;
    for (; kept < chunks.size() && left >= 0; ++kept) {
        ChunkEntry& entry = chunks[kept];
        left -= entry.startTick - end;
        if (left < 0)
            break;
        const bool lost = file.lostChunk(static_cast<int>(kept)) != nullptr;
        const std::int64_t held = lost ? 0 : ticksInBytes(entry, behind);
        if (entry.tickCount - held > left) {
            entry.tickCount = static_cast<std::int32_t>(held + left);
            kept += entry.tickCount > 0 ? 1 : 0;
            left = -1;
            break;
        }
        left -= std::max<std::int64_t>(entry.tickCount - held, 0);
        end = entry.endTick();
        if (!lost)
            behind = entry.offset + entry.compressedBytes;
    }
    if (left >= 0)
        return;
    file.say(
        Severity::Error, "ticks-without-bytes",
        QStringLiteral("the index claims ticks up to %1, of which more than %2 have no bytes; everything "
                       "from tick %3 on is left out")
            .arg(claimed - 1)
            .arg(MaxTicksWithoutBytes)
            .arg(kept > 0 ? chunks[kept - 1].endTick() : 0),
        {.frame = kept > 0 ? chunks[kept - 1].endTick() : 0});
    chunks.resize(kept);
    std::erase_if(file.lost,
                  [kept](const LostChunk& lost) { return static_cast<std::size_t>(lost.chunk) >= kept; });
}

void findLeftovers(FileState& file)
{
    FileDescription& out = file.description;
    if (out.salvaged)
        return; // the walk has said what it left
    const auto committed = committedBytes(out.chunks);
    for (const auto& [number, segment] : file.found.segments) {
        const auto known = committed.find(number);
        const std::uint64_t end = known == committed.end() ? 0 : known->second;
        if (segment.bytes <= end && !(known == committed.end() && segment.problem.isEmpty()))
            continue;
        const QString name = segmentName(number);
        if (!committed.empty() && number < committed.begin()->first) {
            file.say(Severity::Info, "segment-replaced",
                     QStringLiteral("%1 (%2 bytes) is older than what the index begins with")
                         .arg(name)
                         .arg(segment.bytes));
            continue;
        }
        out.unreferenced.push_back(number);
        if (known == committed.end())
            file.say(Severity::Warning, "segment-unreferenced",
                     QStringLiteral("%1 (%2 bytes) is not in the index; \"repair\" can save what whole "
                                    "chunks it holds")
                         .arg(name)
                         .arg(segment.bytes),
                     {.offset = 0, .frame = out.header.tickCount});
        else
            file.say(Severity::Warning, "bytes-not-committed",
                     QStringLiteral("%1 bytes of %2 are not committed; \"repair\" can save what whole "
                                    "chunks they hold")
                         .arg(segment.bytes - end)
                         .arg(name),
                     {.offset = end});
    }
}

void findRest(FileState& file)
{
    FileDescription& out = file.description;
    std::uint64_t end = out.header.preambleBytes();
    for (const ChunkEntry& entry : out.chunks) {
        if (entry.offset >= 0 && entry.compressedBytes > 0)
            end = std::max(end, static_cast<std::uint64_t>(entry.offset) +
                                    static_cast<std::uint64_t>(entry.compressedBytes));
    }
    if (file.source->size() > end)
        file.say(Severity::Warning, "bytes-behind-end",
                 QStringLiteral("%1 bytes behind the last chunk are not in the index")
                     .arg(file.source->size() - end),
                 {.offset = end});
}

void addUp(FileState& file)
{
    FileDescription& out = file.description;
    out.bytes = file.source->size();
    if (out.layout == Layout::Compacted)
        return;
    if (segmentOfName(lastPartOfName(file.source->identity().name)))
        out.bytes = 0; // one of the segments that are counted below
    for (const auto& [number, segment] : file.found.segments)
        out.bytes += segment.bytes;
    if (!file.found.known) {
        for (const ChunkEntry& entry : out.chunks)
            out.bytes += static_cast<std::uint64_t>(std::max(entry.compressedBytes, 0));
    }
}

} // namespace

std::map<int, std::uint64_t> committedBytes(const std::vector<ChunkEntry>& chunks)
{
    std::map<int, std::uint64_t> committed;
    for (const ChunkEntry& entry : chunks) {
        if (entry.offset < 0 || entry.compressedBytes <= 0)
            continue;
        std::uint64_t& end = committed[entry.segment()];
        end = std::max(end, entry.offsetInSegment() + static_cast<std::uint64_t>(entry.compressedBytes));
    }
    return committed;
}

void findDamage(FileState& file)
{
    FileDescription& out = file.description;
    if (out.barePreamble)
        file.say(Severity::Error, "bare-preamble",
                 QStringLiteral("this is the preamble of a recording in segments, on its own: none of its %1 "
                                "chunks can be played; open the folder that holds its segments")
                     .arg(out.chunks.size()));
    if (!file.frames->dictionaryFound())
        file.say(Severity::Error, "dictionary-missing",
                 QStringLiteral("dictionary %1 is missing, without which nothing can be decompressed; put "
                                "%1.zdict into a folder \"dictionaries\" beside the recording")
                     .arg(file.frames->dictionaryId()));
    findLostChunks(file);
    boundTicks(file);
    if (out.layout == Layout::Compacted)
        findRest(file);
    else
        findLeftovers(file);
    addUp(file);
}

namespace {

/// Beside the folder of a segmented recording, which sibling() does not reach.
model::Result<std::unique_ptr<model::ByteSource>> openBesideFolder(const FileState& file, const QString& name,
                                                                   std::stop_token stop)
{
    const model::Identity identity = file.beside->identity();
    const QString above = QStringLiteral("../dictionaries/") + name;
    if (model::isWebAddress(identity.name))
        return model::openUrl(QUrl(identity.name).resolved(QUrl(above)),
                              {.fingerprint = identity.fingerprint}, std::move(stop));
    const QFileInfo info(identity.name);
    // Bytes in memory have a name, too, but no place.
    if (!info.isFile() || static_cast<std::uint64_t>(info.size()) != identity.size)
        return model::fail(model::ErrorCode::NotFound, QStringLiteral("no folder"));
    return model::openFile(QDir::cleanPath(info.absoluteDir().filePath(above)));
}

} // namespace

model::Result<void> findDictionary(FileState& file, const std::stop_token& stop)
{
    const std::uint16_t id = file.description.header.dictionary;
    file.frames = std::make_shared<FrameDecoder>(id);
    if (id == 0)
        return {};
    const QString name = QStringLiteral("%1.zdict").arg(id);
    std::optional<model::Error> failure; // a server that fails has not said that there is none
    const auto add = [&](model::Result<std::unique_ptr<model::ByteSource>> found) {
        if (found)
            file.frames->addDictionary(std::move(*found));
        else if (found.error().code == model::ErrorCode::IoError ||
                 found.error().code == model::ErrorCode::Cancelled)
            failure = std::move(found.error());
        return found.has_value();
    };
    // Over a network each look costs a request: the first place that has one is enough there.
    const bool far = model::isWebAddress(file.beside->identity().name);
    bool found = false;
    if (file.description.layout == Layout::Segmented)
        found = add(openBesideFolder(file, name, stop));
    if (!(far && found))
        found = add(file.beside->sibling("dictionaries/" + name.toStdString(), stop)) || found;
    if (far && found)
        return {};
    for (const QString& folder : file.dictionaryFolders)
        add(model::openFile(QDir(folder).filePath(name)));
    if (failure && !file.frames->dictionaryFound())
        return tl::unexpected(std::move(*failure));
    return {};
}

} // namespace ghostline::recording
