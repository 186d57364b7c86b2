// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/revealed_units.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/base/loop_steps.h"
#include "codecs/sc2/commands/unit_votes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ghostline::sc2 {
namespace {

/// Between units that were selected together and of which nothing else is known.
constexpr float Spacing = 0.8F;
constexpr float GoldenAngle = 2.39996F;

/// One unit as far as it was seen.
struct Seen
{
    std::uint32_t tag = 0;
    std::uint32_t first = 0;
    std::uint16_t link = 0;
    bool hasLink = false;
    std::int16_t control = NoPlayer; ///< as a target says
    std::int32_t holder = -1;        ///< participant with most orders to it so far
    std::uint32_t holderVotes = 0;
    std::int32_t selector = -1; ///< participant who selected it first
    bool hasGuess = false;      ///< where the selecting player looked
    float x = 0.0F;
    float y = 0.0F;
};
struct Sight
{
    std::uint32_t seen = 0;
    Report report;
};

class Revealer
{
public:
    Revealer(const ReplayHead& head, const GameEvents& game, const PlayerActions& actions)
        : m_head(head), m_game(game), m_actions(actions)
    {
        for (std::size_t user = 0; user < m_participant.size(); ++user)
            m_participant[user] = head.participantOfUser(static_cast<int>(user));
    }
    UnitLives reveal(TrackerEvents& tracker);

private:
    Seen* touch(std::uint32_t tag, std::uint32_t loop);
    void selected(std::uint32_t loop, std::int32_t who, const SelectionDelta& delta);
    void aimed(std::uint32_t loop, const Target& target);
    void guessPlace(Seen& seen, std::int32_t who, std::uint32_t loop, std::size_t place) const;
    void readEvents();
    void countOrders();
    void countWorkersSent();
    int ownerOf(const Seen& seen) const;
    UnitLives build(TrackerEvents& tracker);
    NameId nameOf(const Seen& seen, TrackerEvents& tracker);

