// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input: .butter files cut at every byte, with every byte changed, and such that promise too much.
#include "tests/codecs/echo/built_butter.h"
#include "tests/codecs/echo/butter_frames.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <random>

namespace tst_echo_butter_damage {

using namespace ghostline;
using namespace ghostline::echo;
using test::BuiltButter;
using test::Bytes;

namespace {

constexpr qint64 Start = 1'650'000'000'000;

/// A chunk in which every field occurs.
Bytes richChunk(qint64 time, int frames)
{
    Bytes out;
    for (int f = 0; f < frames; ++f) {
        if (f == 0)
            out.keyframe(time, 290, 0xBF);
        else
            out.frame(33, -0.03125F, 0xBF);
        out.u8({4, 7, 5, 5, 9, 1}).halfs({0.5, 0.25}).u8({0x35, 2, 1}).halfs({12.5, 6});
        out.halfs({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
            .pose(0.5, 1.5, 0)
            .pose(1, 2, 3)
            .halfs({3, 0, 4});
        out.i64(1234567890123).zstr("Bob").u8({4});
        out.u8({1, 2, 3, 4, 5, 6, 7, 8, 9, 1}).halfs({1}).u16(3);
        for (int team = 0; team < 2; ++team) {
            out.u8({1, team + 1, team, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1}).halfs({1}).u16(3);
            out.u16(40).halfs({0.25}).u8({255, 1}).halfs({1, 2, 4}).u8({0xFF});
            for (int part = 0; part < 4; ++part)
                out.pose(1, part, 2);
        }
        out.u8({0, 3}).append(QByteArray::fromHex("030000010000"));
        out.u8({0x50, 0xF1, 1, 0xF9, 1, 1, 0, 0, 0}).u32(test::NoTurn);
    }
    return out;
}

BuiltButter rich(int compression, int chunks = 3)
{
    BuiltButter built;
    built.compression = compression;
    for (int k = 0; k < chunks; ++k)
        built.chunks += richChunk(Start + 66 * k, 2);
    return built;
}

/// Opens and goes through all of it; nothing when it was refused, with a reason and a place.
std::unique_ptr<test::Scanned> goThrough(const QByteArray& bytes, ButterDecoding how = ButterDecoding::Exact)
{
    auto out = test::scanButter(bytes, how);
    if (!out) {
        if (out.error().message.isEmpty() || !out.error().where.offset)
            QTest::qFail("refused without a reason or a place", __FILE__, __LINE__);
        return nullptr;
    }
    for (const model::Diagnostic& d : (*out)->diagnostics) {
        if (d.message.isEmpty() || d.code.isEmpty() || !d.where.offset)
            QTest::qFail("a diagnostic without a reason or a place", __FILE__, __LINE__);
    }
    if (how == ButterDecoding::Exact && !test::readsTheSame(**out))
        QTest::qFail("a chunk read again differs", __FILE__, __LINE__);
    return std::move(*out);
}

} // namespace

class TestEchoButterDamage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cutAnywhere_data();
    void cutAnywhere();
    void changedAnywhere_data() { cutAnywhere_data(); }
    void changedAnywhere();
    void oneChunkIsLost();
    void wrongMagic();
    void countTooLarge();
    void bomb_data();
    void bomb();
    void manySmallFrames();
    void reusedBlock();
    void preRelease();
    void endlessName();
    void noiseIsNoButter();
    void trailingBytes();
    void cancelled();
};

void TestEchoButterDamage::cutAnywhere_data()
{
    QTest::addColumn<int>("compression");
    QTest::newRow("none") << 0;
    QTest::newRow("gzip") << 1;
    QTest::newRow("zstd") << 3;
}

void TestEchoButterDamage::cutAnywhere()
{
    QFETCH(int, compression);
    const BuiltButter built = rich(compression);
    const QByteArray whole = built.bytes();
    const auto sound = goThrough(whole);
    QVERIFY(sound);
    QVERIFY(sound->losses.isEmpty());
    QCOMPARE(sound->frames.size(), std::size_t{6});
    const qsizetype header = built.header().size();
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        const auto part = goThrough(whole.left(cut));
        QCOMPARE(part != nullptr, cut >= header);
        if (!part)
            continue;
        QVERIFY(part->frames.size() < 6 || compression != 0);
        QVERIFY(!part->losses.isEmpty());
        QCOMPARE(part->lostBefore.back(), static_cast<std::int64_t>(part->frames.size()));
        // Whole chunks before the cut are there.
        for (const ChunkRef& ref : sound->chunks) {
            if (ref.offset + ref.size <= static_cast<std::uint64_t>(cut))
                QVERIFY(part->chunks.size() > ref.index);
        }
    }
}

void TestEchoButterDamage::changedAnywhere()
{
    QFETCH(int, compression);
    const QByteArray whole = rich(compression).bytes();
    std::mt19937 random(3);
    for (qsizetype at = 0; at < whole.size(); ++at) {
        QByteArray broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ static_cast<char>(1U << random() % 8U));
        goThrough(broken);
        goThrough(broken, ButterDecoding::Reference);
        broken[at] = static_cast<char>(0xFF);
        goThrough(broken);
    }
}

