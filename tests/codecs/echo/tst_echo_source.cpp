// SPDX-License-Identifier: GPL-3.0-or-later
// The replay made of frames: revisions, cast, poses, properties, whatever order is asked in.
#include "codecs/echo/echo_segment.h"
#include "codecs/echo/properties.h"
#include "codecs/echo/skeleton.h"
#include "tests/codecs/echo/memory_file.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <cstdlib>
#include <new>
#include <random>
#include <semaphore>

using namespace ghostline;
using namespace ghostline::echo;
using model::FrameNumber;
using model::FrameTime;
using model::WorldState;
using test::FrameMaker;
using test::MemoryFileOptions;

namespace {

std::atomic<std::size_t> allocations{0};

constexpr std::int64_t StartMs = 1'600'000'000'000;

glm::vec3 placeOf(int person, int frame)
{
    return {static_cast<float>(person) * 2.0F, 1.0F, static_cast<float>(frame) * 0.1F - 15.0F};
}

/// Two against two and the disc, at 50 frames a second.
void plainMatch(int number, FrameBlock& block)
{
    FrameMaker make(block);
    make.frame().timeMs = StartMs + number * 20;
    make.frame().status = GameStatus::Playing;
    make.frame().clock = 300.0F - static_cast<float>(number) * 0.02F;
    for (int person = 0; person < 4; ++person) {
        PlayerFrame& p = make.player(person, person, person < 2 ? TeamCode::Blue : TeamCode::Orange,
                                     placeOf(person, number));
        p.velocity = {0.0F, 0.0F, 5.0F};
        p.hasStats = true;
        p.stats[Counter::Goals] = number / 100;
        p.ping = 40 + person;
    }
    make.disc({0.0F, 2.0F, static_cast<float>(number) * 0.2F - 30.0F}, {0.0F, 0.0F, 10.0F});
}

/// Frames of plainMatch with something changed in each.
test::MakeFrame changed(std::function<void(int, Frame&, std::span<PlayerFrame>)> change)
{
    return [change = std::move(change)](int number, FrameBlock& block) {
        plainMatch(number, block);
        Frame& frame = block.frames.back();
        change(number, frame, std::span(block.players).subspan(frame.players.first, frame.players.count));
    };
}

std::unique_ptr<EchoSource> openWith(test::MakeFrame make, int frames = 300, int chunk = 60, int people = 10)
{
    MemoryFileOptions options;
    options.frames = frames;
    options.chunk = chunk;
    options.make = std::move(make);
    return test::openMemory(test::memoryFile(std::move(options), people));
}

/// Row of the nth actor of the cast.
std::size_t rowOf(const WorldState& state, std::uint32_t id)
{
    const std::ptrdiff_t row = state.row(static_cast<model::ActorId>(id));
    return row < 0 ? SIZE_MAX : static_cast<std::size_t>(row);
}

bool near(const glm::dvec3& a, const glm::dvec3& b, double within = 1e-4)
{
    return glm::distance(a, b) < within;
}

/// A set whose hands are where the player's are; its other bones in a body's places. `swapped`: bone 2 is
/// left.
void poseBones(const PlayerFrame& player, BoneSet& set, bool swapped = false)
{
    const PartPose& body = player.part(Part::Body);
    const auto local = [&](Part part) {
        return glm::inverse(body.orientation) * (player.part(part).position - body.position);
    };
    for (std::size_t i = 0; i < Bones; ++i)
        set.bones[i].position = {0.0F, -0.05F * static_cast<float>(i), 0.0F};
    set.bones[swapped ? 2 : 3].position = local(Part::LeftHand);
    set.bones[swapped ? 3 : 2].position = local(Part::RightHand);
    set.bones[15].position.x = swapped ? -0.1F : 0.1F;
    set.bones[16].position.x = -set.bones[15].position.x;
}

} // namespace

