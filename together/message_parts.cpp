// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/message_parts.h"

#include "model/base/numbers.h"
#include "model/board/board.h"
#include "model/board/drawing_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ghostline::together {

using model::ErrorCode;

namespace {

const QString NameKey = QStringLiteral("name");
const QString LagMsKey = QStringLiteral("lag_ms");

/// Of the world's size at most, as drawings have it.
constexpr double FarthestPointed = 1e9;
/// Nobody waits longer for an answer.
constexpr int WorstLagMs = 3'600'000;

RecordingName recordingOf(JsonFields& fields)
{
    RecordingName recording;
    recording.name = fields.line(NameKey, MostFileNameLetters);
    recording.content.size = fields.whole(QStringLiteral("size"), 0, FarthestMicros, -1);
    const QString sha = fields.word(QStringLiteral("sha256"), 64);
    const auto isHex = [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); };
    if (!sha.isEmpty() && (sha.size() != 64 || !std::ranges::all_of(sha, isHex)))
        fields.refuse(ErrorCode::Damaged, QStringLiteral("the hash of the recording is none"));
    recording.content.sha256 = sha.toLatin1();
    return recording;
}

/// More points than are shared leave out every so many, so that a long stroke keeps its shape.
model::Drawing sharedDrawing(model::Drawing drawing)
{
    const std::size_t count = drawing.points.size();
    if (count > MostSharedPoints) {
        std::vector<glm::dvec3> kept(MostSharedPoints);
        for (std::size_t i = 0; i < MostSharedPoints; ++i)
            kept[i] = drawing.points[i * (count - 1) / (MostSharedPoints - 1)];
        drawing.points = std::move(kept);
    }
    drawing.id = cutText(drawing.id, MostIdLetters);
    drawing.text = cleanLines(drawing.text, MostDrawingLetters);
    drawing.author = cleanLine(drawing.author, MostNameLetters);
    if (drawing.actors.size() > model::MostDrawnActors)
        drawing.actors.resize(model::MostDrawnActors);
    for (model::DrawnActor& actor : drawing.actors)
        actor.name = cutText(actor.name, MostWordLetters);
    drawing.unknown = {}; // what nobody has looked at is not passed on
    return drawing;
}

bool wordsFit(const model::Drawing& drawing)
{
    const auto fits = [](const QString& text, std::size_t most) {
        return static_cast<std::size_t>(text.size()) <= most && text.isValidUtf16();
    };
    const auto named = [&fits](const model::DrawnActor& actor) { return fits(actor.name, MostWordLetters); };
    return !drawing.id.isEmpty() && fits(drawing.id, MostIdLetters) &&
           fits(drawing.text, MostDrawingLetters) && fits(drawing.author, MostNameLetters) &&
           std::ranges::all_of(drawing.actors, named);
}

Person personOf(JsonFields& fields)
{
    Person person;
    person.id = personFrom(fields, QStringLiteral("id"));
    person.name = fields.line(NameKey, MostNameLetters);
    person.lagMs = lagFrom(fields, LagMsKey);
    person.drives = fields.flag(QStringLiteral("drives"), false);
    person.asks = fields.flag(QStringLiteral("asks"), false);
    person.lost = fields.flag(QStringLiteral("lost"), false);
    return person;
}

QJsonObject personJson(const Person& person)
{
    QJsonObject object{{QStringLiteral("id"), numberOf(person.id)},
                       {NameKey, cleanLine(person.name, MostNameLetters)},
                       {LagMsKey, person.lagMs}};
    const std::pair<QString, bool> flags[] = {{QStringLiteral("drives"), person.drives},
                                              {QStringLiteral("asks"), person.asks},
                                              {QStringLiteral("lost"), person.lost}};
    for (const auto& [key, set] : flags) {
        if (set)
            object[key] = true;
    }
    return object;
}

} // namespace

qint64 numberOf(PersonId id) { return static_cast<qint64>(static_cast<std::uint32_t>(id)); }

PersonId personFrom(JsonFields& fields, const QString& key, std::optional<PersonId> fallback)
{
    const qint64 most = numberOf(PersonId::None) - 1;
    if (!fields.has(key) && fallback)
        return *fallback;
    return static_cast<PersonId>(static_cast<std::uint32_t>(fields.whole(key, 0, most)));
}

int lagFrom(JsonFields& fields, const QString& key)
{
    return static_cast<int>(fields.whole(key, -1, WorstLagMs, -1));
}

