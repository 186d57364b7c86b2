// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/live_recording.h"

#include "model/bytes/atomic_file.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTimeZone>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using model::Sentence;

namespace {

/// So much stays free for everybody else.
constexpr std::uint64_t LeastFreeBytes = std::uint64_t{256} << 20;
constexpr std::int64_t LookAgainBytes = std::int64_t{4} << 20;
/// A session that was last recorded longer ago is over.
constexpr qint64 MostHoursAgo = 12;
constexpr int MostOfOneSession = 100;

/// The same for the same session, and fit for a name whatever the game calls it.
QString markOf(const QString& sessionId)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(sessionId.toUtf8(), QCryptographicHash::Sha256).toHex().left(10));
}

} // namespace

QString LiveRecording::usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/ghostline/live");
}

LiveRecording::LiveRecording(LiveRecording&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)), m_path(std::move(other.m_path)), m_size(other.m_size),
      m_goesOn(other.m_goesOn), m_checkedAt(other.m_checkedAt)
{
}

LiveRecording::~LiveRecording()
{
    if (m_file >= 0) {
        ::fdatasync(m_file);
        ::close(m_file);
    }
}

/// The file if it is nobody else's; Changed when it is.
Result<LiveRecording> LiveRecording::take(const QString& path)
{
    const int file =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return model::writeFailed(path, QStringLiteral("the match could not be kept"), errno);
    LiveRecording recording(file, path, 0);
    if (::flock(file, LOCK_EX | LOCK_NB) != 0)
        return model::fail(ErrorCode::Changed, QStringLiteral("another program writes it"));
    struct stat status
    {
    };
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return model::fail(ErrorCode::NotReadable, QStringLiteral("it is no file"));
    recording.m_size = status.st_size;
    // A line begins with its time; what somebody has packed meanwhile would be cut to pieces.
    char first = '0';
    if (recording.m_size > 0 && (::pread(file, &first, 1, 0) != 1 || first < '0' || first > '9'))
        return model::fail(ErrorCode::Changed, QStringLiteral("it is no recording as text"));
    if (auto cut = recording.cutOff(); !cut)
        return tl::unexpected(cut.error());
    recording.m_goesOn = recording.m_size > 0;
    return recording;
}

/// A program that died may have left the beginning of a line.
Result<void> LiveRecording::cutOff()
{
    std::array<char, 65536> block{};
    std::int64_t end = m_size;
    while (end > 0) {
        const std::int64_t begin = std::max<std::int64_t>(0, end - static_cast<std::int64_t>(block.size()));
        const ssize_t got = ::pread(m_file, block.data(), static_cast<std::size_t>(end - begin), begin);
        if (got != end - begin)
            return model::fail(ErrorCode::IoError, QStringLiteral("it cannot be read"));
        const auto last = std::string_view(block.data(), static_cast<std::size_t>(got)).rfind('\n');
        if (last != std::string_view::npos) {
            end = begin + static_cast<std::int64_t>(last) + 1;
            break;
        }
        end = begin;
    }
    if (end != m_size && ::ftruncate(m_file, end) != 0)
        return model::writeFailed(m_path, QStringLiteral("the match could not be kept"), errno);
    m_size = end;
    return {};
}

Result<LiveRecording> LiveRecording::open(const QString& folder, const QString& sessionId,
                                          std::int64_t timeMs)
{
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral(".")))
        return model::writeFailed(folder, QStringLiteral("the folder could not be made"), errno);
    const QString mark = markOf(sessionId);
    const QFileInfoList before =
        dir.entryInfoList({QStringLiteral("rec_*_%1*.echoreplay").arg(mark)}, QDir::Files, QDir::Time);
    for (const QFileInfo& file : before) {
        if (sessionId.isEmpty() ||
            file.lastModified().secsTo(QDateTime::currentDateTime()) > MostHoursAgo * 3600)
            break;
        if (auto taken = take(file.absoluteFilePath()))
            return taken;
    }
    const QString name = QStringLiteral("rec_%1_%2")
                             .arg(QDateTime::fromMSecsSinceEpoch(timeMs, Qt::UTC)
                                      .toString(QStringLiteral("yyyy-MM-dd_HH-mm-ss")),
                                  mark);
    for (int i = 1; i <= MostOfOneSession; ++i) {
        const QString path = dir.filePath((i == 1 ? name : QStringLiteral("%1-%2").arg(name).arg(i)) +
                                          QStringLiteral(".echoreplay"));
        auto taken = take(path);
        if (taken && !taken->goesOn())
            return taken;
        if (!taken && taken.error().code == ErrorCode::WriteFailed)
            return taken;
    }
    return model::fail(
        ErrorCode::WriteFailed,
        Sentence::of(QStringLiteral("the match could not be kept: %1 has no free name"), {folder}));
}

Result<void> LiveRecording::checkRoom()
{
    if (m_checkedAt >= 0 && m_size - m_checkedAt < LookAgainBytes)
        return {};
    m_checkedAt = m_size;
    struct statvfs room
    {
    };
    if (::fstatvfs(m_file, &room) != 0)
        return {};
    const std::uint64_t free = std::uint64_t{room.f_bavail} * room.f_frsize;
    if (free >= LeastFreeBytes)
        return {};
    return model::fail(
        ErrorCode::WriteFailed,
        Sentence::of(QStringLiteral("the disk is nearly full: only %1 MB are free, so the match is not kept "
                                    "any further"),
                     {QString::number(free >> 20)}));
}

Result<void> LiveRecording::append(std::string_view line)
{
    if (auto room = checkRoom(); !room)
        return room;
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t put = ::pwrite(m_file, line.data() + done, line.size() - done,
                                     static_cast<off_t>(m_size + static_cast<std::int64_t>(done)));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            const int why = put < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int cut = ::ftruncate(m_file, m_size); // a cut line is skipped, too
            return model::writeFailed(m_path, QStringLiteral("the match could not be kept"), why);
        }
        done += static_cast<std::size_t>(put);
    }
    m_size += static_cast<std::int64_t>(line.size());
    return {};
}

} // namespace ghostline::echo
