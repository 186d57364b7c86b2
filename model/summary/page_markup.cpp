// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_markup.h"

#include "model/base/shown_text.h"

#include <cmath>

namespace ghostline::model {

QString escapedText(const QString& text)
{
    QString escaped;
    for (const QChar letter : shownText(text)) {
        switch (letter.unicode()) {
        case u'&':
            escaped += QLatin1String("&amp;");
            break;
        case u'<':
            escaped += QLatin1String("&lt;");
            break;
        case u'>':
            escaped += QLatin1String("&gt;");
            break;
        case u'"':
            escaped += QLatin1String("&quot;");
            break;
        case u'\'':
            escaped += QLatin1String("&#39;");
            break;
        case 0xFFFE: // neither is a character, and XML has no place for them
        case 0xFFFF:
            escaped += QChar(QChar::ReplacementCharacter);
            break;
        default:
            escaped += letter;
        }
    }
    return escaped;
}

QString coordinate(double value)
{
    if (!std::isfinite(value))
        return QStringLiteral("0");
    QString text = QString::number(value, 'f', 2);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

void Markup::begin(const char* tag, Attributes attributes)
{
    m_out += u'<';
    m_out += QLatin1String(tag);
    for (const Attribute& attribute : attributes) {
        m_out += u' ';
        m_out += QLatin1String(attribute.name);
        m_out += QLatin1String("=\"");
        m_out += escapedText(attribute.value);
        m_out += u'"';
    }
}

void Markup::open(const char* tag, Attributes attributes)
{
    begin(tag, attributes);
    m_out += u'>';
    m_open.push_back(tag);
}

void Markup::close()
{
    m_out += QLatin1String("</");
    m_out += QLatin1String(m_open.back());
    m_out += QLatin1String(">\n");
    m_open.pop_back();
}

void Markup::text(const QString& text) { m_out += escapedText(text); }

void Markup::element(const char* tag, Attributes attributes, const QString& text)
{
    begin(tag, attributes);
    m_out += u'>';
    m_out += escapedText(text);
    m_out += QLatin1String("</");
    m_out += QLatin1String(tag);
    m_out += QLatin1String(">\n");
}

void Markup::leaf(const char* tag, Attributes attributes)
{
    begin(tag, attributes);
    m_out += QLatin1String("/>\n");
}

void Markup::paragraphs(const QString& text)
{
    for (const QString& line : text.split(u'\n')) {
        if (!line.trimmed().isEmpty())
            element("p", {}, line.trimmed());
    }
}

} // namespace ghostline::model