void TestEchoButterDamage::oneChunkIsLost()
{
    for (const int compression : {0, 1, 3}) {
        const BuiltButter built = rich(compression);
        QByteArray broken = built.bytes();
        const auto sound = goThrough(broken);
        const auto at = static_cast<qsizetype>(sound->chunks[1].offset);
        broken.replace(at, 8, QByteArray(8, '\x55'));
        const auto s = goThrough(broken);
        QVERIFY(s);
        QCOMPARE(s->frames.size(), std::size_t{4});
        QCOMPARE(s->losses.size(), 1);
        QCOMPARE(s->lostBefore[0], std::int64_t{2});
        QCOMPARE(s->diagnostics[0].where.offset, std::optional<std::uint64_t>(at));
        QCOMPARE(s->diagnostics[0].where.chunk, std::optional<std::int64_t>(1));
        QVERIFY(s->diagnostics[0].severity == model::Severity::Error);
    }
}

void TestEchoButterDamage::wrongMagic()
{
    // The second frame of the second chunk: the first one stays.
    BuiltButter built = rich(0);
    const qsizetype frame = richChunk(Start, 1).size();
    built.chunks[1][frame] = '\0';
    const auto s = goThrough(built.bytes());
    QCOMPARE(s->frames.size(), std::size_t{5});
    QCOMPARE(s->lostBefore, (std::vector<std::int64_t>{3}));
    QCOMPARE(s->count("bad-frame"), 1);
    QVERIFY(s->losses[0].contains(QString::number(frame)));
}

void TestEchoButterDamage::countTooLarge()
{
    // A count that cannot be: the one with which the sizes add up is taken instead.
    const BuiltButter built = rich(0);
    QByteArray broken = built.bytes();
    broken[built.header().size() + 2] = '\x7F';
    const auto s = goThrough(broken);
    QVERIFY(s);
    QCOMPARE(s->frames.size(), std::size_t{6});
    QCOMPARE(s->count("truncated"), 1);
    // A chunk of 4 GiB that is not there.
    broken = built.bytes();
    for (int i = 0; i < 4; ++i)
        broken[built.header().size() + 4 + i] = '\xFF';
    const auto huge = goThrough(broken);
    QVERIFY(huge);
    QVERIFY(!huge->losses.isEmpty());
}

void TestEchoButterDamage::bomb_data()
{
    QTest::addColumn<int>("compression");
    QTest::newRow("gzip") << 1;
    QTest::newRow("zstd") << 3;
}

void TestEchoButterDamage::bomb()
{
    QFETCH(int, compression);
    // 40 MiB of nothing in a few kilobytes, between two good chunks.
    const QByteArray nothing = test::packed(QByteArray(qsizetype{40} << 20, '\0'), compression);
    BuiltButter built = rich(0);
    built.chunks = {test::packed(built.chunks[0], compression), nothing,
                    test::packed(built.chunks[2], compression)};
    QByteArray bytes = built.bytes();
    bytes[3] = static_cast<char>(compression);
    const auto s = goThrough(bytes);
    QVERIFY(s);
    QCOMPARE(s->frames.size(), std::size_t{4});
    QCOMPARE(s->losses.size(), 1);
    QVERIFY(s->losses[0].contains(QStringLiteral("unpacks to more than")));
}

