// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/xml_bounds.h"

#include <QRegularExpression>
#include <QStringConverter>
#include <QXmlStreamReader>

namespace ghostline::io {

namespace {

constexpr int MostAttributes = 1000;
constexpr qsizetype MostNamespaces = 100;
constexpr qsizetype MostDefinitionBytes = 4096;

/// Whether the XML declaration names an encoding that Qt does not know; what is read of a map is ASCII in all
/// of those.
bool foreignEncoding(const QByteArray& text)
{
    static const QRegularExpression declared(
        QStringLiteral("^\\s*<\\?xml[^>]*encoding\\s*=\\s*[\"']([^\"']+)[\"']"));
    const auto match = declared.match(QString::fromLatin1(text.left(200)));
    return match.hasMatch() && !QStringConverter::encodingForName(match.captured(1).toLatin1().constData());
}

QString decodedText(const QByteArray& text, QStringConverter::Encoding encoding)
{
    QStringDecoder decoder(encoding);
    QString decoded = decoder.decode(text);
    return decoded;
}

/// Goes through the tags as a parser would; what is no XML ends it, as it ends the parser.
class TagWalk
{
public:
    explicit TagWalk(const QByteArray& text) : m_text(text) {}

    QString excess()
    {
        while (m_excess.isEmpty() && (m_at = m_text.indexOf('<', m_at)) >= 0) {
            const QByteArrayView rest = QByteArrayView(m_text).sliced(m_at);
            if (rest.startsWith("<!--"))
                passTo("-->");
            else if (rest.startsWith("<![CDATA["))
                passTo("]]>");
            else if (rest.startsWith("<?"))
                passTo("?>");
            else
                passTag(rest.startsWith("<!"));
        }
        return m_excess;
    }

private:
    void passTo(QByteArrayView end)
    {
        const qsizetype found = m_text.indexOf(end, m_at);
        m_at = found < 0 ? m_text.size() : found + end.size();
    }

    void passTag(bool declaration)
    {
        const qsizetype begin = m_at;
        int attributes = 0;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '>')
                return;
            if (c == '"' || c == '\'') {
                m_at = m_text.indexOf(c, m_at + 1);
                if (m_at < 0)
                    m_at = m_text.size();
            } else if (c == '[' && declaration) {
                passDefinitions();
            } else if (c == '=' && ++attributes > MostAttributes) {
                m_excess = QStringLiteral("the tag at byte %1 has more than %2 attributes")
                               .arg(begin)
                               .arg(MostAttributes);
                return;
            }
        }
    }

    /// What an entity may become is bounded by Qt's reader; how many there are is not.
    void passDefinitions()
    {
        const qsizetype begin = m_at;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != ']'; ++m_at) {
            const char c = m_text[m_at];
            if (c != '"' && c != '\'')
                continue;
            m_at = m_text.indexOf(c, m_at + 1);
            if (m_at < 0)
                m_at = m_text.size();
        }
        if (m_at - begin > MostDefinitionBytes) {
            m_excess = QStringLiteral("the DOCTYPE at byte %1 has definitions of more than %2 bytes")
                           .arg(begin)
                           .arg(MostDefinitionBytes);
            m_at = m_text.size();
        }
    }

    const QByteArray& m_text;
    qsizetype m_at = 0;
    QString m_excess;
};

} // namespace

QString xmlExcess(const QByteArray& text)
{
    if (text.count("xmlns") > MostNamespaces)
        return QStringLiteral("there are more than %1 namespaces").arg(MostNamespaces);
    return TagWalk(text).excess();
}

bool feedXml(QXmlStreamReader& reader, const QByteArray& text)
{
    // Of two or four bytes a letter: any of them may look like a quote or a bracket.
    const auto encoding = QStringConverter::encodingForData(text, u'<');
    const bool wide = encoding && *encoding != QStringConverter::Utf8;
    const QString decoded = wide ? decodedText(text, *encoding) : QString();
    if (const QString excess = xmlExcess(wide ? decoded.toUtf8() : text); !excess.isEmpty()) {
        reader.raiseError(excess);
        return false;
    }
    if (wide)
        reader.addData(decoded);
    else if (foreignEncoding(text))
        reader.addData(QString::fromLatin1(text));
    else
        reader.addData(text);
    return true;
}

} // namespace ghostline::io
