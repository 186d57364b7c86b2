// SPDX-License-Identifier: GPL-3.0-or-later
// Names on the flat map: who has room for one, at which side, and that no plate hides a mark.
#include "flat_map.h"
#include "render/labels/map_labels.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QApplication>
#include <QtTest>

namespace tst_map_labels {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using Rank = MapLabels::Rank;

namespace {

constexpr QSizeF View(640.0, 400.0);

QRectF markAt(double x, double y) { return {x - 4.0, y - 4.0, 8.0, 8.0}; }

QFontMetrics metrics() { return QFontMetrics(QFont()); }

bool apart(const std::vector<MapLabels::Label>& labels)
{
    for (const MapLabels::Label& a : labels) {
        for (const MapLabels::Label& b : labels) {
            if (&a != &b && a.plate.intersects(b.plate))
                return false;
        }
    }
    return true;
}

} // namespace

class TestMapLabels : public QObject, protected test::FlatMap
{
    Q_OBJECT

    QPoint pixel(const glm::dvec3& place) const
    {
        const glm::dvec3 from = m_map->groundAt({0.0, 0.0});
        const glm::dvec3 span = m_map->groundAt({View.width(), View.height()}) - from;
        return {qRound((place.x - from.x) / span.x * View.width()),
                qRound((place.z - from.z) / span.z * View.height())};
    }

private Q_SLOTS:
    void init() { showCrossing(); }

    void betterOnesKeepTheirPlace_data()
    {
        QTest::addColumn<Rank>("first");
        QTest::addColumn<Rank>("second");
        QTest::newRow("chosen") << Rank::Chosen << Rank::Followed;
        QTest::newRow("followed") << Rank::Followed << Rank::Principal;
        QTest::newRow("principal") << Rank::Principal << Rank::Other;
        QTest::newRow("prop") << Rank::Other << Rank::Place;
    }
    /// The lesser one, though it came first, moves to another side.
    void betterOnesKeepTheirPlace()
    {
        QFETCH(Rank, first);
        QFETCH(Rank, second);
        MapLabels labels;
        labels.add(QStringLiteral("lesser"), markAt(300.0, 195.0), second);
        labels.add(QStringLiteral("better"), markAt(300.0, 205.0), first);
        labels.place(metrics(), View);
        const auto& placed = labels.placed();
        QCOMPARE(placed.size(), 2U);
        QCOMPARE(placed[0].text, QStringLiteral("better"));
        QVERIFY(placed[0].plate.left() > 300.0 && placed[0].plate.bottom() < 205.0);
        QVERIFY(apart(placed));
    }

    void marksAreLeftFree()
    {
        MapLabels labels;
        const QRectF own = markAt(300.0, 200.0);
        const QRectF other = markAt(330.0, 190.0);
        labels.add(QStringLiteral("somebody"), own, Rank::Principal);
        labels.addMark(own);
        labels.addMark(other);
        labels.place(metrics(), View);
        QCOMPARE(labels.placed().size(), 1U);
        QVERIFY(!labels.placed()[0].plate.intersects(other));
        QVERIFY(!labels.placed()[0].plate.intersects(own));
    }

    void thoseWithoutRoomAreLeftOut()
    {
        MapLabels labels;
        for (int i = 0; i < 200; ++i)
            labels.add(QStringLiteral("one of many"), markAt(300.0 + i % 3, 200.0), Rank::Other);
        labels.add(QStringLiteral("chosen"), markAt(301.0, 200.0), Rank::Chosen);
        labels.place(metrics(), View);
        const auto& placed = labels.placed();
        QVERIFY2(placed.size() >= 2 && placed.size() <= 4, qPrintable(QString::number(placed.size())));
        QCOMPARE(placed[0].text, QStringLiteral("chosen"));
        QVERIFY(apart(placed));
    }

