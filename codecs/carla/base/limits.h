// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much of a recording is kept and how deep is looked, whatever a file claims.
#include <cstddef>
#include <cstdint>

#include <QtGlobal>

namespace ghostline::carla {

inline constexpr std::uint32_t MaxPacketBytes = std::uint32_t{16} << 20; ///< no recorder writes more
inline constexpr std::uint32_t MaxPhysicsItems = 10'000;                 ///< of each list of a physics record
inline constexpr std::uint32_t MaxWheels = 255;                          ///< of one vehicle
inline constexpr std::size_t MaxDiagnostics = 1000;                      ///< of one log
inline constexpr std::size_t MaxEvents = 300'000;       ///< listed; more are left out with a diagnostic
inline constexpr std::size_t MaxActors = 200'000;       ///< more are left out with a diagnostic
inline constexpr std::size_t MaxAttributes = 1'000'000; ///< of the whole cast together
inline constexpr int MaxParentDepth = 16;               ///< of actors attached to actors
inline constexpr std::size_t MaxSkeletons = 256;        ///< of one log
inline constexpr std::size_t MaxBones = 1024;           ///< of one skeleton
inline constexpr std::size_t MaxTrackSamples = 500'000; ///< of one actor
inline constexpr qsizetype MaxReportBytes = qsizetype{1}
                                            << 30; ///< kept in memory; `info` without "all" stays far below
inline constexpr std::uint64_t MaxMapBytes = std::uint64_t{64} << 20;      ///< of an OpenDRIVE file
inline constexpr std::uint64_t MaxScenarioBytes = std::uint64_t{16} << 20; ///< of an OpenSCENARIO file
inline constexpr int MaxMapFolders = 256;                                  ///< looked into of one folder
inline constexpr std::size_t MaxMapRecords = 4'000'000;  ///< roads, pieces, lanes, cubics, marks, objects
inline constexpr std::size_t MaxMapVertices = 4'000'000; ///< of the scenery made of it
inline constexpr std::size_t MaxObjectCorners = 256;     ///< of one object beside a road
inline constexpr double MaxObjectCopies = 10'000.0;      ///< of one object
inline constexpr std::size_t MaxLineSamples = 1'000'000; ///< beyond, junctions get no lines
inline constexpr int MaxFillCellsAcross = 1000;          ///< of one junction
inline constexpr std::size_t MaxFillCells = 60'000'000;  ///< looked at, in all junctions together
inline constexpr std::size_t MaxRepairNotes = 1000;      ///< said of one log
inline constexpr std::size_t MaxFrameBytes = std::size_t{64} << 20; ///< kept of one frame while repairing

} // namespace ghostline::carla
