// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame as a record of a tape: what FrameDecoder reads.
// Layout: EchoTools/nevr-proto, telemetry/v2/capture.proto and echo_arena.proto.
#include "codecs/echo/tape/tape_event_writer.h"

namespace ghostline::echo::tape {

/// Bytes of frames by what they are spent on.
struct FrameBytes
{
    std::uint64_t match = 0; ///< time, clock, points, pause, disc, view
    std::uint64_t players = 0;
    std::uint64_t bones = 0;
    std::uint64_t events = 0;
};

class FrameWriter
{
public:
    /// `header` and `names` outlive it.
    FrameWriter(const MatchHeader& header, const MatchNames& names)
        : m_names(names), m_plan(m_losses), m_events(header, names, m_losses)
    {
    }
    /// The next one, as a record of number `index`; `offsetMs`: since the header's date. `key`: a block
    /// begins with it. Appended to `out` with its length in front.
    void write(const FrameBlock& block, std::size_t at, std::uint32_t index, std::uint32_t offsetMs, bool key,
               std::vector<std::byte>& out);
    /// The header's list of players: those of a frame.
    void roster(const FrameBlock& block, const Frame& frame, std::uint32_t field, ProtoWriter& out);
    const std::vector<std::uint32_t>& events() const { return m_events.written(); }
    const FrameBytes& bytes() const { return m_bytes; }
    WriteLosses& losses() { return m_losses; }

private:
    void arena(const FrameBlock& block, std::size_t at, ProtoWriter& out);
    void match(const Frame& frame, ProtoWriter& out);
    void player(const SlotRow& row, ProtoWriter& out);
    void bones(const FrameBlock& block, const Frame& frame, ProtoWriter& out);
    void pose(std::uint32_t field, const PartPose& pose, ProtoWriter& out);
    void vector(std::uint32_t field, const glm::vec3& value, ProtoWriter& out);
    void payload(const Payload& payload, ProtoWriter& out);
    void pause(const Pause& pause, ProtoWriter& out);
    void countLosses(const FrameBlock& block, const Frame& frame);
    float sound(float value);

    const MatchNames& m_names;
    WriteLosses m_losses;
    SlotPlan m_plan;
    EventWriter m_events;
    FrameBytes m_bytes;
    std::vector<std::byte> m_floats;
};

} // namespace ghostline::echo::tape
