// SPDX-License-Identifier: GPL-3.0-or-later
// What is written reads back: trimmed ranges, repaired logs, other formats.
#include "codecs/carla/replay/carla_source.h"
#include "codecs/carla/replay/properties.h"
#include "codecs/carla/reports/reports.h"
#include "codecs/carla/write/log_state.h"
#include "codecs/carla/write/log_writer.h"
#include "codecs/carla/write/repair.h"
#include "codecs/carla/write/replay_writer.h"
#include "codecs/carla/write/trim.h"
#include "codecs/io/sample_random.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/codecs/carla/written_log.h"
#include "tests/support/fake_replay.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

namespace tst_carla_write {

using namespace ghostline;
using namespace ghostline::carla;
using model::FrameNumber;
using model::FrameRange;
using test::difference;
using test::logBytes;
using test::logNamed;

namespace {

std::vector<FrameNumber> shuffled(FrameNumber count, std::uint64_t seed)
{
    std::vector<FrameNumber> order(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<FrameNumber>(i);
    io::Random random(seed);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    return order;
}

} // namespace

class TestCarlaWrite : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void trimmed_data();
    void trimmed();
    void trimmedTwiceIsTrimmedOnce();
    void vectorsOfAnotherWidth_data();
    void vectorsOfAnotherWidth();
    void trimKeepsLastValues();
    void badRanges();
    void cancelledLeavesNothing();
    void repaired_data();
    void repaired();
    void otherReplays_data();
    void otherReplays();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    model::WriteRequest request(const char* name, FrameRange frames) const
    {
        model::WriteRequest request;
        request.path = path(name);
        request.frames = frames;
        return request;
    }
    QTemporaryDir m_folder;
};

void TestCarlaWrite::trimmed_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<FrameNumber>("first");
    QTest::addColumn<FrameNumber>("end");
    const auto row = [](const char* name, FrameNumber first, FrameNumber end) {
        QTest::addRow("%s %d..%d", name, static_cast<int>(first), static_cast<int>(end))
            << QString::fromLatin1(name) << first << end;
    };
    for (const char* name : {"traffic", "traffic-ue5"}) {
        row(name, 0, 140);
        row(name, 1, 140);
        row(name, 60, 101);
        row(name, 139, 140);
        row(name, 30, 1'000'000);
    }
    if (test::sharedData(QStringLiteral("carla")).isEmpty())
        return;
    row("DistanceToLaneCenter-0.9.13.log", 40, 120);
    row("DistanceToLaneCenter-0.9.10.log", 3, 90);
    for (FrameNumber first = 0; first < 20; ++first) // lives that end, ids that come back, children, a gap
        row("synthetic/lifetimes.log", first, 20);
    for (FrameNumber first = 1; first < 12; first += 2) { // doors, lights, weather
        row("synthetic/anim-early.log", first, 12);
        row("synthetic/anim-late.log", first, 12);
    }
    row("synthetic/kinematics.log", 3, 8);
    row("synthetic/walkers.log", 2, 12);
    row("synthetic/parked.log", 5, 20);
    row("synthetic/parked.log", 10, 20);
    row("synthetic/collisions.log", 6, 30);
    row("synthetic/ue5.log", 4, 10);
    row("synthetic/custom.log", 2, 6);
    row("synthetic/damaged-count.log", 5, 10);
    row("synthetic/damaged-nan.log", 4, 10);
}

void TestCarlaWrite::trimmed()
{
    QFETCH(QString, name);
    QFETCH(FrameNumber, first);
    QFETCH(FrameNumber, end);
    const auto whole = test::openLog(logNamed(name));
    QVERIFY(whole);
    const auto original = (*whole)->index();
    const FrameRange frames{first, std::min(end, original->frames())};
    const model::WriteRequest request = this->request("trimmed.log", {first, end});
    const auto report = CarlaCodec().write(**whole, request);
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QCOMPARE(report->frames, frames.count());
    QCOMPARE(report->bytes, static_cast<std::uint64_t>(QFileInfo(request.path).size()));

    const auto part = test::openLogFile(request.path);
    QVERIFY2(part, part ? "" : qPrintable(part.error().message));
    const auto index = (*part)->index();
    QCOMPARE(index->frames(), frames.count());
    QCOMPARE(index->info->map, original->info->map);
    std::vector<FrameNumber> order = shuffled(frames.count(), 1);
    order.resize(std::min<std::size_t>(order.size(), 24)); // any places, in any order, and the ends
    order.insert(order.end(), {0, std::min<FrameNumber>(1, frames.count() - 1), frames.count() - 1});
    for (const FrameNumber f : order) {
        const model::Micros then =
            original->timeAxis.timeOf(frames.first + f) - original->timeAxis.timeOf(frames.first);
        QVERIFY(std::abs((index->timeAxis.timeOf(f) - then).count()) <= 1);
        const QString wrong = difference(**whole, frames.first + f, **part, f);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("frame %1: %2").arg(f).arg(wrong)));
    }
    // Contacts inside the range are all there; one that lasts into it is seen from its first frame on.
    const auto contacts = [](const model::ReplayIndex& i, FrameRange range) {
        int n = 0;
        for (const model::Event& e : i.events->events)
            n += i.events->kinds[static_cast<std::size_t>(e.kind)].id == QLatin1String("collision") &&
                 range.contains(e.frame);
        return n;
    };
    QVERIFY(contacts(*index, {0, frames.count()}) >= contacts(*original, frames));
}

