// SPDX-License-Identifier: GPL-3.0-or-later
// Every small log of the reference set against the truth it was made from.
#include "codecs/carla/properties.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/shared_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <map>
#include <set>

using namespace ghostline;
using model::FrameNumber;
using model::FrameTime;

namespace {

constexpr double PlaceTolerance = 2e-5; // the truth is rounded to a micrometre, the file to floats
constexpr float TurnTolerance = 1e-5F;

QJsonObject truthOf(const QString& log)
{
    static const QJsonObject all = [] {
        QFile file(test::sharedData(QStringLiteral("carla/synthetic/truth.json")));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }();
    return all[log].toObject();
}

model::Result<std::unique_ptr<model::ReplaySource>> openRow()
{
    return test::openLogFile(test::sharedData(
        QStringLiteral("carla/synthetic/%1.log").arg(QString::fromUtf8(QTest::currentDataTag()))));
}

glm::dvec3 vector(const QJsonValue& value)
{
    const QJsonArray a = value.toArray();
    return {a[0].toDouble(), a[1].toDouble(), a[2].toDouble()};
}

QString text(const glm::dvec3& v)
{
    return QStringLiteral("(%1, %2, %3)").arg(v.x, 0, 'f', 6).arg(v.y, 0, 'f', 6).arg(v.z, 0, 'f', 6);
}

bool sameTurn(const glm::quat& q, const QJsonArray& want)
{
    const std::array<float, 4> got{q.x, q.y, q.z, q.w};
    float sign = 1.0F;
    float dot = 0.0F;
    for (int i = 0; i < 4; ++i)
        dot += got[static_cast<std::size_t>(i)] * static_cast<float>(want[i].toDouble());
    if (dot < 0.0F)
        sign = -1.0F;
    for (int i = 0; i < 4; ++i) {
        if (std::abs(sign * got[static_cast<std::size_t>(i)] - static_cast<float>(want[i].toDouble())) >
            TurnTolerance)
            return false;
    }
    return true;
}

} // namespace

class TestCarlaTruth : public QObject
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
    void poses_data() { logRows(false); }
    void poses();
    void diagnostics_data() { logRows(true); }
    void diagnostics();
    void between_data();
    void between();
    void contacts();
    void hidden();
    void lights();
    void animation_data();
    void animation();
    void anyOrder_data() { logRows(false); }
    void anyOrder();

private:
    static void logRows(bool withEmpty);
};

void TestCarlaTruth::logRows(bool withEmpty)
{
    QTest::addColumn<int>("unused");
    QFile file(test::sharedData(QStringLiteral("carla/synthetic/truth.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    for (auto it = all.begin(); it != all.end(); ++it) {
        const bool framed = it.value().toObject()[QStringLiteral("frames")].toInt() > 0;
        if (framed || (withEmpty && it.key() == QLatin1String("damaged-empty")))
            QTest::newRow(qPrintable(it.key())) << 0;
    }
}

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
        byKey.emplace(std::pair(static_cast<qint64>(actor.nativeId), actor.life.first), &actor);
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
            QCOMPARE(static_cast<qint64>(parent->nativeId), want[QStringLiteral("parent")].toInteger());
        } else {
            QVERIFY(actor.parent == model::ActorId::None);
        }
    }
}

void TestCarlaTruth::poses()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truth[QStringLiteral("samples")].toArray()) {
        const QJsonObject sample = value.toObject();
        const FrameNumber frame = sample[QStringLiteral("frame")].toInt() - 1;
        const model::WorldState state = test::stateAt(**source, {frame, 0.0});
        QCOMPARE(state.at.frame, frame);
        std::set<qint64> alive;
        for (const model::ActorId id : state.ids)
            alive.insert(static_cast<qint64>(index->info->cast[model::index(id)].nativeId));
        std::set<qint64> wanted;
        for (const QJsonValue& id : sample[QStringLiteral("alive")].toArray())
            wanted.insert(id.toInteger());
        QCOMPARE(alive, wanted);
        const QJsonObject places = sample[QStringLiteral("pose")].toObject();
        for (auto it = places.begin(); it != places.end(); ++it) {
            const std::ptrdiff_t row = state.row(test::lifeOf(*index, it.key().toULongLong(), frame));
            QVERIFY(row >= 0);
            const auto r = static_cast<std::size_t>(row);
            const glm::dvec3 want = vector(it.value().toObject()[QStringLiteral("p")]);
            const QByteArray where = QStringLiteral("actor %1 frame %2: %3, wanted %4")
                                         .arg(it.key())
                                         .arg(frame + 1)
                                         .arg(text(state.positions[r]), text(want))
                                         .toUtf8();
            QVERIFY2(glm::length(state.positions[r] - want) < PlaceTolerance, where.constData());
            QVERIFY2(sameTurn(state.orientations[r], it.value().toObject()[QStringLiteral("q")].toArray()),
                     where.constData());
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

void TestCarlaTruth::between_data()
{
    QTest::addColumn<int>("unused");
    QTest::newRow("lifetimes") << 0;
    QTest::newRow("parked") << 0;
}

void TestCarlaTruth::between()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truth[QStringLiteral("between")].toArray()) {
        const FrameTime at = index->timeAxis.at(model::fromSeconds(value[QStringLiteral("t")].toDouble()));
        const model::WorldState state = test::stateAt(**source, at);
        const std::ptrdiff_t row = state.row(
            test::lifeOf(*index, static_cast<std::uint64_t>(value[QStringLiteral("id")].toInt()), at.frame));
        QCOMPARE(row < 0, value[QStringLiteral("p")].isNull());
        if (row < 0)
            continue;
        const glm::dvec3 got = state.positions[static_cast<std::size_t>(row)];
        const glm::dvec3 want = vector(value[QStringLiteral("p")]);
        QVERIFY2(glm::length(got - want) < PlaceTolerance,
                 qPrintable(QStringLiteral("t %1 id %2: %3, wanted %4")
                                .arg(value[QStringLiteral("t")].toDouble())
                                .arg(value[QStringLiteral("id")].toInt())
                                .arg(text(got), text(want))));
    }
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
            test::lifeOf(*index, static_cast<std::uint64_t>(value[QStringLiteral("id")].toInt()), frame));
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
                static_cast<std::size_t>(state.row(test::lifeOf(*index, it.key().toULongLong(), frame)));
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
                static_cast<std::size_t>(state.row(test::lifeOf(*index, it.key().toULongLong(), frame)));
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
                state.row(test::lifeOf(*index, static_cast<std::uint64_t>(id), frame)));
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

void TestCarlaTruth::anyOrder()
{
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    std::vector<std::shared_ptr<const model::Segment>> segments;
    for (int k = 0; k < index->keyframes.count(); ++k)
        segments.push_back(*(*source)->readSegment(k, nullptr, {}));
    model::WorldState reused;
    for (FrameNumber f = index->frames(); f-- > 0;) {
        for (const double fraction : {0.0, 0.25, 0.9}) {
            const FrameTime at = index->timeAxis.clamp({f, fraction});
            segments[static_cast<std::size_t>(index->keyframes.at(f))]->sample(
                at, model::SamplePolicy::Interpolate, reused);
            QVERIFY(model::sameState(reused, test::stateAt(**source, at)));
            QCOMPARE(reused.propertyCount, index->info->actorProperties.size());
            QCOMPARE(reused.match.size(), index->info->matchProperties.size());
            QVERIFY(std::is_sorted(reused.ids.begin(), reused.ids.end()));
        }
    }
}

QTEST_GUILESS_MAIN(TestCarlaTruth)
#include "tst_carla_truth.moc"
