// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/atomic_file.h"

#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"

#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace ghostline::model {

int syncFolder(const QString& folder)
{
    const int descriptor = ::open(pathToBytes(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return errno == EACCES ? 0 : errno;
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    return error == EINVAL ? 0 : error;
}

tl::unexpected<Error> writeFailed(const QString& path, const QString& what, int error)
{
    const QString why = QString::fromLocal8Bit(std::strerror(error));
    auto failed =
        fail(ErrorCode::WriteFailed, Sentence::of(QStringLiteral("%1: %2"), {Sentence::of(what), why}));
    failed.value().file = path;
    return failed;
}

namespace {

/// Small writes are collected up to this size.
constexpr std::size_t BufferBytes = std::size_t{256} << 10;
constexpr int NameAttempts = 16;

/// Of a pipe or a device the name would be taken from whoever uses it.
tl::unexpected<Error> notAFile(const QString& path, mode_t mode)
{
    if (S_ISDIR(mode))
        return writeFailed(path, QStringLiteral("the file cannot be written"), EISDIR);
    auto failed = fail(ErrorCode::WriteFailed,
                       Sentence::of(QStringLiteral("it is not a regular file, and is not replaced")));
    failed.value().file = path;
    return failed;
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

} // namespace

struct AtomicFile::Private
{
    QString path;      ///< as the caller named it, for messages
    QByteArray target; ///< behind symbolic links
    QString folder;
    std::optional<Temporary> temporary; ///< none once it has become the target
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
    }

    /// 0 or errno.
    int makeTemporary(const QString& beside)
    {
        int error = EEXIST;
        for (int attempt = 0; attempt < NameAttempts && error == EEXIST; ++attempt) {
            temporary.emplace(beside);
            const QByteArray name = pathToBytes(temporary->path());
            descriptor = ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor >= 0 && holdTemporary(descriptor))
                return 0;
            if (descriptor >= 0)
                ::close(descriptor);
            else
                error = errno;
            descriptor = -1;
            temporary->release();
        }
        return error;
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
    p->target = pathToBytes(target.absoluteFilePath());
    p->folder = target.absolutePath();
    struct stat old
    {
    };
    const bool exists = ::stat(p->target.constData(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return notAFile(path, old.st_mode);
    sweepTemporaries(p->folder);
    if (const int error = p->makeTemporary(target.absoluteFilePath()); error != 0)
        return writeFailed(path, QStringLiteral("the file cannot be written"), error);
    if (exists)
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

QString AtomicFile::temporaryPath() const { return d->temporary ? d->temporary->path() : QString(); }

Result<void> AtomicFile::commit()
{
    if (!d->temporary)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("the file was finished already"));
    int error = d->flush();
    if (error == 0 && ::fsync(d->descriptor) != 0)
        error = errno;
    if (error != 0)
        return writeFailed(d->path, QStringLiteral("the file could not be written"), error);
    struct stat old
    {
    };
    if (::stat(d->target.constData(), &old) == 0 && !S_ISREG(old.st_mode))
        return notAFile(d->path, old.st_mode);
    if (::rename(pathToBytes(d->temporary->path()).constData(), d->target.constData()) != 0)
        return writeFailed(d->path, QStringLiteral("the old file could not be replaced"), errno);
    d->temporary->release();
    d->temporary.reset();
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
