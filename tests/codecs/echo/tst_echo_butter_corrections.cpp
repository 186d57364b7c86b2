// SPDX-License-Identifier: GPL-3.0-or-later
// What is corrected of what the reference reader shows: on frames built byte by byte.
#include "tests/codecs/echo/scan_built.h"
#include "tests/support/test_driver.h"

namespace tst_echo_butter_corrections {

using namespace ghostline;
using namespace ghostline::echo;
using test::BuiltButter;
using test::Bytes;
using test::mid;
using test::oneChunk;
using test::putStats;
using test::scanned;

namespace {
constexpr qint64 Start = test::ButterStart;
} // namespace

class TestEchoButterCorrections : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void leftOutMeansTheSameStep();
    void restingDisc();
    void counters();
    void possessionTime();
    void twoOfOneName();
    void pauseOverAKeyframe();
    void bonesOverChunks();
    void absoluteBones();
    void growingBones();
    void noRotationNoNumber();
    void wrappedTime();
};

void TestEchoButterCorrections::leftOutMeansTheSameStep()
{
    Bytes chunk;
    chunk.keyframe(Start, 100, 0x30)
        .pose(0, 0, 0)
        .pose(1, 0, 0)
        .halfs({0, 0, 1})
        .u8({0, 1, 1, 0, 0, 3})
        .pose(2, 0, 0);
    chunk.u8({0, 0, 0});
    // A step of 1/8, then nothing: the same again, for position and velocity, twice.
    chunk.frame(33, -0.5F, 0x20)
        .pose(0.125, 0, 0)
        .halfs({0, 0, 0.5})
        .u8({0, 1, 1, 0, 0, 3})
        .pose(0.25, 0, 0)
        .u8({0, 0, 0});
    for (int i = 0; i < 2; ++i)
        chunk.frame(33, -0.5F, 0).u8({0, 1, 1, 0, 0, 0, 0, 0, 0});
    const auto s = scanned(oneChunk(chunk));
    QCOMPARE(s->frames.size(), std::size_t{4});
    const Frame& last = s->frames.frames[3];
    QCOMPARE(last.timeMs, Start + 99);
    QCOMPARE(last.clock, 98.5F);
    QCOMPARE(last.disc.position.x, mid(1) + 3 * mid(0.125));
    QCOMPARE(last.discVelocity.z, mid(1) + 3 * mid(0.5));
    QCOMPARE(s->frames.playersOf(last)[0].part(Part::Head).position.x, mid(2) + 3 * mid(0.25));
    // The reference reader holds instead.
    const auto r = scanned(oneChunk(chunk), ButterDecoding::Reference);
    QCOMPARE(r->frames.frames[3].disc.position.x, 1.125F);
    QCOMPARE(r->frames.playersOf(r->frames.frames[3])[0].part(Part::Head).position.x, 2.25F);
}

void TestEchoButterCorrections::restingDisc()
{
    const auto disc = [](double z, double step) {
        Bytes chunk;
        chunk.keyframe(Start, 1, 0x20).pose(0, -0.125, z).halfs({0, 0, 0}).nobody();
        chunk.frame(33, 0, 0x20).pose(0, 0, 0).halfs({0, 0, 0}).nobody();
        chunk.frame(33, 0, 0x20).pose(0, 0, step).halfs({0, 0, 0}).nobody();
        return scanned(oneChunk(chunk))->frames.frames[1].disc.position;
    };
    QCOMPARE(disc(27.5, 0), glm::vec3(0, -0.125F, 27.5F));
    // What moves, or rests where three decimals cannot say, is in the middle.
    QCOMPARE(disc(27.5, 1), glm::vec3(0, mid(-0.125), mid(27.5)));
    QCOMPARE(disc(27.515625, 0), glm::vec3(0, mid(-0.125), mid(27.515625)));
}

void TestEchoButterCorrections::counters()
{
    const auto player = [](Bytes& out, int points, int stuns) {
        out.u8({1, 1, 0, 0x20});
        putStats(out, {0, 0, 0, 0, 0, 0, points, 0, 0, 0}, 0, stuns);
        out.u8({0}).u8({0, 0, 0});
    };
    Bytes chunk;
    chunk.keyframe(Start, 1, 0).u8({0b100});
    putStats(chunk, {0, 0, 0, 0, 0, 0, 250, 0, 0, 0}, 0, 4);
    player(chunk, 5, 2);
    // Modulo 256: a counter may run backward, and the team's are differences too.
    chunk.frame(33, 0, 0).u8({0b100});
    putStats(chunk, {0, 0, 0, 0, 0, 0, 10, 0, 0, 0}, 0, 1);
    player(chunk, 254, 1);
    const auto s = scanned(oneChunk(chunk));
    QCOMPARE(s->frames.frames[1].teamStats[0][Counter::Points], 4);
    QCOMPARE(s->frames.frames[1].teamStats[0].stuns, 5);
    QCOMPARE(s->frames.players[1].stats[Counter::Points], 3);
    QCOMPARE(s->frames.players[1].stats.stuns, 3);
    const auto r = scanned(oneChunk(chunk), ButterDecoding::Reference);
    QCOMPARE(r->frames.frames[1].teamStats[0][Counter::Points], 10);
    QCOMPARE(r->frames.players[1].stats[Counter::Points], 259);
}

