// SPDX-License-Identifier: GPL-3.0-or-later
// A heat map in the whole window: asked for by its verb, on the ground of every view, gone with the
// recording.
#include "app/gui/heat/heat_panel.h"
#include "app/gui/shell/start_up.h"
#include "app/gui/view/replay_views.h"
#include "render/flat/top_down_widget.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

namespace tst_window_heat {

using namespace ghostline;
using namespace ghostline::test;

class TestWindowHeat : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }

    void onTheGroundOfEveryView()
    {
        const WindowPlace place;
        FakeReplayOptions options;
        options.players = true;
        OpenWindow w(place, options);
        QVERIFY(w.show() && w.open());
        check(*w.window);
        w.window->closeReplay();
        QVERIFY(w.window->area().views().content().heat->empty());
    }

    void ofTheBundledRecording()
    {
        const auto registry = std::make_shared<model::CodecRegistry>();
        const QString sample = app::findSample(*registry);
        if (sample.isEmpty())
            QSKIP("no sample was built");
        const WindowPlace place;
        const QString copy = place.folder.filePath(QFileInfo(sample).fileName());
        QVERIFY(QFile::copy(sample, copy));
        const std::unique_ptr<app::MainWindow> window = showWindow({1280, 800});
        QVERIFY(window != nullptr && openAndWait(*window, copy));
        check(*window);
    }

private:
    static void check(app::MainWindow& window)
    {
        window.actions().get(QStringLiteral("analyse.heatMap"))->trigger();
        QDockWidget* dock = window.dock(QStringLiteral("heat"));
        QTRY_VERIFY(dock != nullptr && dock->isVisible());
        auto* panel = window.findChild<app::HeatPanel*>();
        QVERIFY(panel != nullptr);
        panel->start();
        const auto shown = [&window] { return window.area().views().content().heat; };
        QTRY_VERIFY_WITH_TIMEOUT(!shown()->empty(), OpenMs);
        QVERIFY(shown()->grid.total > 0.0);
        QCOMPARE(shown()->grid.unit, QStringLiteral("s"));
        const auto* map = window.findChild<render::TopDownWidget*>(QStringLiteral("minimap"));
        QVERIFY(map != nullptr);
        QTRY_VERIFY(map->content().heat == shown());
        QAction* toggle = window.actions().get(QStringLiteral("view.heatMap"));
        QVERIFY(toggle->isChecked());
        toggle->trigger();
        QVERIFY(!window.area().options().heatMap);
        toggle->trigger();
        QVERIFY(window.area().options().heatMap);
    }
};

} // namespace tst_window_heat

GHOSTLINE_TEST(tst_window_heat, TestWindowHeat, ghostline::test::GraphicsApplication)
#include "tst_window_heat.moc"
