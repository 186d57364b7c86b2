// SPDX-License-Identifier: GPL-3.0-or-later
// Splits of two runs made by hand: which numbers there are, and which there must not be.
#include "model/compare/splits.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_splits {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr Micros Frame{50'000};

/// A run along x that takes these checkpoints, 10 m apart, at this speed, and arrives 10 m after the last.
RunTrack runBy(const QByteArrayList& ids, double step, bool arrives = true)
{
    RunMaker run;
    double x = 0.0;
    for (const QByteArray& id : ids)
        run.walk({x += 10.0, 0.0, 0.0}, step).checkpoint(id.constData());
    run.walk({x + 10.0, 0.0, 0.0}, step);
    if (arrives)
        run.finish();
    return run.track();
}

/// "id=delta(section delta)" in frames, a dash where there is none.
QString told(const Splits& splits)
{
    const auto number = [](const std::optional<Micros>& time) {
        return time ? QString::number(*time / Frame) : QStringLiteral("-");
    };
    QStringList rows;
    for (const Split& row : splits.rows)
        rows << QStringLiteral("%1=%2(%3)").arg(row.id, number(row.delta), number(row.sectionDelta));
    return rows.join(u' ');
}

} // namespace

class TestSplits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deltas_data()
    {
        QTest::addColumn<QByteArrayList>("a");
        QTest::addColumn<QByteArrayList>("b");
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("final");
        const auto row = [](const char* name, const char* a, const char* b, const char* rows,
                            const char* final) {
            const auto ids = [](const char* text) {
                QByteArrayList list = QByteArray(text).split(' ');
                list.removeAll({});
                return list;
            };
            QTest::newRow(name) << ids(a) << ids(b) << QString::fromLatin1(rows)
                                << QString::fromLatin1(final);
        };
        // B needs 20 frames for 10 m, A 40.
        row("same", "p q", "p q", "p=-20(-20) q=-40(-20) finish=-60(-20)", "-60");
        row("none", "", "", "finish=-20(-20)", "-20");
        row("swapped", "p q r s", "p r q s", "p=-20(-20) r=-(-) q=-(-) s=-80(-) finish=-100(-20)", "-100");
        row("missing in B", "p q r", "p r", "p=-20(-20) r=-(-) finish=-(-20)", "-");
        row("missing in A", "p r", "p q r", "p=-20(-20) q=-(-) r=-(-) finish=-(-20)", "-");
        row("unknown in A", "p", "x", "x=-(-) finish=-(-)", "-");
        row("lap twice", "p q p q", "p q p q", "p=-20(-20) q=-40(-20) p=-60(-20) q=-80(-20) finish=-100(-20)",
            "-100");
        row("a lap fewer", "p q p q", "p q", "p=-20(-20) q=-40(-20) finish=-(-20)", "-");
        row("a lap more", "p q", "p q p q", "p=-20(-20) q=-40(-20) p=-(-) q=-(-) finish=-(-20)", "-");
        row("called like the finish", "finish", "finish", "finish=-20(-20) finish=-40(-20)", "-40");
    }
    void deltas()
    {
        QFETCH(QByteArrayList, a);
        QFETCH(QByteArrayList, b);
        QFETCH(QString, rows);
        QFETCH(QString, final);
        const Splits splits = splitsOf(runBy(a, 0.25), runBy(b, 0.5), Alignment::Start);
        QCOMPARE(told(splits), rows);
        QCOMPARE(splits.finalDelta ? QString::number(*splits.finalDelta / Frame) : QStringLiteral("-"),
                 final);
        QCOMPARE(splits.accuracy, Frame);
        QVERIFY(splits.rows.back().finish);
        for (std::size_t i = 0; i + 1 < splits.rows.size(); ++i)
            QVERIFY(!splits.rows[i].finish);
    }

    void aRow()
    {
        RunMaker a;
        a.stand(7).start().walk({10.0, 0.0, 0.0}, 0.25).checkpoint("p");
        RunMaker b;
        b.stand(3).start().walk({10.0, 0.0, 0.0}, 0.5).checkpoint("p").walk({30.0, 0.0, 0.0}, 1.0);
        const Splits splits = splitsOf(a.track(), b.track(), Alignment::Start);
        QCOMPARE(splits.rows.size(), std::size_t{1});
        const Split& row = splits.rows[0];
        QCOMPARE(row.from, QStringLiteral("start"));
        QCOMPARE(*row.frameA, 47);
        QCOMPARE(*row.frameB, 23);
        QCOMPARE(*row.timeA, 40 * Frame);
        QCOMPARE(*row.timeB, 20 * Frame);
        QCOMPARE(*row.sectionA, 40 * Frame);
        QCOMPARE(*row.sectionB, 20 * Frame);
        QCOMPARE(*row.speedA, 5.0); // only the frame before it
        QCOMPARE(*row.speedB, 15.0);
        QVERIFY(!splits.finalDelta);
        const Split byTick = splitsOf(a.track(), b.track(), Alignment::Tick).rows[0];
        QCOMPARE(*byTick.timeA, 47 * Frame);
        QCOMPARE(*byTick.delta, -24 * Frame);
        QCOMPARE(*byTick.sectionDelta, -20 * Frame);
    }

    void onlyOneArrived_data()
    {
        QTest::addColumn<bool>("first");
        QTest::newRow("A") << true;
        QTest::newRow("B") << false;
    }
    void onlyOneArrived()
    {
        QFETCH(bool, first);
        const Splits splits =
            splitsOf(runBy({"p"}, 0.25, first), runBy({"p"}, 0.5, !first), Alignment::Start);
        QVERIFY(!splits.finalDelta);
        QCOMPARE(told(splits),
                 first ? QStringLiteral("p=-20(-20)") : QStringLiteral("p=-20(-20) finish=-(-)"));
        if (!first)
            QVERIFY(splits.rows.back().timeB && !splits.rows.back().timeA);
    }

    void failedAttemptsAreCounted()
    {
        RunMaker b;
        b.walk({10.0, 0.0, 0.0}, 0.5)
            .checkpoint("p")
            .walk({15.0, 0.0, 0.0}, 0.5)
            .jump({10.0, 0.0, 0.0})
            .reset();
        b.walk({20.0, 0.0, 0.0}, 0.5).finish();
        const Splits splits = splitsOf(runBy({"p"}, 0.25), b.track(), Alignment::Checkpoint);
        QCOMPARE(told(splits), QStringLiteral("p=-20(-20) finish=-29(-9)"));
    }

    void bestOfSeveralRuns()
    {
        const RunTrack slow = runBy({"p", "q"}, 0.25);
        RunTrack mixed = runBy({"p", "q"}, 0.25);
        mixed.checkpoints[0].frame = 30; // fast to p, slow to q
        const RunTrack swapped = runBy({"q", "p"}, 0.5);
        const BestSections best = bestSections({&slow, &mixed, &swapped});
        QCOMPARE(best.rows.size(), std::size_t{3});
        QCOMPARE(best.rows[0].best, 30 * Frame); // swapped has none from the start to p
        QCOMPARE(best.rows[0].run, 1);
        QCOMPARE(best.rows[0].from, QStringLiteral("start"));
        QCOMPARE(best.rows[1].best, 40 * Frame);
        QCOMPARE(best.rows[1].run, 0); // the first of equals
        QCOMPARE(best.rows[2].id, QStringLiteral("finish"));
        QVERIFY(best.rows[2].finish);
        QCOMPARE(best.rows[2].best, 40 * Frame);
        QCOMPARE(*best.sum, 110 * Frame);
        QVERIFY(!bestSections({}).sum);
        const RunTrack nothing = RunMaker().track();
        QVERIFY(!bestSections({&nothing, &slow}).sum);
        // Who did not arrive has sections, but not all of them.
        RunTrack givenUp = slow;
        givenUp.finished = false;
        QCOMPARE(bestSections({&givenUp, &slow}).rows.size(), std::size_t{2});
        QVERIFY(!bestSections({&givenUp, &slow}).sum);
    }

    void names()
    {
        for (const Alignment alignment :
             {Alignment::Start, Alignment::Tick, Alignment::Checkpoint, Alignment::Progress})
            QCOMPARE(alignmentNamed(alignmentName(alignment)), std::optional(alignment));
        QVERIFY(!alignmentNamed(QStringLiteral("nearest")));
        QVERIFY(noNumberName(NoNumber::None).isEmpty());
        QCOMPARE(noNumberName(NoNumber::OffPath), QStringLiteral("off_path"));
    }
};

} // namespace tst_splits

GHOSTLINE_TEST(tst_splits, TestSplits)
#include "tst_splits.moc"
