// SPDX-License-Identifier: GPL-3.0-or-later
// Each quantity of a camera goes through its key points as a monotone cubic of time: it stays between its two
// neighbours, so that no camera swings past where it was put. Directions turn as a tripod's head does, by
// bearing, elevation and roll: the horizon of level cameras stays level.
#include "model/camera/camera_path.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace ghostline::model {

namespace {

constexpr double LeastLensAngle = 1.0; // degrees
constexpr double MostLensAngle = 170.0;
constexpr double WorldReach = 1e7;  // metres from the origin
constexpr double LeastLook = 1e-3;  // metres between camera and what it looks at
constexpr double MostNumber = 9e15; // whole numbers that a double still tells apart
constexpr std::size_t Quantities = 8;

/// Position, bearing, elevation, roll (degrees), logarithm of the distance, opening angle.
using Quantity = std::array<double, Quantities>;
constexpr std::size_t YawAt = 3;
constexpr std::size_t PitchAt = 4;
constexpr std::size_t RollAt = 5;
constexpr std::size_t DistanceAt = 6;
constexpr std::size_t FovAt = 7;

glm::dvec3 directionOf(double yaw, double pitch)
{
    const double y = glm::radians(yaw);
    const double p = glm::radians(pitch);
    return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

Quantity quantitiesOf(const CameraPlace& place)
{
    const glm::dvec3 away = place.target - place.position;
    const double distance = std::max(glm::length(away), LeastLook);
    const glm::dvec3 forward = away / distance;
    const double pitch = glm::degrees(std::asin(std::clamp(forward.y, -1.0, 1.0)));
    // What looks straight down or up has its bearing from its upper edge.
    const bool vertical = std::abs(forward.y) > 0.99999;
    const glm::dvec3 ahead = vertical ? place.up * (forward.y < 0.0 ? 1.0 : -1.0) : forward;
    const double yaw = glm::degrees(std::atan2(ahead.x, ahead.z));
    const glm::dvec3 level = directionOf(yaw, pitch + 90.0);
    const double roll =
        glm::degrees(std::atan2(glm::dot(glm::cross(level, place.up), forward), glm::dot(level, place.up)));
    return {place.position.x,   place.position.y, place.position.z, yaw, pitch, roll,
            std::log(distance), place.verticalFov};
}

CameraPlace placeOf(const Quantity& q)
{
    CameraPlace place;
    place.position = {q[0], q[1], q[2]};
    const glm::dvec3 forward = directionOf(q[YawAt], q[PitchAt]);
    place.target = place.position + forward * std::exp(q[DistanceAt]);
    const glm::dvec3 level = directionOf(q[YawAt], q[PitchAt] + 90.0);
    const double roll = glm::radians(q[RollAt]);
    place.up = level * std::cos(roll) + glm::cross(forward, level) * std::sin(roll);
    place.verticalFov = q[FovAt];
    return place;
}

/// Rate at a key point between two stretches: none where it turns back, else below three times the slower one
/// (Fritsch and Butland), which keeps the cubic monotone. The same whichever way time runs.
double rateBetween(double before, double after, double lengthBefore, double lengthAfter)
{
    if (before * after <= 0.0)
        return 0.0;
    const double heavy = 2.0 * lengthAfter + lengthBefore;
    const double light = lengthAfter + 2.0 * lengthBefore;
    return (heavy + light) / (heavy / before + light / after);
}

struct Knot
{
    Micros time{};
    Quantity at{};
};

/// From whole numbers: as seconds, late times that lie close together are the same.
double lengthOf(const Knot& from, const Knot& to) { return seconds(to.time - from.time); }

/// The short way round.
void unwrap(Knot& knot, const Knot& from)
{
    for (const std::size_t i : {YawAt, RollAt})
        knot.at[i] = from.at[i] + std::remainder(knot.at[i] - from.at[i], 360.0);
}

double cubic(double from, double to, double rateFrom, double rateTo, double length, double share)
{
    const double s = share;
    const double s2 = s * s;
    const double s3 = s2 * s;
    return (2.0 * s3 - 3.0 * s2 + 1.0) * from + (s3 - 2.0 * s2 + s) * length * rateFrom +
           (3.0 * s2 - 2.0 * s3) * to + (s3 - s2) * length * rateTo;
}

using KeyPlace = std::span<const CameraKey>::iterator;

KeyPlace firstAfter(std::span<const CameraKey> path, Micros time)
{
    return std::upper_bound(path.begin(), path.end(), time,
                            [](Micros t, const CameraKey& key) { return t < key.time; });
}

KeyPlace firstFrom(std::span<const CameraKey> path, Micros time)
{
    return std::lower_bound(path.begin(), path.end(), time,
                            [](const CameraKey& key, Micros t) { return key.time < t; });
}

QJsonArray listOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

std::optional<glm::dvec3> vectorFrom(const QJsonValue& value)
{
    const QJsonArray list = value.toArray();
    if (list.size() != 3 || !list[0].isDouble() || !list[1].isDouble() || !list[2].isDouble())
        return std::nullopt;
    return glm::dvec3(list[0].toDouble(), list[1].toDouble(), list[2].toDouble());
}

std::optional<std::int64_t> wholeFrom(const QJsonValue& value)
{
    const double number = value.toDouble(MostNumber);
    if (!value.isDouble() || std::abs(number) >= MostNumber || number != std::floor(number))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

} // namespace

bool isUsable(const CameraPlace& place)
{
    for (const glm::dvec3& v : {place.position, place.target, place.up}) {
        for (int axis = 0; axis < 3; ++axis) {
            if (!(std::abs(v[axis]) <= WorldReach)) // not a number is not either
                return false;
        }
    }
    const glm::dvec3 away = place.target - place.position;
    const double least = LeastLook * 1e-3;
    return glm::length(away) >= LeastLook && glm::length(glm::cross(away, place.up)) > least &&
           place.verticalFov >= LeastLensAngle && place.verticalFov <= MostLensAngle;
}

std::optional<CameraPlace> pathPlace(std::span<const CameraKey> path, Micros time)
{
    if (path.empty())
        return std::nullopt;
    const KeyPlace after = firstAfter(path, time);
    if (after == path.end())
        return path.back().place;
    // Of those at one instant the last one.
    const KeyPlace to = std::prev(firstAfter(path, after->time));
    if (after == path.begin())
        return to->place;
    const KeyPlace from = std::prev(after);
    const auto knotOf = [](const CameraKey& key) { return Knot{key.time, quantitiesOf(key.place)}; };
    const Knot a = knotOf(*from);
    Knot b = knotOf(*to);
    unwrap(b, a);
    std::optional<Knot> earlier;
    if (const KeyPlace first = firstFrom(path, from->time); first != path.begin()) {
        earlier = knotOf(*std::prev(first));
        unwrap(*earlier, a);
    }
    std::optional<Knot> later;
    if (const KeyPlace next = std::next(to); next != path.end()) {
        later = knotOf(*std::prev(firstAfter(path, next->time)));
        unwrap(*later, b);
    }
    const double length = lengthOf(a, b);
    const double share = seconds(time - a.time) / length;
    Quantity out{};
    for (std::size_t i = 0; i < Quantities; ++i) {
        const double slope = (b.at[i] - a.at[i]) / length;
        double rateFrom = 0.0; // a path sets off gently and comes to rest gently
        double rateTo = 0.0;
        if (earlier) {
            const double before = lengthOf(*earlier, a);
            rateFrom = rateBetween((a.at[i] - earlier->at[i]) / before, slope, before, length);
        }
        if (later) {
            const double behind = lengthOf(b, *later);
            rateTo = rateBetween(slope, (later->at[i] - b.at[i]) / behind, length, behind);
        }
        out[i] = cubic(a.at[i], b.at[i], rateFrom, rateTo, length, share);
    }
    return placeOf(out);
}

const CameraKey* nextKey(std::span<const CameraKey> path, Micros time)
{
    const KeyPlace after = firstAfter(path, time);
    return after == path.end() ? nullptr : &*after;
}

const CameraKey* previousKey(std::span<const CameraKey> path, Micros time)
{
    const KeyPlace from = firstFrom(path, time);
    return from == path.begin() ? nullptr : &*std::prev(from);
}

std::vector<CameraKey> withKey(std::vector<CameraKey> path, CameraKey key)
{
    std::erase_if(path, [&key](const CameraKey& each) { return each.frame == key.frame; });
    const auto place = path.begin() + (firstAfter(path, key.time) - std::span(std::as_const(path)).begin());
    path.insert(place, std::move(key));
    return path;
}

QJsonObject toJson(const CameraKey& key)
{
    QJsonObject object = key.unknown;
    object[QStringLiteral("id")] = key.id;
    object[QStringLiteral("frame")] = static_cast<qint64>(key.frame);
    object[QStringLiteral("time_us")] = static_cast<qint64>(key.time.count());
    object[QStringLiteral("position")] = listOf(key.place.position);
    object[QStringLiteral("target")] = listOf(key.place.target);
    object[QStringLiteral("up")] = listOf(key.place.up);
    object[QStringLiteral("fov")] = key.place.verticalFov;
    object[QStringLiteral("created")] = key.created.toUTC().toString(Qt::ISODateWithMs);
    return object;
}

std::optional<CameraKey> cameraKeyFromJson(QJsonObject object)
{
    const auto frame = wholeFrom(object.take(QStringLiteral("frame")));
    const auto time = wholeFrom(object.take(QStringLiteral("time_us")));
    const auto position = vectorFrom(object.take(QStringLiteral("position")));
    const auto target = vectorFrom(object.take(QStringLiteral("target")));
    const auto up = vectorFrom(object.take(QStringLiteral("up")));
    if (!frame || *frame < 0 || !time || !position || !target || !up)
        return std::nullopt;
    CameraKey key;
    key.frame = *frame;
    key.time = Micros{*time};
    key.place = {*position, *target, *up, object.take(QStringLiteral("fov")).toDouble()};
    if (!isUsable(key.place))
        return std::nullopt;
    key.id = object.take(QStringLiteral("id")).toString();
    key.created =
        QDateTime::fromString(object.take(QStringLiteral("created")).toString(), Qt::ISODateWithMs).toUTC();
    key.unknown = object;
    return key;
}

} // namespace ghostline::model
