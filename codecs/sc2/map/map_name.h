// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a map is called.
#include "codecs/sc2/map/map_store.h"

#include <stop_token>

namespace ghostline::sc2 {

/// In a language of GameStrings.txt; empty when it is not in there.
QString nameInStrings(std::span<const std::byte> bytes);
/// In DocumentHeader, which has several languages: in the best of them.
model::Result<QString> nameInHeader(std::span<const std::byte> bytes, const QStringList& languages);
/// Languages as the game calls them ("deDE"): the user's, then English, then all others.
QStringList mapLanguages();
/// From the best source there is; empty when none names it, or `stop` was asked for. Members that are broken
/// are noted.
QString mapName(const MapStore& store, model::DiagnosticList& diagnostics, const std::stop_token& stop);

} // namespace ghostline::sc2
