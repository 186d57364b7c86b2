// SPDX-License-Identifier: GPL-3.0-or-later

// Ed25519 against RFC 8032, and the relay's chain against one changed byte at a time.
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QtTest>

#include <algorithm>

namespace tst_icrep_signatures {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

// RFC 8032, section 7.1, "TEST 1024": 1,023 bytes.
const char* const LongMessage = "08b8b2b733424243760fe426a4b54908632110a66c2f6591eabd3345e3e4eb98"
                                "fa6e264bf09efe12ee50f8f54e9f77b1e355f6c50544e23fb1433ddf73be84d8"
                                "79de7c0046dc4996d9e773f4bc9efe5738829adb26c81b37c93a1b270b20329d"
                                "658675fc6ea534e0810a4432826bf58c941efb65d57a338bbd2e26640f89ffbc"
                                "1a858efcb8550ee3a5e1998bd177e93a7363c344fe6b199ee5d02e82d522c4fe"
                                "ba15452f80288a821a579116ec6dad2b3b310da903401aa62100ab5d1a36553e"
                                "06203b33890cc9b832f79ef80560ccb9a39ce767967ed628c6ad573cb116dbef"
                                "efd75499da96bd68a8a97b928a8bbc103b6621fcde2beca1231d206be6cd9ec7"
                                "aff6f6c94fcd7204ed3455c68c83f4a41da4af2b74ef5c53f1d8ac70bdcb7ed1"
                                "85ce81bd84359d44254d95629e9855a94a7c1958d1f8ada5d0532ed8a5aa3fb2"
                                "d17ba70eb6248e594e1a2297acbbb39d502f1a8c6eb6f1ce22b3de1a1f40cc24"
                                "554119a831a9aad6079cad88425de6bde1a9187ebb6092cf67bf2b13fd65f270"
                                "88d78b7e883c8759d2c4f5c65adb7553878ad575f9fad878e80a0c9ba63bcbcc"
                                "2732e69485bbc9c90bfbd62481d9089beccf80cfe2df16a2cf65bd92dd597b07"
                                "07e0917af48bbb75fed413d238f5555a7a569d80c3414a8d0859dc65a46128ba"
                                "b27af87a71314f318c782b23ebfe808b82b0ce26401d2e22f04d83d1255dc51a"
                                "ddd3b75a2b1ae0784504df543af8969be3ea7082ff7fc9888c144da2af58429e"
                                "c96031dbcad3dad9af0dcbaaaf268cb8fcffead94f3c7ca495e056a9b47acdb7"
                                "51fb73e666c6c655ade8297297d07ad1ba5e43f1bca32301651339e22904cc8c"
                                "42f58c30c04aafdb038dda0847dd988dcda6f3bfd15c4b4c4525004aa06eeff8"
                                "ca61783aacec57fb3d1f92b0fe2fd1a85f6724517b65e614ad6808d6f6ee34df"
                                "f7310fdc82aebfd904b01e1dc54b2927094b2db68d6f903b68401adebf5a7e08"
                                "d78ff4ef5d63653a65040cf9bfd4aca7984a74d37145986780fc0b16ac451649"
                                "de6188a7dbdf191f64b5fc5e2ab47b57f7f7276cd419c17a3ca8e1b939ae49e4"
                                "88acba6b965610b5480109c8b17b80e1b7b750dfc7598d5d5011fd2dcc5600a3"
                                "2ef5b52a1ecc820e308aa342721aac0943bf6686b64b2579376504ccc493d97e"
                                "6aed3fb0f9cd71a43dd497f01f17c0e2cb3797aa2a2f256656168e6c496afc5f"
                                "b93246f6b1116398a346f1a641f3b041e989f7914f90cc2c7fff357876e506b5"
                                "0d334ba77c225bc307ba537152f3f1610e4eafe595f6d9d90d11faa933a15ef1"
                                "369546868a7f3a45a96768d40fd9d03412c091c6315cf4fde7cb68606937380d"
                                "b2eaaa707b4c4185c32eddcdd306705e4dc1ffc872eeee475a64dfac86aba41c"
                                "0618983f8741c5ef68d3a101e8a3b8cac60c905c15fc910840b94c00a0b9d0";

Bytes fromHex(const QByteArray& hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    const auto* const first = reinterpret_cast<const std::byte*>(raw.constData());
    return {first, first + raw.size()};
}
template<std::size_t N>
std::array<std::byte, N> fixed(const QByteArray& hex)
{
    const Bytes bytes = fromHex(hex);
    std::array<std::byte, N> out{};
    std::copy_n(bytes.begin(), std::min(N, bytes.size()), out.begin());
    return out;
}
QByteArray toHex(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}
void flip(std::byte& byte) { byte ^= std::byte{1}; }
StateHash hashOf(SimTick tick) { return sha256(std::as_bytes(std::span(&tick, 1))); }
std::array<std::byte, 32> testSeed()
{
    const std::string_view words = "a relay of this test";
    return sha256(std::as_bytes(std::span(words.data(), words.size())));
}
/// Entries at every 30 ticks; those at `gapAt` follow `skipped` lost ticks.
Signatures signedChain(std::size_t count, std::size_t gapAt = 0, std::uint32_t skipped = 0)
{
    ChainSigner signer(testSeed());
    Signatures all;
    all.relay = signer.relay();
    all.present = true;
    for (std::size_t i = 0; i < count; ++i)
        all.entries.push_back(signer.sign(30 * i, hashOf(30 * i), skipped > 0 && i == gapAt ? skipped : 0));
    return all;
}

} // namespace

