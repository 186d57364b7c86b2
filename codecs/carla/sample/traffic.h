// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Synthetic recorder logs of any size: traffic in a made-up town, the same for the same options.
#include "codecs/carla/write/log_writer.h"

#include <functional>

namespace ghostline::carla {

struct TrafficOptions
{
    int vehicles = 25;
    int walkers = 10;
    int lights = 26; ///< traffic lights that are recorded, as many as the town has at most
    double hz = 20.0;
    double seconds = 64.0;
    std::uint64_t seed = 1832;
    bool additional = true;  ///< speeds, boxes, bones, light times, physics, platform time
    bool wheels = true;      ///< wheel angles, riders
    bool doubles = false;    ///< as UE5 writes
    bool doorsFirst = false; ///< the other order of ids 21 to 23
    double crashAt = 0.4;    ///< share of the time after which a driver looks away; negative = nobody
    double crashEvery = 0.0; ///< seconds between further ones, 0 = only one
};

/// Name of the map the logs are set in; its file is `<name>.xodr`.
inline constexpr char SampleMap[] = "SampleTown";

/// Receives the log in pieces; an error ends the writing.
using ByteSink = std::function<model::Result<void>(Bytes)>;

/// Writes a log. InvalidArgument when the options make none.
model::Result<void> generateTraffic(const TrafficOptions& options, const ByteSink& sink);
/// The whole log in memory, for tests.
QByteArray trafficLog(const TrafficOptions& options);
/// The map that fits a log made with the same options.
QByteArray trafficMap(const TrafficOptions& options);

} // namespace ghostline::carla
