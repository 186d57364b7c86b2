// SPDX-License-Identifier: GPL-3.0-or-later
// Game and message events of every shared replay: counts, samples and chat as a reader must find them,
// columns that say what the records say, and streams that were damaged.
#include "codecs/io/sample_random.h"
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/protocol/game_events.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/record_compare.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

#include <map>

namespace tst_sc2_game_events_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using test::LongUnit;
using test::number;
using test::sameAsRecord;

namespace {

std::vector<std::byte> member(const QString& replay, const char* name)
{
    const auto file = test::replayBytes(replay);
    const auto archive = MpqArchive::open(file);
    if (!archive) {
        return {};
    }
    auto bytes = archive->read(name);
    return bytes ? std::move(*bytes) : std::vector<std::byte>();
}

std::uint32_t baseBuild(const QJsonObject& expected)
{
    return static_cast<std::uint32_t>(expected.value(QLatin1String("baseBuild")).toInteger());
}

std::vector<model::Record> records(std::span<const std::byte> bytes, const Protocol& protocol, bool ofGame)
{
    std::vector<model::Record> all;
    const auto keep = [&all](const model::Record& record) {
        all.push_back(record);
        return true;
    };
    const auto read =
        ofGame ? parseGameRecords(bytes, protocol, QStringLiteral("replay.game.events"), keep)
               : parseMessageRecords(bytes, protocol, QStringLiteral("replay.message.events"), keep);
    return read ? all : std::vector<model::Record>();
}

QJsonObject counts(const std::vector<model::Record>& all, std::optional<int> user = {})
{
    std::map<QString, qint64> sums;
    for (const auto& record : all) {
        if (!user || record.data.value(QLatin1String("user")).toInt() == *user) {
            ++sums[record.name];
        }
    }
    QJsonObject json;
    for (const auto& [name, sum] : sums) {
        json.insert(name, sum);
    }
    return json;
}

} // namespace

class TestSc2GameEventsShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void countsGameEvents_data() { test::addReplayRows({QStringLiteral("truncated_1232")}); }
    void countsGameEvents();
    void fillsColumns_data() { test::addReplayRows({QStringLiteral("truncated_1232")}); }
    void fillsColumns();
    void readsMessages_data() { test::addReplayRows({QStringLiteral("truncated_1232")}); }
    void readsMessages();
    void guessesTables_data();
    void guessesTables();
    void survivesDamage_data();
    void survivesDamage();
};

void TestSc2GameEventsShared::countsGameEvents()
{
    QFETCH(QString, replay);
    const QJsonObject all = test::expected(replay);
    const QJsonObject expected = all.value(QLatin1String("gameEvents")).toObject();
    QVERIFY(!expected.isEmpty());
    const auto bytes = member(replay, "replay.game.events");
    const GameEvents events = parseGameEvents(bytes, baseBuild(all));
    QVERIFY2(!events.failure, qPrintable(events.failure ? events.failure->message : QString()));
    QCOMPARE(events.bytesRead, bytes.size());
    QCOMPARE(qint64(bytes.size()), number(expected, "bytes"));
    QCOMPARE(qint64(events.order.size()), number(expected, "total"));
    QCOMPARE(qint64(events.lastLoop), number(expected, "lastLoop"));

    const auto found = records(bytes, *events.protocol, true);
    QCOMPARE(counts(found), expected.value(QLatin1String("counts")).toObject());
    const QJsonObject perUser = expected.value(QLatin1String("perUser")).toObject();
    for (const QString& user : perUser.keys()) {
        QCOMPARE(counts(found, user.toInt()), perUser.value(user).toObject());
    }

    std::map<qint64, const model::Record*> byBit;
    for (const auto& record : found) {
        byBit.emplace(record.data.value(QLatin1String("bit")).toInteger(), &record);
    }
    const QJsonObject samples = expected.value(QLatin1String("samples")).toObject();
    QVERIFY(!samples.isEmpty());
    for (const QString& kind : samples.keys()) {
        const QJsonArray ofKind = samples.value(kind).toArray();
        for (const auto& value : ofKind) {
            const QJsonObject sample = value.toObject();
            const auto at = byBit.find(number(sample, "bit"));
            QVERIFY2(at != byBit.end(), qPrintable(kind));
            QCOMPARE(at->second->name, kind);
            QCOMPARE(*at->second->frame, number(sample, "loop"));
            QCOMPARE(at->second->offset, std::uint64_t(number(sample, "bit") / 8));
            QCOMPARE(number(at->second->data, "user"), number(sample, "user"));
            QCOMPARE(at->second->data.value(QLatin1String("fields")), sample.value(QLatin1String("data")));
        }
    }
}

void TestSc2GameEventsShared::fillsColumns()
{
    QFETCH(QString, replay);
    const auto bytes = member(replay, "replay.game.events");
    const GameEvents events = parseGameEvents(bytes, baseBuild(test::expected(replay)));
    const auto found = records(bytes, *events.protocol, true);
    QCOMPARE(events.order.size(), found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const GameEvent& event = events.order[i];
        const QJsonObject fields = found[i].data.value(QLatin1String("fields")).toObject();
        const EventType& type = events.protocol->game[event.type];
        QCOMPARE(QString::fromLatin1(type.name.data(), qsizetype(type.name.size())), found[i].name);
        QCOMPARE(qint64(event.loop), *found[i].frame);
        QCOMPARE(qint64(event.user), number(found[i].data, "user"));
        QVERIFY2(sameAsRecord(events, event, fields),
                 qPrintable(QStringLiteral("%1 at loop %2").arg(found[i].name).arg(event.loop)));
    }
    // What every selection gains, its subgroups count up to.
    for (const SelectionDelta& selection : events.selections) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < selection.subgroups; ++i) {
            sum += events.subgroups[selection.firstSubgroup + i].count;
        }
        QCOMPARE(sum, selection.tags);
    }
}

