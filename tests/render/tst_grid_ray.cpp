// SPDX-License-Identifier: GPL-3.0-or-later
// What can be seen between blocks, and that a camera behind somebody stays where it sees them.
#include "camera_fixture.h"
#include "grid_fixture.h"
#include "render/base/view_content.h"
#include "render/cells/grid_ray.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_grid_ray {

using namespace ghostline;
using namespace ghostline::render;
using test::Cells;

class TestGridRay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void endsAtTheFirstBlock_data();
    void endsAtTheFirstBlock();
    void shapesHideAsTheyAre_data();
    void shapesHideAsTheyAre();
    void editsCount();
    void looksAllocateNothing();
    void followComesNear();

private:
    /// A wall at x = 10, glass at x = 5, on a floor below zero.
    static GridLayers walled();
};

GridLayers TestGridRay::walled()
{
    Cells cells;
    const std::uint16_t stone = cells.kind(QStringLiteral("stone"), 0x808080);
    const std::uint16_t glass = cells.kind(QStringLiteral("glass"), 0xc0d0e0, true);
    cells.box({-20, -2, -20}, {20, -1, 20}, stone);
    cells.box({10, 0, -20}, {10, 8, 20}, stone);
    cells.box({5, 0, -20}, {5, 8, 20}, glass);
    return {cells.layer(), nullptr};
}

void TestGridRay::endsAtTheFirstBlock_data()
{
    QTest::addColumn<glm::dvec3>("from");
    QTest::addColumn<glm::dvec3>("to");
    QTest::addColumn<double>("share");
    const auto row = [](const char* name, glm::dvec3 from, glm::dvec3 to, double share) {
        QTest::newRow(name) << from << to << share;
    };
    row("nothing in between", {0.5, 1.5, 0.5}, {-15.5, 6.5, 3.5}, 1.0);
    row("through glass to the wall", {0.5, 1.5, 0.5}, {19.5, 1.5, 0.5}, 0.5);
    row("backward", {19.5, 1.5, 0.5}, {-0.5, 1.5, 0.5}, 8.5 / 20.0);
    row("down to the floor", {0.5, 3.0, 0.5}, {0.5, -3.0, 0.5}, 0.5);
    row("over the wall", {0.5, 12.5, 0.5}, {19.5, 12.5, 0.5}, 1.0);
    row("out of a block that one stands in", {10.5, 1.5, 0.5}, {14.5, 1.5, 0.5}, 1.0);
    row("nowhere", {0.5, 1.5, 0.5}, {0.5, 1.5, 0.5}, 1.0);
    row("not at all near", {0.5, 1e9, 0.5}, {1e9, 1e9, 0.5}, 1.0);
}

void TestGridRay::endsAtTheFirstBlock()
{
    QFETCH(glm::dvec3, from);
    QFETCH(glm::dvec3, to);
    QFETCH(double, share);
    const double seen = freeShare(walled(), {}, from, to);
    QVERIFY2(std::abs(seen - share) < 1e-9, qPrintable(QString::number(seen)));
}

void TestGridRay::shapesHideAsTheyAre_data()
{
    using model::GridForm;
    QTest::addColumn<model::GridKind>("kind"); // of the cell from (5, 0, 0) to (6, 1, 1)
    QTest::addColumn<double>("height");        // of a way from x = 0 to x = 10 through its middle
    QTest::addColumn<double>("share");
    const model::GridKind slab{
        .name = QStringLiteral("slab"), .form = GridForm::Boxes, .boxes = {{{0, 0, 0}, {16, 8, 16}}}};
    model::GridKind post = slab;
    post.boxes = {{{6, 0, 6}, {10, 16, 10}}};
    model::GridKind pane = post;
    pane.translucent = true;
    QTest::newRow("through a slab") << slab << 0.25 << 0.5;
    QTest::newRow("over a slab") << slab << 0.75 << 1.0;
    QTest::newRow("a post") << post << 0.75 << 0.5375;
    QTest::newRow("a pane") << pane << 0.75 << 1.0;
    QTest::newRow("a cube") << model::GridKind{} << 0.75 << 0.5;
    QTest::newRow("leaves") << model::GridKind{.name = {}, .hides = false} << 0.75 << 1.0;
    QTest::newRow("a barrier") << model::GridKind{.name = {}, .invisible = true} << 0.75 << 1.0;
    QTest::newRow("a plant") << model::GridKind{.name = {}, .form = GridForm::Cross} << 0.5 << 1.0;
    QTest::newRow("nothing") << model::GridKind{.name = {}, .form = GridForm::Nothing} << 0.5 << 1.0;
}

