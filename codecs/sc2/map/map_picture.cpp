// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_picture.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"
#include "codecs/sc2/map/map_limits.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr unsigned TrueColour = 2;
constexpr unsigned Grey = 3;
constexpr unsigned PackedBit = 8; ///< of the kind
constexpr unsigned UpperRowFirst = 0x20;
constexpr unsigned RightPixelFirst = 0x10;

struct PictureHead
{
    unsigned kind = 0;
    std::size_t width = 0;
    std::size_t height = 0;
    unsigned pixelBytes = 0;
    unsigned descriptor = 0;
};

model::Result<PictureHead> readPictureHead(io::ByteCursor& in)
{
    PictureHead head;
    const std::size_t textBytes = in.u8();
    const unsigned palette = in.u8();
    head.kind = in.u8();
    in.skip(2);
    const std::size_t paletteEntries = in.le<std::uint16_t>();
    const std::size_t paletteBits = in.u8();
    in.skip(4);
    head.width = in.le<std::uint16_t>();
    head.height = in.le<std::uint16_t>();
    const unsigned bits = in.u8();
    head.descriptor = in.u8();
    if (auto status = in.status(QStringLiteral("the picture's header")); !status)
        return tl::unexpected(status.error());
    head.pixelBytes = bits / 8;
    const unsigned kind = head.kind & ~PackedBit;
    const bool known = (kind == TrueColour && (bits == 24 || bits == 32)) || (kind == Grey && bits == 8);
    if (!known)
        return model::fail(
            model::ErrorCode::Unsupported,
            QStringLiteral("pictures of kind %1 with %2 bits are not read").arg(head.kind).arg(bits));
    const auto fits = [](std::size_t side) { return side > 0 && side <= std::size_t{MaxMapPictureSide}; };
    if (!fits(head.width) || !fits(head.height))
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("it has %1 x %2 pixels; a side has 1 to %3")
                               .arg(head.width)
                               .arg(head.height)
                               .arg(MaxMapPictureSide));
    in.skip(textBytes + (palette != 0 ? paletteEntries * ((paletteBits + 7) / 8) : 0));
    return head;
}

glm::u8vec3 pixelOf(std::span<const std::byte> stored)
{
    const auto part = [&](std::size_t i) { return std::to_integer<std::uint8_t>(stored[i]); };
    return stored.size() == 1 ? glm::u8vec3(part(0)) : glm::u8vec3(part(2), part(1), part(0));
}

/// Pixels in the order of the file; fails the cursor where it has too few.
std::vector<glm::u8vec3> readPixels(io::ByteCursor& in, const PictureHead& head)
{
    const std::size_t count = head.width * head.height;
    std::vector<glm::u8vec3> pixels;
    if ((head.kind & PackedBit) == 0) {
        const auto stored = in.bytes(count * head.pixelBytes);
        pixels.reserve(in.ok() ? count : 0);
        for (std::size_t at = 0; at < stored.size(); at += head.pixelBytes)
            pixels.push_back(pixelOf(stored.subspan(at, head.pixelBytes)));
        return pixels;
    }
    while (pixels.size() < count && in.ok()) {
        constexpr unsigned Repeated = 0x80;
        const unsigned packet = in.u8();
        const std::size_t run = std::min<std::size_t>((packet & ~Repeated) + 1, count - pixels.size());
        if ((packet & Repeated) != 0) {
            const auto stored = in.bytes(head.pixelBytes);
            if (in.ok())
                pixels.insert(pixels.end(), run, pixelOf(stored));
            continue;
        }
        for (std::size_t i = 0; i < run && in.ok(); ++i) {
            const auto stored = in.bytes(head.pixelBytes);
            if (in.ok())
                pixels.push_back(pixelOf(stored));
        }
    }
    return pixels;
}

bool isBlack(const glm::u8vec3& pixel)
{
    constexpr std::uint8_t Darkest = 16;
    return pixel.x <= Darkest && pixel.y <= Darkest && pixel.z <= Darkest;
}

} // namespace

model::Result<MapPicture> parsePicture(std::span<const std::byte> bytes)
{
    io::ByteCursor in(bytes);
    const auto head = readPictureHead(in);
    if (!head)
        return tl::unexpected(head.error());
    MapPicture picture;
    picture.width = static_cast<int>(head->width);
    picture.height = static_cast<int>(head->height);
    picture.pixels = readPixels(in, *head);
    if (auto status = in.status(QStringLiteral("the picture")); !status)
        return tl::unexpected(status.error());
    const auto row = [&](std::size_t y) {
        return picture.pixels.begin() + static_cast<std::ptrdiff_t>(y * head->width);
    };
    if ((head->descriptor & UpperRowFirst) == 0) {
        for (std::size_t y = 0; y < head->height / 2; ++y)
            std::swap_ranges(row(y), row(y + 1), row(head->height - 1 - y));
    }
    if ((head->descriptor & RightPixelFirst) != 0) {
        for (std::size_t y = 0; y < head->height; ++y)
            std::reverse(row(y), row(y + 1));
    }
    return picture;
}

std::optional<MapPicture> groundPicture(const MapPicture& picture, const MapFrame& frame)
{
    const int columns = frame.right - frame.left;
    const int rows = frame.top - frame.bottom;
    if (columns > picture.width || rows > picture.height)
        return std::nullopt;
    int scale = 1; // pixels for a cell: the largest power of two with which all fits
    while (scale * 2 * columns <= picture.width && scale * 2 * rows <= picture.height)
        scale *= 2;
    MapPicture ground;
    ground.width = scale * columns;
    ground.height = scale * rows;
    const int left = (picture.width - ground.width) / 2;
    const int upper = (picture.height - ground.height) / 2;
    ground.pixels.reserve(static_cast<std::size_t>(ground.width) * static_cast<std::size_t>(ground.height));
    std::size_t filledBeyond = 0;
    std::size_t at = 0;
    for (int y = 0; y < picture.height; ++y) {
        const bool inRows = y >= upper && y < upper + ground.height;
        for (int x = 0; x < picture.width; ++x, ++at) {
            const glm::u8vec3& pixel = picture.pixels[at];
            if (inRows && x >= left && x < left + ground.width)
                ground.pixels.push_back(pixel);
            else if (!isBlack(pixel))
                ++filledBeyond;
        }
    }
    constexpr std::size_t FewPixels = 200; // one in so many: a frame one pixel wider is no other picture
    const std::size_t beyond = picture.pixels.size() - ground.pixels.size();
    if (filledBeyond > picture.pixels.size() / FewPixels && filledBeyond * 4 > beyond)
        return std::nullopt;
    return ground;
}

} // namespace ghostline::sc2
