// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/zone_visits.h"

#include "model/replay/team_of.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace ghostline::model {

namespace {

constexpr int Halvings = 40; ///< of a step: far below a microsecond

/// How far from `from` (0) to `to` (1) the straight way crosses the edge; one end is inside, the other not.
double crossing(const Zone& zone, const glm::dvec3& from, const glm::dvec3& to)
{
    const bool inside = zone.contains(from);
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < Halvings; ++i) {
        const double middle = 0.5 * (low + high);
        (zone.contains(glm::mix(from, to, middle)) == inside ? low : high) = middle;
    }
    return high;
}

Micros between(Micros from, Micros to, double share)
{
    return from + fromSeconds(share * seconds(to - from));
}

/// One actor and one zone.
struct Presence
{
    bool inside = false;
    ZoneVisit visit;
    Micros total{};
    int entries = 0;
};

class VisitFinder
{
public:
    VisitFinder(const ReplayInfo& info, const std::vector<Zone>& zones, const ActorFilter& actors)
        : m_info(info), m_zones(zones), m_watched(watchedActors(info, actors)),
          m_presence(m_watched.size() * zones.size()), m_there(m_watched.size()), m_team(m_watched.size()),
          m_lastRow(m_watched.size(), -1)
    {
    }

    void visit(FrameNumber frame, const WorldState* before, const WorldState& now)
    {
        m_rows.assign(m_watched.size(), -1);
        for (std::size_t row = 0; row < now.size(); ++row) {
            const std::uint32_t actor = index(now.ids[row]);
            if (actor < m_watched.size() && m_watched[actor] && (now.flags[row] & Hidden) == 0)
                m_rows[actor] = static_cast<std::ptrdiff_t>(row);
        }
        for (std::size_t actor = 0; actor < m_rows.size(); ++actor) {
            const std::ptrdiff_t last = before != nullptr ? m_lastRow[actor] : -1;
            if (m_rows[actor] >= 0 || m_lastRow[actor] >= 0)
                step(actor, frame, last, before, now);
        }
        m_lastRow.swap(m_rows);
    }

    ZoneVisits finish(FrameNumber frames)
    {
        for (std::size_t actor = 0; actor < m_watched.size(); ++actor) {
            for (std::size_t zone = 0; zone < m_zones.size(); ++zone)
                leave(presence(actor, zone), lastTime(presence(actor, zone)));
        }
        m_ended.sortBy(
            [](const ZoneVisit& v) { return std::tuple(v.frames.first, v.begin, v.actor, v.zone); });
        return {std::move(m_ended.found), totals(), frames, m_ended.capped};
    }

private:
    Presence& presence(std::size_t actor, std::size_t zone)
    {
        return m_presence[actor * m_zones.size() + zone];
    }

    static Micros lastTime(const Presence& p) { return p.visit.begin + p.visit.length; }

    /// `last` is the actor's row in `before`, -1 = there is no way from there to here.
    void step(std::size_t actor, FrameNumber frame, std::ptrdiff_t last, const WorldState* before,
              const WorldState& now)
    {
        const std::ptrdiff_t row = m_rows[actor];
        if (row >= 0 && !m_team[actor])
            m_team[actor] = teamOf(m_info, now, static_cast<std::size_t>(row));
        const bool continued =
            row >= 0 && last >= 0 && (now.flags[static_cast<std::size_t>(row)] & Discontinuity) == 0;
        if (continued)
            m_there[actor] += now.time - before->time;
        for (std::size_t zone = 0; zone < m_zones.size(); ++zone) {
            Presence& p = presence(actor, zone);
            if (!continued)
                leave(p, lastTime(p));
            if (row < 0)
                continue;
            const auto at = static_cast<std::size_t>(row);
            const bool inside = m_zones[zone].contains(now.positions[at]);
            if (inside != p.inside) {
                Micros edge = now.time;
                if (continued)
                    edge = between(before->time, now.time,
                                   crossing(m_zones[zone], before->positions[static_cast<std::size_t>(last)],
                                            now.positions[at]));
                inside ? enter(p, actor, zone, frame, edge, now, at) : leave(p, edge);
            }
            if (inside)
                stay(p, frame, now, at);
        }
    }

