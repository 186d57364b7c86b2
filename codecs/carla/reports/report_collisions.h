// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The `collisions` text: a line when two that match the filters begin to touch.
#include "codecs/carla/reports/report_text.h"

#include <optional>
#include <set>
#include <unordered_map>

namespace ghostline::carla {

struct Packet;

/// What the name table knows; CARLA's deletion quirk included: it forgets the actor whose Add came last.
class ReportNames
{
public:
    explicit ReportNames(bool fixed) : m_fixed(fixed) {}
    void add(const EventAdd& a)
    {
        m_actors[a.actor] = {a.type, QByteArray(a.descId.data(), static_cast<qsizetype>(a.descId.size()))};
        m_last = a.actor;
    }
    void deleted()
    {
        if (!m_fixed && m_last)
            m_actors.erase(*m_last);
    }
    char letter(std::uint32_t id) const
    {
        const auto found = m_actors.find(id);
        const std::size_t type = id == NoActor || found == m_actors.end() ? 0U : found->second.first;
        const std::string_view letters = m_fixed ? "ovwt" : "ovwtha";
        return type < letters.size() ? letters[type] : 'o';
    }
    std::string_view name(std::uint32_t id) const
    {
        const auto found = m_actors.find(id);
        return found == m_actors.end()
                   ? std::string_view{}
                   : std::string_view(found->second.second.constData(),
                                      static_cast<std::size_t>(found->second.second.size()));
    }

private:
    static constexpr std::uint32_t NoActor = 0xFFFFFFFF;
    bool m_fixed;
    std::unordered_map<std::uint32_t, std::pair<std::uint8_t, QByteArray>> m_actors;
    std::optional<std::uint32_t> m_last;
};

/// Fed packet by packet in file order.
class CollisionsReport
{
public:
    CollisionsReport(ReportText& out, char first, char second, bool fixed);
    void packet(const Packet& packet, const Layout& layout);
    void finish() { m_out.tail(m_frame, m_rows); }

private:
    bool passes(char filter, std::uint32_t id, bool hero) const;
    void contact(const Collision& c);

    ReportText& m_out;
    ReportNames m_names;
    std::array<char, 2> m_filter;
    FrameStart m_frame;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_before;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_now;
    bool m_rows = false;
};

} // namespace ghostline::carla
