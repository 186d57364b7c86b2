// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Builds markup that is HTML and well-formed XML alike. Whatever text comes in, nothing of it becomes markup.
#include <QByteArray>
#include <QString>
#include <QStringList>

#include <initializer_list>
#include <vector>

namespace ghostline::model {

struct Attribute
{
    const char* name;
    QString value;
};
using Attributes = std::initializer_list<Attribute>;

/// As shownText(), with what has a meaning in markup written so that it has none.
QString escapedText(const QString& text);
/// Coordinates: at most two decimals, no locale.
QString coordinate(double value);

class Markup
{
public:
    /// `tag` is a literal: only its address is kept.
    void open(const char* tag, Attributes attributes = {});
    void close(); ///< the innermost
    void text(const QString& text);
    void element(const char* tag, Attributes attributes, const QString& text);
    /// Without content: `<br/>` and shapes of SVG.
    void leaf(const char* tag, Attributes attributes = {});
    void raw(QLatin1StringView markup) { m_out += markup; }
    void rawUtf8(const QByteArray& markup) { m_out += QString::fromUtf8(markup); }
    /// Of somebody's several lines a paragraph each.
    void paragraphs(const QString& text);

    QByteArray bytes() const { return m_out.toUtf8(); }
    bool balanced() const { return m_open.empty(); }

private:
    void begin(const char* tag, Attributes attributes);

    QString m_out;
    std::vector<const char*> m_open;
};

/// Opens here, closes at the end of the block.
class Within
{
public:
    Within(Markup& markup, const char* tag, Attributes attributes = {}) : m_markup(markup)
    {
        markup.open(tag, attributes);
    }
    ~Within() { m_markup.close(); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    Markup& m_markup;
};

} // namespace ghostline::model