// Counted, so that a test can say that steady sampling allocates nothing.
void* operator new(std::size_t size)
{
    ++allocations;
    if (void* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

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
    void anyOrder_data();
    void anyOrder();
    void allocatesNothing();
    void castComesAndGoes();
    void castChangesTeams();
    void castOfOneName();
    void castOfOnePersonTwice();
    void bonesBelong_data();
    void bonesBelong();
    void bonesMove();
    void attachments_data();
    void attachments();
    void properties();
    void combat();
    void jumps_data();
    void jumps();
    void times();
    void noNumbers();
    void rounds();
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
    QCOMPARE(info.cast[3].nativeId, std::uint64_t{1003});
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
    QCOMPARE(info.actorProperties[static_cast<std::size_t>(info.teamProperty)].id, QStringLiteral("team"));
    const model::Scoreboard& board = info.scoreboard;
    const auto matchId = [&](model::PropertyId id) {
        return info.matchProperties[static_cast<std::size_t>(id)].id;
    };
    QCOMPARE(matchId(board.clock), QStringLiteral("game_clock"));
    QCOMPARE(matchId(board.status), QStringLiteral("game_status"));
    QCOMPARE(matchId(board.score[1]), QStringLiteral("orange_points"));
    QCOMPARE(matchId(board.possession), QStringLiteral("possession_team"));
    for (const model::Statistic& s : board.statistics) {
        QCOMPARE(info.actorProperties[static_cast<std::size_t>(s.actor)].id, s.id);
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
        const WorldState state = test::stateAt(*source, index->timeAxis.clamp({f, 0.5}));
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
    const WorldState held = test::stateAt(*source, {10, 0.5}, model::SamplePolicy::Hold);
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
    auto opened = EchoSource::fromFile(test::memoryFile(std::move(options)), 1, {});
    QVERIFY(opened);
    EchoSource& source = **opened;
    QSignalSpy changes(&source, &model::ReplaySource::changed);
    const auto first = source.index();
    QVERIFY(!first->complete);
    QCOMPARE(first->frames(), 60);
    QCOMPARE(first->progress, 0.2);
    const WorldState before = test::stateAt(source, {59, 0.0});
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
    QVERIFY(model::sameState(before, test::stateAt(source, {59, 0.0})));
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
    auto source = EchoSource::fromFile(test::memoryFile(std::move(options)), 1, {});
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
    auto source = EchoSource::fromFile(test::memoryFile(std::move(options)), 1, {});
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
    QVERIFY(near(test::stateAt(**source, {119, 0.0}).positions[0], placeOf(0, 119)));
}

void TestEchoSource::lostSpan()
{
    MemoryFileOptions options;
    options.make = plainMatch;
    options.lostBefore = 2;
    const auto source = test::openMemory(test::memoryFile(std::move(options)));
    QVERIFY(source);
    QCOMPARE(source->index()->lost.size(), std::size_t{1});
    QCOMPARE(source->index()->lost[0].frames.first, 119);
    QCOMPARE(source->index()->lost[0].frames.end, 120);
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
        QVERIFY2(model::sameState(reused, expected), qPrintable(QString::number(at.frame)));
        QVERIFY(reused.time == expected.time);
        QVERIFY(std::is_sorted(reused.ids.begin(), reused.ids.end()));
        if (i % 50 == 0)
            QVERIFY(model::sameState(reused, test::stateAt(*source, at)));
    }
}

void TestEchoSource::allocatesNothing()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        plainMatch(number, block);
        Frame& frame = block.frames.back();
        frame.hasBones = true;
        frame.bones = {static_cast<std::uint32_t>(block.bones.size()), 4};
        for (const PlayerFrame& player : block.playersOf(frame))
            poseBones(player, block.bones.emplace_back());
        block.players.back().holdingRight = holding::Disc;
    });
    QVERIFY(source);
    const auto segment = *source->readSegment(2, nullptr, {});
    WorldState state;
    segment->sample({130, 0.5}, model::SamplePolicy::Interpolate, state);
    QCOMPARE(state.bonePoses.size(), 4 * (TrackedBones + Bones));
    QCOMPARE(state.attachments.size(), std::size_t{1});
    const std::size_t before = allocations;
    for (FrameNumber f = 120; f < 180; ++f)
        segment->sample({f, 0.25}, model::SamplePolicy::Interpolate, state);
    QCOMPARE(allocations.load(), before);
}

