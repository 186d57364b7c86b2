// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/encounters.h"

#include "model/analysis/box_tracks.h"
#include "model/analysis/near_pairs.h"
#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace ghostline::model {

namespace {

/// A contact of boxes ends only this far apart.
constexpr double ReleaseGap = 1.5 * TouchGap;

/// Two actors that are together, as far as is known.
struct Together
{
    Encounter encounter;
    glm::dvec3 apart{0.0}; ///< from a to b when last seen
    Micros seen{};
};

class EncounterFinder
{
public:
    EncounterFinder(const ReplayInfo& info, const EncounterOptions& options)
        : m_info(info), m_options(options), m_watched(watchedActors(info, options.actors)), m_boxes(info)
    {
        m_options.release = std::max(m_options.release, m_options.radius);
        // Twice as many as are listed: the order is known only at the end.
        m_ended.most = 2 * options.mostFound;
        m_ended.minLength = options.minLength;
        m_radiusValid = std::isfinite(m_options.radius) && m_options.radius > 0.0;
        m_search = std::max(m_options.radius, farthestTouching());
    }

    void visit(FrameNumber frame, const WorldState* before, const WorldState& now)
    {
        if (before == nullptr)
            endAll();
        takeBoxes(before, now);
        follow(frame, now);
        begin(frame, now);
    }

    Encounters finish(FrameNumber frames)
    {
        endAll();
        m_ended.sortBy([](const Encounter& e) { return std::tuple(e.frames.first, e.a, e.b); });
        if (m_ended.found.size() > m_options.mostFound) {
            m_ended.found.resize(m_options.mostFound);
            m_ended.capped = true;
        }
        const WhyNone why = m_met ? WhyNone::Unknown : whyNone();
        return {std::move(m_ended.found), frames, m_ended.capped, why};
    }

private:
    WhyNone whyNone() const
    {
        if (m_mostThere < 2)
            return WhyNone::NobodyToMeet;
        if (m_options.acrossTeams && m_info.teams.size() < 2)
            return WhyNone::OneTeam;
        if (m_options.recordedOnly && (m_mostKnown < 2 || m_known < m_there / 2))
            return WhyNone::Estimates;
        const bool tooLarge = m_options.kind == FindingKind::Contact && m_search <= m_options.radius &&
                              leastApart() > m_options.radius;
        return tooLarge ? WhyNone::TooLarge : WhyNone::Unknown;
    }

    /// How far apart the middles of two are that touch side by side: of the two narrowest.
    double leastApart() const
    {
        double least = std::numeric_limits<double>::infinity();
        double next = least;
        for (const ActorInfo& actor : m_info.cast) {
            if (!wanted(actor.id))
                continue;
            const auto half = static_cast<double>(std::min(actor.boxHalf.x, actor.boxHalf.z));
            next = std::min(next, std::max(least, half));
            least = std::min(least, half);
        }
        return least + next;
    }

    /// How far apart the middles of a vehicle and another can be that touch; 0 where that is not asked.
    double farthestTouching() const
    {
        double vehicle = 0.0;
        double any = 0.0;
        for (const ActorInfo& actor : m_info.cast) {
            if (m_options.kind != FindingKind::Contact || !wanted(actor.id))
                continue;
            const auto reach = static_cast<double>(glm::length(actor.boxHalf) + glm::length(actor.boxCentre));
            any = std::max(any, reach);
            if (actor.kind == ActorKind::Vehicle)
                vehicle = std::max(vehicle, reach);
        }
        return vehicle > 0.0 ? vehicle + any + ReleaseGap : 0.0;
    }

    /// Whether two places are those of a pair that is together, which goes on a little longer than it begins.
    bool areTogether(const WorldState& now, std::size_t a, std::size_t b, bool already) const
    {
        const ActorId first = now.ids[a];
        const ActorId second = now.ids[b];
        if (m_options.kind != FindingKind::Contact || (!isVehicle(first) && !isVehicle(second))) {
            const double distance = glm::distance(now.positions[a], now.positions[b]);
            return distance <= (already ? m_options.release : m_options.radius);
        }
        const BoxTracks::Track* const one = m_boxes.at(first, now.time);
        const BoxTracks::Track* const other = m_boxes.at(second, now.time);
        return one != nullptr && other != nullptr &&
               gapBetween(one->now, other->now) <= (already ? ReleaseGap : TouchGap);
    }

