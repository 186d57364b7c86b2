// SPDX-License-Identifier: GPL-3.0-or-later
// The two real logs against a parse that shares no code with the reader, and against the texts beside them.
#include "codecs/carla/replay/properties.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/same_state.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QRegularExpression>

#include <cstring>
#include <map>

namespace tst_carla_real {

using namespace ghostline;
using model::FrameNumber;

namespace {

/// All that is needed of a log to know where everybody is, read in the plainest way.
struct PlainLog
{
    struct Place
    {
        float x, y, z, roll, pitch, yaw;
    };
    std::vector<double> elapsed;
    std::vector<std::map<quint32, Place>> places; ///< by frame
    std::vector<std::map<quint32, float>> throttle;
    std::vector<std::map<quint32, Place>> motion; ///< linear, angular

    explicit PlainLog(const QByteArray& d)
    {
        const auto get = [&d](qsizetype at, auto& value) {
            std::memcpy(&value, d.constData() + at, sizeof value);
        };
        quint16 map = 0;
        get(26, map);
        for (qsizetype o = 28 + map; o + 5 <= d.size();) {
            quint32 size = 0;
            get(o + 1, size);
            const int id = static_cast<unsigned char>(d[o]);
            quint16 total = 0;
            if (size >= 2)
                get(o + 5, total);
            if (id == 0) {
                double t = 0;
                get(o + 5 + 16, t);
                elapsed.push_back(t);
                places.emplace_back();
                throttle.emplace_back();
                motion.emplace_back();
            }
            for (int i = 0; i < total && (id == 6 || id == 8 || id == 12); ++i) {
                const qsizetype r = o + 7 + i * (id == 8 ? 21 : 28);
                quint32 actor = 0;
                get(r, actor);
                if (id == 8) {
                    get(r + 8, throttle.back()[actor]);
                } else {
                    Place place{};
                    get(r + 4, place);
                    (id == 6 ? places : motion).back()[actor] = place;
                }
            }
            o += 5 + size;
        }
    }
};

QString logPath()
{
    return test::sharedData(QStringLiteral("carla/%1.log").arg(QString::fromUtf8(QTest::currentDataTag())));
}

QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCarlaReal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("carla/DistanceToLaneCenter-0.9.13.log"); }
    void text_data() { rows(); }
    void text();
    void everyFrame_data() { rows(); }
    void everyFrame();
    void backward_data() { rows(); }
    void backward();
    void records_data() { rows(); }
    void records();

private:
    static void rows()
    {
        QTest::addColumn<int>("unused");
        QTest::newRow("DistanceToLaneCenter-0.9.10") << 0;
        QTest::newRow("DistanceToLaneCenter-0.9.13") << 0;
    }
};

void TestCarlaReal::text()
{
    const QString info = QString::fromUtf8(fileBytes(logPath() + QStringLiteral(".info.txt")));
    const auto source = test::openLogFile(logPath());
    QVERIFY(source);
    const auto index = (*source)->index();
    QVERIFY(index->diagnostics.empty());
    QCOMPARE(index->info->map, QStringLiteral("Town01"));
    QCOMPARE(index->info->recordedAt.toString(QStringLiteral("'Date: 'MM/dd/yy HH:mm:ss")),
             info.section(QLatin1Char('\n'), 2, 2));
    QVERIFY(info.contains(QStringLiteral("Frames: %1\n").arg(index->frames())));
    QVERIFY(info.contains(
        QStringLiteral("Duration: %1 seconds").arg(model::seconds(index->timeAxis.duration()), 0, 'g', 6)));
    QCOMPARE(info.count(QStringLiteral(" Create ")), static_cast<qsizetype>(index->info->cast.size()));
    // Each Create line names a life that begins in the frame above it; each Destroy line ends one.
    FrameNumber frame = -1;
    std::size_t at = 0;
    qsizetype removed = 0;
    const QRegularExpression create(QStringLiteral("^ Create (\\d+): (\\S+) "));
    for (const QString& line : info.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("Frame ")))
            frame = line.section(QLatin1Char(' '), 1, 1).toLongLong() - 1;
        if (const auto match = create.match(line); match.hasMatch()) {
            const model::ActorInfo& actor = index->info->cast[at++];
            QCOMPARE(actor.nativeId, match.captured(1).toLongLong());
            QCOMPARE(actor.nativeType, match.captured(2));
            QCOMPARE(actor.life.first, frame);
        }
        if (line.startsWith(QLatin1String(" Destroy "))) {
            const auto id = line.section(QLatin1Char(' '), 2, 2).toLongLong();
            QVERIFY(test::lifeOf(*index, id, frame) == model::ActorId::None);
            QVERIFY(test::lifeOf(*index, id, frame - 1) != model::ActorId::None);
            ++removed;
        }
    }
    const auto events =
        std::count_if(index->events->events.begin(), index->events->events.end(), [&](const model::Event& e) {
            return index->events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String("destroy");
        });
    QCOMPARE(static_cast<qsizetype>(events), removed);
    const auto heroes = std::count_if(index->info->cast.begin(), index->info->cast.end(),
                                      [](const auto& a) { return a.principal; });
    QCOMPARE(heroes, 1);
}

