// SPDX-License-Identifier: GPL-3.0-or-later
// The `collisions` and `blocked` texts, and the way to all three.
#include "codecs/carla/reports.h"

#include "codecs/carla/packet_reader.h"
#include "codecs/carla/report_info.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_map>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

using OnPacket = std::function<void(const Packet&, const Layout&)>;

struct Walk
{
    const model::ByteSource& bytes;
    std::uint64_t begin;
    Layout layout;
    std::stop_token stop;

    Result<void> run(const ReportText& out, const OnPacket& onPacket)
    {
        PacketReader reader(bytes, begin, layout);
        Packet packet;
        while (true) {
            const auto more = reader.next(packet, stop);
            if (!more)
                return tl::unexpected(more.error());
            if (!*more)
                break;
            onPacket(packet, reader.layout());
            if (out.full()) {
                return fail(ErrorCode::LimitExceeded,
                            QStringLiteral("the text is longer than %1 MiB").arg(MaxReportBytes >> 20),
                            {.offset = packet.offset});
            }
        }
        layout = reader.layout();
        return {};
    }
};

/// What the name table knows; CARLA's deletion quirk included: it forgets the actor whose Add came last.
class Names
{
public:
    explicit Names(bool fixed) : m_fixed(fixed) {}
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

class CollisionsReport
{
public:
    CollisionsReport(ReportText& out, char first, char second, bool fixed)
        : m_out(out), m_names(fixed), m_filter{first, second}
    {
        m_out << "    Time  Types     Id ";
        m_out.left("Actor 1", 35) << "     Id ";
        m_out.left("Actor 2", 35) << '\n';
    }

    void packet(const Packet& packet, const Layout& layout)
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

    void finish() { m_out.tail(m_frame, m_rows); }

private:
    bool passes(char filter, std::uint32_t id, bool hero) const
    {
        return filter == 'a' || filter == m_names.letter(id) || (filter == 'h' && hero);
    }

    void contact(const Collision& c)
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

    ReportText& m_out;
    Names m_names;
    std::array<char, 2> m_filter;
    FrameStart m_frame;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_before;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_now;
    bool m_rows = false;
};

class BlockedReport
{
public:
    BlockedReport(ReportText& out, double minTime, double minDistance, bool fixed, bool everyKind)
        : m_out(out), m_minTime(minTime), m_minDistance(minDistance), m_fixed(fixed), m_everyKind(everyKind)
    {
        m_out << "    Time     Id ";
        m_out.left("Actor", 35) << "   Duration\n";
    }

    void packet(const Packet& packet, const Layout& layout)
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

    void finish()
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
            m_out.left(std::string_view(stop.name.constData(), static_cast<std::size_t>(stop.name.size())),
                       35)
                << ' ';
            m_out.whole(stop.length, 10) << '\n';
        }
        m_out.tail(m_frame, false);
    }

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
    Entry& entry(std::uint32_t id)
    {
        const auto [found, isNew] = m_byId.try_emplace(id, m_entries.size());
        if (isNew) {
            m_entries.push_back({.actor = id, .anchor = firstAnchor()});
        }
        return m_entries[found->second];
    }
    /// CARLA measures the first stop from the world's origin.
    std::optional<Vec3> firstAnchor() const { return m_fixed ? std::nullopt : std::optional<Vec3>(Vec3{}); }

    void added(const EventAdd& a)
    {
        entry(a.actor) = {.actor = a.actor,
                          .type = a.type,
                          .name = QByteArray(a.descId.data(), static_cast<qsizetype>(a.descId.size())),
                          .anchor = firstAnchor()};
        m_last = a.actor;
    }

    void deleted(std::uint32_t id)
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

    void moved(std::uint32_t id, const Vec3& place)
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

    void emitStop(const Entry& e)
    {
        const bool wanted = !m_fixed || m_everyKind || e.type == 1 || e.type == 2;
        if (e.length >= m_minTime && wanted)
            m_stops.push_back({e.length, e.begin, e.actor, e.name});
    }

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

tl::unexpected<model::Error> usage(const QString& text) { return fail(ErrorCode::InvalidArgument, text); }

Result<QByteArray> infoText(Walk& walk, const Header& header, const QStringList& arguments,
                            ReportVariant variant)
{
    const bool every = arguments == QStringList{QStringLiteral("all")};
    if (!arguments.isEmpty() && !every)
        return usage(QStringLiteral("info takes nothing or \"all\""));
    ReportText out;
    out.head(header);
    // Empty packets of ids 21 to 24 also have titles: what they mean must be known before the first of them.
    const bool open = std::count(walk.layout.late.begin(), walk.layout.late.end(), PacketKind::Unknown) > 0;
    if (open || walk.layout.physicsWheelBytes == 0) {
        const auto learned = walk.run(out, [](const Packet&, const Layout&) {});
        if (!learned)
            return tl::unexpected(learned.error());
    }
    InfoReport report(out, every, variant == ReportVariant::Newest);
    const auto done = walk.run(out, [&](const Packet& p, const Layout& l) { report.packet(p, l); });
    if (!done)
        return tl::unexpected(done.error());
    report.finish();
    return out.take();
}

