// SPDX-License-Identifier: GPL-3.0-or-later

// One changed byte of a small signed match: the right verdict, at the right tick, and no other.
#include "codecs/ironcurtain/integrity/checks.h"
#include "codecs/ironcurtain/write/replay_writer.h"
#include "model/byte_sources.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <functional>

using namespace ghostline;
using namespace ghostline::ironcurtain;
using model::VerdictState;

namespace {

constexpr SimTick Step = 30;
constexpr SimTick Last = 150;
constexpr std::size_t Keyframes = Last / Step + 1;

std::array<std::byte, 32> seedOf(std::string_view words)
{
    return sha256(std::as_bytes(std::span(words.data(), words.size())));
}

/// Three units, one of which is gone from tick 90 on; health and credits change all the time.
SimState stateAt(SimTick tick)
{
    SimState state;
    state.tick = tick;
    state.gameSeed = 7;
    auto strings = std::make_shared<StringPool>(StringPool{"e1", "ore"});
    if (tick >= 60)
        strings->emplace_back("2tnk");
    state.strings = std::move(strings);
    const auto buffer = std::make_shared<Bytes>();
    constexpr std::size_t Size = 9 + 8;
    const std::uint16_t units = tick >= 90 ? 2 : 3;
    BinWriter out(*buffer);
    for (std::uint16_t i = 0; i < units; ++i) {
        out.u32(0);
        out.u32(i % 2);
        out.u8(0);
        out.i32(static_cast<std::int32_t>(500 - tick - i));
        out.i32(500);
    }
    for (std::uint16_t i = 0; i < units; ++i) {
        Entity entity;
        entity.tag = {i, 1};
        entity.components.mask = bit(Slot::Identity) | bit(Slot::Health);
        entity.components.bytes = std::span(*buffer).subspan(i * Size, Size);
        state.entities.push_back(entity);
    }
    state.buffers.push_back(buffer);
    PlayerState player;
    player.credits = static_cast<std::int64_t>(1000 + tick);
    state.players = std::make_shared<PlayerTable>(PlayerTable{player});
    auto map = std::make_shared<MapState>();
    map->width = map->height = 1;
    map->terrainKinds = {0};
    map->cells.resize(1);
    state.map = std::move(map);
    return state;
}

QJsonObject metadata()
{
    return {{QStringLiteral("game_speed"), QStringLiteral("slower")},
            {QStringLiteral("total_ticks"), static_cast<int>(Last)},
            {QStringLiteral("ic_viewer"),
             QJsonObject{{QStringLiteral("component_schema"), QStringLiteral("ra1-v1")},
                         {QStringLiteral("state_hash_kind"), QStringLiteral("sha256-bincode-v1")}}}};
}

/// A finalised file in parts that a test may change before they are put together.
struct Parts
{
    QJsonObject meta = metadata();
    std::vector<Bytes> snapshots; ///< not packed
    std::vector<std::uint64_t> orderHashes;
    Signatures signatures;
    std::uint8_t flags = Signed;
    StateHash finalHash{};

