// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What must hold of every index and every state, whatever damage they were read from.
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"

#include <algorithm>
#include <cmath>

namespace ghostline::test {

inline bool finiteState(const model::WorldState& state)
{
    return std::all_of(state.positions.begin(), state.positions.end(), [](const glm::dvec3& at) {
        return std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z);
    });
}

/// What is wrong with an index; empty when nothing is.
inline QString problemOfIndex(const model::ReplayIndex& index)
{
    for (const model::Diagnostic& each : index.diagnostics) {
        if (each.message.isEmpty() || each.code.isEmpty())
            return QStringLiteral("a diagnostic says nothing");
    }
    for (const model::Event& event : index.events->events) {
        if (event.frame < 0 || event.frame >= index.frames() || event.text.contains(u'\n'))
            return QStringLiteral("an event lies outside: ") + event.text;
    }
    for (const model::LostSpan& span : index.lost) {
        if (span.reason.isEmpty() || span.frames.first < 0 || span.frames.end > index.frames())
            return QStringLiteral("a lost stretch lies outside");
    }
    return {};
}

} // namespace ghostline::test
