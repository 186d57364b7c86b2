// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a .butter file, unpacking and reading its chunks.
#include "codecs/echo/butter_file.h"

#include "codecs/echo/butter_record.h"
#include "codecs/io/decompress.h"

#include <algorithm>

namespace ghostline::echo {

namespace butter {

using model::ErrorCode;
using model::Result;

namespace {

/// A layout is judged by so many chunks: damage does not look the same in all of them.
constexpr std::size_t JudgedChunks = 3;
constexpr std::size_t JudgedFrames = 2;
constexpr std::size_t KeyTimeEnd = 10; ///< magic and time

std::uint64_t chunkCap(const Header& header)
{
    const auto frames = static_cast<std::uint64_t>(header.keyframeInterval);
    return std::clamp(frames * limits::FrameBytes, limits::SmallestChunkCap, limits::LargestChunkCap);
}

} // namespace

ButterFile::ButterFile(std::shared_ptr<model::ByteSource> bytes, Header header, ChunkTable table,
                       ButterDecoding how)
    : m_bytes(std::move(bytes)), m_header(std::move(header)), m_table(std::move(table)), m_how(how)
{
    for (const Person& person : m_header.people)
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
    if (m_header.version != 3)
        return {};
    std::size_t judged = 0;
    std::uint64_t first = 0;
    FrameBlock block;
    Loaded loaded;
    for (std::size_t k = nextChunk(0); k < m_table.chunks.size() && judged < JudgedChunks;
         k = nextChunk(k + 1)) {
        if (auto done = load(k, loaded, stop); !done)
            return done;
        if (loaded.damage)
            return {};
        ChunkDecoder decoder(m_header, m_names, m_how);
        Running running;
        const Decoded decoded = decoder.decode(loaded.chunk, running, block, stop, nullptr, JudgedFrames);
        if (decoded.problem == Problem::Cancelled)
            return model::fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
        if (decoded.problem == Problem::None || decoded.problem == Problem::ReaderFails)
            return {};
        if (judged++ == 0)
            first = m_table.chunks[k].offset;
    }
    if (judged == 0)
        return {};
    return model::fail(
        ErrorCode::Unsupported,
        QStringLiteral("unsupported pre-release butter, or a damaged file: the first frames of "
                       "the chunk at byte %1 are not of version 3")
            .arg(first),
        {first, 0, {}});
}

QJsonObject ButterFile::metadata() const
{
    QJsonObject out{{QStringLiteral("compression"), packingName(m_header.packing)},
                    {QStringLiteral("keyframe interval"), m_header.keyframeInterval},
                    {QStringLiteral("chunks"), static_cast<qint64>(m_table.chunks.size())}};
    if (m_header.packing != Packing::None)
        out[QStringLiteral("compression code")] = m_header.compression;
    if (m_how == ButterDecoding::Reference)
        out[QStringLiteral("decoding")] = QStringLiteral("as the reference reader");
    return out;
}

std::optional<std::int64_t> ButterFile::Loaded::keyTime() const
{
    if (chunk.size < KeyTimeEnd)
        return std::nullopt;
    const auto time = io::loadLe<std::int64_t>(chunk.bytes.data() + 2);
    const bool key = chunk.bytes[0] == std::byte{0xFC} && chunk.bytes[1] == std::byte{0xFE};
    return key && time >= limits::FirstTime && time <= limits::LastTime ? std::optional(time) : std::nullopt;
}

std::size_t ButterFile::nextChunk(std::size_t number) const
{
    while (number < m_table.chunks.size() && m_table.chunks[number].size == 0)
        ++number;
    return number;
}

Result<void> ButterFile::load(std::size_t number, Loaded& out, const std::stop_token& stop) const
{
    const auto [offset, size] = m_table.chunks[number];
    out.number = number;
    out.damage.reset();
    std::vector<std::byte>& bytes = out.chunk.bytes;
    bytes.clear();
    const std::uint64_t left = std::max(m_bytes->size(), offset) - offset;
    const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
    const auto damaged = [&](ErrorCode code, const QString& what) {
        out.damage = model::Error{code, what, {offset, {}, static_cast<std::int64_t>(number)}, {}, {}};
    };
    if (there > limits::ChunkPackedBytes) {
        damaged(ErrorCode::LimitExceeded,
                QStringLiteral("chunk %1 at byte %2 has %3 bytes, more than the %4 that are read")
                    .arg(number)
                    .arg(offset)
                    .arg(size)
                    .arg(limits::ChunkPackedBytes));
    } else {
        std::vector<std::byte> packed(there + (m_header.packing == Packing::None ? Padding : 0));
        const auto got = m_bytes->read(offset, std::span(packed).first(there), stop);
        if (!got)
            return tl::unexpected(got.error());
        if (*got < size)
            damaged(ErrorCode::Damaged,
                    QStringLiteral("chunk %1 at byte %2 is cut short: %3 of its %4 bytes are there")
                        .arg(number)
                        .arg(offset)
                        .arg(*got)
                        .arg(size));
        if (m_header.packing == Packing::None) {
            bytes.swap(packed);
            out.chunk.size = *got;
            return {};
        }
        const auto kind = m_header.packing == Packing::Gzip ? io::Compression::Gzip : io::Compression::Zstd;
        auto stream = io::Decompressor::create(kind, chunkCap(m_header), offset);
        if (!stream)
            return tl::unexpected(stream.error());
        auto done = (*stream)->feed(std::span(packed).first(*got), bytes);
        if (done)
            done = (*stream)->finish();
        if (!done && !out.damage)
            damaged(done.error().code, QStringLiteral("chunk %1: %2").arg(number).arg(done.error().message));
    }
    out.chunk.size = bytes.size();
    bytes.resize(bytes.size() + Padding);
    return {};
}

Decoded ButterFile::decode(const Loaded& loaded, Running& running, TimeState& times, FrameBlock& out,
                           std::vector<TimeRepair>& repairs, const std::stop_token& stop,
                           std::vector<FrameTrace>* traces) const
{
    ChunkDecoder decoder(m_header, m_names, m_how);
    Decoded decoded = decoder.decode(loaded.chunk, running, out, stop, traces);
    repairs.clear();
    if (m_how == ButterDecoding::Exact)
        repairs = repairTimes(out.frames, decoded.keyframes, times);
    return decoded;
}

Result<Running> ButterFile::runningInto(const Carry& carry, std::size_t number, FrameBlock& scratch,
                                        const std::stop_token& stop) const
{
    if (!carry.origin)
        return carry.running;
    Running running = carry.origin->running;
    Loaded loaded;
    ChunkDecoder decoder(m_header, m_names, m_how);
    for (std::size_t k = carry.originChunk; k < number; k = nextChunk(k + 1)) {
        if (auto done = load(k, loaded, stop); !done)
            return tl::unexpected(done.error());
        if (decoder.decode(loaded.chunk, running, scratch, stop).problem == Problem::Cancelled)
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
    }
    return running;
}

Result<void> ButterFile::readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const
{
    out.clear();
    const auto* carry = dynamic_cast<const Carry*>(ref.carry.get());
    if (carry == nullptr || ref.index >= m_table.chunks.size() ||
        m_table.chunks[ref.index].offset != ref.offset)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no chunk %1 at byte %2").arg(ref.index).arg(ref.offset));
    auto running = runningInto(*carry, ref.index, out, stop);
    if (!running)
        return tl::unexpected(running.error());
    Loaded loaded;
    if (auto done = load(ref.index, loaded, stop); !done)
        return done;
    TimeState times = carry->times;
    std::vector<TimeRepair> repairs;
    const Decoded decoded = decode(loaded, *running, times, out, repairs, stop);
    if (decoded.problem == Problem::Cancelled)
        return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
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
    std::uint64_t sum = m_header.bytes;
    Loaded loaded;
    for (std::size_t k = nextChunk(0); k < m_table.chunks.size(); k = nextChunk(k + 1)) {
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        if (auto done = load(k, loaded, stop); !done)
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
    info.bytes = m_table.end - m_header.bytes;
    return std::vector{info};
}

Result<void> ButterFile::readRecords(const QString& stream, const model::RecordSink& sink,
                                     std::stop_token stop) const
{
    if (stream != FramesStream)
        return model::fail(ErrorCode::NotFound, QStringLiteral("there is no stream %1").arg(stream));
    Running running;
    TimeState times;
    FrameBlock block;
    std::array<Loaded, 2> loaded;
    Loaded* now = &loaded[0];
    Loaded* ahead = &loaded[1];
    std::vector<TimeRepair> repairs;
    std::vector<FrameTrace> traces;
    std::int64_t number = 0;
    std::size_t next = 0;
    std::size_t k = nextChunk(0);
    if (k < m_table.chunks.size()) {
        if (auto done = load(k, *now, stop); !done)
            return done;
    }
    for (; k < m_table.chunks.size(); k = next, std::swap(now, ahead)) {
        // Times depend on the keyframe that follows, as in scan().
        next = nextChunk(k + 1);
        times.next.reset();
        if (next < m_table.chunks.size()) {
            if (auto done = load(next, *ahead, stop); !done)
                return done;
            times.next = ahead->keyTime();
        }
        traces.clear();
        const Decoded decoded = decode(*now, running, times, block, repairs, stop, &traces);
        if (decoded.problem == Problem::Cancelled)
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        for (std::size_t i = 0; i < block.size(); ++i) {
            const model::Record record{FramesStream, number++, m_table.chunks[k].offset,
                                       traces[i].keyframe ? QStringLiteral("keyframe")
                                                          : QStringLiteral("frame"),
                                       frameRecord(m_header, m_names, block, i, k, traces[i])};
            if (!sink(record))
                return {};
        }
        if (decoded.problem == Problem::ReaderFails)
            return {};
    }
    return {};
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
