// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder of files that appears whole or not at all.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QString>

#include <memory>

namespace ghostline::model {

/// Temporary folder beside the target, renamed on commit(). Without commit() nothing remains. Only a folder
/// that is empty is replaced.
class GHOSTLINE_MODEL_EXPORT AtomicFolder
{
public:
    /// WriteFailed where a file or a folder with something in it has that name.
    static Result<AtomicFolder> create(const QString& path);
    AtomicFolder(AtomicFolder&& other) noexcept;
    AtomicFolder& operator=(AtomicFolder&& other) noexcept;
    ~AtomicFolder();

    /// Where its files are to be written until commit(): whoever writes them makes them durable (AtomicFile).
    QString temporaryPath() const;
    Result<void> commit();

private:
    struct Private;
    explicit AtomicFolder(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::model
