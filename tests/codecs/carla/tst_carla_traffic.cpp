// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic logs: the same each time, sound, plausible, and set in a map that fits.
#include "codecs/carla/roads/opendrive_mesh.h"
#include "codecs/carla/sample/traffic.h"
#include "codecs/carla/sample/traffic_sim.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/codecs/carla/surface.h"
#include "tests/support/test_driver.h"

#include <cmath>
#include <map>
#include <set>

namespace tst_carla_traffic {

using namespace ghostline;
using namespace ghostline::carla;

class TestCarlaTraffic : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sameOptionsSameBytes();
    void opensWithoutComplaint_data();
    void opensWithoutComplaint();
    void trafficKeepsToTheRules();
    void vehiclesStayOnTheirMap();
    void sampleShowsWhatItShould();
    void impossibleOptions();
};

void TestCarlaTraffic::sameOptionsSameBytes()
{
    TrafficOptions options{.seconds = 3.0};
    const QByteArray log = trafficLog(options);
    QVERIFY(!log.isEmpty());
    QCOMPARE(trafficLog(options), log);
    options.seed = 8;
    QVERIFY(trafficLog(options) != log);
}

void TestCarlaTraffic::opensWithoutComplaint_data()
{
    QTest::addColumn<int>("vehicles");
    QTest::addColumn<double>("hz");
    QTest::addColumn<bool>("additional");
    QTest::addColumn<bool>("doubles");
    QTest::addColumn<bool>("doorsFirst");
    QTest::newRow("sample") << 25 << 20.0 << true << false << false;
    QTest::newRow("plain") << 25 << 20.0 << false << false << false;
    QTest::newRow("UE5") << 10 << 20.0 << true << true << true;
    QTest::newRow("one car") << 1 << 10.0 << true << false << true;
    QTest::newRow("slow frames") << 8 << 2.0 << true << false << false;
    QTest::newRow("many") << 300 << 10.0 << false << false << false;
}

void TestCarlaTraffic::opensWithoutComplaint()
{
    QFETCH(int, vehicles);
    QFETCH(double, hz);
    QFETCH(bool, additional);
    QFETCH(bool, doubles);
    QFETCH(bool, doorsFirst);
    const TrafficOptions options{.vehicles = vehicles,
                                 .hz = hz,
                                 .seconds = 6.0,
                                 .additional = additional,
                                 .wheels = additional,
                                 .doubles = doubles,
                                 .doorsFirst = doorsFirst};
    const auto source = test::openLog(trafficLog(options));
    QVERIFY2(source, source ? "" : qPrintable(source.error().message));
    const auto index = (*source)->index();
    QVERIFY2(index->diagnostics.empty(),
             index->diagnostics.empty() ? "" : qPrintable(index->diagnostics[0].message));
    QCOMPARE(index->frames(), static_cast<model::FrameNumber>(6.0 * hz));
    QVERIFY(std::abs(model::seconds(index->timeAxis.duration()) - (6.0 - 1.0 / hz)) < 1e-4);
    std::map<model::ActorKind, int> kinds;
    for (const model::ActorInfo& actor : index->info->cast)
        ++kinds[actor.kind];
    QCOMPARE(kinds[model::ActorKind::Vehicle], vehicles);
    QCOMPARE(kinds[model::ActorKind::Walker], 10);
    QVERIFY(kinds[model::ActorKind::TrafficLight] == 26);
    QCOMPARE(kinds[model::ActorKind::Sensor], 2);
    QCOMPARE(index->info->skeletons.size(), std::size_t(additional ? 1 : 0));
}

void TestCarlaTraffic::trafficKeepsToTheRules()
{
    const Town town = Town::build(40, 20);
    TrafficSim sim(town, 40, 3);
    double way = 0.0;
    int redLines = 0;
    std::map<int, int> paths;
    for (int step = 0; step < 20 * 120; ++step) {
        for (int i = 0; i < 40; ++i)
            paths[i] = sim.vehicles()[static_cast<std::size_t>(i)].path;
        const double before = sim.time();
        sim.step(0.05);
        for (int i = 0; i < 40; ++i) {
            const Vehicle& v = sim.vehicles()[static_cast<std::size_t>(i)];
            way += v.speed * 0.05;
            const Path& was = town.paths[static_cast<std::size_t>(paths[i])];
            const bool crossedLine = was.lane && v.path != paths[i];
            // The line lies before the end of the lane: those who stand past it may clear the crossing.
            if (crossedLine && v.speed > 1.0) {
                const SignalState s = signalAt(town, was, before);
                redLines += s.signal == Signal::Red && s.elapsed > 1.5 ? 1 : 0;
            }
            for (int k = 0; k < i; ++k) {
                const Vehicle& o = sim.vehicles()[static_cast<std::size_t>(k)];
                if (o.path != v.path)
                    continue;
                const double gap = std::abs(o.s - v.s) - o.model->half.x - v.model->half.x;
                QVERIFY2(gap > 0.0, qPrintable(QStringLiteral("%1 in %2 at %3 s").arg(i).arg(k).arg(before)));
            }
        }
    }
    QCOMPARE(redLines, 0);
    QVERIFY2(way > 40 * 120 * 2.0, qPrintable(QString::number(way))); // it flows: over 2 m/s on average
}

