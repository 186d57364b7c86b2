// SPDX-License-Identifier: GPL-3.0-or-later
// Whole replays that are damaged or made to harm: each is refused with a reason, or opens and says what is
// missing, in little time and memory.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/sample/ladder_head.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "codecs/sc2/sample/versioned_writer.h"
#include "tests/codecs/sc2/short_game.h"
#include "tests/codecs/sc2/spoil.h"
#include "tests/codecs/sc2/whole_replay.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_sc2_damage {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;

namespace {

constexpr qint64 MostMs = 5000; ///< for one file, with a sanitizer and a busy machine

bool saysSomething(const model::ReplayIndex& index) { return !index.diagnostics.empty(); }

} // namespace

class TestSc2Damage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void spoiltFiles();
    void spoiltMembers_data();
    void spoiltMembers();
    void cutFiles();
    void cutMembers_data();
    void cutMembers();
    void missingMembers_data();
    void missingMembers();
    void tables_data();
    void tables();
    void blocks_data();
    void blocks();
    void bombs();
    void streamBombs_data();
    void streamBombs();
    void muchInLittle_data();
    void muchInLittle();
    void streamLimits();
    void otherBuilds_data();
    void otherBuilds();
    void impossibleLengths_data();
    void impossibleLengths();
    void impossibleVersions_data();
    void impossibleVersions();

private:
    static void check(Bytes bytes, const QString& what);
};

void TestSc2Damage::spoiltFiles()
{
    const Bytes whole = fileOf(shortGame());
    io::Random random(1);
    for (int round = 0; round < 120; ++round) {
        Bytes bytes = whole;
        spoil(bytes, random);
        check(std::move(bytes), QString::number(round));
    }
}

void TestSc2Damage::spoiltMembers_data()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < shortGame().members.size(); ++i)
        QTest::newRow(shortGame().members[i].name.c_str()) << static_cast<int>(i);
    QTest::newRow("header") << -1;
}

/// Packed anew, so that nothing but the content is wrong.
void TestSc2Damage::spoiltMembers()
{
    QFETCH(int, number);
    io::Random random(static_cast<std::uint64_t>(number + 10));
    for (int round = 0; round < 25; ++round) {
        LadderGame game = shortGame();
        spoil(number < 0 ? game.header : game.members[static_cast<std::size_t>(number)].bytes, random);
        check(fileOf(game), QString::number(round));
    }
}

void TestSc2Damage::cutFiles()
{
    const Bytes whole = fileOf(shortGame());
    std::vector<std::size_t> ends{0, 1, 3, 4, 8, 12, 15, 16, 17};
    for (const std::size_t at :
         {HeaderAt, HeaderAt + 4, HeaderAt + 32, HeaderAt + 208, HeaderAt + word(whole, HeaderAt + 16),
          HeaderAt + word(whole, HeaderAt + 20), whole.size()}) {
        ends.push_back(at - 1);
        ends.push_back(at);
    }
    for (std::size_t at = 16; at < whole.size(); at += 997)
        ends.push_back(at);
    for (const std::size_t end : ends) {
        const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(end));
        check(bytes, QString::number(end));
        const auto source = openReplay(bytes);
        if (source && end < whole.size())
            QVERIFY2(saysSomething(*(*source)->waitComplete().value()), qPrintable(QString::number(end)));
    }
}

void TestSc2Damage::cutMembers_data() { spoiltMembers_data(); }

void TestSc2Damage::cutMembers()
{
    QFETCH(int, number);
    const Bytes& whole =
        number < 0 ? shortGame().header : shortGame().members[static_cast<std::size_t>(number)].bytes;
    constexpr std::size_t Cuts = 24;
    for (std::size_t i = 0; i <= Cuts; ++i) {
        LadderGame game = shortGame();
        Bytes& cut = number < 0 ? game.header : game.members[static_cast<std::size_t>(number)].bytes;
        // Every length of the first ones, then evenly.
        cut.resize(i < Cuts / 2 ? std::min(i, whole.size()) : whole.size() * (i - Cuts / 2) / (Cuts / 2));
        check(fileOf(game), QString::number(cut.size()));
    }
}

void TestSc2Damage::missingMembers_data() { spoiltMembers_data(); }

