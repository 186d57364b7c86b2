// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/production.h"

#include "codecs/sc2/events/upgrade_names.h"

#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace ghostline::sc2 {

namespace {

/// Of a life: what it becomes when a type's price grows (a Roach a Ravager, a Hatchery a Lair).
struct Morph
{
    std::uint32_t loop = 0;
    NameId type = 0;
};

constexpr std::string_view PlanetaryFortress = "PlanetaryFortress";

class Production
{
public:
    explicit Production(StoryWriter& story)
        : m_story(story), m_data(story.data()), m_bases(story.players().size()),
          m_paired(m_data.tracker.births.size() == m_data.lives.lives.size())
    {
    }

    void tell()
    {
        for (std::size_t i = 0; i < m_data.lives.lives.size(); ++i)
            tellLife(i);
        for (const TrackedUpgrade& upgrade : m_data.tracker.upgrades)
            tellUpgrade(upgrade);
    }

private:
    void tellLife(std::size_t i)
    {
        const UnitLife& life = m_data.lives.lives[i];
        const auto owners = m_data.lives.ownersOf(life);
        const auto types = m_data.lives.typesOf(life);
        if (owners.empty() || types.empty())
            return;
        const int participant = m_story.participantOf(owners.front().control);
        if (participant == Nobody)
            return;
        const TypeFacts& facts = m_story.facts(types.front().type);
        if (facts.type != nullptr && facts.type->unitClass == UnitClass::TownHall)
            tellBase(i, participant, types.front().type);
        const bool begun = life.finished != life.first; // a construction or a warp-in, not a birth
        if (life.first > 0) {
            if (facts.structure && begun)
                tellMade(StoryKind::Build, i, participant, {life.first, types.front().type}, false);
            else if (!facts.structure && !isHallucination(m_data, i) && (facts.trained || paidFor(i, facts)))
                tellMade(StoryKind::Train, i, participant, {life.first, types.front().type}, false);
        }
        if (types.size() > 1)
            tellMorphs(i, participant);
    }

    /// A unit whose price no table knows, but that came out of a production building.
    bool paidFor(std::size_t i, const TypeFacts& facts) const
    {
        if (!m_paired || facts.type == nullptr || facts.type->minerals >= 0 ||
            !(isArmy(facts.type->unitClass) || facts.type->unitClass == UnitClass::Worker))
            return false;
        const TrackedBirth& birth = m_data.tracker.births[i];
        if (birth.tag != m_data.lives.lives[i].tag || !birth.hasCreatorAbility)
            return false;
        return m_data.tracker.names[birth.creatorAbility].find("Train") != std::string::npos;
    }

    /// Changes to a type that is worth more than anything this unit was before. A cocoon that ends as nothing
    /// better (cancelled, or the unit is born anew from it) tells nothing.
    void tellMorphs(std::size_t i, int participant)
    {
        const auto types = m_data.lives.typesOf(m_data.lives.lives[i]);
        int most = m_story.facts(types.front().type).worth;
        for (std::size_t t = 1; t < types.size(); ++t) {
            const TypeFacts& facts = m_story.facts(types[t].type);
            const bool fortress = facts.type != nullptr && facts.type->name == PlanetaryFortress &&
                                  m_story.facts(types[t - 1].type).raw != facts.raw;
            if (most == 0 || (facts.worth <= most && !fortress))
                continue;
            std::size_t becomes = t;
            while (becomes < types.size() && m_story.facts(types[becomes].type).unfinished)
                ++becomes;
            if (becomes == types.size())
                return;
            const TypeFacts& target = m_story.facts(types[becomes].type);
            if (target.worth <= most && !fortress)
                continue;
            most = std::max(most, target.worth);
            tellMade(target.structure ? StoryKind::Build : StoryKind::Train, i, participant,
                     {types[t].loop, types[becomes].type}, true);
        }
    }

    void tellMade(StoryKind kind, std::size_t life, int participant, Morph what, bool morph)
    {
        const TypeFacts& facts = m_story.facts(what.type);
        QJsonObject data = m_story.production(participant, what.type, what.loop);
        const std::uint64_t key = static_cast<std::uint64_t>(participant) << 32 | what.type;
        const bool worker = facts.type != nullptr && facts.type->unitClass == UnitClass::Worker;
        if (!worker && m_seen.insert(key).second) {
            model::Event& first = add(StoryKind::FirstOfKind, life, participant, what.loop,
                                      QStringLiteral("First %1").arg(facts.name));
            first.data = data;
        }
        model::Event& event = add(kind, life, participant, what.loop, facts.name);
        if (morph)
            data[QLatin1String("morph")] = true;
        event.data = std::move(data);
    }

