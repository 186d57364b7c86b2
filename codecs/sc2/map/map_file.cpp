// SPDX-License-Identifier: GPL-3.0-or-later
// Reads member by member; what fails is noted and left out.
#include "codecs/sc2/map/map_file.h"

#include "codecs/io/read_whole.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/map/ground_colours.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_members.h"
#include "codecs/sc2/map/map_name.h"
#include "codecs/sc2/map/map_objects.h"
#include "codecs/sc2/map/map_store.h"
#include "codecs/sc2/map/map_water.h"
#include "codecs/sc2/map/terrain_lists.h"
#include "model/base/text.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

namespace ghostline::sc2 {

namespace {

using model::ErrorCode;
using model::Result;
using model::Sentence;
using model::Severity;

using MapView = std::span<const std::byte>;

/// What the parser of a member returns.
template<typename Parse>
using Parsed = std::invoke_result_t<const Parse&, MapView>;

constexpr std::string_view FrameName = "MapInfo";
constexpr std::string_view TerrainName = "t3Terrain.xml";
constexpr std::string_view WaterLookName = "Base.SC2Data\\GameData\\WaterData.xml";

tl::unexpected<model::Error> noFrame()
{
    return model::fail(
        ErrorCode::Damaged,
        Sentence::of(QStringLiteral("There is no MapInfo in it: it is a mod perhaps, but no map")));
}

/// Reads all members of a map into one value.
class MapReader
{
public:
    MapReader(const MapStore& store, const std::stop_token& stop) : m_store(store), m_stop(stop) {}

    Result<MapData> run()
    {
        if (auto frame = readFrame(); !frame)
            return tl::unexpected(frame.error());
        m_terrain = take(TerrainName, MaxMapXmlBytes,
                         [&](MapView bytes) { return parseTerrain(bytes, m_frame, m_stop); });
        if (auto heights = readHeights(); !heights)
            return tl::unexpected(heights.error());
        readCells();
        readPainted();
        readPicture();
        readColours();
        readWater();
        readObjects();
        MapWords words = mapWords(m_store, m_map.diagnostics, m_stop);
        m_map.name = std::move(words.name);
        m_map.author = std::move(words.author);
        if (m_stop.stop_requested())
            return model::cancelled();
        return std::move(m_map);
    }

private:
    Result<void> readFrame();
    Result<void> readHeights();
    void readCells();
    void readPainted();
    void readPicture();
    void readColours();
    std::optional<GroundTextures> readTextures();
    void readWater();
    void readObjects();

    void note(Severity severity, const char* code, const QString& message)
    {
        m_map.diagnostics.push_back({severity, QString::fromLatin1(code), message, {}});
    }
    void noteMissing(std::string_view name)
    {
        note(Severity::Warning, "map-member-missing",
             QStringLiteral("the map has no member %1").arg(model::textOf(name)));
    }

    /// One member through its parser. An error is NotFound where there is none, and noted otherwise.
    template<typename Parse>
    auto load(std::string_view name, std::uint64_t most, const Parse& parse) -> Parsed<Parse>
    {
        if (m_stop.stop_requested())
            return model::cancelled();
        const auto bytes = m_store.read(name, most);
        auto value = bytes ? parse(MapView(*bytes)) : Parsed<Parse>(tl::unexpected(bytes.error()));
        const bool told = value || value.error().code == ErrorCode::NotFound;
        if (!told && value.error().code == ErrorCode::InvalidArgument)
            note(Severity::Info, "map-member-unfit",
                 QStringLiteral("%1 is left out: %2").arg(model::textOf(name), value.error().message));
        else if (!told && value.error().code != ErrorCode::Cancelled)
            noteMember(m_map.diagnostics, name, value.error());
        return value;
    }
    /// The same, nothing where it failed.
    template<typename Parse>
    auto take(std::string_view name, std::uint64_t most, const Parse& parse)
        -> std::optional<typename Parsed<Parse>::value_type>
    {
        auto value = load(name, most, parse);
        return value ? std::optional(std::move(*value)) : std::nullopt;
    }
    /// The same, noting that it is missing, of a member that every map has.
    template<typename Parse>
    auto expect(std::string_view name, std::uint64_t most, const Parse& parse)
        -> std::optional<typename Parsed<Parse>::value_type>
    {
        auto value = load(name, most, parse);
        if (value)
            return std::move(*value);
        if (value.error().code == ErrorCode::NotFound)
            noteMissing(name);
        return std::nullopt;
    }

