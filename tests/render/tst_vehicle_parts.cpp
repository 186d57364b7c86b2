// SPDX-License-Identifier: GPL-3.0-or-later
// Wheels stand under their vehicle, are steered as recorded and turn as far as it goes.
#include "render/actors/instance_buffers.h"
#include "tests/render/world_fixture.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <numbers>

namespace tst_vehicle_parts {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorShape;
using test::World;

namespace {

constexpr float Radius = 0.4F;
constexpr double QuarterTurn = static_cast<double>(Radius) * std::numbers::pi / 2.0; // metres

/// One car on one wheel at its front left, steered so many degrees to the right.
struct Car
{
    explicit Car(float yaw = 0.0F, double steer = 0.0)
    {
        world.add({.shape = ActorShape::Vehicle,
                   .position = {10.0, 2.0, -4.0},
                   .yaw = yaw,
                   .half = {1.0F, 0.75F, 2.0F}});
        world.info->cast[0].wheels = {{{0.8F, Radius, 1.4F}, Radius, 0.1F, 0}};
        model::PropertyInfo angle;
        angle.id = QStringLiteral("steer");
        world.info->actorProperties.push_back(angle);
        world.info->wheelSteer = {model::ActorPropertyId(1)};
        world.state.propertyCount = 2;
        world.state.properties = {model::PropertyValue(), model::PropertyValue::real(steer)};
        buffers.setCast(*world.info, Theme::dark());
    }
    void show() { buffers.fill(world.state, {}); }
    void drive(double metres, double seconds = 0.1)
    {
        world.state.positions[0].z += metres; // ahead, as it faces +Z
        world.state.time += model::fromSeconds(seconds);
        show();
    }
    const Instance& wheel() const { return buffers.solid(MeshKind::Wheel).at(0); }
    /// Where a direction of the wheel's own points.
    glm::vec3 points(const glm::vec3& own) const
    {
        const glm::vec4& t = wheel().turn;
        return glm::quat(t.w, t.x, t.y, t.z) * own;
    }
    World world;
    InstanceBuffers buffers;
};

/// A two-wheeler that faces +Z.
World cycle(model::Rider rider)
{
    World w;
    w.add({.shape = ActorShape::Vehicle, .half = {0.3F, 0.8F, 0.9F}});
    w.info->cast[0].wheels = {{{0.0F, 0.34F, 0.55F}, 0.34F, 0.03F}, {{0.0F, 0.34F, -0.55F}, 0.34F, 0.03F}};
    w.info->cast[0].rider = rider;
    return w;
}

constexpr glm::vec3 Up{0.0F, 1.0F, 0.0F};
constexpr glm::vec3 Ahead{0.0F, 0.0F, 1.0F};

bool same(const glm::vec3& a, const glm::vec3& b) { return glm::length(a - b) < 1e-3F; }

} // namespace

class TestVehicleParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void standUnderTheirVehicle()
    {
        Car car(90.0F); // faces east
        car.show();
        QCOMPARE(car.buffers.solid(MeshKind::Wheel).size(), 1U);
        QVERIFY(same(glm::vec3(car.wheel().place), {11.4F, 2.0F + Radius, -4.8F}));
        QCOMPARE(glm::vec3(car.wheel().half), glm::vec3(0.1F, Radius, Radius));
        QCOMPARE(car.buffers.solid(MeshKind::Vehicle).size(), 1U);
    }

    void bodiesAreToldApartByClass_data()
    {
        QTest::addColumn<int>("body");
        QTest::addColumn<int>("mesh");
        using model::VehicleBody;
        QTest::newRow("car") << int(VehicleBody::Car) << int(MeshKind::Vehicle);
        QTest::newRow("van") << int(VehicleBody::Van) << int(MeshKind::Van);
        QTest::newRow("truck") << int(VehicleBody::Truck) << int(MeshKind::Truck);
        QTest::newRow("bus") << int(VehicleBody::Bus) << int(MeshKind::Bus);
        QTest::newRow("trailer") << int(VehicleBody::Trailer) << int(MeshKind::Trailer);
        QTest::newRow("one nobody knows") << 77 << int(MeshKind::Vehicle);
    }
    void bodiesAreToldApartByClass()
    {
        QFETCH(int, body);
        QFETCH(int, mesh);
        Car car;
        car.world.info->cast[0].vehicleBody = static_cast<model::VehicleBody>(body);
        car.buffers.setCast(*car.world.info, Theme::dark());
        car.show();
        QCOMPARE(car.buffers.solid(static_cast<MeshKind>(mesh)).size(), 1U);
        const Mesh& drawn = unitMesh(static_cast<MeshKind>(mesh));
        QVERIFY(drawn.triangles() <= 80U);
        // Lamps behind; before it unless it is towed.
        const auto lamps = [&drawn](Zone zone, float sign) {
            return std::ranges::any_of(drawn.vertices, [&](const MeshVertex& v) {
                return v.zone == static_cast<float>(zone) && v.position[2] * sign > 0.8F;
            });
        };
        QVERIFY(lamps(Zone::TailLight, -1.0F));
        QCOMPARE(lamps(Zone::HeadLight, 1.0F), body != int(model::VehicleBody::Trailer));
    }

