// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Plots dock as layouts remember it: curves, the fields they stand in, and what is shaded.
#include "app/gui/plots/plot_canvas.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>

#include <map>
#include <optional>
#include <vector>

namespace ghostline::app {

struct PlotsState
{
    struct Curve
    {
        QJsonObject spec; ///< as PlotSpec writes it; which actors there are is known only with a replay
        std::optional<int> field{};
    };
    std::vector<Curve> curves;
    std::map<int, PlotField> fields; ///< by number
    QHash<QString, bool> bands;      ///< by the id of a kind: shaded or not

    QByteArray toBytes() const;
    /// Nothing for what this did not write. Values that a damaged state may have are put right.
    static std::optional<PlotsState> fromBytes(const QByteArray& bytes);
};

} // namespace ghostline::app
