// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_folder.h"

#include "codecs/recording/file/recording_segments.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/atomic_folder.h"

#include <QDir>

#include <limits>
#include <optional>
#include <utility>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

struct FolderOutput::Private
{
    explicit Private(model::AtomicFolder atomic) : folder(std::move(atomic)) {}

    model::AtomicFolder folder;
    std::optional<model::AtomicFile> segment;
    int segments = 0;   ///< begun so far
    bool ended = false; ///< the next chunk begins another one
    std::vector<ChunkEntry> chunks;
    std::uint64_t bytes = 0;

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
        auto file =
            model::AtomicFile::create(QDir(folder.temporaryPath()).filePath(QString::fromLatin1(name)));
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
    auto folder = model::AtomicFolder::create(path);
    if (!folder)
        return tl::unexpected(folder.error());
    return FolderOutput(std::make_unique<Private>(std::move(*folder)));
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
        auto file =
            model::AtomicFile::create(QDir(d->folder.temporaryPath()).filePath(segmentName(d->segments)));
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
    return QDir(d->folder.temporaryPath()).filePath(QString::fromLatin1(PreambleName));
}
std::uint64_t FolderOutput::bytes() const { return d->bytes; }

Result<void> FolderOutput::commit() { return d->folder.commit(); }

} // namespace ghostline::recording
