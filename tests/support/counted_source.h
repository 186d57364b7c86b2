// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A byte source that counts what is read of it.
#include "model/bytes/byte_source.h"

#include <atomic>
#include <memory>
#include <utility>

namespace ghostline::test {

/// Passes everything on. What siblings read counts too.
class CountedSource final : public model::ByteSource
{
public:
    struct Counters
    {
        std::atomic<std::uint64_t> reads{0};
        std::atomic<std::uint64_t> bytes{0};
    };

    explicit CountedSource(std::unique_ptr<model::ByteSource> inner,
                           std::shared_ptr<Counters> counters = std::make_shared<Counters>())
        : m_inner(std::move(inner)), m_counters(std::move(counters))
    {
    }
    std::shared_ptr<Counters> counters() const { return m_counters; }

    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop = {}) const override
    {
        model::Result<std::size_t> got = m_inner->read(offset, out, std::move(stop));
        m_counters->reads.fetch_add(1, std::memory_order_relaxed);
        if (got)
            m_counters->bytes.fetch_add(*got, std::memory_order_relaxed);
        return got;
    }
    std::uint64_t size() const override { return m_inner->size(); }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop = {}) const override
    {
        return m_inner->sibling(name, std::move(stop))
            .map([this](std::unique_ptr<model::ByteSource> found) -> std::unique_ptr<model::ByteSource> {
                return std::make_unique<CountedSource>(std::move(found), m_counters);
            });
    }
    model::Result<QStringList> siblingNames() const override { return m_inner->siblingNames(); }

private:
    std::unique_ptr<model::ByteSource> m_inner;
    std::shared_ptr<Counters> m_counters;
};

} // namespace ghostline::test
