// SPDX-License-Identifier: GPL-3.0-or-later
// Each parser of a map's members by itself: every version, every way of writing the same.
#include "codecs/io/byte_cursor.h"
#include "codecs/sc2/map/ground_colours.h"
#include "codecs/sc2/map/map_members.h"
#include "codecs/sc2/map/map_name.h"
#include "codecs/sc2/map/map_water.h"
#include "codecs/sc2/map/terrain_lists.h"
#include "codecs/sc2/map/texture_colours.h"
#include "tests/codecs/sc2/byte_words.h"
#include "tests/codecs/sc2/made_map.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_map_members {

using namespace ghostline;
using namespace ghostline::sc2;
using model::ErrorCode;
using test::Bytes;
using test::setWord;

namespace {

MapFrame frameOf(const made::MapShape& shape) { return parseMapInfo(made::mapInfo(shape)).value(); }

void setByte(Bytes& bytes, std::size_t at, int value) { bytes[at] = static_cast<std::byte>(value); }

QString text(const glm::u8vec3& colour)
{
    return QStringLiteral("%1 %2 %3").arg(colour.x).arg(colour.y).arg(colour.z);
}

/// A picture of 2 x 2 pixels: red, green in one row, blue, white in the next of the file.
Bytes smallPicture(int kind, int bits, int descriptor)
{
    Bytes out(18);
    setByte(out, 2, kind);
    setByte(out, 12, 2);
    setByte(out, 14, 2);
    setByte(out, 16, bits);
    setByte(out, 17, descriptor);
    return out;
}
void addPixels(Bytes& out, std::initializer_list<int> values)
{
    for (const int value : values)
        out.push_back(static_cast<std::byte>(value));
}

QString pixelsOf(const model::Result<MapPicture>& picture)
{
    QStringList all;
    for (const glm::u8vec3& pixel : picture->pixels)
        all += text(pixel);
    return all.join(QStringLiteral(", "));
}

} // namespace

