// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn over a picture: where its paint lands, what fades, what is cut at the edge of what a camera
// sees, and that the views take notice.
#include "flat_map.h"
#include "render/board/board_ink.h"
#include "render/board/board_painter.h"
#include "tests/support/test_driver.h"
#include "world_fixture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QtTest>

#include <cmath>

namespace tst_board_painter {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::Drawing;
using model::DrawingKind;
using model::DrawingPin;
using test::World;

namespace {

constexpr QSize Full(1920, 1080);

/// Ten pixels a metre, the world's origin in the middle.
BoardProjection map() { return BoardProjection::flat({960.0, 540.0}, {10.0, 0.0}, {0.0, 10.0}, Full); }

Drawing drawing(DrawingKind kind, std::vector<glm::dvec3> points, DrawingPin pin = DrawingPin::Ground)
{
    static int count = 0;
    Drawing d;
    d.id = QString::number(++count);
    d.kind = kind;
    d.pin = pin;
    d.points = std::move(points);
    d.colour = 0xFFFF0000U;
    d.width = 10.0;
    d.to = model::Micros{10'000'000};
    d.fade = model::Micros{0};
    return d;
}

Drawing of(DrawingKind kind, const World& world, std::vector<ActorId> actors)
{
    Drawing d = drawing(kind, {});
    for (const ActorId actor : actors)
        d.actors.push_back({actor, world.info->cast[model::index(actor)].name});
    return d;
}

World twoPlayers()
{
    World world;
    for (const double x : {-20.0, 20.0}) {
        world.add({.shape = model::ActorShape::Capsule,
                   .kind = model::ActorKind::Player,
                   .position = {x, 0.9, 0.0},
                   .half = {0.4F, 0.9F, 0.4F}},
                  x < 0.0 ? QStringLiteral("Ana") : QStringLiteral("Ben"));
    }
    world.state.time = model::Micros{5'000'000};
    return world;
}

ViewContent contentOf(const World& world, std::vector<Drawing> drawings)
{
    ViewContent content;
    content.index = world.index();
    content.state = world.state;
    content.drawings = std::move(drawings);
    return content;
}

/// On a clear picture.
QImage painted(const ViewContent& content, const BoardProjection& projection = map())
{
    QImage image(projection.size().toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    ActorStyles styles;
    styles.setCast(*content.index->info, content.theme);
    styles.setHidden(content.hidden);
    QPainter painter(&image);
    paintBoard(painter, content, styles, projection);
    return image;
}

bool red(const QImage& image, int x, int y) { return image.pixelColor(x, y) == QColor(255, 0, 0); }
bool clear(const QImage& image, int x, int y) { return image.pixelColor(x, y).alpha() == 0; }
bool empty(const QImage& image)
{
    QImage nothing(image.size(), image.format());
    nothing.fill(Qt::transparent);
    return image == nothing;
}

} // namespace

class TestBoardPainter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreWhereTheyWereDrawn()
    {
        const World world = twoPlayers();
        const QImage line =
            painted(contentOf(world, {drawing(DrawingKind::Line, {{-10.0, 0.0, 5.0}, {10.0, 0.0, 5.0}})}));
        QVERIFY(red(line, 960, 590));
        QVERIFY(red(line, 960, 590 + 4)); // ten pixels broad
        QVERIFY(clear(line, 960, 590 + 10));
        QVERIFY(clear(line, 960 + 120, 590));
        // Between the line and what is under it there is a casing.
        const QColor rim = line.pixelColor(960, 590 + 5);
        QVERIFY(rim.alpha() > 0 && rim.red() < 255);
    }

