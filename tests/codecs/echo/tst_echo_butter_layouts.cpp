// SPDX-License-Identifier: GPL-3.0-or-later
// Frames built byte by byte. No file of versions 1 and 2 is public: these hand-made ones, after the published
// layouts, are all there is to try them on.
#include "tests/codecs/echo/scan_built.h"
#include "tests/support/test_driver.h"

namespace tst_echo_butter_layouts {

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

/// An arena player of version 3 with everything.
void putPlayer(Bytes& out, int fileIndex, int slot, double x)
{
    out.u8({fileIndex, slot, 0xFF});
    putStats(out, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 12.5, 11);
    out.u16(40).halfs({0.25}).u8({253, 1}).halfs({1, -2, 4}).u8({0xFF});
    for (int part = 0; part < 4; ++part)
        out.pose(x, part, -8);
}

/// Versions 1 and 2, no bones: `holding` as the version and map have it.
void putOldPlayer(Bytes& out, int fileIndex, int slot, bool holding, bool loadout)
{
    out.u8({fileIndex, slot, 0xF0 | 2});
    putStats(out, {1, 0, 0, 0, 0, 0, 2, 0, 0, 0}, 1.5, 1);
    out.u16(30).halfs({0.5});
    if (holding)
        out.u8({253, 2});
    out.halfs({1, 0, 0}).u8({0x03}).pose(4, 1, 2);
    if (loadout)
        out.u8({0b1011001});
}

} // namespace

class TestEchoButterLayouts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void header();
    void probe_data();
    void probe();
    void arenaFrame();
    void combatFrame();
    void lobbyFrame();
    void version2_data();
    void version2();
    void version1();
    void nothingOnAKeyframe();
    void offGridAndEmptyChunks();
    void unknownCodes();
    void compressions_data();
    void compressions();
};

void TestEchoButterLayouts::header()
{
    BuiltButter built;
    built.isPrivate = true;
    built.interval = 450;
    const auto file = test::openButterBytes(built.bytes());
    QVERIFY(file);
    const MatchHeader& h = (*file)->header();
    QCOMPARE(h.client, QStringLiteral("Ann"));
    QCOMPARE(h.sessionId, QStringLiteral("0F1F2F3F-4F5F-6F7F-8F9F-AFBFCFDFEFFF"));
    QCOMPARE(h.sessionIp, QStringLiteral("192.0.2.17"));
    QCOMPARE(h.totalRounds, 3);
    QCOMPARE(h.blueRoundScore, 1);
    QCOMPARE(h.orangeRoundScore, 2);
    QVERIFY(h.privateMatch);
    QCOMPARE(h.mapName, QStringLiteral("mpl_arena_a"));
    QCOMPARE(h.matchType, QStringLiteral("Echo_Arena_Private"));
    const MatchNames& names = (*file)->names();
    QCOMPARE(names.people(), 2);
    QCOMPARE(names[1].name, std::string("Bob"));
    QCOMPARE(names[1].userId, std::int64_t{1002});
    QCOMPARE(names[1].number, 42);
    QCOMPARE(names[1].level, 49);
    QCOMPARE((*file)->version(), QStringLiteral("3"));
    QCOMPARE((*file)->metadata()[QStringLiteral("keyframe interval")].toInt(), 450);
    built.map = 100;
    const auto odd = scanned(built);
    QCOMPARE(odd->count("unknown-map"), 1);
    QVERIFY(odd->file->header().mode() == Mode::Neither);
}

void TestEchoButterLayouts::probe_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("confidence");
    const QByteArray good = BuiltButter{}.bytes();
    const QString name = QStringLiteral("x.butter");
    const int certain = static_cast<int>(model::Confidence::Certain);
    QTest::newRow("butter") << good << name << certain;
    QTest::newRow("another name") << good << QStringLiteral("x.bin")
                                  << static_cast<int>(model::Confidence::Likely);
    BuiltButter crowd;
    crowd.names = QList<QByteArray>(250, QByteArray(60, 'n'));
    QTest::newRow("long header") << crowd.bytes().left(4096) << name
                                 << static_cast<int>(model::Confidence::Likely);
    QTest::newRow("nothing") << QByteArray() << name << 0;
    QTest::newRow("another version") << QByteArray("\4") + good.mid(1) << name << 0;
    QTest::newRow("another compression") << good.left(3) + QByteArray("\7") + good.mid(4) << name << 0;
    QTest::newRow("zip") << QByteArray("PK\3\4") + QByteArray(60, '\0') << name << 0;
    QTest::newRow("text") << QByteArray("2022/04/15 05:00:00.000\t{}") << name << 0;
}

void TestEchoButterLayouts::probe()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    QFETCH(int, confidence);
    const auto span = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    QCOMPARE(static_cast<int>(probeButter(span, name)), confidence);
}

