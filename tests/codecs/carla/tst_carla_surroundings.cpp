// SPDX-License-Identifier: GPL-3.0-or-later
// Where the road network of a log is looked for, and trails where there is none.
#include "codecs/carla/replay/map_search.h"
#include "codecs/carla/replay/scene.h"
#include "model/codec/scene_reader.h"
#include "tests/codecs/carla/road_xml.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_carla_surroundings {

using namespace ghostline;
using namespace ghostline::carla;
using model::SceneRole;

namespace {

/// One straight road to the east.
QByteArray roadOf(double length)
{
    return test::mapXml(
        test::RoadXml{.plan = test::geometryXml(0, 0, 0, 0, length), .length = length}.text());
}

} // namespace

class TestCarlaSurroundings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mapNames_data();
    void mapNames();
    void lookedForInOrder();
    void doubtful_data();
    void doubtful();
    void trails();
    void trailsWhenTheMapIsBad();
    void roundAnyRecording_data();
    void roundAnyRecording();
};

void TestCarlaSurroundings::mapNames_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("plain") << QStringLiteral("Town01") << QStringList{QStringLiteral("Town01")};
    QTest::newRow("path") << QStringLiteral("Carla/Maps/Town10HD_Opt")
                          << QStringList{QStringLiteral("Town10HD_Opt"), QStringLiteral("Town10HD")};
    QTest::newRow("empty") << QString() << QStringList();
    QTest::newRow("climbs") << QStringLiteral("a/..") << QStringList();
    QTest::newRow("climbs the other way") << QStringLiteral("..\\..\\x") << QStringList{QStringLiteral("x")};
}

void TestCarlaSurroundings::mapNames()
{
    QFETCH(QString, stored);
    QFETCH(QStringList, names);
    QCOMPARE(mapFileNames(stored), names);
}

