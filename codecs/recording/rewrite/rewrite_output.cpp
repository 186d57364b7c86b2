// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_output.h"

#include "codecs/recording/format/limits.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <unistd.h>
#include <zstd.h>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t CopyBlock = std::size_t{1} << 20;

/// Only a regular file is replaced: the name of a pipe or a device is not taken from whoever uses it.
Result<void> checkTarget(const QString& target, const QString& named)
{
    if (!model::pathExists(target) || model::isRegularFile(target))
        return {};
    return model::fail(ErrorCode::WriteFailed,
                       (model::isFolder(target) ? QStringLiteral("\"%1\" is a folder")
                                                : QStringLiteral("\"%1\" is not a regular file"))
                           .arg(named));
}

} // namespace

struct FrameCompressor::Private
{
    ZSTD_CCtx* context = ZSTD_createCCtx();
    Bytes frame;
    Private() = default;
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    ~Private() { ZSTD_freeCCtx(context); }
};

FrameCompressor::FrameCompressor(int level) : d(std::make_unique<Private>())
{
    if (d->context == nullptr)
        return;
    ZSTD_CCtx_setParameter(d->context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(d->context, ZSTD_c_checksumFlag, 1);
}
FrameCompressor::~FrameCompressor() = default;

Result<std::span<const std::byte>> FrameCompressor::compress(std::span<const std::byte> raw)
{
    if (d->context == nullptr)
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("no memory for compressing"));
    d->frame.resize(ZSTD_compressBound(raw.size()));
    const std::size_t size =
        ZSTD_compress2(d->context, d->frame.data(), d->frame.size(), raw.data(), raw.size());
    if (ZSTD_isError(size) != 0)
        return model::fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("compressing failed: %1").arg(QString::fromLatin1(ZSTD_getErrorName(size))));
    return std::span<const std::byte>(d->frame).first(size);
}

Result<Preamble> makePreamble(Header header, const io::NbtCompound& metadata, std::vector<ChunkEntry>& chunks,
                              bool relative)
{
    Bytes tree;
    io::writeNbt(tree, metadata);
    // Offsets have a fixed width, so that the index is as long with the right ones as with these.
    Bytes index = writeIndex(chunks, header.profile);
    const std::size_t length = HeaderBytes + tree.size() + index.size();
    if (length > MaxPreamble)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("header, metadata and index would take %1 bytes, more than %2")
                               .arg(length)
                               .arg(MaxPreamble));
    header.metadataBytes = static_cast<std::int32_t>(tree.size());
    header.indexBytes = static_cast<std::int32_t>(index.size());
    header.chunkCount = static_cast<std::int32_t>(chunks.size());
    header.tickCount = chunks.empty() ? 0 : chunks.back().endTick();
    if (relative) {
        for (ChunkEntry& chunk : chunks)
            chunk.offset += static_cast<std::int64_t>(length);
        index = writeIndex(chunks, header.profile);
    }
    Preamble preamble{header, writeHeader(header)};
    preamble.bytes.insert(preamble.bytes.end(), tree.begin(), tree.end());
    preamble.bytes.insert(preamble.bytes.end(), index.begin(), index.end());
    return preamble;
}

struct RecordingOutput::Private
{
    QString path;
    std::optional<model::Temporary> spool;     ///< the frames, until everything before them is known
    std::optional<model::Temporary> assembled; ///< the whole file; none once it has the target's name
    // Both are held until the end: nobody sweeps what is still in use.
    std::optional<model::AtomicFile> frames;
    std::optional<model::AtomicFile> file;
    std::vector<ChunkEntry> chunks;
    std::uint64_t bytes = 0;
};

RecordingOutput::RecordingOutput(std::unique_ptr<Private> p) : d(std::move(p)) {}
RecordingOutput::RecordingOutput(RecordingOutput&& other) noexcept = default;
RecordingOutput& RecordingOutput::operator=(RecordingOutput&& other) noexcept = default;
RecordingOutput::~RecordingOutput() = default;

Result<RecordingOutput> RecordingOutput::create(const QString& path)
{
    auto p = std::make_unique<Private>();
    // A link stays a link: the file behind it is replaced.
    const QFileInfo named(path);
    const QString canonical = named.canonicalFilePath();
    p->path = canonical.isEmpty() ? named.absoluteFilePath() : canonical;
    if (auto free = checkTarget(p->path, path); !free)
        return tl::unexpected(free.error());
    auto frames = model::AtomicFile::create(p->spool.emplace(p->path).path());
    if (!frames)
        return tl::unexpected(frames.error());
    p->frames.emplace(std::move(*frames));
    return RecordingOutput(std::move(p));
}

Result<void> RecordingOutput::add(ChunkEntry entry, std::span<const std::byte> frame)
{
    if (frame.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("a chunk is too large"));
    entry.offset = static_cast<std::int64_t>(d->frames->position());
    entry.compressedBytes = static_cast<std::int32_t>(frame.size());
    d->chunks.push_back(entry);
    return d->frames->write(frame);
}

const std::vector<ChunkEntry>& RecordingOutput::chunks() const { return d->chunks; }

Result<void> RecordingOutput::assemble(Header header, const io::NbtCompound& metadata, std::stop_token stop)
{
    if (auto written = d->frames->commit(); !written)
        return written;
    const auto preamble = makePreamble(std::move(header), metadata, d->chunks, true);
    if (!preamble)
        return tl::unexpected(preamble.error());
    const auto spool = model::openFile(d->spool->path());
    if (!spool)
        return tl::unexpected(spool.error());
    auto made = model::AtomicFile::create(d->assembled.emplace(d->path).path());
    if (!made)
        return tl::unexpected(made.error());
    model::AtomicFile& file = d->file.emplace(std::move(*made));
    if (auto written = file.write(preamble->bytes); !written)
        return written;
    Bytes block;
    for (std::uint64_t at = 0; at < (*spool)->size(); at += block.size()) {
        block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(CopyBlock, (*spool)->size() - at)));
        if (auto read = model::readExactly(**spool, at, block, stop); !read)
            return read;
        if (auto written = file.write(block); !written)
            return written;
    }
    d->bytes = file.position();
    if (auto done = file.commit(); !done)
        return done;
    d->spool.reset();
    return {};
}

QString RecordingOutput::temporaryPath() const { return d->assembled->path(); }
std::uint64_t RecordingOutput::bytes() const { return d->bytes; }

Result<void> RecordingOutput::commit()
{
    if (auto free = checkTarget(d->path, d->path); !free)
        return free;
    const QFileInfo target(d->path);
    if (target.exists())
        (void)QFile::setPermissions(d->assembled->path(), target.permissions());
    if (std::rename(model::pathToBytes(d->assembled->path()).constData(),
                    model::pathToBytes(d->path).constData()) != 0)
        return model::writeFailed(d->path, QStringLiteral("the file could not take its name"), errno);
    d->assembled->release();
    d->assembled.reset();
    if (const int unsynced = model::syncFolder(target.absolutePath()); unsynced != 0)
        return model::writeFailed(
            d->path, QStringLiteral("the file is there, but perhaps not after a power cut"), unsynced);
    return {};
}

} // namespace ghostline::recording
