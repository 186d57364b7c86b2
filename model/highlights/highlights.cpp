// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/highlights.h"

#include "model/base/numbers.h"
#include "model/highlights/moments.h"
#include "model/highlights/windows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace ghostline::model {

namespace {

constexpr std::size_t MostActors = 16;
/// Whoever an event is about counts in full, whoever else took part by half.
constexpr double OthersShare = 0.5;
/// So much of the weight lies within `spread`: one loss at the other end of the map widens no picture.
constexpr double MostOfIt = 0.8;

/// Windows that are candidates, best first: none lies within `apart` of a better one's stretch.
class Candidates
{
public:
    Candidates(const ScoredWindows& scored, const std::vector<Moment>& moments,
               const HighlightWeights& weights)
        : m_moments(moments), m_apart(fromSeconds(weights.apart))
    {
        std::vector<std::uint32_t> order(scored.windows.size());
        std::iota(order.begin(), order.end(), 0U);
        std::erase_if(order, [&](std::uint32_t i) {
            const double score = scored.windows[i].score;
            return !(score > 0.0 && score >= weights.least);
        });
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return scored.windows[a].score > scored.windows[b].score;
        });
        for (const std::uint32_t i : order) {
            const ScoredWindow& window = scored.windows[i];
            if (take(window))
                m_windows.push_back(&window);
        }
    }

    const std::vector<const ScoredWindow*>& windows() const { return m_windows; }

private:
    bool take(const ScoredWindow& window)
    {
        const Micros from = m_moments[window.stretchFirst].time;
        const Micros to = m_moments[window.stretchEnd - 1].time;
        // Those taken lie apart from each other, so only the next on either side can be close.
        const auto after = m_taken.lower_bound(from);
        if (after != m_taken.end() && after->first < to + m_apart)
            return false;
        if (after != m_taken.end() && after->first == from)
            return false;
        if (after != m_taken.begin() && std::prev(after)->second + m_apart > from)
            return false;
        if (after != m_taken.begin() && std::prev(after)->second >= from)
            return false;
        m_taken[from] = to;
        return true;
    }

    const std::vector<Moment>& m_moments;
    Micros m_apart;
    std::map<Micros, Micros> m_taken; ///< begin to end of stretches
    std::vector<const ScoredWindow*> m_windows;
};

/// Makes highlights of windows.
class Teller
{
public:
    Teller(const ReplayIndex& index, const HighlightWeights& weights, const MomentList& list,
           const ScoredWindows& scored)
        : m_index(index), m_weights(weights), m_moments(list.moments), m_scored(scored)
    {
        for (std::size_t i = 0; i < m_moments.size(); ++i) {
            if (m_moments[i].event >= 0 && eventOf(m_moments[i])->length > Micros{0} &&
                m_index.events->kinds[static_cast<std::size_t>(m_moments[i].kind)].band)
                m_bands.push_back(i);
        }
    }

    /// Index of the event that tells of a window's stretch, -1 = none: the rarest, of equals the heaviest.
    int eventOf(const ScoredWindow& window) const
    {
        const std::vector<std::size_t> shown = shownIn(window);
        if (shown.empty())
            return -1;
        return m_moments[*std::max_element(shown.begin(), shown.end(),
                                           [this](std::size_t a, std::size_t b) {
                                               const Moment& one = m_moments[a];
                                               const Moment& other = m_moments[b];
                                               return one.rarity != other.rarity
                                                          ? one.rarity < other.rarity
                                                          : one.weight() < other.weight();
                                           })]
            .event;
    }

    /// EventKind::id of the one that tells of it.
    QString kindOf(int event) const
    {
        const EventTable& table = *m_index.events;
        return event < 0
                   ? bonus::comeback()
                   : table.kinds[static_cast<std::size_t>(table.events[static_cast<std::size_t>(event)].kind)]
                         .id;
    }

    Highlight tell(const ScoredWindow& window) const
    {
        Highlight told;
        const std::vector<std::size_t> shown = shownIn(window);
        const auto heavier = [this](std::size_t a, std::size_t b) {
            return m_moments[a].weight() < m_moments[b].weight();
        };
        std::vector<std::size_t> stretch(window.stretchEnd - window.stretchFirst);
        std::iota(stretch.begin(), stretch.end(), window.stretchFirst);
        const Micros duration = m_index.timeAxis.duration();
        told.peakFrom = m_moments[window.stretchFirst].time;
        told.peakTo = m_moments[window.stretchEnd - 1].time;
        told.peak = m_moments[*std::max_element(stretch.begin(), stretch.end(), heavier)].time;
        told.from = std::max(Micros{0}, told.peakFrom - HighlightLeadIn);
        told.to = std::min(duration, told.peakTo + HighlightLeadIn);
        told.windowFrom = window.begin;
        told.windowTo = std::min(duration, window.begin + fromSeconds(m_weights.window));
        told.frame = m_index.timeAxis.frameAt(told.peak);
        told.score = window.score;
        told.parts = m_scored.partsOf(window, m_weights);
        told.peakEvent = eventOf(window);
        told.kind = kindOf(told.peakEvent);
        takeEvents(told, window);
        if (told.peakEvent < 0) {
            told.title = Sentence::of(QStringLiteral("Comeback"));
            return told;
        }
        told.title = titleOf(m_index.events->events[static_cast<std::size_t>(told.peakEvent)]);
        locate(told, shown);
        takeActors(told, shown);
        return told;
    }

private:
    Sentence titleOf(const Event& event) const
    {
        const EventKind& kind = m_index.events->kinds[static_cast<std::size_t>(event.kind)];
        const Sentence name = Sentence::of(kind.name);
        if (event.text.isEmpty())
            return name;
        const Sentence text = Sentence::again(event.text, event.wording);
        return kind.named ? Sentence::of(QStringLiteral("%1: %2"), {name, text}) : text;
    }

