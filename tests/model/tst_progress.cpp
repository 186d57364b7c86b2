// SPDX-License-Identifier: GPL-3.0-or-later
// The same place instead of the same time, on runs made by hand: never a false number.
#include "model/base/numbers.h"
#include "model/compare/progress.h"
#include "tests/model/compared_runs.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_progress {

using namespace ghostline::model;
using namespace ghostline::test;

class TestProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void course()
    {
        RunMaker run({5.0, 0.0, 0.0});
        run.stand(4).start().walk({15.0, 0.0, 0.0}).jump({100.0, 0.0, 0.0}).walk({110.0, 0.0, 0.0});
        const Course course(run.shared()); // starts at 4, jumps at 45, ends at 85
        QCOMPARE(course.length(), 20.0);
        QCOMPARE(course.metresAt({0, 0.0}), 0.0);
        QCOMPARE(course.metresAt({6, 0.5}), 0.625);
        QCOMPARE(course.metresAt({44, 0.9}), 10.0);
        QCOMPARE(course.metresAt({200, 0.0}), 20.0);
        QCOMPARE(course.timeAt(0.625).frame, 6);
        QVERIFY(std::abs(course.timeAt(0.625).fraction - 0.5) < 1e-9);
        QCOMPARE(course.timeAt(10.0), (FrameTime{45, 0.0}));
        QCOMPARE(course.timeAt(99.0), (FrameTime{85, 0.0}));
        QCOMPARE(course.timeAt(-1.0), (FrameTime{4, 0.0}));
        QCOMPARE(course.positionAt(5.0).x, 10.0);
        QCOMPARE(course.positionAt(15.0).x, 105.0);
    }

    void nothingToCompare()
    {
        RunMaker nowhere;
        nowhere.vanish().start();
        const Compared none(nowhere, straight(10.0));
        QCOMPARE(none.course.length(), 0.0);
        QCOMPARE(none.progress.at(5).why, NoNumber::OffPath);
        const Compared other(straight(10.0), nowhere);
        QCOMPARE(other.progress.at(1).why, NoNumber::Outside);
        QCOMPARE(other.whyAt(5.0), NoNumber::Outside);
        QCOMPARE(other.whyAt(11.0), NoNumber::Outside);
    }

    void deltas()
    {
        const Compared both(straight(40.0, 0.25), straight(40.0, 0.5));
        const ProgressSample sample = both.progress.at(30); // 15 m, where A was at frame 60
        QCOMPARE(sample.metres, 15.0);
        QCOMPARE(sample.delta, -1.5);
        QCOMPARE(sample.distance, 0.0);
        QCOMPARE(both.deltaAt(15.1), -1.51);
        QCOMPARE(both.deltaAt(0.0), 0.0);
        QCOMPARE(both.deltaAt(40.0), -4.0);
        QCOMPARE(both.whyAt(40.1), NoNumber::Outside);
        QCOMPARE(both.progress.at(81).why, NoNumber::Outside);
        QCOMPARE(both.progress.at(-1).why, NoNumber::Outside);
    }

    void startsElsewhere()
    {
        RunMaker b({10.0, 0.0, 0.0});
        b.walk({30.0, 0.0, 0.0}, 0.5);
        const Compared both(straight(40.0), b);
        QCOMPARE(both.whyAt(0.0), NoNumber::Outside);
        QCOMPARE(both.whyAt(5.0), NoNumber::Outside);
        QCOMPARE(both.deltaAt(20.0), -3.0);
        QCOMPARE(both.whyAt(35.0), NoNumber::Outside);
    }

    void limits_data()
    {
        QTest::addColumn<glm::dvec3>("place");
        QTest::addColumn<bool>("counts");
        QTest::newRow("at the limit") << glm::dvec3{20.0, 8.0, 0.0} << true;
        QTest::newRow("beyond it") << glm::dvec3{20.0, 8.001, 0.0} << false;
        QTest::newRow("in space") << glm::dvec3{20.0, 5.0, 7.0} << false;
        QTest::newRow("just past the end") << glm::dvec3{41.0, 0.0, 0.0} << true;
        QTest::newRow("past the end") << glm::dvec3{41.1, 0.0, 0.0} << false;
        QTest::newRow("before the start") << glm::dvec3{-2.0, 0.0, 0.0} << false;
    }
    void limits()
    {
        QFETCH(glm::dvec3, place);
        QFETCH(bool, counts);
        RunMaker b;
        b.jump(place);
        const Compared both(straight(40.0), b);
        QCOMPARE(both.progress.at(1).why, counts ? NoNumber::None : NoNumber::OffPath);
        QCOMPARE(std::isnan(both.progress.at(1).delta), !counts);
    }

    /// What a run meets at the crossing is its own way, not the one across.
    void crossingPath_data()
    {
        QTest::addColumn<double>("aside");
        QTest::newRow("on it") << 0.0;
        QTest::newRow("beside it") << 4.0;
    }
    void crossingPath()
    {
        QFETCH(double, aside);
        const Compared both(crossing(0.25), crossing(0.5, aside));
        double before = 0.0;
        for (const ProgressSample& sample : both.progress.byFrame) {
            QCOMPARE(sample.why, NoNumber::None);
            QVERIFY2(sample.metres >= before && sample.metres < before + 2.0 * aside + 1.01,
                     qPrintable(QStringLiteral("%1 m after %2 m").arg(sample.metres).arg(before)));
            before = sample.metres;
        }
        QVERIFY(before > 120.0);
    }

    void lapTwice_data()
    {
        QTest::addColumn<bool>("checkpoints");
        QTest::newRow("told by checkpoints") << true;
        QTest::newRow("told by following") << false;
    }
    void lapTwice()
    {
        QFETCH(bool, checkpoints);
        const Compared both(laps(3, 0.25, checkpoints), laps(3, 0.5, checkpoints));
        QCOMPARE(both.progress.byFrame.size(), std::size_t{481});
        for (FrameNumber f = 0; f <= 480; ++f) {
            QVERIFY(std::abs(both.progress.at(f).metres - 0.5 * static_cast<double>(f)) < 0.5);
            QVERIFY(std::abs(both.progress.at(f).delta + 0.05 * static_cast<double>(f)) < 1e-6);
        }
        QVERIFY(std::abs(both.deltaAt(100.0) + 10.0) < 0.05);
    }

    /// A run begins where the reference does, though it is a trifle nearer to another lap.
    void beginsInTheFirstLap()
    {
        RunMaker b({1.0, 0.0, 0.5});
        b.walk({19.0, 0.0, 0.5}, 0.5);
        const Compared both(laps(3, 0.25, false), b);
        QVERIFY(std::abs(both.progress.at(0).metres - 1.0) < 0.1);
        QVERIFY(std::abs(both.progress.byFrame.back().metres - 19.0) < 0.1);
    }

    /// Coming back to the way after a while beside it is in the same lap, though another's is nearer there.
    void backInTheSameLap_data()
    {
        QTest::addColumn<double>("left"); // metres along the eastern side
        QTest::addColumn<double>("back");
        QTest::newRow("further on") << 1.0 << 19.0;
        QTest::newRow("further back") << 19.0 << 1.0;
    }
    void backInTheSameLap()
    {
        QFETCH(double, left);
        QFETCH(double, back);
        RunMaker b;
        b.walk({20.0, 0.0, 0.0}, 0.5).walk({20.0, 0.0, left}, 0.5).walk({32.0, 0.0, left}, 0.5);
        const FrameNumber away = b.newest();
        b.walk({32.0, 0.0, back}, 0.5).walk({20.0, 0.0, back}, 0.5);
        const Compared both(laps(3, 0.25, false), b);
        QCOMPARE(both.progress.at(away).why, NoNumber::OffPath);
        QCOMPARE(both.progress.byFrame.back().metres, 20.0 + back);
        if (back > left) {
            QCOMPARE(both.whyAt(30.0), NoNumber::OffPath);
            QVERIFY(both.progress.passOf(20.5).has_value());
        }
    }

    void checkpoints_data()
    {
        QTest::addColumn<QByteArrayList>("ids"); // of B at 10, 20 and 30 m
        QTest::addColumn<int>("first");          // frames without a number
        QTest::addColumn<int>("last");
        QTest::newRow("same") << QByteArrayList{"p", "q", "r"} << 99 << 0;
        QTest::newRow("missing") << QByteArrayList{"p", {}, "r"} << 60 << 80;
        QTest::newRow("swapped") << QByteArrayList{"q", "p", "r"} << 20 << 39;
        QTest::newRow("twice") << QByteArrayList{"p", "p", "r"} << 40 << 80;
        QTest::newRow("unknown") << QByteArrayList{"p", "q", "x"} << 60 << 80;
    }
    void checkpoints()
    {
        QFETCH(QByteArrayList, ids);
        QFETCH(int, first);
        QFETCH(int, last);
        RunMaker a;
        RunMaker b;
        for (int i = 0; i < 3; ++i) {
            a.walk({10.0 * (i + 1), 0.0, 0.0}).checkpoint(i == 0 ? "p" : i == 1 ? "q" : "r");
            b.walk({10.0 * (i + 1), 0.0, 0.0}, 0.5);
            if (!ids[i].isEmpty())
                b.checkpoint(ids[i].constData());
        }
        a.walk({40.0, 0.0, 0.0});
        b.walk({40.0, 0.0, 0.0}, 0.5);
        const Compared both(a, b);
        for (FrameNumber f = 0; f <= 80; ++f) {
            const NoNumber why = both.progress.at(f).why;
            const bool differ = f >= first && f <= last;
            QCOMPARE(why == NoNumber::Checkpoints, differ);
            QCOMPARE(std::isnan(both.progress.at(f).delta), why != NoNumber::None);
            if (ids[1] == "q") // who misses one is past the section's end until it is taken
                QCOMPARE(why, differ ? NoNumber::Checkpoints : NoNumber::None);
        }
    }

    /// A failed attempt stays true at its own frames, but at its places the next one counts.
    void resetOfTheRun()
    {
        RunMaker b;
        b.walk({10.0, 0.0, 0.0}, 0.5).checkpoint("p").walk({18.0, 0.0, 0.0}, 0.5); // 20, 36
        b.walk({18.0, -20.0, 0.0}, 1.0).jump({10.0, 0.0, 0.0}).reset();            // 56, 57
        b.walk({40.0, 0.0, 0.0}, 0.5);
        RunMaker a = straight(10.0);
        a.checkpoint("p").walk({40.0, 0.0, 0.0});
        const Compared both(a, b);
        QCOMPARE(both.progress.at(30).metres, 15.0);
        QCOMPARE(both.progress.at(30).delta, -1.5);
        QCOMPARE(both.progress.at(50).why, NoNumber::OffPath);
        QCOMPARE(both.progress.at(57).metres, 10.0);
        QCOMPARE(both.progress.at(57).delta, 17 * 0.05);
        QCOMPARE(both.deltaAt(15.0), 7 * 0.05); // frame 67 against 60
        QCOMPARE(both.progress.passOf(15.0), std::optional(FrameTime{67, 0.0}));
    }

    /// The reference's own failed attempt is no way; the time it took is counted.
    void resetOfTheReference()
    {
        RunMaker a;
        a.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({16.0, 0.0, 0.0}); // 40, 64
        a.walk({16.0, 0.0, 40.0}, 1.0).reset().stand(2);                 // 104: put back two frames later
        a.jump({10.0, 0.0, 0.0}).walk({30.0, 0.0, 0.0});                 // 107, 187
        RunMaker b = straight(10.0, 0.5);
        b.checkpoint("p").walk({30.0, 0.0, 0.0}, 0.5);
        const Compared both(a, b);
        QCOMPARE(both.course.length(), 30.0);
        QCOMPARE(both.course.timeAt(12.0), (FrameTime{115, 0.0}));
        QCOMPARE(both.deltaAt(12.0), (24 - 115) * 0.05);
        QCOMPARE(both.course.metresAt({48, 0.0}), 12.0);
        QVERIFY(std::isnan(both.course.metresAt({90, 0.0})));
        QCOMPARE(both.course.metresAt({115, 0.0}), 12.0);
        RunMaker astray;
        astray.walk({16.0, 0.0, 0.0}, 0.5).walk({16.0, 0.0, 40.0}, 0.5);
        QCOMPARE(Compared(a, astray).progress.byFrame.back().why, NoNumber::OffPath);
    }

    /// An attempt that failed is held against the one of the same number; the last, and whatever the
    /// reference has no such attempt for, against the one that got through.
    void failedAttempts_data()
    {
        QTest::addColumn<int>("frame"); // of the run, which fails at 14, 16 and 15 m
        QTest::addColumn<double>("delta");
        QTest::addColumn<NoNumber>("why");
        QTest::newRow("first") << 48 << 0.0 << NoNumber::None;
        QTest::newRow("second, beyond the reference's first") << 82 << 0.0 << NoNumber::None;
        QTest::newRow("second, where it falls") << 83 << NoValue << NoNumber::OffPath;
        QTest::newRow("third, of which there is none") << 92 << 0.0 << NoNumber::None;
        QTest::newRow("through") << 114 << (114 - 92) * 0.05 << NoNumber::None;
    }
    void failedAttempts()
    {
        QFETCH(int, frame);
        QFETCH(double, delta);
        QFETCH(NoNumber, why);
        // Both: p at 40, 14 m at 56, back at 58, 16 m at 82, back at 84.
        const auto failing = [] {
            RunMaker run;
            run.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({14.0, 0.0, 0.0}).walk({14.0, -20.0, 0.0}, 20.0);
            run.jump({10.0, 0.0, 0.0}).reset().walk({16.0, 0.0, 0.0}).walk({16.0, -20.0, 0.0}, 20.0);
            run.jump({10.0, 0.0, 0.0}).reset();
            return run;
        };
        RunMaker a = failing();
        a.walk({20.0, 0.0, 0.0}).finish();
        RunMaker b = failing();
        b.walk({15.0, 0.0, 0.0}).walk({15.0, -20.0, 0.0}, 20.0);          // 104, 105
        b.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish(); // 106
        const ProgressSample sample = Compared(a, b).progress.at(frame);
        QCOMPARE(sample.why, why);
        QCOMPARE(std::isnan(sample.delta), std::isnan(delta));
        QVERIFY2(std::isnan(delta) || std::abs(sample.delta - delta) < 1e-5,
                 qPrintable(QString::number(sample.delta)));
    }

    /// Where the reference's attempt of the same number had not come to, its next one that did counts.
    void furtherThanTheReference()
    {
        RunMaker a;
        a.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({12.0, 0.0, 0.0}).walk({12.0, -20.0, 0.0}, 20.0); // 49
        a.jump({10.0, 0.0, 0.0}).reset().walk({16.0, 0.0, 0.0}).walk({16.0, -20.0, 0.0}, 20.0); // 50, 75
        a.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish();                       // 76
        RunMaker b;
        b.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({18.0, 0.0, 0.0}).walk({18.0, -20.0, 0.0}, 20.0); // 73
        b.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish();
        const Compared both(a, b);
        const auto deltaOf = [&both](FrameNumber frame) { return both.progress.at(frame).delta; };
        QVERIFY(std::abs(deltaOf(46)) < 1e-5);                     // 11.5 m: the first
        QVERIFY(std::abs(deltaOf(56) - (56 - 66) * 0.05) < 1e-5);  // 14 m: the second
        QVERIFY(std::abs(deltaOf(68) - (68 - 104) * 0.05) < 1e-5); // 17 m: the one that got through
    }

    /// Standing still counts in the attempt in which it was.
    void standsStillInAFailedAttempt()
    {
        RunMaker a;
        a.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({14.0, 0.0, 0.0}).stand(20); // 40, 56, 76
        a.walk({17.0, 0.0, 0.0}).walk({17.0, -20.0, 0.0}, 20.0).jump({10.0, 0.0, 0.0}).reset();
        a.walk({20.0, 0.0, 0.0}).finish();
        RunMaker b;
        b.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({16.0, 0.0, 0.0}).walk({16.0, -20.0, 0.0}, 20.0);
        b.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish(); // 66
        const Compared both(a, b);
        QCOMPARE(both.progress.at(56).why, NoNumber::ReferenceStoodStill); // 14 m
        QVERIFY(std::abs(both.progress.at(48).delta) < 1e-5);              // 12 m
        QCOMPARE(both.progress.at(66 + 16).why, NoNumber::None);           // 14 m
    }

    void referenceStandsStill()
    {
        RunMaker a = straight(20.0);
        a.stand(10).walk({40.0, 0.0, 0.0}); // 80 to 90
        const Compared both(a, straight(40.0, 0.5));
        QVERIFY(both.course.stoodStillAt(19.1) && both.course.stoodStillAt(20.9));
        QVERIFY(!both.course.stoodStillAt(18.5) && !both.course.stoodStillAt(21.5));
        QCOMPARE(both.progress.at(40).why, NoNumber::ReferenceStoodStill);
        QVERIFY(std::isnan(both.progress.at(40).delta));
        QCOMPARE(both.progress.at(40).metres, 20.0);
        QCOMPARE(both.whyAt(20.5), NoNumber::ReferenceStoodStill);
        QCOMPARE(both.deltaAt(15.0), -1.5);
        QCOMPARE(both.deltaAt(30.0), (60 - 130) * 0.05);
        RunMaker slow = straight(20.0);
        slow.stand(2).walk({40.0, 0.0, 0.0}); // no stop: the place counts from the last moment there
        QCOMPARE(Compared(slow, straight(40.0, 0.5)).progress.at(40).delta, (40 - 82) * 0.05);
    }

    void runStandsStill()
    {
        RunMaker b = straight(20.0, 0.5);
        b.stand(30).walk({40.0, 0.0, 0.0}, 0.5);
        const Compared both(straight(40.0), b);
        for (int i = 0; i <= 30; ++i)
            QCOMPARE(both.progress.at(40 + i).delta, (40 + i - 80) * 0.05);
        QCOMPARE(both.progress.passOf(20.0), std::optional(FrameTime{40, 0.0}));
    }

    /// Between the ends of a reference's jump there is no way.
    void jumpInTheReference()
    {
        RunMaker a = straight(20.0);
        a.jump({40.0, 0.0, 0.0}).walk({60.0, 0.0, 0.0});
        const Compared both(a, straight(60.0, 0.5));
        QCOMPARE(both.progress.at(42).why, NoNumber::None); // 1 m past it
        for (FrameNumber f = 43; f < 78; ++f)
            QCOMPARE(both.progress.at(f).why, NoNumber::OffPath);
        QCOMPARE(both.progress.at(80).metres, 20.0);
        QCOMPARE(both.progress.at(100).metres, 30.0);
        QCOMPARE(both.progress.at(100).delta, (100 - 121) * 0.05);
    }

    /// What a run jumped across it has not passed.
    void jumpOfTheRun()
    {
        RunMaker b = straight(10.0, 0.5);
        b.jump({30.0, 0.0, 0.0}).walk({40.0, 0.0, 0.0}, 0.5);
        const Compared both(straight(40.0), b);
        QCOMPARE(both.progress.at(21).metres, 30.0);
        QCOMPARE(both.whyAt(20.0), NoNumber::OffPath);
        QCOMPARE(both.deltaAt(35.0), (31 - 140) * 0.05);
    }

    void walkingBack()
    {
        RunMaker b = straight(20.0, 0.5);
        b.walk({10.0, 0.0, 0.0}, 0.5).walk({40.0, 0.0, 0.0}, 0.5);
        const Compared both(straight(40.0), b);
        QCOMPARE(both.progress.at(50).metres, 15.0);
        QCOMPARE(both.progress.passOf(15.0), std::optional(FrameTime{70, 0.0}));
        QCOMPARE(both.progress.passOf(5.0), std::optional(FrameTime{10, 0.0}));
    }

    /// Both frames of a pass must have a place.
    void gapInTheRun()
    {
        RunMaker b = straight(10.0, 0.5);
        b.vanish().jump({11.0, 0.0, 0.0}).walk({20.0, 0.0, 0.0}, 0.5);
        const Compared both(straight(40.0), b);
        QCOMPARE(both.progress.at(21).why, NoNumber::Outside);
        QVERIFY(!both.progress.passOf(10.5));
        QCOMPARE(both.whyAt(10.5), NoNumber::Outside);
        QVERIFY(both.progress.passOf(11.5));
    }

    /// More of a run changes nothing that was said.
    void growingRun()
    {
        const RunTrack whole = crossing(0.5, 3.0).track();
        const Course course(crossing(0.25).shared());
        const ProgressComparison all = *compareProgress(course, whole, {});
        for (const std::size_t frames : {1U, 40U, 137U, 200U}) {
            RunTrack part = whole;
            part.growing = true;
            part.axis = TimeAxis::uniform(static_cast<FrameNumber>(frames), 1, 20);
            part.positions.resize(frames);
            part.jumped.resize(frames);
            const ProgressComparison now = *compareProgress(course, part, {});
            QCOMPARE(now.byFrame.size(), frames);
            for (std::size_t i = 0; i < frames; ++i) {
                QCOMPARE(now.byFrame[i].metres, all.byFrame[i].metres);
                QCOMPARE(now.byFrame[i].delta, all.byFrame[i].delta);
            }
            QVERIFY(!now.passOf(course.length()));
        }
    }

    /// Whoever takes the short way between two legs comes by the places of the bend without having been near.
    void aBendIsCut()
    {
        RunMaker there;
        there.walk({50.0, 0.0, 0.0}, 0.25).walk({50.0, 0.0, 15.0}, 0.25).walk({0.0, 0.0, 15.0}, 0.25);
        RunMaker across;
        across.walk({20.0, 0.0, 0.0}, 0.25).walk({20.0, 0.0, 15.0}, 0.25).walk({0.0, 0.0, 15.0}, 0.25);
        const Compared both(there, across);
        QVERIFY(std::abs(both.deltaAt(15.0)) < 1e-6);
        for (const double metres : {30.0, 45.0, 57.5, 70.0, 80.0}) {
            QVERIFY2(std::isnan(both.deltaAt(metres)), qPrintable(QString::number(metres)));
            QCOMPARE(both.whyAt(metres), NoNumber::OffPath);
        }
        QVERIFY(std::abs(both.deltaAt(105.0) + 12.0) < 1e-6); // 45 m instead of 105, 5 m/s
    }

    void cancelling()
    {
        std::stop_source stop;
        stop.request_stop();
        const Course course(straight(40.0).shared());
        QCOMPARE(compareProgress(course, straight(40.0).track(), stop.get_token()).error().code,
                 ErrorCode::Cancelled);
    }
};

} // namespace tst_progress

GHOSTLINE_TEST(tst_progress, TestProgress)
#include "tst_progress.moc"
