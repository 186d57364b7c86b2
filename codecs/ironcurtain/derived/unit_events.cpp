// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/derived/unit_events.h"

#include "codecs/ironcurtain/base/limits.h"
#include "model/time/time_text.h"

namespace ghostline::ironcurtain {

namespace {

constexpr std::string_view ConstructionYard = "fact"; // as the game calls it, of both sides

} // namespace

UnitEvents::Who UnitEvents::who(UnitTag tag) const
{
    Who who;
    const Lives& lives = m_list.context().lives;
    const std::ptrdiff_t found = lives.find(tag);
    if (found < 0)
        return who;
    const Life& life = lives[static_cast<std::size_t>(found)];
    who.type = life.type.value_or(Unsaid);
    who.owner = life.owner.value_or(Unsaid);
    who.structure = life.structure;
    if (life.type) {
        const TypeInfo type = m_list.context().kinds.type(*life.type);
        who.structure = who.structure || (type.kindKnown && type.kind == UnitKind::Building);
    }
    if (who.structure)
        who.at = life.bornAt;
    return who;
}

/// Shots and scenery are no units.
bool UnitEvents::counts(InternedId type) const
{
    const TypeInfo info = m_list.context().kinds.type(type);
    return !info.kindKnown || (info.kind != UnitKind::Projectile && info.kind != UnitKind::Prop);
}

QString UnitEvents::typeName(std::uint32_t type) const
{
    return type == Unsaid ? QStringLiteral("a unit") : oneLine(m_list.context().kinds.readable(type), 60);
}

Sentence UnitEvents::typeOf(std::uint32_t type) const
{
    return type == Unsaid ? Sentence::of(typeName(type)) : Sentence(typeName(type));
}

void UnitEvents::describe(QJsonObject& data, const Who& who) const
{
    if (who.type != Unsaid) {
        data[QLatin1String("type")] = oneLine(m_list.context().kinds.string(who.type), 60);
        data[QLatin1String("name")] = typeName(who.type);
    }
    if (who.owner != Unsaid)
        data[QLatin1String("owner")] = static_cast<qint64>(who.owner);
}

void UnitEvents::countFirst()
{
    if (m_countedFirst)
        return;
    m_countedFirst = true;
    const Lives& lives = m_list.context().lives;
    for (std::size_t i = 0; i < lives.count(); ++i) {
        const Life& life = lives[i];
        if (life.first == 0 && life.owner && who(life.tag).structure)
            countBuilding(life.tag, *life.owner);
    }
}

void UnitEvents::countBuilding(UnitTag tag, PlayerId owner)
{
    if (m_standing.insert(tag.key()).second)
        ++m_buildings[owner];
}

void UnitEvents::created(SimTick tick, const UnitCreated& event)
{
    countFirst();
    if (!counts(event.type))
        return;
    if (who(event.unit).structure)
        countBuilding(event.unit, event.owner);
    model::Event* told = m_list.add(DerivedKind::UnitCreated, tick);
    if (told == nullptr)
        return;
    Said& said = m_said[{static_cast<std::uint32_t>(DerivedKind::UnitCreated), event.type, event.owner}];
    if (said.text.isEmpty()) {
        said.text = Sentence::of(QStringLiteral("%1: %2"), {m_list.name(event.owner), typeOf(event.type)});
        describe(said.data, {event.type, event.owner, false, {}});
    }
    told->say(said.text);
    told->data = said.data;
    EventWriter::place(*told, event.at);
    m_list.actor(*told, event.owner);
    m_list.unit(*told, event.unit);
}

void UnitEvents::begun(SimTick tick, const ConstructionStarted& event)
{
    countFirst();
    countBuilding(event.unit, event.owner);
    model::Event* told = m_list.add(DerivedKind::Construction, tick);
    if (told == nullptr)
        return;
    const Sentence text =
        Sentence::of(QStringLiteral("%1 begins %2"), {m_list.name(event.owner), typeOf(event.type)});
    told->say(text);
    describe(told->data, {event.type, event.owner, true, {}});
    told->data[QLatin1String("tag")] = tagText(event.unit);
    EventWriter::place(*told, event.at);
    m_list.actor(*told, event.owner);
    m_list.unit(*told, event.unit);
    if (m_building.size() < MaxPendingConstructions)
        m_building[event.unit.key()] = {m_list.lastId(), tick, text};
}

void UnitEvents::completed(SimTick tick, const ConstructionCompleted& event)
{
    const Who built = who(event.unit);
    if (const auto waited = m_building.find(event.unit.key()); waited != m_building.end()) {
        if (model::Event* begun = m_list.find(waited->second.event); begun != nullptr) {
            begun->length = m_list.between(waited->second.begun, tick);
            begun->say(
                Sentence::of(QStringLiteral("%1, done at %2"),
                             {waited->second.text, model::formatTimeShort(begun->time + begun->length)}));
            begun->data[QLatin1String("completed_tick")] = static_cast<qint64>(tick);
        }
        m_building.erase(waited);
    }
    model::Event* told = m_list.add(DerivedKind::ConstructionCompleted, tick);
    if (told == nullptr)
        return;
    told->say(built.owner == Unsaid ? Sentence::of(QStringLiteral("%1 is complete"), {typeOf(built.type)})
                                    : Sentence::of(QStringLiteral("%1 completes %2"),
                                                   {m_list.name(built.owner), typeOf(built.type)}));
    describe(told->data, built);
    told->data[QLatin1String("tag")] = tagText(event.unit);
    if (built.at)
        EventWriter::place(*told, *built.at);
    if (built.owner != Unsaid)
        m_list.actor(*told, built.owner);
    m_list.unit(*told, event.unit);
}

const Said& UnitEvents::lost(const Who& who, const Who& by)
{
    Said& said = m_said[{static_cast<std::uint32_t>(DerivedKind::UnitLost), who.type, who.owner, by.type,
                         by.owner, who.structure ? 1U : 0U}];
    if (!said.text.isEmpty())
        return said;
    const Sentence what = typeOf(who.type);
    describe(said.data, who);
    Sentence killer = by.owner == Unsaid ? QString() : m_list.name(by.owner);
    if (by.type != Unsaid)
        killer = killer.isEmpty() ? typeOf(by.type)
                                  : Sentence::of(QStringLiteral("%1 (%2)"), {killer, typeOf(by.type)});
    if (killer.isEmpty()) {
        said.text = who.owner == Unsaid
                        ? Sentence::of(QStringLiteral("%1 was lost"), {what})
                        : Sentence::of(QStringLiteral("%1 lost %2"), {m_list.name(who.owner), what});
    } else {
        said.text = who.owner == Unsaid ? Sentence::of(QStringLiteral("%1 was lost to %2"), {what, killer})
                                        : Sentence::of(QStringLiteral("%1 lost %2 to %3"),
                                                       {m_list.name(who.owner), what, killer});
        said.data[QLatin1String("by_name")] = killer.text();
    }
    if (by.owner != Unsaid)
        said.data[QLatin1String("killer_owner")] = static_cast<qint64>(by.owner);
    if (by.type != Unsaid)
        said.data[QLatin1String("killer_type")] = oneLine(m_list.context().kinds.string(by.type), 60);
    return said;
}

void UnitEvents::destroyed(SimTick tick, const UnitDestroyed& event)
{
    countFirst();
    m_building.erase(event.unit.key());
    const Who gone = who(event.unit);
    if (gone.type != Unsaid && !counts(gone.type))
        return;
    Who by = event.by ? who(*event.by) : Who{};
    if (event.byPlayer)
        by.owner = *event.byPlayer;
    model::Event* told = m_list.add(gone.structure ? DerivedKind::BuildingLost : DerivedKind::UnitLost, tick);
    if (told != nullptr) {
        const Said& said = lost(gone, by);
        say(*told, said.text);
        told->data = said.data;
        told->severity = gone.structure ? 1 : 0;
        // Whatever else of the base stands: without it nothing new is built.
        if (gone.structure && m_list.context().kinds.string(gone.type) == ConstructionYard)
            told->rare = model::Rare::BaseDestroyed;
        if (gone.at)
            EventWriter::place(*told, *gone.at);
        // The one who lost stands first, or nobody does: figures of the roster count by that place.
        if (gone.owner != Unsaid && m_list.actor(*told, gone.owner) && by.owner != Unsaid)
            m_list.actor(*told, by.owner);
        m_list.unit(*told, event.unit);
        if (event.by)
            m_list.unit(*told, *event.by);
    }
    buildingGone(tick, event.unit, gone);
}

void UnitEvents::buildingGone(SimTick tick, UnitTag tag, const Who& who)
{
    if (m_standing.erase(tag.key()) == 0 || who.owner == Unsaid)
        return;
    std::size_t& left = m_buildings[who.owner];
    if (left == 0 || --left > 0 || m_list.context().players.indexOf(who.owner) < 0)
        return;
    model::Event* told = m_list.add(DerivedKind::Elimination, tick);
    if (told == nullptr)
        return;
    told->say(Sentence::of(QStringLiteral("%1 lost the last building (derived)"), {m_list.name(who.owner)}));
    told->severity = 2;
    told->data[QLatin1String("player")] = static_cast<qint64>(who.owner);
    told->data[QLatin1String("derived")] = true;
    if (who.at)
        EventWriter::place(*told, *who.at);
    m_list.actor(*told, who.owner);
}

} // namespace ghostline::ironcurtain
