// SPDX-License-Identifier: GPL-3.0-or-later
// Restoring keyframes of small files made by hand: links, caches, reasons, campaign and script.
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <thread>

namespace tst_icrep_store {

using namespace ghostline;
using namespace ghostline::test;

namespace {

std::shared_ptr<const ReplayFile> opened(Bytes bytes)
{
    auto file = ReplayFile::open(std::make_unique<model::MemorySource>(std::move(bytes)), {}, {});
    if (!file) {
        qInfo("%s", qPrintable(file.error().message));
        return nullptr;
    }
    return *file;
}

/// A match of so many keyframes, 300 ticks apart; a full one every `group`.
struct Match
{
    std::vector<SimState> states;
    std::vector<MadeKeyframe> keyframes;

    Match(int count, int group, bool chained, unsigned seed = 1)
    {
        std::mt19937 random(seed);
        MadeState made = randomState(random, 0, 12);
        for (int i = 0; i < count; ++i) {
            made.tick = static_cast<SimTick>(i) * 300;
            if (i > 0)
                mutate(made, random);
            states.push_back(made.state());
            const bool full = i % group == 0;
            const auto& from =
                states[static_cast<std::size_t>(chained ? std::max(0, i - 1) : i / group * group)];
            keyframes.push_back(
                {made.tick, full,
                 full ? encodeFull(states.back()) : encodeDelta(from, stateHash(from), states.back(), {})});
        }
    }
    KeyframeStore store(bool hashKnown = true) const
    {
        return KeyframeStore(opened(fileOf(keyframes, hashKnown)));
    }
    /// Overwrites bytes of one unpacked blob.
    template<typename T>
    void put(std::size_t keyframe, std::size_t at, T value)
    {
        std::memcpy(keyframes[keyframe].blob.data() + at, &value, sizeof value);
    }
};

} // namespace

class TestIcrepStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyKeyframe_data();
    void everyKeyframe();
    void caches();
    void neighboursAreAtHand();
    void linkLimit();
    void deepChainIsReadOnce();
    void lost_data();
    void lost();
    void lostTakesItsDependants();
    void hashOnlyWhereKnown();
    void layoutUnknown();
    void noSuchKeyframe();
    void cancelled();
    void reasonsCostNothing();
    void side();
    void sideLost();
    void threads();
};

void TestIcrepStore::everyKeyframe_data()
{
    QTest::addColumn<bool>("chained");
    QTest::newRow("cumulative") << false;
    QTest::newRow("chained") << true;
}

void TestIcrepStore::everyKeyframe()
{
    QFETCH(bool, chained);
    const Match match(25, 10, chained);
    const KeyframeStore store = match.store();
    for (int i = 0; i < 25; ++i) {
        store.clear();
        RestoreCost cost;
        const auto state = store.restore(i, &cost, {});
        QVERIFY2(state, state ? "" : qPrintable(state.error().message));
        QVERIFY(canonicalCore(**state) == canonicalCore(match.states[static_cast<std::size_t>(i)]));
        QCOMPARE(cost.links, chained ? i % 10 : std::min(1, i % 10));
        QCOMPARE(cost.blobs, cost.links + 1);
    }
}

void TestIcrepStore::caches()
{
    const Match match(400, 10, true);
    const KeyframeStore store = match.store();
    for (int i = 0; i < 400; ++i) {
        RestoreCost cost;
        QVERIFY(store.restore(i, &cost, {}));
        QCOMPARE(cost.blobs, 1);
    }
    QCOMPARE(store.stats().blobsDecoded, std::uint64_t(400));
    QCOMPARE(store.stats().cachedStates, int(StateCacheStates + RecentStates));
    QVERIFY(store.stats().cachedBytes < StateCacheBytes);
    RestoreCost cost;
    QVERIFY(store.restore(390, &cost, {})); // a full one that is cached
    QCOMPARE(cost.blobs, 0);
    QVERIFY(store.restore(392, &cost, {})); // two deltas behind it
    QCOMPARE(cost.blobs, 2);
    QVERIFY(store.restore(0, &cost, {})); // fell out long ago
    QCOMPARE(cost.blobs, 1);
    store.clear();
    QCOMPARE(store.stats().cachedStates, 0);
    QCOMPARE(store.stats().cachedBytes, std::size_t(0));
}

void TestIcrepStore::linkLimit()
{
    const Match match(70, 1000, true);
    const KeyframeStore store = match.store();
    RestoreCost cost;
    QVERIFY(store.restore(MaxLinks, &cost, {}));
    QCOMPARE(cost.links, MaxLinks);
    const auto beyond = store.restore(MaxLinks + 1, &cost, {}); // with the one before at hand
    QVERIFY(!beyond);
    QVERIFY2(beyond.error().message.contains(QStringLiteral("more than 64 links")),
             qPrintable(beyond.error().message));
    const KeyframeStore fresh = match.store();
    QVERIFY(!fresh.restore(69, &cost, {}));
    QVERIFY(cost.blobs <= MaxLinks + 2);
    QVERIFY(fresh.restore(MaxLinks, &cost, {}));
}

