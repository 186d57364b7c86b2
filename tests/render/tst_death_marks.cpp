// SPDX-License-Identifier: GPL-3.0-or-later
// Where units died a moment ago, in the colour of their team, fading for two seconds.
#include "render/actors/ground_rings.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_death_marks {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;

namespace {

struct Fallen
{
    std::shared_ptr<model::ReplayInfo> info = std::make_shared<model::ReplayInfo>();
    std::shared_ptr<model::EventTable> table = std::make_shared<model::EventTable>();

    Fallen() { table->kinds.resize(1); }
    ActorId unit(model::ActorKind kind, int team, model::FrameNumber end)
    {
        model::ActorInfo actor;
        actor.id = static_cast<ActorId>(info->cast.size());
        actor.name = QStringLiteral("one");
        actor.kind = kind;
        actor.team = team;
        actor.life = {0, end};
        info->cast.push_back(actor);
        return actor.id;
    }
    void tell(model::FrameNumber frame, double x, std::vector<ActorId> actors, bool placed = true)
    {
        model::Event event;
        event.frame = frame;
        event.time = model::fromSeconds(static_cast<double>(frame) / 10.0);
        event.placed = placed;
        event.place = {x, 0.0, 0.0};
        event.actors = std::move(actors);
        table->events.push_back(std::move(event));
    }
    model::ReplayIndex index() const
    {
        model::ReplayIndex made;
        made.timeAxis = model::TimeAxis::uniform(1000, 1, 10);
        made.info = info;
        made.events = table;
        return made;
    }
};

} // namespace

class TestDeathMarks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whoDied_data()
    {
        QTest::addColumn<int>("end");   // of the unit's life, frames
        QTest::addColumn<int>("frame"); // of the event
        QTest::addColumn<bool>("placed");
        QTest::addColumn<int>("marks");
        QTest::newRow("died") << 100 << 100 << true << 1;
        QTest::newRow("a frame later") << 101 << 100 << true << 1;
        QTest::newRow("lives on") << 900 << 100 << true << 0;
        QTest::newRow("nobody knows where") << 100 << 100 << false << 0;
    }
    void whoDied()
    {
        QFETCH(int, end);
        QFETCH(int, frame);
        QFETCH(bool, placed);
        Fallen fallen;
        const ActorId player = fallen.unit(model::ActorKind::Player, 0, 1000);
        const ActorId victim = fallen.unit(model::ActorKind::Unit, 0, end);
        const ActorId killer = fallen.unit(model::ActorKind::Unit, 1, frame); // dies elsewhere
        fallen.tell(frame, 4.0, {player, victim, killer}, placed);
        DeathMarks marks;
        marks.setIndex(fallen.index());
        const auto shown = marks.at(model::fromSeconds(10.5));
        QTEST(static_cast<int>(shown.size()), "marks");
        for (const DeathMark& mark : shown) {
            QCOMPARE(mark.actor, victim);
            QCOMPARE(mark.place.x, 4.0);
        }
    }

    void fadesForTwoSeconds_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<int>("marks");
        QTest::addColumn<double>("strength"); // of the last one
        QTest::newRow("before") << 9.9 << 0 << 0.0;
        QTest::newRow("the first one falls") << 10.0 << 1 << 1.0;
        QTest::newRow("both") << 11.5 << 2 << 0.75;
        QTest::newRow("the second one is left") << 12.5 << 1 << 0.25;
        QTest::newRow("over") << 13.1 << 0 << 0.0;
    }
    void fadesForTwoSeconds()
    {
        QFETCH(double, seconds);
        QFETCH(int, marks);
        QFETCH(double, strength);
        Fallen fallen;
        fallen.info->teams = {{QStringLiteral("Blue"), 0}, {QStringLiteral("Red"), 3}};
        const ActorId unit = fallen.unit(model::ActorKind::Unit, 0, 100);
        const ActorId building = fallen.unit(model::ActorKind::Structure, 1, 110);
        fallen.tell(100, 1.0, {unit});
        fallen.tell(110, 2.0, {building});
        fallen.tell(110, 3.0, {building}); // told twice
        const model::ReplayIndex index = fallen.index();
        ActorStyles styles;
        styles.setCast(*fallen.info, Theme::dark());
        GroundRings rings;
        rings.setIndex(index);
        ViewContent content;
        content.index = index;
        model::WorldState state;
        state.time = model::fromSeconds(seconds);
        content.state = state;
        const auto& drawn = rings.at(content, styles);
        QCOMPARE(static_cast<int>(drawn.size()), marks);
        if (marks > 0) {
            const bool second = drawn.back().centre.x > 1.5;
            QVERIFY(std::abs(static_cast<double>(drawn.back().colour.a) - strength) < 1e-5);
            QCOMPARE(glm::vec3(drawn.back().colour), glm::vec3(styles.teamColour(second ? 1 : 0)));
        }
        content.options.unitMarks = false;
        QVERIFY(rings.at(content, styles).empty());
    }
};

} // namespace tst_death_marks

GHOSTLINE_TEST(tst_death_marks, TestDeathMarks)
#include "tst_death_marks.moc"
