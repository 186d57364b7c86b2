// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The XML of a map as its reader needs it: numbers checked, what is unusable named with its line, and nothing
// unbounded.
#include "codecs/carla/roads/opendrive.h"
#include "model/base/error.h"

#include <QXmlStreamReader>

#include <stop_token>

namespace ghostline::carla {

class MapXml
{
public:
    MapXml(const QByteArray& text, std::stop_token stop);

    /// The next element inside the present one; false at its end, at an error or when cancelled.
    bool next();
    void skip();
    /// Names are compared without regard to case: makers differ.
    bool is(QLatin1String name) const { return m_xml.name().compare(name, Qt::CaseInsensitive) == 0; }
    QString name() const { return m_xml.name().toString(); }

    /// A number that cannot be used is named among the omissions, and the element is at fault.
    double number(QLatin1String name, double fallback = 0.0);
    QString word(QLatin1String name) const { return attribute(name).toString(); }
    bool wordIs(QLatin1String name, QLatin1String value) const
    {
        return attribute(name).compare(value, Qt::CaseInsensitive) == 0;
    }
    Cubic cubic(QLatin1String start);
    /// Whether a number since the last call could not be used.
    bool takeFault() { return std::exchange(m_fault, false); }

    /// Counts one thing kept; past the cap the document is in error and every loop ends.
    bool count();
    void omit(const QString& what);
    /// Adds a cubic that is in order, unless it only says again what the one before already says: every kept
    /// start is a place where a strip must be cut.
    void add(std::vector<Cubic>& to, const Cubic& next);

    model::Error error() const; ///< why next() gave up, Cancelled included
    bool excessive() const { return m_excessive; }
    bool failed() const { return m_xml.hasError() || m_stop.stop_requested(); }
    std::uint64_t offset() const { return static_cast<std::uint64_t>(m_xml.characterOffset()); }
    RoadNetwork& network() { return m_network; }

private:
    QStringView attribute(QLatin1String name) const;
    QXmlStreamReader m_xml;
    QXmlStreamAttributes m_attributes; ///< of the present element
    qint64 m_line = 0;                 ///< on which it begins
    std::stop_token m_stop;
    RoadNetwork m_network;
    std::size_t m_records = 0;
    bool m_excessive = false; ///< more in it than any map has
    bool m_fault = false;
};

} // namespace ghostline::carla
