// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/zip_text.h"

#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo {

const io::ZipEntry* chooseEntry(const std::vector<io::ZipEntry>& entries)
{
    const io::ZipEntry* best = nullptr;
    const auto named = [](const io::ZipEntry& entry) {
        return model::textOf(entry.name).endsWith(QLatin1String(".echoreplay"), Qt::CaseInsensitive);
    };
    for (const io::ZipEntry& entry : entries) {
        if (best == nullptr || (named(entry) && !named(*best)) ||
            (named(entry) == named(*best) && !named(entry) && entry.size > best->size))
            best = &entry;
    }
    return best;
}

model::Result<std::size_t> StoredSource::read(std::uint64_t offset, std::span<std::byte> out,
                                              std::stop_token stop) const
{
    const std::uint64_t left = m_size - std::min(offset, m_size);
    return m_inner->read(m_offset + offset,
                         out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size()))),
                         std::move(stop));
}

} // namespace ghostline::echo
