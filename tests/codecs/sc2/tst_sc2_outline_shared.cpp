// SPDX-License-Identifier: GPL-3.0-or-later
// What the head alone tells of every shared replay, against all of it and against what other readers found.
#include "codecs/sc2/replay/outline.h"
#include "codecs/sc2/replay/sc2_source.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/support/test_driver.h"

namespace tst_sc2_outline_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

class TestSc2OutlineShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sameAsTheWhole_data() { addReplayRows(); }
    void sameAsTheWhole()
    {
        QFETCH(QString, replay);
        const auto outline = outlineOf(**model::openFile(replayPath(replay)), {});
        const auto source = Sc2Source::open(*model::openFile(replayPath(replay)), {});
        QCOMPARE(outline.has_value(), source.has_value());
        if (!source)
            return;
        const auto index = (*source)->waitComplete();
        QVERIFY(index);
        const model::ReplayInfo& whole = *(*index)->info;
        const model::ReplayInfo& head = *outline->info;
        QCOMPARE(head.format, whole.format);
        QCOMPARE(head.formatVersion, whole.formatVersion);
        QCOMPARE(head.map, whole.map);
        QCOMPARE(head.bytes, whole.bytes);
        QVERIFY(head.teams == whole.teams);
        QCOMPARE(head.players.size(), whole.players.size());
        for (std::size_t i = 0; i < head.players.size(); ++i) {
            QCOMPARE(head.players[i].name, whole.players[i].name);
            QCOMPARE(head.players[i].clan, whole.players[i].clan);
            QCOMPARE(head.players[i].team, whole.players[i].team);
            QCOMPARE(head.players[i].facts.front(), whole.players[i].facts.front()); // the race
            if (!whole.players[i].resultInferred)
                QCOMPARE(head.players[i].result, whole.players[i].result);
        }
        const qint64 loops = expected(replay)["elapsedGameLoops"_L1].toInteger();
        if ((*index)->frames() == loops + 1) { // it was recorded to the end, and no further
            QCOMPARE(outline->duration, (*index)->timeAxis.duration());
            QCOMPARE(head.recordedAt, whole.recordedAt);
        }
    }

    /// Who plays is held against them where heads are read (tst_sc2_head_shared).
    void sameAsOthersFound_data() { addReplayRows(); }
    void sameAsOthersFound()
    {
        QFETCH(QString, replay);
        const QJsonObject wanted = expected(replay);
        const auto outline = outlineOf(**model::openFile(replayPath(replay)), {});
        QVERIFY(outline);
        if (wanted.contains("map"_L1))
            QCOMPARE(outline->info->map, wanted["map"_L1].toString());
    }
};

} // namespace tst_sc2_outline_shared

GHOSTLINE_TEST(tst_sc2_outline_shared, TestSc2OutlineShared)
#include "tst_sc2_outline_shared.moc"
