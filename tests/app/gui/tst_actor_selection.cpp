// SPDX-License-Identifier: GPL-3.0-or-later
// Whom the user attends to: each change is told once, and what does not change is not told.
#include "app/gui/session/actor_selection.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_actor_selection {

using namespace ghostline;
using app::ActorSelection;
using model::ActorId;

namespace {

model::ReplayInfo match(bool sight)
{
    const auto player = [](quint32 id, int team) {
        model::ActorInfo actor;
        actor.id = ActorId{id};
        actor.kind = model::ActorKind::Player;
        actor.team = team;
        return actor;
    };
    model::ReplayInfo info;
    info.cast = {player(0, 0), player(1, 1), player(2, -1)};
    info.cast.push_back(player(3, 1));
    info.cast.back().kind = model::ActorKind::Other;
    if (sight)
        info.marks.sight = model::ActorPropertyId{0};
    return info;
}

} // namespace

class TestActorSelection : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void changesAreToldOnce()
    {
        ActorSelection actors;
        const QSignalSpy selected(&actors, &ActorSelection::selectedChanged);
        const QSignalSpy followed(&actors, &ActorSelection::followedChanged);
        actors.select(ActorId{2});
        actors.select(ActorId{2});
        actors.follow(ActorId{1});
        actors.follow(ActorId{1});
        QCOMPARE(selected.count(), 1);
        QCOMPARE(followed.count(), 1);
        QCOMPARE(actors.selected(), ActorId{2});
        QCOMPARE(actors.followed(), ActorId{1});
        actors.select(ActorId::None);
        QCOMPARE(selected.count(), 2);
    }

    void hiddenActorsComeBack()
    {
        ActorSelection actors;
        const QSignalSpy hidden(&actors, &ActorSelection::hiddenChanged);
        actors.setHidden({ActorId{1}, ActorId{2}}, true);
        actors.setHidden({ActorId{2}}, true);
        QCOMPARE(hidden.count(), 1);
        actors.setHidden({ActorId{1}}, false);
        QCOMPARE(hidden.count(), 2);
        QCOMPARE(actors.hidden(), QSet<quint32>{2});
    }

    void perspectivesAreThoseOfPlayersWithTeams()
    {
        QCOMPARE(app::perspectivesIn(match(true)), (std::vector<ActorId>{ActorId{0}, ActorId{1}}));
        QVERIFY(app::perspectivesIn(match(false)).empty());
    }

    void aPerspectiveIsThatOfItsTeam()
    {
        ActorSelection actors;
        const QSignalSpy changed(&actors, &ActorSelection::perspectiveChanged);
        QCOMPARE(actors.perspectiveTeam(match(true)), -1);
        actors.setPerspective(ActorId{1});
        actors.setPerspective(ActorId{1});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(actors.perspectiveTeam(match(true)), 1);
    }
};

} // namespace tst_actor_selection

GHOSTLINE_TEST(tst_actor_selection, TestActorSelection)
#include "tst_actor_selection.moc"
