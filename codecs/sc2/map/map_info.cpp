// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_info.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"
#include "codecs/sc2/map/map_limits.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t MapInfoMagic = 0x4D617049; // "IpaM": stored the wrong way round

/// Versions that brought fields along.
constexpr std::uint32_t HasHeadNumbers = 24;
constexpr std::uint32_t HasPicturePath = 31;
constexpr std::uint32_t HasSecondPicturePath = 38;

constexpr std::uint32_t OwnPicture = 2; ///< kind of preview that is followed by a path

void skipPreview(io::ByteCursor& in)
{
    if (in.le<std::uint32_t>() == OwnPicture)
        in.endedText();
}

} // namespace

model::Result<MapFrame> parseMapInfo(std::span<const std::byte> bytes)
{
    io::ByteCursor in(bytes);
    const auto magic = in.le<std::uint32_t>();
    const auto version = in.le<std::uint32_t>();
    if (in.ok() && magic != MapInfoMagic)
        return io::damaged(QStringLiteral("it does not begin with IpaM"), 0);
    if (version >= HasHeadNumbers)
        in.skip(8);
    const std::uint64_t sizeOffset = in.offset();
    const auto width = in.le<std::uint32_t>();
    const auto height = in.le<std::uint32_t>();
    const auto sideFits = [](std::uint32_t side) { return side > 0 && side <= std::uint32_t{MaxMapSide}; };
    if (in.ok() && (!sideFits(width) || !sideFits(height)))
        return io::damaged(QStringLiteral("it declares a map of %1 x %2 cells; a side has 1 to %3")
                               .arg(width)
                               .arg(height)
                               .arg(MaxMapSide),
                           sizeOffset);
    skipPreview(in);
    skipPreview(in);
    if (version >= HasPicturePath)
        in.endedText();
    if (version >= HasSecondPicturePath)
        in.endedText();
    in.skip(version >= HasPicturePath ? 8 : 4);
    in.endedText(); // kind of fog
    const std::string_view tileSet = in.endedText();
    const std::uint64_t boundsOffset = in.offset();
    const auto left = in.le<std::uint32_t>();
    const auto bottom = in.le<std::uint32_t>();
    const auto right = in.le<std::uint32_t>();
    const auto top = in.le<std::uint32_t>();
    if (const auto status = in.status(QStringLiteral("MapInfo")); !status)
        return tl::unexpected(status.error());
    if (left >= right || right > width || bottom >= top || top > height)
        return io::damaged(
            QStringLiteral(
                "what is played on reaches from %1, %2 to %3, %4, which is no part of %5 x %6 cells")
                .arg(left)
                .arg(bottom)
                .arg(right)
                .arg(top)
                .arg(width)
                .arg(height),
            boundsOffset);
    MapFrame frame;
    frame.version = static_cast<int>(std::min<std::uint32_t>(version, INT32_MAX));
    frame.width = static_cast<int>(width);
    frame.height = static_cast<int>(height);
    frame.left = static_cast<int>(left);
    frame.bottom = static_cast<int>(bottom);
    frame.right = static_cast<int>(right);
    frame.top = static_cast<int>(top);
    frame.tileSet = model::textOf(tileSet);
    return frame;
}

} // namespace ghostline::sc2
