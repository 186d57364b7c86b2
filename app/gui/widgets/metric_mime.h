// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values of actors on their way from one panel to another: as JSON, by drag and drop and in saved states.
#include "model/metrics/metrics.h"

#include <QJsonObject>

class QMimeData;

namespace ghostline::app {

inline constexpr char MetricMimeType[] = "application/x-ghostline-metric";

QJsonObject metricJson(const model::MetricRequest& request);
/// Nothing where the replay has no such metric or actor: it may be another one than the text was written in.
std::optional<model::MetricRequest> metricFromJson(const QJsonObject& json, const model::ReplayInfo& info,
                                                   const std::vector<model::MetricInfo>& metrics);

/// The caller owns it.
QMimeData* metricMime(const std::vector<model::MetricRequest>& requests);
/// Those that fit the replay.
std::vector<model::MetricRequest> metricsFromMime(const QMimeData& mime, const model::ReplayInfo& info,
                                                  const std::vector<model::MetricInfo>& metrics);

} // namespace ghostline::app
