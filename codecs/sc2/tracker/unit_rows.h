// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of the generated table, with what only the unit table itself asks for.
#include "codecs/sc2/tracker/unit_table.h"

namespace ghostline::sc2 {

struct UnitRow
{
    UnitType type;
    bool dummy = false;
    std::string_view shown; ///< name for people; empty when it follows from the type's
};

/// Ascending name.
std::span<const UnitRow> unitRows();
/// Null when the table does not have it.
const UnitRow* findUnitRow(std::string_view name);

} // namespace ghostline::sc2
