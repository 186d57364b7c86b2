// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/derived/fight_events.h"

#include "codecs/ironcurtain/base/limits.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace ghostline::ironcurtain {

namespace {

/// An end belongs to no start whose centre is farther away (cells).
constexpr double MostApart = 16.0;
constexpr double MostRadius = 32.0;
constexpr double LeastWeight = 0.15;
/// Seconds; a shorter band could not be seen.
constexpr double LeastSeconds = 1.0;

double apart(const WorldPos& a, const WorldPos& b)
{
    return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y) / UnitsPerCell;
}

/// What a side lost, at the mean value of the units that began: the format counts losses in units only, and
/// those who joined later are among them.
std::int64_t lostValue(std::int64_t value, std::uint64_t units, std::uint64_t losses, std::uint64_t survivors)
{
    if (value <= 0 || losses == 0)
        return 0;
    const double began = static_cast<double>(units > 0 ? units : losses + survivors);
    return std::llround(std::min(static_cast<double>(value), 1e12) * static_cast<double>(losses) / began);
}

} // namespace

FightEvents::Side FightEvents::sideOf(const TagList& tags, std::int64_t value) const
{
    Side side;
    side.units = tags.size();
    side.value = value;
    const Lives& lives = m_list.context().lives;
    for (std::size_t i = 0; i < tags.size() && side.owners.size() < MaxFightOwners; ++i) {
        const std::ptrdiff_t life = lives.find(tags[i]);
        if (life < 0)
            continue;
        const auto& owner = lives[static_cast<std::size_t>(life)].owner;
        if (owner && std::find(side.owners.begin(), side.owners.end(), *owner) == side.owners.end())
            side.owners.push_back(*owner);
    }
    return side;
}

void FightEvents::enlist(Fight& fight, std::uint32_t number, const TagList& tags)
{
    const Lives& lives = m_list.context().lives;
    const std::size_t n = std::min(tags.size(), MaxTrackedUnits);
    fight.tags.reserve(fight.tags.size() + n);
    for (std::size_t i = 0; i < n; ++i) {
        const UnitTag tag = tags[i];
        fight.tags.push_back(tag.key());
        m_engaged[tag.key()] = number;
        // A building stands where it was begun; where anything else is, only samples tell.
        const std::ptrdiff_t life = lives.find(tag);
        if (life < 0)
            continue;
        const Life& known = lives[static_cast<std::size_t>(life)];
        if (known.structure && known.bornAt)
            fight.distances.push_back(apart(*known.bornAt, fight.centre));
    }
}

void FightEvents::started(SimTick tick, const EngagementStarted& event)
{
    if (m_open.size() >= MaxOpenFights)
        close(m_open.begin(), tick, false);
    model::Event* told = m_list.add(DerivedKind::Engagement, tick);
    if (told == nullptr)
        return;
    const std::uint32_t number = m_next++;
    Fight& fight = m_open[number];
    fight.event = m_list.lastId();
    fight.start = tick;
    fight.centre = event.centre;
    fight.sides = {sideOf(event.friendly, event.friendlyValue), sideOf(event.enemy, event.enemyValue)};
    EventWriter::place(*told, event.centre);
    for (const Side& side : fight.sides) {
        for (const PlayerId owner : side.owners)
            m_list.actor(*told, owner);
    }
    for (const TagList& tags : {event.friendly, event.enemy}) {
        for (std::size_t i = 0; i < std::min(tags.size(), MaxNamedUnits); ++i)
            m_list.unit(*told, tags[i]);
        enlist(fight, number, tags);
    }
}

void FightEvents::sampled(const UnitPositionSample& sample)
{
    if (m_engaged.empty())
        return;
    for (std::size_t i = 0; i < sample.units.size(); ++i) {
        const UnitPlace unit = sample.units[i];
        const auto engaged = m_engaged.find(unit.unit.key());
        if (engaged == m_engaged.end())
            continue;
        const auto open = m_open.find(engaged->second);
        if (open != m_open.end() && open->second.distances.size() < MaxFightDistances)
            open->second.distances.push_back(apart(unit.at, open->second.centre));
    }
}

std::map<std::uint32_t, FightEvents::Fight>::iterator FightEvents::match(SimTick tick,
                                                                         const EngagementEnded& event)
{
    const auto same = std::find_if(m_open.begin(), m_open.end(),
                                   [&](const auto& open) { return open.second.centre == event.centre; });
    if (same != m_open.end())
        return same;
    const auto timed = std::find_if(m_open.begin(), m_open.end(), [&](const auto& open) {
        return event.duration > 0 && event.duration <= tick && open.second.start == tick - event.duration;
    });
    if (timed != m_open.end())
        return timed;
    auto best = m_open.end();
    double least = MostApart;
    for (auto open = m_open.begin(); open != m_open.end(); ++open) {
        if (const double distance = apart(open->second.centre, event.centre); distance < least) {
            best = open;
            least = distance;
        }
    }
    return best;
}

