// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SHA-256 in pieces: with the processor's own instructions where it has them, else by libsodium. A restore
// hashes each baseline, so this decides how fast a chained file can be sought in.
#include "codecs/ironcurtain/base/types.h"

#include <span>

namespace ghostline::ironcurtain {

class Sha256
{
public:
    enum class Way { Best, Portable };
    explicit Sha256(Way way = Way::Best);
    void add(std::span<const std::byte> bytes);
    StateHash finish(); ///< once

private:
    static constexpr std::size_t BlockBytes = 64;

    bool m_fast = false;
    std::array<std::uint32_t, 8> m_state{};
    std::array<std::byte, BlockBytes> m_pending{};
    std::uint64_t m_bytes = 0;
    alignas(16) std::array<std::byte, 128> m_portable{}; ///< libsodium's state
};

} // namespace ghostline::ironcurtain
