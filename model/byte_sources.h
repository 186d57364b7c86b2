// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The byte sources that need no network: file, memory, and one that counts for tests and benchmarks.
#include "model/byte_source.h"

#include <atomic>
#include <vector>

namespace ghostline::model {

/// A regular file read with pread (not mmap: a file that shrinks must be an error, not a SIGBUS).
/// Directories, FIFOs, sockets and devices are refused with NotReadable. Opened read-only.
GHOSTLINE_MODEL_EXPORT Result<std::unique_ptr<ByteSource>> openFile(const QString& path);

/// Bytes in memory. `siblings` are found by name.
class GHOSTLINE_MODEL_EXPORT MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::vector<std::byte> bytes, QString name = QStringLiteral("memory"));
    static std::unique_ptr<MemorySource> fromByteArray(const QByteArray& bytes, QString name);
    void addSibling(QString name, QByteArray bytes);

    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop = {}) const override;
    std::uint64_t size() const override { return m_bytes.size(); }
    Identity identity() const override;
    Result<std::unique_ptr<ByteSource>> sibling(std::string_view name,
                                                std::stop_token stop = {}) const override;
    Result<QStringList> siblingNames() const override;

private:
    std::vector<std::byte> m_bytes;
    QString m_name;
    std::vector<std::pair<QString, QByteArray>> m_siblings;
};

/// Passes everything on and counts it, so that tests can assert how much was read. What siblings read
/// counts too.
class GHOSTLINE_MODEL_EXPORT CountedSource final : public ByteSource
{
public:
    struct Counters
    {
        std::atomic<std::uint64_t> reads{0};
        std::atomic<std::uint64_t> bytes{0};
    };
    explicit CountedSource(std::unique_ptr<ByteSource> inner,
                           std::shared_ptr<Counters> counters = std::make_shared<Counters>());
    std::shared_ptr<Counters> counters() const { return m_counters; }

    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop = {}) const override;
    std::uint64_t size() const override { return m_inner->size(); }
    Identity identity() const override { return m_inner->identity(); }
    Result<std::unique_ptr<ByteSource>> sibling(std::string_view name,
                                                std::stop_token stop = {}) const override;
    Result<QStringList> siblingNames() const override;

private:
    std::unique_ptr<ByteSource> m_inner;
    std::shared_ptr<Counters> m_counters;
};

/// Reads exactly out.size() bytes; fewer is Damaged with the offset where the source ended.
GHOSTLINE_MODEL_EXPORT Result<void> readExactly(const ByteSource& source, std::uint64_t offset,
                                                std::span<std::byte> out, std::stop_token stop = {});

} // namespace ghostline::model