void TestEchoSource::castComesAndGoes()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        maker.player(0, 0, TeamCode::Blue, placeOf(0, number));
        if (number >= 100 && number < 130)
            maker.player(1, 1, TeamCode::Orange, placeOf(1, number));
        if (number >= 50 && number != 200)
            maker.disc(glm::vec3(0.0F));
    });
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{3});
    QCOMPARE(cast[0].life, (model::FrameRange{0, 300}));
    QVERIFY(cast[1].kind == model::ActorKind::Disc);
    QCOMPARE(cast[1].life, (model::FrameRange{50, 300}));
    QCOMPARE(cast[2].life, (model::FrameRange{100, 130}));
    for (const FrameNumber f : {0, 49, 50, 99, 100, 119, 120, 129, 130, 199, 200, 201, 299}) {
        const WorldState state = test::stateAt(*source, {f, 0.0});
        QCOMPARE(rowOf(state, 2) != SIZE_MAX, f >= 100 && f < 130);
        QCOMPARE(rowOf(state, 1) != SIZE_MAX, f >= 50 && f != 200);
    }
    // Nothing is known between the last frame of a life and the next frame.
    const WorldState state = test::stateAt(*source, {129, 0.5});
    QVERIFY(near(state.positions[rowOf(state, 2)], placeOf(1, 129)));
    QVERIFY(state.provenance[rowOf(state, 2)] == model::Provenance::Held);
}

void TestEchoSource::castChangesTeams()
{
    const auto source = openWith(changed([](int number, Frame&, std::span<PlayerFrame> players) {
        players[1].team = number < 150 ? TeamCode::Blue : TeamCode::Orange;
        players[2].slot = number < 150 ? 2 : 7;
    }));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{5});
    QCOMPARE(cast[1].team, 1);
    QCOMPARE(test::stateAt(*source, {149, 0.0}).propertiesOf(1)[actor_property::Team].asInteger(), 0);
    QCOMPARE(test::stateAt(*source, {150, 0.0}).propertiesOf(1)[actor_property::Team].asInteger(), 1);
    QCOMPARE(test::stateAt(*source, {150, 0.0}).propertiesOf(2)[actor_property::Slot].asInteger(), 7);
}

void TestEchoSource::castOfOneName()
{
    MemoryFileOptions options;
    options.make = plainMatch;
    auto file = test::memoryFile(std::move(options), 0);
    for (int i = 0; i < 4; ++i)
        file->people().append({i < 3 ? "Twin" : "", 50 + i, -1, -1});
    const auto source = test::openMemory(std::move(file));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast[0].name, QStringLiteral("Twin (0)"));
    QCOMPARE(cast[1].name, QStringLiteral("Twin (1)"));
    QCOMPARE(cast[2].name, QStringLiteral("Twin (2)"));
    QCOMPARE(cast[3].name, QStringLiteral("Unknown player"));
    QCOMPARE(cast[1].nativeId, std::uint64_t{51});
}

void TestEchoSource::castOfOnePersonTwice()
{
    const auto source = openWith(changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        players[3].person = players[1].person; // two records of one entry
        if (number >= 200)
            frame.players.count = 3; // the second leaves
    }));
    QVERIFY(source);
    QCOMPARE(source->index()->info->cast.size(), std::size_t{5});
    for (const FrameNumber f : {0, 61, 119, 200, 250}) {
        const WorldState state = test::stateAt(*source, {f, 0.0});
        QVERIFY(near(state.positions[1], placeOf(1, static_cast<int>(f))));
        QCOMPARE(rowOf(state, 3) != SIZE_MAX, f < 200);
        if (f < 200)
            QVERIFY(near(state.positions[3], placeOf(3, static_cast<int>(f))));
    }
}

void TestEchoSource::bonesBelong_data()
{
    QTest::addColumn<QList<int>>("order"); // which player each set is of
    QTest::addColumn<bool>("slots");
    QTest::addColumn<bool>("swapped");
    QTest::newRow("in the order of slots") << QList<int>{0, 1, 2, 3} << false << false;
    QTest::newRow("slots recorded") << QList<int>{3, 1, 0, 2} << true << false;
    QTest::newRow("told by the hands") << QList<int>{2, 0, 3, 1} << false << false;
    QTest::newRow("one missing") << QList<int>{0, 2, 3} << false << false;
    QTest::newRow("left and right the other way") << QList<int>{0, 1, 2, 3} << false << true;
}

