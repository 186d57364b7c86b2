// SPDX-License-Identifier: GPL-3.0-or-later
// The reader over many segments: what is held, followed, jumped and repeated must not depend on where one
// begins.
#include "codecs/carla/replay/properties.h"
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/log_rows.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <random>

namespace tst_carla_source {

using namespace ghostline;
using namespace ghostline::carla;
using model::FrameNumber;
using model::FrameTime;
using test::BuiltLog;
using test::countOf;
using test::rowOf;

class TestCarlaSource : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void states_data();
    void states();
    void anyOrder();
    void heldOverBorders_data();
    void heldOverBorders();
    void childFollowsAndStays();
    void childListedBeforeItsParent();
    void jumps();
    void policies();
};

void TestCarlaSource::states_data()
{
    QTest::addColumn<bool>("doubles");
    QTest::newRow("float") << false;
    QTest::newRow("double") << true;
}

void TestCarlaSource::states()
{
    QFETCH(bool, doubles);
    BuiltLog log;
    log.doubles = doubles;
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->frames(), 300);
    QVERIFY(index->keyframes.count() >= 4);
    QCOMPARE(index->info->map, QStringLiteral("Town03"));
    QCOMPARE(index->info->cast.size(), std::size_t{5});
    for (FrameNumber f = 0; f < 300; ++f) {
        const model::WorldState state = test::stateAt(**source, index->timeAxis.clamp({f, 0.5}));
        const double along = f < 299 ? static_cast<double>(f) + 0.5 : 299.0;
        const std::size_t r = rowOf(**source, state, 2);
        QVERIFY(glm::length(state.positions[r] - glm::dvec3((along * 50.0 + 2) / 100, 0.2, 6.0)) < 1e-6);
        QVERIFY(glm::length(state.velocities[r] - glm::vec3(10, 0, 0)) < 1e-3F);
        QVERIFY(state.provenance[r] ==
                (f < 299 ? model::Provenance::Interpolated : model::Provenance::Exact));
        QVERIFY(std::abs(model::seconds(state.time) - along * 0.05) < 2e-6);
        const auto control = state.propertiesOf(rowOf(**source, state, 1));
        QVERIFY(std::abs(control[actor_property::Throttle].asReal() - along / 1000.0) < 1e-6);
        QCOMPARE(control[actor_property::Gear].asInteger(), 2);
        const auto light = state.propertiesOf(rowOf(**source, state, 20));
        QCOMPARE(light[actor_property::LightState].asInteger(), f / 100);
    }
    QCOMPARE(countOf(*index, "light_change"), 2);
    QCOMPARE(countOf(*index, "spawn"), 0);
}

void TestCarlaSource::anyOrder()
{
    BuiltLog log;
    log.missing = [](int f, std::uint32_t id) { return (f * 7 + static_cast<int>(id) * 13) % 10 == 0; };
    log.noPositions = [](int f) { return f % 64 == 63 || f % 64 == 0; };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    std::vector<std::shared_ptr<const model::Segment>> segments;
    for (int k = 0; k < index->keyframes.count(); ++k)
        segments.push_back(*(*source)->readSegment(k, k > 0 ? segments.back().get() : nullptr, {}));
    std::mt19937 random(5);
    model::WorldState reused;
    for (int i = 0; i < 1000; ++i) {
        const FrameTime at = index->timeAxis.clamp(
            {static_cast<FrameNumber>(random() % 300U), static_cast<double>(random() % 4U) * 0.25});
        segments[static_cast<std::size_t>(index->keyframes.at(at.frame))]->sample(
            at, model::SamplePolicy::Interpolate, reused);
        QVERIFY(test::sameState(reused, test::stateAt(**source, at)));
    }
    QVERIFY(!(*source)->readSegment(-1, nullptr, {}));
    QVERIFY(!(*source)->readSegment(index->keyframes.count(), nullptr, {}));
}

void TestCarlaSource::heldOverBorders_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("until");
    QTest::addColumn<bool>("whole");
    QTest::newRow("inside a segment") << 10 << 20 << false;
    QTest::newRow("over a border") << 60 << 70 << false;
    QTest::newRow("from the base frame on") << 63 << 65 << false;
    QTest::newRow("from a segment's first frame on") << 64 << 66 << false;
    QTest::newRow("over several segments") << 50 << 290 << false;
    QTest::newRow("whole packets over a border") << 60 << 70 << true;
    QTest::newRow("whole packets over several segments") << 50 << 200 << true;
}

