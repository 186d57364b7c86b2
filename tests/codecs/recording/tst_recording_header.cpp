// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a recording: there and back, and whatever else may be in its place.
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/limits.h"
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/codecs/recording/sample_header.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_header {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

class TestRecordingHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        for (const Profile profile : All) {
            const Header header = sampleHeader(profile);
            const Bytes bytes = writeHeader(header);
            QCOMPARE(int(bytes.size()), 256);
            const auto read = parseHeader(bytes);
            QVERIFY2(read, read ? "" : qPrintable(read.error().message));
            QCOMPARE(int(read->profile), int(profile));
            QCOMPARE(read->flags, header.flags);
            QVERIFY(read->worldId == header.worldId);
            QCOMPARE(read->worldIdText(), QStringLiteral("00112233-4455-6677-8899-aabbccddeeff"));
            QCOMPARE(read->worldVersion, header.worldVersion);
            QCOMPARE(read->startMs, header.startMs);
            QCOMPARE(read->dictionary, header.dictionary);
            QCOMPARE(read->metadataBytes, header.metadataBytes);
            QCOMPARE(read->indexBytes, header.indexBytes);
            QCOMPARE(read->tickCount, header.tickCount);
            QCOMPARE(read->chunkCount, header.chunkCount);
            QCOMPARE(read->dataVersion, header.dataVersion);
            QCOMPARE(hexOf(writeHeader(*read)), hexOf(bytes));
        }
    }

    void fieldsLieWhereTheyShould()
    {
        const Bytes draft = writeHeader(sampleHeader(Profile::S1));
        QCOMPARE(hexOf(draft).left(14), QByteArray("48435250"
                                                   "01"
                                                   "0003")
                                            .left(14));
        QCOMPARE(io::loadBe<std::int64_t>(draft.data() + 39), std::int64_t{1786000000123});
        QCOMPARE(io::loadBe<std::int32_t>(draft.data() + 61), 3);
        Header header = sampleHeader(Profile::H5);
        header.worldVersion = QByteArray(5, 'x');
        const Bytes real = writeHeader(header);
        QCOMPARE(int(real[24]), 5);
        QCOMPARE(io::loadBe<std::int64_t>(real.data() + 30), std::int64_t{1786000000123});
        QCOMPARE(io::loadBe<std::int32_t>(real.data() + 56), 4903);
    }

    void worldVersions_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("kept");
        QTest::newRow("H5, none") << int(Profile::H5) << 0 << 0;
        QTest::newRow("H5, 32") << int(Profile::H5) << 32 << 32;
        QTest::newRow("H4, 32") << int(Profile::H4) << 32 << 32;
        QTest::newRow("H5, too long is cut") << int(Profile::H5) << 40 << 32;
        QTest::newRow("S1, short is padded") << int(Profile::S1) << 3 << 16;
        QTest::newRow("S1, long is cut") << int(Profile::S1) << 32 << 16;
    }
    void worldVersions()
    {
        QFETCH(int, profile);
        QFETCH(int, bytes);
        QFETCH(int, kept);
        Header header = sampleHeader(static_cast<Profile>(profile));
        header.worldVersion = QByteArray(bytes, 'w');
        const auto read = parseHeader(writeHeader(header));
        QVERIFY(read);
        QCOMPARE(int(read->worldVersion.size()), kept);
        QVERIFY(read->worldVersion.startsWith(header.worldVersion.left(kept)));
        QCOMPARE(read->tickCount, 500);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& hex, model::ErrorCode code,
                            const char* message) {
            QTest::newRow(name) << hex << int(code) << QString::fromLatin1(message);
        };
        using model::ErrorCode;
        row("nothing", "", ErrorCode::UnknownFormat, "this is no recording");
        row("three bytes", "484352", ErrorCode::UnknownFormat, "this is no recording");
        row("another magic", "48435251 0005", ErrorCode::UnknownFormat, "this is no recording");
        row("only a magic", "48435250", ErrorCode::Damaged,
            "the header is corrupt: it ends before its version");
        row("version 0", "48435250 0000", ErrorCode::Unsupported, "unsupported version 0");
        row("version 2, draft", "48435250 0200", ErrorCode::Unsupported, "unsupported version 2");
        row("version 3", "48435250 0003", ErrorCode::Unsupported, "unsupported version 3");
        row("version 6", "48435250 0006", ErrorCode::Unsupported, "unsupported version 6");
        row("version 255", "48435250 00ff", ErrorCode::Unsupported, "unsupported version 255");
        row("cut", "48435250 0005 0000", ErrorCode::Damaged,
            "the header is corrupt: only 8 of its 256 bytes");
    }
    void refused()
    {
        QFETCH(QByteArray, start);
        QFETCH(int, code);
        QFETCH(QString, message);
        const auto read = parseHeader(bytesOfHex(start));
        QVERIFY(!read);
        QCOMPARE(int(read.error().code), code);
        QVERIFY2(read.error().message.startsWith(message), qPrintable(read.error().message));
    }

    void guards_data()
    {
        QTest::addColumn<int>("metadata");
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("code");
        constexpr int Good = -1;
        QTest::newRow("empty") << 0 << 0 << 0 << 0 << Good;
        QTest::newRow("as large as it may be") << (64 << 20) - 256 - 10 << 10 << 1 << 1 << Good;
        QTest::newRow("one byte more")
            << (64 << 20) - 256 - 10 << 11 << 1 << 1 << int(model::ErrorCode::LimitExceeded);
        QTest::newRow("two times 2 GiB")
            << 0x7FFFFFFF << 0x7FFFFFFF << 1 << 1 << int(model::ErrorCode::LimitExceeded);
        QTest::newRow("negative metadata") << -1 << 0 << 0 << 0 << int(model::ErrorCode::Damaged);
        QTest::newRow("negative index") << 0 << -1 << 0 << 0 << int(model::ErrorCode::Damaged);
        QTest::newRow("negative ticks") << 0 << 0 << -1 << 0 << int(model::ErrorCode::Damaged);
        QTest::newRow("negative chunks") << 0 << 0 << 0 << -1 << int(model::ErrorCode::Damaged);
    }
    void guards()
    {
        QFETCH(int, metadata);
        QFETCH(int, index);
        QFETCH(int, ticks);
        QFETCH(int, chunks);
        QFETCH(int, code);
        for (const Profile profile : All) {
            Header header = sampleHeader(profile);
            header.metadataBytes = metadata;
            header.indexBytes = index;
            header.tickCount = ticks;
            header.chunkCount = chunks;
            const auto read = parseHeader(writeHeader(header));
            QCOMPARE(read ? -1 : int(read.error().code), code);
        }
    }

    void longWorldVersionIsCorrupt()
    {
        Bytes bytes = writeHeader(sampleHeader(Profile::H5));
        bytes[24] = std::byte{33};
        const auto read = parseHeader(bytes);
        QVERIFY(!read);
        QVERIFY(read.error().message.contains(QLatin1String("33 bytes")));
    }

    void headerChangedAnywhere()
    {
        for (const Profile profile : All) {
            const Bytes bytes = writeHeader(sampleHeader(profile));
            for (std::size_t at = 0; at < bytes.size(); ++at) {
                for (int bit = 0; bit < 8; ++bit) {
                    Bytes changed = bytes;
                    changed[at] ^= static_cast<std::byte>(1U << bit);
                    const auto read = parseHeader(changed);
                    if (read)
                        QVERIFY(read->preambleBytes() <= MaxPreamble && read->chunkCount >= 0);
                }
            }
        }
    }
};

} // namespace tst_recording_header

GHOSTLINE_TEST(tst_recording_header, TestRecordingHeader)
#include "tst_recording_header.moc"
