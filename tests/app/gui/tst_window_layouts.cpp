// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of the real window: those that come with the program, the user's own by name, damaged ones.
#include "app/gui/plots/plots_panel.h"
#include "app/gui/settings/layout_store.h"
#include "app/gui/settings/shipped_layouts.h"
#include "app/gui/shell/layout_menu.h"
#include "app/gui/shell/layouts.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>

namespace tst_window_layouts {

using namespace ghostline;
using namespace ghostline::test;

namespace {

bool isSeen(app::MainWindow& window, const char* dock)
{
    return !window.dock(QLatin1String(dock))->visibleRegion().isEmpty();
}

/// What is opened is of the format that its name begins with.
void readByName(OpenWindow& w)
{
    w.window->loader().setOpener([](const QString& path, const model::OpenOptions&) {
        FakeReplayOptions options;
        options.format = QFileInfo(path).baseName().section(QLatin1Char('-'), 0, 0);
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(options));
    });
}

bool openAs(OpenWindow& w, const QString& format, const QString& name = {})
{
    const QString path = w.place.file(name.isEmpty() ? format + QStringLiteral(".bin") : name);
    w.window->openFile(path);
    return QTest::qWaitFor(
        [&w, path, format] {
            const app::ReplaySession* session = w.window->session();
            return session != nullptr && session->path() == path && session->info().format == format &&
                   session->playback()->state().size() > 0;
        },
        OpenMs);
}

/// Opens the menu as a user would and triggers one of its entries, or one of a menu in it.
bool choose(app::MainWindow& window, const QString& text, const QString& below = {})
{
    QMenu* menu = window.findChild<app::LayoutMenu*>();
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions()) {
        if (!below.isEmpty() && action->menu() != nullptr && action->text() == below)
            menu = action->menu();
    }
    for (QAction* action : menu->actions()) {
        if (action->text() == text && action->menu() == nullptr) {
            action->trigger();
            return true;
        }
    }
    return false;
}

} // namespace

