// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What several messages are made of, or what takes more than a line to read. What is wrong is said in the
// fields.
#include "together/json_fields.h"
#include "together/messages.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::together {

inline constexpr std::size_t MostIdLetters = 64; ///< of a drawing

qint64 numberOf(PersonId id);
PersonId personFrom(JsonFields& fields, const QString& key, std::optional<PersonId> fallback = {});
int lagFrom(JsonFields& fields, const QString& key);

QJsonObject recordingJson(const RecordingName& recording);
/// Missing = nothing; so with the offer.
std::optional<RecordingName> recordingFrom(JsonFields& fields, const QString& key);
QJsonObject offerJson(const RecordingOffer& offer);
std::optional<RecordingOffer> offerFrom(JsonFields& fields, const QString& key);

QJsonObject drawingJson(const model::Drawing& drawing);
model::Drawing drawingFrom(JsonFields& fields, const QString& key);

QJsonArray placeJson(const glm::dvec3& place);
glm::dvec3 placeFrom(JsonFields& fields, const QString& key);

QJsonArray peopleJson(const std::vector<Person>& people);
std::vector<Person> peopleFrom(JsonFields& fields, const QString& key);

} // namespace ghostline::together