void TestEchoButterDamage::manySmallFrames()
{
    // More frames than an interval can have: the rest of the chunk is refused.
    Bytes chunk;
    chunk.keyframe(Start, 1, 0).nobody();
    const QByteArray next = Bytes().frame(1, 0, 0).nobody();
    chunk.append(next.repeated(65'600));
    BuiltButter built;
    built.chunks = {chunk};
    const auto s = test::scanButter(built.bytes());
    QVERIFY(s);
    QCOMPARE((*s)->frames.size(), std::size_t{65535});
    QCOMPARE((*s)->losses.size(), 1);
}

/// Room that a block has from a larger chunk says nothing of the one that is read into it now.
void TestEchoButterDamage::reusedBlock()
{
    const auto s = goThrough(rich(0).bytes());
    QVERIFY(s);
    FrameBlock block;
    block.bones.reserve((std::size_t{1} << 30) / sizeof(BoneSet) + 1); // never touched
    QVERIFY(s->file->readChunk(s->chunks[1], block, {}));
    QCOMPARE(block.size(), std::size_t{2});
}

void TestEchoButterDamage::preRelease()
{
    // The clock as a half, as in some builds of December 2021: nothing fits from there on.
    BuiltButter built;
    for (int k = 0; k < 4; ++k) {
        Bytes chunk;
        chunk.u16(0xFEFC).i64(Start).halfs({290}).u8({0xFF});
        chunk.append(richChunk(Start, 3).mid(15));
        built.chunks += chunk;
    }
    const auto s = test::scanButter(built.bytes());
    QVERIFY(!s);
    QVERIFY(s.error().code == model::ErrorCode::Unsupported);
    QVERIFY(s.error().message.startsWith(QStringLiteral("unsupported pre-release butter")));
    QVERIFY(s.error().where.offset.has_value());
}

void TestEchoButterDamage::endlessName()
{
    Bytes chunk;
    chunk.keyframe(Start, 1, 0x80).i64(1).append(QByteArray(3000, 'x'));
    BuiltButter built = rich(0);
    built.chunks[1] = chunk;
    const auto s = goThrough(built.bytes());
    QCOMPARE(s->frames.size(), std::size_t{4});
    QVERIFY(s->losses[0].contains(QStringLiteral("no end")));
    built = {};
    built.names[0] = QByteArray(3000, 'x');
    QVERIFY(!goThrough(built.bytes()));
}

void TestEchoButterDamage::noiseIsNoButter()
{
    std::mt19937 random(5);
    for (int round = 0; round < 2000; ++round) {
        QByteArray noise(static_cast<qsizetype>(random() % 600), '\0');
        for (char& c : noise)
            c = static_cast<char>(random());
        // Half of them begin as a header does.
        if (round % 2 == 0)
            noise.prepend(rich(0).header());
        goThrough(noise);
    }
}

void TestEchoButterDamage::trailingBytes()
{
    const auto s = goThrough(rich(1).bytes() + "more");
    QCOMPARE(s->frames.size(), std::size_t{6});
    QCOMPARE(s->count("trailing-bytes"), 1);
    QVERIFY(s->losses.isEmpty());
}

void TestEchoButterDamage::cancelled()
{
    const auto file = test::openButterBytes(rich(1).bytes());
    QVERIFY(file);
    std::stop_source stop;
    stop.request_stop();
    test::Scanned sink;
    const auto done = (*file)->scan(sink, stop.get_token());
    QVERIFY(!done);
    QVERIFY(done.error().code == model::ErrorCode::Cancelled);
    QVERIFY(sink.chunks.empty());
}

} // namespace tst_echo_butter_damage

GHOSTLINE_TEST(tst_echo_butter_damage, TestEchoButterDamage)
#include "tst_echo_butter_damage.moc"