void TestEchoButterCorrections::possessionTime()
{
    const auto player = [](Bytes& out, double possession) {
        out.u8({0, 1, 1, 0, 0x20});
        putStats(out, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, possession, 0);
        out.u8({0}).u8({0, 0, 0});
    };
    Bytes chunk;
    player(chunk.keyframe(Start, 1, 0), 200);
    // The difference is to the frame before, the block comes only with the next half: 200.125.
    player(chunk.frame(33, 0, 0), 0.03125);
    player(chunk.frame(33, 0, 0), 0.25);
    const auto s = scanned(oneChunk(chunk));
    QCOMPARE(s->frames.players[1].stats.possessionTime, 200.125F);
    QCOMPARE(s->frames.players[2].stats.possessionTime, 200.375F);
    QCOMPARE(scanned(oneChunk(chunk), ButterDecoding::Reference)->frames.players[1].stats.possessionTime,
             200.03125F);
}

void TestEchoButterCorrections::twoOfOneName()
{
    const auto player = [](Bytes& out, int slot, int mask, double x) {
        out.u8({1, slot, 0, mask});
        if (mask != 0)
            out.halfs({x, 0, 0});
    };
    Bytes chunk;
    chunk.keyframe(Start, 1, 0).u8({0, 2});
    player(chunk, 3, 1, 10);
    player(chunk, 5, 1, -10);
    chunk.u8({0, 0, 0});
    chunk.frame(33, 0, 0).u8({0, 2});
    player(chunk, 3, 1, 1);
    player(chunk, 5, 1, -1);
    chunk.u8({0, 0, 0});
    // One leaves, the other changes his slot: still he.
    chunk.frame(33, 0, 0).u8({0, 1});
    player(chunk, 3, 1, 0.5);
    chunk.u8({0, 0, 0});
    chunk.frame(33, 0, 0).u8({0, 1});
    player(chunk, 8, 1, 0.5);
    chunk.u8({0, 0, 0});
    const auto s = scanned(oneChunk(chunk));
    const auto& players = s->frames.players;
    QCOMPARE(players.size(), std::size_t{6});
    QCOMPARE(players[2].part(Part::Head).position.x, mid(10) + mid(1));
    QCOMPARE(players[3].part(Part::Head).position.x, mid(-10) + mid(-1));
    QCOMPARE(players[5].part(Part::Head).position.x, mid(10) + mid(1) + 2 * mid(0.5));
    QCOMPARE(s->count("shared-name"), 1);
    // Two entries of one user id are one player to the writer.
    BuiltButter alias = oneChunk(Bytes(chunk));
    alias.userIds = {7, 7};
    QCOMPARE(scanned(alias)->frames.size(), std::size_t{4});
}

void TestEchoButterCorrections::pauseOverAKeyframe()
{
    Bytes first;
    first.keyframe(Start, 1, 2).u8({0, 1}).halfs({0, 0}).nobody();
    first.frame(33, 0, 2).u8({0, 1}).halfs({0.5, 0}).nobody();
    first.frame(33, 0, 0).nobody(); // the same step again
    Bytes second;
    second.keyframe(Start + 99, 1, 2).u8({0, 1}).halfs({0, 0}).nobody();
    second.frame(33, 0, 2).u8({0, 1}).halfs({0.25, 0}).nobody();
    Bytes third;
    third.keyframe(Start + 165, 1, 2).u8({0, 0}).halfs({0, 0}).nobody();
    BuiltButter built;
    built.chunks = {first, second, third};
    const auto s = scanned(built);
    QList<float> timers;
    for (const Frame& f : s->frames.frames)
        timers += f.pause.pausedTimer;
    QCOMPARE(timers, (QList<float>{0, 0.5F, 1, 1.5F, 1.75F, 0}));
}

namespace {

/// A frame with skeletons: `x` moves every bone along x by so many steps.
void putBones(Bytes& out, int players, int steps)
{
    out.u8({0, 0, 0, 0, 1 | players << 1});
    for (int p = 0; p < players; ++p) {
        out.append(QByteArray::fromHex("ffff7f000000"));
        for (int k = 0; k < 23; ++k) {
            const int z = steps >= 0 ? 2 * steps : -2 * steps - 1;
            if (z <= 240)
                out.u8({z});
            else if (z <= 2287)
                out.u8({241 + ((z - 240) >> 8), (z - 240) & 255});
            else
                out.u8({249, (z - 2288) >> 8, (z - 2288) & 255});
            out.u8({0, 0});
        }
    }
}

float boneX(const test::Scanned& s, std::size_t frame, std::size_t player = 0)
{
    return s.frames.bonesOf(s.frames.frames[frame])[player].bones[22].position.x * 4096.0F;
}

} // namespace

