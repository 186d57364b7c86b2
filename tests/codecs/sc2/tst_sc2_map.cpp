// SPDX-License-Identifier: GPL-3.0-or-later
// Maps made here, whole: as archives of every kind and as folders, with each member damaged in turn, and
// those made to harm.
#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/map/map_limits.h"
#include "tests/codecs/sc2/made_map.h"
#include "tests/codecs/sc2/spoil.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_sc2_map {

using namespace ghostline;
using namespace ghostline::sc2;
using model::ErrorCode;
using Bytes = std::vector<std::byte>;

namespace {

constexpr qint64 MostMs = 5000; ///< for one map, with a sanitizer and a busy machine

model::Result<MapData> readMade(const made::MapMembers& members)
{
    return readMap(made::mapArchive(members), {});
}

QStringList codesOf(const MapData& map)
{
    QStringList codes;
    for (const model::Diagnostic& diagnostic : map.diagnostics)
        codes += diagnostic.code;
    return codes;
}

/// A DocumentHeader that depends on nothing and says one thing, in English.
QByteArray headerWith(const QByteArray& key, const QByteArray& value)
{
    const auto length = [](qsizetype size) {
        return QByteArray(1, static_cast<char>(size)) + QByteArray(1, '\0');
    };
    QByteArray header("H2CS");
    header += QByteArray(40, '\0');
    header += QByteArray(4, '\0'); // dependencies
    header += QByteArray("\1\0\0\0", 4);
    return header + length(key.size()) + key + "SUne" + length(value.size()) + value;
}

/// Which parts there are, in one line.
QString partsOf(const MapData& map)
{
    const std::pair<const char*, bool> parts[] = {
        {"heights", !map.heights.empty()}, {"cliffs", !map.cliffs.empty()},
        {"holes", !map.holes.empty()},     {"textures", !map.textures.isEmpty()},
        {"colours", !map.colours.empty()}, {"waters", !map.waters.empty()},
        {"objects", !map.objects.empty()}, {"picture", !map.picture.empty()},
        {"blocked", !map.blocked.empty()}, {"name", !map.name.isEmpty()}};
    QStringList there;
    for (const auto& [name, is] : parts) {
        if (is)
            there += QString::fromLatin1(name);
    }
    return there.join(u' ');
}

const QString AllParts =
    QStringLiteral("heights cliffs holes textures colours waters objects picture blocked name");

QString colourText(const glm::u8vec3& colour)
{
    return QStringLiteral("%1 %2 %3").arg(colour.x).arg(colour.y).arg(colour.z);
}

glm::u8vec3 cornerColour(const MapData& map, int x, int y)
{
    return map.colours[std::size_t(y * (map.width + 1) + x)];
}

/// Everything that the made map says.
void compareMade(const MapData& map)
{
    QCOMPARE(codesOf(map), QStringList());
    QCOMPARE(partsOf(map), AllParts);
    QCOMPARE(QStringLiteral("%1 %2 %3").arg(map.version).arg(map.width).arg(map.height),
             QStringLiteral("39 16 16"));
    QCOMPARE(map.playable(), glm::ivec4(2, 0, 14, 16));
    QCOMPARE(map.name, QStringLiteral("Made Up"));
    QCOMPARE(map.tileSet, QStringLiteral("GhostlineTest"));
    QCOMPARE(map.heights.size(), std::size_t(17 * 17));
    QCOMPARE(map.heightAt(10, 3), 8.0 + 10.0 / 8 + 3.0 / 16);
    QCOMPARE(map.heightAt(10.5, 3.25), 8.0 + 10.5 / 8 + 3.25 / 16);
    QCOMPARE(map.heightAt(-5, 99), 9.0);
    QCOMPARE(map.heightAt(std::nan(""), 1), 0.0);
    QCOMPARE(map.cliffAt(1, 5), 0);
    QCOMPARE(map.cliffAt(4, 5), 88);
    QCOMPARE(map.cliffAt(9, 5), 128);
    QCOMPARE(map.cliffAt(16, 5), 0);
    QVERIFY(!map.walkable(1, 5) && map.walkable(3, 5) && !map.walkable(5, 5) && map.walkable(6, 5));
    QVERIFY(!map.walkable(-1, 5) && !map.walkable(5, 16));
    QCOMPARE(std::ranges::count(map.holes, std::uint8_t{1}), 1);
    QCOMPARE(int(map.holes.back()), 1);
    QCOMPARE(map.textures.join(u' '), QStringLiteral("GhostlineSand GhostlineMetal GhostlineGrass"));
    QCOMPARE(colourText(cornerColour(map, 2, 8)), QStringLiteral("180 150 100"));
    QCOMPARE(colourText(cornerColour(map, 10, 8)), QStringLiteral("105 116 109"));
    QCOMPARE(map.pictureWidth * 100 + map.pictureHeight, 1416);
    QCOMPARE(colourText(map.picture.front()), QStringLiteral("180 150 100"));
    QCOMPARE(map.waters.size(), std::size_t(2));
    QCOMPARE(map.waters[0].low, glm::dvec2(2, 3));
    QCOMPARE(map.waters[0].high, glm::dvec2(6, 7));
    QCOMPARE(map.waters[0].height.value_or(0), 7.5);
    QVERIFY(map.waters[0].colour && !map.waters[1].height && !map.waters[1].colour);
    QCOMPARE(map.objects.size(), std::size_t(3));
    QCOMPARE(map.objects[0].type, QStringLiteral("MineralField"));
    QCOMPARE(map.objects[0].position, glm::dvec3(6, 3.5, 0));
    QCOMPARE(map.objects[0].rotation, 1.5);
    QVERIFY(map.objects[0].kind == MapObject::Kind::Unit && !map.objects[0].heightAbsolute);
    QVERIFY(map.objects[1].kind == MapObject::Kind::Doodad && map.objects[1].heightAbsolute);
    QCOMPARE(map.objects[1].scale, glm::vec3(2, 2, 1.5F));
    QVERIFY(map.objects[2].kind == MapObject::Kind::StartLocation);
}

} // namespace

