// SPDX-License-Identifier: GPL-3.0-or-later
// What a log says besides places: doors, lights and weather, bones, events, names, records.
#include "codecs/carla/replay/properties.h"
#include "codecs/carla/replay/vehicle_class.h"
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/log_rows.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

namespace tst_carla_contents {

using namespace ghostline;
using namespace ghostline::carla;
using test::BuiltLog;
using test::countOf;
using test::rowOf;

class TestCarlaContents : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void changesAreKept();
    void walkerBones();
    void eventsJoin();
    void names();
    void wheels();
    void vehicleBodies_data();
    void vehicleBodies();
    void nativeAndRecords();
};

void TestCarlaContents::changesAreKept()
{
    BuiltLog log;
    log.more = [](LogWriter& out, int f) {
        if (f == 5) {
            test::put(out, {Door{1, 0, true}, Door{1, 4, true}});
            test::put(out, {LightTime{20, 10.0F, 3.0F, 7.0F}});
        }
        if (f == 70)
            test::put(out, {Door{1, 0, false}});
        carla::Weather weather;
        weather.values[0] = f < 150 ? 10.0F : 90.0F;
        if (f == 2 || f == 150)
            test::put(out, {weather});
        if (f == 0) {
            const ActorVectors box{1, {10, 20, 75}, {240, 100, 75}};
            out.write(PacketKind::BoundingBox, std::span(&box, 1));
        }
    };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    for (int f = 0; f < 300; ++f) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        const auto car = state.propertiesOf(rowOf(**source, state, 1));
        QCOMPARE(car[actor_property::OpenDoors].absent(), f < 5);
        if (f >= 5)
            QCOMPARE(car[actor_property::OpenDoors].asInteger(), f < 70 ? 0x11 : 0x10);
        const auto light = state.propertiesOf(rowOf(**source, state, 20));
        QCOMPARE(light[actor_property::LightRemaining].absent(), f < 5);
        if (f >= 5) {
            const std::array<double, 3> full{7.0, 3.0, 10.0};
            const double left = full[static_cast<std::size_t>(f / 100)] - f % 100 * 0.05;
            QVERIFY(std::abs(light[actor_property::LightRemaining].asReal() - std::max(left, 0.0)) < 1e-5);
        }
        QCOMPARE(state.match[match_property::Weather].absent(), f < 2);
        if (f >= 2)
            QCOMPARE(state.match[match_property::Weather].asReal(), f < 150 ? 10.0 : 90.0);
        QCOMPARE(state.match[match_property::FrameId].asInteger(), f + 1);
    }
    QCOMPARE(countOf(*index, "door"), 3);
    QCOMPARE(countOf(*index, "weather"), 1);
    QVERIFY(glm::length(index->info->cast[0].boxHalf - glm::vec3(1.0F, 0.75F, 2.4F)) < 1e-6F);
    QVERIFY(glm::length(index->info->cast[0].boxCentre - glm::vec3(-0.2F, 0.75F, 0.1F)) < 1e-6F);
}

void TestCarlaContents::walkerBones()
{
    BuiltLog log;
    log.frames = 80;
    log.more = [](LogWriter& out, int f) {
        if (f == 0)
            test::put(out, {test::addOf(30, 2, "walker.pedestrian.0001", {1000, 2000, 100})});
        if (f % 7 == 3)
            return; // a frame without the packet repeats the bones
        WalkerBones walker;
        walker.actor = 30;
        walker.bones = {{"crl_hand__L", {0, 0, 10}, {}},
                        {"crl_root", {0, 0, 0}, {}},
                        {"crl_hips__C", {0, 0, 90}, {0, 0, 90}},
                        {"crl_foreArm__L", {50, 0, 0}, {}},
                        {"tail", {-20, 0, 0}, {}}};
        test::put(out, {walker});
    };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->info->skeletons.size(), std::size_t{1});
    const model::Skeleton& skeleton = index->info->skeletons[0];
    QVERIFY((skeleton.parents == std::vector<int>{3, -1, 1, 2, -1}));
    using model::BoneRole; // by which somebody on foot gets a body
    QVERIFY((skeleton.roles == std::vector{BoneRole::LeftHand, BoneRole::Helper, BoneRole::Pelvis,
                                           BoneRole::LeftForearm, BoneRole::Other}));
    QCOMPARE(index->info->actor(test::lifeOf(*index, 30, 0))->skeleton, 0);
    for (int f = 0; f < 80; ++f) {
        const model::WorldState state = test::stateAt(**source, index->timeAxis.clamp({f, 0.5}));
        const auto bones = state.bonesOf(rowOf(**source, state, 30));
        QCOMPARE(bones.size(), std::size_t{5});
        // The hips turn what hangs on them: 50 cm ahead of them is 50 cm to the south.
        QVERIFY(glm::length(bones[2].position - glm::vec3(10.0F, 1.9F, 20.0F)) < 1e-4F);
        QVERIFY(glm::length(bones[3].position - glm::vec3(10.0F, 1.9F, 20.5F)) < 1e-4F);
        QVERIFY(glm::length(bones[0].position - glm::vec3(10.0F, 2.0F, 20.5F)) < 1e-4F);
        QVERIFY(glm::length(bones[4].position - glm::vec3(9.8F, 1.0F, 20.0F)) < 1e-4F);
    }
}

