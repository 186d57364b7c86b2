// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files are offered whatever their names: fish puts what somebody typed before in front anyway.
#include "app/manual/pages.h"

namespace ghostline::manual {

QString fishCompletion(const Program& program);

} // namespace ghostline::manual
