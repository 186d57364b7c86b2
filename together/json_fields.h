// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a stranger's JSON object key by key: everything has a type, a range and a length, and the first thing
// that has not is remembered.
#include "model/base/error.h"
#include "model/base/time_types.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace ghostline::together {

/// Farthest instant and place, in microseconds: 285 years, and exact as a double.
inline constexpr std::int64_t FarthestMicros = 9'000'000'000'000'000;

class JsonFields
{
public:
    /// `what` is named in errors: "state".
    JsonFields(QJsonObject object, QString what);

    bool has(const QString& key) const { return m_object.contains(key); }
    /// Asked once at the end: what was read before is of no use where there is one.
    const std::optional<model::Error>& error() const { return m_error; }
    void refuse(model::ErrorCode code, const QString& message);

    // What is wrong gives the fallback, or nothing; what is missing gives the fallback, and is wrong without
    // one.
    bool flag(const QString& key, bool fallback);
    double number(const QString& key, double least, double most, std::optional<double> fallback = {});
    std::int64_t whole(const QString& key, std::int64_t least, std::int64_t most,
                       std::optional<std::int64_t> fallback = {});
    model::Micros micros(const QString& key, std::int64_t least = -FarthestMicros);
    /// Kept as it came: words for programs, names of a recording. Missing = empty.
    QString word(const QString& key, std::size_t most);
    /// For people: without what is not to be printed, blanks at its ends left out.
    QString line(const QString& key, std::size_t most);
    /// The same, of several lines.
    QString lines(const QString& key, std::size_t most);
    /// Missing = empty.
    QJsonArray list(const QString& key, std::size_t most);
    /// Missing = nothing.
    std::optional<JsonFields> object(const QString& key);
    /// An element of a list.
    JsonFields element(const QJsonValue& value, const QString& key);
    /// What went wrong in a part of this one.
    void take(const JsonFields& part);

    const QJsonObject& all() const { return m_object; }
    const QString& what() const { return m_what; }

private:
    void unusable(const QString& key);
    void tooLong(const QString& key, std::size_t most);

    QJsonObject m_object;
    QString m_what;
    std::optional<model::Error> m_error;
};

/// At most so long, no letter cut into halves, and valid Unicode.
QString cutText(const QString& text, std::size_t most);
/// As JsonFields::line() reads it: the same again if it is read once more.
QString cleanLine(const QString& text, std::size_t most);
QString cleanLines(const QString& text, std::size_t most);

} // namespace ghostline::together
