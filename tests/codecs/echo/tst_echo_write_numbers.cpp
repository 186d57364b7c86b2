// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of .butter as they are written: halfs, rotations, steps of bones.
#include "codecs/echo/butter/butter_encode.h"
#include "codecs/echo/frame/frame.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_write_numbers {

using namespace ghostline;
using namespace ghostline::echo;

namespace {

QByteArray hex(const encode::Bytes& bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}

} // namespace

class EchoWriteNumbers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void halfs_data();
    void halfs();
    void rotations_data();
    void rotations();
    void boneSteps_data();
    void boneSteps();
};

void EchoWriteNumbers::halfs_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("bits");
    QTest::newRow("zero") << 0.0F << 0;
    QTest::newRow("one") << 1.0F << 0x3C00;
    QTest::newRow("below two") << 1.99999F << 0x3FFF;
    QTest::newRow("negative, toward zero") << -1.00097F << 0xBC00;
    QTest::newRow("largest") << 65504.0F << 0x7BFF;
    QTest::newRow("too large") << 1e9F << 0x7BFF;
    QTest::newRow("too large, negative") << -1e9F << 0xFBFF;
    QTest::newRow("smallest") << 5.9604645e-8F << 1;
    QTest::newRow("below the smallest") << 5.9e-8F << 0;
    QTest::newRow("denormal") << 3.0e-5F << 503;
    QTest::newRow("not a number") << std::numeric_limits<float>::quiet_NaN() << 0;
}

void EchoWriteNumbers::halfs()
{
    QFETCH(float, value);
    QFETCH(int, bits);
    const encode::Half half = encode::half(value);
    QCOMPARE(static_cast<int>(half), bits);
    QCOMPARE(encode::half(encode::halfEdge(half)), half); // what is stored is kept
    if (std::abs(value) < encode::LargestHalf && bits != 0) {
        QVERIFY(std::abs(encode::halfEdge(half)) <= std::abs(value));
        const double step = encode::halfStep(std::abs(static_cast<double>(value)));
        QVERIFY(std::abs(encode::halfMiddle(half) - static_cast<double>(value)) <= step / 2 * 1.0001);
    }
}

void EchoWriteNumbers::rotations_data()
{
    QTest::addColumn<glm::quat>("rotation");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("none") << glm::quat(1, 0, 0, 0) << QByteArray("fff7df7f");
    QTest::newRow("x") << glm::quat(0, 1, 0, 0) << QByteArray("fcf7df7f");
    QTest::newRow("all the same") << glm::quat(0.5F, 0.5F, 0.5F, 0.5F) << QByteArray("a49d76da");
    QTest::newRow("two the same") << glm::quat(0.7071068F, 0, 0.7071068F, 0) << QByteArray("fdf7dfff");
    QTest::newRow("negative w") << glm::quat(-0.9273618F, 0.1F, -0.2F, 0.3F) << QByteArray("df06a949");
    QTest::newRow("no rotation") << NoRotation << QByteArray("00000000");
}

void EchoWriteNumbers::rotations()
{
    QFETCH(glm::quat, rotation);
    QFETCH(QByteArray, bytes);
    encode::Bytes out;
    const std::uint32_t bits = encode::smallestThree(rotation);
    encode::append(out, bits);
    QCOMPARE(hex(out), bytes);
    if (bits != 0)
        QVERIFY(encode::degreesBetween(encode::rotationOf(bits, 0.5), glm::dquat(rotation)) < 0.273);
}

void EchoWriteNumbers::boneSteps_data()
{
    QTest::addColumn<double>("metres");
    QTest::addColumn<int>("fixed");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("0") << 0.0 << 0 << QByteArray("00");
    QTest::newRow("0.01") << 0.01 << 40 << QByteArray("50");
    QTest::newRow("-0.01") << -0.01 << -40 << QByteArray("4f");
    QTest::newRow("0.1") << 0.1 << 409 << QByteArray("f342");
    QTest::newRow("1.5") << 1.5 << 6144 << QByteArray("f92710");
    QTest::newRow("-2") << -2.0 << -8192 << QByteArray("f9370f");
    QTest::newRow("beyond") << 7.0 << 8191 << QByteArray("f9370e");
}

void EchoWriteNumbers::boneSteps()
{
    QFETCH(double, metres);
    QFETCH(int, fixed);
    QFETCH(QByteArray, bytes);
    QCOMPARE(encode::boneFixed(metres), fixed);
    encode::Bytes out;
    encode::appendVarInt(out, fixed);
    QCOMPARE(hex(out), bytes);
}

} // namespace tst_echo_write_numbers

GHOSTLINE_TEST(tst_echo_write_numbers, EchoWriteNumbers)
#include "tst_echo_write_numbers.moc"
