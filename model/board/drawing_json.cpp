// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/board/drawing_json.h"

#include "model/base/numbers.h"
#include "model/board/board.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

const QString DrawingIdKey = QStringLiteral("id");
const QString DrawingCreatedKey = QStringLiteral("created");
const QString KindKey = QStringLiteral("kind");
const QString PinKey = QStringLiteral("pin");

const std::array KindWords = {
    std::pair{DrawingKind::Pen, QStringLiteral("pen")},
    std::pair{DrawingKind::Arrow, QStringLiteral("arrow")},
    std::pair{DrawingKind::Line, QStringLiteral("line")},
    std::pair{DrawingKind::Ellipse, QStringLiteral("ellipse")},
    std::pair{DrawingKind::Polygon, QStringLiteral("polygon")},
    std::pair{DrawingKind::Text, QStringLiteral("text")},
    std::pair{DrawingKind::Number, QStringLiteral("number")},
    std::pair{DrawingKind::Spotlight, QStringLiteral("spotlight")},
    std::pair{DrawingKind::Link, QStringLiteral("link")},
    std::pair{DrawingKind::Distance, QStringLiteral("distance")},
    std::pair{DrawingKind::MovedActor, QStringLiteral("moved_actor")},
};

const std::array PinWords = {
    std::pair{DrawingPin::Screen, QStringLiteral("screen")},
    std::pair{DrawingPin::Ground, QStringLiteral("ground")},
    std::pair{DrawingPin::Actor, QStringLiteral("actor")},
};

template<typename Words, typename Value>
QString wordOf(const Words& words, Value value)
{
    for (const auto& [known, word] : words) {
        if (known == value)
            return word;
    }
    return {};
}

template<typename Value, std::size_t N>
std::optional<Value> valueOf(const std::array<std::pair<Value, QString>, N>& words, const QString& name)
{
    for (const auto& [known, word] : words) {
        if (word == name)
            return known;
    }
    return std::nullopt;
}

/// Of the world's size at most: what is beyond it is no place, and would lose its metres in a double.
constexpr double FarthestPlace = 1e9;

std::optional<glm::dvec3> placeFrom(const QJsonValue& value)
{
    const QJsonArray numbers = value.toArray();
    if (numbers.size() != 2 && numbers.size() != 3)
        return std::nullopt;
    const glm::dvec3 place{numbers[0].toDouble(NoValue), numbers[1].toDouble(NoValue),
                           numbers.size() == 3 ? numbers[2].toDouble(NoValue) : 0.0};
    const bool near = std::abs(place.x) <= FarthestPlace && std::abs(place.y) <= FarthestPlace &&
                      std::abs(place.z) <= FarthestPlace; // false of NaN
    return near ? std::optional(place) : std::nullopt;
}

std::optional<std::int64_t> integerFrom(const QJsonValue& value)
{
    constexpr double Limit = 9e15;
    const double number = value.toDouble(Limit);
    if (std::abs(number) >= Limit || number != std::floor(number))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<DrawnActor> actorFrom(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    const auto id = integerFrom(object.value(QStringLiteral("id")));
    DrawnActor actor{ActorId::None, object.value(QStringLiteral("name")).toString()};
    if (id && *id >= 0 && *id < static_cast<std::int64_t>(index(ActorId::None)))
        actor.id = static_cast<ActorId>(*id);
    // One that says neither who it is nor what it is called is nobody.
    return actor.id == ActorId::None && actor.name.isEmpty() ? std::nullopt : std::optional(actor);
}

/// Takes the list `key` out of the object; absent is empty.
template<typename Value>
std::optional<std::vector<Value>> takeValues(QJsonObject& object, const QString& key, std::size_t most,
                                             std::optional<Value> (*read)(const QJsonValue&))
{
    const QJsonValue list = object.take(key);
    const QJsonArray values = list.toArray();
    if ((!list.isUndefined() && !list.isArray()) || static_cast<std::size_t>(values.size()) > most)
        return std::nullopt;
    std::vector<Value> out;
    out.reserve(static_cast<std::size_t>(values.size()));
    for (const QJsonValue value : values) {
        const std::optional<Value> one = read(value);
        if (!one)
            return std::nullopt;
        out.push_back(*one);
    }
    return out;
}

/// "#rrggbb", "#aarrggbb"; anything else is the colour that a new drawing has.
std::uint32_t colourFrom(const QString& text)
{
    bool good = false;
    const std::uint32_t number = QStringView(text).mid(1).toUInt(&good, 16);
    if (!good || !text.startsWith(u'#') || (text.size() != 7 && text.size() != 9))
        return Drawing{}.colour;
    return text.size() == 7 ? 0xFF00'0000U | number : number;
}

QJsonArray pointsJson(const Drawing& drawing)
{
    QJsonArray points;
    for (const glm::dvec3& p : drawing.points) {
        points.append(drawing.pin == DrawingPin::Screen ? QJsonArray{p.x, p.y} : QJsonArray{p.x, p.y, p.z});
    }
    return points;
}

QJsonArray actorsJson(const Drawing& drawing)
{
    QJsonArray actors;
    for (const DrawnActor& actor : drawing.actors) {
        QJsonObject object;
        if (actor.id != ActorId::None)
            object[QStringLiteral("id")] = static_cast<qint64>(index(actor.id));
        object[QStringLiteral("name")] = actor.name;
        actors.append(object);
    }
    return actors;
}

/// Whatever every drawing has; of one of a newer version no more is known.
Drawing beginDrawing(QJsonObject& object)
{
    Drawing drawing;
    drawing.id = object.take(DrawingIdKey).toString();
    drawing.created =
        QDateTime::fromString(object.take(DrawingCreatedKey).toString(), Qt::ISODateWithMs).toUTC();
    return drawing;
}

} // namespace

