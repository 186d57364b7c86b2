// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small .butter files put together byte by byte after the layouts, without the codec's own writer.
#include <QByteArray>
#include <QList>

#include <cmath>
#include <cstring>
#include <zlib.h>
#include <zstd.h>

namespace ghostline::test {

/// A half of a number that one can hold exactly.
quint16 halfOf(double value);

/// The rotation that turns nothing.
inline constexpr quint32 NoTurn = 0x7FDFF7FF;

struct Bytes : QByteArray
{
    template<typename T>
    Bytes& put(T value)
    {
        append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Bytes& u8(std::initializer_list<int> values);
    Bytes& u16(quint16 v) { return put(v); }
    Bytes& u32(quint32 v) { return put(v); }
    Bytes& i64(qint64 v) { return put(v); }
    Bytes& f32(float v) { return put(v); }
    Bytes& halfs(std::initializer_list<double> values);
    Bytes& zstr(const char* text);
    Bytes& pose(double x, double y, double z, quint32 rotation = NoTurn)
    {
        return halfs({x, y, z}).u32(rotation);
    }

    Bytes& keyframe(qint64 time, float clock, int mask)
    {
        return u16(0xFEFC).i64(time).f32(clock).u8({mask});
    }
    Bytes& frame(quint16 step, float clock, int mask) { return u16(0xFEFE).u16(step).f32(clock).u8({mask}); }
    /// No team has stats or players, and nobody has bones.
    Bytes& nobody() { return u8({0, 0, 0, 0, 0}); }
};

QByteArray packed(const QByteArray& bytes, int compression);

struct BuiltButter
{
    int version = 3;
    int interval = 300;
    int compression = 0;
    int map = 2;
    bool isPrivate = false;
    QList<QByteArray> names{"Ann", "Bob"};
    QList<qint64> userIds{}; ///< empty: 1001, 1002 ...
    QList<QByteArray> chunks{};

    Bytes header() const;
    QByteArray bytes() const;
};

} // namespace ghostline::test
