// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/temporaries.h"

#include "model/bytes/file_names.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStringList>

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ghostline::model {

namespace {

constexpr QByteArrayView TemporaryMark = ".ghostline-";
constexpr qsizetype MarkDigits = 13; ///< of 64 bits, base 36

bool isTemporary(const QByteArray& name)
{
    const qsizetype mark = name.size() - MarkDigits - TemporaryMark.size();
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
    return name.startsWith('.') && mark > 0 &&
           QByteArrayView(name).sliced(mark, TemporaryMark.size()) == TemporaryMark &&
           std::all_of(name.end() - MarkDigits, name.end(), isDigit);
}

QString nameBeside(const QString& path)
{
    const QFileInfo target(path);
    const QByteArray digits =
        QByteArray::number(QRandomGenerator::system()->generate64(), 36).rightJustified(MarkDigits, '0');
    const QByteArray name = '.' + pathToBytes(target.fileName()) + TemporaryMark.toByteArray() + digits;
    return target.absoluteDir().filePath(pathFromBytes(name));
}

void removeEntry(const QString& path)
{
    const QFileInfo left(path);
    if (left.isDir() && !left.isSymLink())
        QDir(path).removeRecursively();
    else
        ::unlink(pathToBytes(path).constData());
}

/// What this program has made and not released.
struct Made
{
    std::mutex mutex;
    QStringList paths;
};

/// Never destroyed: other threads may still write while main() returns.
Made& ours()
{
    static Made* const made = new Made;
    return *made;
}

/// Nobody else may get hold of it between looking and removing, so it is locked meanwhile.
void sweep(const QByteArray& path)
{
    const int descriptor = ::open(path.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return;
    struct stat found
    {
    };
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &found) == 0 &&
        found.st_nlink > 0) {
        if (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))
            removeEntry(pathFromBytes(path));
    }
    ::close(descriptor);
}

} // namespace

Temporary::Temporary(const QString& path) : m_path(nameBeside(path))
{
    Made& made = ours();
    const std::scoped_lock lock(made.mutex);
    made.paths << m_path;
}

Temporary::~Temporary()
{
    if (m_path.isEmpty())
        return;
    Made& made = ours();
    const std::scoped_lock lock(made.mutex);
    removeEntry(m_path);
    made.paths.removeOne(m_path);
}

void Temporary::release()
{
    Made& made = ours();
    const std::scoped_lock lock(made.mutex);
    made.paths.removeOne(std::exchange(m_path, {}));
}

void removeTemporaries()
{
    Made& made = ours();
    made.mutex.lock(); // for good: whoever is about to make another one waits for the end
    for (const QString& path : std::as_const(made.paths))
        removeEntry(path);
}

bool holdTemporary(int descriptor)
{
    struct stat made
    {
    };
    const bool swept = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !swept && ::fstat(descriptor, &made) == 0 && made.st_nlink > 0;
}

void sweepTemporaries(const QString& folder)
{
    const QByteArray place = pathToBytes(folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(place.constData()), &::closedir);
    if (listed == nullptr)
        return;
    while (const dirent* entry = ::readdir(listed.get())) {
        if (const QByteArray name(entry->d_name); isTemporary(name))
            sweep(place + '/' + name);
    }
}

} // namespace ghostline::model
