// SPDX-License-Identifier: GPL-3.0-or-later
// Packed numbers and rotations of .butter, and the repair of its times.
#include "codecs/echo/butter/butter_time.h"
#include "codecs/echo/butter/butter_values.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_echo_butter_values {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::echo::butter;

namespace {

/// By the definition of the format, without tricks.
double halfByDefinition(unsigned half)
{
    const int exponent = static_cast<int>(half >> 10U & 31U);
    const double mantissa = half & 1023U;
    const double sign = (half & 0x8000U) != 0 ? -1.0 : 1.0;
    if (exponent == 0)
        return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024.0 + mantissa, exponent - 25);
}

struct Step
{
    qint64 ms;
    float clock;
};

/// A chunk's frames with plain sums of its 16-bit steps.
std::vector<Frame> framesOf(qint64 start, const std::vector<Step>& steps, GameStatus status)
{
    std::vector<Frame> out;
    for (const Step& step : steps) {
        Frame frame;
        start += step.ms & 0xFFFF;
        frame.timeMs = start;
        frame.clock = step.clock;
        frame.status = status;
        out.push_back(frame);
    }
    return out;
}

std::vector<qint64> timesOf(const std::vector<Frame>& frames)
{
    std::vector<qint64> out;
    for (const Frame& frame : frames)
        out.push_back(frame.timeMs);
    return out;
}

} // namespace

class TestEchoButterValues : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void halfs();
    void halfsThatAreNoNumbers();
    void rotations_data();
    void rotations();
    void undefinedRotation();
    void boneIntegers_data();
    void boneIntegers();
    void times_data();
    void times();
    void timesGoOn();
    void manyOddTimes();
};

void TestEchoButterValues::halfs()
{
    for (unsigned h = 0; h < 65536; ++h) {
        const auto half = static_cast<std::uint16_t>(h);
        if (!isFinite(half))
            continue;
        const double edge = halfByDefinition(h);
        if (static_cast<double>(halfEdge(half)) != edge)
            QFAIL(qPrintable(QStringLiteral("half %1").arg(h)));
        // Half the way to the next one away from zero.
        const unsigned magnitude = h & 0x7FFFU;
        const double next = magnitude == 0x7BFF ? std::copysign(65536.0, edge) : halfByDefinition(h + 1);
        const double middle = magnitude == 0 ? 0.0 : (edge + next) / 2;
        if (static_cast<double>(halfMiddle(half)) != middle)
            QFAIL(qPrintable(QStringLiteral("middle of half %1").arg(h)));
        if (h < 0x8000)
            QCOMPARE(halfBelow(halfEdge(half)), half);
        if (h < 0x7BFF)
            QCOMPARE(halfBelow(halfMiddle(half)), half);
    }
}

void TestEchoButterValues::halfsThatAreNoNumbers()
{
    QVERIFY(!isFinite(0x7C00) && !isFinite(0xFC00) && !isFinite(0x7E01));
    QCOMPARE(halfEdge(0x7C00), std::numeric_limits<float>::infinity());
    QCOMPARE(halfEdge(0xFC00), -std::numeric_limits<float>::infinity());
    QVERIFY(std::isnan(halfEdge(0x7E01)));
    QCOMPARE(halfBelow(1e9F), std::uint16_t{0x7BFF});
    QCOMPARE(halfBelow(-1.0F), std::uint16_t{0});
}

void TestEchoButterValues::rotations_data()
{
    QTest::addColumn<quint32>("packed");
    QTest::addColumn<QList<double>>("xyzw");
    // From the format note; the bytes are in the order of the file.
    QTest::newRow("identity") << 0x7FDFF7FFU << QList<double>{0, 0, 0, 1};
    QTest::newRow("x") << 0x7FDFF7FCU << QList<double>{1, 0, 0, 0};
    QTest::newRow("all equal, the first is left out") << 0xDA769DA4U << QList<double>{.5, .5, .5, .5};
    QTest::newRow("y and w, y is left out") << 0xFFDFF7FDU << QList<double>{0, .7071068, 0, .7071068};
    QTest::newRow("sign of what is left out") << 0x49A906DFU << QList<double>{-.1, .2, -.3, .9273618};
}