QString drawingKindName(DrawingKind kind) { return wordOf(KindWords, kind); }
std::optional<DrawingKind> drawingKindNamed(const QString& name) { return valueOf(KindWords, name); }
QString drawingPinName(DrawingPin pin) { return wordOf(PinWords, pin); }
std::optional<DrawingPin> drawingPinNamed(const QString& name) { return valueOf(PinWords, name); }

QJsonObject toJson(const Drawing& drawing)
{
    QJsonObject object = drawing.unknown;
    object[DrawingIdKey] = drawing.id;
    object[DrawingCreatedKey] = drawing.created.toUTC().toString(Qt::ISODateWithMs);
    if (drawing.kind == DrawingKind::Unknown)
        return object;
    object[KindKey] = drawingKindName(drawing.kind);
    object[PinKey] = drawingPinName(drawing.pin);
    object[QStringLiteral("points")] = pointsJson(drawing);
    object[QStringLiteral("actors")] = actorsJson(drawing);
    object[QStringLiteral("text")] = drawing.text;
    object[QStringLiteral("colour")] = QStringLiteral("#%1").arg(drawing.colour, 8, 16, QLatin1Char('0'));
    object[QStringLiteral("width")] = drawing.width;
    object[QStringLiteral("from_us")] = static_cast<qint64>(drawing.from.count());
    object[QStringLiteral("to_us")] = static_cast<qint64>(drawing.to.count());
    object[QStringLiteral("fade_us")] = static_cast<qint64>(drawing.fade.count());
    object[QStringLiteral("author")] = drawing.author;
    return object;
}

std::optional<Drawing> drawingFromJson(QJsonObject object)
{
    Drawing drawing = beginDrawing(object);
    const QJsonValue kindWord = object.value(KindKey);
    const QJsonValue pinWord = object.value(PinKey);
    if (!kindWord.isString() || !pinWord.isString())
        return std::nullopt;
    const std::optional<DrawingKind> kind = drawingKindNamed(kindWord.toString());
    const std::optional<DrawingPin> pin = drawingPinNamed(pinWord.toString());
    if (!kind || !pin) {
        drawing.kind = DrawingKind::Unknown;
        drawing.unknown = object;
        return drawing;
    }
    object.remove(KindKey);
    object.remove(PinKey);
    drawing.kind = *kind;
    drawing.pin = *pin;

    auto points = takeValues(object, QStringLiteral("points"), MostDrawingPoints, &placeFrom);
    auto actors = takeValues(object, QStringLiteral("actors"), MostDrawnActors, &actorFrom);
    const auto from = integerFrom(object.take(QStringLiteral("from_us")));
    const auto to = integerFrom(object.take(QStringLiteral("to_us")));
    if (!points || !actors || !from || !to)
        return std::nullopt;
    drawing.points = std::move(*points);
    if (drawing.pin == DrawingPin::Screen) {
        for (glm::dvec3& point : drawing.points)
            point.z = 0.0; // a screen has two axes, whatever a file says
    }
    drawing.actors = std::move(*actors);
    drawing.from = Micros{*from};
    drawing.to = Micros{*to};
    if (!isComplete(drawing))
        return std::nullopt;
    const std::int64_t fade =
        integerFrom(object.take(QStringLiteral("fade_us"))).value_or(drawing.fade.count());
    drawing.fade = Micros{std::max<std::int64_t>(fade, 0)};
    drawing.width = std::clamp(object.take(QStringLiteral("width")).toDouble(drawing.width), 0.5, WidestLine);
    drawing.colour = colourFrom(object.take(QStringLiteral("colour")).toString());
    drawing.text = object.take(QStringLiteral("text")).toString();
    drawing.author = object.take(QStringLiteral("author")).toString();
    drawing.unknown = object;
    return drawing;
}

} // namespace ghostline::model
