// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// zsh_completion.cpp
#include "app/manual/pages.h"

namespace ghostline::manual {

QString zshCompletion(const Program& program);

} // namespace ghostline::manual