QJsonObject recordingJson(const RecordingName& recording)
{
    QJsonObject object{{NameKey, cleanLine(recording.name, MostFileNameLetters)}};
    if (recording.content.size >= 0)
        object[QStringLiteral("size")] = static_cast<qint64>(recording.content.size);
    if (!recording.content.sha256.isEmpty())
        object[QStringLiteral("sha256")] = QString::fromLatin1(recording.content.sha256);
    return object;
}

std::optional<RecordingName> recordingFrom(JsonFields& fields, const QString& key)
{
    std::optional<JsonFields> part = fields.object(key);
    if (!part)
        return std::nullopt;
    RecordingName recording = recordingOf(*part);
    fields.take(*part);
    return recording;
}

QJsonObject offerJson(const RecordingOffer& offer)
{
    return {{QStringLiteral("port"), offer.port},
            {QStringLiteral("path"), cutText(offer.path, MostWordLetters)}};
}

std::optional<RecordingOffer> offerFrom(JsonFields& fields, const QString& key)
{
    constexpr int LastPort = std::numeric_limits<std::uint16_t>::max();
    std::optional<JsonFields> part = fields.object(key);
    if (!part)
        return std::nullopt;
    RecordingOffer offer;
    offer.port = static_cast<std::uint16_t>(part->whole(QStringLiteral("port"), 1, LastPort));
    offer.path = part->word(QStringLiteral("path"), MostWordLetters);
    if (!offer.path.startsWith(u'/'))
        part->refuse(ErrorCode::Damaged, QStringLiteral("the path of the offered recording is none"));
    fields.take(*part);
    return offer;
}

QJsonObject drawingJson(const model::Drawing& drawing) { return model::toJson(sharedDrawing(drawing)); }

model::Drawing drawingFrom(JsonFields& fields, const QString& key)
{
    std::optional<JsonFields> part = fields.object(key);
    if (!part) {
        fields.refuse(ErrorCode::Damaged, QStringLiteral("a drawing was announced and did not come"));
        return {};
    }
    part->list(QStringLiteral("points"), MostSharedPoints); // before anything is made of them
    fields.take(*part);
    if (fields.error())
        return {};
    auto drawing = model::drawingFromJson(part->all());
    if (!drawing || !wordsFit(*drawing)) {
        fields.refuse(ErrorCode::Damaged, QStringLiteral("what was drawn is no drawing"));
        return {};
    }
    if (drawing->kind == model::DrawingKind::Unknown) {
        fields.refuse(ErrorCode::Unsupported,
                      QStringLiteral("what was drawn is of a kind that is not known"));
        return {};
    }
    return sharedDrawing(std::move(*drawing));
}

QJsonArray placeJson(const glm::dvec3& place) { return {place.x, place.y, place.z}; }

glm::dvec3 placeFrom(JsonFields& fields, const QString& key)
{
    const QJsonArray numbers = fields.list(key, 3);
    const glm::dvec3 place{numbers.at(0).toDouble(model::NoValue), numbers.at(1).toDouble(model::NoValue),
                           numbers.at(2).toDouble(model::NoValue)};
    const bool near = std::abs(place.x) <= FarthestPointed && std::abs(place.y) <= FarthestPointed &&
                      std::abs(place.z) <= FarthestPointed; // false of NaN
    if (!near)
        fields.refuse(ErrorCode::Damaged, QStringLiteral("what is pointed at is no place"));
    return near ? place : glm::dvec3{};
}

QJsonArray peopleJson(const std::vector<Person>& people)
{
    QJsonArray array;
    for (std::size_t i = 0; i < std::min(people.size(), MostPeople); ++i)
        array.append(personJson(people[i]));
    return array;
}

std::vector<Person> peopleFrom(JsonFields& fields, const QString& key)
{
    std::vector<Person> people;
    int driving = 0;
    std::vector<PersonId> ids;
    for (const QJsonValue value : fields.list(key, MostPeople)) {
        JsonFields part = fields.element(value, key);
        people.push_back(personOf(part));
        fields.take(part);
        driving += people.back().drives ? 1 : 0;
        ids.push_back(people.back().id);
    }
    std::ranges::sort(ids);
    if (driving > 1 || std::ranges::adjacent_find(ids) != ids.end())
        fields.refuse(ErrorCode::Damaged, QStringLiteral("of the people two drive, or are the same"));
    return people;
}

} // namespace ghostline::together
