// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where told events are kept until the match is over, and the words that many events share.
#include "codecs/io/event_log.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/value_text.h"
#include "codecs/ironcurtain/derived/derived_kinds.h"
#include "codecs/ironcurtain/derived/event_deriver.h"
#include "codecs/rts/event_table_builder.h"
#include "codecs/rts/text.h"

namespace ghostline::ironcurtain {

/// In place of a number that an event does not have.
inline constexpr std::uint32_t Unsaid = 0xFFFF'FFFF;
/// Place of an audience nobody of the players belongs to.
inline constexpr int OnlyObservers = -1;

using model::Sentence;
using rts::counted;
using rts::grouped;
using rts::groupedFigure;
using rts::joined;
using rts::joinedNames;
using rts::oneLine;
using rts::say;

class EventWriter : private rts::EventTableBuilder
{
public:
    explicit EventWriter(const EventContext& context)
        : EventTableBuilder(context.axis, {context.players.count()}, MaxDerivedEvents), m_context(context)
    {
    }
    const EventContext& context() const { return m_context; }

    /// A new event; null when there is no room for one of its kind: units made and groups are given up
    /// first, then the rest, never the major ones. Valid until the next one.
    model::Event* add(DerivedKind kind, SimTick tick);
    using EventTableBuilder::find;
    using EventTableBuilder::lastId;
    using EventTableBuilder::leftOut;

    /// Appends a player, or a unit; false for one nobody knows.
    bool actor(model::Event& event, PlayerId player) const;
    bool unit(model::Event& event, UnitTag tag) const;
    /// None for one nobody knows.
    model::ActorId idOf(PlayerId player) const;
    static void place(model::Event& event, const WorldPos& at, double radius = 0.0)
    {
        EventTableBuilder::place(event, toWorld(at), static_cast<float>(radius));
    }
    /// Time from one tick to another, both within the match.
    model::Micros between(SimTick first, SimTick end) const;
    QString name(PlayerId player) const { return m_context.players.name(player); }

    /// Visits every kept event of a kind.
    template<typename Visit>
    void each(DerivedKind kind, Visit&& visit)
    {
        EventTableBuilder::each(static_cast<int>(kind), std::forward<Visit>(visit));
    }
    /// Everything, sorted by frame, then by order of adding; the list is empty afterwards.
    std::shared_ptr<const model::EventTable> finish() { return EventTableBuilder::finish(derivedKinds()); }

private:
    EventContext m_context;
};

/// Text and data that events of the same content share.
struct Said
{
    Sentence text;
    QJsonObject data;
};
using SaidKey = std::array<std::uint32_t, 6>;

} // namespace ghostline::ironcurtain
