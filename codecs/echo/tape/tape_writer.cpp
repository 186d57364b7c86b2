// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_writer.h"

#include "codecs/echo/tape/tape_container.h"
#include "codecs/echo/tape/tape_frame_writer.h"
#include "codecs/echo/tape/tape_header.h"

#include <QJsonObject>
#include <QUuid>

#include <algorithm>

namespace ghostline::echo {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::WriteReport;

namespace tape {

namespace {

constexpr model::FrameNumber ProgressStep = 64;
/// A block of more unpacked bytes ends before its number of frames is full: its window stays small.
constexpr std::size_t MostBlockBytes = std::size_t{4} << 20;
/// Entries of the footer's list of events; more, and it is left out as a whole: it is of use only when whole.
constexpr std::size_t MostIndexed = 1'000'000;
constexpr std::int64_t FarMs = (std::int64_t{1} << 40) * 1000; ///< what readers take for a date

/// The footer's number for an event, by its number in EchoEvent; 0 for none.
std::uint32_t indexType(std::uint32_t event)
{
    if (event >= 10 && event <= 15)
        return event - 9;
    if (event >= 20 && event <= 26)
        return event - 10;
    if (event >= 30 && event <= 32)
        return event - 10;
    if (event == 40 || event == 41)
        return event - 10;
    return event >= 50 && event <= 58 ? event - 10 : 0;
}

/// One for each recording and start: the same match written twice is the same file.
QString captureId(const MatchHeader& header, std::int64_t createdMs)
{
    static const QUuid Space(QStringLiteral("{6f2c6a0e-3a57-5d0b-9c5d-2b7b2f0f6a11}"));
    return QUuid::createUuidV5(Space, header.sessionId + u' ' + QString::number(createdMs))
        .toString(QUuid::WithoutBraces);
}

class TapeWriter
{
public:
    TapeWriter(const WriteJob& job, const TapeOptions& options, model::AtomicFile& out)
        : m_job(job), m_options(options), m_level(options.level < 0 ? UsualLevel : options.level),
          m_container(out, options.packed, m_level), m_frames(job.header, *job.names)
    {
    }

    Result<WriteReport> run()
    {
        auto done = m_job.frames([this](const FrameBlock& block, std::size_t first, std::size_t end) {
            return take(block, first, end);
        });
        if (done && m_written == 0)
            done = fail(ErrorCode::InvalidArgument,
                        model::Sentence::of(QStringLiteral("there is no frame to write")));
        if (done)
            done = m_container.closeBlock();
        if (done)
            done = footer();
        if (done)
            done = m_container.finish();
        if (!done)
            return tl::unexpected(std::move(done.error()));
        return report();
    }

private:
    Result<void> take(const FrameBlock& block, std::size_t first, std::size_t end)
    {
        for (std::size_t i = first; i < end; ++i) {
            if (m_job.stop.stop_requested())
                return model::cancelled(QStringLiteral("writing was cancelled"));
            if (auto done = one(block, i); !done)
                return done;
            const auto total = static_cast<double>(std::max(m_job.total, m_written));
            if (m_job.progress && m_written % ProgressStep == 0 &&
                !m_job.progress(static_cast<double>(m_written) / total))
                return model::cancelled(QStringLiteral("writing was cancelled"));
        }
        return {};
    }

    Result<void> one(const FrameBlock& block, std::size_t at)
    {
        const Frame& frame = block.frames[at];
        if (m_written == 0) {
            if (auto done = header(block, frame); !done)
                return done;
        }
        if (m_written >= std::int64_t{UINT32_MAX} ||
            m_container.plainBytes() > MaxPlainBytes - MostBlockBytes)
            return fail(ErrorCode::LimitExceeded,
                        model::Sentence::of(QStringLiteral(
                            "a tape of more than 4 GiB unpacked can be read by nobody; write it in parts")));
        const auto index = static_cast<std::uint32_t>(m_written);
        const bool key = m_written % m_options.keyframeInterval == 0 || m_inBlock >= MostBlockBytes;
        if (key) {
            if (auto done = m_container.closeBlock(); !done)
                return done;
            m_inBlock = 0;
            m_keys.emplace_back(index,
                                m_container.isPacked() ? m_container.offset() : m_container.plainBytes());
        }
        auto& losses = m_frames.losses();
        losses.rules += frame.rulesChangedAt != m_rulesAt || frame.rulesChangedBy != m_rulesBy ? 1 : 0;
        const std::size_t before = m_container.text().size();
        m_lastMs = offsetOf(frame.timeMs);
        m_frames.write(block, at, index, m_lastMs, key, m_container.text());
        m_inBlock += m_container.text().size() - before;
        for (const std::uint32_t event : m_frames.events())
            addToIndex(indexType(event), index);
        ++m_written;
        return {};
    }

