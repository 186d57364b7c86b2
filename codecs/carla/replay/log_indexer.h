// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one pass over a log: packet headers all, contents only where the index needs them.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/replay/log_changes.h"
#include "codecs/carla/replay/position_tracker.h"

#include <chrono>

namespace ghostline::carla {

class LogIndexer
{
public:
    /// `source` must outlive the indexer.
    LogIndexer(const model::ByteSource& source, Header header, const Layout& layout);

    /// Walks on until the end, or until `until` has passed, and then to where a revision can be published.
    /// Errors: I/O, Cancelled.
    model::Result<void> advance(std::chrono::steady_clock::time_point until, const std::stop_token& stop);
    bool finished() const { return m_finished; }
    /// Ends the index where it stands: the rest could not be read.
    void giveUp(const model::Error& error);
    /// What is known so far, as an immutable revision of the given number.
    std::shared_ptr<const LogIndex> snapshot(model::Revision revision) const;

private:
    /// What the frame being read has shown so far.
    struct OpenFrame
    {
        bool any = false;
        bool ended = false;
        bool hasPosition = false;
        std::uint64_t offset = 0;
        std::uint64_t id = 0;
    };

    model::Result<void> take(const Packet& packet);
    model::Result<void> takeActors(const Packet& packet);
    model::Result<void> remove(std::uint32_t nativeId);
    model::Result<void> takePositions(const Packet& packet);
    void beginFrame(const Packet& packet, const FrameStart& start);
    void endFrame(std::uint64_t end);
    void finish();
    void finishLastFrame();
    void badPacket(const Packet& packet);
    void castFull(std::uint64_t offset);
    void sayWhatIsLeftOut();
    void diagnose(model::Severity severity, const char* code, QString message,
                  std::optional<std::uint64_t> offset, std::optional<model::FrameNumber> frame);
    void lose(model::FrameNumber frame, const QString& reason);
    model::FrameNumber frameNumber() const { return static_cast<model::FrameNumber>(m_times.size()) - 1; }
    /// Frames that a revision can show now: whole segments whose successor's first frame is known, or all.
    model::FrameNumber publishable() const;
    QJsonObject metadata() const;
    std::shared_ptr<model::ReplayInfo> info(model::FrameNumber frames,
                                            std::span<const BoneList> skeletons) const;

    const model::ByteSource& m_source;
    Header m_header;
    PacketReader m_reader;
    CastBuilder m_cast;
    PositionTracker m_positions;
    EventBuilder m_events;
    LogChanges m_changes;

    std::vector<model::Micros> m_times;
    double m_firstElapsed = 0.0;
    std::vector<SegmentStart> m_segments;
    SegmentStart m_next; ///< base of the segment after the present one, once it has been cut
    bool m_cut = true;   ///< the next frame begins a segment
    std::array<std::uint64_t, SnapshotKinds.size()> m_last{};
    OpenFrame m_frame;
    std::uint64_t m_dataEnd = 0;
    model::DiagnosticList m_diagnostics;
    std::size_t m_unlisted = 0; ///< diagnostics above the cap
    model::SpanList m_lost;
    std::array<std::uint64_t, 256> m_packets{}; ///< by id
    PositionNews m_news;
    bool m_castFullSaid = false;
    bool m_finished = false;
};

} // namespace ghostline::carla