void TestEchoButterValues::rotations()
{
    QFETCH(quint32, packed);
    QFETCH(QList<double>, xyzw);
    const glm::dquat truth(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
    const auto degrees = [&truth](const glm::quat& q) {
        return glm::degrees(
            2 * std::acos(std::min(1.0, std::abs(glm::dot(glm::dquat(q), glm::normalize(truth))))));
    };
    glm::quat edge;
    QVERIFY(smallestThree<Bin::Edge>(packed, edge));
    QVERIFY(degrees(edge) < 0.55);
    glm::quat middle;
    QVERIFY(smallestThree<Bin::Middle>(packed, middle));
    QVERIFY(degrees(middle) < 0.28);
    QVERIFY(std::abs(glm::length(middle) - 1.0F) < 1e-6F);
}

void TestEchoButterValues::undefinedRotation()
{
    glm::quat out(0.5F, 0.5F, 0.5F, 0.5F);
    QVERIFY(!smallestThree<Bin::Middle>(0, out));
    QCOMPARE(out.w, 0.5F);
    // What the reference reader shows.
    QVERIFY(!smallestThree<Bin::Edge>(0, out));
    QVERIFY(std::isnan(out.x));
}

void TestEchoButterValues::boneIntegers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("value");
    QTest::newRow("0") << QByteArray::fromHex("00") << qint64{0};
    QTest::newRow("0.01 m") << QByteArray::fromHex("50") << qint64{40};
    QTest::newRow("-0.01 m") << QByteArray::fromHex("4f") << qint64{-40};
    QTest::newRow("last of one byte") << QByteArray::fromHex("f0") << qint64{120};
    QTest::newRow("first of two") << QByteArray::fromHex("f101") << qint64{-121};
    QTest::newRow("0.1 m") << QByteArray::fromHex("f342") << qint64{409};
    QTest::newRow("last of two") << QByteArray::fromHex("f8ff") << qint64{-1144};
    QTest::newRow("first of three") << QByteArray::fromHex("f90000") << qint64{1144};
    QTest::newRow("1.5 m") << QByteArray::fromHex("f92710") << qint64{6144};
    QTest::newRow("-2 m") << QByteArray::fromHex("f9370f") << qint64{-8192};
    QTest::newRow("three bytes after the mark") << QByteArray::fromHex("fa020001") << qint64{32769};
    QTest::newRow("eight bytes after the mark")
        << QByteArray::fromHex("fffeffffffffffffff") << std::numeric_limits<qint64>::max();
}

void TestEchoButterValues::boneIntegers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qint64, value);
    const QByteArray padded = bytes + QByteArray(MostIntegerBytes, '\0');
    const auto* at = reinterpret_cast<const std::byte*>(padded.constData());
    const auto* const begin = at;
    QCOMPARE(packedInteger(at), value);
    QCOMPARE(at - begin, bytes.size());
    if (std::abs(value) < 8192) {
        QCOMPARE(boneCoordinate<Bin::Edge>(value), static_cast<float>(value) / 4096.0F);
        const float away = value > 0 ? 0.5F : value < 0 ? -0.5F : 0.0F;
        QCOMPARE(boneCoordinate<Bin::Middle>(value), (static_cast<float>(value) + away) / 4096.0F);
    }
    QVERIFY(std::abs(boneCoordinate<Bin::Middle>(value)) <= 2.001F);
}

void TestEchoButterValues::times_data()
{
    QTest::addColumn<std::vector<Step>>("steps");
    QTest::addColumn<int>("status");
    QTest::addColumn<qint64>("next"); ///< -1 = no chunk follows
    QTest::addColumn<std::vector<qint64>>("times");
    QTest::addColumn<int>("repairs");
    const int playing = static_cast<int>(GameStatus::Playing);
    const int over = static_cast<int>(GameStatus::RoundOver);
    using Steps = std::vector<Step>;
    using Times = std::vector<qint64>;
    QTest::newRow("nothing to do") << Steps{{0, 60}, {33, 59.97F}, {33, 59.93F}} << playing << qint64{100}
                                   << Times{0, 33, 66} << 0;
    QTest::newRow("a pause of 5 s is believed")
        << Steps{{0, 60}, {5000, 60}, {33, 60}} << over << qint64{5066} << Times{0, 5000, 5033} << 0;
    QTest::newRow("70 s by the game clock") << Steps{{0, 300}, {70000, 230}, {33, 229.97F}} << playing
                                            << qint64{-1} << Times{0, 70000, 70033} << 1;
    QTest::newRow("140 s by the game clock") << Steps{{0, 300}, {140000, 160}, {33, 159.97F}} << playing
                                             << qint64{-1} << Times{0, 140000, 140033} << 1;
    QTest::newRow("70 s by the next keyframe")
        << Steps{{0, 60}, {70000, 60}, {33, 60}} << over << qint64{70066} << Times{0, 70000, 70033} << 1;
    QTest::newRow("which gap is unknown")
        << Steps{{0, 60}, {33, 60}, {33, 60}} << over << qint64{70099} << Times{0, 33, 66} << 0;
    QTest::newRow("back by the game clock") << Steps{{0, 60}, {33, 59.97F}, {-3, 59.93F}, {33, 59.9F}}
                                            << playing << qint64{-1} << Times{0, 33, 33, 63} << 2;
    QTest::newRow("back by the next keyframe")
        << Steps{{0, 60}, {33, 60}, {-3, 60}, {33, 60}} << over << qint64{96} << Times{0, 33, 33, 63} << 2;
    QTest::newRow("neither is known")
        << Steps{{0, 60}, {4464, 60}, {33, 60}} << over << qint64{-1} << Times{0, 4464, 4497} << 0;
    QTest::newRow("a gap without its turn, and back by the clock")
        << Steps{{0, 60}, {70000, 60}, {33, 59.97F}, {-3, 59.93F}} << playing << qint64{-1}
        << Times{0, 4464, 4497, 70030} << 0;
    QTest::newRow("both, which cancel each other") << Steps{{0, 60}, {70000, 60}, {-3, 60}, {33, 60}} << over
                                                   << qint64{70063} << Times{0, 4464, 69997, 70030} << 0;
}

