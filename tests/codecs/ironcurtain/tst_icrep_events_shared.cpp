// SPDX-License-Identifier: GPL-3.0-or-later
// Events, orders and talk of every golden file against what the independent reader counted; every event and
// order of them is written back to the same bytes.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/replay/records.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

#include <set>

namespace tst_icrep_events_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

bool takeAll(const AnalysisEvent&, std::uint64_t) { return true; }

struct OrderTally
{
    QJsonObject byKind;
    QJsonObject actions;
    std::set<SimTick> ticks;
    int unknown = 0;
    int failures = 0;
};

void count(QJsonObject& in, const QString& key) { in.insert(key, in[key].toInt() + 1); }

OrderTally ordersOf(const ReplayFile& file)
{
    OrderTally tally;
    const auto chunks = file.chunks(ChunkKind::Orders, {});
    for (const ChunkEntry& chunk : chunks ? *chunks : std::span<const ChunkEntry>()) {
        const auto payload = file.payload(chunk, {});
        const auto done =
            payload
                ? parseOrderBlock(*payload, chunk.offset,
                                  [&tally](const OrderFrame& frame) {
                                      tally.ticks.insert(frame.tick);
                                      tally.unknown += frame.unknown ? 1 : 0;
                                      for (const Order& order : frame.orders) {
                                          count(tally.byKind, QString::fromLatin1(orderKindName(
                                                                  static_cast<std::uint32_t>(order.kind))));
                                          if (isAction(order.kind))
                                              count(tally.actions, QString::number(order.player));
                                      }
                                      return true;
                                  })
                : tl::unexpected(payload.error());
        tally.failures += done ? 0 : 1;
    }
    return tally;
}

/// As expected.json has them: by player, spans of all chunks joined.
QJsonArray voiceOf(const ReplayFile& file)
{
    std::map<PlayerId, QJsonObject> players;
    const auto chunks = file.chunks(ChunkKind::Voice, {});
    for (const ChunkEntry& chunk : chunks ? *chunks : std::span<const ChunkEntry>()) {
        const auto payload = file.payload(chunk, {});
        const auto track = payload ? parseVoice(*payload, chunk.offset) : tl::unexpected(payload.error());
        if (!track)
            return {QJsonValue(track.error().message)};
        QJsonObject& player = players[track->player];
        QJsonArray spans = player[u"spans"].toArray();
        for (const VoiceSpan& span : track->spans)
            spans.append(QJsonArray{qint64(span.first), qint64(span.last), qint64(span.frames),
                                    int(span.target), qint64(span.targetPlayer)});
        player.insert(u"player"_s, qint64(track->player));
        player.insert(u"consented"_s, track->consented);
        player.insert(u"frames"_s, player[u"frames"].toInteger() + qint64(track->frames));
        player.insert(u"spans"_s, spans);
    }
    QJsonArray list;
    for (const auto& [id, player] : players)
        list.append(player);
    return list;
}

} // namespace

class TestIcrepEventsShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("iron-curtain/expected.json"); }

    void events_data() { addGoldenRows(); }
    void events()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        EventStore store(file);
        const auto counts = store.index(takeAll, {});
        QVERIFY(counts.has_value());
        const QJsonObject truth = expected(name);
        QJsonObject byKind;
        for (std::uint32_t kind = 0; kind < AnalysisKinds; ++kind) {
            if (counts->byKind[kind] > 0)
                byKind.insert(QLatin1String(analysisKindName(kind)), qint64(counts->byKind[kind]));
        }
        QCOMPARE(byKind, truth[u"events"][u"by_kind"].toObject());
        QCOMPARE(qint64(counts->total), truth[u"events"][u"total"].toInteger());
        QJsonObject unknown;
        for (const auto& [kind, n] : counts->unknown)
            unknown.insert(u"event %1"_s.arg(kind), qint64(n));
        QCOMPARE(unknown, truth[u"unknown"].toObject());
        QVERIFY(store.damages().empty());
    }
    void everyWindowIsTheSame_data() { addGoldenRows(); }
    void everyWindowIsTheSame()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        EventStore store(file);
        std::vector<std::pair<SimTick, std::size_t>> all;
        QVERIFY(store.index(
            [&](const AnalysisEvent& event, std::uint64_t) {
                all.emplace_back(event.tick, event.body.index());
                return true;
            },
            {}));
        const EventStore fresh(file);
        for (SimTick first = 0; first <= file->lastTick(); first += 331) {
            std::vector<std::pair<SimTick, std::size_t>> some;
            const auto note = [&](const AnalysisEvent& event) {
                some.emplace_back(event.tick, event.body.index());
            };
            QVERIFY(fresh.visit(first, first + 330, note, {}).has_value());
            const auto wanted = std::count_if(all.begin(), all.end(), [first](const auto& each) {
                return each.first >= first && each.first <= first + 330;
            });
            QCOMPARE(some.size(), static_cast<std::size_t>(wanted));
            QVERIFY(std::search(all.begin(), all.end(), some.begin(), some.end()) != all.end() ||
                    some.empty());
        }
    }
    void eventsGoBackToTheSameBytes_data() { addGoldenRows(); }
    void eventsGoBackToTheSameBytes()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        const auto chunks = file->chunks(ChunkKind::Events, {});
        QVERIFY(chunks.has_value());
        for (const ChunkEntry& chunk : *chunks) {
            const auto payload = file->payload(chunk, {});
            QVERIFY(payload.has_value());
            const auto head = parseEventBlockHead(*payload);
            const auto raw = unpackBlob(std::span(*payload).subspan(EventBlockHeadBytes), MaxBlockBytes, 0);
            QVERIFY(head && raw);
            Bytes again;
            bool unknown = false;
            const auto facts = scanEventBlock(*raw, *head, [&](const ParsedEvent& parsed) {
                unknown = unknown || parsed.result == EventParse::Unknown;
                if (parsed.result == EventParse::Known) {
                    Bytes one;
                    appendEvent(one, parsed.event);
                    const auto length = static_cast<std::uint32_t>(one.size());
                    const auto* at = reinterpret_cast<const std::byte*>(&length);
                    again.insert(again.end(), at, at + sizeof length);
                    again.insert(again.end(), one.begin(), one.end());
                }
                return true;
            });
            QVERIFY(facts && facts->why.isEmpty());
            QVERIFY(unknown || again == *raw);
        }
    }
    void orders_data() { addGoldenRows(); }
    void orders()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        const OrderTally tally = ordersOf(*file);
        const QJsonObject truth = expected(name)[u"orders"].toObject();
        QCOMPARE(tally.failures, 0);
        QCOMPARE(tally.byKind, truth[u"by_kind"].toObject());
        QCOMPARE(tally.actions, truth[u"apm_orders"].toObject());
        QCOMPARE(qint64(tally.ticks.size()), truth[u"frames"].toInteger());
        QCOMPARE(qint64(file->lastTick()) + 1 - qint64(tally.ticks.size()), truth[u"missing"].toInteger());
        QCOMPARE(tally.unknown, 0);
    }
    void ordersGoBackToTheSameBytes_data() { addGoldenRows(); }
    void ordersGoBackToTheSameBytes()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        const auto chunks = file->chunks(ChunkKind::Orders, {});
        QVERIFY(chunks.has_value());
        constexpr std::size_t Head = 12;
        for (const ChunkEntry& chunk : *chunks) {
            const auto payload = file->payload(chunk, {});
            QVERIFY(payload.has_value());
            std::vector<OrderFrame> frames;
            QVERIFY(parseOrderBlock(*payload, 0, [&frames](const OrderFrame& frame) {
                        // The views end with the block, which ends with the call: only what owns its bytes.
                        const bool plain =
                            std::all_of(frame.orders.begin(), frame.orders.end(), [](const Order& order) {
                                return order.kind == OrderKind::Idle || order.kind == OrderKind::CheatCode ||
                                       order.kind == OrderKind::Vote;
                            });
                        if (plain)
                            frames.push_back(frame);
                        const Bytes one = encodeOrderBlock(frame.tick / 256 * 256, {&frame, 1});
                        int again = 0;
                        (void)parseOrderBlock(one, 0, [&](const OrderFrame& back) {
                            again += encodeOrderBlock(frame.tick / 256 * 256, {&back, 1}) == one ? 1 : 0;
                            return true;
                        });
                        return again == 1;
                    }).has_value());
            if (frames.size() != chunk.count)
                continue;
            const Bytes whole = encodeOrderBlock(chunk.firstTick, frames);
            const auto ours = unpackBlob(std::span(whole).subspan(Head), MaxBlockBytes, 0);
            const auto theirs = unpackBlob(std::span(*payload).subspan(Head), MaxBlockBytes, 0);
            QVERIFY(ours && theirs && *ours == *theirs);
        }
    }
    void voice_data() { addGoldenRows(); }
    void voice()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        QCOMPARE(voiceOf(*file), expected(name)[u"voice"].toArray());
    }
    void records_data() { addGoldenRows(); }
    void records()
    {
        QFETCH(QString, name);
        const auto file = openGolden(name);
        QVERIFY(file);
        const QJsonObject truth = expected(name);
        const auto streams = recordStreams(*file, {});
        QVERIFY(streams.has_value());
        QStringList names;
        for (const model::StreamInfo& stream : *streams) {
            names << stream.name;
            std::uint64_t records = 0;
            const auto note = [&](const model::Record& record) {
                ++records;
                return record.stream == stream.name && !record.name.isEmpty() && !record.data.isEmpty();
            };
            QVERIFY(readRecords(*file, Kinds(), stream.name, note, {}).has_value());
            QCOMPARE(records, stream.records);
            if (stream.name == u"events")
                QCOMPARE(qint64(stream.records), truth[u"events"][u"total"].toInteger() +
                                                     truth[u"unknown"].toObject()[u"event 99"].toInteger());
            if (stream.name == u"signatures")
                QCOMPARE(qint64(stream.kinds.at(u"TickSignature"_s)),
                         truth[u"signatures"][u"count"].toInteger());
            if (stream.name == u"orders")
                QCOMPARE(qint64(stream.kinds.at(u"ReplayTickFrame"_s)),
                         truth[u"orders"][u"frames"].toInteger());
        }
        QVERIFY(names.contains(u"header"_s) && names.contains(u"metadata"_s) && names.contains(u"orders"_s));
        QCOMPARE(names.contains(u"events"_s), truth[u"events"][u"total"].toInteger() > 0);
        QVERIFY(!readRecords(*file, Kinds(), u"nothing"_s, [](const model::Record&) { return true; }, {}));
    }
    void oneRecordOfEach()
    {
        const auto file = openGolden(u"golden-cumulative"_s);
        QVERIFY(file);
        QJsonObject kick;
        const auto events = [&](const model::Record& record) {
            if (record.name == u"VoteEvent" && record.frame == 1900)
                kick = record.data;
            return true;
        };
        QVERIFY(readRecords(*file, Kinds(), u"events"_s, events, {}).has_value());
        const QJsonObject vote{
            {u"what"_s, u"Proposed"_s},
            {u"vote"_s, 1},
            {u"vote_type"_s, QJsonObject{{u"type"_s, u"Kick"_s}, {u"target"_s, 1}, {u"reason"_s, u"Afk"_s}}},
            {u"proposer"_s, 0}};
        QCOMPARE(kick, (QJsonObject{{u"tick"_s, 1900}, {u"vote_event"_s, vote}}));
        QJsonObject header;
        const auto first = [&](const model::Record& record) {
            header = record.data;
            return false;
        };
        QVERIFY(readRecords(*file, Kinds(), u"header"_s, first, {}).has_value());
        QCOMPARE(header[u"total_ticks"].toInteger(), 6300);
        QCOMPARE(header[u"flags"].toInt(), 11);
        QCOMPARE(header[u"final_state_hash"].toString().size(), 64);
    }
};

} // namespace tst_icrep_events_shared

GHOSTLINE_TEST(tst_icrep_events_shared, TestIcrepEventsShared)
#include "tst_icrep_events_shared.moc"