void TestEchoSource::bonesBelong()
{
    QFETCH(QList<int>, order);
    QFETCH(bool, slots);
    QFETCH(bool, swapped);
    const auto source = openWith([=](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        // Slots run against the order of the list.
        for (int i = 0; i < 4; ++i) {
            PlayerFrame& p = maker.player(i, 9 - i, TeamCode::Blue, placeOf(i, number));
            p.part(Part::Body).orientation = glm::angleAxis(0.3F, glm::vec3(0.0F, 1.0F, 0.0F));
            // Bones are recorded about the body: only how the hands are held tells one from the other.
            p.part(Part::LeftHand).position.y += 0.4F * static_cast<float>(i);
        }
        const auto players = block.playersOf(block.frames.back());
        for (const int bySlot : order) {
            const auto person = static_cast<std::size_t>(3 - bySlot);
            BoneSet& set = maker.bones(slots ? players[person].slot : -1);
            poseBones(players[person], set, swapped);
            set.bones[0].position.y = static_cast<float>(person);
        }
    });
    QVERIFY(source);
    for (const FrameNumber f : {0, 59, 60, 130}) {
        const WorldState state = test::stateAt(*source, {f, 0.0});
        for (std::size_t person = 0; person < 4; ++person) {
            const bool has = order.contains(3 - static_cast<int>(person));
            QCOMPARE(state.bones[person].count,
                     static_cast<std::uint32_t>(has ? TrackedBones + Bones : TrackedBones));
            if (!has)
                continue;
            const auto bones = state.bonesOf(person);
            const auto at = [&](std::size_t bone) { return bones[TrackedBones + bone].position; };
            QVERIFY(glm::distance(at(3), bones[LeftHandBone].position) < 1e-4F);
            QVERIFY(glm::distance(at(2), bones[RightHandBone].position) < 1e-4F);
            const glm::vec3 body(state.positions[person]);
            QVERIFY(glm::dot(at(15) - at(16), state.orientations[person] * glm::vec3(1, 0, 0)) > 0.19F);
            QVERIFY(std::abs(at(0).y - body.y - static_cast<float>(person)) < 1e-4F);
        }
    }
}

void TestEchoSource::bonesMove()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        FrameMaker maker(block);
        maker.frame().timeMs = StartMs + number * 20;
        PlayerFrame& p = maker.player(0, 0, TeamCode::Blue, placeOf(0, number));
        p.part(Part::Body).orientation =
            glm::angleAxis(static_cast<float>(number) * 0.02F, glm::vec3(0.0F, 1.0F, 0.0F));
        BoneSet& set = maker.bones(0);
        poseBones(p, set);
        set.bones[1].position = {0.0F, 0.0F, 1.0F};
        set.bones[1].orientation = glm::angleAxis(0.5F, glm::vec3(1.0F, 0.0F, 0.0F));
    });
    QVERIFY(source);
    for (const FrameNumber f : {10, 59, 119}) { // the latter two run into the next chunk
        const WorldState state = test::stateAt(*source, {f, 0.5});
        const float angle = (static_cast<float>(f) + 0.5F) * 0.02F;
        const glm::vec3 want =
            glm::vec3(state.positions[0]) + glm::vec3(std::sin(angle), 0.0F, std::cos(angle));
        const model::BonePose& bone = state.bonesOf(0)[TrackedBones + 1];
        QVERIFY(glm::distance(bone.position, want) < 1e-4F);
        const glm::quat turn = glm::angleAxis(angle, glm::vec3(0.0F, 1.0F, 0.0F)) *
                               glm::angleAxis(0.5F, glm::vec3(1.0F, 0.0F, 0.0F));
        QVERIFY(std::abs(glm::dot(bone.orientation, turn)) > 0.99999F);
    }
}

