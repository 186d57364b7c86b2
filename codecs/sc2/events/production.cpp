// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/production.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/events/upgrade_names.h"

#include <algorithm>
#include <cmath>
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
    explicit Production(EventWriter& writer)
        : m_writer(writer), m_data(writer.data()), m_bases(writer.players().size()),
          m_paired(m_data.tracker.births.size() == m_data.lives.lives.size())
    {
    }

    void write()
    {
        for (std::size_t i = 0; i < m_data.lives.lives.size(); ++i)
            writeLife(i);
        for (const TrackedUpgrade& upgrade : m_data.tracker.upgrades)
            writeUpgrade(upgrade);
    }

private:
    void writeLife(std::size_t i)
    {
        const UnitLife& life = m_data.lives.lives[i];
        const auto owners = m_data.lives.ownersOf(life);
        const auto types = m_data.lives.typesOf(life);
        if (owners.empty() || types.empty())
            return;
        const int participant = m_writer.participantOf(owners.front().control);
        if (participant == Nobody)
            return;
        const TypeFacts& facts = m_writer.facts(types.front().type);
        if (facts.type != nullptr && facts.type->unitClass == UnitClass::TownHall)
            writeBase(i, participant, types.front().type);
        const bool begun = life.finished != life.first; // a construction or a warp-in, not a birth
        if (life.first > 0) {
            if (facts.structure && begun)
                writeMade(DerivedKind::Build, i, participant, {life.first, types.front().type}, false);
            else if (!facts.structure && !isHallucination(m_data, i) && (facts.trained || paidFor(i, facts)))
                writeMade(DerivedKind::Train, i, participant, {life.first, types.front().type}, false);
        }
        if (types.size() > 1)
            writeMorphs(i, participant);
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
    void writeMorphs(std::size_t i, int participant)
    {
        const auto types = m_data.lives.typesOf(m_data.lives.lives[i]);
        int most = m_writer.facts(types.front().type).worth;
        for (std::size_t t = 1; t < types.size(); ++t) {
            const TypeFacts& facts = m_writer.facts(types[t].type);
            const bool fortress = facts.type != nullptr && facts.type->name == PlanetaryFortress &&
                                  m_writer.facts(types[t - 1].type).raw != facts.raw;
            if (most == 0 || (facts.worth <= most && !fortress))
                continue;
            std::size_t becomes = t;
            while (becomes < types.size() && m_writer.facts(types[becomes].type).unfinished)
                ++becomes;
            if (becomes == types.size())
                return;
            const TypeFacts& target = m_writer.facts(types[becomes].type);
            if (target.worth <= most && !fortress)
                continue;
            most = std::max(most, target.worth);
            writeMade(target.structure ? DerivedKind::Build : DerivedKind::Train, i, participant,
                      {types[t].loop, types[becomes].type}, true);
        }
    }

    void writeMade(DerivedKind kind, std::size_t life, int participant, Morph what, bool morph)
    {
        const TypeFacts& facts = m_writer.facts(what.type);
        QJsonObject data = m_writer.production(participant, what.type, what.loop);
        const std::uint64_t key = static_cast<std::uint64_t>(participant) << 32 | what.type;
        const bool worker = facts.type != nullptr && facts.type->unitClass == UnitClass::Worker;
        if (!worker && m_seen.insert(key).second) {
            model::Event& first = add(DerivedKind::FirstOfKind, life, participant, what.loop,
                                      Sentence::of(QStringLiteral("First %1"), {facts.name}));
            first.data = data;
        }
        model::Event& event = add(kind, life, participant, what.loop, facts.name);
        if (morph)
            data[QLatin1String("morph")] = true;
        event.data = std::move(data);
    }

    /// Town halls after those of the start; the number is how many there are then, with this one.
    void writeBase(std::size_t life, int participant, NameId type)
    {
        const std::uint32_t loop = m_data.lives.lives[life].first;
        auto& ends = m_bases[static_cast<std::size_t>(participant)];
        while (!ends.empty() && ends.top() <= loop)
            ends.pop();
        ends.push(m_data.lives.lives[life].end);
        const auto number = static_cast<int>(ends.size());
        if (loop == 0)
            return;
        const Sentence text =
            Sentence::of(QStringLiteral("Base %1: %2"), {QString::number(number), m_writer.facts(type).name});
        model::Event& event = add(DerivedKind::Expansion, life, participant, loop, text);
        event.data = m_writer.production(participant, type, loop);
        event.data[QLatin1String("number")] = number;
    }

    model::Event& add(DerivedKind kind, std::size_t life, int participant, std::uint32_t loop,
                      const Sentence& text)
    {
        model::Event& event = m_writer.add(kind, loop, text);
        event.actors.reserve(2);
        m_writer.actor(event, participant);
        m_writer.unit(event, life);
        const auto reports = m_data.lives.reportsOf(m_data.lives.lives[life]);
        const bool stands = kind == DerivedKind::Build || kind == DerivedKind::Expansion;
        if (stands && !reports.empty())
            EventWriter::place(event, reports.front().x, reports.front().y);
        return event;
    }

    /// What is there at loop 0 was set up before anybody could research it.
    void writeUpgrade(const TrackedUpgrade& upgrade)
    {
        const int participant = m_writer.participantOf(upgrade.player);
        const std::string& raw = m_data.tracker.names[upgrade.name];
        if (participant == Nobody || upgrade.loop == 0 || upgrade.count <= 0 || isCosmeticUpgrade(raw))
            return;
        auto known = m_upgrades.find(upgrade.name);
        if (known == m_upgrades.end())
            known = m_upgrades.emplace(upgrade.name, readableUpgradeName(raw)).first;
        model::Event& event = m_writer.add(DerivedKind::Upgrade, upgrade.loop, known->second);
        m_writer.actor(event, participant);
        event.data = m_writer.production(participant, upgrade.name, upgrade.loop);
        event.data[QLatin1String("name")] = known->second;
    }

    EventWriter& m_writer;
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
    Sentence text;
    QJsonObject data;
};

