// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/echo_replay_file.h"

#include "codecs/echo/frame/limits.h"
#include "codecs/echo/frame/time_stamp.h"
#include "codecs/echo/text/zip_text.h"
#include "model/base/text.h"
#include "model/bytes/byte_sources.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstring>

namespace ghostline::echo {

using model::Confidence;
using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

const QString Ending = QStringLiteral(".echoreplay");
constexpr std::size_t MaxReaders = 4;

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool startsLikeFrame(std::string_view start)
{
    const std::string_view line = start.substr(0, start.find('\n'));
    const SessionParser::Columns columns = SessionParser::columnsOf(line);
    return columns.session.starts_with('{') && parseTimeStamp(columns.time).has_value();
}

} // namespace

Confidence probeEchoReplay(std::span<const std::byte> firstBytes, const QString& name)
{
    const bool named = name.endsWith(Ending, Qt::CaseInsensitive);
    if (startsLikeFrame(asText(firstBytes)))
        return Confidence::Certain;
    if (io::looksLikeZip(firstBytes)) {
        // The first entry's name follows the fixed part of its header.
        const bool inside =
            asText(firstBytes.first(std::min<std::size_t>(firstBytes.size(), 512))).find(".echoreplay") !=
            std::string_view::npos;
        return named || inside ? Confidence::Certain : Confidence::No;
    }
    return named && !firstBytes.empty() ? Confidence::Possible : Confidence::No;
}

Result<std::unique_ptr<FrameFile>> openEchoReplay(std::shared_ptr<model::ByteSource> bytes,
                                                  std::stop_token stop)
{
    return EchoReplayFile::open(std::move(bytes), stop);
}

Result<std::unique_ptr<FrameFile>> EchoReplayFile::open(std::shared_ptr<model::ByteSource> bytes,
                                                        const std::stop_token& stop,
                                                        std::unique_ptr<TextGrowth> growth)
{
    auto file = std::unique_ptr<EchoReplayFile>(new EchoReplayFile(std::move(bytes)));
    file->m_growth = std::move(growth);
    if (auto done = file->openText(stop); !done)
        return tl::unexpected(std::move(done.error()));
    if (auto done = file->readHeader(stop); !done)
        return tl::unexpected(std::move(done.error()));
    return std::unique_ptr<FrameFile>(std::move(file));
}

Result<void> EchoReplayFile::openText(const std::stop_token& stop)
{
    std::array<std::byte, 4> mark{};
    auto got = m_bytes->read(0, mark, stop);
    if (!got)
        return tl::unexpected(std::move(got.error()));
    if (*got == 0)
        return model::fail(ErrorCode::UnknownFormat, model::Sentence::of(QStringLiteral("the file is empty")),
                           {0, {}, {}});
    if (io::looksLikeZip(std::span(mark).first(*got)))
        return openZip(stop);
    m_text = m_bytes;
    return {};
}

Result<void> EchoReplayFile::openZip(const std::stop_token& stop)
{
    auto entries = io::readZipDirectory(*m_bytes, stop);
    if (entries && entries->empty())
        return model::fail(ErrorCode::Damaged,
                           model::Sentence::of(QStringLiteral("the ZIP archive is empty")), {0, {}, {}});
    if (entries) {
        m_entry = *chooseEntry(*entries);
        if (entries->size() > 1)
            m_openNotes.push_back({Severity::Warning,
                                   QStringLiteral("more-entries"),
                                   QStringLiteral("the archive holds %1 entries; only \"%2\" is shown")
                                       .arg(entries->size())
                                       .arg(QString::fromStdString(m_entry.name)),
                                   {}});
    } else if (entries.error().code == ErrorCode::Damaged) {
        // A copy cut short has lost its directory, but the text is in front.
        auto first = io::readZipLocalEntry(*m_bytes, 0, stop);
        if (!first)
            return tl::unexpected(std::move(first.error()));
        m_openNotes.push_back({Severity::Error, QStringLiteral("zip-directory"), entries.error().message,
                               entries.error().where});
        m_entry = std::move(*first);
    } else {
        return tl::unexpected(std::move(entries.error()));
    }
    if (m_entry.encrypted)
        return model::fail(ErrorCode::Unsupported,
                           model::Sentence::of(QStringLiteral("the ZIP archive is encrypted")), {0, {}, {}});
    if (m_entry.method != io::ZipStored && m_entry.method != io::ZipDeflated)
        return model::fail(
            ErrorCode::Unsupported,
            model::Sentence::of(
                QStringLiteral("the ZIP archive is packed with method %1; 0 (stored) and 8 (deflate) can "
                               "be read"),
                {QString::number(m_entry.method)}),
            {m_entry.headerOffset, {}, {}});
    auto data = io::zipDataOffset(*m_bytes, m_entry, stop);
    if (!data)
        return tl::unexpected(std::move(data.error()));
    if (m_entry.method == io::ZipStored) {
        m_text = std::make_shared<StoredSource>(m_bytes, *data, m_entry.packedSize);
        return {};
    }
    auto inflated = io::InflatedSource::create(m_bytes, {*data, m_entry.packedSize, m_entry.size});
    if (!inflated)
        return tl::unexpected(std::move(inflated.error()));
    m_inflated = inflated->get();
    m_text = std::move(*inflated);
    return {};
}

