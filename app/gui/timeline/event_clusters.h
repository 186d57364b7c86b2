// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges event markers that would overlap into counted ones; the gravest and the major ones keep their face.
#include "model/replay/event_list.h"

#include <QString>

#include <vector>

namespace ghostline::app {

/// One marker on screen, standing for rows [first, last] of its lane.
struct EventCluster
{
    int first = 0; ///< index into the lane's rows
    int last = 0;
    int lead = 0; ///< the row whose sign and time the marker has
    int count() const { return last - first + 1; }
};

struct ClusterMetrics
{
    double microsPerPixel = 1.0;
    double markWidth = 14.0; ///< pixels a sign takes, spacing included
    double digitWidth = 6.0; ///< pixels per character of a count
    friend bool operator==(const ClusterMetrics&, const ClusterMetrics&) = default;
};

/// `12`, `999`, `1.2k`, `12k`.
QString clusterCountText(int count);

/// Pixels a marker takes to the right of its sign's left edge.
double clusterWidth(int count, const ClusterMetrics& metrics);

/// `rows` are indices into `list`, ascending. Depends on the zoom alone, not on what is in view, so that
/// markers stand still while panning. O(rows).
std::vector<EventCluster> clusterEvents(const model::EventList& list, const std::vector<int>& rows,
                                        const ClusterMetrics& metrics);

} // namespace ghostline::app
