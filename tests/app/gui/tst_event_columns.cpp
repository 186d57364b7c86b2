// SPDX-License-Identifier: GPL-3.0-or-later
// What the teams did, side by side: rows by the second, the playhead, clicks, filters, copying, many of them.
#include "app/gui/match/event_columns_model.h"
#include "app/gui/match/event_columns_panel.h"
#include "app/gui/widgets/kind_chip.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_event_columns {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

/// Events by turns: actor i does thing i; 20 frames a second.
FakeReplayOptions withOrders(int orders, model::FrameNumber frames = 1000)
{
    FakeReplayOptions options;
    options.frames = frames;
    options.orders = orders;
    return options;
}

QTableView* tableOf(EventColumnsPanel& panel)
{
    return panel.findChild<QTableView*>(QStringLiteral("eventColumns"));
}

/// An index that says only what the model reads.
std::shared_ptr<model::ReplayIndex> twoTeams(std::vector<model::Event> events)
{
    auto index = indexWithSurroundings(1, 0); // actors 0 and 1 play for different teams
    auto info = std::make_shared<model::ReplayInfo>(*index->info);
    info->eventColumns.push_back({QStringLiteral("orders"),
                                  QStringLiteral("Orders"),
                                  {QStringLiteral("order")},
                                  QString(),
                                  QString()});
    index->info = info;
    auto table = std::make_shared<model::EventTable>();
    table->kinds = {{QStringLiteral("order"), QStringLiteral("Order")}};
    table->events = std::move(events);
    index->events = table;
    return index;
}

model::Event did(int actor, int milliseconds, const QString& text)
{
    model::Event event;
    event.frame = milliseconds / 50;
    event.time = model::Micros{milliseconds * 1000};
    event.actors = {actorId(actor)};
    event.text = text;
    return event;
}

} // namespace

