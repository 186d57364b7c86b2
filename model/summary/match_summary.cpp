// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/match_summary.h"

#include "model/board/board.h"
#include "model/heat/heat_map.h"
#include "model/highlights/highlights.h"
#include "model/metrics/stat_history.h"
#include "model/replay/team_of.h"
#include "model/sidecar/content.h"
#include "model/summary/summary_plots.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::size_t MostHeatTeams = 4;
constexpr std::size_t MostMomentActors = 6;
constexpr std::size_t MostWanted = 12;
constexpr std::size_t MostBoards = 24;
constexpr double HeatColumns = 64.0;
constexpr Micros SameBoard{1'000'000};

/// The work in the order in which it is done; each takes about its share of the time.
class Gatherer
{
public:
    Gatherer(const ReplaySource& source, const SummaryRequest& request, const Progress& progress,
             std::stop_token stop)
        : m_source(source), m_request(request), m_progress(progress), m_stop(std::move(stop))
    {
    }

    Result<MatchSummary> gather()
    {
        auto index = m_source.waitComplete(m_stop);
        if (!index)
            return tl::unexpected(index.error());
        m_summary.index = std::move(*index);
        m_summary.file = QFileInfo(m_request.path).fileName();
        m_summary.version = m_request.version;
        identify();
        step(0.05);
        readAll();
        step(0.15);
        readHistory();
        step(0.35);
        readPlots();
        step(0.55);
        fillPeriods();
        countKinds();
        readGround();
        readHeat();
        step(0.8);
        readHighlights();
        step(0.9);
        takeNotes();
        step(0.97);
        if (!m_stopped)
            m_summary.verdicts = m_source.verify(within(1.0), m_stop);
        if (m_stopped || m_stop.stop_requested())
            return cancelled();
        return std::move(m_summary);
    }

private:
    const ReplayIndex& index() const { return *m_summary.index; }
    const ReplayInfo& info() const { return *m_summary.index->info; }
    FrameNumber last() const { return index().frames() - 1; }
    bool empty() const { return index().frames() == 0 || m_stopped; }

    void step(double done)
    {
        m_done = done;
        if (m_stop.stop_requested() || (m_progress && !m_progress(done)))
            m_stopped = true;
    }
    /// The share up to `end` as one that goes from 0 to 1.
    Progress within(double end)
    {
        return [this, from = m_done, end](double share) {
            if (m_progress && !m_progress(from + (end - from) * share))
                m_stopped = true;
            return !m_stopped;
        };
    }
    void missing(const QString& what, const Error& why)
    {
        if (why.code == ErrorCode::Cancelled)
            m_stopped = true;
        else
            m_summary.gaps.push_back({what, why});
    }

    void identify()
    {
        if (!m_request.notes.recording.sha256.isEmpty())
            m_summary.sha256 = m_request.notes.recording.sha256;
        if (!m_request.hash || m_request.path.isEmpty() || !m_summary.sha256.isEmpty())
            return;
        // Of what is on the web nobody knows all bytes.
        if (const auto content = contentOf(m_request.path, m_stop))
            m_summary.sha256 = content->sha256;
    }

    /// Decodes everything once: a summary must not be silent about what is not readable.
    void readAll()
    {
        std::shared_ptr<const Segment> before;
        const int count = index().keyframes.count();
        for (int k = 0; k < count && !empty(); ++k) {
            auto segment = m_source.readSegment(k, before.get(), m_stop);
            if (!segment && m_stop.stop_requested()) {
                m_stopped = true;
                return;
            }
            before = segment ? *segment : nullptr;
            const FrameRange frames = index().keyframes.range(k);
            if (before == nullptr && !m_summary.unread.empty() && m_summary.unread.back().end == frames.first)
                m_summary.unread.back().end = frames.end;
            else if (before == nullptr && !frames.empty())
                m_summary.unread.push_back(frames);
            if (m_progress && !m_progress(m_done + 0.1 * k / count))
                m_stopped = true;
        }
    }

