// SPDX-License-Identifier: GPL-3.0-or-later
// Where the next checkpoint of a run is marked, and what is written there.
#include "render/actors/goal_mark.h"
#include "render/actors/ground_rings.h"
#include "render/view/label_layer.h"
#include "tests/support/test_driver.h"
#include "world_fixture.h"

#include <QTest>

namespace tst_goal_mark {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::FrameNumber;

namespace {

/// Actor 0 passes "spring", one without a name and the finish, actor 1 "roof"; both stand at x = 3.
ViewContent runContent(FrameNumber now)
{
    test::World w;
    w.add({.position = {3.0, 0.0, 0.0}}, QStringLiteral("Runner"));
    w.add({.position = {3.0, 0.0, 0.0}}, QStringLiteral("Other"));
    w.state.at = {now, 0.0};
    model::RunGoals run;
    const auto add = [&run](FrameNumber frame, ActorId actor, const char* name, int number, double x) {
        run.goals.push_back({.frame = frame,
                             .actor = actor,
                             .name = QString::fromLatin1(name),
                             .number = number,
                             .place = glm::dvec3{x, 0.0, 0.0}});
    };
    add(10, ActorId{0}, "spring", 1, 15.4);
    add(15, ActorId{1}, "roof", 2, 5.0);
    add(20, ActorId{0}, "", 3, 4003.0);
    add(30, ActorId{0}, "", 0, 3.0);
    run.runner = ActorId{0};
    ViewContent content;
    content.index = w.index();
    content.state = w.state;
    content.goals = run;
    return content;
}

QString textOf(const ViewContent& content, const QString& unit = QStringLiteral("m"))
{
    const auto now = goalNow(content);
    GoalText text;
    return now ? text.of(*now, unit) : QString();
}

std::vector<GroundRing> ringsOf(const ViewContent& content)
{
    ActorStyles styles;
    styles.setCast(*content.index->info, content.theme);
    GroundRings rings;
    rings.setIndex(*content.index);
    return rings.at(content, styles);
}

} // namespace

class TestGoalMark : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void text_data()
    {
        QTest::addColumn<FrameNumber>("now");
        QTest::addColumn<int>("selected"); // -1 = nobody
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, FrameNumber now, int selected, const char16_t* text) {
            QTest::newRow(name) << now << selected << QString::fromUtf16(text);
        };
        row("in whole metres", 0, -1, u"spring \u00B7 12 m");
        row("the one selected", 0, 1, u"roof \u00B7 2 m");
        row("passed", 10, -1, u"Checkpoint 3 \u00B7 4,000 m");
        row("somebody else has nothing more", 15, 1, u"");
        row("the finish", 20, -1, u"Finish \u00B7 0 m");
        row("arrived", 30, -1, u"");
    }
    void text()
    {
        QFETCH(FrameNumber, now);
        QFETCH(int, selected);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        ViewContent content = runContent(now);
        content.selection = selected < 0 ? ActorId::None : static_cast<ActorId>(selected);
        QTEST(textOf(content), "text");
    }

    void outOfViewItIsPointedTo_data()
    {
        QTest::addColumn<glm::dvec3>("place");
        QTest::addColumn<QString>("arrow"); // empty = it is seen
        // The camera looks along -Z.
        QTest::newRow("ahead") << glm::dvec3(0.0, 0.0, -50.0) << QString();
        QTest::newRow("above") << glm::dvec3(0.0, 60.0, -30.0) << QStringLiteral("\u2191");
        QTest::newRow("at the right") << glm::dvec3(90.0, 0.0, -10.0) << QStringLiteral("\u2192");
        QTest::newRow("behind, at the left") << glm::dvec3(-50.0, 0.0, 20.0) << QStringLiteral("\u2190");
        QTest::newRow("straight behind") << glm::dvec3(0.0, 0.0, 20.0) << QStringLiteral("\u2193");
        QTest::newRow("where the eye is") << glm::dvec3(0.0) << QStringLiteral("\u2193");
    }
    void outOfViewItIsPointedTo()
    {
        QFETCH(glm::dvec3, place);
        QFETCH(QString, arrow);
        CameraPose camera;
        camera.position = glm::dvec3(0.0);
        camera.target = {0.0, 0.0, -10.0};
        const QSizeF viewport(800.0, 500.0);
        const auto pointer = edgePointer(place, camera, viewport, 100.0);
        QCOMPARE(pointer ? QString(pointer->arrow) : QString(), arrow);
        if (pointer)
            QVERIFY(std::abs(pointer->at.x) <= 342.01 && std::abs(pointer->at.y) <= 250.0);
    }

    void otherUnits()
    {
        QCOMPARE(textOf(runContent(0), QStringLiteral("cells")),
                 QString::fromUtf16(u"spring \u00B7 12 cells"));
    }

    void theTextIsMadeAnewForAnotherMetreOnly()
    {
        ViewContent content = runContent(0);
        GoalText text;
        const auto at = [&content, &text](double x) {
            model::WorldState state = *content.state;
            state.positions[0].x = x;
            content.state = state;
            return text.of(*goalNow(content), QStringLiteral("m"));
        };
        const QString first = at(3.0);
        QCOMPARE(at(3.2).constData(), first.constData()); // 12.4 and 12.2: the very same text
        QVERIFY(at(5.0) != first);
    }

    void aRingIsThere()
    {
        ViewContent content = runContent(0);
        const std::vector<GroundRing> rings = ringsOf(content);
        QCOMPARE(rings.size(), std::size_t{1});
        QCOMPARE(rings[0].centre, (glm::dvec3{15.4, 0.0, 0.0}));
        QVERIFY(rings[0].strong && !rings[0].wide());
    }

    void noRing_data()
    {
        QTest::addColumn<int>("why");
        QTest::newRow("switched off") << 0;
        QTest::newRow("no place is known") << 1;
        QTest::newRow("nothing is passed any more") << 2;
        QTest::newRow("no run") << 3;
    }
    void noRing()
    {
        QFETCH(int, why);
        ViewContent content = runContent(why == 2 ? 30 : 0);
        if (why == 0)
            content.options.nextGoal = false;
        if (why == 1) {
            model::RunGoals run = *content.goals;
            run.goals[0].place.reset();
            content.goals = run;
        }
        if (why == 3)
            content.goals = {};
        QVERIFY(!goalNow(content));
        QVERIFY(ringsOf(content).empty());
    }

    void goalsAreAPart()
    {
        const ViewContent before = runContent(0);
        ViewContent after = before;
        QVERIFY(!changesBetween(before, after));
        after.goals = model::RunGoals(*before.goals);
        QCOMPARE(changesBetween(before, after), ViewChanges(ViewPart::Goals));
    }

    void whoIsNotThereHasNoDistance()
    {
        ViewContent content = runContent(0);
        content.state = [&content] {
            model::WorldState state;
            state.at = content.state->at;
            return state;
        }();
        QCOMPARE(textOf(content), QStringLiteral("spring"));
    }
};

} // namespace tst_goal_mark

GHOSTLINE_TEST(tst_goal_mark, TestGoalMark)
#include "tst_goal_mark.moc"
