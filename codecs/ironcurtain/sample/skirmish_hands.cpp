// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_hands.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::int32_t CameraSpeed = 3 * UnitsPerCell; // a tick

} // namespace

Hands::Hands(World& world, int player)
    : m_world(world), m_roster(world.roster()), m_player(player),
      m_random(0x68616E64ULL + static_cast<std::uint64_t>(player))
{
    const Spot start = m_roster.purse(player).start;
    m_eye = m_focus = centreOf(start.x, start.y);
}

void Hands::later(Action action, int ticks)
{
    m_free = std::max(m_free, m_world.tick()) + static_cast<SimTick>(ticks);
    action.due = m_free;
    m_plan.push_back(std::move(action));
}

void Hands::command(const Squad& squad, const WorldPos& to, bool aggressive, Number victim)
{
    Action recall;
    recall.group = squad.group;
    recall.units = squad.members;
    Action go = recall;
    go.what = What::Go;
    go.to = to;
    go.aggressive = aggressive;
    go.victim = victim;
    later(std::move(recall), 2 + m_random.below(4));
    later(std::move(go), 4 + m_random.below(6));
    if (m_random.below(3) == 0) {
        Action eye;
        eye.what = What::Look;
        eye.to =
            m_random.below(2) == 0 || squad.members.empty() ? to : m_roster.unit(squad.members.front()).at;
        later(std::move(eye), 3);
    }
}

void Hands::group(const Squad& squad, std::vector<Number> units, bool assign)
{
    Action pick;
    pick.what = What::Select;
    pick.units = units;
    later(std::move(pick), 3 + m_random.below(4));
    Action put;
    put.what = assign ? What::Assign : What::Append;
    put.group = squad.group;
    put.units = std::move(units);
    later(std::move(put), 3 + m_random.below(3));
}

void Hands::answer(const Squad& squad, const WorldPos& at)
{
    const int delay = m_random.below(100) < 88 ? 6 + m_random.below(60) : 160;
    Action eye;
    eye.what = What::Look;
    eye.to = at;
    later(std::move(eye), delay / 2);
    Action recall;
    recall.group = squad.group;
    recall.units = squad.members;
    later(std::move(recall), delay / 2 + 1);
}

