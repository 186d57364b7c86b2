// SPDX-License-Identifier: GPL-3.0-or-later
// Score, disc, fights and armies over a whole match: what is read of the bundled recordings is what their
// states say, and what the rows of the timeline draw and tell of it.
#include "app/gui/session/match_course.h"
#include "app/gui/timeline/course_lane.h"
#include "app/gui/timeline/fights_lane.h"
#include "app/gui/timeline/key_point_lane.h"
#include "app/gui/timeline/own_flag_lane.h"
#include "app/gui/timeline/possession_lane.h"
#include "model/codec/codec_registry.h"
#include "model/replay/segment.h"
#include "tests/app/gui/told_lanes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTest>

#include <cmath>

namespace tst_course_lanes {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::ActorId;

namespace {

/// A course of two sides in a recording of two teams: half time 0 : 2, end 3 : 2.
LaneData toldCourse(const Told& told)
{
    LaneData data = told.data();
    auto info = std::make_shared<model::ReplayInfo>(*told.info);
    info->matchProperties.resize(3);
    info->actorProperties.resize(1);
    info->scoreboard.score = {model::MatchPropertyId(0), model::MatchPropertyId(1)};
    info->scoreboard.possession = model::MatchPropertyId(2);
    info->scoreboard.strength = model::ActorPropertyId(0);
    auto index = std::make_shared<model::ReplayIndex>(*data.index);
    index->info = info;
    data.index = index;
    MatchCourse course;
    course.score = {{model::fromSeconds(0), {0.0, 0.0}},
                    {model::fromSeconds(50), {0.0, 2.0}},
                    {model::fromSeconds(80), {4.0, 2.0}}};
    course.strength = {{model::fromSeconds(10), {1000.0, 500.0}}};
    course.possession = {{model::fromSeconds(20), model::fromSeconds(30), 0},
                         {model::fromSeconds(30), model::fromSeconds(40), 1}};
    data.course = std::make_shared<const MatchCourse>(std::move(course));
    return data;
}

QString textAt(Lane& lane, double x)
{
    const TimeView view = wholeView();
    const auto hit = lane.hit({x, 5.0}, {view, render::Theme::dark(), QFont(), lane.height()});
    return hit ? hit->text : QString();
}

} // namespace

class TestCourseLanes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void courseOfSamples_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("score and disc") << QStringLiteral("sample-match.butter");
        QTest::newRow("two armies") << QStringLiteral("sample-strategy-game.SC2Replay");
    }

    void courseOfSamples()
    {
        QFETCH(QString, file);
        const QString path =
            QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples/") + file;
        if (!QFile::exists(path))
            QSKIP("this sample was not built");
        const model::CodecRegistry registry;
        auto opened = registry.open(path);
        QVERIFY(opened);
        const std::shared_ptr<model::ReplaySource> source = std::move(*opened);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        const model::ReplayInfo& info = *index->info;
        QVERIFY(hasCourse(info));
        const auto course = readMatchCourse(*source, {});
        QVERIFY(course);
        QCOMPARE(course->score.empty(), info.scoreboard.score.empty());
        QCOMPARE(course->strength.empty(), strengthSides(info).empty());
        QVERIFY(course->possession.empty() == !info.scoreboard.possession);

        std::shared_ptr<const model::Segment> segment;
        model::WorldState state;
        for (int k = 0; k < index->keyframes.count(); ++k) {
            auto read = source->readSegment(k, segment.get(), {});
            QVERIFY(read);
            segment = std::move(*read);
            const model::FrameNumber frame = segment->frames().first;
            segment->sample({frame, 0.0}, model::SamplePolicy::Interpolate, state);
            const model::Micros now = index->timeAxis.timeOf(frame);
            if (const auto step = stepAt(course->score, now)) {
                for (std::size_t team = 0; team < info.scoreboard.score.size(); ++team) {
                    const model::MatchPropertyId id = info.scoreboard.score[team];
                    QCOMPARE(course->score[*step].values[team], info.number(id, state.value(id)));
                }
            }
            if (info.scoreboard.possession) {
                const double team =
                    info.number(info.scoreboard.possession, state.value(info.scoreboard.possession));
                const bool told = std::ranges::any_of(course->possession, [&](const Possession& held) {
                    return held.begin <= now && now < held.end && held.team == static_cast<int>(team);
                });
                QCOMPARE(told, std::isfinite(team) && team >= 0.0);
            }
        }
        // Both sides have something at some time, and it ends as it should.
        for (const auto* steps : {&course->score, &course->strength}) {
            if (steps->empty())
                continue;
            QCOMPARE(steps->front().values.size(), std::size_t{2});
            QVERIFY(std::ranges::is_sorted(*steps, {}, &CourseStep::time));
            for (const std::size_t side : {0U, 1U}) {
                QVERIFY(std::ranges::any_of(*steps,
                                            [side](const CourseStep& s) { return s.values[side] > 0.0; }) ||
                        file.startsWith(QLatin1String("sample-match")));
            }
        }
    }

    void twoSidesAreMirrored()
    {
        const Told told;
        CourseLane lane(CourseLane::Shows::Score);
        QVERIFY(!lane.used());
        lane.setData(toldCourse(told));
        QVERIFY(lane.used());
        const int height = lane.height();
        const QImage picture = painted(lane);
        const int quarter = height / 4;
        QVERIFY(strengthAt(picture, 250, quarter) < 20); // nothing scored
        QVERIFY(strengthAt(picture, 650, quarter) < 20); // the first side has none
        QVERIFY(strengthAt(picture, 650, height / 2 + 4) > 60);
        QVERIFY(strengthAt(picture, 900, quarter) > 60);
        QVERIFY(strengthAt(picture, 900, height - 3) < 20); // half as many
        QCOMPARE(textAt(lane, 900.0), QStringLiteral("Score: Ann 4, Ben 2"));
        QCOMPARE(textAt(lane, 100.0), QStringLiteral("Score: Ann 0, Ben 0"));
        CourseLane army(CourseLane::Shows::Strength);
        army.setData(toldCourse(told));
        QCOMPARE(textAt(army, 50.0), QString()); // before anything is known
        QVERIFY(textAt(army, 500.0).startsWith(QStringLiteral("Army: Ann 1")));
    }

    void theDiscHasAnOwner()
    {
        const Told told;
        PossessionLane lane;
        QVERIFY(!lane.used());
        lane.setData(toldCourse(told));
        QVERIFY(lane.used());
        const QImage picture = painted(lane);
        const int middle = lane.height() / 2;
        const auto teams = told.info->teams;
        const auto near = [&](int x, int team) {
            return distance(picture.pixelColor(x, middle),
                            render::teamColor(render::Theme::dark(), teams, team)) < 160;
        };
        QVERIFY(near(250, 0) && near(350, 1));
        QVERIFY(strengthAt(picture, 100, middle) < 10 && strengthAt(picture, 450, middle) < 10);
        QCOMPARE(textAt(lane, 250.0), QStringLiteral("Ann has the disc"));
        QCOMPARE(textAt(lane, 450.0), QString());
    }

    void keyPointsOfTheCameraAreMarked()
    {
        const Told told;
        model::Sidecar notes;
        LaneData data = told.data();
        data.sidecar = &notes;
        KeyPointLane lane;
        lane.setData(data);
        QVERIFY(!lane.used());
        notes.cameraPath.resize(2);
        notes.cameraPath[0].frame = 200;
        notes.cameraPath[1].frame = 600;
        lane.setData(data);
        QVERIFY(lane.used());
        const QImage picture = painted(lane);
        QVERIFY(strengthAt(picture, 200, lane.height() / 2) > 200);
        QVERIFY(strengthAt(picture, 600, lane.height() / 2) > 200);
        QCOMPARE(textAt(lane, 602.0), QStringLiteral("Camera key point 2 at 1:00.000"));
        QCOMPARE(textAt(lane, 400.0), QString());
    }

    void ownFlagsAreMarked()
    {
        const Told told;
        model::Sidecar notes;
        LaneData data = told.data();
        data.sidecar = &notes;
        OwnFlagLane lane;
        lane.setData(data);
        QVERIFY(!lane.used());
        model::OwnFlag flag;
        flag.frame = 200;
        flag.length = model::fromSeconds(20.0);
        flag.check = QStringLiteral("manual: Eve");
        flag.who.name = QStringLiteral("Ann");
        notes.add(flag);
        lane.setData(data);
        QVERIFY(lane.used());
        const QImage picture = painted(lane);
        QVERIFY(strengthAt(picture, 202, lane.height() / 2 - 3) > 200);
        QVERIFY(strengthAt(picture, 390, lane.height() / 2) > 20); // as long as it lasts
        QCOMPARE(strengthAt(picture, 450, lane.height() / 2), 0);
        QCOMPARE(textAt(lane, 203.0), QStringLiteral("manual: Eve: Ann"));
        QCOMPARE(textAt(lane, 300.0), QString());
    }

    void fightsAreAsHighAsWhatWasLost()
    {
        Told told;
        told.add(Fight, 20.0, 5.0, {0, 1}).losses = {{ActorId{0}, 300.0}, {ActorId{1}, 100.0}};
        told.add(Fight, 60.0, 5.0, {0, 1}).losses = {{ActorId{1}, 100.0}, {ActorId::None, 100.0}};
        told.add(Fight, 80.0, 5.0, {0, 1}); // nobody says what was lost
        FightsLane lane;
        lane.setData(told.data());
        QVERIFY(lane.used());
        QCOMPARE(lane.blocks().size(), std::size_t{2});
        QCOMPARE(lane.blocks()[0].worth, 400.0);
        QCOMPARE(lane.blocks()[0].parts.size(), std::size_t{2});
        QCOMPARE(lane.blocks()[0].parts[0].worth, 300.0);
        const QImage picture = painted(lane);
        const auto high = [&](int x) {
            int rows = 0;
            for (int y = 0; y < picture.height() - 3; ++y)
                rows += strengthAt(picture, x, y) > 60 ? 1 : 0;
            return rows;
        };
        QVERIFY(high(225) > 15);
        QVERIFY(std::abs(high(625) * 2 - high(225)) <= 2);
        QCOMPARE(high(825), 0);
        // The lower three quarters are of who lost more.
        const auto colour = render::teamColor(render::Theme::dark(), told.info->teams, 0);
        QVERIFY(distance(picture.pixelColor(225, picture.height() - 6), colour) < 30);
        QVERIFY(distance(picture.pixelColor(225, 5), colour) > 60);
    }
};

} // namespace tst_course_lanes

GHOSTLINE_TEST(tst_course_lanes, TestCourseLanes, QApplication)
#include "tst_course_lanes.moc"
