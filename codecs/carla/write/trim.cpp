// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/write/trim.h"

#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/write/log_copy.h"
#include "codecs/carla/write/log_state.h"
#include "codecs/carla/write/vector_width.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::WriteReport;

namespace {

class Trimmer
{
public:
    Trimmer(const model::ByteSource& bytes, const Layout& layout, const model::WriteRequest& request,
            bool doubles, model::AtomicFile& file)
        : m_bytes(bytes), m_layout(layout), m_request(request), m_file(file), m_width(doubles)
    {
    }

    Result<void> run(const Header& header)
    {
        m_out.header(header.date, header.map, header.version);
        PacketReader reader(m_bytes, header.firstPacket, m_layout);
        bool done = false;
        auto walked = reader.each(m_request.stop, [&](const Packet& packet) {
            m_layout = reader.layout();
            return onPacket(packet, done).map([&done] { return !done; });
        });
        if (!walked)
            return walked;
        if (m_open && !done) {
            auto last = closeFrame(reader.offset(), true);
            if (!last)
                return last;
        }
        if (m_frames == 0)
            return fail(ErrorCode::InvalidArgument,
                        model::Sentence::of(QStringLiteral("there is no frame in the range")));
        return m_out.flush(m_file);
    }

    model::FrameNumber frames() const { return m_frames; }
    /// What the log written does not hold of the one read.
    model::DiagnosticList notes() const
    {
        model::DiagnosticList notes;
        if (m_width.changes(m_layout) && m_layout.doubles)
            notes.push_back({model::Severity::Info, QStringLiteral("rounded"),
                             QStringLiteral("positions and rotations are rounded to 32 bits")});
        if (m_width.leftOut() > 0)
            notes.push_back({model::Severity::Warning, QStringLiteral("packets-left-out"),
                             QStringLiteral("%1 damaged packets cannot be written at another width")
                                 .arg(m_width.leftOut())});
        return notes;
    }

private:
    Result<void> onPacket(const Packet& packet, bool& done)
    {
        const auto start =
            packet.kind == PacketKind::FrameStart ? parseFrameStart(packet.data) : std::nullopt;
        if (!start) {
            if (m_number <= m_request.frames.first)
                m_state.packet(packet.id, packet.kind, packet.data, m_layout);
            if (m_open && m_number == m_request.frames.first && !LogState::carries(packet.kind) &&
                packet.kind != PacketKind::FrameEnd) {
                m_firstKinds[static_cast<std::size_t>(packet.kind)] = true;
                m_firstParts.push_back({packet.offset, packet.end()});
            }
            m_sawEnd = m_sawEnd || packet.kind == PacketKind::FrameEnd;
            return {};
        }
        ++m_number;
        done = m_number >= m_request.frames.end;
        if (m_open) {
            auto closed = closeFrame(packet.offset, done);
            if (!closed)
                return closed;
        }
        m_state.frame(m_number);
        if (!done && m_number >= m_request.frames.first) {
            m_open = true;
            m_sawEnd = false;
            m_start = *start;
            m_dataBegin = packet.end();
        }
        return report(m_request.progress, packet.offset, m_bytes.size());
    }

    /// Writes the frame that was open; its data reaches up to `end`.
    Result<void> closeFrame(std::uint64_t end, bool last)
    {
        m_open = false;
        if (m_frames == 0)
            m_base = m_start.elapsed;
        const double elapsed = m_start.elapsed - m_base;
        if (std::isfinite(elapsed))
            m_elapsed = std::max(m_elapsed, elapsed);
        ++m_frames;
        m_out.beginFrame(static_cast<std::uint64_t>(m_frames), last ? -1.0 : m_start.duration, m_elapsed);
        if (m_frames == 1) {
            writeState();
            for (const auto& [from, to] : m_firstParts) {
                auto copied = copyPackets(from, to);
                if (!copied)
                    return copied;
            }
            m_out.endFrame();
        } else {
            auto copied = copyPackets(m_dataBegin, end);
            if (!copied)
                return copied;
            if (!m_sawEnd) // the recorder died in this frame
                m_out.endFrame();
        }
        return m_out.buffer().size() > FlushBytes ? m_out.flush(m_file) : Result<void>{};
    }

