// SPDX-License-Identifier: GPL-3.0-or-later
// Flags and what counts of their reviews.
#include "model/review/evidence.h"
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

    void theCheckSaysItsLimit_data()
    {
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("told"); // limit, unit, measured; empty = none
        QTest::newRow("of the sample") << u"6.4 blocks/s, at most 5.6 expected"_s << u"5.6 m/s 6.4"_s;
        QTest::newRow("compared") << u"4.25 > 3.0 blocks"_s << u"3 m 4.25"_s;
        QTest::newRow("named") << u"reach 4.2 m, limit: 3"_s << u"3 m 4.2"_s;
        QTest::newRow("alone") << u"Limit of 7.5 m/s"_s << u"7.5 m/s -"_s;
        QTest::newRow("at least") << u"12 ms, at least 50 ms"_s << u"50 ms 12"_s;
        QTest::newRow("no unit") << u"the limit is 12."_s << u"12  -"_s;
        QTest::newRow("which was measured is not known") << u"9 blocks in 3 ticks, max 5"_s << u"5  -"_s;
        QTest::newRow("only by how much") << u"over the limit by 0.4 blocks/s"_s << QString();
        QTest::newRow("no limit") << u"clock drift 1.2 %"_s << QString();
        QTest::newRow("a comma means two things") << u"1,200 ms, max 1,000"_s << QString();
        QTest::newRow("another word") << u"maximal 4"_s << QString();
        QTest::newRow("nothing") << QString() << QString();
    }
    void theCheckSaysItsLimit()
    {
        QFETCH(QString, detail);
        QFETCH(QString, told);
        const auto limit = flagLimit({}, detail);
        QCOMPARE(limit ? u"%1 %2 %3"_s.arg(limit->value)
                             .arg(limit->unit, limit->measured ? QString::number(*limit->measured) : u"-"_s)
                       : QString(),
                 told);
    }

    void numbersCountBeforeWords()
    {
        EventTable events = table();
        events.events.back().data.insert(u"detail"_s, u"9 m/s, at most 5"_s);
        QCOMPARE(flagsOf(events).back().limit->value, 5.0);
        events.events.back().data.insert(u"limit"_s, 6.5);
        events.events.back().data.insert(u"unit"_s, u"blocks/s"_s);
        const Flag flag = flagsOf(events).back();
        QCOMPARE(flag.limit->value, 6.5);
        QCOMPARE(flag.limit->unit, u"m/s"_s);
        QVERIFY(!flagsOf(table()).back().limit);
    }

    void limitsBelongToFigures_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("rowUnit");
        QTest::addColumn<bool>("drawn");
        QTest::newRow("speed") << u"speed"_s << u"m/s"_s << u"speed"_s << u"m/s"_s << true;
        QTest::newRow("as recorded") << u"Speed A"_s << u"m/s"_s << u"recorded_speed"_s << u"m/s"_s << true;
        QTest::newRow("another figure") << u"speed"_s << u"m/s"_s << u"vertical_speed"_s << u"m/s"_s << false;
        QTest::newRow("up and down") << u"vertical_speed"_s << u"m/s"_s << u"vertical_speed"_s << u"m/s"_s
                                     << true;
        QTest::newRow("another unit") << u"speed"_s << u"%"_s << u"speed"_s << u"m/s"_s << false;
        QTest::newRow("other lengths") << u"speed"_s << u"m/s"_s << u"speed"_s << u"cells/s"_s << false;
        QTest::newRow("no unit") << u"speed"_s << QString() << u"speed"_s << u"m/s"_s << false;
        QTest::newRow("a property") << u"reach"_s << u"m"_s << u"property:reach"_s << u"m"_s << true;
        QTest::newRow("a timer") << u"timer"_s << u"s"_s << u"match:run_time"_s << u"s"_s << true;
        QTest::newRow("a timer's drift") << u"timer"_s << u"%"_s << u"match:run_time"_s << u"s"_s << false;
        QTest::newRow("a timer is no speed") << u"timer"_s << u"m/s"_s << u"speed"_s << u"m/s"_s << false;
        QTest::newRow("no timer") << u"speed"_s << u"s"_s << u"match:run_time"_s << u"s"_s << false;
        QTest::newRow("of the match") << u"resets"_s << u"m"_s << u"match:resets"_s << u"m"_s << true;
        QTest::newRow("an unknown check") << u"odd"_s << u"m/s"_s << u"speed"_s << u"m/s"_s << false;
    }
    void limitsBelongToFigures()
    {
        QFETCH(QString, check);
        QFETCH(QString, unit);
        QFETCH(QString, row);
        QFETCH(QString, rowUnit);
        QFETCH(bool, drawn);
        Flag flag;
        flag.check = check;
        EvidenceRow figures;
        figures.id = row;
        figures.unit = rowUnit;
        figures.clock = row == u"match:run_time"_s;
        figures.values = {1.0};
        QVERIFY(!ownLimit(flag, figures)); // none is told
        flag.limit = FlagLimit{.value = 5.6, .unit = unit};
        QCOMPARE(ownLimit(flag, figures), drawn ? std::optional(5.6) : std::nullopt);
        flag.limit->value = -5.6;
        QVERIFY(!ownLimit(flag, figures));
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
        QTest::newRow("needs more") << u""_s << u"Ana:needs_more"_s << u"needs_more"_s << true << false;
        QTest::newRow("needs more, then decided by another")
            << u""_s << u"Ana:needs_more Ben:confirmed"_s << u"confirmed"_s << true << false;
        QTest::newRow("needed more") << u""_s << u"Ana:needs_more Ana:confirmed"_s << u"confirmed"_s << true
                                     << false;
        QTest::newRow("needs more, in the recording")
            << u"needs_more"_s << u""_s << u"needs_more"_s << true << false;
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
        QCOMPARE(isOpen(flag, sidecar),
                 !isReviewed(flag, sidecar) || isDisputed(flag, sidecar) || needsMore(flag, sidecar));
    }

    void whatNeedsMoreStaysOpen_data()
    {
        QTest::addColumn<QString>("reviews");
        QTest::addColumn<bool>("open");
        QTest::newRow("said") << u"Ana:needs_more"_s << true;
        QTest::newRow("though another decided") << u"Ana:needs_more Ben:confirmed"_s << true;
        QTest::newRow("until they are content") << u"Ana:needs_more Ben:confirmed Ana:confirmed"_s << false;
        QTest::newRow("or take it back") << u"Ana:needs_more Ben:confirmed Ana:"_s << false;
    }
    void whatNeedsMoreStaysOpen()
    {
        QFETCH(QString, reviews);
        QTEST(isOpen(flagsOf(table())[1], reviewed(reviews)), "open");
    }

    void blindReviewersSeeTheirOwnFirst_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("reviews");
        QTest::addColumn<bool>("keptBack");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("nobody has said anything") << u""_s << u""_s << true << u""_s;
        QTest::newRow("others have") << u""_s << u"Ben:confirmed"_s << true << u""_s;
        QTest::newRow("others differ") << u""_s << u"Ben:confirmed Cem:rejected"_s << true << u""_s;
        QTest::newRow("the recording has") << u"confirmed"_s << u""_s << true << u""_s;
        QTest::newRow("after one's own")
            << u""_s << u"Ben:confirmed Ana:rejected"_s << false << u"rejected"_s;
        QTest::newRow("whoever came first")
            << u""_s << u"Ana:rejected Ben:confirmed"_s << false << u"confirmed"_s;
        QTest::newRow("taken back") << u""_s << u"Ben:confirmed Ana:rejected Ana:"_s << true << u""_s;
    }
    void blindReviewersSeeTheirOwnFirst()
    {
        QFETCH(QString, recorded);
        QFETCH(QString, reviews);
        QFETCH(bool, keptBack);
        Flag flag = flagsOf(table())[1];
        flag.recordedVerdict = recorded;
        const Sidecar sidecar = reviewed(reviews);
        const ReviewRules rules{.blind = true, .reviewer = u"Ana"_s};
        QCOMPARE(isKeptBack(flag, sidecar, rules), keptBack);
        QTEST(flagVerdictName(verdictOf(flag, sidecar, rules)), "verdict");
        QCOMPARE(isReviewed(flag, sidecar, rules), !keptBack);
        QVERIFY(!keptBack || !isDisputed(flag, sidecar, rules));
        QCOMPARE(isOpen(flag, sidecar, rules), isOpen(flag, sidecar)); // what is done is done for all
        QVERIFY(isKeptBack(flag, sidecar, {.blind = true}));
        QVERIFY(!isKeptBack(flag, sidecar, {}));
    }

    void twoHaveToAgree_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("reviews");
        QTest::addColumn<bool>("open");
        QTest::newRow("nobody") << u""_s << u""_s << true;
        QTest::newRow("one") << u""_s << u"Ana:confirmed"_s << true;
        QTest::newRow("one, twice") << u""_s << u"Ana:rejected Ana:confirmed"_s << true;
        QTest::newRow("two") << u""_s << u"Ana:confirmed Ben:confirmed"_s << false;
        QTest::newRow("two who differ") << u""_s << u"Ana:confirmed Ben:rejected"_s << true;
        QTest::newRow("one of two needs more") << u""_s << u"Ana:confirmed Ben:needs_more"_s << true;
        QTest::newRow("one and the recording") << u"confirmed"_s << u"Ana:confirmed"_s << false;
        QTest::newRow("whoever wrote it, again") << u"confirmed"_s << u"Mod:confirmed"_s << true;
    }
    void twoHaveToAgree()
    {
        QFETCH(QString, recorded);
        QFETCH(QString, reviews);
        Flag flag = flagsOf(table())[1];
        flag.recordedVerdict = recorded;
        QTEST(isOpen(flag, reviewed(reviews), {.needed = 2}), "open");
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
