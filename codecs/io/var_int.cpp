// SPDX-License-Identifier: GPL-3.0-or-later
// Seven bits a byte, the eighth says whether more follow.
#include "codecs/io/var_int.h"

namespace ghostline::io {

void writeLeb128(std::vector<std::byte>& out, std::uint64_t value)
{
    while (value > 0x7F) {
        out.push_back(static_cast<std::byte>((value & 0x7FU) | 0x80U));
        value >>= 7;
    }
    out.push_back(static_cast<std::byte>(value));
}

} // namespace ghostline::io
