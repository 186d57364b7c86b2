// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Streaming decompression with a cap on what comes out, so that a small file cannot fill the memory.
#include "model/bytes/byte_source.h"

#include <functional>
#include <memory>
#include <vector>

namespace ghostline::io {

enum class Compression {
    Zstd,
    Zlib, ///< with zlib header
    Gzip,
    Deflate, ///< bare
    Lz4Frame
};

/// What the first bytes look like; nothing when they are of no known kind (bare deflate has no mark).
std::optional<Compression> detectCompression(std::span<const std::byte> start);
QString compressionName(Compression kind);

/// One compressed stream, fed in pieces of any size. Zstd, gzip and LZ4 streams may consist of several frames
/// one after the other, which come out as one.
class Decompressor
{
public:
    /// Zstd frames that ask for a window of more are refused: a header of a few bytes must not claim
    /// gigabytes.
    static constexpr int MaxZstdWindowLog = 27;

    /// `cap`: bytes that may come out in all. `base`: offset of the first compressed byte in its file.
    static model::Result<std::unique_ptr<Decompressor>>
    create(Compression kind, std::uint64_t cap, std::uint64_t base = 0, int zstdWindowLog = MaxZstdWindowLog);
    virtual ~Decompressor() = default;

    struct Step
    {
        std::size_t read = 0;
        std::size_t written = 0;
        bool frameEnd = false;
        QString error; ///< empty = fine
    };
    /// Reads some of `in`, writes some of `out`, which is not empty. Neither: it waits for more, or has come
    /// to an end (finish()). Errors as of feed().
    model::Result<Step> advance(std::span<const std::byte> in, std::span<std::byte> out);

    /// Decompresses `in`, appending to `out`. Damaged names the offset; LimitExceeded when the cap is
    /// reached.
    model::Result<void> feed(std::span<const std::byte> in, std::vector<std::byte>& out)
    {
        return feed(in, out, false);
    }
    /// The same, but what follows the end of a stream or frame is not looked at.
    model::Result<void> feedOne(std::span<const std::byte> in, std::vector<std::byte>& out)
    {
        return feed(in, out, true);
    }
    /// To be asked after the last byte: Damaged when the stream ended in the middle.
    model::Result<void> finish() const;
    std::uint64_t consumed() const { return m_consumed; }
    std::uint64_t produced() const { return m_produced; }

protected:
    Decompressor(Compression kind, std::uint64_t cap, std::uint64_t base)
        : m_kind(kind), m_cap(cap), m_base(base)
    {
    }
    /// Reads some of `in`, writes some of `out`; neither may be a failure if both are zero and nothing is
    /// left.
    virtual Step step(std::span<const std::byte> in, std::span<std::byte> out) = 0;

private:
    model::Result<void> feed(std::span<const std::byte> in, std::vector<std::byte>& out, bool one);

    Compression m_kind;
    std::uint64_t m_cap;
    std::uint64_t m_base;
    std::uint64_t m_consumed = 0;
    std::uint64_t m_produced = 0;
    bool m_between = true; ///< at a place where the stream may end
};

/// All of a compressed piece of memory.
model::Result<std::vector<std::byte>> decompress(Compression kind, std::span<const std::byte> in,
                                                 std::uint64_t cap, std::uint64_t base = 0);

} // namespace ghostline::io
