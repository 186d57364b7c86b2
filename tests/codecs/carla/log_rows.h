// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Actors and events of a log by their native names.
#include "tests/codecs/carla/open_log.h"

namespace ghostline::test {

using namespace ghostline::carla;

inline std::size_t rowOf(const model::ReplaySource& source, const model::WorldState& state, std::uint32_t id)
{
    const std::ptrdiff_t row = state.row(test::lifeOf(*source.index(), id, state.at.frame));
    return row < 0 ? SIZE_MAX : static_cast<std::size_t>(row);
}

inline int countOf(const model::ReplayIndex& index, const char* kind)
{
    return static_cast<int>(
        std::count_if(index.events->events.begin(), index.events->events.end(), [&](const model::Event& e) {
            return index.events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String(kind);
        }));
}

} // namespace ghostline::test