/// Reads up to the first frame, which in a sound file is the first line.
Result<void> EchoReplayFile::readHeader(const std::stop_token& stop)
{
    constexpr std::size_t Piece = std::size_t{64} << 10;
    SessionParser parser(m_names);
    FrameBlock block;
    // Small pieces first: a packed text is unpacked only as far as this needs.
    std::string text(Piece + LinePadding, '\0');
    std::uint64_t offset = 0;
    std::size_t kept = 0;
    LineRemarks remarks;
    while (offset < MaxLeadBytes) {
        auto got = m_text->read(
            offset, std::as_writable_bytes(std::span(text.data() + kept, text.size() - LinePadding - kept)),
            stop);
        if (!got && (got.error().code != ErrorCode::Damaged || kept == 0))
            return tl::unexpected(std::move(got.error()));
        const std::size_t fresh = got ? *got : 0;
        const std::size_t size = kept + fresh;
        std::size_t begin = 0;
        while (begin < size) {
            const auto* const found =
                static_cast<const char*>(std::memchr(text.data() + begin, '\n', size - begin));
            if (found == nullptr && fresh > 0)
                break;
            const std::size_t end = found != nullptr ? static_cast<std::size_t>(found - text.data()) : size;
            const std::string_view line(text.data() + begin, end - begin);
            MatchHeader header;
            if (parser.parse(line, block, &remarks, &header) == LineKind::Frame) {
                m_header = std::move(header);
                m_firstHasBones = block.frames.front().hasBones;
                return {};
            }
            begin = end + 1;
        }
        if (fresh == 0)
            break;
        offset += fresh;
        kept = begin < size ? size - begin : 0;
        if (kept > MaxLineBytes)
            kept = 0; // the rest of that line is one more bad line here
        std::memmove(text.data(), text.data() + size - kept, kept);
        if (text.size() - LinePadding - kept < Piece)
            text.resize(kept + Piece + LinePadding);
    }
    const model::DiagnosticList notes = remarks.diagnostics();
    return model::fail(
        ErrorCode::UnknownFormat,
        notes.empty() ? model::Sentence::of(QStringLiteral("there is no frame of a match in the text"))
                      : model::Sentence::of(QStringLiteral("there is no frame of a match in the text: %1"),
                                            {notes.front().message}),
        {0, {}, {}});
}

QString EchoReplayFile::version() const
{
    return m_entry.name.empty() ? QStringLiteral("text") : QStringLiteral("zip");
}

QJsonObject EchoReplayFile::metadata() const
{
    QJsonObject object{{QStringLiteral("columns"), m_firstHasBones ? 3 : 2}};
    if (!m_header.unknownFields.isEmpty())
        object.insert(QStringLiteral("unknown_fields"), QJsonArray::fromStringList(m_header.unknownFields));
    if (!m_entry.name.empty()) {
        object.insert(QStringLiteral("compression"), m_entry.method == io::ZipStored
                                                         ? QStringLiteral("zip, stored")
                                                         : QStringLiteral("zip, deflate"));
        object.insert(QStringLiteral("entry"), QString::fromStdString(m_entry.name));
        object.insert(QStringLiteral("text_bytes"), static_cast<qint64>(m_text->size()));
    }
    return object;
}

