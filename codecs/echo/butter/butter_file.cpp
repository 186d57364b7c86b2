// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_file.h"

#include "codecs/echo/butter/butter_record.h"
#include "codecs/echo/butter/butter_scan.h"

namespace ghostline::echo {

namespace butter {

using model::ErrorCode;
using model::Result;

namespace {

/// A layout is judged by so many chunks: damage does not look the same in all of them.
constexpr std::size_t JudgedChunks = 3;
constexpr std::size_t JudgedFrames = 2;

} // namespace

ButterFile::ButterFile(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table,
                       ButterDecoding how)
    : m_chunks(std::move(bytes), std::move(header), std::move(table)), m_how(how)
{
    for (const Person& person : m_chunks.header().people)
        m_names.append(person);
}

Result<std::unique_ptr<FrameFile>> ButterFile::open(std::shared_ptr<model::ByteSource> bytes,
                                                    ButterDecoding how, const std::stop_token& stop)
{
    auto header = readHeader(*bytes, stop);
    if (!header)
        return tl::unexpected(header.error());
    auto table = readChunkTable(*bytes, *header, stop);
    if (!table)
        return tl::unexpected(table.error());
    std::unique_ptr<ButterFile> file(
        new ButterFile(std::move(bytes), std::move(*header), std::move(*table), how));
    if (auto judged = file->refusePreRelease(stop); !judged)
        return tl::unexpected(judged.error());
    return file;
}

/// Builds of December 2021 wrote another layout under the number 3. Nothing marks it, but it cannot be
/// followed beyond the first frame, in any chunk.
Result<void> ButterFile::refusePreRelease(const std::stop_token& stop) const
{
    const Header& header = m_chunks.header();
    if (header.version != 3)
        return {};
    std::size_t judged = 0;
    std::uint64_t first = 0;
    FrameBlock block;
    LoadedChunk loaded;
    ChunkDecoder decoder(header, m_names, m_how);
    for (std::size_t k = m_chunks.next(0); k < m_chunks.count() && judged < JudgedChunks;
         k = m_chunks.next(k + 1)) {
        if (auto done = m_chunks.load(k, loaded, stop); !done)
            return done;
        if (loaded.damage)
            return {};
        Running running;
        const Decoded decoded = decoder.decode(loaded.chunk, running, block, stop, nullptr, JudgedFrames);
        if (decoded.problem == Problem::Cancelled)
            return model::cancelled(QStringLiteral("opening was cancelled"));
        if (decoded.problem == Problem::None || decoded.problem == Problem::ReaderFails)
            return {};
        if (judged++ == 0)
            first = m_chunks.table().chunks[k].offset;
    }
    if (judged == 0)
        return {};
    return model::fail(
        ErrorCode::Unsupported,
        model::Sentence::of(
            QStringLiteral("unsupported pre-release butter, or a damaged file: the first frames of "
                           "the chunk at byte %1 are not of version 3"),
            {QString::number(first)}),
        {first, 0, {}});
}

QJsonObject ButterFile::metadata() const
{
    const Header& header = m_chunks.header();
    QJsonObject out{{QStringLiteral("compression"), packingName(header.packing)},
                    {QStringLiteral("keyframe interval"), header.keyframeInterval},
                    {QStringLiteral("chunks"), static_cast<qint64>(m_chunks.count())}};
    if (header.packing != Packing::None)
        out[QStringLiteral("compression code")] = header.compression;
    if (m_how == ButterDecoding::Reference)
        out[QStringLiteral("decoding")] = QStringLiteral("as the reference reader");
    return out;
}

Result<Running> ButterFile::runningInto(const Carry& carry, std::size_t number, FrameBlock& scratch,
                                        const std::stop_token& stop) const
{
    if (!carry.origin)
        return carry.running;
    Running running = carry.origin->running;
    LoadedChunk loaded;
    ChunkDecoder decoder(m_chunks.header(), m_names, m_how);
    for (std::size_t k = carry.originChunk; k < number; k = m_chunks.next(k + 1)) {
        if (auto done = m_chunks.load(k, loaded, stop); !done)
            return tl::unexpected(done.error());
        if (decoder.decode(loaded.chunk, running, scratch, stop).problem == Problem::Cancelled)
            return model::cancelled();
    }
    return running;
}

Result<void> ButterFile::readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const
{
    out.clear();
    const auto* carry = dynamic_cast<const Carry*>(ref.carry.get());
    if (carry == nullptr || ref.index >= m_chunks.count() ||
        m_chunks.table().chunks[ref.index].offset != ref.offset)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no chunk %1 at byte %2").arg(ref.index).arg(ref.offset));
    auto running = runningInto(*carry, ref.index, out, stop);
    if (!running)
        return tl::unexpected(running.error());
    LoadedChunk loaded;
    if (auto done = m_chunks.load(ref.index, loaded, stop); !done)
        return done;
    TimeState times = carry->times;
    std::vector<TimeRepair> repairs;
    const Decoded decoded = ChunkDecoder(m_chunks.header(), m_names, m_how)
                                .decodeTimed(loaded.chunk, *running, times, out, repairs, stop);
    if (decoded.problem == Problem::Cancelled)
        return model::cancelled();
    if (out.size() != ref.frames)
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("chunk %1 at byte %2 had %3 frames and now has %4")
                               .arg(ref.index)
                               .arg(ref.offset)
                               .arg(ref.frames)
                               .arg(out.size()),
                           {ref.offset, {}, static_cast<std::int64_t>(ref.index)});
    return {};
}

Result<std::uint64_t> ButterFile::readRaw(std::stop_token stop) const
{
    std::uint64_t sum = m_chunks.header().bytes;
    LoadedChunk loaded;
    for (std::size_t k = m_chunks.next(0); k < m_chunks.count(); k = m_chunks.next(k + 1)) {
        if (stop.stop_requested())
            return model::cancelled();
        if (auto done = m_chunks.load(k, loaded, stop); !done)
            return tl::unexpected(done.error());
        sum += loaded.chunk.size;
    }
    return sum;
}

namespace {
const QString FramesStream = QStringLiteral("frames");
} // namespace

Result<std::vector<model::StreamInfo>> ButterFile::streams(std::stop_token stop) const
{
    model::StreamInfo info;
    info.name = FramesStream;
    const auto counted = readRecords(
        FramesStream,
        [&info](const model::Record& record) {
            ++info.records;
            ++info.kinds[record.name];
            return true;
        },
        stop);
    if (!counted)
        return tl::unexpected(counted.error());
    info.bytes = m_chunks.table().end - m_chunks.header().bytes;
    return std::vector{info};
}

Result<void> ButterFile::readRecords(const QString& stream, const model::RecordSink& sink,
                                     std::stop_token stop) const
{
    if (stream != FramesStream)
        return model::fail(ErrorCode::NotFound, QStringLiteral("there is no stream %1").arg(stream));
    const Header& header = m_chunks.header();
    ChunksInOrder chunks(m_chunks);
    ChunkDecoder decoder(header, m_names, m_how);
    Running running;
    TimeState times;
    FrameBlock block;
    std::vector<TimeRepair> repairs;
    std::vector<FrameTrace> traces;
    std::int64_t number = 0;
    for (;;) {
        const auto more = chunks.advance(stop);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return {};
        const std::size_t chunk = chunks.now().number;
        times.next = chunks.nextKeyTime();
        traces.clear();
        const Decoded decoded =
            decoder.decodeTimed(chunks.now().chunk, running, times, block, repairs, stop, &traces);
        if (decoded.problem == Problem::Cancelled)
            return model::cancelled();
        for (std::size_t i = 0; i < block.size(); ++i) {
            const model::Record record{FramesStream, number++, m_chunks.table().chunks[chunk].offset,
                                       traces[i].keyframe ? QStringLiteral("keyframe")
                                                          : QStringLiteral("frame"),
                                       frameRecord(header, m_names, block, i, chunk, traces[i])};
            if (!sink(record))
                return {};
        }
        if (decoded.problem == Problem::ReaderFails)
            return {};
    }
}

Result<void> ButterFile::scan(ScanSink& sink, std::stop_token stop)
{
    ChunkDecoder decoder(m_chunks.header(), m_names, m_how);
    return scanChunks(m_chunks, decoder, sink, stop);
}

} // namespace butter

model::Confidence probeButter(std::span<const std::byte> firstBytes, const QString& name)
{
    bool enough = false;
    const auto header = butter::parseHeader(firstBytes, enough);
    const bool named = name.endsWith(QLatin1String(".butter"), Qt::CaseInsensitive);
    if (!header)
        return !enough && named && firstBytes.size() >= model::ProbeBytes ? model::Confidence::Likely
                                                                          : model::Confidence::No;
    const bool plausible = header->keyframeInterval > 0 && !header->unknownMap &&
                           !header->match.client.contains(QLatin1Char('?'));
    if (!plausible)
        return named ? model::Confidence::Possible : model::Confidence::No;
    return named ? model::Confidence::Certain : model::Confidence::Likely;
}

model::Result<std::unique_ptr<FrameFile>> openButter(std::shared_ptr<model::ByteSource> bytes,
                                                     ButterDecoding how, std::stop_token stop)
{
    return butter::ButterFile::open(std::move(bytes), how, stop);
}

} // namespace ghostline::echo
