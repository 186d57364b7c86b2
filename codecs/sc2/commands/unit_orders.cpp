// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/unit_orders.h"

#include "codecs/sc2/base/ascii.h"
#include "codecs/sc2/base/limits.h"

#include <algorithm>

namespace ghostline::sc2 {
namespace {

bool isPlace(const Target& target)
{
    return target.kind == TargetKind::Point || target.kind == TargetKind::Unit;
}

/// The lives that a participant had selected, as long as the selection stays the same.
struct Resolved
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool valid = false;
    std::vector<std::uint32_t> lives;
};

class Distribution
{
public:
    Distribution(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                 const ReplayHead& head)
        : m_lives(lives), m_actions(actions), m_head(head), m_resolved(head.participants.size())
    {
        m_works.reserve(tracker.names.size());
        for (const std::string& name : tracker.names) {
            const UnitType* type = findUnitType(name);
            m_works.push_back(type != nullptr && type->unitClass == UnitClass::Worker);
        }
    }

    UnitOrders spread();

private:
    const Resolved& resolve(const Order& order, const SelectionState& state);
    void give(std::uint32_t number, const Order& order, Going going);
    bool works(const UnitLife& life, std::uint32_t loop) const
    {
        const NameId type = m_lives.typeAt(life, loop);
        return type < m_works.size() && m_works[type];
    }

    const UnitLives& m_lives;
    const PlayerActions& m_actions;
    const ReplayHead& m_head;
    std::vector<Resolved> m_resolved;
    std::vector<bool> m_works;                                    ///< by name: a worker
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pairs; ///< life, order
    std::uint64_t m_asked = 0;                                    ///< units of all orders so far
};

const Resolved& Distribution::resolve(const Order& order, const SelectionState& state)
{
    Resolved& known = m_resolved[static_cast<std::size_t>(order.participant)];
    if (known.valid && known.first == state.first && known.count == state.count)
        return known;
    known.valid = true;
    known.first = state.first;
    known.count = state.count;
    known.lives.clear();
    for (std::uint32_t i = 0; i < state.count; ++i) {
        const std::uint32_t life = m_lives.find(m_actions.selectionTags[state.first + i], order.loop);
        if (life != NoLife)
            known.lives.push_back(life);
    }
    return known;
}

void Distribution::give(std::uint32_t number, const Order& order, Going going)
{
    const auto who = static_cast<std::size_t>(order.participant);
    const auto& states = m_actions.selections[who];
    if (!order.hasSelection || order.selection >= states.size())
        return;
    const int player = m_head.participants[who].playerId;
    m_asked += states[order.selection].count;
    for (const std::uint32_t selected : resolve(order, states[order.selection]).lives) {
        const UnitLife& life = m_lives.lives[selected];
        if (order.loop < life.first || order.loop >= life.end || m_lives.ownerAt(life, order.loop) != player)
            continue;
        // Of all who are selected one goes to build; who, is not told.
        if (going == Going::BuildThere && !works(life, order.loop))
            continue;
        m_pairs.emplace_back(selected, number);
        if (going == Going::BuildThere || m_pairs.size() >= MaxOrderPairs)
            return;
    }
}

UnitOrders Distribution::spread()
{
    for (std::size_t i = 0;
         i < m_actions.orders.size() && m_pairs.size() < MaxOrderPairs && m_asked < MaxOrderPairsAsked; ++i) {
        const Order& order = m_actions.orders[i];
        const Going going = goingOf(order);
        const bool known =
            order.participant >= 0 && static_cast<std::size_t>(order.participant) <
                                          std::min(m_actions.selections.size(), m_resolved.size());
        if (going != Going::Nowhere && known)
            give(static_cast<std::uint32_t>(i), order, going);
    }
    UnitOrders out;
    out.start.assign(m_lives.lives.size() + 1, 0);
    for (const auto& [life, order] : m_pairs)
        ++out.start[life + 1];
    for (std::size_t i = 1; i < out.start.size(); ++i)
        out.start[i] += out.start[i - 1];
    std::vector<std::uint32_t> next(out.start.begin(), out.start.end());
    out.orders.resize(m_pairs.size());
    for (const auto& [life, order] : m_pairs)
        out.orders[next[life]++] = order;
    return out;
}

} // namespace

Going goingOf(const Order& order)
{
    const bool place = isPlace(order.target);
    const bool unit = order.target.kind == TargetKind::Unit;
    switch (order.purpose) {
    case CommandPurpose::HoldOrStop:
        return Going::Stop;
    case CommandPurpose::Rally:
        return place ? Going::Rally : Going::Nowhere;
    case CommandPurpose::Build:
        return place ? Going::BuildThere : Going::Nowhere;
    case CommandPurpose::Move:
    case CommandPurpose::Attack:
    case CommandPurpose::Patrol:
    case CommandPurpose::Gather:
    case CommandPurpose::Load:
        return !place ? Going::Nowhere : unit ? Going::Near : Going::Go;
    default:
        break;
    }
    if (!place)
        return Going::Nowhere;
    if (!order.hasAbility)
        return unit ? Going::Near : Going::Go;
    const std::string_view ability = order.name.ability;
    if (ability == "Blink" || ability == "DarkTemplarBlink")
        return Going::Leap;
    if (contains(ability, "Land") || order.name.command.starts_with("Land"))
        return Going::Go;
    return Going::Nowhere;
}

bool movesOthers(const Order& order)
{
    const auto& [ability, command, unconfirmed] = order.name;
    return contains(ability, "Recall") || contains(ability, "Nydus") || contains(ability, "Hyperjump") ||
           command.starts_with("Unload") || contains(ability, "Teleport") ||
           contains(ability, "ShadePhaseShift");
}

UnitOrders ordersByUnit(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                        const ReplayHead& head)
{
    return Distribution(lives, tracker, actions, head).spread();
}

} // namespace ghostline::sc2
