// SPDX-License-Identifier: GPL-3.0-or-later
// Tapes put together by hand: the containers, what only events say, and what does not belong there.
#include "codecs/echo/replay/echo_source.h"
#include "codecs/echo/tape/tape_file.h"
#include "tests/codecs/echo/built_tape.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_tape {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// Frames of one player who walks along, and says who he is in the first.
QByteArray frames(int first, int count, int padding = 0)
{
    QByteArray out;
    for (int i = first; i < first + count; ++i) {
        ProtoText arena;
        if (i == 0)
            arena.message(12, tapeJoined(0, "Ann", 11));
        if (padding > 0) { // an unknown field that does not pack well
            QByteArray noise(padding, '\0');
            std::uint32_t x = static_cast<std::uint32_t>(i) * 2654435761U + 1;
            for (char& c : noise) {
                x = x * 1664525U + 1013904223U;
                c = static_cast<char>(x >> 24U);
            }
            arena.message(99, noise);
        }
        arena.message(5, tapePlayer(0, 0, static_cast<float>(i)));
        out += tapeFrame(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i * 33), arena);
    }
    return out;
}

struct Read
{
    std::unique_ptr<echo::FrameFile> file;
    ScannedText scanned;
    QString error;
    const echo::Person& person(std::size_t frame, std::size_t row = 0) const
    {
        const auto rows = scanned.block.playersOf(scanned.block.frames[frame]);
        return file->names()[rows[row].person];
    }
    const echo::PlayerFrame& row(std::size_t frame, std::size_t number = 0) const
    {
        return scanned.block.playersOf(scanned.block.frames[frame])[number];
    }
    bool has(const char* code) const { return scanned.find(code) != nullptr; }
};

Read readTape(const QByteArray& bytes)
{
    Read out;
    auto file = openTapeBytes(bytes);
    if (!file) {
        out.error = file.error().message;
        return out;
    }
    out.file = std::move(*file);
    if (!out.file->scan(out.scanned, {}))
        out.error = QStringLiteral("scan");
    else if (!chunksAgree(*out.file, out.scanned))
        out.error = QStringLiteral("a chunk alone is another");
    return out;
}

/// A bare tape of frames that hold what is given, one after the other.
QByteArray bare(const QList<ProtoText>& arenas)
{
    QByteArray out = tapeHeader();
    for (qsizetype i = 0; i < arenas.size(); ++i)
        out += tapeFrame(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i * 100), arenas[i]);
    return out + tapeFooter(static_cast<std::uint32_t>(arenas.size()));
}

ProtoText withEvents(const QList<ProtoText>& events, int slot = 0)
{
    ProtoText out;
    for (const ProtoText& event : events)
        out.message(12, event);
    return out.message(5, tapePlayer(slot, 0, 1.0F));
}

} // namespace

