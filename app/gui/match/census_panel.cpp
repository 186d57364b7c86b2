// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/census_panel.h"

#include "app/gui/match/census_model.h"
#include "app/gui/match/census_table.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"
#include "model/time/time_text.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

CensusPanel::CensusPanel(QWidget* parent) : Panel(parent, TablesMs) { build(); }

CensusModel* CensusPanel::model() const { return m_table->census(); }

void CensusPanel::build()
{
    m_table = new CensusTable(this);
    QHBoxLayout* row = toolRow();
    row->setContentsMargins(3 * Grid, 2 * Grid, 2 * Grid, 0);
    m_when = figureLabel(this);
    row->addWidget(m_when, 1);
    m_copy = iconButton(QStringLiteral("copy"), tr("Copy the table as text"), this,
                        [this] { m_table->copyAll(); });
    row->addWidget(m_copy);
    row->addWidget(iconButton(QStringLiteral("export"), tr("Export the table as CSV…"), this,
                              [this] { TableMenu::of(m_table)->exportVerb()->trigger(); }));
    QVBoxLayout* column = makeContentColumn(tr("This recording does not say who has what"), Grid);
    column->addLayout(row);
    column->addWidget(m_table, 1);
}

void CensusPanel::onSessionChanged()
{
    showContent(false);
    m_table->setSession(session());
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &CensusPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    onIndexChanged();
}

void CensusPanel::onThemeChanged() { m_table->setTheme(theme()); }

void CensusPanel::onIndexChanged()
{
    showContent(!session()->info().census.empty());
    m_table->readIndex();
    throttle().refreshNow();
}

void CensusPanel::refresh()
{
    if (session() == nullptr || session()->info().census.empty())
        return;
    m_table->showState();
    m_copy->setEnabled(m_table->census()->rowCount() > 0);
    m_when->setText(tr("At %1").arg(model::formatTimeShort(session()->playback()->state().time)));
}

} // namespace ghostline::app
