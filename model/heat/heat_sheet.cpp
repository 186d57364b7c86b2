// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_sheet.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double FinestCell = 0.125;    // metres, where nobody says
constexpr double FarthestPlace = 1.0e7; // metres: what claims to be beyond is damage
constexpr int FirstSide = 64;           // cells
constexpr int MostGrowingSide = 1024;   // cells, while the extent is not known yet
constexpr int MostChosenSide = 256;     // cells of the longer side at the end, where nobody says
constexpr int MostMargin = 64;          // cells around what was found, for smoothing

} // namespace

HeatSheet::HeatSheet(const std::optional<HeatLayout>& layout, bool grows, double cell)
    : m_first(layout), m_fixed(layout && !grows), m_chooses(!layout && cell <= 0.0)
{
    if (layout)
        lay(*layout);
    else
        m_layout.cell = cell > 0.0 ? cell : FinestCell;
}

void HeatSheet::lay(const HeatLayout& layout)
{
    m_layout = layout;
    m_perMetre = 1.0 / layout.cell;
    m_columns = layout.columns;
    m_rows = layout.rows;
    m_stride = static_cast<std::size_t>(layout.columns);
    m_amounts.assign(layout.cells(), 0.0);
    m_weights.assign(layout.cells(), 0.0);
}

bool HeatSheet::addOutside(double x, double z, double amount, double weight)
{
    if (m_fixed || !believed(x, z)) {
        ++m_outside;
        return false;
    }
    grow(x, z);
    // Rounding at the edge of a cell may put it on either side: never twice into this function.
    const auto within = [this](double at, double edge, int count) {
        return static_cast<std::size_t>(std::clamp(std::floor((at - edge) * m_perMetre), 0.0, count - 1.0));
    };
    const std::size_t at =
        within(z, m_layout.z, m_layout.rows) * m_stride + within(x, m_layout.x, m_layout.columns);
    m_amounts[at] += amount;
    m_weights[at] += weight;
    ++m_samples;
    return true;
}

/// False of what is no number, too.
bool HeatSheet::believed(double x, double z) const
{
    if (!m_first)
        return std::abs(x) <= FarthestPlace && std::abs(z) <= FarthestPlace;
    const double wide = m_first->endX() - m_first->x;
    const double high = m_first->endZ() - m_first->z;
    return x >= m_first->x - wide && x <= m_first->endX() + wide && z >= m_first->z - high &&
           z <= m_first->endZ() + high;
}

void HeatSheet::grow(double x, double z)
{
    if (m_layout.empty()) {
        const double cell = m_layout.cell;
        const auto begin = [cell](double at) {
            return (std::floor(at / cell) - FirstSide / 2) * cell; // NOLINT(bugprone-integer-division)
        };
        return lay({begin(x), begin(z), cell, FirstSide, FirstSide});
    }
    while (x < m_layout.x || z < m_layout.z || x >= m_layout.endX() || z >= m_layout.endZ()) {
        const bool across = x < m_layout.x || x >= m_layout.endX();
        const int side = across ? m_layout.columns : m_layout.rows;
        const bool tooMany = m_chooses ? side * 2 > MostGrowingSide : m_layout.cells() * 2 > MostHeatCells;
        if (tooMany) {
            coarsen();
            m_coarser = m_coarser || !m_chooses;
            continue;
        }
        HeatLayout larger = m_layout;
        int columnShift = 0;
        int rowShift = 0;
        if (across) {
            columnShift = x < m_layout.x ? side : 0;
            larger.columns *= 2;
        } else {
            rowShift = z < m_layout.z ? side : 0;
            larger.rows *= 2;
        }
        larger.x -= columnShift * m_layout.cell;
        larger.z -= rowShift * m_layout.cell;
        move(larger, columnShift, rowShift, 1);
    }
}