void TestEchoSource::attachments_data()
{
    QTest::addColumn<int>("left");
    QTest::addColumn<int>("right");
    QTest::addColumn<int>("held"); // actor
    QTest::addColumn<int>("bone");
    QTest::newRow("nothing") << int{holding::None} << int{holding::None} << -1 << 0;
    QTest::newRow("not recorded") << int{holding::NotRecorded} << int{holding::NotRecorded} << -1 << 0;
    QTest::newRow("arena") << int{holding::Geo} << int{holding::Geo} << -1 << 0;
    QTest::newRow("disc left") << int{holding::Disc} << int{holding::None} << 4 << 1;
    QTest::newRow("disc right") << int{holding::None} << int{holding::Disc} << 4 << 2;
    QTest::newRow("disc in both, nearer right") << int{holding::Disc} << int{holding::Disc} << 4 << 2;
    QTest::newRow("a player") << 3 << int{holding::None} << 3 << 1;
    QTest::newRow("nobody has the slot") << 77 << int{holding::None} << -1 << 0;
}

void TestEchoSource::attachments()
{
    QFETCH(int, left);
    QFETCH(int, right);
    QFETCH(int, held);
    QFETCH(int, bone);
    const auto source = openWith(changed([=](int, Frame& frame, std::span<PlayerFrame> players) {
        players[1].holdingLeft = static_cast<std::int16_t>(left);
        players[1].holdingRight = static_cast<std::int16_t>(right);
        frame.disc.position = players[1].part(Part::RightHand).position;
    }));
    QVERIFY(source);
    const WorldState state = test::stateAt(*source, {70, 0.0});
    QCOMPARE(state.attachments.size(), std::size_t{held < 0 ? 0U : 1U});
    if (held < 0)
        return;
    QCOMPARE(int(model::index(state.attachments[0].held)), held);
    QCOMPARE(int(model::index(state.attachments[0].holder)), 1);
    QCOMPARE(int(state.attachments[0].bone), bone);
    const auto text = [&](actor_property::Id id) {
        return source->index()->info->strings->text(
            state.propertiesOf(1)[static_cast<std::size_t>(id)].asText());
    };
    QCOMPARE(text(bone == 1 ? actor_property::HoldingLeft : actor_property::HoldingRight),
             held == 4 ? QStringLiteral("Disc") : QStringLiteral("P3"));
}

