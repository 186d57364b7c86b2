// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;

TextTable::TextTable(std::vector<Column> columns, int indent)
    : m_columns(std::move(columns)), m_indent(indent)
{
}

void TextTable::addRow(QStringList cells)
{
    for (QString& cell : cells)
        cell = model::shownText(cell);
    m_rows.push_back(std::move(cells));
}

QByteArray TextTable::text() const
{
    QStringList titles;
    for (const Column& column : m_columns)
        titles += column.title;
    const bool headed =
        std::any_of(titles.begin(), titles.end(), [](const QString& t) { return !t.isEmpty(); });

    std::vector<QStringList> lines;
    if (headed)
        lines.push_back(titles);
    lines.insert(lines.end(), m_rows.begin(), m_rows.end());
    std::vector<qsizetype> widths(m_columns.size(), 0);
    for (const QStringList& line : lines) {
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            widths[c] = std::max(widths[c], line.value(static_cast<qsizetype>(c)).size());
    }

    QByteArray out;
    for (const QStringList& line : lines) {
        QString row(m_indent, u' ');
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            const QString cell = line.value(static_cast<qsizetype>(c));
            const QString gap = c == 0 ? QString() : u"  "_s;
            const auto width = static_cast<int>(widths[c]);
            row += gap + (m_columns[c].align == Align::Right ? cell.rightJustified(width)
                                                             : cell.leftJustified(width));
        }
        while (row.endsWith(u' '))
            row.chop(1);
        out += row.toUtf8() + '\n';
    }
    return out;
}

QString bytesText(std::uint64_t bytes)
{
    if (bytes < 1000)
        return countText(static_cast<std::int64_t>(bytes), u"byte"_s);
    return QLocale::c().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString countText(std::int64_t count, const QString& noun)
{
    return QString::number(count) + u' ' + noun + (count == 1 ? QString() : u"s"_s);
}

QString figureText(double value)
{
    if (!std::isfinite(value))
        return u"-"_s;
    const double magnitude = std::abs(value);
    const int decimals = magnitude >= 100.0 ? 0 : magnitude >= 10.0 ? 1 : magnitude >= 1.0 ? 2 : 4;
    return QString::number(value, 'f', decimals);
}

} // namespace ghostline::app
