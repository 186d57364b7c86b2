// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the writers of logs share: copying runs of bytes, reporting progress, giving the file its name.
#include "codecs/carla/write/log_writer.h"
#include "model/replay/replay_source.h"

namespace ghostline::carla {

/// Writers keep at most about this much in memory.
inline constexpr std::size_t FlushBytes = std::size_t{1} << 20;

/// Appends [begin, end) of a source, flushing to the file as it goes.
model::Result<void> copyBytes(const model::ByteSource& from, std::uint64_t begin, std::uint64_t end,
                              LogWriter& to, model::AtomicFile& file, const std::stop_token& stop);

/// Cancelled when the progress says so.
model::Result<void> report(const model::Progress& progress, std::uint64_t at, std::uint64_t size);

/// Whether the option `vectors` asks for f64, which builds on Unreal Engine 5 read.
model::Result<bool> asksForDoubles(const model::WriteRequest& request, bool otherwise);

/// Commits a file if it could be written; its size.
model::Result<std::uint64_t> committed(model::AtomicFile& file, model::Result<void> written);

} // namespace ghostline::carla
