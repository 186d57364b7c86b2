// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values of one event of the game's stream, and the records they make.
#include "codecs/sc2/protocol/event_plan.h"
#include "codecs/sc2/protocol/game_events.h"

#include <algorithm>

namespace ghostline::sc2 {

/// The values of one event. Slots that it did not fill are unset.
class EventValues
{
public:
    void clear()
    {
        m_set = 0;
        mask = {};
    }
    void set(std::size_t slot, std::int64_t value)
    {
        m_values[slot] = value;
        m_set |= std::uint32_t{1} << slot;
    }
    bool has(Slot slot) const { return (m_set >> static_cast<unsigned>(slot) & 1U) != 0; }
    template<typename T>
    T get(Slot slot, T otherwise = {}) const
    {
        return has(slot) ? static_cast<T>(m_values[static_cast<std::size_t>(slot)]) : otherwise;
    }

    float coordinate(Slot slot, const EventPlan& plan) const
    {
        return static_cast<float>(get<std::int64_t>(slot)) * plan.pointScale;
    }

    CellPoint point(const EventPlan& plan) const
    {
        return {coordinate(Slot::X, plan), coordinate(Slot::Y, plan), coordinate(Slot::Z, plan)};
    }

    Target target(const EventPlan& plan, TargetKind kind) const
    {
        Target target;
        target.kind = kind;
        target.point = point(plan);
        target.controlPlayer = get<std::int8_t>(Slot::Player, NoPlayer);
        target.unitLink = get<std::uint16_t>(Slot::Link);
        target.tag = get<std::uint32_t>(kind == TargetKind::Data ? Slot::Data : Slot::Tag);
        return target;
    }

    /// Before 1.1 a command has room for every kind of target, and zeros where it has none.
    TargetKind targetKind() const
    {
        if (has(Slot::TargetKind)) {
            return get<TargetKind>(Slot::TargetKind);
        }
        if (get<std::uint32_t>(Slot::Tag) != 0) {
            return TargetKind::Unit;
        }
        const bool somewhere = get<std::int64_t>(Slot::X) != 0 || get<std::int64_t>(Slot::Y) != 0 ||
                               get<std::int64_t>(Slot::Z) != 0;
        return somewhere ? TargetKind::Point : TargetKind::None;
    }

    Command command(const EventPlan& plan) const
    {
        constexpr std::uint16_t RightClick = 0xFFFF;
        Command command;
        command.flags = get<std::uint32_t>(Slot::Flags);
        command.ability = get<std::uint16_t>(Slot::Ability, RightClick);
        command.hasAbility = command.ability != RightClick;
        command.index = command.hasAbility ? get<std::uint8_t>(Slot::AbilityIndex) : std::uint8_t{0};
        command.ability = command.hasAbility ? command.ability : std::uint16_t{0};
        command.otherUnit = get<std::uint32_t>(Slot::OtherUnit);
        if (const auto kind = targetKind(); kind != TargetKind::None) {
            command.target = target(plan, kind);
        }
        return command;
    }

    ControlGroupUpdate controlGroup() const
    {
        const auto action = get<unsigned>(Slot::Update);
        constexpr auto Unknown = static_cast<unsigned>(GroupAction::Unknown);
        return {get<std::uint8_t>(Slot::Group), static_cast<GroupAction>(std::min(action, Unknown)), mask};
    }

    /// The camera looks along +y of the map when its recorded angle is a half circle.
    CameraUpdate camera(const EventPlan& plan) const
    {
        constexpr float UnitDegrees = 45.0F;
        constexpr float YawOffset = 90.0F;
        CameraUpdate update;
        update.hasTarget = has(Slot::X);
        update.hasDistance = has(Slot::Distance);
        update.hasPitch = has(Slot::Pitch);
        update.hasYaw = has(Slot::Yaw);
        update.x = coordinate(Slot::X, plan);
        update.y = coordinate(Slot::Y, plan);
        const auto scaled = [&](Slot slot) {
            return static_cast<float>(get<std::int64_t>(slot)) * plan.cameraScale;
        };
        update.distance = scaled(Slot::Distance);
        update.pitch = scaled(Slot::Pitch) * UnitDegrees;
        update.yaw = update.hasYaw ? scaled(Slot::Yaw) * UnitDegrees - YawOffset : 0.0F;
        return update;
    }

    ResourceTrade trade() const
    {
        ResourceTrade trade;
        trade.recipient = get<std::uint8_t>(Slot::Recipient);
        auto slot = static_cast<std::size_t>(Slot::FirstResource);
        for (auto& amount : trade.resources) {
            amount = get<std::int32_t>(static_cast<Slot>(slot++));
        }
        return trade;
    }

    RemoveMask mask;

private:
    static_assert(static_cast<unsigned>(Slot::Count) <= 32);
    std::array<std::int64_t, static_cast<std::size_t>(Slot::Count)> m_values{};
    std::uint32_t m_set = 0;
};

} // namespace ghostline::sc2
