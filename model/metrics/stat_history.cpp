// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/stat_history.h"

#include "model/base/numbers.h"
#include "model/replay/frame_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

std::vector<FrameNumber> roundStarts(const ReplayIndex& index)
{
    std::vector<FrameNumber> starts;
    const QString& wanted = index.info->scoreboard.roundStartKind;
    if (wanted.isEmpty())
        return starts;
    for (const Event& event : index.events->events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (event.kind >= 0 && kind < index.events->kinds.size() && index.events->kinds[kind].id == wanted)
            starts.push_back(event.frame);
    }
    return starts;
}

std::vector<FrameRange> roundFrames(const ReplayIndex& index)
{
    const std::vector<FrameNumber> starts = roundStarts(index);
    std::vector<FrameRange> rounds;
    rounds.reserve(starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i)
        rounds.push_back({starts[i], i + 1 < starts.size() ? starts[i + 1] : index.frames()});
    return rounds;
}

double counterGain(double last, double value)
{
    const bool restarted = value < last && value * 2 < last;
    return restarted ? value : value - last;
}

void StatHistory::Track::take(FrameNumber frame, double value, bool counter)
{
    if (std::isnan(value) || (!changes.empty() && changes.back().recorded == value))
        return;
    if (changes.empty() || !counter) {
        changes.push_back({frame, value, value});
        return;
    }
    const Change& last = changes.back();
    changes.push_back({frame, value, last.total + counterGain(last.recorded, value)});
}

Result<std::shared_ptr<const StatHistory>> StatHistory::read(const ReplaySource& source,
                                                             const Progress& progress, std::stop_token stop)
{
    const auto index = source.index();
    const ReplayInfo& info = *index->info;
    const std::vector<Statistic>& statistics = info.scoreboard.statistics;
    auto history = std::make_shared<StatHistory>();
    history->m_rounds = roundStarts(*index);
    if (info.scoreboard.empty())
        return history;
    history->m_axis = index->timeAxis;
    history->m_teamCount = info.teams.size();
    history->m_actors.assign(statistics.size(), std::vector<Track>(info.cast.size()));
    history->m_teams.assign(statistics.size(), std::vector<Track>(info.teams.size()));
    const auto ofMatch = [&info](const WorldState& state, MatchPropertyId id) {
        return info.number(id, state.value(id));
    };
    const auto visit = [&](FrameNumber frame, const WorldState* state) {
        if (state == nullptr)
            return;
        const double team = ofMatch(*state, info.scoreboard.possession);
        history->takePossession(frame, std::isnan(team) ? -1 : static_cast<int>(team));
        for (std::size_t s = 0; s < statistics.size(); ++s) {
            const Statistic& statistic = statistics[s];
            for (std::size_t row = 0; row < state->size(); ++row) {
                const std::uint32_t actor = ghostline::model::index(state->ids[row]);
                if (actor < info.cast.size())
                    history->m_actors[s][actor].take(
                        frame, info.number(statistic.actor, state->value(row, statistic.actor)),
                        statistic.counter);
            }
            for (std::size_t t = 0; t < std::min(statistic.teams.size(), info.teams.size()); ++t)
                history->m_teams[s][t].take(frame, ofMatch(*state, statistic.teams[t]), statistic.counter);
        }
    };
    const auto walked = walkFrames(source, {0, index->frames()}, visit, progress, stop);
    if (!walked)
        return tl::unexpected(walked.error());
    return history;
}

void StatHistory::takePossession(FrameNumber frame, int team)
{
    if (team >= static_cast<int>(m_teamCount))
        team = -1;
    if (!m_holdings.empty() && m_holdings.back().team == team)
        return;
    Holding next{frame, team, std::vector<double>(m_teamCount, 0.0)};
    for (std::size_t t = 0; t < next.seconds.size() && !m_holdings.empty(); ++t)
        next.seconds[t] = possessionTotal(t, frame);
    m_holdings.push_back(std::move(next));
}

double StatHistory::possessionTotal(std::size_t team, FrameNumber at) const
{
    const auto after = std::upper_bound(m_holdings.begin(), m_holdings.end(), at,
                                        [](FrameNumber f, const Holding& h) { return f < h.frame; });
    if (after == m_holdings.begin() || team >= (after - 1)->seconds.size())
        return 0.0;
    const Holding& now = *(after - 1);
    const bool holds = now.team == static_cast<int>(team);
    return now.seconds[team] + (holds ? seconds(m_axis.timeOf(at) - m_axis.timeOf(now.frame)) : 0.0);
}

double StatHistory::possessionSeconds(std::size_t team, FrameNumber at, StatSpan span) const
{
    const int round = span == StatSpan::Match ? 0 : roundAt(at);
    const FrameNumber start = round > 0 ? m_rounds[static_cast<std::size_t>(round - 1)] : 0;
    return possessionTotal(team, at) - possessionTotal(team, start);
}

int StatHistory::roundAt(FrameNumber at) const
{
    return static_cast<int>(std::upper_bound(m_rounds.begin(), m_rounds.end(), at) - m_rounds.begin());
}

const StatHistory::Track* StatHistory::actorTrack(std::size_t statistic, ActorId actor) const
{
    const std::uint32_t i = index(actor);
    return statistic < m_actors.size() && i < m_actors[statistic].size() ? &m_actors[statistic][i] : nullptr;
}

double StatHistory::valueOf(const Track* track, FrameNumber at, StatSpan span) const
{
    if (track == nullptr)
        return NoValue;
    const auto& changes = track->changes;
    const auto before = [&changes](FrameNumber frame) -> const Change* {
        const auto after = std::upper_bound(changes.begin(), changes.end(), frame,
                                            [](FrameNumber f, const Change& c) { return f < c.frame; });
        return after == changes.begin() ? nullptr : &*(after - 1);
    };
    const Change* now = before(at);
    if (now == nullptr)
        return NoValue;
    if (span != StatSpan::Round)
        return span == StatSpan::Recorded ? now->recorded : now->total;
    const int round = roundAt(at);
    const FrameNumber start = round > 0 ? m_rounds[static_cast<std::size_t>(round - 1)] : 0;
    const Change* then = before(start);
    return now->total - (then != nullptr ? then->total : 0.0);
}

double StatHistory::actorValue(std::size_t statistic, ActorId actor, FrameNumber at, StatSpan span) const
{
    return valueOf(actorTrack(statistic, actor), at, span);
}

double StatHistory::teamValue(std::size_t statistic, std::size_t team, FrameNumber at, StatSpan span) const
{
    const bool known = statistic < m_teams.size() && team < m_teams[statistic].size();
    return valueOf(known ? &m_teams[statistic][team] : nullptr, at, span);
}

} // namespace ghostline::model
