// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Connecting roads leave small holes where none of them runs: between a straight way and the turns beside it.
// What is enclosed by driving lanes alone, and smaller than any island, is filled.
#include "codecs/carla/roads/road_surfaces.h"

#include <QString>

#include <map>

namespace ghostline::carla {

class JunctionFill
{
public:
    /// Everything added to `surfaces` from here on is a connecting road of `junction`, until end().
    void begin(const QString& junction, const RoadSurfaces& surfaces);
    void end(const RoadSurfaces& surfaces);
    void fill(RoadSurfaces& surfaces) const;

private:
    struct Part ///< of the indices of a role
    {
        model::SceneRole role = model::SceneRole::Road;
        std::size_t first = 0, last = 0;
    };
    std::map<QString, std::vector<Part>> m_junctions;
    std::vector<Part>* m_open = nullptr;
    std::size_t m_from = 0; ///< of m_open, the parts not ended yet
};

} // namespace ghostline::carla
