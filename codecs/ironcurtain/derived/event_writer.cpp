// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/derived/event_writer.h"

#include <limits>

namespace ghostline::ironcurtain {

namespace {

using io::EventRank;

EventRank rankOf(DerivedKind kind)
{
    switch (kind) {
    case DerivedKind::UnitCreated:
    case DerivedKind::ControlGroup:
        return EventRank::Plain;
    case DerivedKind::Engagement:
    case DerivedKind::Superweapon:
    case DerivedKind::BaseDestroyed:
    case DerivedKind::ArmyWipe:
    case DerivedKind::Comeback:
    case DerivedKind::Elimination:
    case DerivedKind::MatchEnd:
        return EventRank::Major;
    default:
        return EventRank::Normal;
    }
}

/// A damaged file may tell of any tick.
model::FrameNumber frameOf(SimTick tick)
{
    constexpr auto Last = static_cast<SimTick>(std::numeric_limits<model::FrameNumber>::max());
    return static_cast<model::FrameNumber>(std::min(tick, Last));
}

} // namespace

model::Event* EventWriter::add(DerivedKind kind, SimTick tick)
{
    return EventTableBuilder::add(static_cast<int>(kind), frameOf(tick), rankOf(kind));
}

bool EventWriter::actor(model::Event& event, PlayerId player) const
{
    const model::ActorId id = idOf(player);
    if (id == model::ActorId::None)
        return false;
    event.actors.push_back(id);
    return true;
}

model::ActorId EventWriter::idOf(PlayerId player) const
{
    const int index = m_context.players.indexOf(player);
    return index < 0 ? model::ActorId::None : actors().player(static_cast<std::size_t>(index));
}

bool EventWriter::unit(model::Event& event, UnitTag tag) const
{
    const std::ptrdiff_t life = m_context.lives.find(tag);
    if (life < 0)
        return false;
    event.actors.push_back(actors().unit(static_cast<std::size_t>(life)));
    return true;
}

model::Micros EventWriter::between(SimTick first, SimTick end) const
{
    return EventTableBuilder::between(frameOf(first), frameOf(end));
}

} // namespace ghostline::ironcurtain