    bool wanted(ActorId id) const
    {
        const std::uint32_t actor = index(id);
        return actor < m_watched.size() && (m_watched[actor] || id == m_options.one);
    }

    static std::uint64_t key(ActorId a, ActorId b)
    {
        return (std::uint64_t{index(a)} << 32U) | std::uint64_t{index(b)};
    }

    bool known(const WorldState& now, std::size_t row) const
    {
        const Provenance provenance = now.provenance[row];
        return m_options.recordedOnly ? provenance == Provenance::Exact : provenance != Provenance::Held;
    }

    void takeBoxes(const WorldState* before, const WorldState& now)
    {
        for (std::size_t row = 0; row < now.size(); ++row) {
            if (wanted(now.ids[row]) && (now.flags[row] & Hidden) == 0 && known(now, row))
                m_boxes.take(before, now, row);
        }
    }

    /// Those already together: still so, apart again, or gone.
    void follow(FrameNumber frame, const WorldState& now)
    {
        for (auto pair = m_together.begin(); pair != m_together.end();) {
            const Encounter& e = pair->second.encounter;
            const std::ptrdiff_t a = now.row(e.a);
            const std::ptrdiff_t b = now.row(e.b);
            const bool still =
                a >= 0 && b >= 0 &&
                extend(pair->second, frame, now, static_cast<std::size_t>(a), static_cast<std::size_t>(b));
            if (!still)
                m_ended.keep(pair->second.encounter);
            pair = still ? std::next(pair) : m_together.erase(pair);
        }
    }

    /// False when they are together no longer. A frame that only holds a last known place says nothing.
    bool extend(Together& pair, FrameNumber frame, const WorldState& now, std::size_t a, std::size_t b)
    {
        if (((now.flags[a] | now.flags[b]) & (Hidden | Discontinuity)) != 0)
            return false;
        if (!known(now, a) || !known(now, b))
            return true;
        if (!areTogether(now, a, b, true))
            return false;
        note(pair, frame, now, a, b);
        return true;
    }

    void note(Together& pair, FrameNumber frame, const WorldState& now, std::size_t a, std::size_t b)
    {
        Encounter& e = pair.encounter;
        const glm::dvec3 apart = now.positions[b] - now.positions[a];
        const double speed = relativeSpeed(pair, apart, now, a, b);
        // Where nothing was known before the closest moment, what follows it tells how fast they were.
        if (std::isnan(e.relativeSpeed))
            e.relativeSpeed = speed;
        if (const double distance = glm::length(apart); distance < e.distance) {
            e.distance = distance;
            e.closestFrame = frame;
            e.closest = now.time;
            e.relativeSpeed = speed;
            e.place = 0.5 * (now.positions[a] + now.positions[b]);
            e.provenance = std::max(now.provenance[a], now.provenance[b]);
        }
        noteBoxes(e, now.time);
        e.goOn(frame, now.time);
        pair.apart = apart;
        pair.seen = now.time;
    }

    /// What drivers are measured by takes a vehicle; a gap is between any two.
    void noteBoxes(Encounter& e, Micros now) const
    {
        const BoxTracks::Track* const a = m_boxes.at(e.a, now);
        const BoxTracks::Track* const b = m_boxes.at(e.b, now);
        if (a == nullptr || b == nullptr)
            return;
        const double gap = gapBetween(a->now, b->now);
        e.gap = std::fmin(e.gap, gap);
        if (!isVehicle(e.a) && !isVehicle(e.b))
            return;
        if (const double ahead = timeToCollision(a->now, b->now); ahead <= LongestTimeToCollision)
            e.timeToCollision = std::fmin(e.timeToCollision, ahead);
        const double since = gap <= 0.0 ? 0.0
                                        : std::fmin(timeSinceThere(a->past, b->now, now),
                                                    timeSinceThere(b->past, a->now, now));
        e.postEncroachment = std::fmin(e.postEncroachment, since);
    }

