// SPDX-License-Identifier: GPL-3.0-or-later
// What the flat map draws: sight, lines, trails, cells, roads, and who moves.
#include "field_fixture.h"
#include "flat_map.h"
#include "ghost_fixture.h"
#include "grid_fixture.h"
#include "render/view/viewport.h"
#include "streets.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QApplication>
#include <QtTest>

namespace tst_top_down_drawing {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::World;

class TestTopDownDrawing : public QObject, protected test::FlatMap
{
    Q_OBJECT

private Q_SLOTS:
    void init() { showCrossing(); }

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

    /// Smooth, over the plain ground, under everything else, turned as the map is.
    void theMapsOwnPictureLiesUnderEverything()
    {
        const QImage plain = m_map->grab().toImage();
        model::SceneDescription scene = m_world.scene;
        scene.picture = {2, 1, {{250, 0, 0}, {0, 0, 250}}, {-400.0, -300.0}, {400.0, 300.0}};
        test::showScene(*m_map, scene);
        const QImage pictured = m_map->grab().toImage();
        const auto at = [this](const QImage& image, double x, double z) {
            return image.pixelColor(m_map->pixelOf({x, 0.0, z}).toPoint());
        };
        const QRectF seen(m_map->groundAt({0.0, 0.0}).x, m_map->groundAt({0.0, 0.0}).z,
                          m_map->groundAt({640.0, 400.0}).x - m_map->groundAt({0.0, 0.0}).x,
                          m_map->groundAt({640.0, 400.0}).z - m_map->groundAt({0.0, 0.0}).z);
        const QColor west = at(pictured, seen.left() + 2.0, seen.top() + 2.0);
        const QColor east = at(pictured, seen.right() - 2.0, seen.top() + 2.0);
        QVERIFY(west.red() > west.blue() && east.blue() > east.red());
        QVERIFY(west.red() < 200); // dimmed to the theme
        // Roads and actors lie over it.
        const QPoint ada = find(ActorId(0));
        QCOMPARE(pictured.pixelColor(ada), plain.pixelColor(ada));
        ViewOptions without;
        without.scene = false;
        test::showOptions(*m_map, without);
        QVERIFY(at(m_map->grab().toImage(), seen.left() + 2.0, seen.top() + 2.0).red() < 60);
    }

    void aSmallMapShowsWhatIsDrawnOnTheGround()
    {
        using model::DrawingKind;
        using model::DrawingPin;
        m_map->setCompact(true);
        m_map->fitAll();
        const QImage plain = m_map->grab().toImage();
        const auto with = [this](DrawingKind kind, DrawingPin pin) {
            model::Drawing drawing;
            drawing.id = QStringLiteral("a");
            drawing.kind = kind;
            drawing.pin = pin;
            drawing.points = {{0.1, 0.0, 0.1}, {0.9, 0.0, 0.9}};
            if (kind == DrawingKind::Text) {
                drawing.points.pop_back();
                drawing.text = QStringLiteral("words");
            }
            drawing.to = model::Micros{3'600'000'000};
            drawing.fade = {};
            ViewContent content = m_map->content();
            content.drawings = std::vector{drawing};
            content.chosenDrawing = drawing.id;
            m_map->setContent(content);
            return m_map->grab().toImage();
        };
        QVERIFY(with(DrawingKind::Line, DrawingPin::Ground) != plain);
        QCOMPARE(with(DrawingKind::Line, DrawingPin::Screen), plain);
        QCOMPARE(with(DrawingKind::Text, DrawingPin::Ground), plain);
    }

    void sightIsOutlined()
    {
        test::Field field;
        field.unit(0, -15.0, 0.0, 5.0);
        field.unit(2, 15.0, 0.0, 5.0);
        field.finish();
        test::showIndex(*m_map, field.world.index());
        test::showScene(*m_map, {});
        test::showState(*m_map, field.world.state);
        m_map->fitAll();
        const QImage without = m_map->grab().toImage();
        const QRect west(0, 0, without.width() / 2, without.height());
        const QRect east = west.translated(west.width(), 0);
        ViewOptions options;
        options.sight = true;
        test::showOptions(*m_map, options);
        const QImage every = m_map->grab().toImage();
        QVERIFY(every.copy(west) != without.copy(west));
        QVERIFY(every.copy(east) != without.copy(east));
        test::showSelection(*m_map, ActorId(0));
        const QImage one = m_map->grab().toImage();
        QCOMPARE(one.copy(west), every.copy(west));
        QCOMPARE(one.copy(east), without.copy(east));
        test::showSelection(*m_map, ActorId::None);
        test::showPerspective(*m_map, ActorId(2));
        QVERIFY(m_map->grab().toImage().copy(west) != every.copy(west));
    }

    /// Neither who is switched off is outlined, nor a place that was left before the replay was paused.
    void sightIsThatOfWhatIsDrawn()
    {
        test::Field field;
        const std::size_t unit = field.unit(0, -15.0, 0.0, 5.0);
        field.unit(2, 15.0, 0.0, 5.0);
        field.finish();
        test::showIndex(*m_map, field.world.index());
        test::showScene(*m_map, {});
        test::showState(*m_map, field.world.state);
        m_map->fitAll();
        test::showHidden(*m_map, {static_cast<quint32>(unit)});
        const QImage without = m_map->grab().toImage();
        const QRect west(0, 0, without.width() / 2, without.height());
        ViewOptions options;
        options.sight = true;
        test::showOptions(*m_map, options);
        QCOMPARE(m_map->grab().toImage().copy(west), without.copy(west));
        test::showHidden(*m_map, {});
        test::showPlaying(*m_map, true);
        (void)m_map->grab();
        field.world.state.positions[unit].z += 4.0;
        test::showState(*m_map, field.world.state);
        (void)m_map->grab(); // its edge may still be where it was
        test::showPlaying(*m_map, false);
        const QImage paused = m_map->grab().toImage();
        test::showIndex(*m_map, field.world.index()); // all is followed anew
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
        test::showTheme(*m_map, theme);
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, {});
        w.state.flags[model::index(camera)] = model::Hidden;
        test::showState(*m_map, w.state);
        m_map->centreOn({0.0, 0.0, 0.0});
        const QImage bare = m_map->grab().toImage();
        w.state.flags[model::index(camera)] = 0;
        test::showState(*m_map, w.state);
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
        test::showTrails(
            *m_map,
            {{ActorId(0), {{-20.0, 0.0, -20.0}, {nan, nan, nan}, {-10.0, 0.0, 0.0}, {0.0, 0.0, 10.0}}},
             {ActorId(99), {{0.0, 0.0, 0.0}, {5.0, 0.0, 5.0}}}});
        const QImage with = m_map->grab().toImage();
        QVERIFY(with != without);
        ViewOptions off;
        off.trails = false;
        test::showOptions(*m_map, off);
        test::showTrails(*m_map, {});
        const QImage clean = m_map->grab().toImage();
        test::showTrails(*m_map, {{ActorId(0), {{-20.0, 0.0, -20.0}, {0.0, 0.0, 10.0}}}});
        QCOMPARE(m_map->grab().toImage(), clean);
    }

