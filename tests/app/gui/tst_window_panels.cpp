// SPDX-License-Identifier: GPL-3.0-or-later
// Panels that only some recordings have something for: there when they have, out of the way otherwise, and as
// the user left them. And a click on something that happened somewhere shows that place.
#include "app/gui/observer/observer_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/choice_verbs.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/panel_scroll.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDockWidget>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

namespace tst_window_panels {

using namespace ghostline;
using namespace ghostline::test;

class TestWindowPanels : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void shownWhereDeclared();
    void wishOutlivesOtherRecordings();
    void closedStaysClosed();
    void eventsLeadToTheirPlace();
    void observerAndAnalysisAreOffered();
    void observerIsRemembered();
    void densitiesAreVerbs();
    void lowDocksScroll();
    void unitVerbsWhereSomethingIsTold_data();
    void unitVerbsWhereSomethingIsTold();

private:
    static FakeReplayOptions strategy();
    static QDockWidget* columns(OpenWindow& w) { return w.window->dock(QStringLiteral("event_columns")); }
    static QDockWidget* census(OpenWindow& w) { return w.window->dock(QStringLiteral("census")); }
    std::unique_ptr<WindowPlace> m_place;
};

FakeReplayOptions TestWindowPanels::strategy()
{
    FakeReplayOptions options;
    options.players = true;
    options.lineUp = true;
    options.census = true;
    options.orders = 40;
    options.bands = 10;
    return options;
}

void TestWindowPanels::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowPanels::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowPanels::shownWhereDeclared()
{
    OpenWindow plain(*m_place);
    QVERIFY(plain.show());
    QVERIFY(plain.open());
    for (QDockWidget* dock : {columns(plain), census(plain)}) {
        QVERIFY(dock->isHidden());
        QVERIFY(!dock->toggleViewAction()->isVisible());
    }
    QVERIFY(!plain.window->actions().get(QStringLiteral("analyse.census"))->isEnabled());
    QVERIFY(plain.window->actions().get(QStringLiteral("compare.addGhost"))->isEnabled());
    plain.window->close();

    OpenWindow w(*m_place, strategy());
    QVERIFY(w.show());
    QVERIFY(w.open());
    for (QDockWidget* dock : {columns(w), census(w)}) {
        QVERIFY2(!dock->isHidden(), qPrintable(dock->objectName()));
        QVERIFY(dock->toggleViewAction()->isVisible());
    }
    QVERIFY(!w.window->actions().get(QStringLiteral("compare.addGhost"))->isEnabled()); // armies do not race
    QCOMPARE(columns(w)->windowTitle(), QStringLiteral("Orders")); // as the recording calls it
    w.window->dock(QStringLiteral("inspector"))->show();
    w.window->dock(QStringLiteral("inspector"))->raise();
    QTRY_VERIFY(columns(w)->visibleRegion().isEmpty()); // a tab behind another
    w.key(Qt::Key_U);
    QTRY_VERIFY(!columns(w)->visibleRegion().isEmpty());
    w.key(Qt::Key_U, Qt::ShiftModifier);
    QTRY_VERIFY(!census(w)->visibleRegion().isEmpty());
}

void TestWindowPanels::wishOutlivesOtherRecordings()
{
    {
        OpenWindow w(*m_place, strategy());
        QVERIFY(w.show());
        QVERIFY(w.open());
        columns(w)->setFloating(true); // somewhere of the user's own
        w.window->close();
    }
    {
        OpenWindow plain(*m_place);
        QVERIFY(plain.show());
        QVERIFY(plain.open());
        QVERIFY(columns(plain)->isHidden());
        plain.window->layouts().save();
        QVERIFY(columns(plain)->isHidden());
        plain.window->close();
    }
    OpenWindow w(*m_place, strategy());
    QVERIFY(w.show());
    QVERIFY(w.open());
    QVERIFY(!columns(w)->isHidden());
    QVERIFY(columns(w)->isFloating());
    w.window->layouts().reset();
    QVERIFY(!columns(w)->isHidden() && !columns(w)->isFloating());
}

