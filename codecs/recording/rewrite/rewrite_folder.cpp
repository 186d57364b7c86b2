// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_folder.h"

#include "codecs/recording/file/recording_segments.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

struct FolderOutput::Private
{
    QString path;
    std::optional<model::Temporary> folder; ///< none once it has its own name
    int held = -1;                          ///< the folder, so that nobody sweeps it
    std::optional<model::AtomicFile> segment;
    int segments = 0;   ///< begun so far
    bool ended = false; ///< the next chunk begins another one
    std::vector<ChunkEntry> chunks;
    std::uint64_t bytes = 0;

    ~Private()
    {
        segment.reset();
        if (held >= 0)
            ::close(held);
    }

    Result<void> closeSegment()
    {
        if (!segment)
            return {};
        auto done = segment->commit();
        segment.reset();
        return done;
    }

    Result<void> writeFile(const char* name, std::span<const std::byte> content)
    {
        auto file = model::AtomicFile::create(QDir(folder->path()).filePath(QString::fromLatin1(name)));
        if (!file)
            return tl::unexpected(file.error());
        if (auto written = file->write(content); !written)
            return written;
        bytes += content.size();
        return file->commit();
    }
};

FolderOutput::FolderOutput(std::unique_ptr<Private> p) : d(std::move(p)) {}
FolderOutput::FolderOutput(FolderOutput&& other) noexcept = default;
FolderOutput& FolderOutput::operator=(FolderOutput&& other) noexcept = default;
FolderOutput::~FolderOutput() = default;

Result<FolderOutput> FolderOutput::create(const QString& path)
{
    const QFileInfo target(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    const QString whole = target.absoluteFilePath();
    if (model::pathExists(whole) && !model::isFolder(whole))
        return model::fail(ErrorCode::WriteFailed,
                           QStringLiteral("\"%1\" is a file; a folder would be made").arg(path));
    if (const auto entries = model::listFolder(whole); entries && !entries->empty())
        return model::fail(ErrorCode::WriteFailed,
                           QStringLiteral("the folder \"%1\" is not empty").arg(path));
    auto p = std::make_unique<Private>();
    p->path = whole;
    model::sweepTemporaries(target.absolutePath());
    const QString folder = p->folder.emplace(p->path).path();
    if (::mkdir(model::pathToBytes(folder).constData(), 0777) == 0) {
        p->held = ::open(model::pathToBytes(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (p->held < 0 || !model::holdTemporary(p->held))
        return tl::unexpected<model::Error>(
            model::Error{ErrorCode::WriteFailed,
                         QStringLiteral("a folder could not be made beside it: %1")
                             .arg(QString::fromLocal8Bit(std::strerror(errno))),
                         {},
                         path,
                         {}});
    return FolderOutput(std::move(p));
}

void FolderOutput::endSegment() { d->ended = true; }

Result<void> FolderOutput::add(ChunkEntry entry, std::span<const std::byte> frame)
{
    constexpr std::uint64_t MostInSegment = std::numeric_limits<std::uint32_t>::max();
    if (frame.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("a chunk is too large"));
    if (d->segment && (d->ended || d->segment->position() + frame.size() > MostInSegment)) {
        if (auto closed = d->closeSegment(); !closed)
            return closed;
    }
    d->ended = false;
    if (!d->segment) {
        auto file = model::AtomicFile::create(QDir(d->folder->path()).filePath(segmentName(d->segments)));
        if (!file)
            return tl::unexpected(file.error());
        d->segment.emplace(std::move(*file));
        ++d->segments;
    }
    entry.offset = (std::int64_t{d->segments - 1} << 32) | static_cast<std::int64_t>(d->segment->position());
    entry.compressedBytes = static_cast<std::int32_t>(frame.size());
    d->chunks.push_back(entry);
    d->bytes += frame.size();
    return d->segment->write(frame);
}

const std::vector<ChunkEntry>& FolderOutput::chunks() const { return d->chunks; }

Result<void> FolderOutput::assemble(Header header, const io::NbtCompound& metadata, bool finished)
{
    if (auto closed = d->closeSegment(); !closed)
        return closed;
    const auto preamble = makePreamble(std::move(header), metadata, d->chunks, false);
    if (!preamble)
        return tl::unexpected(preamble.error());
    if (auto written = d->writeFile(PreambleName, preamble->bytes); !written)
        return written;
    return finished ? d->writeFile(FinishedName, {}) : Result<void>{};
}

QString FolderOutput::temporaryPath() const
{
    return QDir(d->folder->path()).filePath(QString::fromLatin1(PreambleName));
}
std::uint64_t FolderOutput::bytes() const { return d->bytes; }

Result<void> FolderOutput::commit()
{
    // Replaces an empty folder, and fails on one that is not empty any more.
    if (std::rename(model::pathToBytes(d->folder->path()).constData(),
                    model::pathToBytes(d->path).constData()) != 0)
        return model::writeFailed(d->path, QStringLiteral("the folder could not take its name"), errno);
    d->folder->release();
    d->folder.reset();
    if (const int unsynced = model::syncFolder(QFileInfo(d->path).absolutePath()); unsynced != 0)
        return model::writeFailed(
            d->path, QStringLiteral("the folder is there, but perhaps not after a power cut"), unsynced);
    return {};
}

} // namespace ghostline::recording
