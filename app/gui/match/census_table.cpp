// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/census_table.h"

#include "app/gui/match/census_model.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int FairTeam = 19 * Grid;
constexpr int WidestTeam = 21 * Grid;
constexpr int LeastCensusName = 24 * Grid;
constexpr int GoodName = 40 * Grid; ///< most types are no longer, behind their letters
} // namespace

CensusTable::CensusTable(QWidget* parent) : QTableView(parent), m_model(new CensusModel(this))
{
    setObjectName(QStringLiteral("census"));
    setModel(m_model);
    tidyTable(this, tr("What every team has"));
    TableMenu::of(this)->setName([] { return tr("Forces"); });
    horizontalHeader()->setSectionsMovable(false); // a value belongs behind its count
    horizontalHeader()->setSortIndicator(CensusModel::TypeColumn, Qt::AscendingOrder);
    setSortingEnabled(true);
    new FrozenColumn(this);
    onEnter(this, [this] { selectNext(currentIndex()); });
    onCopyAll(this, [this] { copyAll(); });
    connect(this, &QTableView::clicked, this, &CensusTable::selectNext);
    connect(this, &QTableView::doubleClicked, this, [this] {
        if (m_session != nullptr && m_session->actors()->selected() != model::ActorId::None)
            m_session->actors()->follow(m_session->actors()->selected());
    });
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QTableView::customContextMenuRequested, this, &CensusTable::showMenu);
    emptyStateOver(this, tr("Nobody has anything yet"));
}

void CensusTable::setSession(ReplaySession* session)
{
    m_session = session;
    m_model->setReplay(nullptr);
}

void CensusTable::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

void CensusTable::readIndex()
{
    const int before = m_model->columnCount();
    m_model->setReplay(m_session->index());
    if (m_model->columnCount() != before || before == 0)
        fitColumns();
}

void CensusTable::showState() { m_model->update(m_session->playback()->state()); }

/// Names and counts first; what it is worth where there is room, else the tooltips say it.
void CensusTable::fitColumns()
{
    if (m_session == nullptr || m_model->columnCount() == 0)
        return;
    constexpr int Mark = 8 * Grid; // beside a team's name in the heading, with the heading's own margins
    QHeaderView* const header = horizontalHeader();
    header->setMinimumSectionSize(LeastCensusName / 2);
    const QFontMetrics metrics(tabularFont(font()));
    const model::ReplayInfo& info = m_session->info();
    const bool valued = bool(info.census.cost);
    const int teams = static_cast<int>(info.teams.size());
    int count = metrics.horizontalAdvance(QStringLiteral("000 +00")) + 3 * Grid;
    const int value = std::max(metrics.horizontalAdvance(QStringLiteral("00,000")),
                               fontMetrics().horizontalAdvance(shownName(info.census.costName))) +
                      3 * Grid;
    int longest = 0;
    for (const model::Team& team : info.teams)
        longest = std::max(longest, fontMetrics().horizontalAdvance(shownTeam(team)) + Mark + 3 * Grid);
    const int width = viewport()->width();
    // A short name is whole wherever types still have room.
    if (const int fair = std::max(count, std::min(longest, FairTeam));
        width >= LeastCensusName + teams * fair)
        count = fair;
    const bool both = valued && width >= LeastCensusName + teams * (count + value);
    if (width < LeastCensusName + teams * count)
        count = std::clamp(longest, count, WidestTeam); // scrolls anyway, so names may be whole
    int left = width - teams * (count + (both ? value : 0));
    // Room beyond what types need goes to the teams' names.
    const int more = std::clamp((left - GoodName) / std::max(teams, 1), 0, std::max(longest - count, 0));
    count += more;
    left -= teams * more;
    header->resizeSection(CensusModel::TypeColumn, std::max(left, LeastCensusName));
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool worth = valued && column % 2 == 0;
        setColumnHidden(column, worth && !both);
        header->resizeSection(column, worth ? value : count);
    }
}

/// One after the other, beginning behind whoever is selected.
void CensusTable::selectNext(const QModelIndex& at)
{
    if (m_session == nullptr)
        return;
    const std::vector<model::ActorId> actors = m_model->actorsAt(at, m_session->playback()->state());
    if (actors.empty())
        return;
    const auto after = std::upper_bound(actors.begin(), actors.end(), m_session->actors()->selected());
    const bool among = std::binary_search(actors.begin(), actors.end(), m_session->actors()->selected());
    m_session->actors()->select(among && after != actors.end() ? *after : actors.front());
}

void CensusTable::copyAll() const
{
    if (m_model->rowCount() > 0)
        QGuiApplication::clipboard()->setText(m_model->copyText());
}

void CensusTable::showMenu(QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (selectionModel()->hasSelection())
        menu->addAction(tr("Copy the selected rows"), this, [this] { copyToClipboard(*this); });
    menu->addAction(tr("Copy the table"), this, &CensusTable::copyAll);
    addExport(menu, this);
    menu->popup(viewport()->mapToGlobal(at));
}

void CensusTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (m_session != nullptr)
        QMetaObject::invokeMethod(this, &CensusTable::fitColumns, Qt::QueuedConnection);
}

} // namespace ghostline::app