void TestGridRay::shapesHideAsTheyAre()
{
    QFETCH(model::GridKind, kind);
    QFETCH(double, height);
    QFETCH(double, share);
    Cells cells;
    cells.set({5, 0, 0}, cells.kind(kind));
    const double seen = freeShare({cells.layer()}, {}, {0.0, height, 0.5}, {10.0, height, 0.5});
    QVERIFY2(std::abs(seen - share) < 1e-9, qPrintable(QString::number(seen)));
}

/// What was taken away hides nothing, what was placed does.
void TestGridRay::editsCount()
{
    Cells edits;
    edits.set({10, 1, 0}, edits.kind({.name = QStringLiteral("air"), .form = model::GridForm::Nothing}));
    auto layer = std::make_shared<model::GridLayer>(*edits.layer());
    const glm::dvec3 from{0.5, 1.5, 0.5}, to{19.5, 1.5, 0.5};
    QCOMPARE(freeShare(walled(), {layer}, from, to), 0.5);
    layer->overrides = true;
    QCOMPARE(freeShare(walled(), {layer}, from, to), 1.0);
    edits.set({10, 1, 0}, edits.kind(QStringLiteral("stone"), 0x808080));
    layer = std::make_shared<model::GridLayer>(*edits.layer());
    layer->overrides = true;
    QCOMPARE(freeShare(walled(), {layer}, from, to), 0.5);
}

/// Two looks a frame while the camera follows somebody, and one wherever somebody draws.
void TestGridRay::looksAllocateNothing()
{
    model::SceneDescription scene;
    scene.grids = walled();
    Cells edits;
    edits.set({10, 1, 0}, edits.kind({.name = QStringLiteral("air"), .form = model::GridForm::Nothing}));
    auto layer = std::make_shared<model::GridLayer>(*edits.layer());
    layer->overrides = true;
    model::WorldState state;
    state.grids = {layer};
    ViewContent content;
    content.scene = std::make_shared<const model::SceneDescription>(std::move(scene));
    content.state = std::make_shared<const model::WorldState>(std::move(state));
    const auto look = [&content] {
        return freeShare(content.surroundings(), content.state->grids, {0.5, 1.5, 0.5}, {19.5, 1.5, 0.5});
    };
    QCOMPARE(look(), 1.0);
    const auto before = test::allocations;
    double sum = look() + look();
    content.options.scene = false;
    sum += look();
    QCOMPARE(test::allocations, before);
    QCOMPARE(sum, 3.0);
    QVERIFY(content.surroundings().empty());
}

/// At once where a wall comes in between, and back again little by little.
void TestGridRay::followComesNear()
{
    const GridLayers grids = walled();
    CameraController camera = test::controller(CameraMode::Follow);
    camera.setSight(
        [&grids](const glm::dvec3& from, const glm::dvec3& to) { return freeShare(grids, {}, from, to); });
    CameraSubject runner;
    runner.size = 1.8;
    // Looks to the west, so the camera stands in the east, where the wall is.
    runner.pose.orientation = glm::angleAxis(glm::radians(-90.0F), glm::vec3(0.0F, 1.0F, 0.0F));
    const auto distanceAt = [&](double x, std::optional<double> seconds) {
        runner.pose.position = {x, 0.0, 0.5};
        camera.track(runner, {.seconds = seconds, .playing = true});
        test::settle(camera);
        const CameraPose& pose = camera.pose();
        const bool clear = freeShare(grids, {}, pose.target, pose.position) == 1.0;
        return clear ? glm::distance(pose.target, pose.position) : 0.0;
    };
    const double whole = distanceAt(-10.5, {});
    QVERIFY(whole > 4.0);
    const double near = distanceAt(8.5, {});
    QVERIFY2(near > 0.4 && near < 2.0, qPrintable(QString::number(near)));
    const double after = distanceAt(-10.5, 0.1);
    QVERIFY2(after > near && after < whole, qPrintable(QString::number(after)));
    QCOMPARE(distanceAt(-10.5, 10.0), whole);
    distanceAt(8.5, {});
    QCOMPARE(distanceAt(-10.5, {}), whole); // a jump
}

} // namespace tst_grid_ray

GHOSTLINE_TEST(tst_grid_ray, TestGridRay)
#include "tst_grid_ray.moc"
