// SPDX-License-Identifier: GPL-3.0-or-later
// A unit's properties, written into its row.
#include "codecs/ironcurtain/replay/unit_values.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::PropertyValue;

std::optional<UnitGroup> groupOf(UnitKind kind, bool harvester)
{
    switch (kind) {
    case UnitKind::Infantry:
        return UnitGroup::Infantry;
    case UnitKind::Vehicle:
        return harvester ? UnitGroup::Economy : UnitGroup::Vehicles;
    case UnitKind::Aircraft:
        return UnitGroup::Aircraft;
    case UnitKind::Ship:
        return UnitGroup::Ships;
    case UnitKind::Building:
        return UnitGroup::Buildings;
    default:
        return std::nullopt;
    }
}

/// What does not change within a segment.
class ValueWriter
{
public:
    ValueWriter(const SegmentContext& context, std::span<PropertyValue> values)
        : m_context(context), m_values(values)
    {
    }
    void type(InternedId type, UnitKind kind, bool harvester, std::uint8_t width, std::uint8_t height)
    {
        if (type < m_context.typeNames.size())
            set(ActorProperty::Type, PropertyValue::text(m_context.typeNames[type]));
        if (const auto group = groupOf(kind, harvester))
            set(ActorProperty::Group, PropertyValue::integer(static_cast<int>(*group)));
        const Duty duty = dutyOf(m_context.kinds->string(type), harvester);
        set(ActorProperty::Look, PropertyValue::integer(m_context.looks->find(kind, duty, width, height)));
    }
    void components(const Components& parts)
    {
        if (const auto health = parts.health()) {
            set(ActorProperty::Health, PropertyValue::real(health->current));
            set(ActorProperty::MaxHealth, PropertyValue::real(health->max));
        }
        if (const auto rank = parts.veterancy())
            set(ActorProperty::Veterancy, PropertyValue::integer(rank->level));
        if (const auto sight = parts.sight())
            set(ActorProperty::Sight, PropertyValue::real(*sight / static_cast<double>(UnitsPerCell)));
        if (const auto harvester = parts.harvester())
            set(ActorProperty::Carried, PropertyValue::integer(harvester->carried));
        conditions(parts);
        production(parts);
    }

private:
    void set(ActorProperty property, PropertyValue value)
    {
        m_values[static_cast<std::size_t>(property)] = value;
    }
    void conditions(const Components& parts)
    {
        const auto bits = parts.conditions();
        const auto cloak = parts.cloak();
        if (!bits && !cloak)
            return;
        const std::uint32_t now = bits.value_or(0);
        std::int64_t flags = 0;
        flags |= (now & Prone) != 0 ? 1 : 0;
        flags |= (now & LowPower) != 0 ? 2 : 0;
        flags |= (now & IronCurtain) != 0 ? 4 : 0;
        flags |= cloak.value_or(false) ? 8 : 0;
        set(ActorProperty::Conditions, PropertyValue::integer(flags));
    }
    void production(const Components& parts)
    {
        std::size_t queued = 0;
        const auto item = parts.producing(&queued);
        if (queued > 0)
            set(ActorProperty::QueueLength, PropertyValue::integer(static_cast<std::int64_t>(queued)));
        if (!item)
            return;
        if (item->type < m_context.typeNames.size())
            set(ActorProperty::Producing, PropertyValue::text(m_context.typeNames[item->type]));
        if (item->total > 0) {
            const double left = std::min(1.0, static_cast<double>(item->remaining) / item->total);
            set(ActorProperty::ProductionProgress, PropertyValue::real(100.0 * (1.0 - left)));
        }
    }

    const SegmentContext& m_context;
    std::span<PropertyValue> m_values;
};

} // namespace

void fillUnitValues(const SegmentContext& context, const UnitFacts& unit,
                    std::span<model::PropertyValue> values)
{
    const Life& life = unit.life;
    ValueWriter write(context, values);
    const Entity* const known = unit.from != nullptr ? unit.from : unit.to;
    if (const auto identity = known != nullptr ? known->components.identity() : std::nullopt) {
        const auto building = known->components.building();
        write.type(identity->type, identity->kind, known->components.has(Slot::Harvester),
                   building ? building->width : std::uint8_t{1},
                   building ? building->height : std::uint8_t{1});
    } else if (life.type) {
        const TypeInfo type = context.kinds->type(*life.type);
        const UnitKind kind = type.kindKnown   ? type.kind
                              : life.structure ? UnitKind::Building
                                               : UnitKind::Vehicle;
        write.type(*life.type, kind, type.harvester, type.width, type.height);
    }
    // Health and the like are only known from a keyframe on.
    if (unit.from != nullptr)
        write.components(unit.from->components);
}

} // namespace ghostline::ironcurtain
