// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_scan.h"

namespace ghostline::echo::butter {

using model::Result;
using model::Severity;

namespace {

class Scan
{
public:
    Scan(const ChunkLoader& loader, ChunkDecoder& decoder, ScanSink& sink, const std::stop_token& stop)
        : m_loader(loader), m_decoder(decoder), m_sink(sink), m_stop(stop), m_chunks(loader)
    {
    }

    Result<void> run()
    {
        sayOfFile();
        for (;;) {
            const auto more = m_chunks.advance(m_stop);
            if (!more)
                return tl::unexpected(more.error());
            const auto goOn = *more ? chunk() : false;
            if (!goOn)
                return tl::unexpected(goOn.error());
            if (!*goOn)
                break;
        }
        sayOddities();
        return {};
    }

private:
    Result<bool> chunk()
    {
        const LoadedChunk& now = m_chunks.now();
        const auto& entry = m_loader.table().chunks[now.number];
        m_times.next = m_chunks.nextKeyTime();
        auto carry = std::make_shared<Carry>();
        carry->times = m_times;
        if (m_running.bones.empty() || !m_origin || m_origin->running.bones.empty() ||
            m_sinceOrigin >= OriginFrames) {
            carry->running = m_running;
            m_origin = carry;
            m_originChunk = now.number;
            m_sinceOrigin = 0;
        } else {
            carry->origin = m_origin;
            carry->originChunk = m_originChunk;
        }
        std::vector<TimeRepair> repairs;
        const Decoded decoded =
            m_decoder.decodeTimed(now.chunk, m_running, m_times, m_block, repairs, m_stop);
        if (decoded.problem == Problem::Cancelled)
            return model::cancelled();
        for (const TimeRepair& repair : repairs)
            sayTime(repair, entry.offset);
        note(decoded.oddities);
        bool goOn = true;
        if (m_block.size() > 0) {
            const ChunkRef ref{entry.offset, entry.size, now.number,
                               static_cast<std::uint32_t>(m_block.size()), std::move(carry)};
            m_frames += static_cast<std::int64_t>(m_block.size());
            m_sinceOrigin += m_block.size();
            goOn = m_sink.chunk(ref, m_block, entry.offset + entry.size);
        }
        const bool failed = decoded.problem != Problem::None;
        if (now.damage)
            lose(QStringLiteral("truncated"), now.damage->message, entry.offset);
        else if (failed)
            lose(QStringLiteral("bad-frame"),
                 QStringLiteral("%1, at byte %2 of the unpacked chunk %3 that begins at byte %4 of the file")
                     .arg(problemText(decoded.problem))
                     .arg(decoded.stoppedAt)
                     .arg(now.number)
                     .arg(entry.offset),
                 entry.offset);
        return goOn && decoded.problem != Problem::ReaderFails;
    }

    void say(Severity severity, const QString& code, const QString& message,
             std::optional<std::uint64_t> offset, std::optional<std::int64_t> frame)
    {
        std::optional<std::int64_t> chunk;
        if (frame)
            chunk = static_cast<std::int64_t>(m_chunks.now().number);
        m_sink.diagnostic({severity, code, message, {offset, frame, chunk}});
    }

    void lose(const QString& code, const QString& message, std::uint64_t offset)
    {
        say(Severity::Error, code, message, offset, m_frames);
        m_sink.lost(message);
    }

    void sayOfFile()
    {
        const ChunkTable& table = m_loader.table();
        const std::uint64_t size = m_loader.fileBytes();
        if (!table.damage.isEmpty()) {
            say(Severity::Error, QStringLiteral("truncated"), table.damage, m_loader.header().bytes, {});
            if (table.chunks.empty())
                m_sink.lost(table.damage);
        } else if (table.end < size) {
            say(Severity::Warning, QStringLiteral("trailing-bytes"),
                QStringLiteral("%1 bytes follow the last chunk").arg(size - table.end), table.end, {});
        }
        if (m_loader.header().unknownMap)
            say(Severity::Warning, QStringLiteral("unknown-map"),
                QStringLiteral("the header names a map that nobody listed"), 0, {});
    }