std::uint64_t EchoReplayFile::textEnd() const
{
    // What an archive claims about its text is a hint: the text ends where it ends.
    return m_inflated != nullptr ? std::numeric_limits<std::uint64_t>::max() : m_text->size();
}

std::unique_ptr<EchoReplayFile::Reader> EchoReplayFile::borrow() const
{
    const std::lock_guard lock(m_mutex);
    if (m_readers.empty())
        return std::make_unique<Reader>(m_names);
    auto reader = std::move(m_readers.back());
    m_readers.pop_back();
    return reader;
}

void EchoReplayFile::giveBack(std::unique_ptr<Reader> reader) const
{
    const std::lock_guard lock(m_mutex);
    if (m_readers.size() < MaxReaders)
        m_readers.push_back(std::move(reader));
}

namespace {

/// Calls take(line) for each line of a text that has padding behind it, until it says false.
template<typename Take>
void eachTextLine(const std::string& padded, const Take& take)
{
    const std::string_view text = std::string_view(padded).substr(0, padded.size() - LinePadding);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (!take(text.substr(begin, end - begin)))
            return;
        begin = end + 1;
    }
}

} // namespace

Result<void> EchoReplayFile::readText(const ChunkRef& ref, Reader& reader, const std::stop_token& stop) const
{
    if (ref.size > ChunkTextBytes + MaxLineBytes)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("no such chunk"), {ref.offset, {}, {}});
    const auto size = static_cast<std::size_t>(ref.size);
    reader.text.resize(size + LinePadding);
    return model::readExactly(*m_text, ref.offset,
                              std::as_writable_bytes(std::span(reader.text.data(), size)), stop);
}

Result<void> EchoReplayFile::readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const
{
    out.clear();
    auto reader = borrow();
    if (auto done = readText(ref, *reader, stop); !done)
        return done;
    eachTextLine(reader->text, [&](std::string_view line) {
        reader->parser.parse(line, out);
        return true;
    });
    giveBack(std::move(reader));
    if (out.size() != ref.frames)
        return model::fail(
            ErrorCode::Damaged,
            model::Sentence::of(
                QStringLiteral("the text at byte %1 has %2 frames where there were %3: the file was changed"),
                {QString::number(ref.offset), QString::number(out.size()), QString::number(ref.frames)}),
            {ref.offset, {}, static_cast<std::int64_t>(ref.index)});
    return {};
}

Result<void> EchoReplayFile::readLines(const ChunkRef& ref, std::size_t first, std::size_t end,
                                       const LineTaker& take, std::stop_token stop) const
{
    auto reader = borrow();
    if (auto done = readText(ref, *reader, stop); !done)
        return done;
    Result<void> taken;
    FrameBlock block;
    std::string repaired;
    eachTextLine(reader->text, [&](std::string_view line) {
        const std::size_t number = block.size();
        if (reader->parser.parse(line, block) == LineKind::Frame && number >= first)
            taken = take(SessionParser::soundText(line, repaired));
        return taken.has_value() && block.size() < end;
    });
    giveBack(std::move(reader));
    return taken;
}

// One pass over the text: chunks of frames, what is missing, and the raw lines for people who study the
// format.

namespace {

const QString Frames = QStringLiteral("frames");
constexpr std::size_t RawBlock = std::size_t{1} << 20;

QString kindName(LineKind kind, const FrameBlock& block)
{
    switch (kind) {
    case LineKind::Frame:
        return block.frames.front().hasBones ? QStringLiteral("frame with bones") : QStringLiteral("frame");
    case LineKind::Answer:
        return QStringLiteral("not in match");
    default:
        return QStringLiteral("bad line");
    }
}

QJsonObject parsed(std::string_view text)
{
    return QJsonDocument::fromJson(QByteArray(text.data(), static_cast<qsizetype>(text.size()))).object();
}

QJsonObject lineData(const SessionParser::Columns& columns, LineKind kind, std::string_view line)
{
    if (kind != LineKind::Frame && kind != LineKind::Answer)
        return {{QStringLiteral("text"),
                 QString::fromUtf8(line.data(),
                                   std::min<qsizetype>(static_cast<qsizetype>(line.size()), MaxShownBytes))}};
    QJsonObject data{{QStringLiteral("timestamp"), model::textOf(columns.time)},
                     {QStringLiteral("session"), parsed(columns.session)}};
    if (!columns.bones.empty())
        data.insert(QStringLiteral("bones"), parsed(columns.bones));
    return data;
}

} // namespace

