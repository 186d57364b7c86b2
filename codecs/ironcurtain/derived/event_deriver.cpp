// SPDX-License-Identifier: GPL-3.0-or-later
// Hands every recorded event to the part that derives one for people from it. What only feeds statistics is
// passed over.
#include "codecs/ironcurtain/derived/event_deriver.h"

#include "codecs/ironcurtain/derived/fight_events.h"
#include "codecs/ironcurtain/derived/talk_events.h"
#include "codecs/ironcurtain/derived/unit_events.h"

#include <QJsonArray>

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

struct EventDeriver::Private
{
    explicit Private(const EventContext& context) : list(context) {}

    void write(SimTick tick, const UnitCreated& e) { units.created(tick, e); }
    void write(SimTick tick, const ConstructionStarted& e) { units.begun(tick, e); }
    void write(SimTick tick, const ConstructionCompleted& e) { units.completed(tick, e); }
    void write(SimTick tick, const UnitDestroyed& e) { units.destroyed(tick, e); }
    void write(SimTick, const UnitPositionSample& e) { fights.sampled(e); }
    void write(SimTick, const PlayerStatSnapshot&) {}
    void write(SimTick, const ResourceCollected&) {}
    void write(SimTick, const CameraPositionSample&) {}
    void write(SimTick, const SelectionChanged&) {}
    void write(SimTick tick, const UpgradeCompleted& e);
    void write(SimTick tick, const ControlGroupEvent& e);
    void write(SimTick tick, const AbilityUsed& e);
    void write(SimTick tick, const PauseEvent& e);
    void write(SimTick tick, const VoteEvent& e) { talk.vote(tick, e); }
    void write(SimTick tick, const EngagementStarted& e) { fights.started(tick, e); }
    void write(SimTick tick, const EngagementEnded& e) { fights.ended(tick, e); }
    void write(SimTick tick, const SuperweaponFired& e);
    void write(SimTick tick, const BaseDestroyed& e);
    void write(SimTick tick, const ArmyWipe& e);
    void write(SimTick tick, const ComebackMoment& e);
    void write(SimTick tick, const MatchEnded& e)
    {
        fights.closeAll(tick);
        talk.ended(tick, e);
    }
    QString thing(InternedId id) const { return oneLine(list.context().kinds.readable(id), 60); }
    void describe(model::Event& event, InternedId type, PlayerId player) const;

    EventWriter list;
    UnitEvents units{list};
    FightEvents fights{list};
    TalkEvents talk{list};
    std::map<SaidKey, Said> groups;
};

void EventDeriver::Private::describe(model::Event& event, InternedId type, PlayerId player) const
{
    event.data[QLatin1String("type")] = oneLine(list.context().kinds.string(type), 60);
    event.data[QLatin1String("name")] = thing(type);
    event.data[QLatin1String("player")] = static_cast<qint64>(player);
    list.actor(event, player);
}

void EventDeriver::Private::write(SimTick tick, const UpgradeCompleted& e)
{
    model::Event* told = list.add(DerivedKind::Upgrade, tick);
    if (told == nullptr)
        return;
    told->say(
        Sentence::of(QStringLiteral("%1 completes the upgrade %2"), {list.name(e.player), thing(e.upgrade)}));
    describe(*told, e.upgrade, e.player);
}

void EventDeriver::Private::write(SimTick tick, const AbilityUsed& e)
{
    model::Event* told = list.add(DerivedKind::Ability, tick);
    if (told == nullptr)
        return;
    told->say(Sentence::of(QStringLiteral("%1 uses %2"), {list.name(e.player), thing(e.ability)}));
    describe(*told, e.ability, e.player);
    if (e.at) {
        EventWriter::place(*told, *e.at);
        told->data[QLatin1String("target")] = placeJson(*e.at);
    }
}

void EventDeriver::Private::write(SimTick tick, const ControlGroupEvent& e)
{
    model::Event* told = list.add(DerivedKind::ControlGroup, tick);
    if (told == nullptr)
        return;
    const auto action = static_cast<std::uint32_t>(e.action);
    Said& said = groups[{e.player, e.group, action}];
    if (said.text.isEmpty()) {
        constexpr std::array<const char*, 3> Names{"Assign", "Append", "Recall"};
        constexpr std::array<const char*, 3> Texts{"%1 sets group %2", "%1 adds to group %2",
                                                   "%1 recalls group %2"};
        const std::size_t known = std::min<std::size_t>(action, 2);
        said.text =
            Sentence::of(QString::fromLatin1(Texts[known]), {list.name(e.player), QString::number(e.group)});
        said.data[QLatin1String("player")] = static_cast<qint64>(e.player);
        said.data[QLatin1String("group")] = int{e.group};
        said.data[QLatin1String("action")] = QLatin1String(Names[known]);
    }
    told->say(said.text);
    told->data = said.data;
    told->hue = e.group;
    list.actor(*told, e.player);
}

void EventDeriver::Private::write(SimTick tick, const PauseEvent& e)
{
    model::Event* told = list.add(e.paused ? DerivedKind::Pause : DerivedKind::Resume, tick);
    if (told == nullptr)
        return;
    told->say(Sentence::of(e.paused ? QStringLiteral("%1 pauses") : QStringLiteral("%1 resumes"),
                           {list.name(e.player)}));
    told->data[QLatin1String("player")] = static_cast<qint64>(e.player);
    list.actor(*told, e.player);
}