    void sizesGoWithThePicture()
    {
        const World world = twoPlayers();
        const ViewContent content = contentOf(
            world, {drawing(DrawingKind::Line, {{0.1, 0.5, 0.0}, {0.9, 0.5, 0.0}}, DrawingPin::Screen)});
        const QImage half =
            painted(content, BoardProjection::flat({}, {1.0, 0.0}, {0.0, 1.0}, QSizeF(960, 540)));
        QVERIFY(red(half, 480, 270) && red(half, 480, 271));
        QVERIFY(clear(half, 480, 270 + 6));
        QVERIFY(clear(half, 80, 270));
    }

    void arrowsPoint()
    {
        const World world = twoPlayers();
        const QImage arrow =
            painted(contentOf(world, {drawing(DrawingKind::Arrow, {{-20.0, 0.0, 0.0}, {20.0, 0.0, 0.0}})}));
        QVERIFY(red(arrow, 960, 540));
        QVERIFY(red(arrow, 1160 - 36, 540 + 12)); // the head is broader than the line
        QVERIFY(clear(arrow, 960, 540 + 12));
        QVERIFY(clear(arrow, 1160 + 6, 540));
        // One too short for its head is no mess, one of no length no crash.
        painted(contentOf(world, {drawing(DrawingKind::Arrow, {{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}}),
                                  drawing(DrawingKind::Arrow, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}),
                                  drawing(DrawingKind::Pen, {{3.0, 0.0, 3.0}})}));
    }

    void shapes()
    {
        const World world = twoPlayers();
        const QImage ellipse = painted(
            contentOf(world, {drawing(DrawingKind::Ellipse, {{-10.0, 0.0, -5.0}, {10.0, 0.0, 5.0}})}));
        QVERIFY(red(ellipse, 860, 540) && red(ellipse, 1060, 540));
        QVERIFY(red(ellipse, 960, 490) && red(ellipse, 960, 590));
        QVERIFY(clear(ellipse, 960, 540));
        const QImage polygon =
            painted(contentOf(world, {drawing(DrawingKind::Polygon,
                                              {{-10.0, 0.0, -5.0}, {10.0, 0.0, -5.0}, {0.0, 0.0, 10.0}})}));
        QVERIFY(red(polygon, 960, 490));
        const int inside = polygon.pixelColor(960, 540).alpha();
        QVERIFY(inside > 20 && inside < 120); // lightly filled
        const QImage disc = painted(contentOf(world, {drawing(DrawingKind::Number, {{0.0, 0.0, 0.0}})}));
        QVERIFY(red(disc, 960 + 20, 540));
        QVERIFY(clear(disc, 960 + 80, 540));
    }

    /// White letters on a white picture are read by what is round them.
    void wordsHaveARim()
    {
        Drawing words = drawing(DrawingKind::Text, {{0.2, 0.5, 0.0}}, DrawingPin::Screen);
        words.text = QStringLiteral("Press\nearlier");
        words.colour = 0xFFFFFFFFU;
        const QImage image = painted(contentOf(twoPlayers(), {words}));
        bool bright = false;
        bool dark = false;
        for (int x = 384; x < 700; ++x) {
            const QColor at = image.pixelColor(x, 540);
            bright = bright || (at.alpha() == 255 && at.lightness() > 240);
            dark = dark || (at.alpha() > 100 && at.lightness() < 60);
        }
        QVERIFY(bright && dark);
        QVERIFY(clear(image, 370, 540));
    }

