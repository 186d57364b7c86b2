// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a detector has found: worked out, never proof.
#include "model/analysis/findings.h"

namespace ghostline::model {

/// `value` is the most that was measured in it, in the detector's unit.
struct Alarm : Stretch
{
    std::size_t detector = 0; ///< index into detectors()
    ActorId actor = ActorId::None;
    double value = 0.0;
};

} // namespace ghostline::model
