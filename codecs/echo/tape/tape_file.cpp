// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_file.h"

#include "codecs/echo/tape/tape_scan.h"
#include "codecs/io/decompress.h"

#include <algorithm>

namespace ghostline::echo {

namespace tape {

using model::ErrorCode;
using model::Result;

namespace {

const QString RecordsStream = QStringLiteral("records");

/// Reads the header and the first frame, which says what a header leaves out.
class Start final : public RecordSink
{
public:
    explicit Start(MatchNames& names) : m_names(names) {}
    bool record(Bytes record, const RecordPlace&) override
    {
        if (!header) {
            headerRecord.assign(record.begin(), record.end());
            auto read = readTapeHeader(headerRecord, m_names);
            if (!read) {
                problem = std::move(read.error());
                return false;
            }
            header = std::move(*read);
            m_decoder.emplace(*header, m_names, false, nullptr);
            for (const Bytes person : header->roster)
                m_decoder->state().join(person);
            state = m_decoder->state().snapshot();
            return true;
        }
        MatchHeader match;
        any = m_decoder->take(record, m_block, &match) == RecordKind::Frame;
        if (!any)
            return true;
        if (header->generation == Generation::First)
            header->match = std::move(match);
        const TapeState& now = m_decoder->state().state();
        if (now.hasRounds) {
            header->match.blueRoundScore = now.rounds[0];
            header->match.orangeRoundScore = now.rounds[1];
        }
        return false;
    }
    bool blockEnd() override { return true; }
    bool damage(const model::Error& what, bool) override
    {
        if (!problem)
            problem = what;
        return header.has_value(); // without it nothing can be read
    }