    void sayTime(const TimeRepair& repair, std::uint64_t offset)
    {
        const std::int64_t frame = m_frames + repair.frame;
        const double seconds = static_cast<double>(repair.ms) / 1000.0;
        switch (repair.kind) {
        case TimeRepair::Kind::Turns:
            say(Severity::Warning, QStringLiteral("time-wrapped"),
                repair.ms > 0
                    ? QStringLiteral(
                          "a gap before frame %1 is longer than its field can say: %2 s were added")
                          .arg(frame)
                          .arg(seconds)
                    : QStringLiteral("the recorder's clock went back before frame %1: %2 s were taken off")
                          .arg(frame)
                          .arg(-seconds),
                offset, frame);
            break;
        case TimeRepair::Kind::SetBack:
            say(Severity::Warning, QStringLiteral("time-set-back"),
                QStringLiteral(
                    "the recorder's clock was set back by %1 s before frame %2; times go on from there")
                    .arg(seconds)
                    .arg(frame),
                offset, frame);
            break;
        case TimeRepair::Kind::Held:
            say(Severity::Warning, QStringLiteral("time-not-increasing"),
                QStringLiteral("the time of frame %1 is %2 s before the frame before it and was raised")
                    .arg(frame)
                    .arg(seconds),
                offset, frame);
            break;
        }
    }

    void note(const Oddities& found)
    {
        // The block's frames are counted in m_frames only after this.
        const auto add = [this](Total& total, const Oddity& odd) {
            if (odd.count == 0)
                return;
            if (total.count == 0) {
                total.frame = m_frames + odd.frame;
                total.chunk = static_cast<std::int64_t>(m_chunks.now().number);
            }
            total.count += odd.count;
        };
        add(m_notFinite, found.notFinite);
        add(m_unknownWord, found.unknownWord);
        add(m_noSuchName, found.noSuchName);
        add(m_sharedName, found.sharedName);
    }

    struct Total
    {
        std::uint64_t count = 0;
        std::int64_t frame = 0;
        std::int64_t chunk = 0;
    };

    void sayTotal(const Total& total, const char* code, const QString& message)
    {
        if (total.count == 0)
            return;
        const auto& entry = m_loader.table().chunks[static_cast<std::size_t>(total.chunk)];
        m_sink.diagnostic({Severity::Warning,
                           QLatin1String(code),
                           message.arg(total.count),
                           {entry.offset, total.frame, total.chunk}});
    }

    void sayOddities()
    {
        sayTotal(m_notFinite, "not-a-number",
                 QStringLiteral("%1 numbers are infinite or none; the value before was kept"));
        sayTotal(m_unknownWord, "unknown-code",
                 QStringLiteral("%1 codes of a status or a kind of goal are not known"));
        sayTotal(
            m_noSuchName, "no-such-name",
            QStringLiteral("%1 references to players point behind the header's list; they count as nobody"));
        sayTotal(
            m_sharedName, "shared-name",
            QStringLiteral("players of one name share an entry of the header; only their slots tell them "
                           "apart (%1 records)"));
    }

    const ChunkLoader& m_loader;
    ChunkDecoder& m_decoder;
    ScanSink& m_sink;
    const std::stop_token& m_stop;
    ChunksInOrder m_chunks;
    FrameBlock m_block;
    Running m_running;
    TimeState m_times;
    /// Skeletons are remembered anew after so many frames: little enough to be decoded on the way.
    static constexpr std::size_t OriginFrames = 64;
    std::shared_ptr<const Carry> m_origin; ///< the last that has them
    std::size_t m_originChunk = 0;
    std::size_t m_sinceOrigin = 0; ///< frames
    std::int64_t m_frames = 0;     ///< brought so far
    Total m_notFinite;
    Total m_unknownWord;
    Total m_noSuchName;
    Total m_sharedName;
};

} // namespace

Result<void> scanChunks(const ChunkLoader& loader, ChunkDecoder& decoder, ScanSink& sink,
                        const std::stop_token& stop)
{
    return Scan(loader, decoder, sink, stop).run();
}

} // namespace ghostline::echo::butter
