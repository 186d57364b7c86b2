// SPDX-License-Identifier: GPL-3.0-or-later
// What logs say beside the tables of an independent reader.
#include "codecs/carla/replay/properties.h"
#include "tests/codecs/carla/log_truth.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

#include <map>

namespace tst_carla_truth {

using namespace ghostline;
using model::FrameNumber;
using test::openRow;
using test::truthOf;

class TestCarlaTruth : public QObject, protected test::LogTruth
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("carla/synthetic/truth.json"); }
    void refused_data();
    void refused();
    void logs_data() { logRows(false); }
    void logs();
    void actors_data() { logRows(false); }
    void actors();
    void diagnostics_data() { logRows(true); }
    void diagnostics();
    void contacts();
    void hidden();
    void lights();
    void animation_data();
    void animation();
};

void TestCarlaTruth::refused_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("damaged-magic") << static_cast<int>(model::ErrorCode::UnknownFormat)
                                   << QStringLiteral("not a CARLA recorder");
    QTest::newRow("damaged-zero-bytes")
        << static_cast<int>(model::ErrorCode::UnknownFormat) << QStringLiteral("not a CARLA recorder");
    QTest::newRow("damaged-header-cut")
        << static_cast<int>(model::ErrorCode::Damaged) << QStringLiteral("byte 28");
}

void TestCarlaTruth::refused()
{
    QFETCH(int, code);
    QFETCH(QString, says);
    const auto source = openRow();
    QVERIFY(!source);
    QCOMPARE(static_cast<int>(source.error().code), code);
    QVERIFY2(source.error().message.contains(says), qPrintable(source.error().message));
    QVERIFY(source.error().where.offset.has_value());
    QVERIFY(source.error().file.endsWith(QStringLiteral(".log")));
}

void TestCarlaTruth::logs()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY2(source, source ? "" : qPrintable(source.error().message));
    const auto index = (*source)->index();
    QVERIFY(index->complete);
    const QJsonArray times = truth[QStringLiteral("times")].toArray();
    QCOMPARE(index->frames(), static_cast<FrameNumber>(times.size()));
    for (FrameNumber f = 0; f < index->frames(); ++f)
        QVERIFY(std::abs(model::seconds(index->timeAxis.timeOf(f)) - times[static_cast<int>(f)].toDouble()) <
                1e-6);
    const QString stored = truth[QStringLiteral("map")].toString();
    QCOMPARE(index->info->map, stored.section(QLatin1Char('/'), -1));
    QCOMPARE(index->info->metadata[QStringLiteral("map")].toString(), stored);
    QCOMPARE(index->info->recordedAt.toSecsSinceEpoch(),
             static_cast<qint64>(truth[QStringLiteral("date")].toDouble()));
    QCOMPARE(index->info->metadata[QStringLiteral("vectors")].toString().startsWith(QLatin1String("double")),
             truth[QStringLiteral("doubles")].toBool());
    const QJsonObject ids = truth[QStringLiteral("ids")].toObject();
    const QJsonObject found = index->info->metadata[QStringLiteral("packet_ids")].toObject();
    if (!ids.isEmpty()) {
        QCOMPARE(found[QStringLiteral("VehicleDoor")], ids[QStringLiteral("door")]);
        QCOMPARE(found[QStringLiteral("AnimVehicleWheels")], ids[QStringLiteral("wheels")]);
        QCOMPARE(found[QStringLiteral("AnimBiker")], ids[QStringLiteral("biker")]);
        QCOMPARE(found[QStringLiteral("Weather")], ids[QStringLiteral("weather")]);
    }
    const QJsonObject unknown = truth[QStringLiteral("unknown_packets")].toObject();
    const QJsonObject packets = index->info->metadata[QStringLiteral("packets")].toObject();
    for (auto it = unknown.begin(); it != unknown.end(); ++it)
        QCOMPARE(packets[it.key()].toInt(), it.value().toInt());
}