class TestEventColumns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSecondSharesRows()
    {
        EventColumnsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setReplay(
            twoTeams({did(0, 100, QStringLiteral("Blue 0: Hut")), did(1, 900, QStringLiteral("Hut")),
                      did(0, 950, QStringLiteral("Digger")), did(0, 980, QStringLiteral("Digger")),
                      did(1, 2000, QStringLiteral("Tower"))}),
            0, {});
        QCOMPARE(model.columnCount(), 3); // nothing is counted: a time and two teams
        QCOMPARE(model.rowCount(), 3);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, 0), QStringLiteral("0:00"));
        QCOMPARE(text(0, 1), QStringLiteral("Hut")); // whose it is the column says
        QCOMPARE(text(0, 2), QStringLiteral("Hut"));
        QCOMPARE(text(1, 0), QString()); // the same second
        QCOMPARE(text(1, 1), QStringLiteral("Digger \u00D72"));
        QCOMPARE(text(1, 2), QString());
        QCOMPARE(text(2, 0), QStringLiteral("0:02"));
        QCOMPARE(text(2, 2), QStringLiteral("Tower"));
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Blue"));
        // In a row that has begun, what comes later in its second is still to come.
        model.setFrame(2);
        QCOMPARE(model.currentRow(), 0);
        QVERIFY(!model.index(0, 1).data(EventColumnsModel::FutureRole).toBool());
        QVERIFY(model.index(0, 2).data(EventColumnsModel::FutureRole).toBool());
        QVERIFY(model.index(0, 2).data(Qt::ForegroundRole).isValid());
        QVERIFY(!model.index(0, 1).data(Qt::ForegroundRole).isValid());
        QCOMPARE(model.copyText(1), QStringLiteral("Time\tOrange\n0:00\tHut\n0:02\tTower"));
        QCOMPARE(model.copyText(-1),
                 QStringLiteral("Time\tBlue\tOrange\n0:00\tHut\tHut\n0:00\tDigger \u00D72\n0:02\t\tTower"));
    }

    void clickSeeksAndSelects()
    {
        OpenReplay replay(withOrders(20)); // every 50 frames, 2.5 s
        Shown<EventColumnsPanel> shown(replay);
        QTableView* table = tableOf(shown.panel);
        QCOMPARE(table->model()->columnCount(), 5);
        QCOMPARE(table->model()->rowCount(), 20);
        QCOMPARE(table->model()->index(3, 3).data().toString(), QStringLiteral("13"));
        QCOMPARE(table->model()->index(3, 4).data().toString(), QStringLiteral("thing 3"));
        click(table, table->model()->index(3, 4));
        QCOMPARE(replay.session->playhead().at(), (model::FrameTime{150, 0.0}));
        QCOMPARE(replay.session->actors()->selected(), actorId(3));
        click(table, table->model()->index(6, 4)); // the other team did nothing then
        QCOMPARE(replay.session->playhead().at().frame, model::FrameNumber{150});
        click(table, table->model()->index(6, 0)); // the time leads to whoever did something
        QCOMPARE(replay.session->playhead().at().frame, model::FrameNumber{300});
        table->setCurrentIndex(table->model()->index(8, 2));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(replay.session->playhead().at().frame, model::FrameNumber{400});
    }

    void kindsToggle()
    {
        OpenReplay replay(withOrders(20));
        Shown<EventColumnsPanel> shown(replay);
        const QTableView* table = tableOf(shown.panel);
        const auto chips = shown.panel.findChildren<KindChip*>();
        QCOMPARE(chips.size(), 2);
        QCOMPARE(chips[0]->count(), 16);
        QCOMPARE(chips[1]->count(), 4);
        chips[0]->click();
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(table->model()->columnCount(), 5); // both teams keep their places
        chips[1]->click();
        QCOMPARE(table->model()->rowCount(), 0);
        QTest::mouseClick(chips[0], Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(table->model()->rowCount(), 16);
        QVERIFY(!chips[1]->isChecked());
        QTest::mouseClick(chips[0], Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(table->model()->rowCount(), 20);
    }

    void copies()
    {
        OpenReplay replay(withOrders(4));
        Shown<EventColumnsPanel> shown(replay);
        auto* button = named<QToolButton>(shown.panel, QStringLiteral("Copy as text"));
        QVERIFY(button != nullptr && button->isVisible());
        const auto choose = [&](const QString& text) {
            for (QAction* action : button->findChild<QMenu*>()->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(choose(QStringLiteral("Copy Team 2")),
                 QStringLiteral("Time\tCount\tTeam 2\n0:12\t11\tthing 1\n0:37\t13\tthing 3"));
        const QString all = QStringLiteral("Time\tCount\tTeam 1\tCount\tTeam 2\n0:00\t10\tthing 0\n"
                                           "0:12\t\t\t11\tthing 1\n0:25\t12\tthing 2\n0:37\t\t\t13\tthing 3");
        QCOMPARE(choose(QStringLiteral("Copy all side by side")), all);
        QGuiApplication::clipboard()->clear();
        QTableView* table = tableOf(shown.panel);
        table->clearSelection();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Time\tCount\tTeam 1\tCount\tTeam 2\n0:12\t\t\t11\tthing 1"));
    }

    void followsThePlayhead()
    {
        OpenReplay replay(withOrders(10'000, 200'000));
        Shown<EventColumnsPanel> shown(replay);
        QTableView* table = tableOf(shown.panel);
        QCOMPARE(table->model()->rowCount(), 10'000);
        const auto now = [&] {
            const QRect at =
                table->visualRect(shown.panel.model()->index(shown.panel.model()->currentRow(), 0));
            return table->viewport()->rect().contains(at.center());
        };
        QElapsedTimer clock;
        clock.start();
        for (model::FrameNumber frame = 0; frame < 200'000; frame += 1997) {
            replay.session->playhead().seek({frame, 0.0});
            QCOMPARE(shown.panel.model()->currentRow(), static_cast<int>(frame / 20));
            QVERIFY(now());
            table->viewport()->grab();
        }
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        named<QToolButton>(shown.panel, QStringLiteral("Keep the list at the playhead"))->click();
        table->verticalScrollBar()->setValue(0);
        replay.session->playhead().seek({50'000, 0.0});
        QCOMPARE(table->verticalScrollBar()->value(), 0);
    }

    void nothingDeclared()
    {
        OpenReplay replay({});
        Shown<EventColumnsPanel> shown(replay);
        QVERIFY(!tableOf(shown.panel)->isVisible());
        QCOMPARE(shown.panel.model()->columnCount(), 0);
        OpenReplay orders(withOrders(5));
        shown.panel.setSession(orders.session.get());
        QVERIFY(tableOf(shown.panel)->isVisible());
        shown.panel.setSession(nullptr);
        QCOMPARE(shown.panel.model()->rowCount(), 0);
    }

    void growsWithTheIndex()
    {
        FakeReplayOptions options = withOrders(20);
        options.published = 200;
        OpenReplay replay(options);
        Shown<EventColumnsPanel> shown(replay);
        QCOMPARE(shown.panel.model()->rowCount(), 4);
        shown.panel.findChildren<KindChip*>().first()->click(); // stays off
        replay.source->publish(1000, true);
        QTRY_COMPARE(shown.panel.model()->rowCount(), 4);
        QCOMPARE(shown.panel.findChildren<KindChip*>().last()->count(), 4);
    }
};

} // namespace tst_event_columns

GHOSTLINE_TEST(tst_event_columns, TestEventColumns, QApplication)
#include "tst_event_columns.moc"