    void enter(Presence& p, std::size_t actor, std::size_t zone, FrameNumber frame, Micros at,
               const WorldState& now, std::size_t row)
    {
        p.inside = true;
        ++p.entries;
        p.visit = {};
        p.visit.zone = zone;
        p.visit.actor = static_cast<ActorId>(actor);
        p.visit.frames.first = frame;
        p.visit.begin = at;
        p.visit.place = now.positions[row];
    }

    static void stay(Presence& p, FrameNumber frame, const WorldState& now, std::size_t row)
    {
        p.visit.goOn(frame, now.time);
        p.visit.provenance = std::max(p.visit.provenance, now.provenance[row]);
    }

    void leave(Presence& p, Micros at)
    {
        if (!p.inside)
            return;
        p.inside = false;
        p.visit.length = at - p.visit.begin;
        p.total += p.visit.length;
        m_ended.keep(p.visit);
    }

    std::vector<ZoneTotal> totals()
    {
        std::vector<ZoneTotal> totals;
        for (std::size_t zone = 0; zone < m_zones.size(); ++zone) {
            std::vector<ZoneTotal> actors;
            std::map<int, ZoneTotal> teams;
            for (std::size_t actor = 0; actor < m_watched.size(); ++actor) {
                if (!m_team[actor])
                    continue; // never seen at all
                const Presence& p = presence(actor, zone);
                const int team = *m_team[actor];
                if (p.entries > 0)
                    actors.push_back(
                        {zone, static_cast<ActorId>(actor), team, p.total, m_there[actor], p.entries});
                if (team < 0)
                    continue;
                // Those of a team who never came count, too, in what share of its time it was inside.
                ZoneTotal& sum = teams.try_emplace(team, ZoneTotal{zone, ActorId::None, team}).first->second;
                sum.inside += p.total;
                sum.there += m_there[actor];
                sum.entries += p.entries;
            }
            for (const auto& [team, total] : teams) {
                if (total.entries > 0)
                    totals.push_back(total);
            }
            totals.insert(totals.end(), actors.begin(), actors.end());
        }
        return totals;
    }

    const ReplayInfo& m_info;
    const std::vector<Zone>& m_zones;
    std::vector<bool> m_watched;
    std::vector<Presence> m_presence;       ///< actors x zones
    std::vector<Micros> m_there;            ///< of each actor
    std::vector<std::optional<int>> m_team; ///< when first seen
    std::vector<std::ptrdiff_t> m_rows;
    std::vector<std::ptrdiff_t> m_lastRow; ///< in the frame before, -1 = was not there
    FoundList<ZoneVisit> m_ended{MostZoneVisits};
};

} // namespace

double insideShare(const Zone& zone, const glm::dvec3& from, const glm::dvec3& to)
{
    const bool inside = zone.contains(from);
    if (zone.contains(to) == inside)
        return inside ? 1.0 : 0.0;
    const double edge = crossing(zone, from, to);
    return inside ? edge : 1.0 - edge;
}

Result<ZoneVisits> findZoneVisits(const ReplaySource& source, const std::vector<Zone>& zones,
                                  const ActorFilter& actors, const Progress& progress, std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    VisitFinder finder(*index->info, zones, actors);
    return findInSteps(finder, source, index->frames(), progress, std::move(stop));
}

Findings findingsOf(const ZoneVisits& visits, const std::vector<Zone>& zones, const ReplayInfo& info)
{
    return eventsOf(visits, visits.visits, [&](const ZoneVisit& visit) {
        const QString& zone = zones[visit.zone].name;
        Event event = findingEvent(
            FindingKind::Zone, visit, {visit.actor},
            Sentence::of(QStringLiteral("%1 in %2 for %3 s"),
                         {actorName(info, visit.actor), zone, Sentence::figure(seconds(visit.length), 1)}));
        event.data[QStringLiteral("zone")] = zone;
        return event;
    });
}

} // namespace ghostline::model
