// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/board_desk.h"

#include "app/gui/board/board_bar.h"
#include "app/gui/board/board_mode.h"
#include "app/gui/board/board_panel.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/view/view_area.h"

namespace ghostline::app {

BoardDesk::BoardDesk(Actions* actions, ViewArea* area, Docks* docks, StatusLine* status, QObject* parent)
    : QObject(parent), m_bar(new BoardBar(actions, area))
{
    area->setHeader(m_bar);
    BoardHost host;
    host.author = [] { return loadReviewSettings().reviewer; }; // who signs verdicts signs drawings
    host.tell = [status](const QString& text) { status->tell(text); };
    m_mode = new BoardMode(actions, area, m_bar, std::move(host), this);
    auto* panel = docks->panel<BoardPanel>();
    connect(m_mode, &BoardMode::chosenChanged, panel, &BoardPanel::showChosen);
    connect(panel, &BoardPanel::drawingActivated, this, [this](const QString& drawing) {
        if (m_mode->isOn())
            m_mode->choose(drawing);
    });
}

void BoardDesk::setSession(ReplaySession* session) { m_mode->setSession(session); }

void BoardDesk::setTheme(const render::Theme& theme) { m_bar->setTheme(theme); }

} // namespace ghostline::app