void TestEchoSource::properties()
{
    const auto source = openWith(changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        frame.possession = {false, true};
        frame.points = {3.0F, 5.0F};
        frame.score.type = GoalType::LongShot;
        frame.score.scorer = 2;
        frame.hasTeamStats[1] = true;
        frame.teamStats[1].stuns = 9;
        frame.inputs = 5;
        frame.lastThrow[1] = 12.5F;
        frame.vr.position = {0.0F, 1.5F, static_cast<float>(number)};
        frame.vr.orientation = glm::angleAxis(0.5F, glm::vec3(0.0F, 1.0F, 0.0F));
        players[0].stunned = true;
        players[2].stats.stuns = 4;
        players[2].stats[Counter::ShotsTaken] = 6;
        players[2].stats.possessionTime = 7.5F;
        players[2].possession = players[2].invulnerable = players[2].emote = true;
        players[2].packetLoss = 0.25F;
        players[3].hasStats = false;
    }));
    QVERIFY(source);
    const WorldState state = test::stateAt(*source, {200, 0.5});
    const auto match = [&](int id) { return state.match[static_cast<std::size_t>(id)]; };
    QVERIFY(std::abs(match(match_property::GameClock).asReal() - 296.0) < 1e-4);
    QCOMPARE(match(match_property::BluePoints).asInteger(), 3);
    QCOMPARE(match(match_property::PossessionTeam).asInteger(), 1);
    QVERIFY(match(match_property::OrangePossession).asBoolean());
    QCOMPARE(match(match_property::ScoreType).asInteger(), int(GoalType::LongShot));
    QCOMPARE(source->index()->info->strings->text(match(match_property::Scorer).asText()),
             QStringLiteral("P2"));
    QCOMPARE(match(match_property::Throw + 1).asReal(), 12.5);
    QCOMPARE(match(match_property::Inputs).asInteger(), 5);
    QCOMPARE(match(match_property::VrZ).asReal(), 200.5);
    QVERIFY(std::abs(match(match_property::VrYaw).asReal() - 28.6479) < 1e-3);
    QVERIFY(match(match_property::PayloadDistance).absent());
    QVERIFY(match(match_property::TeamStatistics).absent());
    QCOMPARE(match(match_property::TeamStatistics + statistic::Count + statistic::Stuns).asInteger(), 9);
    QCOMPARE(match(match_property::RecordedTime).asInteger(), StartMs + 4000);
    const auto of = [&](std::size_t row, int id) {
        return state.propertiesOf(row)[static_cast<std::size_t>(id)];
    };
    using namespace actor_property;
    QCOMPARE(of(2, Statistics + statistic::Goals).asInteger(), 2);
    QCOMPARE(of(2, Statistics + statistic::Stuns).asInteger(), 4);
    QCOMPARE(of(2, Statistics + statistic::ShotsTaken).asInteger(), 6);
    QCOMPARE(of(2, Statistics + statistic::PossessionTime).asReal(), 7.5);
    QCOMPARE(of(2, Ping).asInteger(), 42);
    QCOMPARE(of(2, PacketLoss).asReal(), 0.25);
    QCOMPARE(of(2, Speed).asReal(), 5.0);
    QVERIFY(of(2, actor_property::Possession).asBoolean() && of(2, Emote).asBoolean());
    QVERIFY(of(2, Weapon).absent());
    QVERIFY(of(3, Statistics).absent());
    QCOMPARE(of(4, Team).asInteger(), 1); // the disc is of whom has it
    QVERIFY(of(4, Slot).absent());
    QCOMPARE(int{state.flags[0]}, model::VelocityRecorded | model::Stunned);
    QCOMPARE(int{state.flags[2]}, model::VelocityRecorded | model::Possession | model::Invulnerable);
}

void TestEchoSource::combat()
{
    MemoryFileOptions options;
    options.header.map = Map::Dyson;
    options.make = changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        frame.hasDisc = false;
        frame.points = {12.5F, 80.0F};
        players[1].loadout = {2, 1, 3, 0};
        if (number >= 90)
            frame.payload.distance = static_cast<float>(number);
    });
    const auto source = test::openMemory(test::memoryFile(std::move(options)));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{5});
    QCOMPARE(cast[4].life, (model::FrameRange{90, 300}));
    QVERIFY(cast[4].shape == model::ActorShape::None);
    const WorldState state = test::stateAt(*source, {100, 0.5});
    QVERIFY((state.flags[4] & model::Hidden) != 0);
    QCOMPARE(state.match[match_property::BluePoints].asReal(), 12.5);
    QCOMPARE(state.match[match_property::PayloadDistance].asReal(), 100.5);
    QCOMPARE(state.propertiesOf(1)[actor_property::Weapon].asInteger(), 2);
    QCOMPARE(state.propertiesOf(1)[actor_property::Arm].asInteger(), 0);
    QCOMPARE(rowOf(test::stateAt(*source, {89, 0.0}), 4), SIZE_MAX);
}

void TestEchoSource::jumps_data()
{
    QTest::addColumn<int>("frame");
    QTest::newRow("within a chunk") << 30;
    QTest::newRow("into a chunk") << 60;
    QTest::newRow("into a later chunk") << 240;
}