    const Event* eventOf(const Moment& moment) const
    {
        return moment.event < 0 ? nullptr : &m_index.events->events[static_cast<std::size_t>(moment.event)];
    }

    /// Moments with an event in the stretch, and what goes on during it.
    std::vector<std::size_t> shownIn(const ScoredWindow& window) const
    {
        std::vector<std::size_t> shown;
        const Micros from = m_moments[window.stretchFirst].time;
        const Micros to = m_moments[window.stretchEnd - 1].time;
        for (std::size_t i = window.stretchFirst; i < window.stretchEnd; ++i) {
            if (m_moments[i].event >= 0)
                shown.push_back(i);
        }
        for (const std::size_t i : m_bands) {
            const Event& event = *eventOf(m_moments[i]);
            const Micros begin = m_index.timeAxis.timeOf(event.frame);
            const bool in = i >= window.stretchFirst && i < window.stretchEnd;
            if (!in && begin <= to && begin + event.length >= from)
                shown.push_back(i);
        }
        return shown;
    }

    void takeEvents(Highlight& told, const ScoredWindow& window) const
    {
        for (std::size_t i = window.first; i < window.end; ++i) {
            const Moment& moment = m_moments[i];
            if (moment.event >= 0)
                told.events.push_back(moment.event);
            if (moment.rarity > 0.0)
                told.bonuses.push_back({moment.rare != Rare::None
                                            ? bonus::of(moment.rare)
                                            : m_index.events->kinds[static_cast<std::size_t>(moment.kind)].id,
                                        moment.rarity, moment.event});
            for (const QString& extra : moment.extras)
                told.bonuses.push_back({extra, bonusOf(extra), moment.event});
        }
        std::sort(told.events.begin(), told.events.end());
        std::stable_sort(told.bonuses.begin(), told.bonuses.end(),
                         [](const RarityBonus& a, const RarityBonus& b) { return a.bonus > b.bonus; });
    }

    double bonusOf(const QString& extra) const
    {
        if (extra == bonus::comeback())
            return m_weights.comeback;
        if (extra == bonus::matchEndingKill())
            return m_weights.matchEndingKill;
        return extra == bonus::techRush() ? m_weights.techRush : m_weights.firstCombat;
    }

    struct Placed
    {
        glm::dvec3 place{0.0};
        double radius = 0.0;
        double weight = 0.0;
        double distance = 0.0; ///< to the middle of what was looked at last
    };

    /// The nearest around `centre` until most of the weight is among them.
    static void keepMost(std::vector<Placed>& all, const glm::dvec3& centre)
    {
        double total = 0.0;
        for (Placed& one : all) {
            one.distance = glm::distance(one.place, centre);
            total += one.weight;
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Placed& a, const Placed& b) { return a.distance < b.distance; });
        double inside = 0.0;
        std::size_t kept = 0;
        while (kept < all.size() && (kept == 0 || inside < MostOfIt * total))
            inside += all[kept++].weight;
        all.resize(kept);
    }

    void locate(Highlight& told, const std::vector<std::size_t>& shown) const
    {
        std::vector<Placed> all;
        const Placed* heaviest = nullptr;
        all.reserve(shown.size());
        for (const std::size_t i : shown) {
            const Event& event = *eventOf(m_moments[i]);
            if (!event.placed || !finite(event.place))
                continue;
            const double radius = std::isfinite(event.radius) ? std::max(0.0, double{event.radius}) : 0.0;
            // Nothing is without any weight, or there would be no mean.
            all.push_back({event.place, radius, std::max(m_moments[i].weight(), 1e-6)});
            if (heaviest == nullptr || all.back().weight > heaviest->weight)
                heaviest = &all.back();
        }
        if (heaviest == nullptr)
            return;
        keepMost(all, glm::dvec3(heaviest->place));
        double total = 0.0;
        glm::dvec3 sum{0.0};
        for (const Placed& one : all) {
            sum += one.place * one.weight;
            total += one.weight;
        }
        told.placed = true;
        told.place = sum / total;
        for (const Placed& one : all)
            told.spread = std::max(told.spread, glm::distance(one.place, told.place) + one.radius);
    }

    void takeActors(Highlight& told, const std::vector<std::size_t>& shown) const
    {
        std::map<ActorId, double> part;
        for (const std::size_t i : shown) {
            const std::vector<ActorId>& actors = eventOf(m_moments[i])->actors;
            for (std::size_t a = 0; a < actors.size(); ++a) {
                if (m_index.info->actor(actors[a]) != nullptr)
                    part[actors[a]] += m_moments[i].weight() * (a == 0 ? 1.0 : OthersShare);
            }
        }
        std::vector<std::pair<double, ActorId>> order;
        order.reserve(part.size());
        for (const auto& [actor, weight] : part)
            order.emplace_back(-weight, actor);
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < std::min(order.size(), MostActors); ++i)
            told.actors.push_back(order[i].second);
    }

    const ReplayIndex& m_index;
    const HighlightWeights& m_weights;
    const std::vector<Moment>& m_moments;
    const ScoredWindows& m_scored;
    std::vector<std::size_t> m_bands;
};

