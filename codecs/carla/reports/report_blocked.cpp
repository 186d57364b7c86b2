// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/reports/report_blocked.h"

#include "codecs/carla/format/packet_reader.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

BlockedReport::BlockedReport(ReportText& out, double minTime, double minDistance, bool fixed, bool everyKind)
    : m_out(out), m_minTime(minTime), m_minDistance(minDistance), m_fixed(fixed), m_everyKind(everyKind)
{
    m_out << "    Time     Id ";
    m_out.left("Actor", 35) << "   Duration\n";
}

void BlockedReport::packet(const Packet& packet, const Layout& layout)
{
    if (packet.kind == PacketKind::FrameStart) {
        if (const auto frame = parseFrameStart(packet.data))
            m_frame = *frame;
    } else if (packet.kind == PacketKind::EventAdd) {
        if (const auto list = parseAdds(packet.data, layout)) {
            for (const EventAdd& a : *list)
                added(a);
        }
    } else if (packet.kind == PacketKind::EventDel) {
        if (const auto list = records<EventDel>(packet.data, layout)) {
            for (const EventDel& d : *list)
                deleted(d.actor);
        }
    } else if (packet.kind == PacketKind::Position) {
        if (const auto list = positions(packet.data, layout)) {
            for (const ActorVectors& p : *list)
                moved(p.actor, p.first);
        }
    }
}

void BlockedReport::finish()
{
    for (const Entry& entry : m_entries) {
        if (entry.alive)
            emitStop(entry);
    }
    std::stable_sort(m_stops.begin(), m_stops.end(),
                     [](const Stop& a, const Stop& b) { return a.length > b.length; });
    for (const Stop& stop : m_stops) {
        m_out.whole(stop.begin, 8) << ' ';
        m_out.right(stop.actor, 6) << ' ';
        m_out.left(std::string_view(stop.name.constData(), static_cast<std::size_t>(stop.name.size())), 35)
            << ' ';
        m_out.whole(stop.length, 10) << '\n';
    }
    m_out.tail(m_frame, false);
}

BlockedReport::Entry& BlockedReport::entry(std::uint32_t id)
{
    const auto [found, isNew] = m_byId.try_emplace(id, m_entries.size());
    if (isNew) {
        m_entries.push_back({.actor = id, .anchor = firstAnchor()});
    }
    return m_entries[found->second];
}

void BlockedReport::added(const EventAdd& a)
{
    entry(a.actor) = {.actor = a.actor,
                      .type = a.type,
                      .name = QByteArray(a.descId.data(), static_cast<qsizetype>(a.descId.size())),
                      .anchor = firstAnchor()};
    m_last = a.actor;
}

void BlockedReport::deleted(std::uint32_t id)
{
    const std::optional<std::uint32_t> forgotten = m_fixed ? std::optional(id) : m_last;
    const auto found = forgotten ? m_byId.find(*forgotten) : m_byId.end();
    if (found == m_byId.end())
        return;
    Entry& gone = m_entries[found->second];
    if (m_fixed)
        emitStop(gone);
    gone.alive = false;
    m_byId.erase(found);
}

void BlockedReport::moved(std::uint32_t id, const Vec3& place)
{
    Entry& e = entry(id);
    const bool near = e.anchor && std::hypot(e.anchor->x - place.x, e.anchor->y - place.y,
                                             e.anchor->z - place.z) < m_minDistance;
    if (near) {
        if (e.length == 0.0)
            e.begin = m_frame.elapsed;
        e.length += m_fixed ? std::max(m_frame.duration, 0.0) : m_frame.duration;
        return;
    }
    emitStop(e);
    e.length = 0.0;
    e.anchor = place;
}

void BlockedReport::emitStop(const Entry& e)
{
    const bool wanted = !m_fixed || m_everyKind || e.type == 1 || e.type == 2;
    if (e.length >= m_minTime && wanted)
        m_stops.push_back({e.length, e.begin, e.actor, e.name});
}

} // namespace ghostline::carla
