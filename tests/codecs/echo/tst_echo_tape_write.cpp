// SPDX-License-Identifier: GPL-3.0-or-later
// Frames written as .tape and read back: everything the format holds, what the source's recorder wrote down,
// what the format does not hold, and values that no game sends.
#include "codecs/echo/tape/tape_blocks.h"
#include "tests/codecs/echo/built_tape.h"
#include "tests/codecs/echo/random_match.h"
#include "tests/codecs/echo/write_match.h"
#include "tests/codecs/echo/written_tape.h"
#include "tests/support/test_driver.h"

#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <set>

namespace tst_echo_tape_write {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

namespace {

constexpr float NotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float Endless = std::numeric_limits<float>::infinity();

/// Written and read again, in order.
struct Copy
{
    WrittenTape written;
    std::unique_ptr<FrameFile> file;
    ScannedText scanned;
};

std::unique_ptr<Copy> copyOf(const WriteJob& job, const TapeOptions& options = {})
{
    auto written = writeTapeBytes(job, options);
    if (!written) {
        qWarning("%s", qPrintable(written.error().message));
        return nullptr;
    }
    auto out = std::make_unique<Copy>();
    out->written = std::move(*written);
    auto file = openTapeBytes(out->written.bytes);
    if (!file) {
        qWarning("%s", qPrintable(file.error().message));
        return nullptr;
    }
    out->file = std::move(*file);
    return out->file->scan(out->scanned, {}) ? std::move(out) : nullptr;
}

std::unique_ptr<Copy> copyOf(const ShortMatch& match, const TapeOptions& options = {})
{
    return copyOf(match.job(), options);
}

QString difference(const ShortMatch& match, const Copy& copy)
{
    return framesDifference({match.block, match.names}, {copy.scanned.block, copy.file->names()});
}

QStringList noteCodes(const Copy& copy)
{
    QStringList out;
    for (const model::Diagnostic& note : copy.written.report.notes)
        out << note.code;
    return out;
}

RecordedEvent recorded(std::uint32_t frame, RecordedKind kind, int slot = -1, int value = 0, int other = -1,
                       TeamCode team = TeamCode::None)
{
    return {frame, kind, static_cast<std::int16_t>(slot), static_cast<std::int16_t>(other), team, value};
}

std::vector<RecordedEvent> sorted(std::vector<RecordedEvent> events)
{
    std::ranges::sort(events, {}, [](const RecordedEvent& e) {
        return std::tuple(e.frame, e.kind, e.slot, e.other, e.value);
    });
    return events;
}

} // namespace

class TestEchoTapeWrite : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everything_data();
    void everything();
    void header();
    void bones();
    void combat();
    void randomMatches_data();
    void randomMatches();
    void recordedEvents();
    void losses_data();
    void losses();
    void noGame();
    void crowded();
    void times();
    void options();
    void refuses();
};

void TestEchoTapeWrite::everything_data()
{
    QTest::addColumn<bool>("packed");
    QTest::addColumn<int>("interval");
    QTest::addColumn<int>("blocks");
    QTest::newRow("usual") << true << 100 << 5; // header, three of frames, footer
    QTest::newRow("short blocks") << true << 7 << 38;
    QTest::newRow("one block") << true << 65535 << 3;
    QTest::newRow("bare") << false << 100 << 0;
}

