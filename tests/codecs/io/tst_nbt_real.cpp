// SPDX-License-Identifier: GPL-3.0-or-later
// NBT files of others: real ones, and the bytes of each kind beside their meaning.
#include "codecs/io/nbt_read.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <set>
#include <zlib.h>

namespace tst_nbt_real {

using namespace ghostline;
using namespace ghostline::io;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& raw)
{
    std::vector<std::byte> out(static_cast<std::size_t>(raw.size()));
    if (!out.empty())
        std::memcpy(out.data(), raw.constData(), out.size());
    return out;
}
QByteArray rawOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

QByteArray gunzip(const QByteArray& packed)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return {};
    QByteArray out(1 << 20, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int rc = inflate(&stream, Z_FINISH);
    out.truncate(rc == Z_STREAM_END ? static_cast<qsizetype>(stream.total_out) : 0);
    inflateEnd(&stream);
    return out;
}

QByteArray fileBytes(const QString& relative)
{
    QFile file(test::sharedData(relative));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray raw = file.readAll();
    return raw.startsWith(QByteArray("\x1f\x8b")) ? gunzip(raw) : raw;
}

QJsonObject vectors()
{
    return QJsonDocument::fromJson(fileBytes(QStringLiteral("recording/synthetic/vectors.json"))).object();
}

} // namespace

class TestNbtReal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("recording/synthetic/vectors.json"); }

    void files_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("entries");
        QTest::newRow("bigtest") << "recording/nbt/bigtest.nbt" << 11;
        QTest::newRow("bigtest, packed") << "recording/nbt/bigtest.nbt.gz" << 11;
        QTest::newRow("scoreboard") << "recording/nbt/scoreboard.dat" << -1;
        QTest::newRow("hello world") << "recording/synthetic/hello_world.nbt" << 1;
        QTest::newRow("vent.schem") << "recording/schem/vent.schem" << -1;
        QTest::newRow("small.schem") << "recording/schem/small.schem" << -1;
        QTest::newRow("motw_num_0.schem") << "recording/schem/motw_num_0.schem" << -1;
    }
    void files()
    {
        QFETCH(QString, path);
        QFETCH(int, entries);
        const QByteArray raw = fileBytes(path);
        QVERIFY(!raw.isEmpty());
        const auto bytes = bytesOf(raw);
        const auto read = parseNbt(bytes);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(!read->entries.empty());
        if (entries >= 0)
            QCOMPARE(int(read->entries.size()), entries);
        // The root's name is not kept; behind it every byte comes back.
        std::vector<std::byte> again;
        writeNbt(again, *read);
        QVERIFY(raw.endsWith(rawOf(again).mid(1)));
        ByteCursor skipped(again);
        QVERIFY(skipNbt(skipped) && skipped.atEnd());
    }

    void bigtestValues()
    {
        const auto bytes = bytesOf(fileBytes(QStringLiteral("recording/nbt/bigtest.nbt")));
        const auto read = parseNbt(bytes);
        QVERIFY(read);
        QCOMPARE(read->find(u"longTest")->integer().value_or(0), std::numeric_limits<std::int64_t>::max());
        QCOMPARE(read->find(u"shortTest")->integer().value_or(0), std::int64_t{32767});
        QCOMPARE(read->find(u"byteTest")->integer().value_or(0), std::int64_t{127});
        QCOMPARE(read->find(u"doubleTest")->number().value_or(0), 0.49312871321823148);
        QVERIFY(read->find(u"stringTest")->text().contains(QStringLiteral("\u00c5\u00c4\u00d6")));
        const auto* array = read->entries.at(9).second.as<std::vector<std::int8_t>>();
        QVERIFY(array != nullptr);
        QCOMPARE(int(array->size()), 1000);
        for (int n = 0; n < 1000; ++n) // as its name says
            QCOMPARE(int(array->at(static_cast<std::size_t>(n))), (n * n * 255 + n * 7) % 100);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("torn, named") << "recording/nbt/emptyComp.nbt";
        QTest::newRow("little-endian") << "recording/nbt/level.dat";
    }
    void refused()
    {
        QFETCH(QString, path);
        const auto bytes = bytesOf(fileBytes(path));
        QVERIFY(!bytes.empty());
        const auto read = parseNbt(bytes);
        QVERIFY(!read);
        QVERIFY(read.error().code == model::ErrorCode::Damaged);
        QVERIFY(read.error().where.offset.has_value());
    }

    void kinds()
    {
        const QJsonArray kinds = vectors().value(QStringLiteral("nbt_kinds")).toArray();
        QVERIFY(kinds.size() >= 12);
        std::set<int> seen;
        for (const auto element : kinds) {
            const QJsonObject row = element.toObject();
            const auto bytes =
                bytesOf(QByteArray::fromHex(row.value(QStringLiteral("hex")).toString().toLatin1()));
            const auto read = parseNbt(bytes);
            QVERIFY2(read, qPrintable(row.value(QStringLiteral("kind")).toString()));
            const NbtValue& value = read->entries.front().second;
            QCOMPARE(int(value.kind()), row.value(QStringLiteral("tag")).toInt());
            QCOMPARE(nbtToJson(*read), row.value(QStringLiteral("value")).toObject());
            std::vector<std::byte> again;
            writeNbt(again, *read);
            QCOMPARE(rawOf(again), rawOf(bytes));
            seen.insert(int(value.kind()));
        }
        QCOMPARE(int(seen.size()), 12);
    }

    void roots()
    {
        const QJsonObject all = vectors();
        const auto empty = bytesOf(QByteArray::fromHex(
            all.value(QStringLiteral("nbt_nameless_empty_compound")).toString().toLatin1()));
        const auto none = parseNbt(empty);
        QVERIFY(none && none->entries.empty());
        const auto named = bytesOf(
            QByteArray::fromHex(all.value(QStringLiteral("nbt_named_hello_world")).toString().toLatin1()));
        const auto hello = parseNbt(named);
        QVERIFY(hello);
        QCOMPARE(hello->find(u"name")->text(), QStringLiteral("Bananrama"));
    }

    void texts()
    {
        const QJsonArray rows = vectors().value(QStringLiteral("modified_utf8")).toArray();
        QVERIFY(rows.size() >= 5);
        for (const auto element : rows) {
            const QJsonObject row = element.toObject();
            const QByteArray raw =
                QByteArray::fromHex(row.value(QStringLiteral("hex")).toString().toLatin1());
            const QString text = row.value(QStringLiteral("json")).toString();
            QCOMPARE(rawOf(toModifiedUtf8(text)), raw.mid(2));
            const auto back = fromModifiedUtf8(bytesOf(raw.mid(2)));
            QVERIFY(back);
            QCOMPARE(*back, text);
        }
    }
};

} // namespace tst_nbt_real

GHOSTLINE_TEST(tst_nbt_real, TestNbtReal)
#include "tst_nbt_real.moc"
