// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where amounts are added up by place while a recording is walked. It grows as it is written on, unless it
// was told where it lies.
#include "model/heat/heat_grid.h"

#include <optional>

namespace ghostline::model {

class HeatSheet
{
public:
    /// `cell` 0 = as fine as the extent allows. A layout goes before it; `grows`: it is only the least.
    HeatSheet(const std::optional<HeatLayout>& layout, bool grows, double cell);

    /// `weight`: of a mean, the seconds behind the amount. Returns whether the place is on the sheet.
    bool add(double x, double z, double amount, double weight)
    {
        // Written so that what is no number is outside.
        const double column = (x - m_layout.x) * m_perMetre;
        const double row = (z - m_layout.z) * m_perMetre;
        if (!(column >= 0.0 && row >= 0.0 && column < m_columns && row < m_rows))
            return addOutside(x, z, amount, weight);
        const std::size_t at = static_cast<std::size_t>(row) * m_stride + static_cast<std::size_t>(column);
        m_amounts[at] += amount;
        m_weights[at] += weight;
        ++m_samples;
        return true;
    }
    void miss() { ++m_outside; }

    /// `smooth` in metres; `mean`: amounts by weights.
    HeatGrid finish(double smooth, bool mean) &&;

private:
    bool addOutside(double x, double z, double amount, double weight);
    void lay(const HeatLayout& layout);
    bool believed(double x, double z) const;
    void grow(double x, double z);
    /// Onto other cells: `shift` of the old ones to the east and south, then `merge` to one each way.
    void move(const HeatLayout& layout, int columnShift, int rowShift, int merge);
    void coarsen();
    void trim(double smooth);

    HeatLayout m_layout;
    double m_perMetre = 1.0;
    double m_columns = 0.0; ///< as m_layout, so that nothing is converted for every sample
    double m_rows = 0.0;
    std::size_t m_stride = 0;
    std::optional<HeatLayout> m_first; ///< the layout that was asked for
    bool m_fixed = false;
    bool m_chooses = false; ///< its own cell
    bool m_coarser = false;
    std::vector<double> m_amounts;
    std::vector<double> m_weights;
    std::int64_t m_samples = 0;
    std::int64_t m_outside = 0;
};

} // namespace ghostline::model
