// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/moments.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>

namespace ghostline::model {

namespace {

/// A damaged recording may say that anything was lost.
constexpr double MostScale = 1000.0;
/// Sides beyond are nobody's: with as many, none leads.
constexpr int MostSides = 32;
constexpr double FirstStrength = 0.1;

double scaleOf(const EventWorth& worth, const Event& event)
{
    if (worth.scaleKey.isEmpty() || !(worth.scale > 0.0))
        return 1.0;
    const double value = event.data.value(worth.scaleKey).toDouble() / worth.scale;
    return std::isfinite(value) && value > 0.0 ? std::min(value, MostScale) : 1.0;
}

/// Where most happens at once: of any stretch of time, the heaviest of what begins the densest `cluster` that
/// begins in it. A tree of maxima, since fights overlap and a damaged recording may have any number.
class Heights
{
public:
    struct Instant
    {
        Micros time{};
        double worth = 0.0;
    };

    Heights(std::vector<Instant> instants, Micros cluster) : m_instants(std::move(instants))
    {
        std::stable_sort(m_instants.begin(), m_instants.end(),
                         [](const Instant& a, const Instant& b) { return a.time < b.time; });
        const std::size_t count = m_instants.size();
        m_worth.resize(count);
        m_heaviest.resize(count);
        m_tree.resize(2 * count);
        std::size_t end = 0;
        double worth = 0.0;
        std::deque<std::size_t> best; // of those in the cluster, descending worth
        for (std::size_t i = 0; i < count; ++i) {
            for (; end < count && m_instants[end].time <= m_instants[i].time + cluster; ++end) {
                worth += m_instants[end].worth;
                while (!best.empty() && m_instants[best.back()].worth < m_instants[end].worth)
                    best.pop_back();
                best.push_back(end);
            }
            if (best.front() < i)
                best.pop_front();
            m_worth[i] = worth;
            m_heaviest[i] = best.front();
            worth -= m_instants[i].worth;
            m_tree[count + i] = i;
        }
        for (std::size_t node = count; node-- > 1;)
            m_tree[node] = denser(m_tree[2 * node], m_tree[2 * node + 1]);
    }

    /// Nothing where nothing happens from `from` to `to`, both included.
    std::optional<Micros> within(Micros from, Micros to) const
    {
        const auto before = [](const Instant& instant, Micros time) { return instant.time < time; };
        const auto after = [](Micros time, const Instant& instant) { return time < instant.time; };
        const std::size_t count = m_instants.size();
        auto low = static_cast<std::size_t>(
            std::lower_bound(m_instants.begin(), m_instants.end(), from, before) - m_instants.begin());
        auto high = static_cast<std::size_t>(
            std::upper_bound(m_instants.begin(), m_instants.end(), to, after) - m_instants.begin());
        if (low >= high)
            return std::nullopt;
        std::size_t best = low;
        for (low += count, high += count; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1)
                best = denser(best, m_tree[low++]);
            if (high % 2 == 1)
                best = denser(best, m_tree[--high]);
        }
        return std::min(m_instants[m_heaviest[best]].time, to);
    }

private:
    /// The earlier of equals.
    std::size_t denser(std::size_t a, std::size_t b) const
    {
        if (m_worth[a] != m_worth[b])
            return m_worth[a] > m_worth[b] ? a : b;
        return std::min(a, b);
    }

    std::vector<Instant> m_instants;
    std::vector<double> m_worth;         ///< of the cluster that each begins
    std::vector<std::size_t> m_heaviest; ///< in it
    std::vector<std::size_t> m_tree;     ///< leaves from count on, the root is 1
};

class Finder
{
public:
    Finder(const ReplayIndex& index, const HighlightWeights& weights)
        : m_index(index), m_weights(weights), m_kinds(index.events->kinds),
          m_worth(worthOf(m_kinds, weights)), m_sides(sidesOf(*index.info))
    {
        for (const int side : m_sides)
            m_list.sides = std::max(m_list.sides, side + 1);
        m_list.sides = std::min(m_list.sides, MostSides);
        m_list.kills =
            std::any_of(m_worth.begin(), m_worth.end(), [](const EventWorth& w) { return w.kill; });
    }