void TestEchoButterLayouts::arenaFrame()
{
    Bytes chunk;
    chunk.keyframe(Start, 290.5F, 0xBF).u8({4, 7, 5, 0b0101});
    chunk.u8({0b011001, 1}).halfs({0.5, 0.25});                // pause: blue asked, orange unpaused
    chunk.u8({1 | 4 | 6 << 3, 2, 1}).halfs({12.5, 6});         // score: orange, 3 points, slam dunk
    chunk.halfs({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});  // throw
    chunk.pose(0.5, 1.5, 0).pose(1, -2, 16).halfs({3, 0, -4}); // playspace, disc
    chunk.i64(1234567890123).zstr("Bob");                      // rules
    chunk.u8({0b00110});                                       // orange has the disc; blue statistics
    putStats(chunk, {2, 0, 16, 2, 0, 18, 14, 6, 6, 12}, 18.5, 300);
    chunk.u8({1});
    putPlayer(chunk, 1, 4, 2);
    chunk.u8({1});
    putPlayer(chunk, 2, 1, -2);
    chunk.u8({0, 0});
    const auto s = scanned(oneChunk(chunk));
    QVERIFY(s->diagnostics.empty());
    QCOMPARE(s->frames.size(), std::size_t{1});
    const Frame& f = s->frames.frames[0];
    QCOMPARE(f.timeMs, Start);
    QCOMPARE(f.clock, 290.5F);
    QVERIFY(f.status == GameStatus::Playing);
    QCOMPARE(f.points, (std::array{7.0F, 5.0F}));
    QCOMPARE(f.inputs, std::uint8_t{5});
    QCOMPARE(f.restartRequest, (std::array{true, false}));
    QVERIFY(f.pause.state == PauseState::Paused && f.pause.requestedBy == TeamCode::Spectator &&
            f.pause.unpausedBy == TeamCode::Orange);
    QVERIFY(f.score.team == TeamCode::Orange && f.score.type == GoalType::SlamDunk);
    QCOMPARE(f.score.points, 3);
    QCOMPARE(f.score.scorer, 1);
    QCOMPARE(f.score.assister, 0);
    QCOMPARE(f.score.discSpeed, 12.5F);
    QCOMPARE(f.score.distance, 6.0F);
    QCOMPARE(f.lastThrow[12], 13.0F);
    QCOMPARE(f.vr.position, glm::vec3(mid(0.5), mid(1.5), 0));
    QVERIFY(f.hasDisc);
    QCOMPARE(f.disc.position, glm::vec3(mid(1), mid(-2), mid(16)));
    QCOMPARE(f.discVelocity, glm::vec3(mid(3), 0, mid(-4)));
    QCOMPARE(f.rulesChangedAt, std::int64_t{1234567890123});
    QCOMPARE(s->file->names().textAt(f.rulesChangedBy), std::string("Bob"));
    QCOMPARE(f.possession, (std::array{false, true}));
    QCOMPARE(f.hasTeamStats, (std::array{true, false, false}));
    QCOMPARE(f.teamStats[0][Counter::Passes], 18);
    QCOMPARE(f.teamStats[0].stuns, 300);
    const auto players = s->frames.playersOf(f);
    QCOMPARE(players.size(), std::size_t{2});
    const PlayerFrame& p = players[0];
    QCOMPARE(p.person, 0);
    QVERIFY(p.team == TeamCode::Blue && players[1].team == TeamCode::Orange);
    QCOMPARE(p.slot, std::uint8_t{4});
    QVERIFY(p.possession && p.blocking && p.stunned && p.invulnerable && p.emote && p.hasStats);
    QCOMPARE(p.stats[Counter::ShotsTaken], 10);
    QCOMPARE(p.stats.possessionTime, 12.5F);
    QCOMPARE(p.ping, 40);
    QCOMPARE(p.packetLoss, 0.25F);
    QCOMPARE(p.holdingLeft, holding::Disc);
    QCOMPARE(p.holdingRight, std::int16_t{1});
    QCOMPARE(p.velocity, glm::vec3(mid(1), mid(-2), mid(4)));
    QCOMPARE(p.part(Part::RightHand).position, glm::vec3(mid(2), mid(3), mid(-8)));
    QVERIFY(p.loadout == Loadout{});
    QVERIFY(!f.hasBones);
}

