// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/analysis_panel.h"

#include "app/gui/observer/analysis_model.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/flat_header.h"
#include "app/gui/widgets/frozen_column.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace ghostline::app {

namespace {
constexpr int WidestFinding = 60 * Grid;
constexpr int LeastFirst = 20 * Grid;
constexpr int CutWords = 32 * Grid; ///< of a column of words, where not all columns find room
} // namespace

AnalysisPanel::AnalysisPanel(QWidget* parent) : Panel(parent)
{
    build();
    onThemeChanged();
}

QWidget* AnalysisPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_which = new QComboBox(head);
    m_which->setAccessibleName(tr("Finding"));
    m_which->setToolTip(tr("Which finding is shown"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_which, &QComboBox::currentIndexChanged, this, &AnalysisPanel::showTable);
    auto* copy =
        iconButton(QStringLiteral("copy"), tr("Copy the table as text"), head, [this] { copyAll(); });
    auto* save = iconButton(QStringLiteral("export"), tr("Export the table as CSV…"), head,
                            [this] { TableMenu::of(m_tree)->exportVerb()->trigger(); });
    m_note = new QLabel(head);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_which);
    row->addStretch(1);
    row->addWidget(copy);
    row->addWidget(save);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    column->setSpacing(Grid);
    column->addLayout(row);
    column->addWidget(m_note);
    return head;
}

void AnalysisPanel::build()
{
    m_model = new AnalysisModel(this);
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("analysis"));
    m_tree->setHeader(new FlatHeader(m_tree));
    m_tree->setModel(m_model);
    tidyView(m_tree, tr("Findings"));
    TableMenu::of(m_tree)->setName([this] { return m_which->currentText(); });
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(4 * Grid);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setSortIndicatorClearable(true); // back to the order of the finding
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSortIndicator(-1, Qt::DescendingOrder);
    m_tree->setSortingEnabled(true);
    onEnter(m_tree, [this] { activate(m_tree->currentIndex()); });
    onCopyAll(m_tree, [this] { copyAll(); });
    onResize(m_tree,
             [this] { QMetaObject::invokeMethod(this, &AnalysisPanel::fitColumns, Qt::QueuedConnection); });
    connect(m_tree, &QTreeView::clicked, this, &AnalysisPanel::activate);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& at) {
        const model::AnalysisRow* row = m_model->rowAt(at);
        if (session() != nullptr && row != nullptr && row->actor != model::ActorId::None)
            session()->actors()->follow(row->actor);
    });
    pointWhereClicksLead(*m_tree);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &AnalysisPanel::showMenu);
    pointWhereClicksLead(*(new FrozenColumn(m_tree))->view());
    emptyStateOver(m_tree, tr("Nothing of this sort was found"));

    QVBoxLayout* column = makeContentColumn({}, 2 * Grid);
    column->addWidget(buildHead());
    column->addWidget(m_tree, 1);
}

void AnalysisPanel::onSessionChanged()
{
    m_shown.reset();
    {
        const QSignalBlocker quiet(m_which);
        m_which->clear();
    }
    m_model->setTable(nullptr, -1);
    showEmpty(tr("Open a recording to see what can be found out about it"));
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &AnalysisPanel::onIndexChanged);
    connect(session()->actors(), &ActorSelection::selectedChanged, this, &AnalysisPanel::showSelection);
    onIndexChanged();
}

void AnalysisPanel::onThemeChanged() { m_model->setTheme(theme()); }

/// A later revision may know more; what was looked at stays in sight.
void AnalysisPanel::onIndexChanged()
{
    const auto& tables = session()->index()->tables;
    setEmptyText(session()->index()->complete
                     ? tr("Nothing has been found out about this recording. The Events and the Metrics "
                          "show what it tells.")
                     : tr("What can be found out appears here once the recording has been read"));
    if (tables == m_shown)
        return;
    m_shown = tables;
    const QString before = m_which->currentData().toString();
    {
        const QSignalBlocker quiet(m_which);
        m_which->clear();
        for (const model::AnalysisTable& table : *tables)
            m_which->addItem(shownName(table.name), table.id);
        m_which->setCurrentIndex(std::max(m_which->findData(before), tables->empty() ? -1 : 0));
    }
    m_which->setEnabled(tables->size() > 1);
    showContent(!tables->empty());
    showTable();
}

