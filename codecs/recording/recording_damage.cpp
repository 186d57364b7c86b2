// SPDX-License-Identifier: GPL-3.0-or-later
// What can be told to be lost, or left over, without reading a chunk; and where dictionaries lie.
#include "codecs/recording/recording_file_private.h"
#include "model/byte_sources.h"
#include "model/http_source.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace ghostline::recording {

using model::Severity;

namespace {

struct Loss
{
    const char* code = nullptr; ///< null: not lost
    QString reason;
};

QString beyondEnd(const QString& file, std::uint64_t size, std::uint64_t begin, std::uint64_t end)
{
    return QStringLiteral("%1 ends at byte %2, bytes %3 to %4 were expected")
        .arg(file)
        .arg(size)
        .arg(begin)
        .arg(end - 1);
}

Loss lossOfSegmented(const FileState& file, const ChunkEntry& entry)
{
    const QString name = segmentName(entry.segment());
    if (file.description.barePreamble)
        return {"segment-missing", QStringLiteral("%1 is not beside the preamble").arg(name)};
    if (!file.found.known)
        return {};
    const auto at = file.found.segments.find(entry.segment());
    if (at == file.found.segments.end())
        return {"segment-missing", QStringLiteral("%1 is missing").arg(name)};
    if (!at->second.problem.isEmpty())
        return {"segment-missing", QStringLiteral("%1 cannot be opened: %2").arg(name, at->second.problem)};
    const std::uint64_t begin = entry.offsetInSegment();
    const std::uint64_t end = begin + static_cast<std::uint64_t>(entry.compressedBytes);
    if (end > at->second.bytes)
        return {"segment-short", beyondEnd(name, at->second.bytes, begin, end)};
    return {};
}

Loss lossOf(const FileState& file, const ChunkEntry& entry)
{
    if (entry.compressedBytes == 0 && file.description.salvaged)
        return {"segment-missing", QStringLiteral("no segment holds these ticks")};
    if (entry.offset < 0 || entry.compressedBytes <= 0)
        return {"chunk-damaged", QStringLiteral("the index gives it %1 bytes at offset %2")
                                     .arg(entry.compressedBytes)
                                     .arg(entry.offset)};
    if (entry.rawBytes <= 0 || static_cast<std::size_t>(entry.rawBytes) > MaxChunkRaw)
        return {"chunk-damaged",
                QStringLiteral("the index gives it %1 bytes when decompressed, 1 to %2 are read")
                    .arg(entry.rawBytes)
                    .arg(MaxChunkRaw)};
    Loss loss;
    if (file.description.layout == Layout::Segmented) {
        loss = lossOfSegmented(file, entry);
    } else {
        const auto begin = static_cast<std::uint64_t>(entry.offset);
        const std::uint64_t end = begin + static_cast<std::uint64_t>(entry.compressedBytes);
        if (end > file.source->size())
            loss = {"file-short", beyondEnd(QStringLiteral("the file"), file.source->size(), begin, end)};
    }
    if (loss.code == nullptr && !file.frames->dictionaryFound())
        loss = {"dictionary-missing",
                QStringLiteral("dictionary %1 is missing").arg(file.frames->dictionaryId())};
    return loss;
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
         QStringLiteral("%1: %2; %3 (ticks %4 to %5) cannot be played")
             .arg(file.name, lost.reason, which)
             .arg(from.startTick)
             .arg(std::int64_t{to.startTick} + to.tickCount - 1),
         {.offset = file.offsetOf(from), .frame = from.startTick, .chunk = lost.chunk}});
}

