// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses beside the window: what they find joins the recorded events and leaves them again; zones are drawn
// on the map, named and kept.
#include "app/gui/analyses/analyses_dialog.h"
#include "app/gui/analyses/detector_form.h"
#include "app/gui/analyses/detector_store.h"
#include "app/gui/analyses/zone_pen.h"
#include "app/gui/analyses/zone_store.h"
#include "app/gui/analyses/zones_page.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/settings/settings.h"
#include "app/gui/widgets/panel_style.h"
#include "model/time/time_text.h"
#include "render/flat/top_down_widget.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTreeWidget>

namespace tst_analyses {

using namespace ghostline;
using namespace ghostline::app;
using test::FakeReplayOptions;
using test::named;
using test::OpenReplay;

namespace {

/// Actors 0 and 1 meet once, from 9.5 s to 10.5 s; the others stay far off. Ten recorded events.
FakeReplayOptions meeting()
{
    FakeReplayOptions options = test::withEvents(10);
    options.motion = [](int actor, model::FrameNumber, double seconds) {
        return actor == 1 ? glm::dvec3(0.0) : glm::dvec3((seconds - 10.0) * 10.0, 0.0, 1000.0 * actor);
    };
    return options;
}

/// The dialog and the map it draws on, in a plain window: the off-screen platform warns of any other that has
/// a smallest size.
struct Hosted
{
    Hosted() : map(*new render::TopDownWidget(&host)), dialog(*new AnalysesDialog(&host))
    {
        host.resize(1200, 800);
        map.setGeometry(0, 0, 400, 400);
        dialog.setParent(&host, Qt::Widget);
        dialog.setGeometry(420, 0, 760, 760);
        dialog.drawZonesOn(&map);
        host.show();
    }
    QAbstractButton* button(const QString& text) const
    {
        for (QAbstractButton* each : dialog.findChildren<QAbstractButton*>()) {
            if (each->isVisible() && QString(each->text()).remove(QLatin1Char('&')) == text)
                return each;
        }
        return nullptr;
    }
    ZonesPage& zones() const { return *dialog.findChild<ZonesPage*>(); }

    QWidget host;
    render::TopDownWidget& map;
    AnalysesDialog& dialog;
};

int eventsOf(const ReplaySession& session, const QString& kind)
{
    const model::EventTable& table = *session.index()->events;
    return static_cast<int>(
        std::count_if(table.events.begin(), table.events.end(), [&](const model::Event& event) {
            return table.kinds[static_cast<std::size_t>(event.kind)].id == kind;
        }));
}

} // namespace

class TestAnalyses : public QObject
{
    Q_OBJECT
    QTemporaryDir m_settings;

private Q_SLOTS:
    void initTestCase() { QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path()); }
    void init() { openStore()->clear(); }

