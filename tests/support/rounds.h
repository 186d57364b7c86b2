// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often a test repeats what it draws at random.
#include <algorithm>

namespace ghostline::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool Sanitized = true;
#elif defined(__has_feature)
inline constexpr bool Sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool Sanitized = false;
#endif

/// With sanitizers one in so many: they report a fault the first time that it is reached, and take ten times
/// as long. Values are compared in full without them.
inline constexpr int Thinning = Sanitized ? 10 : 1;
constexpr int rounds(int all) { return std::max(all / Thinning, 1); }

} // namespace ghostline::test
