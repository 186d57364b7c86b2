// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One writer at a time, across programs, for a file that is read, changed and replaced.
#include <QString>

#include <chrono>

namespace ghostline::model {

/// Holds an advisory lock (flock) on a file of its own as long as it lives; the kernel takes it from a
/// process that dies. A network file system may not honour it. The file stays: removing it would race with
/// who waits for it.
class FileLock
{
public:
    /// Waits at most `patience`, then goes without: held() tells.
    FileLock(const QString& path, std::chrono::milliseconds patience);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    bool held() const { return m_held; }

private:
    int m_file = -1;
    bool m_held = false;
};

} // namespace ghostline::model