/// One by one, each time the best with those of a kind that is picked already counting less.
std::vector<const ScoredWindow*> pick(const std::vector<const ScoredWindow*>& candidates,
                                      const Teller& teller, const HighlightWeights& weights)
{
    std::vector<int> events;
    std::vector<QString> kinds;
    std::vector<bool> taken(candidates.size(), false);
    std::set<int> told;
    std::map<QString, double> discount;
    events.reserve(candidates.size());
    kinds.reserve(candidates.size());
    for (const ScoredWindow* window : candidates) {
        events.push_back(teller.eventOf(*window));
        kinds.push_back(teller.kindOf(events.back()));
        // Best first: what another tells of already is the same fight once more.
        if (events.back() >= 0 && !told.insert(events.back()).second)
            taken[kinds.size() - 1] = true;
    }
    std::vector<const ScoredWindow*> picked;
    const std::size_t left = static_cast<std::size_t>(std::count(taken.begin(), taken.end(), false));
    const std::size_t wanted = std::min(left, static_cast<std::size_t>(weights.top));
    while (picked.size() < wanted) {
        std::size_t best = candidates.size();
        double bestScore = -1.0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (taken[i])
                continue;
            const auto less = discount.find(kinds[i]);
            const double score = candidates[i]->score * (less == discount.end() ? 1.0 : less->second);
            if (score > bestScore) {
                best = i;
                bestScore = score;
            }
        }
        taken[best] = true;
        picked.push_back(candidates[best]);
        discount.try_emplace(kinds[best], 1.0).first->second *= weights.variety;
    }
    std::stable_sort(picked.begin(), picked.end(),
                     [](const ScoredWindow* a, const ScoredWindow* b) { return a->score > b->score; });
    return picked;
}

} // namespace

QString scorePartId(ScorePartOf part)
{
    switch (part) {
    case ScorePartOf::Engagement:
        return QStringLiteral("engagement");
    case ScorePartOf::Momentum:
        return QStringLiteral("momentum");
    case ScorePartOf::Anomaly:
        return QStringLiteral("anomaly");
    case ScorePartOf::Rarity:
        break;
    }
    return QStringLiteral("rarity");
}

Result<std::vector<Highlight>> findHighlights(const ReplayIndex& index, const HighlightWeights& weights,
                                              const Lead& lead, std::stop_token stop)
{
    if (auto checked = weights.check(); !checked)
        return tl::unexpected(checked.error());
    const MomentList list = findMoments(index, weights, lead);
    std::vector<Highlight> highlights;
    if (list.moments.empty() || index.timeAxis.empty())
        return highlights;
    const auto scored = scoreWindows(index.timeAxis, list, lead, weights, stop);
    if (!scored)
        return tl::unexpected(scored.error());
    const Candidates candidates(*scored, list.moments, weights);
    const Teller teller(index, weights, list, *scored);
    for (const ScoredWindow* window : pick(candidates.windows(), teller, weights)) {
        if (stop.stop_requested())
            return cancelled();
        highlights.push_back(teller.tell(*window));
    }
    return highlights;
}

Result<std::vector<Highlight>> highlightsOf(const ReplaySource& source, const HighlightWeights& weights,
                                            const Progress& progress, std::stop_token stop)
{
    if (auto checked = weights.check(); !checked)
        return tl::unexpected(checked.error());
    const auto index = source.waitComplete(stop);
    if (!index)
        return tl::unexpected(index.error());
    const auto lead = readLead(source, progress, stop);
    if (!lead)
        return tl::unexpected(lead.error());
    return findHighlights(**index, weights, *lead, stop);
}

} // namespace ghostline::model
