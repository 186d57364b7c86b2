// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which detectors are asked, and how, from the command line.
#include "model/detect/detect.h"

#include <QStringList>

namespace ghostline::app {

struct DetectorArguments
{
    QStringList only;          ///< ids; empty = all that are proven
    bool experimental = false; ///< and those that are not
    QStringList values;        ///< ID=NUMBER, a threshold, or ID.PARAMETER=NUMBER
};
/// InvalidArgument where there is no such detector, no such parameter, or a number is none or out of range.
model::Result<model::DetectOptions> detectOptions(const DetectorArguments& arguments);

} // namespace ghostline::app
