// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The time in front of a frame: `2021/12/20 11:33:20.000`, in whatever separators the recorder's country
// uses.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ghostline::echo {

/// Milliseconds since 1970 on the recorder's clock. Year, month, day, hour, minute and second in this order;
/// any separators, any number of digits of a second.
std::optional<std::int64_t> parseTimeStamp(std::string_view text);
/// Appends `yyyy/MM/dd HH:mm:ss.fff`.
void appendTimeStamp(std::string& out, std::int64_t timeMs);

} // namespace ghostline::echo