    void foundJoinsTheRecorded()
    {
        OpenReplay replay(meeting());
        ReplaySession& session = *replay.session;
        Hosted hosted;
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Encounters);
        const std::size_t recorded = session.index()->events->events.size();
        QSignalSpy changed(&session, &ReplaySession::indexChanged);
        hosted.button(QStringLiteral("Search"))->click();
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(eventsOf(session, QStringLiteral("proximity_worked_out")), 1);
        QVERIFY(session.index()->events->events.size() > recorded);
        QCOMPARE(session.source()->index()->events->events.size(), recorded); // what was recorded stays apart
        hosted.button(QStringLiteral("Remove results"))->click();
        QCOMPARE(session.index()->events->events.size(), recorded);
    }

    /// What lies below the threshold is known from the same walk: another one takes no search.
    void detectorsFollowTheirThreshold()
    {
        FakeReplayOptions options = test::withEvents(10);
        options.motion = [](int actor, model::FrameNumber, double seconds) {
            // Twice farther in a frame than it ever goes.
            const double jumps = seconds > 10.0 ? 10.0 : seconds > 5.0 ? 5.0 : 0.0;
            return glm::dvec3((actor == 0 ? jumps : 0.0) + seconds, 0.0, 1000.0 * actor);
        };
        OpenReplay replay(options);
        ReplaySession& session = *replay.session;
        Hosted hosted;
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Detectors);
        auto* table = hosted.dialog.findChild<QTreeWidget*>(QStringLiteral("detectors"));
        const auto teleport = model::detectorNamed(QStringLiteral("teleport"));
        table->setCurrentItem(table->topLevelItem(teleport));
        QSignalSpy changed(&session, &ReplaySession::indexChanged);
        hosted.button(QStringLiteral("Search"))->click();
        QTRY_COMPARE(changed.size(), 1);
        const QString alarm = QStringLiteral("alarm_worked_out");
        QCOMPARE(eventsOf(session, alarm), 1);
        QCOMPARE(table->topLevelItem(teleport)->text(2), QStringLiteral("1"));
        // Nothing tells how fast anybody can be in this game.
        QCOMPARE(table->topLevelItem(0)->text(2), QStringLiteral("\u2013"));
        auto* box = hosted.dialog.findChild<DetectorForm*>()->findChild<QDoubleSpinBox*>();
        QCOMPARE(box->value(), 2.5);
        box->setValue(6.0);
        QTRY_COMPARE(eventsOf(session, alarm), 0);
        QCOMPARE(table->topLevelItem(teleport)->text(2), QStringLiteral("0"));
        box->setValue(4.0);
        QTRY_COMPARE(eventsOf(session, alarm), 1);
        QCOMPARE(loadDetectOptions().choices[static_cast<std::size_t>(teleport)].threshold, 4.0);
    }

    /// Each encounter is a row, the nearest first; a click goes to its closest moment.
    void encountersAreListed()
    {
        FakeReplayOptions options = meeting();
        options.motion = [](int actor, model::FrameNumber, double seconds) {
            // 1 passes 0 nearly 5 m off, 2 goes over it later; 3 is far away.
            const double at = actor == 1 ? 10.0 : 20.0;
            if (actor == 0 || actor == 3)
                return glm::dvec3(1000.0 * actor, 0.0, 0.0);
            return glm::dvec3((seconds - at) * 10.0, 0.0, actor == 1 ? 4.9 : -0.1);
        };
        OpenReplay replay(options);
        Hosted hosted;
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Encounters);
        auto* table = named<QTableView>(hosted.dialog, QStringLiteral("Encounters, the nearest first"));
        QVERIFY(table != nullptr);
        hosted.button(QStringLiteral("Search"))->click();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        const QModelIndex nearest = table->model()->index(0, 0);
        QCOMPARE(nearest.data().toString(), model::formatTime(model::Micros{20'000'000}));
        QCOMPARE(nearest.siblingAtColumn(3).data().toString(), QStringLiteral("0.10"));
        QCOMPARE(table->model()->index(1, 3).data().toString(), QStringLiteral("4.90"));
        Q_EMIT table->clicked(nearest);
        QCOMPARE(replay.session->playhead().at().frame, model::FrameNumber{400});
        QVERIFY(csvText(*table).contains("0:20.000"));
        hosted.button(QStringLiteral("Remove results"))->click();
        QCOMPARE(table->model()->rowCount(), 0);
    }

    void whyThereIsNoneIsSaid()
    {
        FakeReplayOptions options = meeting();
        options.teams = 0;
        OpenReplay replay(options);
        Hosted hosted;
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Encounters);
        for (auto* box : hosted.dialog.findChildren<QComboBox*>()) {
            if (box->findText(QStringLiteral("Different teams")) >= 0)
                box->setCurrentText(QStringLiteral("Different teams"));
        }
        hosted.button(QStringLiteral("Search"))->click();
        const auto labels = hosted.dialog.findChildren<QLabel*>();
        QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == QStringLiteral("Nothing found: the recording does not tell of two teams");
        }));
    }

    void nextEventGoesThere()
    {
        FakeReplayOptions options = meeting();
        options.events = 0;
        OpenReplay replay(options);
        Hosted hosted;
        test::Shown<EventsPanel> events(replay);
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Encounters);
        hosted.button(QStringLiteral("Search"))->click();
        QTRY_COMPARE(eventsOf(*replay.session, QStringLiteral("proximity_worked_out")), 1);
        events.panel.goNext();
        QCOMPARE(replay.session->playhead().at().frame, 190); // 9.5 s
        const auto* table = events.panel.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 1);
    }

    void growthIsSaid()
    {
        FakeReplayOptions options = meeting();
        options.published = 500;
        options.growing = true;
        OpenReplay replay(options);
        Hosted hosted;
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Limits);
        hosted.button(QStringLiteral("Search"))->click();
        QTRY_VERIFY(replay.session->index()->events->kinds.size() > 4);
        replay.source->publish(1000, true);
        QTRY_COMPARE(replay.session->index()->frames(), 1000);
        const auto labels = hosted.dialog.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("has grown since"));
        }));
    }

    void zonesAreDrawnNamedAndKept()
    {
        OpenReplay replay(meeting());
        ReplaySession& session = *replay.session;
        Hosted hosted;
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        render::ViewContent content;
        content.index = session.index();
        hosted.map.setContent(content);
        QSignalSpy wanted(&hosted.dialog, &AnalysesDialog::mapWanted);
        hosted.button(QStringLiteral("Draw polygon"))->click();
        QCOMPARE(wanted.size(), 1);
        for (const QPoint corner : {QPoint(50, 50), QPoint(150, 50), QPoint(150, 150), QPoint(10, 10)})
            QTest::mouseClick(&hosted.map, Qt::LeftButton, {}, corner);
        QTest::keyClick(&hosted.map, Qt::Key_Backspace); // the last corner was a slip
        QTest::keyClick(&hosted.map, Qt::Key_Return);
        QCOMPARE(session.zones().size(), std::size_t{1});
        QCOMPARE(session.zones()[0].corners.size(), std::size_t{3});
        QVERIFY(session.zones()[0].contains(hosted.map.groundAt({140, 60})));
        QVERIFY(!session.zones()[0].contains(hosted.map.groundAt({60, 140})));

        hosted.button(QStringLiteral("Draw circle"))->click();
        QTest::mousePress(&hosted.map, Qt::LeftButton, {}, {300, 300});
        QTest::mouseMove(&hosted.map, {330, 300});
        QTest::mouseRelease(&hosted.map, Qt::LeftButton, {}, {340, 300});
        QCOMPARE(session.zones().size(), std::size_t{2});
        QVERIFY(session.zones()[1].contains(hosted.map.groundAt({262, 300})));

        hosted.button(QStringLiteral("Move"))->click();
        QTest::mousePress(&hosted.map, Qt::LeftButton, {}, {300, 300});
        QTest::mouseRelease(&hosted.map, Qt::LeftButton, {}, {200, 300});
        QVERIFY(!session.zones()[1].contains(hosted.map.groundAt({262, 300})));

        auto* list = hosted.dialog.findChild<QListWidget*>();
        list->item(1)->setText(QStringLiteral("Goal"));
        QCOMPARE(session.zones()[1].name, QStringLiteral("Goal"));
        QVERIFY(loadZones(session.info(), session.path()) ==
                session.zones()); // another session has them, too
        const std::vector<model::Zone> drawn = session.zones();
        session.notes()->history().undo();
        QCOMPARE(list->item(1)->text(), QStringLiteral("Zone 2"));
        session.notes()->history().undo(); // it was not moved ...
        QVERIFY(session.zones()[1].contains(hosted.map.groundAt({262, 300})));
        session.notes()->history().undo(); // ... nor drawn
        QCOMPARE(list->count(), 1);
        QVERIFY(loadZones(session.info(), session.path()) == session.zones());
        while (session.notes()->history().canRedo())
            session.notes()->history().redo();
        QVERIFY(session.zones() == drawn && list->count() == 2);
        list->setCurrentRow(0);
        hosted.button(QStringLiteral("Delete"))->click();
        QCOMPARE(session.zones().size(), std::size_t{1});
        QVERIFY(loadZones(session.info(), session.path()) == session.zones());
    }

    /// Each map that can be drawn on; what is drawn is seen on all of them before it is done.
    void drawnOnAnyMap()
    {
        OpenReplay replay(meeting());
        ReplaySession& session = *replay.session;
        Hosted hosted;
        auto* small = new render::TopDownWidget(&hosted.host);
        small->setGeometry(0, 420, 200, 200);
        small->show();
        hosted.dialog.drawZonesOn(small);
        hosted.dialog.drawZonesOn(nullptr); // a window with a 3D view has no flat one
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        QSignalSpy marked(&hosted.dialog, &AnalysesDialog::zonesMarked);
        hosted.button(QStringLiteral("Draw polygon"))->click();
        QCOMPARE(hosted.host.focusWidget(), &hosted.map); // the larger one has the keys
        QTest::mouseClick(small, Qt::LeftButton, {}, {20, 20});
        QTest::mouseMove(small, {120, 20});
        QCOMPARE(marked.last()[0].value<std::vector<model::Zone>>().size(), std::size_t{1});
        QCOMPARE(marked.last()[1].toInt(), 0);
        QTest::mouseClick(small, Qt::LeftButton, {}, {120, 20});
        QTest::mouseClick(small, Qt::LeftButton, {}, {120, 120});
        QTest::keyClick(&hosted.map, Qt::Key_Return);
        QCOMPARE(session.zones().size(), std::size_t{1});
        QVERIFY(session.zones()[0].contains(small->groundAt({110, 30})));
        QVERIFY(!session.zones()[0].contains(small->groundAt({30, 110})));
        QTest::mouseClick(small, Qt::LeftButton, {}, {20, 20}); // it is done
        QCOMPARE(session.zones().size(), std::size_t{1});
        hosted.dialog.hide();
        QCOMPARE(marked.last()[1].toInt(), -1);
    }

    void zonesAreMadeWithoutTheMouse()
    {
        OpenReplay replay(meeting());
        ReplaySession& session = *replay.session;
        Hosted hosted;
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        hosted.button(QStringLiteral("Add around selection"))->click();
        QVERIFY(session.zones().empty()); // nobody is selected
        QTRY_VERIFY(session.playback()->state().size() > 1);
        session.actors()->select(session.playback()->state().ids[1]);
        hosted.button(QStringLiteral("Add around selection"))->click();
        QCOMPARE(session.zones().size(), std::size_t{1});
        const glm::dvec3 place = session.playback()->state().positions[1];
        QVERIFY(session.zones()[0].contains(place));

        const auto box = [&hosted](const QString& name) {
            for (auto* each : hosted.zones().findChildren<QDoubleSpinBox*>()) {
                if (each->accessibleName() == name)
                    return each;
            }
            return static_cast<QDoubleSpinBox*>(nullptr);
        };
        const model::Zone before = session.zones()[0];
        auto* east = box(QStringLiteral("Middle of the zone, x"));
        east->setValue(east->value() + 20.0);
        const model::Zone moved = session.zones()[0];
        QVERIFY(!moved.contains(place));
        QVERIFY(std::abs(moved.centre.x - before.centre.x - 20.0) < 0.01);
        QCOMPARE(moved.centre.y, before.centre.y); // not rounded to what its box shows
        QCOMPARE(moved.radius, before.radius);
    }

    void escapeGivesUp()
    {
        OpenReplay replay(meeting());
        Hosted hosted;
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        hosted.button(QStringLiteral("Draw polygon"))->click();
        QVERIFY(hosted.zones().pen()->drawing());
        QTest::mouseClick(&hosted.map, Qt::LeftButton, {}, {50, 50});
        QTest::keyClick(&hosted.map, Qt::Key_Return); // one corner is no zone
        QVERIFY(hosted.zones().pen()->drawing());
        QTest::keyClick(&hosted.map, Qt::Key_Escape);
        QVERIFY(!hosted.zones().pen()->drawing());
        QVERIFY(replay.session->zones().empty());
    }

    void withoutAMapItIsSaid_data()
    {
        QTest::addColumn<QString>("stroke");
        QTest::addColumn<bool>("map");
        QTest::addColumn<QString>("said");
        QTest::newRow("polygon") << QStringLiteral("Draw polygon") << true << QStringLiteral("minimap");
        QTest::newRow("circle") << QStringLiteral("Draw circle") << true << QStringLiteral("minimap");
        QTest::newRow("no map") << QStringLiteral("Draw polygon") << false << QStringLiteral("No map");
    }
    void withoutAMapItIsSaid()
    {
        QFETCH(QString, stroke);
        QFETCH(bool, map);
        QFETCH(QString, said);
        OpenReplay replay(meeting());
        Hosted hosted;
        hosted.map.setVisible(map);
        hosted.dialog.setSession(replay.session.get());
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        hosted.button(stroke)->click();
        QCOMPARE(hosted.zones().pen()->drawing(), map);
        const auto labels = hosted.zones().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&said](const QLabel* label) {
            return label->isVisible() && label->text().contains(said);
        }));
    }

    void timesInAZone()
    {
        OpenReplay replay(meeting());
        ReplaySession& session = *replay.session;
        model::Zone zone;
        zone.id = QStringLiteral("spot");
        zone.name = QStringLiteral("Spot");
        zone.radius = 10.0;
        storeZones(session.info(), session.path(), {zone});
        Hosted hosted;
        hosted.dialog.setSession(&session);
        hosted.dialog.present(AnalysesDialog::Page::Zones);
        hosted.button(QStringLiteral("Search"))->click();
        const auto* table = named<QTableView>(hosted.dialog, QStringLiteral("Time in zones"));
        QTRY_VERIFY(table->model()->rowCount() > 0);
        // Actor 0 crosses 20 m at 10 m/s, actor 1 stays for all of 49.95 s.
        QStringList inside;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            inside << table->model()->index(row, 2).data().toString();
        QVERIFY2(inside.contains(QStringLiteral("2.0 s")), qPrintable(inside.join(QLatin1Char(' '))));
        QCOMPARE(eventsOf(session, QStringLiteral("zone_worked_out")), 2);
    }

    void damagedZonesFallBack()
    {
        OpenReplay replay(meeting());
        model::Zone zone;
        zone.radius = 1.0;
        storeZones(replay.session->info(), replay.session->path(), {zone});
        const auto store = openStore();
        store->beginGroup(QStringLiteral("zones"));
        QCOMPARE(store->childKeys().size(), 1);
        store->setValue(store->childKeys().constFirst(), QByteArray("{\"zones\": 7}"));
        store->sync();
        QVERIFY(loadZones(replay.session->info(), replay.session->path()).empty());
    }
};

} // namespace tst_analyses

GHOSTLINE_TEST(tst_analyses, TestAnalyses, QApplication)
#include "tst_analyses.moc"
