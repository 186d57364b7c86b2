// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// roff with the man macros.
#include "app/manual/pages.h"

namespace ghostline::manual {

QString manPage(const Program& program);

} // namespace ghostline::manual