void TestCarlaWrite::trimmedTwiceIsTrimmedOnce()
{
    const auto whole = test::openLog(logNamed(QStringLiteral("traffic")));
    QVERIFY(CarlaCodec().write(**whole, request("once.log", {50, 110})));
    QVERIFY(CarlaCodec().write(**whole, request("wide.log", {20, 130})));
    const auto wide = test::openLogFile(path("wide.log"));
    QVERIFY(CarlaCodec().write(**wide, request("twice.log", {30, 90})));
    const auto once = test::openLogFile(path("once.log"));
    const auto twice = test::openLogFile(path("twice.log"));
    for (FrameNumber f = 0; f < 60; f += 3)
        QCOMPARE(difference(**once, f, **twice, f), QString());
}

void TestCarlaWrite::vectorsOfAnotherWidth_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("widths");
    QTest::newRow("wider") << QStringLiteral("traffic") << QStringList{QStringLiteral("double")};
    QTest::newRow("wider and back") << QStringLiteral("traffic")
                                    << QStringList{QStringLiteral("double"), QStringLiteral("float")};
    QTest::newRow("narrower") << QStringLiteral("traffic-ue5") << QStringList{QStringLiteral("float")};
    QTest::newRow("its own") << QStringLiteral("traffic-ue5") << QStringList{QStringLiteral("double")};
    if (test::sharedData(QStringLiteral("carla")).isEmpty())
        return;
    for (const char* name : {"walkers", "collisions", "kinematics", "lifetimes", "anim-late"})
        QTest::newRow(name) << QStringLiteral("synthetic/%1.log").arg(QLatin1String(name))
                            << QStringList{QStringLiteral("double")};
}

/// From the first frame and from within: what a part begins with is of the same width.
void TestCarlaWrite::vectorsOfAnotherWidth()
{
    QFETCH(QString, name);
    QFETCH(QStringList, widths);
    const auto whole = test::openLog(logNamed(name));
    QVERIFY(whole);
    const auto isWide = [](const model::ReplaySource& log) {
        return dynamic_cast<const CarlaSource&>(log).layout({})->doubles;
    };
    const bool wide = isWide(**whole);
    const bool narrowed = wide && widths.last() == QLatin1String("float");
    for (const FrameNumber first : {FrameNumber{0}, FrameNumber{3}}) {
        std::vector<std::unique_ptr<model::ReplaySource>> written;
        for (const QString& width : widths) {
            const model::ReplaySource& source = written.empty() ? **whole : *written.back();
            model::WriteRequest request = this->request(qPrintable(width + QStringLiteral(".log")),
                                                        {written.empty() ? first : 0, 1'000'000});
            request.codec.insert(QStringLiteral("vectors"), width);
            const auto report = CarlaCodec().write(source, request);
            QVERIFY2(report, report ? "" : qPrintable(report.error().message));
            QCOMPARE(report->notes.size(), isWide(source) && width == QLatin1String("float") ? 1U : 0U);
            auto log = test::openLogFile(request.path);
            QVERIFY2(log, log ? "" : qPrintable(log.error().message));
            QCOMPARE(isWide(**log), width == QLatin1String("double"));
            written.push_back(std::move(*log));
        }
        const FrameNumber frames = (*whole)->index()->frames() - first;
        QCOMPARE(written.back()->index()->frames(), frames);
        for (FrameNumber f = 0; f < frames; f += 7) {
            if (!narrowed) {
                QCOMPARE(difference(**whole, first + f, *written.back(), f), QString());
                continue;
            }
            const model::WorldState before = test::stateAt(**whole, {first + f, 0.0});
            const model::WorldState after = test::stateAt(*written.back(), {f, 0.0});
            QCOMPARE(after.size(), before.size());
            for (std::size_t row = 0; row < before.size(); ++row)
                QVERIFY(glm::distance(before.positions[row], after.positions[row]) < 1e-3);
        }
    }
    model::WriteRequest half = request("half.log", {0, 10});
    half.codec.insert(QStringLiteral("vectors"), QStringLiteral("half"));
    QCOMPARE(CarlaCodec().write(**whole, half).error().code, model::ErrorCode::InvalidArgument);
}

