// SPDX-License-Identifier: GPL-3.0-or-later

// What verdicts say: of what is missing, unknown, lost or not vouched for, and of a recording.
#include "codecs/ironcurtain/write/finaliser.h"
#include "tests/codecs/ironcurtain/signed_parts.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_icrep_verdicts {

using namespace ghostline;
using namespace ghostline::test;
using model::VerdictState;

class TestIcrepVerdicts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void gap();
    void nobodyVouchesBehindABreak();
    void whyAKeyframeIsLost_data();
    void whyAKeyframeIsLost();
    void whySignaturesAreLost();
    void whatIsNotThere_data();
    void whatIsNotThere();
    void whatIsNotKnown_data();
    void whatIsNotKnown();
    void trust();
    void recorded();
};

void TestIcrepVerdicts::gap()
{
    const Checked checked = check(SignedParts(DeltaMode::Cumulative, 5).file());
    QCOMPARE(told(checked), AllGood);
    const model::Verdict& chain = verdict(checked, "chain");
    QCOMPARE(verdictWords(chain), QStringLiteral("valid, key unknown, gap of 5 ticks"));
    QVERIFY(chain.detail.contains(QStringLiteral("not signed")));
}

void TestIcrepVerdicts::nobodyVouchesBehindABreak()
{
    SignedParts parts;
    parts.signatures.entries[4].signature[7] ^= std::byte{1};
    const Checked checked = check(parts.file());
    const model::Verdict& relay = verdict(checked, "signed_keyframes");
    QCOMPARE(relay.state, VerdictState::Ok);
    QCOMPARE(verdictWords(relay), QStringLiteral("ok (6 of 6)"));
    QVERIFY2(relay.detail.contains(QStringLiteral("nobody vouches for 2 of these, at or behind tick 120")),
             qPrintable(relay.detail));
}

void TestIcrepVerdicts::whyAKeyframeIsLost_data()
{
    QTest::addColumn<bool>("hashKnown");
    QTest::newRow("hashes known") << true;
    QTest::newRow("another hash") << false;
}

void TestIcrepVerdicts::whyAKeyframeIsLost()
{
    QFETCH(bool, hashKnown);
    SignedParts parts;
    parts.snapshots[2].push_back({});
    parts.snapshots[4].resize(30);
    if (!hashKnown) {
        QJsonObject own = parts.meta[QStringLiteral("ic_viewer")].toObject();
        own[QStringLiteral("state_hash_kind")] = QStringLiteral("merkle-v3");
        parts.meta[QStringLiteral("ic_viewer")] = own;
    }
    const Checked checked = check(parts.file());
    for (const char* name : {"baselines", "order_hashes", "signed_keyframes"}) {
        const QString detail = verdict(checked, name).detail;
        QVERIFY2(
            detail.contains(QStringLiteral("2 keyframes could not be restored, the first: the keyframe of "
                                           "tick 60 cannot be read: ")),
            qPrintable(detail));
        QVERIFY2(detail.contains(QStringLiteral("left over")), qPrintable(detail));
    }
}

void TestIcrepVerdicts::whySignaturesAreLost()
{
    SignedParts parts;
    parts.signatureBytesCut = 1;
    const Checked checked = check(parts.file());
    for (const char* name : {"signed_keyframes", "chain", "final_hash"}) {
        QCOMPARE(verdict(checked, name).state, VerdictState::CannotCheck);
        QVERIFY2(verdict(checked, name).detail.contains(QStringLiteral("the list of signatures is cut off")),
                 qPrintable(verdict(checked, name).detail));
    }
}

void TestIcrepVerdicts::whatIsNotThere_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("verdicts");
    QTest::newRow("unsigned") << Change([](SignedParts& p) {
        p.signatures.present = false;
        p.flags = 0;
    }) << QStringLiteral("ok, ok, not-present, not-present, not-present");
    QTest::newRow("unsigned, and the last state is not the header's") << Change([](SignedParts& p) {
        p.signatures.present = false;
        p.flags = 0;
        p.finalHash[0] ^= std::byte{1};
    }) << QStringLiteral("ok, ok, not-present, not-present, failed 150");
    QTest::newRow("announced, but absent")
        << Change([](SignedParts& p) { p.signatures.present = false; })
        << QStringLiteral("ok, ok, cannot-check, cannot-check, cannot-check");
    QTest::newRow("an empty list of signatures")
        << Change([](SignedParts& p) { p.signatures.entries.clear(); })
        << QStringLiteral("ok, ok, cannot-check, cannot-check, cannot-check");
    QTest::newRow("no hash among the orders")
        << Change([](SignedParts& p) { p.orderHashes.assign(SignedKeyframes, 0); })
        << QStringLiteral("ok, not-present, ok, ok, ok");
    QTest::newRow("only a full keyframe") << Change([](SignedParts& p) { p.snapshots.resize(1); })
                                          << QStringLiteral("not-present, ok, ok, ok, ok");
    QTest::newRow("no keyframe can be read") << Change([](SignedParts& p) {
        for (Bytes& snapshot : p.snapshots)
            snapshot.pop_back();
    }) << QStringLiteral("cannot-check, cannot-check, cannot-check, ok, ok");
}

