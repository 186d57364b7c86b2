// SPDX-License-Identifier: GPL-3.0-or-later
// How a recording is first looked at, by what it holds.
#include "app/gui/view/first_sight.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_first_sight {

using namespace ghostline;
using render::CameraMode;

class TestFirstSight : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void byWhatItIs_data();
    void byWhatItIs();
};

void TestFirstSight::byWhatItIs_data()
{
    QTest::addColumn<QList<int>>("principals");
    QTest::addColumn<bool>("focus");
    QTest::addColumn<bool>("census");
    QTest::addColumn<bool>("observer");
    QTest::addColumn<bool>("cameras");
    QTest::addColumn<bool>("heightless");
    QTest::addColumn<CameraMode>("mode");
    QTest::addColumn<int>("subject"); // -1 = nobody
    using L = QList<int>;
    QTest::newRow("nothing") << L{} << false << false << false << false << false << CameraMode::Orbit << -1;
    QTest::newRow("a run") << L{0} << false << false << false << false << false << CameraMode::Follow << 0;
    QTest::newRow("somebody's drive")
        << L{3} << false << false << false << true << false << CameraMode::Follow << 3;
    QTest::newRow("traffic without a hero")
        << L{} << false << false << false << true << false << CameraMode::Orbit << -1;
    QTest::newRow("two who matter") << L{1, 2} << false << false << false << false << false
                                    << CameraMode::Orbit << -1;
    QTest::newRow("an arena") << L{0, 1, 2} << true << false << false << true << false << CameraMode::Director
                              << -1;
    QTest::newRow("an arena with one player")
        << L{0} << true << false << false << true << false << CameraMode::Director << -1;
    QTest::newRow("a ball and no place for cameras")
        << L{} << true << false << false << false << false << CameraMode::Orbit << -1;
    QTest::newRow("armies that are counted")
        << L{0, 1} << false << true << false << true << false << CameraMode::TopDown << -1;
    QTest::newRow("tables for observers")
        << L{0, 1} << false << false << true << false << false << CameraMode::TopDown << -1;
    QTest::newRow("no heights") << L{} << false << false << false << true << true << CameraMode::TopDown
                                << -1;
    QTest::newRow("one army alone") << L{0} << false << true << true << true << true << CameraMode::TopDown
                                    << -1;
}

void TestFirstSight::byWhatItIs()
{
    QFETCH(QList<int>, principals);
    QFETCH(bool, focus);
    QFETCH(bool, census);
    QFETCH(bool, observer);
    QFETCH(bool, cameras);
    QFETCH(bool, heightless);
    QFETCH(CameraMode, mode);
    QFETCH(int, subject);
    model::ReplayInfo info;
    for (int i = 0; i < 4; ++i) {
        model::ActorInfo actor;
        actor.id = static_cast<model::ActorId>(i);
        actor.principal = principals.contains(i);
        info.cast.push_back(actor);
    }
    info.cast.back().focus = focus;
    if (census) {
        info.census.type = model::ActorPropertyId(0);
        info.census.group = model::ActorPropertyId(1);
    }
    if (observer)
        info.observer.emplace_back();
    model::SceneDescription scene;
    scene.heightless = heightless;
    if (cameras)
        scene.cameras.push_back({QStringLiteral("One"), {0.0, 10.0, 0.0}, {}, 60.0, false});
    const app::FirstSight sight = app::firstSight(info, scene);
    QCOMPARE(sight.mode, mode);
    QCOMPARE(sight.subject, subject < 0 ? model::ActorId::None : static_cast<model::ActorId>(subject));
}

} // namespace tst_first_sight

GHOSTLINE_TEST(tst_first_sight, TestFirstSight)
#include "tst_first_sight.moc"