/// Without any one of them the rest is still shown.
void TestSc2Damage::missingMembers()
{
    QFETCH(int, number);
    LadderGame game = shortGame();
    if (number < 0)
        game.header.clear();
    else
        game.members.erase(game.members.begin() + number);
    const auto source = openReplay(fileOf(game));
    QCOMPARE(source.has_value(), number >= 0);
    if (!source)
        return;
    QCOMPARE(problemWith(**source), QString());
    QCOMPARE((*source)->index()->frames(), static_cast<model::FrameNumber>(game.loops) + 1);
}

void TestSc2Damage::tables_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<quint32>("value");
    const auto row = [](const char* name, std::size_t offset, std::uint32_t value) {
        QTest::newRow(name) << static_cast<int>(offset) << value;
    };
    row("user data longer than the file", 12, 0x7FFF'FFFF);
    row("user data as long as can be said", 12, 0xFFFF'FFFF);
    row("archive behind the end", 8, 0x7FFF'FFFF);
    row("archive within the user data", 8, 16);
    row("sectors of 32 TB", HeaderAt + 12, 0xFFFF'0003);
    row("hash table behind the end", HeaderAt + 16, 0xFFFF'FFF0);
    row("block table behind the end", HeaderAt + 20, 0xFFFF'FFF0);
    row("tables at the same place", HeaderAt + 20, word(fileOf(shortGame()), HeaderAt + 16));
    row("no hash entries", HeaderAt + 24, 0);
    row("too many hash entries", HeaderAt + 24, 0xFFFF'FFFF);
    row("more hash entries than there are", HeaderAt + 24, 64);
    row("no block entries", HeaderAt + 28, 0);
    row("too many block entries", HeaderAt + 28, 0x1000'0000);
}

void TestSc2Damage::tables()
{
    QFETCH(int, offset);
    QFETCH(quint32, value);
    Bytes bytes = fileOf(shortGame());
    setWord(bytes, static_cast<std::size_t>(offset), value);
    check(bytes, QStringLiteral("tables"));
    const auto source = openReplay(bytes);
    if (source)
        QVERIFY(saysSomething(*(*source)->waitComplete().value()));
}

void TestSc2Damage::blocks_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<quint32>("value");
    QTest::newRow("offset behind the end") << 0 << 0xFFFF'FF00U;
    QTest::newRow("offset at the header") << 0 << 0U;
    QTest::newRow("stored more than there is") << 1 << 0xFFFF'FFFFU;
    QTest::newRow("stored nothing") << 1 << 0U;
    QTest::newRow("size of 4 GiB") << 2 << 0xFFFF'FFFFU;
    QTest::newRow("size of 200 MiB") << 2 << (200U << 20U);
    QTest::newRow("size of one byte") << 2 << 1U;
    QTest::newRow("encrypted") << 3 << 0x8101'0200U;
    QTest::newRow("imploded") << 3 << 0x8100'0100U;
    QTest::newRow("in sectors it does not have") << 3 << 0x8000'0200U;
    QTest::newRow("with checksums it does not have") << 3 << 0x8400'0200U;
    QTest::newRow("not packed") << 3 << 0x8000'0000U;
    QTest::newRow("every flag") << 3 << 0xFFFF'FFFFU;
}

void TestSc2Damage::blocks()
{
    QFETCH(int, field);
    QFETCH(quint32, value);
    const Bytes whole = fileOf(shortGame());
    for (std::size_t i = 0; i <= shortGame().members.size(); ++i) {
        Bytes bytes = whole;
        editBlocks(bytes, [&](std::span<std::uint32_t> words) {
            for (std::size_t block = 0; block * 4 < words.size(); ++block) {
                if (block == i || i == shortGame().members.size()) // the last time all of them
                    words[block * 4 + static_cast<std::size_t>(field)] = value;
            }
        });
        check(bytes, QString::number(i));
        const auto source = openReplay(bytes);
        QVERIFY(source.has_value()); // the header is read without any member
    }
}

/// Packed very well: what it claims and what would come out are both bounded.
void TestSc2Damage::bombs()
{
    constexpr std::uint32_t Big = 24U << 20;
    for (const MpqPacking packing : {MpqPacking::Zlib, MpqPacking::Bzip2}) {
        LadderGame game = shortGame();
        game.members.erase(game.members.begin() + 5); // the tracker's stream
        game.members.emplace_back("replay.tracker.events", Bytes(Big), packing);
        const Bytes file = fileOf(game);
        QVERIFY(file.size() < Big / 100);
        check(file, QStringLiteral("claims what it is"));
        for (const std::uint32_t claimed : {1000U, MaxMemberBytes, MaxMemberBytes + 1, 0xFFFF'FFFFU}) {
            Bytes lying = file;
            editBlocks(lying, [&](std::span<std::uint32_t> words) { words[words.size() - 2] = claimed; });
            check(lying, QString::number(claimed));
        }
    }
}

void TestSc2Damage::streamBombs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    const auto row = [](const char* what, const char* name, const Bytes& bytes) {
        QTest::newRow(what) << QString::fromLatin1(name)
                            << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()));
    };
    VersionedWriter deep;
    for (int i = 0; i < 100'000; ++i)
        deep.array(1);
    row("values within values", "replay.details", deep.bytes());
    VersionedWriter deepEvent;
    deepEvent.event(0, 1);
    for (int i = 0; i < 100'000; ++i)
        deepEvent.structure(1).tag(0);
    row("values within an event", "replay.tracker.events", deepEvent.bytes());
    VersionedWriter wide;
    wide.structure(std::size_t{1} << 40).tag(0).optional(true).array(std::size_t{1} << 50);
    row("more items than bytes", "replay.details", wide.bytes());
    VersionedWriter crowd;
    crowd.structure(1).tag(0).optional(true).array(150'000);
    for (int i = 0; i < 150'000; ++i) // half of them have lost, half have won, each alone
        crowd.structure(2).tag(5).integer(i).tag(8).integer(1 + i % 2);
    row("more players than any game has", "replay.details", crowd.bytes());
    VersionedWriter setups;
    for (int i = 0; i < 900; ++i)
        setups.event(0, 9).structure(4).tag(0).integer(i).tag(1).integer(1).tag(2).integer(i).tag(3).integer(
            i);
    row("more players than any game has, said by the tracker", "replay.tracker.events", setups.bytes());
    VersionedWriter places;
    places.event(0, 8).structure(2).tag(0).integer(5).tag(1).array(std::size_t{1} << 30);
    row("more places than bytes", "replay.tracker.events", places.bytes());
    VersionedWriter far;
    for (int i = 0; i < 64; ++i)
        far.event(0xFFFF'FFFF, 5).structure(3).tag(0).integer(1).tag(1).blob("x").tag(2).integer(1);
    row("time beyond all bounds", "replay.tracker.events", far.bytes());
    VersionedWriter lives;
    for (int i = 0; i < 40'000; ++i) { // the same unit over and over, and ever higher numbers
        lives.event(1, 1).structure(7).tag(0).integer(i % 2 == 0 ? 1 : 0x7FFF'FFFF - i).tag(1).integer(1);
        lives.tag(2).blob("Marine").tag(3).integer(1).tag(4).integer(1).tag(5).integer(1).tag(6).integer(1);
    }
    row("units with wild numbers", "replay.tracker.events", lives.bytes());
    row("nothing but ones", "replay.game.events", Bytes(50'000, std::byte{0xFF}));
    row("nothing but noughts", "replay.game.events", Bytes(50'000));
    row("nothing but ones to say", "replay.message.events", Bytes(50'000, std::byte{0xFF}));
    row("nothing but ones in the lobby", "replay.initData", Bytes(50'000, std::byte{0xFF}));
    row("attributes without end", "replay.attributes.events", Bytes(9, std::byte{0xFF}));
    const std::string brackets(100'000, '[');
    const auto text = std::as_bytes(std::span(brackets));
    row("nothing but brackets", "replay.gamemetadata.json", Bytes(text.begin(), text.end()));
}

void TestSc2Damage::streamBombs()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    LadderGame game = shortGame();
    const auto bytes =
        std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
    member(game, name.toStdString()).assign(bytes.begin(), bytes.end());
    check(fileOf(game), name);
    const auto source = openReplay(fileOf(game));
    QVERIFY(source.has_value());
    QVERIFY((*source)->index()->info->teams.size() <= MaxPlayers);
}

void TestSc2Damage::muchInLittle_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("event");
    const Protocol& protocol = protocolFor(shortGame().baseBuild);
    const auto row = [](const char* what, std::string_view name, const Bytes& event) {
        QTest::newRow(what) << QString::fromLatin1(name.data(), qsizetype(name.size()))
                            << QByteArray(reinterpret_cast<const char*>(event.data()),
                                          static_cast<qsizetype>(event.size()));
    };
    PackedWriter loaded;
    constexpr unsigned Loaded = 5;
    loaded.event(0, GlobalUser, GameEventIdBits, *protocol.gameEvent(Loaded), {});
    row("game events", GameEventsName, loaded.written());
    PackedWriter ping;
    constexpr unsigned Ping = 1;
    ping.event(0, 0, MessageEventIdBits, *protocol.messageEvent(Ping), {});
    row("pings", MessageEventsName, ping.written());
    VersionedWriter upgrade;
    upgrade.event(0, 5).structure(3).tag(0).integer(1).tag(1).blob("x").tag(2).integer(1);
    row("reports", TrackerEventsName, upgrade.bytes());
}

/// The same event over and over packs into next to nothing: what it unpacks to is not held.
void TestSc2Damage::muchInLittle()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, event);
    LadderGame game = shortGame();
    const auto found = std::ranges::find(game.members, name.toStdString(), &MpqWriteMember::name);
    found->packing = MpqPacking::Zlib; // the quicker to write
    const auto one = std::as_bytes(std::span(event.constData(), static_cast<std::size_t>(event.size())));
    constexpr std::size_t Unpacked = 6U << 20;
    found->bytes.clear();
    while (found->bytes.size() < Unpacked)
        found->bytes.insert(found->bytes.end(), one.begin(), one.end());
    const Bytes file = fileOf(game);
    QVERIFY(file.size() < (128U << 10));
    check(file, name);
    const auto source = openReplay(file);
    QVERIFY(source.has_value());
    const auto index = (*source)->waitComplete().value();
    QVERIFY(index->lostData());
    QVERIFY(std::ranges::any_of(index->diagnostics, [&name](const model::Diagnostic& diagnostic) {
        return diagnostic.message.startsWith(name) &&
               diagnostic.message.contains(QStringLiteral("it is not unpacked"));
    }));
}

/// Beyond its limit a stream is kept up to there, and says so.
void TestSc2Damage::streamLimits()
{
    LadderGame game = shortGame();
    const auto isLimit = [](const std::optional<model::Error>& failure) {
        return failure && failure->code == model::ErrorCode::LimitExceeded;
    };
    StreamLimits limits;
    limits.events = 100;
    const GameEvents events = parseGameEvents(member(game, GameEventsName), game.baseBuild, limits);
    QCOMPARE(events.order.size(), std::size_t{100});
    QVERIFY(isLimit(events.failure));
    limits = {};
    limits.messages = 1;
    const MessageEvents said = parseMessageEvents(member(game, MessageEventsName), game.baseBuild, limits);
    QCOMPARE(said.chat.size() + said.pings.size(), std::size_t{1});
    QVERIFY(isLimit(said.failure));
    limits = {};
    limits.lives = 20;
    const TrackerEvents units = parseTrackerEvents(member(game, TrackerEventsName), game.baseBuild, limits);
    QCOMPARE(units.births.size(), std::size_t{20});
    QVERIFY(isLimit(units.failure));
    limits = {};
    limits.stats = 3;
    const TrackerEvents stats = parseTrackerEvents(member(game, TrackerEventsName), game.baseBuild, limits);
    QCOMPARE(stats.stats.size(), std::size_t{4});
    QVERIFY(isLimit(stats.failure));
}

void TestSc2Damage::otherBuilds_data()
{
    QTest::addColumn<quint32>("build");
    for (const std::uint32_t build : {0U, 13891U, 15405U, 16561U, 17326U, 21995U, 24247U, 24944U, 26490U,
                                      34784U, 48258U, 80669U, 97563U, 500'000U, 0xFFFF'FFFFU})
        QTest::newRow(QByteArray::number(build).constData()) << build;
}

/// The header names another build than the one that wrote the streams.
void TestSc2Damage::otherBuilds()
{
    QFETCH(quint32, build);
    LadderGame game = shortGame();
    ladder::Summary summary;
    summary.baseBuild = build;
    summary.loops = game.loops;
    game.header = ladder::headerOf(summary);
    check(fileOf(game), QString::number(build));
    const auto source = openReplay(fileOf(game));
    QVERIFY(source.has_value());
    const auto index = (*source)->waitComplete();
    QVERIFY(index.has_value());
    // What describes itself is there all the same.
    QCOMPARE((*index)->info->map, QStringLiteral("Amber Terrace"));
    QVERIFY((*index)->info->cast.size() > 80);
    if (build > 97425 && build < 1'000'000)
        QVERIFY(!(*index)->lostData());
}

void TestSc2Damage::impossibleLengths_data()
{
    QTest::addColumn<quint32>("loops");
    QTest::newRow("none") << 0U;
    QTest::newRow("one") << 1U;
    QTest::newRow("shorter than its events") << 100U;
    QTest::newRow("quiet at its end") << 80'000U;
    QTest::newRow("longer than anything in it") << 1'000'000U;
    QTest::newRow("as long as is allowed") << MaxLoops;
    QTest::newRow("longer") << MaxLoops + 1;
    QTest::newRow("longest") << 0xFFFF'FFFFU;
}

void TestSc2Damage::impossibleLengths()
{
    QFETCH(quint32, loops);
    LadderGame game = shortGame();
    ladder::Summary summary;
    summary.baseBuild = game.baseBuild;
    summary.loops = loops;
    game.header = ladder::headerOf(summary);
    check(fileOf(game), QString::number(loops));
    const auto source = openReplay(fileOf(game));
    QVERIFY(source.has_value());
    const auto index = (*source)->waitComplete().value();
    // Shorter than the game, far longer, or impossible: as long as what happens in it.
    const bool quiet = loops > game.loops && loops - game.loops <= MaxSilence;
    QCOMPARE(index->frames(), model::FrameNumber{quiet ? loops : game.loops} + 1);
    const auto told = [&index](const char* code) {
        return std::count_if(index->diagnostics.begin(), index->diagnostics.end(),
                             [code](const model::Diagnostic& d) { return d.code == QLatin1String(code); });
    };
    QCOMPARE(told("length"), std::ptrdiff_t{loops > MaxLoops || loops == game.loops || quiet ? 0 : 1});
    QCOMPARE(told("damaged"), std::ptrdiff_t{loops > MaxLoops ? 1 : 0});
}

void TestSc2Damage::impossibleVersions_data()
{
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::addColumn<int>("revision");
    QTest::addColumn<bool>("possible");
    QTest::newRow("as the game says") << 5 << 0 << 16 << true;
    QTest::newRow("one to come, of a build that was") << 6 << 1 << 0 << false;
    QTest::newRow("nothing") << 0 << 0 << 0 << false;
    QTest::newRow("another age") << 2 << 1 << 3 << false;
    QTest::newRow("no byte") << 5 << 0 << 4711 << false;
    QTest::newRow("below nothing") << -1 << -1 << -1 << false;
}

/// As a server may write it into the header, which nothing else in the replay depends on.
void TestSc2Damage::impossibleVersions()
{
    QFETCH(int, major);
    QFETCH(int, minor);
    QFETCH(int, revision);
    QFETCH(bool, possible);
    const Bytes plain = shortGame().header;
    io::ByteCursor in(plain);
    VersionedValue header = parseVersioned(in).value();
    VersionedValue& version = header.items[1];
    version.items[1].number = major;
    version.items[2].number = minor;
    version.items[3].number = revision;
    LadderGame game = shortGame();
    game.header = VersionedWriter().value(header).bytes();
    const auto source = openReplay(fileOf(game));
    QVERIFY2(source, source ? "" : qPrintable(source.error().message));
    const auto index = (*source)->waitComplete().value();
    QVERIFY(!index->lostData());
    const auto whole = openReplay(fileOf(shortGame()));
    QCOMPARE(index->events->events.size(), (*whole)->waitComplete().value()->events->events.size());
    QStringList codes;
    for (const model::Diagnostic& diagnostic : index->diagnostics)
        codes += diagnostic.code;
    QCOMPARE(codes, possible ? QStringList() : QStringList{QStringLiteral("impossible-version")});
    if (!possible)
        QVERIFY(index->diagnostics.front().message.contains(
            QStringLiteral("%1.%2.%3").arg(major).arg(minor).arg(revision)));
}

void TestSc2Damage::check(Bytes bytes, const QString& what)
{
    static int count = 0;
    const bool records = ++count % 6 == 0;
    QElapsedTimer timer;
    timer.start();
    const QString problem = problemWithBytes(std::move(bytes), records);
    QVERIFY2(problem.isEmpty(), qPrintable(what + QStringLiteral(": ") + problem));
    QVERIFY2(timer.elapsed() < MostMs, qPrintable(what + QStringLiteral(" took too long")));
}

} // namespace tst_sc2_damage

GHOSTLINE_TEST(tst_sc2_damage, TestSc2Damage)
#include "tst_sc2_damage.moc"
