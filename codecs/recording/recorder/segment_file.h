// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The segment being recorded, in memory and on the disk, and the lock on its folder.
#include "codecs/recording/format/primitives.h"
#include "model/base/error.h"

#include <QString>

namespace ghostline::recording {

/// A file descriptor that closes itself.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
    bool isOpen() const { return m_number >= 0; }
    int number() const { return m_number; }

private:
    int m_number = -1;
};

/// Makes a folder and those above it that are missing. Their names are on the disk when it returns; when it
/// fails, none that it made stays.
model::Result<void> makeFolder(const QString& folder);

/// Two writers in one folder would overwrite each other's segments. Goes with the process, however that
/// ends.
class FolderLock
{
public:
    FolderLock() = default;
    static model::Result<FolderLock> take(const QString& folder);

private:
    Descriptor m_folder;
};

/// All of it stays in memory until it is committed, so that a write that failed can be done again whole.
class SegmentFile
{
public:
    /// An empty one; a file of that name is overwritten with the first byte, not before.
    void begin(const QString& folder, int number);
    model::Result<void> append(std::span<const std::byte> bytes);
    /// Bytes and name are on the disk when it returns.
    model::Result<void> makeDurable();
    const Bytes& bytes() const { return m_bytes; }

private:
    model::Result<void> write();
    model::Result<void> failed(const QString& what, int error);

    QString m_folder;
    QString m_path;
    Bytes m_bytes;
    Descriptor m_file;
    std::size_t m_written = 0;
};

/// Temporary files that a killed writer left beside `name`.
void removeLeftovers(const QString& folder, const QString& name);

} // namespace ghostline::recording
