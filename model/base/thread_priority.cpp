// SPDX-License-Identifier: GPL-3.0-or-later
// On Linux a niceness belongs to one thread.
#include "model/base/thread_priority.h"

#include <cerrno>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ghostline::model {

namespace {

constexpr int BackgroundNiceness = 10;

int currentThread() { return static_cast<int>(::syscall(SYS_gettid)); }

void lowerPriorityOf(int thread)
{
    const auto who = static_cast<id_t>(thread);
    errno = 0;
    const int now = ::getpriority(PRIO_PROCESS, who);
    if (errno == 0 && now < BackgroundNiceness)
        (void)::setpriority(PRIO_PROCESS, who, BackgroundNiceness);
}

} // namespace

void lowerThreadPriority() { lowerPriorityOf(currentThread()); }

void AwaitedThread::begin()
{
    const std::scoped_lock lock(m_mutex);
    m_id = currentThread();
    if (m_lowered)
        lowerPriorityOf(m_id);
}

void AwaitedThread::end()
{
    const std::scoped_lock lock(m_mutex);
    m_id = 0;
}

void AwaitedThread::lower()
{
    const std::scoped_lock lock(m_mutex);
    m_lowered = true;
    if (m_id != 0)
        lowerPriorityOf(m_id);
}

} // namespace ghostline::model
