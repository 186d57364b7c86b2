// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics table's view: pace of refreshing, choice of columns, export.
#include "app/gui/panels/metrics_panel.h"

#include "app/gui/panels/metrics_exporter.h"
#include "app/gui/panels/metrics_model.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"
#include "model/time/time_text.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int ResortMs = 500;   ///< rows that change places faster than this cannot be read
constexpr int FirstColumns = 7; ///< shown before the user chooses: speed and six more
} // namespace

MetricsPanel::MetricsPanel(QWidget* parent) : Panel(parent, ValuesMs)
{
    build();
    onThemeChanged();
}

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
        if (session() != nullptr)
            session()->actors()->select(m_model->actorAt(at.row()));
    });

    m_when = figureLabel(this);
    m_when->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* columns = iconButton(QStringLiteral("table"), tr("Choose columns"), false, this);
    m_columnMenu = new QMenu(columns);
    columns->setMenu(m_columnMenu);
    columns->setPopupMode(QToolButton::InstantPopup);
    columns->setFixedWidth(9 * Grid);
    connect(m_columnMenu, &QMenu::aboutToShow, this, &MetricsPanel::fillColumnMenu);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the selected rows"), this,
                            [this] { copyToClipboard(*m_table); });
    auto* save = iconButton(QStringLiteral("export"), tr("Export as CSV"), false, this);
    m_exportMenu = new QMenu(save);
    save->setMenu(m_exportMenu);
    save->setPopupMode(QToolButton::InstantPopup);
    save->setFixedWidth(9 * Grid);
    connect(m_exportMenu, &QMenu::aboutToShow, this, &MetricsPanel::fillExportMenu);
    m_exporter = new MetricsExporter(this);

    QHBoxLayout* row = toolRow();
    row->addWidget(m_when, 1);
    for (QToolButton* button : {columns, copy, save})
        row->addWidget(button);
    QVBoxLayout* column = makeContentColumn(tr("The numbers of every actor are listed here"), Grid);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    emptyStateOver(m_table, tr("Nobody is there at this moment: go on to where somebody is"));
}

void MetricsPanel::onSessionChanged()
{
    m_columnsChosen = false;
    m_exporter->cancel();
    m_model->setReplay(nullptr);
    showContent(session() != nullptr);
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &MetricsPanel::onIndexChanged);
    connect(session()->playback(), &Playback::stateChanged, &throttle(), &RefreshThrottle::schedule);
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &MetricsPanel::showSelection);
    onIndexChanged();
}

void MetricsPanel::onThemeChanged() { m_model->setTheme(theme()); }

void MetricsPanel::onIndexChanged()
{
    m_model->setReplay(session()->index());
    throttle().refreshNow();
}

void MetricsPanel::refresh()
{
    if (session() == nullptr)
        return;
    const bool resort =
        !session()->playhead().playing() || !m_sorted.isValid() || m_sorted.elapsed() >= ResortMs;
    if (resort)
        m_sorted.start();
    const Playback::RecordedFrame frame = session()->playback()->recordedFrame();
    m_model->update(frame.state, resort, frame.before);
    if (!m_columnsChosen && m_model->rowCount() > 0)
        chooseColumns();
    m_when->setText(tr("%1   frame %2   %n actors", nullptr, m_model->rowCount())
                        .arg(model::formatTime(frame.state.time), QLocale().toString(frame.state.at.frame)));
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

void MetricsPanel::fillExportMenu()
{
    m_exportMenu->clear();
    m_exportMenu->addAction(TableMenu::of(m_table)->exportVerb());
    if (session() == nullptr)
        return;
    const std::optional<model::FrameRange> loop = session()->playhead().loop();
    const auto offer = [this](const QString& text, model::FrameRange frames, const QString& shown) {
        m_exportMenu->addAction(text, this, [this, frames, shown] { askRange(frames, shown); });
    };
    if (loop)
        offer(tr("Export every frame of the loop as CSV…"), *loop, tr("Metrics of the loop"));
    offer(tr("Export every frame of the recording as CSV…"), {0, session()->index()->frames()},
          tr("Metrics over time"));
}

void MetricsPanel::askRange(model::FrameRange frames, const QString& shown)
{
    if (session() != nullptr)
        m_exporter->ask({session()->source(), session()->index(), rangeColumns(), frames}, shown);
}

std::vector<model::MetricColumn> MetricsPanel::rangeColumns() const
{
    if (session() == nullptr)
        return {};
    std::vector<model::MetricInfo> metrics;
    const QHeaderView* header = m_table->horizontalHeader();
    for (int visual = 0; visual < m_model->columnCount(); ++visual) {
        const int column = header->logicalIndex(visual);
        const auto metric = header->isSectionHidden(column) ? std::nullopt : m_model->metricOf(column);
        if (metric)
            metrics.push_back(*metric);
    }
    std::vector<model::ActorId> actors;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
        actors.push_back(m_model->actorAt(row.row()));
    std::sort(actors.begin(), actors.end());
    if (actors.size() < 2) // the one that is selected in the window is selected here: that is no choice
        actors = model::tableActors(session()->info());
    return model::tableColumns(metrics, actors, session()->info());
}

void MetricsPanel::showSelection()
{
    // A row that is held is chosen, or dragged, once the mouse says so.
    m_held = m_held && QGuiApplication::mouseButtons() != Qt::NoButton;
    if (session() == nullptr || m_held)
        return;
    const int row = m_model->rowOf(session()->actors()->selected());
    const QModelIndex now = m_table->currentIndex();
    if (row < 0) {
        if (session()->actors()->selected() == model::ActorId::None)
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
