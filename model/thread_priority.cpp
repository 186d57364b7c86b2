// SPDX-License-Identifier: GPL-3.0-or-later
// On Linux a niceness belongs to one thread.
#include "model/thread_priority.h"

#include <cerrno>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ghostline::model {

namespace {

constexpr int BackgroundNiceness = 10;

} // namespace

void lowerThreadPriority()
{
    const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
    errno = 0;
    const int now = ::getpriority(PRIO_PROCESS, thread);
    if (errno == 0 && now < BackgroundNiceness)
        (void)::setpriority(PRIO_PROCESS, thread, BackgroundNiceness);
}

} // namespace ghostline::model