    /// Whatever lies about.
    void chosenIsAlwaysNamed()
    {
        MapLabels labels;
        labels.add(QStringLiteral("chosen"), markAt(300.0, 200.0), Rank::Chosen);
        labels.add(QStringLiteral("prop"), markAt(300.0, 300.0), Rank::Other);
        for (int y = 150; y < 350; y += 8) {
            for (int x = 280; x < 320; x += 8)
                labels.addMark(markAt(x, y));
        }
        labels.place(metrics(), View);
        QCOMPARE(labels.placed().size(), 1U);
        QCOMPARE(labels.placed()[0].text, QStringLiteral("chosen"));
    }

    void namesStayWithinTheMap_data()
    {
        QTest::addColumn<QPointF>("at");
        QTest::newRow("top left") << QPointF(2.0, 2.0);
        QTest::newRow("bottom right") << QPointF(638.0, 398.0);
        QTest::newRow("beyond") << QPointF(660.0, -20.0);
    }
    void namesStayWithinTheMap()
    {
        QFETCH(QPointF, at);
        MapLabels labels;
        labels.add(QStringLiteral("somebody with a rather long name indeed, as some are"),
                   markAt(at.x(), at.y()), Rank::Principal);
        labels.place(metrics(), View);
        QCOMPARE(labels.placed().size(), 1U);
        const QRectF plate = labels.placed()[0].plate;
        QVERIFY(QRectF(QPointF(), View).contains(plate));
        QVERIFY(plate.width() < 200.0);
    }

    /// In a crowd where every side is taken.
    void marksAreDrawnOverPlates()
    {
        test::World w;
        for (int x = -12; x <= 12; ++x) {
            for (int z = -8; z <= 8; ++z)
                w.add({.shape = model::ActorShape::Sphere, .position = {x * 3.0, 0.0, z * 3.0}},
                      QStringLiteral("W"));
        }
        const ActorId middle{12U * 17U + 8U};
        w.info->cast[model::index(middle)].name = QStringLiteral("                    .");
        ViewOptions options;
        options.labels = false;
        test::showOptions(*m_map, options);
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, {});
        test::showState(*m_map, w.state);
        m_map->fitAll();
        const QImage bare = m_map->grab().toImage();
        test::showSelection(*m_map, middle);
        const QImage named = m_map->grab().toImage();
        QVERIFY(named != bare);
        for (const unsigned id : {12U * 17U + 7U, 13U * 17U + 7U, 14U * 17U + 7U}) {
            const QPoint at = pixel(w.state.positions[id]);
            QCOMPARE(named.pixelColor(at), bare.pixelColor(at));
        }
    }

    /// As in a match: the names of two that stand close are both to be read, and cover neither.
    void thoseCloseTogetherAreBothSeen()
    {
        test::World w;
        const ActorId one = w.add({.position = {0.0, 0.0, 0.0}}, QStringLiteral("Blue 4 Osprey"));
        const ActorId other = w.add({.position = {4.0, 0.0, -1.0}}, QStringLiteral("Blue 3 Swift"));
        w.add({.position = {-20.0, 0.0, -12.0}});
        w.add({.position = {20.0, 0.0, 12.0}});
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, {});
        test::showState(*m_map, w.state);
        m_map->fitAll();
        const QImage named = m_map->grab().toImage();
        ViewOptions options;
        options.labels = false;
        test::showOptions(*m_map, options);
        const QImage bare = m_map->grab().toImage();
        QVERIFY(named != bare);
        for (const ActorId id : {one, other}) {
            const QPoint at = pixel(w.state.positions[model::index(id)]);
            QCOMPARE(m_map->pick(QPointF(at)), id);
            const QRect mark(at - QPoint(4, 4), QSize(9, 9));
            QCOMPARE(named.copy(mark), bare.copy(mark));
        }
    }
};

} // namespace tst_map_labels

GHOSTLINE_TEST(tst_map_labels, TestMapLabels, QApplication)
#include "tst_map_labels.moc"
