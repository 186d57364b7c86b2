// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Zones that are named on the command line: a file as the window exports it, circles, or both.
#include "model/base/error.h"
#include "model/world/zone.h"

#include <QStringList>

namespace ghostline::app {

struct ZoneArguments
{
    QString file;        ///< JSON
    QStringList circles; ///< NAME=X,Z,RADIUS
};

/// None where none are named. NotReadable, Damaged or InvalidArgument says which of them is wrong.
model::Result<std::vector<model::Zone>> readZones(const ZoneArguments& arguments);

} // namespace ghostline::app