    MomentList find(const Lead& lead)
    {
        takeEvents();
        placeBands();
        // A format that has such events tells itself.
        if (std::none_of(m_kinds.begin(), m_kinds.end(),
                         [](const EventKind& kind) { return kind.highlight.rare == Rare::Comeback; }))
            takeComebacks(lead);
        std::stable_sort(m_list.moments.begin(), m_list.moments.end(),
                         [](const Moment& a, const Moment& b) { return a.time < b.time; });
        firstOf(m_weights.firstCombat, bonus::firstCombat(), [](const Moment& m) { return m.kill; });
        const Micros early = fromSeconds(m_weights.rush);
        firstOf(m_weights.techRush, bonus::techRush(), [&](const Moment& m) {
            return m.kind >= 0 && m_worth[static_cast<std::size_t>(m.kind)].tech && m.time <= early;
        });
        endingKills();
        // What weighs nothing after all is shown by nobody.
        std::erase_if(m_list.moments, [](const Moment& m) { return m.worth + m.bonus() <= 0.0 && !m.kill; });
        return std::move(m_list);
    }

private:
    double bonusOf(Rare rare) const
    {
        switch (rare) {
        case Rare::Superweapon:
            return m_weights.superweapon;
        case Rare::BaseDestroyed:
            return m_weights.baseDestroyed;
        case Rare::ArmyWipe:
            return m_weights.armyWipe;
        case Rare::Comeback:
            return m_weights.comeback;
        case Rare::None:
            break;
        }
        return 0.0;
    }

    int sideOf(const Event& event) const
    {
        int team = event.team;
        if (team < 0 && !event.actors.empty()) {
            if (const ActorInfo* actor = m_index.info->actor(event.actors.front()); actor != nullptr)
                team = actor->team;
        }
        if (team < 0 || static_cast<std::size_t>(team) >= m_sides.size())
            return -1;
        const int side = m_sides[static_cast<std::size_t>(team)];
        return side < m_list.sides ? side : -1;
    }

    Micros middleOf(const Event& event) const
    {
        const TimeAxis& axis = m_index.timeAxis;
        const Micros begin = axis.timeOf(event.frame);
        // On a frame, so that a window begins at or before it.
        return std::max(begin, axis.timeOf(axis.frameAt(begin + event.length / 2)));
    }

    bool lasts(const Event& event) const
    {
        return m_kinds[static_cast<std::size_t>(event.kind)].band && event.length > Micros{0};
    }

    /// What lasts is at its height where most happens in it: in the middle of a long fight there may be
    /// nothing to see.
    void placeBands()
    {
        std::vector<Heights::Instant> instants;
        for (const Moment& moment : m_list.moments) {
            if (moment.worth > 0.0 && !lasts(eventOf(moment)))
                instants.push_back({moment.time, moment.worth});
        }
        const Heights heights(std::move(instants), fromSeconds(m_weights.cluster));
        for (Moment& moment : m_list.moments) {
            const Event& event = eventOf(moment);
            if (!lasts(event))
                continue;
            const Micros begin = m_index.timeAxis.timeOf(event.frame);
            moment.time = heights.within(begin, begin + event.length).value_or(middleOf(event));
        }
    }

    const Event& eventOf(const Moment& moment) const
    {
        return m_index.events->events[static_cast<std::size_t>(moment.event)];
    }

    void takeEvents()
    {
        const std::vector<Event>& events = m_index.events->events;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Event& event = events[i];
            if (event.kind < 0 || static_cast<std::size_t>(event.kind) >= m_worth.size())
                continue;
            const EventWorth& worth = m_worth[static_cast<std::size_t>(event.kind)];
            if (worth.ending)
                m_endings.push_back(m_index.timeAxis.timeOf(event.frame));
            if (!worth.any() && event.rare == Rare::None)
                continue;
            const Rare rare = bonusOf(event.rare) > bonusOf(worth.rare) ? event.rare : worth.rare;
            Moment moment;
            moment.time = m_index.timeAxis.timeOf(event.frame);
            moment.worth = worth.worth * scaleOf(worth, event);
            moment.rarity = std::clamp(std::max(worth.rarity, bonusOf(rare)), 0.0, 1.0);
            moment.rare = bonusOf(rare) > worth.rarity ? rare : Rare::None;
            moment.event = static_cast<int>(i);
            moment.kind = event.kind;
            moment.kill = worth.kill;
            moment.side = worth.swing != 0.0 ? sideOf(event) : -1;
            moment.gain = worth.swing * moment.worth;
            m_list.moments.push_back(std::move(moment));
        }
    }

