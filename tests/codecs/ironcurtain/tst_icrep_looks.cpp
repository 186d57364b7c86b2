// SPDX-License-Identifier: GPL-3.0-or-later
// Which silhouette a type has, by its kind and what it is for.
#include "codecs/ironcurtain/replay/looks.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_looks {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using model::ActorShape;

class TestIcrepLooks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shapes_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("identifier");
        QTest::addColumn<bool>("harvester");
        QTest::addColumn<int>("shape");
        const auto row = [](const char* identifier, UnitKind kind, ActorShape shape, bool harvester = false) {
            QTest::newRow(identifier)
                << static_cast<int>(kind) << QByteArray(identifier) << harvester << static_cast<int>(shape);
        };
        row("e1", UnitKind::Infantry, ActorShape::Infantry);
        row("medi", UnitKind::Infantry, ActorShape::Caster);
        row("2tnk", UnitKind::Vehicle, ActorShape::Armour);
        row("jeep", UnitKind::Vehicle, ActorShape::Vehicle);
        row("harv", UnitKind::Vehicle, ActorShape::Worker);
        row("my own harvester", UnitKind::Vehicle, ActorShape::Worker, true);
        row("nobody knows this", UnitKind::Vehicle, ActorShape::Armour);
        row("yak", UnitKind::Aircraft, ActorShape::Aircraft);
        row("dd", UnitKind::Ship, ActorShape::Box);
        row("powr", UnitKind::Building, ActorShape::Building);
        row("fact", UnitKind::Building, ActorShape::Hexagon);
    }
    void shapes()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, identifier);
        QFETCH(bool, harvester);
        QFETCH(int, shape);
        Looks looks;
        const Duty duty = dutyOf(identifier.toStdString(), harvester);
        const auto unit = static_cast<UnitKind>(kind);
        const int look = looks.add(unit, duty, 3, 2);
        const model::ActorLook& made = looks.all()[static_cast<std::size_t>(look)];
        QCOMPARE(static_cast<int>(made.shape), shape);
        QCOMPARE(looks.find(unit, duty, 3, 2), look);
        QCOMPARE(looks.add(unit, duty, 3, 2), look);
        if (unit == UnitKind::Building) {
            QVERIFY(made.boxHalf.x > 1.4F && made.boxHalf.x < 1.5F);
            QVERIFY(made.boxHalf.z > 0.9F && made.boxHalf.z < 1.0F);
        }
        if (unit == UnitKind::Aircraft)
            QVERIFY(made.boxCentre.y - made.boxHalf.y > 1.0F); // it flies
    }
};

} // namespace tst_icrep_looks

GHOSTLINE_TEST(tst_icrep_looks, TestIcrepLooks)
#include "tst_icrep_looks.moc"
