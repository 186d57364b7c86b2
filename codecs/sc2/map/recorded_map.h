// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay says of the map it was played on.
#include <QByteArray>
#include <QStringList>

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace ghostline::sc2 {

struct RecordedMap
{
    QString title; ///< in the recorder's language
    int width = 0; ///< cells, 0 = not told
    int height = 0;
    QString hash;              ///< SHA-256 of the map's file, 64 small hexadecimal digits; empty = not told
    QStringList recordedPaths; ///< of that file, on the machine that recorded it
    bool reportsUnits = false; ///< resources, rocks and towers are among what it reports
    struct TownHall
    {
        QString player;
        glm::dvec2 place{0.0}; ///< rounded down to cells
    };
    std::vector<TownHall> townHalls; ///< those that stand when the game begins, the first of each player
};

/// Of the map among a replay's handles (40 bytes each): the last one. Empty where that is none, or one of the
/// modules that come with the game.
QString mapHash(std::span<const QByteArray> handles);
/// Full paths of the file with that hash that replay.server.battlelobby names; none that lie on another
/// machine of a network. Anything may be in `lobby`.
QStringList recordedMapPaths(std::span<const std::byte> lobby, const QString& hash);

} // namespace ghostline::sc2