void TestEchoSource::jumps()
{
    QFETCH(int, frame);
    const auto source = openWith(changed([frame](int number, Frame& f, std::span<PlayerFrame> players) {
        if (number < frame)
            return;
        for (PartPose& part : players[1].parts)
            part.position.x += 5.0F;
        f.disc.position.x -= 40.0F;
    }));
    QVERIFY(source);
    for (FrameNumber f = frame - 2; f <= frame + 1; ++f) {
        const WorldState state = test::stateAt(*source, {f, 0.0});
        for (const std::size_t row : {0U, 1U, 4U})
            QCOMPARE((state.flags[row] & model::Discontinuity) != 0, row != 0 && f == frame);
    }
    const WorldState state = test::stateAt(*source, {frame - 1, 0.75});
    QVERIFY(near(state.positions[1], placeOf(1, frame - 1)));
    QVERIFY(state.provenance[1] == model::Provenance::Held);
    QVERIFY(near(state.positions[0], glm::dvec3(placeOf(0, frame - 1)) + glm::dvec3(0.0, 0.0, 0.075)));
    // From the new place on everything moves again.
    const WorldState after = test::stateAt(*source, {frame, 0.5});
    QVERIFY(after.provenance[1] == model::Provenance::Interpolated);
    QVERIFY((after.flags[1] & model::Discontinuity) == 0);
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
        QVERIFY(test::stateAt(*source, {f, 0.0}).time == axis.timeOf(f));
        const FrameTime between = axis.clamp({f, 0.5});
        QVERIFY(std::abs((test::stateAt(*source, between).time - axis.timeOf(between)).count()) <= 1);
    }
    const WorldState state = test::stateAt(*source, {99, 0.5});
    QVERIFY(near(state.positions[0], placeOf(0, 99))); // not across the gap
}

void TestEchoSource::noNumbers()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto source = openWith(changed([nan](int number, Frame& frame, std::span<PlayerFrame> players) {
        if (number == 30) {
            players[1].part(Part::Body).position.y = nan;
            players[1].velocity.x = nan;
            players[2].part(Part::LeftHand).position.x = std::numeric_limits<float>::infinity();
            frame.disc.position.x = nan;
        }
        if (number == 60) // the first of a chunk: no frame before at hand
            players[1].part(Part::Body).position.y = nan;
        players[3].part(Part::Body).orientation = NoRotation;
        players[3].part(Part::Head).orientation = glm::angleAxis(1.0F, glm::vec3(0.0F, 1.0F, 0.0F));
        frame.clock = nan;
    }));
    QVERIFY(source);
    for (FrameNumber f = 28; f < 62; ++f) {
        for (const double fraction : {0.0, 0.5}) {
            const WorldState state = test::stateAt(*source, {f, fraction});
            for (std::size_t row = 0; row < state.size(); ++row) {
                QVERIFY(std::isfinite(glm::dot(state.positions[row], state.positions[row])));
                QVERIFY(std::isfinite(glm::length(state.velocities[row])));
                for (const model::BonePose& bone : state.bonesOf(row))
                    QVERIFY(std::isfinite(glm::length(bone.position)));
            }
            QVERIFY(state.match[match_property::GameClock].absent());
            QVERIFY(std::abs(state.orientations[3].y - std::sin(0.5F)) < 1e-5F);
        }
    }
    const WorldState state = test::stateAt(*source, {30, 0.0});
    QVERIFY(near(state.positions[1], placeOf(1, 29)));
    QVERIFY(state.provenance[1] == model::Provenance::Held);
    QVERIFY(state.provenance[0] == model::Provenance::Exact);
}

void TestEchoSource::rounds()
{
    MemoryFileOptions options;
    options.header.totalRounds = 3;
    options.header.blueRoundScore = 1;
    options.make = changed([](int number, Frame& frame, std::span<PlayerFrame>) {
        frame.points = {2.0F, number < 100 ? 4.0F : 0.0F};
        const bool over = (number >= 90 && number < 100) || number >= 240; // orange's, then blue's
        frame.status = over ? GameStatus::RoundOver : GameStatus::Playing;
    });
    const auto source = test::openMemory(test::memoryFile(std::move(options)));
    QVERIFY(source);
    QCOMPARE(source->index()->info->scoreboard.roundScore.size(), std::size_t{2});
    for (const FrameNumber f : {0, 89, 90, 119, 120, 239, 240, 299}) {
        const WorldState state = test::stateAt(*source, {f, 0.0});
        QCOMPARE(state.match[match_property::BlueRoundScore].asInteger(), f >= 240 ? 2 : 1);
        QCOMPARE(state.match[match_property::OrangeRoundScore].asInteger(), f >= 90 ? 1 : 0);
    }
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

QTEST_GUILESS_MAIN(TestEchoSource)
#include "tst_echo_source.moc"
