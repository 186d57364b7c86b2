// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/player_actions.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/base/loop_steps.h"
#include "codecs/sc2/commands/rates.h"
#include "codecs/sc2/commands/selection.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ghostline::sc2 {
namespace {

/// What is known of one participant while the events pass.
struct Hand
{
    SelectionBook book;
    ActionMeter meter;
    CameraState camera;
    Order last;
    bool hasOrder = false;
    bool pendingTarget = false; ///< a new target was told whose state is still to come
    std::uint32_t pendingLoop = 0;
};

class Reader
{
public:
    Reader(const ReplayHead& head, const GameEvents& game)
        : m_game(game), m_table(abilitySetOf(head), head.header.version.build)
    {
        const std::size_t participants = head.participants.size();
        for (std::size_t user = 0; user < m_participant.size(); ++user)
            m_participant[user] = head.participantOfUser(static_cast<int>(user));
        m_hands.resize(participants);
        m_out.selections.resize(participants);
        m_out.cameras.resize(participants);
        m_out.orders.reserve(std::min(game.commands.size() + game.targets.size(), MaxOrders));
        m_known.reserve(std::min<std::size_t>(game.selections.size() + game.groups.size(), 1U << 16));
    }

    PlayerActions read(const ReplayHead& head)
    {
        for (const GameEvent& event : m_game.order) {
            const int participant = m_participant[event.user];
            if (participant >= 0 && static_cast<std::size_t>(participant) < m_hands.size())
                take(event, static_cast<std::size_t>(participant));
        }
        finish(head);
        return std::move(m_out);
    }

private:
    void take(const GameEvent& event, std::size_t who);
    void select(std::uint32_t loop, std::size_t who, const SelectionDelta& delta);
    void group(std::uint32_t loop, std::size_t who, const ControlGroupUpdate& update);
    void remember(std::uint32_t loop, std::size_t who);
    void command(std::uint32_t loop, std::size_t who, const Command& command);
    void retarget(std::uint32_t loop, std::size_t who, const Target& target);
    void repeat(std::uint32_t loop, std::size_t who);
    void give(std::uint32_t loop, std::size_t who, Order order);
    void look(std::uint32_t loop, std::size_t who, const CameraUpdate& update);
    void finish(const ReplayHead& head);
    bool follows(const Hand& hand);
    void giveUp();
    std::uint32_t firstIndexOf(const std::vector<std::uint32_t>& tags);

    const GameEvents& m_game;
    AbilityTable m_table;
    std::array<int, 256> m_participant{};
    std::vector<Hand> m_hands;
    PlayerActions m_out;
    struct Stretch
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    std::unordered_map<std::uint64_t, Stretch> m_known; ///< the latest selection of each hash
    std::unordered_map<std::uint32_t, std::pair<AbilityName, CommandPurpose>> m_names;
    bool m_full = false;
};

void Reader::take(const GameEvent& event, std::size_t who)
{
    const std::uint32_t loop = event.loop;
    const auto with = [&](const auto& column, auto&& use) {
        if (event.index < column.size())
            use(column[event.index]);
    };
    switch (event.kind) {
    case GameEventKind::Command:
        with(m_game.commands, [&](const Command& c) { command(loop, who, c); });
        break;
    case GameEventKind::TargetPoint:
    case GameEventKind::TargetUnit:
        with(m_game.targets, [&](const Target& t) { retarget(loop, who, t); });
        break;
    case GameEventKind::CommandState:
        repeat(loop, who);
        break;
    case GameEventKind::Selection:
        with(m_game.selections, [&](const SelectionDelta& d) { select(loop, who, d); });
        break;
    case GameEventKind::ControlGroup:
        with(m_game.groups, [&](const ControlGroupUpdate& u) { group(loop, who, u); });
        break;
    case GameEventKind::Camera:
        with(m_game.cameras, [&](const CameraUpdate& u) { look(loop, who, u); });
        break;
    case GameEventKind::Leave:
        m_hands[who].meter.leave(loop);
        break;
    default:
        break;
    }
}

bool Reader::follows(const Hand& hand)
{
    if (!m_full && hand.book.work() >= MaxSelectionWork)
        giveUp();
    return !m_full;
}

void Reader::giveUp()
{
    m_full = true;
    m_out.diagnostics.push_back(
        {model::Severity::Warning,
         QStringLiteral("too-many-selections"),
         QStringLiteral("More selections than can be remembered; the later ones are left out."),
         {}});
}

void Reader::select(std::uint32_t loop, std::size_t who, const SelectionDelta& delta)
{
    Hand& hand = m_hands[who];
    if (!follows(hand))
        return;
    const bool changed = hand.book.apply(delta, m_game);
    // Deltas of control groups only say what became of their units.
    if (delta.group != SelectionBook::CurrentList)
        return;
    hand.meter.select(loop, changed);
    if (changed)
        remember(loop, who);
}

void Reader::group(std::uint32_t loop, std::size_t who, const ControlGroupUpdate& update)
{
    Hand& hand = m_hands[who];
    if (!follows(hand))
        return;
    const bool changed = hand.book.apply(update, m_game);
    hand.meter.group(loop, update.action, changed);
    if (changed && update.action == GroupAction::Recall)
        remember(loop, who);
}

std::uint32_t Reader::firstIndexOf(const std::vector<std::uint32_t>& tags)
{
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const std::uint32_t tag : tags)
        hash = (hash ^ tag) * 0x100000001B3U;
    auto& all = m_out.selectionTags;
    const auto count = static_cast<std::uint32_t>(tags.size());
    const auto [known, added] = m_known.try_emplace(hash);
    Stretch& s = known->second;
    if (!added && s.count == count && std::equal(tags.begin(), tags.end(), all.begin() + s.first))
        return s.first;
    s = {static_cast<std::uint32_t>(all.size()), count};
    all.insert(all.end(), tags.begin(), tags.end());
    return s.first;
}

