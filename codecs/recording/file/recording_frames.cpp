// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_frames.h"

#include "model/bytes/byte_sources.h"

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr std::size_t IdleContexts = 4;
/// Who waits for a dictionary looks so often whether to go on waiting.
constexpr std::chrono::milliseconds LookUp{50};
/// What a zstd block holds at most, and the fewest bytes it takes.
constexpr std::uint64_t BlockRaw = std::uint64_t{128} << 10;
constexpr std::uint64_t BlockMin = 3;

QString zstdMessage(std::size_t code) { return QString::fromLatin1(ZSTD_getErrorName(code)); }

/// Sizes that cannot be true, before anything is allocated for them.
Result<void> checkSizes(std::span<const std::byte> frame, std::int64_t rawBytes)
{
    if (rawBytes <= 0)
        return fail(ErrorCode::Damaged, QStringLiteral("the index gives it %1 bytes").arg(rawBytes));
    const auto raw = static_cast<std::uint64_t>(rawBytes);
    if (raw > MaxChunkRaw)
        return fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("the index gives it %1 bytes, at most %2 are read").arg(raw).arg(MaxChunkRaw));
    const Result<std::size_t> length = frameBytes(frame);
    if (!length)
        return tl::unexpected(length.error());
    if (*length != frame.size())
        return fail(ErrorCode::Damaged, QStringLiteral("its zstd frame is %1 bytes long, the index says %2")
                                            .arg(*length)
                                            .arg(frame.size()));
    const unsigned long long content = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (content != ZSTD_CONTENTSIZE_UNKNOWN && content != raw)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("its zstd frame holds %1 bytes, the index says %2").arg(content).arg(raw));
    if (raw > (frame.size() / BlockMin + 1) * BlockRaw)
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("%1 bytes cannot come out of a zstd frame of %2").arg(raw).arg(frame.size()));
    return {};
}

} // namespace

Result<std::size_t> frameBytes(std::span<const std::byte> bytes)
{
    const std::size_t length = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    if (ZSTD_isError(length) != 0)
        return fail(ErrorCode::Damaged, QStringLiteral("zstd: %1").arg(zstdMessage(length)));
    return length;
}

bool frameHasChecksum(std::span<const std::byte> frame)
{
    // Frame header descriptor, bit 2 (RFC 8878, 3.1.1.1.1).
    return frame.size() > 4 && (std::to_integer<unsigned>(frame[4]) & 4U) != 0;
}

ZstdContext FrameDecoder::take() const
{
    {
        const std::lock_guard lock(m_idleLock);
        if (!m_idle.empty()) {
            ZstdContext context = std::move(m_idle.back());
            m_idle.pop_back();
            return context;
        }
    }
    return ZstdContext(ZSTD_createDCtx());
}

void FrameDecoder::giveBack(ZstdContext context) const
{
    const std::lock_guard lock(m_idleLock);
    if (m_idle.size() < IdleContexts)
        m_idle.push_back(std::move(context));
}

Result<void> FrameDecoder::load(const model::ByteSource& file, std::stop_token stop) const
{
    const std::uint64_t size = file.size();
    const QString name = file.identity().name;
    if (size == 0 || size > MaxDictionary)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("dictionary %1 (%2) has %3 bytes, 1 to %4 are read")
                        .arg(m_id)
                        .arg(name)
                        .arg(size)
                        .arg(MaxDictionary));
    Bytes bytes(static_cast<std::size_t>(size));
    if (Result<void> read = model::readExactly(file, 0, bytes, std::move(stop)); !read)
        return read;
    const unsigned inside = ZSTD_getDictID_fromDict(bytes.data(), bytes.size());
    if (inside != 0 && inside != m_id)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the file of dictionary %1 (%2) calls itself dictionary %3")
                        .arg(m_id)
                        .arg(name)
                        .arg(inside));
    m_digested.reset(ZSTD_createDDict(bytes.data(), bytes.size()));
    if (m_digested == nullptr)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("dictionary %1 (%2) is not one of zstd's").arg(m_id).arg(name));
    m_dictionary = std::move(bytes);
    return {};
}

Result<void> FrameDecoder::prepare(std::stop_token stop) const
{
    if (m_id == 0)
        return {};
    if (!m_ready.load(std::memory_order_acquire)) {
        // Whoever loads it may wait for a server that does not answer; nobody has to wait with it.
        std::unique_lock lock(m_loading, std::defer_lock);
        while (!lock.try_lock_for(LookUp)) {
            if (stop.stop_requested())
                return model::cancelled();
        }
        if (!m_ready.load(std::memory_order_relaxed)) {
            m_failure = model::Error{ErrorCode::NotFound,
                                     QStringLiteral("dictionary %1 is missing").arg(m_id),
                                     {},
                                     {},
                                     QStringLiteral("put %1.zdict into a folder \"dictionaries\" beside the "
                                                    "recording")
                                         .arg(m_id)};
            bool first = true;
            for (const auto& file : m_candidates) {
                Result<void> loaded = load(*file, stop);
                if (loaded) {
                    m_failure.reset();
                    break;
                }
                const ErrorCode code = loaded.error().code;
                if (code == ErrorCode::Cancelled || code == ErrorCode::IoError || code == ErrorCode::Changed)
                    return loaded; // may go better next time
                if (std::exchange(first, false))
                    m_failure = loaded.error();
            }
            m_ready.store(true, std::memory_order_release);
        }
    }
    if (m_failure)
        return tl::unexpected(*m_failure);
    return {};
}

Result<void> FrameDecoder::decompress(std::span<const std::byte> frame, std::int64_t rawBytes,
                                      Bytes& raw) const
{
    if (Result<void> sizes = checkSizes(frame, rawBytes); !sizes)
        return sizes;
    if (Result<void> dictionary = prepare({}); !dictionary)
        return dictionary;
    ZstdContext context = take();
    if (context == nullptr)
        return fail(ErrorCode::LimitExceeded, QStringLiteral("there is no memory for zstd"));
    raw.resize(static_cast<std::size_t>(rawBytes));
    const std::size_t got =
        m_digested != nullptr
            ? ZSTD_decompress_usingDDict(context.get(), raw.data(), raw.size(), frame.data(), frame.size(),
                                         m_digested.get())
            : ZSTD_decompressDCtx(context.get(), raw.data(), raw.size(), frame.data(), frame.size());
    giveBack(std::move(context));
    if (ZSTD_isError(got) != 0) {
        raw.clear();
        return fail(ErrorCode::Damaged, QStringLiteral("zstd: %1").arg(zstdMessage(got)));
    }
    if (got != raw.size()) {
        raw.clear();
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("%1 bytes came out of its zstd frame, the index says %2").arg(got).arg(rawBytes));
    }
    auto& seen = frameHasChecksum(frame) ? m_checked : m_unchecked;
    if (!seen.load(std::memory_order_relaxed))
        seen.store(true, std::memory_order_relaxed);
    return {};
}

std::optional<bool> FrameDecoder::hasChecksums() const
{
    if (m_unchecked.load(std::memory_order_relaxed))
        return false;
    return m_checked.load(std::memory_order_relaxed) ? std::optional(true) : std::nullopt;
}

} // namespace ghostline::recording