    void fadesAndGoes()
    {
        World world = twoPlayers();
        Drawing line = drawing(DrawingKind::Line, {{-10.0, 0.0, 0.0}, {10.0, 0.0, 0.0}});
        line.fade = model::Micros{1'000'000};
        world.state.time = model::Micros{500'000};
        const int half = painted(contentOf(world, {line})).pixelColor(960, 540).alpha();
        QVERIFY(half > 90 && half < 240);
        world.state.time = model::Micros{11'000'000};
        ViewContent late = contentOf(world, {line});
        QVERIFY(!anyDrawingShown(late));
        QVERIFY(empty(painted(late)));
        late.chosenDrawing = line.id; // what is worked on is seen at any time
        QVERIFY(anyDrawingShown(late));
        QVERIFY(red(painted(late), 960, 540));
        const QColor grip = painted(late).pixelColor(860, 540); // at its first point
        QCOMPARE(grip, QColor(Qt::white));
        late.chosenDrawing.clear();
        late.sketches = std::vector<Drawing>{line};
        QVERIFY(red(painted(late), 960, 540));
    }

    void switchedOff()
    {
        const World world = twoPlayers();
        ViewContent content = contentOf(world, {of(DrawingKind::Link, world, {ActorId(0), ActorId(1)})});
        QVERIFY(red(painted(content), 960, 540));
        content.options.drawings = false;
        QVERIFY(!anyDrawingShown(content));
        QVERIFY(empty(painted(content)));
        content.options.drawings = true;
        content.hidden = {1}; // off in the cast: there is nobody to be linked with
        QVERIFY(empty(painted(content)));
    }

    void linksGoAlong()
    {
        World world = twoPlayers();
        const Drawing link = of(DrawingKind::Link, world, {ActorId(0), ActorId(1)});
        QVERIFY(red(painted(contentOf(world, {link})), 960, 540));
        for (glm::dvec3& at : world.state.positions)
            at.z += 10.0;
        const QImage moved = painted(contentOf(world, {link}));
        QVERIFY(clear(moved, 960, 540));
        QVERIFY(red(moved, 960, 640));
        const QImage distance =
            painted(contentOf(world, {of(DrawingKind::Distance, world, {ActorId(0), ActorId(1)})}));
        QVERIFY(!red(distance, 960 - 40, 640)); // the plate with the metres
        QVERIFY(red(distance, 960 - 120, 640));
    }

    void lightDimsTheRestOnce()
    {
        const World world = twoPlayers();
        const Drawing one = of(DrawingKind::Spotlight, world, {ActorId(0)});
        const QImage single = painted(contentOf(world, {one}));
        const int dim = single.pixelColor(960, 100).alpha();
        QVERIFY(dim > 40 && dim < 160);
        const QColor lit = single.pixelColor(760, 540);
        QVERIFY2(lit.red() > lit.blue(), "the light has the colour of the drawing");
        const QImage both = painted(contentOf(world, {one, of(DrawingKind::Spotlight, world, {ActorId(1)})}));
        QCOMPARE(both.pixelColor(960, 100).alpha(), dim);
        QVERIFY(both.pixelColor(1160, 540) != single.pixelColor(1160, 540));
    }

    /// Nobody is to take it for what was recorded.
    void movedActorsAreDashed()
    {
        const World world = twoPlayers();
        Drawing moved = of(DrawingKind::MovedActor, world, {ActorId(0)});
        moved.points = {{20.0, 0.9, 20.0}};
        moved.width = 4.0;
        const QImage image = painted(contentOf(world, {moved}));
        int dashes = 0;
        bool on = false;
        for (int i = 100; i < 500; ++i) { // along the arrow
            const double share = i / 600.0;
            const bool now =
                red(image, static_cast<int>(760 + 400 * share), static_cast<int>(540 + 200 * share));
            dashes += now && !on ? 1 : 0;
            on = now;
        }
        QVERIFY2(dashes > 4, qPrintable(QString::number(dashes)));
        QVERIFY(!clear(image, 1160, 740));      // the figure
        QVERIFY(!clear(image, 1160, 740 + 45)); // its name below
    }

    /// A line that passes beside the camera to behind it does not turn round at the horizon.
    void cutBehindTheCamera()
    {
        CameraPose camera;
        camera.position = {0.0, 2.0, 0.0};
        camera.target = {0.0, 2.0, -10.0};
        const BoardProjection projection = BoardProjection::through(camera, QSizeF(Full));
        const glm::dvec3 ahead{0.0, 0.0, -20.0};
        QVERIFY(std::hypot(projection.pixelOf(ahead)->x() - project(camera, ahead, QSizeF(Full))->x(),
                           projection.pixelOf(ahead)->y() - project(camera, ahead, QSizeF(Full))->y()) <
                1e-6);
        QVERIFY(!projection.pixelOf({0.0, 0.0, 20.0}));
        const std::array through{projection.ofPlace({1.0, 0.0, -30.0}), projection.ofPlace({1.0, 0.0, 30.0})};
        const QList<BoardLine> pieces = projection.line(through);
        QCOMPARE(pieces.size(), 1);
        QVERIFY(pieces[0].first && !pieces[0].last);
        QVERIFY(pieces[0].points.last().y() > 1080.0);  // goes out below
        QVERIFY(pieces[0].points.last().y() <= 3001.0); // but not endlessly far
        const std::array behind{projection.ofPlace({-1.0, 0.0, 5.0}), projection.ofPlace({1.0, 0.0, 5.0})};
        QVERIFY(projection.line(behind).isEmpty());
        const std::array ground{projection.ofPlace({-5.0, 0.0, -20.0}), projection.ofPlace({5.0, 0.0, -20.0}),
                                projection.ofPlace({5.0, 0.0, 20.0}), projection.ofPlace({-5.0, 0.0, 20.0})};
        const QRectF area = projection.area(ground).boundingRect();
        QVERIFY(area.top() > 540.0); // all of it below the horizon
        QVERIFY(area.bottom() <= 3001.0);
    }

    void seenFromStraightAbove()
    {
        CameraPose camera;
        camera.position = {0.0, 50.0, 0.0};
        camera.up = {0.0, 0.0, -1.0};
        camera.orthographic = true;
        camera.orthographicHeight = 108.0;
        const BoardProjection projection = BoardProjection::through(camera, QSizeF(Full));
        const QPointF at = *projection.pixelOf({3.0, 0.0, 4.0});
        QVERIFY(std::hypot(at.x() - 990.0, at.y() - 580.0) < 1e-6);
        QCOMPARE(*projection.pixelsPerMetre({}), 10.0);
    }

    void viewsTakeNotice()
    {
        const ViewContent before = contentOf(twoPlayers(), {});
        ViewContent after = before;
        QVERIFY(!changesBetween(before, after));
        after.drawings = std::vector<Drawing>{drawing(DrawingKind::Pen, {{}})};
        QCOMPARE(changesBetween(before, after), ViewChanges(ViewPart::Drawings));
        after = before;
        after.sketches = std::vector<Drawing>{drawing(DrawingKind::Pen, {{}})};
        QCOMPARE(changesBetween(before, after), ViewChanges(ViewPart::Drawings));
        after = before;
        after.chosenDrawing = QStringLiteral("a");
        QCOMPARE(changesBetween(before, after), ViewChanges(ViewPart::Drawings));
    }

    void flatMapDrawsThem()
    {
        test::FlatMap flat;
        flat.showCrossing();
        const QImage without = flat.m_map->grab().toImage();
        const auto show = [&flat](std::vector<Drawing> drawings) {
            test::change(*flat.m_map, [&](ViewContent& c) { c.drawings = std::move(drawings); });
        };
        Drawing cross = drawing(DrawingKind::Line, {{0.25, 0.5, 0.0}, {0.75, 0.5, 0.0}}, DrawingPin::Screen);
        cross.from = model::Micros{-1};
        show({cross});
        const QImage with = flat.m_map->grab().toImage();
        QVERIFY(red(with, with.width() / 2, with.height() / 2));
        flat.m_map->setCompact(true);
        const QImage small = flat.m_map->grab().toImage();
        QVERIFY(!red(small, small.width() / 2, small.height() / 2)); // a minimap is for finding one's way
        flat.m_map->setCompact(false);
        show({});
        flat.m_map->fitAll();
        QCOMPARE(flat.m_map->grab().toImage(), without);
    }

    void manyPointsAreNoTrouble_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("width");
        QTest::addColumn<bool>("wild"); // each stretch crosses the whole picture, and most others
        QTest::newRow("scribble") << static_cast<int>(DrawingKind::Pen) << 1 << 10.0 << false;
        QTest::newRow("crossing pen") << static_cast<int>(DrawingKind::Pen) << 1 << 4.0 << true;
        QTest::newRow("crossing line") << static_cast<int>(DrawingKind::Line) << 1 << 4.0 << true;
        QTest::newRow("crossing polygon") << static_cast<int>(DrawingKind::Polygon) << 1 << 4.0 << true;
        QTest::newRow("broad pens") << static_cast<int>(DrawingKind::Pen) << 50 << 200.0 << false;
    }
    /// As many points as there can be are painted in less than the time that it takes to see them.
    void manyPointsAreNoTrouble()
    {
        QFETCH(int, kind);
        QFETCH(int, count);
        QFETCH(double, width);
        QFETCH(bool, wild);
        std::vector<glm::dvec3> points;
        for (int i = 0; i < 20'000; ++i) {
            const double step = wild ? 300.0 : 1.0;
            points.emplace_back(40.0 * std::sin(i * 0.01 * step), 0.0, 40.0 * std::cos(i * 0.013 * step));
        }
        Drawing one = drawing(static_cast<DrawingKind>(kind), points);
        one.width = width;
        const ViewContent content =
            contentOf(twoPlayers(), std::vector<Drawing>(static_cast<std::size_t>(count), one));
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!empty(painted(content)));
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }

    /// A picture has so many points; who draws now is always seen.
    void tooManyPointsAreLeftOut()
    {
        std::vector<Drawing> many(10, drawing(DrawingKind::Pen, std::vector<glm::dvec3>(5'000)));
        const Drawing line = drawing(DrawingKind::Line, {{-10.0, 0.0, 10.0}, {10.0, 0.0, 10.0}});
        ViewContent content = contentOf(twoPlayers(), many);
        many.push_back(line);
        content.drawings = many;
        QVERIFY(clear(painted(content), 960, 640));
        content.sketches = std::vector<Drawing>{line};
        QVERIFY(red(painted(content), 960, 640));
    }

    /// Round the place, whatever layers are shown, and gone where it is behind the edge.
    void pointersAreRings()
    {
        ViewContent content = contentOf(twoPlayers(), {});
        content.options.drawings = false;
        QVERIFY(!anyDrawingShown(content));
        Pointer pointer{
            .onScreen = false, .place = {10.0, 0.0, 5.0}, .name = {}, .colour = QColor(255, 0, 0)};
        content.pointers = std::vector<Pointer>{pointer};
        QVERIFY(anyDrawingShown(content));
        const QImage ring = painted(content);
        QVERIFY(red(ring, 960 + 100 + 18, 540 + 50));
        QVERIFY(clear(ring, 960 + 100, 540 + 50)); // what is pointed at stays in sight
        QVERIFY(clear(ring, 960 + 100, 540 + 50 - 43));

        pointer.name = QStringLiteral("Cy");
        content.pointers = std::vector<Pointer>{pointer};
        QVERIFY(!clear(painted(content), 960 + 100, 540 + 50 - 43));

        pointer = {.onScreen = true, .place = {0.5, 0.5, 0.0}, .name = {}, .colour = QColor(255, 0, 0)};
        pointer.opacity = 0.5;
        content.pointers = std::vector<Pointer>{pointer};
        const int alpha = painted(content).pixelColor(960 + 18, 540).alpha();
        QVERIFY2(alpha > 100 && alpha < 200, qPrintable(QString::number(alpha)));

        ViewContent other = content;
        other.pointers = {};
        QVERIFY(changesBetween(content, other) == ViewPart::Drawings);
    }
};

} // namespace tst_board_painter

GHOSTLINE_TEST(tst_board_painter, TestBoardPainter, QApplication)
#include "tst_board_painter.moc"