    /// Milliseconds since the header's date.
    std::uint32_t offsetOf(std::int64_t timeMs)
    {
        std::int64_t offset = 0;
        const bool far = __builtin_sub_overflow(timeMs, m_createdMs, &offset);
        if (!far && offset >= 0 && offset <= std::int64_t{UINT32_MAX})
            return static_cast<std::uint32_t>(offset);
        ++m_frames.losses().times;
        return timeMs < m_createdMs ? 0 : UINT32_MAX;
    }

    void addToIndex(std::uint32_t type, std::uint32_t frame)
    {
        if (type == 0 || m_indexed++ >= MostIndexed)
            return;
        m_index[type].push_back(frame);
    }

    Result<void> header(const FrameBlock& block, const Frame& frame)
    {
        m_createdMs = std::clamp(frame.timeMs, -FarMs, FarMs);
        m_rulesAt = frame.rulesChangedAt;
        m_rulesBy = frame.rulesChangedBy;
        ProtoWriter out(m_container.text());
        out.sized([&] {
            out.message(static_cast<std::uint32_t>(RecordKind::Header), [&] { capture(block, frame, out); });
        });
        return m_options.packed ? m_container.closeBlock() : Result<void>{};
    }

    static void put(std::uint32_t field, const QString& text, ProtoWriter& out)
    {
        out.text(field, text.toStdString());
    }

    void capture(const FrameBlock& block, const Frame& frame, ProtoWriter& out)
    {
        constexpr std::int64_t Second = 1000;
        const std::int64_t milli = (m_createdMs % Second + Second) % Second;
        put(1, captureId(m_job.header, m_createdMs), out);
        out.message(2, [&] {
            out.whole(1, static_cast<std::uint64_t>((m_createdMs - milli) / Second));
            out.whole(2, static_cast<std::uint64_t>(milli * 1'000'000));
        });
        out.whole(3, 2); // version
        out.whole(5, 1); // minor one: with the header's list of players
        out.whole(7, 1); // only what is not 0 is stored
        put(8, gameTypeOf(m_job.header, m_frames.losses()), out);
        put(9, QStringLiteral("Ghostline"), out);
        out.message(10, [&] { arena(block, frame, out); });
    }

    void arena(const FrameBlock& block, const Frame& frame, ProtoWriter& out)
    {
        const MatchHeader& match = m_job.header;
        const bool coded = match.map != Map::Uncoded;
        put(1, match.sessionId, out);
        put(2, match.mapName.isEmpty() && coded ? mapWord(match.map) : match.mapName, out);
        put(4, match.client, out);
        out.integer(7, match.totalRounds);
        m_frames.roster(block, frame, 8, out);
        if (frame.hasBones)
            out.message(9, [&out] {
                constexpr std::uint32_t PlaceBytes = 12;
                constexpr std::uint32_t TurnBytes = 16;
                out.whole(1, Bones);
                out.whole(2, PlaceBytes);
                out.whole(3, TurnBytes);
            });
        put(10, match.sessionIp, out);
        out.text(11, shortName(m_job.names->textAt(frame.rulesChangedBy), m_frames.losses()));
        out.whole(12, static_cast<std::uint64_t>(frame.rulesChangedAt));
        const bool named =
            std::ranges::any_of(match.teamNames, [](const QString& n) { return !n.isEmpty(); });
        for (std::size_t team = 0; named && team < match.teamNames.size(); ++team) {
            const std::string name = match.teamNames[team].toStdString();
            out.data(13, std::as_bytes(std::span(name))); // an empty one keeps its place
        }
    }

