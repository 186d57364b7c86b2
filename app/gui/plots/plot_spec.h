// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a curve shows: a metric, or something worked out from other curves. A value of its own, so that a
// curve outlives those it was derived from.
#include "model/metrics/metrics.h"

#include <QCoreApplication>
#include <QJsonObject>

namespace ghostline::app {

struct PlotSpec
{
    Q_DECLARE_TR_FUNCTIONS(PlotSpec)
public:
    static constexpr double LongestWindow = 86'400.0; ///< of a mean, seconds

    enum class Kind { Metric, Difference, Rate, Mean };

    PlotSpec() = default;
    PlotSpec(model::MetricRequest request); // NOLINT(google-explicit-constructor): a metric is a curve
    /// Of curves with the same unit.
    static PlotSpec difference(PlotSpec a, PlotSpec b);
    static PlotSpec rate(PlotSpec of);
    static PlotSpec mean(PlotSpec of, double seconds);

    QString unit() const;
    /// "d/dt Speed · Ada".
    QString name(const model::ReplayInfo& info) const;

    /// Whose it is: of what all actors in it belong to, or the team that a score is counted for. -1 =
    /// nobody's.
    int team(const model::ReplayInfo& info) const;

    QJsonObject toJson() const;
    /// Nothing when it does not fit the replay: an actor or a metric that it does not have.
    static std::optional<PlotSpec> fromJson(const QJsonObject& json, const model::ReplayInfo& info,
                                            const std::vector<model::MetricInfo>& metrics);

    friend bool operator==(const PlotSpec& a, const PlotSpec& b);

    Kind kind = Kind::Metric;
    model::MetricRequest metric{}; ///< of a Metric
    double window = 0.0;           ///< of a Mean, seconds
    std::vector<PlotSpec> of{};    ///< what is derived from
};

bool sameMetric(const model::MetricRequest& a, const model::MetricRequest& b);

} // namespace ghostline::app
