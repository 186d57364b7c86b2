// SPDX-License-Identifier: GPL-3.0-or-later
// The flat map: fits, picks, pans, zooms at the pointer, and draws who moves.
#include "field_fixture.h"
#include "ghost_fixture.h"
#include "grid_fixture.h"
#include "render/grid_map.h"
#include "render/top_down_widget.h"
#include "render/viewport.h"
#include "streets.h"
#include "world_fixture.h"

#include <QPainter>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::ActorShape;
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
        m_map->setIndex(w.index());
        m_map->setScene({});
        m_map->setState(w.state);
        m_map->fitAll();
        const QImage bare = m_map->grab().toImage();
        const std::vector<GhostFigure> ghosts = test::ghostsOf(other);
        m_map->setGhosts(ghosts);
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
        m_map->setGhostTrails({path});
        QVERIFY(m_map->grab().toImage() != with);
        m_map->setGhostTrails({});
        m_map->setGhosts({});
        QCOMPARE(m_map->grab().toImage(), bare);
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

    // ---- as a minimap ----

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
        map.setIndex(w.index());
        map.setScene(w.scene);
        map.setState(w.state);
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
        map.setState(w.state);
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
        m_map->setScene(m_world.scene);
        m_map->resize(m_map->size() + QSize(2, 0));
        (void)m_map->grab();
        QVERIFY((find(ActorId(0)) - zoomed).manhattanLength() <= 4);
        m_map->fitAll();
        QVERIFY((find(ActorId(0)) - before).manhattanLength() <= 6);
    }

    void showsWhatTheCameraSees()
    {
        const QImage without = m_map->grab().toImage();
        CameraPose camera;
        camera.position = {-20.0, 10.0, 0.0};
        camera.target = {0.0, 0.0, 0.0};
        m_map->setCamera(camera, 1.6);
        const QImage east = m_map->grab().toImage();
        QVERIFY(east != without);
        camera.target = {-40.0, 0.0, 0.0};
        m_map->setCamera(camera, 1.6);
        QVERIFY(m_map->grab().toImage() != east);
        camera.orthographic = true;
        m_map->setCamera(camera, 1.6);
        QVERIFY(m_map->grab().toImage() != without);
        m_map->setCamera(std::nullopt, 1.6);
        QCOMPARE(m_map->grab().toImage(), without);
    }

    void sightIsOutlined()
    {
        test::Field field;
        field.unit(0, -15.0, 0.0, 5.0);
        field.unit(2, 15.0, 0.0, 5.0);
        field.finish();
        m_map->setIndex(field.world.index());
        m_map->setScene({});
        m_map->setState(field.world.state);
        m_map->fitAll();
        const QImage without = m_map->grab().toImage();
        const QRect west(0, 0, without.width() / 2, without.height());
        const QRect east = west.translated(west.width(), 0);
        ViewOptions options;
        options.sight = true;
        m_map->setOptions(options);
        const QImage every = m_map->grab().toImage();
        QVERIFY(every.copy(west) != without.copy(west));
        QVERIFY(every.copy(east) != without.copy(east));
        m_map->setSelection(ActorId(0));
        const QImage one = m_map->grab().toImage();
        QCOMPARE(one.copy(west), every.copy(west));
        QCOMPARE(one.copy(east), without.copy(east));
        m_map->setSelection(ActorId::None);
        m_map->setPerspective(ActorId(2));
        QVERIFY(m_map->grab().toImage().copy(west) != every.copy(west));
    }

    /// Neither who is switched off is outlined, nor a place that was left before the replay was paused.
    void sightIsThatOfWhatIsDrawn()
    {
        test::Field field;
        const std::size_t unit = field.unit(0, -15.0, 0.0, 5.0);
        field.unit(2, 15.0, 0.0, 5.0);
        field.finish();
        m_map->setIndex(field.world.index());
        m_map->setScene({});
        m_map->setState(field.world.state);
        m_map->fitAll();
        m_map->setHidden({static_cast<quint32>(unit)});
        const QImage without = m_map->grab().toImage();
        const QRect west(0, 0, without.width() / 2, without.height());
        ViewOptions options;
        options.sight = true;
        m_map->setOptions(options);
        QCOMPARE(m_map->grab().toImage().copy(west), without.copy(west));
        m_map->setHidden({});
        m_map->setPlaying(true);
        (void)m_map->grab();
        field.world.state.positions[unit].z += 4.0;
        m_map->setState(field.world.state);
        (void)m_map->grab(); // its edge may still be where it was
        m_map->setPlaying(false);
        const QImage paused = m_map->grab().toImage();
        m_map->setIndex(field.world.index()); // all is followed anew
        QCOMPARE(paused, m_map->grab().toImage());
    }

    void linesStandOutFromAnything_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    /// On ground of its own colour a line is known by its casing.
    void linesStandOutFromAnything()
    {
        QFETCH(bool, light);
        const Theme& theme = light ? Theme::light() : Theme::dark();
        World w;
        w.info->teams = {{QStringLiteral("Blue"), 0}};
        const ActorId camera = w.add({.shape = model::ActorShape::View,
                                      .kind = model::ActorKind::Camera,
                                      .position = {0.0, 20.0, 0.0},
                                      .half = {0.5F, 0.3F, 0.0F}});
        w.info->cast[model::index(camera)].team = 0;
        w.state.orientations[model::index(camera)] =
            glm::angleAxis(glm::radians(89.0F), glm::vec3(1.0F, 0.0F, 0.0F));
        test::Cells cells;
        cells.box({-60, -1, -60}, {60, -1, 60},
                  cells.kind(QStringLiteral("a"), theme.hue(0).rgb() & 0xFFFFFFU));
        w.state.grids = {cells.layer()};
        m_map->setTheme(theme);
        m_map->setIndex(w.index());
        m_map->setScene({});
        w.state.flags[model::index(camera)] = model::Hidden;
        m_map->setState(w.state);
        m_map->centreOn({0.0, 0.0, 0.0});
        const QImage bare = m_map->grab().toImage();
        w.state.flags[model::index(camera)] = 0;
        m_map->setState(w.state);
        const QImage drawn = m_map->grab().toImage();
        int count = 0;
        for (int y = 0; y < drawn.height(); ++y) {
            for (int x = 0; x < drawn.width(); ++x)
                count += contrast(bare.pixelColor(x, y), drawn.pixelColor(x, y)) >= 2.0 ? 1 : 0;
        }
        QVERIFY2(count > 100, qPrintable(QString::number(count)));
    }

    void drawsTrails()
    {
        const QImage without = m_map->grab().toImage();
        const double nan = std::numeric_limits<double>::quiet_NaN();
        m_map->setTrails(
            {{ActorId(0), {{-20.0, 0.0, -20.0}, {nan, nan, nan}, {-10.0, 0.0, 0.0}, {0.0, 0.0, 10.0}}},
             {ActorId(99), {{0.0, 0.0, 0.0}, {5.0, 0.0, 5.0}}}});
        const QImage with = m_map->grab().toImage();
        QVERIFY(with != without);
        ViewOptions off;
        off.trails = false;
        m_map->setOptions(off);
        m_map->setTrails({});
        const QImage clean = m_map->grab().toImage();
        m_map->setTrails({{ActorId(0), {{-20.0, 0.0, -20.0}, {0.0, 0.0, 10.0}}}});
        QCOMPARE(m_map->grab().toImage(), clean);
    }

    void whatThePlayIsAboutStandsOut()
    {
        World w;
        w.add({.shape = model::ActorShape::Sphere, .position = {0.0, 0.0, 0.0}, .half = glm::vec3(0.15F)});
        w.add({.shape = model::ActorShape::Sphere, .position = {30.0, 0.0, 0.0}, .half = glm::vec3(0.15F)});
        m_map->setCompact(true);
        const auto painted = [&] {
            m_map->setIndex(w.index());
            m_map->setScene({});
            m_map->setState(w.state);
            m_map->fitAll();
            const QImage image = m_map->grab().toImage();
            const QPoint at = find(ActorId(0));
            const QRgb ground = image.pixel(2, m_map->height() - 2);
            int count = 0;
            for (int y = qMax(0, at.y() - 16); y < qMin(image.height(), at.y() + 30); ++y) {
                for (int x = qMax(0, at.x() - 16); x < qMin(image.width(), at.x() + 30); ++x)
                    count += image.pixel(x, y) != ground ? 1 : 0;
            }
            return count;
        };
        const int plain = painted();
        w.info->cast[0].focus = true;
        const int focused = painted();
        QVERIFY2(focused > plain * 5 / 4, qPrintable(QStringLiteral("%1 then %2").arg(plain).arg(focused)));
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

    // ---- cells ----

    /// 400 x 400 pixels round the origin.
    static QImage painted(GridMap& map, double scale = 10.0)
    {
        QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::black);
        QPainter p(&image);
        p.translate(200.0, 200.0);
        map.paint(p, GridSet::State, QRectF(-200.0 / scale, -200.0 / scale, 400.0 / scale, 400.0 / scale),
                  scale, {0.0, 0.0});
        return image;
    }

    void highestCellsFromAbove()
    {
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xC02020);
        const auto green = cells.kind(QStringLiteral("green"), 0x20C020);
        const auto glass = cells.kind(QStringLiteral("glass"), 0x2020F0, true);
        cells.box({-4, 0, -4}, {-1, 0, -1}, red);
        cells.set({-2, 40, -2}, green); // high over the red floor
        cells.set({3, 0, 3}, green);
        cells.set({3, 5, 3}, glass);
        cells.set({6, 5, 3}, glass);
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage image = painted(map);
        const auto at = [&image](double x, double z) {
            return image.pixelColor(qRound(200 + x * 10), qRound(200 + z * 10));
        };
        QCOMPARE(at(1.5, 1.5), QColor(Qt::black)); // no cell
        const QColor floor = at(-3.5, -3.5), high = at(-1.5, -1.5), under = at(3.5, 3.5),
                     alone = at(6.5, 3.5);
        QVERIFY(floor.red() > 100 && floor.green() < 70);
        QVERIFY(high.green() > 100 && high.red() < 70);
        QVERIFY(under.green() > 40 && under.blue() > 80);
        QVERIFY(alone.blue() > under.blue() - 30 && alone.green() < under.green());
        // A cell covers its square and no more.
        QCOMPARE(at(-3.95, -3.95).rgb(), floor.rgb());
        QCOMPARE(at(-4.1, -3.5), QColor(Qt::black));
        // Higher is lighter.
        cells.set({-4, 40, 10}, red);
        cells.set({-4, 0, 14}, red);
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage again = painted(map);
        QVERIFY(again.pixelColor(165, 305).red() > again.pixelColor(165, 345).red() + 10);
    }

    void onlyWhatChangedIsPaintedAnew()
    {
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.box({-64, 0, -64}, {63, 0, 63}, stone);
        auto layer = cells.layer();
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {layer}));
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{4});
        (void)painted(map, 2.0);
        QVERIFY(!map.setLayers(GridSet::State, {layer}));
        QVERIFY(!map.setLayers(GridSet::State, {std::make_shared<const model::GridLayer>(*layer)}));
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{4});
        cells.set({10, 0, 10}, cells.kind(QStringLiteral("red"), 0xC02020));
        layer = cells.layer(layer.get());
        QVERIFY(map.setLayers(GridSet::State, {layer}));
        const QImage edited = painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{5});
        QVERIFY(edited.pixelColor(221, 221).red() > edited.pixelColor(221, 221).green() + 30);
        map.setTheme(Theme::light());
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{9});
        QVERIFY(map.setLayers(GridSet::State, {}));
        QCOMPARE(painted(map).pixelColor(200, 200), QColor(Qt::black));
    }

    void mapLooksTheSameFromHoweverFar_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {4.0, 1.0, 0.7, 0.4, 0.25, 0.2, 0.1, 0.05, 0.02})
            QTest::newRow(qPrintable(QString::number(scale))) << scale;
    }
    void mapLooksTheSameFromHoweverFar()
    {
        QFETCH(double, scale);
        test::Cells cells;
        const double size = std::max(40.0, 8.0 / scale); // cells of each square, some pixels at least
        const int n = static_cast<int>(size);
        const std::array kinds{cells.kind(QStringLiteral("red"), 0xC02020),
                               cells.kind(QStringLiteral("green"), 0x20C020),
                               cells.kind(QStringLiteral("blue"), 0x2020C0)};
        cells.box({-n, 0, -n}, {-1, 0, -1}, kinds[0]);
        cells.box({0, 0, -n}, {n - 1, 0, -1}, kinds[1]);
        cells.box({-n, 0, 0}, {-1, 0, n - 1}, kinds[2]);
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage image = painted(map, scale);
        const double half = n * scale * 0.5;
        const auto at = [&image](double x, double z) {
            return image.pixelColor(qFloor(200.0 + x), qFloor(200.0 + z));
        };
        const QColor red = at(-half, -half), green = at(half, -half), blue = at(-half, half);
        QVERIFY(red.red() > 100 && red.green() < 70 && red.blue() < 70);
        QVERIFY(green.green() > 100 && green.red() < 70 && green.blue() < 70);
        QVERIFY(blue.blue() > 100 && blue.red() < 70 && blue.green() < 70);
        QCOMPARE(at(half, half), QColor(Qt::black));
        const double edge = n * scale;
        if (edge < 190.0) {
            QVERIFY(at(-edge + 2.0, -edge + 2.0).red() > 60);
            for (const double beyond : {-edge - 3.0, edge + 3.0}) {
                QCOMPARE(at(beyond, -half), QColor(Qt::black));
                QCOMPARE(at(-half, beyond), QColor(Qt::black));
            }
        }
    }

    void cellsFarApartTakeLittle()
    {
        constexpr int Across = 250; // 62,500 cells, each in a tile of its own
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xE02020);
        for (int z = -Across / 2; z < Across / 2; ++z) {
            for (int x = -Across / 2; x < Across / 2; ++x)
                cells.set({x * 64, 0, z * 64}, red);
        }
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        QCOMPARE(map.heldPixels(), std::size_t{0});
        QVERIFY(painted(map).pixelColor(205, 205).red() > 100);
        QVERIFY(map.painted() <= 4);
        // All of it at once: a few pixels each.
        const double all = 400.0 / (Across * 64.0);
        const QImage far = painted(map, all);
        QVERIFY2(map.heldPixels() <= std::size_t{Across} * Across * 4,
                 qPrintable(QString::number(map.heldPixels())));
        QVERIFY(far.pixelColor(100, 100).red() + far.pixelColor(101, 101).red() +
                    far.pixelColor(101, 100).red() + far.pixelColor(100, 101).red() >
                60);
        const std::size_t once = map.painted();
        (void)painted(map, all);
        QCOMPARE(map.painted(), once);
        // From one end to the other.
        QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
        QPainter p(&image);
        for (int tile = -Across / 2; tile < Across / 2; ++tile) {
            const QRectF shown(tile * 64.0, -640.0, 64.0, 1280.0);
            map.paint(p, GridSet::State, shown, 1.0, shown.center());
        }
        QVERIFY2(map.heldPixels() <= MostPixels + std::size_t{100} * 64 * 64,
                 qPrintable(QString::number(map.heldPixels())));
    }

    void cellsLieUnderWhoWalksOnThem()
    {
        World w = test::course();
        m_map->setIndex(w.index());
        m_map->setScene({});
        w.state.grids.clear();
        m_map->setState(w.state);
        m_map->fitAll();
        const QPoint ada = find(ActorId(0)) + QPoint(3, 3);
        const QImage bare = m_map->grab().toImage();
        const auto grids = test::course().state.grids;
        w.state.grids = grids;
        m_map->setState(w.state);
        const QImage course = m_map->grab().toImage();
        QVERIFY(course != bare);
        QCOMPARE(m_map->pick(QPointF(ada)), ActorId(0));
        // The same layers again leave the same picture.
        m_map->setState(w.state);
        QCOMPARE(m_map->grab().toImage(), course);
        // Fitting takes in the course, not only who is on it.
        m_map->fitAll();
        const QImage fitted = m_map->grab().toImage();
        QVERIFY(fitted != course);
        // What lies far off does not make it small.
        test::Cells far;
        far.set({2'000'000, 0, 0}, far.kind(QStringLiteral("far"), 0x808080));
        auto layer = std::make_shared<model::GridLayer>(*far.layer());
        layer->id = QStringLiteral("far");
        w.state.grids.push_back(layer);
        m_map->setState(w.state);
        m_map->fitAll();
        QCOMPARE(m_map->grab().toImage(), fitted);
    }

    void linesOfATownAreForThoseNear_data()
    {
        QTest::addColumn<double>("half"); // metres of what is shown, about the middle of the town
        QTest::addColumn<bool>("lines");
        QTest::newRow("the whole town") << 495.0 << false;
        QTest::newRow("a crossing") << 15.0 << true;
    }
    void linesOfATownAreForThoseNear()
    {
        QFETCH(double, half);
        QFETCH(bool, lines);
        World w;
        w.add({.position = {500.0 - half, 0.0, 500.0 - half}});
        w.add({.position = {500.0 + half, 0.0, 500.0 + half}});
        m_map->resize(700, 700);
        m_map->setIndex(w.index());
        m_map->setScene(test::streets(10));
        m_map->setState(w.state);
        m_map->fitAll();
        const QImage image = m_map->grab().toImage();
        const QColor road = Theme::dark().scene(model::SceneRole::Road);
        const QColor white = Theme::dark().scene(model::SceneRole::MarkingWhite);
        std::array<int, 4> roads{}; // in each quarter of the picture
        int whites = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor c = image.pixelColor(x, y);
                const int quarter = (y < image.height() / 2 ? 0 : 2) + (x < image.width() / 2 ? 0 : 1);
                roads[static_cast<std::size_t>(quarter)] += c == road ? 1 : 0;
                whites += c == white ? 1 : 0;
            }
        }
        for (const int pixels : roads)
            QVERIFY2(pixels > 500, qPrintable(QString::number(pixels)));
        QCOMPARE(whites > 100, lines);
        QVERIFY(lines || whites == 0);
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