/// The state of one pass.
class EchoReplayFile::Scan
{
public:
    Scan(EchoReplayFile& file, ScanSink& sink) : m_file(file), m_sink(sink), m_parser(file.m_names) {}

    Result<void> run(const std::stop_token& stop)
    {
        if (m_file.m_growth != nullptr)
            return follow(stop);
        LineReader lines(*m_file.m_text, 0, m_file.textEnd());
        if (!m_file.m_entry.name.empty())
            lines.addUp();
        while (true) {
            auto line = lines.next(stop);
            if (!line)
                return tl::unexpected(std::move(line.error()));
            if (!*line)
                break;
            if (!take(**line))
                return stopped();
        }
        const bool whole = !lines.damage();
        if (!flush())
            return stopped();
        for (model::Diagnostic& note : m_remarks.diagnostics())
            m_sink.diagnostic(std::move(note));
        if (!whole)
            reportEnd(*lines.damage());
        else
            m_file.checkPacking(lines.checksum(), m_sink);
        return {};
    }

private:
    static Result<void> stopped() { return model::cancelled(); }

    /// Reads what is there, and what is added until nothing more is.
    Result<void> follow(const std::stop_token& stop)
    {
        if (!readOn(stop))
            return stopped();
        m_file.m_growing = true;
        auto done = m_file.m_growth->follow(
            m_sink, [&] { return readOn(stop); }, stop);
        m_file.m_growing = false;
        for (model::Diagnostic& note : m_remarks.diagnostics())
            m_sink.diagnostic(std::move(note));
        return done;
    }

    /// From where it stands to the end, all of it told; false when the scan is over.
    bool readOn(const std::stop_token& stop)
    {
        const std::uint64_t end = m_file.m_text->size();
        if (m_readTo < end) {
            LineReader lines(*m_file.m_text, m_readTo, end);
            while (true) {
                const auto line = lines.next(stop);
                if (!line)
                    return false;
                if (!*line || !(*line)->closed)
                    break;
                m_readTo = (*line)->end + 1;
                if (!take(**line))
                    return false;
            }
        }
        return m_block.size() > 0 ? flush()
                                  : m_sink.chunk({m_readTo, 0, m_chunks, 0, nullptr}, m_block, m_readTo);
    }

    bool take(const Line& line)
    {
        m_remarks.setPlace(line.offset, m_frames);
        if (line.tooLong) {
            m_remarks.add(Remark::TooLong);
            return lose(QStringLiteral("a line of %1 bytes was skipped").arg(line.size));
        }
        if (m_block.size() > 0 && (m_block.size() >= ChunkFrames || line.end - m_begin > ChunkTextBytes)) {
            if (!flush())
                return false;
        }
        const LineKind kind = m_parser.parse(line.text, m_block, &m_remarks, first());
        if (kind == LineKind::Frame) {
            if (m_block.size() == 1)
                m_begin = line.offset;
            m_end = line.end;
            ++m_frames;
            return true;
        }
        if (kind == LineKind::Blank || kind == LineKind::Answer)
            return true;
        if (!line.closed) {
            m_remarks.add(Remark::CutLine);
            return true;
        }
        return lose(QStringLiteral("a line that cannot be read was skipped"));
    }

    /// The parser must know the first frame's session to tell others from it.
    MatchHeader* first() { return m_frames == 0 ? &m_ignored : nullptr; }

    bool lose(const QString& reason)
    {
        if (m_lost++ >= MaxLostPlaces)
            return true;
        if (!flush())
            return false;
        m_sink.lost(reason);
        return true;
    }

    bool flush()
    {
        if (m_block.size() == 0)
            return true;
        const ChunkRef ref{m_begin, m_end - m_begin, m_chunks++, static_cast<std::uint32_t>(m_block.size()),
                           nullptr};
        const bool on = m_sink.chunk(ref, m_block, m_end);
        m_block.clear();
        return on;
    }

