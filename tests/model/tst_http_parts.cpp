// SPDX-License-Identifier: GPL-3.0-or-later
// What the HTTP source is made of, without a network: the byte cache, sets of ranges, Content-Range.
#include "model/bytes/http_cache.h"
#include "model/bytes/http_reply_check.h"
#include "tests/support/http_reads.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>

namespace tst_http_parts {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr qint64 Size = 1'000'000;

std::vector<ByteRange> partsOf(const ByteRanges& ranges)
{
    return {ranges.parts().begin(), ranges.parts().end()};
}

} // namespace

class TestHttpParts : public QObject
{
    Q_OBJECT

    QByteArray m_bytes = noise(Size, 1);

private Q_SLOTS:
    void rangesAreTakenOut()
    {
        ByteRanges ranges({10, 100});
        ranges.remove({0, 10});
        ranges.remove({50, 50});
        ranges.remove({100, 200});
        QCOMPARE(partsOf(ranges), (std::vector<ByteRange>{{10, 100}}));
        ranges.remove({20, 30});
        ranges.remove({40, 50});
        ranges.remove({90, 300});
        QCOMPARE(partsOf(ranges), (std::vector<ByteRange>{{10, 20}, {30, 40}, {50, 90}}));
        QVERIFY(ranges.overlaps({19, 21}));
        QVERIFY(!ranges.overlaps({20, 30}));
        ranges.remove({0, 1000});
        QVERIFY(ranges.empty());
        QVERIFY(ByteRanges({5, 5}).empty());
    }

    void rangesAreJoined()
    {
        ByteRanges ranges({0, 1000});
        ranges.remove({100, 110});
        ranges.remove({200, 300});
        ranges.remove({400, 450});
        ranges.join(10, 4);
        QCOMPARE(partsOf(ranges), (std::vector<ByteRange>{{0, 200}, {300, 400}, {450, 1000}}));
        // More than may be: the nearest are joined.
        ranges.join(10, 2);
        QCOMPARE(partsOf(ranges), (std::vector<ByteRange>{{0, 200}, {300, 1000}}));
        ranges.join(100, 2);
        QCOMPARE(partsOf(ranges), (std::vector<ByteRange>{{0, 1000}}));
    }

    void theCacheKeepsItsCap()
    {
        HttpCache cache(300'000);
        const unsigned file = cache.addFile();
        const unsigned other = cache.addFile();
        const auto bytes = std::as_bytes(std::span(m_bytes.constData(), static_cast<std::size_t>(Size)));
        cache.insert(other, 0, bytes.first(100'000));
        // In pieces of all sizes, overlapping.
        for (std::size_t at = 0, step = 1; at + step < bytes.size(); at += step, step = step * 3 % 7919 + 1) {
            cache.insert(file, at, bytes.subspan(at - std::min<std::size_t>(at, 5), step));
            QVERIFY(cache.bytesUsed() <= 300'000);
            at -= std::min<std::size_t>(at, 5);
        }
        std::vector<std::byte> out(bytes.size());
        ByteRanges gone({0, 100'000});
        cache.copy(other, 0, std::span(out).first(100'000), gone);
        QCOMPARE(gone.parts().size(), std::size_t{1});
        QCOMPARE(gone.parts()[0], (ByteRange{0, 100'000}));
    }

    void theCacheGivesBackWhatItGot()
    {
        HttpCache cache(std::size_t{4} << 20);
        const unsigned file = cache.addFile();
        const auto bytes = std::as_bytes(std::span(m_bytes.constData(), static_cast<std::size_t>(Size)));
        QRandomGenerator random(4);
        ByteRanges expected({0, Size});
        for (int i = 0; i < 300; ++i) {
            const auto at = static_cast<std::size_t>(random.bounded(static_cast<int>(Size) - 5000));
            const auto count = static_cast<std::size_t>(random.bounded(1, 5000));
            cache.insert(file, at, bytes.subspan(at, count));
            expected.remove({at, at + count});
        }
        std::vector<std::byte> out(bytes.size());
        ByteRanges missing({0, Size});
        cache.copy(file, 0, out, missing);
        QVERIFY(std::ranges::equal(missing.parts(), expected.parts()));
        for (const ByteRange& hole : missing.parts())
            std::ranges::copy(bytes.subspan(hole.begin, hole.size()),
                              out.begin() + static_cast<long>(hole.begin));
        QVERIFY(std::ranges::equal(out, bytes));
        cache.dropFile(file);
        QCOMPARE(cache.bytesUsed(), std::size_t{0});
    }

    void contentRanges_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("good");
        QTest::newRow("plain") << QByteArray("bytes 0-9/10") << true;
        QTest::newRow("case and spaces") << QByteArray(" Bytes  5-9/100 ") << true;
        QTest::newRow("unknown size") << QByteArray("bytes 5-9/*") << true;
        QTest::newRow("no part") << QByteArray("bytes */10") << true;
        for (const char* bad :
             {"", "bytes", "bytes 0-9", "bytes 0-10/10", "bytes 9-0/10", "bytes 0-9/10/11", "bytes 0-9-9/10",
              "bytes a-9/10", "bytes 0x0-9/10", "bytes 0 - 9/10", "bytes +0-9/10", "bytes 0-9/1e2",
              "bytes -9/10", "bytes 0-18446744073709551615/*", "bytes 0-18446744073709551616/*",
              "bytes 0-9/10, bytes 0-9/10"})
            QTest::newRow(bad) << QByteArray(bad) << false;
    }

    void contentRanges()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, good);
        QCOMPARE(parseContentRange(text).has_value(), good);
    }
};

} // namespace tst_http_parts

GHOSTLINE_TEST(tst_http_parts, TestHttpParts)
#include "tst_http_parts.moc"