void TestEchoTapeWrite::everything()
{
    QFETCH(bool, packed);
    QFETCH(int, interval);
    QFETCH(int, blocks);
    ShortMatch match;
    fillForTape(match);
    const auto copy = copyOf(match, {.packed = packed, .keyframeInterval = interval});
    QVERIFY(copy);
    const QString other = difference(match, *copy);
    QVERIFY2(other.isEmpty(), qPrintable(other));
    QVERIFY2(
        copy->scanned.diagnostics.empty(),
        qPrintable(copy->scanned.diagnostics.empty() ? QString() : copy->scanned.diagnostics[0].message));
    QVERIFY(copy->scanned.missing.empty());
    QVERIFY(chunksAgree(*copy->file, copy->scanned));
    QCOMPARE(copy->file->metadata()[u"blocks"].toInt(), blocks);
    QCOMPARE(copy->file->metadata()[u"compression"].toString(),
             packed ? QStringLiteral("zstd blocks with seek table") : QStringLiteral("none"));
    QCOMPARE(copy->file->checksumCheck().isEmpty(), !packed);
    QCOMPARE(copy->written.report.frames, model::FrameNumber{250});
    QCOMPARE(copy->written.report.bytes, static_cast<std::uint64_t>(copy->written.bytes.size()));
    QCOMPARE(copy->written.report.details[u"chunks"].toInt(), blocks);
    // The same again, byte for byte.
    const auto again = copyOf(match, {.packed = packed, .keyframeInterval = interval});
    QVERIFY(again && again->written.bytes == copy->written.bytes);
}

void TestEchoTapeWrite::header()
{
    ShortMatch match;
    match.header.mapName = QStringLiteral("mpl_arena_a");
    match.header.matchType = QStringLiteral("Echo_Arena_Private");
    match.header.privateMatch = true;
    match.header.teamNames = {QStringLiteral("Foxes"), QString(), QStringLiteral("Crowd")};
    match.add().rulesChangedAt = 99;
    match.block.frames.back().rulesChangedBy = match.names.text("Ann");
    const auto copy = copyOf(match);
    QVERIFY(copy);
    const MatchHeader& found = copy->file->header();
    QCOMPARE(found.client, match.header.client);
    QCOMPARE(found.sessionId, match.header.sessionId);
    QCOMPARE(found.sessionIp, match.header.sessionIp);
    QCOMPARE(found.mapName, match.header.mapName);
    QCOMPARE(found.matchType, match.header.matchType);
    QCOMPARE(found.map, Map::Arena);
    QVERIFY(found.privateMatch && !found.tournament);
    QCOMPARE(found.totalRounds, 3);
    QCOMPARE(found.blueRoundScore, 1);
    QCOMPARE(found.orangeRoundScore, 2);
    QCOMPARE(found.teamNames, match.header.teamNames);
    const Frame& frame = copy->scanned.block.frames.front();
    QCOMPARE(frame.rulesChangedAt, std::int64_t{99});
    QCOMPARE(copy->file->names().textAt(frame.rulesChangedBy), std::string("Ann"));
    QVERIFY(copy->written.report.notes.empty());

    // A type that was not recorded follows from the map, and says what is known of the match.
    match.header.matchType.clear();
    match.header.mapName.clear();
    const auto derived = copyOf(match);
    QVERIFY(derived);
    QCOMPARE(derived->file->header().mapName, QStringLiteral("mpl_arena_a"));
    QCOMPARE(derived->file->header().matchType, QStringLiteral("Echo_Arena_Private"));
}

/// Sets of which it is known whose they are, and those of which it is not.
void TestEchoTapeWrite::bones()
{
    for (const bool named : {true, false}) {
        ShortMatch match;
        for (int i = 0; i < 30; ++i) {
            match.add();
            match.bones(i % 5 == 0 ? 1 : i % 3);
            const Frame& frame = match.block.frames.back();
            for (std::uint32_t k = 0; k < frame.bones.count; ++k)
                match.block.bones[frame.bones.first + k].slot =
                    static_cast<std::int16_t>(named ? 1 - static_cast<int>(k) : -1);
        }
        const auto copy = copyOf(match);
        QVERIFY(copy);
        const QString other = difference(match, *copy);
        QVERIFY2(other.isEmpty(), qPrintable(other));
    }
}