    void whatThePlayIsAboutStandsOut()
    {
        World w;
        w.add({.shape = model::ActorShape::Sphere, .position = {0.0, 0.0, 0.0}, .half = glm::vec3(0.15F)});
        w.add({.shape = model::ActorShape::Sphere, .position = {30.0, 0.0, 0.0}, .half = glm::vec3(0.15F)});
        m_map->setCompact(true);
        const auto painted = [&] {
            test::showIndex(*m_map, w.index());
            test::showScene(*m_map, {});
            test::showState(*m_map, w.state);
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
        test::showTheme(*m_map, Theme::dark());
        const QImage dark = m_map->grab().toImage();
        test::showTheme(*m_map, Theme::light());
        const QImage light = m_map->grab().toImage();
        QVERIFY(dark.pixelColor(4, 4).lightness() < 80);
        QVERIFY(light.pixelColor(4, 4).lightness() > 180);
    }

    void cellsLieUnderWhoWalksOnThem()
    {
        World w = test::course();
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, {});
        w.state.grids.clear();
        test::showState(*m_map, w.state);
        m_map->fitAll();
        const QPoint ada = find(ActorId(0)) + QPoint(3, 3);
        const QImage bare = m_map->grab().toImage();
        const auto grids = test::course().state.grids;
        w.state.grids = grids;
        test::showState(*m_map, w.state);
        const QImage course = m_map->grab().toImage();
        QVERIFY(course != bare);
        QCOMPARE(m_map->pick(QPointF(ada)), ActorId(0));
        // The same layers again leave the same picture.
        test::showState(*m_map, w.state);
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
        test::showState(*m_map, w.state);
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
        test::showIndex(*m_map, w.index());
        test::showScene(*m_map, test::streets(10));
        test::showState(*m_map, w.state);
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
        test::showIndex(*m_map, w.index());
        test::showState(*m_map, w.state);
        m_map->fitAll();
        QImage before = m_map->grab().toImage();
        // Scenery is kept from paint to paint; who stands in it must not be.
        for (int i = 0; i < 3; ++i) {
            w.state.positions[0].x += 3.0;
            test::showState(*m_map, w.state);
            const QImage now = m_map->grab().toImage();
            QVERIFY2(now != before, qPrintable(QString::number(i)));
            before = now;
        }
    }
};

} // namespace tst_top_down_drawing

GHOSTLINE_TEST(tst_top_down_drawing, TestTopDownDrawing, QApplication)
#include "tst_top_down_drawing.moc"
