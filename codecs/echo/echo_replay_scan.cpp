// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the text: chunks of frames, what is missing, and the raw lines for people who study the
// format.
#include "codecs/echo/echo_replay_file.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

const QString Frames = QStringLiteral("frames");
constexpr std::size_t RawBlock = std::size_t{1} << 20;
constexpr qsizetype MaxShownBytes = 200;

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
    QJsonObject data{{QStringLiteral("timestamp"),
                      QString::fromUtf8(columns.time.data(), static_cast<qsizetype>(columns.time.size()))},
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
    static Result<void> stopped()
    {
        return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
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
    std::uint64_t m_begin = 0; ///< of the block's first line
    std::uint64_t m_end = 0;   ///< of its last frame
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
    if (m_entry.name.empty() || !m_entry.sizesKnown || (size == m_entry.size && checksum == m_entry.crc))
        return;
    sink.diagnostic({Severity::Warning,
                     QStringLiteral("zip-checksum"),
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
