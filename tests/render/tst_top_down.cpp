// SPDX-License-Identifier: GPL-3.0-or-later
// The flat map: fits, picks, pans, zooms at the pointer, and draws who moves.
#include "render/top_down_widget.h"
#include "world_fixture.h"

#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::World;

class TestTopDown : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<TopDownWidget> m_map;
    World m_world = World::crossing();

    QPoint find(ActorId id) const
    {
        for (int y = 0; y < m_map->height(); y += 2) {
            for (int x = 0; x < m_map->width(); x += 2) {
                if (m_map->pick(QPointF(x, y)) == id)
                    return {x, y};
            }
        }
        return {-1, -1};
    }

private Q_SLOTS:
    void init()
    {
        m_map = std::make_unique<TopDownWidget>();
        m_map->resize(640, 400);
        m_map->setIndex(m_world.index());
        m_map->setScene(m_world.scene);
        m_map->setState(m_world.state);
        m_map->fitAll();
    }

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
        m_map->setIndex(w.index());
        m_map->setState(w.state);
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
        m_map->setHidden({1});
        QVERIFY(m_map->pick(QPointF(at)) != ActorId(1));
        m_map->setHidden({});
        QCOMPARE(m_map->pick(QPointF(at)), ActorId(1));
    }

    void followsAndSurvivesNothing()
    {
        m_map->setFollowed(ActorId(0));
        QCOMPARE(m_map->pick(QPointF(320, 200)), ActorId(0));
        m_map->setState({});
        m_map->setIndex(nullptr);
        m_map->setScene({});
        m_map->setSelection(ActorId(3));
        m_map->fitSelection();
        QVERIFY(!m_map->grab().isNull());
    }

    void paintsBothThemes()
    {
        m_map->setTheme(Theme::dark());
        const QImage dark = m_map->grab().toImage();
        m_map->setTheme(Theme::light());
        const QImage light = m_map->grab().toImage();
        QVERIFY(dark.pixelColor(4, 4).lightness() < 80);
        QVERIFY(light.pixelColor(4, 4).lightness() > 180);
    }

    void movingActorIsDrawnAnew()
    {
        World w = World::boxes(200);
        m_map->resize(1280, 720);
        m_map->setIndex(w.index());
        m_map->setState(w.state);
        m_map->fitAll();
        QImage before = m_map->grab().toImage();
        // Scenery is kept from paint to paint; who stands in it must not be.
        for (int i = 0; i < 3; ++i) {
            w.state.positions[0].x += 3.0;
            m_map->setState(w.state);
            const QImage now = m_map->grab().toImage();
            QVERIFY2(now != before, qPrintable(QString::number(i)));
            before = now;
        }
    }
};

QTEST_MAIN(TestTopDown)
#include "tst_top_down.moc"
