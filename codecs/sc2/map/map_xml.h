// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The XML of maps: elements with attributes, one after another. No document type, and no more elements than
// any map has.
#include "model/base/error.h"

#include <QXmlStreamReader>

#include <optional>
#include <span>
#include <stop_token>

namespace ghostline::sc2 {

class MapXmlReader
{
public:
    /// Looks at bytes that must outlive it.
    MapXmlReader(std::span<const std::byte> bytes, std::stop_token stop);

    /// To the next element in the order of the document; false at the end, and when something is wrong.
    bool next();
    /// 1 for the root.
    int depth() const { return m_depth; }
    bool isElement(QLatin1String name) const;
    bool has(QLatin1String attribute) const { return find(attribute) != nullptr; }
    /// Empty when it is absent. Older maps write some names in lower case: case does not matter.
    QString text(QLatin1String attribute) const;
    std::optional<int> number(QLatin1String attribute) const;
    /// Finite.
    std::optional<double> decimal(QLatin1String attribute) const;
    /// Whether all of it was read: Damaged names line and column, Cancelled, LimitExceeded.
    model::Result<void> status() const;

private:
    const QXmlStreamAttribute* find(QLatin1String attribute) const;

    QXmlStreamReader m_xml;
    QXmlStreamAttributes m_attributes;
    std::stop_token m_stop;
    std::size_t m_elements = 0;
    int m_depth = 0;
    bool m_cancelled = false;
};

/// Numbers with commas between, at most `most`; nothing unless all are finite.
std::optional<std::vector<double>> numbersIn(QStringView text, qsizetype most);

} // namespace ghostline::sc2