void Reader::remember(std::uint32_t loop, std::size_t who)
{
    const SelectionBook::List& list = m_hands[who].book.current();
    if (m_out.selectionTags.size() + list.tags.size() > MaxSelectionEntries) {
        giveUp();
        return;
    }
    m_out.selections[who].push_back(
        {loop, firstIndexOf(list.tags), static_cast<std::uint32_t>(list.tags.size()), list.approximate});
}

void Reader::give(std::uint32_t loop, std::size_t who, Order order)
{
    Hand& hand = m_hands[who];
    order.loop = loop;
    order.participant = static_cast<std::int32_t>(who);
    order.hasSelection = !m_out.selections[who].empty();
    order.selection = order.hasSelection ? static_cast<std::uint32_t>(m_out.selections[who].size() - 1) : 0;
    hand.meter.command(loop, order);
    if (m_out.orders.size() < MaxOrders)
        m_out.orders.push_back(order);
    hand.last = order;
    hand.hasOrder = true;
}

void Reader::command(std::uint32_t loop, std::size_t who, const Command& command)
{
    Order order;
    order.ability = command.ability;
    order.index = command.index;
    order.hasAbility = command.hasAbility;
    order.queued = (command.flags & CommandQueued) != 0;
    order.target = command.target;
    if (command.hasAbility) {
        const std::uint32_t key = static_cast<std::uint32_t>(command.ability) << 8 | command.index;
        auto at = m_names.find(key);
        if (at == m_names.end()) {
            const AbilityName name = m_table.find(command.ability, command.index);
            at = m_names.emplace(key, std::pair(name, purposeOf(name))).first;
        }
        order.name = at->second.first;
        order.purpose = at->second.second;
    }
    m_hands[who].pendingTarget = false;
    give(loop, who, order);
}

void Reader::retarget(std::uint32_t loop, std::size_t who, const Target& target)
{
    Hand& hand = m_hands[who];
    if (!hand.hasOrder)
        return;
    Order order = hand.last;
    order.target = target;
    order.retargeted = true;
    order.repeated = false;
    give(loop, who, order);
    hand.pendingTarget = true;
    hand.pendingLoop = loop;
}

void Reader::repeat(std::uint32_t loop, std::size_t who)
{
    Hand& hand = m_hands[who];
    // The state that belongs to the new target right before it: one action, told in two events.
    if (hand.pendingTarget && hand.pendingLoop == loop) {
        hand.pendingTarget = false;
        return;
    }
    hand.pendingTarget = false;
    if (!hand.hasOrder)
        return;
    Order order = hand.last;
    order.repeated = true;
    order.retargeted = false;
    give(loop, who, order);
}

void Reader::look(std::uint32_t loop, std::size_t who, const CameraUpdate& update)
{
    CameraState& camera = m_hands[who].camera;
    camera.loop = loop;
    if (update.hasTarget) {
        camera.x = update.x;
        camera.y = update.y;
        m_hands[who].meter.look(loop, update.x, update.y);
    }
    if (update.hasDistance)
        camera.distance = update.distance;
    if (update.hasPitch)
        camera.pitch = update.pitch;
    if (update.hasYaw)
        camera.yaw = update.yaw;
    // Several of one loop: the last is what was seen.
    auto& all = m_out.cameras[who];
    if (!all.empty() && all.back().loop == loop)
        all.back() = camera;
    else
        all.push_back(camera);
}

void Reader::finish(const ReplayHead& head)
{
    const auto [n, d] = head.loopsPerSecond();
    const double loopsPerMinute = d > 0 ? 60.0 * n / d : 0.0;
    // A length beyond all bounds is none.
    const std::uint32_t declared = head.header.loops > MaxLoops ? 0 : head.header.loops;
    const std::uint32_t last = std::min(std::max(declared, m_game.lastLoop), MaxLoops);
    const std::size_t most = m_hands.empty() ? 0 : MaxRateSamples / m_hands.size();
    m_out.rates.reserve(m_hands.size());
    for (Hand& hand : m_hands) {
        m_out.rates.push_back(hand.meter.rates(last, loopsPerMinute, most));
        m_out.averageApm.push_back(hand.meter.averageApm(last, loopsPerMinute));
        m_out.averageEpm.push_back(hand.meter.averageEpm(last, loopsPerMinute));
    }
}

} // namespace

std::span<const std::uint32_t> PlayerActions::selectedAt(std::size_t participant, std::uint32_t loop) const
{
    if (participant >= selections.size())
        return {};
    const SelectionState* now = lastAt<SelectionState>(selections[participant], loop);
    if (now == nullptr)
        return {};
    return {selectionTags.data() + now->first, now->count};
}

PlayerActions readActions(const ReplayHead& head, const GameEvents& game)
{
    return Reader(head, game).read(head);
}

} // namespace ghostline::sc2
