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

inline FakeReplayOptions observed(int actors = 14)
{
    FakeReplayOptions options;
    options.actors = actors;
    options.observer = true;
    options.census = true;
    options.bands = 5;
    return options;
}

struct Watched
{
    explicit Watched(const FakeReplayOptions& options = observed(), QSize size = {420, 640})
        : replay(options), shown(replay, size), panel(shown.panel),
          table(panel.findChild<QTableView*>(QStringLiteral("observer")))
    {
    }
    bool at(model::FrameNumber frame)
    {
        replay.session->playhead().seek({frame, 0.0});
        return QTest::qWaitFor([&] { return replay.session->state().at.frame == frame; });
    }
    void press(const QString& name) { QTest::mouseClick(named<QToolButton>(panel, name), Qt::LeftButton); }
    QString text(int row, int column) const { return table->model()->index(row, column).data().toString(); }
    int census() const { return panel.findChild<CensusTable*>()->isVisible() ? 1 : 0; }
    QString nothing() const
    {
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->margin() > 0 && !label->text().isEmpty())
                return label->text();
        }
        return {};
    }
    OpenReplay replay;
    Shown<ObserverPanel> shown;
    ObserverPanel& panel;
    QTableView* table;
};

inline const QString Compact = QStringLiteral("Compact: one line a player");

inline const QString Normal = QStringLiteral("Normal: all that is usually asked");

inline const QString Full = QStringLiteral("Full: every figure, and how it went over time");

} // namespace ghostline::test