void TestCarlaReal::everyFrame()
{
    const PlainLog plain(fileBytes(logPath()));
    const auto source = test::openLogFile(logPath());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->frames(), static_cast<FrameNumber>(plain.elapsed.size()));
    std::shared_ptr<const model::Segment> segment;
    model::WorldState state;
    std::size_t compared = 0;
    for (FrameNumber f = 0; f < index->frames(); ++f) {
        if (!segment || !segment->frames().contains(f))
            segment = *(*source)->readSegment(index->keyframes.at(f), nullptr, {});
        segment->sample({f, 0.0}, model::SamplePolicy::Interpolate, state);
        const auto n = static_cast<std::size_t>(f);
        QVERIFY(std::abs(model::seconds(state.time) - plain.elapsed[n]) < 1e-6);
        for (const auto& [id, place] : plain.places[n]) {
            const std::ptrdiff_t row = state.row(test::lifeOf(*index, id, f));
            QVERIFY(row >= 0);
            const auto r = static_cast<std::size_t>(row);
            const glm::dvec3 want(double(place.x) / 100, double(place.z) / 100, double(place.y) / 100);
            QVERIFY(glm::length(state.positions[r] - want) < 1e-9);
            const double heading = glm::radians(double(place.yaw)), pitch = glm::radians(double(place.pitch));
            const glm::dvec3 forward(std::cos(pitch) * std::cos(heading), std::sin(pitch),
                                     std::cos(pitch) * std::sin(heading));
            QVERIFY(glm::length(glm::dvec3(state.orientations[r] * glm::vec3(0, 0, 1)) - forward) < 1e-5);
            QVERIFY(state.provenance[r] == model::Provenance::Exact);
            ++compared;
        }
        for (const auto& [id, throttle] : plain.throttle[n]) {
            const auto r = static_cast<std::size_t>(state.row(test::lifeOf(*index, id, f)));
            QCOMPARE(state.propertiesOf(r)[carla::actor_property::Throttle].asReal(), double(throttle));
        }
        for (const auto& [id, motion] : plain.motion[n]) {
            const auto r = static_cast<std::size_t>(state.row(test::lifeOf(*index, id, f)));
            QVERIFY(glm::length(state.velocities[r] - glm::vec3(motion.x, motion.z, motion.y)) < 1e-6F);
            QVERIFY((state.flags[r] & model::VelocityRecorded) != 0);
        }
    }
    QVERIFY(compared > 400);
}

void TestCarlaReal::backward()
{
    const auto source = test::openLogFile(logPath());
    QVERIFY(source);
    const auto index = (*source)->index();
    std::vector<std::shared_ptr<const model::Segment>> segments;
    for (int k = 0; k < index->keyframes.count(); ++k) {
        segments.push_back(*(*source)->readSegment(k, nullptr, {}));
        QVERIFY(segments.back()->frames() == index->keyframes.range(k));
        QVERIFY(segments.back()->bytes() > 0);
    }
    model::WorldState reused;
    model::WorldState fresh;
    for (FrameNumber f = index->frames(); f-- > 0;) {
        const model::FrameTime at = index->timeAxis.clamp({f, 0.4});
        const auto k = index->keyframes.at(f);
        segments[static_cast<std::size_t>(k)]->sample(at, model::SamplePolicy::Interpolate, reused);
        if (f % 16 != 0)
            continue;
        fresh = test::stateAt(**source, at);
        QVERIFY(test::sameState(reused, fresh));
    }
}

void TestCarlaReal::records()
{
    const PlainLog plain(fileBytes(logPath()));
    const auto source = test::openLogFile(logPath());
    QVERIFY(source);
    std::size_t wanted = 0;
    for (const auto& frame : plain.places)
        wanted += frame.size();
    const auto streams = (*source)->streams({});
    QVERIFY(streams);
    const auto positions = std::find_if(streams->begin(), streams->end(),
                                        [](const auto& s) { return s.name == QLatin1String("Position"); });
    QVERIFY(positions != streams->end());
    QCOMPARE(positions->records, static_cast<std::uint64_t>(wanted));
    std::size_t seen = 0;
    QVERIFY((*source)->readRecords(QStringLiteral("Position"),
                                   [&](const model::Record& record) {
                                       ++seen;
                                       return record.stream == QLatin1String("Position") &&
                                              record.frame.value_or(0) > 0;
                                   },
                                   {}));
    QCOMPARE(seen, wanted);
    const auto raw = (*source)->readRaw({});
    QVERIFY(raw);
    QCOMPARE(*raw, static_cast<std::uint64_t>(QFile(logPath()).size()));
}

} // namespace tst_carla_real

GHOSTLINE_TEST(tst_carla_real, TestCarlaReal)
#include "tst_carla_real.moc"