void TestCarlaWrite::trimKeepsLastValues()
{
    // A light of the scene, a wheel's physics and a door said once in frame 1 are still said in a part.
    LogWriter out;
    out.header(0, "M");
    const EventAdd car{.actor = 5,
                       .type = 1,
                       .location = {100, 0, 0},
                       .rotation = {},
                       .uid = 0,
                       .descId = "vehicle.a",
                       .attributes = {}};
    const SceneLight lamp{.light = -3, .intensity = 7.0F, .colour = {1, 1, 1, 1}, .on = true, .type = 2};
    Physics physics;
    physics.actor = 5;
    physics.wheels.resize(4);
    physics.wheels[1].radius = 33.0F;
    const std::vector<Door> doors{{5, 0, true}, {5, 6, false}, {5, 2, true}};
    for (std::uint64_t f = 1; f <= 6; ++f) {
        out.beginFrame(f, f == 6 ? -1.0 : 0.5, 0.5 * static_cast<double>(f - 1));
        if (f == 1) {
            out.write(std::span(&car, 1));
            out.write(std::span(&lamp, 1));
            out.write(std::span<const Physics>(&physics, 1));
            out.write(doors);
        }
        const ActorVectors at{5, {100.0 * static_cast<double>(f), 0, 0}, {0, 0, 45}};
        out.write(PacketKind::Position, std::span(&at, 1));
        out.endFrame();
    }
    const auto whole = test::openLog(out.take());
    QVERIFY(CarlaCodec().write(**whole, request("part.log", {3, 5})));
    const auto text = [](const QString& file) {
        const auto bytes = model::openFile(file);
        return carlaReport(**bytes, QStringLiteral("info"), {QStringLiteral("all")}, ReportVariant::Carla, {})
            .value();
    };
    const QByteArray info = text(path("part.log"));
    QVERIFY2(info.contains("Create 5: vehicle.a (1) at (400, 0, 0)"), info.constData());
    QVERIFY(info.contains("Id: -3 enabled: True intensity: 7"));
    QVERIFY(info.contains("wheel 1: tire_friction 0 damping_rate 0 max_steer_angle 0 radius 33"));
    // All shut, then one open; what was said before "all" is over.
    QVERIFY2(info.contains("Vehicle door animations: 2\n  Id: 5\n  Doors opened:  All \n  Id: 5\n  Doors "
                           "opened:  Rear Left"),
             info.constData());
    QVERIFY(info.contains("Frame 1 at 0 seconds") && info.contains("Frame 2 at 0.5 seconds"));
    QVERIFY(info.endsWith("Frames: 2\nDuration: 0.5 seconds\n"));
    const QByteArray bytes = logBytes(path("part.log"));
    QVERIFY(bytes.contains(QByteArray::fromHex("0018000000020000000000000"
                                               "0000000000000f0bf")));
}

void TestCarlaWrite::badRanges()
{
    const auto whole = test::openLog(logNamed(QStringLiteral("traffic")));
    for (const FrameRange range : {FrameRange{5, 5}, FrameRange{9, 3}, FrameRange{1000, 2000}}) {
        const auto report = CarlaCodec().write(**whole, request("none.log", range));
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::InvalidArgument);
        QVERIFY(!QFileInfo::exists(path("none.log")));
    }
}

void TestCarlaWrite::cancelledLeavesNothing()
{
    const auto whole = test::openLog(logNamed(QStringLiteral("traffic")));
    model::WriteRequest request = this->request("stopped.log", {0, 140});
    request.progress = [](double share) { return share < 0.5; };
    QCOMPARE(CarlaCodec().write(**whole, request).error().code, model::ErrorCode::Cancelled);
    QCOMPARE(CarlaCodec().repair(**whole, request).error().code, model::ErrorCode::Cancelled);
    QCOMPARE(writeReplay(**whole, request).error().code, model::ErrorCode::Cancelled);
    QCOMPARE(
        QDir(m_folder.path()).entryList({QStringLiteral("*stopped*")}, QDir::Files | QDir::Hidden).size(), 0);
}