class TestIcrepSignatures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rfc8032_data();
    void rfc8032();
    void rejectsWhatMustBeRejected();
    void chainHolds();
    void oneByte_data();
    void oneByte();
    void chainCanBeCancelled();
    void eightHours();
    void sectionRoundTrip();
    void sectionDamaged_data();
    void sectionDamaged();
    void chunks();
};

void TestIcrepSignatures::rfc8032_data()
{
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("signature");
    QTest::newRow("TEST 1") << QByteArray("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
                            << QByteArray("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
                            << QByteArray()
                            << QByteArray(
                                   "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8"
                                   "821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    QTest::newRow("TEST 2") << QByteArray("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
                            << QByteArray("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
                            << QByteArray("72")
                            << QByteArray(
                                   "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085a"
                                   "c1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    QTest::newRow("TEST 3") << QByteArray("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
                            << QByteArray("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
                            << QByteArray("af82")
                            << QByteArray(
                                   "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff"
                                   "9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    QTest::newRow("TEST 1024")
        << QByteArray("f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5")
        << QByteArray("278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e")
        << QByteArray(LongMessage)
        << QByteArray("0aab4c900501b3e24d7cdf4663326a3a87df5e4843b2cbdb67cbf6e460fec350aa53"
                      "71b1508f9f4528ecea23c436d94b5e8fcd4f681e30a6ac00a9704a188a03");
    QTest::newRow("TEST SHA(abc)")
        << QByteArray("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42")
        << QByteArray("ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf")
        << QByteArray("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                      "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        << QByteArray("dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
                      "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704");
}

void TestIcrepSignatures::rfc8032()
{
    QFETCH(QByteArray, seed);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, signature);
    const Bytes text = fromHex(message);
    const auto relay = fixed<32>(key);
    const auto good = fixed<64>(signature);
    // The signer makes the key pair in the same way.
    QCOMPARE(toHex(ChainSigner(fixed<32>(seed)).relay()), key);
    QVERIFY(verifySignature(relay, text, good));

    Bytes longer = text;
    longer.push_back(std::byte{'x'});
    QVERIFY(!verifySignature(relay, longer, good));
    for (const std::size_t at : {0U, 31U, 32U, 63U}) {
        Signature changed = good;
        flip(changed[at]);
        QVERIFY2(!verifySignature(relay, text, changed), qPrintable(QString::number(at)));
    }
    PublicKey other = relay;
    flip(other[5]);
    QVERIFY(!verifySignature(other, text, good));
}

void TestIcrepSignatures::rejectsWhatMustBeRejected()
{
    // S and S + L are the same number to the curve; only the smaller one may pass (RFC 8032, 5.1.7).
    const auto relay = fixed<32>("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    Signature twin = fixed<64>("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085a"
                               "c1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    const Bytes message = fromHex("72");
    QVERIFY(verifySignature(relay, message, twin));
    const auto order = fixed<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    unsigned carry = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const unsigned sum =
            std::to_integer<unsigned>(twin[32 + i]) + std::to_integer<unsigned>(order[i]) + carry;
        twin[32 + i] = static_cast<std::byte>(sum & 0xFF);
        carry = sum >> 8;
    }
    QCOMPARE(carry, 0U);
    QVERIFY(!verifySignature(relay, message, twin));
    // Under a key of small order anything could be signed.
    PublicKey nothing{};
    nothing[0] = std::byte{1};
    Signature zero{};
    zero[0] = std::byte{1};
    QVERIFY(!verifySignature(nothing, message, zero));
}

void TestIcrepSignatures::chainHolds()
{
    const Signatures all = signedChain(20, 7, 5);
    const ChainResult result = verifyChain(all, {});
    QVERIFY(!result.brokenAt);
    QCOMPARE(result.checked, std::size_t{20});
    QCOMPARE(result.skipped, std::uint64_t{5});
    // What is chained is order, skipped ticks, ticks and hashes, never signatures.
    StateHash head{};
    for (const TickSignature& entry : all.entries) {
        Bytes link(head.begin(), head.end());
        const auto add = [&](std::span<const std::byte> run) {
            link.insert(link.end(), run.begin(), run.end());
        };
        add(std::as_bytes(std::span(&entry.skippedTicks, 1)));
        add(std::as_bytes(std::span(&entry.tick, 1)));
        add(entry.stateHash);
        head = sha256(link);
    }
    QCOMPARE(toHex(result.head), toHex(head));
    QVERIFY(!verifyChain(Signatures{}, {}).brokenAt);
}

void TestIcrepSignatures::oneByte_data()
{
    // Bytes of an entry: tick 0-7, hash 8-39, skipped 40-43, signature 44-107.
    QTest::addColumn<std::size_t>("entry");
    for (const std::size_t entry : {0U, 1U, 7U, 18U, 19U})
        QTest::addRow("entry %zu", entry) << entry;
}

void TestIcrepSignatures::oneByte()
{
    QFETCH(std::size_t, entry);
    const Signatures good = signedChain(20);
    const Bytes section = encodeSignatureSection(good);
    for (std::size_t at = 0; at < TickSignatureBytes; ++at) {
        Bytes changed = section;
        flip(changed[8 + entry * TickSignatureBytes + at]);
        const auto parsed = parseSignatureSection(changed, 0);
        QVERIFY(parsed.has_value());
        const ChainResult result = verifyChain(*parsed, {});
        // Flipping a tick's low bits keeps the order, so the entry itself is named, with the tick it claims.
        const SimTick claimed = parsed->entries[entry].tick;
        QVERIFY2(result.brokenAt.has_value(), qPrintable(QStringLiteral("byte %1").arg(at)));
        QCOMPARE(*result.brokenAt, claimed);
        QCOMPARE(result.checked, entry + 1);
        if (at >= 8)
            QCOMPARE(claimed, SimTick{30 * entry});
    }
    Signatures other = good;
    flip(other.relay[0]);
    QCOMPARE(verifyChain(other, {}).brokenAt, std::optional(SimTick{0}));
    // Left out, swapped, twice: the first entry behind the change fails.
    if (entry > 0 && entry + 1 < good.entries.size()) {
        Signatures less = good;
        less.entries.erase(less.entries.begin() + static_cast<std::ptrdiff_t>(entry));
        QCOMPARE(verifyChain(less, {}).brokenAt, std::optional(SimTick{30 * (entry + 1)}));
        Signatures swapped = good;
        std::swap(swapped.entries[entry], swapped.entries[entry + 1]);
        QCOMPARE(verifyChain(swapped, {}).brokenAt, std::optional(SimTick{30 * (entry + 1)}));
        Signatures twice = good;
        twice.entries.insert(twice.entries.begin() + static_cast<std::ptrdiff_t>(entry), good.entries[entry]);
        QCOMPARE(verifyChain(twice, {}).brokenAt, std::optional(SimTick{30 * entry}));
    }
}

void TestIcrepSignatures::chainCanBeCancelled()
{
    const Signatures all = signedChain(300);
    int asked = 0;
    const ChainResult result = verifyChain(all, [&](double share) {
        ++asked;
        return share < 0.4;
    });
    QVERIFY(!result.brokenAt);
    QVERIFY(result.checked > 0);
    QVERIFY(result.checked < all.entries.size());
    QVERIFY(asked > 1);
}

void TestIcrepSignatures::eightHours()
{
    // 432,000 ticks, one signature every 30.
    const Signatures all = signedChain(14'401);
    QElapsedTimer clock;
    clock.start();
    const ChainResult result = verifyChain(all, {});
    const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    QVERIFY(!result.brokenAt);
    QCOMPARE(result.checked, all.entries.size());
    qInfo("%zu signatures in %.2f s: %.0f a second", result.checked, seconds,
          static_cast<double>(result.checked) / seconds);
}

void TestIcrepSignatures::sectionRoundTrip()
{
    const Signatures all = signedChain(5, 3, 2);
    const Bytes bytes = encodeSignatureSection(all);
    QCOMPARE(bytes.size(), std::size_t{8 + 5 * 108 + 32});
    const auto parsed = parseSignatureSection(bytes, 0);
    QVERIFY(parsed.has_value());
    QVERIFY(*parsed == all);
}

void TestIcrepSignatures::sectionDamaged_data()
{
    QTest::addColumn<int>("cut"); // bytes left out at the end; negative: added
    QTest::addColumn<quint64>("count");
    QTest::newRow("empty") << 8 + 5 * 108 + 32 << quint64{5};
    QTest::newRow("key cut") << 1 << quint64{5};
    QTest::newRow("entries cut") << 33 << quint64{5};
    QTest::newRow("one byte more") << -1 << quint64{5};
    QTest::newRow("one entry less than there is") << 0 << quint64{4};
    QTest::newRow("one entry more than there is") << 0 << quint64{6};
    QTest::newRow("count bomb") << 0 << (quint64{1} << 61);
    QTest::newRow("count that overflows") << 0 << ~quint64{0};
}

void TestIcrepSignatures::sectionDamaged()
{
    QFETCH(int, cut);
    QFETCH(quint64, count);
    Bytes bytes = encodeSignatureSection(signedChain(5));
    std::memcpy(bytes.data(), &count, sizeof count);
    bytes.resize(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(bytes.size()) - cut));
    const auto parsed = parseSignatureSection(bytes, 1000);
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().code, model::ErrorCode::Damaged);
    QVERIFY(parsed.error().where.offset >= 1000U);
}

void TestIcrepSignatures::chunks()
{
    const Signatures all = signedChain(50);
    const std::span<const TickSignature> entries = all.entries;
    Signatures joined;
    QVERIFY(appendSignatureChunk(joined, encodeSignatureChunk(all.relay, entries.first(20)), 0));
    const Bytes rest = encodeSignatureChunk(all.relay, entries.subspan(20));
    QVERIFY(appendSignatureChunk(joined, rest, 0));
    QVERIFY(joined == all);

    PublicKey other = all.relay;
    flip(other[31]);
    const auto changed = appendSignatureChunk(joined, encodeSignatureChunk(other, entries.first(1)), 77);
    QVERIFY(!changed.has_value());
    QCOMPARE(changed.error().where.offset, std::optional<std::uint64_t>(77));
    for (std::size_t length = 0; length < rest.size(); length += 7)
        QVERIFY(!appendSignatureChunk(joined, std::span(rest).first(length), 0).has_value());
    QVERIFY(joined == all); // a damaged chunk leaves nothing behind
}

} // namespace tst_icrep_signatures

GHOSTLINE_TEST(tst_icrep_signatures, TestIcrepSignatures)
#include "tst_icrep_signatures.moc"
