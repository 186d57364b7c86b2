// SPDX-License-Identifier: GPL-3.0-or-later
// Which map is put round a recording: the one that was named, else one that was found without doubt, else
// none, which is told. Whatever is wrong with a map, the recording's own surroundings stay.
#include "model/codec/scene_arguments.h"
#include "model/codec/scene_reader.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_scene_reader {

using namespace ghostline::model;
using ghostline::test::FakeReplay;
using ghostline::test::FakeReplayOptions;

namespace {

SceneMesh meshOf(SceneRole role)
{
    SceneMesh mesh;
    mesh.role = role;
    mesh.vertices = {{0.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 1.0F}};
    mesh.indices = {0, 2, 1};
    return mesh;
}

SceneLines linesOf(SceneRole role)
{
    SceneLines lines;
    lines.role = role;
    lines.points = {{0.0F, 0.0F, 0.0F}, {10.0F, 0.0F, 0.0F}};
    lines.starts = {0};
    return lines;
}

/// y = x, ten metres either way.
std::shared_ptr<const HeightField> slope()
{
    auto field = std::make_shared<HeightField>();
    field->columns = 11;
    field->rows = 11;
    for (int row = 0; row < 11; ++row) {
        for (int column = 0; column < 11; ++column)
            field->heights.push_back(static_cast<float>(column));
    }
    return field;
}

/// "a=broken b=" puts two maps into a folder; the name's ending is added.
bool put(const QTemporaryDir& folder, const QString& maps)
{
    for (const QString& map : maps.split(u' ', Qt::SkipEmptyParts)) {
        QFile file(folder.filePath(map.section(u'=', 0, 0) + QStringLiteral(".fakemap")));
        if (!file.open(QIODevice::WriteOnly) || file.write(map.section(u'=', 1).toUtf8()) < 0)
            return false;
    }
    return true;
}

} // namespace

class TestSceneReader : public QObject
{
    Q_OBJECT

