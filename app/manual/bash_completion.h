// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Needs nothing but bash itself: the bash-completion package need not be there.
#include "app/manual/pages.h"

namespace ghostline::manual {

QString bashCompletion(const Program& program);

} // namespace ghostline::manual