    std::vector<std::byte> headerRecord;
    std::optional<TapeHeader> header;
    std::shared_ptr<const TapeState> state;
    bool any = false; ///< a frame was found
    std::optional<model::Error> problem;

private:
    MatchNames& m_names;
    std::optional<TapeDecoder> m_decoder;
    FrameBlock m_block;
};

QString kindName(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Header:
        return QStringLiteral("header");
    case RecordKind::Frame:
        return QStringLiteral("frame");
    case RecordKind::Footer:
        return QStringLiteral("footer");
    case RecordKind::Unknown:
        return QStringLiteral("unknown record");
    default:
        return QStringLiteral("bad record");
    }
}

QJsonObject frameData(Bytes content)
{
    QJsonObject out{{QStringLiteral("frame_index"), 0}, {QStringLiteral("timestamp_offset_ms"), 0}};
    QJsonObject kinds;
    int players = 0;
    int bones = 0;
    std::size_t events = 0;
    const auto event = [&](Bytes message) {
        const std::optional<Field> part = partOfEvent(message);
        if (!part || events++ >= MaxFrameEvents)
            return;
        const QString key = QString::number(part->number());
        kinds[key] = kinds[key].toInt() + 1;
    };
    const auto arena = [&](const Field& field) {
        if (field.key == bytes(5))
            ++players;
        else if (field.key == bytes(6))
            ++bones;
        else if (field.key == bytes(12))
            event(field.data);
    };
    eachField(content, [&](const Field& field) {
        if (field.key == varint(1))
            out[QStringLiteral("frame_index")] = static_cast<qint64>(field.asUnsigned());
        else if (field.key == varint(2))
            out[QStringLiteral("timestamp_offset_ms")] = static_cast<qint64>(field.asUnsigned());
        else if (field.key == bytes(10))
            eachField(field.data, arena);
    });
    out[QStringLiteral("players")] = players;
    out[QStringLiteral("bone_sets")] = bones;
    out[QStringLiteral("events")] = kinds;
    return out;
}

/// Tells of every record in order.
class RecordLister final : public RecordSink
{
public:
    RecordLister(Generation generation, const model::RecordSink& sink)
        : m_generation(generation), m_sink(sink)
    {
    }
    bool record(Bytes record, const RecordPlace& place) override
    {
        Envelope envelope{m_first ? RecordKind::Header : RecordKind::Frame, record};
        if (m_generation == Generation::Second)
            envelope = openEnvelope(record);
        m_first = false;
        model::Record out{RecordsStream,
                          {},
                          place.from,
                          kindName(envelope.kind),
                          {{QStringLiteral("bytes"), static_cast<qint64>(record.size())},
                           {QStringLiteral("unpacked_offset"), static_cast<qint64>(place.plain)}}};
        if (envelope.kind == RecordKind::Frame) {
            out.frame = m_frames++;
            if (m_generation == Generation::Second) {
                const QJsonObject data = frameData(envelope.content);
                for (auto it = data.begin(); it != data.end(); ++it)
                    out.data[it.key()] = it.value();
            }
        }
        bytes += record.size();
        return m_sink(out);
    }
    bool blockEnd() override { return true; }
    /// Between the records, as one of its own: what is not there would be silence else.
    bool damage(const model::Error& what, bool) override
    {
        return m_sink({RecordsStream,
                       {},
                       what.where.offset.value_or(0),
                       QStringLiteral("damage"),
                       {{QStringLiteral("message"), what.message}}});
    }
    std::uint64_t bytes = 0;

private:
    Generation m_generation;
    const model::RecordSink& m_sink;
    bool m_first = true;
    std::int64_t m_frames = 0;
};

} // namespace

TapeDecoder::TapeDecoder(const TapeHeader& header, MatchNames& names, bool scanning, TapeRemarks* remarks)
    : m_header(header), m_state(names, scanning, remarks), m_frames(header, m_state, remarks),
      m_oldFrames(names, remarks)
{
}

RecordKind TapeDecoder::take(Bytes record, FrameBlock& out, MatchHeader* match)
{
    if (m_header.generation == Generation::First)
        return m_oldFrames.decode(record, out, match) ? RecordKind::Frame : RecordKind::Damaged;
    const Envelope envelope = openEnvelope(record);
    if (envelope.kind != RecordKind::Frame)
        return envelope.kind;
    return m_frames.decode(envelope.content, out) ? RecordKind::Frame : RecordKind::Damaged;
}

Result<std::unique_ptr<FrameFile>> TapeFile::open(std::shared_ptr<model::ByteSource> bytes,
                                                  const std::stop_token& stop)
{
    auto file = std::unique_ptr<TapeFile>(new TapeFile(std::move(bytes)));
    if (auto done = file->readStart(stop); !done)
        return tl::unexpected(done.error());
    return std::unique_ptr<FrameFile>(std::move(file));
}

Result<void> TapeFile::readStart(const std::stop_token& stop)
{
    auto blocks = findBlocks(*m_bytes, stop);
    if (!blocks)
        return tl::unexpected(blocks.error());
    m_blocks = std::move(*blocks);
    Start start(m_names);
    if (auto walked = RecordWalk(*m_bytes, m_blocks).run(start, stop); !walked)
        return walked;
    if (!start.any && start.problem)
        return tl::unexpected(std::move(*start.problem));
    if (!start.header)
        return model::fail(ErrorCode::UnknownFormat,
                           model::Sentence::of(QStringLiteral("there is no record of a tape in the file")),
                           {0, {}, {}});
    if (!start.any)
        return model::fail(ErrorCode::Damaged,
                           model::Sentence::of(QStringLiteral("there is no frame of a match in the tape")),
                           {0, {}, {}});
    m_headerRecord = std::move(start.headerRecord);
    m_header = std::move(*start.header);
    m_start = std::move(start.state);
    return {};
}

QString TapeFile::version() const
{
    return m_header.generation == Generation::First ? QStringLiteral("tape 1") : QStringLiteral("tape 2");
}

QJsonObject TapeFile::metadata() const
{
    QJsonObject out = m_header.metadata;
    out[QStringLiteral("compression")] = layoutName(m_blocks.layout);
    out[QStringLiteral("blocks")] = static_cast<qint64>(m_blocks.frames.size());
    return out;
}

QString TapeFile::checksumCheck() const
{
    const std::vector<ZstdFrame>& frames = m_blocks.frames;
    const bool all = std::all_of(frames.begin(), frames.end(), [](const ZstdFrame& f) { return f.checksum; });
    return all && !frames.empty() ? DamagedBlock : QString();
}

Result<void> TapeFile::scan(ScanSink& sink, std::stop_token stop)
{
    for (const model::Diagnostic& note : m_blocks.notes)
        sink.diagnostic(note);
    TapeScan pass(m_header, m_blocks, m_start, m_names, sink);
    if (auto walked = RecordWalk(*m_bytes, m_blocks).run(pass, stop); !walked)
        return walked;
    if (pass.stoppedBySink() || !pass.finish())
        return model::cancelled();
    m_openEnded = pass.endIsMissing();
    return {};
}

Result<void> TapeFile::readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const
{
    out.clear();
    const auto* carry = dynamic_cast<const TapeCarry*>(ref.carry.get());
    if (carry == nullptr || carry->stretch.from != ref.offset)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no chunk %1 at byte %2").arg(ref.index).arg(ref.offset));
    std::vector<std::byte> text;
    if (carry->packed.empty()) {
        if (auto done = unpackStretch(*m_bytes, m_blocks, carry->stretch, text, stop); !done)
            return done;
    } else {
        auto unpacked =
            io::decompress(io::Compression::Zstd, carry->packed, MostChunkBytes + 2 * MaxRecordBytes);
        if (!unpacked)
            return tl::unexpected(unpacked.error());
        text = std::move(*unpacked);
    }
    TapeDecoder decoder(m_header, m_names, false, nullptr);
    decoder.state().restore(carry->state);
    Bytes left(text);
    while (out.size() < ref.frames) {
        const auto record = takeRecord(left);
        if (!record)
            break;
        decoder.take(*record, out);
    }
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

Result<std::uint64_t> TapeFile::readRaw(std::stop_token stop) const
{
    if (m_blocks.layout == Layout::Bare)
        return m_blocks.fileBytes;
    std::uint64_t sum = 0;
    std::vector<std::byte> piece;
    FrameUnpacker unpacker(*m_bytes);
    for (const ZstdFrame& frame : m_blocks.frames) {
        unpacker.begin(frame);
        for (bool more = true; more && sum <= MaxPlainBytes;) {
            piece.clear();
            const auto next = unpacker.next(piece, stop);
            if (!next)
                return tl::unexpected(next.error());
            more = *next;
            sum += piece.size();
        }
    }
    return sum;
}

Result<std::vector<model::StreamInfo>> TapeFile::streams(std::stop_token stop) const
{
    model::StreamInfo info{RecordsStream, 0, 0, {}};
    const model::RecordSink count = [&info](const model::Record& record) {
        ++info.records;
        ++info.kinds[record.name];
        return true;
    };
    RecordLister lister(m_header.generation, count);
    if (auto walked = RecordWalk(*m_bytes, m_blocks).run(lister, stop); !walked)
        return tl::unexpected(walked.error());
    info.bytes = lister.bytes;
    return std::vector{info};
}

Result<void> TapeFile::readRecords(const QString& stream, const model::RecordSink& sink,
                                   std::stop_token stop) const
{
    if (!stream.isEmpty() && stream != RecordsStream)
        return model::fail(ErrorCode::NotFound, QStringLiteral("there is no stream %1").arg(stream));
    RecordLister lister(m_header.generation, sink);
    return RecordWalk(*m_bytes, m_blocks).run(lister, stop);
}

namespace {

/// A bare file, or the first bytes of one unpacked.
bool beginsWithHeader(Bytes text)
{
    const auto record = takeRecord(text);
    if (!record || record->size() > ProbeRecordBytes)
        return false;
    MatchNames names;
    const auto header = readTapeHeader(*record, names);
    return header && header->plausible;
}

} // namespace

} // namespace tape

model::Confidence probeTape(std::span<const std::byte> firstBytes, const QString& name)
{
    const bool named = name.endsWith(QLatin1String(".tape"), Qt::CaseInsensitive) ||
                       name.endsWith(QLatin1String(".nevrcap"), Qt::CaseInsensitive);
    std::vector<std::byte> text;
    tape::Bytes plain = firstBytes;
    if (tape::looksLikeZstd(firstBytes)) {
        text = tape::unpackStart(firstBytes);
        plain = text;
    }
    if (tape::beginsWithHeader(plain))
        return model::Confidence::Certain;
    return named && !firstBytes.empty() ? model::Confidence::Possible : model::Confidence::No;
}

model::Result<std::unique_ptr<FrameFile>> openTape(std::shared_ptr<model::ByteSource> bytes,
                                                   std::stop_token stop)
{
    return tape::TapeFile::open(std::move(bytes), stop);
}

} // namespace ghostline::echo