void FightEvents::ended(SimTick tick, const EngagementEnded& event)
{
    auto fight = match(tick, event);
    if (fight == m_open.end()) {
        // Its start is lost: all that is known is what the end says.
        started(tick - std::min(tick, event.duration), {event.centre, {}, {}, 0, 0});
        fight = m_open.empty() ? m_open.end() : std::prev(m_open.end());
        if (fight == m_open.end() || !(fight->second.centre == event.centre))
            return;
    }
    auto& sides = fight->second.sides;
    sides[0].losses = event.friendlyLosses;
    sides[0].survivors = event.friendlySurvivors;
    sides[1].losses = event.enemyLosses;
    sides[1].survivors = event.enemySurvivors;
    const SimTick start = fight->second.start;
    const bool sane = event.duration > 0 && start <= tick && event.duration <= tick - start;
    close(fight, sane ? start + event.duration : tick, true);
}

void FightEvents::closeAll(SimTick tick)
{
    while (!m_open.empty())
        close(m_open.begin(), tick, false);
}

void FightEvents::close(std::map<std::uint32_t, Fight>::iterator found, SimTick end, bool told)
{
    Fight& fight = found->second;
    for (const std::uint32_t tag : fight.tags) {
        const auto engaged = m_engaged.find(tag);
        if (engaged != m_engaged.end() && engaged->second == found->first)
            m_engaged.erase(engaged);
    }
    if (model::Event* event = m_list.find(fight.event); event != nullptr) {
        event->length = std::max(m_list.between(fight.start, end), model::fromSeconds(LeastSeconds));
        auto& distances = fight.distances;
        if (!distances.empty()) {
            const std::size_t rank = (distances.size() * 9 + 9) / 10 - 1;
            std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(rank),
                             distances.end());
            event->radius = static_cast<float>(std::min(distances[rank], MostRadius));
        }
        describe(*event, fight, told);
    }
    m_open.erase(found);
}

Sentence FightEvents::sideName(const Side& side) const
{
    QStringList names;
    for (const PlayerId owner : side.owners)
        names << m_list.name(owner);
    return names.isEmpty() ? Sentence::of(QStringLiteral("unknown")) : joinedNames(names);
}

void FightEvents::describe(model::Event& event, const Fight& fight, bool told) const
{
    std::vector<Sentence> names;
    std::vector<Sentence> losses;
    QStringList lost;
    std::int64_t traded = 0;
    for (const Side& side : fight.sides) {
        names.push_back(sideName(side));
        const std::int64_t value = lostValue(side.value, side.units, side.losses, side.survivors);
        traded += value;
        if (told && value > 0)
            event.losses.push_back(
                {side.owners.empty() ? model::ActorId::None : m_list.idOf(side.owners.front()),
                 static_cast<double>(value)});
        const QString units = QString::number(side.losses);
        losses.push_back(value > 0
                             ? Sentence::of(QStringLiteral("%1 (about %2)"), {units, groupedFigure(value)})
                             : Sentence(units));
        lost << QStringLiteral("%1 %2").arg(names.back().text(), losses.back().text());
    }
    if (told) {
        say(event, Sentence::of(QStringLiteral("Engagement: %1 lost %2, %3 lost %4"),
                                {names[0], losses[0], names[1], losses[1]}));
    } else {
        say(event, Sentence::of(QStringLiteral("Engagement: %1 with %2 against %3 with %4, end not recorded"),
                                {names[0], QString::number(fight.sides[0].units), names[1],
                                 QString::number(fight.sides[1].units)}));
    }
    QJsonObject data;
    data[QLatin1String("sides")] = QStringLiteral("%1 – %2").arg(names[0].text(), names[1].text());
    data[QLatin1String("center_pos")] = placeJson(fight.centre);
    data[QLatin1String("units")] = static_cast<qint64>(fight.sides[0].units + fight.sides[1].units);
    data[QLatin1String("friendly_units")] = static_cast<qint64>(fight.sides[0].units);
    data[QLatin1String("enemy_units")] = static_cast<qint64>(fight.sides[1].units);
    data[QLatin1String("friendly_value")] = static_cast<qint64>(fight.sides[0].value);
    data[QLatin1String("enemy_value")] = static_cast<qint64>(fight.sides[1].value);
    data[QLatin1String("seconds")] = model::seconds(event.length);
    if (told) {
        data[QLatin1String("lost")] = lost.join(QStringLiteral(", "));
        data[QLatin1String("losses")] = static_cast<qint64>(fight.sides[0].losses + fight.sides[1].losses);
        data[QLatin1String("value_traded")] = static_cast<qint64>(traded);
        data[QLatin1String("friendly_losses")] = static_cast<qint64>(fight.sides[0].losses);
        data[QLatin1String("enemy_losses")] = static_cast<qint64>(fight.sides[1].losses);
        data[QLatin1String("friendly_survivors")] = static_cast<qint64>(fight.sides[0].survivors);
        data[QLatin1String("enemy_survivors")] = static_cast<qint64>(fight.sides[1].survivors);
    }
    event.data = data;
}

void FightEvents::finish()
{
    const auto traded = [](const model::Event& event) {
        return event.data.value(QLatin1String("value_traded")).toDouble();
    };
    double most = 0.0;
    m_list.each(DerivedKind::Engagement,
                [&](const model::Event& event) { most = std::max(most, traded(event)); });
    m_list.each(DerivedKind::Engagement, [&](model::Event& event) {
        const double part = most > 0.0 ? traded(event) / most : 0.0;
        event.weight = static_cast<float>(std::max(part, LeastWeight));
        event.severity = part >= 2.0 / 3.0 ? 2 : part >= 1.0 / 3.0 ? 1 : 0;
    });
}

} // namespace ghostline::ironcurtain
