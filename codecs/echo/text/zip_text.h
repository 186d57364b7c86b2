// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which entry of an archive is the text of a recording, and one that is not packed as a source of bytes.
#include "codecs/io/zip_directory.h"
#include "model/bytes/byte_source.h"

namespace ghostline::echo {

/// The one that is named like a recording, else the largest; null where there are none.
const io::ZipEntry* chooseEntry(const std::vector<io::ZipEntry>& entries);

/// A stretch of another source, as a source.
class StoredSource final : public model::ByteSource
{
public:
    StoredSource(std::shared_ptr<const model::ByteSource> inner, std::uint64_t offset, std::uint64_t size)
        : m_inner(std::move(inner)), m_offset(offset), m_size(size)
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override;
    std::uint64_t size() const override { return m_size; }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop));
    }

private:
    std::shared_ptr<const model::ByteSource> m_inner;
    std::uint64_t m_offset;
    std::uint64_t m_size;
};

} // namespace ghostline::echo
