// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector's rows say of a state.
#include "app/gui/docks/inspector_model.h"
#include "app/gui/shell/replay_words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::app {

namespace {

QString dash() { return QStringLiteral("–"); }

/// The sample nearest to a time; NaN when the series does not reach there.
double sampleNear(const model::MetricSeries& series, double time)
{
    const auto after = std::lower_bound(series.samples.begin(), series.samples.end(), time,
                                        [](const model::MetricSample& s, double t) { return s.time < t; });
    if (after == series.samples.end() || (after == series.samples.begin() && after->time - time > 0.5))
        return std::nan("");
    if (after != series.samples.begin() && time - std::prev(after)->time < after->time - time)
        return std::prev(after)->value;
    return after->value;
}

} // namespace

QString numberText(double value, int decimals, const QString& unit)
{
    if (std::isnan(value))
        return dash();
    if (std::abs(value) * std::pow(10.0, decimals) < 0.5)
        value = 0.0; // not minus zero
    const QString number = QLocale().toString(value, 'f', decimals);
    const bool tight = unit.isEmpty() || unit == QStringLiteral("°");
    return tight ? number + unit : number + QLatin1Char(' ') + unit;
}

double headingOf(const glm::quat& orientation)
{
    const glm::vec3 forward = orientation * glm::vec3(0.0F, 0.0F, 1.0F);
    const double degrees = std::atan2(forward.x, -forward.z) * 180.0 / std::numbers::pi;
    return degrees < 0 ? degrees + 360.0 : degrees;
}

QString InspectorModel::valueOf(Row& row, const model::WorldState& state, std::ptrdiff_t at,
                                const model::Motion& motion) const
{
    if (row.source == Source::Fixed)
        return row.value;
    if (row.source == Source::MatchProperty || row.source == Source::ActorProperty) {
        const bool match = row.source == Source::MatchProperty;
        const auto slot = static_cast<std::size_t>(row.property);
        model::PropertyValue value;
        if (match && slot < state.match.size())
            value = state.match[slot];
        else if (!match && at >= 0 && slot < state.propertyCount)
            value = state.propertiesOf(static_cast<std::size_t>(at))[slot];
        if (value == row.last)
            return row.value;
        row.last = value;
        const auto& infos = match ? m_replay->info->matchProperties : m_replay->info->actorProperties;
        return shownValue(infos[slot], value, *m_replay->info->strings);
    }
    if (at < 0)
        return dash();
    const auto i = static_cast<std::size_t>(at);
    if (row.source == Source::Position) {
        const glm::dvec3& p = state.positions[i];
        return tr("%L1, %L2, %L3 m").arg(p.x, 0, 'f', 2).arg(p.y, 0, 'f', 2).arg(p.z, 0, 'f', 2);
    }
    if (row.source == Source::Heading)
        return numberText(headingOf(state.orientations[i]), 1, QStringLiteral("°"));
    return metricText(row, state, i, motion);
}

QString InspectorModel::metricText(const Row& row, const model::WorldState& state, std::size_t at,
                                   const model::Motion& motion) const
{
    const model::MetricInfo& metric = m_metrics[static_cast<std::size_t>(row.metric)];
    const double none = std::nan("");
    switch (metric.source) {
    case model::MetricSource::Speed:
        return numberText(motion.valid ? motion.speed : none, 2, metric.unit);
    case model::MetricSource::VerticalSpeed:
        return numberText(motion.valid ? motion.verticalSpeed : none, 2, metric.unit);
    case model::MetricSource::TurnRate:
        return numberText(motion.valid ? motion.turnRate : none, 1, metric.unit);
    case model::MetricSource::Height:
        return numberText(state.positions[at].y, 2, metric.unit);
    case model::MetricSource::DistanceCovered:
        return {};
    case model::MetricSource::InZone:
        return metric.zone->contains(state.positions[at]) ? tr("yes") : tr("no");
    default: // what needs more than two frames is read off its trend
        break;
    }
    const bool known = row.trend >= 0 && static_cast<std::size_t>(row.trend) < m_trends.size();
    return numberText(known ? sampleNear(m_trends[static_cast<std::size_t>(row.trend)], m_now) : none, 2,
                      metric.unit);
}

} // namespace ghostline::app
