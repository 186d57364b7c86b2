// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What players told their units and how they used control groups, one event each.
#include "codecs/sc2/events/event_writer.h"

namespace ghostline::sc2 {

/// Every command by its name, with target and whether it was queued.
void writeCommands(EventWriter& writer);
void writeControlGroups(EventWriter& writer);
/// "Set", "Add", "Recall", "Clear", "Steal"; empty for what no build does.
QString groupActionName(GroupAction action);
/// The same for the same command: right clicks, and every ability with its command.
constexpr std::uint32_t commandKey(const Order& order)
{
    constexpr std::uint32_t RightClick = 0xFFFF'FFFF;
    return order.hasAbility ? std::uint32_t{order.ability} << 8 | order.index : RightClick;
}
/// "Siege Mode", "Right click", "ability 860/0".
QString commandName(const Order& order, const AbilityTable& abilities);

} // namespace ghostline::sc2
