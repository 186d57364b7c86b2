// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A packed stretch of a file read as if it were not packed: bare deflate data with places to go on from.
#include "model/bytes/byte_source.h"

#include <memory>

namespace ghostline::io {

/// Checkpoints are at most this far apart in the unpacked text, while the index fits into MaxIndexBytes.
inline constexpr std::uint64_t CheckpointSpacing = std::uint64_t{1} << 20;
/// Beyond it every second checkpoint goes and the spacing doubles: 64 GiB of text need no more memory than 5.
inline constexpr std::size_t MaxIndexBytes = std::size_t{32} << 20;

/// Against archives that unpack to more than anybody recorded. Nothing here is ever held as a whole, so these
/// bound time, not memory.
struct InflateLimits
{
    std::uint64_t output = std::uint64_t{64} << 30;     ///< bytes that may come out in all
    std::uint64_t ratio = 900;                          ///< bytes out for each byte in ...
    std::uint64_t ratioFrom = std::uint64_t{512} << 20; ///< ... asked only after this many bytes
};

struct PackedRange
{
    std::uint64_t offset = 0; ///< of the first packed byte in its file
    std::uint64_t size = 0;
    std::uint64_t unpackedSize = 0; ///< as claimed; only a hint
};

/// Reading from front to back unpacks once and leaves checkpoints on the way; any place already passed is
/// read from the checkpoint before it, by any number of threads. Reading ahead of that place unpacks up to
/// there. Memory: the checkpoints (MaxIndexBytes), and about 200 KiB for the pass and each of four resting
/// readers.
class InflatedSource final : public model::ByteSource
{
public:
    static model::Result<std::unique_ptr<InflatedSource>>
    create(std::shared_ptr<const model::ByteSource> packed, const PackedRange& range,
           const InflateLimits& limits = {});
    ~InflatedSource() override;

    /// Where the data is damaged or cut, a read brings what comes before that place, and the next one the
    /// error.
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop = {}) const override;
    /// As claimed until the end has been reached.
    std::uint64_t size() const override;
    model::Identity identity() const override;
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop = {}) const override;

    /// Bytes in all; set once the end has been reached from front to back.
    std::optional<std::uint64_t> wholeSize() const;
    std::size_t checkpoints() const;
    std::size_t indexBytes() const;
    /// The widest stretch between two checkpoints so far.
    std::uint64_t widestGap() const;
    /// Unpacks all of it once more, without index, and forgets it; the bytes that came out.
    model::Result<std::uint64_t> unpackAll(const std::stop_token& stop) const;

private:
    struct Private;
    explicit InflatedSource(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::io
