// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json_writer.h"

#include "model/base/shown_text.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QVariant>

#include <array>
#include <charconv>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr qsizetype FlushAbove = 1 << 16;

template<typename T>
QByteArray shortest(T v)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), v).ptr;
    return QByteArray(text.data(), end - text.data());
}

/// Besides what JSON wants escaped, what a terminal would obey.
bool needsEscape(const QString& text, qsizetype i)
{
    const QChar unit = text[i];
    if (unit < u' ' || unit == u'"' || unit == u'\\')
        return true;
    if (unit < u'\x7F')
        return false;
    if (!unit.isSurrogate())
        return model::isUnprintable(unit.unicode());
    const qsizetype high = unit.isLowSurrogate() ? i - 1 : i;
    return high >= 0 && high + 1 < text.size() && text[high].isHighSurrogate() &&
           text[high + 1].isLowSurrogate() &&
           model::isUnprintable(QChar::surrogateToUcs4(text[high], text[high + 1]));
}

QByteArray escape(QChar unit)
{
    switch (unit.unicode()) {
    case u'"':
    case u'\\':
        return QByteArray("\\") + static_cast<char>(unit.unicode());
    case u'\n':
        return "\\n";
    case u'\t':
        return "\\t";
    default:
        return "\\u" + QByteArray::number(unit.unicode(), 16).rightJustified(4, '0');
    }
}

} // namespace

JsonWriter::JsonWriter(TextSink sink, JsonLayout layout)
    : m_sink(std::move(sink)), m_allInline(layout == JsonLayout::Inline)
{
}

JsonWriter::~JsonWriter()
{
    if (!m_buffer.isEmpty())
        m_sink(m_buffer);
}

void JsonWriter::finish()
{
    m_buffer += '\n';
    m_sink(m_buffer);
    m_buffer.clear();
}

void JsonWriter::newLine()
{
    m_buffer += '\n';
    m_buffer += QByteArray(static_cast<qsizetype>(m_levels.size()) * 2, ' ');
}

/// What stands before a value or a key: a comma unless it is the first, and the line break of its container.
void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_levels.empty())
        return;
    Level& level = m_levels.back();
    if (!level.empty)
        m_buffer += level.inlined && !m_allInline ? QByteArrayView(", ") : QByteArrayView(",");
    level.empty = false;
    if (!level.inlined)
        newLine();
}

void JsonWriter::open(char bracket, JsonLayout layout)
{
    separate();
    const bool inlined =
        m_allInline || layout == JsonLayout::Inline || (!m_levels.empty() && m_levels.back().inlined);
    m_buffer += bracket;
    m_levels.push_back({inlined, true});
}

void JsonWriter::close(char bracket)
{
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (!level.inlined && !level.empty)
        newLine();
    m_buffer += bracket;
    flushIfLarge();
}

void JsonWriter::key(const QString& name)
{
    separate();
    quoted(name);
    m_buffer += m_allInline ? QByteArrayView(":") : QByteArrayView(": ");
    m_afterKey = true;
}

void JsonWriter::literal(QByteArrayView text)
{
    separate();
    m_buffer += text;
    flushIfLarge();
}

void JsonWriter::integer(std::int64_t v) { literal(QByteArray::number(static_cast<qlonglong>(v))); }

void JsonWriter::natural(std::uint64_t v) { literal(QByteArray::number(static_cast<qulonglong>(v))); }

void JsonWriter::value(double v)
{
    if (std::isfinite(v))
        literal(shortest(v));
    else
        null();
}

void JsonWriter::value(float v)
{
    if (std::isfinite(v))
        literal(shortest(v));
    else
        null();
}

void JsonWriter::value(const QString& text)
{
    separate();
    quoted(text);
    flushIfLarge();
}

void JsonWriter::value(const QJsonValue& tree)
{
    switch (tree.type()) {
    case QJsonValue::Bool:
        return value(tree.toBool());
    case QJsonValue::Double: {
        // Integers are kept as such by Qt, so that 64-bit ids survive.
        const QVariant number = tree.toVariant();
        if (number.typeId() == QMetaType::LongLong)
            return integer(number.toLongLong());
        return value(number.toDouble());
    }
    case QJsonValue::String:
        return value(tree.toString());
    case QJsonValue::Array: {
        const QJsonArray array = tree.toArray();
        bool flat = true;
        for (const QJsonValue item : array)
            flat = flat && !item.isArray() && !item.isObject();
        beginArray(flat ? JsonLayout::Inline : JsonLayout::Block);
        for (const QJsonValue item : array)
            value(item);
        return endArray();
    }
    case QJsonValue::Object: {
        const QJsonObject object = tree.toObject();
        beginObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            key(it.key());
            value(QJsonValue(it.value()));
        }
        return endObject();
    }
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        break;
    }
    null();
}

void JsonWriter::quoted(const QString& text)
{
    m_buffer += '"';
    qsizetype plain = 0; // where what needs no escape begins
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!needsEscape(text, i))
            continue;
        // toUtf8() turns a lone surrogate into U+FFFD, so the output is always valid UTF-8.
        m_buffer += QStringView(text).sliced(plain, i - plain).toUtf8();
        m_buffer += escape(text[i]);
        plain = i + 1;
    }
    m_buffer += QStringView(text).sliced(plain).toUtf8();
    m_buffer += '"';
}

void JsonWriter::flushIfLarge()
{
    if (m_buffer.size() < FlushAbove)
        return;
    m_sink(m_buffer);
    m_buffer.clear();
}

} // namespace ghostline::app
