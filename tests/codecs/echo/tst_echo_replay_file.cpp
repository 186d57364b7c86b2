// SPDX-License-Identifier: GPL-3.0-or-later
// Whole .echoreplay files: recognised, read from front to back, of several entries.
#include "codecs/echo/text/echo_replay_file.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_replay_file {

using namespace ghostline;
using namespace ghostline::test;

class TestEchoReplayFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void probing()
    {
        const auto probe = [](const QByteArray& start, const char* name) {
            return echo::probeEchoReplay(
                std::as_bytes(std::span(start.constData(), static_cast<std::size_t>(start.size()))),
                QLatin1String(name));
        };
        QCOMPARE(probe(Stamp + session({}), "x.txt"), model::Confidence::Certain);
        QCOMPARE(probe(zipped("text"), "x.zip"), model::Confidence::Certain);
        QCOMPARE(probe(zipped("text", 6, "other.txt"), "x.zip"), model::Confidence::No);
        QCOMPARE(probe(zipped("text", 6, "other.txt"), "x.echoreplay"), model::Confidence::Certain);
        QCOMPARE(probe("cut line}\r\n", "x.EchoReplay"), model::Confidence::Possible);
        QCOMPARE(probe("something", "x.txt"), model::Confidence::No);
    }

    /// Answers before, between and behind frames, a bad line, a cut end: counted, placed, and no frame lost.
    void wholeText_data()
    {
        QTest::addColumn<bool>("zip");
        QTest::newRow("plain") << false;
        QTest::newRow("zip") << true;
    }
    void wholeText()
    {
        QFETCH(bool, zip);
        const QByteArray answer = Stamp + "{\"err_code\":-6}\r\n";
        const QByteArray frame = Stamp + session("\"game_clock\":1.0") + "\n";
        const QByteArray text = answer + frame.repeated(100) + answer + "\r\n" + frame + Stamp +
                                "{broken}\r\n" + frame.repeated(3) + Stamp + session({}).chopped(4);
        const auto file = openText(zip ? zipped(text) : text);
        QVERIFY2(file.has_value(), file ? "" : qPrintable(file.error().message));
        QCOMPARE((*file)->version(), zip ? QStringLiteral("zip") : QStringLiteral("text"));
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.size(), std::size_t{104});
        QCOMPARE(scanned.missing.size(), std::size_t{1});
        QCOMPARE(scanned.missing.front().frame, std::size_t{101});
        QCOMPARE(scanned.find("bad-line")->where.offset,
                 static_cast<std::uint64_t>(text.indexOf(Stamp + "{broken}")));
        QCOMPARE(scanned.find("bad-line")->where.frame, std::int64_t{101});
        QVERIFY(scanned.find("not-in-match")->message.startsWith(u'2'));
        QVERIFY(scanned.find("cut-line") != nullptr);
        QVERIFY(chunksAgree(**file, scanned));
        for (const echo::ChunkRef& ref : scanned.chunks)
            QVERIFY(ref.frames <= echo::ChunkFrames && ref.size <= echo::ChunkTextBytes);
    }

    void severalEntries()
    {
        const QByteArray frame = Stamp + session({}) + "\n";
        QByteArray out;
        io::ZipWriter zip([&out](std::span<const std::byte> bytes) -> model::Result<void> {
            out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
            return {};
        });
        for (const auto& [name, text] :
             {std::pair<const char*, QByteArray>{"readme.txt", QByteArray(9000, 'x')},
              {"rec.echoreplay", frame.repeated(2)}}) {
            QVERIFY(zip.begin(name, 6) && zip.write(std::as_bytes(std::span(
                                              text.constData(), static_cast<std::size_t>(text.size())))));
            QVERIFY(zip.end().has_value());
        }
        QVERIFY(zip.finish().has_value());
        const auto file = openText(out);
        QVERIFY(file.has_value());
        ScannedText scanned;
        QVERIFY((*file)->scan(scanned, {}).has_value());
        QCOMPARE(scanned.block.size(), std::size_t{2});
        QVERIFY(scanned.find("more-entries") != nullptr);
        QCOMPARE((*file)->metadata()[u"entry"].toString(), QStringLiteral("rec.echoreplay"));
    }
};

} // namespace tst_echo_replay_file

GHOSTLINE_TEST(tst_echo_replay_file, TestEchoReplayFile)
#include "tst_echo_replay_file.moc"
