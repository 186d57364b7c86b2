// SPDX-License-Identifier: GPL-3.0-or-later
// How a run gets its surroundings: which files may be its map, what of a large world it needs, what the
// recording knows itself, and its edits over all of that.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/own_scene.h"
#include "codecs/recording/replay/recording_source.h"
#include "codecs/recording/replay/run_extent.h"
#include "tests/codecs/recording/anvil_builder.h"
#include "tests/codecs/recording/run_script.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_recording_scene {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

const QString WorldId = QStringLiteral("42424242-4242-4242-4242-424242424242"); // as scripts write it

RunScript namedRun()
{
    RunScript script;
    io::NbtCompound map;
    map.set(QStringLiteral("id"), QStringLiteral("loop-7"));
    map.set(QStringLiteral("name"), QStringLiteral("The Loop"));
    script.metadata.set(QStringLiteral("hc:map"), std::move(map));
    return script;
}

/// A recording on disk, with something beside it and in a folder of the user's.
struct Places
{
    QTemporaryDir root;
    QString beside = root.filePath(QStringLiteral("runs"));
    QString own = root.filePath(QStringLiteral("maps"));

    Places()
    {
        QDir().mkpath(beside);
        QDir().mkpath(own);
        writeBytes(beside + QStringLiteral("/run.hcrp"), namedRun().file());
    }
    SourcePtr open() const
    {
        auto file = model::openFile(beside + QStringLiteral("/run.hcrp"));
        return file ? openRun(std::move(*file)) : nullptr;
    }
    static void addWorld(const QString& folder)
    {
        QDir().mkpath(folder + QStringLiteral("/region"));
        writeBytes(folder + QStringLiteral("/region/r.0.0.mca"), {});
    }
    model::SceneSearch search() const
    {
        const SourcePtr source = open();
        return source ? RecordingCodec().findScene(*source, {own}, {}) : model::SceneSearch();
    }
    QStringList found() const
    {
        QStringList names;
        for (const model::SceneCandidate& candidate : search().found)
            names << QDir(root.path()).relativeFilePath(candidate.path) +
                         (candidate.doubt.isEmpty() ? QString() : QStringLiteral(" ?"));
        return names;
    }
};

/// A source of the codec's own, for what only that can tell.
WorldScope scopeOf(const model::ReplaySource& source, double radius)
{
    const auto* const run = dynamic_cast<const RecordingSource*>(&source);
    auto scope = run->worldScope(radius, {});
    return scope ? std::move(*scope) : WorldScope();
}

bool covers(const WorldScope& scope, const glm::dvec3& place)
{
    return std::any_of(scope.near.begin(), scope.near.end(), [&](const model::Bounds& box) {
        return box.min.x <= place.x && box.max.x >= place.x && box.min.z <= place.z && box.max.z >= place.z;
    });
}

double widest(const std::vector<model::Bounds>& boxes)
{
    double most = 0.0;
    for (const model::Bounds& box : boxes)
        most = std::max({most, box.max.x - box.min.x, box.max.z - box.min.z});
    return most;
}

const model::GridKind* kindAt(const model::WorldState& state, const glm::ivec3& cell)
{
    return state.grids.empty() ? nullptr : state.grids[0]->at(cell);
}

} // namespace

