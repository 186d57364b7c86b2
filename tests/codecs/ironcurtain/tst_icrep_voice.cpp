// SPDX-License-Identifier: GPL-3.0-or-later
// Talk: how frames join to spans, what is written, and tables that no frames could have given.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/events/voice.h"
#include "tests/codecs/ironcurtain/event_cases.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_voice {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;

namespace {

VoiceFrame frameAt(SimTick tick, VoiceTarget target = VoiceTarget::All, PlayerId listener = 0)
{
    VoiceFrame frame;
    frame.tick = tick;
    frame.opus = {std::byte{0x78}, static_cast<std::byte>(tick & 0xFFU)};
    frame.target = target;
    frame.targetPlayer = listener;
    return frame;
}

std::vector<VoiceFrame> talk()
{
    std::vector<VoiceFrame> frames;
    for (SimTick tick = 100; tick < 110; ++tick)
        frames.push_back(frameAt(tick));
    frames.push_back(frameAt(110, VoiceTarget::Team));
    frames.push_back(frameAt(120, VoiceTarget::Player, 3));
    frames.push_back(frameAt(121, VoiceTarget::Player, 4));
    return frames;
}

/// The head of a chunk: player 1, consented, and a table; then a blob of nothing.
Bytes chunkOf(const QByteArray& table, const QByteArray& frames, const char* consented = "01")
{
    return fromHex(
        (QByteArray("01000000") + consented + table + frames + toHex(packBlob(Bytes{}))).constData());
}

} // namespace

class TestIcrepVoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void joining_data()
    {
        QTest::addColumn<int>("msPerTick");
        QTest::addColumn<qint64>("apart");
        QTest::addColumn<int>("spans");
        QTest::newRow("slower, 15 ticks") << 67 << qint64{15} << 1;
        QTest::newRow("slower, 16 ticks") << 67 << qint64{16} << 2;
        QTest::newRow("normal, 20 ticks") << 50 << qint64{20} << 1;
        QTest::newRow("normal, 21 ticks") << 50 << qint64{21} << 2;
        QTest::newRow("slow steps") << 1500 << qint64{1} << 1;
        QTest::newRow("slow steps apart") << 1500 << qint64{2} << 2;
        QTest::newRow("same tick") << 67 << qint64{0} << 1;
    }
    void joining()
    {
        QFETCH(int, msPerTick);
        QFETCH(qint64, apart);
        QFETCH(int, spans);
        const std::vector<VoiceFrame> frames{frameAt(50), frameAt(50 + static_cast<SimTick>(apart))};
        QCOMPARE(voiceSpans(frames, msPerTick).size(), static_cast<std::size_t>(spans));
    }
    void targetsStayApart()
    {
        const std::vector<VoiceSpan> wanted{{100, 109, 10, VoiceTarget::All, 0},
                                            {110, 110, 1, VoiceTarget::Team, 0},
                                            {120, 120, 1, VoiceTarget::Player, 3},
                                            {121, 121, 1, VoiceTarget::Player, 4}};
        QVERIFY(voiceSpans(talk(), 67) == wanted);
        QVERIFY(voiceSpans({}, 67).empty());
    }
    void bothWays()
    {
        const auto frames = talk();
        const auto track = parseVoice(encodeVoice(7, true, frames, 67), 0);
        QVERIFY(track.has_value());
        QCOMPARE(track->player, PlayerId{7});
        QVERIFY(track->consented);
        QCOMPARE(track->frames, 13U);
        QVERIFY(track->spans == voiceSpans(frames, 67));
    }
    void layout()
    {
        const std::vector<VoiceFrame> frames{frameAt(100, VoiceTarget::Player, 3)};
        const Bytes sound = packBlob(fromHex("6400000000000000 0200000000000000 7864 02000000 03000000"));
        const QByteArray head =
            toHex(fromHex("07000000 01 01000000"
                          "6400000000000000 6400000000000000 01000000 02 03000000 01000000"));
        QCOMPARE(toHex(encodeVoice(7, true, frames, 67)), head + toHex(sound));
    }
    void nothingWithoutConsent()
    {
        const auto track = parseVoice(encodeVoice(7, false, talk(), 67), 0);
        QVERIFY(track.has_value());
        QVERIFY(!track->consented && track->frames == 0 && track->spans.empty());
    }
    void odd_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("frames");
        QTest::addColumn<QByteArray>("consented");
        QTest::addColumn<QString>("why");
        const QByteArray span = "0500000000000000 0900000000000000 02000000 00 00000000";
        const QByteArray one = "01000000" + span;
        const QByteArray two = "02000000";
        QTest::newRow("no consent") << one << two << QByteArray("00") << QStringLiteral("consent");
        QTest::newRow("no consent, frames only") << QByteArray("00000000") << QByteArray("01000000")
                                                 << QByteArray("00") << QStringLiteral("frames");
        QTest::newRow("consent is neither") << one << two << QByteArray("02") << QStringLiteral("boolean");
        QTest::newRow("more spans than bytes")
            << "ffffff7f" + span << two << QByteArray("01") << QStringLiteral("more spans");
        QTest::newRow("ends before it begins")
            << QByteArray("01000000 0900000000000000 0500000000000000 02000000 00 00000000") << two
            << QByteArray("01") << QStringLiteral("before it begins");
        QTest::newRow("target") << QByteArray(
                                       "01000000 0500000000000000 0900000000000000 02000000 03 00000000")
                                << two << QByteArray("01") << QStringLiteral("target");
        QTest::newRow("listener of all")
            << QByteArray("01000000 0500000000000000 0900000000000000 02000000 00 01000000") << two
            << QByteArray("01") << QStringLiteral("listener");
        QTest::newRow("out of order")
            << "02000000" + span + "0800000000000000 0900000000000000 00000000 00 00000000" << two
            << QByteArray("01") << QStringLiteral("frames");
        QTest::newRow("out of order, with frames")
            << "02000000" + span + "0800000000000000 0900000000000000 01000000 00 00000000"
            << QByteArray("03000000") << QByteArray("01") << QStringLiteral("order");
        QTest::newRow("frames elsewhere")
            << one << QByteArray("03000000") << QByteArray("01") << QStringLiteral("as many frames");
    }
    void odd()
    {
        QFETCH(QByteArray, table);
        QFETCH(QByteArray, frames);
        QFETCH(QByteArray, consented);
        QFETCH(QString, why);
        const auto track = parseVoice(chunkOf(table, frames, consented.constData()), 1000);
        QVERIFY(!track);
        QCOMPARE(track.error().code, model::ErrorCode::Damaged);
        QVERIFY(track.error().where.offset >= std::optional<std::uint64_t>(1000));
        QVERIFY2(track.error().message.contains(why), qPrintable(track.error().message));
    }
    void cutAnywhere()
    {
        const Bytes good = encodeVoice(7, true, talk(), 67);
        constexpr std::size_t Head = 4 + 1 + 4 + 4 * 25 + 4;
        constexpr std::size_t SmallestBlob = 5;
        for (std::size_t n = 0; n < good.size(); ++n) {
            const Bytes cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n));
            const auto track = parseVoice(cut, 0);
            if (n < Head + SmallestBlob)
                QVERIFY(!track);
            QVERIFY(track || !track.error().message.isEmpty());
        }
    }
    void flippedAnywhere()
    {
        const Bytes good = encodeVoice(7, true, talk(), 67);
        for (std::size_t i = 0; i < good.size(); ++i) {
            for (const unsigned mask : {0x01U, 0x80U, 0xFFU}) {
                Bytes bytes = good;
                bytes[i] ^= static_cast<std::byte>(mask);
                const auto track = parseVoice(bytes, 0);
                QVERIFY(track || !track.error().message.isEmpty());
                QVERIFY(!track || track->consented);
            }
        }
    }
};

} // namespace tst_icrep_voice

GHOSTLINE_TEST(tst_icrep_voice, TestIcrepVoice)
#include "tst_icrep_voice.moc"