    const ReplayHead& m_head;
    const GameEvents& m_game;
    const PlayerActions& m_actions;
    std::array<int, 256> m_participant{};
    std::vector<Seen> m_seen;
    std::vector<Sight> m_sights;
    std::unordered_map<std::uint32_t, std::uint32_t> m_byTag;
    std::unordered_map<std::string, NameId> m_names;
    std::uint64_t m_counted = 0; ///< units of all orders
    UnitVotes m_votes;
};

Seen* Revealer::touch(std::uint32_t tag, std::uint32_t loop)
{
    if (tag == 0)
        return nullptr;
    const auto known = m_byTag.find(tag);
    if (known != m_byTag.end())
        return &m_seen[known->second];
    if (m_seen.size() >= MaxLives)
        return nullptr;
    m_byTag.emplace(tag, static_cast<std::uint32_t>(m_seen.size()));
    Seen made;
    made.tag = tag;
    made.first = loop;
    m_seen.push_back(made);
    return &m_seen.back();
}

void Revealer::guessPlace(Seen& seen, std::int32_t who, std::uint32_t loop, std::size_t place) const
{
    const auto& cameras = m_actions.cameras[static_cast<std::size_t>(who)];
    const CameraState* seenFrom = lastAt<CameraState>(cameras, loop);
    if (seenFrom == nullptr)
        return;
    const CameraState& camera = *seenFrom;
    const auto step = static_cast<float>(place);
    seen.hasGuess = true;
    seen.x = camera.x + Spacing * std::sqrt(step) * std::cos(GoldenAngle * step);
    seen.y = camera.y + Spacing * std::sqrt(step) * std::sin(GoldenAngle * step);
}

void Revealer::selected(std::uint32_t loop, std::int32_t who, const SelectionDelta& delta)
{
    if (delta.firstTag > m_game.tags.size() || delta.firstSubgroup > m_game.subgroups.size())
        return;
    const std::size_t tags = std::min<std::size_t>(delta.tags, m_game.tags.size() - delta.firstTag);
    const std::size_t groups =
        std::min<std::size_t>(delta.subgroups, m_game.subgroups.size() - delta.firstSubgroup);
    std::size_t group = 0;
    std::size_t inGroup = 0;
    for (std::size_t i = 0; i < tags; ++i, ++inGroup) {
        while (group < groups && inGroup >= m_game.subgroups[delta.firstSubgroup + group].count) {
            ++group;
            inGroup = 0;
        }
        Seen* seen = touch(m_game.tags[delta.firstTag + i], loop);
        if (seen == nullptr)
            continue;
        if (group < groups && !seen->hasLink) {
            seen->link = m_game.subgroups[delta.firstSubgroup + group].unitLink;
            seen->hasLink = true;
        }
        if (seen->selector < 0)
            seen->selector = who;
        if (!seen->hasGuess)
            guessPlace(*seen, who, loop, i);
    }
}

void Revealer::aimed(std::uint32_t loop, const Target& target)
{
    if (target.kind != TargetKind::Unit)
        return;
    Seen* seen = touch(target.tag, loop);
    if (seen == nullptr)
        return;
    if (!seen->hasLink && target.unitLink != 0) {
        seen->link = target.unitLink;
        seen->hasLink = true;
    }
    if (target.controlPlayer != NoPlayer)
        seen->control = target.controlPlayer;
    // A target that cannot be seen is told without a place.
    const bool place = std::isfinite(target.point.x) && std::isfinite(target.point.y) &&
                       (target.point.x != 0.0F || target.point.y != 0.0F);
    if (place && m_sights.size() < MaxRevealedReports)
        m_sights.push_back(
            {static_cast<std::uint32_t>(seen - m_seen.data()), {loop, target.point.x, target.point.y}});
}

void Revealer::readEvents()
{
    for (const GameEvent& event : m_game.order) {
        const int who = m_participant[event.user];
        if (who < 0 || static_cast<std::size_t>(who) >= m_actions.cameras.size())
            continue;
        if (event.kind == GameEventKind::Selection && event.index < m_game.selections.size())
            selected(event.loop, who, m_game.selections[event.index]);
        else if (event.kind == GameEventKind::Command && event.index < m_game.commands.size())
            aimed(event.loop, m_game.commands[event.index].target);
        else if (event.kind == GameEventKind::TargetUnit && event.index < m_game.targets.size())
            aimed(event.loop, m_game.targets[event.index]);
    }
}

/// Who gives orders to a unit has it; and what it is ordered to do tells what it is, when all who were
/// selected are of one type.
void Revealer::countOrders()
{
    for (const Order& order : m_actions.orders) {
        const auto who = static_cast<std::size_t>(order.participant);
        if (!order.hasSelection || order.participant < 0 || who >= m_actions.selections.size() ||
            order.selection >= m_actions.selections[who].size())
            continue;
        const SelectionState& state = m_actions.selections[who][order.selection];
        if (m_counted += state.count; m_counted > MaxRevealedAsked)
            break;
        std::int32_t link = -1;
        bool alike = !order.repeated;
        for (std::uint32_t i = 0; i < state.count; ++i) {
            const auto known = m_byTag.find(m_actions.selectionTags[state.first + i]);
            if (known == m_byTag.end())
                continue;
            Seen& seen = m_seen[known->second];
            if (seen.holder == order.participant || seen.holderVotes == 0) {
                seen.holder = order.participant;
                ++seen.holderVotes;
            } else {
                --seen.holderVotes;
            }
            alike = alike && seen.hasLink && (link < 0 || link == seen.link);
            link = seen.link;
        }
        if (alike && link >= 0)
            m_votes.ordered(static_cast<std::uint16_t>(link), order);
        if (order.target.kind == TargetKind::Unit)
            m_votes.targeted(order.target.unitLink, order);
    }
}

/// A second time through, now that workers are known.
void Revealer::countWorkersSent()
{
    for (const Order& order : m_actions.orders) {
        const auto who = static_cast<std::size_t>(order.participant);
        const bool sent = !order.hasAbility || order.purpose == CommandPurpose::Gather;
        if (!sent || order.target.kind != TargetKind::Unit || order.target.controlPlayer > 0 ||
            !order.hasSelection || order.participant < 0 || who >= m_actions.selections.size() ||
            order.selection >= m_actions.selections[who].size())
            continue;
        const SelectionState& state = m_actions.selections[who][order.selection];
        if (state.count == 0)
            continue;
        const auto known = m_byTag.find(m_actions.selectionTags[state.first]);
        if (known != m_byTag.end() && m_seen[known->second].hasLink &&
            m_votes.isWorker(m_seen[known->second].link))
            m_votes.gathered(order.target.unitLink);
    }
}

int Revealer::ownerOf(const Seen& seen) const
{
    const std::int32_t participant = seen.holder >= 0 ? seen.holder : seen.selector;
    if (seen.holder < 0 && seen.control != NoPlayer)
        return seen.control;
    return participant >= 0 ? m_head.participants[static_cast<std::size_t>(participant)].playerId : 0;
}

NameId Revealer::nameOf(const Seen& seen, TrackerEvents& tracker)
{
    const std::string name = seen.hasLink ? m_votes.name(seen.link) : std::string("Unit");
    const auto [at, added] = m_names.emplace(name, static_cast<NameId>(tracker.names.size()));
    if (added)
        tracker.names.push_back(name);
    return at->second;
}

UnitLives Revealer::build(TrackerEvents& tracker)
{
    std::stable_sort(m_sights.begin(), m_sights.end(),
                     [](const Sight& a, const Sight& b) { return a.seen < b.seen; });
    for (NameId i = 0; i < tracker.names.size(); ++i)
        m_names.emplace(tracker.names[i], i);
    UnitLives out;
    std::size_t sight = 0;
    std::uint32_t indices = 0;
    for (std::uint32_t i = 0; i < m_seen.size(); ++i) {
        const Seen& seen = m_seen[i];
        const std::size_t firstSight = sight;
        while (sight < m_sights.size() && m_sights[sight].seen == i)
            ++sight;
        if (firstSight == sight && !seen.hasGuess)
            continue; // nobody can say where it was
        UnitLife life;
        life.tag = seen.tag;
        life.first = seen.first;
        life.finished = seen.first;
        life.revealed = true;
        life.firstType = static_cast<std::uint32_t>(out.types.size());
        life.typeCount = 1;
        life.firstOwner = static_cast<std::uint32_t>(out.owners.size());
        life.ownerCount = 1;
        life.firstReport = static_cast<std::uint32_t>(out.reports.size());
        out.types.push_back({seen.first, nameOf(seen, tracker)});
        out.owners.push_back({seen.first, static_cast<std::int8_t>(ownerOf(seen))});
        // Before anyone aims at it, where its player looked when it was selected.
        if (firstSight == sight || m_sights[firstSight].report.loop > seen.first)
            out.reports.push_back({seen.first, seen.hasGuess ? seen.x : m_sights[firstSight].report.x,
                                   seen.hasGuess ? seen.y : m_sights[firstSight].report.y});
        for (std::size_t s = firstSight; s < sight; ++s) {
            if (out.reports.size() > life.firstReport && out.reports.back().loop == m_sights[s].report.loop)
                out.reports.back() = m_sights[s].report;
            else
                out.reports.push_back(m_sights[s].report);
        }
        life.reportCount = static_cast<std::uint32_t>(out.reports.size()) - life.firstReport;
        indices = std::max(indices, tagIndex(life.tag) + 1);
        out.lives.push_back(life);
    }
    out.indexStart.assign(std::size_t{indices} + 1, 0);
    for (const UnitLife& life : out.lives)
        ++out.indexStart[tagIndex(life.tag) + 1];
    for (std::size_t i = 1; i < out.indexStart.size(); ++i)
        out.indexStart[i] += out.indexStart[i - 1];
    std::vector<std::uint32_t> next(out.indexStart.begin(), out.indexStart.end());
    out.byIndex.resize(out.lives.size());
    for (std::uint32_t i = 0; i < out.lives.size(); ++i) {
        const std::uint32_t index = tagIndex(out.lives[i].tag);
        const std::uint32_t at = next[index]++;
        out.byIndex[at] = i;
        // An index belongs to one unit at a time: who had it before is gone by now.
        if (at > out.indexStart[index])
            out.lives[out.byIndex[at - 1]].end =
                std::max(out.lives[out.byIndex[at - 1]].first, out.lives[i].first);
    }
    return out;
}

UnitLives Revealer::reveal(TrackerEvents& tracker)
{
    readEvents();
    countOrders();
    countWorkersSent();
    return build(tracker);
}

} // namespace

UnitLives revealLives(const ReplayHead& head, const GameEvents& game, const PlayerActions& actions,
                      TrackerEvents& tracker)
{
    return Revealer(head, game, actions).reveal(tracker);
}

} // namespace ghostline::sc2
