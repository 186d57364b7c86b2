// SPDX-License-Identifier: GPL-3.0-or-later
// Events by tick, out of blocks: every window equals the list that was written, before and after the index is
// made, from several threads; damage in one block leaves the others alone.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "tests/codecs/ironcurtain/built_file.h"
#include "tests/codecs/ironcurtain/event_file.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>

namespace tst_icrep_event_store {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;

namespace {

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

} // namespace tst_icrep_event_store

GHOSTLINE_TEST(tst_icrep_event_store, TestIcrepEventStore)
#include "tst_icrep_event_store.moc"