void TestEchoButterValues::times()
{
    QFETCH(std::vector<Step>, steps);
    QFETCH(int, status);
    QFETCH(qint64, next);
    QFETCH(std::vector<qint64>, times);
    QFETCH(int, repairs);
    constexpr qint64 Start = 1'650'000'000'000;
    auto frames = framesOf(Start, steps, static_cast<GameStatus>(status));
    TimeState state;
    if (next >= 0)
        state.next = Start + next;
    const std::vector<std::uint32_t> keyframes{0};
    const auto done = repairTimes(frames, keyframes, state);
    for (qint64& time : times)
        time += Start;
    QCOMPARE(timesOf(frames), times);
    QCOMPARE(static_cast<int>(done.size()), repairs);
    QCOMPARE(state.last, std::optional<std::int64_t>(times.back()));
}

void TestEchoButterValues::timesGoOn()
{
    TimeState state;
    const std::vector<std::uint32_t> keyframes{0};
    auto first = framesOf(100'000, {{0, 1}, {33, 1}}, GameStatus::Playing);
    repairTimes(first, keyframes, state);
    // A little back: held. Far back: shifted for good.
    auto second = framesOf(100'030, {{0, 1}, {33, 1}}, GameStatus::Playing);
    auto done = repairTimes(second, keyframes, state);
    QCOMPARE(timesOf(second), (std::vector<qint64>{100'033, 100'063}));
    QCOMPARE(done.size(), std::size_t{1});
    QVERIFY(done[0].kind == TimeRepair::Kind::Held);
    auto third = framesOf(40'000, {{0, 1}, {33, 1}}, GameStatus::Playing);
    done = repairTimes(third, keyframes, state);
    QCOMPARE(timesOf(third), (std::vector<qint64>{100'063, 100'096}));
    QVERIFY(done.front().kind == TimeRepair::Kind::SetBack);
    auto fourth = framesOf(40'066, {{0, 1}, {33, 1}}, GameStatus::Playing);
    done = repairTimes(fourth, keyframes, state);
    QCOMPARE(timesOf(fourth), (std::vector<qint64>{100'129, 100'162}));
    QVERIFY(done.empty());
}

/// As many steps back as a chunk can hold, and a game clock that jumps with each: no time is lost on them.
void TestEchoButterValues::manyOddTimes()
{
    constexpr std::int64_t Start = 1'650'000'000'000;
    constexpr std::int64_t Step = 65'533; // 3 ms back
    std::vector<Frame> frames(65'535);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].timeMs = Start + static_cast<std::int64_t>(i) * Step;
        frames[i].status = i % 2 == 0 ? GameStatus::Playing : GameStatus::Score;
        frames[i].clock = i % 2 == 0 ? 0.0F : 9e5F;
    }
    TimeState state;
    state.next = Start + 1;
    QElapsedTimer timer;
    timer.start();
    const auto done = repairTimes(frames, std::vector<std::uint32_t>{0}, state);
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(done.size() > 65'000);
    QCOMPARE(frames.back().timeMs, Start);
}

} // namespace tst_echo_butter_values

GHOSTLINE_TEST(tst_echo_butter_values, TestEchoButterValues)
#include "tst_echo_butter_values.moc"
