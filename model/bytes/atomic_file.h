// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a file so that a crash leaves the old one or the new one, never half of either.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QString>

#include <memory>
#include <span>

namespace ghostline::model {

/// Temporary file in the target's folder, then fsync and rename on commit(). Without commit() nothing
/// remains; what a killed program left in that folder goes when the next file is begun there. Only a regular
/// file is replaced.
class GHOSTLINE_MODEL_EXPORT AtomicFile
{
public:
    static Result<AtomicFile> create(const QString& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    ~AtomicFile();

    Result<void> write(std::span<const std::byte> bytes);
    /// Overwrites earlier bytes (a header patched at the end); must lie within what was written.
    Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);
    std::uint64_t position() const;
    /// Of the temporary file, for another program that writes it instead; what it has written by commit()
    /// counts.
    QString temporaryPath() const;
    /// WriteFailed: the old file is there as it was; or, when only the folder could not be made durable (the
    /// message says so), the new one.
    Result<void> commit();

private:
    struct Private;
    explicit AtomicFile(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

/// The whole file in one go; on failure the old one is there as it was.
GHOSTLINE_MODEL_EXPORT Result<void> replaceFile(const QString& path, const QByteArray& bytes);

/// 0, or the errno of what failed, which is worth an error: the names in the folder may be lost. A folder
/// that may be written but not read, or lies on a file system that cannot sync folders, counts as done:
/// nothing can be done about it, and such a system orders its writes itself or promises nothing. Any thread.
GHOSTLINE_MODEL_EXPORT int syncFolder(const QString& folder);

/// "what: why, in the system's words"; WriteFailed, about `path`. `what` is a literal, as of a Sentence.
GHOSTLINE_MODEL_EXPORT tl::unexpected<Error> writeFailed(const QString& path, const QString& what, int error);

} // namespace ghostline::model
