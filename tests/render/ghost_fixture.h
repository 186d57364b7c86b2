// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ghosts for the render tests: the actors of another made-up world, one figure each.
#include "world_fixture.h"

namespace ghostline::test {

/// Refers to `other`, which must outlive it. Ids count from 1, hues from `hue` on.
inline std::vector<render::GhostFigure> ghostsOf(const World& other, int hue = 2)
{
    std::vector<render::GhostFigure> out;
    for (std::size_t row = 0; row < other.state.size(); ++row) {
        const model::ActorInfo* info = other.info->actor(other.state.ids[row]);
        render::GhostFigure figure;
        figure.id = static_cast<int>(row) + 1;
        figure.hue = hue + static_cast<int>(row);
        figure.info = info;
        if (info->skeleton >= 0)
            figure.skeleton = &other.info->skeletons[static_cast<std::size_t>(info->skeleton)];
        figure.position = other.state.positions[row];
        figure.orientation = other.state.orientations[row];
        figure.bones = other.state.bonesOf(row);
        figure.name = info->name;
        out.push_back(figure);
    }
    return out;
}

} // namespace ghostline::test