void TestEchoButterLayouts::combatFrame()
{
    Bytes chunk;
    chunk.keyframe(Start, 60, 0x41).u8({4}).halfs({12.5, 99}).u8({0}).u8({1, 2, 3}).halfs({40, 1.5});
    chunk.u8({0, 1, 1, 0, 0x40}).u16(20).halfs({0}).u8({0, 0b1011001}).u8({0, 0, 0});
    chunk.frame(33, 0, 0).u8({0, 1, 1, 0, 0, 0, 0b0000110, 0, 0, 0});
    BuiltButter built = oneChunk(chunk);
    built.map = 5;
    const auto s = scanned(built);
    QCOMPARE(s->file->header().matchType, QStringLiteral("Echo_Combat"));
    for (const Frame& f : s->frames.frames) {
        QCOMPARE(f.points, (std::array{12.5F, 99.0F}));
        QVERIFY(f.payload.contested);
        QCOMPARE(f.payload.checkpoint, 2);
        QCOMPARE(f.payload.defenders, 3);
        QCOMPARE(f.payload.distance, 40.0F);
        QCOMPARE(f.payload.speed, 1.5F);
        QVERIFY(!f.hasDisc);
        QCOMPARE(s->frames.playersOf(f)[0].holdingLeft, holding::NotRecorded);
        QCOMPARE(s->frames.playersOf(f)[0].ping, 20);
    }
    QVERIFY((s->frames.players[0].loadout == Loadout{1, 2, 1, 1}));
    QVERIFY((s->frames.players[1].loadout == Loadout{2, 1, 0, 0}));
    QCOMPARE(scanned(built, ButterDecoding::Reference)->frames.frames[1].points, (std::array{0.0F, 0.0F}));
}

void TestEchoButterLayouts::lobbyFrame()
{
    Bytes chunk;
    // No points in the lobby, and no hands that hold.
    chunk.keyframe(Start, 0, 0x01)
        .u8({1, 0b1000})
        .u8({0, 1, 1, 0, 0x40})
        .u16(20)
        .halfs({0})
        .u8({0})
        .u8({0, 0, 0});
    BuiltButter built = oneChunk(chunk);
    built.map = 1;
    const auto s = scanned(built);
    QCOMPARE(s->frames.size(), std::size_t{1});
    QCOMPARE(s->frames.frames[0].inputs, std::uint8_t{8});
    QCOMPARE(s->file->header().matchType, QStringLiteral("Unknown"));
    QCOMPARE(s->frames.players[0].holdingLeft, holding::NotRecorded);
}

void TestEchoButterLayouts::version2_data()
{
    QTest::addColumn<int>("map");
    QTest::newRow("arena") << 2;
    QTest::newRow("combat") << 4;
    QTest::newRow("lobby") << 1;
}

void TestEchoButterLayouts::version2()
{
    QFETCH(int, map);
    const bool combat = map == 4;
    Bytes chunk;
    chunk.keyframe(Start, 100, 0xFF).u8({4, 7, 5});
    chunk.u8({0b10011001}).halfs({0.5, 0.25}); // the state in the upper bits
    chunk.u8({0b11}).u8({1 | 6 << 3, 2, 0}).halfs({12.5, 6});
    chunk.halfs({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}).pose(0.5, 0, 0).pose(1, 0, 0).halfs({0, 0, 1});
    chunk.u8({1, 1});
    putOldPlayer(chunk, 1, 7, !combat, combat);
    chunk.u8({0, 0, 0});
    chunk.frame(40, -1, 0).u8({0, 1, 1, 7, 0, 0});
    if (combat)
        chunk.u8({0});
    chunk.u8({0, 0, 0});
    BuiltButter built = oneChunk(chunk);
    built.version = 2;
    built.map = map;
    const auto s = scanned(built);
    QVERIFY(s->losses.isEmpty());
    QCOMPARE(s->file->version(), QStringLiteral("2"));
    QCOMPARE(s->frames.size(), std::size_t{2});
    const Frame& f = s->frames.frames[1];
    QCOMPARE(f.timeMs, Start + 40);
    QCOMPARE(f.points, (std::array{7.0F, 5.0F}));
    QVERIFY(f.pause.state == PauseState::Unpausing && f.pause.requestedBy == TeamCode::Spectator);
    QCOMPARE(f.inputs, std::uint8_t{3});
    QCOMPARE(f.score.points, 2);
    QCOMPARE(f.score.assister, Nobody);
    QVERIFY(f.hasDisc);
    const PlayerFrame& p = s->frames.players[0];
    QVERIFY(p.blocking && !p.possession && !p.emote && p.hasStats);
    QCOMPARE(p.stats[Counter::Points], 2);
    QCOMPARE(p.ping, 30);
    QCOMPARE(p.holdingLeft, combat ? holding::NotRecorded : holding::Disc);
    QVERIFY((p.loadout == (combat ? Loadout{1, 2, 1, 1} : Loadout{})));
    QCOMPARE(p.part(Part::Head).position, glm::vec3(mid(4), mid(1), mid(2)));
}