void TestWindowPanels::closedStaysClosed()
{
    {
        OpenWindow w(*m_place, strategy());
        QVERIFY(w.show());
        QVERIFY(w.open());
        census(w)->close();
        w.window->close();
    }
    OpenWindow w(*m_place, strategy());
    QVERIFY(w.show());
    QVERIFY(w.open());
    QVERIFY(census(w)->isHidden());
    QVERIFY(!columns(w)->isHidden());
    w.key(Qt::Key_U, Qt::ShiftModifier);
    QVERIFY(!census(w)->isHidden());
}

void TestWindowPanels::eventsLeadToTheirPlace()
{
    FakeReplayOptions options;
    options.bands = 10;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().actors()->follow(model::ActorId::None);
    w.window->area().camera().setMode(render::CameraMode::Orbit);
    auto* table = w.window->findChild<app::EventsPanel*>()->findChild<QTableView*>();
    QCOMPARE(table->model()->rowCount(), 10);
    const QModelIndex seventh = table->model()->index(7, 0);
    table->scrollTo(seventh);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(seventh).center());
    QCOMPARE(w.frame(), model::FrameNumber{700});
    QTRY_VERIFY2(glm::distance(w.window->area().camera().pose().target, glm::dvec3(70.0, 0.0, -5.0)) < 1.0,
                 qPrintable(QString::number(w.window->area().camera().pose().target.x)));
    // Somebody who is followed is not left for it.
    w.session().actors()->follow(static_cast<model::ActorId>(0));
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Follow);
    const QModelIndex first = table->model()->index(0, 0);
    table->scrollTo(first);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Follow);
}

void TestWindowPanels::unitVerbsWhereSomethingIsTold_data()
{
    QTest::addColumn<model::ActorPropertyId model::UnitMarks::*>("told");
    QTest::addColumn<QString>("verb");
    QTest::newRow("health") << &model::UnitMarks::health << QStringLiteral("view.unitMarks");
    QTest::newRow("rank") << &model::UnitMarks::rank << QStringLiteral("view.unitMarks");
    QTest::newRow("turret") << &model::UnitMarks::turret << QStringLiteral("view.unitMarks");
    QTest::newRow("sight") << &model::UnitMarks::sight << QStringLiteral("view.sight");
}

void TestWindowPanels::unitVerbsWhereSomethingIsTold()
{
    QFETCH(model::ActorPropertyId model::UnitMarks::*, told);
    QFETCH(QString, verb);
    FakeReplayOptions options;
    options.marks.*told = model::ActorPropertyId(0);
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    for (const char* each : {"view.unitMarks", "view.sight"})
        QCOMPARE(w.window->actions().get(QLatin1String(each))->isEnabled(), verb == QLatin1String(each));
}

void TestWindowPanels::observerAndAnalysisAreOffered()
{
    {
        OpenWindow plain(*m_place);
        QVERIFY(plain.show());
        QVERIFY(plain.open());
        for (const char* name : {"observer", "analysis"})
            QVERIFY2(plain.window->dock(QLatin1String(name))->isHidden(), name);
        QVERIFY(!plain.window->actions().get(QStringLiteral("analyse.observer"))->isEnabled());
        QVERIFY(!plain.window->actions().get(QStringLiteral("analyse.findings"))->isEnabled());
        plain.window->close();
    }
    FakeReplayOptions options;
    options.observer = true;
    options.tables = true;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_M);
    QTRY_VERIFY(!w.window->dock(QStringLiteral("observer"))->visibleRegion().isEmpty());
    w.key(Qt::Key_M, Qt::ShiftModifier);
    QTRY_VERIFY(!w.window->dock(QStringLiteral("analysis"))->visibleRegion().isEmpty());
    // The page's figure of both players becomes two plots.
    auto* plots = w.window->findChild<app::PlotsPanel*>();
    for (QToolButton* button : w.window->findChild<app::ObserverPanel*>()->findChildren<QToolButton*>()) {
        if (button->accessibleName().startsWith(QStringLiteral("Plot this page")))
            button->click();
    }
    QCOMPARE(plots->plots().count(), 2);
}

