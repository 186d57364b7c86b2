// SPDX-License-Identifier: GPL-3.0-or-later
// What an observer sees of every player: pages, densities, what is made; clicking, sorting, copying.
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/watched_observer.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>

namespace tst_observer {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

class TestObserver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresFollowThePlayhead_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<qint64>("frame");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto row = [](const char* name, const char* page, qint64 frame, const char* first,
                            const char* second) {
            QTest::newRow(name) << QStringLiteral("Page %1").arg(QLatin1String(page)) << frame
                                << QString::fromUtf8(first) << QString::fromUtf8(second);
        };
        row("money at first", "Economy", 0, "1,000", "2,000");
        row("money later", "Economy", 700, "8,000", "9,000");
        row("power is missing", "Powers", 20, "Missing", "Missing");
        row("power charges, five seconds to go", "Powers", 100, "Charging 0:05", "Charging 0:05");
        row("power charges, two to go", "Powers", 560, "Charging 0:02", "Charging 0:02");
        row("power is ready", "Powers", 399, "Ready", "Ready");
    }
    void figuresFollowThePlayhead()
    {
        QFETCH(QString, page);
        QFETCH(qint64, frame);
        QFETCH(QString, first);
        QFETCH(QString, second);
        Watched w;
        w.press(page);
        QVERIFY(w.at(frame));
        QTRY_COMPARE(w.text(0, 1), first);
        QCOMPARE(w.text(1, 1), second);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
        QCOMPARE(w.table->model()->rowCount(), 2);
    }

    void whoHasMostHasTheWholeBar()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(1, 1), QStringLiteral("3,000"));
        QCOMPARE(w.table->model()->index(1, 1).data(ObserverModel::ShareRole).toDouble(), 1.0);
        QCOMPARE(w.table->model()->index(0, 1).data(ObserverModel::ShareRole).toDouble(), 2.0 / 3.0);
        QVERIFY(!w.table->model()->index(0, 2).data(ObserverModel::ShareRole).isValid());
    }

    void densities_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("density");
        QTest::addColumn<int>("columns"); ///< besides the name
        QTest::addColumn<int>("census");
        QTest::addColumn<bool>("graph");
        const auto row = [](const char* page, const QString& density, int columns, int census, bool graph) {
            QTest::addRow("%s, %s", page, qPrintable(density))
                << QStringLiteral("Page %1").arg(QLatin1String(page)) << density << columns << census
                << graph;
        };
        row("Economy", Compact, 1, 0, false);
        row("Economy", Normal, 2, 0, false);
        row("Economy", Full, 3, 0, true);
        row("Production", Compact, 1, 0, false); // what is made goes into a column
        row("Production", Normal, 0, 0, false);
        row("Army", Compact, 0, 0, false);
        row("Army", Normal, 0, 1, false);
        row("Army", Full, 0, 1, false);
    }
    void densities()
    {
        QFETCH(QString, page);
        QFETCH(QString, density);
        QFETCH(int, columns);
        QFETCH(int, census);
        QFETCH(bool, graph);
        Watched w;
        w.press(page);
        w.press(density);
        QCOMPARE(w.table->model()->columnCount(), 1 + columns);
        QCOMPARE(w.census(), census);
        QCOMPARE(w.panel.graph()->isVisible(), graph);
    }

    void compactFitsANarrowDock()
    {
        Watched w(observed(), {320, 400});
        w.press(Compact);
        for (const QString& page :
             {QStringLiteral("Economy"), QStringLiteral("Powers"), QStringLiteral("Production")}) {
            w.press(QStringLiteral("Page %1").arg(page));
            QVERIFY(w.at(300));
            QTRY_COMPARE(w.table->model()->rowCount(), 2);
            QTRY_COMPARE(w.table->horizontalHeader()->length(), w.table->viewport()->width());
        }
    }

    void whatIsMadeStandsBelowItsPlayer()
    {
        Watched w;
        w.press(QStringLiteral("Page Production"));
        QVERIFY(w.at(500));
        // Actors 3 and 9 make something for the second team, 6 and 12 for the first; most advanced first.
        QTRY_COMPARE(w.table->model()->rowCount(), 6);
        QStringList lines;
        for (int row = 0; row < 6; ++row)
            lines << w.text(row, 0);
        QCOMPARE(lines, (QStringList{QStringLiteral("Player 1"), QStringLiteral("Cart  84 %"),
                                     QStringLiteral("Cart  42 %  \u00D72"), QStringLiteral("Player 2"),
                                     QStringLiteral("Tower of many steps  63 %"),
                                     QStringLiteral("Tower of many steps  21 %  \u00D73")}));
        click(w.table, w.table->model()->index(2, 0));
        QCOMPARE(w.replay.session->actors()->selected(), actorId(6));
        // They change places when one starts anew; the selection goes along.
        QVERIFY(w.at(520));
        QTRY_COMPARE(w.text(1, 0), QStringLiteral("Cart  62 %  \u00D72"));
        QVERIFY(w.table->selectionModel()->isRowSelected(1));
        QVERIFY(w.at(10));
        QTRY_VERIFY2(w.nothing().contains(QStringLiteral("makes anything")), qPrintable(w.nothing()));
    }

    void compactSaysWhatIsMadeInOneLine()
    {
        Watched w;
        w.press(QStringLiteral("Page Production"));
        w.press(Compact);
        QVERIFY(w.at(500));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("Cart 84 %, +1"));
        QCOMPARE(w.text(1, 1), QStringLiteral("Tower of many steps 63 %, +1"));
        QVERIFY(w.at(10));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("\u2013"));
    }

    void sortsByAFigureAndBack()
    {
        Watched w;
        QVERIFY(w.at(0));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("1,000"));
        const auto clickHeading = [&](int section) {
            QHeaderView* header = w.table->horizontalHeader();
            QTest::mouseClick(
                header->viewport(), Qt::LeftButton, {},
                {header->sectionViewportPosition(section) + header->sectionSize(section) / 2, 8});
        };
        clickHeading(1);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 2"));
        clickHeading(1);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
        clickHeading(0);
        clickHeading(0);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 2"));
        clickHeading(0);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
    }

    void modelKeepsItsPromises()
    {
        Watched w;
        const QAbstractItemModelTester tester(w.panel.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const char* page : {"Production", "Economy", "Army", "Powers", "Production"}) {
            w.press(QStringLiteral("Page %1").arg(QLatin1String(page)));
            for (const qint64 frame : {0, 60, 300, 520, 40, 999}) {
                QVERIFY(w.at(frame));
                w.panel.model()->update(w.replay.session->playback()->state());
            }
            w.panel.model()->sort(0, Qt::DescendingOrder);
        }
    }

    void clicksSelectAndFollow()
    {
        Watched w;
        QTRY_COMPARE(w.table->model()->rowCount(), 2);
        click(w.table, w.table->model()->index(1, 1));
        QCOMPARE(w.replay.session->actors()->selected(), actorId(1));
        w.replay.session->actors()->select(actorId(0));
        QVERIFY(w.table->selectionModel()->isRowSelected(0));
        QTest::keyClick(w.table, Qt::Key_Down);
        QTest::keyClick(w.table, Qt::Key_Return);
        QCOMPARE(w.replay.session->actors()->selected(), actorId(1));
        const QPoint second = w.table->visualRect(w.table->model()->index(1, 0)).center();
        QTest::mouseClick(w.table->viewport(), Qt::LeftButton, {}, second);
        QTest::mouseDClick(w.table->viewport(), Qt::LeftButton, {}, second);
        QCOMPARE(w.replay.session->actors()->followed(), actorId(1));
        const QSignalSpy menu(&w.panel, &ObserverPanel::contextMenuRequested);
        Q_EMIT w.table->customContextMenuRequested(second);
        QCOMPARE(menu.size(), 1);
        QCOMPARE(menu.front().front().value<model::ActorId>(), actorId(1));
    }

    void emptyPagesSayWhy()
    {
        Watched w;
        w.press(QStringLiteral("Page Score"));
        QTRY_VERIFY2(w.nothing().contains(QStringLiteral("a fuller one shows more")),
                     qPrintable(w.nothing()));
        w.press(Full);
        QTRY_VERIFY(w.nothing().isEmpty());
        QTRY_COMPARE(w.table->model()->columnCount(), 2);
        FakeReplayOptions plain;
        Watched none(plain);
        QVERIFY2(none.nothing().contains(QStringLiteral("does not say")), qPrintable(none.nothing()));
        none.panel.setSession(nullptr);
        QVERIFY2(none.nothing().contains(QStringLiteral("Open a recording")), qPrintable(none.nothing()));
    }

    void copies()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("2,000"));
        w.press(QStringLiteral("Copy the table as text"));
        const QString all = QStringLiteral("Player\tMoney\tGear\nPlayer 1\t2,000\t4\nPlayer 2\t3,000\t4");
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        QGuiApplication::clipboard()->clear();
        w.table->clearSelection();
        QTest::keyClick(w.table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        click(w.table, w.table->model()->index(1, 0));
        QTest::keyClick(w.table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Player\tMoney\tGear\nPlayer 2\t3,000\t4"));
    }

    void onlyWhatChangedIsMadeAnew()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("2,000"));
        ObserverModel* figures = w.panel.model();
        QStringList told;
        connect(figures, &QAbstractItemModel::dataChanged, &w.panel,
                [&](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
                    if (roles.isEmpty())
                        told << QStringLiteral("%1,%2 to %3,%4")
                                    .arg(first.row())
                                    .arg(first.column())
                                    .arg(last.row())
                                    .arg(last.column());
                });
        figures->update(w.replay.session->playback()->state());
        QVERIFY2(told.isEmpty(), qPrintable(told.join(u' ')));
        const QString gear = w.text(0, 2);
        const QString before = w.text(0, 1);
        model::WorldState later = w.replay.session->playback()->state();
        const auto money = figures->figureAt(1)->property.index();
        const auto row = static_cast<std::size_t>(later.row(actorId(0)));
        later.propertiesOf(row)[money] = model::PropertyValue::integer(2500);
        figures->update(later);
        QCOMPARE(told, QStringList{QStringLiteral("0,1 to 0,1")});
        QCOMPARE(w.text(0, 1), QStringLiteral("2,500"));
        QCOMPARE(w.text(0, 2).constData(), gear.constData()); // the same memory
        QVERIFY(before != w.text(0, 1));
    }
};

} // namespace tst_observer

GHOSTLINE_TEST(tst_observer, TestObserver, QApplication)
#include "tst_observer.moc"
