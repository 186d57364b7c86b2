// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `players`: two actors side by side, or one in two parts of a match or in two recordings.
#include "app/cli/verbs.h"

#include <optional>

namespace ghostline::app {

struct PlayersArguments
{
    QString a;
    QString b; ///< empty = both are in A
    QStringList options;
    QStringList actors; ///< one or two
    QStringList parts;  ///< at most two, as in model::partNamed()
    ZoneArguments zones;
    std::optional<double> still;  ///< world units a second; else chosen from the data
    std::optional<double> sprint; ///< the same
    bool csv = false;
    bool json = false;
};
int runPlayers(const Session& session, const PlayersArguments& arguments);

} // namespace ghostline::app
