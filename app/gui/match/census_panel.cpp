// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/census_panel.h"

#include "app/gui/docks/pace.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/match/census_model.h"
#include "app/gui/match/census_table.h"
#include "model/time_text.h"

#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {
constexpr int PaceMs = 100; ///< ten refreshes a second at most
} // namespace

CensusPanel::CensusPanel(QWidget* parent)
    : QWidget(parent), m_pace(new Pace(this, PaceMs, [this] { refresh(); }))
{
    build();
}

CensusPanel::~CensusPanel() = default;

CensusModel* CensusPanel::model() const { return m_table->census(); }

void CensusPanel::build()
{
    auto* content = new QWidget(this);
    m_table = new CensusTable(content);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(3 * Grid, 2 * Grid, 2 * Grid, 0);
    m_when = new QLabel(content);
    m_when->setFont(tabularFont(font()));
    m_when->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_when, 1);
    m_copy = iconButton(QStringLiteral("copy"), tr("Copy the table as text"), false, content);
    connect(m_copy, &QToolButton::clicked, m_table, &CensusTable::copyAll);
    row->addWidget(m_copy);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(emptyState(tr("This recording does not say who has what"), this));
    m_pages->addWidget(content);
}

void CensusPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->disconnect(m_pace);
    }
    m_session = session;
    m_pages->setCurrentIndex(0);
    m_table->setSession(session);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &CensusPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, m_pace, &Pace::changed);
    onIndexChanged();
}

void CensusPanel::setTheme(const render::Theme& theme) { m_table->setTheme(theme); }

void CensusPanel::onIndexChanged()
{
    m_pages->setCurrentIndex(m_session->info().census.empty() ? 0 : 1);
    m_table->readIndex();
    m_pace->refresh();
}

void CensusPanel::refresh()
{
    if (m_session == nullptr || m_session->info().census.empty())
        return;
    m_table->showState();
    m_copy->setEnabled(m_table->census()->rowCount() > 0);
    m_when->setText(tr("At %1").arg(model::formatTimeShort(m_session->state().time)));
}

} // namespace ghostline::app
