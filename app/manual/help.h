// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What --help prints, and the phrases that the manual page shares with it.
#include "app/manual/program.h"

namespace ghostline::manual {

/// Columns that no line of the help is wider than.
constexpr qsizetype HelpWidth = 100;

/// Help of the whole program, or of the verb of that name.
QString helpText(const Program& program, const QString& verb = {});

/// What an option is, what it may be, and what it goes with.
QString fullDescription(const Option& option);
QString fullDescription(const Argument& argument);
/// As it stands in a synopsis: FILE, [STREAM], PATH...
QString placeholder(const Argument& argument);
/// Options by their blocks, blocks and options in the order they were declared.
std::vector<std::pair<QString, std::vector<Option>>> blocks(const std::vector<Option>& options);

} // namespace ghostline::manual
