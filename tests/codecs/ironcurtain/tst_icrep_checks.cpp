// SPDX-License-Identifier: GPL-3.0-or-later

// One changed byte of a small signed match: the right verdict, at the right tick, and no other.
#include "tests/codecs/ironcurtain/signed_parts.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_icrep_checks {

using namespace ghostline;
using namespace ghostline::test;
using model::VerdictState;

class TestIcrepChecks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void untouched_data();
    void untouched();
    void changedPart_data();
    void changedPart();
    void everySnapshotByte_data();
    void everySnapshotByte();
};

void TestIcrepChecks::untouched_data()
{
    QTest::addColumn<bool>("chained");
    QTest::newRow("cumulative") << false;
    QTest::newRow("chained") << true;
}

void TestIcrepChecks::untouched()
{
    QFETCH(bool, chained);
    const Checked checked = check(SignedParts(chained ? DeltaMode::Chained : DeltaMode::Cumulative).file());
    QCOMPARE(told(checked), AllGood);
    QCOMPARE(checked.keyframes.size(), SignedKeyframes);
    for (std::size_t i = 0; i < SignedKeyframes; ++i) {
        QCOMPARE(checked.keyframes[i].links, i == 0 ? 0 : chained ? static_cast<int>(i) : 1);
        QVERIFY(checked.keyframes[i].hash == stateHash(signedState(i * SignedStep)));
    }
    QVERIFY(checked.damages.empty());
    QVERIFY(checked.chainHead.has_value());
}

void TestIcrepChecks::changedPart_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("verdicts");
    const auto flip = [](auto& bytes, std::size_t at) { bytes[at] ^= std::byte{1}; };
    // Order: baselines, order_hashes, signed_keyframes, chain, final_hash.
    const auto row = [](const char* name, const Change& change, const char* verdicts) {
        QTest::newRow(name) << change << QString::fromLatin1(verdicts);
    };
    row(
        "hash of tick 60", [=](SignedParts& p) { flip(p.signatures.entries[2].stateHash, 0); },
        "ok, ok, failed 60, failed 60, ok");
    row(
        "hash of the last tick", [=](SignedParts& p) { flip(p.signatures.entries.back().stateHash, 31); },
        "ok, ok, failed 150, failed 150, failed 150");
    row(
        "signature of tick 0", [=](SignedParts& p) { flip(p.signatures.entries[0].signature, 63); },
        "ok, ok, ok, failed 0, ok");
    row(
        "signature of tick 90", [=](SignedParts& p) { flip(p.signatures.entries[3].signature, 7); },
        "ok, ok, ok, failed 90, ok");
    row(
        "tick 90", [](SignedParts& p) { p.signatures.entries[3].tick ^= 1; }, "ok, ok, ok, failed 91, ok");
    row(
        "tick 90 beyond the end", [](SignedParts& p) { p.signatures.entries[3].tick += 1U << 20; },
        "ok, ok, ok, failed 150, ok"); // the verdict leads inside the replay
    row(
        "skipped at 90", [](SignedParts& p) { p.signatures.entries[3].skippedTicks = 1; },
        "ok, ok, ok, failed 90, ok");
    row(
        "relay's key", [=](SignedParts& p) { flip(p.signatures.relay, 2); }, "ok, ok, ok, failed 0, ok");
    row(
        "an entry left out",
        [](SignedParts& p) { p.signatures.entries.erase(p.signatures.entries.begin() + 2); },
        "ok, ok, ok, failed 90, ok");
    row(
        "last entry left out", [](SignedParts& p) { p.signatures.entries.pop_back(); },
        "ok, ok, ok, ok, failed 120");
    row(
        "hash in the header", [=](SignedParts& p) { flip(p.finalHash, 9); }, "ok, ok, ok, ok, failed 150");
    row(
        "hash among the orders", [](SignedParts& p) { p.orderHashes[4] ^= 1; }, "ok, failed 120, ok, ok, ok");
    row(
        "a forged snapshot that fits",
        [](SignedParts& p) {
            SimState forged = signedState(60);
            PlayerState rich;
            rich.credits = 99'999;
            forged.players = std::make_shared<PlayerTable>(PlayerTable{rich});
            const SimState base = signedState(0);
            p.snapshots[2] = encodeDelta(base, stateHash(base), forged, {});
        },
        "ok, failed 60, failed 60, ok, ok");
    row(
        "a delta for another baseline",
        [](SignedParts& p) {
            const SimState base = signedState(0);
            StateHash hash = stateHash(base);
            hash[5] ^= std::byte{4};
            p.snapshots[3] = encodeDelta(base, hash, signedState(90), {});
        },
        "failed 90, ok, ok, ok, ok");
}

