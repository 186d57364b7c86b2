// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A source whose neighbours nobody can list, as behind a web server; it tells which were asked for.
#include "model/bytes/byte_source.h"

#include <string>
#include <utility>
#include <vector>

namespace ghostline::test {

class UnlistedSource final : public model::ByteSource
{
public:
    explicit UnlistedSource(std::unique_ptr<model::ByteSource> inner) : m_inner(std::move(inner)) {}
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        return m_inner->read(offset, out, std::move(stop));
    }
    std::uint64_t size() const override { return m_inner->size(); }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override
    {
        asked.emplace_back(name);
        return m_inner->sibling(name, std::move(stop));
    }
    mutable std::vector<std::string> asked; ///< by name, in order

private:
    std::unique_ptr<model::ByteSource> m_inner;
};

} // namespace ghostline::test