class TestSc2Map : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void archives_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("shift");
        QTest::addColumn<int>("header");
        QTest::addColumn<int>("before");
        QTest::newRow("format 3") << 3 << 5 << 0 << 0;
        QTest::newRow("format 1") << 1 << 3 << 0 << 0;
        QTest::newRow("behind user data") << 3 << 5 << 1024 << 0;
        QTest::newRow("far behind user data") << 1 << 3 << 2560 << 0;
        QTest::newRow("behind something else") << 3 << 5 << 0 << 1536;
        QTest::newRow("behind something else and user data") << 3 << 5 << 2560 << 512;
    }
    void archives()
    {
        QFETCH(int, format);
        QFETCH(int, shift);
        QFETCH(int, header);
        QFETCH(int, before);
        MpqWriteOptions options;
        options.formatVersion = format;
        options.sectorShift = shift;
        options.headerOffset = std::uint32_t(header);
        const Bytes archive = made::mapArchive(made::mapMembers(), options);
        Bytes file(std::size_t(before), std::byte{'x'});
        file.insert(file.end(), archive.begin(), archive.end());
        const auto map = readMap(file, {});
        QVERIFY2(map, map ? "" : qPrintable(map.error().message));
        compareMade(*map);
    }

    /// Names as other people's tools write them.
    void otherCase()
    {
        made::MapMembers members;
        for (auto& [name, bytes] : made::mapMembers()) {
            std::string upper = name;
            std::ranges::transform(upper, upper.begin(), [](char c) {
                return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            });
            members.emplace(upper, bytes);
        }
        const auto map = readMade(members);
        QVERIFY(map);
        compareMade(*map);
        QTemporaryDir folder;
        QVERIFY(made::writeMapFolder(members, folder.path()));
        QVERIFY(isMapName(folder.path()));
        const auto other = readMap(folder.path(), {});
        QVERIFY2(other, other ? "" : qPrintable(other.error().message));
        compareMade(*other);
    }

    void names()
    {
        QVERIFY(isMapName(QStringLiteral("/a/Some Map.SC2Map")));
        QVERIFY(isMapName(QStringLiteral("x.sc2map")));
        QVERIFY(isMapName(QStringLiteral("ab12.S2MA")));
        QVERIFY(!isMapName(QStringLiteral("x.SC2Replay")));
        QVERIFY(!isMapName(QStringLiteral("SC2Map")));
        QTemporaryDir folder;
        QVERIFY(!isMapName(folder.path()));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("x.SC2Map")));
        QVERIFY(!isMapName(folder.filePath(QStringLiteral("x.SC2Map"))));
        QCOMPARE(readMap(folder.path(), {}).error().code, ErrorCode::Unsupported);
        const auto missing = readMap(folder.filePath(QStringLiteral("none.SC2Map")), {});
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY(missing.error().file.endsWith(QLatin1String("none.SC2Map")));
    }

    /// What only looks as if it lay in the folder is not read.
    void linksAreNotFollowed()
    {
        QTemporaryDir outside;
        made::MapMembers all = made::mapMembers();
        QVERIFY(made::writeMapFolder(all, outside.path()));
        QTemporaryDir folder;
        made::MapMembers few = all;
        few.erase("Objects");
        few.erase("enUS.SC2Data\\LocalizedData\\GameStrings.txt");
        QVERIFY(made::writeMapFolder(few, folder.path()));
        for (const char* name : {"Objects", "enUS.SC2Data"})
            QVERIFY(QFile::link(outside.filePath(QLatin1String(name)), folder.filePath(QLatin1String(name))));
        const auto map = readMap(folder.path(), {});
        QVERIFY(map);
        QVERIFY(map->objects.empty() && map->name.isEmpty());
        QCOMPARE(map->cliffs.size(), std::size_t(256));
    }

    void whoMadeIt_data()
    {
        QTest::addColumn<QByteArray>("strings");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QString>("author");
        const QByteArray name("DocInfo/Name=Made Up\n"), author("DocInfo/Author=A mapper\n");
        const QByteArray inHeader = headerWith("DocInfo/Author", "Another");
        QTest::newRow("nobody is named") << name << QByteArray() << QString();
        QTest::newRow("in the strings") << name + author << QByteArray() << QStringLiteral("A mapper");
        QTest::newRow("in the header") << name << inHeader << QStringLiteral("Another");
        QTest::newRow("in both") << name + author << inHeader << QStringLiteral("A mapper");
        QTest::newRow("the header names the map alone")
            << name << headerWith("DocInfo/Name", "Other") << QString();
        QTest::newRow("a broken header") << name << inHeader.chopped(3) << QString();
    }
    void whoMadeIt()
    {
        QFETCH(QByteArray, strings);
        QFETCH(QByteArray, header);
        QFETCH(QString, author);
        const auto textOf = [](const QByteArray& bytes) {
            return made::mapText({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        };
        made::MapMembers members = made::mapMembers();
        members["enUS.SC2Data\\LocalizedData\\GameStrings.txt"] = textOf(strings);
        if (!header.isEmpty())
            members["DocumentHeader"] = textOf(header);
        QTemporaryDir folder;
        QVERIFY(made::writeMapFolder(members, folder.path()));
        const auto map = readMap(folder.path(), {});
        QVERIFY(map);
        QCOMPARE(map->name, QStringLiteral("Made Up"));
        QCOMPARE(map->author, author);
        QVERIFY(codesOf(*map).isEmpty()); // that an author is missing is not worth a note
    }

    void largeFileInFolder()
    {
        made::MapMembers members = made::mapMembers();
        members["t3SyncCliffLevel"].resize(100'000);
        QTemporaryDir folder;
        QVERIFY(made::writeMapFolder(members, folder.path()));
        const auto map = readMap(folder.path(), {});
        QVERIFY(map && map->cliffs.empty());
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-member-damaged")));
    }

    void damage_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("lost");
        const auto row = [](const char* member, const char* lost) {
            QTest::newRow(member) << QString::fromLatin1(member) << QString::fromLatin1(lost);
        };
        row("t3SyncHeightMap", ""); // another one stands in
        row("t3HeightMap", "");     // is not needed
        row("t3SyncCliffLevel", "cliffs");
        row("t3CellFlags", "holes");
        row("t3TextureMasks", ""); // another one stands in
        row("t3SyncTextureInfo", "");
        row("t3Terrain.xml", "holes");
        row("t3Water", "waters");
        row("Base.SC2Data\\GameData\\WaterData.xml", "");
        row("Objects", "objects");
        row("Minimap.tga", "picture");
        row("CellAttribute_Pnp", "blocked");
    }
    /// However one member is damaged, the others stay, and what is wrong is said of that one alone.
    void damage()
    {
        QFETCH(QString, member);
        QFETCH(QString, lost);
        QString left = AllParts;
        if (!lost.isEmpty())
            left.remove(lost + u' ');
        const made::MapMembers whole = made::mapMembers();
        const auto damaged = [&](const char* how, auto&& change) {
            made::MapMembers members = whole;
            change(members[member.toStdString()]);
            const auto map = readMade(members);
            QVERIFY2(map, how);
            QVERIFY2(partsOf(*map) == left, qPrintable(QLatin1String(how) + u' ' + partsOf(*map)));
            for (const model::Diagnostic& diagnostic : map->diagnostics)
                QVERIFY2(diagnostic.code != QLatin1String("map-member-damaged") ||
                             diagnostic.message.startsWith(member),
                         qPrintable(diagnostic.message));
            const bool notNeeded =
                member == QLatin1String("t3HeightMap") || member == QLatin1String("t3SyncTextureInfo");
            QVERIFY2(map->diagnostics.empty() == notNeeded, how);
        };
        damaged("cut in the middle", [](Bytes& bytes) { bytes.resize(bytes.size() / 2); });
        damaged("cut in its head", [](Bytes& bytes) { bytes.resize(3); });
        damaged("empty", [](Bytes& bytes) { bytes.clear(); });
        damaged("another magic", [](Bytes& bytes) {
            bytes[0] = std::byte{'?'};
            bytes[2] = std::byte{'?'};
        });
        damaged("only noughts", [](Bytes& bytes) { std::ranges::fill(bytes, std::byte{0}); });
    }

    void missing_data() { damage_data(); }
    void missing()
    {
        QFETCH(QString, member);
        QFETCH(QString, lost);
        made::MapMembers members = made::mapMembers();
        members.erase(member.toStdString());
        const auto map = readMade(members);
        QVERIFY(map);
        QString left = AllParts;
        if (!lost.isEmpty())
            left.remove(lost + u' ');
        QCOMPARE(partsOf(*map), left);
        QVERIFY(!codesOf(*map).contains(QLatin1String("map-member-damaged")));
        const bool always =
            member == QLatin1String("t3SyncCliffLevel") || member == QLatin1String("t3CellFlags");
        QCOMPARE(codesOf(*map).contains(QLatin1String("map-member-missing")), always);
    }

    void withoutFrameOrHeights_data()
    {
        QTest::addColumn<QStringList>("without");
        QTest::addColumn<bool>("cut");
        QTest::newRow("no frame") << QStringList(QStringLiteral("MapInfo")) << false;
        QTest::newRow("half a frame") << QStringList(QStringLiteral("MapInfo")) << true;
        const QStringList heights{QStringLiteral("t3SyncHeightMap"), QStringLiteral("t3HeightMap")};
        QTest::newRow("no heights") << heights << false;
        QTest::newRow("half the heights") << heights << true;
        const QStringList scale{QStringLiteral("t3SyncHeightMap"), QStringLiteral("t3Terrain.xml")};
        QTest::newRow("heights without their scale") << scale << false;
    }
    void withoutFrameOrHeights()
    {
        QFETCH(QStringList, without);
        QFETCH(bool, cut);
        made::MapMembers members = made::mapMembers();
        for (const QString& name : without) {
            Bytes& bytes = members[name.toStdString()];
            bytes.resize(bytes.size() / 2);
            if (!cut)
                members.erase(name.toStdString());
        }
        const auto map = readMade(members);
        QVERIFY(!map);
        QCOMPARE(map.error().code, ErrorCode::Damaged);
        QVERIFY(!map.error().message.isEmpty() && !map.error().wording.empty());
    }

    void drawnHeightsStandIn()
    {
        made::MapMembers members = made::mapMembers();
        members.erase("t3SyncHeightMap");
        const auto map = readMade(members);
        QVERIFY(map);
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-heights-drawn")));
        QVERIFY(std::abs(map->heightAt(10, 3) - (8.0 + 10.0 / 8 + 3.0 / 16)) < 1e-5);
    }

    void coloursFromLess()
    {
        made::MapMembers members = made::mapMembers();
        members.erase("t3TextureMasks");
        auto map = readMade(members);
        QCOMPARE(colourText(cornerColour(*map, 10, 8)), QStringLiteral("120 125 140")); // the strongest alone
        members.erase("t3SyncTextureInfo");
        map = readMade(members);
        QCOMPARE(colourText(cornerColour(*map, 10, 8)), QStringLiteral("120 125 140")); // of the picture
        QCOMPARE(colourText(cornerColour(*map, 0, 0)), QStringLiteral("180 150 100"));  // nearest on it
        members.erase("Minimap.tga");
        map = readMade(members);
        QVERIFY(map->colours.empty());
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-colours-unknown")));
    }

    /// Of a picture that somebody painted nothing is learnt.
    void paintedPicture()
    {
        made::MapMembers members = made::mapMembers();
        Bytes& picture = members["Minimap.tga"];
        std::fill(picture.begin() + 18, picture.end(), std::byte{200});
        const auto map = readMade(members);
        QVERIFY(map && map->picture.empty());
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-picture-unfit")));
        QCOMPARE(colourText(cornerColour(*map, 2, 8)), QStringLiteral("147 124 88")); // the name says sand
    }

    void resizedAfterPainting()
    {
        made::MapMembers members = made::mapMembers();
        members["CellAttribute_Pnp"] = made::mapMembers({24, 16}).at("CellAttribute_Pnp");
        const auto map = readMade(members);
        QVERIFY(map && map->blocked.empty());
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-member-unfit")));
        QVERIFY(map->walkable(5, 5));
    }

    void noArchive_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("short") << QByteArray("MPQ");
        QTest::newRow("text, as the game's own data have it") << QByteArray("Standard Data: Void.SC2Mod");
        QTest::newRow("long") << QByteArray(5000, 'M');
    }
    void noArchive()
    {
        QFETCH(QByteArray, content);
        const auto bytes = std::as_bytes(std::span(content.constData(), std::size_t(content.size())));
        QCOMPARE(readMap(bytes, {}).error().code, ErrorCode::Unsupported);
    }

    void cutArchive()
    {
        const Bytes whole = made::mapArchive(made::mapMembers());
        for (std::size_t size = 4; size < whole.size(); size += 1 + size / 10) {
            const auto map = readMap(std::span(whole).first(size), {});
            QVERIFY(!map);
            QCOMPARE(map.error().code, ErrorCode::Damaged);
        }
    }

    void spoiltArchives()
    {
        const Bytes whole = made::mapArchive(made::mapMembers());
        io::Random random(7);
        for (int i = 0; i < 300; ++i) {
            Bytes file = whole;
            test::spoil(file, random);
            const auto map = readMap(file, {});
            QVERIFY(map || !map.error().message.isEmpty());
        }
    }

    void spoiltMembers_data() { damage_data(); }
    void spoiltMembers()
    {
        QFETCH(QString, member);
        const made::MapMembers whole = made::mapMembers();
        io::Random random(11);
        for (int i = 0; i < 100; ++i) {
            made::MapMembers members = whole;
            test::spoil(members[member.toStdString()], random);
            const auto map = readMade(members);
            QVERIFY(map);
            QVERIFY(map->cliffs.empty() || map->cliffs.size() == 256);
            QVERIFY(map->colours.empty() || map->colours.size() == 289);
        }
    }

    void excess_data()
    {
        QTest::addColumn<QByteArray>("objects");
        QTest::newRow("a document type") << QByteArray(
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><PlacedObjects>&b;</PlacedObjects>");
        QTest::newRow("too many elements")
            << "<PlacedObjects>" + QByteArray("<ObjectUnit/>").repeated(int(MaxMapElements) + 1) +
                   "</PlacedObjects>";
        QByteArray tag = "<PlacedObjects><ObjectUnit";
        for (int i = 0; i < 50'000; ++i)
            tag += " a" + QByteArray::number(i) + "=\"\"";
        QTest::newRow("too many attributes") << tag + "/></PlacedObjects>";
        QTest::newRow("depth") << QByteArray("<PlacedObjects>").repeated(300'000);
        QTest::newRow("too large") << QByteArray(int(MaxMapXmlBytes) + 1, ' ');
    }
    void excess()
    {
        QFETCH(QByteArray, objects);
        made::MapMembers members = made::mapMembers();
        members["Objects"] =
            made::mapText(std::string_view(objects.constData(), std::size_t(objects.size())));
        QElapsedTimer timer;
        timer.start();
        const auto map = readMade(members);
        QVERIFY(map && map->objects.empty());
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-member-damaged")));
        QVERIFY(timer.elapsed() < MostMs);
    }

    void misplacedObjects()
    {
        made::MapMembers members = made::mapMembers();
        members["Objects"] = made::mapText(
            "<PlacedObjects><ObjectUnit Position=\"nan,1,0\" UnitType=\"A\"/><ObjectUnit Position=\"1\" "
            "UnitType=\"B\"/><ObjectUnit Position=\"1e9,1,0\"/><ObjectUnit Position=\"1,2,3,4\"/><ObjectUnit "
            "position=\"3,4\" unittype=\"C\" scale=\"-1\"/></PlacedObjects>");
        const auto map = readMade(members);
        QVERIFY(map);
        QCOMPARE(codesOf(*map), QStringList(QStringLiteral("map-objects-misplaced")));
        QCOMPARE(map->objects.size(), std::size_t(1));
        QCOMPARE(map->objects[0].type, QStringLiteral("C"));
        QCOMPARE(map->objects[0].scale, glm::vec3(1));
    }

    void pointsThatBarAWay()
    {
        made::MapMembers members = made::mapMembers();
        members["Objects"] = made::mapText(
            "<PlacedObjects><ObjectPoint Position=\"3,4,0\" Type=\"NoFlyZone\" PathingRadiusSoft=\"7\" "
            "PathingRadiusHard=\"5.5\"/><ObjectPoint Position=\"5,6,0\" Type=\"BlockPathing\" "
            "PathingRadiusSoft=\"2\"/><ObjectPoint Position=\"5,6,0\" Type=\"BlockPathing\" "
            "PathingRadiusHard=\"1e9\"/><ObjectPoint Position=\"7,8,0\" Type=\"SoundEmitter\"/>"
            "</PlacedObjects>");
        const auto map = readMade(members);
        QVERIFY(map);
        QCOMPARE(map->objects.size(), std::size_t(3));
        QVERIFY(map->objects[0].kind == MapObject::Kind::NoFly);
        QCOMPARE(map->objects[0].radius, 5.5);
        QVERIFY(map->objects[1].kind == MapObject::Kind::NoPath);
        QCOMPARE(map->objects[1].radius, 2.0);
        QCOMPARE(map->objects[2].radius, 0.0);
    }

    void cancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto map = readMap(made::mapArchive(made::mapMembers()), stop.get_token());
        QVERIFY(!map);
        QCOMPARE(map.error().code, ErrorCode::Cancelled);
    }

    void largeMap()
    {
        const Bytes archive = made::mapArchive(made::mapMembers({184, 184}));
        QElapsedTimer timer;
        timer.start();
        const auto map = readMap(archive, {});
        const qint64 took = timer.elapsed();
        QVERIFY(map);
        QCOMPARE(partsOf(*map), AllParts);
        QVERIFY2(took < MostMs, qPrintable(QString::number(took)));
    }
};

} // namespace tst_sc2_map

GHOSTLINE_TEST(tst_sc2_map, TestSc2Map)
#include "tst_sc2_map.moc"
