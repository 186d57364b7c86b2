// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a tick may be recorded: looked at before anything of it is, so that a refused tick leaves no trace.
#include "codecs/recording/state/world.h"

#include <unordered_map>

namespace ghostline::recording {

inline constexpr std::size_t MaxTickEvents = 32767;               ///< what the count of a tick record holds
inline constexpr std::size_t MaxTickBytes = std::size_t{8} << 20; ///< far below MaxChunkRaw

/// Keeps its buffers from tick to tick.
class EventCheck
{
public:
    explicit EventCheck(Profile profile) : m_profile(profile) {}
    /// InvalidArgument or LimitExceeded, naming the event; `where.frame` is the tick.
    model::Result<void> check(std::span<const Event> events, std::int32_t tick, const World& world);

private:
    struct Known
    {
        bool alive = false;
        bool placed = false;
    };
    Known& known(std::int32_t entity, const World& world);
    QString contradiction(const Event& event, const World& world);
    QString unreadable(const Event& event);

    Profile m_profile;
    std::unordered_map<std::int32_t, Known> m_known; ///< entities this tick has touched
    Bytes m_bytes;
    std::size_t m_total = 0;
    std::vector<Item> m_items;
    Event m_back;
};

} // namespace ghostline::recording