    explicit Parts(DeltaMode mode = DeltaMode::Cumulative, std::uint32_t skipped = 0)
    {
        ChainSigner signer(seedOf("a relay of this test"));
        signatures.relay = signer.relay();
        signatures.present = true;
        for (SimTick tick = 0; tick <= Last; tick += Step) {
            const SimState state = stateAt(tick);
            const StateHash hash = stateHash(state);
            const SimState base = stateAt(mode == DeltaMode::Chained && tick > 0 ? tick - Step : 0);
            snapshots.push_back(tick == 0 ? encodeFull(state)
                                          : encodeDelta(base, stateHash(base), state, {}));
            std::uint64_t prefix = 0;
            std::memcpy(&prefix, hash.data(), sizeof prefix);
            orderHashes.push_back(prefix);
            signatures.entries.push_back(signer.sign(tick, hash, tick == 60 ? skipped : 0));
            finalHash = hash;
        }
    }
    Bytes file() const;
};

void append(Bytes& out, std::span<const std::byte> run) { out.insert(out.end(), run.begin(), run.end()); }

Bytes Parts::file() const
{
    const QByteArray json = QJsonDocument(meta).toJson(QJsonDocument::Compact);
    std::vector<OrderFrame> frames(Last + 1);
    for (SimTick tick = 0; tick <= Last; ++tick) {
        frames[tick].tick = tick;
        frames[tick].stateHash = tick % Step == 0 ? orderHashes[tick / Step] : 0;
    }
    Bytes orders;
    appendChunk(orders, ChunkKind::Orders, encodeOrderBlock(0, frames));
    Bytes index;
    Bytes blobs;
    BinWriter out(index);
    out.u64(snapshots.size());
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        const Bytes blob = packBlob(snapshots[i]);
        out.u64(i * Step);
        out.u32(static_cast<std::uint32_t>(blobs.size()));
        out.u32(static_cast<std::uint32_t>(blob.size()));
        out.u32(static_cast<std::uint32_t>(snapshots[i].size()));
        out.boolean(i == 0);
        append(blobs, blob);
    }
    append(index, blobs);
    Header header;
    header.flags = flags;
    header.totalTicks = Last;
    header.finalStateHash = finalHash;
    Bytes body;
    const auto place = [&](SectionPlace& section, std::span<const std::byte> run) {
        section.offset = static_cast<std::uint32_t>(HeaderBytes + body.size());
        section.length = static_cast<std::uint32_t>(run.size());
        append(body, run);
    };
    place(header.metadata, std::as_bytes(std::span(json.constData(), static_cast<std::size_t>(json.size()))));
    place(header.orders, orders);
    place(header.keyframes, index);
    if (signatures.present)
        place(header.signature, encodeSignatureSection(signatures));
    Bytes all = encodeHeader(header);
    append(all, body);
    return all;
}

Checked check(Bytes bytes, std::span<const PublicKey> trusted = {})
{
    const auto file = ReplayFile::open(std::make_unique<model::MemorySource>(std::move(bytes)), {}, {});
    if (!file) {
        qInfo("not opened: %s", qPrintable(file.error().message));
        return {};
    }
    const KeyframeStore store(*file);
    auto checked = checkIntegrity(**file, store, trusted, {}, {});
    return checked ? std::move(*checked) : Checked{};
}

/// "failed 60, ok, ..." in the order of the verdicts.
QString told(const Checked& checked)
{
    QStringList list;
    for (const model::Verdict& verdict : checked.verdicts) {
        QString one = model::verdictName(verdict.state);
        if (verdict.frame)
            one += QStringLiteral(" %1").arg(*verdict.frame);
        list << one;
    }
    return list.join(QStringLiteral(", "));
}
const model::Verdict& verdict(const Checked& checked, const char* name)
{
    for (const model::Verdict& one : checked.verdicts) {
        if (one.check == QLatin1String(name))
            return one;
    }
    static const model::Verdict none;
    return none;
}
const QString AllGood = QStringLiteral("ok, ok, ok, ok, ok");

} // namespace

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
    void gap();
    void whatIsNotThere_data();
    void whatIsNotThere();
    void whatIsNotKnown_data();
    void whatIsNotKnown();
    void trust();
    void recorded();
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
    const Checked checked = check(Parts(chained ? DeltaMode::Chained : DeltaMode::Cumulative).file());
    QCOMPARE(told(checked), AllGood);
    QCOMPARE(checked.keyframes.size(), Keyframes);
    for (std::size_t i = 0; i < Keyframes; ++i) {
        QCOMPARE(checked.keyframes[i].links, i == 0 ? 0 : chained ? static_cast<int>(i) : 1);
        QVERIFY(checked.keyframes[i].hash == stateHash(stateAt(i * Step)));
    }
    QVERIFY(checked.damages.empty());
    QVERIFY(checked.chainHead.has_value());
}

