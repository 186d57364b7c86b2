// SPDX-License-Identifier: GPL-3.0-or-later
// Scoreboard, roster and tables of a match, by a replay whose figures are formulas.
#include "app/gui/match/happenings_model.h"
#include "app/gui/match/match_panel.h"
#include "app/gui/match/possession_bar.h"
#include "app/gui/match/roster_model.h"
#include "app/gui/match/scoreboard_strip.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/frozen_column.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace tst_match {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

std::shared_ptr<FakeReplay> match(model::FrameNumber frames = 1000)
{
    FakeReplayOptions options;
    options.match = true;
    options.frames = frames;
    options.players = true;
    return makeFakeReplay(options);
}

model::WorldState stateAt(const model::ReplaySource& source, model::FrameNumber frame)
{
    model::WorldState state;
    const auto index = source.index();
    const auto segment = source.readSegment(index->keyframes.at(frame), nullptr, {});
    (*segment)->sample({frame, 0.0}, model::SamplePolicy::Hold, state);
    return state;
}

/// A figure of the roster by names as they are shown; empty when there is no such row.
QString figure(const RosterModel& roster, const QString& name, int column)
{
    for (int row = 0; row < roster.rowCount(); ++row) {
        if (roster.index(row, 0).data().toString() == name)
            return roster.index(row, column).data().toString();
    }
    return {};
}

} // namespace

class TestMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figures_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("minutes") << 272.96 << QStringLiteral("4:32");
        QTest::newRow("below a minute, cut not rounded") << 59.99 << QStringLiteral("0:59.9");
        QTest::newRow("nought") << 0.0 << QStringLiteral("0:00.0");
        QTest::newRow("just below nought") << -0.01 << QStringLiteral("0:00.0");
        QTest::newRow("overtime") << -7.25 << QStringLiteral("-0:07.2");
        QTest::newRow("unknown") << std::nan("") << QStringLiteral("–");
    }
    void figures()
    {
        QFETCH(double, seconds);
        QTEST(clockText(seconds), "text");
    }

    void rosterCountsByTeam()
    {
        const auto source = match();
        RosterModel roster;
        const QAbstractItemModelTester tester(&roster,
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        roster.setReplay(source->index());
        roster.update(stateAt(*source, 390), nullptr, model::StatSpan::Recorded);
        QCOMPARE(roster.rowCount(), 6); // two teams and their two players each
        QCOMPARE(roster.columnCount(), 2);
        QCOMPARE(roster.index(0, 0).data().toString(), QStringLiteral("Team 1"));
        QCOMPARE(roster.actorAt(0), model::ActorId::None);
        for (int i = 0; i < 4; ++i)
            QCOMPARE(figure(roster, QStringLiteral("Player %1").arg(i), 1),
                     QString::number(fakeGoals(i, 390)));
        QCOMPARE(figure(roster, QStringLiteral("Team 1"), 1),
                 QString::number(fakeGoals(0, 390) + fakeGoals(2, 390)));
        QCOMPARE(figure(roster, QStringLiteral("Team 2"), 1),
                 QString::number(fakeGoals(1, 390) + fakeGoals(3, 390)));
    }

    void rosterSpans()
    {
        const auto source = match();
        const auto history = model::StatHistory::read(*source, {}, {});
        QVERIFY(history);
        RosterModel roster;
        roster.setReplay(source->index());
        const model::WorldState state = stateAt(*source, 470);
        roster.update(state, *history, model::StatSpan::Round);
        QCOMPARE(figure(roster, QStringLiteral("Player 0"), 1), QString::number(fakeGoals(0, 470)));
        roster.update(state, *history, model::StatSpan::Match);
        QCOMPARE(figure(roster, QStringLiteral("Player 0"), 1),
                 QString::number(fakeGoals(0, 399) + fakeGoals(0, 470)));
        roster.update(state, nullptr, model::StatSpan::Match);
        QCOMPARE(figure(roster, QStringLiteral("Player 0"), 1),
                 QStringLiteral("–")); // not read yet: no figure
    }

    void rosterSortsWithinTeams()
    {
        const auto source = match();
        RosterModel roster;
        const QAbstractItemModelTester tester(&roster,
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        roster.setReplay(source->index());
        roster.update(stateAt(*source, 390), nullptr, model::StatSpan::Recorded);
        const QPersistentModelIndex kept = roster.index(roster.rowOf(static_cast<model::ActorId>(2)), 0);
        roster.sort(1, Qt::AscendingOrder);
        QCOMPARE(roster.index(0, 0).data().toString(), QStringLiteral("Team 1"));
        QCOMPARE(roster.index(1, 0).data().toString(), QStringLiteral("Player 2"));
        QCOMPARE(roster.index(2, 0).data().toString(), QStringLiteral("Player 0"));
        QCOMPARE(roster.index(3, 0).data().toString(), QStringLiteral("Team 2"));
        QCOMPARE(kept.row(), 1);
        roster.sort(1, Qt::DescendingOrder);
        QCOMPARE(kept.row(), 2);
    }

    void tableOfOneKind()
    {
        const auto source = match();
        const auto index = source->index();
        HappeningsModel goals;
        const QAbstractItemModelTester tester(&goals, QAbstractItemModelTester::FailureReportingMode::QtTest);
        goals.setReplay(index, 4);
        QCOMPARE(goals.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Speed (m/s)"));
        QCOMPARE(goals.index(0, 1).data().toString(), QStringLiteral("Player 0"));
        QCOMPARE(goals.index(0, 2).data().toString(), QStringLiteral("10.0"));
        goals.setFrame(70);
        QVERIFY(!goals.index(0, 0).data(Qt::ForegroundRole).isValid());
        QVERIFY(goals.index(1, 0).data(Qt::ForegroundRole).isValid()); // yet to come
        // Another theme, another ink: whoever shows it must be told.
        const QSignalSpy changed(&goals, &QAbstractItemModel::dataChanged);
        goals.setTheme(render::Theme::light());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(goals.index(1, 0).data(Qt::ForegroundRole).value<QColor>(),
                 render::Theme::light().textMuted);
        goals.setReplay(index, -1);
        QCOMPARE(goals.rowCount(), 0);
    }

    void stripSaysTheScore()
    {
        ReplaySession session(match(), QStringLiteral("/nonexistent/match"), std::size_t{64} << 20);
        QWidget host;
        ScoreboardStrip strip(&host);
        strip.setSession(&session);
        QVERIFY(!strip.isHidden());
        session.playhead().seek({130, 0.0});
        const QString wanted = QStringLiteral("Team 1 %1, 0:13.5 Playing, Team 2 %2")
                                   .arg(fakeGoals(0, 130) + fakeGoals(2, 130))
                                   .arg(fakeGoals(1, 130) + fakeGoals(3, 130));
        QTRY_COMPARE(strip.text(), wanted);
        strip.setWanted(false);
        QVERIFY(strip.isHidden());
        strip.setWanted(true);
        ReplaySession plain(makeFakeReplay(), QStringLiteral("/nonexistent/plain"), std::size_t{64} << 20);
        strip.setSession(&plain);
        QVERIFY(strip.isHidden()); // nothing keeps score there
        strip.setSession(nullptr);
    }

    void namesStayInSight()
    {
        ReplaySession session(match(), QStringLiteral("/nonexistent/match"), std::size_t{64} << 20);
        QWidget host;
        host.resize(90, 400);
        MatchPanel panel(&host);
        panel.resize(host.size());
        host.show();
        panel.setSession(&session);
        auto* roster = panel.findChild<QTableView*>(QStringLiteral("roster"));
        QTRY_COMPARE(roster->model()->rowCount(), 6);
        const auto* frozen = roster->findChild<FrozenColumn*>();
        QVERIFY(frozen != nullptr);
        auto* names = qobject_cast<QTableView*>(frozen->view());
        QVERIFY(names != nullptr && names->isHidden());
        roster->setColumnWidth(1, 400); // more than fits
        roster->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
        roster->setColumnWidth(0, 60);
        QTRY_VERIFY(roster->horizontalScrollBar()->maximum() > 0);
        roster->horizontalScrollBar()->setValue(roster->horizontalScrollBar()->maximum());
        QVERIFY(names->isVisible());
        QCOMPARE(names->width(), 60);
        const QModelIndex last = roster->model()->index(5, 0);
        QCOMPARE(names->visualRect(last).top(), roster->visualRect(last).top());
        // A click there is one on the table.
        QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, names->visualRect(last).center());
        QVERIFY(session.actors()->selected() != model::ActorId::None);
        roster->horizontalScrollBar()->setValue(0);
        QVERIFY(names->isHidden());
        panel.setSession(nullptr);
    }

    void panelLeadsToTheEvents()
    {
        ReplaySession session(match(), QStringLiteral("/nonexistent/match"), std::size_t{64} << 20);
        QWidget host;
        host.resize(500, 400);
        MatchPanel panel(&host);
        panel.resize(host.size());
        host.show();
        panel.setSession(&session);
        QTRY_VERIFY(panel.historyKnown());
        session.playhead().seek({470, 0.0});
        auto* roster = panel.findChild<QTableView*>(QStringLiteral("roster"));
        QTRY_VERIFY(roster->model()->rowCount() == 6);
        QSignalSpy asked(&panel, &MatchPanel::eventsRequested);
        const QModelIndex goals = roster->model()->index(1, 1);
        QTest::mouseClick(roster->viewport(), Qt::LeftButton, {}, roster->visualRect(goals).center());
        QCOMPARE(asked.count(), 1);
        auto figure = asked[0][0].value<EventsBehind>();
        QCOMPARE(figure.kind, QStringLiteral("goal"));
        QCOMPARE(figure.actor, static_cast<model::ActorId>(0));
        QCOMPARE(figure.place, 0);
        QCOMPARE(figure.first, model::FrameNumber{0});
        QCOMPARE(figure.text, QStringLiteral("Goals of Player 0"));
        QCOMPARE(session.actors()->selected(), static_cast<model::ActorId>(0));

        const QPoint name = roster->visualRect(roster->model()->index(2, 0)).center();
        QTest::mouseClick(roster->viewport(), Qt::LeftButton, {}, name);
        QTest::mouseDClick(roster->viewport(), Qt::LeftButton, {}, name);
        QCOMPARE(asked.count(), 1); // a name counts nothing
        QCOMPARE(session.actors()->followed(), session.actors()->selected());
        QVERIFY(session.actors()->followed() != model::ActorId::None);

        // A team's figure of the second round: that team's, and only that round's.
        QTRY_COMPARE(session.playback()->state().at.frame, model::FrameNumber{470});
        panel.setSpan(model::StatSpan::Round);
        const QModelIndex total = roster->model()->index(0, 1);
        QTest::mouseClick(roster->viewport(), Qt::LeftButton, {}, roster->visualRect(total).center());
        QCOMPARE(asked.count(), 2);
        figure = asked[1][0].value<EventsBehind>();
        QCOMPARE(figure.actor, model::ActorId::None);
        QCOMPARE(figure.team, 0);
        QVERIFY(figure.first > 0 && figure.first <= 470 && figure.end > 470);
        QCOMPARE(figure.text, QStringLiteral("Goals of Team 1, round 2"));

        for (QToolButton* button : panel.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Match"))
                button->click();
        }
        QCOMPARE(panel.span(), model::StatSpan::Match);
        QTRY_COMPARE(goals.data().toString(), QString::number(fakeGoals(0, 399) + fakeGoals(0, 470)));

        auto* tabs = panel.findChild<QTabWidget*>();
        QCOMPARE(tabs->count(), 2);
        tabs->setCurrentIndex(1);
        auto* table = qobject_cast<QTableView*>(tabs->widget(1));
        QVERIFY(table != nullptr && table->model()->rowCount() > 5);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QCOMPARE(session.playhead().at().frame, model::FrameNumber{60});
        panel.setSession(nullptr);
    }
};

} // namespace tst_match

GHOSTLINE_TEST(tst_match, TestMatch, QApplication)
#include "tst_match.moc"
