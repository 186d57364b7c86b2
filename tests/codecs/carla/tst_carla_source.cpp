// SPDX-License-Identifier: GPL-3.0-or-later
// The reader over many segments: what is held, followed, jumped and repeated must not depend on where one
// begins.
#include "codecs/carla/log_index.h"
#include "codecs/carla/properties.h"
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/open_log.h"

#include <QJsonArray>
#include <QSignalSpy>

#include <random>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace ghostline;
using namespace ghostline::carla;
using model::FrameNumber;
using model::FrameTime;
using test::BuiltLog;

namespace {

std::size_t rowOf(const model::ReplaySource& source, const model::WorldState& state, std::uint32_t id)
{
    const std::ptrdiff_t row = state.row(test::lifeOf(*source.index(), id, state.at.frame));
    return row < 0 ? SIZE_MAX : static_cast<std::size_t>(row);
}

int countOf(const model::ReplayIndex& index, const char* kind)
{
    return static_cast<int>(
        std::count_if(index.events->events.begin(), index.events->events.end(), [&](const model::Event& e) {
            return index.events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String(kind);
        }));
}

/// A slow disk: the opening thread gets on only slowly past the first blocks, any other waits at a gate
/// there.
class SlowSource final : public model::ByteSource
{
public:
    explicit SlowSource(QByteArray bytes)
        : m_inner(model::MemorySource::fromByteArray(bytes, QStringLiteral("slow.log")))
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        const bool far = offset > (1U << 19);
        if (far && std::this_thread::get_id() == m_opener)
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        while (far && std::this_thread::get_id() != m_opener && !m_open && !stop.stop_requested())
            std::this_thread::yield();
        if (stop.stop_requested())
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("cancelled"));
        if (std::this_thread::get_id() != m_opener)
            m_niceness = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)));
        if (far && m_noMemory)
            throw std::bad_alloc();
        if (far && m_broken)
            return model::fail(model::ErrorCode::IoError, QStringLiteral("the disk is gone"));
        return m_inner->read(offset, out, stop);
    }
    std::uint64_t size() const override { return m_inner->size(); }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop));
    }
    std::atomic<bool> m_open{false};
    std::atomic<bool> m_broken{false};
    std::atomic<bool> m_noMemory{false};
    mutable std::atomic<int> m_niceness{-100}; ///< of the thread that reads in the background

private:
    std::unique_ptr<model::MemorySource> m_inner;
    std::thread::id m_opener = std::this_thread::get_id();
};

} // namespace

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
    void changesAreKept();
    void walkerBones();
    void eventsJoin();
    void names();
    void nativeAndRecords();
    void backgroundIndex();
    void backgroundEnds_data();
    void backgroundEnds();
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
        QVERIFY(model::sameState(reused, test::stateAt(**source, at)));
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
    QCOMPARE(camera.nativeId, std::uint64_t{10});
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

void TestCarlaSource::changesAreKept()
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

void TestCarlaSource::walkerBones()
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

void TestCarlaSource::eventsJoin()
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

void TestCarlaSource::names()
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

void TestCarlaSource::nativeAndRecords()
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

void TestCarlaSource::backgroundIndex()
{
    BuiltLog log;
    log.frames = 8000;
    auto slow = std::make_unique<SlowSource>(log.bytes());
    SlowSource* gate = slow.get();
    QVERIFY(gate->size() > (1U << 20));
    auto opened = CarlaCodec().open(std::move(slow), {});
    QVERIFY(opened);
    const auto source = std::move(*opened);
    const auto first = source->index();
    QVERIFY(!first->complete);
    QVERIFY(first->frames() > 0 && first->frames() < 8000);
    QVERIFY(first->progress > 0.0 && first->progress < 1.0);
    QCOMPARE(first->keyframes.range(first->keyframes.count() - 1).end, first->frames());
    // Places after the last frame shown are known to the segment before it already.
    const FrameNumber last = first->frames() - 1;
    const model::WorldState early = test::stateAt(*source, {last, 0.5});
    QVERIFY(!early.ids.empty());
    QSignalSpy changed(source.get(), &model::ReplaySource::changed);
    gate->m_open = true;
    const auto whole = source->waitComplete();
    QVERIFY(whole && (*whole)->complete);
    QCOMPARE((*whole)->frames(), 8000);
    // Indexing must not take time from the picture.
    QVERIFY(gate->m_niceness >= 10);
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(changed.back()[0].toULongLong(), static_cast<qulonglong>((*whole)->revision));
    // What the first revision said has not changed.
    QVERIFY(model::sameState(early, test::stateAt(*source, {last, 0.5})));
    for (int k = 0; k < first->keyframes.count(); ++k) {
        QCOMPARE((*whole)->keyframes[k].frame, first->keyframes[k].frame);
        QCOMPARE((*whole)->keyframes[k].offset, first->keyframes[k].offset);
    }
    QCOMPARE(first->frames(), last + 1);
}

void TestCarlaSource::backgroundEnds_data()
{
    QTest::addColumn<bool>("broken");
    QTest::addColumn<bool>("noMemory");
    QTest::addColumn<QString>("said");
    QTest::newRow("closed while indexing") << false << false << QString();
    QTest::newRow("the source fails") << true << false << QStringLiteral("the disk is gone");
    QTest::newRow("memory runs out") << false << true << QStringLiteral("not enough memory");
}

void TestCarlaSource::backgroundEnds()
{
    QFETCH(bool, broken);
    QFETCH(bool, noMemory);
    QFETCH(QString, said);
    BuiltLog log;
    log.frames = 8000;
    auto slow = std::make_unique<SlowSource>(log.bytes());
    SlowSource* gate = slow.get();
    auto opened = CarlaCodec().open(std::move(slow), {});
    QVERIFY(opened);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY((*opened)->waitComplete(stop.get_token()).error().code == model::ErrorCode::Cancelled);
    if (!said.isEmpty()) {
        gate->m_broken = broken;
        gate->m_noMemory = noMemory;
        gate->m_open = true;
        const auto whole = (*opened)->waitComplete();
        QVERIFY(whole && (*whole)->lostData());
        QVERIFY((*whole)->diagnostics.front().message.contains(said));
        QVERIFY((*whole)->frames() > 0);
    }
    opened->reset(); // joins
}

QTEST_GUILESS_MAIN(TestCarlaSource)
#include "tst_carla_source.moc"