    void takeComebacks(const Lead& lead)
    {
        const std::vector<std::vector<double>> shares = leadShares(lead);
        if (shares.empty() || m_weights.comeback <= 0.0)
            return;
        std::vector<bool> behind(shares.front().size(), false);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            for (std::size_t side = 0; side < behind.size(); ++side) {
                double other = 0.0;
                for (std::size_t o = 0; o < behind.size(); ++o)
                    other = o == side ? other : std::max(other, shares[i][o]);
                const double ahead = shares[i][side] - other;
                if (ahead <= -m_weights.comebackLead) {
                    behind[side] = true;
                } else if (behind[side] && ahead >= m_weights.comebackLead) {
                    behind[side] = false;
                    give(m_list.moments.emplace_back(Moment{.time = lead.samples[i].time}),
                         m_weights.comeback, bonus::comeback());
                }
            }
        }
    }

    static void give(Moment& moment, double extra, const QString& what)
    {
        if (extra <= 0.0)
            return;
        moment.extra += extra;
        moment.extras << what;
    }

    template<typename Which>
    void firstOf(double extra, const QString& what, const Which& which)
    {
        const auto first = std::find_if(m_list.moments.begin(), m_list.moments.end(), which);
        if (first != m_list.moments.end())
            give(*first, extra, what);
    }

    void endingKills()
    {
        const Micros close = fromSeconds(m_weights.ending);
        Moment* given = nullptr;
        for (const Micros end : m_endings) {
            Moment* last = nullptr;
            for (Moment& moment : m_list.moments) {
                if (moment.time > end)
                    break;
                if (moment.kill && moment.time + close >= end)
                    last = &moment;
            }
            if (last != nullptr && last != given)
                give(*last, m_weights.matchEndingKill, bonus::matchEndingKill());
            given = last != nullptr ? last : given;
            // One match has one end; a recording of many does not take for ever.
            if (++m_ends >= MostEnds)
                return;
        }
    }

    static constexpr int MostEnds = 100;
    const ReplayIndex& m_index;
    const HighlightWeights& m_weights;
    const std::vector<EventKind>& m_kinds;
    std::vector<EventWorth> m_worth;
    std::vector<int> m_sides;
    std::vector<Micros> m_endings;
    int m_ends = 0;
    MomentList m_list;
};

} // namespace

namespace bonus {

QString of(Rare rare)
{
    switch (rare) {
    case Rare::Superweapon:
        return QStringLiteral("superweapon");
    case Rare::BaseDestroyed:
        return QStringLiteral("base_destroyed");
    case Rare::ArmyWipe:
        return QStringLiteral("army_wipe");
    case Rare::Comeback:
        return comeback();
    case Rare::None:
        break;
    }
    return {};
}

QString comeback() { return QStringLiteral("comeback"); }
QString matchEndingKill() { return QStringLiteral("match_ending_kill"); }
QString techRush() { return QStringLiteral("tech_rush"); }
QString firstCombat() { return QStringLiteral("first_combat"); }

} // namespace bonus

std::vector<EventWorth> worthOf(const std::vector<EventKind>& kinds, const HighlightWeights& weights)
{
    std::vector<EventWorth> worth;
    worth.reserve(kinds.size());
    for (const EventKind& kind : kinds) {
        EventWorth& own = worth.emplace_back(kind.highlight);
        const auto edited = weights.kinds.find(kind.id);
        if (edited == weights.kinds.end())
            continue;
        if (!std::isnan(edited->second.worth))
            own.worth = edited->second.worth;
        if (!std::isnan(edited->second.rarity)) {
            own.rarity = edited->second.rarity;
            own.rare = Rare::None;
        }
    }
    return worth;
}

MomentList findMoments(const ReplayIndex& index, const HighlightWeights& weights, const Lead& lead)
{
    return Finder(index, weights).find(lead);
}

std::vector<std::vector<double>> leadShares(const Lead& lead)
{
    std::vector<std::vector<double>> shares;
    double most = 0.0;
    for (const Lead::Sample& sample : lead.samples)
        most = std::max(most, std::accumulate(sample.strength.begin(), sample.strength.end(), 0.0));
    if (!(most > 0.0) || !std::isfinite(most))
        return shares;
    shares.reserve(lead.samples.size());
    for (const Lead::Sample& sample : lead.samples) {
        std::vector<double>& own = shares.emplace_back(sample.strength);
        own.resize(lead.samples.front().strength.size());
        double total = 0.0;
        for (double& strength : own)
            total += strength = std::max(strength, 0.0) + FirstStrength * most;
        for (double& strength : own)
            strength /= total;
    }
    return shares;
}

} // namespace ghostline::model
