// SPDX-License-Identifier: GPL-3.0-or-later
// The flat map: fits, picks, pans, zooms at the pointer, also as a minimap.
#include "flat_map.h"
#include "ghost_fixture.h"
#include "render/flat/top_down_widget.h"
#include "render/view/viewport.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QApplication>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

namespace tst_top_down {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::ActorShape;
using test::World;

class TestTopDown : public QObject, protected test::FlatMap
{
    Q_OBJECT

private Q_SLOTS:
    void init() { showCrossing(); }

    void fitShowsEveryone()
    {
        for (const unsigned id : {0U, 1U, 2U, 3U, 4U})
            QVERIFY2(find(ActorId(id)).x() >= 0, qPrintable(QString::number(id)));
    }

    void northIsUpAndEastIsRight()
    {
        World w;
        w.add({.position = {0.0, 0.0, -50.0}});
        w.add({.position = {50.0, 0.0, 0.0}});
        w.add({.position = {-50.0, 0.0, 50.0}});
        test::showIndex(*m_map, w.index());
        test::showState(*m_map, w.state);
        m_map->fitAll();
        QVERIFY(find(ActorId(0)).y() < find(ActorId(2)).y());
        QVERIFY(find(ActorId(1)).x() > find(ActorId(0)).x());
    }

