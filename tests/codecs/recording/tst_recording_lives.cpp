// SPDX-License-Identifier: GPL-3.0-or-later
// Which actor an entity number means.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/state/lives.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>

namespace tst_recording_lives {

using namespace ghostline::recording;
using ghostline::model::ActorId;

class TestRecordingLives : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void playerIsAlwaysThere();
    void reuse_data();
    void reuse();
    void snapshotOfEvents();
    void snapshotBlob();
    void limits();
};

namespace {

const Kind Stray{"minecraft:stray", -1};
const Kind Arrow{"minecraft:arrow", -1};

SpawnEntity spawnAt(std::int32_t id, const Kind& type, double x)
{
    return {id, type, {{x, 64.0, 0.0}, 0.0F, 0.0F}};
}

/// Lives and the world beside them, as both readers step them.
struct Both
{
    World world;
    Lives lives;
    ActorId spawn(const SpawnEntity& event)
    {
        const ActorId actor = lives.spawn(event, world);
        world.take(0, event);
        return actor;
    }
    void destroy(std::int32_t id)
    {
        lives.destroy(id);
        world.take(0, DestroyEntity{id});
    }
};

} // namespace

void TestRecordingLives::playerIsAlwaysThere()
{
    Both run;
    QCOMPARE(run.lives.actor(0), ActorId{0});
    QCOMPARE(run.lives.count(), 1U);
    run.destroy(0);
    QCOMPARE(run.spawn(spawnAt(0, Arrow, 50.0)), ActorId{0});
    run.lives.beginSnapshot();
    run.lives.endSnapshot();
    QCOMPARE(run.lives.alive().size(), std::size_t{1});
    QCOMPARE(run.lives.alive()[0].actor, ActorId{0});
    QCOMPARE(run.lives.actor(3), ActorId::None);
}

void TestRecordingLives::reuse_data()
{
    QTest::addColumn<bool>("destroyed");
    QTest::addColumn<bool>("otherType");
    QTest::addColumn<double>("x");
    QTest::addColumn<bool>("same");
    QTest::newRow("described anew") << false << false << 5.9 << true;
    QTest::newRow("further away") << false << false << 6.1 << false;
    QTest::newRow("another type") << false << true << 5.0 << false;
    QTest::newRow("after it went") << true << false << 5.0 << false;
}

void TestRecordingLives::reuse()
{
    QFETCH(bool, destroyed);
    QFETCH(bool, otherType);
    QFETCH(double, x);
    QFETCH(bool, same);
    Both run;
    QCOMPARE(run.spawn(spawnAt(4, Stray, 5.0)), ActorId{1});
    if (destroyed)
        run.destroy(4);
    QCOMPARE(run.spawn(spawnAt(4, otherType ? Arrow : Stray, x)), ActorId{same ? 1U : 2U});
    QCOMPARE(run.lives.actor(4), ActorId{same ? 1U : 2U});
    QCOMPARE(run.lives.count(), same ? 2U : 3U);
}

void TestRecordingLives::snapshotOfEvents()
{
    Both run;
    run.spawn(spawnAt(1, Stray, 0.0));
    run.spawn(spawnAt(2, Stray, 0.0));
    run.spawn(spawnAt(3, Stray, 0.0));
    // A reader that begins here does not know where they were.
    Both late = run;
    run.lives.beginSnapshot();
    run.world.beginSnapshot();
    late.lives.beginSnapshot();
    late.world.reset();
    for (Both* reader : {&run, &late}) {
        QCOMPARE(reader->spawn(spawnAt(1, Stray, 70.0)), ActorId{1}); // wherever it is
        QCOMPARE(reader->spawn(spawnAt(2, Arrow, 0.0)), ActorId{4});
        QCOMPARE(reader->spawn(spawnAt(1, Stray, 90.0)), ActorId{5}); // named once already
        reader->lives.endSnapshot();
        QCOMPARE(reader->lives.actor(3), ActorId::None);
        QCOMPARE(reader->lives.alive().size(), std::size_t{3});
    }
    QCOMPARE(run.lives, late.lives);
}

void TestRecordingLives::snapshotBlob()
{
    Both run;
    run.spawn(spawnAt(1, Stray, 0.0));
    run.spawn(spawnAt(2, Stray, 0.0));
    run.lives.beginSnapshot();
    run.lives.keep(0, "minecraft:player");
    run.lives.keep(1, "minecraft:stray");
    run.lives.keep(9, "minecraft:arrow");
    run.lives.endSnapshot();
    QCOMPARE(run.lives.actor(1), ActorId{1});
    QCOMPARE(run.lives.actor(2), ActorId::None);
    QCOMPARE(run.lives.actor(9), ActorId{3});
}

void TestRecordingLives::limits()
{
    Lives lives;
    const World world;
    QCOMPARE(lives.spawn(spawnAt(-4, Stray, 0.0), world), ActorId::None);
    QCOMPARE(lives.spawn(spawnAt(4, Stray, std::nan("")), world), ActorId::None);
    // Numbers given out in the worst order, again and again: not a second's work.
    std::uint32_t next = lives.count();
    for (int round = 0; next < MaxLives; ++round) {
        for (std::int32_t id = 60'000; id > 0 && next < MaxLives; --id)
            QCOMPARE(lives.spawn(spawnAt(id, Stray, 10.0 * round), world), ActorId{next++});
    }
    QCOMPARE(lives.spawn(spawnAt(7, Stray, 0.0), world), ActorId::None);
    QCOMPARE(lives.actor(7), ActorId::None);
    QCOMPARE(lives.count(), static_cast<std::uint32_t>(MaxLives));
}

} // namespace tst_recording_lives

GHOSTLINE_TEST(tst_recording_lives, TestRecordingLives)
#include "tst_recording_lives.moc"
