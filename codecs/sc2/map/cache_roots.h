// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the game keeps the maps that it has downloaded, on each system and in each prefix of Wine.
#include <QString>
#include <QStringList>

#include <functional>

namespace ghostline::sc2 {

/// What is asked of the machine; tests give another one.
struct MachinePaths
{
    QString home;
    QString root; ///< put before absolute paths that are the same everywhere; usually empty
    std::function<QString(const char* name)> variable; ///< of the environment, empty = not set

    static MachinePaths ofThisMachine();
};

/// Folders like C: of those prefixes that are there ("~/.wine/drive_c").
QStringList wineDrives(const MachinePaths& machine);
/// Stores of the game, those of this system first, whether they are there or not. Each has files as
/// "8b/33/8b33….s2ma".
QStringList cacheRoots(const MachinePaths& machine);

} // namespace ghostline::sc2
