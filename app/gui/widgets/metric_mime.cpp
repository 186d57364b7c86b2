// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/metric_mime.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMimeData>

#include <algorithm>

namespace ghostline::app {

QJsonObject metricJson(const model::MetricRequest& request)
{
    QJsonObject json{{QStringLiteral("metric"), request.metric.id}};
    if (request.metric.needsActor())
        json[QStringLiteral("actor")] = static_cast<qint64>(model::index(request.actor));
    if (request.metric.needsOther())
        json[QStringLiteral("other")] = static_cast<qint64>(model::index(request.other));
    return json;
}

std::optional<model::MetricRequest> metricFromJson(const QJsonObject& json, const model::ReplayInfo& info,
                                                   const std::vector<model::MetricInfo>& metrics)
{
    const QString id = json[QStringLiteral("metric")].toString();
    const auto metric =
        std::find_if(metrics.begin(), metrics.end(), [&](const model::MetricInfo& m) { return m.id == id; });
    if (metric == metrics.end())
        return std::nullopt;
    const auto actorIn = [&](const QString& key) {
        const qint64 number = json[key].toInteger(-1);
        if (number < 0 || number >= static_cast<qint64>(model::index(model::ActorId::None)))
            return model::ActorId::None;
        const auto actor = static_cast<model::ActorId>(static_cast<std::uint32_t>(number));
        return info.actor(actor) ? actor : model::ActorId::None;
    };
    model::MetricRequest request{*metric, model::ActorId::None, model::ActorId::None};
    if (metric->needsActor())
        request.actor = actorIn(QStringLiteral("actor"));
    if (metric->needsOther())
        request.other = actorIn(QStringLiteral("other"));
    if ((metric->needsActor() && request.actor == model::ActorId::None) ||
        (metric->needsOther() && request.other == model::ActorId::None))
        return std::nullopt;
    return request;
}

QMimeData* metricMime(const std::vector<model::MetricRequest>& requests)
{
    QJsonArray all;
    for (const model::MetricRequest& request : requests)
        all.append(metricJson(request));
    auto* mime = new QMimeData;
    mime->setData(QString::fromLatin1(MetricMimeType), QJsonDocument(all).toJson(QJsonDocument::Compact));
    return mime;
}

std::vector<model::MetricRequest> metricsFromMime(const QMimeData& mime, const model::ReplayInfo& info,
                                                  const std::vector<model::MetricInfo>& metrics)
{
    std::vector<model::MetricRequest> requests;
    const QJsonArray all = QJsonDocument::fromJson(mime.data(QString::fromLatin1(MetricMimeType))).array();
    for (const auto& value : all) {
        if (auto request = metricFromJson(value.toObject(), info, metrics))
            requests.push_back(std::move(*request));
    }
    return requests;
}

} // namespace ghostline::app
