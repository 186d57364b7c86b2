// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/goal_mark.h"

#include "model/world/standing.h"

#include <QCoreApplication>

#include <cmath>

namespace ghostline::render {

namespace {

constexpr int GoalHue = 6; ///< yellow: neither grass nor sky nor stone

QString nameOf(const model::RunGoal& goal)
{
    if (goal.finish())
        return QCoreApplication::translate("Render", "Finish");
    return goal.name.isEmpty() ? QCoreApplication::translate("Render", "Checkpoint %1").arg(goal.number)
                               : goal.name;
}

} // namespace

std::optional<GoalNow> goalNow(const ViewContent& content)
{
    const model::RunGoals& goals = *content.goals;
    if (!content.options.nextGoal || goals.empty())
        return std::nullopt;
    const model::WorldState& state = *content.state;
    const model::ActorId runner = goals.runnerFor(content.selection);
    const model::RunGoal* goal = goals.next(state.at.frame, runner);
    if (goal == nullptr || !goal->place)
        return std::nullopt;
    GoalNow now{.goal = goal, .place = model::lifted(*content.scene, *goal->place)};
    if (const std::ptrdiff_t row = state.row(runner); row >= 0)
        now.metres = glm::distance(state.positions[static_cast<std::size_t>(row)], now.place);
    return now;
}

QColor goalColour(const Theme& theme) { return theme.hue(GoalHue); }

const QString& GoalText::of(const GoalNow& now, const QString& unit)
{
    std::optional<qint64> whole;
    if (now.metres && std::isfinite(*now.metres))
        whole = std::llround(*now.metres);
    const model::RunGoal& goal = *now.goal;
    if (m_number == goal.number && m_whole == whole && m_name == goal.name && m_unit == unit)
        return m_text;
    m_number = goal.number;
    m_whole = whole;
    m_name = goal.name;
    m_unit = unit;
    m_text = nameOf(goal);
    if (whole) {
        const QString length = unit == QLatin1String("m")
                                   ? QCoreApplication::translate("Render", "%L1 m").arg(*whole)
                                   : QStringLiteral("%L1 %2").arg(*whole).arg(unit);
        m_text = QStringLiteral("%1 \u00B7 %2").arg(m_text, length);
    }
    return m_text;
}

} // namespace ghostline::render