void TestCarlaContents::eventsJoin()
{
    BuiltLog log;
    log.more = [](LogWriter& out, int f) {
        if ((f >= 60 && f < 140) || f == 200)
            test::put(out, {Collision{0, 1, 2, true, false}});
        if (f == 50)
            test::put(out, {test::addOf(40, 2, "walker.pedestrian.0003", {})});
        carla::Weather weather;
        weather.values[3] = static_cast<float>(std::min(f, 100));
        test::put(out, {weather});
    };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(countOf(*index, "collision"), 2);
    QCOMPARE(countOf(*index, "spawn"), 1);
    QCOMPARE(countOf(*index, "weather"), 1);
    const auto contact =
        std::find_if(index->events->events.begin(), index->events->events.end(), [&](const model::Event& e) {
            return index->events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String("collision");
        });
    QCOMPARE(contact->frame, 60);
    QCOMPARE(contact->length, model::fromSeconds(79 * 0.05));
    QCOMPARE(contact->actors.size(), std::size_t{2});
    QVERIFY(contact->text.contains(QStringLiteral("Tesla Model3 #1 (hero)")));
    QVERIFY(std::is_sorted(index->events->events.begin(), index->events->events.end(),
                           [](const auto& a, const auto& b) { return a.frame < b.frame; }));
}

void TestCarlaContents::names()
{
    const auto source = test::openLog(BuiltLog().bytes());
    QVERIFY(source);
    const auto& cast = (*source)->index()->info->cast;
    QCOMPARE(cast[0].name, QStringLiteral("Tesla Model3 #1 (hero)"));
    QVERIFY(cast[0].principal && !cast[0].background && cast[0].shape == model::ActorShape::Vehicle);
    QCOMPARE(cast[3].name, QStringLiteral("Traffic light #20"));
    QVERIFY(cast[3].background && cast[3].kind == model::ActorKind::TrafficLight);
    QCOMPARE(cast[4].name, QStringLiteral("Camera Rgb #10"));
    QVERIFY(cast[4].shape == model::ActorShape::None);
}

/// As large as recorded, else as such a vehicle has them; where they stand follows from the box.
void TestCarlaContents::wheels()
{
    BuiltLog log;
    log.more = [](LogWriter& out, int f) {
        if (f != 0)
            return;
        carla::EventAdd bicycle = test::addOf(40, 1, "vehicle.gazelle.omafiets", {0, 0, 0});
        bicycle.attributes.push_back({1, "number_of_wheels", "2"});
        test::put(out, {bicycle});
        const ActorVectors box{1, {0, 0, 80}, {250, 100, 80}};
        out.write(PacketKind::BoundingBox, std::span(&box, 1));
        carla::Physics physics;
        physics.actor = 1;
        for (const float radius : {37.0F, 37.0F, 40.0F, 1e9F}) // the last is no wheel's
            physics.wheels.push_back({.radius = radius});
        test::put(out, {physics});
    };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    const model::ReplayInfo& info = *index->info;
    QCOMPARE(info.wheelSteer.size(), std::size_t{4});
    QCOMPARE(info.property(info.wheelSteer[1])->id, QStringLiteral("wheel_steer_front_right"));

    const auto& car = info.actor(test::lifeOf(*index, 1, 0))->wheels;
    QCOMPARE(car.size(), std::size_t{4});
    QCOMPARE(car[0].radius, 0.37F);
    QCOMPARE(car[2].radius, 0.4F);
    QCOMPARE(car[3].radius, 0.34F);
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(car[i].steer, static_cast<int>(i));
        QVERIFY(qAbs(car[i].centre.y - car[i].radius) < 1e-4F); // on the ground
        QVERIFY((car[i].centre.x > 0.0F) == (i % 2 == 0));      // +X is left
        QVERIFY((car[i].centre.z > 0.0F) == (i < 2));
        QVERIFY(qAbs(car[i].centre.x) < 1.02F && qAbs(car[i].centre.z) < 2.5F);
    }
    const auto& bicycle = info.actor(test::lifeOf(*index, 40, 0))->wheels;
    QCOMPARE(bicycle.size(), std::size_t{2});
    QCOMPARE(info.actor(test::lifeOf(*index, 40, 0))->rider, model::Rider::Pedals);
    QCOMPARE(info.actor(test::lifeOf(*index, 1, 0))->rider, model::Rider::None);
    QVERIFY(bicycle[0].centre.x == 0.0F && bicycle[0].centre.z > 0.0F && bicycle[1].centre.z < 0.0F);
    QVERIFY(info.actor(test::lifeOf(*index, 20, 0))->wheels.empty()); // a traffic light
}