void TestEchoTapeWrite::combat()
{
    ShortMatch match(Map::Dyson);
    for (int i = 0; i < 40; ++i) {
        Frame& frame = match.add();
        frame.hasDisc = false;
        frame.payload = {.contested = false,
                         .checkpoint = i / 10,
                         .defenders = i % 4,
                         .distance = static_cast<float>(i),
                         .speed = 0.5F,
                         .multiplier = 1.0F};
        match.last().loadout = {static_cast<std::int8_t>(i / 10), 1, 2, -1};
        match.last().hasStats = match.last(2).hasStats = false;
    }
    const auto copy = copyOf(match);
    QVERIFY(copy);
    const QString other = difference(match, *copy);
    QVERIFY2(other.isEmpty(), qPrintable(other));
    QVERIFY(copy->written.report.notes.empty());
    QCOMPARE(copy->file->header().matchType, QStringLiteral("Echo_Combat"));
}

void TestEchoTapeWrite::randomMatches_data()
{
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 0; seed < 60; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// People come, go, change slots; whatever a recording may do does not break a tape.
void TestEchoTapeWrite::randomMatches()
{
    QFETCH(std::uint32_t, seed);
    RandomMatch match;
    RandomMaker(RandomOrder{.seed = seed, .frames = 150}, match).run();
    const auto copy = copyOf(writeJob(match.header, match.names, match.block));
    QVERIFY(copy);
    QCOMPARE(copy->scanned.block.size(), match.block.size());
    QVERIFY(chunksAgree(*copy->file, copy->scanned));
    for (const model::Diagnostic& told : copy->scanned.diagnostics)
        QVERIFY2(told.code == QStringLiteral("bad-value"), qPrintable(told.message));
    const QStringList notes = noteCodes(*copy);
    for (std::size_t i = 0; i < match.block.size(); ++i) {
        const QString other =
            frameDifference({match.block, match.names}, {copy->scanned.block, copy->file->names()}, i);
        // What was counted as lost may differ, and nothing else.
        const bool allowed =
            other.isEmpty() ||
            (other == QLatin1String("time") && notes.contains(QStringLiteral("clock-back"))) ||
            (other == QLatin1String("status") && notes.contains(QStringLiteral("unknown-status"))) ||
            (other == QLatin1String("pause") && (notes.contains(QStringLiteral("no-pause-code")) ||
                                                 notes.contains(QStringLiteral("no-team-code")))) ||
            (other == QLatin1String("goal") && notes.contains(QStringLiteral("no-team-code"))) ||
            (other == QLatin1String("slot") && notes.contains(QStringLiteral("shared-slot"))) ||
            (other == QLatin1String("stats") && notes.contains(QStringLiteral("stats-ended")));
        QVERIFY2(
            allowed,
            qPrintable(
                QStringLiteral("frame %1: %2 (%3)").arg(i).arg(other, notes.join(QStringLiteral(", ")))));
    }
}

/// What a recorder wrote down is written again: every kind, and once.
void TestEchoTapeWrite::recordedEvents()
{
    ShortMatch match;
    fillForTape(match);
    auto& list = match.block.recorded;
    list = {recorded(0, RecordedKind::Joined, 0),
            recorded(0, RecordedKind::Joined, 1),
            recorded(20, RecordedKind::RoundStarted, -1, 4),
            recorded(30, RecordedKind::Possession, 0, 0, 1),
            recorded(31, RecordedKind::Possession),
            recorded(41, RecordedKind::Throw, 0),
            recorded(45, RecordedKind::Catch, 1),
            recorded(46, RecordedKind::Emote, 1, 2),
            recorded(50, RecordedKind::Save, 0, 1),
            recorded(50, RecordedKind::Stun, 1, 2),
            recorded(51, RecordedKind::Pass, 0, 3),
            recorded(52, RecordedKind::Steal, 0, 4, 1),
            recorded(52, RecordedKind::Steal, 1, 5),
            recorded(53, RecordedKind::Block, 0, 6),
            recorded(54, RecordedKind::Interception, 0, 7),
            recorded(55, RecordedKind::Shot, 0, 8),
            recorded(60, RecordedKind::Goal, -1, 2, -1, TeamCode::Orange),
            recorded(60, RecordedKind::PlayerGoal, 1, 1),
            recorded(60, RecordedKind::Assist, 0, 1),
            recorded(90, RecordedKind::Left, 1),
            recorded(90, RecordedKind::Joined, 1),
            recorded(90, RecordedKind::Throw, 0),
            recorded(100, RecordedKind::RoundPaused, -1, 0, -1, TeamCode::Blue),
            recorded(130, RecordedKind::RoundUnpaused),
            recorded(150, RecordedKind::Goal, -1, 3, -1, TeamCode::Blue),
            recorded(151, RecordedKind::Goal, -1, 3, -1, TeamCode::Blue), // the same one once more
            recorded(180, RecordedKind::Left, 1),
            recorded(180, RecordedKind::Joined, 1),
            recorded(180, RecordedKind::Throw, 0),
            recorded(200, RecordedKind::SwitchedTeam, 1),
            recorded(201, RecordedKind::SwitchedTeam, 1, 0, -1, TeamCode::Orange),
            recorded(210, RecordedKind::Left, 9), // was never in a frame
            recorded(211, RecordedKind::Left, 0), // and is back in the same one
            recorded(211, RecordedKind::Joined, 0),
            recorded(240, RecordedKind::RoundEnded, -1, 4, -1, TeamCode::Orange),
            recorded(241, RecordedKind::MatchEnded, -1, 0, -1, TeamCode::Blue)};
    const auto copy = copyOf(match);
    QVERIFY(copy);
    QCOMPARE(sorted(copy->scanned.block.recorded).size(), list.size());
    const auto found = sorted(copy->scanned.block.recorded);
    const auto told = sorted(list);
    for (std::size_t i = 0; i < told.size(); ++i)
        QVERIFY2(found[i] == told[i], qPrintable(QStringLiteral("%1: frame %2, kind %3")
                                                     .arg(i)
                                                     .arg(found[i].frame)
                                                     .arg(static_cast<int>(found[i].kind))));
    const QString other = difference(match, *copy);
    QVERIFY2(other.isEmpty(), qPrintable(other));

    // Of one who is not there any more nobody knows the name.
    match.block.recorded = {recorded(5, RecordedKind::Joined, 30)};
    QVERIFY(copyOf(match)->written.note("event-left-out") != nullptr);
}

namespace {

using Change = void (*)(ShortMatch&);

} // namespace

void TestEchoTapeWrite::losses_data()
{
    QTest::addColumn<void*>("change");
    const auto row = [](const char* code, Change change) {
        QTest::newRow(code) << reinterpret_cast<void*>(change);
    };
    row("not-a-number", [](ShortMatch& m) { m.last().velocity.x = NotANumber; });
    row("unknown-status", [](ShortMatch& m) { m.block.frames[1].status = GameStatus::Uncoded; });
    row("no-clock", [](ShortMatch& m) { m.block.frames[1].clock = NotANumber; });
    row("no-pause-code", [](ShortMatch& m) { m.block.frames[1].pause.state = PauseState::Pausing; });
    row("no-team-code", [](ShortMatch& m) { m.block.frames[1].score.team = TeamCode::Spectator; });
    row("points-cut", [](ShortMatch& m) { m.block.frames[1].points[0] = 12.5F; });
    row("clock-back", [](ShortMatch& m) { m.block.frames[1].timeMs -= 1000; });
    row("rules-changed", [](ShortMatch& m) { m.block.frames[1].rulesChangedAt = 5; });
    row("team-possession", [](ShortMatch& m) { m.block.frames[1].possession[0] = true; });
    row("team-stats", [](ShortMatch& m) {
        m.block.frames[1].hasTeamStats[0] = true;
        m.block.frames[1].teamStats[0].stuns = 3;
    });
    row("stats-ended", [](ShortMatch& m) { m.last().hasStats = false; });
    row("no-arm", [](ShortMatch& m) { m.last().loadout.arm = 1; });
    row("no-payload-place", [](ShortMatch& m) { m.block.frames[1].payload.contested = true; });
    row("shared-slot", [](ShortMatch& m) { m.last().slot = m.last(2).slot; });
    row("long-name", [](ShortMatch& m) {
        m.last().person = m.names.append({std::string(255, 'x') + "\xc3\xb6", 5, 1, 1});
    });
    row("match-kind", [](ShortMatch& m) { m.header.matchType = QStringLiteral("Echo_Arena_Private"); });
    row("fields-left-out", [](ShortMatch& m) { m.header.unknownFields << QStringLiteral("future"); });
}

void TestEchoTapeWrite::losses()
{
    QFETCH(void*, change);
    ShortMatch match;
    for (int i = 0; i < 3; ++i) {
        Frame& frame = match.add();
        frame.hasTeamStats = {true, true, false}; // all of them 0, as the players' are
    }
    const auto before = copyOf(match);
    QVERIFY(before);
    QCOMPARE(noteCodes(*before), QStringList());
    reinterpret_cast<Change>(change)(match);
    const auto copy = copyOf(match);
    QVERIFY(copy);
    const QString code = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY2(noteCodes(*copy).contains(code), qPrintable(noteCodes(*copy).join(u' ')));
    QCOMPARE(copy->scanned.block.size(), std::size_t{3});
}

/// Values that no game sends, in every field at once.
void TestEchoTapeWrite::noGame()
{
    for (const float bad : {NotANumber, Endless, -Endless, 3e38F, -1e-40F}) {
        ShortMatch match;
        for (int i = 0; i < 5; ++i) {
            Frame& frame = match.add();
            frame.clock = bad;
            frame.points = {bad, bad};
            frame.pause.pausedTimer = frame.pause.unpausedTimer = bad;
            frame.score = {TeamCode::None, INT32_MIN, GoalType::Unknown, 900'000, -7, bad, bad};
            frame.lastThrow.fill(bad);
            frame.vr = frame.disc = {glm::vec3(bad), glm::quat(bad, bad, bad, bad)};
            frame.discVelocity = glm::vec3(bad);
            frame.payload = {true, INT32_MAX, INT32_MIN, bad, bad, bad, glm::vec3(bad)};
            frame.rulesChangedAt = INT64_MIN;
            frame.rulesChangedBy = UINT32_MAX;
            match.bones(2);
            match.block.bones.back().bones.fill({glm::vec3(bad), glm::quat(bad, bad, bad, bad)});
            match.block.bones.back().slot = INT16_MAX;
            PlayerFrame& player = match.last();
            player.person = i == 2 ? 12'345 : Nobody;
            player.team = TeamCode::None;
            player.slot = 255;
            player.stats.counters.fill(INT32_MIN);
            player.stats.stuns = INT32_MAX;
            player.stats.possessionTime = player.packetLoss = bad;
            player.ping = INT32_MIN;
            player.holdingLeft = INT16_MIN;
            player.holdingRight = INT16_MAX;
            player.loadout = {INT8_MIN, INT8_MAX, -1, INT8_MAX};
            player.velocity = glm::vec3(bad);
            player.parts.fill({glm::vec3(bad), glm::quat(bad, bad, bad, bad)});
        }
        match.header.totalRounds = INT32_MAX;
        match.header.blueRoundScore = INT32_MIN;
        match.block.recorded = {recorded(0, RecordedKind::Left, INT16_MAX),
                                recorded(1, RecordedKind::Steal, INT16_MIN, INT32_MIN, INT16_MIN),
                                recorded(2, static_cast<RecordedKind>(200), 3),
                                recorded(3, RecordedKind::Throw, 251)};
        const auto copy = copyOf(match);
        QVERIFY(copy);
        QCOMPARE(copy->scanned.block.size(), std::size_t{5});
        QCOMPARE(copy->scanned.block.players.size(), std::size_t{10});
        QCOMPARE(copy->written.note("not-a-number") != nullptr, !std::isfinite(bad));
    }
}

/// More players and skeletons than there is room for, all in one slot.
void TestEchoTapeWrite::crowded()
{
    ShortMatch match;
    for (int i = 0; i < 3; ++i) {
        Frame& frame = match.add();
        const PlayerFrame one = match.last();
        match.block.players.insert(match.block.players.end(), 98, one);
        frame.players.count += 98;
        match.bones(100);
    }
    const auto copy = copyOf(match);
    QVERIFY(copy);
    QVERIFY(copy->written.note("too-many-players") != nullptr);
    QVERIFY(copy->written.note("too-many-bones") != nullptr);
    for (const Frame& frame : copy->scanned.block.frames) {
        QCOMPARE(frame.players.count, 64U);
        QCOMPARE(frame.bones.count, 64U);
        std::set<int> slots;
        for (const PlayerFrame& row : copy->scanned.block.playersOf(frame))
            slots.insert(row.slot);
        QCOMPARE(slots.size(), std::size_t{64});
    }
    QVERIFY(copy->scanned.diagnostics.empty());
}

void TestEchoTapeWrite::times()
{
    for (const std::int64_t start : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{-86'400'001},
                                     std::int64_t{1'700'000'000'999}, INT64_MIN, INT64_MAX}) {
        ShortMatch match;
        for (int i = 0; i < 3; ++i)
            match.add();
        match.block.frames[0].timeMs = start;
        match.block.frames[1].timeMs = start < INT64_MAX ? start + 1 : start;
        match.block.frames[2].timeMs = start < 0 ? INT64_MAX : INT64_MIN;
        const auto copy = copyOf(match);
        QVERIFY(copy);
        QCOMPARE(copy->scanned.block.size(), std::size_t{3});
        QVERIFY(copy->written.note("clock-back") != nullptr);
        if (std::abs(start / 2) > std::int64_t{1} << 60)
            continue;
        QCOMPARE(copy->scanned.block.frames[0].timeMs, start);
        QCOMPARE(copy->scanned.block.frames[1].timeMs, start + 1);
    }
}

void TestEchoTapeWrite::options()
{
    ShortMatch match;
    fillForTape(match);
    const auto quick = writeTapeBytes(match.job(), {.level = 1});
    const auto small = writeTapeBytes(match.job(), {.level = 22});
    QVERIFY(quick && small);
    QVERIFY(small->bytes.size() < quick->bytes.size());
    QCOMPARE(small->report.details[u"level"].toInt(), 22);
    const auto groups = small->report.details[u"bytes_per_frame_by_group"].toObject();
    double sum = 0.0;
    for (const QJsonValue& group : groups)
        sum += group.toDouble();
    const double all = small->report.details[u"uncompressed_bytes_per_frame"].toDouble();
    QVERIFY(sum > 0.9 * all && sum < all);
    const auto read = openTapeBytes(small->bytes);
    ScannedText scanned;
    QVERIFY(read && (*read)->scan(scanned, {}));
    QCOMPARE(framesDifference({match.block, match.names}, {scanned.block, (*read)->names()}), QString());
}

void TestEchoTapeWrite::refuses()
{
    ShortMatch match;
    const auto code = [&match](const TapeOptions& options) {
        const auto written = writeTapeBytes(match.job(), options);
        return written ? QString() : QString::number(static_cast<int>(written.error().code));
    };
    const QString wrong = QString::number(static_cast<int>(model::ErrorCode::InvalidArgument));
    QCOMPARE(code({}), wrong); // no frame
    match.add();
    QCOMPARE(code({}), QString());
    QCOMPARE(code({.keyframeInterval = 0}), wrong);
    QCOMPARE(code({.keyframeInterval = 65536}), wrong);
    QCOMPARE(code({.level = 23}), wrong);
    WriteJob job = match.job();
    std::stop_source stop;
    stop.request_stop();
    job.stop = stop.get_token();
    const auto stopped = writeTapeBytes(job);
    QVERIFY(!stopped && stopped.error().code == model::ErrorCode::Cancelled);
}

} // namespace tst_echo_tape_write

GHOSTLINE_TEST(tst_echo_tape_write, TestEchoTapeWrite)
#include "tst_echo_tape_write.moc"