    void reportEnd(const model::Error& error)
    {
        m_sink.diagnostic({Severity::Error,
                           QStringLiteral("truncated"),
                           QStringLiteral("the recording ends early: %1").arg(error.message),
                           {error.where.offset, m_frames, {}}});
    }

    EchoReplayFile& m_file;
    ScanSink& m_sink;
    SessionParser m_parser;
    LineRemarks m_remarks;
    MatchHeader m_ignored;
    FrameBlock m_block;
    std::uint64_t m_begin = 0;  ///< of the block's first line
    std::uint64_t m_end = 0;    ///< of its last frame
    std::uint64_t m_readTo = 0; ///< of what grows
    std::uint64_t m_chunks = 0;
    std::int64_t m_frames = 0;
    int m_lost = 0;
};

Result<void> EchoReplayFile::scan(ScanSink& sink, std::stop_token stop)
{
    for (const model::Diagnostic& note : m_openNotes)
        sink.diagnostic(note);
    return Scan(*this, sink).run(stop);
}

/// What the archive says of its text against what came out.
void EchoReplayFile::checkPacking(std::uint32_t checksum, ScanSink& sink) const
{
    const std::uint64_t size = m_text->size();
    if (checksumCheck().isEmpty() || (size == m_entry.size && checksum == m_entry.crc))
        return;
    sink.diagnostic({Severity::Warning,
                     checksumCheck(),
                     size != m_entry.size
                         ? QStringLiteral("the archive announces %1 bytes of text, %2 came out")
                               .arg(m_entry.size)
                               .arg(size)
                         : QStringLiteral("the text is not what was packed: its checksum differs"),
                     {m_entry.headerOffset, {}, {}}});
}

Result<std::uint64_t> EchoReplayFile::readRaw(std::stop_token stop) const
{
    if (m_inflated != nullptr)
        return m_inflated->unpackAll(stop);
    std::vector<std::byte> block(RawBlock);
    std::uint64_t done = 0;
    while (true) {
        auto got = m_text->read(done, block, stop);
        if (!got)
            return tl::unexpected(std::move(got.error()));
        done += *got;
        if (*got < block.size())
            return done;
    }
}

Result<void> EchoReplayFile::eachLine(const LineSink& sink, const std::stop_token& stop) const
{
    auto reader = borrow();
    FrameBlock block;
    LineReader lines(*m_text, 0, textEnd());
    while (true) {
        auto line = lines.next(stop);
        if (!line)
            return tl::unexpected(std::move(line.error()));
        if (!*line)
            break;
        block.clear();
        const LineKind kind =
            (*line)->tooLong ? LineKind::BadJson : reader->parser.parse((*line)->text, block);
        if (!sink(**line, kind, block))
            break;
    }
    giveBack(std::move(reader));
    return {};
}

Result<std::vector<model::StreamInfo>> EchoReplayFile::streams(std::stop_token stop) const
{
    model::StreamInfo info{Frames, 0, 0, {}};
    const auto count = [&info](const Line& line, LineKind kind, const FrameBlock& block) {
        info.bytes = line.end;
        if (kind == LineKind::Blank)
            return true;
        ++info.records;
        ++info.kinds[kindName(kind, block)];
        return true;
    };
    if (auto done = eachLine(count, stop); !done)
        return tl::unexpected(std::move(done.error()));
    return std::vector{info};
}

Result<void> EchoReplayFile::readRecords(const QString& stream, const model::RecordSink& sink,
                                         std::stop_token stop) const
{
    if (!stream.isEmpty() && stream != Frames)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no stream \"%1\"").arg(stream));
    std::int64_t frame = 0;
    const auto show = [&](const Line& line, LineKind kind, const FrameBlock& block) {
        if (kind == LineKind::Blank)
            return true;
        model::Record record{Frames,
                             {},
                             line.offset,
                             kindName(kind, block),
                             lineData(SessionParser::columnsOf(line.text), kind, line.text)};
        if (kind == LineKind::Frame)
            record.frame = frame++;
        return sink(record);
    };
    return eachLine(show, stop);
}

} // namespace ghostline::echo
