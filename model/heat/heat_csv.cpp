// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_csv.h"

#include "model/base/shown_text.h"

namespace ghostline::model {

namespace {

QByteArray number(float value)
{
    return value == 0.0F ? QByteArrayLiteral("0") : QByteArray::number(static_cast<double>(value), 'g', 7);
}

} // namespace

QByteArray heatCsv(const HeatGrid& grid)
{
    const HeatLayout& layout = grid.layout;
    QByteArray out = "# " + shownText(grid.name).toUtf8();
    if (!grid.unit.isEmpty())
        out += ", " + shownText(grid.unit).toUtf8();
    out += grid.isMean() ? ", mean of " : ", sum of ";
    out += QByteArray::number(static_cast<qint64>(grid.samples)) + " samples, recordings " +
           QByteArray::number(grid.recordings) + '\n';
    out += "# cell " + csvNumber(layout.cell) + ", x " + csvNumber(layout.x) + " to " +
           csvNumber(layout.endX()) + " (east), z " + csvNumber(layout.z) + " to " +
           csvNumber(layout.endZ()) + " (south)\n";
    out += "z\\x";
    for (int column = 0; column < layout.columns; ++column)
        out += ',' + csvNumber(layout.centreX(column));
    out += '\n';
    for (int row = 0; row < layout.rows; ++row) {
        out += csvNumber(layout.centreZ(row));
        for (int column = 0; column < layout.columns; ++column) {
            const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(layout.columns) +
                              static_cast<std::size_t>(column);
            out += ',';
            if (!grid.isMean() || grid.known(cell))
                out += number(grid.values[cell]);
        }
        out += '\n';
    }
    return out;
}

} // namespace ghostline::model