    Result<void> footer()
    {
        const std::uint64_t offset = m_container.plainBytes();
        ProtoWriter out(m_container.text());
        out.sized([&] {
            out.message(static_cast<std::uint32_t>(RecordKind::Footer), [&] {
                out.whole(1, static_cast<std::uint64_t>(m_written));
                out.whole(2, m_lastMs);
                out.whole(3, offset);
                for (const auto& [frame, place] : m_keys)
                    out.message(4, [&, frame = frame, place = place] {
                        out.whole(1, frame);
                        out.whole(2, place);
                    });
                if (m_indexed <= MostIndexed)
                    eventIndex(out);
            });
        });
        return m_container.closeBlock();
    }

    void eventIndex(ProtoWriter& out) const
    {
        for (const auto& [type, frames] : m_index)
            out.message(5, [&, type = type, &frames = frames] {
                out.whole(1, type);
                out.message(2, [&] {
                    for (const std::uint32_t frame : frames)
                        out.varint(frame);
                });
            });
    }

    WriteReport report()
    {
        const auto frames = static_cast<double>(m_written);
        const auto each = [frames](std::uint64_t sum) { return static_cast<double>(sum) / frames; };
        const std::uint64_t bytes = m_container.offset();
        const FrameBytes& spent = m_frames.bytes();
        WriteReport out;
        out.bytes = bytes;
        out.frames = m_written;
        out.details = {{QStringLiteral("frames"), static_cast<qint64>(m_written)},
                       {QStringLiteral("bytes"), static_cast<qint64>(bytes)},
                       {QStringLiteral("bytes_per_frame"), each(bytes)},
                       {QStringLiteral("chunks"), static_cast<qint64>(m_container.blocks())},
                       {QStringLiteral("level"), m_options.packed ? m_level : 0},
                       {QStringLiteral("uncompressed_bytes"), static_cast<qint64>(m_container.plainBytes())},
                       {QStringLiteral("uncompressed_bytes_per_frame"), each(m_container.plainBytes())},
                       {QStringLiteral("bytes_per_frame_by_group"),
                        QJsonObject{{QStringLiteral("match"), each(spent.match)},
                                    {QStringLiteral("players"), each(spent.players)},
                                    {QStringLiteral("bones"), each(spent.bones)},
                                    {QStringLiteral("events"), each(spent.events)}}}};
        out.notes = lossNotes(m_frames.losses(), m_job.header);
        return out;
    }

    const WriteJob& m_job;
    const TapeOptions& m_options;
    int m_level;
    ContainerWriter m_container;
    FrameWriter m_frames;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> m_keys; ///< frame, where its block begins
    std::map<std::uint32_t, std::vector<std::uint32_t>> m_index; ///< frames by event type
    std::size_t m_indexed = 0;
    std::size_t m_inBlock = 0; ///< unpacked bytes
    std::int64_t m_createdMs = 0;
    std::uint32_t m_lastMs = 0;
    std::int64_t m_rulesAt = 0;
    std::uint32_t m_rulesBy = 0;
    model::FrameNumber m_written = 0;
};

} // namespace

} // namespace tape

Result<WriteReport> writeTape(const WriteJob& job, const TapeOptions& options, model::AtomicFile& out)
{
    if (options.keyframeInterval < 1 || options.keyframeInterval > 65535)
        return fail(
            ErrorCode::InvalidArgument,
            QStringLiteral("a keyframe interval of %1 is not in 1 to 65535").arg(options.keyframeInterval));
    if (options.level >= 0 && (options.level < tape::LowestLevel || options.level > tape::HighestLevel))
        return fail(ErrorCode::InvalidArgument, QStringLiteral("level must be %1 to %2 for a tape, not %3")
                                                    .arg(tape::LowestLevel)
                                                    .arg(tape::HighestLevel)
                                                    .arg(options.level));
    if (job.names == nullptr || !job.frames)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("there is nothing to write"));
    return tape::TapeWriter(job, options, out).run();
}

} // namespace ghostline::echo
