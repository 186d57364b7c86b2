// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/made_map.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <bit>

namespace ghostline::sc2::made {

namespace {

using MapBytes = std::vector<std::byte>;

constexpr int TileCells = 8; ///< of masks
constexpr std::array<const char*, 8> TextureNames{"GhostlineSand", "GhostlineMetal", "GhostlineGrass"};

class MapWriter
{
public:
    explicit MapWriter(std::string_view magic) { text(magic); }

    MapWriter& u8(int value)
    {
        m_bytes.push_back(static_cast<std::byte>(value));
        return *this;
    }
    MapWriter& u16(int value) { return u8(value & 0xFF).u8((value >> 8) & 0xFF); }
    MapWriter& u32(std::uint32_t value)
    {
        return u16(static_cast<int>(value & 0xFFFFU)).u16(static_cast<int>(value >> 16));
    }
    MapWriter& u32(int value) { return u32(static_cast<std::uint32_t>(value)); }
    MapWriter& real(float value) { return u32(std::bit_cast<std::uint32_t>(value)); }
    MapWriter& text(std::string_view value)
    {
        for (const char c : value)
            u8(c);
        return *this;
    }
    MapWriter& ended(std::string_view value) { return text(value).u8(0); }
    MapWriter& zeros(std::size_t count)
    {
        m_bytes.resize(m_bytes.size() + count);
        return *this;
    }
    MapBytes take() { return std::move(m_bytes); }

private:
    MapBytes m_bytes;
};

int heightSteps(int x, int y) { return 256 * 8 + 32 * x + 16 * y; } ///< of which 256 are a cell

int cliffOf(int x) { return x < 2 ? 0 : x < 4 ? 64 : x == 4 ? 88 : 128; }

std::array<int, 8> weightsOf(int x)
{
    if (x < 4)
        return {15};
    return {0, 10, 5};
}

template<typename Put>
void eachCell(const MapShape& shape, const Put& put)
{
    for (int y = 0; y < shape.height; ++y) {
        for (int x = 0; x < shape.width; ++x)
            put(x, y);
    }
}

MapBytes syncHeights(const MapShape& shape)
{
    MapWriter out("SMAP");
    out.u32(102).u32(shape.width + 1).u32(shape.height + 1).zeros(12).u32(4096).u32(4096).u32(4096).zeros(24);
    eachCell({shape.width + 1, shape.height + 1}, [&](int x, int y) { out.u16(heightSteps(x, y)).u16(1); });
    return out.take();
}

/// Steps of 1/256, ground and cliff both raised by one: z = (a + b) / 256 - 2.
MapBytes drawnHeights(const MapShape& shape)
{
    MapWriter out("HMAP");
    out.u32(101).u32(shape.width + 1).u32(shape.height + 1).zeros(16);
    eachCell({shape.width + 1, shape.height + 1},
             [&](int x, int y) { out.u16(heightSteps(x, y) + 256).u16(256).u16(1); });
    return out.take();
}

MapBytes cliffs(const MapShape& shape)
{
    MapWriter out("CLIF");
    out.u32(100).u32(shape.width).u32(shape.height).zeros(16);
    eachCell(shape, [&](int x, int) { out.u16(cliffOf(x)); });
    return out.take();
}

MapBytes cellFlags(const MapShape& shape)
{
    MapWriter out("LFCT");
    out.u32(shape.version == 24 ? 101 : 102).zeros(16).u32(shape.width).u32(shape.height);
    eachCell(shape, [&](int x, int y) {
        const bool cliff = x == 4 && y == 4;
        const bool hole = x == shape.width - 1 && y == shape.height - 1;
        out.u8(cliff || hole ? 3 : 2);
    });
    return out.take();
}

MapBytes masks(const MapShape& shape)
{
    MapWriter out("MASK");
    out.u32(102).u32(0).u32(shape.width * 8).u32(shape.height * 8).zeros(44);
    for (int layer = 0; layer < shape.layers; ++layer) {
        for (int tileY = 0; tileY < shape.height / TileCells; ++tileY) {
            for (int tileX = 0; tileX < shape.width / TileCells; ++tileX) {
                for (int at = 0; at < 64 * 32; ++at) {
                    const int x = tileX * TileCells + at % 32 / 4;
                    const int weight = weightsOf(x)[static_cast<std::size_t>(layer)];
                    out.u8(weight << 4 | weight);
                }
            }
        }
    }
    return out.take();
}

MapBytes terrain(const MapShape& shape)
{
    std::string text = "<?xml version=\"1.0\" encoding=\"us-ascii\"?>\r\n<terrain version=\"114\"><heightMap "
                       "tileSet=\"GhostlineTest\">"
                       "<vertData quantizeBias=\"1.000000e+000\" quantizeScale=\"3.906250e-003\" "
                       "standardHeight=\"8\" name=\"t3HeightMap\"/><textureList num=\"64\">";
    for (std::size_t i = 0; i < TextureNames.size(); ++i)
        text += "<texture i=\"" + std::to_string(i) + "\" name=\"" +
                (TextureNames[i] != nullptr ? TextureNames[i] : "") + "\"/>";
    text += "</textureList><cliffCellList><cc i=\"" + std::to_string(2 * (shape.width / 2) + 2) +
            "\" f=\"1\" cid=\"0\" cvar=\"0\"/></cliffCellList></heightMap></terrain>";
    return mapText(text);
}

MapBytes objects()
{
    return mapText("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<PlacedObjects Version=\"27\">"
                   "<ObjectUnit Id=\"1\" Position=\"6,3.5,0\" Rotation=\"1.5\" Scale=\"1,1,1\" "
                   "UnitType=\"MineralField\" "
                   "Player=\"0\" Resources=\"1800\"><Flag Index=\"UnitHidden\" Value=\"0\"/></ObjectUnit>"
                   "<ObjectDoodad Id=\"2\" Position=\"7.25,4.5,9.5\" Scale=\"2,2,1.5\" Type=\"Boulder\">"
                   "<Flag Index=\"HeightAbsolute\" Value=\"1\"/></ObjectDoodad>"
                   "<ObjectDoodad Id=\"3\" Position=\"\" Type=\"Nowhere\"/>"
                   "<ObjectPoint Id=\"4\" Position=\"5.5,5.5,0\" Type=\"StartLoc\" Name=\"Start\"/>"
                   "<ObjectPoint Id=\"5\" Position=\"6,6,0\" Type=\"Normal\"/>"
                   "<ObjectCamera Id=\"6\" Position=\"6,6,0\"/></PlacedObjects>");
}

MapBytes water()
{
    MapWriter out("WATR");
    out.u32(110).u32(2).zeros(20);
    for (const std::string_view name : {"GhostlineLake", "TheGamesOwn"})
        out.text(name).zeros(40 - name.size()).real(2).real(3).real(6).real(7);
    return out.take();
}

} // namespace

MapBytes mapText(std::string_view text) { return MapWriter(text).take(); }

MapBytes mapInfo(const MapShape& shape)
{
    MapWriter out("IpaM");
    out.u32(shape.version);
    if (shape.version >= 24)
        out.zeros(8);
    out.u32(shape.width).u32(shape.height).u32(1);
    out.u32(2).ended("Preview.tga");
    if (shape.version >= 31)
        out.ended("");
    if (shape.version >= 38)
        out.ended("");
    if (shape.version >= 31)
        out.u32(1);
    out.u32(0).ended("Dark").ended("GhostlineTest");
    out.u32(1).u32(0).u32(shape.width - 1).u32(shape.height).u32(8 * 4096).zeros(32);
    return out.take();
}

MapBytes mapPicture(const MapShape& shape, int edge)
{
    const int columns = shape.width - 2;
    const int rows = shape.height;
    const int width = columns + 2 * edge;
    const int height = rows + 2 * edge;
    MapWriter out("");
    out.u8(0).u8(0).u8(2).zeros(9).u16(width).u16(height).u8(24).u8(0x20);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const bool ground = x >= edge && x < edge + columns && y >= edge && y < edge + rows;
            const bool sand = x - edge + 1 < 4; // the ground begins with the second cell
            const auto part = [&](double inSand, int elsewhere) {
                return !ground ? 0 : sand ? static_cast<int>(inSand) : elsewhere;
            };
            out.u8(part(SandColour[2], 140)).u8(part(SandColour[1], 125)).u8(part(SandColour[0], 120));
        }
    }
    return out.take();
}