void TestEchoButterCorrections::bonesOverChunks()
{
    Bytes first;
    putBones(first.keyframe(Start, 1, 0), 2, 2000);
    Bytes second;
    putBones(second.keyframe(Start + 33, 1, 0), 2, 10);
    Bytes none;
    none.keyframe(Start + 66, 1, 0).nobody();
    Bytes other;
    putBones(other.keyframe(Start + 99, 1, 0), 2, 1500);
    putBones(other.frame(33, 0, 0), 1, 1000);
    BuiltButter built;
    built.chunks = {first, second, none, other};
    const auto s = scanned(built);
    QCOMPARE(boneX(*s, 0), 2000.5F);
    QCOMPARE(boneX(*s, 1), 2011.0F); // goes on from the chunk before
    QVERIFY(!s->frames.frames[2].hasBones);
    QCOMPARE(boneX(*s, 3), 1500.5F); // nothing to go on from
    QCOMPARE(boneX(*s, 4), 1000.5F); // another number of skeletons
    QCOMPARE(boneX(*scanned(built, ButterDecoding::Reference), 1), 10.0F);
    QVERIFY(s->chunks[1].carry->bytes() > 2 * sizeof(BoneSet));
}

void TestEchoButterCorrections::absoluteBones()
{
    // Another writer begins anew with each keyframe.
    Bytes first;
    putBones(first.keyframe(Start, 1, 0), 1, 2000);
    putBones(first.frame(33, 0, 0), 1, 5);
    Bytes second;
    putBones(second.keyframe(Start + 66, 1, 0), 1, 2010);
    BuiltButter built;
    built.chunks = {first, second};
    const auto s = scanned(built);
    QCOMPARE(boneX(*s, 1), 2006.0F);
    QCOMPARE(boneX(*s, 2), 2010.5F);
}

void TestEchoButterCorrections::growingBones()
{
    Bytes chunk;
    putBones(chunk.keyframe(Start, 1, 0), 1, 100);
    putBones(chunk.frame(33, 0, 0), 2, 100);
    BuiltButter built = oneChunk(chunk);
    built.chunks += built.chunks[0];
    QCOMPARE(scanned(built)->frames.size(), std::size_t{4});
    const auto r = scanned(built, ButterDecoding::Reference);
    QCOMPARE(r->frames.size(), std::size_t{1});
    QCOMPARE(r->losses.size(), 1);
}

void TestEchoButterCorrections::noRotationNoNumber()
{
    Bytes chunk;
    chunk.keyframe(Start, 1, 0x10).pose(1, 2, 3, 0xFFDFF7FD).nobody();
    chunk.frame(33, 0, 0x10).halfs({0}).u16(0x7C00).u16(0x7E00).u32(0).nobody();
    const auto s = scanned(oneChunk(chunk));
    QCOMPARE(s->frames.frames[1].vr.position, s->frames.frames[0].vr.position);
    QVERIFY(s->frames.frames[1].vr.orientation == s->frames.frames[0].vr.orientation);
    QCOMPARE(s->count("not-a-number"), 1);
    QVERIFY(
        std::isnan(scanned(oneChunk(chunk), ButterDecoding::Reference)->frames.frames[1].vr.orientation.x));
}

void TestEchoButterCorrections::wrappedTime()
{
    Bytes first;
    first.keyframe(Start, 1, 0).nobody().frame(70000 - 65536, 0, 0).nobody();
    Bytes second;
    second.keyframe(Start + 70033, 1, 0).nobody().frame(65533, 0, 0).nobody();
    Bytes third;
    third.keyframe(Start + 70063, 1, 0).nobody();
    BuiltButter built;
    built.chunks = {first, second, third};
    const auto s = scanned(built); // read again they are the same
    QCOMPARE(s->frames.frames[1].timeMs, Start + 70000);
    QCOMPARE(s->frames.frames[3].timeMs, Start + 70033);
    QCOMPARE(s->count("time-wrapped"), 2);
    QCOMPARE(s->count("time-not-increasing"), 1);
    QCOMPARE(s->diagnostics[0].where.frame, std::optional<std::int64_t>(1));
    QCOMPARE(scanned(built, ButterDecoding::Reference)->frames.frames[1].timeMs, Start + 4464);
}

} // namespace tst_echo_butter_corrections

GHOSTLINE_TEST(tst_echo_butter_corrections, TestEchoButterCorrections)
#include "tst_echo_butter_corrections.moc"