    void readHistory()
    {
        const Scoreboard& board = info().scoreboard;
        if (board.empty() || empty())
            return;
        const auto history = StatHistory::read(m_source, within(0.35), m_stop);
        if (!history)
            return missing(QStringLiteral("The statistics"), history.error());
        m_history = *history;
        if (board.possession)
            fillPossession();
        if (!board.statistics.empty())
            fillRoster();
    }

    void fillPossession()
    {
        double sum = 0.0;
        std::vector<double> seconds;
        for (std::size_t t = 0; t < info().teams.size(); ++t) {
            seconds.push_back(m_history->possessionSeconds(t, last(), StatSpan::Match));
            sum += seconds.back();
        }
        if (!(sum > 0.0))
            return;
        for (const double s : seconds)
            m_summary.possession.push_back(s / sum);
        // Spectators may be a team, too.
        const std::size_t playing = info().scoreboard.score.size();
        while (m_summary.possession.size() > playing && m_summary.possession.back() == 0.0)
            m_summary.possession.pop_back();
    }

    /// As the roster of the window has it at the end, over the whole match.
    void fillRoster()
    {
        PlanReader reader(m_source, index(), m_stop);
        const WorldState* state = reader.stateAt(last());
        std::vector<SummaryRow> players;
        for (const ActorInfo& actor : info().cast) {
            if (actor.kind != ActorKind::Player)
                continue;
            const std::ptrdiff_t at = state != nullptr ? state->row(actor.id) : -1;
            SummaryRow row{.team = actor.team, .actor = actor.id, .left = at < 0, .values = {}};
            if (at >= 0)
                row.team = model::teamOf(info(), *state, static_cast<std::size_t>(at));
            for (std::size_t s = 0; s < info().scoreboard.statistics.size(); ++s)
                row.values.push_back(m_history->actorValue(s, actor.id, last(), StatSpan::Match));
            players.push_back(std::move(row));
        }
        const int teams = static_cast<int>(info().teams.size());
        const auto members = [&players](int team) {
            return std::count_if(players.begin(), players.end(),
                                 [team](const SummaryRow& row) { return row.team == team; });
        };
        bool alone = true; // where everybody plays alone, a row for the team would say the same twice
        for (int team = 0; team < teams; ++team)
            alone = alone && members(team) <= 1;
        for (int team = 0; team <= teams; ++team) {
            const int wanted = team < teams ? team : -1; // those of no team come last
            if (members(wanted) == 0)
                continue;
            SummaryRow total{.team = wanted, .values = totalsOf(wanted, players)};
            if (wanted >= 0 && !alone)
                m_summary.roster.push_back(total);
            for (SummaryRow& row : players) {
                if (row.team != wanted)
                    continue;
                if (wanted >= 0 && alone)
                    row.values = total.values; // those of the team where he has none of his own
                m_summary.roster.push_back(row);
            }
        }
    }

    /// A team's own figure where the format has one, else the sum of those of its players.
    std::vector<double> totalsOf(int team, const std::vector<SummaryRow>& players) const
    {
        std::vector<double> values;
        for (std::size_t s = 0; team >= 0 && s < info().scoreboard.statistics.size(); ++s) {
            double value = m_history->teamValue(s, static_cast<std::size_t>(team), last(), StatSpan::Match);
            if (std::isnan(value)) {
                for (const SummaryRow& row : players) {
                    if (row.team == team && !std::isnan(row.values[s]))
                        value = (std::isnan(value) ? 0.0 : value) + row.values[s];
                }
            }
            values.push_back(value);
        }
        return values;
    }

    void readPlots()
    {
        if (empty())
            return;
        auto plots = readSummaryPlots(m_source, index(), m_request.mostPoints, within(0.55), m_stop);
        if (plots)
            m_summary.plots = std::move(*plots);
        else
            missing(QStringLiteral("The curves"), plots.error());
    }

    std::vector<double> scoresIn(const WorldState* state, const std::vector<MatchPropertyId>& of) const
    {
        std::vector<double> scores;
        for (std::size_t t = 0; t < std::min(of.size(), info().teams.size()); ++t)
            scores.push_back(state != nullptr ? info().number(of[t], state->value(of[t])) : NoValue);
        return scores;
    }

