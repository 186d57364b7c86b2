// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics table's view: pace of refreshing, choice of columns, export.
#include "app/gui/docks/metrics_panel.h"

#include "app/gui/docks/csv_export.h"
#include "app/gui/docks/empty_over.h"
#include "app/gui/docks/metrics_model.h"
#include "app/gui/docks/pace.h"
#include "app/gui/docks/panel_style.h"
#include "model/time_text.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {
constexpr int PaceMs = 66;      ///< 15 refreshes a second at most
constexpr int ResortMs = 500;   ///< rows that change places faster than this cannot be read
constexpr int FirstColumns = 7; ///< shown before the user chooses: speed and six more
} // namespace

MetricsPanel::MetricsPanel(QWidget* parent)
    : QWidget(parent), m_pace(new Pace(this, PaceMs, [this] { refresh(); }))
{
    build();
    setTheme(themeFor(palette()));
}

MetricsPanel::~MetricsPanel() = default;

void MetricsPanel::build()
{
    m_model = new MetricsModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Metrics at the playhead"));
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setDragDropMode(QAbstractItemView::DragOnly);
    connect(m_table, &QTableView::pressed, this, [this](const QModelIndex& at) {
        m_held = true;
        m_model->setDragColumn(at.column());
    });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) {
        if (m_session != nullptr)
            m_session->select(m_model->actorAt(at.row()));
    });

    m_when = new QLabel(this);
    m_when->setFont(tabularFont(font()));
    m_when->setForegroundRole(QPalette::PlaceholderText);
    m_when->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* columns = iconButton(QStringLiteral("table"), tr("Choose columns"), false, this);
    m_columnMenu = new QMenu(columns);
    columns->setMenu(m_columnMenu);
    columns->setPopupMode(QToolButton::InstantPopup);
    columns->setFixedWidth(9 * Grid);
    connect(m_columnMenu, &QMenu::aboutToShow, this, &MetricsPanel::fillColumnMenu);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the selected rows"), false, this);
    connect(copy, &QToolButton::clicked, this, [this] { copyToClipboard(*m_table); });
    auto* save = iconButton(QStringLiteral("export"), tr("Export the table as CSV…"), false, this);
    connect(save, &QToolButton::clicked, this, [this] { askCsvExport(this, m_table, tr("Export metrics")); });

    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    row->setSpacing(Grid);
    row->addWidget(m_when, 1);
    for (QToolButton* button : {columns, copy, save})
        row->addWidget(button);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    m_pages = new QStackedLayout(this);
    emptyStateOver(m_table, tr("Nobody is there at this moment: go on to where somebody is"));
    m_pages->addWidget(emptyState(tr("The numbers of every actor are listed here"), this));
    m_pages->addWidget(content);
}

void MetricsPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->disconnect(m_pace);
    }
    m_session = session;
    m_columnsChosen = false;
    m_model->setReplay(nullptr);
    m_pages->setCurrentIndex(session != nullptr ? 1 : 0);
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &MetricsPanel::onIndexChanged);
    connect(session, &ReplaySession::stateChanged, m_pace, &Pace::changed);
    connect(session, &ReplaySession::selectionChanged, this, &MetricsPanel::showSelection);
    onIndexChanged();
}

void MetricsPanel::setTheme(const render::Theme& theme) { m_model->setTheme(theme); }

void MetricsPanel::onIndexChanged()
{
    m_model->setReplay(m_session->index());
    m_pace->refresh();
}

void MetricsPanel::refresh()
{
    if (m_session == nullptr)
        return;
    const bool resort =
        !m_session->playhead().playing() || !m_sorted.isValid() || m_sorted.elapsed() >= ResortMs;
    if (resort)
        m_sorted.start();
    m_model->update(m_session->state(), resort);
    if (!m_columnsChosen && m_model->rowCount() > 0)
        chooseColumns();
    const model::WorldState& state = m_session->state();
    m_when->setText(tr("%1   %n actors", nullptr, m_model->rowCount()).arg(model::formatTime(state.time)));
    showSelection();
}

/// The first numbers that have a value for anybody; all others wait in the column menu.
void MetricsPanel::chooseColumns()
{
    m_columnsChosen = true;
    int shown = 0;
    QHeaderView* header = m_table->horizontalHeader();
    header->resizeSection(MetricsModel::ActorColumn, 40 * Grid);
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const bool show = shown < FirstColumns && m_model->isNumber(column) && m_model->hasValues(column);
        shown += show ? 1 : 0;
        m_table->setColumnHidden(column, !show);
        const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        header->resizeSection(column, header->fontMetrics().horizontalAdvance(heading) + 8 * Grid);
    }
}

void MetricsPanel::fillColumnMenu()
{
    m_columnMenu->clear();
    for (int column = 1; column < m_model->columnCount(); ++column) {
        QAction* action =
            m_columnMenu->addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this,
                [this, column](bool on) { m_table->setColumnHidden(column, !on); });
    }
    m_columnMenu->addSeparator();
    m_columnMenu
        ->addAction(tr("Order of appearance"), this,
                    [this] {
                        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
                        m_model->sort(-1, Qt::AscendingOrder);
                    })
        ->setEnabled(m_model->sortColumn() >= 0);
}

void MetricsPanel::showSelection()
{
    // A row that is held is chosen, or dragged, once the mouse says so.
    m_held = m_held && QGuiApplication::mouseButtons() != Qt::NoButton;
    if (m_session == nullptr || m_held)
        return;
    const int row = m_model->rowOf(m_session->selection());
    const QModelIndex now = m_table->currentIndex();
    if (row < 0) {
        if (m_session->selection() == model::ActorId::None)
            m_table->clearSelection();
    } else if (now.row() != row || !m_table->selectionModel()->isRowSelected(row)) {
        const int column = now.isValid() ? now.column() : 0;
        m_table->selectionModel()->setCurrentIndex(
            m_model->index(row, column), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

model::Result<void> MetricsPanel::exportCsv(const QString& path) const
{
    return app::exportCsv(*m_table, path);
}

} // namespace ghostline::app
