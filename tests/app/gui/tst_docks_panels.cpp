// SPDX-License-Identifier: GPL-3.0-or-later
// The cast, event and inspector panels, driven by mouse and keyboard over a fake replay.
#include "app/gui/panels/cast_model.h"
#include "app/gui/panels/cast_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/inspector_model.h"
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/session/events_model.h"
#include "app/gui/widgets/chip_shelf.h"
#include "app/gui/widgets/kind_chip.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/told_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace tst_docks_panels {

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

class TestDocksPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

    // ---- cast ----
    void castSelectsBothWays()
    {
        OpenReplay replay({});
        Shown<CastPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        click(tree, find(*tree, QStringLiteral("Walker 1")));
        QCOMPARE(replay.session->actors()->selected(), actorId(1));
        replay.session->actors()->select(actorId(2));
        QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("Car 2"));
        replay.session->actors()->select(model::ActorId::None);
        QVERIFY(tree->selectionModel()->selectedRows().isEmpty());
    }

    void castHidesActorsAndTeams()
    {
        OpenReplay replay({});
        Shown<CastPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        const auto toggle = [&](const QString& name) {
            QModelIndex at = find(*tree, name);
            const int now = at.data(Qt::CheckStateRole).toInt();
            QVERIFY(tree->model()->setData(at, now == Qt::Checked ? Qt::Unchecked : Qt::Checked,
                                           Qt::CheckStateRole));
        };
        toggle(QStringLiteral("Team 2"));
        QCOMPARE(replay.session->actors()->hidden(), (QSet<quint32>{1, 3}));
        QCOMPARE(find(*tree, QStringLiteral("Walker 3")).data(Qt::CheckStateRole).toInt(),
                 int(Qt::Unchecked));
        toggle(QStringLiteral("Walker 3"));
        QCOMPARE(replay.session->actors()->hidden(), (QSet<quint32>{1}));
        QCOMPARE(find(*tree, QStringLiteral("Team 2")).data(Qt::CheckStateRole).toInt(),
                 int(Qt::PartiallyChecked));
        // The space key does what a click on the box does.
        tree->setCurrentIndex(find(*tree, QStringLiteral("Car 0")));
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(replay.session->actors()->hidden().contains(0));
    }

    void castFollows()
    {
        OpenReplay replay({});
        Shown<CastPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        const QModelIndex at = find(*tree, QStringLiteral("Car 2"));
        click(tree, at.siblingAtColumn(CastModel::FollowColumn));
        QCOMPARE(replay.session->actors()->followed(), actorId(2));
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(replay.session->actors()->followed(), model::ActorId::None);
        const QPoint place = tree->visualRect(at).center();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(replay.session->actors()->followed(), actorId(2));
    }

    void castFilters()
    {
        OpenReplay replay({});
        Shown<CastPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        auto* box = shown.panel.findChild<QLineEdit*>();
        replay.session->actors()->select(actorId(0));
        QTest::keyClicks(box, QStringLiteral("walker 3"));
        QVERIFY(find(*tree, QStringLiteral("Walker 3")).isValid());
        QVERIFY(!find(*tree, QStringLiteral("Walker 1")).isValid());
        QVERIFY(!find(*tree, QStringLiteral("Team 1")).isValid());
        QCOMPARE(replay.session->actors()->selected(), actorId(0)); // typing selects nobody else
        const auto* nobody = tree->viewport()->findChild<QLabel*>();
        QVERIFY(nobody->isHidden());
        QTest::keyClicks(box, QStringLiteral("xyz"));
        QVERIFY2(!nobody->isHidden() && nobody->text().contains(QStringLiteral("3xyz")),
                 qPrintable(nobody->text()));
        box->clear();
        QVERIFY(nobody->isHidden());
        QVERIFY(find(*tree, QStringLiteral("Team 1")).isValid());
        QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("Car 0"));
    }

    void castGrowsWithTheIndex()
    {
        FakeReplayOptions options;
        options.published = 200;
        OpenReplay replay(options);
        Shown<CastPanel> shown(replay);
        auto* tree = shown.panel.findChild<QTreeView*>();
        tree->collapse(find(*tree, QStringLiteral("Team 1")));
        replay.source->publish(1000, true);
        QTRY_COMPARE(replay.session->index()->frames(), model::FrameNumber{1000});
        QVERIFY(!tree->isExpanded(find(*tree, QStringLiteral("Team 1")))); // as the user left it
        QVERIFY(tree->isExpanded(find(*tree, QStringLiteral("Team 2"))));
    }

    // ---- events ----
    void eventClickSeeksAndSelects()
    {
        OpenReplay replay(withEvents(10)); // every 100 frames
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 10);
        click(table, table->model()->index(3, EventsModel::TextColumn));
        QCOMPARE(replay.session->playhead().at(), (model::FrameTime{300, 0.0}));
        QCOMPARE(replay.session->actors()->selected(), actorId(3));
    }

    void enterPlaysFromBefore()
    {
        OpenReplay replay(withEvents(10));
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        table->setCurrentIndex(table->model()->index(4, 0));
        replay.session->playhead().setRate(-2.0);
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(replay.session->playhead().playing());
        QVERIFY(replay.session->playhead().rate() > 0);
        replay.session->playhead().pause();
        const double start = model::seconds(replay.session->playhead().time());
        QVERIFY2(std::abs(start - 17.0) < 0.5, qPrintable(QString::number(start))); // event at 20 s
    }

    void kindsToggle()
    {
        OpenReplay replay(withEvents(9));
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        const QList<KindChip*> chips = shown.panel.findChildren<KindChip*>();
        QCOMPARE(chips.size(), 3);
        QCOMPARE(chips[0]->count(), 3);
        QSignalSpy changed(&shown.panel, &EventsPanel::filterChanged);
        QTest::mouseClick(chips[1], Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 6);
        QVERIFY(changed.count() > 0);
        QCOMPARE(shown.panel.filter().hiddenKinds, QSet<int>{1});
        QTest::mouseClick(chips[2], Qt::LeftButton, Qt::ControlModifier); // only these
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(shown.panel.filter().hiddenKinds, (QSet<int>{0, 1}));
        QTest::mouseClick(chips[2], Qt::LeftButton, Qt::ControlModifier); // all again
        QVERIFY(shown.panel.filter().hiddenKinds.isEmpty());
        shown.panel.setKindShown(0, false);
        QVERIFY(!chips[0]->isChecked());
        QCOMPARE(table->model()->rowCount(), 6);
    }

    void aKindThatIsOffAtFirstStaysOff()
    {
        model::EventTable table = *makeFakeReplay(withEvents(9))->index()->events;
        table.kinds[1].shownByDefault = false;
        auto replay = std::make_shared<test::ToldReplay>(std::make_shared<const model::EventTable>(table));
        ReplaySession session(replay, {}, std::size_t{64} << 20);
        QWidget host;
        EventsPanel& panel = *new EventsPanel(&host);
        host.show();
        panel.setSession(&session);
        const QList<KindChip*> chips = panel.findChildren<KindChip*>();
        for (const int chip : {0, 1}) {
            for (int clicks = 0; clicks < 2; ++clicks)
                QTest::mouseClick(chips[chip], Qt::LeftButton, Qt::ControlModifier);
            QCOMPARE(panel.filter().hiddenKinds, QSet<int>{1});
        }
        panel.setSession(nullptr);
    }

    void textAndActorFilter()
    {
        OpenReplay replay(withEvents(20));
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        QTest::keyClicks(shown.panel.findChild<QLineEdit*>(), QStringLiteral("number 1"));
        QTRY_COMPARE(table->model()->rowCount(), 11); // 1 and 10 .. 19
        QCOMPARE(shown.panel.filter().text, QStringLiteral("number 1"));
        replay.session->actors()->select(actorId(1));
        auto* only = named<QToolButton>(shown.panel, QStringLiteral("Only events of the selected actor"));
        QVERIFY(only != nullptr);
        QTest::mouseClick(only, Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 3); // 1, 13, 17
        replay.session->actors()->select(actorId(0));
        QCOMPARE(table->model()->rowCount(), 2); // 12, 16
        QCOMPARE(shown.panel.filter().actor, actorId(0));
    }

    void nextAndPrevious()
    {
        OpenReplay replay(withEvents(10));
        Shown<EventsPanel> shown(replay);
        const auto frame = [&] { return static_cast<int>(replay.session->playhead().at().frame); };
        shown.panel.goNext();
        QCOMPARE(frame(), 100);
        shown.panel.setKindShown(2, false); // cheat: 200, 500, 800
        shown.panel.goNext();
        QCOMPARE(frame(), 300);
        shown.panel.goPrevious();
        QCOMPARE(frame(), 100);
        shown.panel.goNextFlag(); // flags are found though their kind is switched off
        QCOMPARE(frame(), 200);
        shown.panel.goNextFlag();
        QCOMPARE(frame(), 500);
        shown.panel.goPreviousFlag();
        QCOMPARE(frame(), 200);
        replay.session->playhead().seek({400, 0.5});
        shown.panel.goPrevious(); // between two frames the earlier one's event is past
        QCOMPARE(frame(), 400);
    }

    void listFollowsThePlayhead()
    {
        FakeReplayOptions options = withEvents(500);
        OpenReplay replay(options);
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        const auto visible = [&](int row) {
            return table->viewport()->rect().contains(
                table->visualRect(table->model()->index(row, 0)).center());
        };
        replay.session->playhead().seek({600, 0.0});
        QVERIFY(visible(300));
        // Whole rows: none looks out from under the headings.
        QCOMPARE(table->visualRect(table->indexAt({1, 1})).top(), 0);
        auto* follow = named<QToolButton>(shown.panel, QStringLiteral("Keep the list at the playhead"));
        QTest::mouseClick(follow, Qt::LeftButton);
        replay.session->playhead().seek({100, 0.0});
        QVERIFY(visible(300));
        QVERIFY(!visible(50));
    }

    void aPlaceHasTheRoomOfATrend()
    {
        FakeReplayOptions options;
        options.motion = [](int, model::FrameNumber, double) { return glm::dvec3(392.68, 1.0e14, 198.39); };
        OpenReplay replay(options);
        Shown<InspectorPanel> shown(replay);
        shown.panel.resize(330, 600);
        auto* tree = shown.panel.findChild<QTreeView*>();
        QTRY_VERIFY(replay.session->playback()->state().size() > 0);
        replay.session->actors()->select(actorId(0));
        QTRY_VERIFY(find(*tree, QStringLiteral("Position")).isValid());
        // Something is written where, with a trend, its line would be.
        const auto written = [tree](const QModelIndex& row) {
            const QRect cell = tree->visualRect(row.siblingAtColumn(InspectorModel::TrendColumn));
            const QImage image = tree->viewport()->grab().toImage().copy(cell.adjusted(1, 1, -1, -1));
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        return true;
                }
            }
            return false;
        };
        QVERIFY(written(find(*tree, QStringLiteral("Position"))));
        // The place is longer than its column; so is the height, but that has a trend.
        const QModelIndex height = find(*tree, QStringLiteral("Height")).siblingAtColumn(2);
        QVERIFY(tree->sizeHintForIndex(height).width() > tree->visualRect(height).width());
        QVERIFY(!written(find(*tree, QStringLiteral("Height"))));
    }

    void aLowListKeepsItsRow()
    {
        OpenReplay replay(withEvents(500));
        Shown<EventsPanel> shown(replay, {420, 150});
        auto* table = shown.panel.findChild<QTableView*>();
        const int row = table->verticalHeader()->defaultSectionSize();
        QVERIFY(table->viewport()->height() < 3 * row);
        replay.session->playhead().seek({600, 0.0});
        const QRect now = table->visualRect(table->model()->index(300, 0));
        QCOMPARE(now.top(), 0);
        QVERIFY(now.bottom() < table->viewport()->height());
        // One line of kinds leaves the room to the list.
        QVERIFY(shown.panel.findChild<ChipShelf*>()->height() <= row);
        // At the end the last row is whole.
        shown.panel.resize(420, 400);
        replay.session->playhead().seek({998, 0.0});
        QCOMPARE(table->visualRect(table->model()->index(499, 0)).bottom(), table->viewport()->height() - 1);
    }

    void aNarrowListIsSentences()
    {
        OpenReplay replay(withEvents(9));
        Shown<EventsPanel> shown(replay, {316, 400});
        auto* table = shown.panel.findChild<QTableView*>();
        QVERIFY(table->isColumnHidden(EventsModel::ActorsColumn));
        QVERIFY(table->columnWidth(EventsModel::KindColumn) < 40); // its mark alone
        QVERIFY(table->columnWidth(EventsModel::TextColumn) > table->width() / 2);
        const QModelIndex kind = table->model()->index(0, EventsModel::KindColumn);
        QVERIFY(!kind.data(Qt::ToolTipRole).toString().isEmpty());
        shown.host.resize(800, 400);
        shown.panel.resize(800, 400);
        QTRY_VERIFY(table->columnWidth(EventsModel::KindColumn) >
                    QFontMetrics(table->font()).horizontalAdvance(kind.data().toString()));
        // The kinds are one line; the rest is behind a button.
        shown.panel.resize(130, 400);
        auto* shelf = shown.panel.findChild<ChipShelf*>();
        auto* more = shelf->findChild<QToolButton*>(QStringLiteral("moreChips"));
        QTRY_VERIFY(more->isVisible());
        const int line = shelf->height();
        QVERIFY(more->text().startsWith(u'+'));
        QTest::mouseClick(more, Qt::LeftButton);
        QVERIFY(shelf->isOpen() && shelf->height() > line);
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(shelf->height(), line);
    }

    void rowsCopy()
    {
        OpenReplay replay(withEvents(4));
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        table->selectRow(1);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(),
                     QStringLiteral("Time\tKind\tWho\tWhat\n0:12.500\tNote\tWalker 1\tevent number 1"));
    }

    void manyEventsFollowThePlayhead()
    {
        FakeReplayOptions options = withEvents(100'000);
        options.frames = 100'000;
        OpenReplay replay(options);
        Shown<EventsPanel> shown(replay);
        auto* table = shown.panel.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 100'000);
        QSignalSpy repainted(table->model(), &QAbstractItemModel::dataChanged);
        QSignalSpy rebuilt(table->model(), &QAbstractItemModel::modelReset);
        for (int i = 1; i <= 200; ++i)
            replay.session->playhead().seek({i * 400, 0.0});
        // A move costs one note about the rows between, never a list made anew.
        QVERIFY(!repainted.isEmpty() && repainted.count() <= 200);
        QCOMPARE(rebuilt.count(), 0);
    }
};

} // namespace tst_docks_panels

GHOSTLINE_TEST(tst_docks_panels, TestDocksPanels, QApplication)
#include "tst_docks_panels.moc"
