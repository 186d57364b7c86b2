// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panel of an observer beside a replay of two players.
#include "app/gui/match/census_table.h"
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_panel.h"
#include "tests/app/gui/docks_driver.h"

#include <QLabel>
#include <QTableView>
#include <QToolButton>

namespace ghostline::test {

using namespace ghostline::app;

FakeReplayOptions observed(int actors = 14);

struct Watched
{
    explicit Watched(const FakeReplayOptions& options = observed(), QSize size = {420, 640})
        : replay(options), shown(replay, size), panel(shown.panel),
          table(panel.findChild<QTableView*>(QStringLiteral("observer")))
    {
    }
    bool at(model::FrameNumber frame);
    void press(const QString& name) { QTest::mouseClick(named<QToolButton>(panel, name), Qt::LeftButton); }
    QString text(int row, int column) const { return table->model()->index(row, column).data().toString(); }
    int census() const { return panel.findChild<CensusTable*>()->isVisible() ? 1 : 0; }
    QString nothing() const;
    OpenReplay replay;
    Shown<ObserverPanel> shown;
    ObserverPanel& panel;
    QTableView* table;
};

inline const QString Compact = QStringLiteral("Compact: one line a player");

inline const QString Normal = QStringLiteral("Normal: all that is usually asked");

inline const QString Full = QStringLiteral("Full: every figure, and how it went over time");

} // namespace ghostline::test
