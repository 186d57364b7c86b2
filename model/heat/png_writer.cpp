// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/png_writer.h"

#include <array>

namespace ghostline::model {

namespace {

constexpr int MostSide = 32'768; // pixels

constexpr std::array<std::uint32_t, 256> makeCrcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? 0xEDB8'8320U ^ (value >> 1U) : value >> 1U;
        table[i] = value;
    }
    return table;
}

constexpr std::array<std::uint32_t, 256> CrcTable = makeCrcTable();

std::uint32_t crcOf(const QByteArray& bytes)
{
    std::uint32_t crc = 0xFFFF'FFFFU;
    for (const char byte : bytes)
        crc = CrcTable[(crc ^ static_cast<std::uint8_t>(byte)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

void addNumber(QByteArray& out, std::uint32_t value)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        out += static_cast<char>(static_cast<std::uint8_t>(value >> shift));
}

void addChunk(QByteArray& out, const char* type, const QByteArray& data)
{
    const QByteArray body = QByteArray(type, 4) + data;
    addNumber(out, static_cast<std::uint32_t>(data.size()));
    out += body;
    addNumber(out, crcOf(body));
}

} // namespace

Result<QByteArray> pngBytes(int width, int height, std::span<const std::uint8_t> rgba,
                            const QByteArray& comment)
{
    if (width <= 0 || height <= 0 || width > MostSide || height > MostSide ||
        rgba.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("a picture needs four bytes for each pixel"));
    const std::size_t stride = static_cast<std::size_t>(width) * 4;
    QByteArray rows;
    const std::size_t bytes = (stride + 1) * static_cast<std::size_t>(height);
    rows.reserve(static_cast<qsizetype>(bytes));
    for (std::size_t begin = 0; begin < rgba.size(); begin += stride) {
        rows += '\0'; // filter: none
        rows.append(reinterpret_cast<const char*>(rgba.data() + begin), static_cast<qsizetype>(stride));
    }
    // zlib's own format is what a PNG holds; before it stands the length, which a PNG does not want.
    const QByteArray packed = qCompress(rows).mid(4);
    QByteArray out = QByteArrayLiteral("\x89PNG\r\n\x1a\n");
    QByteArray header;
    addNumber(header, static_cast<std::uint32_t>(width));
    addNumber(header, static_cast<std::uint32_t>(height));
    header +=
        QByteArray("\x08\x06\x00\x00\x00", 5); // 8 bits a channel, RGBA, deflate, filters, not interlaced
    addChunk(out, "IHDR", header);
    addChunk(out, "sRGB", QByteArray(1, '\0'));
    if (!comment.isEmpty())
        addChunk(out, "tEXt", QByteArrayLiteral("Comment") + '\0' + comment);
    addChunk(out, "IDAT", packed);
    addChunk(out, "IEND", {});
    return out;
}

} // namespace ghostline::model
