// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/json_fields.h"

#include "model/base/shown_text.h"

#include <cmath>

namespace ghostline::together {

using model::ErrorCode;

JsonFields::JsonFields(QJsonObject object, QString what)
    : m_object(std::move(object)), m_what(std::move(what))
{
}

void JsonFields::refuse(ErrorCode code, const QString& message)
{
    if (!m_error)
        m_error = model::fail(code, message).value();
}

void JsonFields::unusable(const QString& key)
{
    refuse(ErrorCode::Damaged, QStringLiteral("the message \"%1\" has no usable \"%2\"").arg(m_what, key));
}

void JsonFields::tooLong(const QString& key, std::size_t most)
{
    refuse(ErrorCode::LimitExceeded, QStringLiteral("\"%2\" of the message \"%1\" is longer than %3")
                                         .arg(m_what, key, QString::number(most)));
}

bool JsonFields::flag(const QString& key, bool fallback)
{
    const QJsonValue value = m_object.value(key);
    if (!value.isUndefined() && !value.isBool())
        unusable(key);
    return value.toBool(fallback);
}

double JsonFields::number(const QString& key, double least, double most, std::optional<double> fallback)
{
    const QJsonValue value = m_object.value(key);
    if (value.isUndefined() && fallback)
        return *fallback;
    const double number = value.toDouble();
    if (value.isDouble() && number >= least && number <= most) // false of NaN
        return number;
    unusable(key);
    return fallback.value_or(least);
}

std::int64_t JsonFields::whole(const QString& key, std::int64_t least, std::int64_t most,
                               std::optional<std::int64_t> fallback)
{
    const QJsonValue value = m_object.value(key);
    if (value.isUndefined() && fallback)
        return *fallback;
    const double number = value.toDouble();
    // Within FarthestMicros a double is exact.
    if (value.isDouble() && number == std::floor(number) && number >= static_cast<double>(least) &&
        number <= static_cast<double>(most))
        return static_cast<std::int64_t>(number);
    unusable(key);
    return fallback.value_or(least);
}

model::Micros JsonFields::micros(const QString& key, std::int64_t least)
{
    return model::Micros{whole(key, least, FarthestMicros)};
}

QString JsonFields::word(const QString& key, std::size_t most)
{
    const QJsonValue value = m_object.value(key);
    QString text = value.toString();
    if ((!value.isUndefined() && !value.isString()) || !text.isValidUtf16())
        unusable(key);
    else if (static_cast<std::size_t>(text.size()) > most)
        tooLong(key, most);
    else
        return text;
    return {};
}

QString JsonFields::line(const QString& key, std::size_t most) { return cleanLine(word(key, most), most); }

QString JsonFields::lines(const QString& key, std::size_t most) { return cleanLines(word(key, most), most); }

QJsonArray JsonFields::list(const QString& key, std::size_t most)
{
    const QJsonValue value = m_object.value(key);
    QJsonArray values = value.toArray();
    if (!value.isUndefined() && !value.isArray())
        unusable(key);
    else if (static_cast<std::size_t>(values.size()) > most)
        tooLong(key, most);
    else
        return values;
    return {};
}

std::optional<JsonFields> JsonFields::object(const QString& key)
{
    const QJsonValue value = m_object.value(key);
    if (value.isUndefined())
        return std::nullopt;
    return element(value, key);
}

JsonFields JsonFields::element(const QJsonValue& value, const QString& key)
{
    if (!value.isObject())
        unusable(key);
    return {value.toObject(), m_what + u'.' + key};
}

void JsonFields::take(const JsonFields& part)
{
    if (!m_error)
        m_error = part.m_error;
}

QString cutText(const QString& text, std::size_t most)
{
    QString cut = text.left(static_cast<qsizetype>(most));
    if (!cut.isEmpty() && cut.back().isHighSurrogate())
        cut.chop(1);
    return cut.isValidUtf16() ? cut : QString::fromUtf8(cut.toUtf8()); // half letters become other ones
}

QString cleanLine(const QString& text, std::size_t most)
{
    return cutText(model::shownText(text.trimmed()), most).trimmed();
}

QString cleanLines(const QString& text, std::size_t most)
{
    QStringList parts = text.split(u'\n');
    for (QString& part : parts)
        part = model::shownText(part);
    return cutText(parts.join(u'\n'), most);
}

} // namespace ghostline::together
