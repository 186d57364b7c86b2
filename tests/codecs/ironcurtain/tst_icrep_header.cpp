// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed header both ways, and metadata of any kind.
#include "codecs/ironcurtain/container/header.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cstring>

namespace tst_icrep_header {

using namespace ghostline;
using namespace Qt::StringLiterals;
using namespace ghostline::ironcurtain;

namespace {

Header sample()
{
    Header header;
    header.flags = Signed | HasEvents | Incomplete;
    std::uint32_t next = 100;
    for (SectionExtent* place : {&header.metadata, &header.orders, &header.keyframes, &header.events,
                                 &header.signature, &header.voice, &header.embedded}) {
        next += 11;
        place->offset = next;
        next += 7;
        place->length = next;
    }
    header.totalTicks = 0x1'0000'0002;
    header.finalStateHash.fill(std::byte{0xAB});
    header.lostFrames = 77;
    return header;
}

std::span<const std::byte> bytesOf(const QByteArray& text)
{
    return std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
}

} // namespace

class TestIcrepHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTheSameBothWays()
    {
        const Bytes bytes = encodeHeader(sample());
        QCOMPARE(bytes.size(), HeaderBytes);
        const auto header = parseHeader(bytes);
        QVERIFY(header);
        QVERIFY(*header == sample());
        QVERIFY(!header->journal());
        QVERIFY(header->has(Signed));
        QVERIFY(!header->has(HasVoice));
    }
    void everyFieldIsAtItsPlace_data()
    {
        QTest::addColumn<int>("offset");
        QTest::addColumn<quint32>("value");
        QTest::newRow("magic") << 0 << 0x50524349U;
        QTest::newRow("metadata offset") << 8 << 111U;
        QTest::newRow("metadata length") << 12 << 118U;
        QTest::newRow("orders") << 16 << 129U;
        QTest::newRow("keyframes") << 24 << 147U;
        QTest::newRow("events") << 32 << 165U;
        QTest::newRow("signature") << 40 << 183U;
        QTest::newRow("total ticks, low half") << 48 << 2U;
        QTest::newRow("total ticks, high half") << 52 << 1U;
        QTest::newRow("final hash") << 84 << 0xABABABABU;
        QTest::newRow("voice") << 88 << 201U;
        QTest::newRow("embedded") << 96 << 219U;
        QTest::newRow("lost frames") << 104 << 77U;
    }
    void everyFieldIsAtItsPlace()
    {
        QFETCH(int, offset);
        QFETCH(quint32, value);
        const Bytes bytes = encodeHeader(sample());
        quint32 found = 0;
        std::memcpy(&found, bytes.data() + offset, sizeof found);
        QCOMPARE(found, value);
    }
    void whatCannotBeReadIsNamed_data()
    {
        QTest::addColumn<int>("offset");
        QTest::addColumn<int>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("postcard") << 4 << 2 << int(model::ErrorCode::Unsupported) << u"postcard"_s;
        QTest::newRow("version 7") << 4 << 7 << int(model::ErrorCode::Unsupported) << u"version 7"_s;
        QTest::newRow("zstd") << 6 << 2 << int(model::ErrorCode::Unsupported) << u"zstd"_s;
        QTest::newRow("compression 9") << 6 << 9 << int(model::ErrorCode::Unsupported) << u"compression 9"_s;
        QTest::newRow("magic") << 1 << 0 << int(model::ErrorCode::Damaged) << u"ICRP"_s;
    }
    void whatCannotBeReadIsNamed()
    {
        QFETCH(int, offset);
        QFETCH(int, value);
        QFETCH(int, code);
        QFETCH(QString, says);
        Bytes bytes = encodeHeader(sample());
        bytes[std::size_t(offset)] = std::byte(value);
        const auto header = parseHeader(bytes);
        QVERIFY(!header);
        QCOMPARE(int(header.error().code), code);
        QVERIFY2(header.error().message.contains(says), qPrintable(header.error().message));
        QVERIFY(header.error().where.offset);
    }
    void aCutHeaderIsDamaged()
    {
        const Bytes bytes = encodeHeader(sample());
        for (std::size_t size = 0; size < HeaderBytes; ++size) {
            const auto header = parseHeader(std::span(bytes).first(size));
            QVERIFY(!header);
            QCOMPARE(header.error().code, model::ErrorCode::Damaged);
        }
    }