    bool isVehicle(ActorId id) const
    {
        const ActorInfo* actor = m_info.actor(id);
        return actor != nullptr && actor->kind == ActorKind::Vehicle;
    }

    static double relativeSpeed(const Together& pair, const glm::dvec3& apart, const WorldState& now,
                                std::size_t a, std::size_t b)
    {
        if ((now.flags[a] & now.flags[b] & VelocityRecorded) != 0)
            return static_cast<double>(glm::distance(now.velocities[a], now.velocities[b]));
        return now.time > pair.seen ? glm::distance(apart, pair.apart) / seconds(now.time - pair.seen)
                                    : NoValue;
    }

    void begin(FrameNumber frame, const WorldState& now)
    {
        gather(now);
        if (!m_radiusValid || m_places.size() < 2)
            return;
        if (m_options.one != ActorId::None)
            pairWithOne(now);
        else if (!m_near.find(m_places, m_search, m_pairs))
            m_ended.capped = true;
        for (const NearPairs::Pair& pair : m_pairs) {
            if (areTogether(now, pair.a, pair.b, false))
                beginPair(frame, now, pair.a, pair.b);
        }
    }

    void gather(const WorldState& now)
    {
        m_places.clear();
        std::size_t there = 0;
        for (std::size_t row = 0; row < now.size(); ++row) {
            if (!wanted(now.ids[row]) || (now.flags[row] & Hidden) != 0)
                continue;
            ++there;
            if (known(now, row))
                m_places.push_back({now.positions[row], static_cast<std::uint32_t>(row)});
        }
        m_mostThere = std::max(m_mostThere, there);
        m_mostKnown = std::max(m_mostKnown, m_places.size());
        m_there += there;
        m_known += m_places.size();
    }

    void pairWithOne(const WorldState& now)
    {
        m_pairs.clear();
        const std::ptrdiff_t found = now.row(m_options.one);
        if (found < 0 || (now.flags[static_cast<std::size_t>(found)] & Hidden) != 0 ||
            !known(now, static_cast<std::size_t>(found)))
            return;
        const auto one = static_cast<std::uint32_t>(found);
        for (const NearPairs::Place& place : m_places) {
            const double distance = glm::distance(place.at, now.positions[one]);
            if (place.item != one && distance <= m_search)
                m_pairs.push_back({std::min(place.item, one), std::max(place.item, one), distance});
        }
    }

    void beginPair(FrameNumber frame, const WorldState& now, std::size_t a, std::size_t b)
    {
        if (m_options.acrossTeams) {
            const int team = teamOf(m_info, now, a);
            const int other = teamOf(m_info, now, b);
            if (team < 0 || other < 0 || team == other)
                return;
        }
        const std::uint64_t pair = key(now.ids[a], now.ids[b]);
        if (m_together.contains(pair))
            return;
        if (m_together.size() >= m_options.mostAtOnce) {
            m_ended.capped = true;
            return;
        }
        m_met = true;
        Together together;
        together.encounter.a = now.ids[a];
        together.encounter.b = now.ids[b];
        together.encounter.frames = {frame, frame + 1};
        together.encounter.begin = now.time;
        together.encounter.distance = std::numeric_limits<double>::infinity();
        together.encounter.relativeSpeed = NoValue;
        together.seen = now.time;
        note(together, frame, now, a, b);
        m_together.emplace(pair, together);
    }

    void endAll()
    {
        for (const auto& [pair, together] : m_together)
            m_ended.keep(together.encounter);
        m_together.clear();
    }

