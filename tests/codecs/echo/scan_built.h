// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tests of hand-made .butter frames share.
#include "tests/codecs/echo/built_butter.h"
#include "tests/codecs/echo/butter_frames.h"

#include <QTest>

namespace ghostline::test {

inline constexpr qint64 ButterStart = 1'650'000'000'000;

/// The middle of the bin that begins at an exactly stored number.
float mid(double edge);
std::unique_ptr<Scanned> scanned(const BuiltButter& built,
                                 echo::ButterDecoding how = echo::ButterDecoding::Exact);

/// Ten counters, possession time, stuns.
inline void putStats(Bytes& out, std::initializer_list<int> counters, double possession, int stuns)
{
    out.u8(counters).halfs({possession}).u16(static_cast<quint16>(stuns));
}

BuiltButter oneChunk(const Bytes& chunk);

} // namespace ghostline::test