Result<QByteArray> collisionsText(Walk& walk, const Header& header, const QStringList& arguments,
                                  ReportVariant variant)
{
    const QString letters = QStringLiteral("ovwtha");
    const bool fine = arguments.size() == 2 &&
                      std::all_of(arguments.begin(), arguments.end(),
                                  [&](const QString& a) { return a.size() == 1 && letters.contains(a); });
    if (!arguments.isEmpty() && !fine)
        return usage(
            QStringLiteral("collisions takes two letters, each one of o (other), v (vehicle), w (walker), "
                           "t (traffic light), h (hero), a (any)"));
    const auto letter = [&](qsizetype i) { return arguments.isEmpty() ? 'a' : arguments[i][0].toLatin1(); };
    ReportText out;
    out.head(header);
    CollisionsReport report(out, letter(0), letter(1), variant == ReportVariant::Fixed);
    const auto done = walk.run(out, [&](const Packet& p, const Layout& l) { report.packet(p, l); });
    if (!done)
        return tl::unexpected(done.error());
    report.finish();
    return out.take();
}

Result<QByteArray> blockedText(Walk& walk, const Header& header, QStringList arguments, ReportVariant variant)
{
    const bool fixed = variant == ReportVariant::Fixed;
    const bool everyKind = fixed && !arguments.isEmpty() && arguments.last() == QLatin1String("all");
    if (everyKind)
        arguments.removeLast();
    std::array<double, 2> values{30.0, 10.0};
    bool fine = arguments.size() <= 2;
    for (qsizetype i = 0; fine && i < arguments.size(); ++i) {
        double& value = values[static_cast<std::size_t>(i)];
        value = arguments[i].toDouble(&fine);
        fine = fine && std::isfinite(value) && value >= 0.0;
    }
    if (!fine)
        return usage(
            QStringLiteral("blocked takes the least time in seconds (default 30) and the distance in "
                           "centimetres (default 10); with report=fixed also \"all\" for every kind"));
    ReportText out;
    out.head(header);
    BlockedReport report(out, values[0], values[1], fixed, everyKind);
    const auto done = walk.run(out, [&](const Packet& p, const Layout& l) { report.packet(p, l); });
    if (!done)
        return tl::unexpected(done.error());
    report.finish();
    return out.take();
}

} // namespace

Result<ReportVariant> reportVariant(const QString& name)
{
    if (name.isEmpty() || name == QLatin1String("carla"))
        return ReportVariant::Carla;
    if (name == QLatin1String("fixed"))
        return ReportVariant::Fixed;
    if (name == QLatin1String("newest"))
        return ReportVariant::Newest;
    return usage(QStringLiteral("report=%1 is none of carla, fixed, newest").arg(name));
}

Result<QByteArray> carlaReport(const model::ByteSource& bytes, const Header& header, const Layout& layout,
                               const QString& name, const QStringList& arguments, ReportVariant variant,
                               std::stop_token stop)
{
    Walk walk{bytes, header.firstPacket, layout, std::move(stop)};
    if (name == QLatin1String("info"))
        return infoText(walk, header, arguments, variant);
    if (name == QLatin1String("collisions"))
        return collisionsText(walk, header, arguments, variant);
    if (name == QLatin1String("blocked"))
        return blockedText(walk, header, arguments, variant);
    return usage(
        QStringLiteral("there is no report \"%1\"; there are info, collisions and blocked").arg(name));
}

Result<QByteArray> carlaReport(const model::ByteSource& bytes, const QString& name,
                               const QStringList& arguments, ReportVariant variant, std::stop_token stop)
{
    const auto header = readHeader(bytes, stop);
    if (!header) {
        const bool unreadable =
            header.error().code == ErrorCode::IoError || header.error().code == ErrorCode::Cancelled;
        if (unreadable)
            return tl::unexpected(header.error());
        return QByteArrayLiteral("File is not a CARLA recorder\n");
    }
    const auto layout = detectLayout(bytes, header->firstPacket, stop);
    if (!layout)
        return tl::unexpected(layout.error());
    return carlaReport(bytes, *header, *layout, name, arguments, variant, std::move(stop));
}

} // namespace ghostline::carla
