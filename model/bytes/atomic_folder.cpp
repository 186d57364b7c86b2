// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/atomic_folder.h"

#include "model/bytes/atomic_file.h"
#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"

#include <QDir>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace ghostline::model {

struct AtomicFolder::Private
{
    QString path;
    std::optional<Temporary> temporary; ///< none once it has its own name
    int held = -1;                      ///< the folder, so that nobody sweeps it

    Private() = default;
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    ~Private()
    {
        if (held >= 0)
            ::close(held);
    }
};

AtomicFolder::AtomicFolder(std::unique_ptr<Private> p) : d(std::move(p)) {}
AtomicFolder::AtomicFolder(AtomicFolder&& other) noexcept = default;
AtomicFolder& AtomicFolder::operator=(AtomicFolder&& other) noexcept = default;
AtomicFolder::~AtomicFolder() = default;

Result<AtomicFolder> AtomicFolder::create(const QString& path)
{
    const QFileInfo target(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    const QString whole = target.absoluteFilePath();
    if (pathExists(whole) && !isFolder(whole))
        return fail(ErrorCode::WriteFailed,
                    QStringLiteral("\"%1\" is a file; a folder would be made").arg(path));
    if (const auto entries = listFolder(whole); entries && !entries->empty())
        return fail(ErrorCode::WriteFailed, QStringLiteral("the folder \"%1\" is not empty").arg(path));
    auto p = std::make_unique<Private>();
    p->path = whole;
    sweepTemporaries(target.absolutePath());
    const QString folder = p->temporary.emplace(p->path).path();
    if (::mkdir(pathToBytes(folder).constData(), 0777) == 0)
        p->held = ::open(pathToBytes(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->held < 0 || !holdTemporary(p->held))
        return writeFailed(path, QStringLiteral("a folder could not be made beside it"), errno);
    return AtomicFolder(std::move(p));
}

QString AtomicFolder::temporaryPath() const { return d->temporary->path(); }

Result<void> AtomicFolder::commit()
{
    // Replaces an empty folder, and fails on one that is not empty any more.
    if (std::rename(pathToBytes(d->temporary->path()).constData(), pathToBytes(d->path).constData()) != 0)
        return writeFailed(d->path, QStringLiteral("the folder could not take its name"), errno);
    d->temporary->release();
    d->temporary.reset();
    if (const int unsynced = syncFolder(QFileInfo(d->path).absolutePath()); unsynced != 0)
        return writeFailed(d->path, QStringLiteral("the folder is there, but perhaps not after a power cut"),
                           unsynced);
    return {};
}

} // namespace ghostline::model
