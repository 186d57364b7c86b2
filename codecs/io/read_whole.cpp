// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/read_whole.h"

namespace ghostline::io {

model::Result<std::vector<std::byte>> readWhole(const model::ByteSource& source, const std::stop_token& stop)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(source.size()));
    std::size_t got = 0;
    while (got < bytes.size()) {
        const auto more = source.read(got, std::span(bytes).subspan(got), stop);
        if (!more)
            return tl::unexpected(more.error());
        if (*more == 0)
            break;
        got += *more;
    }
    bytes.resize(got);
    return bytes;
}

} // namespace ghostline::io
