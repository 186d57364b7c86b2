// SPDX-License-Identifier: GPL-3.0-or-later
// The golden files as sections, keyframes and chunks: what is there, what is damaged, and how little opening
// reads.
#include "codecs/io/byte_cursor.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/counted_source.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QJsonArray>

namespace tst_icrep_file_shared {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using ironcurtain::ChunkKind;
using ironcurtain::ReplayFile;

namespace {

constexpr ChunkKind Kinds[] = {ChunkKind::Orders, ChunkKind::Events, ChunkKind::Voice, ChunkKind::Keyframe,
                               ChunkKind::Signatures};

/// Damages that cost something, as "section offset".
QStringList lostPlaces(const ironcurtain::DamageList& damages)
{
    QStringList out;
    for (const ironcurtain::Damage& damage : damages) {
        if (damage.lost)
            out << u"%1 %2"_s.arg(ironcurtain::sectionName(damage.section)).arg(damage.offset);
    }
    return out;
}

QStringList expectedPlaces(const QJsonObject& file)
{
    QStringList out;
    for (const auto damage : file["damages"_L1].toArray())
        out << u"%1 %2"_s.arg(damage["section"_L1].toString()).arg(damage["offset"_L1].toInteger());
    return out;
}

} // namespace

class TestIcrepFileShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("iron-curtain/expected.json"); }

    void everyGoldenFileIsAsExpected_data() { addGoldenRows(); }
    void everyGoldenFileIsAsExpected()
    {
        QFETCH(QString, name);
        const QJsonObject truth = expected(name);
        const auto file = openGolden(name);
        QVERIFY(file);
        const bool journal = truth["form"_L1].toString() == u"journal"_s;
        QCOMPARE(file->form() == ReplayFile::Form::Journal, journal);
        QCOMPARE(qint64(file->lastTick()), truth["total_ticks"_L1].toInteger());
        QCOMPARE(qint64(file->bytes()), truth["bytes"_L1].toInteger());

        const QJsonObject blocks = truth["blocks"_L1].toObject();
        std::size_t signatures = 0;
        for (const ChunkKind kind : Kinds) {
            const auto chunks = file->chunks(kind, {});
            QVERIFY(chunks);
            QCOMPARE(qint64(chunks->size()), blocks[ironcurtain::chunkName(kind)].toInteger(0));
            for (const ironcurtain::ChunkEntry& chunk : *chunks) {
                QVERIFY(file->payload(chunk, {}));
                if (kind == ChunkKind::Signatures)
                    signatures += chunk.count;
            }
        }
        if (journal)
            QCOMPARE(qint64(signatures), truth["signatures"_L1]["count"_L1].toInteger());
        const auto section = file->signatureSection({});
        QVERIFY(section);
        QCOMPARE(section->empty(), journal || name == u"golden-truncated"_s);
        QCOMPARE(lostPlaces(file->damages()), expectedPlaces(truth));
    }

    void everyKeyframeUnpacks_data() { addGoldenRows(); }
    void everyKeyframeUnpacks()
    {
        QFETCH(QString, name);
        const QJsonObject truth = expected(name)["keyframes"_L1].toObject();
        const auto file = openGolden(name);
        QVERIFY(file);
        QCOMPARE(qsizetype(file->keyframes().size()), truth.size());
        for (int i = 0; i < int(file->keyframes().size()); ++i) {
            const ironcurtain::KeyframeEntry& entry = file->keyframes()[std::size_t(i)];
            const bool lost = truth[QString::number(entry.tick)].toString() == u"lost"_s;
            QCOMPARE(entry.inFile, !lost);
            QCOMPARE(file->keyframeOf(entry.tick), i);
            QCOMPARE(file->keyframeOf(entry.tick + 1), -1);
            QCOMPARE(file->keyframeAt(entry.tick + 1), i);
            const auto raw = file->keyframe(i, {});
            QCOMPARE(raw.has_value(), !lost);
            if (lost) {
                QCOMPARE(raw.error().where.offset, std::optional(entry.offset));
                continue;
            }
            // A full one begins with its tick, a delta with baseline, hash of the baseline, tick.
            QCOMPARE(raw->size(), std::size_t(entry.uncompressed));
            const std::size_t at = entry.full ? 0 : 40;
            QCOMPARE(io::loadLe<std::uint64_t>(raw->data() + at), entry.tick);
        }
        QCOMPARE(file->keyframeAt(0), 0);
        QVERIFY(!file->keyframe(-1, {}));
        QVERIFY(!file->keyframe(int(file->keyframes().size()), {}));
    }

    void lostTicksAreTold()
    {
        const auto file = openGolden(u"golden-truncated"_s);
        QVERIFY(file);
        const auto at = [&](std::uint64_t offset) {
            for (const ironcurtain::Damage& damage : file->damages()) {
                if (damage.offset == offset)
                    return std::pair(damage.first.value_or(9999), damage.last.value_or(9999));
            }
            return std::pair<ironcurtain::SimTick, ironcurtain::SimTick>(8888, 8888);
        };
        QCOMPARE(at(61282), std::pair(std::uint64_t{4800}, std::uint64_t{6300}));
        QCOMPARE(at(68175), std::pair(std::uint64_t{0}, std::uint64_t{6300})); // the events
        QCOMPARE(at(86880), std::pair(std::uint64_t{9999}, std::uint64_t{9999}));
    }

    void metadataIsRead()
    {
        const auto file = openGolden(u"golden-chained"_s);
        QVERIFY(file);
        const ironcurtain::Metadata& meta = file->metadata();
        QVERIFY(meta.layoutKnown());
        QVERIFY(meta.hashKnown());
        QCOMPARE(meta.deltaMode, ironcurtain::DeltaMode::Chained);
        QCOMPARE(meta.msPerTick(), 67);
        QCOMPARE(meta.players.size(), std::size_t{4});
        QCOMPARE(meta.players[3].name, u"P4"_s);
        QCOMPARE(meta.players[3].apm, std::optional(63.0));
        QCOMPARE(meta.json["x_unknown"_L1].toArray().size(), qsizetype{2});
    }

    void openingReadsTheIndexOnly()
    {
        auto counted = std::make_unique<CountedSource>(
            std::make_unique<model::MemorySource>(goldenBytes(u"golden-cumulative"_s)));
        const auto counters = counted->counters();
        const auto file = ReplayFile::open(std::move(counted), {}, {});
        QVERIFY(file);
        QVERIFY2(counters->reads <= 2, qPrintable(QString::number(counters->reads)));
        QVERIFY((*file)->chunks(ChunkKind::Events, {}));
        QVERIFY2(counters->reads <= 5, qPrintable(QString::number(counters->reads)));
        const std::uint64_t before = counters->reads;
        QVERIFY((*file)->chunks(ChunkKind::Events, {}));
        QCOMPARE(std::uint64_t(counters->reads), before);
    }

    void anyCutIsSurvived_data() { addGoldenRows({u"golden-tampered-hash"_s, u"golden-tampered-sig"_s}); }
    void anyCutIsSurvived()
    {
        QFETCH(QString, name);
        const ironcurtain::Bytes whole = goldenBytes(name);
        // Every place of the head and the index, then a spread of others.
        for (std::size_t cut = 0; cut < whole.size(); cut += cut < 1500 ? 1 : 997) {
            const auto file = ReplayFile::open(std::make_unique<model::MemorySource>(ironcurtain::Bytes(
                                                   whole.begin(), whole.begin() + std::ptrdiff_t(cut))),
                                               {}, {});
            if (!file) {
                QVERIFY(!file.error().message.isEmpty());
                continue;
            }
            for (const ChunkKind kind : Kinds)
                QVERIFY((*file)->chunks(kind, {}));
            for (int i = 0; i < int((*file)->keyframes().size()); ++i)
                QCOMPARE((*file)->keyframe(i, {}).has_value(), (*file)->keyframes()[std::size_t(i)].inFile);
            if ((*file)->form() == ReplayFile::Form::Finalised)
                QVERIFY2(!lostPlaces((*file)->damages()).isEmpty(), qPrintable(QString::number(cut)));
        }
    }

    void anyFlippedChunkIsFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("from");
        for (const char* name : {"golden-cumulative", "golden-journal"})
            QTest::newRow(name) << QString::fromLatin1(name) << qint64(1200);
    }
    void anyFlippedChunkIsFound()
    {
        QFETCH(QString, name);
        QFETCH(qint64, from);
        const ironcurtain::Bytes whole = goldenBytes(name);
        const auto intact = openBytes(whole);
        QVERIFY(intact);
        const ironcurtain::SectionExtent keyframes = intact->header().keyframes;
        const ironcurtain::SectionExtent signature = intact->header().signature;
        const auto inside = [](std::size_t at, const ironcurtain::SectionExtent& place) {
            return at >= place.offset && at < std::size_t{place.offset} + place.length;
        };
        for (std::size_t at = std::size_t(from); at < whole.size(); at += 313) {
            if (inside(at, keyframes) || inside(at, signature))
                continue; // no checksum of their own
            ironcurtain::Bytes bytes = whole;
            bytes[at] ^= std::byte{0x10};
            const auto file = openBytes(bytes);
            QVERIFY(file);
            for (const ChunkKind kind : Kinds) {
                const auto chunks = file->chunks(kind, {});
                QVERIFY(chunks);
                for (const ironcurtain::ChunkEntry& chunk : *chunks)
                    (void)file->payload(chunk, {});
            }
            QVERIFY2(!lostPlaces(file->damages()).isEmpty(), qPrintable(QString::number(at)));
        }
    }
};

} // namespace tst_icrep_file_shared

GHOSTLINE_TEST(tst_icrep_file_shared, TestIcrepFileShared)
#include "tst_icrep_file_shared.moc"
