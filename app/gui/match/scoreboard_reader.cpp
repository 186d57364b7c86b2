// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_reader.h"

#include "app/gui/widgets/replay_words.h"
#include "model/replay/results.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

QString boardText(const char* text)
{
    return QCoreApplication::translate("ghostline::app::ScoreboardStrip", text);
}

/// With tenths at any length: runs are decided by them.
QString runClock(double seconds)
{
    if (!std::isfinite(seconds) || seconds > 1e7)
        return QStringLiteral("–");
    const auto tenths = static_cast<long long>(std::max(0.0, seconds) * 10.0 + 1e-6);
    return QStringLiteral("%1:%2.%3")
        .arg(tenths / 600)
        .arg(tenths / 10 % 60, 2, 10, QLatin1Char('0'))
        .arg(tenths % 10);
}

QString goalName(const model::RunGoal& goal)
{
    if (goal.finish())
        return boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "finish"));
    return goal.name.isEmpty()
               ? boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "checkpoint %1"))
                     .arg(goal.number)
               : goal.name;
}

/// The line-up's word as it is told of a side.
ScoreboardContent::Result resultOf(const model::PlayerCard& card)
{
    ScoreboardContent::Result result;
    result.won = card.result == model::WinResult;
    result.text = result.won ? boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Won"))
                  : card.result == model::LossResult
                      ? boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Lost"))
                      : shownName(card.result);
    if (card.resultInferred && !result.text.isEmpty())
        result.text += QLatin1Char('?'); // as in the line-up
    return result;
}

/// When the match was decided: at the last event that says so, else at the end of a recording that is whole.
std::optional<model::FrameNumber> endOf(const model::ReplayIndex& index)
{
    const auto& kinds = index.events->kinds;
    const auto& events = index.events->events;
    const auto ends = [&kinds](const model::Event& event) {
        const auto kind = static_cast<std::size_t>(event.kind);
        return kind < kinds.size() && kinds[kind].highlight.ending;
    };
    const auto last = std::find_if(events.rbegin(), events.rend(), ends);
    if (last != events.rend())
        return last->frame;
    if (index.complete && !index.growing && index.frames() > 0)
        return index.frames() - 1;
    return std::nullopt;
}

} // namespace

ScoreboardContent ScoreboardReader::read(const model::ReplayIndex& index, const model::WorldState& state,
                                         model::ActorId chosen)
{
    const bool whole = index.complete && !index.growing;
    if (m_info != index.info || m_events != index.events || m_whole != whole)
        take(index);
    ScoreboardContent content = readScoreboard(*index.info, state);
    if (m_ended && state.at.frame >= *m_ended) {
        for (ScoreboardContent::Side& side : content.sides) {
            if (static_cast<std::size_t>(side.team) < m_results.size())
                side.result = m_results[static_cast<std::size_t>(side.team)];
        }
    }
    if (index.info->scoreboard.run)
        addRun(content, state, chosen);
    return content;
}

void ScoreboardReader::take(const model::ReplayIndex& index)
{
    m_info = index.info;
    m_events = index.events;
    m_whole = index.complete && !index.growing;
    m_goals = m_info->scoreboard.run ? model::runGoals(*m_info, *m_events) : model::RunGoals();
    takeResults(index);
}

/// Where a score says who has won, nothing more is told.
void ScoreboardReader::takeResults(const model::ReplayIndex& index)
{
    m_results.clear();
    m_ended.reset();
    if (!m_info->scoreboard.score.empty() || m_info->scoreboard.sideFigures.empty())
        return;
    m_results.resize(m_info->teams.size());
    for (const model::PlayerCard& card : m_info->players) {
        const auto team = static_cast<std::size_t>(card.team);
        if (card.team < 0 || team >= m_results.size() || card.result.isEmpty())
            continue;
        // Of players of one side, one who won has won it for all.
        const ScoreboardContent::Result result = resultOf(card);
        if (m_results[team].text.isEmpty() || (result.won && !m_results[team].won))
            m_results[team] = result;
    }
    m_ended = endOf(index);
}

void ScoreboardReader::addRun(ScoreboardContent& content, const model::WorldState& state,
                              model::ActorId chosen) const
{
    const model::PropertyValue clock = state.value(m_info->scoreboard.clock);
    content.clock = runClock(!clock.absent()                       ? clock.asReal()
                             : m_goals.beforeStart(state.at.frame) ? 0.0
                                                                   : model::seconds(state.time));
    RunProgress& run = content.run.emplace();
    const model::ActorId runner = m_goals.runnerFor(chosen);
    const int passed = m_goals.passed(state.at.frame, runner);
    // How many there are is known once the recording is whole.
    if (m_whole && m_goals.checkpoints > 0)
        run.checkpoint =
            boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Checkpoint %1 of %2"))
                .arg(passed)
                .arg(m_goals.checkpoints);
    else if (passed > 0)
        run.checkpoint =
            boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Checkpoint %1")).arg(passed);
    if (const model::RunGoal* next = m_goals.next(state.at.frame, runner))
        run.next =
            boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Next: %1")).arg(goalName(*next));
    run.resets = boardText(QT_TRANSLATE_NOOP("ghostline::app::ScoreboardStrip", "Resets: %1"))
                     .arg(m_goals.resetsBy(state.at.frame));
}

} // namespace ghostline::app
