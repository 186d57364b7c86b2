// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The head of a recorder log: u16 version, string magic, i64 date, string map (docs/formats/carla.md).
#include "model/bytes/byte_source.h"

#include <QByteArray>

namespace ghostline::carla {

inline constexpr char Magic[] = "CARLA_RECORDER";
/// Bytes from the start up to and including the magic: below this nothing can be told.
inline constexpr std::size_t MagicEnd = 2 + 2 + 14;
/// The longest possible header: both strings at their 16-bit limit would not be a log; only the map varies.
inline constexpr std::size_t MaxHeaderBytes = MagicEnd + 8 + 2 + 65535;

struct Header
{
    std::uint16_t version = 1;
    std::int64_t date = 0;         ///< seconds since 1970-01-01 UTC
    QByteArray map;                ///< as stored; may be path-like
    std::uint64_t firstPacket = 0; ///< offset of the first packet's id byte
};

/// UnknownFormat: another magic, or too short to tell ("bad-magic"). Damaged: right magic, then cut
/// ("header-cut").
model::Result<Header> parseHeader(std::span<const std::byte> start);
model::Result<Header> readHeader(const model::ByteSource& source, std::stop_token stop = {});
/// The map without a leading path ("Carla/Maps/Town10HD_Opt" -> "Town10HD_Opt").
QString mapName(const QByteArray& storedMap);

} // namespace ghostline::carla