void TestCarlaSource::heldOverBorders()
{
    QFETCH(int, from);
    QFETCH(int, until);
    QFETCH(bool, whole);
    BuiltLog log;
    const auto gone = [=](int f) { return f >= from && f < until; };
    if (whole)
        log.noPositions = gone;
    else
        log.missing = [=](int f, std::uint32_t id) { return id == 2 && gone(f); };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    for (int f = 0; f < 300; ++f) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        const std::size_t r = rowOf(**source, state, 2);
        QVERIFY(r != SIZE_MAX);
        const Vec3 want = BuiltLog::placeOf(gone(f) ? from - 1 : f, 2);
        QVERIFY2(glm::length(state.positions[r] - glm::dvec3(want.x, want.z, want.y) / 100.0) < 1e-6,
                 qPrintable(QString::number(f)));
        QVERIFY(state.provenance[r] == (gone(f) ? model::Provenance::Held : model::Provenance::Exact));
        const std::size_t other = rowOf(**source, state, 3);
        QVERIFY((state.provenance[other] == model::Provenance::Held) == (whole && gone(f)));
        // A frame that lacks the packet repeats the controls, which are never missing here.
        QVERIFY(!state.propertiesOf(rowOf(**source, state, 1))[actor_property::Throttle].absent());
        const QJsonObject native = (*source)->nativeState(f, {}).value_or(QJsonObject());
        for (const QJsonValue& actor : native[QStringLiteral("actors")].toArray()) {
            if (actor[QStringLiteral("id")].toInt() != 2)
                continue;
            QCOMPARE(actor[QStringLiteral("location")][0].toDouble(), want.x);
            QCOMPARE(actor[QStringLiteral("recorded")].toBool(), !gone(f));
        }
    }
}

void TestCarlaSource::childFollowsAndStays()
{
    BuiltLog log;
    log.more = [](LogWriter& out, int f) {
        if (f == 100)
            test::put(out, {EventDel{1}});
    };
    log.missing = [](int f, std::uint32_t id) { return id == 1 && f >= 100; };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    const auto index = (*source)->index();
    const model::ActorInfo& camera = index->info->cast[4];
    QCOMPARE(camera.nativeId, std::int64_t{10});
    QVERIFY(camera.parent == index->info->cast[0].id);
    for (int f = 0; f < 300; ++f) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        QCOMPARE(rowOf(**source, state, 1) == SIZE_MAX, f >= 100);
        const std::size_t r = rowOf(**source, state, 10);
        QVERIFY(r != SIZE_MAX);
        const Vec3 parent = BuiltLog::placeOf(std::min(f, 99), 1);
        const glm::dvec3 want((parent.x + 100) / 100, (parent.z + 200) / 100, (parent.y + 50) / 100);
        QVERIFY2(glm::length(state.positions[r] - want) < 1e-6, qPrintable(QString::number(f)));
    }
    QCOMPARE(countOf(*index, "destroy"), 1);
}

void TestCarlaSource::childListedBeforeItsParent()
{
    BuiltLog log;
    log.more = [](LogWriter& out, int f) {
        if (f != 0)
            return;
        test::put(out, {test::addOf(31, 5, "sensor.other.imu", {0, 0, 100}),
                        test::addOf(30, 5, "sensor.camera.rgb", {0, 0, 50})});
        test::put(out, {EventParent{31, 30}, EventParent{30, 2}});
    };
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    for (const int f : {0, 10, 150, 299}) {
        const model::WorldState state = test::stateAt(**source, {f, 0.0});
        const glm::dvec3 vehicle = state.positions[rowOf(**source, state, 2)];
        const glm::dvec3 sensor = state.positions[rowOf(**source, state, 31)];
        QVERIFY2(glm::length(sensor - vehicle - glm::dvec3(0.0, 1.5, 0.0)) < 1e-6,
                 qPrintable(QString::number(f)));
    }
}

void TestCarlaSource::jumps()
{
    carla::LogWriter out;
    out.header(0, "Town01");
    for (int f = 0; f < 130; ++f) {
        out.beginFrame(static_cast<std::uint64_t>(f) + 1, 0.05, f * 0.05);
        if (f == 0)
            test::put(out, {test::addOf(1, 1, "vehicle.a.b", {})});
        // Jumps 30 m into the first frame of the second segment, and 30 m back within it.
        const double x = f >= 64 && f < 90 ? 3000.0 + f : f;
        const ActorVectors place{1, {x, 0, 0}, {}};
        out.write(PacketKind::Position, std::span(&place, 1));
        out.endFrame();
    }
    const auto source = test::openLog(out.take());
    QVERIFY(source);
    QCOMPARE((*source)->index()->keyframes[1].frame, 64);
    for (int f = 0; f < 129; ++f) {
        const model::WorldState exact = test::stateAt(**source, {f, 0.0});
        QCOMPARE((exact.flags[0] & model::Discontinuity) != 0, f == 64 || f == 90);
        QVERIFY(glm::length(exact.velocities[0]) < 1.0F);
        const model::WorldState half = test::stateAt(**source, {f, 0.5});
        const bool into = f + 1 == 64 || f + 1 == 90;
        QCOMPARE(half.positions[0].x - exact.positions[0].x, into ? 0.0 : 0.005);
        QVERIFY(half.provenance[0] == (into ? model::Provenance::Held : model::Provenance::Interpolated));
    }
}

void TestCarlaSource::policies()
{
    BuiltLog log;
    const auto source = test::openLog(log.bytes());
    QVERIFY(source);
    for (const auto policy :
         {model::SamplePolicy::Hold, model::SamplePolicy::ReportedOnly, model::SamplePolicy::ExactOnly}) {
        const model::WorldState held = test::stateAt(**source, {70, 0.75}, policy);
        const model::WorldState exact = test::stateAt(**source, {70, 0.0});
        QVERIFY(held.positions == exact.positions);
        QCOMPARE(held.at.fraction, 0.75);
        QVERIFY(held.time > exact.time);
    }
}

} // namespace tst_carla_source

GHOSTLINE_TEST(tst_carla_source, TestCarlaSource)
#include "tst_carla_source.moc"