void TestCarlaSurroundings::lookedForInOrder()
{
    const QTemporaryDir folder;
    const auto put = [&folder](const char* path) {
        const QString full = folder.filePath(QLatin1String(path));
        QFile file(full);
        return QDir().mkpath(QFileInfo(full).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(roadOf(50)) > 0;
    };
    const model::MemorySource bare({}, QStringLiteral("a.log"));
    model::MemorySource withMap({}, QStringLiteral("a.log"));
    withMap.addSibling(QStringLiteral("Town9.xodr"), roadOf(30));
    const QString map = QStringLiteral("Carla/Maps/Town9_Opt");
    const QString root = folder.filePath(QStringLiteral("carla"));
    const QStringList mine{QStringLiteral("/nonexistent"), folder.filePath(QStringLiteral("mine"))};
    const auto found = [&](const QStringList& folders, const QString& installed) {
        QStringList names;
        for (const model::SceneCandidate& candidate : findMaps(bare, map, folders, installed, {}).found) {
            if (!candidate.doubt.isEmpty())
                return QStringList{candidate.doubt};
            names << QDir(folder.path()).relativeFilePath(candidate.path);
        }
        return names;
    };
    const model::SceneSearch missing = findMaps(bare, map, mine, root, {});
    QVERIFY(missing.found.empty());
    QCOMPARE(missing.wanted, QStringLiteral("Town9.xodr"));
    QCOMPARE(missing.places, mine + QStringList{root});

    QVERIFY(put("carla/CarlaUE4/Content/Carla/Maps/OpenDrive/Town9.xodr"));
    QVERIFY(put("carla/CarlaUE4/Content/Carla/Maps/OpenDrive/Town8.xodr"));
    QCOMPARE(found({}, root),
             QStringList{QStringLiteral("carla/CarlaUE4/Content/Carla/Maps/OpenDrive/Town9.xodr")});
    QVERIFY(put("carla/CarlaUnreal/Content/Carla/Maps/OpenDrive/Town9_Opt.xodr"));
    QVERIFY(put("carla/CarlaUE4/Content/package/Maps/Town9/OpenDrive/Town9.xodr"));
    QVERIFY(put("carla/CarlaUE4/Content/other/Maps/OpenDrive/Town9.xodr"));
    QVERIFY(put("carla/CarlaUE4/Content/too/deep/Maps/OpenDrive/Town9.xodr"));
    QCOMPARE(found({}, root),
             (QStringList{QStringLiteral("carla/CarlaUE4/Content/Carla/Maps/OpenDrive/Town9.xodr"),
                          QStringLiteral("carla/CarlaUE4/Content/other/Maps/OpenDrive/Town9.xodr"),
                          QStringLiteral("carla/CarlaUE4/Content/package/Maps/Town9/OpenDrive/Town9.xodr"),
                          QStringLiteral("carla/CarlaUnreal/Content/Carla/Maps/OpenDrive/Town9_Opt.xodr")}));
    QVERIFY(put("mine/OpenDrive/Town9.xodr"));
    QCOMPARE(found(mine + mine, {}), QStringList{QStringLiteral("mine/OpenDrive/Town9.xodr")});
    QVERIFY(put("mine/Town9.xodr"));
    QCOMPARE(found(mine, root).first(), QStringLiteral("mine/Town9.xodr"));
    QCOMPARE(found(mine, root).size(), 6);

    // Beside the log it is the recording's own: nothing is missing.
    QVERIFY(findMaps(withMap, map, mine, root, {}).found.empty());
    QVERIFY(findMaps(withMap, map, mine, root, {}).wanted.isEmpty());
    QVERIFY(findMaps(bare, {}, mine, root, {}).wanted.isEmpty());
    const auto own = readMapBeside(withMap, map, {}, {});
    QVERIFY(own);
    QCOMPARE(own->name, QStringLiteral("Town9.xodr"));
    QCOMPARE(std::round(own->bounds.max.x - own->bounds.min.x), 30.0);
    QCOMPARE(readMapBeside(bare, map, {}, {}).error().code, model::ErrorCode::NotFound);
}

void TestCarlaSurroundings::doubtful_data()
{
    QTest::addColumn<int>("inside"); // of ten recorded places
    QTest::addColumn<bool>("doubtful");
    QTest::newRow("all") << 10 << false;
    QTest::newRow("most") << 6 << false;
    QTest::newRow("half") << 5 << true;
    QTest::newRow("none") << 0 << true;
}

/// A map of the right name whose roads are elsewhere.
void TestCarlaSurroundings::doubtful()
{
    QFETCH(int, inside);
    QFETCH(bool, doubtful);
    std::vector<TrackSample> samples;
    samples.reserve(10);
    for (int i = 0; i < 10; ++i)
        samples.push_back({0, i * 20, glm::vec3(i < inside ? 20.0F : 2000.0F, 0.0F, 0.0F)});
    model::MemorySource log({}, QStringLiteral("a.log"));
    log.addSibling(QStringLiteral("Town9.xodr"), roadOf(50));
    const model::SceneDescription scene = carlaScene(log, QStringLiteral("Town9"), {}, samples, {});
    QCOMPARE(!scene.doubt.isEmpty(), doubtful);
    if (doubtful)
        QVERIFY2(scene.doubt.contains(QStringLiteral("%1 %").arg(inside * 10)), qPrintable(scene.doubt));
}

void TestCarlaSurroundings::trails()
{
    std::vector<TrackSample> samples;
    for (int i = 0; i < 10; ++i) {
        samples.push_back({1, i * 20, glm::vec3(static_cast<float>(i) * 10.0F, 1.0F, 0.0F)});
        samples.push_back({0, i * 20, glm::vec3(5.0F, 1.0F, 5.0F)}); // stands
        samples.push_back(
            {2, i * 20, glm::vec3(i < 5 ? 0.0F : 500.0F, 1.0F, static_cast<float>(i))}); // jumps
    }
    const model::SceneDescription scene = buildTrackScene(samples);
    QCOMPARE(scene.lines.size(), std::size_t{1});
    QCOMPARE(scene.lines[0].role, SceneRole::Track);
    QCOMPARE(scene.lines[0].starts, (std::vector<std::uint32_t>{0, 10, 15}));
    QCOMPARE(scene.lines[0].points.size(), std::size_t{20});
    QVERIFY(scene.bounds.valid);
    QCOMPARE(scene.bounds.max.x, 500.0);
    QVERIFY(scene.groundHeight < 1.0);
    QVERIFY(buildTrackScene({}).lines.empty());
}

void TestCarlaSurroundings::trailsWhenTheMapIsBad()
{
    model::MemorySource log({}, QStringLiteral("a.log"));
    const std::vector<TrackSample> samples{{0, 0, glm::vec3(0.0F)}, {0, 20, glm::vec3(3.0F)}};
    model::SceneDescription scene = carlaScene(log, QStringLiteral("Town9"), {}, samples, {});
    QCOMPARE(scene.lines.size(), std::size_t{1});
    QVERIFY(scene.note.contains(QStringLiteral("own tracks")));
    log.addSibling(QStringLiteral("Town9.xodr"), "<OpenDRIVE><road></OpenDRIVE>");
    scene = carlaScene(log, QStringLiteral("Town9"), {}, samples, {});
    QCOMPARE(scene.lines.size(), std::size_t{1});
    QVERIFY2(scene.note.contains(QStringLiteral("line 1")), qPrintable(scene.note));
}

/// What the user names surrounds a recording of any format.
void TestCarlaSurroundings::roundAnyRecording_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("shown"); // empty = an error
    const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
    QTest::newRow("a map") << text("Town.xodr") << text("Town.xodr");
    QTest::newRow("in capitals") << text("UPPER.XODR") << text("UPPER.XODR");
    QTest::newRow("a scenario") << text("drive.xosc") << text("Town.xodr");
    QTest::newRow("none") << QString() << text("its own");
    QTest::newRow("nobody's file") << text("Town.txt") << QString();
    QTest::newRow("not there") << text("absent.xodr") << QString();
    QTest::newRow("broken") << text("broken.xodr") << QString();
}

