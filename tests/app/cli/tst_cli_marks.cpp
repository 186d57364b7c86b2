// SPDX-License-Identifier: GPL-3.0-or-later
// `marks`: bookmarks listed, filtered, written to files and taken from files.
#include "model/marks/mark_import.h"
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_marks {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

Outcome run(const QString& line)
{
    return test::runLine(
        line,
        [](const QString&, const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            return std::make_unique<test::FakeReplay>(test::FakeReplayOptions{}); // 49.95 s
        });
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class TestCliMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listedAndFiltered()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        model::Sidecar notes;
        notes.add({.id = u"one"_s,
                   .frame = 20,
                   .time = model::Micros{1'000'000},
                   .title = u"=x"_s,
                   .tags = {u"Goal"_s, u"left"_s}});
        notes.add({.id = u"two"_s,
                   .frame = 40,
                   .time = model::Micros{2'000'000},
                   .length = model::Micros{500'000},
                   .tags = {u"save"_s}});
        QVERIFY(model::saveSidecar(replay, notes));

        const Outcome all = run(u"marks "_s + replay);
        QCOMPARE(all.code, 0);
        const QJsonArray marks = all.json().value(u"marks"_s).toArray();
        QCOMPARE(marks.size(), 2);
        QCOMPARE(marks[0].toObject().value(u"time_s"_s).toDouble(), 1.0);
        QCOMPARE(marks[0].toObject().value(u"tags"_s).toArray(), (QJsonArray{u"Goal"_s, u"left"_s}));
        QCOMPARE(marks[1].toObject().value(u"length_s"_s).toDouble(), 0.5);
        QCOMPARE(run(u"marks %1 --json"_s.arg(replay)).out, all.out);

        const QJsonArray goals = run(u"marks %1 --tag goal"_s.arg(replay)).json().value(u"marks"_s).toArray();
        QCOMPARE(goals.size(), 1);
        QCOMPARE(goals[0].toObject().value(u"id"_s).toString(), u"one"_s);
        QCOMPARE(
            run(u"marks %1 --tag goal --tag save"_s.arg(replay)).json().value(u"marks"_s).toArray().size(),
            2);

        const Outcome csv = run(u"marks %1 --csv --tag goal"_s.arg(replay));
        QCOMPARE(csv.out, QByteArray("start_s,end_s,start,end,title,tags,note,author,hue,id\n"
                                     "1.000,1.000,0:00:01.000,0:00:01.000,'=x,Goal; left,,,,one\n"));
        QVERIFY(run(u"marks %1 --xml"_s.arg(replay)).out.contains("<code>Goal</code>"));
    }

    void writtenToAFile()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        put(replay, "recording");
        model::Sidecar notes;
        notes.add({.id = u"one"_s, .title = u"x"_s});
        QVERIFY(model::saveSidecar(replay, notes));
        for (const auto& [name, begin] :
             {std::pair{u"m.csv"_s, QByteArray("start_s")}, std::pair{u"m.xml"_s, QByteArray("<?xml")},
              std::pair{u"m.json"_s, QByteArray("{")}}) {
            const QString out = folder.filePath(name);
            const Outcome outcome = run(u"marks %1 -o %2"_s.arg(replay, out));
            QVERIFY2(outcome.code == 0 && !outcome.out.isEmpty(), outcome.err.constData());
            QVERIFY(contentOf(out).startsWith(begin));
        }
        // Another file only when asked.
        const QString mine = folder.filePath(u"mine.csv"_s);
        put(mine, "mine");
        const Outcome unasked = run(u"marks %1 -o %2"_s.arg(replay, mine));
        QCOMPARE(unasked.code, 2);
        QVERIFY2(unasked.err.contains("--force"), unasked.err.constData());
        QCOMPARE(contentOf(mine), QByteArray("mine"));
        QCOMPARE(run(u"marks %1 -o %2 --force"_s.arg(replay, mine)).code, 0);
        QVERIFY(contentOf(mine).startsWith("start_s"));
        // Notes never, its own or another recording's.
        const QString beside = model::sidecarPath(replay);
        const QByteArray before = contentOf(beside);
        for (const QString& each : {beside, folder.filePath(u"b.log.ghostline.json"_s)}) {
            const Outcome refused = run(u"marks %1 --force -o %2"_s.arg(replay, each));
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("notes"), refused.err.constData());
        }
        QCOMPARE(contentOf(beside), before);
        // The recording is not written over.
        QCOMPARE(run(u"marks %1 --csv -o %1"_s.arg(replay)).code, 2);
        QCOMPARE(contentOf(replay), QByteArray("recording"));
    }

    void importedOnce()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        const QString table = folder.filePath(u"m.csv"_s);
        put(replay, "recording");
        put(table, "start,end,title,tags\n1,2,first,goal\n70,71,behind,\n49,60,beyond,\nx,,bad,\n");
        const Outcome first = run(u"marks %1 --import %2"_s.arg(replay, table));
        QCOMPARE(first.code, 0);
        QCOMPARE(first.json().value(u"added"_s).toInt(), 2);
        QCOMPARE(first.json().value(u"left_out"_s).toInt(), 2);
        QVERIFY2(first.err.contains("line 5") && first.err.contains("outside") &&
                     first.err.contains("cut to it"),
                 first.err.constData());
        QCOMPARE(contentOf(replay), QByteArray("recording"));
        const auto notes = model::loadNotes(replay);
        QVERIFY(notes && notes->sidecar.bookmarks.size() == 2);
        QCOMPARE(notes->sidecar.bookmarks[0].frame, model::FrameNumber{20});
        QCOMPARE(notes->sidecar.bookmarks[0].tags, QStringList{u"goal"_s});

        const QByteArray before = contentOf(model::sidecarPath(replay));
        const Outcome again = run(u"marks %1 --import %2"_s.arg(replay, table));
        QCOMPARE(again.json().value(u"added"_s).toInt(), 0);
        QCOMPARE(again.json().value(u"known"_s).toInt(), 2);
        QCOMPARE(contentOf(model::sidecarPath(replay)), before);
    }

    void ofAnotherRecording()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        put(replay, "recording");
        model::Sidecar notes;
        notes.add({.id = u"one"_s, .title = u"x"_s});
        QVERIFY(model::saveSidecar(replay, notes));
        QCOMPARE(run(u"marks "_s + replay).err, QByteArray());
        notes.replayHash = QByteArray(64, 'a');
        QVERIFY(model::saveSidecar(replay, notes));
        const Outcome outcome = run(u"marks "_s + replay);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.json().value(u"marks"_s).toArray().size(), 1);
        QVERIFY2(outcome.err.contains("the bookmarks were made for another recording") &&
                     outcome.err.contains("a.log") && outcome.err.count('\n') == 1,
                 outcome.err.constData());
    }

    void refusedWhole()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        const QString bad = folder.filePath(u"bad.xml"_s);
        put(bad, "<file><ALL_INSTANCES><instance><start>1</start></instance>");
        const Outcome outcome = run(u"marks %1 --import %2"_s.arg(replay, bad));
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("bad.xml"), outcome.err.constData());
        QVERIFY(!QFile::exists(model::sidecarPath(replay)));
        // Nor where the notes are damaged.
        put(model::sidecarPath(replay), "{");
        put(bad, "start\n1\n");
        QCOMPARE(run(u"marks %1 --import %2"_s.arg(replay, bad)).code, 2);
        QCOMPARE(contentOf(model::sidecarPath(replay)), QByteArray("{"));
    }
};

} // namespace tst_cli_marks

GHOSTLINE_TEST(tst_cli_marks, TestCliMarks, QCoreApplication)
#include "tst_cli_marks.moc"