Killing killing(const TypeFacts& dead, const TypeFacts* killer)
{
    Killing made{killer != nullptr ? Sentence::of(QStringLiteral("%1, by %2"), {dead.name, killer->name})
                                   : Sentence(dead.name),
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

void writeProduction(EventWriter& writer) { Production(writer).write(); }

void writeDeaths(EventWriter& writer, std::span<const Loss> losses)
{
    const UnitLives& lives = writer.data().lives;
    std::unordered_map<std::uint64_t, Killing> told; // by type and killer's type
    for (const Loss& loss : losses) {
        const UnitLife& life = lives.lives[loss.life];
        const bool named = life.killer < lives.lives.size();
        const NameId killer = named ? writer.lastType(lives.lives[life.killer]) : 0;
        const std::uint64_t key = static_cast<std::uint64_t>(loss.type) << 32 |
                                  (named ? killer : std::numeric_limits<std::uint32_t>::max());
        const auto [found, added] = told.try_emplace(key);
        if (added)
            found->second = killing(writer.facts(loss.type), named ? &writer.facts(killer) : nullptr);
        model::Event& event = writer.add(DerivedKind::Death, loss.loop, found->second.text);
        event.data = found->second.data;
        event.actors.reserve(4);
        if (loss.killer != loss.owner)
            writer.actor(event, loss.killer);
        writer.actor(event, loss.owner);
        writer.unit(event, loss.life);
        if (named)
            writer.unit(event, life.killer);
        EventWriter::place(event, loss.x, loss.y);
        const UnitType* const type = writer.facts(loss.type).type;
        if (loss.byEnemy && type != nullptr && type->unitClass == UnitClass::TownHall)
            event.rare = model::Rare::BaseDestroyed;
    }
}

// Build orders of replays without tracker events: what was ordered, which is not always what came of it.

namespace {

/// The same structure ordered again this near and this soon is the same order given twice.
constexpr float SameSiteCells = 3.0F;
constexpr std::uint32_t SameOrderLoops = 1344; // a minute at Faster

/// Words before what is made; longer ones before those they begin with.
constexpr std::array<const char*, 10> Verbs{"Research Evolve ", "Warp In ", "Morph To ", "Upgrade To ",
                                            "Build ",           "Train ",   "Morph ",    "Research ",
                                            "Evolve ",          "Upgrade "};

/// What a command makes.
struct Made
{
    bool told = false;
    bool base = false;
    bool worker = false;
    DerivedKind kind = DerivedKind::Build;
    QString name;
    QString type; ///< as the tracker would spell it
};

QString withoutVerb(const QString& text)
{
    for (const char* verb : Verbs) {
        if (text.startsWith(QLatin1String(verb)))
            return text.mid(static_cast<qsizetype>(qstrlen(verb)));
    }
    return text;
}

/// A geyser is a unit, and its place is told with it.
bool hasPlace(const Target& target)
{
    return target.kind == TargetKind::Point || target.kind == TargetKind::Unit;
}

/// By what the unit table knows of its name, else by what the command is for.
Made madeBy(const ReplayData& data, const Order& order)
{
    Made made;
    switch (order.purpose) {
    case CommandPurpose::Build:
        made.kind = DerivedKind::Build;
        break;
    case CommandPurpose::Train:
    case CommandPurpose::Morph:
        made.kind = DerivedKind::Train;
        break;
    case CommandPurpose::Research:
        made.kind = DerivedKind::Upgrade;
        break;
    default:
        return made;
    }
    made.name = withoutVerb(data.abilities.text(order.ability, order.index));
    if (made.name.isEmpty() || order.name.command.empty())
        return made;
    made.told = true;
    made.type = made.name.section(QLatin1String(" ("), 0, 0).remove(u' ');
    const std::string type = made.type.toStdString();
    if (const UnitType* known = findUnitType(type); known != nullptr && made.kind != DerivedKind::Upgrade) {
        made.kind = isStructure(known->unitClass) ? DerivedKind::Build : DerivedKind::Train;
        made.base = known->unitClass == UnitClass::TownHall && order.purpose == CommandPurpose::Build;
        made.worker = known->unitClass == UnitClass::Worker;
        // Creep, turrets out of a raven and the like are cast, not paid for.
        made.told = known->worth() > 0;
    }
    return made;
}

class Orders
{
public:
    explicit Orders(EventWriter& writer)
        : m_writer(writer), m_bases(writer.players().size(), 1), m_placed(writer.players().size())
    {
    }

    void write()
    {
        for (const Order& order : m_writer.data().actions.orders) {
            const bool counts = order.participant >= 0 && order.hasAbility && !order.retargeted &&
                                static_cast<std::size_t>(order.participant) < m_placed.size();
            if (counts)
                writeOrder(order);
        }
    }

private:
    struct Placed
    {
        std::uint32_t loop = 0;
        std::uint32_t command = 0;
        float x = 0.0F;
        float y = 0.0F;
    };

    const Made& made(const Order& order)
    {
        const std::uint32_t command = static_cast<std::uint32_t>(order.ability) << 8 | order.index;
        const auto found = m_made.find(command);
        return found != m_made.end() ? found->second
                                     : m_made.emplace(command, madeBy(m_writer.data(), order)).first->second;
    }

    bool givenBefore(const Order& order)
    {
        if (!hasPlace(order.target))
            return false;
        const std::uint32_t command = static_cast<std::uint32_t>(order.ability) << 8 | order.index;
        auto& placed = m_placed[static_cast<std::size_t>(order.participant)];
        std::erase_if(placed, [&order](const Placed& p) { return order.loop - p.loop > SameOrderLoops; });
        for (Placed& p : placed) {
            if (p.command == command && std::abs(p.x - order.target.point.x) <= SameSiteCells &&
                std::abs(p.y - order.target.point.y) <= SameSiteCells) {
                p.loop = order.loop;
                return true;
            }
        }
        if (placed.size() == MaxPlacedOrders)
            placed.erase(placed.begin());
        placed.push_back({order.loop, command, order.target.point.x, order.target.point.y});
        return false;
    }

    void writeOrder(const Order& order)
    {
        const Made& what = made(order);
        if (!what.told || (what.kind == DerivedKind::Build && givenBefore(order)))
            return;
        const std::uint64_t key = static_cast<std::uint64_t>(order.participant) << 32 |
                                  static_cast<std::uint32_t>(order.ability) << 8 | order.index;
        if (what.base) {
            const int number = ++m_bases[static_cast<std::size_t>(order.participant)];
            add(DerivedKind::Expansion, order, what,
                Sentence::of(QStringLiteral("ordered: base %1, %2"), {QString::number(number), what.name}))
                .data[QLatin1String("number")] = number;
        }
        if (!what.worker && what.kind != DerivedKind::Upgrade && m_seen.insert(key).second)
            add(DerivedKind::FirstOfKind, order, what,
                Sentence::of(QStringLiteral("ordered: first %1"), {what.name}));
        add(what.kind, order, what, Sentence::of(QStringLiteral("ordered: %1"), {what.name}));
    }

    model::Event& add(DerivedKind kind, const Order& order, const Made& what, const Sentence& text)
    {
        model::Event& event = m_writer.add(kind, order.loop, text);
        m_writer.actor(event, order.participant);
        if (hasPlace(order.target))
            EventWriter::place(event, order.target.point.x, order.target.point.y);
        event.data = QJsonObject{
            {QLatin1String("player"), m_writer.players()[static_cast<std::size_t>(order.participant)].name},
            {QLatin1String("type"), what.type},
            {QLatin1String("name"), what.name},
            {QLatin1String("ordered"), true}};
        return event;
    }

    EventWriter& m_writer;
    std::vector<int> m_bases;
    std::vector<std::vector<Placed>> m_placed; ///< by participant, of the last minute
    std::unordered_map<std::uint32_t, Made> m_made;
    std::unordered_set<std::uint64_t> m_seen;
};

} // namespace

void writeOrders(EventWriter& writer) { Orders(writer).write(); }

} // namespace ghostline::sc2