void AnalysisPanel::showTable()
{
    if (session() == nullptr)
        return;
    m_model->setTable(session()->index(), m_which->currentIndex());
    m_tree->header()->setSortIndicator(-1, Qt::DescendingOrder);
    const model::AnalysisTable* table = m_model->table();
    m_note->setText(table != nullptr ? table->note : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    m_tree->setRootIsDecorated(m_model->nested());
    m_tree->setAccessibleName(table != nullptr ? table->name : tr("Findings"));
    m_tree->expandAll();
    measureColumns();
    fitColumns();
    m_tree->horizontalScrollBar()->setValue(0);
    showSelection();
}

void AnalysisPanel::measureColumns()
{
    const QHeaderView* header = m_tree->header();
    m_wanted.clear();
    m_wanted.reserve(static_cast<std::size_t>(m_model->columnCount()));
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_tree->resizeColumnToContents(column);
        const int wanted = std::max(header->sectionSize(column) + 2 * Grid,
                                    fontMetrics().horizontalAdvance(heading) + 5 * Grid);
        m_wanted.push_back(std::clamp(wanted, column == 0 ? LeastFirst : 0, WidestFinding));
    }
}

/// Words are cut as little as lets all columns find room, figures never. What is left goes to the first.
void AnalysisPanel::fitColumns()
{
    if (m_model->columnCount() == 0)
        return;
    const auto& columns = m_model->table()->columns;
    std::vector<int> widths = m_wanted;
    int cut = WidestFinding;
    int left = m_tree->viewport()->width() - std::accumulate(widths.begin(), widths.end(), 0);
    for (; left < 0 && cut > CutWords; cut -= Grid) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (columns[i].numeric || widths[i] < cut)
                continue;
            left += widths[i] - (cut - Grid);
            widths[i] = cut - Grid;
        }
    }
    widths.front() += std::max(left, 0);
    QHeaderView* header = m_tree->header();
    header->setMinimumSectionSize(8 * Grid);
    for (std::size_t i = 0; i < widths.size(); ++i)
        header->resizeSection(static_cast<int>(i), widths[i]);
}

void AnalysisPanel::showSelection()
{
    if (session() == nullptr)
        return;
    const model::AnalysisRow* current = m_model->rowAt(m_tree->currentIndex());
    if (current != nullptr && current->actor == session()->actors()->selected())
        return; // one of several about the same actor
    const QModelIndex at = m_model->indexOf(session()->actors()->selected());
    if (at.isValid())
        m_tree->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
    else if (current == nullptr || current->actor != model::ActorId::None)
        m_tree->clearSelection();
}

// ---- what the user does ----

void AnalysisPanel::pointWhereClicksLead(QAbstractItemView& view)
{
    view.setMouseTracking(true); // for entered()
    connect(&view, &QAbstractItemView::entered, this, [this, &view](const QModelIndex& at) {
        const model::AnalysisRow* row = m_model->rowAt(at);
        const bool leads = row != nullptr && row->frame.has_value();
        view.viewport()->setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(&view, &QAbstractItemView::viewportEntered, this, [&view] { view.viewport()->unsetCursor(); });
}

void AnalysisPanel::activate(const QModelIndex& at)
{
    const model::AnalysisRow* row = m_model->rowAt(at);
    if (session() == nullptr || row == nullptr)
        return;
    // Whoever listens may bring another revision, and with it other rows.
    const model::ActorId actor = row->actor;
    if (row->frame)
        session()->playhead().seek({.frame = *row->frame, .fraction = 0.0});
    if (actor != model::ActorId::None)
        session()->actors()->select(actor);
}

void AnalysisPanel::copyAll() const
{
    const QString text = m_model->copyText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void AnalysisPanel::showMenu(QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_tree->selectionModel()->hasSelection())
        menu->addAction(tr("Copy the selected rows"), this, [this] { copyToClipboard(*m_tree); });
    menu->addAction(tr("Copy the table"), this, &AnalysisPanel::copyAll);
    addExport(menu, m_tree);
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

} // namespace ghostline::app
