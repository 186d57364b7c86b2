// SPDX-License-Identifier: GPL-3.0-or-later
// Metadata: what is read, what is left out, and that nothing else changes when something is.
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/rewrite/rewrite_metadata.h"
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_metadata {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;
using io::NbtCompound;
using io::NbtKind;
using io::NbtList;

namespace {

Bytes bytesOf(const NbtCompound& tree)
{
    Bytes out;
    io::writeNbt(out, tree);
    return out;
}

NbtList compounds(std::vector<io::NbtValue> values) { return {NbtKind::Compound, std::move(values)}; }

/// Everything we know, some of it in kinds and an order of its own, and keys of others.
NbtCompound foreignTree()
{
    NbtCompound player;
    player.set(QStringLiteral("name"), QStringLiteral("Runner"));
    player.set(QStringLiteral("other:skin"), QStringLiteral("alex"));
    player.set(QStringLiteral("uuid"), std::vector<std::int32_t>{0x11223344, 0x55667788, -1, 5});
    NbtCompound map;
    map.set(QStringLiteral("id"), QStringLiteral("m1"));
    map.set(QStringLiteral("name"), QStringLiteral("Loop"));
    NbtCompound marker;
    marker.set(QStringLiteral("ms"), std::int32_t{2500}); // an int where we write a long
    marker.set(QStringLiteral("tick"), std::int16_t{62});
    marker.set(QStringLiteral("kind"), QStringLiteral("checkpoint"));
    marker.set(QStringLiteral("id"), QStringLiteral("spring"));
    NbtCompound flag;
    flag.set(QStringLiteral("tick"), 120);
    flag.set(QStringLiteral("endTick"), 124);
    flag.set(QStringLiteral("check"), QStringLiteral("speed"));
    flag.set(QStringLiteral("severity"), std::int8_t{2});
    flag.set(QStringLiteral("score"), 0.75F);
    flag.set(QStringLiteral("other:key"), std::vector<std::int8_t>{1, 2});
    NbtCompound second;
    second.set(QStringLiteral("check"), QStringLiteral("timer"));
    second.set(QStringLiteral("tick"), 260);
    NbtCompound ring;
    ring.set(QStringLiteral("originTick"), 6000);
    ring.set(QStringLiteral("reason"), QStringLiteral("report"));
    ring.set(QStringLiteral("trigger"), 5400);
    NbtCompound tree;
    tree.set(QStringLiteral("other:first"), std::int64_t{1});
    tree.set(QStringLiteral("hc:player"), player);
    tree.set(QStringLiteral("hc:map"), map);
    tree.set(QStringLiteral("hc:outcome"), QStringLiteral("finish"));
    tree.set(QStringLiteral("hc:runTimeMs"), std::int32_t{24350});
    tree.set(QStringLiteral("hc:tickRate"), 20);
    tree.set(QStringLiteral("hc:markers"), compounds({marker}));
    tree.set(QStringLiteral("hc:flags"), compounds({flag, second}));
    tree.set(QStringLiteral("hc:dataVersion"), 4903);
    tree.set(QStringLiteral("hc:chunkVersions"), std::vector<std::int32_t>{4903, 4904});
    tree.set(QStringLiteral("hc:ring"), ring);
    tree.set(QStringLiteral("other:last"), NbtCompound{});
    return tree;
}

} // namespace

class TestRecordingMetadata : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyKeyIsRead()
    {
        QStringList ignored;
        const Metadata m = readMetadata(foreignTree(), &ignored);
        QCOMPARE(ignored, QStringList{});
        QCOMPARE(m.playerName, QStringLiteral("Runner"));
        QCOMPARE(m.playerId, QStringLiteral("11223344-5566-7788-ffff-ffff00000005"));
        QCOMPARE(m.mapId, QStringLiteral("m1"));
        QCOMPARE(m.mapName, QStringLiteral("Loop"));
        QCOMPARE(m.outcome, QStringLiteral("finish"));
        QCOMPARE(m.runTimeMs.value_or(0), std::int64_t{24350});
        QCOMPARE(m.tickRate, 20);
        QCOMPARE(int(m.markers.size()), 1);
        QCOMPARE(m.markers[0].tick, 62);
        QCOMPARE(m.markers[0].kind, QStringLiteral("checkpoint"));
        QCOMPARE(m.markers[0].id, QStringLiteral("spring"));
        QCOMPARE(m.markers[0].ms, std::int64_t{2500});
        QCOMPARE(int(m.flags.size()), 2);
        QCOMPARE(m.flags[0].endTick, 124);
        QCOMPARE(m.flags[0].severity, 2);
        QCOMPARE(m.flags[0].score, 0.75);
        QCOMPARE(m.flags[1].endTick, 260); // none said: the tick itself
        QCOMPARE(m.dataVersion.value_or(0), 4903);
        QVERIFY((m.chunkVersions == std::vector<std::int32_t>{4903, 4904}));
        QVERIFY(m.ring);
        QCOMPARE(m.ring->originTick, 6000);
        QCOMPARE(m.ring->reason, QStringLiteral("report"));
        QCOMPARE(m.ring->trigger, 5400);
    }

    void scoresReadAsTheyWereWritten_data()
    {
        QTest::addColumn<bool>("narrow"); // a float in the recording
        QTest::addColumn<double>("recorded");
        QTest::addColumn<double>("score");
        QTest::newRow("float") << true << 0.71 << 0.71;
        QTest::newRow("float of nine digits") << true << 0.123456789 << 0.12345679;
        QTest::newRow("float that is no number") << true << qQNaN() << qQNaN();
        QTest::newRow("widened by its writer") << false << static_cast<double>(0.71F) << 0.71;
        QTest::newRow("exact in both") << false << 0.75 << 0.75;
        QTest::newRow("double") << false << 0.71 << 0.71;
        QTest::newRow("double of more digits") << false << 1.0 / 3.0 << 1.0 / 3.0;
        QTest::newRow("double beyond any float") << false << 1e300 << 1e300;
        QTest::newRow("endless") << false << -qInf() << -qInf();
    }
    void scoresReadAsTheyWereWritten()
    {
        QFETCH(bool, narrow);
        QFETCH(double, recorded);
        QFETCH(double, score);
        NbtCompound flag;
        if (narrow)
            flag.set(QStringLiteral("score"), static_cast<float>(recorded));
        else
            flag.set(QStringLiteral("score"), recorded);
        NbtCompound tree;
        tree.set(QStringLiteral("hc:flags"), compounds({flag}));
        const Metadata m = readMetadata(tree, nullptr);
        QCOMPARE(m.flags.size(), std::size_t{1});
        QVERIFY2(m.flags[0].score == score || (qIsNaN(m.flags[0].score) && qIsNaN(score)),
                 qPrintable(QString::number(m.flags[0].score, 'g', 17)));
        // What nobody changed keeps its bytes.
        QCOMPARE(hexOf(bytesOf(metadataTree(m))), hexOf(bytesOf(tree)));
    }

    void emptyIsFine()
    {
        QStringList ignored;
        const Metadata m = readMetadata({}, &ignored);
        QVERIFY(ignored.isEmpty());
        QCOMPARE(m.tickRate, 20);
        QVERIFY(!m.runTimeMs && !m.ring && !m.dataVersion && m.flags.empty());
        QCOMPARE(hexOf(bytesOf(metadataTree(m))), QByteArray("0a00"));
    }

    void unchangedKeepsEveryByte()
    {
        const NbtCompound tree = foreignTree();
        QCOMPARE(hexOf(bytesOf(metadataTree(readMetadata(tree)))), hexOf(bytesOf(tree)));
    }

    void oneChangeTouchesOneThing()
    {
        Metadata m = readMetadata(foreignTree());
        m.flags[0].verdict = QStringLiteral("cleared");
        m.flags[0].reviewed = true;
        m.flags[0].note = QStringLiteral("lag");
        const NbtCompound tree = metadataTree(m);
        const NbtCompound before = foreignTree();
        for (std::size_t i = 0; i < before.entries.size(); ++i) { // same keys in the same order
            QCOMPARE(tree.entries[i].first, before.entries[i].first);
            if (tree.entries[i].first == QStringLiteral("hc:flags"))
                continue;
            QCOMPARE(tree.entries[i].second.toJson(), before.entries[i].second.toJson());
            QCOMPARE(int(tree.entries[i].second.kind()), int(before.entries[i].second.kind()));
        }
        const auto& flags = tree.find(u"hc:flags")->as<NbtList>()->values;
        const auto& changed = *flags[0].as<NbtCompound>();
        QCOMPARE(changed.find(u"verdict")->text(), QStringLiteral("cleared"));
        QCOMPARE(changed.find(u"reviewed")->integer().value_or(0), std::int64_t{1});
        QVERIFY(changed.find(u"other:key") != nullptr);
        QVERIFY(changed.find(u"reviewer") == nullptr);
        // The other flag keeps its own order and its own keys.
        QCOMPARE(flags[1].as<NbtCompound>()->entries.front().first, QStringLiteral("check"));
        QCOMPARE(int(flags[1].as<NbtCompound>()->entries.size()), 2);
        const Metadata again = readMetadata(tree);
        QCOMPARE(again.flags[0].note, QStringLiteral("lag"));
        QVERIFY(again.flags[0].reviewed);
    }

    void aFlagInFrontMovesNothing()
    {
        Metadata m = readMetadata(foreignTree());
        RecordedFlag flag;
        flag.tick = 5;
        flag.check = QStringLiteral("reach");
        m.flags.insert(m.flags.begin(), flag);
        m.flags.pop_back();
        const NbtCompound tree = metadataTree(m);
        const auto& flags = tree.find(u"hc:flags")->as<NbtList>()->values;
        QCOMPARE(int(flags.size()), 2);
        QVERIFY(flags[0].as<NbtCompound>()->find(u"other:key") == nullptr);
        QVERIFY(flags[1].as<NbtCompound>()->find(u"other:key") != nullptr);
    }

    void newMetadataHasOurKinds()
    {
        Metadata m;
        m.playerName = QStringLiteral("Runner");
        m.playerId = QStringLiteral("11223344-5566-7788-99aa-bbccddeeff00");
        m.mapName = QStringLiteral("Loop");
        m.outcome = QStringLiteral("open");
        m.runTimeMs = 1000;
        m.tickRate = 40;
        m.markers = {{1, QStringLiteral("end"), QStringLiteral("finish"), 50}};
        m.flags.resize(1);
        m.flags[0].check = QStringLiteral("speed");
        m.flags[0].severity = 3;
        m.dataVersion = 4903;
        m.chunkVersions = {4903};
        m.ring = Metadata::Ring{1, QStringLiteral("report"), 2};
        const NbtCompound tree = metadataTree(m);
        const auto kind = [&](QStringView key) { return int(tree.find(key)->kind()); };
        QCOMPARE(kind(u"hc:runTimeMs"), int(NbtKind::Long));
        QCOMPARE(kind(u"hc:tickRate"), int(NbtKind::Int));
        QCOMPARE(kind(u"hc:chunkVersions"), int(NbtKind::IntArray));
        const auto& flag = *tree.find(u"hc:flags")->as<NbtList>()->values[0].as<NbtCompound>();
        QCOMPARE(int(flag.find(u"severity")->kind()), int(NbtKind::Byte));
        QCOMPARE(int(flag.find(u"score")->kind()), int(NbtKind::Double));
        QCOMPARE(int(flag.find(u"reviewed")->kind()), int(NbtKind::Byte));
        const auto& player = *tree.find(u"hc:player")->as<NbtCompound>();
        QCOMPARE(int(player.find(u"uuid")->kind()), int(NbtKind::IntArray));
        const Metadata again = readMetadata(tree);
        QCOMPARE(again.playerId, m.playerId);
        QCOMPARE(again.tickRate, 40);
        QCOMPARE(again.markers[0].ms, std::int64_t{50});
        QCOMPARE(again.ring->trigger, 2);
        QCOMPARE(again.flags[0].severity, 3);
        QVERIFY(again.mapId.isEmpty());
    }

    void aCutMovesTheTriggerOrLeavesItOut_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("trigger");
        QTest::newRow("inside") << 5000 << 6000 << 400;
        QTest::newRow("first tick") << 5400 << 5401 << 0;
        QTest::newRow("before") << 5401 << 6000 << -1;
        QTest::newRow("behind") << 0 << 5400 << -1;
    }
    void aCutMovesTheTriggerOrLeavesItOut()
    {
        QFETCH(int, first);
        QFETCH(int, end);
        QFETCH(int, trigger);
        NbtCompound tree = foreignTree();
        cutMetadata(tree, first, end);
        const auto* ring = tree.find(u"hc:ring")->as<NbtCompound>();
        QCOMPARE(ring->find(u"trigger") != nullptr, trigger >= 0);
        QStringList ignored;
        const Metadata cut = readMetadata(tree, &ignored);
        QCOMPARE(cut.ring->trigger, trigger);
        QCOMPARE(cut.ring->originTick, 6000 + first);
        QCOMPARE(ignored, QStringList());
        // Written anew it is still not there.
        Metadata renamed = cut;
        renamed.ring->reason = QStringLiteral("other");
        const NbtCompound again = metadataTree(renamed);
        QCOMPARE(again.find(u"hc:ring")->as<NbtCompound>()->find(u"trigger") != nullptr, trigger >= 0);
    }

    void emptyingAList()
    {
        Metadata m = readMetadata(foreignTree());
        m.flags.clear();
        const NbtCompound tree = metadataTree(m);
        const auto* list = tree.find(u"hc:flags")->as<NbtList>();
        QVERIFY(list != nullptr && list->values.empty());
        QVERIFY(io::parseNbt(bytesOf(tree)));
    }

    void wrongKinds_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("ignored");
        const auto row = [](const char* key, int what, const char* ignored) {
            QTest::newRow(ignored) << QString::fromLatin1(key) << what << QString::fromLatin1(ignored);
        };
        for (const char* key : {"hc:player", "hc:map", "hc:runTimeMs", "hc:tickRate", "hc:markers",
                                "hc:flags", "hc:dataVersion", "hc:chunkVersions", "hc:ring"})
            row(key, 0, key);
        row("hc:outcome", 1, "hc:outcome");
    }
    void wrongKinds()
    {
        QFETCH(QString, key);
        QFETCH(int, what);
        QFETCH(QString, ignored);
        NbtCompound tree = foreignTree();
        if (what == 0)
            tree.set(key, QStringLiteral("nonsense"));
        else
            tree.set(key, 5);
        QStringList found;
        const Metadata m = readMetadata(tree, &found);
        QCOMPARE(found, QStringList{ignored});
        // It stays as it is when something else changes.
        Metadata changed = m;
        changed.tree.set(QStringLiteral("more"), 1);
        NbtCompound wanted = tree;
        wanted.set(QStringLiteral("more"), 1);
        QCOMPARE(hexOf(bytesOf(metadataTree(changed))), hexOf(bytesOf(wanted)));
    }

    void outOfSense_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<qlonglong>("value");
        QTest::newRow("rate 0") << QStringLiteral("hc:tickRate") << 0LL;
        QTest::newRow("rate 1001") << QStringLiteral("hc:tickRate") << 1001LL;
        QTest::newRow("rate -20") << QStringLiteral("hc:tickRate") << -20LL;
        QTest::newRow("time -1") << QStringLiteral("hc:runTimeMs") << -1LL;
        QTest::newRow("version beyond int") << QStringLiteral("hc:dataVersion") << 5000000000LL;
    }
    void outOfSense()
    {
        QFETCH(QString, key);
        QFETCH(qlonglong, value);
        NbtCompound tree;
        tree.set(key, static_cast<std::int64_t>(value));
        QStringList ignored;
        const Metadata m = readMetadata(tree, &ignored);
        QCOMPARE(ignored, QStringList{key});
        QCOMPARE(m.tickRate, 20);
        QVERIFY(!m.runTimeMs && !m.dataVersion);
    }

    void wrongInside()
    {
        NbtCompound flag;
        flag.set(QStringLiteral("tick"), -5);
        flag.set(QStringLiteral("endTick"), 3);
        flag.set(QStringLiteral("severity"), std::int8_t{4});
        flag.set(QStringLiteral("score"), QStringLiteral("much"));
        NbtCompound player;
        player.set(QStringLiteral("uuid"), std::vector<std::int32_t>{1, 2, 3});
        NbtCompound tree;
        tree.set(QStringLiteral("hc:player"), player);
        tree.set(QStringLiteral("hc:flags"), compounds({flag}));
        QStringList ignored;
        const Metadata m = readMetadata(tree, &ignored);
        QCOMPARE(ignored,
                 (QStringList{QStringLiteral("hc:player.uuid"), QStringLiteral("hc:flags[0].tick"),
                              QStringLiteral("hc:flags[0].severity"), QStringLiteral("hc:flags[0].score")}));
        QCOMPARE(m.flags[0].tick, 0);
        QCOMPARE(m.flags[0].endTick, 3);
        QCOMPARE(m.flags[0].severity, 0);
    }
};

} // namespace tst_recording_metadata

GHOSTLINE_TEST(tst_recording_metadata, TestRecordingMetadata)
#include "tst_recording_metadata.moc"