void TestCarlaContents::vehicleBodies_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("baseType");
    QTest::addColumn<int>("body");
    using model::VehicleBody;
    const auto row = [](const char* name, const char* base, VehicleBody body) {
        QTest::addRow("%s %s", name, base)
            << QString::fromLatin1(name) << QString::fromLatin1(base) << static_cast<int>(body);
    };
    row("vehicle.tesla.model3", "car", VehicleBody::Car);
    row("vehicle.audi.tt", "", VehicleBody::Car);
    row("vehicle.ford.unheard_of", "van", VehicleBody::Van);
    row("vehicle.mercedes.sprinter", "", VehicleBody::Van);
    row("vehicle.carlamotors.carlacola", "truck", VehicleBody::Truck);
    row("vehicle.carlamotors.firetruck", "", VehicleBody::Truck);
    row("vehicle.tesla.cybertruck", "truck", VehicleBody::Car);
    row("vehicle.mitsubishi.fusorosa", "bus", VehicleBody::Bus);
    row("vehicle.some.trailer", "truck", VehicleBody::Trailer);
    row("", "tram", VehicleBody::Car);
}

void TestCarlaContents::vehicleBodies()
{
    QFETCH(QString, type);
    QFETCH(QString, baseType);
    QFETCH(int, body);
    model::ActorInfo actor;
    actor.nativeType = type;
    if (!baseType.isEmpty())
        actor.attributes.emplace_back(QStringLiteral("base_type"), baseType);
    QCOMPARE(static_cast<int>(vehicleBodyOf(actor)), body);
}

void TestCarlaContents::nativeAndRecords()
{
    const auto source = test::openLog(BuiltLog().bytes());
    QVERIFY(source);
    const auto native = (*source)->nativeState(77, {});
    QVERIFY(native);
    QCOMPARE((*native)[QStringLiteral("id")].toInt(), 78);
    QCOMPARE((*native)[QStringLiteral("AnimVehicle")][0][QStringLiteral("gear")].toInt(), 2);
    QCOMPARE((*native)[QStringLiteral("actors")].toArray().size(), 5);
    QVERIFY(!(*source)->nativeState(300, {}));
    QVERIFY(!(*source)->nativeState(-1, {}));
    const auto streams = (*source)->streams({});
    QVERIFY(streams);
    const auto frames = std::find_if(streams->begin(), streams->end(),
                                     [](const auto& s) { return s.name == QLatin1String("FrameStart"); });
    QCOMPARE(frames->records, std::uint64_t{300});
    QCOMPARE(frames->bytes, std::uint64_t{7200});
    int count = 0;
    QVERIFY((*source)->readRecords(QStringLiteral("EventAdd"),
                                   [&](const model::Record& r) {
                                       ++count;
                                       return r.frame.value_or(0) == 1 &&
                                              !r.data[QStringLiteral("description")].toString().isEmpty();
                                   },
                                   {}));
    QCOMPARE(count, 5);
    QVERIFY(
        !(*source)->readRecords(QStringLiteral("Nonsense"), [](const model::Record&) { return true; }, {}));
}

} // namespace tst_carla_contents

GHOSTLINE_TEST(tst_carla_contents, TestCarlaContents)
#include "tst_carla_contents.moc"
