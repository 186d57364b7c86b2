// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/reports/report_collisions.h"

#include "codecs/carla/format/packet_reader.h"

#include <algorithm>

namespace ghostline::carla {

CollisionsReport::CollisionsReport(ReportText& out, char first, char second, bool fixed)
    : m_out(out), m_names(fixed), m_filter{first, second}
{
    m_out << "    Time  Types     Id ";
    m_out.left("Actor 1", 35) << "     Id ";
    m_out.left("Actor 2", 35) << '\n';
}

void CollisionsReport::packet(const Packet& packet, const Layout& layout)
{
    if (packet.kind == PacketKind::FrameStart) {
        if (const auto frame = parseFrameStart(packet.data)) {
            m_frame = *frame;
            m_before = std::move(m_now);
            m_now.clear();
        }
    } else if (packet.kind == PacketKind::EventAdd) {
        if (const auto list = parseAdds(packet.data, layout))
            std::for_each(list->begin(), list->end(), [this](const EventAdd& a) { m_names.add(a); });
    } else if (packet.kind == PacketKind::EventDel) {
        if (const auto list = records<EventDel>(packet.data, layout)) {
            for (std::size_t i = 0; i < list->size(); ++i)
                m_names.deleted();
        }
    } else if (packet.kind == PacketKind::Collision) {
        if (const auto list = records<Collision>(packet.data, layout)) {
            for (const Collision& c : *list)
                contact(c);
        }
    }
}

bool CollisionsReport::passes(char filter, std::uint32_t id, bool hero) const
{
    return filter == 'a' || filter == m_names.letter(id) || (filter == 'h' && hero);
}

void CollisionsReport::contact(const Collision& c)
{
    if (!passes(m_filter[0], c.actor1, c.hero1) || !passes(m_filter[1], c.actor2, c.hero2))
        return;
    const std::pair pair{c.actor1, c.actor2};
    if (!m_before.contains(pair)) { // a contact that lasts is printed once
        m_out.whole(m_frame.elapsed, 8)
            << "   " << m_names.letter(c.actor1) << ' ' << m_names.letter(c.actor2) << "  ";
        m_out.right(c.actor1, 6) << ' ';
        m_out.left(m_names.name(c.actor1), 35) << ' ';
        m_out.right(c.actor2, 6) << ' ';
        m_out.left(m_names.name(c.actor2), 35) << '\n';
        m_rows = true;
    }
    m_now.insert(pair);
}

} // namespace ghostline::carla
