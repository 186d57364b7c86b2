// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Computes one metric of one actor from frame to frame.
#include "model/base/numbers.h"
#include "model/metrics/metrics.h"

#include <optional>

namespace ghostline::model {

/// The actor's row when it is there and drawn; a parked actor has no motion worth a curve.
std::optional<std::size_t> visibleRow(const WorldState& state, ActorId actor);
/// The same where its place there is recorded or estimated, not merely the last one known.
std::optional<std::size_t> placedRow(const ReplayInfo& info, const WorldState& state, ActorId actor);

/// Whether the codec only held on to what was last known when it made up this whole frame. A lost span alone
/// does not say so: often something else is missing there.
bool nothingRecorded(const ReplayIndex& index, FrameNumber frame, const WorldState& now);

class MetricTrack
{
public:
    MetricTrack(MetricRequest request, const ReplayInfo& info) : m_request(std::move(request)), m_info(info)
    {
    }

    /// NaN = no value here. `before` is null at the start and after whatever must not be bridged.
    double next(const WorldState* before, const WorldState& now);
    /// A frame that could not be decoded.
    void interrupt();

private:
    double value(std::size_t row, const WorldState* before, const WorldState& now);
    double rate(const WorldState* before, const WorldState& now);
    double nearest(std::size_t row, const WorldState& now) const;

    MetricRequest m_request;
    const ReplayInfo& m_info;
    double m_lastSpeed = NoValue;
    double m_lastValue = NoValue;
    double m_covered = 0.0;
};

} // namespace ghostline::model