void TestWindowPanels::observerIsRemembered()
{
    FakeReplayOptions options;
    options.observer = true;
    {
        OpenWindow w(*m_place, options);
        QVERIFY(w.show());
        QVERIFY(w.open());
        auto* observer = w.window->findChild<app::ObserverPanel*>();
        QCOMPARE(observer->density(), model::Density::Normal);
        observer->setDensity(model::Density::Compact);
        observer->setPage(QStringLiteral("powers"));
        w.window->close();
    }
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* observer = w.window->findChild<app::ObserverPanel*>();
    QCOMPARE(observer->density(), model::Density::Compact);
    QCOMPARE(observer->page(), QStringLiteral("powers"));
}

void TestWindowPanels::densitiesAreVerbs()
{
    FakeReplayOptions options;
    options.observer = true;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const auto verb = [&](const char* id) { return w.window->actions().get(QLatin1String(id)); };
    auto* observer = w.window->findChild<app::ObserverPanel*>();
    verb("analyse.observerFull")->trigger();
    QCOMPARE(observer->density(), model::Density::Full);
    verb("analyse.observerCompact")->trigger();
    QCOMPARE(observer->density(), model::Density::Compact);
    auto* timeline = w.window->findChild<app::TimelineView*>();
    verb("view.markersMajor")->trigger();
    QCOMPARE(timeline->density(), app::MarkerDensity::Major);
    verb("view.markersNotable")->trigger();
    QCOMPARE(timeline->density(), app::MarkerDensity::Notable);
    // Chosen where the panels themselves offer it, the menus show it.
    observer->setDensity(model::Density::Normal);
    timeline->setDensity(app::MarkerDensity::All);
    for (const char* id : {"analyse.observerNormal", "view.markersAll"}) {
        Q_EMIT app::menuOf(*verb(id))->aboutToShow();
        QVERIFY2(verb(id)->isChecked(), id);
    }
    for (const char* id : {"analyse.observerCompact", "view.markersNotable"})
        QVERIFY2(!verb(id)->isChecked(), id);
    {
        OpenWindow plain(*m_place);
        QVERIFY(plain.show());
        QVERIFY(plain.open());
        QVERIFY(!plain.window->actions().get(QStringLiteral("analyse.observerFull"))->isEnabled());
        QVERIFY(!plain.window->actions().get(QStringLiteral("view.everyone"))->isEnabled());
        QVERIFY(plain.window->actions().get(QStringLiteral("view.markersAll"))->isEnabled());
    }
}

void TestWindowPanels::lowDocksScroll()
{
    FakeReplayOptions options = strategy();
    options.observer = true;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* observer = w.window->findChild<app::ObserverPanel*>();
    QDockWidget* dock = w.window->dock(QStringLiteral("observer"));
    dock->raise();
    QTRY_VERIFY(!dock->visibleRegion().isEmpty());
    w.window->resizeDocks({dock}, {10}, Qt::Vertical);
    QTRY_VERIFY(dock->height() < 200);
    // All of the panel is there, and it is as wide as there is room beside the bar.
    auto* scroll = qobject_cast<app::PanelScroll*>(dock->widget());
    QVERIFY(scroll != nullptr && scroll->widget() == observer);
    QTRY_VERIFY(observer->height() >= observer->minimumSizeHint().height());
    QTRY_VERIFY(scroll->verticalScrollBar()->isVisible());
    QTRY_COMPARE(observer->width(), scroll->viewport()->width());
    // Higher again, it fills its dock and no bar is left.
    w.window->resizeDocks({dock}, {600}, Qt::Vertical);
    QTRY_COMPARE(observer->size(), scroll->size());
    QTRY_VERIFY(!scroll->verticalScrollBar()->isVisible());
}

} // namespace tst_window_panels

GHOSTLINE_TEST(tst_window_panels, TestWindowPanels, ghostline::test::GraphicsApplication)
#include "tst_window_panels.moc"
