// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables of the library, and how an older library becomes one of today.
#include "library/store/connection.h"

namespace ghostline::library {

inline constexpr int SchemaVersion = 1;

/// Unsupported: made by a newer version, or, when it is only read, by an older one.
model::Result<void> bringUpToDate(Connection& connection, bool mayWrite);

} // namespace ghostline::library
