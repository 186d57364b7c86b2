// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What everybody sees alike, as a value: sent whole, never as a command, so that whoever missed one knows all
// from the next.
#include "model/base/time_types.h"
#include "model/time/time_axis.h"
#include "model/world/actor.h"
#include "together/instants.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace ghostline::together {

/// [from, to), as the playhead plays it. Of no length: whoever plays stands at it.
struct SharedLoop
{
    model::Micros from{};
    model::Micros to{};

    friend bool operator==(const SharedLoop&, const SharedLoop&) = default;
};

struct SharedState
{
    /// Counted by the host, from 1: an older one that comes late is nothing new. A driving guest sends the
    /// last one that it has seen.
    std::int64_t revision = 0;
    HostInstant clock{};   ///< when `place` held. A driving guest says it by its estimate of the host's clock
    model::Micros place{}; ///< at `clock`
    double rate = 1.0;     ///< recorded seconds per second, signed; kept while paused
    bool playing = false;
    bool held = false;        ///< plays, but stands, since whoever drives waits for data
    model::Micros duration{}; ///< place of the last frame, as far as whoever drives knows the recording
    std::optional<SharedLoop> loop{};
    QString perspective{};                   ///< in the words of the window; empty = nobody's
    std::vector<model::ActorId> selection{}; ///< in the order in which they were selected
    QString camera{}; ///< in the words of model::Clip::camera, at most times "pose:..."; empty = not shared
    QStringList layers{}; ///< what is drawn, by tags: "trails", "zones" ...

    bool moves() const { return playing && !held && rate != 0.0; }
    /// Where the play is at an instant of the host's clock: within the recording, wrapped at the ends of the
    /// loop as the playhead wraps. Before `clock` it is `place`. Safe with any numbers.
    model::Micros placeAt(HostInstant now) const;
    /// No loop: it plays against this end and stands there.
    bool endsAt(model::Micros at) const;

    friend bool operator==(const SharedState&, const SharedState&) = default;
};

/// The playhead's loop in places of time, and back on an axis of one's own: frames may be others where one
/// knows less of the recording.
std::optional<SharedLoop> sharedLoop(const std::optional<model::FrameRange>& loop,
                                     const model::TimeAxis& axis);
std::optional<model::FrameRange> framesOf(const std::optional<SharedLoop>& loop, const model::TimeAxis& axis);

/// How far `own` is behind `target` in the recording, negative where it is ahead. Round the seam of the
/// loop where that is the shorter way and both are within it.
model::Micros behindBy(model::Micros own, model::Micros target, const std::optional<SharedLoop>& loop);

} // namespace ghostline::together
