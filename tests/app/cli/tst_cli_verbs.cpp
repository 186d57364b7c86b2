// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs in process, on a replay whose every value is known.
#include "model/base/shown_text.h"
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

namespace tst_cli_verbs {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

template<typename Change>
test::FakeReplayOptions fake(Change change)
{
    test::FakeReplayOptions options;
    change(options);
    return options;
}

Outcome run(const QString& line, const test::FakeReplayOptions& options = {})
{
    return test::runLine(line,
                         [&options](const QString&, const model::OpenOptions&)
                             -> model::Result<std::unique_ptr<model::ReplaySource>> {
                             return std::make_unique<test::FakeReplay>(options);
                         });
}

} // namespace

class TestCliVerbs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void infoSaysWhatThereIs()
    {
        const Outcome o = run(u"info x --json"_s, fake([](auto& f) {
                                  f.frames = 300;
                                  f.actors = 3;
                                  f.bones = 2;
                              }));
        QCOMPARE(o.code, 0);
        QCOMPARE(o.json()["frames"_L1].toInt(), 300);
        QCOMPARE(o.json()["duration_s"_L1].toDouble(), 14.95);
        QCOMPARE(o.json()["cast"_L1].toArray().size(), 3);
        QCOMPARE(o.json()["provisional"_L1].toBool(), false);
        QCOMPARE(o.json()["keyframes"_L1]["count"_L1].toInt(), 3);
        QCOMPARE(run(u"info x"_s).code, 0);
    }
    void stateIsTheTruth_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<int>("frame");
        QTest::newRow("frame") << u"--frame 123"_s << 123;
        QTest::newRow("time") << u"--at 6.15"_s << 123;
        QTest::newRow("number sign") << u"--at #123"_s << 123;
        QTest::newRow("end") << u"--at 100%"_s << 999;
        QTest::newRow("clamped") << u"--at 99:00"_s << 999;
    }
    void stateIsTheTruth()
    {
        QFETCH(QString, place);
        QFETCH(int, frame);
        const test::FakeReplayOptions options;
        const Outcome o = run(u"state x --json "_s + place, options);
        QCOMPARE(o.code, 0);
        QCOMPARE(o.json()["frame"_L1].toInt(), frame);
        const QJsonArray actors = o.json()["actors"_L1].toArray();
        QCOMPARE(actors.size(), options.actors);
        for (int a = 0; a < options.actors; ++a) {
            const glm::dvec3 truth = test::fakePosition(options, a, frame);
            const QJsonValue position = actors[a]["position"_L1];
            // Bit for bit: JSON must not round.
            QCOMPARE(position[0].toDouble(), truth.x);
            QCOMPARE(position[1].toDouble(), truth.y);
            QCOMPARE(position[2].toDouble(), truth.z);
            QCOMPARE(actors[a]["provenance"_L1].toString(), u"exact"_s);
        }
    }
    void behindTheEndIsSaid_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<bool>("behind");
        // A thousand frames, the last at 49.95 s.
        QTest::newRow("last frame") << u"#999"_s << false;
        QTest::newRow("frame") << u"#1000"_s << true;
        QTest::newRow("last time") << u"49.95"_s << false;
        QTest::newRow("time") << u"49.951"_s << true;
        QTest::newRow("end") << u"100%"_s << false;
        QTest::newRow("frames from the start") << u"+1000f"_s << true;
        QTest::newRow("minutes from the start") << u"+1m"_s << true;
        QTest::newRow("seconds from the start") << u"+10s"_s << false;
    }
    void behindTheEndIsSaid()
    {
        QFETCH(QString, place);
        QFETCH(bool, behind);
        const Outcome state = run(u"state x --json --at "_s + place);
        QCOMPARE(state.code, 0);
        QVERIFY2(state.err.contains("the last frame, 999 at 0:49.950") == behind, state.err.constData());
        // A part that begins there is none, but one may end there.
        const Outcome events = run(u"events x --from "_s + place);
        QCOMPARE(events.code, behind ? 2 : 0);
        QVERIFY2(events.err.contains("0:49.950 long, frames go from 0 to 999") == behind,
                 events.err.constData());
        QCOMPARE(run(u"events x --to "_s + place).code, 0);
    }
    void betweenFramesIsSaid()
    {
        const Outcome o = run(u"state x --at 1.025 --json --actor 0"_s);
        QCOMPARE(o.json()["frame"_L1].toInt(), 20);
        QCOMPARE(o.json()["fraction"_L1].toDouble(), 0.5);
        QCOMPARE(o.json()["actors"_L1].toArray().size(), 1);
        QCOMPARE(o.json()["actors"_L1][0]["provenance"_L1].toString(), u"interpolated"_s);
    }
    void eventsAreFiltered()
    {
        const test::FakeReplayOptions options = fake([](auto& f) { f.events = 30; });
        QCOMPARE(run(u"events x --json"_s, options).json()["events"_L1].toArray().size(), 30);
        const QJsonArray hits = run(u"events x --json --kind hit"_s, options).json()["events"_L1].toArray();
        QCOMPARE(hits.size(), 10);
        QCOMPARE(hits[0]["kind"_L1].toString(), u"hit"_s);
        const QByteArray csv = run(u"events x --csv"_s, options).out;
        QVERIFY(csv.startsWith("time_s,frame,kind,severity,actors,text,data\n"));
        QCOMPARE(csv.count('\n'), 31);
        const QJsonArray some =
            run(u"events x --json --from #100 --to #200"_s, options).json()["events"_L1].toArray();
        QVERIFY(!some.isEmpty() && some.size() < 30);
        for (const QJsonValue event : some)
            QVERIFY(event["frame"_L1].toInt() >= 100 && event["frame"_L1].toInt() <= 200);
        const Outcome unknown = run(u"events x --kind nonsense"_s, options);
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.err.contains("hit, note, cheat"));
    }
    void textsOfTheRecordingAreNotObeyed_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"info x",
                                 "info x --json",
                                 "events x",
                                 "events x --csv",
                                 "events x --json",
                                 "state x --frame 3 --actor 1",
                                 "state x --frame 3 --json",
                                 "metrics x",
                                 "metrics x --csv",
                                 "metrics x --json",
                                 "metrics x --list",
                                 "analyse x proximity",
                                 "analyse x zones --circle \x1b=0,0,50 --csv --totals",
                                 "check x",
                                 "check x --json",
                                 "flags x --severity 0",
                                 "compare x x",
                                 "compare x x --csv",
                                 "convert x\x1b y",
                                 "info x\u202e"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void textsOfTheRecordingAreNotObeyed()
    {
        QFETCH(QString, line);
        const auto made = [&line](const QString& foreign) {
            return run(line, fake([&foreign](auto& f) {
                           f.frames = 60;
                           f.events = 9;
                           f.players = true;
                           f.lineUp = true;
                           f.foreign = foreign;
                           f.lost = {{{10, 12}, u"gone"_s + foreign}};
                           f.diagnostics = {{model::Severity::Error, u"odd"_s, u"it is odd"_s + foreign, {}}};
                       }));
        };
        const Outcome plain = made({});
        const Outcome hostile = made(u"\x1b[31m\r\n\u202E\u0085=\u2028x\x07"_s);
        QCOMPARE(hostile.code, plain.code);
        QCOMPARE(hostile.out.count('\n'), plain.out.count('\n') + line.startsWith(u"info x"_s));
        QCOMPARE(hostile.err.count('\n'), plain.err.count('\n'));
        for (QString said : {QString::fromUtf8(hostile.out), QString::fromUtf8(hostile.err)}) {
            for (const QChar letter : said.remove(u'\n'))
                QVERIFY2(!model::isUnprintable(letter.unicode()), qPrintable(model::shownText(said)));
        }
    }
    void textNamesWhoActed()
    {
        const auto lines = [](bool players) {
            const Outcome o = run(u"events x"_s, fake([players](auto& f) {
                                      f.events = 6;
                                      f.players = players;
                                  }));
            return QString::fromUtf8(o.out).split(u'\n');
        };
        const QStringList many = lines(true);
        const qsizetype who = many[0].indexOf(u"Who"_s);
        QVERIFY(who > 0 && who < many[0].indexOf(u"Event"_s));
        QVERIFY(std::any_of(many.begin() + 1, many.end(),
                            [who](const QString& line) { return line.size() > who && line[who] != u' '; }));
        // Where one alone plays, everybody knows.
        QVERIFY(!lines(false)[0].contains(u"Who"_s));
    }
    void metricsHaveARowForEachFrame()
    {
        const test::FakeReplayOptions options = fake([](auto& f) {
            f.frames = 50;
            f.framesPerSegment = 7;
        });
        const Outcome csv = run(u"metrics x --csv --metric speed --actor 0"_s, options);
        QCOMPARE(csv.code, 0);
        QCOMPARE(csv.out.count('\n'), 51);
        const QByteArrayList head = csv.out.left(csv.out.indexOf('\n')).split(',');
        QCOMPARE(head.size(), 3);
        QVERIFY(head[2].endsWith("#0/speed"));
        const Outcome part = run(u"metrics x --json --metric speed --actor 0 --from #10 --to #19"_s, options);
        QCOMPARE(part.json()["rows"_L1].toArray().size(), 10);
        QCOMPARE(part.json()["rows"_L1][0][1].toInt(), 10);
        QCOMPARE(run(u"metrics x --metric nonsense"_s, options).code, 2);
        QCOMPARE(run(u"metrics x"_s, options).code, 0);
        QVERIFY(run(u"metrics x --list"_s, options).out.contains("speed"));
    }
    void metricsAreBoundedBeforeTheyAreRead()
    {
        const Outcome o = run(u"metrics x --csv --actor all"_s, fake([](auto& f) {
                                  f.frames = 2'000'000;
                                  f.actors = 8;
                              }));
        QCOMPARE(o.code, 2);
        QVERIFY(o.err.contains("--actor"));
    }
    void lostDataIsExitOne()
    {
        test::FakeReplayOptions options;
        options.diagnostics = {{model::Severity::Error, u"truncated"_s, u"it breaks off"_s, {.offset = 77}}};
        const Outcome o = run(u"info x --json"_s, options);
        QCOMPARE(o.code, 1);
        QVERIFY(o.err.contains("it breaks off (byte 77)"));
        QCOMPARE(o.json()["diagnostics"_L1][0]["offset"_L1].toInt(), 77);
        // A reader of the text sees it before the cast.
        const QByteArray text = run(u"info x"_s, options).out;
        QVERIFY2(text.contains("it breaks off") && text.indexOf("it breaks off") < text.indexOf("\nCast"),
                 text.constData());
        options.diagnostics[0].severity = model::Severity::Warning;
        QCOMPARE(run(u"info x"_s, options).code, 0);
    }
    void checkTellsDamageOnce_data()
    {
        QTest::addColumn<bool>("error");
        QTest::addColumn<bool>("lost");
        QTest::newRow("an error") << true << false;
        QTest::newRow("frames") << false << true;
        QTest::newRow("an error that cost frames") << true << true;
    }
    void checkTellsDamageOnce()
    {
        QFETCH(bool, error);
        QFETCH(bool, lost);
        test::FakeReplayOptions options;
        if (error)
            options.diagnostics = {
                {model::Severity::Error, u"truncated"_s, u"it breaks off"_s, {.offset = 77}}};
        if (lost)
            options.lost = {{{10, 20}, u"it breaks off"_s}};
        const Outcome text = run(u"check x"_s, options);
        QCOMPARE(text.code, 1);
        QCOMPARE(text.out.count("it breaks off"), 1);
        QCOMPARE(text.err, QByteArray());
        // Beside JSON, for people.
        QCOMPARE(run(u"check x --json"_s, options).err.count("it breaks off"), 1);
    }
    void brokenSegmentIsFound()
    {
        const Outcome o = run(u"check x --json"_s, fake([](auto& f) { f.brokenKeyframe = 3; }));
        QCOMPARE(o.code, 1);
        QCOMPARE(o.json()["files"_L1][0]["status"_L1].toString(), u"damaged"_s);
        QCOMPARE(o.json()["files"_L1][0]["undecodable"_L1].toArray().size(), 1);
        QCOMPARE(run(u"check x"_s).code, 0);
    }
    void flagsDecideTheExitCode()
    {
        QCOMPARE(run(u"flags x"_s).out, QByteArray());
        QCOMPARE(run(u"flags x"_s).code, 0);
        const Outcome o = run(u"flags x --severity 0"_s, fake([](auto& f) { f.events = 9; }));
        QCOMPARE(o.code, 3);
        QCOMPARE(o.out.count('\n'), 3);
        const QJsonObject first = QJsonDocument::fromJson(o.out.split('\n')[0]).object();
        QCOMPARE(first["check"_L1].toString(), u"cheat"_s);
        QVERIFY(first["verdict"_L1].isNull());
        QCOMPARE(run(u"flags x --severity 4"_s).code, 2);
    }
    void benchWorksOnAnything()
    {
        const Outcome o = run(u"bench x --json --targets 20"_s, fake([](auto& f) {
                                  f.frames = 100;
                                  f.framesPerSegment = 10;
                              }));
        QCOMPARE(o.code, 0);
        for (const char* key : {"open_ms", "first_state_ms", "index_ms", "decode", "seek_ms",
                                "step_back_p99_ms", "peak_anon_mb", "index_ratio_to_read", "heat_map_ms"})
            QVERIFY2(o.json().contains(QLatin1StringView(key)), key);
        for (const char* key : {"cold_p50", "cold_p99", "cold_max", "warm_p50", "warm_p99"})
            QVERIFY2(o.json()["seek_ms"_L1].toObject().contains(QLatin1StringView(key)), key);
        for (const char* key : {"score_ms", "lead_ms", "events", "found"})
            QVERIFY2(o.json()["highlights"_L1].toObject().contains(QLatin1StringView(key)), key);
        QVERIFY(o.json()["heat_map_ms"_L1].toDouble() > 0.0);
        QVERIFY(
            run(u"bench x --targets 1"_s, fake([](auto& f) { f.frames = 100; })).out.contains("Heat map"));
        QVERIFY(o.json()["decode"_L1]["seconds"_L1].isDouble());
        QVERIFY(!o.json()["decode"_L1]["by_index"_L1].toBool());
        QCOMPARE(run(u"bench x --targets 1"_s, fake([](auto& f) { f.frames = 1; })).code, 0);
    }
    /// Handing out what the index has decoded is not decoding: no speed is made of it.
    void benchSaysWhatTheIndexDecoded()
    {
        const test::FakeReplayOptions options = fake([](auto& f) {
            f.frames = f.framesPerSegment = 100;
            f.keepsSegment = true;
        });
        const QJsonValue decode = run(u"bench x --json --targets 5"_s, options).json()["decode"_L1];
        for (const char* key : {"seconds", "frames_per_s", "mb_per_s", "ratio_to_raw"})
            QVERIFY2(decode[QLatin1StringView(key)].isNull(), key);
        QVERIFY(decode["by_index"_L1].toBool());
        const QByteArray text = run(u"bench x --targets 5"_s, options).out;
        QVERIFY2(text.contains("with the index"), text);
        QVERIFY2(!text.contains("frames/s"), text);
    }
    void wrongArguments_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no such verb") << u"frobnicate x"_s << QByteArray("frobnicate");
        QTest::newRow("no place") << u"state x"_s << QByteArray("--at");
        QTest::newRow("two places") << u"state x --at 1 --frame 1"_s << QByteArray("--at");
        QTest::newRow("no such frame") << u"state x --frame 1000"_s << QByteArray("0 to 999");
        QTest::newRow("negative frame") << u"state x --frame=-1"_s << QByteArray("0 to 999");
        QTest::newRow("not a time") << u"state x --at yesterday"_s << QByteArray("yesterday");
        QTest::newRow("nobody") << u"state x --at 1 --actor nobody"_s << QByteArray("nobody");
        QTest::newRow("no value") << u"info x --option nameless"_s << QByteArray("NAME=VALUE");
        QTest::newRow("no such scene")
            << u"info x --scene /nowhere/town.xodr"_s << QByteArray("/nowhere/town.xodr");
        QTest::newRow("no such scene to see")
            << u"state x --at 1 --scene /nowhere/town.xodr"_s << QByteArray("/nowhere/town.xodr");
        QTest::newRow("nothing is within 0")
            << u"analyse x proximity --within 0"_s << QByteArray("--within: wants a number above 0, not 0\n");
        QTest::newRow("no such speed")
            << u"players x --sprint nan"_s << QByteArray("--sprint: wants a number above 0, not nan\n");
        QTest::newRow("below nothing") << u"analyse x limits --above=-1"_s
                                       << QByteArray("--above: wants a number that is 0 or more, not -1\n");
        QTest::newRow("too far apart") << u"compare x y --every 1e9"_s
                                       << QByteArray("--every: wants a number from 0 to 86400, not 1e9\n");
        QTest::newRow("not a whole one")
            << u"bench x --targets 2.5"_s
            << QByteArray("--targets: wants a whole number from 1 to 1000000, not 2.5\n");
        QTest::newRow("upside down") << u"events x --from 10 --to 5"_s << QByteArray("no frame lies between");
    }
    void wrongArguments()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        const Outcome o = run(line);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.startsWith("ghostline-cli: ") && o.err.contains(says), o.err.constData());
        QCOMPARE(o.out, QByteArray());
    }
    void emptyReplay()
    {
        const test::FakeReplayOptions options = fake([](auto& f) { f.frames = 0; });
        QCOMPARE(run(u"info x"_s, options).code, 0);
        QCOMPARE(run(u"events x --from 1 --to 2"_s, options).code, 0);
        QCOMPARE(run(u"state x --at 0"_s, options).code, 2);
        QCOMPARE(run(u"check x"_s, options).code, 0);
        QCOMPARE(run(u"metrics x --csv"_s, options).code, 0);
        QCOMPARE(run(u"bench x"_s, options).code, 0);
    }
};

} // namespace tst_cli_verbs

GHOSTLINE_TEST(tst_cli_verbs, TestCliVerbs)
#include "tst_cli_verbs.moc"