void TestCarlaTraffic::vehiclesStayOnTheirMap()
{
    const TrafficOptions options{.vehicles = 40, .seconds = 20.0, .crashAt = -1.0};
    const auto map =
        model::MemorySource::fromByteArray(trafficMap(options), QStringLiteral("SampleTown.xodr"));
    const auto scene = readOpenDrive(*map);
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    std::size_t triangles = 0;
    for (const model::SceneMesh& mesh : scene->meshes)
        triangles += mesh.indices.size() / 3;
    QVERIFY2(triangles < 8000, qPrintable(QString::number(triangles)));
    for (const model::SceneRole role :
         {model::SceneRole::Road, model::SceneRole::Shoulder, model::SceneRole::Sidewalk,
          model::SceneRole::Crossing, model::SceneRole::MarkingWhite, model::SceneRole::MarkingYellow})
        QVERIFY(test::meshOf(*scene, role));
    const test::Surface road(*test::meshOf(*scene, model::SceneRole::Road));
    const test::Surface walk(*test::meshOf(*scene, model::SceneRole::Sidewalk));
    const auto source = test::openLog(trafficLog(options));
    QVERIFY(source);
    const auto index = (*source)->index();
    for (model::FrameNumber f = 0; f < index->frames(); f += 7) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        for (std::size_t row = 0; row < state.size(); ++row) {
            const model::ActorInfo& actor = *index->info->actor(state.ids[row]);
            const glm::dvec3 p = state.positions[row];
            if (actor.kind == model::ActorKind::Vehicle)
                QVERIFY2(road.contain(p.x, p.z), qPrintable(actor.name));
            if (actor.kind == model::ActorKind::Walker)
                QVERIFY2(walk.contain(p.x, p.z), qPrintable(QStringLiteral("%1 %2").arg(p.x).arg(p.z)));
        }
    }
}

void TestCarlaTraffic::sampleShowsWhatItShould()
{
    const QByteArray log = trafficLog({});
    QVERIFY2(log.size() < 15'000'000, qPrintable(QString::number(log.size())));
    auto bytes = model::MemorySource::fromByteArray(log, QStringLiteral("sample-town.log"));
    bytes->addSibling(QStringLiteral("SampleTown.xodr"), trafficMap({}));
    const auto source = test::openLog(std::move(bytes));
    QVERIFY(source);
    const auto index = (*source)->index();
    std::set<QString> kinds;
    for (const model::Event& event : index->events->events)
        kinds.insert(index->events->kinds[static_cast<std::size_t>(event.kind)].id);
    QVERIFY(kinds.contains(QStringLiteral("collision")));
    const auto scene = (*source)->scene({});
    QVERIFY(scene);
    QCOMPARE(scene->name, QStringLiteral("SampleTown.xodr"));
    // The hero gets around: over 250 m in about a minute, and it turns.
    const auto& cast = index->info->cast;
    const auto hero =
        std::find_if(cast.begin(), cast.end(), [](const model::ActorInfo& a) { return a.principal; });
    QVERIFY(hero != cast.end());
    double way = 0.0;
    std::set<int> headings;
    glm::dvec3 last{0.0};
    for (model::FrameNumber f = 0; f < index->frames(); f += 5) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        const auto row = static_cast<std::size_t>(state.row(hero->id));
        way += f ? glm::distance(state.positions[row], last) : 0.0;
        last = state.positions[row];
        const glm::vec3 forward = state.orientations[row] * glm::vec3(0, 0, 1);
        headings.insert(static_cast<int>(std::lround(std::atan2(forward.z, forward.x) / (M_PI / 2))) & 3);
    }
    QVERIFY2(way > 250.0, qPrintable(QString::number(way)));
    QVERIFY(headings.size() >= 3);
}

void TestCarlaTraffic::impossibleOptions()
{
    const ByteSink nowhere = [](Bytes) { return model::Result<void>{}; };
    for (const TrafficOptions& options :
         {TrafficOptions{.vehicles = 0}, TrafficOptions{.walkers = 9999}, TrafficOptions{.hz = 0.0},
          TrafficOptions{.seconds = -1.0}, TrafficOptions{.seconds = 1e12}})
        QCOMPARE(generateTraffic(options, nowhere).error().code, model::ErrorCode::InvalidArgument);
    const ByteSink full = [](Bytes) -> model::Result<void> {
        return model::fail(model::ErrorCode::WriteFailed, QStringLiteral("full"));
    };
    QCOMPARE(generateTraffic({.seconds = 1.0}, full).error().code, model::ErrorCode::WriteFailed);
}

} // namespace tst_carla_traffic

GHOSTLINE_TEST(tst_carla_traffic, TestCarlaTraffic)
#include "tst_carla_traffic.moc"
