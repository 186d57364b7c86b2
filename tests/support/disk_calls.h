// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes down what a program asks of the disk, in order, and can let it fail. These definitions stand before
// the C library's, for the libraries of the program too; so disk_calls.cpp is compiled into the drivers whose
// tests look on, not into the library.
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QStringList>

#include <cerrno>
#include <cstdio>

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

} // namespace ghostline::test
