// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes down what a program asks of the disk, in order, and can let it fail. These definitions stand before
// the C library's, for the libraries of the program too; so one source file of a test may include this.
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QStringList>

#include <cerrno>
#include <cstdio>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ghostline::test {

/// One at a time. Names are without `root`; a temporary file beside its target is called "target~".
class DiskCalls
{
public:
    explicit DiskCalls(QString root) : m_root(std::move(root)) { current() = this; }
    ~DiskCalls() { current() = nullptr; }
    Q_DISABLE_COPY_MOVE(DiskCalls)

    static DiskCalls*& current()
    {
        static DiskCalls* calls = nullptr;
        return calls;
    }

    /// What was called since, as "fsync folder/name".
    QStringList take() { return std::exchange(m_calls, {}); }
    /// From now on this call, as take() writes it, fails with `error`, `granted` times excepted; 0 = no more.
    void refuse(const QString& call, int error = EIO, int granted = 0)
    {
        m_refused = call;
        m_error = error;
        m_granted = granted;
    }

    /// False, and errno set, when it is to fail.
    bool note(const char* what, const QString& path)
    {
        m_calls << QLatin1String(what) + u' ' + named(path);
        if (m_error == 0 || m_calls.last() != m_refused || m_granted-- > 0)
            return true;
        errno = m_error;
        return false;
    }

private:
    QString named(QString path) const
    {
        if (path.startsWith(m_root))
            path = path.mid(m_root.size() + 1);
        const QFileInfo file(path);
        if (!file.fileName().startsWith(u'.'))
            return path.isEmpty() ? QStringLiteral(".") : path;
        const QString target = file.fileName().mid(1).section(u'.', 0, -2) + u'~';
        return file.path() == u"." ? target : file.path() + u'/' + target;
    }

    QString m_root;
    QStringList m_calls;
    QString m_refused;
    int m_error = 0;
    int m_granted = 0;
};

template<typename F>
F* nextOf(const char* name)
{
    return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

} // namespace ghostline::test

extern "C" __attribute__((visibility("default"))) int fsync(int descriptor)
{
    using namespace ghostline::test;
    const QString path = QFile::symLinkTarget(QStringLiteral("/proc/self/fd/%1").arg(descriptor));
    if (DiskCalls::current() != nullptr && !DiskCalls::current()->note("fsync", path))
        return -1;
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
