// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One block of analysis events: its head, what is in it once unpacked, and how it is written.
#include "codecs/ironcurtain/events/analysis_event.h"
#include "model/base/error.h"

#include <functional>

namespace ghostline::ironcurtain {

inline constexpr std::size_t EventBlockHeadBytes = 20; ///< before the blob

struct EventBlockHead
{
    SimTick first = 0;
    SimTick last = 0;
    std::uint32_t count = 0;
};
/// Nothing when it is cut off.
std::optional<EventBlockHead> parseEventBlockHead(std::span<const std::byte> payload);

/// What was found in an unpacked block by going through all of it.
struct EventBlockFacts
{
    /// Every event before `offset` has an earlier tick.
    struct Mark
    {
        SimTick tick = 0;
        std::size_t offset = 0;
    };
    std::vector<Mark> marks;      ///< ascending, some thousand bytes apart
    std::size_t usable = 0;       ///< bytes of good events, from the beginning
    std::optional<SimTick> first; ///< of the known events among them
    std::optional<SimTick> last;
    QString why;       ///< what is wrong behind them, or with the head; empty = nothing
    bool lost = false; ///< something behind them cannot be read
};
/// Goes through the events in order until one breaks a rule: a length that leads outside, a known variant
/// that is not its length, ticks that go back or leave [first, last] of the head. `each` sees the good ones,
/// those of unknown variants too; nothing comes back when it says false.
std::optional<EventBlockFacts> scanEventBlock(std::span<const std::byte> raw, const EventBlockHead& head,
                                              const std::function<bool(const ParsedEvent&)>& each);
/// Known events of [first, last], of a block that was scanned.
void visitEventBlock(std::span<const std::byte> raw, const EventBlockFacts& facts, SimTick first,
                     SimTick last, const std::function<void(const AnalysisEvent&)>& sink);

/// Collects events of ascending ticks into the payload of a block.
class EventBlockBuilder
{
public:
    void add(const AnalysisEvent& event);
    /// The bytes of an event as they are, behind their length: also one of an unknown variant.
    void addRaw(SimTick tick, std::span<const std::byte> event);
    bool empty() const { return m_head.count == 0; }
    std::size_t rawBytes() const { return m_raw.size(); }
    const EventBlockHead& head() const { return m_head; }
    /// The payload; the builder is empty again.
    Bytes take();

private:
    void begin(SimTick tick);
    EventBlockHead m_head;
    Bytes m_raw;
};

} // namespace ghostline::ironcurtain
