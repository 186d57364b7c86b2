// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/junit_report.h"

#include "model/base/shown_text.h"
#include "model/bytes/atomic_file.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

using State = JUnitCase::State;

/// Names and messages come from strangers' files. Quotes and angle brackets are the writer's business; what
/// XML has no place for is not: controls and lone halves of letters stand as shownText() has them.
QString xmlText(const QString& text)
{
    QString clean = model::shownText(text);
    for (QChar& unit : clean) {
        if (unit.unicode() == 0xFFFE || unit.unicode() == 0xFFFF)
            unit = QChar::ReplacementCharacter;
    }
    return clean;
}

QString countOf(const JUnitReport& report, State state)
{
    return QString::number(std::ranges::count(report.cases, state, &JUnitCase::state));
}

} // namespace

QByteArray junitText(const JUnitReport& report)
{
    QByteArray text;
    QXmlStreamWriter xml(&text);
    xml.setAutoFormatting(true);
    xml.setAutoFormattingIndent(2);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, xmlText(report.name));
    xml.writeAttribute(u"tests"_s, QString::number(report.cases.size()));
    xml.writeAttribute(u"failures"_s, countOf(report, State::Failed));
    xml.writeAttribute(u"errors"_s, countOf(report, State::Unreadable));
    for (const JUnitCase& each : report.cases) {
        xml.writeStartElement(u"testcase"_s);
        xml.writeAttribute(u"classname"_s, xmlText(each.file));
        xml.writeAttribute(u"name"_s, xmlText(each.name));
        if (each.state != State::Passed) {
            xml.writeEmptyElement(each.state == State::Failed ? u"failure"_s : u"error"_s);
            xml.writeAttribute(u"message"_s, xmlText(each.message));
        }
        xml.writeEndElement();
    }
    xml.writeEndDocument(); // closes what is open
    return text;
}

model::Result<void> writeJUnit(const QString& path, const JUnitReport& report)
{
    return model::replaceFile(path, junitText(report));
}

} // namespace ghostline::app
