// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/zone_json.h"

#include "model/base/numbers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr qsizetype LongestName = 200;
QJsonObject zoneToJson(const Zone& zone)
{
    QJsonObject json{{QStringLiteral("id"), zone.id}, {QStringLiteral("name"), zone.name}};
    if (zone.circle()) {
        json[QStringLiteral("circle")] = QJsonArray{zone.centre.x, zone.centre.y, zone.radius};
    } else {
        QJsonArray corners;
        for (const glm::dvec2& corner : zone.corners)
            corners.append(QJsonArray{corner.x, corner.y});
        json[QStringLiteral("polygon")] = corners;
    }
    if (std::isfinite(zone.bottom))
        json[QStringLiteral("bottom")] = zone.bottom;
    if (std::isfinite(zone.top))
        json[QStringLiteral("top")] = zone.top;
    return json;
}

/// NaN where there is no number, which no zone is valid with.
double number(const QJsonArray& array, qsizetype i) { return array[i].toDouble(NoValue); }

Zone zoneFromJson(const QJsonObject& json)
{
    Zone zone;
    zone.id = json[QStringLiteral("id")].toString().left(LongestName);
    zone.name = json[QStringLiteral("name")].toString().left(LongestName);
    if (const QJsonValue circle = json[QStringLiteral("circle")]; circle.isArray()) {
        zone.centre = {number(circle.toArray(), 0), number(circle.toArray(), 1)};
        zone.radius = number(circle.toArray(), 2);
    }
    const QJsonArray corners = json[QStringLiteral("polygon")].toArray();
    for (const auto& corner : corners)
        zone.corners.emplace_back(number(corner.toArray(), 0), number(corner.toArray(), 1));
    const auto height = [&json](const QString& key, double otherwise) {
        return json.contains(key) ? json[key].toDouble(NoValue) : otherwise;
    };
    zone.bottom = height(QStringLiteral("bottom"), zone.bottom);
    zone.top = height(QStringLiteral("top"), zone.top);
    return zone;
}

bool hasId(const std::vector<Zone>& zones, const QString& id)
{
    return std::any_of(zones.begin(), zones.end(), [&id](const Zone& zone) { return zone.id == id; });
}

} // namespace

QByteArray zonesToJson(const std::vector<Zone>& zones)
{
    QJsonArray array;
    for (const Zone& zone : zones)
        array.append(zoneToJson(zone));
    return QJsonDocument(QJsonObject{{QStringLiteral("zones"), array}}).toJson();
}

Result<std::vector<Zone>> zonesFromJson(const QByteArray& json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    const QJsonValue list = document.object()[QStringLiteral("zones")];
    if (error.error != QJsonParseError::NoError)
        return fail(ErrorCode::Damaged, QStringLiteral("no JSON: %1").arg(error.errorString()));
    if (!list.isArray())
        return fail(ErrorCode::Damaged, QStringLiteral("there is no list \"zones\""));
    const QJsonArray array = list.toArray();
    if (static_cast<std::size_t>(array.size()) > MostZones)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("%1 zones; there can be %2").arg(array.size()).arg(MostZones));
    std::vector<Zone> zones;
    zones.reserve(static_cast<std::size_t>(array.size()));
    for (const auto& value : array) {
        const QString which = QStringLiteral("zone %1").arg(zones.size() + 1);
        if (static_cast<std::size_t>(value[QStringLiteral("polygon")].toArray().size()) > MostZoneCorners)
            return fail(ErrorCode::LimitExceeded, QStringLiteral("%1 has too many corners").arg(which));
        Zone zone = zoneFromJson(value.toObject());
        if (!zone.valid())
            return fail(ErrorCode::Damaged, QStringLiteral("%1 has no area or no proper numbers").arg(which));
        if (zone.name.isEmpty())
            zone.name = QStringLiteral("Zone %1").arg(zones.size() + 1);
        for (std::size_t n = zones.size() + 1; zone.id.isEmpty() || hasId(zones, zone.id); ++n)
            zone.id = QStringLiteral("zone_%1").arg(n);
        zones.push_back(std::move(zone));
    }
    return zones;
}

} // namespace ghostline::model
