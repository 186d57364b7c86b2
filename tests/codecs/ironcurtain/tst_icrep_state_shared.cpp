// SPDX-License-Identifier: GPL-3.0-or-later
// States of the golden files: the hash at every keyframe, what a restore costs, campaign and script, and that
// our own encoding gives the same bytes.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

namespace tst_icrep_state_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

QString hex(std::span<const std::byte> bytes)
{
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
            .toHex());
}

} // namespace

class TestIcrepStateShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hashes_data() { test::addGoldenRows(); }
    void hashes();
    void sides_data() { test::addGoldenRows(); }
    void sides();
    void costCold_data() { test::addGoldenRows(); }
    void costCold();
    void costForward_data() { test::addGoldenRows({QStringLiteral("golden-truncated")}); }
    void costForward();
    void anyOrder_data() { test::addGoldenRows(); }
    void anyOrder();
    void encodedTheSame_data() { test::addGoldenRows(); }
    void encodedTheSame();
};

void TestIcrepStateShared::hashes()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    const QJsonObject wanted = test::expected(name)[QStringLiteral("keyframes")].toObject();
    const QJsonArray links = test::expected(name)[QStringLiteral("links")].toArray();
    QCOMPARE(static_cast<qsizetype>(file->keyframes().size()), wanted.size());
    int restored = 0;
    for (int i = 0; i < static_cast<int>(file->keyframes().size()); ++i) {
        const KeyframeEntry& entry = file->keyframes()[static_cast<std::size_t>(i)];
        const QString hash = wanted[QString::number(entry.tick)].toString();
        RestoreCost cost;
        const auto state = store.restore(i, &cost, {});
        if (hash == QLatin1String("lost")) {
            QVERIFY(!state);
            QCOMPARE(state.error().code, model::ErrorCode::Damaged);
            QCOMPARE(state.error().where.offset, std::optional(entry.offset));
            QVERIFY(state.error().message.contains(QString::number(entry.tick)));
            continue;
        }
        QVERIFY2(state, state ? "" : qPrintable(state.error().message));
        ++restored;
        QCOMPARE(hex(stateHash(**state)), hash);
        QCOMPARE(store.hash(i, **state), stateHash(**state));
        QCOMPARE(cost.links, links[i].toInt(-1));
        QCOMPARE((*state)->tick, entry.tick);
    }
    QCOMPARE(QStringLiteral("%1 of %2 keyframes").arg(restored).arg(wanted.size()),
             test::expected(name)[QStringLiteral("recovered")].toString());
}

void TestIcrepStateShared::sides()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    const QJsonObject all = test::expected(name);
    const QJsonObject wanted = all[QStringLiteral("keyframes")].toObject();
    for (int i = 0; i < static_cast<int>(file->keyframes().size()); ++i) {
        const auto side = store.side(i, {});
        QVERIFY(side);
        const auto tick = file->keyframes()[static_cast<std::size_t>(i)].tick;
        const bool lost = wanted[QString::number(tick)].toString() == QLatin1String("lost");
        QCOMPARE(side->campaignLost, lost);
        QCOMPARE(side->scriptLost, lost);
        QCOMPARE(side->campaign ? hex(*side->campaign) : QString(),
                 all[QStringLiteral("campaign")][i].toString());
        QCOMPARE(side->script ? hex(*side->script) : QString(), all[QStringLiteral("script")][i].toString());
    }
}

void TestIcrepStateShared::costCold()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    const bool cumulative = file->metadata().deltaMode == DeltaMode::Cumulative;
    for (int i = 0; i < static_cast<int>(file->keyframes().size()); ++i) {
        store.clear();
        const auto before = store.stats().blobsDecoded;
        RestoreCost cost;
        if (!store.restore(i, &cost, {}))
            continue;
        QVERIFY(cost.links <= (cumulative ? 1 : 9));
        QCOMPARE(cost.blobs, cost.links + 1);
        QCOMPARE(store.stats().blobsDecoded - before, std::uint64_t(cost.blobs));
        RestoreCost again;
        QVERIFY(store.restore(i, &again, {}));
        QCOMPARE(again.blobs, 0);
        QCOMPARE(again.links, cost.links);
    }
}

void TestIcrepStateShared::costForward()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    for (int i = 0; i < static_cast<int>(file->keyframes().size()); ++i) {
        RestoreCost cost;
        QVERIFY(store.restore(i, &cost, {}));
        QCOMPARE(cost.blobs, 1); // each builds on the one before, or on a full one that is at hand
    }
    QVERIFY(store.stats().cachedStates <= int(StateCacheStates + RecentStates));
    QVERIFY(store.stats().cachedBytes > 0);
}

void TestIcrepStateShared::anyOrder()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    const int count = static_cast<int>(file->keyframes().size());
    for (int step = 0; step < 300; ++step) {
        const int i = (step * 7 + step * step) % count;
        const auto warm = store.restore(i, nullptr, {});
        const auto fresh = KeyframeStore(file).restore(i, nullptr, {});
        QCOMPARE(warm.has_value(), fresh.has_value());
        if (warm)
            QVERIFY(canonicalCore(**warm) == canonicalCore(**fresh));
        else
            QCOMPARE(warm.error().message, fresh.error().message);
    }
}

void TestIcrepStateShared::encodedTheSame()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file);
    const KeyframeStore store(file);
    const bool forged = name == QLatin1String("golden-tampered-hash");
    for (int i = 0; i < static_cast<int>(file->keyframes().size()); ++i) {
        const auto state = store.restore(i, nullptr, {});
        if (!state)
            continue;
        const auto blob = file->keyframe(i, {});
        QVERIFY(blob);
        if (file->keyframes()[static_cast<std::size_t>(i)].full) {
            QVERIFY(encodeFull(**state) == *blob);
            continue;
        }
        const auto head = parseDeltaHead(*blob, 0);
        QVERIFY(head);
        const auto baseline = store.restore(file->keyframeOf(head->baselineTick), nullptr, {});
        QVERIFY(baseline);
        const Bytes ours = encodeDelta(**baseline, head->baselineHash, **state, (*state)->side);
        const auto same = applyDelta(**baseline, std::make_shared<const Bytes>(ours), 0);
        QVERIFY(same);
        QVERIFY(canonicalCore(*same) == canonicalCore(**state));
        if (!forged)
            QVERIFY(ours == *blob);
    }
}

} // namespace tst_icrep_state_shared

GHOSTLINE_TEST(tst_icrep_state_shared, TestIcrepStateShared)
#include "tst_icrep_state_shared.moc"