class TestSc2MapMembers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void frames_data()
    {
        QTest::addColumn<int>("version");
        for (const int version : {23, 24, 31, 34, 38, 39, 40})
            QTest::addRow("%d", version) << version;
    }
    void frames()
    {
        QFETCH(int, version);
        made::MapShape shape{32, 24};
        shape.version = version;
        const auto frame = parseMapInfo(made::mapInfo(shape));
        QVERIFY2(frame, frame ? "" : qPrintable(frame.error().message));
        QCOMPARE(frame->version, version);
        QCOMPARE(frame->width * 100 + frame->height, 3224);
        QCOMPARE(frame->right * 100 + frame->top, 3124);
        QCOMPARE(frame->left * 100 + frame->bottom, 100);
        QCOMPARE(frame->tileSet, QStringLiteral("GhostlineTest"));
    }

    void wrongFrames()
    {
        const Bytes whole = made::mapInfo({});
        for (std::size_t size = 0; size + 36 < whole.size(); ++size)
            QCOMPARE(parseMapInfo(std::span(whole).first(size)).error().code, ErrorCode::Damaged);
        for (const std::uint32_t side : {0U, 1025U, 0xFFFFFFF0U}) {
            for (const std::size_t at : {16U, 20U}) {
                Bytes bytes = whole;
                setWord(bytes, at, side);
                QCOMPARE(parseMapInfo(bytes).error().where.offset.value_or(0), std::uint64_t(16));
            }
        }
        const std::size_t bounds = whole.size() - 32 - 4 - 16;
        for (const std::size_t side : {0U, 1U, 2U, 3U}) {
            Bytes bytes = whole;
            setWord(bytes, bounds + side * 4, 16 + 1);
            QCOMPARE(parseMapInfo(bytes).error().where.offset.value_or(0), std::uint64_t(bounds));
        }
        Bytes bytes = whole;
        setByte(bytes, 0, 'M');
        QVERIFY(!parseMapInfo(bytes));
    }

    /// Heights below nought, and a scale that would lift the ground into the sky.
    void heights()
    {
        const MapFrame frame = frameOf({8, 8});
        auto members = made::mapMembers({8, 8});
        Bytes& sync = members["t3SyncHeightMap"];
        setByte(sync, 64, 0x80);
        setByte(sync, 65, 0xFF);
        QCOMPARE(parseSyncHeights(sync, frame)->front(), -0.5F);
        const Bytes& drawn = members["t3HeightMap"];
        QCOMPARE(parseDrawnHeights(drawn, frame, {1.0, 1.0 / 256})->front(), 8.0F);
        for (const double scale : {1e9, std::nan("")})
            QCOMPARE(parseDrawnHeights(drawn, frame, {1.0, scale}).error().code, ErrorCode::Damaged);
        QVERIFY(!parseSyncHeights(sync, frameOf({16, 8})));
    }

    void olderPainting()
    {
        const MapFrame frame = frameOf({16, 8});
        Bytes layer(16 + 512 * 512 * 2, std::byte{0x80});
        setWord(layer, 8, 512);
        setWord(layer, 12, 512);
        const std::size_t row = 512 * 2;
        const std::size_t cell = 16 + 2 * 3 * row + 4 * 5; // cell 5, 3
        for (const std::size_t half : {cell, cell + 1, cell + row, cell + row + 3})
            setByte(layer, half, 0);
        setByte(layer, cell + 4, 0);    // less than half of the next one
        setByte(layer, cell + 8, 0x01); // ground
        const auto blocked = parsePaintedLayer(layer, frame);
        QVERIFY(blocked);
        QCOMPARE(std::ranges::count(*blocked, std::uint8_t{1}), 1);
        QCOMPARE(int((*blocked)[frame.cell(5, 3)]), 1);
        QCOMPARE(parsePaintedLayer(layer, frameOf({264, 8})).error().code, ErrorCode::InvalidArgument);
        layer.pop_back();
        QCOMPARE(parsePaintedLayer(layer, frame).error().code, ErrorCode::Damaged);
    }

    void textureVersions_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("without sets") << 100;
        QTest::newRow("with sets") << 101;
    }
    void textureVersions()
    {
        QFETCH(int, version);
        const made::MapShape shape{16, 8};
        const MapFrame frame = frameOf(shape);
        Bytes bytes = made::mapTextures(shape, version);
        const auto textures = parseSyncTextures(bytes, frame);
        QVERIFY2(textures, textures ? "" : qPrintable(textures.error().message));
        QCOMPARE(textures->names.size(), 8);
        QCOMPARE(textures->names[1], QStringLiteral("GhostlineMetal"));
        QCOMPARE(textures->strongest(3, 7), (std::pair<std::size_t, double>{0, 1.0}));
        QCOMPARE(textures->strongest(4, 0), (std::pair<std::size_t, double>{1, 1.0}));
        const std::size_t last = bytes.size() - (version == 101 ? 8 : 4);
        setWord(bytes, last, 8); // a texture that no set has
        QVERIFY(!parseSyncTextures(bytes, frame));
        setWord(bytes, last, 7);
        QVERIFY(parseSyncTextures(bytes, frame));
        if (version == 101) {
            setWord(bytes, last + 4, 1); // a set that is not there
            QVERIFY(!parseSyncTextures(bytes, frame));
        }
        for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 8)
            QVERIFY(!parseSyncTextures(std::span(bytes).first(size), frame));
    }

    void masksWithSets()
    {
        made::MapShape shape{16, 8};
        shape.layers = 3;
        const MapFrame frame = frameOf(shape);
        const Bytes masks = made::mapMembers(shape).at("t3TextureMasks");
        const auto textures = parseMasks(masks, frame, {0, 2}, {});
        QVERIFY2(textures, textures ? "" : qPrintable(textures.error().message));
        QCOMPARE(textures->strongest(2, 2), (std::pair<std::size_t, double>{0, 1.0}));
        QCOMPARE(textures->strongest(4, 2), (std::pair<std::size_t, double>{1, 10.0 / 15}));
        QCOMPARE(textures->strongest(8, 2).first, std::size_t(2 * 8 + 1)); // of the third set
        QCOMPARE(int(textures->at(8, 0)[2]), 5 * 16);
        QVERIFY(!parseMasks(std::span(masks).first(masks.size() - 1), frame, {}, {}));
        QVERIFY(!parseMasks(std::span(masks).first(64), frame, {}, {}));
        Bytes huge = masks;
        setWord(huge, 12, 1U << 30);
        QVERIFY(!parseMasks(huge, frame, {}, {}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(parseMasks(masks, frame, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    void terrainLists()
    {
        const MapFrame frame = frameOf({16, 16});
        const Bytes xml = made::mapText(
            "<terrain version=\"114\"><heightMap><vertData quantizeBias=\"9.001179e+000\" "
            "quantizeScale=\"2.745423e-004\"/><textureList><texture i=\"9\" name=\"B\"/><texture i=\"-1\" "
            "name=\"C\"/><texture i=\"64\" name=\"D\"/></textureList><blockTextureSetList><blockTextureSet "
            "i=\"3\" tileSet=\"1\"/><blockTextureSet i=\"4\" tileSet=\"1\"/><blockTextureSet i=\"0\" "
            "tileSet=\"9\"/></blockTextureSetList><cliffCellList><cc i=\"9\" f=\"2\"/><cc i=\"1000\" "
            "f=\"1\"/><cc "
            "i=\"10\" f=\"4\"/></cliffCellList></heightMap></terrain>");
        const auto lists = parseTerrain(xml, frame, {});
        QVERIFY2(lists, lists ? "" : qPrintable(lists.error().message));
        QVERIFY(lists->steps && lists->steps->bias == 9.001179 && lists->steps->scale == 2.745423e-4);
        QCOMPARE(lists->textures.size(), 10);
        QCOMPARE(lists->textures.back(), QStringLiteral("B"));
        QCOMPARE(lists->textureSets, (std::vector<std::uint8_t>{0, 0, 0, 1}));
        QVERIFY(lists->cliffAt(frame, 2, 2) && lists->cliffAt(frame, 3, 3) && !lists->cliffAt(frame, 4, 2));
        const auto flat = parseTerrain(made::mapText("<terrain/>"), frame, {});
        QVERIFY(flat && !flat->steps && flat->textures.isEmpty() && !flat->cliffAt(frame, 2, 2));
    }

    void waterLooks()
    {
        const auto looks = parseWaterLooks(
            made::mapText(
                "<Catalog><CWater id=\"A\" parent=\"B\"><State index=\"0\" Color=\"255,127.5,0,60\"/>"
                "</CWater><CWater id=\"B\"><State index=\"1\"><Height value=\"5\"/></State>"
                "<State index=\"0\"><Height value=\"-0.5\"/><Color value=\"0.1,0.1,0.1\"/></State>"
                "</CWater><COther id=\"C\"><State index=\"0\" Height=\"7\"/></COther>"
                "<CWater id=\"D\" parent=\"D\"><State Height=\"1e99\"/></CWater></Catalog>"),
            {});
        QVERIFY2(looks, looks ? "" : qPrintable(looks.error().message));
        std::vector<MapWater> waters(4);
        for (std::size_t i = 0; i < waters.size(); ++i)
            waters[i].type = QStringLiteral("ABCD").mid(qsizetype(i), 1);
        giveLooks(waters, *looks);
        QCOMPARE(waters[0].height.value_or(0), -0.5); // of its parent
        QCOMPARE(waters[0].colour.value_or(glm::vec3(0)), glm::vec3(1, 0.5F, 0));
        QVERIFY(!waters[2].height && !waters[3].height);
    }

    void wrongWater()
    {
        Bytes water = made::mapMembers().at("t3Water");
        QCOMPARE(parseWater(water)->size(), std::size_t(2));
        for (const std::uint32_t count : {1U, 3U, 0xFFFFFFFFU, 0x49249249U}) {
            Bytes bytes = water;
            setWord(bytes, 8, count);
            QVERIFY(!parseWater(bytes));
        }
        setWord(water, 32 + 40, 0x7FC00000); // not a number
        QVERIFY(!parseWater(water));
    }

    void pictures()
    {
        const QString wanted = QStringLiteral("255 0 0, 0 255 0, 0 0 255, 255 255 255");
        Bytes plain = smallPicture(2, 24, 0x20);
        addPixels(plain, {0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255});
        QCOMPARE(pixelsOf(parsePicture(plain)), wanted);
        Bytes lowerFirst = smallPicture(2, 32, 0);
        addPixels(lowerFirst, {255, 0, 0, 9, 255, 255, 255, 9, 0, 0, 255, 9, 0, 255, 0, 9});
        QCOMPARE(pixelsOf(parsePicture(lowerFirst)), wanted);
        Bytes mirrored = smallPicture(2, 24, 0x30);
        addPixels(mirrored, {0, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0});
        QCOMPARE(pixelsOf(parsePicture(mirrored)), wanted);
        Bytes packed = smallPicture(10, 24, 0x20);
        addPixels(packed,
                  {0x02, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0x85, 255, 255, 255}); // more than there is room
        QCOMPARE(pixelsOf(parsePicture(packed)), wanted);
        Bytes grey = smallPicture(3, 8, 0x20);
        addPixels(grey, {1, 2, 3, 4});
        QCOMPARE(pixelsOf(parsePicture(grey)), QStringLiteral("1 1 1, 2 2 2, 3 3 3, 4 4 4"));
        for (const Bytes& whole : {plain, packed, grey}) {
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const auto picture = parsePicture(std::span(whole).first(size));
                QVERIFY(!picture && !picture.error().message.isEmpty());
            }
        }
        QCOMPARE(parsePicture(smallPicture(1, 8, 0)).error().code, ErrorCode::Unsupported);
        Bytes huge = smallPicture(10, 24, 0);
        setByte(huge, 13, 0xFF);
        QCOMPARE(parsePicture(huge).error().code, ErrorCode::LimitExceeded);
    }

    /// Two pixels a cell, centred; too small; painted.
    void pictureOfTheGround()
    {
        const made::MapShape shape{16, 8};
        const MapFrame frame = frameOf(shape); // 14 x 8 are played on
        MapPicture picture{32, 32, {}};
        picture.pixels.assign(32 * 32, glm::u8vec3(0));
        picture.pixels[8 * 32 + 2] = {1, 2, 3}; // x0 = (32 - 28) / 2, y0 = (32 - 16) / 2
        const auto ground = groundPicture(picture, frame);
        QVERIFY(ground);
        QCOMPARE(ground->width * 100 + ground->height, 2816);
        QCOMPARE(text(ground->pixels.front()), QStringLiteral("1 2 3"));
        picture.pixels.assign(32 * 32, glm::u8vec3(90));
        QVERIFY(!groundPicture(picture, frame));
        QVERIFY(!groundPicture({8, 8, std::vector<glm::u8vec3>(64)}, frame));
    }

    void coloursOfNames()
    {
        QCOMPARE(text(textureColour(QStringLiteral("AgriaDirt"), 3)), QStringLiteral("104 75 54"));
        QCOMPARE(text(textureColour(QStringLiteral("SomeGRASSland"), 2)), QStringLiteral("74 98 48"));
        QVERIFY(textureColour(QStringLiteral("SomeGrass"), 0) !=
                textureColour(QStringLiteral("SomeGrass"), 1));
        QCOMPARE(text(textureColour(QString(), 1)), QStringLiteral("108 108 108"));
    }

    void darkMapsAreLightened()
    {
        const MapFrame frame = frameOf({8, 8});
        std::vector<glm::u8vec3> dark(frame.corners(), glm::u8vec3(10, 20, 30));
        lightenDark(dark, frame);
        QCOMPARE(text(dark.front()), QStringLiteral("51 102 153"));
        std::vector<glm::u8vec3> black(frame.corners());
        lightenDark(black, frame);
        QCOMPARE(text(black.front()), QStringLiteral("0 0 0"));
        std::vector<glm::u8vec3> usual(frame.corners(), glm::u8vec3(10, 20, 90));
        lightenDark(usual, frame);
        QCOMPARE(text(usual.front()), QStringLiteral("10 20 90"));
    }

    void endedTexts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("texts"); ///< until one fails
        QTest::addColumn<int>("left");
        QTest::newRow("nothing") << QByteArray() << QStringList() << 0;
        QTest::newRow("one") << QByteArray("ab\0", 3) << QStringList{QStringLiteral("ab")} << 0;
        QTest::newRow("an empty one")
            << QByteArray("\0x\0", 3) << QStringList{QString(), QStringLiteral("x")} << 0;
        QTest::newRow("without an end") << QByteArray("ab\0cde", 6) << QStringList{QStringLiteral("ab")} << 3;
    }
    void endedTexts()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, texts);
        QFETCH(int, left);
        io::ByteCursor in(
            std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        for (const QString& text : texts) {
            const std::string_view found = in.endedText();
            QCOMPARE(QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size())), text);
            QVERIFY(in.ok());
        }
        QVERIFY(in.endedText().empty());
        QVERIFY(!in.ok());
        QCOMPARE(in.remaining(), static_cast<std::size_t>(left));
    }

    void texturesWithoutAnEnd()
    {
        const made::MapShape shape;
        Bytes bytes = made::mapTextures(shape, 100);
        bytes.resize(16 + 20); // within the second name
        const auto textures = parseSyncTextures(bytes, frameOf(shape));
        QVERIFY(!textures);
        QVERIFY2(textures.error().message.contains(QLatin1String("t3SyncTextureInfo")),
                 qPrintable(textures.error().message));
    }

    void names()
    {
        const Bytes strings =
            made::mapText("A=b\nDocInfo/Name=Two  \nDocInfo/Author=A mapper\r\nDocInfo/Name=3");
        QCOMPARE(wordsInStrings(strings, MapNameKey), QStringLiteral("Two"));
        QCOMPARE(wordsInStrings(strings, MapAuthorKey), QStringLiteral("A mapper"));
        QCOMPARE(wordsInStrings(made::mapText("DocInfo/Names=b\nDocInfo/Name"), MapNameKey), QString());
        QCOMPARE(wordsInStrings({}, MapNameKey), QString());
        QVERIFY(mapLanguages().contains(QStringLiteral("enUS")));
        Bytes header = made::mapText("H2CS");
        header.resize(44);
        const auto add = [&](std::string_view part) {
            for (const char c : part)
                header.push_back(static_cast<std::byte>(c));
        };
        using namespace std::string_view_literals;
        add("\1\0\0\0bnet:Void\0\4\0\0\0"sv);
        add("\x0C\0DocInfo/NameEDed\4\0Zwei"sv);
        add("\x0C\0DocInfo/NameSUne\3\0Two"sv);
        add("\x0E\0DocInfo/AuthorSUne\x08\0A mapper"sv);
        add("\5\0OtherSUne\1\0x"sv);
        const QStringList german{QStringLiteral("deDE"), QStringLiteral("enUS")};
        QCOMPARE(wordsInHeader(header, german, MapNameKey).value(), QStringLiteral("Zwei"));
        QCOMPARE(wordsInHeader(header, {QStringLiteral("enUS")}, MapNameKey).value(), QStringLiteral("Two"));
        QCOMPARE(wordsInHeader(header, {}, MapNameKey).value(), QStringLiteral("Zwei"));
        QCOMPARE(wordsInHeader(header, german, MapAuthorKey).value(), QStringLiteral("A mapper"));
        QCOMPARE(wordsInHeader(header, german, "DocInfo/None").value(), QString());
        for (std::size_t size = 0; size < header.size(); ++size)
            QVERIFY(!wordsInHeader(std::span(header).first(size), german, MapNameKey));
    }
};

} // namespace tst_sc2_map_members

GHOSTLINE_TEST(tst_sc2_map_members, TestSc2MapMembers)
#include "tst_sc2_map_members.moc"
