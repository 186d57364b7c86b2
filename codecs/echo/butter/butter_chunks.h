// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compressed chunks, kept until the table that stands before them in the file is known.
#include "codecs/echo/butter/butter_encode.h"
#include "codecs/echo/frame/frame_writer.h"

#include <memory>

class QTemporaryFile;

namespace ghostline::echo::encode {

/// In memory up to a bound, beyond it in a temporary file.
class ButterChunks
{
public:
    explicit ButterChunks(const ButterOptions& options, std::size_t memory = 64U << 20);
    ~ButterChunks();
    ButterChunks(const ButterChunks&) = delete;
    ButterChunks& operator=(const ButterChunks&) = delete;

    /// The level meant when none is asked for.
    int level() const { return m_level; }
    /// The number of this compression in the file's header; of several for one method the nearest level.
    std::uint8_t code() const;
    model::Result<void> add(std::span<const std::byte> raw);
    const std::vector<std::uint32_t>& sizes() const { return m_sizes; }
    /// Everything added, in order.
    model::Result<void> writeTo(model::AtomicFile& out);

private:
    model::Result<void> keep(std::span<const std::byte> bytes);
    model::Result<std::span<const std::byte>> packed(std::span<const std::byte> raw);

    ButterCompression m_compression;
    int m_level;
    std::size_t m_memory;
    std::vector<std::uint32_t> m_sizes;
    Bytes m_kept; ///< what follows the temporary file's end
    Bytes m_packed;
    std::unique_ptr<QTemporaryFile> m_file;
};

} // namespace ghostline::echo::encode