    static bool saysNothing(const std::vector<double>& scores)
    {
        return std::none_of(scores.begin(), scores.end(),
                            [](double s) { return s != 0.0 && !std::isnan(s); });
    }

    /// Some games take the score back as soon as all is over: the last that anybody had in the period.
    std::vector<double> scoreAtEnd(PlanReader& reader, FrameRange frames) const
    {
        std::vector<double> score = scoresIn(reader.stateAt(frames.end - 1), info().scoreboard.score);
        if (!saysNothing(score))
            return score;
        const double begin = seconds(index().timeAxis.timeOf(frames.first));
        const double end = seconds(index().timeAxis.timeOf(frames.end - 1));
        double latest = -1.0;
        for (const SummaryPlot& plot : m_summary.plots) {
            if (plot.id != QStringLiteral("score"))
                continue;
            for (const SummaryCurve& curve : plot.curves) {
                for (const MetricSample& sample : curve.samples) {
                    if (sample.time >= begin && sample.time <= end && sample.value > 0.0)
                        latest = std::max(latest, sample.time);
                }
            }
        }
        if (latest < 0.0)
            return score;
        const std::vector<double> before =
            scoresIn(reader.stateAt(fromSeconds(latest)), info().scoreboard.score);
        return saysNothing(before) ? score : before;
    }

    void fillPeriods()
    {
        if (empty())
            return;
        std::vector<SummaryPeriod>& periods = m_summary.periods;
        const std::span<const FrameNumber> rounds =
            m_history != nullptr ? m_history->rounds() : std::span<const FrameNumber>();
        if (rounds.empty() || rounds.front() > 0)
            periods.push_back({0, {0, rounds.empty() ? index().frames() : rounds.front()}, {}, {}});
        for (std::size_t r = 0; r < rounds.size(); ++r) {
            const FrameNumber end = r + 1 < rounds.size() ? rounds[r + 1] : index().frames();
            if (end > rounds[r])
                periods.push_back({static_cast<int>(r) + 1, {rounds[r], end}, {}, {}});
        }
        if (!info().scoreboard.score.empty()) {
            PlanReader reader(m_source, index(), m_stop);
            for (SummaryPeriod& period : periods)
                period.score = scoreAtEnd(reader, period.frames);
            m_summary.score = periods.back().score;
            m_summary.roundScore = scoresIn(reader.stateAt(last()), info().scoreboard.roundScore);
        }
        for (const std::size_t event : notableEvents()) {
            const FrameNumber frame = index().events->events[event].frame;
            const auto period = std::find_if(periods.begin(), periods.end(), [frame](const SummaryPeriod& p) {
                return p.frames.contains(frame);
            });
            (period != periods.end() ? *period : periods.back()).events.push_back(event);
        }
        // What lies before the first round is told only where something happened there.
        if (periods.size() > 1 && periods.front().round == 0 && periods.front().events.empty())
            periods.erase(periods.begin());
    }

    /// 0 = not notable; as the timeline's markers, and more is more.
    static int rankOf(const Event& event, const EventKind& kind)
    {
        if (kind.flag || event.severity >= 2)
            return 3;
        if (kind.major)
            return 2;
        return kind.band && kind.shownByDefault ? 1 : 0;
    }