    const MapStore& m_store;
    const std::stop_token& m_stop;
    MapData m_map;
    MapFrame m_frame;
    std::optional<TerrainLists> m_terrain;
    std::vector<std::uint8_t> m_flags;
    std::optional<MapPicture> m_ground;
};

Result<void> MapReader::readFrame()
{
    const auto bytes = m_store.read(FrameName, MaxMapInfoBytes);
    if (!bytes && bytes.error().code == ErrorCode::NotFound)
        return noFrame();
    auto frame = bytes ? parseMapInfo(*bytes) : Result<MapFrame>(tl::unexpected(bytes.error()));
    if (!frame)
        return model::fail(ErrorCode::Damaged,
                           Sentence::of(QStringLiteral("The map's frame (MapInfo) cannot be read: %1"),
                                        {frame.error().said()}));
    m_frame = std::move(*frame);
    m_map.version = m_frame.version;
    m_map.width = m_frame.width;
    m_map.height = m_frame.height;
    m_map.left = m_frame.left;
    m_map.bottom = m_frame.bottom;
    m_map.right = m_frame.right;
    m_map.top = m_frame.top;
    m_map.tileSet = m_frame.tileSet;
    return {};
}

Result<void> MapReader::readHeights()
{
    auto heights = load("t3SyncHeightMap", syncHeightBytes(m_frame),
                        [&](MapView bytes) { return parseSyncHeights(bytes, m_frame); });
    if (!heights && heights.error().code != ErrorCode::Cancelled && m_terrain && m_terrain->steps) {
        const auto drawn = take("t3HeightMap", drawnHeightBytes(m_frame), [&](MapView bytes) {
            return parseDrawnHeights(bytes, m_frame, *m_terrain->steps);
        });
        if (drawn) {
            note(Severity::Info, "map-heights-drawn",
                 QStringLiteral("heights are those of t3HeightMap, which the game only draws"));
            heights = *drawn;
        }
    }
    if (heights) {
        m_map.heights = std::move(*heights);
        return {};
    }
    if (heights.error().code == ErrorCode::Cancelled)
        return tl::unexpected(heights.error());
    return model::fail(
        ErrorCode::Damaged,
        Sentence::of(QStringLiteral("The map's heights cannot be read: %1"), {heights.error().said()}));
}

void MapReader::readCells()
{
    if (auto cliffs = expect("t3SyncCliffLevel", cliffBytes(m_frame),
                             [&](MapView bytes) { return parseCliffs(bytes, m_frame); }))
        m_map.cliffs = std::move(*cliffs);
    if (auto flags = expect("t3CellFlags", cellFlagBytes(m_frame),
                            [&](MapView bytes) { return parseCellFlags(bytes, m_frame); }))
        m_flags = std::move(*flags);
    // Without the list of cliffs nobody can tell the ground below a cliff's model from a hole.
    if (m_flags.empty() || !m_terrain)
        return;
    m_map.holes.resize(m_frame.cells());
    for (int y = 0; y < m_frame.height; ++y) {
        for (int x = 0; x < m_frame.width; ++x) {
            const std::size_t cell = m_frame.cell(x, y);
            const bool drawn = (m_flags[cell] & CellNotDrawn) == 0 || m_terrain->cliffAt(m_frame, x, y);
            m_map.holes[cell] = drawn ? 0 : 1;
        }
    }
}

void MapReader::readPainted()
{
    auto blocked = take("CellAttribute_Pnp", MaxPaintBytes,
                        [&](MapView bytes) { return parsePaintedCells(bytes, m_frame); });
    if (!blocked)
        blocked = take("PaintedPathingLayer", MaxPaintBytes,
                       [&](MapView bytes) { return parsePaintedLayer(bytes, m_frame); });
    if (blocked)
        m_map.blocked = std::move(*blocked);
}

void MapReader::readPicture()
{
    const auto picture =
        take("Minimap.tga", MaxMapPictureBytes, [](MapView bytes) { return parsePicture(bytes); });
    if (!picture)
        return;
    m_ground = groundPicture(*picture, m_frame);
    if (!m_ground) {
        note(Severity::Info, "map-picture-unfit",
             QStringLiteral("Minimap.tga does not show the ground that is played on, and is left out"));
        return;
    }
    m_map.pictureWidth = m_ground->width;
    m_map.pictureHeight = m_ground->height;
    m_map.picture = m_ground->pixels;
}

std::optional<GroundTextures> MapReader::readTextures()
{
    static const std::vector<std::uint8_t> NoSets;
    const std::uint64_t most = maskBytes(m_frame);
    if (most == 0)
        note(Severity::Info, "map-masks-too-large",
             QStringLiteral("masks of %1 x %2 cells are not read").arg(m_frame.width).arg(m_frame.height));
    auto masks = most == 0 ? std::nullopt : take("t3TextureMasks", most, [&](MapView bytes) {
        return parseMasks(bytes, m_frame, m_terrain ? m_terrain->textureSets : NoSets, m_stop);
    });
    const bool namesKnown = m_terrain && !m_terrain->textures.isEmpty();
    if (masks && namesKnown)
        return masks;
    auto coarse = take("t3SyncTextureInfo", syncTextureBytes(m_frame),
                       [&](MapView bytes) { return parseSyncTextures(bytes, m_frame); });
    if (!masks)
        return coarse;
    if (coarse) {
        masks->names = coarse->names;
        // Without t3Terrain.xml only this one tells the sets.
        if (masks->sets.empty())
            masks->sets = std::move(coarse->sets);
    }
    return masks;
}

void MapReader::readColours()
{
    const auto textures = readTextures();
    if (m_terrain && !m_terrain->textures.isEmpty())
        m_map.textures = m_terrain->textures;
    else if (textures)
        m_map.textures = textures->names;
    while (!m_map.textures.isEmpty() && m_map.textures.back().isEmpty())
        m_map.textures.pop_back();
    if (textures) {
        const TexturePalette palette =
            texturePalette(*textures, m_map.textures, m_frame, m_flags, m_ground ? &*m_ground : nullptr);
        m_map.colours = blendedColours(*textures, palette);
    } else if (m_ground) {
        m_map.colours = picturedColours(*m_ground, m_frame);
    }
    if (m_map.colours.empty())
        note(Severity::Info, "map-colours-unknown",
             QStringLiteral("nothing in the map tells the colours of its ground"));
    else
        lightenDark(m_map.colours, m_frame);
}

void MapReader::readWater()
{
    constexpr std::uint64_t EntryBytes = 56;
    auto waters =
        take("t3Water", 32 + MaxMapWaters * EntryBytes, [](MapView bytes) { return parseWater(bytes); });
    if (!waters || waters->empty())
        return;
    m_map.waters = std::move(*waters);
    const auto looks =
        take(WaterLookName, MaxMapXmlBytes, [&](MapView bytes) { return parseWaterLooks(bytes, m_stop); });
    if (looks)
        giveLooks(m_map.waters, *looks);
}

void MapReader::readObjects()
{
    auto placed = take("Objects", MaxMapXmlBytes, [&](MapView bytes) { return parseObjects(bytes, m_stop); });
    if (!placed)
        return;
    m_map.objects = std::move(placed->objects);
    if (placed->misplaced > 0)
        note(Severity::Warning, "map-objects-misplaced",
             QStringLiteral("%1 objects have a position that is no place on a map; they are left out")
                 .arg(placed->misplaced));
}

/// What is made of the members of a map.
template<typename Read>
using MadeOf = std::invoke_result_t<const Read&, const MapStore&>;

template<typename Read>
MadeOf<Read> fromArchive(MapView archive, const Read& read)
{
    const auto start = MpqArchive::findStart(archive);
    if (!start)
        return model::fail(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("The file is no StarCraft II map: there is no archive in it")));
    const auto opened = MpqArchive::open(archive, *start);
    if (!opened)
        return tl::unexpected(opened.error());
    if (opened->damage())
        return tl::unexpected(*opened->damage());
    return read(ArchiveStore(*opened));
}

template<typename Read>
MadeOf<Read> fromFile(const QString& path, const std::stop_token& stop, const Read& read)
{
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    if ((*file)->size() > MaxFileBytes)
        return model::fail(
            ErrorCode::LimitExceeded,
            Sentence::of(QStringLiteral("the file has %1 bytes; maps of more than %2 are not read"),
                         {QString::number((*file)->size()), QString::number(MaxFileBytes)}));
    const auto bytes = io::readWhole(**file, stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return fromArchive(MapView(*bytes), read);
}

template<typename Read>
MadeOf<Read> fromFolder(const QString& path, const Read& read)
{
    const FolderStore store(path);
    if (!store.has(FrameName))
        return model::fail(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("The folder is no StarCraft II map: there is no MapInfo in it")));
    return read(store);
}

template<typename Read>
MadeOf<Read> fromPath(const QString& path, const std::stop_token& stop, const Read& read)
{
    auto made = QFileInfo(path).isDir() ? fromFolder(path, read) : fromFile(path, stop, read);
    if (!made)
        made.error().file = path;
    return made;
}

} // namespace

bool isMapName(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return FolderStore(path).has(FrameName);
    return path.endsWith(QLatin1String(".SC2Map"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".s2ma"), Qt::CaseInsensitive);
}

Result<MapData> readMap(const QString& path, const std::stop_token& stop)
{
    return fromPath(path, stop, [&stop](const MapStore& store) { return MapReader(store, stop).run(); });
}

Result<MapData> readMap(std::span<const std::byte> archive, const std::stop_token& stop)
{
    return fromArchive(archive, [&stop](const MapStore& store) { return MapReader(store, stop).run(); });
}

Result<QString> readMapName(const QString& path, const std::stop_token& stop)
{
    return fromPath(path, stop, [&stop](const MapStore& store) -> Result<QString> {
        const auto frame = store.read(FrameName, MaxMapInfoBytes);
        if (!frame && frame.error().code == ErrorCode::NotFound)
            return noFrame();
        model::DiagnosticList untold;
        MapWords words = mapWords(store, untold, stop);
        if (stop.stop_requested())
            return model::cancelled();
        return std::move(words.name);
    });
}

} // namespace ghostline::sc2
