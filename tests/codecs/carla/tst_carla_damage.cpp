// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input: a log cut at every byte, with any byte changed, and things that are no log at all.
#include "tests/codecs/carla/built_log.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QTemporaryDir>

#include <random>

namespace tst_carla_damage {

using namespace ghostline;
using test::BuiltLog;

namespace {

/// A log with every kind of packet in it.
QByteArray richLog(int frames, bool doubles = false)
{
    BuiltLog log;
    log.frames = frames;
    log.doubles = doubles;
    log.more = [](carla::LogWriter& out, int f) {
        using namespace carla;
        if (f == 1)
            test::put(out, {test::addOf(30, 2, "walker.pedestrian.0001", {100, 200, 100})});
        if (f == 3)
            test::put(out, {EventDel{2}});
        test::put(out, {Collision{static_cast<std::uint32_t>(f), 1, 3, true, false}});
        test::put(out, {WalkerControl{30, 140.0F}});
        test::put(out, {VehicleLight{1, 3}});
        test::put(out, {SceneLight{1, 10.0F, {1, 1, 1, 1}, true, 0}});
        const ActorVectors vectors{1, {1, 2, 3}, {4, 5, 6}};
        for (const PacketKind kind :
             {PacketKind::Kinematics, PacketKind::BoundingBox, PacketKind::TriggerVolume})
            out.write(kind, std::span(&vectors, 1));
        out.seconds(PacketKind::PlatformTime, f * 0.1);
        Physics physics;
        physics.actor = 1;
        physics.torque = {{0, 1}, {2, 3}};
        physics.wheels.resize(4);
        test::put(out, {physics});
        test::put(out, {LightTime{20, 1, 2, 3}});
        test::put(out, {WalkerBones{30, {{"crl_root", {}, {}}, {"crl_hips__C", {0, 0, 90}, {}}}}});
        test::put(out, {Wheels{1, {{0, 1.0F, 2.0F}, {1, 1.0F, 2.0F}}}});
        test::put(out, {Biker{3, 500.0F, 0.5F}});
        test::put(out, {Door{1, 1, f % 2 == 0}});
        test::put(out, {carla::Weather{}});
    };
    return log.bytes();
}

/// Opens and goes through all of it; false when it was refused.
bool goThrough(const QByteArray& bytes)
{
    const auto source = test::openLog(bytes);
    if (!source) {
        if (source.error().message.isEmpty() || !source.error().where.offset)
            QTest::qFail("refused without a reason or a place", __FILE__, __LINE__);
        return false;
    }
    const auto index = (*source)->index();
    model::WorldState state;
    for (int k = 0; k < index->keyframes.count(); ++k) {
        const auto segment = (*source)->readSegment(k, nullptr, {});
        if (!segment)
            continue;
        const model::FrameRange frames = (*segment)->frames();
        (*segment)->sample({frames.first, 0.5}, model::SamplePolicy::Interpolate, state);
        (*segment)->sample({frames.end - 1, 0.0}, model::SamplePolicy::Interpolate, state);
    }
    return true;
}

} // namespace

class TestCarlaDamage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cutAnywhere();
    void changedAnywhere_data();
    void changedAnywhere();
    void noLogs_data();
    void noLogs();
    void countsBeyondThePacket();
    void parentLeftOut();
    void sparseFile();
    void probe();
    void fuzzSeeds();
};

void TestCarlaDamage::cutAnywhere()
{
    const QByteArray whole = richLog(4);
    const auto sound = test::openLog(whole);
    QVERIFY(sound);
    QVERIFY2((*sound)->index()->diagnostics.empty(),
             qPrintable((*sound)->index()->diagnostics.empty() ? QString()
                                                               : (*sound)->index()->diagnostics[0].message));
    QCOMPARE((*sound)->index()->frames(), 4);
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        const QByteArray part = whole.left(cut);
        const auto source = test::openLog(part);
        QCOMPARE(goThrough(part), bool(source));
        if (!source)
            continue;
        const auto index = (*source)->index();
        QVERIFY(index->frames() <= 4);
        // A cut is said: by its place, or because the last frame is not whole, or because there is none.
        if (index->diagnostics.empty())
            QVERIFY(part.endsWith(QByteArray("\x01\0\0\0\0", 5)));
        for (const model::Diagnostic& d : index->diagnostics) {
            if (d.code == QLatin1String("truncated"))
                QVERIFY(d.where.offset.value_or(UINT64_MAX) < static_cast<std::uint64_t>(cut));
        }
    }
}

void TestCarlaDamage::changedAnywhere_data()
{
    QTest::addColumn<bool>("doubles");
    QTest::newRow("float") << false;
    QTest::newRow("double") << true;
}

