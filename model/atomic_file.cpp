// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/atomic_file.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ghostline::model {

namespace {

/// Small writes are collected up to this size.
constexpr std::size_t BufferBytes = std::size_t{256} << 10;
constexpr int NameAttempts = 16;

tl::unexpected<Error> writeFailed(const QString& path, const QString& what, int error)
{
    return tl::unexpected<Error>(
        Error{ErrorCode::WriteFailed,
              QStringLiteral("%1: %2").arg(what, QString::fromLocal8Bit(std::strerror(error))),
              {},
              path,
              {}});
}

/// 0 or errno.
int writeFully(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        offset += static_cast<std::uint64_t>(put);
    }
    return 0;
}

/// A rename survives a power cut only when its folder is on the disk. 0 or errno.
int syncFolder(const QByteArray& path)
{
    const int folder = ::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return errno == EACCES ? 0 : errno; // one that may be written, not read: nothing can be done
    const int error = ::fsync(folder) == 0 ? 0 : errno;
    ::close(folder);
    return error == EINVAL ? 0 : error; // a file system that has no such thing
}

} // namespace

struct AtomicFile::Private
{
    QString path;      ///< as the caller named it, for messages
    QByteArray target; ///< behind symbolic links
    QByteArray folder;
    QByteArray temporary; ///< empty once it has become the target
    int descriptor = -1;
    std::uint64_t flushed = 0;
    std::vector<std::byte> buffer;

    Private() = default;
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    ~Private()
    {
        if (descriptor >= 0)
            ::close(descriptor);
        if (!temporary.isEmpty())
            ::unlink(temporary.constData());
    }

    int flush()
    {
        const int error = writeFully(descriptor, flushed, buffer);
        if (error == 0) {
            flushed += buffer.size();
            buffer.clear();
        }
        return error;
    }
};

AtomicFile::AtomicFile(std::unique_ptr<Private> p) : d(std::move(p)) {}
AtomicFile::AtomicFile(AtomicFile&& other) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<AtomicFile> AtomicFile::create(const QString& path)
{
    auto p = std::make_unique<Private>();
    p->path = path;
    const QFileInfo named(path);
    // A link stays a link: the file behind it is replaced.
    const QString canonical = named.canonicalFilePath();
    const QFileInfo target(canonical.isEmpty() ? named.absoluteFilePath() : canonical);
    if (target.isDir())
        return writeFailed(path, QStringLiteral("the file cannot be written"), EISDIR);
    p->target = QFile::encodeName(target.absoluteFilePath());
    p->folder = QFile::encodeName(target.absolutePath());

    for (int attempt = 0; attempt < NameAttempts && p->descriptor < 0; ++attempt) {
        const QString suffix = QString::number(QRandomGenerator::system()->generate64(), 36);
        const QByteArray name =
            p->folder + '/' + QFile::encodeName(QStringLiteral(".%1.").arg(target.fileName()) + suffix);
        p->descriptor = ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (p->descriptor >= 0)
            p->temporary = name;
        else if (errno != EEXIST)
            return writeFailed(path, QStringLiteral("the file cannot be written"), errno);
    }
    if (p->descriptor < 0)
        return writeFailed(path, QStringLiteral("no temporary file could be made"), EEXIST);
    struct stat old
    {
    };
    if (::stat(p->target.constData(), &old) == 0)
        (void)::fchmod(p->descriptor, old.st_mode & 07777);
    return AtomicFile(std::move(p));
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes)
{
    d->buffer.insert(d->buffer.end(), bytes.begin(), bytes.end());
    if (d->buffer.size() < BufferBytes)
        return {};
    if (const int error = d->flush(); error != 0)
        return writeFailed(d->path, QStringLiteral("the file could not be written"), error);
    return {};
}

Result<void> AtomicFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes)
{
    if (offset > position() || bytes.size() > position() - offset)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("only what was written already can be overwritten"), {.offset = offset});
    int error = d->flush();
    if (error == 0)
        error = writeFully(d->descriptor, offset, bytes);
    if (error != 0)
        return writeFailed(d->path, QStringLiteral("the file could not be written"), error);
    return {};
}

std::uint64_t AtomicFile::position() const { return d->flushed + d->buffer.size(); }

Result<void> AtomicFile::commit()
{
    if (d->temporary.isEmpty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("the file was finished already"));
    int error = d->flush();
    if (error == 0 && ::fsync(d->descriptor) != 0)
        error = errno;
    if (error != 0)
        return writeFailed(d->path, QStringLiteral("the file could not be written"), error);
    if (::rename(d->temporary.constData(), d->target.constData()) != 0)
        return writeFailed(d->path, QStringLiteral("the old file could not be replaced"), errno);
    d->temporary.clear();
    if (const int unsynced = syncFolder(d->folder); unsynced != 0)
        return writeFailed(d->path, QStringLiteral("the file is there, but perhaps not after a power cut"),
                           unsynced);
    return {};
}

Result<void> replaceFile(const QString& path, const QByteArray& bytes)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    return file->write(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))))
        .and_then([&file] { return file->commit(); });
}

} // namespace ghostline::model