void EventDeriver::Private::write(SimTick tick, const SuperweaponFired& e)
{
    model::Event* told = list.add(DerivedKind::Superweapon, tick);
    if (told == nullptr)
        return;
    told->say(Sentence::of(QStringLiteral("%1 fires %2: %3 and %4 hit"),
                           {list.name(e.player), thing(e.weapon), counted(e.unitsHit, "%1 unit", "%1 units"),
                            counted(e.buildingsHit, "%1 building", "%1 buildings")}));
    told->severity = 2;
    describe(*told, e.weapon, e.player);
    told->data[QLatin1String("units_hit")] = static_cast<qint64>(e.unitsHit);
    told->data[QLatin1String("buildings_hit")] = static_cast<qint64>(e.buildingsHit);
    told->data[QLatin1String("target_pos")] = placeJson(e.at);
    EventWriter::place(*told, e.at);
}

void EventDeriver::Private::write(SimTick tick, const BaseDestroyed& e)
{
    model::Event* told = list.add(DerivedKind::BaseDestroyed, tick);
    if (told == nullptr)
        return;
    told->say(
        Sentence::of(QStringLiteral("%1 lost a base: %2"),
                     {list.name(e.player), counted(e.buildings.size(), "%1 building", "%1 buildings")}));
    told->severity = 2;
    told->data[QLatin1String("player")] = static_cast<qint64>(e.player);
    told->data[QLatin1String("building_count")] = static_cast<qint64>(e.buildings.size());
    told->data[QLatin1String("pos")] = placeJson(e.at);
    EventWriter::place(*told, e.at);
    list.actor(*told, e.player);
    for (std::size_t i = 0; i < std::min(e.buildings.size(), MaxNamedUnits); ++i)
        list.unit(*told, e.buildings[i]);
}

void EventDeriver::Private::write(SimTick tick, const ArmyWipe& e)
{
    model::Event* told = list.add(DerivedKind::ArmyWipe, tick);
    if (told == nullptr)
        return;
    const double percent = 100.0 * e.share / 1024.0;
    told->say(Sentence::of(QStringLiteral("%1 lost %2 worth %3: %4 % of the army"),
                           {list.name(e.player), counted(e.unitsLost, "%1 unit", "%1 units"),
                            groupedFigure(e.valueLost), QString::number(percent, 'f', 0)}));
    told->severity = 2;
    told->data[QLatin1String("player")] = static_cast<qint64>(e.player);
    told->data[QLatin1String("units_lost")] = static_cast<qint64>(e.unitsLost);
    told->data[QLatin1String("value_lost")] = static_cast<qint64>(e.valueLost);
    told->data[QLatin1String("percentage")] = percent;
    list.actor(*told, e.player);
}

namespace {

/// The worth of an army against the other's; the recording's sign says who is ahead.
Sentence leadText(std::int64_t lead)
{
    if (lead == 0)
        return Sentence::of(QStringLiteral("level"));
    const Sentence worth =
        groupedFigure(lead < 0 ? -std::max(lead, -std::numeric_limits<std::int64_t>::max()) : lead);
    return Sentence::of(lead < 0 ? QStringLiteral("%1 behind") : QStringLiteral("%1 ahead"), {worth});
}

} // namespace

void EventDeriver::Private::write(SimTick tick, const ComebackMoment& e)
{
    model::Event* told = list.add(DerivedKind::Comeback, tick);
    if (told == nullptr)
        return;
    told->say(Sentence::of(QStringLiteral("%1 comes back: from %2 to %3"),
                           {list.name(e.player), leadText(e.deficitBefore), leadText(e.advantageAfter)}));
    told->severity = 1;
    told->data[QLatin1String("player")] = static_cast<qint64>(e.player);
    told->data[QLatin1String("deficit_before")] = static_cast<qint64>(e.deficitBefore);
    told->data[QLatin1String("advantage_after")] = static_cast<qint64>(e.advantageAfter);
    told->data[QLatin1String("swing")] = static_cast<qint64>(e.swing);
    list.actor(*told, e.player);
}

EventDeriver::EventDeriver(const EventContext& context) : d(std::make_unique<Private>(context)) {}

EventDeriver::~EventDeriver() = default;

void EventDeriver::add(const AnalysisEvent& event)
{
    std::visit([&](const auto& body) { d->write(event.tick, body); }, event.body);
}

void EventDeriver::add(const OrderFrame& frame)
{
    for (const Order& order : frame.orders)
        d->talk.order(frame.tick, order);
}

void EventDeriver::add(const VoiceTrack& track) { d->talk.voice(track); }

std::uint64_t EventDeriver::dropped() const { return d->list.leftOut(); }

std::shared_ptr<const model::EventTable> EventDeriver::finish()
{
    d->fights.closeAll(std::numeric_limits<SimTick>::max());
    d->fights.finish();
    d->talk.finish();
    return d->list.finish();
}

} // namespace ghostline::ironcurtain
