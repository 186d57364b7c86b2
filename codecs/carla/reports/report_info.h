// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The `info` text: every event, or with "all" every record of every frame.
#include "codecs/carla/reports/report_text.h"

namespace ghostline::carla {

struct Packet;

/// Fed packet by packet in file order.
class InfoReport
{
public:
    InfoReport(ReportText& out, bool every, bool newest) : m_out(out), m_every(every), m_newest(newest) {}
    void packet(const Packet& packet, const Layout& layout);
    void finish();

private:
    void line();
    bool events(PacketKind kind, Bytes data, const Layout& layout);
    bool states(PacketKind kind, Bytes data, const Layout& layout);
    bool moreStates(PacketKind kind, Bytes data, const Layout& layout);
    bool bones(Bytes data, const Layout& layout);
    bool physics(Bytes data, const Layout& layout);
    bool weather(Bytes data, const Layout& layout);
    void adds(const std::vector<EventAdd>& list);
    template<typename R, typename Print>
    bool block(const char* title, Bytes data, const Layout& layout, Print print);

    ReportText& m_out;
    bool m_every;
    bool m_newest;
    FrameStart m_frame;
    bool m_shown = false; ///< whether this frame's line was printed
    bool m_ended = false; ///< whether the last packet was a FrameEnd
};

} // namespace ghostline::carla