class TestWindowLayouts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void layoutComesBack()
    {
        {
            OpenWindow w(*m_place);
            QVERIFY(w.show());
            QVERIFY(w.open());
            QVERIFY(w.window->dock(QStringLiteral("cast"))->isVisible());
            QVERIFY(!w.window->dock(QStringLiteral("plots"))->isVisible());
            w.window->dock(QStringLiteral("cast"))->hide();
            w.window->dock(QStringLiteral("plots"))->show();
            w.key(Qt::Key_T);
            w.window->close();
        }
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        QVERIFY(!w.window->area().options().trails);
        QVERIFY(w.open());
        QVERIFY(!w.window->dock(QStringLiteral("cast"))->isVisible());
        QVERIFY(w.window->dock(QStringLiteral("plots"))->isVisible());
        w.window->dock(QStringLiteral("timeline"))->hide();
        QVERIFY(w.window->layouts().restore());
        QVERIFY(w.window->dock(QStringLiteral("timeline"))->isVisible());
    }

    void badLayoutsAreTolerated_data()
    {
        QTest::addColumn<int>("schema");
        QTest::addColumn<QByteArray>("docks");
        QTest::newRow("garbage") << int(app::Layout::SchemaVersion) << QByteArray(300, '\x5a');
        QTest::newRow("empty") << int(app::Layout::SchemaVersion) << QByteArray();
        QTest::newRow("a later schema") << int(app::Layout::SchemaVersion) + 1 << QByteArray(20, '\0');
        QTest::newRow("zeros") << int(app::Layout::SchemaVersion) << QByteArray(64, '\0');
    }
    void badLayoutsAreTolerated()
    {
        QFETCH(int, schema);
        QFETCH(QByteArray, docks);
        {
            const auto store = app::openStore();
            store->setValue(QStringLiteral("layout/schema"), schema);
            store->setValue(QStringLiteral("layout/docks"), docks);
            store->setValue(QStringLiteral("layout/geometry"), QByteArray("no geometry"));
            store->setValue(QStringLiteral("layout/timeline"), QByteArray("no timeline"));
            store->setValue(QStringLiteral("layout/plots"), QByteArray("no plots"));
        }
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        QVERIFY(w.open());
        QVERIFY(!w.window->layouts().restore());
        for (const char* name : {"cast", "events", "inspector", "timeline"})
            QVERIFY2(w.window->dock(QLatin1String(name))->isVisible(), name);
    }

    void resetPutsEveryPanelBack()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        QVERIFY(w.open());
        QDockWidget* cast = w.window->dock(QStringLiteral("cast"));
        cast->setFloating(true);
        w.window->addDockWidget(Qt::RightDockWidgetArea, w.window->dock(QStringLiteral("timeline")));
        w.window->dock(QStringLiteral("events"))->hide();
        w.window->layouts().reset();
        QVERIFY(!cast->isFloating() && cast->isVisible());
        QCOMPARE(w.window->dockWidgetArea(cast), Qt::LeftDockWidgetArea);
        QCOMPARE(w.window->dockWidgetArea(w.window->dock(QStringLiteral("timeline"))),
                 Qt::BottomDockWidgetArea);
        QVERIFY(w.window->dock(QStringLiteral("events"))->isVisible());
    }

    void shippedLayouts_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QStringList>("seen");
        QTest::addColumn<QStringList>("gone");
        const auto list = [](const char* names) {
            return QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        };
        QTest::newRow("coach") << QStringLiteral("Coach") << list("cast minimap match inspector timeline")
                               << list("evidence delta plots");
        QTest::newRow("staff") << QStringLiteral("Staff") << list("cast review evidence inspector timeline")
                               << list("minimap plots delta");
        QTest::newRow("player") << QStringLiteral("Player") << list("ghosts delta events timeline")
                                << list("cast minimap plots evidence");
    }
    void shippedLayouts()
    {
        QFETCH(QString, entry);
        QFETCH(QStringList, seen);
        QFETCH(QStringList, gone);
        OpenWindow w(*m_place);
        w.window->resize(1600, 1000);
        QVERIFY(w.show() && w.open());
        for (int again = 0; again < 2; ++again) {
            QVERIFY(choose(*w.window, entry));
            for (const QString& dock : seen)
                QTRY_VERIFY2(isSeen(*w.window, qPrintable(dock)), qPrintable(dock));
            for (const QString& dock : gone)
                QVERIFY2(w.window->dock(dock)->isHidden(), qPrintable(dock));
            QVERIFY(w.window->area().width() >= 480 && w.window->area().height() >= 300);
            if (entry == QLatin1String("Staff")) // tall
                QTRY_VERIFY(w.window->dock(QStringLiteral("evidence"))->height() >= 280);
            QVERIFY(choose(*w.window, QStringLiteral("Player"))); // from wherever it was
        }
    }

    void ownLayoutsHaveNames()
    {
        const QString name = QStringLiteral("Finals & 50% / late");
        {
            OpenWindow w(*m_place);
            QVERIFY(w.show() && w.open());
            w.window->dock(QStringLiteral("minimap"))->hide();
            w.window->actions().get(QStringLiteral("view.saveLayoutAs"))->trigger();
            auto* dialog = w.window->findChild<QInputDialog*>(QStringLiteral("layoutName"));
            QVERIFY(dialog != nullptr && !dialog->isModal());
            dialog->setTextValue(QStringLiteral("  %1 ").arg(name));
            dialog->accept();
            QCOMPARE(app::layoutNames(), QStringList{name});
        }
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        w.window->actions().get(QStringLiteral("view.resetLayout"))->trigger();
        QVERIFY(isSeen(*w.window, "minimap"));
        const QString entry = QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"));
        QVERIFY(choose(*w.window, entry));
        QTRY_VERIFY(!isSeen(*w.window, "minimap") && isSeen(*w.window, "cast"));
        QVERIFY(choose(*w.window, entry, QStringLiteral("Remove layout")));
        QVERIFY(app::layoutNames().isEmpty());
        QVERIFY(!choose(*w.window, entry));
        QVERIFY(choose(*w.window, QStringLiteral("Coach")));
    }

    void plotsAreThoseOfTheLayout()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        auto* plots = w.window->findChild<app::PlotsPanel*>();
        const model::ReplayInfo& info = w.window->session()->info();
        const auto plot = [&](std::size_t actor) {
            plots->addPlot({model::metricsOf(info).front(), info.cast[actor].id, model::ActorId::None});
        };
        w.window->layouts().save(QStringLiteral("bare"));
        plot(0);
        w.window->layouts().save(QStringLiteral("one"));
        plot(1);
        QVERIFY(choose(*w.window, QStringLiteral("one")));
        QCOMPARE(plots->plots().count(), 1);
        QVERIFY(choose(*w.window, QStringLiteral("Coach"))); // which says nothing of them
        QCOMPARE(plots->plots().count(), 1);
        QVERIFY(choose(*w.window, QStringLiteral("bare")));
        QCOMPARE(plots->plots().count(), 0);
        QTRY_VERIFY(!plots->reading());
    }

    void aNamelessOneIsNotSaved()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        w.window->actions().get(QStringLiteral("view.saveLayoutAs"))->trigger();
        auto* dialog = w.window->findChild<QInputDialog*>(QStringLiteral("layoutName"));
        dialog->setTextValue(QStringLiteral("   "));
        dialog->accept();
        QVERIFY(app::layoutNames().isEmpty());
    }

    void damagedLayoutsChangeNothing_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        QTest::newRow("another version") << QStringLiteral("schema") << QVariant(4);
        QTest::newRow("garbage") << QStringLiteral("docks") << QVariant(QByteArray(300, '\x5a'));
        QTest::newRow("nothing") << QStringLiteral("docks") << QVariant(QByteArray());
    }
    void damagedLayoutsChangeNothing()
    {
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        w.window->dock(QStringLiteral("minimap"))->hide();
        w.window->layouts().save(QStringLiteral("mine"));
        app::openStore()->setValue(QStringLiteral("layouts/mine/") + key, value);
        w.window->layouts().reset();
        QTRY_VERIFY(isSeen(*w.window, "minimap"));
        QVERIFY(choose(*w.window, QStringLiteral("mine")));
        QVERIFY(isSeen(*w.window, "minimap") && isSeen(*w.window, "cast") && isSeen(*w.window, "timeline"));
    }

    void eachFormatHasItsOwn()
    {
        {
            OpenWindow w(*m_place);
            readByName(w);
            QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
            w.window->dock(QStringLiteral("cast"))->hide();
            w.window->dock(QStringLiteral("plots"))->show();
            w.key(Qt::Key_T);
            QVERIFY(!w.window->area().options().trails);
            QVERIFY(openAs(w, QStringLiteral("sc2"))); // for the first time
            QTRY_VERIFY(isSeen(*w.window, "cast"));
            QVERIFY(w.window->dock(QStringLiteral("plots"))->isHidden());
            QVERIFY(w.window->area().options().trails);
            w.window->dock(QStringLiteral("minimap"))->hide();
            QVERIFY(openAs(w, QStringLiteral("echo")));
            QTRY_VERIFY(isSeen(*w.window, "minimap") && isSeen(*w.window, "plots"));
            QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
            QVERIFY(!w.window->area().options().trails);
            QVERIFY(openAs(w, QStringLiteral("sc2")));
            QTRY_VERIFY(isSeen(*w.window, "cast"));
            QVERIFY(w.window->dock(QStringLiteral("minimap"))->isHidden());
            w.window->close();
        }
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
        QTRY_VERIFY(isSeen(*w.window, "minimap"));
        QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        QTRY_VERIFY(isSeen(*w.window, "cast"));
        QVERIFY(w.window->dock(QStringLiteral("minimap"))->isHidden());
    }

    void theSameFormatChangesNothing()
    {
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
        w.window->dock(QStringLiteral("cast"))->hide();
        QVERIFY(openAs(w, QStringLiteral("echo"), QStringLiteral("echo-another.bin")));
        QTRY_VERIFY(isSeen(*w.window, "events"));
        QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
        // Nor does closing it and opening it again.
        w.window->closeReplay();
        QVERIFY(openAs(w, QStringLiteral("echo")));
        QTRY_VERIFY(isSeen(*w.window, "events"));
        QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
    }

    /// One that an older version saved is of no format.
    void theFirstFormatTakesWhatIsThere()
    {
        {
            OpenWindow w(*m_place);
            readByName(w);
            QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
            w.window->dock(QStringLiteral("cast"))->hide();
            w.window->close();
        }
        const auto store = app::openStore();
        store->remove(QStringLiteral("formatLayouts"));
        store->remove(QStringLiteral("layout/format"));
        store->sync();
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("sc2")));
        QTRY_VERIFY(isSeen(*w.window, "events"));
        QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
        QVERIFY(openAs(w, QStringLiteral("echo")));
        QTRY_VERIFY(isSeen(*w.window, "cast"));
    }

    void aDamagedOneIsAsGoodAsNone_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        QTest::newRow("another version") << QStringLiteral("schema") << QVariant(4);
        QTest::newRow("garbage") << QStringLiteral("docks") << QVariant(QByteArray(300, '\x5a'));
        QTest::newRow("zeros") << QStringLiteral("docks") << QVariant(QByteArray(64, '\0'));
        QTest::newRow("nothing") << QStringLiteral("docks") << QVariant(QByteArray());
    }
    void aDamagedOneIsAsGoodAsNone()
    {
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("sc2")));
        w.window->dock(QStringLiteral("minimap"))->hide();
        QVERIFY(openAs(w, QStringLiteral("echo")));
        w.window->dock(QStringLiteral("cast"))->hide();
        app::openStore()->setValue(QStringLiteral("formatLayouts/sc2/") + key, value);
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        for (const char* dock : {"cast", "minimap", "events", "timeline"})
            QTRY_VERIFY2(isSeen(*w.window, dock), dock);
    }

    void resetIsOfTheFormatThatIsOpen()
    {
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
        w.window->dock(QStringLiteral("cast"))->hide();
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        w.window->dock(QStringLiteral("minimap"))->hide();
        w.window->layouts().save();
        QVERIFY(app::loadFormatLayout(QStringLiteral("sc2")));
        w.window->actions().get(QStringLiteral("view.resetLayout"))->trigger();
        QVERIFY(!app::loadFormatLayout(QStringLiteral("sc2")));
        QTRY_VERIFY(isSeen(*w.window, "minimap"));
        QVERIFY(openAs(w, QStringLiteral("echo")));
        QTRY_VERIFY(isSeen(*w.window, "minimap"));
        QVERIFY(w.window->dock(QStringLiteral("cast"))->isHidden());
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        QTRY_VERIFY(isSeen(*w.window, "minimap") && isSeen(*w.window, "cast"));
    }

    /// A list or a queue of recordings of any format stays in sight while they come and go.
    void whatSomebodyGoesThroughStays_data()
    {
        QTest::addColumn<QString>("dock");
        QTest::newRow("play list") << QStringLiteral("playlist");
        QTest::newRow("queue") << QStringLiteral("review");
    }
    void whatSomebodyGoesThroughStays()
    {
        QFETCH(QString, dock);
        OpenWindow w(*m_place);
        readByName(w);
        QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
        w.window->dock(dock)->show();
        w.window->dock(dock)->raise();
        QTRY_VERIFY(isSeen(*w.window, qPrintable(dock)));
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        QTRY_VERIFY(isSeen(*w.window, qPrintable(dock)));
    }

    void aFormatsSidesFitTheWindowThatIsThere()
    {
        OpenWindow w(*m_place);
        readByName(w);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && openAs(w, QStringLiteral("echo")));
        const QDockWidget* events = w.window->dock(QStringLiteral("events"));
        const int before = events->width();
        QVERIFY(openAs(w, QStringLiteral("sc2")));
        w.window->resize(1920, 1000);
        QTRY_VERIFY(events->width() > before * 5 / 4);
        QVERIFY(openAs(w, QStringLiteral("echo")));
        QTRY_VERIFY(events->width() > before * 5 / 4);
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_window_layouts

GHOSTLINE_TEST(tst_window_layouts, TestWindowLayouts, ghostline::test::GraphicsApplication)
#include "tst_window_layouts.moc"