class TestRecordingScene : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingThere()
    {
        const Places places;
        writeBytes(places.own + QStringLiteral("/other.polar"), {});
        writeBytes(places.beside + QStringLiteral("/notes.txt"), {});
        QDir().mkpath(places.beside + u'/' + WorldId); // no regions in it
        QDir().mkpath(places.own + QStringLiteral("/deeper"));
        writeBytes(places.own + QStringLiteral("/deeper/") + WorldId + QStringLiteral(".polar"), {});
        const model::SceneSearch search = places.search();
        QVERIFY(search.found.empty());
        QCOMPARE(search.places, QStringList({places.own, places.beside}));
        QVERIFY2(
            search.wanted.startsWith(QStringLiteral("the world \"The Loop\" (%1.polar, or ").arg(WorldId)),
            qPrintable(search.wanted));
        QVERIFY(!search.wantedWording.empty()); // it is told in other languages, too
    }

    void byName()
    {
        const Places places;
        writeBytes(places.beside + QStringLiteral("/the_loop.polar"), {});
        const model::SceneSearch search = places.search();
        QCOMPARE(search.found.size(), std::size_t{1});
        QVERIFY(search.found[0].doubt.contains(WorldId));
        QVERIFY(!search.wanted.isEmpty()); // the one that leaves no doubt
    }

    void order()
    {
        const Places places;
        writeBytes(places.beside + QStringLiteral("/THE LOOP.schem"), {});
        writeBytes(places.beside + u'/' + WorldId + QStringLiteral(".litematic"), {});
        writeBytes(places.beside + u'/' + WorldId + QStringLiteral(".schem"), {});
        writeBytes(places.beside + QStringLiteral("/Loop-7.slime"), {});
        Places::addWorld(places.beside + u'/' + WorldId);
        writeBytes(places.beside + QStringLiteral("/42424242424242424242424242424242.POLAR"), {});
        writeBytes(places.own + QStringLiteral("/The-Loop.polar"), {});
        writeBytes(places.own + u'/' + WorldId + QStringLiteral(".schem"), {});
        QCOMPARE(
            places.found(),
            QStringList({QStringLiteral("maps/") + WorldId + QStringLiteral(".schem"),
                         QStringLiteral("runs/42424242424242424242424242424242.POLAR"),
                         QStringLiteral("runs/") + WorldId, QStringLiteral("runs/Loop-7.slime"),
                         QStringLiteral("runs/") + WorldId + QStringLiteral(".schem"),
                         QStringLiteral("runs/") + WorldId + QStringLiteral(".litematic"),
                         QStringLiteral("maps/The-Loop.polar ?"), QStringLiteral("runs/THE LOOP.schem ?")}));
        QVERIFY(places.search().wanted.isEmpty());
    }

    void besideASegmentedOne()
    {
        const Places places;
        const QString folder = places.beside + QStringLiteral("/live");
        writeFolder(folder, namedRun().folder(true));
        writeBytes(places.beside + u'/' + WorldId + QStringLiteral(".polar"), {});
        auto file = model::openFile(folder + QStringLiteral("/preamble.dat"));
        QVERIFY(file);
        const SourcePtr source = openRun(std::move(*file));
        QVERIFY(source);
        const model::SceneSearch search = RecordingCodec().findScene(*source, {}, {});
        QCOMPARE(search.places, QStringList({folder, places.beside}));
        QCOMPARE(search.found.size(), std::size_t{1});
    }

    void besideNothing()
    {
        const SourcePtr source = openRun(namedRun().file());
        QVERIFY(source);
        QCOMPARE(RecordingCodec().findScene(*source, {}, {}).places, QStringList());
    }

    void checkpointIds_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("good");
        for (const char* id : {"mapmaker:checkpoint_plate/1_2_3", "mapmaker:checkpoint_plate/-2_214_-112"})
            QTest::newRow(id) << QString(QLatin1String(id)) << true;
        for (const char* id :
             {"spring", "42424242-4242-4242-4242-424242424242", "mapmaker:checkpoint_plate/1_2",
              "mapmaker:checkpoint_plate/1_2_3_4", "mapmaker:checkpoint_plate/99999999_2_3",
              "mapmaker:checkpoint_plate/a_2_3", "mapmaker:finish_plate/1_2_3"})
            QTest::newRow(id) << QString(QLatin1String(id)) << false;
    }
    void checkpointIds()
    {
        QFETCH(QString, id);
        QTEST(plateOf(id).has_value(), "good");
    }

    void checkpoints()
    {
        RunScript script;
        script.at(10, RunStart{})
            .at(20, CheckpointReached{"mapmaker:checkpoint_plate/10_64_-3", 500})
            .at(30, CheckpointReached{"spring", 1000})
            .at(40, CheckpointReached{"mapmaker:checkpoint_plate/10_64_-3", 1500})
            .at(50, CheckpointReached{"mapmaker:checkpoint_plate/20_70_0", 2000});
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const auto scene = source->scene({});
        QVERIFY(scene);
        QCOMPARE(scene->labels.size(), std::size_t{2});
        QCOMPARE(scene->labels[0].text, QStringLiteral("Checkpoint 1"));
        QVERIFY(scene->labels[0].position == glm::dvec3(10.5, 64.0625, -2.5));
        QCOMPARE(scene->labels[1].text, QStringLiteral("Checkpoint 3"));
        QCOMPARE(scene->lines.size(), std::size_t{1});
        QCOMPARE(scene->lines[0].starts.size(), std::size_t{2});
        const glm::dvec3 second = scene->lines[0].origin + glm::dvec3(scene->lines[0].line(1).front());
        QVERIFY(glm::distance(second, glm::dvec3(20.5, 70.0625, 0.5)) < 1.0);
        QCOMPARE(scene->note, QString());
        QCOMPARE(scene->groundHeight, 64.0);
    }

    void boxesOfALongWay()
    {
        RunExtent extent;
        for (int i = 0; i < 1000; ++i)
            extent.visit({i, 64.0, i % 7});
        QVERIFY(extent.boxes().size() >= 15 && extent.boxes().size() <= 17);
        QVERIFY(widest(extent.boxes()) <= 64.0);
        const std::size_t once = extent.boxes().size();
        for (int i = 0; i < 1000; ++i)
            extent.visit({999 - i, 60.0, i % 5}); // back, on nearly the same way
        QCOMPARE(extent.boxes().size(), once);
        extent.visit({1e5, 64.0, 0.0}); // sent away
        QCOMPARE(extent.boxes().size(), once + 1);
        for (const double nowhere : {std::numeric_limits<double>::quiet_NaN(), 1e9, -1e300})
            extent.visit({nowhere, 64.0, 0.0});
        QCOMPARE(extent.boxes().size(), once + 1);
    }

    void neverTooManyBoxes()
    {
        RunExtent extent;
        for (int i = 0; i < 20'000; ++i) {
            extent.visit({i * 100.0, 64.0, (i * 7919) % 5000});
            QVERIFY(extent.boxes().size() <= MaxExtentBoxes);
        }
        WorldScope scope;
        scope.near = extent.boxes();
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(covers(scope, {i * 100.0, 64.0, (i * 7919) % 5000}));
    }

    void editedSections()
    {
        RunExtent extent;
        for (const glm::ivec3& at :
             {glm::ivec3{0, 64, 0}, {1, 64, 1}, {-1, 63, 0}, {0, 64, 3}, {40, 300, -900}})
            extent.edit(packBlock(at));
        const std::vector<glm::ivec3> expected{{-1, 3, 0}, {0, 4, 0}, {2, 18, -57}};
        QVERIFY(extent.edited() == expected);
    }

    void scopeOfARun_data() { addProfiles("profile"); }
    void scopeOfARun()
    {
        QFETCH(int, profile);
        RunScript script;
        script.profile = static_cast<Profile>(profile);
        const bool numbers = script.profile == Profile::H4;
        const auto block = [&](const glm::ivec3& at) {
            return SetBlock{packBlock(at), numbers ? Kind{{}, 3907} : Kind{"minecraft:stone", -1}};
        };
        script.at(0, block({0, 64, 0}))
            .at(150, block({100, 64, 100}))
            .at(160, ClearGhostBlocks{})
            .at(200, AbsoluteMove{0, placeAt(1000.0, 80.0, -500.0), {}});
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const WorldScope scope = scopeOf(*source, 32.0);
        for (const int tick : {0, 100, 199})
            QVERIFY(covers(scope, RunScript::walked(tick)));
        QVERIFY(covers(scope, {1000.0, 80.0, -500.0}));
        QVERIFY(covers(scope, {1000.0, 80.0, -531.0}));
        QVERIFY(!covers(scope, {500.0, 80.0, -250.0}));
        const std::vector<glm::ivec3> edited{{0, 4, 0}, {6, 4, 6}};
        QVERIFY(scope.edited == edited);
    }

    void scopeWithoutReadingAll()
    {
        const SourcePtr source =
            openRun(RunScript().file(), runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QVERIFY(source);
        const WorldScope scope = scopeOf(*source, 16.0);
        for (int tick = 0; tick < 300; tick += 50)
            QVERIFY(covers(scope, RunScript::walked(tick)));
    }

    void mapRoundARun()
    {
        const QTemporaryDir folder;
        const QString world = folder.filePath(WorldId);
        AnvilPlan near;
        near.sections = {oneBlock(4, QStringLiteral("minecraft:stone"))};
        AnvilPlan far = near;
        far.at = {31, 31};
        QVERIFY(QDir().mkpath(world + QStringLiteral("/region")));
        writeBytes(world + QStringLiteral("/region/r.0.0.mca"),
                   RegionBuilder().put(near.at, near).put(far.at, far).bytes());
        const SourcePtr source = openRun(RunScript().file());
        QVERIFY(source);
        const RecordingCodec codec;
        QVERIFY(codec.knowsScene(world));
        const auto scene = codec.readScene({world, source.get(), 32.0}, {});
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->path, world);
        QCOMPARE(scene->name, WorldId);
        QCOMPARE(scene->grids.at(0)->cellCount(), std::size_t{1});
        QVERIFY(scene->grids[0]->at({0, 64, 0}) != nullptr);
        QVERIFY(scene->note.contains(QLatin1String("which save of the map")));
        QCOMPARE(scene->doubt, QString());
        RunScript away;
        away.at(0, AbsoluteMove{0, placeAt(9000.0, 64.0, 9000.0), {}});
        const SourcePtr elsewhere = openRun(away.file());
        QVERIFY(elsewhere);
        const auto nothing = codec.readScene({world, elsewhere.get(), 32.0}, {});
        QVERIFY(nothing && !nothing->doubt.isEmpty());
        QVERIFY(nothing->note.contains(QLatin1String("no chunk of the world lies near the run")));
        const auto alone = codec.readScene({world}, {});
        QVERIFY(alone);
        QCOMPARE(alone->grids.at(0)->cellCount(), std::size_t{2});
        QVERIFY(!alone->note.contains(QLatin1String("which save")));
    }

    /// What a run took away stays taken away over snapshots and chunks, until all edits are dropped.
    void editsOverAMap_data() { addProfiles("profile"); }
    void editsOverAMap()
    {
        QFETCH(int, profile);
        RunScript script;
        script.profile = static_cast<Profile>(profile);
        script.bare = {1};
        const bool numbers = script.profile == Profile::H4;
        const glm::ivec3 taken{3, 64, -5};
        const glm::ivec3 put{4, 64, -5};
        const auto set = [&](const glm::ivec3& at, bool air) {
            return SetBlock{packBlock(at), numbers ? Kind{{}, air ? 0 : 3907}
                                           : air   ? Kind{"minecraft:air", -1}
                                                   : Kind{"minecraft:stone", -1}};
        };
        script.at(20, set(taken, true)).at(20, set(put, false)).at(250, ClearGhostBlocks{});
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        QVERIFY(kindAt(stateAt(*source, 10), taken) == nullptr);
        for (const int tick : {20, 99, 100, 199, 200, 249}) {
            const model::WorldState state = stateAt(*source, tick);
            QVERIFY(!state.grids.empty() && state.grids[0]->overrides);
            const model::GridKind* const gone = kindAt(state, taken);
            QVERIFY(gone != nullptr && gone->form == model::GridForm::Nothing);
            QVERIFY(kindAt(state, put) != nullptr && kindAt(state, put)->form != model::GridForm::Nothing);
            QCOMPARE(state.grids[0]->cellCount(), std::size_t{1});
        }
        QVERIFY(stateAt(*source, 250).grids.empty());
        QVERIFY(stateAt(*source, 299).grids.empty());
    }
};

} // namespace tst_recording_scene

GHOSTLINE_TEST(tst_recording_scene, TestRecordingScene)
#include "tst_recording_scene.moc"
