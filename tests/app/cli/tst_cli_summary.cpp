// SPDX-License-Identifier: GPL-3.0-or-later
// `summary` as it is typed, on a sample of every format: its figures against those of the other verbs, its
// page well-formed, and no file where none can be written.
#include "model/sidecar/sidecar.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <map>

namespace tst_cli_summary {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

QString sample(const QString& name) { return QStringLiteral(GHOSTLINE_SAMPLES "/") + name; }

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliSummary : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFormat_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"sample-match.butter", "sample-run.hcrp", "sample-town.log",
                                 "sample-strategy-game.SC2Replay", "sample-skirmish.icrep"}) {
            if (QFileInfo::exists(sample(QLatin1String(name))))
                QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void everyFormat()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString page = folder.filePath(u"page.html"_s);
        const CliOutcome summary =
            runCli({u"summary"_s, sample(name), u"-o"_s, page, u"--json"_s, u"--without-notes"_s});
        QCOMPARE(summary.code, 0);
        const QJsonObject told = summary.json();

        // The same events, counted by another verb.
        std::map<QString, int> counts;
        for (const QJsonValue event :
             runCli({u"events"_s, sample(name), u"--json"_s}).json()[u"events"_s].toArray())
            ++counts[event[u"kind"_s].toString()];
        const QJsonObject own = told[u"event_counts"_s].toObject();
        QCOMPARE(own.size(), static_cast<qsizetype>(counts.size()));
        for (const auto& [kind, count] : counts)
            QCOMPARE(own[kind].toInt(), count);
        const QJsonObject info = runCli({u"info"_s, sample(name), u"--json"_s}).json();
        QCOMPARE(told[u"frames"_s].toInteger(), info[u"frames"_s].toInteger());
        QCOMPARE(told[u"sha256"_s].toString().size(), 64);

        const QByteArray html = contentOf(page);
        QXmlStreamReader reader(html);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        for (const char* outside : {"http:", "https:", "<script"})
            QVERIFY2(!html.contains(outside), outside);
    }

    void scoreOfTheMatch()
    {
        const QString match = sample(u"sample-match.butter"_s);
        if (!QFileInfo::exists(match))
            QSKIP("this format is not built");
        const QJsonObject told = runCli({u"summary"_s, match, u"--json"_s, u"--without-notes"_s}).json();
        const QJsonArray teams = told[u"teams"_s].toArray();
        // The last state, by another verb.
        const QJsonObject last =
            runCli({u"state"_s, match, u"--at"_s, u"100%"_s, u"--json"_s}).json()[u"match"_s].toObject();
        QVERIFY(!last.isEmpty());
        QCOMPARE(teams.at(0)[u"score"_s].toInt(-1), last[u"blue_points"_s].toInt(-2));
        QCOMPARE(teams.at(1)[u"score"_s].toInt(-1), last[u"orange_points"_s].toInt(-2));

        // What stands large on the page: who won how many rounds.
        const QTemporaryDir folder;
        const QString page = folder.filePath(u"page.html"_s);
        QCOMPARE(runCli({u"summary"_s, match, u"-o"_s, page, u"--without-notes"_s}).code, 0);
        const QString figures =
            QString::fromUtf8(contentOf(page)).section(u"class=\"figures\""_s, 1).section(u"</p>"_s, 0, 0);
        static const QRegularExpression large(u"<b[^>]*>([0-9]+)</b>"_s);
        QStringList shown;
        for (auto found = large.globalMatch(figures); found.hasNext();)
            shown << found.next().captured(1);
        const QStringList won{QString::number(teams.at(0)[u"rounds_won"_s].toInt(-1)),
                              QString::number(teams.at(1)[u"rounds_won"_s].toInt(-1))};
        QCOMPARE(shown, won);
    }

    void neverAHalfFile()
    {
        const QTemporaryDir folder;
        const QString log = sampleLog();
        // No folder.
        CliOutcome outcome = runCli({u"summary"_s, log, u"-o"_s, folder.filePath(u"none/page.html"_s)});
        QCOMPARE(outcome.code, 2);
        QVERIFY(!outcome.err.isEmpty());
        QVERIFY(!QFileInfo::exists(folder.filePath(u"none"_s)));
        // No page by its name.
        outcome = runCli({u"summary"_s, log, u"-o"_s, folder.filePath(u"page.txt"_s)});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(".html"), outcome.err.constData());
        // Something that is there.
        const QString page = folder.filePath(u"page.html"_s);
        QFile file(page);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        outcome = runCli({u"summary"_s, log, u"-o"_s, page});
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.err.contains("--force"));
        QCOMPARE(contentOf(page), "mine");
        // The recording itself.
        const QString copy = folder.filePath(u"copy.log"_s);
        QVERIFY(QFile::copy(log, copy));
        QCOMPARE(runCli({u"summary"_s, copy, u"-o"_s, copy, u"--force"_s}).code, 2);
        QCOMPARE(QFileInfo(copy).size(), QFileInfo(log).size());
        // Nor its notes.
        QCOMPARE(runCli({u"summary"_s, copy, u"-o"_s, copy + u".ghostline.json"_s, u"--force"_s}).code, 2);
        // Nowhere.
        QCOMPARE(runCli({u"summary"_s, log}).code, 2);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void damagedNotesAreSaid()
    {
        const QTemporaryDir folder;
        const QString copy = folder.filePath(u"copy.hcrp"_s);
        if (!QFile::copy(sample(u"sample-run.hcrp"_s), copy))
            QSKIP("this format is not built");
        QFile notes(copy + u".ghostline.json"_s);
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("{\"bookmarks\": [") > 0);
        notes.close();
        const CliOutcome outcome = runCli({u"summary"_s, copy, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.err.contains("the notes are left out"));
        QVERIFY(!outcome.json().contains(u"bookmarks"_s));
    }

    void notesOfAnotherRecording()
    {
        const QTemporaryDir folder;
        const QString copy = folder.filePath(u"copy.hcrp"_s);
        if (!QFile::copy(sample(u"sample-run.hcrp"_s), copy))
            QSKIP("this format is not built");
        ghostline::model::Sidecar notes;
        notes.replayHash = QByteArray(64, 'a');
        notes.add(ghostline::model::Bookmark{.id = u"one"_s, .title = u"Here"_s});
        QVERIFY(ghostline::model::saveSidecar(copy, notes));
        const CliOutcome outcome = runCli({u"summary"_s, copy, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.contains("copy.hcrp: the bookmarks were made for another recording"),
                 outcome.err.constData());
        const CliOutcome without = runCli({u"summary"_s, copy, u"--json"_s, u"--without-notes"_s});
        QVERIFY(!without.err.contains("another recording"));
    }
};

} // namespace tst_cli_summary

GHOSTLINE_TEST(tst_cli_summary, TestCliSummary)
#include "tst_cli_summary.moc"
