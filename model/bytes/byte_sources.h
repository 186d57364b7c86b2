// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The byte sources that need no network: file and memory.
#include "model/bytes/byte_source.h"

#include <QString>

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

/// Reads exactly out.size() bytes; fewer is Damaged with the offset where the source ended.
GHOSTLINE_MODEL_EXPORT Result<void> readExactly(const ByteSource& source, std::uint64_t offset,
                                                std::span<std::byte> out, std::stop_token stop = {});

/// True for a name that stays beside the source: relative, without a way up. Names of siblings come from
/// files, and so are not trusted.
bool isSafeSiblingName(const QString& name);

} // namespace ghostline::model