using Change = std::function<void(Parts&)>;
Q_DECLARE_METATYPE(Change)

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
        "hash of tick 60", [=](Parts& p) { flip(p.signatures.entries[2].stateHash, 0); },
        "ok, ok, failed 60, failed 60, ok");
    row(
        "hash of the last tick", [=](Parts& p) { flip(p.signatures.entries.back().stateHash, 31); },
        "ok, ok, failed 150, failed 150, failed 150");
    row(
        "signature of tick 0", [=](Parts& p) { flip(p.signatures.entries[0].signature, 63); },
        "ok, ok, ok, failed 0, ok");
    row(
        "signature of tick 90", [=](Parts& p) { flip(p.signatures.entries[3].signature, 7); },
        "ok, ok, ok, failed 90, ok");
    row(
        "tick 90", [](Parts& p) { p.signatures.entries[3].tick ^= 1; }, "ok, ok, ok, failed 91, ok");
    row(
        "tick 90 beyond the end", [](Parts& p) { p.signatures.entries[3].tick += 1U << 20; },
        "ok, ok, ok, failed 150, ok"); // the verdict leads inside the replay
    row(
        "skipped at 90", [](Parts& p) { p.signatures.entries[3].skippedTicks = 1; },
        "ok, ok, ok, failed 90, ok");
    row(
        "relay's key", [=](Parts& p) { flip(p.signatures.relay, 2); }, "ok, ok, ok, failed 0, ok");
    row(
        "an entry left out", [](Parts& p) { p.signatures.entries.erase(p.signatures.entries.begin() + 2); },
        "ok, ok, ok, failed 90, ok");
    row(
        "last entry left out", [](Parts& p) { p.signatures.entries.pop_back(); },
        "ok, ok, ok, ok, failed 120");
    row(
        "hash in the header", [=](Parts& p) { flip(p.finalHash, 9); }, "ok, ok, ok, ok, failed 150");
    row(
        "hash among the orders", [](Parts& p) { p.orderHashes[4] ^= 1; }, "ok, failed 120, ok, ok, ok");
    row(
        "a forged snapshot that fits",
        [](Parts& p) {
            SimState forged = stateAt(60);
            PlayerState rich;
            rich.credits = 99'999;
            forged.players = std::make_shared<PlayerTable>(PlayerTable{rich});
            const SimState base = stateAt(0);
            p.snapshots[2] = encodeDelta(base, stateHash(base), forged, {});
        },
        "ok, failed 60, failed 60, ok, ok");
    row(
        "a delta for another baseline",
        [](Parts& p) {
            const SimState base = stateAt(0);
            StateHash hash = stateHash(base);
            hash[5] ^= std::byte{4};
            p.snapshots[3] = encodeDelta(base, hash, stateAt(90), {});
        },
        "failed 90, ok, ok, ok, ok");
}

void TestIcrepChecks::changedPart()
{
    QFETCH(Change, change);
    QFETCH(QString, verdicts);
    Parts parts;
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
    const Parts good(chained ? DeltaMode::Chained : DeltaMode::Cumulative);
    const auto tick = static_cast<model::FrameNumber>(keyframe * Step);
    int restored = 0;
    for (std::size_t at = 0; at < good.snapshots[keyframe].size(); ++at) {
        Parts parts = good;
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
            QVERIFY2(!relay.detail.startsWith(QStringLiteral("%1 of").arg(Keyframes)), where.constData());
            QVERIFY2(relay.state != VerdictState::Failed, where.constData());
            QVERIFY2(relay.detail.contains(QStringLiteral("could not be restored")), where.constData());
        }
        const model::Verdict& baselines = verdict(checked, "baselines");
        const bool hashOfBaseline = keyframe > 0 && at >= 8 && at < 40;
        if (hashOfBaseline)
            QVERIFY2(baselines.state == VerdictState::Failed && baselines.frame == tick, where.constData());
        // What builds on a changed state notices.
        const bool others = keyframe == 0 || (chained && keyframe + 1 < Keyframes);
        if (found.restored && others) {
            const auto next = keyframe == 0 ? static_cast<model::FrameNumber>(Step)
                                            : tick + static_cast<model::FrameNumber>(Step);
            QVERIFY2(baselines.state == VerdictState::Failed && baselines.frame == next, where.constData());
        }
        for (std::size_t i = 0; i < Keyframes; ++i) {
            if (!chained && keyframe > 0 && i != keyframe)
                QVERIFY2(checked.keyframes[i].restored, where.constData());
            QVERIFY(checked.keyframes[i].restored == checked.keyframes[i].lost.isEmpty());
        }
    }
    QVERIFY(restored > 10); // not every change makes bytes that cannot be read
}

