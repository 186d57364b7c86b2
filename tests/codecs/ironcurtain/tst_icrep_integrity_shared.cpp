// SPDX-License-Identifier: GPL-3.0-or-later

// Verdicts and restored states of every golden file against what an independent reader found.
#include "codecs/ironcurtain/integrity/checks.h"
#include "golden.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_icrep_integrity_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using test::expected;
using test::openGolden;

namespace {

QString hex(std::span<const std::byte> bytes)
{
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
            .toHex());
}

const model::Verdict& verdictOf(const Checked& checked, const char* check)
{
    for (const model::Verdict& verdict : checked.verdicts) {
        if (verdict.check == QLatin1String(check))
            return verdict;
    }
    static const model::Verdict none;
    return none;
}

Checked checkGolden(const QString& name, std::span<const PublicKey> trusted = {})
{
    const auto file = openGolden(name);
    if (file == nullptr)
        return {};
    const KeyframeStore store(file);
    auto checked = checkIntegrity(*file, store, trusted, {}, {});
    if (!checked) {
        qInfo("not checked: %s", qPrintable(checked.error().message));
        return {};
    }
    return std::move(*checked);
}

} // namespace

class TestIcrepIntegrityShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void verdicts_data() { test::addGoldenRows(); }
    void verdicts();
    void keyframes_data() { test::addGoldenRows(); }
    void keyframes();
    void signatures_data() { test::addGoldenRows(); }
    void signatures();
    void failingTicks_data();
    void failingTicks();
    void trustedKey();
    void whatWasLostIsSaid();
    void cancelled();
};

void TestIcrepIntegrityShared::verdicts()
{
    QFETCH(QString, name);
    const Checked checked = checkGolden(name);
    const QJsonObject want = expected(name)[QStringLiteral("verdicts")].toObject();
    QCOMPARE(checked.verdicts.size(), std::size_t{5});
    for (const model::Verdict& verdict : checked.verdicts) {
        QCOMPARE(verdictWords(verdict), want[verdict.check].toString());
        // "ok" in one reader is "ok" in the other.
        const QString words = want[verdict.check].toString();
        const bool good = words.startsWith(QLatin1String("ok")) || words.startsWith(QLatin1String("valid"));
        QCOMPARE(verdict.state == model::VerdictState::Ok, good);
        QCOMPARE(verdict.state == model::VerdictState::Failed, verdict.frame.has_value());
        QVERIFY(!verdict.detail.isEmpty());
    }
    QCOMPARE(checked.chainHead ? hex(*checked.chainHead) : QString(),
             want[QStringLiteral("head_of_chain")].toString());
}

void TestIcrepIntegrityShared::keyframes()
{
    QFETCH(QString, name);
    const Checked checked = checkGolden(name);
    const QJsonObject hashes = expected(name)[QStringLiteral("keyframes")].toObject();
    const QJsonArray links = expected(name)[QStringLiteral("links")].toArray();
    QCOMPARE(static_cast<qsizetype>(checked.keyframes.size()), hashes.size());
    for (std::size_t i = 0; i < checked.keyframes.size(); ++i) {
        const KeyframeCheck& keyframe = checked.keyframes[i];
        QCOMPARE(keyframe.restored ? hex(keyframe.hash) : QStringLiteral("lost"),
                 hashes[QString::number(keyframe.tick)].toString());
        QCOMPARE(keyframe.restored, keyframe.lost.isEmpty());
        if (keyframe.restored)
            QCOMPARE(keyframe.links, links[static_cast<qsizetype>(i)].toInt(-1));
    }
}

void TestIcrepIntegrityShared::signatures()
{
    QFETCH(QString, name);
    const QJsonObject want = expected(name)[QStringLiteral("signatures")].toObject();
    const Checked checked = checkGolden(name);
    const auto& entries = checked.signatures.entries;
    QCOMPARE(static_cast<int>(entries.size()), want[QStringLiteral("count")].toInt());
    if (!entries.empty()) {
        QCOMPARE(hex(checked.signatures.relay), want[QStringLiteral("key")].toString());
        QCOMPARE(static_cast<qint64>(entries.front().tick), want[QStringLiteral("first")].toInteger(-1));
        QCOMPARE(static_cast<qint64>(entries.back().tick), want[QStringLiteral("last")].toInteger(-1));
    }
    QVERIFY(checked.damages.empty()); // what is damaged in these is found on opening
}

