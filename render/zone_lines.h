// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pieces of ground that somebody marked, and the lines round them in the 3D view. No GL.
#include "model/zone.h"
#include "render/ground_surface.h"
#include "render/instance_buffers.h"

namespace ghostline::render {

struct MarkedZones
{
    std::vector<model::Zone> zones;
    int chosen = -1;   ///< stands out, -1 = none
    bool shown = true; ///< with the layers of the view; the chosen one is seen in any case

    bool isChosen(std::size_t zone) const { return static_cast<int>(zone) == chosen; }
    bool sees(std::size_t zone) const { return shown || isChosen(zone); }
};

struct ZoneGround
{
    glm::dvec3 origin{0.0}; ///< what the lines are relative to
    double height = 0.0;    ///< of the ground where there is no surface
    const GroundSurface* surface = nullptr;

    double at(const glm::dvec2& place) const
    {
        return surface != nullptr ? surface->heightAt(place).value_or(height) : height;
    }
};

/// Cased outlines on the ground, or at the lowest and the greatest height of a zone that has them, joined by
/// uprights. Zones of a great many corners are drawn with fewer.
std::vector<Instance> zoneLines(const MarkedZones& zones, const ZoneGround& ground, const Theme& theme);
/// Where its name belongs.
glm::dvec3 zoneAnchor(const model::Zone& zone, const ZoneGround& ground);

} // namespace ghostline::render
