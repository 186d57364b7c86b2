// SPDX-License-Identifier: GPL-3.0-or-later
// Which format a world has; but for region files, its content tells and its name does not.
#include "codecs/recording/worlds/world_file.h"

#include "codecs/recording/worlds/anvil_folder.h"
#include "codecs/recording/worlds/nbt_piece.h"
#include "codecs/recording/worlds/polar_world.h"
#include "codecs/recording/worlds/slime_world.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::byte CompoundKind{10};
constexpr std::array ZipMagic{std::byte{'P'}, std::byte{'K'}, std::byte{3}, std::byte{4}};
constexpr std::array GzipMagic{std::byte{0x1F}, std::byte{0x8B}};

bool isRegionFile(const QString& path) { return path.endsWith(QLatin1String(".mca"), Qt::CaseInsensitive); }

template<std::size_t Size>
bool beginsWith(std::span<const std::byte> bytes, const std::array<std::byte, Size>& mark)
{
    return bytes.size() >= Size && std::equal(mark.begin(), mark.end(), bytes.begin());
}

Result<void> readWorldFile(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop)
{
    std::array<std::byte, 4> start{};
    const auto got = file.read(0, start, stop);
    if (!got)
        return tl::unexpected(got.error());
    const auto there = std::span<const std::byte>(start).first(*got);
    if (beginsWith(there, PolarMark))
        return readPolar(file, world, stop);
    if (beginsWith(there, SlimeMark))
        return readSlime(file, world, stop);
    if (beginsWith(there, GzipMagic) || (!there.empty() && there.front() == CompoundKind))
        return readNbtPiece(file, world, stop);
    if (beginsWith(there, ZipMagic))
        return model::fail(ErrorCode::Unsupported,
                           QStringLiteral("this is a ZIP archive: unpack it and choose the world's folder"));
    return model::fail(ErrorCode::Unsupported,
                       QStringLiteral("this is no world that can be read: not Polar, Slime, "
                                      "Anvil, a litematic or a Sponge schematic"));
}

} // namespace

bool isWorldName(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return isAnvilFolder(path);
    static const QStringList endings{QStringLiteral("polar"),     QStringLiteral("slime"),
                                     QStringLiteral("litematic"), QStringLiteral("schem"),
                                     QStringLiteral("schematic"), QStringLiteral("mca")};
    return endings.contains(info.suffix().toLower());
}

Result<model::SceneDescription> readWorld(const QString& path, const WorldScope& scope,
                                          const std::stop_token& stop)
{
    BlockWorld world(scope);
    Result<void> read;
    if (QFileInfo(path).isDir() || isRegionFile(path)) {
        read = readAnvil(path, world, stop);
    } else {
        const auto file = model::openFile(path);
        if (!file)
            return tl::unexpected(file.error());
        read = readWorldFile(**file, world, stop);
    }
    if (!read) {
        if (read.error().file.isEmpty())
            read.error().file = path;
        return tl::unexpected(std::move(read.error()));
    }
    if (stop.stop_requested())
        return model::cancelled();
    model::SceneDescription scene = world.finish(QFileInfo(path).fileName());
    scene.path = path;
    return scene;
}

} // namespace ghostline::recording