    std::vector<std::size_t> notableEvents()
    {
        const EventTable& table = *index().events;
        struct Ranked
        {
            std::size_t event = 0;
            int rank = 0;
            float weight = 0.0F;
        };
        std::vector<Ranked> ranked;
        for (std::size_t i = 0; i < table.events.size(); ++i) {
            const Event& event = table.events[i];
            const int rank = rankOf(event, table.kinds[static_cast<std::size_t>(event.kind)]);
            if (rank > 0)
                ranked.push_back({i, rank, static_cast<float>(event.severity) + event.weight});
        }
        m_summary.notable = static_cast<int>(ranked.size());
        if (ranked.size() > static_cast<std::size_t>(std::max(m_request.mostEvents, 0))) {
            std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
                return std::pair(a.rank, a.weight) > std::pair(b.rank, b.weight);
            });
            ranked.resize(static_cast<std::size_t>(std::max(m_request.mostEvents, 0)));
        }
        std::vector<std::size_t> events;
        events.reserve(ranked.size());
        for (const Ranked& one : ranked)
            events.push_back(one.event);
        std::sort(events.begin(), events.end());
        return events;
    }

    void countKinds()
    {
        std::vector<int> counts(index().events->kinds.size(), 0);
        for (const Event& event : index().events->events)
            ++counts[static_cast<std::size_t>(event.kind)];
        for (std::size_t kind = 0; kind < counts.size(); ++kind) {
            if (counts[kind] > 0)
                m_summary.kinds.push_back({static_cast<int>(kind), counts[kind]});
        }
    }

    void readGround()
    {
        if (empty())
            return;
        // Where there is none a plan stands on its own.
        const SceneDescription scene =
            m_request.scene ? *m_request.scene : m_source.scene(m_stop).value_or(SceneDescription{});
        m_summary.ground = groundMapOf(scene);
        m_bounds = scene.bounds;
        m_groundHeight = scene.groundHeight;
    }

    /// Teams that have somebody who moves.
    std::vector<int> teamsOnTheGround() const
    {
        std::vector<int> teams;
        for (const ActorInfo& actor : info().cast) {
            const bool counts = actor.team >= 0 && !actor.background && actor.shape != ActorShape::None &&
                                static_cast<std::size_t>(actor.team) < info().teams.size();
            if (counts && std::find(teams.begin(), teams.end(), actor.team) == teams.end())
                teams.push_back(actor.team);
        }
        std::sort(teams.begin(), teams.end());
        return teams;
    }

    bool addHeat(int team, std::optional<HeatLayout>& layout, double end)
    {
        HeatOptions options;
        options.layout = layout;
        options.ground = m_groundHeight;
        if (team >= 0)
            options.teams = {team};
        auto grid = readHeatMap(m_source, options, within(end), m_stop);
        if (!grid) {
            missing(QStringLiteral("The heat maps"), grid.error());
            return false;
        }
        layout = grid->layout;
        if (grid->empty())
            return true;
        std::vector<double> cells(grid->values.begin(), grid->values.end());
        smoothCells(cells, grid->layout.columns, grid->layout.rows, 0.8);
        std::transform(cells.begin(), cells.end(), grid->values.begin(),
                       [](double value) { return static_cast<float>(value); });
        grid->sumUp();
        m_summary.heat.push_back({team, std::move(*grid)});
        return true;
    }

    void readHeat()
    {
        if (!m_request.heat || empty())
            return;
        std::optional<HeatLayout> layout;
        if (m_bounds.valid) {
            const glm::dvec3 size = m_bounds.max - m_bounds.min;
            layout = heatLayout(m_bounds, std::max(size.x, size.z) / HeatColumns);
        }
        std::vector<int> teams = teamsOnTheGround();
        if (teams.size() < 2 || teams.size() > MostHeatTeams) {
            addHeat(-1, layout, 0.8);
            return;
        }
        // Without known bounds all maps lie where everybody was, so that they can be compared.
        if (!layout && (!addHeat(-1, layout, 0.6) || !layout))
            return;
        step(0.65);
        m_summary.heat.clear();
        for (std::size_t i = 0; i < teams.size(); ++i) {
            const double share = static_cast<double>(i + 1) / static_cast<double>(teams.size());
            if (!addHeat(teams[i], layout, 0.65 + 0.15 * share))
                return;
            step(0.65 + 0.15 * share);
        }
    }

    std::vector<ActorId> principals() const
    {
        std::vector<ActorId> wanted;
        for (const ActorInfo& actor : info().cast) {
            if (actor.principal && actor.shape != ActorShape::None)
                wanted.push_back(actor.id);
        }
        if (wanted.size() > MostWanted)
            wanted.clear();
        return wanted;
    }

    void readHighlights()
    {
        if (empty())
            return;
        HighlightWeights weights;
        weights.top = m_request.mostHighlights;
        const auto found = highlightsOf(m_source, weights, within(0.9), m_stop);
        if (!found)
            return missing(QStringLiteral("The highlights"), found.error());
        PlanReader reader(m_source, index(), m_stop);
        for (const Highlight& highlight : *found) {
            SummaryMoment moment{.at = highlight.peak, .from = highlight.from, .to = highlight.to};
            moment.title = highlight.title.text();
            moment.wording = highlight.title.wording();
            moment.score = highlight.score;
            if (highlight.peakEvent >= 0)
                moment.team =
                    m_summary.teamOf(index().events->events[static_cast<std::size_t>(highlight.peakEvent)]);
            for (std::size_t part = 0; part < ScoreParts; ++part)
                moment.parts.emplace_back(scorePartId(static_cast<ScorePartOf>(part)),
                                          highlight.parts[part].weighted);
            moment.actors = highlight.actors;
            moment.actors.resize(std::min(moment.actors.size(), MostMomentActors));
            moment.plan = reader.planAt(moment.at, moment.actors, m_summary.ground);
            m_summary.highlights.push_back(std::move(moment));
        }
    }

    void takeNotes()
    {
        m_summary.bookmarks = m_request.notes.bookmarks;
        PlanReader reader(m_source, index(), m_stop);
        const std::vector<ActorId> wanted = principals();
        for (const Bookmark& mark : m_summary.bookmarks) {
            if (m_summary.marked.size() >= static_cast<std::size_t>(std::max(m_request.mostPictures, 0)))
                break;
            SummaryMoment moment{.at = mark.time, .from = mark.time, .to = mark.time + mark.length};
            moment.title = mark.title;
            if (!empty() && mark.time <= index().timeAxis.duration())
                moment.plan = reader.planAt(mark.time, wanted, m_summary.ground);
            m_summary.marked.push_back(std::move(moment));
        }
        takeDrawings(reader);
    }

    void takeDrawings(PlanReader& reader)
    {
        std::vector<Drawing> drawings = m_request.notes.drawings;
        std::stable_sort(drawings.begin(), drawings.end(),
                         [](const Drawing& a, const Drawing& b) { return a.from < b.from; });
        std::vector<SummaryBoard>& boards = m_summary.boards;
        for (Drawing& drawing : drawings) {
            if (!isComplete(drawing))
                continue;
            if (boards.empty() || drawing.from - boards.back().drawings.front().from > SameBoard) {
                if (boards.size() >= MostBoards)
                    break;
                boards.push_back({});
            }
            SummaryBoard& board = boards.back();
            board.at = drawing.from + std::min(drawing.fade, (drawing.to - drawing.from) / 2);
            board.drawings.push_back(std::move(drawing));
        }
        for (SummaryBoard& board : boards) {
            if (!empty())
                board.plan = reader.planAt(board.at, board.drawings, m_summary.ground);
        }
    }

    const ReplaySource& m_source;
    const SummaryRequest& m_request;
    const Progress& m_progress;
    std::stop_token m_stop;
    double m_done = 0.0;
    bool m_stopped = false;
    std::shared_ptr<const StatHistory> m_history;
    Bounds m_bounds;
    double m_groundHeight = 0.0;
    MatchSummary m_summary;
};

} // namespace

QString MatchSummary::title() const
{
    if (!file.isEmpty())
        return QFileInfo(file).completeBaseName();
    return info().map.isEmpty() ? info().formatName : info().map;
}

int MatchSummary::teamOf(const Event& event) const
{
    if (event.team >= 0)
        return event.team;
    const ActorInfo* first = event.actors.empty() ? nullptr : info().actor(event.actors.front());
    return first != nullptr ? first->team : -1;
}

Result<MatchSummary> readSummary(const ReplaySource& source, const SummaryRequest& request,
                                 const Progress& progress, std::stop_token stop)
{
    return Gatherer(source, request, progress, std::move(stop)).gather();
}

} // namespace ghostline::model
