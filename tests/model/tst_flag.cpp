// SPDX-License-Identifier: GPL-3.0-or-later
// Flags and what counts of their reviews.
#include "model/review/flag.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_flag {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

const QDateTime Noon = QDateTime::fromString(u"2026-05-02T12:00:00Z"_s, Qt::ISODate);

EventTable table()
{
    EventTable events;
    events.kinds = {{.id = u"hit"_s, .name = u"Hit"_s}, {.id = u"cheat"_s, .name = u"Cheat"_s, .flag = true}};
    Event bare;
    bare.frame = 3;
    bare.time = Micros{150'000};
    bare.kind = 1;
    bare.severity = 1;
    bare.text = u"something odd"_s;
    Event full = bare;
    full.frame = 8;
    full.severity = 3;
    full.actors = {static_cast<ActorId>(4), static_cast<ActorId>(2)};
    full.data = {{u"check"_s, u"speed"_s},       {u"score"_s, 0.75},
                 {u"detail"_s, u"9 m/s"_s},      {u"source"_s, u"computed"_s},
                 {u"verdict"_s, u"confirmed"_s}, {u"reviewer"_s, u"Mod"_s},
                 {u"note"_s, u"seen"_s}};
    Event harmless = bare;
    harmless.kind = 0;
    Event stray = bare;
    stray.kind = 9;
    events.events = {bare, harmless, stray, full};
    return events;
}

/// "Ana:confirmed Ben:rejected", oldest first, all of frame 8 and the check "speed".
Sidecar reviewed(const QString& words)
{
    Sidecar sidecar;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts)) {
        FlagReview review;
        review.frame = 8;
        review.check = u"speed"_s;
        review.reviewer = word.section(u':', 0, 0);
        review.verdict = flagVerdictNamed(word.section(u':', 1));
        if (word.endsWith(u'!'))
            review.unknown = {{u"verdict"_s, word.section(u':', 1)}};
        review.created = Noon.addSecs(static_cast<qint64>(sidecar.reviews.size()));
        sidecar.add(std::move(review));
    }
    return sidecar;
}

} // namespace

