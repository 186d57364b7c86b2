// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/junit_report.h"

#include "model/base/shown_text.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"

#include <QXmlStreamWriter>

#include <algorithm>
#include <array>

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

model::Result<void> checkReportPath(const QString& path)
{
    if (path.isEmpty() || !model::pathExists(path))
        return {};
    std::array<std::byte, 5> head{};
    const auto file = model::openFile(path);
    const auto got = file ? (*file)->read(0, head) : model::Result<std::size_t>(tl::unexpected(file.error()));
    const QByteArrayView text(reinterpret_cast<const char*>(head.data()), got ? qsizetype(*got) : 0);
    if (!got || (!text.isEmpty() && text != "<?xml"))
        return model::fail(model::ErrorCode::InvalidArgument,
                           u"\"%1\" exists and is no report; it is not replaced"_s.arg(path));
    return {};
}

model::Result<void> writeJUnit(const QString& path, const JUnitReport& report)
{
    return model::replaceFile(path, junitText(report));
}

} // namespace ghostline::app
