// SPDX-License-Identifier: GPL-3.0-or-later
// Two people's notes become one, in either order, and nothing is lost.
#include "model/sidecar/sidecar.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_sidecar_merge {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

const QDateTime Noon = QDateTime::fromString(u"2026-05-02T12:00:00Z"_s, Qt::ISODate);

Bookmark bookmark(const QString& id, FrameNumber frame, const QString& title, int minute = 0)
{
    Bookmark b;
    b.id = id;
    b.frame = frame;
    b.title = title;
    b.created = minute < 0 ? QDateTime() : Noon.addSecs(60 * minute);
    return b;
}

Drawing drawing(const QString& id, const QString& text, int minute = 0)
{
    Drawing d;
    d.id = id;
    d.kind = DrawingKind::Text;
    d.points = {{1.0, 0.0, 2.0}};
    d.text = text;
    d.created = Noon.addSecs(60 * minute);
    return d;
}

QStringList texts(const Sidecar& sidecar)
{
    QStringList all;
    for (const Drawing& d : sidecar.drawings)
        all += d.text;
    return all;
}

FlagReview review(const QString& id, FrameNumber frame, FlagVerdict verdict, const QString& reviewer,
                  int minute)
{
    FlagReview r;
    r.id = id;
    r.frame = frame;
    r.check = u"speed"_s;
    r.verdict = verdict;
    r.reviewer = reviewer;
    r.created = Noon.addSecs(60 * minute);
    return r;
}

QStringList titles(const Sidecar& sidecar)
{
    QStringList all;
    for (const Bookmark& b : sidecar.bookmarks)
        all += b.title;
    all.sort();
    return all;
}

QStringList words(const Sidecar& sidecar)
{
    QStringList all;
    for (const FlagReview& r : sidecar.reviews)
        all += u"%1 %2 %3"_s.arg(r.reviewer).arg(r.frame).arg(flagVerdictName(r.verdict));
    return all;
}

QSet<QString> ids(const Sidecar& sidecar)
{
    QSet<QString> all;
    for (const Bookmark& b : sidecar.bookmarks)
        all.insert(b.id);
    for (const FlagReview& r : sidecar.reviews)
        all.insert(r.id);
    return all;
}

} // namespace

class TestSidecarMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoReviewersInEitherOrder()
    {
        Sidecar ana;
        ana.replayHash = "0a";
        ana.add(bookmark(u"a"_s, 5, u"Ana's"_s));
        ana.add(bookmark(u"both"_s, 9, u"of both"_s));
        ana.add(review(u"r1"_s, 5, FlagVerdict::Confirmed, u"Ana"_s, 1));
        ana.add(review(u"r3"_s, 7, FlagVerdict::Unsure, u"Ana"_s, 3));
        Sidecar ben;
        ben.add(bookmark(u"b"_s, 1, u"Ben's"_s));
        ben.add(bookmark(u"both"_s, 9, u"of both"_s));
        ben.add(review(u"r1"_s, 5, FlagVerdict::Confirmed, u"Ana"_s, 1));
        ben.add(review(u"r2"_s, 5, FlagVerdict::Rejected, u"Ben"_s, 2));
        for (const bool turned : {false, true}) {
            const auto merged = turned ? mergeSidecars(ben, ana) : mergeSidecars(ana, ben);
            QVERIFY(merged);
            QCOMPARE(merged->replayHash, QByteArray("0a"));
            QCOMPARE(titles(*merged), (QStringList{u"Ana's"_s, u"Ben's"_s, u"of both"_s}));
            QCOMPARE(merged->bookmarks.front().frame, 1);
            QCOMPARE(words(*merged),
                     (QStringList{u"Ana 5 confirmed"_s, u"Ben 5 rejected"_s, u"Ana 7 unsure"_s}));
            const auto again = mergeSidecars(*merged, ben);
            QCOMPARE(ids(*again), ids(*merged));
        }
    }

    void drawingsOfBoth()
    {
        Sidecar ana;
        ana.add(drawing(u"a"_s, u"Ana's"_s, 1));
        ana.add(drawing(u"both"_s, u"of both"_s, 2));
        ana.add(drawing(u"edited"_s, u"before"_s, 3));
        Sidecar ben;
        ben.add(drawing(u"b"_s, u"Ben's"_s, 0));
        ben.add(drawing(u"both"_s, u"of both"_s, 2));
        ben.add(drawing(u"edited"_s, u"after"_s, 4));
        for (const bool turned : {false, true}) {
            const auto merged = turned ? mergeSidecars(ben, ana) : mergeSidecars(ana, ben);
            QVERIFY(merged);
            QCOMPARE(texts(*merged), (QStringList{u"Ben's"_s, u"Ana's"_s, u"of both"_s, u"after"_s}));
            Sidecar back = *merged;
            back.exchange(*merged, turned ? ben : ana); // the merge is taken back
            QCOMPARE(texts(back), texts(turned ? ben : ana));
        }
    }

    /// As bookmarks: what one program removed does not come back from another one that still has it.
    void drawingsOfTwoPrograms()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(u"a.log"_s);
        Sidecar first;
        first.add(drawing(u"stays"_s, u"stays"_s));
        first.add(drawing(u"goes"_s, u"goes"_s, 1));
        QVERIFY(saveSidecar(replay, first));
        Sidecar second = loadNotes(replay)->sidecar;
        QVERIFY(first.remove(u"goes"_s));
        QCOMPARE(texts(saveSidecar(replay, first)->sidecar), QStringList{u"stays"_s});
        second.add(drawing(u"new"_s, u"new"_s, 2));
        const auto saved = saveSidecar(replay, second);
        QVERIFY(saved);
        QCOMPARE(texts(saved->sidecar), (QStringList{u"stays"_s, u"new"_s}));
        QCOMPARE(texts(loadNotes(replay)->sidecar), texts(saved->sidecar));
    }

    void sameIdDifferentWords_data()
    {
        QTest::addColumn<int>("mine");
        QTest::addColumn<int>("theirs");
        QTest::addColumn<QStringList>("kept");
        QTest::newRow("theirs is later") << 1 << 2 << QStringList{u"theirs"_s};
        QTest::newRow("mine is later") << 2 << 1 << QStringList{u"mine"_s};
        QTest::newRow("as old as each other") << 1 << 1 << QStringList{u"mine"_s, u"theirs"_s};
        QTest::newRow("one without a date") << 1 << -1 << QStringList{u"mine"_s, u"theirs"_s};
    }
    void sameIdDifferentWords()
    {
        QFETCH(int, mine);
        QFETCH(int, theirs);
        QFETCH(QStringList, kept);
        Sidecar a;
        Sidecar b;
        a.bookmarks = {bookmark(u"x"_s, 5, u"mine"_s, mine)};
        b.bookmarks = {bookmark(u"x"_s, 5, u"theirs"_s, theirs)};
        const auto merged = mergeSidecars(a, b);
        QCOMPARE(titles(*merged), kept);
        QCOMPARE(ids(*merged).size(), kept.size());
        QCOMPARE(titles(*mergeSidecars(b, a)), kept);
        QCOMPARE(titles(*mergeSidecars(*merged, b)), kept); // nothing multiplies
        QCOMPARE(titles(*mergeSidecars(*mergeSidecars(b, a), *merged)), kept);
    }

    void reviewsNeverReplaceOneAnother()
    {
        Sidecar a;
        Sidecar b;
        a.add(review(u"x"_s, 5, FlagVerdict::Confirmed, u"Ana"_s, 1));
        b.add(review(u"x"_s, 5, FlagVerdict::Rejected, u"Ben"_s, 2));
        for (const auto& merged : {mergeSidecars(a, b), mergeSidecars(b, a)}) {
            QCOMPARE(words(*merged), (QStringList{u"Ana 5 confirmed"_s, u"Ben 5 rejected"_s}));
            QCOMPARE(ids(*merged).size(), 2);
        }
    }

    /// Saved before the recording was identified, and after it.
    void theSameReviewIsBoundOnce()
    {
        Sidecar early;
        early.add(review(u"x"_s, 5, FlagVerdict::Confirmed, u"Ana"_s, 1));
        early.reviews[0].content = {{}, 7};
        Sidecar late = early;
        late.reviews[0].content = {"aa", 7};
        Sidecar other = early;
        other.reviews[0].content = {"bb", 9};
        for (const auto& merged : {mergeSidecars(early, late), mergeSidecars(late, early)}) {
            QCOMPARE(merged->reviews.size(), std::size_t{1});
            QCOMPARE(merged->reviews[0].content, (ContentId{"aa", 7}));
        }
        QCOMPARE(mergeSidecars(late, other)->reviews.size(), std::size_t{2});
    }

    /// Written by a script: an entry that has no id gets another one each time it is read.
    void entriesWithoutAnId()
    {
        const QTemporaryDir folder;
        const QString notes = folder.filePath(u"notes.json"_s);
        QFile file(notes);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"schema": 1, "bookmarks": [{"frame": 3, "title": "x"}],
                       "verdicts": [{"frame": 3, "check": "fly", "verdict": "rejected"}]})");
        file.close();
        Sidecar mine;
        for (int i = 0; i < 3; ++i)
            mine = *mergeSidecars(mine, *loadSidecarFile(notes));
        QCOMPARE(mine.bookmarks.size(), std::size_t{1});
        QCOMPARE(mine.reviews.size(), std::size_t{1});
        QCOMPARE(loadSidecarFile(folder.filePath(u"absent"_s)).error().code, ErrorCode::NotFound);
    }

    void anotherRecordingIsRefused()
    {
        Sidecar a;
        Sidecar b;
        a.replayHash = "aa11";
        b.replayHash = "bb22";
        const auto merged = mergeSidecars(a, b);
        QCOMPARE(merged.error().code, ErrorCode::InvalidArgument);
        QVERIFY(merged.error().message.contains(u"bb22"_s));
        b.replayHash = "AA11";
        QVERIFY(mergeSidecars(a, b));
    }

    void unknownKeysOfBoth()
    {
        Sidecar a;
        Sidecar b;
        a.unknown = {{u"tags"_s, QJsonArray{1, 2}},
                     {u"level"_s, 3},
                     {u"tree"_s, QJsonObject{{u"x"_s, QJsonArray{u"a"_s}}}}};
        b.unknown = {{u"tags"_s, QJsonArray{2, 4}},
                     {u"level"_s, 5},
                     {u"tree"_s, QJsonObject{{u"x"_s, QJsonArray{u"b"_s}}, {u"y"_s, true}}},
                     {u"schema"_s, 7}};
        const QJsonObject all = mergeSidecars(a, b)->unknown;
        QCOMPARE(all,
                 (QJsonObject{{u"tags"_s, QJsonArray{1, 2, 4}},
                              {u"level"_s, 3},
                              {u"tree"_s, QJsonObject{{u"x"_s, QJsonArray{u"a"_s, u"b"_s}}, {u"y"_s, true}}},
                              {u"schema"_s, 7}}));
    }
};

} // namespace tst_sidecar_merge

GHOSTLINE_TEST(tst_sidecar_merge, TestSidecarMerge)
#include "tst_sidecar_merge.moc"
