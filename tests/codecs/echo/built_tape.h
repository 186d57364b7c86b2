// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tapes put together by hand, as small as they can be.
#include "codecs/echo/frame/frame_file.h"
#include "tests/codecs/echo/tape_bytes.h"

namespace ghostline::test {

inline constexpr std::int64_t TapeStart = 1'700'000'000; ///< seconds since 1970

/// A pose at a place, not turned.
ProtoText tapePose(float x, float y, float z);
/// A player of a frame.
ProtoText tapePlayer(int slot, int flags, float x);
/// An event: field number in EchoEvent and content.
ProtoText tapeEvent(std::uint32_t kind, const ProtoText& content);
ProtoText tapeJoined(int slot, const char* name, std::uint64_t account, int jersey = 7, int level = 9);

QByteArray tapeHeader(const ProtoText& arena = ProtoText().message(2, QByteArray("mpl_arena_a")));
/// A frame with what is given besides status and clock.
QByteArray tapeFrame(std::uint32_t number, std::uint32_t ms, const ProtoText& arena = {});
QByteArray tapeFooter(std::uint32_t frames);

/// One zstd frame, with checksum.
QByteArray zstdFrame(const QByteArray& plain, bool withSize = true);
/// Behind `blocks`, which are the zstd frames of a file in order.
QByteArray seekTable(const QList<QByteArray>& blocks, const QList<QByteArray>& plain);

model::Result<std::unique_ptr<echo::FrameFile>> openTapeBytes(const QByteArray& bytes);

} // namespace ghostline::test