/// Around the playhead three states are asked for, again and again.
void TestIcrepStore::neighboursAreAtHand()
{
    const KeyframeStore store = Match(30, 10, true).store();
    RestoreCost cost;
    for (const int i : {14, 15, 16})
        QVERIFY(store.restore(i, &cost, {}));
    QCOMPARE(cost.blobs, 1);
    for (const int i : {15, 16, 17}) {
        QVERIFY(store.restore(i, &cost, {}));
        QCOMPARE(cost.blobs, i == 17 ? 1 : 0);
    }
    QVERIFY(store.restore(14, &cost, {}));
    QCOMPARE(cost.blobs, 4);
}

void TestIcrepStore::deepChainIsReadOnce()
{
    const Match match(300, 1000, true);
    const KeyframeStore store = match.store();
    for (int i = 299; i > MaxLinks; --i) {
        const auto state = store.restore(i, nullptr, {});
        QVERIFY(!state);
        QVERIFY(state.error().message.contains(QStringLiteral("more than 64 links")));
    }
    QVERIFY(store.stats().blobsDecoded <= 300);
    QVERIFY(store.restore(MaxLinks, nullptr, {}));
}

void TestIcrepStore::lost_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("baseline is itself") << 0 << QStringLiteral("builds on tick 900, which is not earlier");
    QTest::newRow("baseline is later") << 1 << QStringLiteral("builds on tick 1200, which is not earlier");
    QTest::newRow("baseline at the end of time") << 2 << QStringLiteral("not earlier");
    QTest::newRow("baseline not in the index") << 3 << QStringLiteral("tick 17, where there is no keyframe");
    QTest::newRow("baseline hash") << 4 << QStringLiteral("another hash");
    QTest::newRow("tick of another") << 5 << QStringLiteral("says that it is of tick 901");
    QTest::newRow("byte behind") << 6 << QStringLiteral("1 bytes are left over");
    QTest::newRow("too short for a head") << 7 << QStringLiteral("cut off");
    QTest::newRow("not a delta at all") << 8 << QStringLiteral("keyframe of tick 900 cannot be read");
}

void TestIcrepStore::lost()
{
    QFETCH(int, which);
    QFETCH(QString, says);
    Match match(5, 10, false);
    Bytes& blob = match.keyframes[3].blob;
    switch (which) {
    case 0:
        match.put(3, 0, std::uint64_t{900});
        break;
    case 1:
        match.put(3, 0, std::uint64_t{1200});
        break;
    case 2:
        match.put(3, 0, ~std::uint64_t{0});
        break;
    case 3:
        match.put(3, 0, std::uint64_t{17});
        break;
    case 4:
        blob[8] ^= std::byte{1};
        break;
    case 5:
        match.put(3, 40, std::uint64_t{901});
        break;
    case 6:
        blob.push_back({});
        break;
    case 7:
        blob.resize(30);
        break;
    default:
        std::fill(blob.begin() + 48, blob.end(), std::byte{0xFF});
        break;
    }
    const KeyframeStore store = match.store();
    const auto state = store.restore(3, nullptr, {});
    QVERIFY(!state);
    QCOMPARE(state.error().code, model::ErrorCode::Damaged);
    QVERIFY2(state.error().message.contains(says), qPrintable(state.error().message));
    QVERIFY(state.error().message.contains(QStringLiteral("tick 900")));
    QVERIFY(state.error().where.offset.value_or(0) > HeaderBytes);
    for (const int other : {0, 1, 2, 4})
        QVERIFY(store.restore(other, nullptr, {}));
}

void TestIcrepStore::lostTakesItsDependants()
{
    Match match(20, 10, true);
    match.keyframes[4].blob.push_back({});
    for (const bool upwards : {false, true}) {
        const KeyframeStore store = match.store();
        for (int n = 0; n < 20; ++n) {
            const int i = upwards ? n : 19 - n;
            const auto state = store.restore(i, nullptr, {});
            QCOMPARE(state.has_value(), i < 4 || i > 9);
            if (!state && i > 4)
                QVERIFY2(state.error().message.contains(
                             QStringLiteral("tick %1 builds on the one of tick 1200, which cannot be read: ")
                                 .arg(i * 300)),
                         qPrintable(state.error().message));
        }
    }
}

void TestIcrepStore::hashOnlyWhereKnown()
{
    Match match(5, 10, false);
    match.keyframes[3].blob[8] ^= std::byte{1};
    QVERIFY(!match.store(true).restore(3, nullptr, {}));
    QVERIFY(match.store(false).restore(3, nullptr, {}));
}

