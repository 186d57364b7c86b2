// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_menu.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/widgets/replay_words.h"

#include <array>
#include <utility>

namespace ghostline::app {

TimelineMenu::TimelineMenu(TimelineView* timeline, QPoint at) : QMenu(timeline), m_timeline(timeline)
{
    addRange();
    addMoves(at);
    addDensities();
    addLanes();
}

void TimelineMenu::addRange()
{
    ReplaySession* session = m_timeline->session();
    const auto loop = session != nullptr ? session->playhead().loop() : std::nullopt;
    addAction(tr("Fit whole replay"), this, [this] {
        TimeView view = m_timeline->timeView();
        view.fit();
        m_timeline->setTimeView(view);
    });
    QAction* toLoop = addAction(tr("Zoom to loop"));
    QAction* clearLoop = addAction(tr("Clear loop"));
    toLoop->setEnabled(loop.has_value());
    clearLoop->setEnabled(loop.has_value());
    // The window's own verbs: what they take is the loop where there is one.
    for (const char* verb : {"playlist.addNow", "file.exportClip"}) {
        if (auto* action = m_timeline->window()->findChild<QAction*>(QLatin1String(verb)))
            addAction(action);
    }
    if (!loop)
        return;
    connect(toLoop, &QAction::triggered, session, [this, session, loop] {
        const model::TimeAxis& axis = session->index()->timeAxis;
        TimeView view = m_timeline->timeView();
        view.show(axis.timeOf(loop->first), axis.timeOf(loop->end));
        m_timeline->setTimeView(view);
    });
    connect(clearLoop, &QAction::triggered, session,
            [session] { session->playhead().setLoop(std::nullopt); });
}

void TimelineMenu::addMoves(QPoint at)
{
    const LaneList::Row* row = m_timeline->lanes().rowAt(at);
    if (row == nullptr)
        return;
    addSeparator();
    for (const int step : {-1, 1}) {
        const QString text = step < 0 ? tr("Move \u201C%1\u201D up") : tr("Move \u201C%1\u201D down");
        addAction(text.arg(shownName(row->lane->title())), this,
                  [this, id = row->lane->id(), step] { m_timeline->moveLane(id, step); });
    }
}

void TimelineMenu::addDensities()
{
    QMenu* markers = addMenu(tr("Markers"));
    const std::array<std::pair<QString, MarkerDensity>, 3> densities{
        {{tr("All"), MarkerDensity::All},
         {tr("Notable"), MarkerDensity::Notable},
         {tr("Major only"), MarkerDensity::Major}}};
    for (const auto& [text, density] : densities) {
        QAction* action = markers->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_timeline->density() == density);
        connect(action, &QAction::triggered, this,
                [this, wanted = density] { m_timeline->setDensity(wanted); });
    }
}

void TimelineMenu::addLanes()
{
    addSection(tr("Lanes"));
    for (const auto& lane : m_timeline->lanes().all()) {
        QAction* action = addAction(shownName(lane->title()));
        action->setCheckable(true);
        action->setChecked(!m_timeline->lanes().isHidden(lane->id()));
        action->setEnabled(lane->used());
        connect(action, &QAction::triggered, this,
                [this, id = lane->id()](bool shown) { m_timeline->setLaneHidden(id, !shown); });
    }
}

} // namespace ghostline::app
