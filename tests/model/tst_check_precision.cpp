// SPDX-License-Identifier: GPL-3.0-or-later
// How often each check was right, and what blind review keeps back of that.
#include "model/review/check_precision.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_check_precision {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

struct Said
{
    QString by;
    FlagVerdict verdict;
};

/// Of "speed" by the server, one recording a flag.
ReviewedFile flagged(const std::vector<Said>& said, int severity = 2)
{
    ReviewedFile file;
    Flag flag;
    flag.frame = 10;
    flag.check = u"speed"_s;
    flag.source = u"server"_s;
    flag.severity = severity;
    file.flags.push_back(flag);
    for (const Said& each : said)
        file.sidecar.add(FlagReview{
            .id = {}, .frame = 10, .check = u"speed"_s, .verdict = each.verdict, .reviewer = each.by});
    return file;
}

std::vector<CheckPrecision> countOf(const std::vector<ReviewedFile>& files, const ReviewRules& rules = {},
                                    int severity = 0)
{
    std::vector<const ReviewedFile*> each;
    for (const ReviewedFile& file : files)
        each.push_back(&file);
    return precisionOf(each, rules, severity);
}

QString figures(const CheckPrecision& row)
{
    QStringList all;
    for (const int figure : {row.flags, row.judged(), row.confirmed, row.rejected, row.unsure, row.needsMore,
                             row.disputed, row.otherWord, row.unjudged, row.open})
        all << QString::number(figure);
    return all.join(u' ');
}

} // namespace