void TestCarlaTruth::actors()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    const QJsonArray actors = truth[QStringLiteral("actors")].toArray();
    QCOMPARE(index->info->cast.size(), static_cast<std::size_t>(actors.size()));
    // Lives in order of appearance; the truth lists them in the scene's order.
    std::multimap<std::pair<qint64, qint64>, const model::ActorInfo*> byKey;
    for (const model::ActorInfo& actor : index->info->cast)
        byKey.emplace(std::pair(qint64{actor.nativeId}, actor.life.first), &actor);
    for (const QJsonValue& value : actors) {
        const QJsonObject want = value.toObject();
        const auto it = byKey.find(
            {want[QStringLiteral("id")].toInteger(), want[QStringLiteral("from_frame")].toInt() - 1});
        QVERIFY2(it != byKey.end(), qPrintable(QString::number(want[QStringLiteral("id")].toInteger())));
        const model::ActorInfo& actor = *it->second;
        const FrameNumber until =
            want[QStringLiteral("until_frame")].isNull()
                ? index->frames()
                : std::min<FrameNumber>(want[QStringLiteral("until_frame")].toInt() - 1, index->frames());
        QCOMPARE(actor.life.end, until);
        QCOMPARE(actor.nativeType, want[QStringLiteral("desc")].toString());
        QVERIFY(!actor.name.isEmpty());
        QVERIFY(actor.team >= 0 && actor.team < static_cast<int>(index->info->teams.size()));
        if (!want[QStringLiteral("parent")].isNull()) {
            const model::ActorInfo* parent = index->info->actor(actor.parent);
            QVERIFY(parent != nullptr);
            QCOMPARE(qint64{parent->nativeId}, want[QStringLiteral("parent")].toInteger());
        } else {
            QVERIFY(actor.parent == model::ActorId::None);
        }
    }
}

void TestCarlaTruth::diagnostics()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    const QJsonArray wanted = truth[QStringLiteral("diagnostics")].toArray();
    QStringList got;
    QStringList want;
    for (const model::Diagnostic& d : index->diagnostics) {
        got << QStringLiteral("%1 %2").arg(d.code).arg(d.where.frame.value_or(-1) + 1);
        QVERIFY(!d.message.isEmpty());
    }
    for (const QJsonValue& value : wanted)
        want << QStringLiteral("%1 %2")
                    .arg(value[QStringLiteral("code")].toString())
                    .arg(value[QStringLiteral("frame")].toInt());
    QCOMPARE(got, want);
    for (int i = 0; i < wanted.size(); ++i) {
        const QJsonObject w = wanted[i].toObject();
        const model::Diagnostic& d = index->diagnostics[static_cast<std::size_t>(i)];
        if (w.contains(QStringLiteral("byte")))
            QCOMPARE(static_cast<qint64>(d.where.offset.value_or(0)), w[QStringLiteral("byte")].toInteger());
        if (w.contains(QStringLiteral("actor")))
            QVERIFY(d.message.contains(QString::number(w[QStringLiteral("actor")].toInt())));
        if (w.contains(QStringLiteral("kept")))
            QCOMPARE(d.severity == model::Severity::Warning, w[QStringLiteral("kept")].toBool());
    }
    const bool lossless = wanted.isEmpty() || want[0].startsWith(QLatin1String("time-not")) ||
                          want[0].startsWith(QLatin1String("empty"));
    QCOMPARE(index->lostData(), !lossless);
    for (const model::LostSpan& span : index->lost)
        QVERIFY(span.frames.first >= 0 && span.frames.end <= index->frames() && !span.frames.empty());
}

