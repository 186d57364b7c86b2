// SPDX-License-Identifier: GPL-3.0-or-later
// Events by tick, out of blocks: every window equals the list that was written, before and after the index is
// made, from several threads; damage in one block leaves the others alone.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/events/orders.h"
#include "tests/codecs/ironcurtain/built_file.h"
#include "tests/codecs/ironcurtain/golden.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;

namespace {

constexpr SimTick LastTick = 5000;

AnalysisEvent done(SimTick tick, std::uint16_t unit) { return {tick, ConstructionCompleted{{unit, 1}}}; }

/// Tick and unit of a ConstructionCompleted: what a test event is told apart by.
using Key = std::pair<SimTick, std::uint16_t>;
using Keys = std::vector<Key>;

Key keyOf(const AnalysisEvent& event)
{
    const auto* one = std::get_if<ConstructionCompleted>(&event.body);
    return {event.tick, one != nullptr ? one->unit.index : std::uint16_t{0xFFFF}};
}

/// A chunk of events [begin, end) of a match with `perTick` of them in every third tick.
struct Script
{
    Keys keys;
    Script(SimTick first, SimTick last, int perTick)
    {
        std::uint16_t unit = 0;
        for (SimTick tick = first; tick <= last; tick += 3) {
            for (int i = 0; i < perTick; ++i)
                keys.emplace_back(tick, unit++);
        }
    }
};

void appendBlock(Bytes& out, const Keys& keys)
{
    EventBlockBuilder builder;
    for (const auto& [tick, unit] : keys)
        builder.add(done(tick, unit));
    appendChunk(out, ChunkKind::Events, builder.take());
}

/// A payload whose head and events are given.
void appendForged(Bytes& out, SimTick first, SimTick last, std::uint32_t count,
                  const std::vector<Bytes>& events)
{
    Bytes flat;
    BinWriter lengths(flat);
    for (const Bytes& event : events) {
        lengths.u32(static_cast<std::uint32_t>(event.size()));
        lengths.raw(event);
    }
    Bytes payload;
    BinWriter head(payload);
    head.u64(first);
    head.u64(last);
    head.u32(count);
    head.raw(packBlob(flat));
    appendChunk(out, ChunkKind::Events, payload);
}

Bytes bytesOf(const AnalysisEvent& event)
{
    Bytes bytes;
    appendEvent(bytes, event);
    return bytes;
}

Bytes fileOf(const Bytes& events)
{
    BuiltParts parts;
    parts.events = events;
    parts.totalTicks = LastTick;
    parts.moreFlags = Incomplete;
    OrderFrame frame;
    appendChunk(parts.orders, ChunkKind::Orders, encodeOrderBlock(0, {&frame, 1}));
    return builtFile(parts);
}

std::unique_ptr<EventStore> storeOf(const Bytes& events)
{
    const auto file = openBytes(fileOf(events));
    return file ? std::make_unique<EventStore>(file) : nullptr;
}

Keys visited(const EventStore& store, SimTick first, SimTick last)
{
    Keys keys;
    const auto read =
        store.visit(first, last, [&](const AnalysisEvent& event) { keys.push_back(keyOf(event)); }, {});
    if (!read)
        keys.emplace_back(~SimTick{0}, std::uint16_t{0});
    return keys;
}

Keys indexed(EventStore& store)
{
    Keys keys;
    const auto counts = store.index(
        [&](const AnalysisEvent& event, std::uint64_t) {
            keys.push_back(keyOf(event));
            return true;
        },
        {});
    if (!counts || counts->total != keys.size())
        keys.emplace_back(~SimTick{0}, std::uint16_t{0});
    return keys;
}

Keys within(const Keys& keys, SimTick first, SimTick last)
{
    Keys some;
    for (const Key& key : keys) {
        if (key.first >= first && key.first <= last)
            some.push_back(key);
    }
    return some;
}

/// Three blocks, one of them large enough for marks; a boundary in the middle of a tick.
struct Match
{
    Keys all;
    Bytes chunks;
    Match()
    {
        Keys first = Script(0, 900, 2).keys;
        const Keys second = Script(900, 3000, 20).keys;
        Keys third = Script(3003, 4998, 1).keys;
        third.insert(third.begin(), {3000, std::uint16_t{60'000}});
        for (const Keys* keys : {&std::as_const(first), &second, &std::as_const(third)}) {
            appendBlock(chunks, *keys);
            all.insert(all.end(), keys->begin(), keys->end());
        }
    }
};

struct Window
{
    SimTick first;
    SimTick last;
};
constexpr std::array<Window, 11> Windows{{{0, 0},
                                          {0, LastTick},
                                          {1, 2},
                                          {900, 900},
                                          {899, 901},
                                          {1500, 1503},
                                          {2999, 3001},
                                          {3000, 3000},
                                          {4990, 10'000},
                                          {6000, 7000},
                                          {50, 40}}};

/// Damages of events, however they were found.
int lostEvents(const EventStore& store, const ReplayFile& file)
{
    DamageList all = store.damages();
    const DamageList others = file.damages();
    all.insert(all.end(), others.begin(), others.end());
    return static_cast<int>(std::count_if(
        all.begin(), all.end(), [](const Damage& damage) { return damage.section == Section::Events; }));
}

/// Where the n-th chunk of a run of chunks begins.
std::size_t chunkAt(const Bytes& chunks, int n)
{
    std::size_t at = 0;
    for (; n > 0; --n)
        at += ChunkHeadBytes + io::loadLe<std::uint32_t>(chunks.data() + at + 4);
    return at;
}

} // namespace

class TestIcrepEventStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windows()
    {
        const Match match;
        for (const bool before : {true, false}) {
            const auto store = storeOf(match.chunks);
            QVERIFY(store);
            if (!before)
                QCOMPARE(indexed(*store), match.all);
            for (const Window& window : Windows)
                QCOMPARE(visited(*store, window.first, window.last),
                         within(match.all, window.first, window.last));
            if (before)
                QCOMPARE(indexed(*store), match.all);
            store->clear();
            for (const Window& window : Windows)
                QCOMPARE(visited(*store, window.first, window.last),
                         within(match.all, window.first, window.last));
            QVERIFY(store->damages().empty());
        }
    }
    void counts()
    {
        const Match match;
        const auto store = storeOf(match.chunks);
        QVERIFY(store);
        std::uint64_t bytes = 0;
        const auto counted = store->index([](const AnalysisEvent&, std::uint64_t) { return true; }, {});
        QVERIFY(counted.has_value());
        bytes = match.all.size() * 20;
        QCOMPARE(counted->total, std::uint64_t{match.all.size()});
        QCOMPARE(counted->byKind[2], counted->total);
        QCOMPARE(counted->rawBytes, bytes);
        QVERIFY(counted->unknown.empty());
    }
    void stopsWhenAsked()
    {
        const Match match;
        const auto store = storeOf(match.chunks);
        QVERIFY(store);
        int seen = 0;
        const auto counted =
            store->index([&](const AnalysisEvent&, std::uint64_t) { return ++seen < 700; }, {});
        QVERIFY(counted.has_value());
        QCOMPARE(counted->total, std::uint64_t{700});
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled =
            store->index([](const AnalysisEvent&, std::uint64_t) { return true; }, stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, model::ErrorCode::Cancelled);
        QCOMPARE(visited(*store, 0, LastTick), match.all);
    }
    void noEvents()
    {
        const auto store = storeOf({});
        QVERIFY(store);
        QVERIFY(visited(*store, 0, LastTick).empty());
        QVERIFY(indexed(*store).empty());
        QVERIFY(store->damages().empty());
    }
    void unknownKindsAreCounted()
    {
        Bytes later;
        BinWriter out(later);
        out.u32(99);
        out.u8(1);
        Bytes chunks;
        appendForged(chunks, 10, 30, 4, {later, bytesOf(done(12, 1)), later, bytesOf(done(20, 2))});
        const auto store = storeOf(chunks);
        QVERIFY(store);
        QCOMPARE(visited(*store, 0, LastTick), (Keys{{12, 1}, {20, 2}}));
        const auto counted = store->index([](const AnalysisEvent&, std::uint64_t) { return true; }, {});
        QVERIFY(counted.has_value());
        QCOMPARE(counted->total, std::uint64_t{2});
        QCOMPARE(counted->unknown, (std::map<std::uint32_t, std::uint64_t>{{99, 2}}));
        QVERIFY(store->damages().empty());
    }

    void brokenRules_data()
    {
        QTest::addColumn<QByteArray>("chunk");
        QTest::addColumn<int>("good");
        QTest::addColumn<bool>("lost");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, SimTick first, SimTick last, std::uint32_t count,
                            const std::vector<Bytes>& events, int good, bool lost, const char* why) {
            Bytes chunk;
            appendForged(chunk, first, last, count, events);
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(chunk.data()), int(chunk.size()))
                                << good << lost << QString::fromLatin1(why);
        };
        const Bytes a = bytesOf(done(1000, 1));
        const Bytes b = bytesOf(done(1010, 2));
        Bytes shorter = a;
        shorter.pop_back();
        Bytes longer = a;
        longer.push_back(std::byte{0});
        row("short event", 1000, 1010, 3, {a, shorter, b}, 1, true, "shorter");
        row("long event", 1000, 1010, 3, {a, longer, b}, 1, true, "longer");
        row("ticks go back", 1000, 1010, 3, {a, b, a}, 2, true, "goes back");
        row("before the head", 1001, 1010, 2, {a, b}, 0, true, "goes back");
        row("behind the head", 1000, 1005, 2, {a, b}, 1, true, "behind the end");
        row("head begins earlier", 999, 1010, 2, {a, b}, 2, false, "head");
        row("head ends later", 1000, 1011, 2, {a, b}, 2, false, "head");
        row("fewer than said", 1000, 1010, 3, {a, b}, 2, true, "cut off");
        row("more than said", 1000, 1010, 2, {a, b, b}, 2, true, "left behind");
        row("none", 1000, 1010, 0, {}, 0, false, "head");
    }
    void brokenRules()
    {
        QFETCH(QByteArray, chunk);
        QFETCH(int, good);
        QFETCH(bool, lost);
        QFETCH(QString, why);
        const Keys before = Script(0, 900, 1).keys;
        const Keys after = Script(2000, 2900, 1).keys;
        Bytes chunks;
        appendBlock(chunks, before);
        const std::size_t at = chunks.size();
        const auto* raw = reinterpret_cast<const std::byte*>(chunk.constData());
        chunks.insert(chunks.end(), raw, raw + chunk.size());
        appendBlock(chunks, after);
        Keys wanted = before;
        const Keys some{{1000, 1}, {1010, 2}};
        wanted.insert(wanted.end(), some.begin(), some.begin() + good);
        wanted.insert(wanted.end(), after.begin(), after.end());

        const auto file = openBytes(fileOf(chunks));
        QVERIFY(file);
        EventStore store(file);
        QCOMPARE(visited(store, 0, LastTick), wanted);
        QCOMPARE(indexed(store), wanted);
        QCOMPARE(visited(store, 0, LastTick), wanted);
        const DamageList damages = store.damages();
        QCOMPARE(damages.size(), std::size_t{1});
        QCOMPARE(damages[0].section, Section::Events);
        QCOMPARE(damages[0].offset, std::uint64_t{file->header().events.offset} + at);
        QVERIFY2(damages[0].what.contains(why), qPrintable(damages[0].what));
        QCOMPARE(damages[0].lost, lost);
        QVERIFY(damages[0].first.has_value() && *damages[0].first <= *damages[0].last);
    }
    void journalsNameThemselves()
    {
        Bytes chunks;
        appendForged(chunks, 10, 20, 2, {bytesOf(done(10, 1)), bytesOf(done(9, 2))});
        const auto file = openBytes(builtJournal(chunks));
        QVERIFY(file);
        EventStore store(file);
        QCOMPARE(indexed(store), (Keys{{10, 1}}));
        const DamageList damages = store.damages();
        QCOMPARE(damages.size(), std::size_t{1});
        QCOMPARE(damages[0].section, Section::Journal);
    }
    /// What a block in the wrong place tells is not told twice or out of order.
    void blocksOutOfOrder()
    {
        const Keys first = Script(0, 900, 1).keys;
        const Keys second = Script(1000, 1900, 1).keys;
        Bytes chunks;
        appendBlock(chunks, first);
        appendBlock(chunks, second);
        appendBlock(chunks, first);
        const auto file = openBytes(fileOf(chunks));
        QVERIFY(file);
        EventStore store(file);
        Keys wanted = first;
        wanted.insert(wanted.end(), second.begin(), second.end());
        QCOMPARE(visited(store, 0, LastTick), wanted);
        QCOMPARE(indexed(store), wanted);
        QCOMPARE(lostEvents(store, *file), 1);
    }
    /// A byte of the middle block is changed, wherever: the others are whole.
    void flippedAnywhere()
    {
        const Keys first = Script(0, 90, 1).keys;
        const Keys third = Script(2000, 2090, 1).keys;
        Bytes chunks;
        appendBlock(chunks, first);
        appendBlock(chunks, Script(1000, 1030, 1).keys);
        appendBlock(chunks, third);
        const std::size_t begin = chunkAt(chunks, 1);
        const std::size_t end = chunkAt(chunks, 2);
        for (std::size_t i = begin; i < end; ++i) {
            for (const unsigned mask : {0x01U, 0x10U, 0x80U}) {
                Bytes changed = chunks;
                changed[i] ^= static_cast<std::byte>(mask);
                const auto file = openBytes(fileOf(changed));
                QVERIFY(file);
                EventStore store(file);
                const QByteArray where = QByteArray::number(qint64(i - begin));
                QVERIFY2(within(visited(store, 0, LastTick), 0, 999) == first, where.constData());
                QVERIFY2(within(visited(store, 0, LastTick), 2000, LastTick) == third, where.constData());
                const Keys all = indexed(store);
                QVERIFY2(all.size() == first.size() + third.size(), where.constData());
                QVERIFY2(lostEvents(store, *file) == 1, where.constData());
            }
        }
    }
    void cutAnywhere()
    {
        const Match match;
        const Bytes whole = fileOf(match.chunks);
        std::size_t most = 0;
        for (std::size_t n = whole.size() - match.chunks.size(); n < whole.size(); n += 97) {
            const auto file = openBytes(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
            QVERIFY(file);
            EventStore store(file);
            const Keys all = indexed(store);
            QVERIFY(all.size() >= most && all.size() < match.all.size());
            QVERIFY(std::equal(all.begin(), all.end(), match.all.begin()));
            QCOMPARE(visited(store, 0, LastTick), all);
            most = all.size();
        }
        QVERIFY(most > 0);
    }
    void bombs()
    {
        Bytes chunks;
        for (const std::uint32_t said : {0xFFFFFFFFU, MaxBlockBytes + 1}) {
            Bytes payload;
            BinWriter out(payload);
            out.u64(0);
            out.u64(10);
            out.u32(1);
            out.u32(said);
            out.u8(0);
            appendChunk(chunks, ChunkKind::Events, payload);
        }
        const auto store = storeOf(chunks);
        QVERIFY(store);
        QVERIFY(indexed(*store).empty());
        QVERIFY(!store->damages().empty());
    }
    void manyThreads()
    {
        const Match match;
        const auto store = storeOf(match.chunks);
        QVERIFY(store);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            threads.reserve(4);
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&, i] {
                    if (i == 0 && indexed(*store) != match.all)
                        ++wrong;
                    for (const Window& window : Windows) {
                        if (visited(*store, window.first, window.last) !=
                            within(match.all, window.first, window.last))
                            ++wrong;
                        if (i == 1)
                            store->clear();
                    }
                });
            }
        }
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestIcrepEventStore)
#include "tst_icrep_event_store.moc"
