// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Analysis events by tick, without holding them: blocks are unpacked when asked for and a few are kept.
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/events/analysis_event.h"

#include <map>

namespace ghostline::ironcurtain {

struct EventCounts
{
    std::uint64_t total = 0; ///< without unknown ones
    std::array<std::uint64_t, AnalysisKinds> byKind{};
    static constexpr std::uint32_t OtherKinds = 0xFFFF'FFFF;
    std::map<std::uint32_t, std::uint64_t> unknown; ///< by variant; beyond MaxUnknownKinds as OtherKinds
    std::uint64_t rawBytes = 0;                     ///< unpacked
};

/// Thread-safe.
class EventStore
{
public:
    explicit EventStore(std::shared_ptr<const ReplayFile> file);
    ~EventStore();

    /// Every event of the file in order, once; also notes where in each block which tick begins, so that
    /// visit() need not start at a block's head. At least 5 million events a second. Damaged blocks become
    /// damages(), what lies before the damage in them is visited; only a failing device or the stop fails.
    /// `sink` gets the file offset of the block as well; false ends the reading.
    using Sink = std::function<bool(const AnalysisEvent&, std::uint64_t blockOffset)>;
    model::Result<EventCounts> index(const Sink& sink, const std::stop_token& stop);
    /// Events with first <= tick <= last, in order. Views are valid during the call only. Works before
    /// index(), too, only slower.
    model::Result<void> visit(SimTick first, SimTick last,
                              const std::function<void(const AnalysisEvent&)>& sink,
                              const std::stop_token& stop) const;
    /// Of blocks, found so far; all that there are after index(). Those with a wrong CRC the file tells of.
    DamageList damages() const;
    void clear() const; ///< forgets unpacked blocks

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