MapBytes mapTextures(const MapShape& shape, int version)
{
    MapWriter out("RTXT");
    out.u32(version).u32(shape.width).u32(shape.height);
    if (version >= 101)
        out.u32(1);
    for (const char* name : TextureNames)
        out.ended(name != nullptr ? name : "");
    eachCell(shape, [&](int x, int) {
        const auto weights = weightsOf(x);
        out.u32(static_cast<int>(std::ranges::max_element(weights) - weights.begin()));
        if (version >= 101)
            out.u32(0);
    });
    return out.take();
}

MapMembers mapMembers(const MapShape& shape)
{
    MapWriter painted("");
    painted.u32(shape.width * shape.height * 8);
    eachCell(shape, [&](int x, int y) { painted.u8(x == 5 && y == 5 ? 0x0F : x == 6 && y == 5 ? 0x07 : 0); });
    return {{"MapInfo", mapInfo(shape)},
            {"t3SyncHeightMap", syncHeights(shape)},
            {"t3HeightMap", drawnHeights(shape)},
            {"t3SyncCliffLevel", cliffs(shape)},
            {"t3CellFlags", cellFlags(shape)},
            {"t3TextureMasks", masks(shape)},
            {"t3SyncTextureInfo", mapTextures(shape, 101)},
            {"t3Terrain.xml", terrain(shape)},
            {"t3Water", water()},
            {"Base.SC2Data\\GameData\\WaterData.xml",
             mapText("<Catalog><CWater id=\"GhostlineLake\"><State index=\"0\" Height=\"7.5\">"
                     "<Color value=\"0.1,0.2,0.5,0.3\"/></State><State index=\"1\" Height=\"99\"/>"
                     "</CWater></Catalog>")},
            {"Objects", objects()},
            {"Minimap.tga", mapPicture(shape)},
            {"CellAttribute_Pnp", painted.take()},
            {"PreloadAssetDB.txt", {}},
            {"enUS.SC2Data\\LocalizedData\\GameStrings.txt",
             mapText("\xEF\xBB\xBF\xEF\xBB\xBF"
                     "DocInfo/DescShort=made up\r\nDocInfo/Name=Made Up\r\nDocInfo/Other=x\r\n")}};
}

MapBytes mapArchive(const MapMembers& members, const MpqWriteOptions& options)
{
    std::vector<MpqWriteMember> all;
    all.reserve(members.size());
    for (const auto& [name, bytes] : members) {
        MpqWriteMember& member = all.emplace_back(name, bytes, MpqPacking::Zlib);
        // As the game does it: large ones in sectors, empty ones as if they were large.
        const bool large = bytes.size() > (std::size_t{512} << options.sectorShift) || bytes.empty();
        member.sectors = large;
        member.checksums = large;
    }
    return writeMpq({}, all, options);
}

MapBytes mapArchive(const MapMembers& members)
{
    MpqWriteOptions options;
    options.headerOffset = 0;
    return mapArchive(members, options);
}

bool writeMapFolder(const MapMembers& members, const QString& folder)
{
    return std::ranges::all_of(members, [&](const auto& member) {
        const QString name = QString::fromStdString(member.first).replace(u'\\', u'/');
        const QString path = folder + u'/' + name;
        QFile file(path);
        const auto size = static_cast<qint64>(member.second.size());
        return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(reinterpret_cast<const char*>(member.second.data()), size) == size;
    });
}

} // namespace ghostline::sc2::made
