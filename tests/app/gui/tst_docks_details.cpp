// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics, inspector and info panels, driven over a fake replay; then what all panels have in common.
// With GHOSTLINE_PICTURES set to a folder, the last test leaves a picture of each panel on each ground there.
#include "app/gui/panels/cast_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/info_panel.h"
#include "app/gui/panels/inspector_model.h"
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/panels/metrics_panel.h"
#include "app/gui/settings/theme_manager.h"
#include "app/gui/shell/replay_notices.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/kind_chip.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace tst_docks_details {

using namespace ghostline;
using namespace ghostline::app;
using test::actorId;
using test::click;
using test::FakeReplayOptions;
using test::find;
using test::named;
using test::OpenReplay;
using test::Shown;
using test::withEvents;

class TestDocksDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

    // ---- metrics ----
    void metricsFollowAndExport()
    {
        OpenReplay replay({});
        Shown<MetricsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 4);
        replay.session->playhead().seek({50, 0.0});
        QTRY_COMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("50.0"));
        click(table, table->model()->index(2, 1));
        QCOMPARE(replay.session->actors()->selected(), actorId(2));
        replay.session->actors()->select(actorId(1));
        QCOMPARE(table->currentIndex().row(), 1);

        const QString path = replay.folder.filePath(QStringLiteral("out.csv"));
        QVERIFY(shown.panel.exportCsv(path).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith("Actor,Speed (m/s),Throttle (%)"));
        QVERIFY(lines[1].startsWith("Car 0,"));
        QVERIFY(
            !shown.panel.exportCsv(replay.folder.filePath(QStringLiteral("no/such/folder.csv"))).has_value());
    }

    void metricsRefreshAtMostFifteenTimesASecond()
    {
        OpenReplay replay({});
        Shown<MetricsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 4);
        QSignalSpy changed(table->model(), &QAbstractItemModel::dataChanged);
        for (int frame = 1; frame <= 50; ++frame) // within a few milliseconds
            replay.session->playhead().seek({frame, 0.0});
        QVERIFY(changed.count() <= 4);
        QTRY_COMPARE(table->model()->index(0, 2).data().toString(),
                     QStringLiteral("50.0")); // the last one counts
    }

    // ---- inspector ----
    void inspectorOffersPlots()
    {
        OpenReplay replay({});
        Shown<InspectorPanel> shown(replay);
        QSignalSpy asked(&shown.panel, &InspectorPanel::plotRequested);
        replay.session->actors()->select(actorId(2));
        auto* tree = shown.panel.findChild<QTreeView*>();
        QTRY_VERIFY(find(*tree, QStringLiteral("Throttle")).isValid());
        const QModelIndex throttle = find(*tree, QStringLiteral("Throttle"));
        click(tree, throttle.siblingAtColumn(InspectorModel::PlotColumn));
        QCOMPARE(asked.count(), 1);
        auto request = asked[0][0].value<model::MetricRequest>();
        QCOMPARE(request.metric.id, QStringLiteral("throttle"));
        QCOMPARE(request.actor, actorId(2));
        click(tree, find(*tree, QStringLiteral("Light")).siblingAtColumn(InspectorModel::PlotColumn));
        QCOMPARE(asked.count(), 1); // no number, no plot
        tree->setCurrentIndex(find(*tree, QStringLiteral("Speed")));
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(asked.count(), 2);
        QCOMPARE(asked[1][0].value<model::MetricRequest>().metric.source, model::MetricSource::Speed);

        auto* other = shown.panel.findChild<QComboBox*>();
        other->setCurrentIndex(other->findText(QStringLiteral("Walker 1")));
        auto* distance = named<QLabel>(shown.panel, QStringLiteral("Distance"));
        const double expected = glm::distance(test::fakePosition({}, 2, 0), test::fakePosition({}, 1, 0));
        QCOMPARE(distance->text(), QStringLiteral("%1 m").arg(expected, 0, 'f', 2));
        QTest::mouseClick(named<QToolButton>(shown.panel, QStringLiteral("Plot the distance")),
                          Qt::LeftButton);
        QCOMPARE(asked.count(), 3);
        request = asked[2][0].value<model::MetricRequest>();
        QCOMPARE(request.metric.source, model::MetricSource::DistanceBetween);
        QCOMPARE(request.other, actorId(1));

        // To oneself there is no distance.
        QVERIFY(other->findText(QStringLiteral("Car 2")) < 0);
        replay.session->actors()->select(actorId(1));
        QTRY_VERIFY(other->findText(QStringLiteral("Walker 1")) < 0);
        QVERIFY(other->findText(QStringLiteral("Car 2")) > 0);
        QCOMPARE(other->currentIndex(), 0); // nobody
    }

    void inspectorTellsWhoIsInAZone()
    {
        FakeReplayOptions options;
        options.motion = [](int, model::FrameNumber, double seconds) {
            return glm::dvec3(seconds, 0.0, 0.0);
        };
        OpenReplay replay(options);
        Shown<InspectorPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        QTRY_VERIFY(replay.session->playback()->state().size() > 0);
        replay.session->actors()->select(actorId(0));
        QVERIFY(!find(*tree, QStringLiteral("In Gate")).isValid());
        model::Zone gate;
        gate.id = QStringLiteral("gate");
        gate.name = QStringLiteral("Gate");
        gate.radius = 10.0;
        replay.session->setZones({gate});
        const auto value = [tree] {
            return find(*tree, QStringLiteral("In Gate"))
                .siblingAtColumn(InspectorModel::ValueColumn)
                .data()
                .toString();
        };
        QCOMPARE(value(), QStringLiteral("yes"));
        replay.session->playhead().seek({400, 0.0}); // 20 s
        QTRY_COMPARE(value(), QStringLiteral("no"));
        QSignalSpy asked(&shown.panel, &InspectorPanel::plotRequested);
        click(tree, find(*tree, QStringLiteral("In Gate")).siblingAtColumn(InspectorModel::PlotColumn));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<model::MetricRequest>().metric.zone->id, gate.id);
        replay.session->setZones({});
        QVERIFY(!find(*tree, QStringLiteral("In Gate")).isValid());
    }

    /// Each step of a box that moves a zone tells of other zones.
    void zonesThatMoveTakeNothingAway()
    {
        OpenReplay replay({});
        Shown<InspectorPanel> shown(replay, {420, 260}); // not all of it at once
        auto* tree = shown.panel.findChild<QTreeView*>();
        const auto* model = qobject_cast<const InspectorModel*>(tree->model());
        QTRY_VERIFY(replay.session->playback()->state().size() > 0);
        replay.session->actors()->select(actorId(0));
        std::vector<model::Zone> zones(1);
        zones[0].id = zones[0].name = QStringLiteral("Gate");
        zones[0].radius = 1e6;
        replay.session->setZones(zones);
        const auto throttle = [tree] { return find(*tree, QStringLiteral("Throttle")); };
        QTRY_VERIFY(model->trendAt(throttle()) != nullptr);
        tree->setCurrentIndex(throttle());
        tree->scrollTo(throttle(), QAbstractItemView::PositionAtTop);
        QVERIFY(tree->verticalScrollBar()->value() > 0);
        const int place = tree->visualRect(throttle()).top();
        QSignalSpy reset(model, &QAbstractItemModel::modelReset);
        const auto inGate = [tree] {
            return find(*tree, QStringLiteral("In Gate")).siblingAtColumn(InspectorModel::ValueColumn);
        };
        QCOMPARE(inGate().data().toString(), QStringLiteral("yes"));
        zones[0].centre.x = 1e7;
        replay.session->setZones(zones);
        QTRY_COMPARE(inGate().data().toString(), QStringLiteral("no"));
        QCOMPARE(reset.count(), 0);
        QCOMPARE(tree->visualRect(throttle()).top(), place);

        zones.push_back(zones[0]); // one more row above
        zones[1].id = zones[1].name = QStringLiteral("Yard");
        replay.session->setZones(zones);
        QCOMPARE(reset.count(), 1);
        QVERIFY(find(*tree, QStringLiteral("In Yard")).isValid());
        QVERIFY(model->trendAt(throttle()) != nullptr);
        QCOMPARE(tree->currentIndex(), throttle());
        QCOMPARE(tree->visualRect(throttle()).top(), place);
    }

    void zonesHaveNoTrend()
    {
        OpenReplay replay({});
        model::Zone gate;
        gate.id = gate.name = QStringLiteral("Gate");
        gate.radius = 10.0;
        InspectorModel model;
        model.setSubject(replay.session->index(), actorId(0));
        const std::size_t trends = model.trendRequests().size();
        QVERIFY(trends > 0);
        model.setSubject(replay.session->index(), actorId(0), std::vector<model::Zone>(200, gate));
        QCOMPARE(model.trendRequests().size(), trends);
    }

    void inspectorTellsWhatIsMadeUp_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<QString>("told");
        QTest::newRow("no bones") << 0 << QStringLiteral("Recorded (frame 0) · gait made up");
        QTest::newRow("bones") << 2 << QStringLiteral("Recorded (frame 0)");
    }
    void inspectorTellsWhatIsMadeUp()
    {
        QFETCH(int, bones);
        QFETCH(QString, told);
        FakeReplayOptions options;
        options.bodies = true;
        options.bones = bones;
        OpenReplay replay(options);
        Shown<InspectorPanel> shown(replay);
        auto* how = named<QLabel>(shown.panel, QStringLiteral("How this state came about"));
        QTRY_VERIFY(replay.session->playback()->state().size() > 0);
        replay.session->actors()->select(actorId(1)); // a walker
        QTRY_COMPARE(how->text(), told);
    }

    void inspectorTellsProvenanceAndTrends()
    {
        OpenReplay replay({});
        Shown<InspectorPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        auto* how = named<QLabel>(shown.panel, QStringLiteral("How this state came about"));
        QTRY_VERIFY(replay.session->playback()->state().size() > 0);
        replay.session->actors()->select(actorId(0));
        QTRY_COMPARE(how->text(), QStringLiteral("Recorded (frame 0)"));
        replay.session->playhead().seek({500, 0.5}); // the picture is between two frames, figures are not
        QTRY_COMPARE(how->text(), QStringLiteral("Recorded (frame 500)"));
        // What a plot says at the playhead, and what evidence says of the frame, to the last digit.
        const model::MetricRequest speed{model::metricsOf(replay.session->info()).front(), actorId(0)};
        const auto plotted =
            model::readMetrics(*replay.session->source(), std::span(&speed, 1), {500, 501}, 10, {}, {});
        QVERIFY(plotted);
        QTRY_COMPARE(find(*tree, QStringLiteral("Speed"))
                         .siblingAtColumn(InspectorModel::ValueColumn)
                         .data()
                         .toString(),
                     numberText(plotted->front().samples.front().value, 2, QStringLiteral("m/s")));
        const auto* model = qobject_cast<const InspectorModel*>(tree->model());
        const QModelIndex throttle = find(*tree, QStringLiteral("Throttle"));
        QTRY_VERIFY(model->trendAt(throttle) != nullptr && !model->trendAt(throttle)->samples.empty());
        const auto& samples = model->trendAt(throttle)->samples;
        QVERIFY(samples.front().time <= 20.0 && samples.back().time >= 30.0); // 25 s, five each way
    }

    void inspectorWithNobodySelected()
    {
        OpenReplay replay({});
        Shown<InspectorPanel> shown(replay);
        bool told = false;
        for (const QLabel* label : shown.panel.findChildren<QLabel*>())
            told = told || (label->isVisible() &&
                            label->text() == QStringLiteral("Click an actor in the view or in the cast"));
        QVERIFY(told);
        auto* tree = shown.panel.findChild<QTreeView*>();
        QTRY_VERIFY(find(*tree, QStringLiteral("Score")).isValid()); // what belongs to all is there
    }

    // ---- info ----
    void infoLeadsToProblems()
    {
        FakeReplayOptions options;
        options.diagnostics = {{model::Severity::Error,
                                QStringLiteral("truncated"),
                                QStringLiteral("the file ends early"),
                                {.offset = 12, .frame = 700, .chunk = {}}}};
        OpenReplay replay(options);
        Shown<InfoPanel> shown(replay);
        QSignalSpy activated(&shown.panel, &InfoPanel::diagnosticActivated);
        shown.panel.showProblems();
        QCOMPARE(shown.panel.findChild<QTabWidget*>()->tabText(1), QStringLiteral("Problems (1)"));
        auto* table = named<QTableView>(shown.panel, QStringLiteral("Problems"));
        click(table, table->model()->index(0, 1));
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].toLongLong(), 700);
        QCOMPARE(replay.session->playhead().at().frame, model::FrameNumber{700});
    }

    void infoHashesTheFile()
    {
        OpenReplay replay({});
        QFile file(replay.session->path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("abc");
        file.close();
        Shown<InfoPanel> shown(replay);
        shown.panel.findChild<QTabWidget*>()->setCurrentIndex(2);
        auto* hash = named<QLabel>(shown.panel, QStringLiteral("Hash of the file"));
        for (QPushButton* button : shown.panel.findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Compute"))
                button->click();
        }
        QTRY_COMPARE(hash->text(),
                     QStringLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    /// A check that fails is found without anybody asking, and told whole above the view.
    void integrityIsCheckedAndLoud()
    {
        FakeReplayOptions options;
        options.verdicts = {{QStringLiteral("Header"), model::VerdictState::Ok, {}, {}},
                            {QStringLiteral("Hash chain"), model::VerdictState::Failed, 1500,
                             QStringLiteral("the block holds other bytes than were signed")}};
        OpenReplay replay(options);
        QWidget host;
        Banner banner(&host);
        ReplayNotices notices(&banner, nullptr);
        notices.setSession(replay.session.get());
        Shown<InfoPanel> shown(replay);
        auto* table = named<QTableView>(shown.panel, QStringLiteral("Integrity"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(banner.text(),
                     QStringLiteral("A check failed, this recording is not what was written: Hash chain "
                                    "at frame 1,500, the block holds other bytes than were signed"));
        shown.panel.showProblems(); // where nothing else is wrong
        QVERIFY(table->isVisible());
    }

    void integrityOfAGrowingOneWaits()
    {
        FakeReplayOptions options;
        options.published = 300;
        options.growing = true;
        options.verdicts = {{QStringLiteral("Header"), model::VerdictState::Ok, {}, {}}};
        OpenReplay replay(options);
        QCoreApplication::processEvents();
        QVERIFY(replay.session->integrity()->state() == Integrity::State::NotChecked);
        replay.source->publish(1000, true);
        QTRY_COMPARE(replay.session->integrity()->verdicts().size(), std::size_t{1});
        QVERIFY(replay.session->integrity()->firstFailure() == nullptr);
    }

    // ---- all ----
    void withoutASession()
    {
        OpenReplay replay(withEvents(5));
        Shown<CastPanel> cast(replay);
        Shown<EventsPanel> events(replay);
        Shown<MetricsPanel> metrics(replay);
        Shown<InspectorPanel> inspector(replay);
        Shown<InfoPanel> info(replay);
        replay.session->actors()->select(actorId(1));
        cast.panel.setSession(nullptr);
        events.panel.setSession(nullptr);
        metrics.panel.setSession(nullptr);
        inspector.panel.setSession(nullptr);
        info.panel.setSession(nullptr);
        events.panel.goNext();
        events.panel.goPreviousFlag();
        replay.session->playhead().seek({10, 0.0});
        for (QWidget* panel : std::initializer_list<QWidget*>{&cast.panel, &events.panel, &metrics.panel,
                                                              &inspector.panel, &info.panel}) {
            const auto tables = panel->findChildren<QAbstractItemView*>();
            for (const QAbstractItemView* view : tables)
                QVERIFY(!view->isVisible());
        }
    }

    void everyControlHasAName()
    {
        OpenReplay replay(withEvents(5));
        Shown<CastPanel> cast(replay);
        Shown<EventsPanel> events(replay);
        Shown<MetricsPanel> metrics(replay);
        Shown<InspectorPanel> inspector(replay);
        Shown<InfoPanel> info(replay);
        for (QWidget* panel : std::initializer_list<QWidget*>{&cast.panel, &events.panel, &metrics.panel,
                                                              &inspector.panel, &info.panel}) {
            for (const QAbstractButton* button : panel->findChildren<QAbstractButton*>()) {
                const bool ours = qobject_cast<const KindChip*>(button) != nullptr ||
                                  button->parentWidget()->metaObject()->className() == QByteArray("QWidget");
                QVERIFY2(!ours || !button->accessibleName().isEmpty() || !button->text().isEmpty(),
                         panel->metaObject()->className());
            }
            for (const QAbstractItemView* view : panel->findChildren<QAbstractItemView*>()) {
                const bool partOfCombo =
                    qobject_cast<const QComboBox*>(view->parentWidget()->parentWidget()) != nullptr;
                QVERIFY2(partOfCombo || qobject_cast<const QHeaderView*>(view) != nullptr ||
                             !view->accessibleName().isEmpty(),
                         panel->metaObject()->className());
            }
        }
    }

    void picturesOnBothGrounds_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void picturesOnBothGrounds()
    {
        QFETCH(bool, dark);
        const render::Theme& theme = dark ? render::Theme::dark() : render::Theme::light();
        const QPalette before = QApplication::palette();
        QApplication::setPalette(paletteFor(theme));
        FakeReplayOptions options = withEvents(120);
        options.actors = 12;
        options.teams = 3;
        options.staggered = true;
        options.diagnostics = {{model::Severity::Error,
                                QStringLiteral("truncated"),
                                QStringLiteral("the file ends inside packet 8 of frame 700"),
                                {.offset = 120'312, .frame = 700, .chunk = {}}},
                               {model::Severity::Warning,
                                QStringLiteral("odd"),
                                QStringLiteral("a name is empty, its number stands in for it"),
                                {.offset = 312, .frame = {}, .chunk = {}}}};
        options.lost = {{{700, 720}, QStringLiteral("cut off")}};
        OpenReplay replay(options);
        Shown<CastPanel> cast(replay, {260, 420});
        Shown<EventsPanel> events(replay, {460, 420});
        Shown<MetricsPanel> metrics(replay, {560, 320});
        Shown<InspectorPanel> inspector(replay, {400, 560});
        Shown<InfoPanel> info(replay, {460, 420});
        replay.session->playhead().seek({405, 0.0});
        replay.session->actors()->select(actorId(4));
        replay.session->actors()->follow(actorId(4));
        replay.session->actors()->setHidden({actorId(2)}, true);
        info.panel.showProblems();
        auto* tree = inspector.panel.findChild<QTreeView*>();
        const auto* model = qobject_cast<const InspectorModel*>(tree->model());
        QTRY_VERIFY(model->trendAt(find(*tree, QStringLiteral("Throttle"))) != nullptr);
        const QString folder = qEnvironmentVariable("GHOSTLINE_PICTURES");
        const auto take = [&](auto& panel, const char* name) {
            panel.setTheme(theme);
            const QImage picture = panel.grab().toImage();
            QVERIFY(!picture.isNull());
            // Most of a panel is ground: dark on dark, light on light.
            const QColor corner = picture.pixelColor(picture.width() / 2, picture.height() - 3);
            QCOMPARE(corner.lightness() < 128, dark);
            if (!folder.isEmpty())
                picture.save(QStringLiteral("%1/%2-%3.png")
                                 .arg(folder, QLatin1String(name), QLatin1String(dark ? "dark" : "light")));
        };
        take(cast.panel, "cast");
        take(events.panel, "events");
        take(metrics.panel, "metrics");
        take(inspector.panel, "inspector");
        take(info.panel, "info");
        info.panel.findChild<QTabWidget*>()->setCurrentIndex(0);
        take(info.panel, "info-facts");
        info.panel.findChild<QTabWidget*>()->setCurrentIndex(2);
        take(info.panel, "info-integrity");
        QApplication::setPalette(before);
    }
};

} // namespace tst_docks_details

GHOSTLINE_TEST(tst_docks_details, TestDocksDetails, QApplication)
#include "tst_docks_details.moc"
