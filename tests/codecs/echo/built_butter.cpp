// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/built_butter.h"

namespace ghostline::test {

quint16 halfOf(double value)
{
    if (value == 0.0)
        return std::signbit(value) ? 0x8000 : 0;
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(value), &exponent); // [0.5, 1)
    const auto sign = static_cast<quint16>(value < 0 ? 0x8000 : 0);
    return static_cast<quint16>(sign | (exponent + 14) << 10 | static_cast<int>(mantissa * 2048.0 - 1024.0));
}

Bytes& Bytes::u8(std::initializer_list<int> values)
{
    for (const int v : values)
        put(static_cast<quint8>(v));
    return *this;
}

Bytes& Bytes::halfs(std::initializer_list<double> values)
{
    for (const double v : values)
        put(halfOf(v));
    return *this;
}

Bytes& Bytes::zstr(const char* text)
{
    append(text, static_cast<qsizetype>(std::strlen(text)) + 1);
    return *this;
}

QByteArray packed(const QByteArray& bytes, int compression)
{
    if (compression == 0)
        return bytes;
    if (compression > 1) {
        QByteArray out(static_cast<qsizetype>(ZSTD_compressBound(static_cast<std::size_t>(bytes.size()))),
                       '\0');
        out.resize(static_cast<qsizetype>(ZSTD_compress(out.data(), static_cast<std::size_t>(out.size()),
                                                        bytes.constData(),
                                                        static_cast<std::size_t>(bytes.size()), 3)));
        return out;
    }
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

Bytes BuiltButter::header() const
{
    Bytes out;
    out.u8({version}).u16(static_cast<quint16>(interval)).u8({compression}).zstr("Ann");
    for (int i = 0; i < 16; ++i)
        out.u8({0x0F + 16 * i});
    out.u8({192, 0, 2, 17, static_cast<int>(names.size())});
    for (const QByteArray& name : names)
        out.zstr(name.constData());
    for (qsizetype i = 0; i < names.size(); ++i)
        out.i64(userIds.isEmpty() ? 1001 + i : userIds[i]);
    for (qsizetype i = 0; i < names.size(); ++i)
        out.u8({static_cast<int>(41 + i)});
    for (qsizetype i = 0; i < names.size(); ++i)
        out.u8({static_cast<int>(50 - i)});
    out.u8({3, 0x21, map << 1 | (isPrivate ? 1 : 0)});
    return out;
}

QByteArray BuiltButter::bytes() const
{
    Bytes out = header();
    out.u32(static_cast<quint32>(chunks.size()));
    QByteArray data;
    for (const QByteArray& chunk : chunks) {
        const QByteArray one = chunk.isEmpty() ? QByteArray() : packed(chunk, compression);
        out.u32(static_cast<quint32>(one.size()));
        data += one;
    }
    return out + data;
}

} // namespace ghostline::test