class TestFlag : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatAccuses()
    {
        const std::vector<Flag> flags = flagsOf(table());
        QCOMPARE(flags.size(), std::size_t{2});
        const Flag& bare = flags[0];
        QCOMPARE(bare.frame, 3);
        QCOMPARE(bare.time, Micros{150'000});
        QCOMPARE(bare.actor, ActorId::None);
        QCOMPARE(bare.check, u"cheat"_s);
        QCOMPARE(bare.detail, u"something odd"_s);
        QVERIFY(std::isnan(bare.score) && bare.source.isEmpty() && bare.recordedVerdict.isEmpty());
        QCOMPARE(bare.origin, FlagSource::Recorded);
        const Flag& full = flags[1];
        QCOMPARE(full.actor, static_cast<ActorId>(4));
        QCOMPARE(full.check, u"speed"_s);
        QCOMPARE(full.severity, 3);
        QCOMPARE(full.score, 0.75);
        QCOMPARE(full.detail, u"9 m/s"_s);
        QCOMPARE(full.origin, FlagSource::Computed);
        QCOMPARE(full.recordedVerdict, u"confirmed"_s);
        QCOMPARE(full.recordedReviewer, u"Mod"_s);
        QCOMPARE(full.recordedNote, u"seen"_s);
    }

    void lostFrames()
    {
        Flag flag;
        flag.frame = 1750;
        QVERIFY(!isLost(flag, {}));
        QVERIFY(isLost(flag, {{{0, 10}, {}}, {{1000, 1910}, {}}}));
        flag.frame = 1910;
        QVERIFY(!isLost(flag, {{{0, 10}, {}}, {{1000, 1910}, {}}}));
    }

    void whatCounts_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("reviews");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<bool>("isReviewed");
        QTest::addColumn<bool>("isDisputed");
        QTest::newRow("nothing") << u""_s << u""_s << u""_s << false << false;
        QTest::newRow("in the recording") << u"confirmed"_s << u""_s << u"confirmed"_s << true << false;
        QTest::newRow("in the recording, its own word") << u"reviewed"_s << u""_s << u""_s << true << false;
        QTest::newRow("beside it") << u""_s << u"Ana:rejected"_s << u"rejected"_s << true << false;
        QTest::newRow("beside it is newer")
            << u"confirmed"_s << u"Ana:rejected"_s << u"rejected"_s << true << true;
        QTest::newRow("thought again")
            << u"confirmed"_s << u"Mod:rejected"_s << u"rejected"_s << true << false;
        QTest::newRow("of one mind") << u""_s << u"Ana:unsure Ben:unsure"_s << u"unsure"_s << true << false;
        QTest::newRow("two minds") << u""_s << u"Ana:confirmed Ben:rejected"_s << u"rejected"_s << true
                                   << true;
        QTest::newRow("convinced") << u""_s << u"Ana:confirmed Ben:rejected Ana:rejected"_s << u"rejected"_s
                                   << true << false;
        QTest::newRow("taken back") << u""_s << u"Ana:rejected Ana:"_s << u""_s << false << false;
        QTest::newRow("taken back, what others say stands")
            << u""_s << u"Ben:confirmed Ana:rejected Ana:"_s << u"confirmed"_s << true << false;
        QTest::newRow("taken back, the recording's stands")
            << u"confirmed"_s << u"Ana:rejected Ana:"_s << u"confirmed"_s << true << false;
        QTest::newRow("the recording's taken back") << u"confirmed"_s << u"Mod:"_s << u""_s << false << false;
        QTest::newRow("a newer program's word") << u""_s << u"Ana:banned!"_s << u""_s << true << false;
    }
    void whatCounts()
    {
        QFETCH(QString, recorded);
        QFETCH(QString, reviews);
        Flag flag = flagsOf(table())[1];
        flag.recordedVerdict = recorded;
        const Sidecar sidecar = reviewed(reviews);
        QTEST(flagVerdictName(verdictOf(flag, sidecar)), "verdict");
        QTEST(isReviewed(flag, sidecar), "isReviewed");
        QTEST(isDisputed(flag, sidecar), "isDisputed");
        QCOMPARE(isOpen(flag, sidecar), !isReviewed(flag, sidecar) || isDisputed(flag, sidecar));
    }

    void onlyWhatStandsCanBeTakenBack()
    {
        const Flag flag = flagsOf(table())[1];
        QVERIFY(hasStandingReview(flag, reviewed(u"Ana:rejected"_s), u"Ana"_s));
        QVERIFY(!hasStandingReview(flag, reviewed(u"Ana:rejected"_s), u"Ben"_s));
        QVERIFY(!hasStandingReview(flag, reviewed(u"Ana:rejected Ana:"_s), u"Ana"_s));
    }

    void onOtherContentNobodyHasReviewed()
    {
        Flag flag = flagsOf(table())[1];
        flag.recordedVerdict.clear();
        Sidecar sidecar = reviewed(u"Ana:confirmed"_s);
        sidecar.reviews[0].content = {"ab", 10};
        sidecar.recording = {"ab", 10};
        QVERIFY(!isOpen(flag, sidecar));
        sidecar.recording = {"cd", 11};
        QVERIFY(isOpen(flag, sidecar) && !isReviewed(flag, sidecar));
        QVERIFY(!hasStandingReview(flag, sidecar, u"Ana"_s));
        QCOMPARE(reviewsOf(flag, sidecar).size(), std::size_t{1}); // nothing is hidden
    }

    void ofThisFlagOnly()
    {
        Sidecar sidecar = reviewed(u"Ana:confirmed Ben:rejected"_s);
        sidecar.reviews[0].frame = 7;
        Flag flag = flagsOf(table())[1];
        QCOMPARE(reviewsOf(flag, sidecar).size(), std::size_t{1});
        QCOMPARE(reviewsOf(flag, sidecar)[0]->reviewer, u"Ben"_s);
        flag.check = u"reach"_s;
        QVERIFY(reviewsOf(flag, sidecar).empty());
    }
};

} // namespace tst_flag

GHOSTLINE_TEST(tst_flag, TestFlag)
#include "tst_flag.moc"
