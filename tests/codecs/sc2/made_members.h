// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes the members that are read before the streams, with only what a test wants to say in them.
#include "codecs/sc2/container/head.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "codecs/sc2/sample/versioned_writer.h"

#include <QJsonArray>

namespace ghostline::sc2::made {

using Bytes = std::vector<std::byte>;

struct Player
{
    const char* name;
    const char* race;
    int team;
    int result;
    int slot; ///< -1 = not said
    int control = 2;
};

Bytes header(std::uint32_t build, std::int64_t loops = 1000,
             const char* signature = "StarCraft II replay\x1B"
                                     "11");
Bytes details(const std::vector<Player>& players);

struct Slot
{
    int control;
    int user; ///< -1 = nobody
    int team;
    int observe;
    int workingSlot;
};

Bytes lobby(std::uint32_t build, const QStringList& users, const std::vector<Slot>& slots);
Bytes attributes(bool source, const std::vector<Attribute>& values, int extra = 0);
Bytes plain(const QByteArray& raw);
std::optional<ReplayHead> headOf(const Bytes& userData, const std::vector<MpqWriteMember>& members);
QStringList codes(const ReplayHead& head);

} // namespace ghostline::sc2::made