void TestCarlaDamage::changedAnywhere()
{
    QFETCH(bool, doubles);
    const QByteArray whole = richLog(3, doubles);
    std::mt19937 random(11);
    for (qsizetype at = 0; at < whole.size(); ++at) {
        QByteArray broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ static_cast<char>(1U << random() % 8U));
        goThrough(broken);
        broken[at] = static_cast<char>(0xFF);
        goThrough(broken);
    }
}

void TestCarlaDamage::noLogs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("one byte") << QByteArray("x");
    QTest::newRow("jpeg") << QByteArray::fromHex("ffd8ffe000104a46494600010100000100010000ffdb0043");
    QTest::newRow("zeroes") << QByteArray(100, '\0');
    QTest::newRow("ones") << QByteArray(70'000, '\xFF');
    QTest::newRow("half a magic") << QByteArray("\x01\0\x0e\0"
                                                "CARLA_REC",
                                                13);
}

void TestCarlaDamage::noLogs()
{
    QFETCH(QByteArray, bytes);
    const auto source = test::openLog(bytes);
    QVERIFY(!source);
    QVERIFY(source.error().code == model::ErrorCode::UnknownFormat);
    QVERIFY(source.error().message.contains(QStringLiteral("byte")));
}

void TestCarlaDamage::countsBeyondThePacket()
{
    // Totals and lengths that promise far more than is there must not be believed.
    for (const int number : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 21, 22, 23, 24}) {
        const auto id = static_cast<std::uint8_t>(number);
        carla::LogWriter out;
        out.header(0, "Town01");
        out.beginFrame(1, -1.0, 0.0);
        const QByteArray data = QByteArray::fromHex("ffffffffffffffff");
        out.raw(id, std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size()))));
        out.endFrame();
        const auto source = test::openLog(out.take());
        QVERIFY(source);
        QCOMPARE((*source)->index()->frames(), 1);
        if (id < 15) {
            QCOMPARE((*source)->index()->diagnostics.size(), std::size_t{1});
            QCOMPARE((*source)->index()->diagnostics[0].code, QStringLiteral("bad-packet"));
            QVERIFY((*source)->index()->lostData());
        }
    }
}

void TestCarlaDamage::parentLeftOut()
{
    carla::LogWriter out;
    out.beginFrame(301, -1.0, 15.0);
    test::put(out, {test::addOf(30, 1, "vehicle.audi.tt", {})});
    test::put(out, {carla::EventParent{2, 30}});
    const auto source = test::openLog(test::BuiltLog{}.bytes() + out.take());
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->frames(), 300);
    QCOMPARE(index->diagnostics.size(), std::size_t{1});
    for (const model::ActorInfo& actor : index->info->cast)
        QVERIFY(actor.parent == model::ActorId::None || index->info->actor(actor.parent) != nullptr);
}

void TestCarlaDamage::sparseFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sparse.log"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(richLog(3));
    const qint64 end = file.size();
    QVERIFY(file.resize(qint64{4} << 30));
    file.close();
    const auto source = test::openLogFile(path);
    QVERIFY(source);
    const auto index = (*source)->index();
    QCOMPARE(index->frames(), 3);
    QVERIFY(index->lostData());
    QCOMPARE(static_cast<qint64>(index->diagnostics[0].where.offset.value_or(0)), end);
}

void TestCarlaDamage::probe()
{
    const carla::CarlaCodec codec;
    const QByteArray log = richLog(1);
    const auto bytes = std::as_bytes(std::span(log.constData(), static_cast<std::size_t>(log.size())));
    QVERIFY(codec.probe(bytes, {}) == model::Confidence::Certain);
    QVERIFY(codec.probe(bytes.first(17), {}) == model::Confidence::No);
    QVERIFY(codec.probe({}, QStringLiteral("x.log")) == model::Confidence::No);
}

void TestCarlaDamage::fuzzSeeds()
{
    // The saved corpus grows from these; GHOSTLINE_FUZZ_SEEDS=tests/fuzz/corpus/carla writes them anew.
    const QString folder = qEnvironmentVariable("GHOSTLINE_FUZZ_SEEDS");
    for (const bool doubles : {false, true}) {
        const QByteArray seed = richLog(3, doubles);
        QVERIFY(goThrough(seed));
        if (folder.isEmpty())
            continue;
        QFile file(folder +
                   (doubles ? QStringLiteral("/rich-double.log") : QStringLiteral("/rich-float.log")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(seed);
    }
}

} // namespace tst_carla_damage

GHOSTLINE_TEST(tst_carla_damage, TestCarlaDamage)
#include "tst_carla_damage.moc"
