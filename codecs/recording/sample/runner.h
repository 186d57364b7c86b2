// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Somebody who takes a course: where the body is and what it does, tick by tick.
#include "codecs/io/sample_random.h"
#include "codecs/recording/sample/course.h"
#include "codecs/recording/sample/manner.h"

#include <optional>

namespace ghostline::recording::sample {

/// What happens in a tick besides moving.
struct Deed
{
    enum class Kind { Checkpoint, Reset, Finish, Swing, Use, Rest, Slot, Place, Chat };
    Kind kind = Kind::Swing;
    int number = 0;     ///< slot, hand, index of the bridge's block
    std::string text{}; ///< id, chat
};

struct RunnerTick
{
    glm::dvec3 place{0.0};
    double yaw = 0.0; ///< the game's sense
    double pitch = 0.0;
    int pose = 0;
    int flags = 0;
    bool jumped = false; ///< teleported
    std::vector<Deed> deeds{};
};

struct LapOptions
{
    bool falls = true; ///< misses twice, and tries again
    double haste = 1.0;
    bool detour = false; ///< glides wide of the rings
};

/// One lap from the start to behind the finish.
std::vector<RunnerTick> runLap(const Course& course, const LapOptions& options, Manner& manner,
                               io::Random& random);

} // namespace ghostline::recording::sample
