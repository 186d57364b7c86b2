// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/write/repair.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/write/log_copy.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::Result;
using model::WriteReport;

namespace {

class Repairer
{
public:
    Repairer(const model::ByteSource& bytes, const Layout& layout, const model::WriteRequest& request,
             model::AtomicFile& file)
        : m_bytes(bytes), m_layout(layout), m_request(request), m_file(file)
    {
    }

    Result<void> run(const Header& header)
    {
        LogWriter head;
        head.header(header.date, header.map, header.version);
        auto done = head.flush(m_file);
        PacketReader reader(m_bytes, header.firstPacket, m_layout);
        if (done) {
            done = reader.each(m_request.stop, [&](const Packet& packet) {
                m_layout = reader.layout();
                return onPacket(packet).map([] { return true; });
            });
        }
        if (done && m_open)
            note("unfinished-frame", QStringLiteral("the last frame is not whole and was left out"),
                 reader.offset());
        return done ? writeHeld(true) : done;
    }

    WriteReport result(std::uint64_t bytes)
    {
        return {.bytes = bytes, .frames = m_frames, .details = {}, .notes = std::move(m_notes)};
    }

private:
    void note(const char* code, const QString& text, std::uint64_t offset)
    {
        if (m_notes.size() < MaxRepairNotes)
            m_notes.push_back(
                {model::Severity::Warning, QString::fromLatin1(code), text, {.offset = offset}});
    }

    Result<void> onPacket(const Packet& packet)
    {
        const auto start =
            packet.kind == PacketKind::FrameStart ? parseFrameStart(packet.data) : std::nullopt;
        if (start) {
            if (m_open)
                note("unfinished-frame", QStringLiteral("a frame without an end was left out"),
                     packet.offset);
            m_open = true;
            m_start = *start;
            m_frame.clear();
            return report(m_request.progress, packet.offset, m_bytes.size());
        }
        if (!m_open)
            return {};
        if (packet.kind == PacketKind::FrameEnd) {
            m_open = false;
            auto done = writeHeld(false);
            std::swap(m_held, m_frame);
            m_heldStart = m_start;
            m_holds = true;
            return done;
        }
        return keep(packet);
    }

    Result<void> keep(const Packet& packet)
    {
        const bool unknown = packet.kind == PacketKind::Unknown;
        if (m_frame.size() > MaxFrameBytes) // no recorder writes such frames
            return {};
        if (packet.oversized() || (!unknown && !wellFormed(packet.kind, packet.data, m_layout))) {
            note(
                "bad-packet",
                QStringLiteral("a packet of id %1 does not hold its records and was left out").arg(packet.id),
                packet.offset);
            return {};
        }
        LogWriter out(LogFormat{.doubles = m_layout.doubles});
        if (unknown) { // its content is nobody's business: copied as it is
            std::vector<std::byte> data(packet.size);
            const auto got = m_bytes.read(packet.offset + PacketHeaderBytes, data, m_request.stop);
            if (!got)
                return tl::unexpected(got.error());
            out.raw(packet.id, Bytes(data).first(*got));
        } else if (packet.kind == PacketKind::Position) {
            std::vector<ActorVectors> sound;
            const auto list = positions(packet.data, m_layout);
            std::copy_if(list->begin(), list->end(), std::back_inserter(sound),
                         [](const ActorVectors& p) { return finite(p.first) && finite(p.second); });
            if (sound.size() < list->size())
                note("bad-position",
                     QStringLiteral("%1 positions that are no numbers were left out")
                         .arg(list->size() - sound.size()),
                     packet.offset);
            out.write(PacketKind::Position, sound);
        } else {
            out.raw(packet.id, packet.data);
        }
        const auto& bytes = out.buffer();
        m_frame.insert(m_frame.end(), bytes.begin(), bytes.end());
        return {};
    }

    /// A frame is held back until it is known whether another follows: the last one has duration -1.
    Result<void> writeHeld(bool last)
    {
        if (!m_holds)
            return {};
        m_holds = false;
        const double elapsed = m_heldStart.elapsed;
        if (std::isfinite(elapsed) && elapsed >= m_elapsed)
            m_elapsed = elapsed;
        else
            note("time-not-increasing",
                 QStringLiteral("a frame's time was raised to that of the frame before"), 0);
        LogWriter out;
        out.beginFrame(static_cast<std::uint64_t>(++m_frames), last ? -1.0 : m_heldStart.duration, m_elapsed);
        out.bytes(m_held);
        out.endFrame();
        return out.flush(m_file);
    }

    const model::ByteSource& m_bytes;
    Layout m_layout;
    const model::WriteRequest& m_request;
    model::AtomicFile& m_file;
    model::DiagnosticList m_notes;
    model::FrameNumber m_frames = 0;
    bool m_open = false;
    bool m_holds = false;
    FrameStart m_start;
    FrameStart m_heldStart;
    std::vector<std::byte> m_frame;
    std::vector<std::byte> m_held;
    double m_elapsed = 0.0;
};

} // namespace

Result<WriteReport> repairLog(const model::ByteSource& bytes, const Header& header, const Layout& layout,
                              const model::WriteRequest& request)
{
    auto file = model::AtomicFile::create(request.path);
    if (!file)
        return tl::unexpected(file.error());
    Repairer repairer(bytes, layout, request, *file);
    const auto size = committed(*file, repairer.run(header));
    if (!size)
        return tl::unexpected(size.error());
    return repairer.result(*size);
}

} // namespace ghostline::carla