    void metadataOfAnyKind_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<bool>("readable");
        QTest::addColumn<int>("ms");
        const auto row = [](const char* name, const char* json, bool readable, int ms) {
            QTest::newRow(name) << QByteArray(json) << readable << ms;
        };
        row("empty object", "{}", true, 67);
        row("nothing", "", false, 67);
        row("an array", "[1]", false, 67);
        row("cut", "{\"game_speed\": \"nor", false, 67);
        row("slowest", R"({"game_speed":"slowest"})", true, 80);
        row("slower", R"({"game_speed":"slower"})", true, 67);
        row("normal", R"({"game_speed":"normal"})", true, 50);
        row("faster", R"({"game_speed":"faster"})", true, 35);
        row("fastest", R"({"game_speed":"fastest","duration_seconds":9,"total_ticks":9})", true, 20);
        row("from the duration", R"({"duration_seconds":123,"total_ticks":3000})", true, 41);
        row("unknown speed", R"({"game_speed":"warp","duration_seconds":10,"total_ticks":100})", true, 100);
        row("no ticks", R"({"duration_seconds":123,"total_ticks":0})", true, 67);
        row("very long", R"({"duration_seconds":1e30,"total_ticks":1})", true, 10000);
        row("negative", R"({"duration_seconds":-5,"total_ticks":10})", true, 1);
        row("under a millisecond", R"({"duration_seconds":0.001,"total_ticks":10})", true, 67);
        row("other types", R"({"game_speed":5,"players":{"a":1},"total_ticks":"x","ic_viewer":[1]})", true,
            67);
    }
    void metadataOfAnyKind()
    {
        QFETCH(QByteArray, json);
        QFETCH(bool, readable);
        QFETCH(int, ms);
        const auto metadata = parseMetadata(bytesOf(json), 108);
        QCOMPARE(metadata.has_value(), readable);
        if (!metadata) {
            QVERIFY(metadata.error().where.offset >= std::uint64_t{108});
            return;
        }
        QCOMPARE(metadata->msPerTick(), ms);
        QVERIFY(!metadata->layoutKnown());
        QVERIFY(!metadata->hashKnown());
    }
    void playersAreTaken()
    {
        const QByteArray json =
            R"({"players":[{"slot":3,"name":"A","faction":"soviet","outcome":"won","apm_avg":61.5},
            {"name":"B"},{"slot":-1},{"slot":4294967296},7]})";
        const auto metadata = parseMetadata(bytesOf(json), 0);
        QVERIFY(metadata);
        QCOMPARE(metadata->players.size(), std::size_t{3});
        QCOMPARE(metadata->players[0].slot, 3U);
        QCOMPARE(metadata->players[0].apm, std::optional(61.5));
        QCOMPARE(metadata->players[1].slot, 1U); // its place, where nothing is said
        QVERIFY(!metadata->players[1].apm);
        QByteArray many = "{\"players\":[";
        for (int i = 0; i < 100; ++i)
            many += "{},";
        many += "{}]}";
        QCOMPARE(parseMetadata(bytesOf(many), 0)->players.size(), std::size_t{64});
    }
    void tooMuchMetadataIsRefused()
    {
        QByteArray json = "{\"x\":\"";
        json.append((1 << 20) - json.size() - 2, 'a');
        json += "\"}";
        QVERIFY(parseMetadata(bytesOf(json), 0));
        json.insert(7, 'a');
        const auto metadata = parseMetadata(bytesOf(json), 9);
        QVERIFY(!metadata);
        QCOMPARE(metadata.error().code, model::ErrorCode::LimitExceeded);
    }
};

} // namespace tst_icrep_header

GHOSTLINE_TEST(tst_icrep_header, TestIcrepHeader)
#include "tst_icrep_header.moc"