    const ReplayInfo& m_info;
    EncounterOptions m_options;
    std::vector<bool> m_watched;
    bool m_radiusValid = false;
    double m_search = 0.0; ///< metres between middles that are looked at more closely
    BoxTracks m_boxes;
    NearPairs m_near;
    std::vector<NearPairs::Place> m_places;
    std::vector<NearPairs::Pair> m_pairs;
    std::unordered_map<std::uint64_t, Together> m_together;
    FoundList<Encounter> m_ended;
    bool m_met = false; ///< somebody, for however short
    // Actors that were there, and those of them whose place counted: most in one frame, and in all of them.
    std::size_t m_mostThere = 0;
    std::size_t m_mostKnown = 0;
    std::uint64_t m_there = 0;
    std::uint64_t m_known = 0;
};

Sentence encounterText(const Encounter& e, const ReplayInfo& info)
{
    const QString& unit = info.lengthUnit;
    Sentence text =
        Sentence::of(QStringLiteral("%1 and %2 %3 %4 from each other"),
                     {actorName(info, e.a), actorName(info, e.b), Sentence::figure(e.distance, 2), unit});
    if (!std::isnan(e.relativeSpeed))
        text = Sentence::of(QStringLiteral("%1 at a relative speed of %2 %3/s"),
                            {text, Sentence::figure(e.relativeSpeed, 1), unit});
    if (!std::isnan(e.gap))
        text = Sentence::of(QStringLiteral("%1, gap %2 %3"), {text, Sentence::figure(e.gap, 2), unit});
    if (!std::isnan(e.timeToCollision))
        text = Sentence::of(QStringLiteral("%1, time to collision %2 s"),
                            {text, Sentence::figure(e.timeToCollision, 2)});
    if (!std::isnan(e.postEncroachment))
        text = Sentence::of(QStringLiteral("%1, post-encroachment time %2 s"),
                            {text, Sentence::figure(e.postEncroachment, 2)});
    if (e.provenance != Provenance::Exact)
        text =
            Sentence::of(QStringLiteral("%1, places %2"), {text, Sentence::of(provenanceWord(e.provenance))});
    return text;
}

} // namespace

EncounterOptions contactOptions()
{
    EncounterOptions options;
    options.kind = FindingKind::Contact;
    options.radius = 1.0;
    options.release = 1.5;
    options.recordedOnly = true;
    return options;
}

Result<Encounters> findEncounters(const ReplaySource& source, const EncounterOptions& options,
                                  const Progress& progress, std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    EncounterFinder finder(*index->info, options);
    return findInSteps(finder, source, index->frames(), progress, std::move(stop));
}

Findings findingsOf(const Encounters& encounters, const ReplayInfo& info, const EncounterOptions& options)
{
    Findings findings = eventsOf(encounters, encounters.found, [&](const Encounter& e) {
        Event event = findingEvent(options.kind, e, {e.a, e.b}, encounterText(e, info));
        event.data[QStringLiteral("distance_m")] = e.distance;
        event.data[QStringLiteral("closest_s")] = seconds(e.closest);
        event.data[QStringLiteral("closest_frame")] = qint64{e.closestFrame};
        if (!std::isnan(e.relativeSpeed))
            event.data[QStringLiteral("relative_speed_mps")] = e.relativeSpeed;
        if (!std::isnan(e.gap))
            event.data[QStringLiteral("gap_m")] = e.gap;
        if (!std::isnan(e.timeToCollision))
            event.data[QStringLiteral("ttc_s")] = e.timeToCollision;
        if (!std::isnan(e.postEncroachment))
            event.data[QStringLiteral("pet_s")] = e.postEncroachment;
        return event;
    });
    findings.whyNone = encounters.whyNone;
    return findings;
}

std::vector<const Event*> nearestFirst(const Findings& encounters)
{
    constexpr double Far = std::numeric_limits<double>::infinity();
    std::vector<const Event*> sorted;
    sorted.reserve(encounters.events.size());
    for (const Event& event : encounters.events)
        sorted.push_back(&event);
    const auto order = [](const Event& event) {
        return std::tuple(event.data.value(QLatin1String("gap_m")).toDouble(Far),
                          event.data.value(QLatin1String("distance_m")).toDouble(Far), event.frame);
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&order](const Event* a, const Event* b) { return order(*a) < order(*b); });
    return sorted;
}

} // namespace ghostline::model
