// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the runner will pass the next checkpoint: a ring with a post and a name, the same in the 3D view and
// on the flat map. No GL.
#include "model/compare/run_goals.h"
#include "render/base/view_content.h"

#include <QColor>

#include <optional>

namespace ghostline::render {

/// A goal with a place, at one instant.
struct GoalNow
{
    const model::RunGoal* goal = nullptr;
    glm::dvec3 place{0.0};          ///< as it is shown
    std::optional<double> metres{}; ///< from the runner, as the crow flies; nothing while he is not there
};

/// `content` as it is shown; nothing where it is switched off, or nothing is passed any more.
std::optional<GoalNow> goalNow(const ViewContent& content);

inline constexpr double GoalPostMetres = 4.0;
QColor goalColour(const Theme& theme);

/// "spring · 12 m". Made anew only when it reads differently.
class GoalText
{
public:
    const QString& of(const GoalNow& now, const QString& unit);

private:
    QString m_text;
    QString m_name;
    QString m_unit;
    int m_number = -1;
    std::optional<qint64> m_whole;
};

} // namespace ghostline::render
