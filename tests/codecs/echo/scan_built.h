// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tests of hand-made .butter frames share.
#include "tests/codecs/echo/built_butter.h"
#include "tests/codecs/echo/butter_frames.h"

#include <QTest>

namespace ghostline::test {

inline constexpr qint64 ButterStart = 1'650'000'000'000;

/// The middle of the bin that begins at an exactly stored number.
inline float mid(double edge)
{
    int exponent = 0;
    std::frexp(edge, &exponent);
    return static_cast<float>(edge == 0.0 ? 0.0 : edge + std::copysign(std::ldexp(0.5, exponent - 11), edge));
}

inline std::unique_ptr<Scanned> scanned(const BuiltButter& built,
                                        echo::ButterDecoding how = echo::ButterDecoding::Exact)
{
    auto out = scanButter(built.bytes(), how);
    if (!out) {
        QTest::qFail(qPrintable(out.error().message), __FILE__, __LINE__);
        return nullptr;
    }
    if (how == echo::ButterDecoding::Exact && !readsTheSame(**out))
        QTest::qFail("a chunk read again differs", __FILE__, __LINE__);
    return std::move(*out);
}

/// Ten counters, possession time, stuns.
inline void putStats(Bytes& out, std::initializer_list<int> counters, double possession, int stuns)
{
    out.u8(counters).halfs({possession}).u16(static_cast<quint16>(stuns));
}

inline BuiltButter oneChunk(const Bytes& chunk)
{
    BuiltButter built;
    built.chunks = {chunk};
    return built;
}

} // namespace ghostline::test
