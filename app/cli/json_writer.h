// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes JSON as it goes: keys stay in the order they are written, numbers lose nothing, nothing is held
// back.
#include <QByteArray>
#include <QJsonValue>
#include <QString>

#include <concepts>
#include <cstdint>
#include <functional>
#include <vector>

namespace ghostline::app {

/// Where text goes: standard output, or a buffer in tests.
using TextSink = std::function<void(QByteArrayView)>;

/// How containers are laid out. Inline keeps a container and all it holds on one line.
enum class JsonLayout { Block, Inline };

/// Doubles and floats are written with the fewest digits that read back as the same value; NaN and
/// infinities, which JSON does not have, as null.
class JsonWriter
{
public:
    /// `layout` of everything: Inline makes the whole document one line.
    explicit JsonWriter(TextSink sink, JsonLayout layout = JsonLayout::Block);
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    void beginObject(JsonLayout layout = JsonLayout::Block) { open('{', layout); }
    void endObject() { close('}'); }
    void beginArray(JsonLayout layout = JsonLayout::Block) { open('[', layout); }
    void endArray() { close(']'); }
    void key(const QString& name);
    void key(const char* name) { key(QString::fromLatin1(name)); }

    void null() { literal("null"); }
    template<std::same_as<bool> T>
    void value(T v)
    {
        literal(v ? "true" : "false");
    }
    template<std::integral T>
        requires(!std::same_as<T, bool>)
    void value(T v)
    {
        if constexpr (std::signed_integral<T>)
            integer(static_cast<std::int64_t>(v));
        else
            natural(static_cast<std::uint64_t>(v));
    }
    void value(double v);
    void value(float v);
    void value(const QString& text);
    /// Whole trees; the keys of an object in QJsonObject's order, which is alphabetical.
    void value(const QJsonValue& tree);

    template<typename Key, typename T>
    void member(const Key& name, const T& v)
    {
        key(name);
        value(v);
    }
    /// Null when empty.
    template<typename Key>
    void textOrNull(const Key& name, const QString& text)
    {
        key(name);
        text.isEmpty() ? null() : value(text);
    }
    /// An array of numbers on one line.
    template<typename... T>
    void numbers(T... v)
    {
        beginArray(JsonLayout::Inline);
        (value(v), ...);
        endArray();
    }
    /// Ends the document with a line end and hands everything to the sink.
    void finish();

private:
    struct Level
    {
        bool inlined = false;
        bool empty = true;
    };
    void open(char bracket, JsonLayout layout);
    void close(char bracket);
    void separate();
    void newLine();
    void literal(QByteArrayView text);
    void integer(std::int64_t v);
    void natural(std::uint64_t v);
    void quoted(const QString& text);
    void flushIfLarge();

    TextSink m_sink;
    QByteArray m_buffer;
    std::vector<Level> m_levels;
    bool m_allInline = false;
    bool m_afterKey = false;
};

} // namespace ghostline::app
