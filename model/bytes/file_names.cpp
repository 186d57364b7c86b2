// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/file_names.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

namespace ghostline::model {

namespace {

constexpr char16_t FirstByte = 0xDC00; ///< what a byte that is no UTF-8 is added to
constexpr qsizetype LongestLetter = 4;

bool isByte(QChar unit) { return unit.unicode() >= FirstByte + 0x80 && unit.unicode() <= FirstByte + 0xFF; }

/// Of the letter that begins there; 0 = none does.
qsizetype letterSize(QByteArrayView bytes)
{
    for (qsizetype size = 1; size <= std::min(LongestLetter, bytes.size()); ++size) {
        if (bytes.first(size).isValidUtf8())
            return size;
    }
    return 0;
}

mode_t modeOf(const QString& path)
{
    struct stat found
    {
    };
    return ::stat(pathToBytes(path).constData(), &found) == 0 ? found.st_mode : 0;
}

EntryKind kindOf(int folder, const dirent& entry)
{
    // Most file systems tell it with the name, so that nothing more is asked of them.
    if (entry.d_type == DT_REG)
        return EntryKind::File;
    if (entry.d_type == DT_DIR)
        return EntryKind::Folder;
    const char* const name = entry.d_name;
    struct stat own
    {
    };
    struct stat behind
    {
    };
    if (::fstatat(folder, name, &own, AT_SYMLINK_NOFOLLOW) != 0)
        return EntryKind::Unknown;
    const bool link = S_ISLNK(own.st_mode);
    if (link && ::fstatat(folder, name, &behind, 0) != 0)
        return errno == ENOENT || errno == ENOTDIR ? EntryKind::DanglingLink
               : errno == ELOOP                    ? EntryKind::LinkLoop
                                                   : EntryKind::Unknown;
    const mode_t mode = link ? behind.st_mode : own.st_mode;
    if (S_ISREG(mode))
        return EntryKind::File;
    if (S_ISDIR(mode))
        return link ? EntryKind::LinkToFolder : EntryKind::Folder;
    return EntryKind::Special;
}

} // namespace

QString pathFromBytes(QByteArrayView bytes)
{
    QString path;
    while (!bytes.isEmpty() && !bytes.isValidUtf8()) {
        const qsizetype size = letterSize(bytes);
        path += size > 0 ? QString::fromUtf8(bytes.first(size))
                         : QString(QChar(FirstByte + static_cast<unsigned char>(bytes.front())));
        bytes = bytes.sliced(std::max<qsizetype>(size, 1));
    }
    return path + QString::fromUtf8(bytes);
}

QByteArray pathToBytes(const QString& path)
{
    QByteArray bytes;
    qsizetype plain = 0; // where what is no lone half begins
    for (qsizetype i = 0; i < path.size(); ++i) {
        const bool paired = i > 0 && path[i - 1].isHighSurrogate();
        if (!isByte(path[i]) || paired)
            continue;
        bytes += QFile::encodeName(path.sliced(plain, i - plain));
        bytes += static_cast<char>(path[i].unicode() - FirstByte);
        plain = i + 1;
    }
    return bytes + QFile::encodeName(path.sliced(plain));
}

Result<std::vector<FolderEntry>> listFolder(const QString& path)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(pathToBytes(path).constData()), &::closedir);
    if (folder == nullptr) {
        const bool absent = errno == ENOENT || errno == ENOTDIR;
        auto error =
            absent
                ? fail(ErrorCode::NotFound, Sentence::of(QStringLiteral("there is no such folder")))
                : fail(ErrorCode::NotReadable, Sentence::of(QStringLiteral("the folder cannot be read: %1"),
                                                            {QString::fromLocal8Bit(std::strerror(errno))}));
        error.value().file = path;
        return error;
    }
    std::vector<FolderEntry> entries;
    while (const dirent* entry = ::readdir(folder.get())) {
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            entries.push_back({pathFromBytes(entry->d_name), kindOf(::dirfd(folder.get()), *entry)});
    }
    std::sort(entries.begin(), entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    return entries;
}

bool pathExists(const QString& path) { return modeOf(path) != 0; }

bool isFolder(const QString& path) { return S_ISDIR(modeOf(path)); }

bool isRegularFile(const QString& path) { return S_ISREG(modeOf(path)); }

} // namespace ghostline::model