    void writeState()
    {
        LogWriter state;
        m_state.write(state, m_layout);
        for (const PacketKind kind : LogState::lasting()) {
            if (!m_firstKinds[static_cast<std::size_t>(kind)])
                m_state.writeLast(kind, state);
        }
        if (m_width.changes(m_layout))
            m_width.packets(state.buffer(), m_layout, m_out);
        else
            m_out.bytes(state.buffer());
    }

    Result<void> copyPackets(std::uint64_t begin, std::uint64_t end)
    {
        if (!m_width.changes(m_layout))
            return copyBytes(m_bytes, begin, end, m_out, m_file, m_request.stop);
        PacketReader reader(m_bytes, begin, m_layout, end);
        return reader.each(m_request.stop, [&](const Packet& packet) -> Result<bool> {
            m_width.packet(packet.id, packet.kind, packet.data, reader.layout(), m_out);
            if (m_out.buffer().size() > FlushBytes) {
                if (auto flushed = m_out.flush(m_file); !flushed)
                    return tl::unexpected(flushed.error());
            }
            return true;
        });
    }

    const model::ByteSource& m_bytes;
    Layout m_layout;
    const model::WriteRequest& m_request;
    model::AtomicFile& m_file;
    VectorWidth m_width;
    LogWriter m_out;
    LogState m_state;
    model::FrameNumber m_number = -1;
    model::FrameNumber m_frames = 0;
    bool m_open = false;
    bool m_sawEnd = false;
    FrameStart m_start;
    std::uint64_t m_dataBegin = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_firstParts;
    std::array<bool, PacketKindCount> m_firstKinds{};
    double m_base = 0.0;
    double m_elapsed = 0.0;
};

} // namespace

Result<void> copyBytes(const model::ByteSource& from, std::uint64_t begin, std::uint64_t end, LogWriter& to,
                       model::AtomicFile& file, const std::stop_token& stop)
{
    std::vector<std::byte> block;
    while (begin < end) {
        block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(end - begin, FlushBytes)));
        const auto got = from.read(begin, block, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            return fail(ErrorCode::Damaged,
                        model::Sentence::of(QStringLiteral("the log became shorter while it was copied")),
                        {.offset = begin});
        to.bytes(Bytes(block).first(*got));
        begin += *got;
        if (to.buffer().size() > FlushBytes) {
            auto flushed = to.flush(file);
            if (!flushed)
                return flushed;
        }
    }
    return {};
}

Result<void> report(const model::Progress& progress, std::uint64_t at, std::uint64_t size)
{
    const double share = size ? static_cast<double>(at) / static_cast<double>(size) : 1.0;
    if (progress && !progress(std::min(1.0, share)))
        return model::cancelled(QStringLiteral("writing was cancelled"));
    return {};
}

Result<std::uint64_t> committed(model::AtomicFile& file, Result<void> written)
{
    const std::uint64_t size = file.position();
    if (written)
        written = file.commit();
    if (!written)
        return tl::unexpected(std::move(written.error()));
    return size;
}

Result<bool> asksForDoubles(const model::WriteRequest& request, bool otherwise)
{
    const QString asked = request.codec.value(QStringLiteral("vectors"));
    if (asked.isEmpty())
        return otherwise;
    if (asked != QLatin1String("float") && asked != QLatin1String("double"))
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("vectors=%1 is none of float, double").arg(asked));
    return asked == QLatin1String("double");
}

Result<WriteReport> trimLog(const model::ByteSource& bytes, const Header& header, const Layout& layout,
                            const model::WriteRequest& request)
{
    if (request.frames.empty())
        return fail(ErrorCode::InvalidArgument,
                    model::Sentence::of(QStringLiteral("there is no frame in the range")));
    const auto doubles = asksForDoubles(request, layout.doubles);
    if (!doubles)
        return tl::unexpected(doubles.error());
    auto file = model::AtomicFile::create(request.path);
    if (!file)
        return tl::unexpected(file.error());
    Trimmer trimmer(bytes, layout, request, *doubles, *file);
    const auto size = committed(*file, trimmer.run(header));
    if (!size)
        return tl::unexpected(size.error());
    return WriteReport{.bytes = *size, .frames = trimmer.frames(), .details = {}, .notes = trimmer.notes()};
}

} // namespace ghostline::carla
