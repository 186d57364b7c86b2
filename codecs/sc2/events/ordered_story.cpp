// SPDX-License-Identifier: GPL-3.0-or-later
// Build orders of replays without tracker events: what was ordered, which is not always what came of it.
#include "codecs/sc2/events/production.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace ghostline::sc2 {

namespace {

/// The same structure ordered again this near and this soon is the same order given twice.
constexpr float SamePlaceCells = 3.0F;
constexpr std::uint32_t SameOrderLoops = 1344; // a minute at Faster
/// Places remembered of one player; nobody orders so many structures in a minute.
constexpr std::size_t MostPlaced = 256;

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
    StoryKind kind = StoryKind::Build;
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
        made.kind = StoryKind::Build;
        break;
    case CommandPurpose::Train:
    case CommandPurpose::Morph:
        made.kind = StoryKind::Train;
        break;
    case CommandPurpose::Research:
        made.kind = StoryKind::Upgrade;
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
    if (const UnitType* known = findUnitType(type); known != nullptr && made.kind != StoryKind::Upgrade) {
        made.kind = isStructure(known->unitClass) ? StoryKind::Build : StoryKind::Train;
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
    explicit Orders(StoryWriter& story)
        : m_story(story), m_bases(story.players().size(), 1), m_placed(story.players().size())
    {
    }

    void tell()
    {
        for (const Order& order : m_story.data().actions.orders) {
            const bool counts = order.participant >= 0 && order.hasAbility && !order.retargeted &&
                                static_cast<std::size_t>(order.participant) < m_placed.size();
            if (counts)
                tellOrder(order);
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
                                     : m_made.emplace(command, madeBy(m_story.data(), order)).first->second;
    }

    bool givenBefore(const Order& order)
    {
        if (!hasPlace(order.target))
            return false;
        const std::uint32_t command = static_cast<std::uint32_t>(order.ability) << 8 | order.index;
        auto& placed = m_placed[static_cast<std::size_t>(order.participant)];
        std::erase_if(placed, [&order](const Placed& p) { return order.loop - p.loop > SameOrderLoops; });
        for (Placed& p : placed) {
            if (p.command == command && std::abs(p.x - order.target.point.x) <= SamePlaceCells &&
                std::abs(p.y - order.target.point.y) <= SamePlaceCells) {
                p.loop = order.loop;
                return true;
            }
        }
        if (placed.size() == MostPlaced)
            placed.erase(placed.begin());
        placed.push_back({order.loop, command, order.target.point.x, order.target.point.y});
        return false;
    }

    void tellOrder(const Order& order)
    {
        const Made& what = made(order);
        if (!what.told || (what.kind == StoryKind::Build && givenBefore(order)))
            return;
        const std::uint64_t key = static_cast<std::uint64_t>(order.participant) << 32 |
                                  static_cast<std::uint32_t>(order.ability) << 8 | order.index;
        if (what.base) {
            const int number = ++m_bases[static_cast<std::size_t>(order.participant)];
            add(StoryKind::Expansion, order, what,
                QStringLiteral("ordered: base %1, %2").arg(number).arg(what.name))
                .data[QLatin1String("number")] = number;
        }
        if (!what.worker && what.kind != StoryKind::Upgrade && m_seen.insert(key).second)
            add(StoryKind::FirstOfKind, order, what, QStringLiteral("ordered: first %1").arg(what.name));
        add(what.kind, order, what, QStringLiteral("ordered: %1").arg(what.name));
    }

    model::Event& add(StoryKind kind, const Order& order, const Made& what, const QString& text)
    {
        model::Event& event = m_story.add(kind, order.loop, text);
        m_story.actor(event, order.participant);
        if (hasPlace(order.target))
            StoryWriter::place(event, order.target.point.x, order.target.point.y);
        event.data = QJsonObject{
            {QLatin1String("player"), m_story.players()[static_cast<std::size_t>(order.participant)].name},
            {QLatin1String("type"), what.type},
            {QLatin1String("name"), what.name},
            {QLatin1String("ordered"), true}};
        return event;
    }

    StoryWriter& m_story;
    std::vector<int> m_bases;
    std::vector<std::vector<Placed>> m_placed; ///< by participant, of the last minute
    std::unordered_map<std::uint32_t, Made> m_made;
    std::unordered_set<std::uint64_t> m_seen;
};

} // namespace

void tellOrders(StoryWriter& story) { Orders(story).tell(); }

} // namespace ghostline::sc2
