// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged .echoreplay: whatever is wrong, it opens as far as it can, or says why not.
#include "codecs/echo/replay/echo_source.h"
#include "codecs/echo/text/echo_replay_file.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_replay_damage {

using namespace ghostline;
using namespace ghostline::test;

namespace {

QByteArray frame(int i)
{
    return "2021/12/20 11:33:" + QByteArray::number(i % 60).rightJustified(2, '0') +
           ".125\t{\"sessionid\":\"AB\",\"map_name\":\"mpl_arena_a\",\"game_status\":\"playing\",\"game_"
           "clock\":" +
           QByteArray::number(i) +
           ".5,\"disc\":{\"position\":[1.0,2.0,3.0],\"velocity\":[0.0,0.0,0.0]},\"teams\":[{\"team\":\"BLUE "
           "TEAM\",\"players\":"
           "[{\"name\":\"P\",\"playerid\":1,\"userid\":5,\"velocity\":[1.0,0.0,0.0]}]}]}\t{\"user_bones\":[]}"
           "\r\n";
}

QByteArray frames(int count)
{
    QByteArray out;
    for (int i = 0; i < count; ++i)
        out += frame(i);
    return out;
}

/// Reads everything there is; the frames that came out, -1 where it did not open.
int readEverything(const QByteArray& bytes)
{
    const auto file = openText(bytes);
    if (!file)
        return file.error().message.isEmpty() ? -2 : -1;
    ScannedText scanned;
    if (!(*file)->scan(scanned, {}) || !chunksAgree(**file, scanned))
        return -3;
    if (!(*file)->streams({}) || !(*file)->readRecords({}, [](const model::Record&) { return true; }, {}))
        return -4;
    (void)(*file)->readRaw({});
    return static_cast<int>(scanned.block.size());
}

} // namespace

class TestEchoReplayDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutAnywhere_data() { packings(); }
    void cutAnywhere()
    {
        QFETCH(bool, zip);
        const QByteArray text = frames(4);
        const QByteArray whole = zip ? zipped(text) : text;
        QCOMPARE(readEverything(whole), 4);
        int before = -1;
        for (qsizetype keep = 0; keep < whole.size(); ++keep) {
            const int found = readEverything(whole.first(keep));
            QVERIFY2(found >= before && found <= 4,
                     qPrintable(QStringLiteral("%1 of %2: %3").arg(keep).arg(whole.size()).arg(found)));
            before = found;
        }
        QVERIFY(before >= 3);
    }

    void flippedAnywhere_data() { packings(); }
    void flippedAnywhere()
    {
        QFETCH(bool, zip);
        const QByteArray whole = zip ? zipped(frames(2)) : frames(2);
        for (qsizetype i = 0; i < whole.size(); ++i) {
            for (const char flip : {'\1', '\x20', '\x80', '\xFF'}) {
                QByteArray bad = whole;
                bad[i] = static_cast<char>(bad[i] ^ flip);
                const int found = readEverything(bad);
                QVERIFY2(found >= -1, qPrintable(QStringLiteral("byte %1: %2").arg(i).arg(found)));
            }
        }
    }

    /// A line that no memory should hold is skipped, told with its place, and the rest is read.
    void giantLine_data() { packings(); }
    void giantLine()
    {
        QFETCH(bool, zip);
        const QByteArray front = frames(3);
        const QByteArray text = front + QByteArray(5'000'000, '[') + "\n" + frames(2);
        const auto file = openText(zip ? zipped(text) : text);
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.size(), std::size_t{5});
        QCOMPARE(scanned.find("line-too-long")->where.offset, static_cast<std::uint64_t>(front.size()));
        QCOMPARE(scanned.missing.size(), std::size_t{1});
        QCOMPARE(scanned.missing.front().frame, std::size_t{3});
        QVERIFY(chunksAgree(**file, scanned));
    }

    /// Lines around the longest that is read, with block borders at every place in them.
    void lineLengths()
    {
        for (const int less : {0, 1, 63, 64, 65, 66, 127, 128, 129, 200}) {
            const qsizetype size = static_cast<qsizetype>(echo::MaxLineBytes) - less;
            const QByteArray text =
                frame(1) + QByteArray(size, 'x') + "\n" + frame(2) + QByteArray(size, ' ') + "\n" + frame(3);
            const auto source = memorySource(text);
            echo::LineReader lines(*source, 0, source->size());
            std::vector<std::uint64_t> offsets;
            std::uint64_t end = 0;
            for (auto line = lines.next({}); line && *line; line = lines.next({})) {
                QCOMPARE((*line)->offset, end);
                QVERIFY((*line)->tooLong ||
                        text.sliced(static_cast<qsizetype>((*line)->offset),
                                    static_cast<qsizetype>((*line)->size)) ==
                            QByteArray((*line)->text.data(), static_cast<qsizetype>((*line)->text.size())));
                end = (*line)->end + 1;
                offsets.push_back((*line)->offset);
            }
            QCOMPARE(offsets.size(), std::size_t{5});
            QCOMPARE(end, static_cast<std::uint64_t>(text.size()));
        }
    }

    void onlyOneLine()
    {
        QCOMPARE(readEverything(QByteArray(3'000'000, 'x')), -1);
        QCOMPARE(readEverything(zipped(QByteArray(30'000'000, 'x'), 9)), -1);
        QCOMPARE(readEverything({}), -1);
        QCOMPARE(readEverything("PK"), -1);
        QCOMPARE(readEverything(QByteArray("PK\3\4", 4)), -1);
        QCOMPARE(readEverything(QByteArray(100'000, '\n')), -1);
    }

    void manyBadLines()
    {
        const auto file = openText((frame(1) + "2021/12/20 11:33:20.125\t{]\n").repeated(2000));
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.size(), std::size_t{2000});
        QCOMPARE(scanned.missing.size(), static_cast<std::size_t>(echo::MaxLostPlaces));
        QCOMPARE(scanned.diagnostics.size(), std::size_t{1});
        QVERIFY(chunksAgree(**file, scanned));
    }

    void refusedArchives()
    {
        QByteArray zip = zipped(frames(1));
        const qsizetype central = zip.lastIndexOf(QByteArray("PK\1\2", 4));
        QByteArray locked = zip;
        locked[central + 8] = static_cast<char>(locked[central + 8] | 1);
        auto file = openText(locked);
        QVERIFY(!file && file.error().code == model::ErrorCode::Unsupported);
        zip[central + 10] = 99;
        file = openText(zip);
        QVERIFY(!file && file.error().code == model::ErrorCode::Unsupported);
        QVERIFY(file.error().message.contains(QLatin1String("99")));
    }

    void wrongChecksum()
    {
        QByteArray zip = zipped(frames(2));
        const qsizetype central = zip.lastIndexOf(QByteArray("PK\1\2", 4));
        zip[central + 16] = static_cast<char>(zip[central + 16] ^ 1);
        const auto file = openText(zip);
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QVERIFY(scanned.find("zip-checksum") != nullptr);
    }

    void checksumIsChecked_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("state"); ///< -1: there is none to check
        const QByteArray zip = zipped(frames(2));
        const qsizetype central = zip.lastIndexOf(QByteArray("PK\1\2", 4));
        QByteArray wrong = zip;
        wrong[central + 16] = static_cast<char>(wrong[central + 16] ^ 1);
        QTest::newRow("as packed") << zip << static_cast<int>(model::VerdictState::Ok);
        QTest::newRow("another") << wrong << static_cast<int>(model::VerdictState::Failed);
        QTest::newRow("plain text") << frames(2) << -1;
    }
    void checksumIsChecked()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, state);
        auto file = openText(bytes);
        QVERIFY(file.has_value());
        const auto source =
            echo::EchoSource::fromFile(std::move(*file), static_cast<std::uint64_t>(bytes.size()), {});
        QVERIFY(source.has_value());
        const auto verdicts = (*source)->verify({}, {});
        QCOMPARE(verdicts.size(), std::size_t(state < 0 ? 0 : 1));
        if (state >= 0)
            QCOMPARE(static_cast<int>(verdicts.front().state), state);
    }

    void cancelled()
    {
        const auto file = openText(frames(300));
        std::stop_source stop;
        stop.request_stop();
        ScannedText scanned;
        const auto done = (*file)->scan(scanned, stop.get_token());
        QVERIFY(!done && done.error().code == model::ErrorCode::Cancelled);
    }

private:
    static void packings()
    {
        QTest::addColumn<bool>("zip");
        QTest::newRow("plain") << false;
        QTest::newRow("zip") << true;
    }
};

} // namespace tst_echo_replay_damage

GHOSTLINE_TEST(tst_echo_replay_damage, TestEchoReplayDamage)
#include "tst_echo_replay_damage.moc"
