// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files that are written from a program's description: its manual page and its shells' completions.
#include "app/manual/program.h"

namespace ghostline::manual {

/// What a program that writes the pages of another does: `arguments` name the share folder below which shells
/// and man look for them. Recordings are called what the codecs at hand say. Says on stderr what could not be
/// written, and returns the exit code.
int writePages(Program program, const QStringList& arguments);

} // namespace ghostline::manual