void TestIcrepChecks::changedPart()
{
    QFETCH(Change, change);
    QFETCH(QString, verdicts);
    SignedParts parts;
    change(parts);
    const Checked checked = check(parts.file());
    QCOMPARE(told(checked), verdicts);
    const bool broken = verdict(checked, "chain").state == VerdictState::Failed;
    QCOMPARE(checked.chainHead.has_value(), !broken);
    // Who reads another check learns that the signatures do not hold.
    if (broken && verdict(checked, "signed_keyframes").state == VerdictState::Ok)
        QVERIFY(verdict(checked, "signed_keyframes").detail.contains(QStringLiteral("see \"chain\"")));
}

void TestIcrepChecks::everySnapshotByte_data()
{
    QTest::addColumn<bool>("chained");
    QTest::addColumn<std::size_t>("keyframe");
    for (const bool chained : {false, true}) {
        for (const std::size_t keyframe : {0U, 2U, 3U, 5U})
            QTest::addRow("%s %zu", chained ? "chained" : "cumulative", keyframe) << chained << keyframe;
    }
}

void TestIcrepChecks::everySnapshotByte()
{
    QFETCH(bool, chained);
    QFETCH(std::size_t, keyframe);
    const SignedParts good(chained ? DeltaMode::Chained : DeltaMode::Cumulative);
    const auto tick = static_cast<model::FrameNumber>(keyframe * SignedStep);
    int restored = 0;
    for (std::size_t at = 0; at < good.snapshots[keyframe].size(); ++at) {
        SignedParts parts = good;
        parts.snapshots[keyframe][at] ^= std::byte{1};
        const Checked checked = check(parts.file());
        const QByteArray where = QStringLiteral("byte %1: %2").arg(at).arg(told(checked)).toUtf8();
        QVERIFY2(checked.verdicts.size() == 5, where.constData());
        const KeyframeCheck& found = checked.keyframes[keyframe];
        const model::Verdict& relay = verdict(checked, "signed_keyframes");
        const model::Verdict& orders = verdict(checked, "order_hashes");
        QCOMPARE(verdict(checked, "chain").state, VerdictState::Ok);
        if (found.restored) {
            ++restored;
            QVERIFY2(relay.state == VerdictState::Failed && relay.frame == tick, where.constData());
            QVERIFY2(orders.state == VerdictState::Failed && orders.frame == tick, where.constData());
        } else {
            // Named as damaged, and left out of what the checks say.
            QVERIFY2(!found.lost.isEmpty() && !checked.damages.empty(), where.constData());
            QVERIFY2(!relay.detail.startsWith(QStringLiteral("%1 of").arg(SignedKeyframes)),
                     where.constData());
            QVERIFY2(relay.state != VerdictState::Failed, where.constData());
            QVERIFY2(relay.detail.contains(QStringLiteral("could not be restored")), where.constData());
        }
        const model::Verdict& baselines = verdict(checked, "baselines");
        const bool hashOfBaseline = keyframe > 0 && at >= 8 && at < 40;
        if (hashOfBaseline)
            QVERIFY2(baselines.state == VerdictState::Failed && baselines.frame == tick, where.constData());
        // What builds on a changed state notices.
        const bool others = keyframe == 0 || (chained && keyframe + 1 < SignedKeyframes);
        if (found.restored && others) {
            const auto next = keyframe == 0 ? static_cast<model::FrameNumber>(SignedStep)
                                            : tick + static_cast<model::FrameNumber>(SignedStep);
            QVERIFY2(baselines.state == VerdictState::Failed && baselines.frame == next, where.constData());
        }
        for (std::size_t i = 0; i < SignedKeyframes; ++i) {
            if (!chained && keyframe > 0 && i != keyframe)
                QVERIFY2(checked.keyframes[i].restored, where.constData());
            QVERIFY(checked.keyframes[i].restored == checked.keyframes[i].lost.isEmpty());
        }
    }
    QVERIFY(restored > 10); // not every change makes bytes that cannot be read
}

} // namespace tst_icrep_checks

GHOSTLINE_TEST(tst_icrep_checks, TestIcrepChecks)
#include "tst_icrep_checks.moc"
