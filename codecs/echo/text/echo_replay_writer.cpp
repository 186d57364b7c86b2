// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/echo_replay_writer.h"

#include "codecs/echo/text/session_json.h"
#include "codecs/echo/text/session_text.h"
#include "codecs/io/zip_writer.h"

#include <QJsonObject>

#include <algorithm>

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using model::WriteReport;

namespace {

constexpr std::size_t PieceBytes = std::size_t{256} << 10;
constexpr model::FrameNumber ProgressStep = 64;

class TextWriter
{
public:
    TextWriter(const WriteJob& job, const EchoReplayOptions& options, model::AtomicFile& out)
        : m_job(job), m_options(options), m_out(out), m_text(job.header, *job.names),
          m_zip([&out](std::span<const std::byte> bytes) { return out.write(bytes); })
    {
    }

    Result<WriteReport> run()
    {
        const std::uint64_t start = m_out.position();
        if (m_options.zip) {
            const QString name =
                m_options.entryName.isEmpty() ? QStringLiteral("replay.echoreplay") : m_options.entryName;
            if (auto begun = m_zip.begin(name.toStdString(), m_options.level); !begun)
                return tl::unexpected(std::move(begun.error()));
        }
        // What is text already is copied, so that fields nobody here knows are kept.
        auto done = m_job.lines ? m_job.lines([this](std::string_view line) { return copy(line); })
                                : m_job.frames([this](const FrameBlock& block, std::size_t first,
                                                      std::size_t end) { return take(block, first, end); });
        if (done && m_frames == 0)
            done = model::fail(ErrorCode::InvalidArgument,
                               model::Sentence::of(QStringLiteral("there is no frame to write")));
        if (done)
            done = flush();
        if (done && m_options.zip)
            done = m_zip.end();
        if (done && m_options.zip)
            done = m_zip.finish();
        if (!done)
            return tl::unexpected(std::move(done.error()));
        return report(m_out.position() - start);
    }

private:
    Result<void> take(const FrameBlock& block, std::size_t first, std::size_t end)
    {
        for (std::size_t i = first; i < end; ++i) {
            const Frame& frame = block.frames[i];
            m_withBones += m_options.bones && frame.hasBones ? 1 : 0;
            m_text.append(m_piece, block, frame, m_options.bones);
            if (auto done = afterFrame(); !done)
                return done;
        }
        return {};
    }

    Result<void> copy(std::string_view line)
    {
        if (!m_options.bones)
            line = line.substr(0, line.find('\t', line.find('\t') + 1));
        m_withBones += SessionParser::columnsOf(line).bones.empty() ? 0 : 1;
        m_piece.append(line).append("\r\n");
        return afterFrame();
    }

    Result<void> afterFrame()
    {
        ++m_frames;
        if (m_job.stop.stop_requested())
            return model::cancelled(QStringLiteral("writing was cancelled"));
        if (m_piece.size() >= PieceBytes) {
            if (auto done = flush(); !done)
                return done;
        }
        const auto total = static_cast<double>(std::max(m_job.total, m_frames));
        if (m_job.progress && m_frames % ProgressStep == 0 &&
            !m_job.progress(static_cast<double>(m_frames) / total))
            return model::cancelled(QStringLiteral("writing was cancelled"));
        return {};
    }

    Result<void> flush()
    {
        const auto bytes = std::as_bytes(std::span(m_piece));
        auto done = m_options.zip ? m_zip.write(bytes) : m_out.write(bytes);
        m_textBytes += m_piece.size();
        m_piece.clear();
        return done;
    }

    WriteReport report(std::uint64_t bytes) const
    {
        const auto frames = static_cast<double>(m_frames);
        const auto each = [frames](std::uint64_t sum) { return static_cast<double>(sum) / frames; };
        const TextBytes& spent = m_text.bytes();
        const QJsonObject groups{{QStringLiteral("match"), each(spent.match)},
                                 {QStringLiteral("teams"), each(spent.teams)},
                                 {QStringLiteral("players"), each(spent.players)},
                                 {QStringLiteral("bones"), each(spent.bones)}};
        WriteReport report;
        report.bytes = bytes;
        report.frames = m_frames;
        report.details = {{QStringLiteral("frames"), static_cast<qint64>(m_frames)},
                          {QStringLiteral("frames_with_bones"), static_cast<qint64>(m_withBones)},
                          {QStringLiteral("bytes"), static_cast<qint64>(bytes)},
                          {QStringLiteral("bytes_per_frame"), each(bytes)},
                          {QStringLiteral("uncompressed_bytes"), static_cast<qint64>(m_textBytes)},
                          {QStringLiteral("uncompressed_bytes_per_frame"), each(m_textBytes)}};
        if (!m_job.lines)
            report.details.insert(QStringLiteral("bytes_per_frame_by_group"), groups);
        const auto note = [&report](std::uint64_t count, const char* code, const QString& text) {
            if (count > 0)
                report.notes.push_back({model::Severity::Info, QLatin1String(code), text.arg(count), {}});
        };
        note(m_text.losses().statuses, "unknown-status",
             QStringLiteral("%1 frames had an unknown game status; it is written as none"));
        note(m_text.losses().numbers, "not-a-number", QStringLiteral("%1 values were not finite numbers"));
        return report;
    }

    const WriteJob& m_job;
    const EchoReplayOptions& m_options;
    model::AtomicFile& m_out;
    SessionText m_text;
    io::ZipWriter m_zip;
    std::string m_piece;
    std::uint64_t m_textBytes = 0;
    model::FrameNumber m_frames = 0;
    std::uint64_t m_withBones = 0;
};

} // namespace

Result<WriteReport> writeEchoReplay(const WriteJob& job, const EchoReplayOptions& options,
                                    model::AtomicFile& out)
{
    if (options.zip && (options.level < 0 || options.level > 9))
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("level must be 0 to 9 for a ZIP, not %1").arg(options.level));
    return TextWriter(job, options, out).run();
}

} // namespace ghostline::echo