void TestCarlaWrite::repaired_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<FrameNumber>("frames");
    const QByteArray whole = logNamed(QStringLiteral("traffic"));
    QTest::newRow("sound") << whole << FrameNumber{140};
    // Frames begin where their FrameStart's id, size and number stand.
    const auto frameAt = [&](quint32 id) {
        QByteArray mark = QByteArray::fromHex("0018000000");
        mark.append(static_cast<char>(id)).append(7, '\0');
        return whole.indexOf(mark);
    };
    for (const int cut : {1, 6, 30, 400, 1500})
        QTest::addRow("cut %d bytes into frame 101", cut)
            << whole.left(frameAt(101) + cut) << FrameNumber{100};
    QByteArray zero = whole;
    const qsizetype add = whole.indexOf(QByteArray::fromHex("02020000000000"), frameAt(50));
    zero.replace(add + 1, 4, QByteArray(4, '\0'));
    QTest::newRow("a size of zero in frame 50") << zero << FrameNumber{49};
    for (const char* name : {"damaged-count", "damaged-nan", "damaged-time", "damaged-string"}) {
        const QByteArray log = logNamed(QStringLiteral("synthetic/%1.log").arg(QLatin1String(name)));
        if (!log.isEmpty())
            QTest::newRow(name) << log << FrameNumber{12};
    }
}

void TestCarlaWrite::repaired()
{
    QFETCH(QByteArray, log);
    QFETCH(FrameNumber, frames);
    const auto damaged = test::openLog(log);
    QVERIFY(damaged);
    const auto report = CarlaCodec().repair(**damaged, request("repaired.log", {0, frames}));
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QCOMPARE(report->frames, frames);
    const auto sound = test::openLogFile(path("repaired.log"));
    QVERIFY(sound);
    const auto index = (*sound)->index();
    QCOMPARE(index->frames(), frames);
    QVERIFY2(index->diagnostics.empty(),
             index->diagnostics.empty() ? "" : qPrintable(index->diagnostics[0].message));
    for (FrameNumber f = 0; f < frames; f += 3)
        QCOMPARE(difference(**damaged, f, **sound, f), QString());
}

void TestCarlaWrite::otherReplays_data()
{
    QTest::addColumn<QString>("vectors");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("float") << QStringLiteral("float") << 1e-3;
    QTest::newRow("double") << QStringLiteral("double") << 1e-6;
}

void TestCarlaWrite::otherReplays()
{
    QFETCH(QString, vectors);
    QFETCH(double, tolerance);
    test::FakeReplayOptions options;
    options.frames = 90;
    options.bones = 3;
    options.staggered = true;
    options.events = 3;
    const auto fake = test::makeFakeReplay(options);
    model::WriteRequest request = this->request("other.log", {10, 80});
    request.codec.insert(QStringLiteral("vectors"), vectors);
    const auto report = CarlaCodec().write(*fake, request);
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QStringList codes;
    for (const model::Diagnostic& note : report->notes)
        codes.append(note.code);
    QVERIFY(codes.contains(QStringLiteral("no-bones")) && codes.contains(QStringLiteral("no-events")));
    const auto log = test::openLogFile(request.path);
    QVERIFY(log);
    const auto index = (*log)->index();
    QVERIFY2(index->diagnostics.empty(),
             index->diagnostics.empty() ? "" : qPrintable(index->diagnostics[0].message));
    QCOMPARE(index->frames(), FrameNumber{70});
    for (FrameNumber f = 0; f < 70; f += 9) {
        QVERIFY(std::abs((index->timeAxis.timeOf(f) - fakeTime(options, f + 10) + fakeTime(options, 10))
                             .count()) <= 1);
        const model::WorldState state = test::stateAt(**log, {f, 0.0});
        std::size_t expected = 0;
        for (int a = 0; a < options.actors; ++a) {
            if (!test::fakeAlive(options, a, f + 10))
                continue;
            ++expected;
            const model::ActorId id = test::lifeOf(*index, std::int64_t{a} + 1, f);
            const std::ptrdiff_t row = state.row(id);
            QVERIFY(row >= 0);
            const auto r = static_cast<std::size_t>(row);
            QVERIFY(glm::distance(state.positions[r], test::fakePosition(options, a, f + 10)) < tolerance);
            QVERIFY(std::abs(glm::dot(state.orientations[r], test::fakeOrientation(options, a, f + 10))) >
                    0.99999F);
        }
        QCOMPARE(state.size(), expected);
    }
    request.codec.insert(QStringLiteral("vectors"), QStringLiteral("half"));
    QCOMPARE(writeReplay(*fake, request).error().code, model::ErrorCode::InvalidArgument);
}

} // namespace tst_carla_write

GHOSTLINE_TEST(tst_carla_write, TestCarlaWrite)
#include "tst_carla_write.moc"
