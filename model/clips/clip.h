// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A stretch of a recording as it is to be shown: of a bookmark, a highlight, an entry of a play list. A reel
// is a list of them, shown one after the other.
#include "model/base/time_types.h"

#include <QString>

namespace ghostline::model {

struct Clip
{
    QString recording{}; ///< path or address; empty = the one that is open
    Micros from{};
    Micros to{};
    double rate = 1.0; ///< recorded seconds per second shown, above 0: 0.5 is half speed
    /// In the words of `--camera`: a mode ("directed"), "path" for the key points in the recording's notes, a
    /// mode with whom it keeps to ("follow:NAME"), a scene's camera by name, "view:N" for a saved view,
    /// "place:X,Y,Z,RADIUS" for a piece of ground in metres of world space, "pose:..." for an exact place
    /// (cameraWord()). Empty = as the picture is looked at now.
    QString camera{};
    QString title{};
    QString note{};
    bool goesOn = false; ///< shows the same moment on from the clip before it: one chapter, one file

    friend bool operator==(const Clip&, const Clip&) = default;
};

} // namespace ghostline::model