void TestIcrepStore::layoutUnknown()
{
    const Match match(2, 10, false);
    const KeyframeStore store(opened(fileOf(match.keyframes, true, false)));
    const auto state = store.restore(0, nullptr, {});
    QVERIFY(!state);
    QCOMPARE(state.error().code, model::ErrorCode::Unsupported);
    QVERIFY(!store.side(0, {}));
    QCOMPARE(store.stats().blobsDecoded, std::uint64_t(0));
}

void TestIcrepStore::noSuchKeyframe()
{
    const KeyframeStore store = Match(2, 10, false).store();
    for (const int i : {-1, 2, 1000})
        QCOMPARE(store.restore(i, nullptr, {}).error().code, model::ErrorCode::InvalidArgument);
}

void TestIcrepStore::cancelled()
{
    const KeyframeStore store = Match(5, 10, true).store();
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(store.restore(3, nullptr, stop.get_token()).error().code, model::ErrorCode::Cancelled);
    QVERIFY(store.restore(3, nullptr, {})); // nobody remembers it
}

void TestIcrepStore::reasonsCostNothing()
{
    Match match(10, 10, true);
    match.keyframes[0].blob.push_back({});
    const KeyframeStore store = match.store();
    const auto first = store.restore(9, nullptr, {});
    const auto decoded = store.stats().blobsDecoded;
    QVERIFY(!first);
    for (int i = 0; i < 10; ++i)
        QVERIFY(!store.restore(i, nullptr, {}));
    QCOMPARE(store.stats().blobsDecoded, decoded);
    QCOMPARE(store.restore(9, nullptr, {}).error().message, first.error().message);
}

void TestIcrepStore::side()
{
    // Recorded at 0 (campaign), 2 (script), 3 (campaign); a full one at 5 knows of a campaign only.
    Match match(8, 5, false);
    const auto encode = [&](std::size_t i, SideState side) {
        SimState state = match.states[i];
        state.side = side;
        const auto& from = match.states[i / 5 * 5];
        match.keyframes[i].blob =
            i % 5 == 0 ? encodeFull(state) : encodeDelta(from, stateHash(from), state, side);
    };
    encode(0, {bytesOf("a"), {}});
    encode(2, {{}, bytesOf("s")});
    encode(3, {bytesOf("b"), {}});
    encode(5, {bytesOf("c"), {}});
    const std::vector<std::pair<const char*, const char*>> wanted = {
        {"a", nullptr}, {"a", nullptr}, {"a", "s"},     {"b", "s"},
        {"b", "s"},     {"c", nullptr}, {"c", nullptr}, {"c", nullptr}};
    const auto is = [](const std::optional<Bytes>& found, const char* text) {
        return text == nullptr ? !found : found && *found == bytesOf(text);
    };
    for (const bool restoredBefore : {false, true}) {
        const KeyframeStore store = match.store();
        for (int i = 7; i >= 0; --i) {
            if (restoredBefore)
                QVERIFY(store.restore(i, nullptr, {}));
            const auto side = store.side(i, {});
            QVERIFY(side);
            QVERIFY(is(side->campaign, wanted[static_cast<std::size_t>(i)].first));
            QVERIFY(is(side->script, wanted[static_cast<std::size_t>(i)].second));
            QVERIFY(!side->campaignLost && !side->scriptLost);
        }
    }
}

void TestIcrepStore::sideLost()
{
    Match match(5, 10, false);
    SimState state = match.states[3];
    match.keyframes[3].blob =
        encodeDelta(match.states[0], stateHash(match.states[0]), state, {bytesOf("b"), {}});
    match.keyframes[2].blob.resize(60);
    const KeyframeStore store = match.store();
    const auto side = store.side(4, {});
    QVERIFY(side);
    QVERIFY(side->campaign && *side->campaign == bytesOf("b"));
    QVERIFY(!side->campaignLost);
    QVERIFY(side->scriptLost); // it may have been said at 2
    QVERIFY(store.side(1, {}).has_value() && !store.side(1, {})->scriptLost);
    const auto decoded = store.stats().blobsDecoded;
    QVERIFY(store.side(2, {})->campaignLost);
    QCOMPARE(store.stats().blobsDecoded, decoded);
}

void TestIcrepStore::threads()
{
    const Match match(40, 10, true);
    const KeyframeStore store = match.store();
    std::atomic<int> wrong = 0;
    {
        std::vector<std::jthread> threads;
        threads.reserve(4);
        for (unsigned t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (unsigned n = 0; n < 60; ++n) {
                    const auto i = (n * (7 + t) + t) % 40;
                    const auto restored = store.restore(static_cast<int>(i), nullptr, {});
                    if (!restored || canonicalCore(**restored) != canonicalCore(match.states[i]))
                        ++wrong;
                    (void)store.side(static_cast<int>(i), {});
                }
            });
        }
    }
    QCOMPARE(wrong.load(), 0);
}

} // namespace tst_icrep_store

GHOSTLINE_TEST(tst_icrep_store, TestIcrepStore)
#include "tst_icrep_store.moc"
