// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/disk_calls.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ghostline::test {

template<typename F>
F* nextOf(const char* name)
{
    return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

} // namespace ghostline::test

extern "C" __attribute__((visibility("default"))) int fsync(int descriptor)
{
    using namespace ghostline::test;
    if (DiskCalls::current() != nullptr) {
        const QString path = QFile::symLinkTarget(QStringLiteral("/proc/self/fd/%1").arg(descriptor));
        if (!DiskCalls::current()->note("fsync", path))
            return -1;
    }
    return nextOf<int(int)>("fsync")(descriptor);
}

extern "C" __attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept
{
    using namespace ghostline::test;
    if (DiskCalls::current() != nullptr && !DiskCalls::current()->note("rename", QFile::decodeName(to)))
        return -1;
    return nextOf<int(const char*, const char*)>("rename")(from, to);
}

extern "C" __attribute__((visibility("default"))) int mkdir(const char* path, mode_t mode) noexcept
{
    using namespace ghostline::test;
    if (DiskCalls::current() != nullptr && !DiskCalls::current()->note("mkdir", QFile::decodeName(path)))
        return -1;
    return nextOf<int(const char*, mode_t)>("mkdir")(path, mode);
}
