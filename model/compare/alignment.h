// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The four ways to align two runs, and the reasons why a comparison may have no value.
#include "model/base/export.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace ghostline::model {

// GCC 12 takes a scoped enumerator for one that hides model::Progress, or model::Checkpoints.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// A is the reference, B the other run. Delta = B - A everywhere: negative = B is faster.
enum class Alignment : std::uint8_t {
    Start,      ///< both clocks are zero at their own run's start
    Tick,       ///< both clocks are zero at their recording's first frame
    Checkpoint, ///< both clocks start again at each checkpoint that both took in the same order
    Progress    ///< the same place instead of the same time
};

/// Why there is no number.
enum class NoNumber : std::uint8_t {
    None,                ///< there is one
    OffPath,             ///< further from the reference's way than OffPathLimit
    Checkpoints,         ///< the two had not taken the same checkpoints
    NoCheckpointYet,     ///< by the clock a difference is known from the first checkpoint on
    ReferenceStoodStill, ///< the reference was at that place for a while: no single time
    Outside              ///< before the start, after the end, or not there
};
#pragma GCC diagnostic pop

inline constexpr double OffPathLimit = 8.0;    ///< metres from the reference's way, limit included
inline constexpr double SectionEndLimit = 1.0; ///< metres, where the nearest place is an end of the section
inline constexpr double JumpLength = 8.0;      ///< metres in one frame: taken for a jump, not for motion

/// "start", "tick", "checkpoint", "progress".
GHOSTLINE_MODEL_EXPORT QString alignmentName(Alignment alignment);
GHOSTLINE_MODEL_EXPORT std::optional<Alignment> alignmentNamed(const QString& name);
/// "off_path", "checkpoints", "no_checkpoint_yet", "reference_stood_still", "outside"; empty for None.
GHOSTLINE_MODEL_EXPORT QString noNumberName(NoNumber why);

} // namespace ghostline::model