class TestEchoTape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layouts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("compression");
        const QByteArray all = tapeHeader() + frames(0, 300) + tapeFooter(300);
        QTest::newRow("bare") << all << QStringLiteral("none");
        QTest::newRow("stream") << zstdFrame(all) << QStringLiteral("zstd, one stream");
        QTest::newRow("stream without size") << zstdFrame(all, false) << QStringLiteral("zstd, one stream");
        const QList<QByteArray> plain{tapeHeader(), frames(0, 100), frames(100, 100), frames(200, 100),
                                      tapeFooter(300)};
        QList<QByteArray> blocks;
        for (const QByteArray& block : plain)
            blocks.append(zstdFrame(block));
        QTest::newRow("blocks") << blocks.join() << QStringLiteral("zstd blocks");
        QTest::newRow("blocks with table")
            << blocks.join() + seekTable(blocks, plain) << QStringLiteral("zstd blocks with seek table");
        // As no writer does it: records run on from one zstd frame into the next.
        QByteArray pieces;
        for (qsizetype at = 0; at < all.size(); at += 1000)
            pieces += zstdFrame(all.mid(at, 1000));
        QTest::newRow("records across frames") << pieces << QStringLiteral("zstd blocks");
        const QByteArray skipped = QByteArray::fromHex("502a4d1803000000") + "abc";
        QTest::newRow("skippable frames between")
            << blocks[0] + skipped + blocks[1] + blocks[2] + skipped + blocks[3] + blocks[4] + skipped
            << QStringLiteral("zstd blocks");
    }
    void layouts()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, compression);
        const Read read = readTape(bytes);
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        QCOMPARE(read.file->metadata()[u"compression"].toString(), compression);
        QCOMPARE(read.scanned.block.size(), std::size_t{300});
        QVERIFY(read.scanned.diagnostics.empty());
        for (std::size_t i = 0; i < 300; ++i) {
            QCOMPARE(read.scanned.block.frames[i].timeMs,
                     TapeStart * 1000 + static_cast<std::int64_t>(i) * 33);
            QCOMPARE(read.row(i).part(echo::Part::Head).position.x, static_cast<float>(i));
            QVERIFY(read.person(i).name == "Ann");
        }
        QVERIFY(read.scanned.chunks.size() >= 3);
        QCOMPARE(echo::probeTape(
                     std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())))
                         .first(std::min<std::size_t>(4096, static_cast<std::size_t>(bytes.size()))),
                     QStringLiteral("x")),
                 model::Confidence::Certain);
    }

    /// What lies deep in one zstd frame is kept, so that a seek does not unpack all before it.
    void longStream()
    {
        constexpr int Count = 400;
        const QByteArray all = tapeHeader() + frames(0, Count, 60'000) + tapeFooter(Count);
        QVERIFY(all.size() > static_cast<qsizetype>(echo::tape::HeldBytes));
        const QByteArray packed = zstdFrame(all);
        const Read read = readTape(packed);
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        QCOMPARE(read.scanned.block.size(), std::size_t{Count});
        QVERIFY(read.scanned.diagnostics.empty());
        std::size_t kept = 0;
        for (const echo::ChunkRef& ref : read.scanned.chunks)
            kept += dynamic_cast<const echo::tape::TapeCarry&>(*ref.carry).packed.empty() ? 0 : 1;
        QVERIFY(kept > 0 && kept < read.scanned.chunks.size());
        // Damage in the middle: what came before is shown, and said to end there.
        QByteArray damaged = packed;
        damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
        const Read half = readTape(damaged);
        QVERIFY2(half.error.isEmpty(), qPrintable(half.error));
        QVERIFY(half.has("zstd-block") && half.scanned.block.size() > 0);
    }

    void slots()
    {
        const Read read = readTape(bare({
            withEvents({tapeJoined(0, "Ann", 11, 0, 0),
                        tapeEvent(25, ProtoText().message(2, QByteArray("disc"))),
                        tapeEvent(58, ProtoText().number(2, 4).number(5, 2))}),
            withEvents({tapeEvent(26, ProtoText().number(2, 77).number(3, 50))}),
            withEvents({tapeEvent(21, ProtoText().message(2, QByteArray("Ann")))}),
            withEvents({tapeJoined(0, "Bob", 12)}),
            // Within a frame the newcomer is written before the one who leaves.
            withEvents({tapeJoined(0, "Cy", 13), tapeEvent(21, ProtoText().message(2, QByteArray("Bob")))}),
            withEvents({tapeJoined(0, "Dee", 14), tapeEvent(21, ProtoText().message(2, QByteArray("Dee")))}),
        }));
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        QVERIFY(read.person(0).name == "Ann");
        QCOMPARE(read.person(0).number, 77); // as corrected later
        QCOMPARE(read.person(0).level, 50);
        QVERIFY(read.person(2).name == "slot 0");
        QVERIFY(read.person(3).name == "Bob" && read.person(3).userId == 12);
        QVERIFY(read.person(4).name == "Cy");
        QVERIFY(read.person(5).name == "slot 0");
        // Hands and counters stay with the slot: nothing is written when the next one has the same.
        QCOMPARE(read.row(4).holdingLeft, echo::holding::Disc);
        QCOMPARE(read.row(4).holdingRight, echo::holding::NotRecorded);
        QCOMPARE(read.row(4).stats[echo::Counter::Points], 4);
        QCOMPARE(read.row(4).stats.stuns, 2);
        QCOMPARE(read.scanned.block.frames[4].teamStats[0].stuns, 2);
        QCOMPARE(read.scanned.block.recorded.size(), std::size_t{7});
        QCOMPARE(read.scanned.block.recorded[1].kind, echo::RecordedKind::Left);
        QCOMPARE(read.scanned.block.recorded[1].frame, 2U);
    }

    void goals()
    {
        const ProtoText named = tapeEvent(40, ProtoText()
                                                  .real(1, 12.5F)
                                                  .number(2, 2)
                                                  .number(3, 7)
                                                  .number(4, 3)
                                                  .message(8, QByteArray("Ann"))
                                                  .message(9, QByteArray("[INVALID]")));
        const ProtoText unnamed = tapeEvent(40, ProtoText().number(2, 1).number(3, 99).number(4, 2));
        const Read read = readTape(bare({withEvents({tapeJoined(0, "Ann", 11), named}), withEvents({}),
                                         withEvents({unnamed, tapeEvent(41, ProtoText().number(2, 2))})}));
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        const echo::LastScore& score = read.scanned.block.frames[1].score;
        QCOMPARE(score.team, echo::TeamCode::Orange);
        QCOMPARE(score.type, echo::GoalType::SlamDunk);
        QCOMPARE(score.points, 3);
        QCOMPARE(score.discSpeed, 12.5F);
        QVERIFY(read.file->names()[score.scorer].name == "Ann" && score.assister == echo::Nobody);
        const echo::LastScore& later = read.scanned.block.frames[2].score;
        QCOMPARE(later.type, echo::GoalType::Unknown);
        QVERIFY(read.file->names()[later.scorer].name == "Ann"); // by the PlayerGoal beside it
    }

    /// What the recorder wrote down is one event each, whether statistics tell the same or not.
    void plays_data()
    {
        QTest::addColumn<bool>("counted");
        QTest::newRow("without statistics") << false;
        QTest::newRow("with statistics") << true;
    }
    void plays()
    {
        QFETCH(bool, counted);
        const auto stats = [counted](ProtoText& to, std::uint32_t field, int value) {
            if (counted)
                to.message(
                    12, tapeEvent(58, ProtoText().number(1, 0).number(field, static_cast<unsigned>(value))));
        };
        const auto both = [](ProtoText& to) {
            to.message(5, tapePlayer(0, 0, 1.0F)).message(5, tapePlayer(1, 0x20, 2.0F));
        };
        ProtoText first;
        first.message(12, tapeJoined(0, "Ann", 11)).message(12, tapeJoined(1, "Ben", 12));
        stats(first, 8, 0);
        both(first);
        ProtoText second;
        second.message(12, tapeEvent(53, ProtoText().number(1, 0).number(2, 1).number(3, 1)));
        stats(second, 8, 1);
        both(second);
        ProtoText third;
        stats(third, 8, 1);
        both(third);
        auto bytes =
            model::MemorySource::fromByteArray(bare({first, second, third}), QStringLiteral("m.tape"));
        const auto source = echo::EchoSource::open(std::move(bytes), {});
        QVERIFY(source.has_value() && (*source)->waitComplete().has_value());
        const auto index = (*source)->index();
        QCOMPARE(index->frames(), model::FrameNumber{3});
        std::vector<model::Event> found;
        for (const model::Event& event : index->events->events) {
            if (index->events->kinds[static_cast<std::size_t>(event.kind)].id == QLatin1String("steal"))
                found.push_back(event);
        }
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].frame, model::FrameNumber{1});
        QCOMPARE(found[0].text, QStringLiteral("Ann stole the disc from Ben"));
        QVERIFY(found[0].data[u"recorded"].toBool());
    }

    void disorder_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("frames");
        QTest::addColumn<QByteArray>("code");
        const QByteArray head = tapeHeader() + frames(0, 3);
        const QByteArray foot = tapeFooter(3);
        QTest::newRow("sound") << head + foot << 3 << QByteArray();
        QTest::newRow("no footer") << head << 3 << QByteArray("no-footer");
        QTest::newRow("cut record") << head + frames(3, 1).chopped(2) << 3 << QByteArray("truncated");
        QTest::newRow("cut length") << head + "\xff" << 3 << QByteArray("truncated");
        QTest::newRow("second header") << head + head + foot << 3 << QByteArray("out-of-place");
        QTest::newRow("frame behind the footer")
            << head + foot + frames(3, 1) << 3 << QByteArray("out-of-place");
        QTest::newRow("empty record")
            << head + QByteArray(1, '\0') + frames(3, 1) << 3 << QByteArray("damaged-record");
        QTest::newRow("other number of frames") << head + tapeFooter(4) << 3 << QByteArray("frame-count");
        QTest::newRow("unknown record") << head + record(ProtoText().message(9, QByteArray("x"))) + foot << 3
                                        << QByteArray("unknown-record");
        QTest::newRow("frame of another game")
            << head + record(ProtoText().message(2, ProtoText().number(1, 3).message(11, QByteArray()))) +
                   tapeFooter(4)
            << 4 << QByteArray("empty-frame");
        QTest::newRow("frame that is no message")
            << head + record(ProtoText().message(2, ProtoText().message(10, QByteArray("\x0a\xff\xff")))) +
                   frames(3, 1) + tapeFooter(5)
            << 4 << QByteArray("bad-frame");
        QTest::newRow("player that is no message")
            << head + tapeFrame(3, 99, ProtoText().message(5, QByteArray("\x08\x01\x12\x7f"))) + tapeFooter(4)
            << 4 << QByteArray("bad-part");
        QTest::newRow("rubbish behind zstd")
            << zstdFrame(head + foot) + "rubbish" << 3 << QByteArray("not-zstd");
    }
    void disorder()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, frames);
        QFETCH(QByteArray, code);
        const Read read = readTape(bytes);
        QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
        QCOMPARE(static_cast<int>(read.scanned.block.size()), frames);
        QCOMPARE(read.scanned.diagnostics.empty(), code.isEmpty());
        QVERIFY(code.isEmpty() || read.has(code));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const auto header = [](const ProtoText& fields) {
            return record(ProtoText().message(1, fields)) + frames(0, 2);
        };
        QTest::newRow("empty") << QByteArray() << QStringLiteral("no record");
        QTest::newRow("header only") << tapeHeader() << QStringLiteral("no frame");
        QTest::newRow("version") << header(ProtoText().number(3, 3)) << QStringLiteral("version 3");
        QTest::newRow("encoding") << header(ProtoText().number(3, 2).number(7, 2))
                                  << QStringLiteral("encoding 2");
        QTest::newRow("dictionary") << header(ProtoText().number(3, 2).message(100, QByteArray("x")))
                                    << QStringLiteral("dictionary");
        QTest::newRow("no header") << frames(0, 3) << QStringLiteral("no header");
        QTest::newRow("too long") << ProtoText().varint(std::uint64_t{1} << 40U).bytes()
                                  << QStringLiteral("more than the");
        QTest::newRow("text") << QByteArray("Lorem ipsum dolor sit amet") << QString();
    }
    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        const auto file = openTapeBytes(bytes);
        QVERIFY(!file.has_value());
        QVERIFY2(file.error().message.contains(why), qPrintable(file.error().message));
        QVERIFY(!file.error().message.isEmpty());
    }

    void limits()
    {
        ProtoText crowd;
        for (int i = 0; i < 100; ++i)
            crowd.message(5, tapePlayer(i, 0, 0.0F));
        ProtoText odd;
        odd.message(5, tapePlayer(300, 0, 0.0F)).message(5, tapePlayer(-1, 0, 0.0F));
        odd.message(5, tapePlayer(5, 0x60, std::numeric_limits<float>::quiet_NaN()));
        ProtoText busy;
        for (int i = 0; i < 5000; ++i)
            busy.message(12, tapeEvent(51, ProtoText().number(1, 1)));
        auto file = openTapeBytes(bare({crowd, odd, busy}));
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.frames[0].players.count, 64U);
        QCOMPARE(scanned.block.frames[1].players.count, 1U);
        QCOMPARE(scanned.block.playersOf(scanned.block.frames[1])[0].team, echo::TeamCode::Spectator);
        QCOMPARE(scanned.block.recorded.size(), std::size_t{4096});
        for (const char* code : {"too-many-players", "bad-slot", "bad-value", "too-many-events"})
            QVERIFY2(scanned.find(code) != nullptr, code);
    }
};

} // namespace tst_echo_tape

GHOSTLINE_TEST(tst_echo_tape, TestEchoTape)
#include "tst_echo_tape.moc"
