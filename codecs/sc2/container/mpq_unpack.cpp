// SPDX-License-Identifier: GPL-3.0-or-later
// bzip2 and zlib under one loop: room grows with what really comes out, so that a size that is only claimed
// costs nothing.
#include "codecs/sc2/container/mpq_unpack.h"

#include <QStringList>

#include <algorithm>
#include <bzlib.h>
#include <zlib.h>

namespace ghostline::sc2 {

namespace {

enum class UnpackStep { More, End, Wrong };

/// Both libraries want the input without const and count in 32 bits; pieces are far smaller than that.
class Bzip2
{
public:
    explicit Bzip2(std::span<const std::byte> in)
    {
        m_ready = BZ2_bzDecompressInit(&m_stream, 0, 0) == BZ_OK;
        m_stream.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
        m_stream.avail_in = static_cast<unsigned>(in.size());
    }
    ~Bzip2()
    {
        if (m_ready)
            BZ2_bzDecompressEnd(&m_stream);
    }
    Bzip2(const Bzip2&) = delete;
    Bzip2& operator=(const Bzip2&) = delete;

    bool ready() const { return m_ready; }
    std::size_t inputLeft() const { return m_stream.avail_in; }
    UnpackStep run(std::span<std::byte> room, std::size_t& written)
    {
        m_stream.next_out = reinterpret_cast<char*>(room.data());
        m_stream.avail_out = static_cast<unsigned>(room.size());
        const int code = BZ2_bzDecompress(&m_stream);
        written = room.size() - m_stream.avail_out;
        return code == BZ_OK ? UnpackStep::More : code == BZ_STREAM_END ? UnpackStep::End : UnpackStep::Wrong;
    }

private:
    bz_stream m_stream{};
    bool m_ready = false;
};

class Zlib
{
public:
    explicit Zlib(std::span<const std::byte> in)
    {
        m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
        m_stream.avail_in = static_cast<unsigned>(in.size());
        m_ready = inflateInit(&m_stream) == Z_OK;
    }
    ~Zlib()
    {
        if (m_ready)
            inflateEnd(&m_stream);
    }
    Zlib(const Zlib&) = delete;
    Zlib& operator=(const Zlib&) = delete;

    bool ready() const { return m_ready; }
    std::size_t inputLeft() const { return m_stream.avail_in; }
    UnpackStep run(std::span<std::byte> room, std::size_t& written)
    {
        m_stream.next_out = reinterpret_cast<Bytef*>(room.data());
        m_stream.avail_out = static_cast<unsigned>(room.size());
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        written = room.size() - m_stream.avail_out;
        return code == Z_OK || code == Z_BUF_ERROR ? UnpackStep::More
               : code == Z_STREAM_END              ? UnpackStep::End
                                                   : UnpackStep::Wrong;
    }

private:
    z_stream m_stream{};
    bool m_ready = false;
};

QString methodNames(unsigned method)
{
    if (method == 0x12)
        return QStringLiteral("LZMA");
    static constexpr struct
    {
        unsigned bit;
        const char* name;
    } Known[] = {{0x01, "Huffman"}, {0x02, "zlib"},       {0x08, "PKWARE implode"}, {0x10, "bzip2"},
                 {0x20, "sparse"},  {0x40, "ADPCM mono"}, {0x80, "ADPCM stereo"}};
    QStringList names;
    for (const auto& known : Known) {
        if ((method & known.bit) != 0)
            names += QString::fromLatin1(known.name);
    }
    return names.isEmpty() ? QStringLiteral("unknown") : names.join(QStringLiteral(" and "));
}

template<typename Stream>
model::Result<void> unpackStream(std::span<const std::byte> packed, std::size_t size, const char* method,
                                 std::uint64_t offset, std::vector<std::byte>& out)
{
    Stream stream(packed);
    const auto damaged = [&](const char* what) {
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("The %1 stream at byte %2 %3 (%4 bytes are declared)")
                               .arg(QLatin1String(method))
                               .arg(offset)
                               .arg(QLatin1String(what))
                               .arg(size),
                           {offset, {}, {}});
    };
    if (!stream.ready())
        return model::fail(model::ErrorCode::LimitExceeded, QStringLiteral("No memory to unpack a member"));

    const std::size_t begin = out.size();
    std::size_t filled = 0;
    for (;;) {
        if (out.size() - begin == filled && filled < size) {
            // Real members grow less than sixty-fold: for them this is the one allocation.
            const std::size_t next = filled == 0 ? packed.size() * 64 + 65536 : filled * 4;
            out.resize(begin + std::min(size, next));
        }
        std::byte spare{};
        const bool full = filled == size;
        std::size_t written = 0;
        const std::size_t before = stream.inputLeft();
        const auto room = full ? std::span(&spare, 1) : std::span(out).subspan(begin + filled);
        const UnpackStep step = stream.run(room, written);
        if (full && written > 0)
            return damaged("holds more than it should");
        filled += full ? 0 : written;
        if (step == UnpackStep::End)
            break;
        if (step == UnpackStep::Wrong)
            return damaged("is damaged");
        if (written == 0 && stream.inputLeft() == before)
            return damaged("ends too early");
    }
    if (filled != size) {
        out.resize(begin);
        return damaged("holds less than it should");
    }
    return {};
}

} // namespace

model::Result<void> unpackPiece(std::span<const std::byte> piece, std::size_t size, std::uint64_t offset,
                                std::vector<std::byte>& out)
{
    if (piece.empty())
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("A packed piece at byte %1 is empty").arg(offset),
                           {offset, {}, {}});
    const auto method = std::to_integer<unsigned>(piece[0]);
    const auto stream = piece.subspan(1);
    if (method == 0x10)
        return unpackStream<Bzip2>(stream, size, "bzip2", offset, out);
    if (method == 0x02)
        return unpackStream<Zlib>(stream, size, "zlib", offset, out);
    if (method == 0)
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("A packed piece at byte %1 names no method").arg(offset),
                           {offset, {}, {}});
    return model::fail(model::ErrorCode::Unsupported,
                       QStringLiteral("A member is packed at byte %1 with method 0x%2 (%3); only zlib and "
                                      "bzip2 are read")
                           .arg(offset)
                           .arg(method, 2, 16, QLatin1Char('0'))
                           .arg(methodNames(method)),
                       {offset, {}, {}});
}

} // namespace ghostline::sc2
