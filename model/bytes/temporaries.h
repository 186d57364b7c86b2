// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files and folders under a temporary name beside the one whose place they will take. What a killed program
// leaves is told from what is being written by a lock (flock), which the kernel takes from a process that
// dies.
#include "model/base/export.h"

#include <QString>

namespace ghostline::model {

/// A hidden name that nobody has: ".NAME.ghostline-xxxxxxxxxxxxx". Whatever has
/// that name when this goes is removed.
class GHOSTLINE_MODEL_EXPORT Temporary
{
public:
    /// In the folder of `path`. Nothing is made yet.
    explicit Temporary(const QString& path);
    ~Temporary();
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    const QString& path() const { return m_path; }
    /// It has the name that it was made for, or never was ours: nothing is to be removed any more.
    void release();

private:
    QString m_path;
};

/// Says that what was just made under such a name is in use, as long as `descriptor` is open. False: another
/// program took it for abandoned and has removed it; take another name.
GHOSTLINE_MODEL_EXPORT bool holdTemporary(int descriptor);

/// Removes the temporaries in `folder` that nobody holds. Where the file system has no locks, none.
GHOSTLINE_MODEL_EXPORT void sweepTemporaries(const QString& folder);

/// For a program that ends at once, from whichever thread: removes all of its own. No other can be made, nor
/// any released, after that.
GHOSTLINE_MODEL_EXPORT void removeTemporaries();

} // namespace ghostline::model
