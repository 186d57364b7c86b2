// SPDX-License-Identifier: GPL-3.0-or-later
// Lives of units, and the supply they make up, beside those that an independent reader tells of.
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/tracked_replay.h"
#include "tests/support/test_driver.h"

namespace tst_sc2_lives_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using test::compare;
using test::Counts;
using test::load;
using test::toCounts;
using test::Tracked;
using test::trackedRows;

class TestSc2LivesShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lives_data();
    void lives();
    void alwaysAliveOrGone_data();
    void alwaysAliveOrGone();
    void supply_data();
    void supply();
};

void TestSc2LivesShared::lives_data() { trackedRows(); }

void TestSc2LivesShared::lives()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    const UnitLives& lives = all.lives;
    QCOMPARE(lives.lives.size(), all.events.births.size());
    Counts died;
    std::size_t gone = 0;
    std::size_t reports = 0;
    for (std::size_t i = 0; i < lives.lives.size(); ++i) {
        const UnitLife& life = lives.lives[i];
        QVERIFY(i == 0 || lives.lives[i - 1].first <= life.first);
        QVERIFY(life.end >= life.first);
        QVERIFY2(life.died == (life.end != OpenEnd), "gone without a death");
        reports += life.reportCount - 1U - (life.died ? 1U : 0U);
        if (!life.died)
            continue;
        ++gone;
        ++died[all.name(lives.typeAt(life, life.end))];
        QVERIFY(life.killer == NoLife || lives.lives[life.killer].first <= life.end);
    }
    QCOMPARE(gone, all.events.deaths.size());
    compare(died, toCounts(all.tracker.value(QLatin1String("diedByType"))), "died");
    QCOMPARE(reports, all.events.positions.size()); // all of them found somebody
    std::size_t killers = 0;
    for (const TrackedDeath& death : all.events.deaths)
        killers += death.hasKiller ? 1 : 0;
    std::size_t resolved = 0;
    for (const UnitLife& life : lives.lives)
        resolved += life.killer != NoLife ? 1 : 0;
    QCOMPARE(resolved, killers);
    const QJsonObject lobby = all.expected.value(QLatin1String("initData")).toObject();
    const int width = lobby.value(QLatin1String("mapSizeX")).toInt();
    const int height = lobby.value(QLatin1String("mapSizeY")).toInt();
    for (const Report& report : lives.reports) {
        QVERIFY(report.x >= 0 && report.x <= float(width == 0 ? 256 : width));
        QVERIFY(report.y >= 0 && report.y <= float(height == 0 ? 256 : height));
    }
}

void TestSc2LivesShared::alwaysAliveOrGone_data() { trackedRows(); }

/// The number alive is births less deaths at any loop, and everybody is found while alive.
void TestSc2LivesShared::alwaysAliveOrGone()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    for (std::uint32_t loop = 0; loop <= all.events.lastLoop; loop += 1 + all.events.lastLoop / 97) {
        const auto until = [loop](const auto& rows) {
            return std::count_if(rows.begin(), rows.end(),
                                 [loop](const auto& row) { return row.loop <= loop; });
        };
        std::ptrdiff_t alive = 0;
        for (std::uint32_t i = 0; i < all.lives.lives.size(); ++i) {
            const UnitLife& life = all.lives.lives[i];
            const bool is = life.first <= loop && loop < life.end;
            alive += is ? 1 : 0;
            QCOMPARE(all.lives.find(life.tag, loop), is ? i : NoLife);
        }
        QCOMPARE(alive, until(all.events.births) - until(all.events.deaths));
    }
}

void TestSc2LivesShared::supply_data()
{
    QTest::addColumn<QString>("replay");
    if (test::replays().isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    for (const char* name : {"2.1.4.32283", "3.0.0.38215", "3.12.0.51702", "3.4.0.44401", "4.3.0.64469",
                             "5.0.0.80949_TvZ", "5.0.16.97563_PvT_unknown_build", "5.0.9.87702_2v2AI"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// What the game reports as supply used is what lives, and what is in production, which has no life yet.
void TestSc2LivesShared::supply()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    double least = 1e9;
    double most = -1e9;
    double sumUsed = 0;
    double sumAlive = 0;
    for (const TrackedStats& stats : all.events.stats) {
        const double used = double(stats[Stat::FoodUsed]) / 4096;
        double alive = 0;
        for (const UnitLife& life : all.lives.lives) {
            if (life.first > stats.loop || stats.loop >= life.end ||
                all.lives.ownerAt(life, stats.loop) != stats.player)
                continue;
            const UnitType* type = findUnitType(all.events.names[all.lives.typeAt(life, stats.loop)]);
            alive += type != nullptr ? double(type->supply) : 0;
        }
        sumUsed += used;
        sumAlive += alive;
        least = std::min(least, used - alive);
        most = std::max(most, used - alive);
    }
    // Warp-ins count twice for a moment and balance changes are not in the table, so some slack both ways.
    QVERIFY2(least >= -12 && most <= 60, qPrintable(QStringLiteral("%1 to %2").arg(least).arg(most)));
    QVERIFY2(sumAlive >= 0.9 * sumUsed && sumAlive <= 1.01 * sumUsed,
             qPrintable(QStringLiteral("%1 of %2").arg(sumAlive).arg(sumUsed)));
}

} // namespace tst_sc2_lives_shared

GHOSTLINE_TEST(tst_sc2_lives_shared, TestSc2LivesShared)
#include "tst_sc2_lives_shared.moc"
