// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The archive's name hash and its word cipher (docs/formats/sc2replay.md, section 1).
#include <cstdint>
#include <span>
#include <string_view>

namespace ghostline::sc2 {

enum class MpqHash : std::uint32_t { TablePosition = 0, NameA = 1, NameB = 2, Key = 3 };

/// Case and the kind of slash do not matter.
std::uint32_t mpqHash(std::string_view name, MpqHash kind);
/// In place.
void mpqDecrypt(std::span<std::uint32_t> words, std::uint32_t key);
void mpqEncrypt(std::span<std::uint32_t> words, std::uint32_t key);

} // namespace ghostline::sc2