    void brakeLampsAreLitAsRecorded_data()
    {
        QTest::addColumn<double>("brake");
        QTest::addColumn<int>("lamp");
        QTest::newRow("not recorded") << -1.0 << int(Lamp::None);
        QTest::newRow("released") << 0.0 << int(Lamp::Off);
        QTest::newRow("pressed") << 0.6 << int(Lamp::Red);
        QTest::newRow("no number") << std::nan("") << int(Lamp::None);
    }
    void brakeLampsAreLitAsRecorded()
    {
        QFETCH(double, brake);
        QFETCH(int, lamp);
        Car car;
        model::PropertyInfo& pedal = car.world.info->actorProperties.back();
        pedal.id = QStringLiteral("brake");
        pedal.type = model::PropertyType::Real;
        car.world.state.properties[1] =
            brake == -1.0 ? model::PropertyValue() : model::PropertyValue::real(brake);
        car.buffers.setCast(*car.world.info, Theme::dark());
        car.show();
        QCOMPARE(int(car.buffers.solid(MeshKind::Vehicle).at(0).half.w), lamp);
    }

    void areSteeredAsRecorded()
    {
        Car car(0.0F, 30.0);
        car.show();
        QVERIFY(same(car.points(Ahead), {-0.5F, 0.0F, std::sqrt(0.75F)})); // +X is left
        car.world.state.properties[1] = model::PropertyValue();
        car.show();
        QVERIFY(same(car.points(Ahead), Ahead));
    }

    void turnAsFarAsItGoes()
    {
        Car car;
        car.show();
        QVERIFY(same(car.points(Up), Up));
        car.drive(QuarterTurn);
        QVERIFY(same(car.points(Up), Ahead));
        car.show(); // the same instant again
        QVERIFY(same(car.points(Up), Ahead));
        car.drive(QuarterTurn);
        QVERIFY(same(car.points(Up), -Up));
        car.drive(-2.0 * QuarterTurn, -0.2); // played backward
        QVERIFY(same(car.points(Up), Up));
    }

    void aJumpTurnsNothing_data()
    {
        QTest::addColumn<double>("metres");
        QTest::addColumn<double>("seconds");
        QTest::newRow("far") << 1000.25 << 0.1;
        QTest::newRow("after a long time") << 0.25 << 5.0;
    }
    void aJumpTurnsNothing()
    {
        QFETCH(double, metres);
        QFETCH(double, seconds);
        Car car;
        car.show();
        car.drive(metres, seconds);
        QVERIFY(same(car.points(Up), Up));
        car.drive(QuarterTurn);
        QVERIFY(same(car.points(Up), Ahead));
    }

    void areHeldWithIt()
    {
        Car car;
        car.world.state.provenance[0] = model::Provenance::Held;
        car.show();
        QVERIFY(car.buffers.solid(MeshKind::Wheel).empty());
        QCOMPARE(car.buffers.held(MeshKind::Wheel).size(), 1U);
    }

    void steadyFramesAllocateNothing()
    {
        Car car;
        car.drive(1.0);
        World ridden = cycle(model::Rider::Pedals);
        InstanceBuffers buffers;
        buffers.setCast(*ridden.info, Theme::dark());
        buffers.fill(ridden.state, {});
        const auto before = test::allocations;
        for (int i = 0; i < 100; ++i) {
            car.drive(0.3);
            ridden.state.positions[0].z += 0.1;
            buffers.fill(ridden.state, {});
        }
        QCOMPARE(test::allocations, before);
    }

    void twoWheelersAreRidden_data()
    {
        QTest::addColumn<model::Rider>("rider");
        QTest::addColumn<bool>("ridden");
        QTest::addColumn<bool>("pedals");
        QTest::newRow("nobody") << model::Rider::None << false << false;
        QTest::newRow("somebody") << model::Rider::Sits << true << false;
        QTest::newRow("a cyclist") << model::Rider::Pedals << true << true;
    }
    void twoWheelersAreRidden()
    {
        QFETCH(model::Rider, rider);
        QFETCH(bool, ridden);
        QFETCH(bool, pedals);
        World w = cycle(rider);
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        const auto limbs = [&](double metres) {
            w.state.positions[0].z = metres;
            buffers.fill(w.state, {});
            std::vector<glm::vec3> out;
            for (const Instance& limb : buffers.solid(MeshKind::Limb))
                out.push_back(glm::vec3(limb.place) - glm::vec3(0.0F, 0.0F, static_cast<float>(metres)));
            return out;
        };
        const auto before = limbs(0.0);
        QCOMPARE(buffers.solid(MeshKind::Wheel).size(), 2U);
        QCOMPARE(buffers.solid(MeshKind::Vehicle).empty(), ridden);
        QCOMPARE(buffers.solid(MeshKind::Head).size(), ridden ? 1U : 0U);
        QCOMPARE(buffers.solid(MeshKind::Cylinder).empty(), !ridden);
        if (ridden) {
            const glm::vec3 head(buffers.solid(MeshKind::Head)[0].place);
            QVERIFY2(head.y > 1.2F && head.y < 1.8F && qAbs(head.x) < 0.01F,
                     qPrintable(QString::number(head.y)));
        }
        const auto after = limbs(0.3);
        QCOMPARE(!std::ranges::equal(before, after, same), pedals);
    }

    /// With one wheel there is nothing to sit between.
    void aFrameNeedsTwoWheels()
    {
        World w = cycle(model::Rider::Sits);
        w.info->cast[0].wheels.pop_back();
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        buffers.fill(w.state, {});
        QCOMPARE(buffers.solid(MeshKind::Vehicle).size(), 1U);
        QCOMPARE(buffers.solid(MeshKind::Wheel).size(), 1U);
        QVERIFY(buffers.solid(MeshKind::Head).empty());
    }
};

} // namespace tst_vehicle_parts

GHOSTLINE_TEST(tst_vehicle_parts, TestVehicleParts)
#include "tst_vehicle_parts.moc"
