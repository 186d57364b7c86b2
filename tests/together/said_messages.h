// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One message of every kind, filled in to the brim of what people say: what tests send and fuzzers begin
// with.
#include "together/messages.h"

#include <utility>
#include <vector>

namespace ghostline::test {

/// With a name each, for data rows.
std::vector<std::pair<const char*, together::Message>> saidMessages();

} // namespace ghostline::test
