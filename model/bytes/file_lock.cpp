// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/file_lock.h"

#include "model/bytes/file_names.h"

#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ghostline::model {

FileLock::FileLock(const QString& path, std::chrono::milliseconds patience)
    : m_file(::open(pathToBytes(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
{
    constexpr std::chrono::milliseconds Pause{2};
    const auto end = std::chrono::steady_clock::now() + patience;
    while (m_file >= 0 && !m_held) {
        m_held = ::flock(m_file, LOCK_EX | LOCK_NB) == 0;
        const bool busy = errno == EWOULDBLOCK || errno == EINTR;
        if (m_held || !busy || std::chrono::steady_clock::now() >= end)
            return;
        std::this_thread::sleep_for(Pause);
    }
}

FileLock::~FileLock()
{
    if (m_file >= 0)
        ::close(m_file); // releases the lock
}

} // namespace ghostline::model
