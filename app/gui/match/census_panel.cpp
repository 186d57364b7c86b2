// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/census_panel.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/match/census_model.h"
#include "app/gui/match/frozen_names.h"
#include "model/time_text.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int PaceMs = 100; ///< ten refreshes a second at most
constexpr int FairTeam = 19 * Grid;
constexpr int WidestTeam = 21 * Grid;
constexpr int LeastName = 24 * Grid;
constexpr int GoodName = 28 * Grid; ///< most types are no longer
} // namespace

CensusPanel::CensusPanel(QWidget* parent) : QWidget(parent)
{
    m_pace.setSingleShot(true);
    m_pace.setInterval(PaceMs);
    connect(&m_pace, &QTimer::timeout, this, [this] {
        if (m_stale)
            refresh();
    });
    build();
}

CensusPanel::~CensusPanel() = default;

void CensusPanel::build()
{
    m_model = new CensusModel(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("census"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("What every team has"));
    m_table->horizontalHeader()->setSectionsMovable(false); // a value belongs behind its count
    m_table->horizontalHeader()->setSortIndicator(CensusModel::TypeColumn, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    new FrozenNames(m_table);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, &CensusPanel::selectNext);
    connect(m_table, &QTableView::doubleClicked, this, [this] {
        if (m_session != nullptr && m_session->selection() != model::ActorId::None)
            m_session->follow(m_session->selection());
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](QPoint at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (m_table->selectionModel()->hasSelection())
            menu->addAction(tr("Copy the selected rows"), this, [this] { copyToClipboard(*m_table); });
        menu->addAction(tr("Copy the table"), this, &CensusPanel::copyAll);
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    m_nothing = emptyState(tr("Nobody has anything yet"), m_table->viewport());
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents);
    (new QVBoxLayout(m_table->viewport()))->addWidget(m_nothing);

    auto* content = new QWidget(this);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(3 * Grid, 2 * Grid, 2 * Grid, 0);
    m_when = new QLabel(content);
    m_when->setFont(tabularFont(font()));
    m_when->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_when, 1);
    m_copy = iconButton(QStringLiteral("copy"), tr("Copy the table as text"), false, content);
    connect(m_copy, &QToolButton::clicked, this, &CensusPanel::copyAll);
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
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_pages->setCurrentIndex(0);
    m_model->setReplay(nullptr);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &CensusPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, this, &CensusPanel::onState);
    onIndexChanged();
}

void CensusPanel::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

void CensusPanel::onIndexChanged()
{
    m_pages->setCurrentIndex(m_session->info().census.empty() ? 0 : 1);
    const int before = m_model->columnCount();
    m_model->setReplay(m_session->index());
    if (m_model->columnCount() != before || before == 0)
        fitColumns();
    refresh();
}

/// Names and counts first; what it is worth where there is room, else the tooltips say it.
void CensusPanel::fitColumns()
{
    if (m_session == nullptr || m_model->columnCount() == 0)
        return;
    constexpr int Mark = 8 * Grid; // beside a team's name in the heading, with the heading's own margins
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(LeastName / 2);
    const QFontMetrics metrics(tabularFont(font()));
    const model::ReplayInfo& info = m_session->info();
    const bool valued = info.census.cost >= 0;
    const int teams = static_cast<int>(info.teams.size());
    int count = metrics.horizontalAdvance(QStringLiteral("000 +00")) + 3 * Grid;
    const int value = std::max(metrics.horizontalAdvance(QStringLiteral("00,000")),
                               fontMetrics().horizontalAdvance(info.census.costName)) +
                      3 * Grid;
    int longest = 0;
    for (const model::Team& team : info.teams)
        longest = std::max(longest, fontMetrics().horizontalAdvance(team.name) + Mark + 3 * Grid);
    const int width = m_table->viewport()->width();
    // A short name is whole wherever types still have room.
    if (const int fair = std::max(count, std::min(longest, FairTeam)); width >= LeastName + teams * fair)
        count = fair;
    const bool both = valued && width >= LeastName + teams * (count + value);
    if (width < LeastName + teams * count)
        count = std::clamp(longest, count, WidestTeam); // scrolls anyway, so names may be whole
    int left = width - teams * (count + (both ? value : 0));
    // Room beyond what types need goes to the teams' names.
    const int more = std::clamp((left - GoodName) / std::max(teams, 1), 0, std::max(longest - count, 0));
    count += more;
    left -= teams * more;
    header->resizeSection(CensusModel::TypeColumn, std::max(left, LeastName));
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool worth = valued && column % 2 == 0;
        m_table->setColumnHidden(column, worth && !both);
        header->resizeSection(column, worth ? value : count);
    }
}

void CensusPanel::onState()
{
    m_stale = true;
    if (!m_pace.isActive() && isVisible())
        refresh();
}

void CensusPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void CensusPanel::refresh()
{
    if (m_session == nullptr || m_session->info().census.empty())
        return;
    m_stale = false;
    m_pace.start();
    m_model->update(m_session->state());
    m_nothing->setVisible(m_model->rowCount() == 0);
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_when->setText(tr("At %1").arg(model::formatTimeShort(m_session->state().time)));
}

/// One after the other, beginning behind whoever is selected.
void CensusPanel::selectNext(const QModelIndex& at)
{
    if (m_session == nullptr)
        return;
    const std::vector<model::ActorId> actors = m_model->actorsAt(at, m_session->state());
    if (actors.empty())
        return;
    const auto after = std::upper_bound(actors.begin(), actors.end(), m_session->selection());
    const bool among = std::binary_search(actors.begin(), actors.end(), m_session->selection());
    m_session->select(among && after != actors.end() ? *after : actors.front());
}

void CensusPanel::copyAll() const
{
    if (m_model->rowCount() > 0)
        QGuiApplication::clipboard()->setText(m_model->copyText());
}

bool CensusPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize && m_session != nullptr)
        QMetaObject::invokeMethod(this, &CensusPanel::fitColumns, Qt::QueuedConnection);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            selectNext(m_table->currentIndex());
            return true;
        }
        if (key->matches(QKeySequence::Copy) && !m_table->selectionModel()->hasSelection()) {
            copyAll();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
