// SPDX-License-Identifier: GPL-3.0-or-later
// Whom a text on a command line means.
#include "model/replay/named_actors.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_named_actors {

using namespace ghostline::model;

class TestNamedActors : public QObject
{
    Q_OBJECT

    /// Two cars, one van, and a second life of number 500.
    static ReplayInfo traffic()
    {
        ReplayInfo info;
        const char* const names[] = {"Car", "Car 2", "Van", "Van again"};
        const std::int64_t natives[] = {500, 501, 502, 500};
        for (std::size_t i = 0; i < std::size(names); ++i) {
            ActorInfo actor;
            actor.id = static_cast<ActorId>(i);
            actor.name = QLatin1String(names[i]);
            actor.nativeId = natives[i];
            info.cast.push_back(actor);
        }
        return info;
    }
    static QList<int> numbers(const std::vector<ActorId>& ids)
    {
        QList<int> list;
        for (const ActorId id : ids)
            list << static_cast<int>(index(id));
        return list;
    }

private Q_SLOTS:
    void named_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("id") << QStringLiteral("2") << QList<int>{2};
        QTest::newRow("no such id") << QStringLiteral("4") << QList<int>{};
        QTest::newRow("native id, each life") << QStringLiteral("native:500") << QList<int>{0, 3};
        QTest::newRow("no such native id") << QStringLiteral("native:7") << QList<int>{};
        QTest::newRow("a whole name is just that") << QStringLiteral("car") << QList<int>{0};
        QTest::newRow("a part of names") << QStringLiteral("AN") << QList<int>{2, 3};
        QTest::newRow("nobody") << QStringLiteral("tram") << QList<int>{};
        QTest::newRow("nothing") << QString() << QList<int>{};
    }
    void named()
    {
        QFETCH(QString, text);
        QFETCH(QList<int>, expected);
        QCOMPARE(numbers(actorsNamed(text, traffic())), expected);
    }

    void whoIsThereIsLookedAt()
    {
        const ReplayInfo info = traffic();
        WorldState state;
        QCOMPARE(actorNamed(QStringLiteral("native:500"), info, state), ActorId(0));
        state.resize(1, 0);
        state.ids[0] = ActorId(3);
        QCOMPARE(actorNamed(QStringLiteral("native:500"), info, state), ActorId(3));
        QCOMPARE(actorNamed(QStringLiteral("tram"), info, state), ActorId::None);
    }
};

} // namespace tst_named_actors

GHOSTLINE_TEST(tst_named_actors, TestNamedActors)
#include "tst_named_actors.moc"