void TestIcrepVerdicts::whatIsNotThere()
{
    QFETCH(Change, change);
    QFETCH(QString, verdicts);
    SignedParts parts;
    change(parts);
    QCOMPARE(told(check(parts.file())), verdicts);
}

void TestIcrepVerdicts::whatIsNotKnown_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("word");
    QTest::newRow("another hash") << QStringLiteral("state_hash_kind") << QStringLiteral("merkle-v3")
                                  << QStringLiteral("merkle-v3");
    QTest::newRow("no hash named") << QStringLiteral("state_hash_kind") << QString()
                                   << QStringLiteral("does not say");
    QTest::newRow("another layout") << QStringLiteral("component_schema") << QStringLiteral("ra2-v1")
                                    << QStringLiteral("layout");
}

void TestIcrepVerdicts::whatIsNotKnown()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, word);
    SignedParts parts;
    QJsonObject own = parts.meta[QStringLiteral("ic_viewer")].toObject();
    own[key] = value.isEmpty() ? QJsonValue() : QJsonValue(value);
    parts.meta[QStringLiteral("ic_viewer")] = own;
    // Even where a state is not the one that was signed: nothing is claimed either way.
    parts.orderHashes[2] ^= 1;
    const Checked checked = check(parts.file());
    QCOMPARE(told(checked), QStringLiteral("cannot-check, cannot-check, cannot-check, ok, ok"));
    for (const char* name : {"baselines", "order_hashes", "signed_keyframes"})
        QVERIFY(verdict(checked, name).detail.contains(word));
}

void TestIcrepVerdicts::trust()
{
    const SignedParts parts;
    const std::array keys{PublicKey{}, parts.signatures.relay};
    const Checked checked = check(parts.file(), keys);
    QCOMPARE(verdictWords(verdict(checked, "chain")), QStringLiteral("valid, key trusted"));
    QCOMPARE(verdictWords(verdict(check(parts.file()), "chain")), QStringLiteral("valid, key unknown"));
}

void TestIcrepVerdicts::recorded()
{
    QTemporaryDir folder;
    const QString journal = folder.filePath(QStringLiteral("journal.icrep"));
    const QString final = folder.filePath(QStringLiteral("final.icrep"));
    const SignedParts parts;
    WriteSettings settings;
    settings.keyframeEvery = settings.signEvery = SignedStep;
    auto writer = JournalWriter::create(journal, signedMetadata(), settings, Signed, 67);
    QVERIFY(writer.has_value());
    for (SimTick tick = 0; tick <= SignedLast; ++tick) {
        OrderFrame frame;
        frame.tick = tick;
        if (tick % SignedStep == 0) {
            frame.stateHash = parts.orderHashes[tick / SignedStep];
            QVERIFY((*writer)->keyframe(signedState(tick)));
            QVERIFY((*writer)->sign(parts.signatures.relay, parts.signatures.entries[tick / SignedStep]));
        }
        QVERIFY((*writer)->frame(frame));
    }
    QVERIFY((*writer)->close());
    const auto bytesOf = [](const QString& path) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return Bytes{};
        const QByteArray raw = file.readAll();
        Bytes bytes(static_cast<std::size_t>(raw.size()));
        std::memcpy(bytes.data(), raw.constData(), bytes.size());
        return bytes;
    };
    // While recording there is no final hash yet; that is normal, and not "ok" either.
    QCOMPARE(told(check(bytesOf(journal))), QStringLiteral("ok, ok, ok, ok, not-present"));
    const auto source = ReplayFile::open(std::make_unique<model::MemorySource>(bytesOf(journal)), {}, {});
    QVERIFY(source.has_value());
    FinaliseRequest request;
    request.path = final;
    QVERIFY(finalise(**source, request, {}).has_value());
    QCOMPARE(told(check(bytesOf(final))), AllGood);
}

} // namespace tst_icrep_verdicts

GHOSTLINE_TEST(tst_icrep_verdicts, TestIcrepVerdicts)
#include "tst_icrep_verdicts.moc"