void TestEchoButterLayouts::version1()
{
    // Combat is treated as any map; hands may hold a file index, here Bob's, whose slot is 6.
    Bytes chunk;
    chunk.keyframe(Start, 100, 0x02).u8({9, 8}).u8({0, 2});
    putOldPlayer(chunk, 1, 7, true, false);
    chunk.u8({2, 6, 0, 0}).u8({0, 0});
    chunk.u8({1 | 1 << 1}).append(QByteArray::fromHex("010000000000")); // one skeleton, one bone moved
    chunk.u8({0x50, 0, 0});
    BuiltButter built = oneChunk(chunk);
    built.version = 1;
    built.map = 4;
    const auto s = scanned(built);
    QVERIFY(s->losses.isEmpty());
    QCOMPARE(s->frames.size(), std::size_t{1});
    QCOMPARE(s->frames.frames[0].points, (std::array{9.0F, 8.0F}));
    QCOMPARE(s->frames.players[0].holdingRight, std::int16_t{6});
    QVERIFY(s->frames.players[0].loadout == Loadout{});
    QCOMPARE(s->frames.bones.size(), std::size_t{1});
    QCOMPARE(s->frames.bones[0].bones[0].position.x, 40.5F / 4096.0F);
}

void TestEchoButterLayouts::nothingOnAKeyframe()
{
    Bytes chunk;
    chunk.keyframe(Start, 1, 0).nobody().frame(33, 0, 0).nobody();
    for (const int map : {1, 2, 4}) {
        BuiltButter built = oneChunk(chunk);
        built.map = map;
        const auto s = scanned(built);
        QVERIFY(s->diagnostics.empty());
        const Frame& f = s->frames.frames[1];
        QVERIFY(f.pause.state == PauseState::Unpaused && !f.hasDisc && f.status == GameStatus::None);
        QVERIFY((f.score == LastScore{} && f.payload == Payload{} && f.points == std::array{0.0F, 0.0F}));
        QCOMPARE(f.rulesChangedBy, std::uint32_t{0});
    }
}

void TestEchoButterLayouts::offGridAndEmptyChunks()
{
    Bytes key;
    key.keyframe(Start, 1, 0).nobody();
    Bytes two(key);
    two.frame(33, 0, 0).nobody();
    Bytes keys(two);
    keys.keyframe(Start + 66, 5, 0).nobody(); // a second keyframe in one chunk
    BuiltButter built;
    built.interval = 300;
    built.chunks = {QByteArray(), two, key, keys, QByteArray()};
    const auto s = scanned(built);
    QVERIFY(s->losses.isEmpty());
    QCOMPARE(s->frames.size(), std::size_t{6});
    QCOMPARE(s->chunks.size(), std::size_t{3});
    QCOMPARE(s->chunks[0].index, std::uint64_t{1});
    QCOMPARE(s->frames.frames[5].clock, 5.0F);
    QCOMPARE(s->frames.frames[5].timeMs, Start + 66);
    built.chunks = {};
    QCOMPARE(scanned(built)->frames.size(), std::size_t{0});
}

void TestEchoButterLayouts::unknownCodes()
{
    Bytes chunk;
    chunk.keyframe(Start, 1, 7)
        .u8({77, 0, 0, 0})
        .u8({0, 9})
        .halfs({0, 0})
        .u8({3 | 20 << 3, 9, 0})
        .halfs({0, 0});
    chunk.u8({0, 1, 200, 0, 0, 0, 0, 0, 0});
    const auto s = scanned(oneChunk(chunk));
    const Frame& f = s->frames.frames[0];
    QVERIFY(f.status == GameStatus::Uncoded && f.pause.state == PauseState::Unknown);
    QVERIFY(f.score.type == GoalType::Unknown && f.score.scorer == Nobody);
    QCOMPARE(s->frames.players[0].person, Nobody);
    QCOMPARE(s->count("unknown-code"), 1);
    QCOMPARE(s->count("no-such-name"), 1);
}

void TestEchoButterLayouts::compressions_data()
{
    QTest::addColumn<int>("compression");
    for (int c = 0; c <= 6; ++c)
        QTest::addRow("%d", c) << c;
}

void TestEchoButterLayouts::compressions()
{
    QFETCH(int, compression);
    Bytes chunk;
    chunk.keyframe(Start, 1, 0).nobody();
    for (int i = 0; i < 99; ++i)
        chunk.frame(33, -0.5F, 0).nobody();
    BuiltButter built = oneChunk(chunk);
    built.chunks += chunk;
    built.compression = compression;
    const auto s = scanned(built);
    QCOMPARE(s->frames.size(), std::size_t{200});
    const auto raw = s->file->readRaw({});
    QVERIFY(raw);
    QCOMPARE(*raw, static_cast<std::uint64_t>(2 * chunk.size() + built.header().size()));
}

} // namespace tst_echo_butter_layouts

GHOSTLINE_TEST(tst_echo_butter_layouts, TestEchoButterLayouts)
#include "tst_echo_butter_layouts.moc"
