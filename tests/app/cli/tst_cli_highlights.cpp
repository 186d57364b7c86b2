// SPDX-License-Identifier: GPL-3.0-or-later
// `highlights`: what is printed, weights that are refused, the play list that is written.
#include "model/clips/play_list.h"
#include "tests/app/cli/cli_outcome.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>

namespace tst_cli_highlights {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

/// Hits every 54 s, notes and cheats between them, fights of two seconds at places of their own. The best is
/// at the very beginning, where a hit and a fight are: nothing is there to lead in to it.
Outcome run(const QString& line, bool worth = true)
{
    return test::runLine(line,
                         [worth](const QString&, const model::OpenOptions&)
                             -> model::Result<std::unique_ptr<model::ReplaySource>> {
                             test::FakeReplayOptions options;
                             options.frames = 12'000; // ten minutes
                             options.events = 33;
                             options.bands = 4;
                             options.highlights = worth;
                             return std::make_unique<test::FakeReplay>(options);
                         });
}

QString bestKind(const Outcome& outcome)
{
    return outcome.json()[u"files"_s][0][u"highlights"_s][0][u"kind"_s].toString();
}

QString written(const QTemporaryDir& folder, const QByteArray& json)
{
    const QString path = folder.filePath(u"weights.json"_s);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(json);
    return path;
}

} // namespace

