// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reading a declared property out of a state: -1 and what is not there read as absent.
#include "model/world_state.h"

namespace ghostline::app {

inline model::PropertyValue valueOf(const model::WorldState& state, std::size_t row, model::PropertyId id)
{
    const auto i = static_cast<std::size_t>(id);
    return id >= 0 && i < state.propertyCount ? state.propertiesOf(row)[i] : model::PropertyValue();
}

} // namespace ghostline::app
