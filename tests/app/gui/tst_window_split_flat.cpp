// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras in a race where there is no OpenGL: maps, each in the middle of which whom it follows stays.
#include "app/gui/analyses/zones_page.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_ghosts.h"
#include "tests/app/gui/race_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QPushButton>

namespace tst_window_split_flat {

using namespace ghostline;
using namespace ghostline::test;
using render::TopDownWidget;

class TestWindowSplitFlat : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void followsByKey();
    void twoMaps();
    void zonesOnBothMaps();
    void zonesPageGoesWithTheWindow();
    void drawingsOnBothMaps();

private:
    app::ViewArea& area() { return m_window->area(); }
    app::GhostSet& ghosts() { return *area().ghosts().ghosts(); }
    QAction* verb(const char* id) { return m_window->actions().get(QLatin1String(id)); }
    void alt(Qt::Key key) { QTest::keyClick(m_window.get(), key, Qt::AltModifier); }
    bool seek(int frame)
    {
        m_window->session()->playhead().seek({StartTick + frame, 0.0});
        return QTest::qWaitFor(
            [this, frame] { return m_window->session()->playback()->state().at.frame == StartTick + frame; });
    }
    /// How far to the left of the middle the runner is on a map, pixels; nothing where they are not found.
    std::optional<int> runnerLeftOf(const TopDownWidget* map)
    {
        for (int d = 0; d < map->width() / 2; ++d) {
            if (map->pick(QPointF(map->width() / 2 - d, map->height() / 2)) == ghosts().runner())
                return d;
        }
        return std::nullopt;
    }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<app::MainWindow> m_window;
};

void TestWindowSplitFlat::init()
{
    m_place = std::make_unique<WindowPlace>();
    for (const MadeRun& run : {Slow, Fast})
        QVERIFY(record(pathOf(*m_place, run), run));
    m_window = showRace(*m_place, {pathOf(*m_place, Fast)}, QStringLiteral("no driver"));
    QVERIFY(m_window != nullptr && raceReady(ghosts(), 1));
    QVERIFY(seek(64)); // four metres apart
}

void TestWindowSplitFlat::cleanup()
{
    m_window.reset();
    m_place.reset();
}

void TestWindowSplitFlat::followsByKey()
{
    alt(Qt::Key_M);
    QCOMPARE(runnerLeftOf(area().flatMap()), std::optional(0));
    alt(Qt::Key_G);
    QVERIFY(area().ghosts().followed() != 0);
    QVERIFY(runnerLeftOf(area().flatMap()).value_or(0) > 0);
    QVERIFY(seek(32)); // two
    alt(Qt::Key_M);
    QCOMPARE(runnerLeftOf(area().flatMap()), std::optional(0));
    // A map has no camera that could step back.
    QVERIFY(!verb("compare.frameBoth")->isEnabled());
}

void TestWindowSplitFlat::twoMaps()
{
    alt(Qt::Key_S);
    QVERIFY(area().ghosts().isSplit());
    const QPointer<TopDownWidget> map = area().views().second()->map();
    QTRY_VERIFY(map->isVisible() && std::abs(map->width() - area().flatMap()->width()) <= 1);
    const auto apart = runnerLeftOf(map);
    QVERIFY(apart && *apart > 0);
    QCOMPARE(runnerLeftOf(area().flatMap()), std::optional(0));
    QVERIFY(seek(32));
    QVERIFY(runnerLeftOf(map).value_or(*apart) < *apart);
    QCOMPARE(runnerLeftOf(area().flatMap()), std::optional(0));
    QTest::mouseClick(map, Qt::LeftButton, {},
                      QPoint(map->width() / 2 - runnerLeftOf(map).value(), map->height() / 2));
    QCOMPARE(m_window->session()->actors()->selected(), ghosts().runner());
    QCOMPARE(area().capture({640, 320}).size(), QSize(640, 320));
    ghosts().clear();
    QVERIFY(!area().ghosts().isSplit());
    QTRY_VERIFY(map == nullptr);
}

/// The page tells of its zones as it is hidden, and that is when the maps have gone.
void TestWindowSplitFlat::zonesPageGoesWithTheWindow()
{
    verb("analyse.zones")->trigger();
    QVERIFY(m_window->findChild<app::ZonesPage*>()->isVisible());
    m_window.reset();
}

void TestWindowSplitFlat::zonesOnBothMaps()
{
    verb("analyse.zones")->trigger();
    auto* page = m_window->findChild<app::ZonesPage*>();
    TopDownWidget* map = area().flatMap();
    const auto buttons = page->findChildren<QPushButton*>();
    const auto circle = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->text() == QStringLiteral("Draw &circle");
    });
    QVERIFY(circle != buttons.end());
    (*circle)->click();
    QCOMPARE(m_window->focusWidget(), map); // Esc gives up there
    QTest::mousePress(map, Qt::LeftButton, {}, {60, 60});
    QTest::mouseMove(map, {90, 60});
    QTest::mouseRelease(map, Qt::LeftButton, {}, {100, 60});
    QCOMPARE(m_window->session()->zones().size(), std::size_t{1});
    QVERIFY(m_window->session()->zones()[0].contains(map->groundAt({90, 60})));
    page->window()->hide(); // without it none is chosen

    alt(Qt::Key_S);
    QVERIFY(area().ghosts().isSplit());
    for (TopDownWidget* each : {map, area().views().second()->map()}) {
        QTRY_VERIFY(each->isVisible());
        each->centreOn(
            {m_window->session()->zones()[0].centre.x, 0.0, m_window->session()->zones()[0].centre.y});
        const QImage with = each->grab().toImage();
        verb("view.zones")->trigger();
        QVERIFY(each->grab().toImage() != with);
        verb("view.zones")->trigger();
        QCOMPARE(each->grab().toImage(), with);
    }
}

void TestWindowSplitFlat::drawingsOnBothMaps()
{
    alt(Qt::Key_S);
    QVERIFY(area().ghosts().isSplit());
    TopDownWidget* first = area().flatMap();
    TopDownWidget* second = area().views().second()->map();
    QTRY_VERIFY(first->isVisible() && second->isVisible());
    const QImage without = second->grab().toImage();
    model::Drawing line;
    line.kind = model::DrawingKind::Line;
    line.pin = model::DrawingPin::Screen;
    line.points = {{0.1, 0.5, 0.0}, {0.9, 0.5, 0.0}};
    line.width = 20.0;
    const model::Micros now = m_window->session()->playhead().time();
    line.from = now - model::Micros{1'000'000};
    line.to = now + model::Micros{1'000'000};
    m_window->session()->notes()->addDrawing(line);
    QVERIFY(second->grab().toImage() != without);
    for (TopDownWidget* each : {first, second}) {
        const QImage with = each->grab().toImage();
        verb("view.drawings")->trigger();
        QVERIFY(each->grab().toImage() != with);
        verb("view.drawings")->trigger();
        QCOMPARE(each->grab().toImage(), with);
    }
    verb("edit.undo")->trigger();
    QCOMPARE(second->grab().toImage(), without);
}

} // namespace tst_window_split_flat

GHOSTLINE_TEST(tst_window_split_flat, TestWindowSplitFlat, ghostline::test::GraphicsApplication)
#include "tst_window_split_flat.moc"