class TestCliHighlights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text()
    {
        const Outcome outcome = run(u"highlights x"_s);
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("Engagement"));
        QCOMPARE(outcome.out.count('\n'), 6); // a heading and five
        const Outcome none = run(u"highlights x"_s, false);
        QVERIFY(none.out.contains("no highlights. No kind of event"));
        QVERIFY(run(u"highlights x --json"_s, false)
                    .json()[u"files"_s][0][u"why_none"_s]
                    .toString()
                    .startsWith(u"No kind of event"_s));
    }

    void json()
    {
        const Outcome outcome = run(u"highlights x --top 3 --json"_s);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.json()[u"weights"_s][u"engagement"_s].toDouble(), 0.35);
        const QJsonObject file = outcome.json()[u"files"_s][0].toObject();
        QCOMPARE(file[u"file"_s].toString(), u"x"_s);
        const QJsonArray all = file[u"highlights"_s].toArray();
        QCOMPARE(all.size(), 3);
        double before = 1e9;
        for (const auto& each : all) {
            const QJsonObject highlight = each.toObject();
            const double score = highlight[u"score"_s].toDouble();
            QVERIFY(score <= before);
            before = score;
            double sum = 0.0;
            const QJsonObject parts = highlight[u"parts"_s].toObject();
            QCOMPARE(parts.size(), 4);
            for (const auto& part : parts)
                sum += part.toObject()[u"weighted"_s].toDouble();
            QVERIFY(std::abs(sum - score) < 1e-9);
            QCOMPARE(highlight[u"clips"_s].toArray().size(), highlight[u"peak_s"_s].toDouble() > 0.0 ? 3 : 2);
            QVERIFY(!highlight[u"title"_s].toString().isEmpty());
        }
    }

    void csv()
    {
        const Outcome outcome = run(u"highlights x y --csv --top 2"_s);
        QCOMPARE(outcome.code, 0);
        const QByteArrayList lines = outcome.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith("file,rank,from_s"));
        QVERIFY(lines[1].startsWith("x,1,") && lines[4].startsWith("y,2,"));
    }

    void samples_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind"); // among the best five
        QTest::addRow("match") << u"sample-match.butter"_s << u"goal"_s;
        QTest::addRow("run") << u"sample-run.hcrp"_s << u"run_end"_s;
        QTest::addRow("town") << u"sample-town.log"_s << u"collision"_s;
        QTest::addRow("skirmish") << u"sample-skirmish.icrep"_s << u"army_wipe"_s;
        QTest::addRow("ladder") << u"sample-strategy-game.SC2Replay"_s << u"fight"_s;
    }

    /// What each format says that its kinds are worth brings up what somebody would show of its sample.
    void samples()
    {
        QFETCH(QString, file);
        QFETCH(QString, kind);
        const QString path = QStringLiteral(GHOSTLINE_SAMPLES "/") + file;
        if (!QFile::exists(path))
            QSKIP("this sample is not built here");
        const test::CliOutcome outcome = test::runCli({u"highlights"_s, path, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        QStringList kinds;
        for (const auto& each : outcome.json()[u"files"_s][0][u"highlights"_s].toArray())
            kinds << each.toObject()[u"kind"_s].toString();
        QVERIFY2(kinds.contains(kind), qPrintable(kinds.join(u' ')));
    }

    void weights()
    {
        QCOMPARE(bestKind(run(u"highlights x --json --top 1"_s)), u"hit"_s);
        const QTemporaryDir folder;
        // Of a hit and a fight at once the rarer one tells: so neither is any more.
        const QString path =
            written(folder, R"({"rarity": 0, "kinds": {"fight": {"worth": 50}, "hit": {"rarity": 0},)"
                            R"( "dance": {"worth": 1}}})");
        const Outcome outcome = run(u"highlights x --json --top 1 --weights "_s + path);
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.err.contains("\"dance\""));
        QCOMPARE(bestKind(outcome), u"fight"_s);
        for (const char* bad :
             {"{", "[]", R"({"mood": 1})", R"({"step": 0})", R"({"kinds": {"hit": {"worth": -1}}})"}) {
            const Outcome refused = run(u"highlights x --weights "_s + written(folder, bad));
            QCOMPARE(refused.code, 2);
            QVERIFY(refused.out.isEmpty());
            QVERIFY2(refused.err.contains("weights.json") && refused.err.count('\n') == 1,
                     refused.err.constData());
        }
        QCOMPARE(run(u"highlights x --weights "_s + folder.filePath(u"none.json"_s)).code, 2);
        QCOMPARE(run(u"highlights x --top 0"_s).code, 2);
    }

    void playList()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"best.ghostline-list.json"_s);
        QCOMPARE(run(u"highlights x --top 2 -o "_s + path).code, 0);
        const auto list = model::loadPlayList(path);
        QVERIFY(list.has_value());
        QCOMPARE(list->entries.size(), std::size_t(5)); // two and three
        const std::array<double, 5> rates{0.5, 1.0, 1.0, 0.5, 1.0};
        for (std::size_t i = 0; i < rates.size(); ++i)
            QCOMPARE(list->entries[i].clip.rate, rates[i]);
        QCOMPARE(list->entries[0].clip.recording, QDir::current().absoluteFilePath(u"x"_s));
        for (std::size_t i = 1; i < rates.size(); ++i)
            QVERIFY(list->entries[i].clip.from >= list->entries[i - 1].clip.to);
        const Outcome again = run(u"highlights x -o "_s + path);
        QCOMPARE(again.code, 2);
        QVERIFY(again.err.contains("--force"));
        QCOMPARE(run(u"highlights x --top 1 --force -o "_s + path).code, 0);
        QCOMPARE(model::loadPlayList(path)->entries.size(), std::size_t(2));
        // Which recording that was is said, too, where it can be read.
        const QString recording = written(folder, "abc");
        QCOMPARE(run(u"highlights %1 --top 1 --force -o %2"_s.arg(recording, path)).code, 0);
        QCOMPARE(model::loadPlayList(path)->entries.front().content, *model::contentOf(recording));
    }

    void whatIsReadSurvives()
    {
        const QTemporaryDir folder;
        const QByteArray content = R"({"top": 1})";
        const QString weights = written(folder, content);
        const QString notes = folder.filePath(u"x.ghostline.json"_s);
        QVERIFY(QFile::copy(weights, notes));
        const QString link = folder.filePath(u"link.json"_s);
        QVERIFY(QFile::link(notes, link));
        for (const QString& line :
             {u"%1 -o %1"_s, u"x %1 -o %1"_s, u"x --weights %1 -o %1"_s, u"%1 -o %2"_s, u"%1 -o %3"_s}) {
            const Outcome refused =
                run(u"highlights --force "_s +
                    QString(line).replace(u"%1"_s, weights).replace(u"%2"_s, notes).replace(u"%3"_s, link));
            QCOMPARE(refused.code, 2);
            QVERIFY(refused.out.isEmpty());
            QVERIFY2(refused.err.contains("would replace"), refused.err.constData());
            for (const QString& path : {weights, notes}) {
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                QCOMPARE(file.readAll(), content);
            }
        }
    }
};

} // namespace tst_cli_highlights

GHOSTLINE_TEST(tst_cli_highlights, TestCliHighlights)
#include "tst_cli_highlights.moc"
