// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/roads/opendrive_xml.h"

#include "codecs/carla/base/limits.h"
#include "codecs/io/xml_bounds.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::ErrorCode;

namespace {

constexpr double LargestNumber = 1e9;

} // namespace

MapXml::MapXml(const QByteArray& text, std::stop_token stop)
    : m_stop(std::move(stop)), m_excessive(!io::feedXml(m_xml, text))
{
}

bool MapXml::next()
{
    while (!failed() && !m_xml.atEnd()) {
        const auto token = m_xml.readNext();
        if (token == QXmlStreamReader::EndElement)
            return false;
        if (token != QXmlStreamReader::StartElement)
            continue;
        m_attributes = m_xml.attributes();
        m_line = m_xml.lineNumber();
        return true;
    }
    return false;
}

void MapXml::skip()
{
    for (int depth = 1; depth > 0 && !failed() && !m_xml.atEnd();) {
        const auto token = m_xml.readNext();
        depth += token == QXmlStreamReader::StartElement ? 1 : token == QXmlStreamReader::EndElement ? -1 : 0;
    }
}

QStringView MapXml::attribute(QLatin1String name) const
{
    const QStringView exact = m_attributes.value(name);
    if (!exact.isNull())
        return exact;
    const auto found = std::find_if(m_attributes.begin(), m_attributes.end(), [&](const auto& a) {
        return a.name().compare(name, Qt::CaseInsensitive) == 0;
    });
    return found == m_attributes.end() ? QStringView() : found->value();
}

double MapXml::number(QLatin1String name, double fallback)
{
    const QStringView text = attribute(name).trimmed();
    if (text.isEmpty())
        return fallback;
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (ok && std::isfinite(value) && std::abs(value) <= LargestNumber)
        return value;
    omit(QStringLiteral("%1=\"%2\" is not a usable number").arg(name, text.left(40).toString()));
    m_fault = true;
    return fallback;
}

Cubic MapXml::cubic(QLatin1String start)
{
    return {.s = number(start),
            .a = number(QLatin1String("a")),
            .b = number(QLatin1String("b")),
            .c = number(QLatin1String("c")),
            .d = number(QLatin1String("d"))};
}

void MapXml::add(std::vector<Cubic>& to, const Cubic& next)
{
    if (takeFault())
        return;
    if (!to.empty()) {
        const Cubic& last = to.back();
        const bool straight = last.c == 0.0 && last.d == 0.0 && next.c == 0.0 && next.d == 0.0;
        if (straight && std::abs(last.b - next.b) < 1e-9 && std::abs(last.at(next.s) - next.a) < 1e-6)
            return;
        if (next.s < last.s)
            return;
    }
    if (count())
        to.push_back(next);
}

bool MapXml::count()
{
    if (++m_records <= MaxMapRecords)
        return true;
    m_excessive = true;
    m_xml.raiseError(QStringLiteral("more than %1 roads, lanes and pieces").arg(MaxMapRecords));
    return false;
}

void MapXml::omit(const QString& what)
{
    if (m_network.omitted++ < RoadNetwork::NamedOmissions) {
        m_network.omissions.append(QStringLiteral("line %1: <%2> %3").arg(m_line).arg(m_xml.name(), what));
    }
}

model::Error MapXml::error() const
{
    if (m_stop.stop_requested())
        return {ErrorCode::Cancelled, QStringLiteral("reading the map was cancelled")};
    model::Error out{
        m_excessive ? ErrorCode::LimitExceeded : ErrorCode::Damaged,
        QStringLiteral("OpenDRIVE map, line %1: %2").arg(m_xml.lineNumber()).arg(m_xml.errorString())};
    out.where.offset = offset();
    return out;
}

} // namespace ghostline::carla