    static FakeReplayOptions own(const char* note = "")
    {
        FakeReplayOptions options;
        options.surroundings.name = QStringLiteral("own");
        options.surroundings.note = QString::fromLatin1(note);
        options.surroundings.meshes = {meshOf(SceneRole::Zone)};
        return options;
    }
    static const CodecRegistry& registry()
    {
        static const CodecRegistry fake({QFileInfo(QStringLiteral(FAKE_CODEC)).path()});
        return fake;
    }

private Q_SLOTS:
    void found_data()
    {
        QTest::addColumn<QString>("maps");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("others"); // those that are offered besides
        QTest::addColumn<QString>("note");   // how it begins
        const auto row = [](const char* name, const char* maps, const char* shown, const char* others,
                            const char* note) {
            QTest::newRow(name) << QString::fromLatin1(maps) << QString::fromLatin1(shown)
                                << QString::fromLatin1(others) << QString::fromLatin1(note);
        };
        row("none", "", "own", "",
            "No map: add its folder in Settings > Maps; home.fakemap would show the ground. Looked in 1 "
            "folder.");
        row("one", "a=", "a.fakemap", "", "radius 128");
        row("the first of two", "a= b=", "a.fakemap", "b", "radius 128");
        row("in doubt", "maybe=", "own", "maybe", "Perhaps the map: maybe.fakemap.");
        row("a sure one beside it", "maybe= surely=", "surely.fakemap", "maybe", "radius 128");
        row("in doubt once it is read", "a=elsewhere", "own", "a", "Perhaps the map: a.fakemap.");
        row("broken", "a=broken", "own", "a", "No map: the map a.fakemap cannot be read: it is torn.");
        row("the next where one is broken", "a=broken b=", "b.fakemap", "a", "radius 128");
    }
    void found()
    {
        QFETCH(QString, maps);
        QFETCH(QString, shown);
        QFETCH(QString, others);
        QFETCH(QString, note);
        const QTemporaryDir folder;
        QVERIFY(put(folder, maps));
        const FakeReplay replay(own());
        const auto scene = sceneOf(replay, {.path = {}, .folders = {folder.path()}}, registry(), {});
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->scene.name, shown);
        QCOMPARE(scene->scene.path.isEmpty(), shown == QLatin1String("own"));
        QVERIFY2(scene->scene.note.startsWith(note), qPrintable(scene->scene.note));
        QVERIFY(scene->scene.doubt.isEmpty());
        QCOMPARE(scene->scene.meshes.size(), std::size_t{1}); // the own are always there
        QStringList offered;
        for (const SceneCandidate& other : scene->others)
            offered << QFileInfo(other.path).baseName();
        QCOMPARE(offered.join(u' '), others);
        for (const SceneCandidate& other : scene->others)
            QVERIFY(shown != QLatin1String("own") || !other.doubt.isEmpty());
    }

    void ownNoteStays()
    {
        const FakeReplay replay(own("Drawn by hand."));
        const auto scene = sceneOf(replay, {}, registry(), {});
        QVERIFY(scene);
        QCOMPARE(
            scene->scene.note,
            QStringLiteral("No map: add its folder in Settings > Maps; home.fakemap would show the ground. "
                           "Drawn by hand."));
        QVERIFY(!scene->scene.noteWording.empty());
    }

    void named_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<bool>("good");
        QTest::addColumn<bool>("doubtful");
        QTest::newRow("good") << QString() << true << false;
        QTest::newRow("another recording's") << QStringLiteral("elsewhere") << true << true;
        QTest::newRow("broken") << QStringLiteral("broken") << false << false;
    }
    void named()
    {
        QFETCH(QString, word);
        QFETCH(bool, good);
        QFETCH(bool, doubtful);
        const QTemporaryDir folder;
        QVERIFY(put(folder, QStringLiteral("found= maybe=") + word));
        const FakeReplay replay(own());
        const SceneChoice choice{.path = folder.filePath(QStringLiteral("maybe.fakemap")),
                                 .folders = {folder.path()},
                                 .radius = 64.0,
                                 .at = glm::dvec3(1.0, 2.0, 3.0)};
        const auto scene = sceneOf(replay, choice, registry(), {});
        QCOMPARE(scene.has_value(), good);
        if (!good) {
            QCOMPARE(scene.error().message, QStringLiteral("it is torn"));
            return;
        }
        QCOMPARE(scene->scene.name, QStringLiteral("maybe.fakemap"));
        QCOMPARE(scene->scene.path, choice.path);
        QCOMPARE(scene->scene.note, QStringLiteral("radius 64"));
        QCOMPARE(!scene->scene.doubt.isEmpty(), doubtful);
        QCOMPARE(scene->scene.bounds.max.y, 2.0);
    }

    void namedByNobody()
    {
        const FakeReplay replay(own());
        const SceneChoice choice{.path = QStringLiteral("/nowhere/a.txt"), .folders = {}};
        QCOMPARE(sceneOf(replay, choice, registry(), {}).error().code, ErrorCode::Unsupported);
        QVERIFY(isSceneName(QStringLiteral("/nowhere/a.fakemap"), registry()));
        QVERIFY(!isSceneName(choice.path, registry()));
    }

    void withoutCodecs()
    {
        const CodecRegistry none({QStringLiteral("/nonexistent")});
        const FakeReplay replay(own());
        const auto scene = sceneOf(replay, {}, none, {});
        QVERIFY(scene);
        QCOMPARE(scene->scene.name, QStringLiteral("own"));
        QVERIFY(scene->scene.note.isEmpty());
    }

    void stops()
    {
        const QTemporaryDir folder;
        QVERIFY(put(folder, QStringLiteral("a=endless")));
        const FakeReplay replay(own());
        std::stop_source stop;
        stop.request_stop();
        const auto scene =
            sceneOf(replay, {.path = {}, .folders = {folder.path()}}, registry(), stop.get_token());
        QCOMPARE(scene.error().code, ErrorCode::Cancelled);
    }

    void bothInOne()
    {
        SceneDescription mine;
        mine.meshes = {meshOf(SceneRole::Zone)};
        mine.lines = {linesOf(SceneRole::Track)};
        mine.labels = {{{1.0, 0.0, 0.0}, QStringLiteral("here")}};
        mine.cameras = {{.name = QStringLiteral("above")}};
        mine.bounds.include({-5.0, 0.0, 0.0});
        mine.groundHeight = 7.0;
        SceneDescription map;
        map.name = QStringLiteral("map");
        map.cameras = {{.name = QStringLiteral("above")}, {.name = QStringLiteral("gate")}};
        map.grids = {std::make_shared<GridLayer>()};
        map.bounds.include({5.0, 1.0, 0.0});
        const SceneDescription blocks = combined(mine, map);
        QCOMPARE(blocks.name, QStringLiteral("map"));
        QCOMPARE(blocks.meshes.size(), std::size_t{1});
        QCOMPARE(blocks.lines.size(), std::size_t{1});
        QCOMPARE(blocks.labels.size(), std::size_t{1});
        QCOMPARE(blocks.grids.size(), std::size_t{1});
        QCOMPARE(blocks.cameras.size(), std::size_t{2});
        QCOMPARE(blocks.bounds.min.x, -5.0);
        QCOMPARE(blocks.bounds.max.x, 5.0);
        QCOMPARE(blocks.groundHeight, 7.0); // people stand where the recording says

        map.meshes = {meshOf(SceneRole::Road)};
        const SceneDescription roads = combined(mine, map);
        QVERIFY2(roads.lines.empty(), "tracks only stand in for roads");
        QCOMPARE(roads.meshes.size(), std::size_t{2});
        QCOMPARE(roads.groundHeight, 0.0);
    }

    void labelsOfBothAreToldOnce()
    {
        SceneDescription mine;
        mine.labels = {{{4.5, 60.0625, 2.5}, QStringLiteral("Checkpoint 3")}};
        SceneDescription map;
        map.labels = {{{4.5, 61.0, 2.5}, QStringLiteral("Checkpoint")},   // the same plate
                      {{4.5, 61.0, 2.5}, QStringLiteral("Finish")},       // something else
                      {{40.5, 61.0, 2.5}, QStringLiteral("Checkpoint")}}; // one that nobody took
        const SceneDescription both = combined(mine, map);
        QStringList told;
        for (const SceneLabel& label : both.labels)
            told << label.text;
        QCOMPARE(told, QStringList({QStringLiteral("Checkpoint 3"), QStringLiteral("Finish"),
                                    QStringLiteral("Checkpoint")}));
    }

    void usualPlacesOfEachFormat()
    {
        const std::vector<FormatPlaces> all = scenePlaces(registry());
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].places.size(), std::size_t{3});
        QCOMPARE(all[0].places[0].said.text(), QStringLiteral("beside the recording"));
        QVERIFY(QFileInfo(all[0].places[1].folder).isDir());
        QVERIFY(!QFileInfo::exists(all[0].places[2].folder));
        QVERIFY(!all[0].name.isEmpty());
    }

    void liftedOnlyWhatHasNoHeights()
    {
        SceneDescription mine;
        mine.labels = {{{4.0, 0.5, 0.0}, QStringLiteral("here")}};
        SceneDescription map;
        map.ground = slope();
        QCOMPARE(combined(mine, map).labels[0].position.y, 0.5);
        QVERIFY(!combined(mine, map).heightless);
        QVERIFY(combined(mine, map).ground == map.ground);
        mine.heightless = true;
        QCOMPARE(combined(mine, map).labels[0].position.y, 4.5);
        QVERIFY(combined(mine, map).heightless);
        map.ground = nullptr;
        QCOMPARE(combined(mine, map).labels[0].position.y, 0.5);
    }

    void arguments_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("radius");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* place, const char* radius, bool good) {
            QTest::addRow("%s|%s", place, radius)
                << QString::fromLatin1(place) << QString::fromLatin1(radius) << good;
        };
        row("", "", true);
        row("1,-2.5,3", "64", true);
        row(" 1, 2, 3", "512", true);
        row("1,2", "", false);
        row("1,2,3,4", "", false);
        row("1,2,x", "", false);
        row("1,2,nan", "", false);
        row("", "0", false);
        row("", "nan", false);
        row("", "1e9", false);
        row("", "far", false);
    }
    void arguments()
    {
        QFETCH(QString, place);
        QFETCH(QString, radius);
        QFETCH(bool, good);
        const auto at = parseScenePlace(place);
        const auto metres = parseSceneRadius(radius);
        QCOMPARE(at.has_value() && metres.has_value(), good);
        if (good) {
            QCOMPARE(at->has_value(), !place.isEmpty());
            QCOMPARE(*metres, radius.isEmpty() ? UsualSceneRadius : radius.toDouble());
        }
    }
};

} // namespace tst_scene_reader

GHOSTLINE_TEST(tst_scene_reader, TestSceneReader)
#include "tst_scene_reader.moc"
