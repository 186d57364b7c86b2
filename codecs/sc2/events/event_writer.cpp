// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/event_writer.h"

#include "codecs/sc2/tracker/unit_table.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

/// They have a table entry and a price, but nobody pays for them: a shot that flies, drones of a carrier.
constexpr std::array<std::string_view, 3> Ephemeral{"DisruptorPhased", "Interceptor", "AdeptPhaseShift"};

bool isEphemeral(std::string_view name)
{
    return std::find(Ephemeral.begin(), Ephemeral.end(), name) != Ephemeral.end();
}

/// Whatever people said or are called, an event is one line.
QString withoutLineBreaks(const QString& text)
{
    const auto breaks = [](QChar c) { return c.unicode() < u' ' || c == QChar::LineSeparator; };
    if (std::none_of(text.begin(), text.end(), breaks))
        return text;
    QString line = text;
    std::replace_if(line.begin(), line.end(), breaks, QLatin1Char(' '));
    return line;
}

bool isUnfinishedName(std::string_view name) { return name.ends_with("Cocoon") || name.ends_with("Egg"); }

} // namespace

EventWriter::EventWriter(const ReplayData& data, const model::TimeAxis& axis)
    : EventTableBuilder(axis, {data.head.participants.size()}, MaxDerivedEvents), m_data(data)
{
    m_participants.fill(Nobody);
    for (int id = 0; id < static_cast<int>(m_participants.size()); ++id)
        m_participants[static_cast<std::size_t>(id)] = data.head.participantOfPlayer(id);
    readTypes();
    readStats();
    reserve(data.lives.lives.size() + data.tracker.upgrades.size() + data.messages.chat.size() +
            data.game.groups.size() + data.actions.orders.size());
}

void EventWriter::readTypes()
{
    m_types.resize(m_data.tracker.names.size());
    for (std::size_t i = 0; i < m_types.size(); ++i) {
        const std::string& raw = m_data.tracker.names[i];
        TypeFacts& facts = m_types[i];
        facts.raw = model::textOf(raw);
        facts.name = model::textOf(readableUnitName(raw));
        facts.plain = facts.name.section(QLatin1String(" ("), 0, 0);
        facts.type = findUnitType(raw);
        if (facts.type == nullptr || isEphemeral(raw))
            continue;
        const UnitClass what = facts.type->unitClass;
        facts.worth = facts.type->worth();
        facts.structure = isStructure(what);
        facts.unfinished = isUnfinishedName(raw);
        const bool overlord = what == UnitClass::Other && facts.type->race != 0;
        facts.trained = facts.worth > 0 && (isArmy(what) || what == UnitClass::Worker || overlord);
    }
}

void EventWriter::readStats()
{
    m_stats.resize(players().size());
    for (const TrackedStats& stats : m_data.tracker.stats) {
        if (const int p = participantOf(stats.player); p != Nobody)
            m_stats[static_cast<std::size_t>(p)].push_back(&stats);
    }
}

int EventWriter::participantOf(int playerId) const
{
    const bool known = playerId >= 0 && playerId < static_cast<int>(m_participants.size());
    return known ? m_participants[static_cast<std::size_t>(playerId)] : Nobody;
}

NameId EventWriter::lastType(const UnitLife& life) const
{
    const auto types = m_data.lives.typesOf(life);
    return types.empty() ? 0 : types.back().type;
}

model::Event& EventWriter::add(DerivedKind kind, std::uint32_t loop, const Sentence& text)
{
    // The many that hardly anyone asks for make room for the few.
    const bool many = kind == DerivedKind::Command || kind == DerivedKind::ControlGroup;
    model::Event* event = EventTableBuilder::add(static_cast<int>(kind), loop,
                                                 many ? io::EventRank::Plain : io::EventRank::Normal);
    if (event == nullptr)
        event = &(m_beyond = {});
    event->say(text);
    event->text = withoutLineBreaks(event->text);
    return *event;
}

void EventWriter::last(model::Event& event, std::uint32_t end) const
{
    event.length = between(event.frame, end);
}

void EventWriter::place(model::Event& event, float x, float y, float radius)
{
    EventTableBuilder::place(event, toWorld(x, y), radius);
}

void EventWriter::actor(model::Event& event, int participant) const
{
    if (participant >= 0)
        event.actors.push_back(actors().player(static_cast<std::size_t>(participant)));
}

void EventWriter::unit(model::Event& event, std::size_t life) const
{
    event.actors.push_back(actors().unit(life));
}

Supply EventWriter::supplyAt(int participant, std::uint32_t loop) const
{
    if (participant < 0 || m_stats[static_cast<std::size_t>(participant)].empty())
        return {};
    const auto& stats = m_stats[static_cast<std::size_t>(participant)];
    const auto earlier = [](std::uint32_t l, const TrackedStats* report) { return l < report->loop; };
    const auto after = std::upper_bound(stats.begin(), stats.end(), loop, earlier);
    const TrackedStats& report = after == stats.begin() ? *stats.front() : **(after - 1);
    return {true, report[Stat::FoodUsed] / FoodScale, report[Stat::FoodMade] / FoodScale};
}

QJsonObject EventWriter::production(int participant, NameId type, std::uint32_t loop)
{
    const std::uint64_t key = static_cast<std::uint64_t>(participant + 1) << 32 | type;
    const Supply supply = supplyAt(participant, loop);
    auto [found, added] = m_production.try_emplace(key);
    Made& made = found->second;
    if (added) {
        if (participant >= 0)
            made.data[QLatin1String("player")] = players()[static_cast<std::size_t>(participant)].name;
        made.data[QLatin1String("type")] = facts(type).raw;
        made.data[QLatin1String("name")] = facts(type).name;
    }
    if (supply.known && (added || supply != made.supply)) {
        made.data[QLatin1String("supply")] = supply.used;
        made.data[QLatin1String("supply_made")] = supply.made;
    }
    made.supply = supply;
    return made.data;
}

std::shared_ptr<const model::EventTable> EventWriter::finish()
{
    return EventTableBuilder::finish(derivedKinds(m_data.head, m_data.hasTracker));
}

} // namespace ghostline::sc2