void findLostChunks(FileState& file)
{
    const auto& chunks = file.description.chunks;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Loss loss = lossOf(file, chunks[i]);
        if (loss.code != nullptr)
            file.lost.push_back({static_cast<int>(i), QString::fromLatin1(loss.code), loss.reason});
    }
    const auto together = [&](const LostChunk& a, const LostChunk& b) {
        return a.chunk + 1 == b.chunk && a.code == b.code &&
               (file.description.layout == Layout::Compacted ||
                a.code == QLatin1String("dictionary-missing") ||
                chunks[static_cast<std::size_t>(a.chunk)].segment() ==
                    chunks[static_cast<std::size_t>(b.chunk)].segment());
    };
    if (file.description.barePreamble)
        return; // said in one sentence
    for (std::size_t first = 0; first < file.lost.size();) {
        std::size_t last = first;
        while (last + 1 < file.lost.size() && together(file.lost[last], file.lost[last + 1]))
            ++last;
        sayLost(file, first, last);
        first = last + 1;
    }
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
                     QStringLiteral("%1: %2 (%3 bytes) is older than what the index begins with")
                         .arg(file.name, name)
                         .arg(segment.bytes));
            continue;
        }
        out.unreferenced.push_back(number);
        if (known == committed.end())
            file.say(Severity::Warning, "segment-unreferenced",
                     QStringLiteral("%1: %2 (%3 bytes) is not in the index; \"repair\" can save what whole "
                                    "chunks it holds")
                         .arg(file.name, name)
                         .arg(segment.bytes),
                     {.offset = 0, .frame = out.header.tickCount});
        else
            file.say(Severity::Warning, "bytes-not-committed",
                     QStringLiteral("%1: %2 bytes of %3 are not committed; \"repair\" can save what whole "
                                    "chunks they hold")
                         .arg(file.name)
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
                 QStringLiteral("%1: %2 bytes behind the last chunk are not in the index")
                     .arg(file.name)
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
                 QStringLiteral("%1 is the preamble of a recording in segments, on its own: none of its %2 "
                                "chunks can be played; open the folder that holds its segments")
                     .arg(file.name)
                     .arg(out.chunks.size()));
    if (!file.frames->dictionaryFound())
        file.say(
            Severity::Error, "dictionary-missing",
            QStringLiteral("%1: dictionary %2 is missing, without which nothing can be decompressed; put "
                           "%2.zdict into a folder \"dictionaries\" beside the recording")
                .arg(file.name)
                .arg(file.frames->dictionaryId()));
    findLostChunks(file);
    if (out.layout == Layout::Compacted)
        findRest(file);
    else
        findLeftovers(file);
    addUp(file);
}

namespace {

/// Beside the folder of a segmented recording, which sibling() does not reach.
model::Result<std::unique_ptr<model::ByteSource>> openBesideFolder(const FileState& file, const QString& name)
{
    const model::Identity identity = file.beside->identity();
    const QString above = QStringLiteral("../dictionaries/") + name;
    if (model::isWebAddress(identity.name))
        return model::openUrl(QUrl(identity.name).resolved(QUrl(above)));
    const QFileInfo info(identity.name);
    // Bytes in memory have a name, too, but no place.
    if (!info.isFile() || static_cast<std::uint64_t>(info.size()) != identity.size)
        return model::fail(model::ErrorCode::NotFound, QStringLiteral("no folder"));
    return model::openFile(QDir::cleanPath(info.absoluteDir().filePath(above)));
}

} // namespace

void findDictionary(FileState& file)
{
    const std::uint16_t id = file.description.header.dictionary;
    file.frames = std::make_shared<FrameDecoder>(id);
    if (id == 0)
        return;
    const QString name = QStringLiteral("%1.zdict").arg(id);
    const auto add = [&file](model::Result<std::unique_ptr<model::ByteSource>> found) {
        if (found)
            file.frames->addDictionary(std::move(*found));
        return found.has_value();
    };
    // Over a network each look costs a request: the first place that has one is enough there.
    const bool far = model::isWebAddress(file.beside->identity().name);
    bool found = false;
    if (file.description.layout == Layout::Segmented)
        found = add(openBesideFolder(file, name));
    if (!(far && found))
        found = add(file.beside->sibling("dictionaries/" + name.toStdString())) || found;
    if (far && found)
        return;
    for (const QString& folder : file.dictionaryFolders)
        add(model::openFile(QDir(folder).filePath(name)));
}

} // namespace ghostline::recording