    /// Town halls after those of the start; the number is how many there are then, with this one.
    void tellBase(std::size_t life, int participant, NameId type)
    {
        const std::uint32_t loop = m_data.lives.lives[life].first;
        auto& ends = m_bases[static_cast<std::size_t>(participant)];
        while (!ends.empty() && ends.top() <= loop)
            ends.pop();
        ends.push(m_data.lives.lives[life].end);
        const auto number = static_cast<int>(ends.size());
        if (loop == 0)
            return;
        const QString text = QStringLiteral("Base %1: %2").arg(number).arg(m_story.facts(type).name);
        model::Event& event = add(StoryKind::Expansion, life, participant, loop, text);
        event.data = m_story.production(participant, type, loop);
        event.data[QLatin1String("number")] = number;
    }

    model::Event& add(StoryKind kind, std::size_t life, int participant, std::uint32_t loop,
                      const QString& text)
    {
        model::Event& event = m_story.add(kind, loop, text);
        event.actors.reserve(2);
        m_story.actor(event, participant);
        m_story.unit(event, life);
        const auto reports = m_data.lives.reportsOf(m_data.lives.lives[life]);
        const bool stands = kind == StoryKind::Build || kind == StoryKind::Expansion;
        if (stands && !reports.empty())
            StoryWriter::place(event, reports.front().x, reports.front().y);
        return event;
    }

    /// What is there at loop 0 was set up before anybody could research it.
    void tellUpgrade(const TrackedUpgrade& upgrade)
    {
        const int participant = m_story.participantOf(upgrade.player);
        const std::string& raw = m_data.tracker.names[upgrade.name];
        if (participant == Nobody || upgrade.loop == 0 || upgrade.count <= 0 || isCosmeticUpgrade(raw))
            return;
        auto known = m_upgrades.find(upgrade.name);
        if (known == m_upgrades.end())
            known = m_upgrades.emplace(upgrade.name, readableUpgradeName(raw)).first;
        model::Event& event = m_story.add(StoryKind::Upgrade, upgrade.loop, known->second);
        m_story.actor(event, participant);
        event.data = m_story.production(participant, upgrade.name, upgrade.loop);
        event.data[QLatin1String("name")] = known->second;
    }

    StoryWriter& m_story;
    const ReplayData& m_data;
    /// Ends of the town halls there are, the next one on top.
    using Ends = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
    std::vector<Ends> m_bases; ///< by participant
    bool m_paired = false;     ///< births and lives go together one by one
    std::unordered_set<std::uint64_t> m_seen;
    std::unordered_map<NameId, QString> m_upgrades;
};

/// What deaths of one type by another have in common.
struct Killing
{
    QString text;
    QJsonObject data;
};

Killing killing(const TypeFacts& dead, const TypeFacts* killer)
{
    Killing made{killer != nullptr ? QStringLiteral("%1, by %2").arg(dead.name, killer->name) : dead.name,
                 {}};
    made.data[QLatin1String("type")] = dead.raw;
    made.data[QLatin1String("name")] = dead.name;
    made.data[QLatin1String("worth")] = dead.worth;
    if (killer != nullptr) {
        made.data[QLatin1String("killer")] = killer->raw;
        made.data[QLatin1String("killer_name")] = killer->name;
    }
    return made;
}

} // namespace

void tellProduction(StoryWriter& story) { Production(story).tell(); }

void tellDeaths(StoryWriter& story, std::span<const Loss> losses)
{
    const UnitLives& lives = story.data().lives;
    std::unordered_map<std::uint64_t, Killing> told; // by type and killer's type
    for (const Loss& loss : losses) {
        const UnitLife& life = lives.lives[loss.life];
        const bool named = life.killer < lives.lives.size();
        const NameId killer = named ? story.lastType(lives.lives[life.killer]) : 0;
        const std::uint64_t key = static_cast<std::uint64_t>(loss.type) << 32 |
                                  (named ? killer : std::numeric_limits<std::uint32_t>::max());
        const auto [found, added] = told.try_emplace(key);
        if (added)
            found->second = killing(story.facts(loss.type), named ? &story.facts(killer) : nullptr);
        model::Event& event = story.add(StoryKind::Death, loss.loop, found->second.text);
        event.data = found->second.data;
        event.actors.reserve(4);
        if (loss.killer != loss.owner)
            story.actor(event, loss.killer);
        story.actor(event, loss.owner);
        story.unit(event, loss.life);
        if (named)
            story.unit(event, life.killer);
        StoryWriter::place(event, loss.x, loss.y);
    }
}

} // namespace ghostline::sc2