void TestSc2GameEventsShared::readsMessages()
{
    QFETCH(QString, replay);
    const QJsonObject all = test::expected(replay);
    const QJsonObject expected = all.value(QLatin1String("messageEvents")).toObject();
    const auto bytes = member(replay, "replay.message.events");
    const MessageEvents messages = parseMessageEvents(bytes, baseBuild(all));
    QVERIFY2(!messages.failure, qPrintable(messages.failure ? messages.failure->message : QString()));
    QCOMPARE(qint64(bytes.size()), number(expected, "bytes"));
    const QJsonArray chat = expected.value(QLatin1String("chat")).toArray();
    QCOMPARE(qint64(messages.chat.size()), number(expected, "chatCount"));
    QVERIFY(messages.chat.size() >= std::size_t(chat.size()));
    for (qsizetype i = 0; i < chat.size(); ++i) {
        const ChatMessage& line = messages.chat[static_cast<std::size_t>(i)];
        QCOMPARE(QJsonArray({qint64(line.loop), line.user, line.recipient, line.text}), chat.at(i).toArray());
    }
    const QJsonArray pings = expected.value(QLatin1String("pings")).toArray();
    QCOMPARE(messages.pings.size(), std::size_t(pings.size()));
    for (qsizetype i = 0; i < pings.size(); ++i) {
        const MapPing& ping = messages.pings[static_cast<std::size_t>(i)];
        const QJsonArray values = pings.at(i).toArray();
        QCOMPARE(QJsonArray({qint64(ping.loop), ping.user, ping.recipient}),
                 QJsonArray({values.at(0), values.at(1), values.at(2)}));
        QCOMPARE(ping.x, static_cast<float>(values.at(3).toInteger()) * LongUnit);
        QCOMPARE(ping.y, static_cast<float>(values.at(4).toInteger()) * LongUnit);
    }
    const Protocol& protocol = protocolFor(baseBuild(all));
    QCOMPARE(counts(records(bytes, protocol, false)), expected.value(QLatin1String("counts")).toObject());
}

void TestSc2GameEventsShared::guessesTables_data()
{
    QTest::addColumn<QString>("replay");
    QTest::addColumn<quint32>("told");
    QTest::addColumn<quint32>("table");
    if (test::replays().isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    QTest::newRow("future") << QStringLiteral("5.0.16.97563_PvT_unknown_build") << 100'000U << 80949U;
    QTest::newRow("the one above fits") << QStringLiteral("3.0.0.38215") << 38000U << 38215U;
    QTest::newRow("the one below fits") << QStringLiteral("1.4.0.19679_small") << 22000U << 19458U;
    QTest::newRow("between the betas, the later") << QStringLiteral("1.0.2.16223_TvT") << 15250U << 15405U;
    QTest::newRow("between the betas, the first") << QStringLiteral("beta_0.9.0.14621_r1") << 15250U << 0U;
    QTest::newRow("known, but not as told") << QStringLiteral("beta_0.9.0.14621_r1") << 15405U << 0U;
}

void TestSc2GameEventsShared::guessesTables()
{
    QFETCH(QString, replay);
    QFETCH(quint32, told);
    const auto bytes = member(replay, "replay.game.events");
    const GameEvents events = parseGameEvents(bytes, told);
    QVERIFY2(!events.failure, qPrintable(events.failure ? events.failure->message : QString()));
    QVERIFY(!events.exactBuild);
    QTEST(events.protocol->baseBuild, "table");
    QCOMPARE(events.bytesRead, bytes.size());
}

void TestSc2GameEventsShared::survivesDamage_data()
{
    test::addReplayRows({QStringLiteral("truncated_1232")});
}

void TestSc2GameEventsShared::survivesDamage()
{
    QFETCH(QString, replay);
    const auto build = baseBuild(test::expected(replay));
    const auto game = member(replay, "replay.game.events");
    const auto messages = member(replay, "replay.message.events");
    io::Random random(qHash(replay, 1));
    constexpr std::size_t Longest = 30'000;
    for (int round = 0; round < 12; ++round) {
        for (const auto* whole : {&game, &messages}) {
            if (whole->empty()) {
                continue;
            }
            auto bytes = *whole;
            bytes.resize(std::min(bytes.size(), Longest));
            for (int flips = random.below(4); flips > 0; --flips) {
                bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] ^=
                    static_cast<std::byte>(1U << random.below(8));
            }
            if (round % 3 == 0) {
                bytes.resize(static_cast<std::size_t>(random.below(static_cast<int>(bytes.size()))));
            }
            const GameEvents events = parseGameEvents(bytes, build);
            QVERIFY(events.protocol != nullptr && events.bytesRead <= bytes.size());
            QCOMPARE(events.failure.has_value(), events.bytesRead < bytes.size());
            for (const SelectionDelta& selection : events.selections) {
                QVERIFY(selection.firstTag + selection.tags <= events.tags.size());
                QVERIFY(selection.remove.first + selection.remove.count <= events.positions.size());
            }
            parseMessageEvents(bytes, build);
        }
    }
}

} // namespace tst_sc2_game_events_shared

GHOSTLINE_TEST(tst_sc2_game_events_shared, TestSc2GameEventsShared)
#include "tst_sc2_game_events_shared.moc"
