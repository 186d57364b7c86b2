// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/segment_file.h"

#include "model/bytes/atomic_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ghostline::recording {

namespace {

model::Error systemError(const QString& path, const QString& what, int error)
{
    return {model::ErrorCode::WriteFailed,
            QStringLiteral("%1: %2").arg(what, QString::fromLocal8Bit(std::strerror(error))),
            {},
            path,
            {}};
}

Descriptor openFolder(const QString& folder)
{
    return Descriptor(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// The folder and those above it that do not exist, the uppermost first.
QStringList missingFolders(const QString& folder)
{
    QStringList missing;
    for (QFileInfo at(QDir::cleanPath(QFileInfo(folder).absoluteFilePath())); !at.exists() && !at.isRoot();
         at = QFileInfo(at.absolutePath()))
        missing.prepend(at.filePath());
    return missing;
}

} // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(m_number, other.m_number);
    return *this;
}

Descriptor::~Descriptor()
{
    if (m_number >= 0)
        ::close(m_number);
}

model::Result<void> makeFolder(const QString& folder)
{
    QStringList made;
    const auto undo = [&made](const model::Error& error) {
        for (auto at = made.crbegin(); at != made.crend(); ++at)
            (void)::rmdir(QFile::encodeName(*at).constData());
        return tl::unexpected(error);
    };
    for (const QString& missing : missingFolders(folder)) {
        if (::mkdir(QFile::encodeName(missing).constData(), 0777) == 0)
            made << missing;
        else if (errno != EEXIST) // somebody else made it meanwhile
            return undo(systemError(missing, QStringLiteral("the folder cannot be made"), errno));
        const QString above = QFileInfo(missing).absolutePath();
        if (const int error = model::syncFolder(above); error != 0)
            return undo(systemError(above, QStringLiteral("the folder could not be written"), error));
    }
    return {};
}

model::Result<FolderLock> FolderLock::take(const QString& folder)
{
    FolderLock lock;
    lock.m_folder = openFolder(folder);
    if (!lock.m_folder.isOpen())
        return tl::unexpected(systemError(folder, QStringLiteral("the folder cannot be opened"), errno));
    // A file system without locks is none that two writers meet on.
    if (::flock(lock.m_folder.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return tl::unexpected(model::Error{model::ErrorCode::WriteFailed,
                                           QStringLiteral("the folder is being recorded into already"),
                                           {},
                                           folder,
                                           {}});
    return lock;
}

void SegmentFile::begin(const QString& folder, int number)
{
    m_folder = folder;
    m_path = folder + QStringLiteral("/segment-%1.dat").arg(number, 3, 10, QLatin1Char('0'));
    m_bytes.clear();
    m_file = Descriptor();
    m_written = 0;
}

/// The next attempt starts over: what a failed write left on the disk is not known.
model::Result<void> SegmentFile::failed(const QString& what, int error)
{
    m_file = Descriptor();
    m_written = 0;
    return tl::unexpected(systemError(m_path, what, error));
}

model::Result<void> SegmentFile::write()
{
    if (!m_file.isOpen()) {
        m_written = 0;
        m_file = Descriptor(
            ::open(QFile::encodeName(m_path).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
        if (!m_file.isOpen())
            return failed(QStringLiteral("the segment cannot be opened"), errno);
    }
    while (m_written < m_bytes.size()) {
        const ssize_t put = ::pwrite(m_file.number(), m_bytes.data() + m_written, m_bytes.size() - m_written,
                                     static_cast<off_t>(m_written));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return failed(QStringLiteral("the segment could not be written"), errno);
        m_written += static_cast<std::size_t>(put);
    }
    return {};
}

model::Result<void> SegmentFile::append(std::span<const std::byte> bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return write();
}

model::Result<void> SegmentFile::makeDurable()
{
    if (auto put = write(); !put)
        return put;
    if (::fsync(m_file.number()) != 0)
        return failed(QStringLiteral("the segment could not be written"), errno);
    if (const int error = model::syncFolder(m_folder); error != 0) {
        m_file = Descriptor();
        m_written = 0;
        return model::writeFailed(m_folder, QStringLiteral("the folder could not be written"), error);
    }
    return {};
}

void removeLeftovers(const QString& folder, const QString& name)
{
    QDir dir(folder);
    const QStringList names = dir.entryList({QStringLiteral(".%1.*").arg(name)}, QDir::Files | QDir::Hidden);
    for (const QString& left : names)
        dir.remove(left);
}

} // namespace ghostline::recording
