// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events that have a place: which of them are to be seen at an instant. Fights while they last, cues (a ping)
// for a moment.
#include "model/replay_index.h"

#include <vector>

namespace ghostline::render {

struct ShownPlace
{
    glm::dvec3 place{0.0};
    float radius = 1.0F;                         ///< metres
    float strength = 1.0F;                       ///< 1 = just now .. 0 = gone
    model::ActorId actor = model::ActorId::None; ///< whose it is, for its colour
    bool band = false;                           ///< lasts: outlined, not flashed
};

class PlacedEvents
{
public:
    void setIndex(const model::ReplayIndex& index);
    /// Replaces `out`; allocates nothing once it has grown. Without what the team of whoever the replay is
    /// seen with the eyes of could not perceive; None = everyone's.
    void at(model::Micros now, model::ActorId eyes, std::vector<ShownPlace>& out) const;
    bool empty() const { return m_entries.empty(); }

private:
    struct Entry
    {
        model::Micros begin{};
        model::Micros end{};
        std::size_t event = 0; ///< index into EventTable::events
        ShownPlace shown;
    };
    std::shared_ptr<const model::ReplayInfo> m_info;
    std::shared_ptr<const model::EventTable> m_table;
    std::vector<Entry> m_entries; ///< ascending begin
    model::Micros m_longest{};
};

} // namespace ghostline::render