class TestCheckPrecision : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void interval_data()
    {
        QTest::addColumn<int>("confirmed");
        QTest::addColumn<int>("rejected");
        QTest::addColumn<double>("share");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        // Worked out by hand from the formula, to four digits; the first two are in many textbooks.
        QTest::newRow("5 of 10") << 5 << 5 << 0.5 << 0.2366 << 0.7634;
        QTest::newRow("0 of 10") << 0 << 10 << 0.0 << 0.0 << 0.2775;
        QTest::newRow("10 of 10") << 10 << 0 << 1.0 << 0.7225 << 1.0;
        QTest::newRow("1 of 1") << 1 << 0 << 1.0 << 0.2065 << 1.0;
        QTest::newRow("80 of 100") << 80 << 20 << 0.8 << 0.7112 << 0.8666;
        QTest::newRow("a million") << 500'000 << 500'000 << 0.5 << 0.4990 << 0.5010;
    }
    void interval()
    {
        QFETCH(int, confirmed);
        QFETCH(int, rejected);
        const auto found = precisionFrom(confirmed, rejected);
        QVERIFY(found);
        QFETCH(double, share);
        QFETCH(double, least);
        QFETCH(double, most);
        QVERIFY(std::abs(found->share - share) < 5e-5);
        QVERIFY2(std::abs(found->least - least) < 5e-5, qPrintable(QString::number(found->least)));
        QVERIFY2(std::abs(found->most - most) < 5e-5, qPrintable(QString::number(found->most)));
    }

    void nothingDecidedIsNoShare()
    {
        QVERIFY(!precisionFrom(0, 0));
        QVERIFY(!precisionFrom(-1, 3));
    }

    void eachFlagIsOneThing()
    {
        using enum FlagVerdict;
        std::vector<ReviewedFile> files;
        files.push_back(flagged({{u"Ada"_s, Confirmed}}));
        files.push_back(flagged({{u"Ada"_s, Confirmed}, {u"Ben"_s, Confirmed}}));
        files.push_back(flagged({{u"Ada"_s, Rejected}}));
        files.push_back(flagged({{u"Ada"_s, Unsure}}));
        files.push_back(flagged({{u"Ada"_s, Confirmed}, {u"Ben"_s, NeedsMore}}));
        files.push_back(flagged({{u"Ada"_s, Confirmed}, {u"Ben"_s, Rejected}}));
        files.push_back(flagged({{u"Ada"_s, Confirmed}, {u"Ada"_s, None}})); // taken back
        files.push_back(flagged({}));
        files.push_back(flagged({}));
        files.back().flags[0].recordedVerdict = u"escalated"_s; // another program's word
        files.push_back(flagged({}, 1));
        files.push_back(flagged({{u"Ada"_s, Confirmed}}));
        files.back().error = Error{ErrorCode::Damaged, u"torn"_s, {}, {}, {}};
        const auto rows = countOf(files, {}, 2);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].check, u"speed"_s);
        QCOMPARE(rows[0].source, u"server"_s);
        QCOMPARE(figures(rows[0]), u"9 7 2 1 1 1 1 1 2 4"_s);
        QVERIFY(std::abs(rows[0].precision()->share - 2.0 / 3.0) < 1e-12);
        QCOMPARE(countOf(files)[0].flags, 10);
        // With two reviewers a flag is open until both have spoken.
        QCOMPARE(countOf(files, {.needed = 2}, 2)[0].open, 8);
    }

    void byCheckAndSource()
    {
        std::vector<ReviewedFile> files;
        files.push_back(flagged({}));
        Flag other = files[0].flags[0];
        other.source = u"computed"_s;
        files[0].flags.push_back(other);
        other.check = u"aim"_s;
        files[0].flags.push_back(other);
        files[0].flags.push_back(other);
        QStringList rows;
        for (const CheckPrecision& row : countOf(files))
            rows << u"%1/%2 %3"_s.arg(row.check, row.source).arg(row.flags);
        QCOMPARE(rows, (QStringList{u"aim/computed 2"_s, u"speed/computed 1"_s, u"speed/server 1"_s}));
        QVERIFY(countOf({}).empty());
    }

    /// Whatever others say, the figures of whoever reviews blind are the same.
    void blindTellsNothingOfOthers()
    {
        using enum FlagVerdict;
        const ReviewRules blind{.blind = true, .reviewer = u"Ada"_s, .needed = 2};
        const auto rows = [&](const std::vector<Said>& others) {
            std::vector<ReviewedFile> files;
            for (const FlagVerdict own : {None, Confirmed, Rejected}) {
                std::vector<Said> said = others;
                if (own != None)
                    said.push_back({u"Ada"_s, own});
                files.push_back(flagged(said));
            }
            if (!others.empty()) {
                files[0].flags[0].recordedVerdict = u"confirmed"_s;
                files[0].flags[0].recordedReviewer = u"Ben"_s;
            }
            return countOf(files, blind);
        };
        const QString alone = figures(rows({})[0]);
        QCOMPARE(alone, u"3 2 1 1 0 0 0 0 1 1"_s);
        for (const FlagVerdict their : {Confirmed, Rejected, Unsure, NeedsMore})
            QCOMPARE(figures(rows({{u"Ben"_s, their}, {u"Cleo"_s, Confirmed}, {QString(), Rejected}})[0]),
                     alone);
        // Whoever says no name has said nothing.
        const std::vector<ReviewedFile> unsigned_{flagged({{QString(), Confirmed}})};
        QCOMPARE(countOf(unsigned_, {.blind = true})[0].judged(), 0);
    }

    void aVerdictInTheRecordingCounts()
    {
        ReviewedFile file = flagged({});
        file.flags[0].recordedVerdict = u"confirmed"_s;
        file.flags[0].recordedReviewer = u"Ada"_s;
        QCOMPARE(countOf({file})[0].confirmed, 1);
        QCOMPARE(countOf({file}, {.blind = true, .reviewer = u"Ada"_s})[0].confirmed, 1);
        QCOMPARE(countOf({file}, {.blind = true, .reviewer = u"Ben"_s})[0].confirmed, 0);
    }
};

} // namespace tst_check_precision

GHOSTLINE_TEST(tst_check_precision, TestCheckPrecision)
#include "tst_check_precision.moc"
