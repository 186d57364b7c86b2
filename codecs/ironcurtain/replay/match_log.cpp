// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/match_log.h"

#include "codecs/ironcurtain/base/limits.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

/// `held` without `removed` and with `added`, ascending.
void change(std::vector<UnitTag>& held, const TagList& added, const TagList& removed)
{
    const auto sorted = [](const TagList& list) {
        std::vector<UnitTag> tags;
        tags.reserve(list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            tags.push_back(list[i]);
        std::sort(tags.begin(), tags.end());
        tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
        return tags;
    };
    std::vector<UnitTag> next;
    if (!removed.empty()) {
        const auto gone = sorted(removed);
        next.reserve(held.size());
        std::set_difference(held.begin(), held.end(), gone.begin(), gone.end(), std::back_inserter(next));
        held.swap(next);
        next.clear();
    }
    if (!added.empty()) {
        const auto fresh = sorted(added);
        next.reserve(held.size() + fresh.size());
        std::set_union(held.begin(), held.end(), fresh.begin(), fresh.end(), std::back_inserter(next));
        held.swap(next);
    }
}

} // namespace

MatchLogBuilder::MatchLogBuilder(const Players& players, const SimState& start)
    : m_players(players), m_selected(players.count())
{
    m_log.players.resize(players.count());
    for (const Entity& entity : start.entities)
        m_log.lives.startWith(entity.tag, entity.components.identity());
}

void MatchLogBuilder::add(const AnalysisEvent& event)
{
    m_log.lives.add(event);
    if (const auto* sample = std::get_if<UnitPositionSample>(&event.body)) {
        m_places.add(event.tick, *sample);
        return;
    }
    const auto logOf = [this](PlayerId player) -> PlayerLog* {
        const int i = m_players.indexOf(player);
        if (i < 0)
            ++m_dropped;
        return i < 0 ? nullptr : &m_log.players[static_cast<std::size_t>(i)];
    };
    const auto room = [this](const auto& rows) {
        const bool some = rows.size() < MaxFigureRows;
        m_dropped += some ? 0 : 1;
        return some;
    };
    if (const auto* told = std::get_if<PlayerStatSnapshot>(&event.body)) {
        PlayerLog* const log = logOf(told->player);
        if (log != nullptr && room(log->stats))
            log->stats.push_back({event.tick, readPlayerStats(told->stats)});
    } else if (const auto* camera = std::get_if<CameraPositionSample>(&event.body)) {
        PlayerLog* const log = logOf(camera->player);
        if (log != nullptr && room(log->cameras))
            log->cameras.push_back({event.tick, camera->at, camera->zoom});
    } else if (const auto* collected = std::get_if<ResourceCollected>(&event.body)) {
        PlayerLog* const log = logOf(collected->player);
        if (log != nullptr && room(log->collected)) {
            const std::int64_t before = log->collected.empty() ? 0 : log->collected.back().second;
            log->collected.emplace_back(event.tick, before + collected->amount);
        }
    } else if (const auto* changed = std::get_if<SelectionChanged>(&event.body)) {
        const int i = m_players.indexOf(changed->player);
        if (i < 0) {
            ++m_dropped;
            return;
        }
        const auto p = static_cast<std::size_t>(i);
        if (m_selectionsEnd) {
            ++m_dropped;
            return;
        }
        change(m_selected[p], changed->added, changed->removed);
        const std::size_t cost = m_selected[p].size() * sizeof(UnitTag) + sizeof(SelectionPoint) + 64;
        if (m_selected[p].size() > MaxEntities || m_selectionBytes + cost > MaxSelectionBytes) {
            endSelections(event.tick);
            return;
        }
        m_selectionBytes += cost;
        auto& points = m_log.players[p].selections;
        auto units = std::make_shared<const std::vector<UnitTag>>(m_selected[p]);
        if (!points.empty() && points.back().tick == event.tick)
            points.back().units = std::move(units);
        else
            points.push_back({event.tick, std::move(units)});
    }
}

/// From here on nobody knows what is selected: better than what was selected long ago.
void MatchLogBuilder::endSelections(SimTick tick)
{
    m_selectionsEnd = true;
    ++m_dropped;
    for (PlayerLog& log : m_log.players) {
        if (!log.selections.empty())
            log.selections.push_back({tick, std::make_shared<const std::vector<UnitTag>>()});
    }
    m_selected.clear();
}

MatchLog MatchLogBuilder::finish(SimTick lastTick)
{
    m_log.lives.finish(lastTick);
    m_log.lastPlaces = m_places.finish();
    for (PlayerLog& log : m_log.players) {
        log.stats.shrink_to_fit();
        log.cameras.shrink_to_fit();
        log.collected.shrink_to_fit();
        log.selections.shrink_to_fit();
    }
    return std::move(m_log);
}

std::size_t MatchLog::bytes() const
{
    std::size_t all = lives.bytes() + lastPlaces.bytes() + players.capacity() * sizeof(PlayerLog);
    for (const PlayerLog& log : players) {
        all += log.stats.capacity() * sizeof(StatSample) + log.cameras.capacity() * sizeof(CameraSample) +
               log.collected.capacity() * sizeof(log.collected.front()) +
               log.selections.capacity() * sizeof(SelectionPoint);
        for (const SelectionPoint& point : log.selections)
            all += point.units->capacity() * sizeof(UnitTag);
    }
    return all;
}

} // namespace ghostline::ironcurtain