    void clickAndHover()
    {
        QSignalSpy clicked(m_map.get(), &TopDownWidget::clicked);
        QSignalSpy hovered(m_map.get(), &TopDownWidget::hovered);
        const QPoint at = find(ActorId(1)) + QPoint(2, 2);
        QTest::mouseMove(m_map.get(), at);
        QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, at);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].value<ActorId>(), ActorId(1));
        QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(clicked[1][0].value<ActorId>(), ActorId::None);
    }

    void dragPans()
    {
        QSignalSpy clicked(m_map.get(), &TopDownWidget::clicked);
        const QPoint before = find(ActorId(0));
        QTest::mousePress(m_map.get(), Qt::LeftButton, {}, QPoint(300, 200));
        QMouseEvent move(QEvent::MouseMove, QPointF(350, 200), m_map->mapToGlobal(QPointF(350, 200)),
                         Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_map.get(), &move);
        QTest::mouseRelease(m_map.get(), Qt::LeftButton, {}, QPoint(350, 200));
        QCOMPARE(clicked.count(), 0);
        QVERIFY(qAbs(find(ActorId(0)).x() - before.x() - 50) <= 2);
    }

    void wheelKeepsThePointUnderThePointer()
    {
        const QPoint at = find(ActorId(0)) + QPoint(3, 3);
        QWheelEvent wheel(QPointF(at), m_map->mapToGlobal(QPointF(at)), {}, QPoint(0, 360), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_map.get(), &wheel);
        QCOMPARE(m_map->pick(QPointF(at)), ActorId(0));
    }

    void hiddenAreNeitherDrawnNorPicked()
    {
        const QPoint at = find(ActorId(1)) + QPoint(2, 2);
        test::showHidden(*m_map, {1});
        QVERIFY(m_map->pick(QPointF(at)) != ActorId(1));
        test::showHidden(*m_map, {});
        QCOMPARE(m_map->pick(QPointF(at)), ActorId(1));
    }

    void ghostsAreOutlinesAndNeverPicked_data()
    {
        QTest::addColumn<bool>("compact");
        QTest::newRow("map") << false;
        QTest::newRow("minimap") << true;
    }
    void ghostsAreOutlinesAndNeverPicked()
    {
        QFETCH(bool, compact);
        World w;
        w.add({.position = {-20.0, 0.0, 0.0}});
        w.add({.position = {20.0, 0.0, 0.0}});
        World other;
        other.add({.shape = ActorShape::Capsule, .half = {2.0F, 1.0F, 2.0F}}, QStringLiteral("best"));
        m_map->setCompact(compact);
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, {});
        test::showState(*m_map, w.state);
        m_map->fitAll();
        const QImage bare = m_map->grab().toImage();
        const std::vector<GhostFigure> ghosts = test::ghostsOf(other);
        test::showGhosts(*m_map, ghosts);
        const QImage with = m_map->grab().toImage();
        const QColor hue = Theme::dark().hue(ghosts[0].hue);
        int drawn = 0;
        for (int y = 180; y < 220; ++y) {
            for (int x = 280; x < 360; ++x)
                drawn += with.pixelColor(x, y) == hue ? 1 : 0;
        }
        QVERIFY2(drawn > 8, qPrintable(QString::number(drawn)));
        QCOMPARE(with.pixelColor(320, 200), bare.pixelColor(320, 200)); // open in the middle
        QCOMPARE(m_map->pick(QPointF(320, 200)), ActorId::None);
        Trail path{
            .actor = ActorId::None, .points = {{0.0, 0.0, 8.0}, {0.0, 0.0, 2.0}}, .hue = ghosts[0].hue};
        test::showGhostTrails(*m_map, {path});
        QVERIFY(m_map->grab().toImage() != with);
        test::showGhostTrails(*m_map, {});
        test::showGhosts(*m_map, {});
        QCOMPARE(m_map->grab().toImage(), bare);
    }

    void followsAndSurvivesNothing()
    {
        m_map->setFollowed(ActorId(0));
        QCOMPARE(m_map->pick(QPointF(320, 200)), ActorId(0));
        test::showState(*m_map, {});
        test::showIndex(*m_map, nullptr);
        test::showScene(*m_map, {});
        test::showSelection(*m_map, ActorId(3));
        m_map->fitSelection();
        QVERIFY(!m_map->grab().isNull());
    }

    void aSmallMapShowsTheWholeStage_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("camera"); // where the stage's own camera stands, across
        QTest::addColumn<int>("east");      // where +X is drawn: 0 right, 1 down, 2 up
        QTest::newRow("high") << QSize(150, 300) << 0.0 << 0;
        QTest::newRow("wide: seen from the west") << QSize(300, 150) << 0.0 << 2;
        QTest::newRow("wide: seen from its camera in the east") << QSize(300, 150) << 29.0 << 1;
    }
    void aSmallMapShowsTheWholeStage()
    {
        QFETCH(QSize, size);
        QFETCH(double, camera);
        QFETCH(int, east);
        World w;
        w.add({.position = {0.0, 0.0, 0.0}});
        w.add({.position = {14.0, 0.0, 0.0}});
        w.add({.position = {0.0, 0.0, 35.0}});
        w.scene.bounds.include({-16.0, -5.0, -40.0});
        w.scene.bounds.include({16.0, 5.0, 40.0});
        if (camera != 0.0)
            w.scene.cameras.push_back({QStringLiteral("Side"), {camera, 9.0, 0.0}, {}, 52.0, true});
        TopDownWidget map;
        map.setCompact(true);
        map.resize(size);
        test::showIndex(map, w.index());
        test::showScene(map, w.scene);
        test::showState(map, w.state);
        (void)map.grab();
        const auto at = [&map](ActorId id) {
            for (int y = 0; y < map.height(); ++y) {
                for (int x = 0; x < map.width(); ++x) {
                    if (map.pick(QPointF(x, y)) == id)
                        return QPoint(x, y);
                }
            }
            return QPoint(-1, -1);
        };
        const QPoint middle = at(ActorId(0)), eastward = at(ActorId(1)), southward = at(ActorId(2));
        QVERIFY(middle.x() > 0 && eastward.x() > 0 && southward.x() > 0);
        const QPoint step = eastward - middle;
        if (east == 0)
            QVERIFY(step.x() > 10 && qAbs(step.y()) < 6);
        else
            QVERIFY(qAbs(step.x()) < 6 && (east == 1 ? step.y() > 10 : step.y() < -10));
        // It fills what there is: the stage's long side lies along the map's.
        const int length = (southward - middle).manhattanLength();
        QVERIFY2(length > qMax(size.width(), size.height()) / 4, qPrintable(QString::number(length)));
        // A click on the ground says where.
        QSignalSpy places(&map, &TopDownWidget::placeClicked);
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(size.width() / 2 + 20, size.height() / 2 + 12));
        QCOMPARE(places.count(), 1);
        const auto place = places[0][0].value<glm::dvec3>();
        map.centreOn(place);
        QVERIFY(place != glm::dvec3(0.0));
        w.state.positions[0] = place;
        test::showState(map, w.state);
        QCOMPARE(map.pick(QPointF(size.width() * 0.5, size.height() * 0.5)), ActorId(0));
    }

    void aSmallMapStaysWhereTheUserPutIt()
    {
        m_map->setCompact(true);
        (void)m_map->grab();
        const QPoint before = find(ActorId(0));
        QTest::keyClick(m_map.get(), Qt::Key_Plus);
        const QPoint zoomed = find(ActorId(0));
        QVERIFY(zoomed != before);
        test::showScene(*m_map, m_world.scene);
        m_map->resize(m_map->size() + QSize(2, 0));
        (void)m_map->grab();
        QVERIFY((find(ActorId(0)) - zoomed).manhattanLength() <= 4);
        m_map->fitAll();
        QVERIFY((find(ActorId(0)) - before).manhattanLength() <= 6);
    }
};

} // namespace tst_top_down

GHOSTLINE_TEST(tst_top_down, TestTopDown, QApplication)
#include "tst_top_down.moc"
