// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The `blocked` text: who stood still for how long, the longest first.
#include "codecs/carla/reports/report_text.h"

#include <optional>
#include <unordered_map>

namespace ghostline::carla {

struct Packet;

/// Fed packet by packet in file order.
class BlockedReport
{
public:
    BlockedReport(ReportText& out, double minTime, double minDistance, bool fixed, bool everyKind);
    void packet(const Packet& packet, const Layout& layout);
    void finish();

private:
    struct Entry
    {
        std::uint32_t actor = 0;
        std::uint8_t type = 0;
        QByteArray name{};
        std::optional<Vec3> anchor{};
        double begin = 0.0;
        double length = 0.0;
        bool alive = true;
    };
    struct Stop
    {
        double length;
        double begin;
        std::uint32_t actor;
        QByteArray name;
    };
    /// The actor's entry, kept in order of first appearance; a new Add of a known id starts it over in place.
    Entry& entry(std::uint32_t id);
    /// CARLA measures the first stop from the world's origin.
    std::optional<Vec3> firstAnchor() const { return m_fixed ? std::nullopt : std::optional<Vec3>(Vec3{}); }
    void added(const EventAdd& a);
    void deleted(std::uint32_t id);
    void moved(std::uint32_t id, const Vec3& place);
    void emitStop(const Entry& e);

    ReportText& m_out;
    double m_minTime;
    double m_minDistance;
    bool m_fixed;
    bool m_everyKind;
    FrameStart m_frame;
    std::vector<Entry> m_entries;
    std::unordered_map<std::uint32_t, std::size_t> m_byId;
    std::optional<std::uint32_t> m_last;
    std::vector<Stop> m_stops;
};

} // namespace ghostline::carla