void TestCarlaTruth::contacts()
{
    const auto source = test::openLogFile(test::sharedData(QStringLiteral("carla/synthetic/collisions.log")));
    QVERIFY(source);
    const auto index = (*source)->index();
    QStringList got;
    for (const model::Event& e : index->events->events) {
        if (index->events->kinds[static_cast<std::size_t>(e.kind)].id != QLatin1String("collision"))
            continue;
        const FrameNumber last = e.data[QStringLiteral("last_frame")].toInteger();
        got << QStringLiteral("%1 %2 %3 %4")
                   .arg(e.data[QStringLiteral("actor1")].toInteger())
                   .arg(e.data[QStringLiteral("actor2")].toInteger())
                   .arg(e.frame + 1)
                   .arg(last + 1);
        QCOMPARE(e.length, index->timeAxis.timeOf(last) - index->timeAxis.timeOf(e.frame));
        QVERIFY(e.severity >= 1);
    }
    QStringList want;
    for (const QJsonValue& c : truthOf(QStringLiteral("collisions"))[QStringLiteral("contacts")].toArray()) {
        want << QStringLiteral("%1 %2 %3 %4")
                    .arg(c[QStringLiteral("actor1")].toInteger())
                    .arg(c[QStringLiteral("actor2")].toInteger())
                    .arg(c[QStringLiteral("first_frame")].toInt())
                    .arg(c[QStringLiteral("last_frame")].toInt());
    }
    QCOMPARE(got, want);
}

void TestCarlaTruth::hidden()
{
    const auto source = test::openLogFile(test::sharedData(QStringLiteral("carla/synthetic/parked.log")));
    QVERIFY(source);
    const auto index = (*source)->index();
    const QJsonObject ranges = truthOf(QStringLiteral("parked"))[QStringLiteral("hidden")].toObject();
    for (FrameNumber f = 0; f < index->frames(); ++f) {
        for (const double fraction : {0.0, 0.5}) {
            const model::WorldState state = test::stateAt(**source, {f, fraction});
            for (std::size_t r = 0; r < state.size(); ++r) {
                const QJsonArray range =
                    ranges[QString::number(index->info->cast[model::index(state.ids[r])].nativeId)].toArray();
                const bool want = !range.isEmpty() && f + 1 >= range[0].toInt() && f + 1 <= range[1].toInt();
                QCOMPARE((state.flags[r] & model::Hidden) != 0, want);
                // The way up from below the ground is no speed.
                QVERIFY(glm::length(state.velocities[r]) < 10.0F);
            }
        }
    }
    const auto surfaced =
        std::find_if(index->events->events.begin(), index->events->events.end(), [&](const model::Event& e) {
            return index->events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String("surfaced");
        });
    QVERIFY(surfaced != index->events->events.end());
    QCOMPARE(surfaced->frame, 10);
}

void TestCarlaTruth::lights()
{
    const auto source = test::openLogFile(test::sharedData(QStringLiteral("carla/synthetic/lifetimes.log")));
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truthOf(QStringLiteral("lifetimes"))[QStringLiteral("lights")].toArray()) {
        const FrameNumber frame = value[QStringLiteral("frame")].toInt() - 1;
        const model::WorldState state = test::stateAt(**source, {frame, 0.0});
        const std::ptrdiff_t row = state.row(
            test::lifeOf(*index, static_cast<std::int64_t>(value[QStringLiteral("id")].toInt()), frame));
        QVERIFY(row >= 0);
        const auto properties = state.propertiesOf(static_cast<std::size_t>(row));
        const auto name = carla::lightStateName(
            static_cast<int>(properties[carla::actor_property::LightState].asInteger()));
        QCOMPARE(name, value[QStringLiteral("state")].toString());
        QVERIFY(std::abs(properties[carla::actor_property::LightElapsed].asReal() -
                         value[QStringLiteral("elapsed_in_state")].toDouble()) < 1e-6);
        QCOMPARE(properties[carla::actor_property::LightFrozen].asBoolean(),
                 value[QStringLiteral("frozen")].toBool());
        QVERIFY(properties[carla::actor_property::LightRemaining].absent());
    }
    const auto changes =
        std::count_if(index->events->events.begin(), index->events->events.end(), [&](const model::Event& e) {
            return index->events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String("light_change");
        });
    QCOMPARE(changes, 1);
}