void TestCarlaSurroundings::roundAnyRecording()
{
    QFETCH(QString, file);
    QFETCH(QString, shown);
    const QTemporaryDir folder;
    const auto put = [&folder](const char* name, const QByteArray& content) {
        QFile made(folder.filePath(QLatin1String(name)));
        return made.open(QIODevice::WriteOnly) && made.write(content) == content.size();
    };
    QVERIFY(put("Town.xodr", roadOf(50)) && put("UPPER.XODR", roadOf(50)) && put("Town.txt", roadOf(50)) &&
            put("broken.xodr", "<OpenDRIVE><road>") &&
            put("drive.xosc", "<OpenSCENARIO><RoadNetwork><LogicFile filepath=\"Town.xodr\"/></RoadNetwork>"
                              "</OpenSCENARIO>"));
    test::FakeReplayOptions options;
    options.surroundings.name = QStringLiteral("its own");
    const test::FakeReplay replay(options);
    const model::CodecRegistry registry;
    const model::SceneChoice choice{.path = file.isEmpty() ? file : folder.filePath(file), .folders = {}};
    const auto found = model::sceneOf(replay, choice, registry, {});
    const auto scene = found.map([](const model::FoundScene& f) { return f.scene; });
    QCOMPARE(scene ? scene->name : QString(), shown);
    QVERIFY(scene || !scene.error().message.isEmpty());
    if (file == shown && scene)
        QCOMPARE(std::round(scene->bounds.max.x - scene->bounds.min.x), 50.0);
}

} // namespace tst_carla_surroundings

GHOSTLINE_TEST(tst_carla_surroundings, TestCarlaSurroundings)
#include "tst_carla_surroundings.moc"
