// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_xml.h"

#include "codecs/io/xml_bounds.h"
#include "codecs/sc2/map/map_limits.h"

#include <cmath>

namespace ghostline::sc2 {

namespace {

constexpr std::size_t ElementsBetweenStops = 1024;

} // namespace

MapXmlReader::MapXmlReader(std::span<const std::byte> bytes, std::stop_token stop) : m_stop(std::move(stop))
{
    io::feedXml(m_xml, QByteArray::fromRawData(reinterpret_cast<const char*>(bytes.data()),
                                               static_cast<qsizetype>(bytes.size())));
}

bool MapXmlReader::next()
{
    while (!m_xml.atEnd() && !m_xml.hasError()) {
        const auto token = m_xml.readNext();
        if (token == QXmlStreamReader::EndElement)
            --m_depth;
        if (token == QXmlStreamReader::DTD)
            m_xml.raiseError(QStringLiteral("it has a document type, which no map has"));
        if (token != QXmlStreamReader::StartElement)
            continue;
        ++m_depth;
        if (++m_elements > MaxMapElements)
            m_xml.raiseError(QStringLiteral("it has more than %1 elements").arg(MaxMapElements));
        m_cancelled = m_elements % ElementsBetweenStops == 0 && m_stop.stop_requested();
        if (m_cancelled || m_xml.hasError())
            return false;
        m_attributes = m_xml.attributes();
        return true;
    }
    return false;
}

bool MapXmlReader::isElement(QLatin1String name) const { return m_xml.name() == name; }

QString MapXmlReader::text(QLatin1String attribute) const
{
    const QXmlStreamAttribute* found = find(attribute);
    return found != nullptr ? found->value().toString() : QString();
}

std::optional<int> MapXmlReader::number(QLatin1String attribute) const
{
    const QXmlStreamAttribute* found = find(attribute);
    bool good = false;
    const int value = found != nullptr ? found->value().trimmed().toInt(&good) : 0;
    return good ? std::optional(value) : std::nullopt;
}

std::optional<double> MapXmlReader::decimal(QLatin1String attribute) const
{
    const QXmlStreamAttribute* found = find(attribute);
    bool good = false;
    const double value = found != nullptr ? found->value().trimmed().toDouble(&good) : 0.0;
    return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

model::Result<void> MapXmlReader::status() const
{
    if (m_cancelled)
        return model::cancelled();
    if (m_xml.hasError())
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("%1 (line %2, column %3)")
                                                          .arg(m_xml.errorString())
                                                          .arg(m_xml.lineNumber())
                                                          .arg(m_xml.columnNumber()));
    return {};
}

const QXmlStreamAttribute* MapXmlReader::find(QLatin1String attribute) const
{
    for (const QXmlStreamAttribute& one : m_attributes) {
        if (one.name().compare(attribute, Qt::CaseInsensitive) == 0)
            return &one;
    }
    return nullptr;
}

std::optional<std::vector<double>> numbersIn(QStringView text, qsizetype most)
{
    if (text.count(u',') >= most)
        return std::nullopt;
    std::vector<double> numbers;
    for (const QStringView part : text.tokenize(u',')) {
        bool good = false;
        const double value = part.trimmed().toDouble(&good);
        if (!good || !std::isfinite(value))
            return std::nullopt;
        numbers.push_back(value);
    }
    return numbers;
}

} // namespace ghostline::sc2