void HeatSheet::move(const HeatLayout& layout, int columnShift, int rowShift, int merge)
{
    const std::vector<double> amounts = std::move(m_amounts);
    const std::vector<double> weights = std::move(m_weights);
    const HeatLayout old = m_layout;
    lay(layout);
    for (int row = 0; row < old.rows; ++row) {
        const int toRow = (row + rowShift) / merge;
        for (int column = 0; column < old.columns; ++column) {
            const int toColumn = (column + columnShift) / merge;
            // Trimming leaves out what is empty.
            if (toRow < 0 || toColumn < 0 || toRow >= layout.rows || toColumn >= layout.columns)
                continue;
            const auto from = static_cast<std::size_t>(row) * static_cast<std::size_t>(old.columns) +
                              static_cast<std::size_t>(column);
            const auto to = static_cast<std::size_t>(toRow) * m_stride + static_cast<std::size_t>(toColumn);
            m_amounts[to] += amounts[from];
            m_weights[to] += weights[from];
        }
    }
}

void HeatSheet::coarsen()
{
    const HeatLayout& old = m_layout;
    move({old.x, old.z, old.cell * 2.0, (old.columns + 1) / 2, (old.rows + 1) / 2}, 0, 0, 2);
}

/// To what was found, and room around it for what smoothing spreads.
void HeatSheet::trim(double smooth)
{
    int left = m_layout.columns, right = -1, top = m_layout.rows, bottom = -1;
    for (int row = 0; row < m_layout.rows; ++row) {
        for (int column = 0; column < m_layout.columns; ++column) {
            const auto at = static_cast<std::size_t>(row) * m_stride + static_cast<std::size_t>(column);
            if (m_amounts[at] == 0.0 && m_weights[at] == 0.0)
                continue;
            left = std::min(left, column);
            right = std::max(right, column);
            top = std::min(top, row);
            bottom = std::max(bottom, row);
        }
    }
    if (m_first) { // all of it is kept
        const auto cellsTo = [this](double from, double to) {
            return static_cast<int>(std::lround((to - from) / m_layout.cell));
        };
        left = std::min(left, cellsTo(m_layout.x, m_first->x));
        top = std::min(top, cellsTo(m_layout.z, m_first->z));
        right = std::max(right, cellsTo(m_layout.x, m_first->endX()) - 1);
        bottom = std::max(bottom, cellsTo(m_layout.z, m_first->endZ()) - 1);
    }
    if (right < 0) { // everything that was added is zero
        left = top = 0;
        right = bottom = 0;
    }
    // Where the surroundings say how far it reaches they say so of what is smoothed, too.
    const double reach = m_first ? -1.0 : std::ceil(std::min(3.0 * smooth / m_layout.cell, 1e6));
    int margin = std::min(static_cast<int>(reach) + 1, MostMargin);
    const auto cells = [&] {
        return static_cast<std::size_t>(right - left + 1 + 2 * margin) *
               static_cast<std::size_t>(bottom - top + 1 + 2 * margin);
    };
    while (margin > 0 && cells() > MostHeatCells)
        --margin;
    HeatLayout tight = m_layout;
    tight.x += (left - margin) * m_layout.cell;
    tight.z += (top - margin) * m_layout.cell;
    tight.columns = right - left + 1 + 2 * margin;
    tight.rows = bottom - top + 1 + 2 * margin;
    move(tight, margin - left, margin - top, 1);
}

HeatGrid HeatSheet::finish(double smooth, bool mean) &&
{
    if (!m_fixed && !m_layout.empty()) {
        trim(0.0);
        while (m_chooses && std::max(m_layout.columns, m_layout.rows) > MostChosenSide)
            coarsen();
        trim(smooth);
    }
    const double sigma = smooth / m_layout.cell;
    smoothCells(m_amounts, m_layout.columns, m_layout.rows, sigma);
    if (mean)
        smoothCells(m_weights, m_layout.columns, m_layout.rows, sigma);
    HeatGrid grid;
    grid.layout = m_layout;
    grid.samples = m_samples;
    grid.outside = m_outside;
    grid.coarser = m_coarser;
    grid.values.resize(m_amounts.size());
    if (mean)
        grid.weights.resize(m_amounts.size());
    for (std::size_t i = 0; i < m_amounts.size(); ++i) {
        const bool any = mean && m_weights[i] > 0.0;
        grid.values[i] = static_cast<float>(!mean ? m_amounts[i] : any ? m_amounts[i] / m_weights[i] : 0.0);
        if (mean)
            grid.weights[i] = static_cast<float>(m_weights[i]);
    }
    grid.sumUp();
    return grid;
}

} // namespace ghostline::model
