// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding a whole .butter file once, in order, and saying what is wrong with it.
#include "codecs/echo/butter_file.h"

namespace ghostline::echo::butter {

using model::ErrorCode;
using model::Result;
using model::Severity;

class ButterFile::Scan
{
public:
    Scan(const ButterFile& file, ScanSink& sink, const std::stop_token& stop)
        : m_file(file), m_sink(sink), m_stop(stop)
    {
    }

    Result<void> run()
    {
        const auto& chunks = m_file.m_table.chunks;
        sayOfFile();
        std::size_t number = m_file.nextChunk(0);
        if (number < chunks.size()) {
            if (auto done = m_file.load(number, *m_now, m_stop); !done)
                return done;
        }
        bool goOn = true;
        while (number < chunks.size() && goOn) {
            // One chunk ahead, for the time of its keyframe.
            number = m_file.nextChunk(number + 1);
            m_times.next.reset();
            if (number < chunks.size()) {
                if (auto done = m_file.load(number, *m_ahead, m_stop); !done)
                    return done;
                m_times.next = m_ahead->keyTime();
            }
            const auto brought = chunk();
            if (!brought)
                return tl::unexpected(brought.error());
            goOn = *brought;
            std::swap(m_now, m_ahead);
        }
        sayOddities();
        return {};
    }

private:
    Result<bool> chunk()
    {
        const auto& entry = m_file.m_table.chunks[m_now->number];
        auto carry = std::make_shared<Carry>();
        carry->times = m_times;
        if (m_running.bones.empty() || !m_origin || m_origin->running.bones.empty() ||
            m_sinceOrigin >= OriginFrames) {
            carry->running = m_running;
            m_origin = carry;
            m_originChunk = m_now->number;
            m_sinceOrigin = 0;
        } else {
            carry->origin = m_origin;
            carry->originChunk = m_originChunk;
        }
        std::vector<TimeRepair> repairs;
        const Decoded decoded = m_file.decode(*m_now, m_running, m_times, m_block, repairs, m_stop);
        if (decoded.problem == Problem::Cancelled)
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        for (const TimeRepair& repair : repairs)
            sayTime(repair, entry.offset);
        note(decoded.oddities);
        bool goOn = true;
        if (m_block.size() > 0) {
            const ChunkRef ref{entry.offset, entry.size, m_now->number,
                               static_cast<std::uint32_t>(m_block.size()), std::move(carry)};
            m_frames += static_cast<std::int64_t>(m_block.size());
            m_sinceOrigin += m_block.size();
            goOn = m_sink.chunk(ref, m_block, entry.offset + entry.size);
        }
        const bool failed = decoded.problem != Problem::None;
        if (m_now->damage)
            lose(QStringLiteral("truncated"), m_now->damage->message, entry.offset);
        else if (failed)
            lose(QStringLiteral("bad-frame"),
                 QStringLiteral("%1, at byte %2 of the unpacked chunk %3 that begins at byte %4 of the file")
                     .arg(problemText(decoded.problem))
                     .arg(decoded.stoppedAt)
                     .arg(m_now->number)
                     .arg(entry.offset),
                 entry.offset);
        return goOn && decoded.problem != Problem::ReaderFails;
    }

    void say(Severity severity, const QString& code, const QString& message,
             std::optional<std::uint64_t> offset, std::optional<std::int64_t> frame)
    {
        std::optional<std::int64_t> chunk;
        if (frame)
            chunk = static_cast<std::int64_t>(m_now->number);
        m_sink.diagnostic({severity, code, message, {offset, frame, chunk}});
    }

    void lose(const QString& code, const QString& message, std::uint64_t offset)
    {
        say(Severity::Error, code, message, offset, m_frames);
        m_sink.lost(message);
    }

    void sayOfFile()
    {
        const ChunkTable& table = m_file.m_table;
        const std::uint64_t size = m_file.m_bytes->size();
        if (!table.damage.isEmpty()) {
            say(Severity::Error, QStringLiteral("truncated"), table.damage, m_file.m_header.bytes, {});
            if (table.chunks.empty())
                m_sink.lost(table.damage);
        } else if (table.end < size) {
            say(Severity::Warning, QStringLiteral("trailing-bytes"),
                QStringLiteral("%1 bytes follow the last chunk").arg(size - table.end), table.end, {});
        }
        if (m_file.m_header.unknownMap)
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
                total.chunk = static_cast<std::int64_t>(m_now->number);
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
        const auto& entry = m_file.m_table.chunks[static_cast<std::size_t>(total.chunk)];
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

    const ButterFile& m_file;
    ScanSink& m_sink;
    const std::stop_token& m_stop;
    std::array<Loaded, 2> m_loaded;
    Loaded* m_now = &m_loaded[0];
    Loaded* m_ahead = &m_loaded[1];
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

Result<void> ButterFile::scan(ScanSink& sink, std::stop_token stop) { return Scan(*this, sink, stop).run(); }

} // namespace ghostline::echo::butter
