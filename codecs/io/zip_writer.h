// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a ZIP archive from front to back: no place is patched, so the output may be anything that takes
// bytes.
#include "model/base/error.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace ghostline::io {

using ByteSink = std::function<model::Result<void>(std::span<const std::byte>)>;

/// Entries are deflated; their sizes follow them (data descriptor), zip64 where 32 bits do not do. All carry
/// the date 1980-01-01, so that the same content gives the same archive.
class ZipWriter
{
public:
    explicit ZipWriter(ByteSink sink);
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// `name`: UTF-8, at most 65,535 bytes. `level` of zlib, -1 .. 9.
    model::Result<void> begin(std::string_view name, int level);
    model::Result<void> write(std::span<const std::byte> bytes);
    model::Result<void> end();
    /// The directory; nothing may follow.
    model::Result<void> finish();
    std::uint64_t bytes() const; ///< given to the sink so far

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::io