void TestIcrepIntegrityShared::failingTicks_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<qint64>("frame");
    const auto row = [](const char* name, const char* check, qint64 frame) {
        QTest::addRow("%s %s", name, check) << QString::fromLatin1(name) << QByteArray(check) << frame;
    };
    if (test::goldenNames().isEmpty())
        QSKIP("reference data not found");
    row("golden-tampered-hash", "order_hashes", 1800);
    row("golden-tampered-hash", "signed_keyframes", 1800);
    row("golden-tampered-sig", "chain", 1500);
    row("golden-tampered-chain", "chain", 2100);
    row("golden-tampered-chain", "signed_keyframes", 2100);
}

void TestIcrepIntegrityShared::failingTicks()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, check);
    QFETCH(qint64, frame);
    const Checked checked = checkGolden(name);
    const model::Verdict& verdict = verdictOf(checked, check.constData());
    QCOMPARE(verdict.state, model::VerdictState::Failed);
    QCOMPARE(verdict.frame, std::optional<model::FrameNumber>(frame));
}

void TestIcrepIntegrityShared::trustedKey()
{
    GHOSTLINE_REQUIRE_SHARED("iron-curtain");
    const std::string_view words = "icrep golden relay key, for tests only";
    const ChainSigner relay(sha256(std::as_bytes(std::span(words.data(), words.size()))));
    const std::array keys{PublicKey{}, relay.relay()};
    const auto cumulative = QStringLiteral("golden-cumulative");
    QVERIFY(verdictOf(checkGolden(cumulative, keys), "chain")
                .detail.startsWith(QLatin1String("valid, key trusted;")));
    QVERIFY(verdictOf(checkGolden(cumulative, std::span(keys).first(1)), "chain")
                .detail.startsWith(QStringLiteral("valid, key unknown: ") + hex(relay.relay())));
    QVERIFY(verdictOf(checkGolden(QStringLiteral("golden-journal"), keys), "chain")
                .detail.startsWith(QLatin1String("valid, key trusted, gap of 5 ticks;")));
    // A broken chain is broken whoever signed.
    QCOMPARE(verdictOf(checkGolden(QStringLiteral("golden-tampered-sig"), keys), "chain").state,
             model::VerdictState::Failed);
}

void TestIcrepIntegrityShared::whatWasLostIsSaid()
{
    GHOSTLINE_REQUIRE_SHARED("iron-curtain");
    const Checked cut = checkGolden(QStringLiteral("golden-truncated"));
    QVERIFY(verdictOf(cut, "baselines").detail.contains(QStringLiteral("6 keyframes could not be restored")));
    QVERIFY(verdictOf(cut, "order_hashes").detail.contains(QStringLiteral("6 keyframes could not be")));
    QCOMPARE(verdictOf(cut, "chain").state, model::VerdictState::CannotCheck);
    QVERIFY(!cut.chainHead);
    const Checked journal = checkGolden(QStringLiteral("golden-journal"));
    QVERIFY(verdictOf(journal, "signed_keyframes").detail.contains(QStringLiteral("2 have no signature")));
    for (const char* name : {"golden-cumulative", "golden-tampered-chain"}) {
        QVERIFY(verdictOf(checkGolden(QLatin1String(name)), "chain")
                    .detail.contains(QStringLiteral("events, metadata and voice are not signed")));
    }
}

void TestIcrepIntegrityShared::cancelled()
{
    GHOSTLINE_REQUIRE_SHARED("iron-curtain");
    const auto file = openGolden(QStringLiteral("golden-chained"));
    QVERIFY(file != nullptr);
    const KeyframeStore store(file);
    // At whatever point: never a list of verdicts that only cover a part.
    for (const double limit : {0.0, 0.3, 0.65, 0.8}) {
        const auto checked =
            checkIntegrity(*file, store, {}, [limit](double done) { return done <= limit; }, {});
        QVERIFY(!checked.has_value());
        QCOMPARE(checked.error().code, model::ErrorCode::Cancelled);
    }
    double last = 0.0;
    const auto checked = checkIntegrity(*file, store, {},
                                        [&last](double done) {
                                            const bool forward = done >= last;
                                            last = done;
                                            return forward;
                                        },
                                        {});
    QVERIFY(checked.has_value());
    QVERIFY(last > 0.7 && last <= 1.0);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!checkIntegrity(*file, store, {}, {}, stop.get_token()).has_value());
}

} // namespace tst_icrep_integrity_shared

GHOSTLINE_TEST(tst_icrep_integrity_shared, TestIcrepIntegrityShared)
#include "tst_icrep_integrity_shared.moc"
