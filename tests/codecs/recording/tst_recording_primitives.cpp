// SPDX-License-Identifier: GPL-3.0-or-later
// Packed numbers: what they mean, that they come back, and where they stop being any.
#include "codecs/recording/format/packed_read.h"
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_recording_primitives {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

template<typename F>
auto readAll(const Bytes& bytes, bool& whole, F&& read)
{
    io::ByteCursor in(bytes);
    auto value = read(in);
    whole = in.ok() && in.atEnd();
    return value;
}

} // namespace

class TestRecordingPrimitives : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rounding_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("rounded");
        QTest::newRow("0.5") << 0.5 << 1.0;
        QTest::newRow("-0.5") << -0.5 << 0.0;
        QTest::newRow("-1.5") << -1.5 << -1.0;
        QTest::newRow("1.5") << 1.5 << 2.0;
        QTest::newRow("-0.6") << -0.6 << -1.0;
        QTest::newRow("2.4") << 2.4 << 2.0;
    }
    void rounding()
    {
        QFETCH(double, value);
        QFETCH(double, rounded);
        QCOMPARE(roundJava(value), rounded);
    }

    void angles_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<int>("steps");
        QTest::newRow("0") << 0.0 << 0;
        QTest::newRow("90") << 90.0 << 16384;
        QTest::newRow("180 wraps") << 180.0 << -32768;
        QTest::newRow("-180") << -180.0 << -32768;
        QTest::newRow("270") << 270.0 << -16384;
        QTest::newRow("-450") << -450.0 << -16384;
        QTest::newRow("359.999") << 359.999 << 0;
        QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << 0;
        QTest::newRow("endless") << std::numeric_limits<double>::infinity() << 0;
        QTest::newRow("many turns") << 360e12 << 0;
    }
    void angles()
    {
        QFETCH(double, degrees);
        QFETCH(int, steps);
        QCOMPARE(int(Angle::ofDegrees(degrees).steps), steps);
    }
    void everyAngleComesBack()
    {
        for (int steps = -32768; steps < 32768; ++steps)
            QCOMPARE(int(Angle::ofDegrees(Angle{static_cast<std::int16_t>(steps)}.degrees()).steps), steps);
    }

    void vectors()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        for (int round = 0; round < 20000; ++round) {
            const double size = std::pow(10.0, unit(random) * 6.0);
            const glm::dvec3 v = glm::dvec3(unit(random), unit(random), unit(random)) * size;
            const PackedVector packed = PackedVector::of(v);
            const double scale =
                std::max(1.0, std::ceil(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)})));
            const glm::dvec3 error = glm::abs(packed.value() - v);
            QVERIFY(std::max({error.x, error.y, error.z}) <= scale / 32766.0 + 3.1e-5);
            Bytes bytes;
            writePackedVector(bytes, packed);
            bool whole = false;
            QCOMPARE(readAll(bytes, whole, packed::vector), packed);
            QVERIFY(whole);
        }
    }
    void vectorsOfNoSense()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double inf = std::numeric_limits<double>::infinity();
        QCOMPARE(PackedVector::of({nan, nan, nan}), PackedVector{});
        QCOMPARE(PackedVector::of({3e-5, 0, 0}), PackedVector{});
        QVERIFY(PackedVector::of({3.06e-5, 0, 0}) != PackedVector{});
        const glm::dvec3 most = PackedVector::of({inf, -inf, nan}).value();
        QVERIFY(most.x > 8e9 && most.y < -8e9);
        QVERIFY(std::abs(most.z) < 1e6);
        // The largest quantum means no more than the one before it.
        PackedVector odd;
        odd.bits = std::uint64_t{1} | std::uint64_t{0x7FFF} << 3;
        QCOMPARE(odd.value().x, 1.0);
    }

    void moves()
    {
        RandomEvents random(11);
        for (int round = 0; round < 5000; ++round) {
            const PackedMove move{
                {random.wide(), random.wide(), random.wide()}, {random.turn()}, {random.turn()}};
            Bytes bytes;
            writePackedMove(bytes, move);
            bool whole = false;
            QCOMPARE(readAll(bytes, whole, packed::move), move);
            QVERIFY(whole);
        }
        const PackedMove ends{
            {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), -1},
            {-1},
            {1}};
        Bytes bytes;
        writePackedMove(bytes, ends);
        bool whole = false;
        QCOMPARE(readAll(bytes, whole, packed::move), ends);
    }

    void places()
    {
        const Place place{{0.1, -64.0, 3e7}, -179.5F, 89.0F};
        Bytes bytes;
        writePlace(bytes, place);
        QCOMPARE(int(bytes.size()), 32);
        bool whole = false;
        const Place back = readAll(bytes, whole, packed::place);
        QVERIFY(whole);
        QVERIFY(back.position == place.position);
        QCOMPARE(back.yaw, place.yaw);
        QCOMPARE(back.pitch, place.pitch);
        bytes.pop_back();
        readAll(bytes, whole, packed::place);
        QVERIFY(!whole);
    }

    void blocks()
    {
        for (const glm::ivec3& block :
             {glm::ivec3(0), glm::ivec3(1, 2, -3), glm::ivec3(-1), glm::ivec3(33554431, 2047, -33554432),
              glm::ivec3(-33554432, -2048, 33554431), glm::ivec3(-30000000, 319, 30000000)})
            QVERIFY(unpackBlock(packBlock(block)) == block);
    }

    void directions()
    {
        // East, west and south as seen in the world, and left that stays level.
        struct Row
        {
            double yaw, pitch;
            glm::vec3 forward, left;
        };
        for (const Row& row : {Row{0, 0, {0, 0, 1}, {1, 0, 0}}, Row{90, 0, {-1, 0, 0}, {0, 0, 1}},
                               Row{-90, 0, {1, 0, 0}, {0, 0, -1}}, Row{180, 0, {0, 0, -1}, {-1, 0, 0}},
                               Row{0, 90, {0, -1, 0}, {1, 0, 0}}, Row{90, -90, {0, 1, 0}, {0, 0, 1}}}) {
            const glm::quat q = lookRotation(row.yaw, row.pitch);
            QVERIFY(glm::length(q * glm::vec3(0, 0, 1) - row.forward) < 1e-6F);
            QVERIFY(glm::length(q * glm::vec3(1, 0, 0) - row.left) < 1e-6F);
        }
    }

    void counts_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<bool>("good");
        QTest::addColumn<int>("value");
        QTest::newRow("0") << QByteArray("00") << true << 0;
        QTest::newRow("127") << QByteArray("7f") << true << 127;
        QTest::newRow("128") << QByteArray("8001") << true << 128;
        QTest::newRow("most") << QByteArray("ffffffff07") << true << std::numeric_limits<int>::max();
        QTest::newRow("longer than it must be") << QByteArray("8080808000") << true << 0;
        QTest::newRow("-1") << QByteArray("ffffffff0f") << false << 0;
        QTest::newRow("least") << QByteArray("8080808008") << false << 0;
        QTest::newRow("six bytes") << QByteArray("808080808000") << false << 0;
        QTest::newRow("cut") << QByteArray("8080") << false << 0;
        QTest::newRow("nothing") << QByteArray("") << false << 0;
    }
    void counts()
    {
        QFETCH(QByteArray, hex);
        QFETCH(bool, good);
        QFETCH(int, value);
        bool whole = false;
        QCOMPARE(int(readAll(bytesOfHex(hex), whole, readCount)), value);
        QCOMPARE(whole, good);
    }

    void texts_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<bool>("good");
        QTest::newRow("nothing") << QByteArray("00") << true;
        QTest::newRow("two, three and four bytes") << QByteArray("09c3a9e282acf09f9880") << true;
        QTest::newRow("a NUL") << QByteArray("0100") << true;
        QTest::newRow("longer than what is left") << QByteArray("036161") << false;
        QTest::newRow("length -1") << QByteArray("ffffffff0f61") << false;
        QTest::newRow("alone") << QByteArray("0180") << false;
        QTest::newRow("cut character") << QByteArray("02e282") << false;
        QTest::newRow("overlong 2") << QByteArray("02c080") << false;
        QTest::newRow("overlong 3") << QByteArray("03e08080") << false;
        QTest::newRow("overlong 4") << QByteArray("04f0808080") << false;
        QTest::newRow("surrogate") << QByteArray("03eda0bd") << false;
        QTest::newRow("beyond Unicode") << QByteArray("04f4908080") << false;
        QTest::newRow("last of Unicode") << QByteArray("04f48fbfbf") << true;
        QTest::newRow("five bytes") << QByteArray("05f888808080") << false;
    }
    void texts()
    {
        QFETCH(QByteArray, hex);
        QFETCH(bool, good);
        const Bytes bytes = bytesOfHex(hex);
        bool whole = false;
        const std::string_view text = readAll(bytes, whole, readText);
        QCOMPARE(whole, good);
        if (!good)
            return;
        Bytes again;
        writeText(again, text);
        QCOMPARE(hexOf(again), hex);
    }
};

} // namespace tst_recording_primitives

GHOSTLINE_TEST(tst_recording_primitives, TestRecordingPrimitives)
#include "tst_recording_primitives.moc"