Order Hands::orderOf(OrderKind kind)
{
    Order order;
    order.player = static_cast<PlayerId>(m_player);
    order.kind = kind;
    order.subTick = static_cast<std::uint32_t>(m_random.below(67'000));
    return order;
}

void Hands::click(std::uint16_t what, std::string_view type)
{
    Order order = orderOf(OrderKind::GameOrder);
    order.gameTag = what;
    order.payload = {reinterpret_cast<const std::byte*>(type.data()), type.size()};
    m_world.tape().order(std::move(order));
    m_roster.purse(m_player).act(m_world.tick());
}

std::vector<UnitTag> Hands::tagsOf(const std::vector<Number>& units) const
{
    std::vector<UnitTag> tags;
    tags.reserve(units.size());
    for (const Number n : units) {
        if (m_roster.unit(n).alive)
            tags.push_back(m_roster.unit(n).tag);
    }
    std::sort(tags.begin(), tags.end());
    return tags;
}

void Hands::select(const std::vector<Number>& units)
{
    std::vector<UnitTag> now = tagsOf(units);
    std::vector<UnitTag> added;
    std::vector<UnitTag> removed;
    std::set_difference(now.begin(), now.end(), m_selected.begin(), m_selected.end(),
                        std::back_inserter(added));
    std::set_difference(m_selected.begin(), m_selected.end(), now.begin(), now.end(),
                        std::back_inserter(removed));
    m_selected = std::move(now);
    m_selectedUnits = units;
    if (added.empty() && removed.empty())
        return;
    SelectionChanged event{};
    event.player = static_cast<PlayerId>(m_player);
    event.added = m_world.tape().keep(std::move(added));
    event.removed = m_world.tape().keep(std::move(removed));
    m_world.tape().write(event);
}

void Hands::perform(Action& action)
{
    const auto player = static_cast<PlayerId>(m_player);
    std::erase_if(action.units, [this](Number n) { return !m_roster.unit(n).alive; });
    switch (action.what) {
    case What::Recall:
        m_world.tape().write(ControlGroupEvent{player, action.group, GroupAction::Recall});
        select(action.units);
        return;
    case What::Assign:
    case What::Append:
        m_world.tape().write(ControlGroupEvent{
            player, action.group, action.what == What::Assign ? GroupAction::Assign : GroupAction::Append});
        return;
    case What::Select:
        select(action.units);
        return;
    case What::Look:
        m_focus = action.to;
        return;
    case What::Stop:
    case What::Go:
        break;
    }
    if (action.units.empty())
        return;
    const bool at = action.victim != Nobody && m_roster.unit(action.victim).alive;
    Order order = orderOf(action.what == What::Stop ? OrderKind::Stop
                          : at || action.aggressive ? OrderKind::Attack
                                                    : OrderKind::Move);
    order.units = m_world.tape().keep(tagsOf(action.units));
    if (action.what == What::Stop) {
        for (const Number n : action.units)
            m_world.march().halt(n);
    } else {
        if (at)
            order.victim = m_roster.unit(action.victim).tag;
        else
            order.target = action.to;
        m_world.march().sendTogether(action.units, action.to, action.aggressive);
    }
    m_world.tape().order(std::move(order));
    m_roster.purse(m_player).act(m_world.tick());
}

void Hands::fidget()
{
    m_nextFidget = m_world.tick() + 6 + static_cast<SimTick>(m_random.below(13));
    if (m_roster.purse(m_player).status != PlayerStatus::Playing)
        return;
    const int what = m_random.below(10);
    if (what < 1) {
        // Home: a look at what is being made.
        const Spot start = m_roster.purse(m_player).start;
        m_focus = centreOf(start.x + m_random.below(9) - 4, start.y + m_random.below(9) - 4);
        return;
    }
    if (what < 3) {
        const Number house = m_roster.first(m_player, what == 1 ? Type::Factory : Type::Refinery);
        if (house != Nobody)
            select({house});
        return;
    }
    if (m_selectedUnits.empty() || !m_roster.unit(m_selectedUnits.front()).alive)
        return;
    const Unit& chosen = m_roster.unit(m_selectedUnits.front());
    if (what < 8 && chosen.moving()) {
        // The same order once more: it counts, and changes nothing.
        Order order = orderOf(OrderKind::Move);
        order.units = m_world.tape().keep(tagsOf(m_selectedUnits));
        order.target = chosen.goal;
        m_world.tape().order(std::move(order));
        m_roster.purse(m_player).act(m_world.tick());
        return;
    }
    if (what < 8 && isStructure(chosen.type)) {
        click(5, "rally"); // where its next ones gather
        return;
    }
    m_focus = chosen.at;
}

void Hands::moveCamera()
{
    const std::int64_t far = distance(m_eye, m_focus);
    if (far <= CameraSpeed || far > 40LL * UnitsPerCell) {
        m_eye = m_focus; // a click on the radar
    } else {
        m_eye.x += static_cast<std::int32_t>((std::int64_t{m_focus.x} - m_eye.x) * CameraSpeed / far);
        m_eye.y += static_cast<std::int32_t>((std::int64_t{m_focus.y} - m_eye.y) * CameraSpeed / far);
    }
    m_eye.z = 0;
    if (m_world.tick() * 2 % 15 < 2) // twice a second
        m_world.tape().write(CameraPositionSample{static_cast<PlayerId>(m_player), m_eye, m_zoom});
    if (m_world.tick() % 600 == 0)
        m_zoom = static_cast<std::uint16_t>(900 + 124 * m_random.below(3));
}

void Hands::step()
{
    while (!m_plan.empty() && m_plan.front().due <= m_world.tick()) {
        Action action = std::move(m_plan.front());
        m_plan.pop_front();
        perform(action);
    }
    if (m_world.tick() >= m_nextFidget)
        fidget();
    moveCamera();
}

} // namespace ghostline::ironcurtain::skirmish
