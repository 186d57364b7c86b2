// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a map is called, and who made it.
#include "codecs/sc2/map/map_store.h"

#include <stop_token>
#include <string_view>

namespace ghostline::sc2 {

inline constexpr std::string_view MapNameKey = "DocInfo/Name";
inline constexpr std::string_view MapAuthorKey = "DocInfo/Author"; ///< hardly any map has it

struct MapWords
{
    QString name;
    QString author; ///< as written; empty where the map names nobody
};

/// In a language of GameStrings.txt; empty when it is not in there.
QString wordsInStrings(std::span<const std::byte> bytes, std::string_view key);
/// In DocumentHeader, which has several languages: in the best of them.
model::Result<QString> wordsInHeader(std::span<const std::byte> bytes, const QStringList& languages,
                                     std::string_view key);
/// Languages as the game calls them ("deDE"): the user's, then English, then all others.
QStringList mapLanguages();
/// From the best source there is; empty when none tells, or `stop` was asked for. Members that are broken are
/// noted where the name is missed for it. The author is read where the name was found, else in
/// DocumentHeader.
MapWords mapWords(const MapStore& store, model::DiagnosticList& diagnostics, const std::stop_token& stop);

} // namespace ghostline::sc2
