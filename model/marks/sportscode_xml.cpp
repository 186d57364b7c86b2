// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/sportscode_xml.h"

#include "model/base/shown_text.h"
#include "model/marks/mark_times.h"
#include "model/sidecar/tags.h"

#include <QHash>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>
#include <array>
#include <limits>

namespace ghostline::model {

namespace {

constexpr qsizetype DeepestElement = 16;
constexpr qsizetype LongestField = 20'000; ///< UTF-16 units of one element that are kept
constexpr std::size_t MostLabels = 200;    ///< of one instance
constexpr int FullColour = 65'535;         ///< of R, G and B: 16 bits each

const QString TitleGroup = QStringLiteral("title");
const QString NoteGroup = QStringLiteral("note");
const QString AuthorGroup = QStringLiteral("author");
const QString NoCode = QStringLiteral("Mark"); ///< an instance without a code is none

struct CodeColour
{
    int r = 0;
    int g = 0;
    int b = 0;
};

/// Of the series colours by their numbers (Okabe and Ito): what they are called in the Bookmarks panel.
constexpr std::array Hues{CodeColour{0x00, 0x72, 0xB2}, CodeColour{0xE6, 0x9F, 0x00},
                          CodeColour{0x00, 0x9E, 0x73}, CodeColour{0xD5, 0x5E, 0x00},
                          CodeColour{0x56, 0xB4, 0xE9}, CodeColour{0xCC, 0x79, 0xA7},
                          CodeColour{0xF0, 0xE4, 0x42}};
constexpr CodeColour Plain{0x80, 0x80, 0x80};

CodeColour colourOf(int hue) { return hue < 0 ? Plain : Hues[static_cast<std::size_t>(hue) % Hues.size()]; }

/// The nearest of them; -1 = one that is nearly grey.
int hueOf(const CodeColour& colour)
{
    constexpr int Grey = 40;
    const auto [least, most] = std::minmax({colour.r, colour.g, colour.b});
    if (most - least < Grey)
        return -1;
    const auto distance = [&colour](const CodeColour& hue) {
        const int r = hue.r - colour.r;
        const int g = hue.g - colour.g;
        const int b = hue.b - colour.b;
        return r * r + g * g + b * b;
    };
    const auto nearest = std::ranges::min_element(Hues, {}, distance);
    return static_cast<int>(nearest - Hues.begin());
}

/// What XML 1.0 cannot hold becomes a replacement character.
QString xmlText(const QString& text)
{
    QString plain = text;
    plain.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(u'\r', u'\n');
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QChar sign = plain[i];
        const bool pair = sign.isHighSurrogate() && i + 1 < plain.size() && plain[i + 1].isLowSurrogate();
        if (pair) {
            ++i;
            continue;
        }
        const bool blank = sign == u'\n' || sign == u'\t';
        if ((sign < u' ' && !blank) || sign.isSurrogate() || sign >= u'\xFFFE')
            plain[i] = QChar::ReplacementCharacter;
    }
    return plain;
}

QString codeOf(const Bookmark& mark)
{
    if (!mark.tags.isEmpty())
        return mark.tags.front();
    const QString title = mark.title.simplified();
    return title.isEmpty() ? NoCode : title;
}

void writeLabel(QXmlStreamWriter& xml, const QString& group, const QString& text)
{
    xml.writeStartElement(QStringLiteral("label"));
    if (!group.isEmpty())
        xml.writeTextElement(QStringLiteral("group"), group);
    xml.writeTextElement(QStringLiteral("text"), xmlText(text));
    xml.writeEndElement();
}

/// The title is a label of its own but where the code says it; a code that is no tag always has one, by which
/// it is known.
void writeInstance(QXmlStreamWriter& xml, const Bookmark& mark, std::size_t number)
{
    xml.writeStartElement(QStringLiteral("instance"));
    xml.writeTextElement(QStringLiteral("ID"), QString::number(number));
    xml.writeTextElement(QStringLiteral("start"), markSeconds(mark.time));
    xml.writeTextElement(QStringLiteral("end"), markSeconds(mark.time + mark.length));
    xml.writeTextElement(QStringLiteral("code"), xmlText(codeOf(mark)));
    if (!mark.title.isEmpty() || mark.tags.isEmpty())
        writeLabel(xml, TitleGroup, mark.title);
    const bool alike = !mark.tags.isEmpty() && mark.tags.front() == mark.title.simplified();
    for (qsizetype i = alike ? 0 : 1; i < mark.tags.size(); ++i)
        writeLabel(xml, {}, mark.tags[i]);
    if (!mark.note.isEmpty())
        writeLabel(xml, NoteGroup, mark.note);
    if (!mark.author.isEmpty())
        writeLabel(xml, AuthorGroup, mark.author);
    xml.writeEndElement();
}

void writeRows(QXmlStreamWriter& xml, const std::vector<Bookmark>& bookmarks)
{
    QStringList codes; // as they come
    QHash<QString, int> hues;
    for (const Bookmark& mark : bookmarks) {
        const QString code = codeOf(mark);
        if (!hues.contains(code))
            codes << code;
        if (hues.value(code, -1) < 0)
            hues[code] = mark.hue;
    }
    xml.writeStartElement(QStringLiteral("ROWS"));
    for (const QString& code : codes) {
        const CodeColour colour = colourOf(hues.value(code));
        xml.writeStartElement(QStringLiteral("row"));
        xml.writeTextElement(QStringLiteral("code"), xmlText(code));
        for (const auto& [name, part] : {std::pair{"R", colour.r}, {"G", colour.g}, {"B", colour.b}})
            xml.writeTextElement(QString::fromLatin1(name), QString::number(part * (FullColour / 255)));
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

struct Label
{
    QString group;
    QString text;
};

/// As it stands in the file.
struct Instance
{
    QString id;
    QString start;
    QString end;
    QString code;
    std::vector<Label> labels;
};

class XmlReader
{
public:
    explicit XmlReader(const QByteArray& bytes) : m_xml(bytes) {}

    Result<ReadMarks> read()
    {
        while (!m_xml.atEnd()) {
            if (const Result<void> taken = take(m_xml.readNext()); !taken)
                return tl::unexpected<Error>(taken.error());
        }
        if (m_xml.hasError())
            return fail(ErrorCode::Damaged,
                        Sentence::of(QStringLiteral("this XML cannot be read from line %1 on: %2"),
                                     {QString::number(m_xml.lineNumber()), m_xml.errorString()}));
        if (!m_known)
            return fail(ErrorCode::Damaged,
                        Sentence::of(QStringLiteral("this XML is no timeline: it has no ALL_INSTANCES")));
        for (std::size_t i = 0; i < m_read.marks.size(); ++i)
            m_read.marks[i].hue = m_hues.value(m_codes[i], -1);
        return std::move(m_read);
    }

private:
    Result<void> take(QXmlStreamReader::TokenType token)
    {
        switch (token) {
        case QXmlStreamReader::DTD:
            if (!m_xml.entityDeclarations().isEmpty())
                return fail(ErrorCode::Damaged,
                            Sentence::of(QStringLiteral("this XML declares entities of its own, which are "
                                                        "not followed")));
            return {};
        case QXmlStreamReader::StartElement:
            return begin(m_xml.name().toString().toLower());
        case QXmlStreamReader::Characters:
            if (m_text.size() < LongestField)
                m_text += m_xml.text().left(LongestField - m_text.size());
            return {};
        case QXmlStreamReader::EndElement:
            return end();
        default:
            return {};
        }
    }

    Result<void> begin(const QString& name)
    {
        m_path << name;
        m_text.clear();
        if (m_path.size() > DeepestElement)
            return fail(ErrorCode::Damaged,
                        Sentence::of(QStringLiteral("the elements of this XML lie deeper in each other than "
                                                    "those of a timeline (line %1)"),
                                     {QString::number(m_xml.lineNumber())}));
        const QString parent = m_path.value(m_path.size() - 2);
        m_known = m_known || name == QLatin1String("all_instances");
        if (name == QLatin1String("instance") && parent == QLatin1String("all_instances")) {
            m_instance = {};
        } else if (name == QLatin1String("row") && parent == QLatin1String("rows")) {
            m_rowCode.clear();
            m_rowColour = {};
        } else if (name == QLatin1String("label")) {
            m_label = {};
            m_labelHasParts = false;
        } else if (parent == QLatin1String("label")) {
            m_labelHasParts = true;
        }
        return {};
    }

    Result<void> end()
    {
        const QString name = m_path.takeLast();
        const QString parent = m_path.isEmpty() ? QString() : m_path.last();
        if (parent == QLatin1String("label")) {
            if (name == QLatin1String("group"))
                m_label.group = m_text;
            else if (name == QLatin1String("text"))
                m_label.text = m_text;
        } else if (parent == QLatin1String("instance")) {
            endOfInstance(name);
        } else if (parent == QLatin1String("row")) {
            endOfRow(name);
        } else if (name == QLatin1String("row") && parent == QLatin1String("rows")) {
            if (m_hues.size() < static_cast<qsizetype>(MostMarks))
                m_hues.insert(m_rowCode.simplified(), hueOf(m_rowColour));
        } else if (name == QLatin1String("instance") && parent == QLatin1String("all_instances")) {
            if (m_read.marks.size() == MostMarks)
                return fail(ErrorCode::LimitExceeded,
                            Sentence::of(QStringLiteral("a file of marks has at most %1 of them"),
                                         {Sentence::figure(QString::number(MostMarks))}));
            addInstance();
        }
        m_text.clear();
        return {};
    }

    void endOfInstance(const QString& name)
    {
        if (name == QLatin1String("id"))
            m_instance.id = m_text.left(100);
        else if (name == QLatin1String("start"))
            m_instance.start = m_text;
        else if (name == QLatin1String("end"))
            m_instance.end = m_text;
        else if (name == QLatin1String("code"))
            m_instance.code = m_text.simplified();
        else if (name == QLatin1String("label"))
            addLabel();
    }

    /// Some programs write the text right into the label.
    void addLabel()
    {
        if (!m_labelHasParts)
            m_label.text = m_text;
        if (m_instance.labels.size() < MostLabels)
            m_instance.labels.push_back(std::move(m_label));
    }

    void endOfRow(const QString& name)
    {
        const auto part = [this] {
            return std::clamp(m_text.trimmed().toInt(), 0, FullColour) / (FullColour / 255);
        };
        if (name == QLatin1String("code"))
            m_rowCode = m_text;
        else if (name == QLatin1String("r"))
            m_rowColour.r = part();
        else if (name == QLatin1String("g"))
            m_rowColour.g = part();
        else if (name == QLatin1String("b"))
            m_rowColour.b = part();
    }

    void leaveOut(const Sentence& why)
    {
        m_read.leaveOut(Sentence::of(QStringLiteral("instance %1: %2"), {QString::number(m_instances), why}));
    }

    void addInstance()
    {
        ++m_instances;
        const auto from = readMarkTime(m_instance.start);
        // One without an end marks an instant.
        const auto to = m_instance.end.trimmed().isEmpty() ? from : readMarkTime(m_instance.end);
        if (!from && m_instance.start.trimmed().isEmpty())
            return leaveOut(Sentence::of(QStringLiteral("it does not say when it begins")));
        if (!from || !to)
            return leaveOut(Sentence::of(QStringLiteral("\"%1\" is no time"),
                                         {shownText((from ? m_instance.end : m_instance.start).left(40))}));
        if (*to < *from)
            return leaveOut(Sentence::of(QStringLiteral("it ends before it begins")));
        Bookmark mark;
        mark.time = *from;
        mark.length = *to - *from;
        bool codeIsTag = true;
        QStringList tags;
        for (const Label& label : m_instance.labels) {
            const QString group = label.group.trimmed().toLower();
            if (group == TitleGroup) {
                mark.title = label.text;
                const QString title = label.text.simplified();
                codeIsTag = m_instance.code != (title.isEmpty() ? NoCode : title);
            } else if (group == NoteGroup) {
                mark.note += mark.note.isEmpty() ? label.text : u'\n' + label.text;
            } else if (group == AuthorGroup) {
                mark.author = label.text;
            } else {
                tags << label.text;
            }
        }
        if (codeIsTag)
            tags.prepend(m_instance.code);
        mark.tags = normalTags(tags);
        m_codes.push_back(m_instance.code);
        m_read.add(std::move(mark), m_instance.id);
    }

    QXmlStreamReader m_xml;
    QStringList m_path;
    QString m_text;
    Instance m_instance;
    Label m_label;
    bool m_labelHasParts = false;
    QString m_rowCode;
    CodeColour m_rowColour;
    bool m_known = false; ///< as a timeline
    int m_instances = 0;
    ReadMarks m_read;
    std::vector<QString> m_codes; ///< of each mark
    QHash<QString, int> m_hues;
};

} // namespace

QByteArray sportscodeXml(const std::vector<Bookmark>& bookmarks)
{
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.setAutoFormattingIndent(2);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("file"));
    xml.writeStartElement(QStringLiteral("ALL_INSTANCES"));
    std::size_t number = 0;
    for (const Bookmark& mark : bookmarks)
        writeInstance(xml, mark, ++number);
    xml.writeEndElement();
    writeRows(xml, bookmarks);
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes;
}

Result<ReadMarks> readSportscodeXml(const QByteArray& bytes)
{
    if (bytes.size() > MostMarkBytes)
        return fail(ErrorCode::LimitExceeded,
                    Sentence::of(QStringLiteral("a file of marks is at most %1 MiB, this one is larger"),
                                 {Sentence::figure(QString::number(MostMarkBytes >> 20))}));
    return XmlReader(bytes).read();
}

} // namespace ghostline::model
