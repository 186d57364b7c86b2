// SPDX-License-Identifier: GPL-3.0-or-later
// Tapes whose zstd frames are damaged, and what a chunk of them is when it is read alone.
#include "codecs/echo/frame/limits.h"
#include "codecs/echo/tape/tape_records.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/echo/built_tape.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_tape_damage {

using namespace ghostline;
using namespace ghostline::test;
namespace tape = ghostline::echo::tape;

namespace {

constexpr int ManyBad = 300;
static_assert(ManyBad > echo::MaxLostPlaces);

QByteArray frames(int first, int count)
{
    QByteArray out;
    for (int i = first; i < first + count; ++i)
        out += tapeFrame(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i * 33),
                         ProtoText().message(5, tapePlayer(0, 0, static_cast<float>(i))));
    return out;
}

/// With a checksum that differs.
QByteArray wrong(QByteArray zstd)
{
    zstd.back() = static_cast<char>(zstd.back() ^ 0x55);
    return zstd;
}

std::unique_ptr<model::MemorySource> source(const QByteArray& bytes)
{
    return model::MemorySource::fromByteArray(bytes, QStringLiteral("memory.tape"));
}

std::vector<std::byte> plainBytes(const QByteArray& text)
{
    const auto view = std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
    return {view.begin(), view.end()};
}

/// Bytes that do not pack well.
QByteArray noise(qsizetype size)
{
    QByteArray out(size, '\0');
    std::uint32_t x = 1;
    for (char& c : out) {
        x = x * 1664525U + 1013904223U;
        c = static_cast<char>(x >> 24U);
    }
    return out;
}

struct Told final : tape::RecordSink
{
    bool record(tape::Bytes, const tape::RecordPlace&) override
    {
        ++records;
        return true;
    }
    bool blockEnd() override { return true; }
    bool damage(const model::Error& what, bool) override
    {
        errors.push_back(what);
        return true;
    }
    int records = 0;
    std::vector<model::Error> errors;
};

} // namespace

class TestEchoTapeDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chunksEndAtDamage_data()
    {
        QTest::addColumn<QByteArray>("bad");    // of a single frame
        QTest::addColumn<QByteArray>("middle"); // between two good blocks
        QTest::addColumn<int>("seen");          // of each bad one, and of the middle
        const QByteArray empty(1, '\0');
        QTest::newRow("checksums") << wrong(zstdFrame(frames(900, 1))) << wrong(zstdFrame(frames(5, 5))) << 0;
        QTest::newRow("records") << zstdFrame(empty + frames(900, 1)) << zstdFrame(empty + frames(5, 5)) << 0;
        QTest::newRow("records behind good ones") << zstdFrame(frames(900, 1) + empty + frames(901, 1))
                                                  << zstdFrame(frames(5, 1) + empty + frames(6, 4)) << 1;
    }
    /// However many places are damaged, no chunk runs on across one.
    void chunksEndAtDamage()
    {
        QFETCH(QByteArray, bad);
        QFETCH(QByteArray, middle);
        QFETCH(int, seen);
        QByteArray bytes = zstdFrame(tapeHeader() + frames(0, 1));
        for (int i = 0; i < ManyBad; ++i)
            bytes += bad;
        bytes += zstdFrame(frames(1, 4)) + middle + zstdFrame(frames(10, 5));
        const auto file = openTapeBytes(bytes);
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(static_cast<int>(scanned.block.size()), 1 + 4 + 5 + seen * (ManyBad + 1));
        QVERIFY(chunksAgree(**file, scanned));
        QCOMPARE(scanned.missing.size(), static_cast<std::size_t>(echo::MaxLostPlaces));
        const model::Diagnostic* more = scanned.find("more-missing");
        QVERIFY(more != nullptr);
        QVERIFY(more->message.contains(QString::number(ManyBad + 1 - echo::MaxLostPlaces)));
    }

    /// Damaged records come first: the checksum is told all the same, for whoever verifies.
    void checksumIsTold()
    {
        QByteArray bytes = zstdFrame(tapeHeader() + frames(0, 1));
        for (int i = 0; i < ManyBad; ++i)
            bytes += zstdFrame(QByteArray(1, '\0'));
        const auto file = openTapeBytes(bytes + wrong(zstdFrame(frames(1, 1))) + zstdFrame(frames(2, 1)));
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QVERIFY(scanned.find("zstd-block") != nullptr);
    }

    void stretches()
    {
        const QByteArray plain = frames(0, 5);
        const QByteArray good = zstdFrame(plain);
        const auto size = static_cast<std::uint64_t>(plain.size());
        const auto bytes = source(good + wrong(good) + good);
        const auto blocks = tape::findBlocks(*bytes, {});
        QVERIFY(blocks.has_value());
        std::vector<std::byte> out;
        tape::RecordPlace stretch{0, blocks->fileBytes, 3, 3, size};
        QVERIFY(tape::unpackStretch(*bytes, *blocks, stretch, out, {}).has_value());
        QVERIFY(out == plainBytes(plain.mid(3)));
        stretch.end = 2 * size;
        const auto across = tape::unpackStretch(*bytes, *blocks, stretch, out, {});
        QVERIFY(!across && across.error().code == model::ErrorCode::Damaged);
        QCOMPARE(across.error().where.offset, static_cast<std::uint64_t>(good.size()));
        // More than there is.
        const auto sound = source(good + good);
        const auto pair = tape::findBlocks(*sound, {});
        QVERIFY(pair.has_value());
        QVERIFY(tape::unpackStretch(*sound, *pair, stretch, out, {}).has_value());
        stretch.end = 2 * size + 1;
        const auto beyond = tape::unpackStretch(*sound, *pair, stretch, out, {});
        QVERIFY(!beyond && beyond.error().code == model::ErrorCode::Damaged);
    }

    /// What is unpacked and then left out counts, too; also while nothing good has come yet.
    void limit()
    {
        const QByteArray plain = frames(0, 10);
        const auto size = static_cast<std::uint64_t>(plain.size());
        QByteArray text;
        for (int i = 0; i < 20; ++i)
            text += wrong(zstdFrame(plain));
        text += zstdFrame(plain);
        const auto bytes = source(text);
        const auto blocks = tape::findBlocks(*bytes, {});
        QVERIFY(blocks.has_value());
        Told all;
        // Of what fails, the room for it is counted: one byte more than announced.
        tape::RecordWalk enough(*bytes, *blocks, 21 * (size + 1));
        QVERIFY(enough.run(all, {}).has_value());
        QCOMPARE(all.records, 10);
        QCOMPARE(all.errors.size(), std::size_t{20});
        QCOMPARE(enough.spent(), 20 * (size + 1) + size);
        Told some;
        tape::RecordWalk less(*bytes, *blocks, 5 * size);
        QVERIFY(less.run(some, {}).has_value());
        QCOMPARE(some.records, 0);
        QCOMPARE(some.errors.size(), std::size_t{5});
        QCOMPARE(some.errors.back().code, model::ErrorCode::LimitExceeded);
        QCOMPARE(less.spent(), 5 * (size + 1));
    }

    /// An entry of no bytes would show the block that follows it twice.
    void tableOfTinyBlocks()
    {
        QList<QByteArray> plain{tapeHeader(), frames(0, 5), frames(5, 5), tapeFooter(10)};
        QList<QByteArray> blocks;
        for (const QByteArray& block : std::as_const(plain))
            blocks.append(zstdFrame(block));
        const QByteArray data = blocks.join();
        blocks.insert(1, QByteArray());
        plain.insert(1, plain[1]);
        const auto file = openTapeBytes(data + seekTable(blocks, plain));
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        const model::Diagnostic* note = scanned.find("seek-table");
        QVERIFY(note != nullptr && note->message.contains(QStringLiteral("fewer than any")));
        QCOMPARE(scanned.block.size(), std::size_t{10});
        QCOMPARE(scanned.diagnostics.size(), std::size_t{1});
    }

    void cutSkippable_data()
    {
        QTest::addColumn<QByteArray>("tail");
        const QByteArray plain = tapeHeader() + frames(0, 5) + tapeFooter(5);
        QTest::newRow("content") << QByteArray::fromHex("502a4d1804000000") + "abc";
        QTest::newRow("size") << QByteArray::fromHex("502a4d180400");
        QTest::newRow("of 4 GiB") << QByteArray::fromHex("5f2a4d18ffffffff");
        QTest::newRow("table") << seekTable({zstdFrame(plain)}, {plain}).chopped(1);
    }
    void cutSkippable()
    {
        QFETCH(QByteArray, tail);
        const auto file = openTapeBytes(zstdFrame(tapeHeader() + frames(0, 5) + tapeFooter(5)) + tail);
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.size(), std::size_t{5});
        QCOMPARE(scanned.diagnostics.size(), std::size_t{1});
        QVERIFY(scanned.find("truncated") != nullptr);
    }

    /// Nothing of one frame is left when the next begins.
    void unpackerAgain()
    {
        const QList<QByteArray> plain{"one", noise(700'000), QByteArray(600'000, 'x'), QByteArray(), "two"};
        QByteArray text;
        for (const QByteArray& part : plain)
            text += wrong(zstdFrame(part)) + zstdFrame(part) + zstdFrame(part, false);
        const auto bytes = source(text);
        const auto blocks = tape::findBlocks(*bytes, {});
        QVERIFY(blocks.has_value());
        QCOMPARE(blocks->frames.size(), std::size_t{15});
        tape::FrameUnpacker unpacker(*bytes);
        for (std::size_t i = 0; i < blocks->frames.size(); ++i) {
            std::vector<std::byte> out;
            unpacker.begin(blocks->frames[i]);
            for (bool more = true; more;) {
                const std::size_t before = out.size();
                const auto next = unpacker.next(out, {});
                QVERIFY(next.has_value());
                QVERIFY(out.size() - before <= tape::PieceBytes);
                more = *next;
            }
            QCOMPARE(unpacker.problem().isEmpty(), i % 3 != 0);
            QVERIFY(i % 3 == 0 || out == plainBytes(plain[static_cast<qsizetype>(i / 3)]));
            // One that is left in the middle.
            unpacker.begin(blocks->frames[4]);
            QVERIFY(unpacker.next(out, {}).has_value());
        }
    }

    /// Who stops need not wait for the end of a large block.
    void stopsInsideABlock()
    {
        struct Stopper final : tape::RecordSink
        {
            std::stop_source stop;
            int records = 0;
            bool record(tape::Bytes, const tape::RecordPlace&) override
            {
                if (++records == 3)
                    stop.request_stop();
                return true;
            }
            bool blockEnd() override { return true; }
            bool damage(const model::Error&, bool) override { return true; }
        };
        for (const QByteArray& text : {zstdFrame(frames(0, 50)), frames(0, 50)}) {
            const auto bytes = source(text);
            const auto blocks = tape::findBlocks(*bytes, {});
            QVERIFY(blocks.has_value());
            Stopper sink;
            const auto walked = tape::RecordWalk(*bytes, *blocks).run(sink, sink.stop.get_token());
            QVERIFY(!walked && walked.error().code == model::ErrorCode::Cancelled);
            QCOMPARE(sink.records, 3);
        }
    }

    /// Who lists the records is told where some are missing.
    void listedDamage()
    {
        const QByteArray bytes = zstdFrame(tapeHeader() + frames(0, 3)) + wrong(zstdFrame(frames(3, 3))) +
                                 zstdFrame(frames(6, 3) + QByteArray(1, '\0'));
        const auto file = openTapeBytes(bytes);
        QVERIFY(file.has_value());
        QStringList names;
        std::vector<std::uint64_t> places;
        QVERIFY((*file)
                    ->readRecords({},
                                  [&](const model::Record& record) {
                                      names << record.name;
                                      if (record.name == QLatin1String("damage") &&
                                          !record.data[u"message"].toString().isEmpty())
                                          places.push_back(record.offset);
                                      return true;
                                  },
                                  {})
                    .has_value());
        QCOMPARE(names.count(QStringLiteral("frame")), 6);
        QCOMPARE(places.size(), std::size_t{2});
        QVERIFY(places[0] < places[1] && places[0] > 0);
    }

    /// Numbers of the older layout that are cut are told of, and nothing else suffers.
    void cutNumbers()
    {
        const QByteArray three = QByteArray(24, '\1');
        const auto bytesOf = [&](const QByteArray& disc, const QByteArray& speed) {
            const ProtoText player = ProtoText().message(8, QByteArray("Ann")).message(23, speed);
            const ProtoText session = ProtoText()
                                          .message(7, QByteArray("mpl_arena_a"))
                                          .message(8, ProtoText().message(1, disc))
                                          .message(32, ProtoText().message(1, player));
            const ProtoText header =
                ProtoText().message(1, QByteArray("id")).message(2, ProtoText().number(1, 1'700'000'000));
            return record(header) + record(ProtoText().message(4, session));
        };
        for (const auto& [disc, speed, bad] :
             {std::tuple(three, three, false), std::tuple(three.chopped(3), three, true),
              std::tuple(three, three.chopped(1), true)}) {
            const auto file = openTapeBytes(bytesOf(disc, speed));
            QVERIFY(file.has_value());
            ScannedText scanned;
            QVERIFY((*file)->scan(scanned, {}).has_value());
            QCOMPARE(scanned.block.size(), std::size_t{1});
            QCOMPARE(scanned.block.players.size(), std::size_t{1});
            QCOMPARE(scanned.find("bad-part") != nullptr, bad);
        }
    }

    /// A table may announce less than a frame holds that does not say itself.
    void moreThanAnnounced()
    {
        const auto bytes = source(zstdFrame("0123456789", false));
        auto blocks = tape::findBlocks(*bytes, {});
        QVERIFY(blocks.has_value());
        for (const std::uint64_t told : {0U, 5U, 9U, 11U}) {
            blocks->frames[0].plain = told;
            tape::FrameUnpacker unpacker(*bytes);
            unpacker.begin(blocks->frames[0]);
            std::vector<std::byte> out;
            for (bool more = true; more;) {
                const auto next = unpacker.next(out, {});
                QVERIFY(next.has_value());
                more = *next;
            }
            QVERIFY(unpacker.problem().contains(QStringLiteral("announced")));
        }
    }
};

} // namespace tst_echo_tape_damage

GHOSTLINE_TEST(tst_echo_tape_damage, TestEchoTapeDamage)
#include "tst_echo_tape_damage.moc"
