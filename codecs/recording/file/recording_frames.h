// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// zstd as recordings use it: one frame is one chunk, perhaps with a dictionary. Inside of RecordingFile.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/primitives.h"
#include "model/bytes/byte_source.h"

#include <atomic>
#include <mutex>
#include <span>
#include <zstd.h>

namespace ghostline::recording {

struct ZstdFree
{
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    void operator()(ZSTD_DDict* dictionary) const { ZSTD_freeDDict(dictionary); }
};
using ZstdContext = std::unique_ptr<ZSTD_DCtx, ZstdFree>;

/// Bytes of the frame at the start of `bytes`; the error is zstd's own word.
model::Result<std::size_t> frameBytes(std::span<const std::byte> bytes);
/// Whether the frame carries a checksum of its content.
bool frameHasChecksum(std::span<const std::byte> frame);

/// Decompresses frames of one recording and its later revisions. Thread-safe: contexts are reused, one
/// caller has one at a time; the dictionary is read when the first frame needs it.
class FrameDecoder
{
public:
    /// `dictionary`: 0 = none.
    explicit FrameDecoder(std::uint16_t dictionary) : m_id(dictionary) {}
    FrameDecoder(const FrameDecoder&) = delete;
    FrameDecoder& operator=(const FrameDecoder&) = delete;

    std::uint16_t dictionaryId() const { return m_id; }
    /// Files that may be the dictionary, tried in this order. Before the first frame.
    void addDictionary(std::shared_ptr<const model::ByteSource> file)
    {
        m_candidates.push_back(std::move(file));
    }
    bool dictionaryFound() const { return m_id == 0 || !m_candidates.empty(); }
    /// Reads the dictionary unless that is done; a failure lasts, except for cancelling and I/O.
    model::Result<void> prepare(std::stop_token stop) const;
    /// The dictionary as it lies in its file; empty without one. After prepare().
    std::span<const std::byte> dictionary() const { return m_dictionary; }

    /// `frame` is exactly one frame of `rawBytes`. The message says what is wrong, not where.
    model::Result<void> decompress(std::span<const std::byte> frame, std::int64_t rawBytes, Bytes& raw) const;
    /// Of the frames so far: all had a checksum, or not all; nothing before the first.
    std::optional<bool> hasChecksums() const;

private:
    ZstdContext take() const;
    void giveBack(ZstdContext context) const;
    model::Result<void> load(const model::ByteSource& file, std::stop_token stop) const;

    std::uint16_t m_id;
    std::vector<std::shared_ptr<const model::ByteSource>> m_candidates;
    mutable std::timed_mutex m_loading;
    mutable std::atomic<bool> m_ready{false};
    mutable std::optional<model::Error> m_failure;
    mutable Bytes m_dictionary;
    mutable std::unique_ptr<ZSTD_DDict, ZstdFree> m_digested;
    mutable std::mutex m_idleLock;
    mutable std::vector<ZstdContext> m_idle;
    mutable std::atomic<bool> m_checked{false};
    mutable std::atomic<bool> m_unchecked{false};
};

} // namespace ghostline::recording
