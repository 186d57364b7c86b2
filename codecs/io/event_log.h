// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of a replay while a codec collects them: a bounded number, added in any order of frames, changed
// or taken back while more of the recording is read, handed out sorted.
#include "model/replay/event.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace ghostline::io {

/// Names one event for as long as the log lives, whatever is added or removed beside it.
using EventId = std::int32_t;
inline constexpr EventId NoEvent = -1;

/// What goes first when there is no room: a lower rank is given up for a higher one.
enum class EventRank : std::uint8_t { Plain, Normal, Major };

class EventLog
{
public:
    explicit EventLog(std::size_t most) : m_most(most) {}

    /// NoEvent when the log is full and holds nothing of a lower rank to give up.
    EventId add(model::Event event, EventRank rank = EventRank::Normal);
    /// Null for NoEvent and for what was removed or given up. Valid until the next add().
    model::Event* find(EventId id);
    const model::Event* find(EventId id) const;
    /// Takes back what turned out to be something else.
    void remove(EventId id);
    /// Takes back everything from a frame on.
    void removeFrom(model::FrameNumber frame);
    /// The event goes on until close(); its length is then what has passed.
    void open(EventId id);
    void close(EventId id, model::Micros now);

    void reserve(std::size_t events) { m_entries.reserve(std::min(events, m_most)); }
    std::size_t size() const { return m_kept; }
    bool full() const { return m_kept >= m_most; }
    /// Events that found no room, or were given up for others.
    std::size_t leftOut() const { return m_leftOut; }
    /// Counts one that the caller did not even make because the log is full.
    void leaveOut() { ++m_leftOut; }

    /// Visits what is kept, in the order of adding.
    void each(const std::function<void(model::Event&)>& visit);

    /// What is kept of the frames before `end`, by frame, within a frame in the order of adding; what is
    /// still open is as long as it has lasted until `now`.
    std::vector<model::Event> sorted(model::FrameNumber end, model::Micros now = {}) const;
    /// The same of all frames, moved out: the log is empty afterwards.
    std::vector<model::Event> take();

private:
    struct Entry
    {
        model::Event event;
        EventRank rank = EventRank::Normal;
        bool kept = true;
        bool open = false;
    };
    static constexpr std::size_t Ranks = 3;
    bool makeRoom(EventRank rank);
    void drop(Entry& entry);
    std::vector<std::size_t> order(model::FrameNumber end) const;

    std::vector<Entry> m_entries; ///< by EventId
    std::array<std::vector<EventId>, Ranks> m_byRank;
    std::size_t m_most;
    std::size_t m_kept = 0;
    std::size_t m_leftOut = 0;
};

} // namespace ghostline::io