void TestIcrepChecks::gap()
{
    const Checked checked = check(Parts(DeltaMode::Cumulative, 5).file());
    QCOMPARE(told(checked), AllGood);
    const model::Verdict& chain = verdict(checked, "chain");
    QCOMPARE(verdictWords(chain), QStringLiteral("valid, key unknown, gap of 5 ticks"));
    QVERIFY(chain.detail.contains(QStringLiteral("not signed")));
}

void TestIcrepChecks::whatIsNotThere_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("verdicts");
    QTest::newRow("unsigned") << Change([](Parts& p) {
        p.signatures.present = false;
        p.flags = 0;
    }) << QStringLiteral("ok, ok, not-present, not-present, not-present");
    QTest::newRow("unsigned, and the last state is not the header's") << Change([](Parts& p) {
        p.signatures.present = false;
        p.flags = 0;
        p.finalHash[0] ^= std::byte{1};
    }) << QStringLiteral("ok, ok, not-present, not-present, failed 150");
    QTest::newRow("announced, but absent")
        << Change([](Parts& p) { p.signatures.present = false; })
        << QStringLiteral("ok, ok, cannot-check, cannot-check, cannot-check");
    QTest::newRow("an empty list of signatures")
        << Change([](Parts& p) { p.signatures.entries.clear(); })
        << QStringLiteral("ok, ok, cannot-check, cannot-check, cannot-check");
    QTest::newRow("no hash among the orders") << Change([](Parts& p) { p.orderHashes.assign(Keyframes, 0); })
                                              << QStringLiteral("ok, not-present, ok, ok, ok");
    QTest::newRow("only a full keyframe")
        << Change([](Parts& p) { p.snapshots.resize(1); }) << QStringLiteral("not-present, ok, ok, ok, ok");
    QTest::newRow("no keyframe can be read") << Change([](Parts& p) {
        for (Bytes& snapshot : p.snapshots)
            snapshot.pop_back();
    }) << QStringLiteral("cannot-check, cannot-check, cannot-check, ok, ok");
}

void TestIcrepChecks::whatIsNotThere()
{
    QFETCH(Change, change);
    QFETCH(QString, verdicts);
    Parts parts;
    change(parts);
    QCOMPARE(told(check(parts.file())), verdicts);
}

void TestIcrepChecks::whatIsNotKnown_data()
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

void TestIcrepChecks::whatIsNotKnown()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, word);
    Parts parts;
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

void TestIcrepChecks::trust()
{
    const Parts parts;
    const std::array keys{PublicKey{}, parts.signatures.relay};
    const Checked checked = check(parts.file(), keys);
    QCOMPARE(verdictWords(verdict(checked, "chain")), QStringLiteral("valid, key trusted"));
    QCOMPARE(verdictWords(verdict(check(parts.file()), "chain")), QStringLiteral("valid, key unknown"));
}

void TestIcrepChecks::recorded()
{
    QTemporaryDir folder;
    const QString journal = folder.filePath(QStringLiteral("journal.icrep"));
    const QString final = folder.filePath(QStringLiteral("final.icrep"));
    const Parts parts;
    WriteSettings settings;
    settings.keyframeEvery = settings.signEvery = Step;
    auto writer = JournalWriter::create(journal, metadata(), settings, Signed, 67);
    QVERIFY(writer.has_value());
    for (SimTick tick = 0; tick <= Last; ++tick) {
        OrderFrame frame;
        frame.tick = tick;
        if (tick % Step == 0) {
            frame.stateHash = parts.orderHashes[tick / Step];
            QVERIFY((*writer)->keyframe(stateAt(tick)));
            QVERIFY((*writer)->sign(parts.signatures.relay, parts.signatures.entries[tick / Step]));
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

QTEST_GUILESS_MAIN(TestIcrepChecks)
#include "tst_icrep_checks.moc"
