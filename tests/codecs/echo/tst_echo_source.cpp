// SPDX-License-Identifier: GPL-3.0-or-later
// The replay made of frames: revisions, times, failures, whatever order is asked in.
#include "codecs/echo/frame/skeleton.h"
#include "codecs/echo/replay/properties.h"
#include "tests/codecs/echo/source_match.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <random>
#include <semaphore>

namespace tst_echo_source {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;
using model::FrameNumber;
using model::FrameTime;
using model::WorldState;

class TestEchoSource : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void info();
    void poses();
    void revisions();
    void closedWhileScanning();
    void failures_data();
    void failures();
    void lostSpan();
    void tooMuch();
    void cancelledLookingAhead();
    void anyOrder_data();
    void anyOrder();
    void times();
    void native();
};

void TestEchoSource::info()
{
    const auto source = openWith(plainMatch);
    QVERIFY(source);
    const auto index = source->index();
    QCOMPARE(index->frames(), 300);
    QCOMPARE(index->keyframes.count(), 5);
    QCOMPARE(index->timeAxis.duration(), model::Micros{299 * 20'000});
    const model::ReplayInfo& info = *index->info;
    QCOMPARE(info.recordedAt.toMSecsSinceEpoch(), StartMs);
    QCOMPARE(info.bytes, std::uint64_t{4711});
    QCOMPARE(info.cast.size(), std::size_t{5});
    QCOMPARE(info.cast[3].name, QStringLiteral("P3"));
    QCOMPARE(info.cast[3].team, 1);
    QCOMPARE(info.cast[3].nativeId, std::int64_t{1003});
    QVERIFY(info.cast[3].principal && !info.cast[3].focus && info.cast[4].focus);
    QVERIFY(info.cast[4].shape == model::ActorShape::Disc);
    QCOMPARE(info.actorProperties.size(), std::size_t{actor_property::Count});
    QCOMPARE(info.matchProperties.size(), std::size_t{match_property::Count});
    QSet<QString> ids;
    for (const model::PropertyInfo& p : info.actorProperties)
        ids.insert(p.id);
    for (const model::PropertyInfo& p : info.matchProperties)
        ids.insert(p.id);
    QCOMPARE(ids.size(), int{actor_property::Count} + int{match_property::Count});
    QCOMPARE(info.property(info.teamProperty)->id, QStringLiteral("team"));
    const model::Scoreboard& board = info.scoreboard;
    const auto matchId = [&](model::MatchPropertyId id) { return info.property(id)->id; };
    QCOMPARE(matchId(board.clock), QStringLiteral("game_clock"));
    QCOMPARE(matchId(board.status), QStringLiteral("game_status"));
    QCOMPARE(matchId(board.score[1]), QStringLiteral("orange_points"));
    QCOMPARE(matchId(board.possession), QStringLiteral("possession_team"));
    for (const model::Statistic& s : board.statistics) {
        QCOMPARE(info.property(s.actor)->id, s.id);
        QCOMPARE(matchId(s.teams[0]), QStringLiteral("blue_team_") + s.id);
        QCOMPARE(matchId(s.teams[1]), QStringLiteral("orange_team_") + s.id);
    }
    const model::Skeleton& skeleton = info.skeletons.at(0);
    QCOMPARE(skeleton.bones.size(), TrackedBones + Bones);
    QCOMPARE(skeleton.parents.size(), skeleton.bones.size());
    QCOMPARE(skeleton.roles.size(), skeleton.bones.size());
    QVERIFY(!source->readSegment(-1, nullptr, {}) && !source->readSegment(5, nullptr, {}));
}

void TestEchoSource::poses()
{
    const auto source = openWith(plainMatch);
    QVERIFY(source);
    const auto index = source->index();
    for (FrameNumber f = 0; f < 300; ++f) {
        const WorldState state = stateAt(*source, index->timeAxis.clamp({f, 0.5}));
        const float along = f < 299 ? static_cast<float>(f) + 0.5F : 299.0F;
        QCOMPARE(state.size(), std::size_t{5});
        QVERIFY(near(state.positions[2], {4.0, 1.0, along * 0.1F - 15.0F}));
        QVERIFY(near(state.positions[4], {0.0, 2.0, along * 0.2F - 30.0F}));
        QVERIFY(state.provenance[2] ==
                (f < 299 ? model::Provenance::Interpolated : model::Provenance::Exact));
        QCOMPARE(int{state.flags[2]}, int{model::VelocityRecorded});
        QCOMPARE(state.bones[2].count, static_cast<std::uint32_t>(TrackedBones));
        QVERIFY(
            near(state.bonesOf(2)[LeftHandBone].position, state.positions[2] + glm::dvec3(0.5, -0.3, 0.2)));
        QCOMPARE(state.propertiesOf(2)[actor_property::Statistics + statistic::Goals].asInteger(), f / 100);
    }
    const WorldState held = stateAt(*source, {10, 0.5}, model::SamplePolicy::Hold);
    QVERIFY(near(held.positions[2], placeOf(2, 10)));
    QVERIFY(held.provenance[2] == model::Provenance::Held);
}

void TestEchoSource::revisions()
{
    std::counting_semaphore<> gate{0};
    MemoryFileOptions options;
    options.make = plainMatch;
    options.beforeChunk = [&gate](int chunk) {
        if (chunk > 0)
            gate.acquire();
    };
    auto opened = EchoSource::fromFile(memoryFile(std::move(options)), 1, {});
    QVERIFY(opened);
    EchoSource& source = **opened;
    QSignalSpy changes(&source, &model::ReplaySource::changed);
    const auto first = source.index();
    QVERIFY(!first->complete);
    QCOMPARE(first->frames(), 60);
    QCOMPARE(first->progress, 0.2);
    const WorldState before = stateAt(source, {59, 0.0});
    QVERIFY(near(before.positions[1], placeOf(1, 59)));
    gate.release(4);
    const auto whole = source.waitComplete();
    QVERIFY(whole);
    QCOMPARE((*whole)->frames(), 300);
    QVERIFY((*whole)->revision > first->revision);
    QTRY_VERIFY(!changes.isEmpty());
    QCOMPARE(first->frames(), 60); // what a revision said stays
    for (FrameNumber f = 0; f < 60; ++f)
        QVERIFY(first->timeAxis.timeOf(f) == (*whole)->timeAxis.timeOf(f));
    QVERIFY(sameState(before, stateAt(source, {59, 0.0})));
}

void TestEchoSource::closedWhileScanning()
{
    std::atomic<bool> leave{false};
    MemoryFileOptions options;
    options.frames = 100'000;
    options.make = plainMatch;
    options.beforeChunk = [&leave](int chunk) {
        while (chunk == 5 && !leave)
            std::this_thread::yield();
    };
    auto source = EchoSource::fromFile(memoryFile(std::move(options)), 1, {});
    QVERIFY(source);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY((*source)->waitComplete(stop.get_token()).error().code == model::ErrorCode::Cancelled);
    leave = true;
    source->reset(); // joins without reading the rest
    QVERIFY(!*source);
}

void TestEchoSource::failures_data()
{
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("noMemory");
    QTest::newRow("at once") << 0 << false;
    QTest::newRow("at once, no memory") << 0 << true;
    QTest::newRow("later") << 2 << false;
    QTest::newRow("later, no memory") << 2 << true;
}

void TestEchoSource::failures()
{
    QFETCH(int, chunk);
    QFETCH(bool, noMemory);
    MemoryFileOptions options;
    options.make = plainMatch;
    options.failAt = chunk;
    options.noMemory = noMemory;
    auto source = EchoSource::fromFile(memoryFile(std::move(options)), 1, {});
    if (chunk == 0) {
        QVERIFY(!source);
        QVERIFY(source.error().code ==
                (noMemory ? model::ErrorCode::LimitExceeded : model::ErrorCode::IoError));
        return;
    }
    QVERIFY(source);
    const auto index = (*source)->waitComplete();
    QVERIFY(index);
    QCOMPARE((*index)->frames(), 120);
    QVERIFY((*index)->lostData());
    QCOMPARE((*index)->diagnostics.back().code, QStringLiteral("read-error"));
    QCOMPARE(*(*index)->diagnostics.back().where.frame, std::int64_t{120});
    QVERIFY(near(stateAt(**source, {119, 0.0}).positions[0], placeOf(0, 119)));
}

void TestEchoSource::lostSpan()
{
    MemoryFileOptions options;
    options.make = plainMatch;
    options.lostBefore = 2;
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    QCOMPARE(source->index()->lost.size(), std::size_t{1});
    QCOMPARE(source->index()->lost[0].frames.first, 119);
    QCOMPARE(source->index()->lost[0].frames.end, 120);
}

/// What is remembered of each chunk is bounded, whatever a small file unpacks to.
void TestEchoSource::tooMuch()
{
    MemoryFileOptions options;
    options.make = plainMatch;
    options.chunk = 10;
    options.carryBytes = std::size_t{300} << 20;
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    const auto index = source->index();
    QVERIFY(index->complete && index->lostData());
    QCOMPARE(index->frames(), 40);
    QCOMPARE(index->diagnostics.back().code, QStringLiteral("too-much"));
    QCOMPARE(index->lost.back().frames, (model::FrameRange{39, 40}));
    QVERIFY(near(stateAt(*source, {39, 0.0}).positions[0], placeOf(0, 39)));
}

/// A segment that was cut short by whoever wanted it is none: it would lack what follows its last frame.
void TestEchoSource::cancelledLookingAhead()
{
    std::atomic<int> allowed{-1};
    MemoryFileOptions options;
    options.frames = 1500;
    options.chunk = 1; // so many that their first frames are not all kept
    options.make = [](int number, FrameBlock& block) {
        plainMatch(number, block);
        block.frames.back().hasBones = true;
        block.frames.back().bones = {static_cast<std::uint32_t>(block.bones.size()), 60};
        block.bones.resize(block.bones.size() + 60);
    };
    options.beforeRead = [&allowed] { return allowed-- != 0; };
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    allowed = 1;
    const auto cut = source->readSegment(1400, nullptr, {});
    QVERIFY(!cut && cut.error().code == model::ErrorCode::Cancelled);
    allowed = -1;
    QVERIFY(stateAt(*source, {1400, 0.5}).provenance[0] == model::Provenance::Interpolated);
}

void TestEchoSource::anyOrder_data()
{
    QTest::addColumn<int>("chunk");
    QTest::newRow("long chunks") << 60;
    QTest::newRow("short chunks") << 7;
    QTest::newRow("single frames") << 1;
    QTest::newRow("one chunk") << 1000;
}

void TestEchoSource::anyOrder()
{
    QFETCH(int, chunk);
    // People leave for a while at their own times, jump, and swap their order in the list.
    const auto make = [](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20 - (number % 37 == 36 ? 50 : 0);
        for (int i = 0; i < 6; ++i) {
            const int person = number / 50 % 2 == 0 ? i : 5 - i;
            if ((number / 20 + person) % 5 == 4)
                continue;
            glm::vec3 place = placeOf(person, number);
            place.y += number % 41 > 20 && person == 1 ? 30.0F : 0.0F;
            PlayerFrame& p = maker.player(person, person, TeamCode::Blue, place);
            p.part(Part::Body).orientation =
                glm::angleAxis(static_cast<float>(number) * 0.1F, glm::vec3(0.0F, 1.0F, 0.0F));
            p.holdingLeft = static_cast<std::int16_t>(number % 13);
            if (number % 90 > 30)
                poseBones(p, maker.bones(number % 90 > 60 ? person : -1));
        }
        if (number % 70 < 50)
            maker.disc({0.0F, static_cast<float>(number % 40), 0.0F});
    };
    const auto source = openWith(make, 300, chunk);
    QVERIFY(source);
    const auto index = source->index();
    std::vector<std::shared_ptr<const model::Segment>> segments;
    for (int k = 0; k < index->keyframes.count(); ++k)
        segments.push_back(*source->readSegment(k, k > 0 ? segments.back().get() : nullptr, {}));
    // However the recording is cut into chunks, the states are the same.
    const auto uncut = openWith(make, 300, 300);
    QVERIFY(uncut);
    const auto all = *uncut->readSegment(0, nullptr, {});
    std::mt19937 random(5);
    WorldState reused;
    WorldState expected;
    for (int i = 0; i < 3000; ++i) {
        const FrameTime at = index->timeAxis.clamp(
            {static_cast<FrameNumber>(random() % 300U), static_cast<double>(random() % 4U) * 0.25});
        segments[static_cast<std::size_t>(index->keyframes.at(at.frame))]->sample(
            at, model::SamplePolicy::Interpolate, reused);
        all->sample(at, model::SamplePolicy::Interpolate, expected);
        QVERIFY2(sameState(reused, expected), qPrintable(QString::number(at.frame)));
        QVERIFY(reused.time == expected.time);
        QVERIFY(std::is_sorted(reused.ids.begin(), reused.ids.end()));
        if (i % 50 == 0)
            QVERIFY(sameState(reused, stateAt(*source, at)));
    }
}

void TestEchoSource::times()
{
    const auto source = openWith(changed([](int number, Frame& frame, std::span<PlayerFrame>) {
        if (number >= 100)
            frame.timeMs += 70'000; // a gap
        if (number >= 150)
            frame.timeMs -= 30; // the clock is set back
        if (number == 200)
            frame.timeMs = std::numeric_limits<std::int64_t>::min();
    }));
    QVERIFY(source);
    const model::TimeAxis& axis = source->index()->timeAxis;
    QCOMPARE(axis.timeOf(FrameNumber{99}).count(), 99 * 20'000);
    QCOMPARE(axis.timeOf(FrameNumber{100}).count(), 100 * 20'000 + 70'000'000);
    QVERIFY(axis.timeOf(FrameNumber{150}) == axis.timeOf(FrameNumber{149}));
    QCOMPARE((axis.timeOf(FrameNumber{151}) - axis.timeOf(FrameNumber{150})).count(), 20'000);
    QVERIFY(axis.timeOf(FrameNumber{200}) == axis.timeOf(FrameNumber{199}));
    for (const FrameNumber f : {0, 99, 100, 149, 150, 199, 299}) {
        QVERIFY(stateAt(*source, {f, 0.0}).time == axis.timeOf(f));
        const FrameTime between = axis.clamp({f, 0.5});
        QVERIFY(std::abs((stateAt(*source, between).time - axis.timeOf(between)).count()) <= 1);
    }
    const WorldState state = stateAt(*source, {99, 0.5});
    QVERIFY(near(state.positions[0], placeOf(0, 99))); // not across the gap
}

void TestEchoSource::native()
{
    const auto source = openWith(changed([](int, Frame& frame, std::span<PlayerFrame> players) {
        players[1].holdingLeft = holding::Disc;
        frame.pause.state = PauseState::Unpausing;
    }));
    QVERIFY(source);
    const auto state = source->nativeState(77, {});
    QVERIFY(state);
    const QJsonObject& o = *state;
    QCOMPARE(o[QStringLiteral("game_status")].toString(), QStringLiteral("playing"));
    QCOMPARE(o[QStringLiteral("pause")][QStringLiteral("paused_state")].toString(),
             QStringLiteral("unpausing"));
    const QJsonValue player = o[QStringLiteral("teams")][0][QStringLiteral("players")][1];
    QCOMPARE(player[QStringLiteral("holding_left")].toString(), QStringLiteral("disc"));
    QVERIFY(std::abs(player[QStringLiteral("head")][QStringLiteral("position")][2].toDouble() -
                     static_cast<double>(placeOf(1, 77).z)) < 1e-6);
    QVERIFY(!source->nativeState(300, {}) && !source->nativeState(-1, {}));
}

} // namespace tst_echo_source

GHOSTLINE_TEST(tst_echo_source, TestEchoSource)
#include "tst_echo_source.moc"
