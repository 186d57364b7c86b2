// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Zones as a JSON file: {"zones": [{"id", "name", "polygon": [[x, z] ...] or "circle": [x, z, radius],
// "bottom", "top"}]}, metres; heights only where they are limited.
#include "model/base/error.h"
#include "model/world/zone.h"

#include <QByteArray>

namespace ghostline::model {

GHOSTLINE_MODEL_EXPORT QByteArray zonesToJson(const std::vector<Zone>& zones);
/// Damaged or LimitExceeded says which zone is wrong and how; nothing of such a file is taken.
GHOSTLINE_MODEL_EXPORT Result<std::vector<Zone>> zonesFromJson(const QByteArray& json);

inline constexpr std::size_t MostZones = 200;
inline constexpr std::size_t MostZoneCorners = 2000;

} // namespace ghostline::model