void TestCarlaTruth::animation_data()
{
    QTest::addColumn<int>("unused");
    QTest::newRow("anim-early") << 0;
    QTest::newRow("anim-late") << 0;
}

void TestCarlaTruth::animation()
{
    using namespace carla::actor_property;
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truth[QStringLiteral("animation")].toArray()) {
        const FrameNumber frame = value[QStringLiteral("frame")].toInt() - 1;
        const model::WorldState state = test::stateAt(**source, {frame, 0.0});
        const QJsonObject wheels = value[QStringLiteral("wheels")].toObject();
        for (auto it = wheels.begin(); it != wheels.end(); ++it) {
            const auto row =
                static_cast<std::size_t>(state.row(test::lifeOf(*index, it.key().toLongLong(), frame)));
            const auto got = state.propertiesOf(row);
            const QJsonArray list = it.value().toArray();
            for (int w = 0; w < 4; ++w) {
                const model::PropertyValue steer = got[static_cast<std::size_t>(SteerFrontLeft + w)];
                QCOMPARE(steer.absent(), w >= list.size());
                if (w < list.size())
                    QCOMPARE(steer.asReal(), list[w][QStringLiteral("steer")].toDouble());
            }
        }
        const QJsonObject bikers = value[QStringLiteral("biker")].toObject();
        for (auto it = bikers.begin(); it != bikers.end(); ++it) {
            const auto row =
                static_cast<std::size_t>(state.row(test::lifeOf(*index, it.key().toLongLong(), frame)));
            QCOMPARE(state.propertiesOf(row)[BikerSpeed].asReal(),
                     it.value()[QStringLiteral("speed")].toDouble());
            QCOMPARE(state.propertiesOf(row)[BikerCrank].asReal(),
                     it.value()[QStringLiteral("engine")].toDouble());
        }
    }
    std::map<qint64, std::uint8_t> open;
    const QJsonArray doors = truth[QStringLiteral("doors")].toArray();
    for (FrameNumber frame = 0; frame < index->frames(); ++frame) {
        for (const QJsonValue& door : doors) {
            if (door[QStringLiteral("frame")].toInt() - 1 != frame)
                continue;
            const std::uint8_t mask = carla::doorMask(door[QStringLiteral("door")].toInt());
            std::uint8_t& bits = open[door[QStringLiteral("id")].toInteger()];
            bits =
                static_cast<std::uint8_t>(door[QStringLiteral("open")].toBool() ? bits | mask : bits & ~mask);
        }
        const model::WorldState state = test::stateAt(**source, {frame, 0.0});
        for (const auto& [id, bits] : open) {
            const auto row = static_cast<std::size_t>(
                state.row(test::lifeOf(*index, static_cast<std::int64_t>(id), frame)));
            QCOMPARE(state.propertiesOf(row)[OpenDoors].asInteger(), static_cast<qint64>(bits));
        }
    }
    for (const QJsonValue& weather : truth[QStringLiteral("weather")].toArray()) {
        const model::WorldState state =
            test::stateAt(**source, {weather[QStringLiteral("frame")].toInt() - 1, 0.0});
        QCOMPARE(state.match[carla::match_property::Weather].asReal(),
                 weather[QStringLiteral("cloudiness")].toDouble());
        QCOMPARE(state.match[carla::match_property::Weather + 3].asReal(),
                 weather[QStringLiteral("wind")].toDouble());
        QCOMPARE(state.match[carla::match_property::Weather + 5].asReal(),
                 weather[QStringLiteral("sun_altitude")].toDouble());
    }
}

} // namespace tst_carla_truth

GHOSTLINE_TEST(tst_carla_truth, TestCarlaTruth)
#include "tst_carla_truth.moc"
